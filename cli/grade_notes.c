/* SPDX-License-Identifier: MIT */
/* Lists of lines for the teacher. */
#include "grade.h"

int grade_notes_add(char ***notes, struct as_error *error, const char *format, ...)
{
	va_list arguments;
	size_t count = 0;
	char *text = NULL;

	while (*notes && (*notes)[count])
		count++;
	char **grown = reallocarray(*notes, count + 2, sizeof(*grown));
	if (!grown)
		return as_error_no_memory(error);
	*notes = grown;
	grown[count] = grown[count + 1] = NULL;
	va_start(arguments, format);
	const int size = vasprintf(&text, format, arguments);
	va_end(arguments);
	if (size < 0)
		return as_error_no_memory(error);
	grown[count] = text;
	return 0;
}
