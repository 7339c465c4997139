/* SPDX-License-Identifier: MIT */
/* notebook: extracts the program of a Jupyter notebook: the concatenation of its code cells. */
#ifndef ASSAY_GRADE_NOTEBOOK_H
#define ASSAY_GRADE_NOTEBOOK_H

#include <assay/base.h>

bool notebook_is_named(const char *path);
struct notebook {
	struct as_bytes program;
	size_t cell_count;    /* that are in the program */
	size_t command_count; /* number of lines and cells with IPython commands, which became
				 comments */
};
/* Extracts the code cells. 1: done; clear it. 0: it has no program, and `reason` (free it) says
 * why, for people. */
int notebook_read(struct notebook *notebook, const struct as_bytes *bytes, char **reason,
	struct as_error *error) AS_MUST_USE;
/* Appends the text of each text cell to a NULL-terminated list on the heap. A file that is not a
 * notebook has none. */
int notebook_list_texts(
	const struct as_bytes *bytes, char ***texts, struct as_error *error) AS_MUST_USE;
/* True if two programs have the same lines of code; an exported notebook has more comments. */
bool notebook_equals(const struct as_bytes *first, const struct as_bytes *second);
void notebook_clear(struct notebook *notebook);

#endif
