/* SPDX-License-Identifier: MIT */
/** cell: the code cells of a notebook, in the program that grade/submissions made of it. There a
 * line "# In [N]:" precedes each cell; N is its number among the cells with code.
 * Part of marks.h. */
#ifndef ASSAY_GRADE_MARKS_CELL_H
#define ASSAY_GRADE_MARKS_CELL_H

#include <assay/base.h>

struct as_notebook_place {
	size_t cell; /**< from 1; 0: the program has no such line, or was not made of a notebook */
	size_t line; /**< in the cell, from 1 */
};
struct as_notebook_place as_notebook_cell(const char *program, size_t size, size_t line)
	AS_NONNULL(1);

/** Appends to a compiler's message (on the heap) the cell of the first line of the program `name`
 * that it names. The message stays as it is if it names none. */
int as_notebook_explain(char **message, const char *name, const char *program, size_t size,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

#endif
