/* SPDX-License-Identifier: MIT */
/* Writing. */
#include "table.h"

#include <csv.h>
#include <string.h>

/* A cell with any delimiter is quoted, also with one of other countries: their spreadsheets would
 * split the cell, and could run the second part as a formula. Blanks at the ends are dropped by
 * some readers; a first cell must not look like the line "sep=;" or begin with a byte order mark.
 */
static bool needs_quotes(const struct as_csv *csv, const char *cell)
{
	const size_t length = strlen(cell);

	return strchr(cell, csv->delimiter) || strpbrk(cell, ",;\t\"\r\n") || *cell == ' ' ||
	       (length > 0 && cell[length - 1] == ' ') || strncasecmp(cell, "sep=", 4) == 0 ||
	       strncmp(cell, "\xef\xbb\xbf", 3) == 0;
}

static void write_cell(const struct as_csv *csv, const char *cell, FILE *file)
{
	if (*cell && needs_quotes(csv, cell))
		csv_fwrite(file, cell, strlen(cell));
	else
		fputs(cell, file);
}

static void write_row(const struct as_csv *csv, const struct as_csv_row *row, FILE *file)
{
	for (size_t i = 0; i < row->count; i++) {
		if (i > 0)
			putc(csv->delimiter, file);
		write_cell(csv, row->cells[i], file);
	}
	/* An empty line would not be a row. */
	if (row->count == 1 && !*row->cells[0])
		fputs("\"\"", file);
	fputs(csv->has_crlf ? "\r\n" : "\n", file);
}

int as_csv_format(const struct as_csv *csv, struct as_bytes *bytes, struct as_error *error)
{
	*bytes = (struct as_bytes){0};
	FILE *file = open_memstream(&bytes->data, &bytes->size);
	if (!file)
		return as_error_no_memory(error);
	if (csv->has_bom || csv->was_recoded)
		fputs("\xef\xbb\xbf", file);
	if (csv->has_delimiter_line)
		fprintf(file, "sep=%c%s", csv->delimiter, csv->has_crlf ? "\r\n" : "\n");
	write_row(csv, &csv->header, file);
	for (size_t i = 0; i < csv->count; i++)
		write_row(csv, &csv->rows[i], file);
	return as_text_close(file, &bytes->data, error) ? 0 : -1;
}
