/* SPDX-License-Identifier: MIT */
/* Messages about a submission's files: why they are refused, how they were interpreted. */
#include <assay/program/sources.h>

#include <stdarg.h>
#include <stdio.h>

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
	sources->own_text = text;
	as_sources_refuse(sources, reason, text);
	return 0;
}

int as_sources_note(struct as_sources *sources, struct as_error *error, const char *format, ...)
{
	va_list arguments;
	size_t count = 0;
	char *note;

	va_start(arguments, format);
	int length = vasprintf(&note, format, arguments);
	va_end(arguments);
	while (sources->notes && sources->notes[count])
		count++;
	char **notes = length < 0 ? NULL : reallocarray(sources->notes, count + 2, sizeof(*notes));
	if (!notes) {
		free(length < 0 ? NULL : note);
		return as_error_no_memory(error);
	}
	sources->notes = notes;
	notes[count] = note;
	notes[count + 1] = NULL;
	return 0;
}
