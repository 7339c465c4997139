/* SPDX-License-Identifier: MIT */
/* ipython: turns IPython's commands in the code of a cell (%matplotlib, !pip) into comments. */
#ifndef ASSAY_GRADE_IPYTHON_H
#define ASSAY_GRADE_IPYTHON_H

#include <assay/base.h>

/* Writes the code of a cell, with a line end after its last line. Returns the number of commands.
 */
size_t ipython_write(const char *code, size_t size, FILE *file);

#endif
