/* SPDX-License-Identifier: MIT */
/* Columns by their names, and cells as texts and numbers. */
#include "table.h"

#include <ctype.h>
#include <string.h>

/* ---- formulas ---- */

/* Some spreadsheets drop a leading tab or line end before they look for a formula. */
#define FORMULA_BYTES "=+-@\t\r\n"

/* True if a spreadsheet would run the text, or if it begins like a text that was stored with an
 * apostrophe. */
static bool is_formula(const char *text)
{
	text += strspn(text, "'");
	return *text && strchr(FORMULA_BYTES, *text);
}

/* A copy of a text as it is stored. */
static char *store_text(const char *text, struct as_error *error)
{
	return as_text_format(error, "%s%s", is_formula(text) ? "'" : "", text);
}

static const char *read_text(const char *stored)
{
	return *stored == '\'' && is_formula(stored) ? stored + 1 : stored;
}

/* ---- columns ---- */

/* A name of the header without the blanks around it. */
static const char *trim(const char *text, size_t *length)
{
	text = read_text(text);
	while (isspace((unsigned char)*text))
		text++;
	*length = strlen(text);
	while (*length > 0 && isspace((unsigned char)text[*length - 1]))
		--*length;
	return text;
}

static size_t find_column(const struct as_csv *csv, const char *name, size_t from)
{
	for (size_t i = from; i < csv->header.count; i++) {
		size_t length;
		const char *text = trim(csv->header.cells[i], &length);
		if (length == strlen(name) && strncasecmp(text, name, length) == 0)
			return i;
	}
	return SIZE_MAX;
}

size_t as_csv_column(const struct as_csv *csv, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const size_t column = find_column(csv, names[i], 0);
		if (column != SIZE_MAX)
			return column;
	}
	return SIZE_MAX;
}

static int at_header(const struct as_csv *csv, struct as_error *error, const char *format, ...)
	AS_PRINTF(3, 4);
static int at_header(const struct as_csv *csv, struct as_error *error, const char *format, ...)
{
	char text[sizeof(error->text)];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	return as_error_at(error, AS_ERROR_INPUT, csv->name, csv->header.line, 0, "%s", text);
}

/* The names of the first columns: "a, b and 3 more". */
static void list_columns(const struct as_csv *csv, char text[600])
{
	size_t used = 0, i = 0;

	for (; i < csv->header.count && used < 400; i++) {
		size_t length;
		const char *name = trim(csv->header.cells[i], &length);
		used += (size_t)snprintf(text + used, 600 - used, "%s%.*s", i ? ", " : "",
			(int)(length < 80 ? length : 80), name);
	}
	if (i < csv->header.count)
		snprintf(text + used, 600 - used, " and %zu more", csv->header.count - i);
}

int as_csv_require(const struct as_csv *csv, const char *const *names, size_t count, size_t *column,
	struct as_error *error)
{
	char columns[600] = "";

	*column = as_csv_column(csv, names, count);
	if (*column == SIZE_MAX) {
		list_columns(csv, columns);
		return at_header(
			csv, error, "has no column '%s'; its columns are: %s", names[0], columns);
	}
	size_t length;
	const char *name = trim(csv->header.cells[*column], &length);
	AS_AUTO_FREE char *copy = strndup(name, length);
	if (!copy)
		return as_error_no_memory(error);
	if (find_column(csv, copy, *column + 1) != SIZE_MAX)
		return at_header(csv, error, "has two columns '%s'; rename one of them", copy);
	return 0;
}

/* ---- cells ---- */

const char *as_csv_cell(const struct as_csv *csv, size_t row, size_t column)
{
	const struct as_csv_row *found = &csv->rows[row];

	return column < found->count ? read_text(found->cells[column]) : "";
}

/* Takes `cell`. */
static int set(struct as_csv *csv, size_t row, size_t column, char *cell, struct as_error *error)
{
	struct as_csv_row *found = &csv->rows[row];
	AS_AUTO_FREE char *own = cell;

	if (!own)
		return -1;
	while (found->count <= column)
		if (table_put_cell(found, strdup(""), error))
			return -1;
	free(found->cells[column]);
	found->cells[column] = as_steal(own);
	return 0;
}

static int check_utf8(const char *text, struct as_error *error)
{
	return as_text_is_utf8(text, strlen(text))
		       ? 0
		       : as_error_set(error, AS_ERROR_INTERNAL, "a text for a CSV is not UTF-8");
}

int as_csv_set_text(
	struct as_csv *csv, size_t row, size_t column, const char *text, struct as_error *error)
{
	return check_utf8(text, error) ? -1 : set(csv, row, column, store_text(text, error), error);
}

int as_csv_set_number(
	struct as_csv *csv, size_t row, size_t column, const char *number, struct as_error *error)
{
	if (!*number || number[strspn(number, "0123456789+-.,eE")])
		return as_error_set(error, AS_ERROR_INTERNAL, "'%s' is not a number", number);
	return set(csv, row, column, as_text_format(error, "%s", number), error);
}

int as_csv_add_row(struct as_csv *csv, struct as_error *error)
{
	struct as_csv_row row = {0};

	for (size_t i = 0; i < csv->header.count; i++) {
		if (table_put_cell(&row, strdup(""), error)) {
			table_row_clear(&row);
			return -1;
		}
	}
	return table_put_row(csv, &row, error);
}

int as_csv_add_column(struct as_csv *csv, const char *name, struct as_error *error)
{
	if (check_utf8(name, error))
		return -1;
	char *cell = store_text(name, error);
	return cell ? table_put_cell(&csv->header, cell, error) : -1;
}

int as_csv_init(struct as_csv *csv, const char *name, const char *const *columns, size_t count,
	struct as_error *error)
{
	*csv = (struct as_csv){.name = strdup(name), .delimiter = ','};
	if (!csv->name)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++) {
		if (as_csv_add_column(csv, columns[i], error)) {
			as_csv_clear(csv);
			return -1;
		}
	}
	return 0;
}

static bool is_among(size_t column, const size_t *columns, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (columns[i] == column)
			return true;
	return false;
}

static void keep_cells(struct as_csv_row *row, const size_t *columns, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < row->count; i++) {
		if (is_among(i, columns, count))
			row->cells[kept++] = row->cells[i];
		else
			free(row->cells[i]);
	}
	row->count = kept;
}

void as_csv_keep_columns(struct as_csv *csv, const size_t *columns, size_t count)
{
	keep_cells(&csv->header, columns, count);
	for (size_t i = 0; i < csv->count; i++)
		keep_cells(&csv->rows[i], columns, count);
}
