/* SPDX-License-Identifier: MIT */
/* Messages about a submission's files: why they are refused, how they were interpreted. */
#include "sources_read.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void as_sources_refuse(struct as_sources *sources, const char *reason, const char *text)
{
	if (sources->reason)
		return;
	sources->reason = reason;
	sources->text = text;
}

int as_sources_refuse_own(
	struct as_sources *sources, const char *reason, char *text, struct as_error *error)
{
	if (!text)
		return as_error_no_memory(error);
	if (sources->reason) {
		free(text);
		return 0;
	}
	free(sources->own_text);
	sources->own_text = text;
	as_sources_refuse(sources, reason, text);
	return 0;
}

int as_sources_note(struct as_sources *sources, struct as_error *error, const char *format, ...)
{
	va_list arguments;
	char *note;

	va_start(arguments, format);
	const int length = vasprintf(&note, format, arguments);
	va_end(arguments);
	return length < 0 ? as_error_no_memory(error) : as_names_add(&sources->notes, note, error);
}

/* The number of omitted names that are shown. */
#define SHOWN_NAMES 3

void as_left_names_add(struct as_left_names *left, const char *path)
{
	const char *slash = strrchr(path, '/');
	const size_t used = strlen(left->names);
	char shown[128];

	left->count++;
	if (path[0] == '.' || (slash && slash[1] == '.')) {
		if (left->hidden_count++ == 0)
			as_text_printable(path, strlen(path), left->hidden, sizeof(left->hidden));
	} else if (left->count - left->hidden_count <= SHOWN_NAMES) {
		snprintf(left->names + used, sizeof(left->names) - used, "%s%s", used ? ", " : "",
			as_text_printable(path, strlen(path), shown, sizeof(shown)));
	}
}

char *as_left_names_text(const struct as_left_names *left, struct as_error *error)
{
	const size_t shown = left->count - left->hidden_count;

	return shown > SHOWN_NAMES
		       ? as_text_format(error, "%s and %zu more", left->names, shown - SHOWN_NAMES)
		       : as_text_format(error, "%s", left->names);
}

int as_left_names_note(
	const struct as_left_names *left, struct as_sources *sources, struct as_error *error)
{
	const size_t shown = left->count - left->hidden_count;
	AS_AUTO_FREE char *names = as_left_names_text(left, error);

	if (!names)
		return -1;
	if (sources->count == 0 && left->count > 0)
		return as_sources_refuse_own(sources, "empty",
			as_text_format(error,
				"no file of the source has an allowed name (letters, digits, '_', "
				"'-', '.', '+'): %s",
				shown ? names : left->hidden),
			error);
	if (sources->reason || shown == 0)
		return 0;
	return as_sources_note(sources, error,
		"left out because of the name: %s; use letters, digits, '_', '-', '.' and '+'",
		names);
}
