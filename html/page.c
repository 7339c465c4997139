/* SPDX-License-Identifier: MIT */
#include <assay/html.h>

char *as_html_close(FILE *out, char **text, struct as_error *error)
{
	bool failed = ferror(out);

	if (fclose(out) || failed) {
		free(*text);
		as_error_no_memory(error);
		return NULL;
	}
	return *text;
}
