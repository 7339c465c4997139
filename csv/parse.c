/* SPDX-License-Identifier: MIT */
/*
 * Reading. libcsv splits the text; it is fed line by line, because it does not count lines: a line
 * after which no row has ended is part of a quoted cell. Blanks around a cell are kept, since a
 * table is written back as it was.
 */
#include "table.h"

#include <csv.h>
#include <string.h>

#define BOM "\xef\xbb\xbf"
#define BOM_BYTES 3
/* The step by which libcsv grows its buffer of a cell. Its default of 128 is slow for large cells.
 */
#define CELL_STEP_BYTES 65536

struct reading {
	struct as_csv *csv;
	struct as_csv_row row; /* that is being read */
	unsigned line;         /* that is being fed */
	size_t cell_count;
	bool row_ended; /* on this line */
	bool has_header;
	bool failed;
	struct as_error *error;
};

static int at_row(const struct reading *reading, const char *text)
{
	return as_error_at(reading->error, AS_ERROR_INPUT, reading->csv->name, reading->row.line, 0,
		"%s", text);
}

/* ---- called by libcsv ---- */

static void on_cell(void *text, size_t size, void *context)
{
	struct reading *reading = context;

	if (reading->failed)
		return;
	if (reading->row.count == AS_CSV_MAX_COLUMNS || reading->cell_count++ == AS_CSV_MAX_CELLS) {
		reading->failed = true;
		as_error_at(reading->error, AS_ERROR_INPUT, reading->csv->name, reading->line, 0,
			"has more than %d columns or %d cells; is this a list of people?",
			AS_CSV_MAX_COLUMNS, AS_CSV_MAX_CELLS);
		return;
	}
	char *cell = malloc(size + 1);
	if (cell) {
		if (size > 0)
			memcpy(cell, text, size);
		cell[size] = '\0';
	}
	reading->failed = table_put_cell(&reading->row, cell, reading->error) != 0;
}

/* Spreadsheets fill rows up with empty cells. A text there was split off by a delimiter in a cell
 * that is not quoted: the cells before it are in the wrong columns. */
static bool is_too_long(const struct reading *reading)
{
	for (size_t i = reading->csv->header.count; i < reading->row.count; i++)
		if (reading->row.cells[i][strspn(reading->row.cells[i], " \t")])
			return true;
	return false;
}

static int refuse_long(const struct reading *reading)
{
	const struct as_csv *csv = reading->csv;
	const char delimiter[] = {csv->delimiter, '\0'};

	return as_error_at(reading->error, AS_ERROR_INPUT, csv->name, reading->row.line, 0,
		"has %zu cells, more than the header's %zu columns; put a cell that contains %s "
		"into quotes, such as \"%s\"",
		reading->row.count, csv->header.count, csv->delimiter == '\t' ? "a tab" : delimiter,
		csv->delimiter == ','   ? "3,5"
		: csv->delimiter == ';' ? "good; short"
					: "text");
}

/* An empty line is a row without cells. */
static void on_row(int terminator, void *context)
{
	struct reading *reading = context;
	struct as_csv *csv = reading->csv;

	(void)terminator;
	reading->row_ended = true;
	if (reading->failed || reading->row.count == 0)
		return;
	if (reading->has_header) {
		reading->failed = is_too_long(reading)
					  ? refuse_long(reading) != 0
					  : table_put_row(csv, &reading->row, reading->error) != 0;
		return;
	}
	csv->header = reading->row;
	reading->row = (struct as_csv_row){0};
	reading->has_header = true;
}

static int is_never(unsigned char byte)
{
	(void)byte;
	return 0;
}

/* ---- feeding ---- */

/* The length of a line with its end: LF, CR LF or CR. */
static size_t line_length(const char *text, size_t size)
{
	size_t at = 0;

	while (at < size && text[at] != '\n' && text[at] != '\r')
		at++;
	if (at < size && text[at] == '\r' && at + 1 < size && text[at + 1] == '\n')
		return at + 2;
	return at < size ? at + 1 : at;
}

static int feed_line(
	struct csv_parser *parser, struct reading *reading, const char *text, size_t size)
{
	if (reading->row_ended)
		reading->row.line = reading->line;
	reading->row_ended = false;
	if (csv_parse(parser, text, size, on_cell, on_row, reading) != size && !reading->failed) {
		reading->failed = true;
		if (csv_error(parser) == CSV_EPARSE)
			at_row(reading, "has a quote (\") in the middle of a cell; put the whole "
					"cell into quotes, and write each quote in it twice");
		else
			as_error_no_memory(reading->error);
	}
	return reading->failed ? -1 : 0;
}

static int feed(struct csv_parser *parser, struct reading *reading, const char *text, size_t size)
{
	for (size_t at = 0; at < size; reading->line++) {
		const size_t length = line_length(text + at, size - at);
		if (feed_line(parser, reading, text + at, length))
			return -1;
		at += length;
	}
	if (csv_fini(parser, on_cell, on_row, reading) && !reading->failed)
		return csv_error(parser) == CSV_EPARSE
			       ? at_row(reading, "has a quoted cell that does not end; add the "
						 "closing quote (\")")
			       : as_error_no_memory(reading->error);
	return reading->failed ? -1 : 0;
}

static int split(struct as_csv *csv, const char *text, size_t size, unsigned first_line,
	struct as_error *error)
{
	struct csv_parser parser;
	struct reading reading = {
		.csv = csv, .line = first_line, .row_ended = true, .error = error};

	if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL))
		return as_error_no_memory(error);
	csv_set_blk_size(&parser, CELL_STEP_BYTES);
	csv_set_delim(&parser, (unsigned char)csv->delimiter);
	csv_set_space_func(&parser, is_never);
	int failed = feed(&parser, &reading, text, size);
	csv_free(&parser);
	table_row_clear(&reading.row);
	if (!failed && !reading.has_header)
		return as_error_at(error, AS_ERROR_INPUT, csv->name, 0, 0,
			"is empty; its first line must name the columns");
	return failed;
}

/* ---- the head of the file ---- */

/* The most frequent one in the first line that is not empty, outside of quotes. */
static char find_delimiter(const char *text, size_t size)
{
	static const char candidates[] = ",;\t";
	size_t counts[sizeof(candidates) - 1] = {0}, best = 0;
	bool quoted = false, started = false;

	for (size_t at = 0; at < size; at++) {
		const bool is_end = text[at] == '\n' || text[at] == '\r';
		if (is_end && started && !quoted)
			break;
		started |= !is_end;
		quoted ^= text[at] == '"';
		const char *found = quoted || !text[at] ? NULL : strchr(candidates, text[at]);
		if (found)
			counts[found - candidates]++;
	}
	for (size_t i = 1; i < sizeof(counts) / sizeof(*counts); i++)
		if (counts[i] > counts[best])
			best = i;
	return candidates[best];
}

/* Reads the line "sep=;", which sets the delimiter in Excel. Returns its length with its end, or 0.
 */
static size_t read_delimiter_line(struct as_csv *csv, const char *text, size_t size)
{
	const size_t length = line_length(text, size);

	if (length < 6 || strncasecmp(text, "sep=", 4) != 0 || !strchr(",;\t|", text[4]) ||
		(text[5] != '\n' && text[5] != '\r'))
		return 0;
	csv->has_delimiter_line = true;
	csv->delimiter = text[4];
	return length;
}

static bool has_crlf(const char *text, size_t size)
{
	const char *end = memchr(text, '\n', size);

	return end && end > text && end[-1] == '\r';
}

static int parse_utf8(struct as_csv *csv, const char *text, size_t size, struct as_error *error)
{
	csv->has_crlf = has_crlf(text, size);
	const size_t skipped = read_delimiter_line(csv, text, size);
	if (skipped == 0)
		csv->delimiter = find_delimiter(text, size);
	return split(csv, text + skipped, size - skipped, skipped ? 2 : 1, error);
}

static int parse(struct as_csv *csv, const char *text, size_t size, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes recoded = {0};

	if (size > AS_CSV_MAX_BYTES)
		return as_error_at(error, AS_ERROR_INPUT, csv->name, 0, 0,
			"is larger than %ju MiB; is this a list of people?",
			(uintmax_t)(AS_CSV_MAX_BYTES >> 20));
	if (memchr(text, '\0', size))
		return as_error_at(error, AS_ERROR_INPUT, csv->name, 0, 0,
			"is not a CSV file, or is UTF-16; save it as 'CSV UTF-8'");
	if (size >= BOM_BYTES && memcmp(text, BOM, BOM_BYTES) == 0) {
		csv->has_bom = true;
		text += BOM_BYTES;
		size -= BOM_BYTES;
	}
	if (as_text_is_utf8(text, size))
		return parse_utf8(csv, text, size, error);
	csv->was_recoded = true;
	return as_text_from_windows_1252(text, size, &recoded, error)
		       ? -1
		       : parse_utf8(csv, recoded.data, recoded.size, error);
}

int as_csv_parse(
	struct as_csv *csv, const char *name, const char *text, size_t size, struct as_error *error)
{
	*csv = (struct as_csv){.name = strdup(name)};
	int failed = csv->name ? parse(csv, text, size, error) : as_error_no_memory(error);
	if (failed)
		as_csv_clear(csv);
	return failed;
}

int as_csv_read(
	struct as_csv *csv, int dirfd, const char *path, const char *name, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};

	*csv = (struct as_csv){0};
	return as_file_read(dirfd, path, AS_CSV_MAX_BYTES, &bytes, error)
		       ? -1
		       : as_csv_parse(csv, name, bytes.data, bytes.size, error);
}
