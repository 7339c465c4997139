/* SPDX-License-Identifier: MIT */
/* Lists of lines for the teacher. */
#include "grade.h"

int grade_notes_add(char ***notes, struct as_error *error, const char *format, ...)
{
	va_list arguments;
	char *text = NULL;

	va_start(arguments, format);
	const int size = vasprintf(&text, format, arguments);
	va_end(arguments);
	return size < 0 ? as_error_no_memory(error) : as_names_add(notes, text, error);
}
