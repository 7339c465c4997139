/* SPDX-License-Identifier: MIT */
/**
 * csv: tables with a header line, as spreadsheets and learning platforms write and change them.
 *
 * Reading detects the delimiter (comma, semicolon, tab). It accepts a byte order mark, quoted cells
 * that contain delimiters and line ends, LF, CRLF and CR, UTF-8 and Windows-1252. Columns are found
 * by the names in the header, in any order; other columns are kept.
 *
 * A spreadsheet runs a cell as a formula if it starts with = + - @, a tab or a line end. So a text
 * that starts with one of them, after any number of apostrophes, is stored with one more apostrophe
 * before it, and as_csv_cell takes it off again. Numbers are stored as they are.
 *
 * Writing keeps the order of columns and rows, the delimiter, the line ends, the byte order mark
 * and every cell that was not set. It quotes cells only if necessary. The result is UTF-8, even if
 * the input was Windows-1252; it then has a byte order mark.
 *
 * Life cycle: `struct as_csv csv = {0}`; as_csv_read, as_csv_parse or as_csv_init; as_csv_clear.
 */
#ifndef ASSAY_CSV_H
#define ASSAY_CSV_H

#include <assay/base.h>

struct as_csv_row {
	char **cells;  /**< as stored; read them with as_csv_cell */
	size_t count;  /**< may be less than the header has; further cells are empty */
	unsigned line; /**< where the row begins, from 1; 0: it was added */
};

struct as_csv {
	char *name;              /**< the name that errors show */
	char delimiter;          /**< ',', ';' or tab */
	bool has_bom;            /**< it began with a byte order mark */
	bool has_delimiter_line; /**< its first line was "sep=;" */
	bool has_crlf;           /**< its lines end with CR LF */
	bool was_recoded;        /**< it was not UTF-8 and was read as Windows-1252 */
	struct as_csv_row header;
	struct as_csv_row *rows; /**< empty lines are not rows */
	size_t count;
};
#define AS_AUTO_CSV AS_AUTO(as_csv_clear)

/** The maximum number of bytes of a file, columns of a row, and cells of a table. */
#define AS_CSV_MAX_BYTES (UINT64_C(64) << 20)
#define AS_CSV_MAX_COLUMNS 10000
#define AS_CSV_MAX_CELLS 4000000

/**
 * Parses a table into an empty one. AS_ERROR_INPUT with the line: it has no header, a quoted cell
 * does not end, text follows a quoted cell, a cell that is not quoted has a quote in it, a row has
 * text in more cells than the header has, it has a NUL byte (a spreadsheet's own file, or UTF-16),
 * or it is too large.
 */
int as_csv_parse(struct as_csv *csv, const char *name, const char *text, size_t size,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Reads and parses a file beneath dirfd (AT_FDCWD: any path). Errors also as as_file_read. */
int as_csv_read(struct as_csv *csv, int dirfd, const char *path, const char *name,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3, 4);
/** Makes an empty table with a comma, LF and no byte order mark. */
int as_csv_init(struct as_csv *csv, const char *name, const char *const *columns, size_t count,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Leaves `{0}` behind. */
void as_csv_clear(struct as_csv *csv) AS_NONNULL(1);

/* ---- columns ---- */

/**
 * Finds the column with one of the names, the first of `names` that the header has; SIZE_MAX: none.
 * Upper and lower case of ASCII letters, and blanks around a name, do not matter. Of two columns of
 * one name the first is found.
 */
size_t as_csv_column(const struct as_csv *csv, const char *const *names, size_t count) AS_MUST_USE
	AS_NONNULL(1, 2);
/** The same, but AS_ERROR_INPUT at the header if there is no such column (the message names
 * names[0] and the existing columns), or if two columns have that name. */
int as_csv_require(const struct as_csv *csv, const char *const *names, size_t count, size_t *column,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 4);

/* ---- cells ---- */

/** The text of a cell, without the apostrophe; "" if the row has no such cell or `column` is
 * SIZE_MAX. Borrowed until the cell is set. */
const char *as_csv_cell(const struct as_csv *csv, size_t row, size_t column) AS_NONNULL(1);
/** Records an AS_ERROR_INPUT at the row's line and returns -1. */
int as_csv_error(const struct as_csv *csv, size_t row, struct as_error *error, const char *format,
	...) AS_PRINTF(4, 5) AS_NONNULL(1);

/** Stores a copy of a text; the row gets empty cells before it if it is shorter. */
int as_csv_set_text(struct as_csv *csv, size_t row, size_t column, const char *text,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 4);
/** The same for a number, as the caller wrote it: it is stored as it is. AS_ERROR_INTERNAL: it has
 * other characters than digits, + - . , and e. */
int as_csv_set_number(struct as_csv *csv, size_t row, size_t column, const char *number,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 4);
/** Adds a row of empty cells at the end; its index is csv->count - 1. */
int as_csv_add_row(struct as_csv *csv, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Adds a column at the right end; its index is csv->header.count - 1. */
int as_csv_add_column(struct as_csv *csv, const char *name, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);

/** Removes the columns that are not among `columns`, indices of the header; the others keep their
 * order. */
void as_csv_keep_columns(struct as_csv *csv, const size_t *columns, size_t count) AS_NONNULL(1, 2);

/* ---- writing ---- */

/** Writes the table; clear `bytes` in any case. */
int as_csv_format(const struct as_csv *csv, struct as_bytes *bytes,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#endif
