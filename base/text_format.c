/* SPDX-License-Identifier: MIT */
/* Apart from text.c: an error is written with the texts of that file. */
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
