/* SPDX-License-Identifier: MIT */
/* The columns of manual.csv; private to grade/marks. */
#ifndef ASSAY_GRADE_MARKS_MANUAL_TABLE_H
#define ASSAY_GRADE_MARKS_MANUAL_TABLE_H

#include "table.h"

/* The columns of a manual item; SIZE_MAX: missing. */
struct manual_columns {
	size_t mark;
	size_t comment;
};
/* manual_update.c: finds the columns of an item; those of other items are missing. */
int manual_find_columns(const struct as_csv *csv, const struct as_item *item,
	struct manual_columns *columns, struct as_error *error) AS_MUST_USE;

#endif
