/* SPDX-License-Identifier: MIT */
/*
 * Jansson escapes the controls below U+0020 only. A terminal obeys U+0080 to U+009F as well, and
 * shows text in another order after others. Section 7 of RFC 8259 allows any character of a string
 * to be escaped, and outside of strings JSON contains no such character.
 */
#include "text.h"

#include <assay/base/document.h>
#include <string.h>

static void json_put(const char *text, size_t size, FILE *out)
{
	uint32_t code;
	size_t step;

	for (; size > 0; text += step, size -= step) {
		step = as_utf8_decode(text, size, &code);
		if (step == 0)
			break; /* Jansson accepts UTF-8 only */
		if (code < 0x7F || as_utf8_is_printable(code))
			fwrite(text, 1, step, out);
		else
			fprintf(out, "\\u%04X", (unsigned)code);
	}
}

char *as_json_print(const json_t *value, size_t flags)
{
	AS_AUTO_FREE char *text = value ? json_dumps(value, flags) : NULL;
	char *printed = NULL;
	size_t size;
	FILE *out = text ? open_memstream(&printed, &size) : NULL;

	if (!out)
		return NULL;
	json_put(text, strlen(text), out);
	if (fclose(out) == 0)
		return printed;
	free(printed);
	return NULL;
}
