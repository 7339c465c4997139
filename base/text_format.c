/* SPDX-License-Identifier: MIT */
/* Separate from text.c, so that error.c and text.c do not call each other. */
#include <assay/base.h>

char *as_text_format(struct as_error *error, const char *format, ...)
{
	char *text = NULL;
	va_list arguments;
	va_start(arguments, format);
	int length = vasprintf(&text, format, arguments);
	va_end(arguments);
	if (length >= 0)
		return text;
	as_error_no_memory(error);
	return NULL;
}
