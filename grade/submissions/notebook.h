/* SPDX-License-Identifier: MIT */
/* notebook: the program in a Jupyter notebook: its code cells, one after another. */
#ifndef ASSAY_GRADE_NOTEBOOK_H
#define ASSAY_GRADE_NOTEBOOK_H

#include <assay/base.h>

bool notebook_is_named(const char *path);
struct notebook {
	struct as_bytes program;
	size_t cell_count;    /* that are in the program */
	size_t command_count; /* lines and cells of IPython commands that became comments */
};
/* Extracts the code cells. 1: done; clear it. 0: `reason` (free it) is why it has no program, for
 * people. */
int notebook_read(struct notebook *notebook, const struct as_bytes *bytes, char **reason,
	struct as_error *error) AS_MUST_USE;
/* Adds the text of each cell for people to read to a NULL-terminated list on the heap. What is not
 * a notebook has none. */
int notebook_list_texts(
	const struct as_bytes *bytes, char ***texts, struct as_error *error) AS_MUST_USE;
void notebook_clear(struct notebook *notebook);

#endif
