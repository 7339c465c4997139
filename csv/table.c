/* SPDX-License-Identifier: MIT */
/* The memory of tables, and their errors. */
#include "table.h"

void table_row_clear(struct as_csv_row *row)
{
	for (size_t i = 0; i < row->count; i++)
		free(row->cells[i]);
	free(row->cells);
	*row = (struct as_csv_row){0};
}

void as_csv_clear(struct as_csv *csv)
{
	for (size_t i = 0; i < csv->count; i++)
		table_row_clear(&csv->rows[i]);
	free(csv->rows);
	table_row_clear(&csv->header);
	free(csv->name);
	*csv = (struct as_csv){0};
}

int table_put_cell(struct as_csv_row *row, char *cell, struct as_error *error)
{
	if (!cell)
		return as_error_no_memory(error);
	if (!as_array_reserve(row->cells, row->count, error)) {
		free(cell);
		return -1;
	}
	row->cells[row->count++] = cell;
	return 0;
}

int table_put_row(struct as_csv *csv, struct as_csv_row *row, struct as_error *error)
{
	if (!as_array_reserve(csv->rows, csv->count, error)) {
		table_row_clear(row);
		return -1;
	}
	csv->rows[csv->count++] = *row;
	*row = (struct as_csv_row){0};
	return 0;
}

int as_csv_error(
	const struct as_csv *csv, size_t row, struct as_error *error, const char *format, ...)
{
	char text[sizeof(error->text)];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	return as_error_at(error, AS_ERROR_INPUT, csv->name, csv->rows[row].line, 0, "%s", text);
}
