/* SPDX-License-Identifier: MIT */
/* Lists of lines for the teacher, and findings for the caller. */
#include "state.h"

int grade_notes_add(char ***notes, struct as_error *error, const char *format, ...)
{
	va_list arguments;
	char *text = NULL;

	va_start(arguments, format);
	const int size = vasprintf(&text, format, arguments);
	va_end(arguments);
	return size < 0 ? as_error_no_memory(error) : as_names_add(notes, text, error);
}

void grade_find(const struct as_grade *grade, enum as_finding_level level, const char *where,
	const char *format, ...)
{
	const struct as_grade_calls *calls = &grade->config.calls;
	char text[1024];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	calls->found(calls->context,
		&(struct as_finding){.level = level, .where = (char *)where, .text = text});
}
