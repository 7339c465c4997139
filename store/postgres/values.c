/* SPDX-License-Identifier: MIT */
#include "link.h"

char *as_pg_write_array(const char *const *items, size_t count, struct as_error *error)
{
	AS_AUTO_FREE char *text = NULL;
	size_t size = 0;
	AS_AUTO_FILE FILE *out = open_memstream(&text, &size);

	if (!out) {
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i < count; i++) {
		fputs(i ? ",\"" : "{\"", out);
		for (const char *letter = items[i]; *letter; letter++)
			fprintf(out, *letter == '"' || *letter == '\\' ? "\\%c" : "%c", *letter);
		putc('"', out);
	}
	putc('}', out);
	if (fflush(out) || ferror(out)) {
		as_error_no_memory(error);
		return NULL;
	}
	fclose(as_steal(out));
	return as_steal(text);
}
