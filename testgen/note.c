/* SPDX-License-Identifier: MIT */
#include "maker.h"

#include <string.h>

void maker_note(const struct maker *maker, const char *format, ...)
{
	char text[1024], shown[1400];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	as_text_printable(text, strlen(text), shown, sizeof(shown));
	if (maker->config->note)
		maker->config->note(maker->config->progress_context, shown);
}
