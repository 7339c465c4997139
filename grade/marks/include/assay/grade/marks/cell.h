/* SPDX-License-Identifier: MIT */
/**
 * cell: the code cells of a notebook in the program that grade/submissions made of it: a line
 * "# In [N]:" is before each, and N is its number among the cells that have code. Part of marks.h.
 */
#ifndef ASSAY_GRADE_MARKS_CELL_H
#define ASSAY_GRADE_MARKS_CELL_H

#include <assay/base.h>

struct as_notebook_place {
	size_t cell; /**< from 1; 0: the program has no such line, or is not of a notebook */
	size_t line; /**< in the cell, from 1 */
};
struct as_notebook_place as_notebook_cell(const char *program, size_t size, size_t line)
	AS_NONNULL(1);

/** Adds to a compiler's message on the heap in which cell its first line of the program `name` is;
 * it stays as it is if it names none. */
int as_notebook_explain(char **message, const char *name, const char *program, size_t size,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

#endif
