/* SPDX-License-Identifier: MIT */
/* A single row of any values, and nothing else. */
#ifndef ASSAY_TESTS_ROW_CASE_H
#define ASSAY_TESTS_ROW_CASE_H

#include <assay/reference.h>

static inline int row_read(int fd, struct as_row *row, struct as_error *error)
{
	AS_AUTO_ROW_READER struct as_row_reader *in = as_row_reader_new(fd, "stdin", error);

	if (!in || as_row_reader_row(in, INT64_MIN, row, error))
		return -1;
	if (as_row_reader_end(in, error) == 0)
		return 0;
	as_row_clear(row);
	return -1;
}

#endif
