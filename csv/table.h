/* SPDX-License-Identifier: MIT */
/* table: the parts of a table in memory, for its reader and for its writers. */
#ifndef ASSAY_CSV_TABLE_H
#define ASSAY_CSV_TABLE_H

#include <assay/csv.h>

/* moves a cell on the heap to the end of a row; frees it on failure. */
int table_put_cell(struct as_csv_row *row, char *cell, struct as_error *error) AS_MUST_USE;
/* moves a row to the end of the table; clears it on failure. */
int table_put_row(struct as_csv *csv, struct as_csv_row *row, struct as_error *error) AS_MUST_USE;
void table_row_clear(struct as_csv_row *row);

#endif
