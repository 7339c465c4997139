/* SPDX-License-Identifier: MIT */
/* Writes the platform's sheet with the marks. Both platforms read commas and UTF-8, so these are
 * used even if a spreadsheet changed the file. */
#include "columns.h"

#include <string.h>

/* From the language packs ("maxgrade"). */
static const char *const maximum_names[] = {"maximum grade", "bestwertung", "bestbewertung",
	"note maximale", "calificación máxima", "nota máxima", "maximalt betyg", "最高成绩"};

/* From Moodle's language packs: the heading ("gradecanbechanged"), and the answer "No". */
static const char *const change_names[] = {"grade can be changed", "bewertung kann geändert werden",
	"la note peut être modifiée", "note modifiable", "la calificación puede ser cambiada",
	"la calificación puede cambiarse", "se puede cambiar la calificación",
	"la valutazione può essere modificata", "a nota pode ser alterada",
	"nota pode ser alterada", "cijfer kan gewijzigd worden", "beoordeling kan gewijzigd worden",
	"betyg kan ändras", "betyget kan ändras", "známka může být změněna",
	"hodnocení lze změnit"};
static const char *const nos[] = {"no", "nein", "non", "não", "nee", "nej", "ne"};

bool as_sheet_is_canvas(const struct as_submissions *submissions)
{
	return submissions->arrival->sheet_is_canvas;
}

const char *as_sheet_name(const struct as_submissions *submissions)
{
	return submissions->arrival->sheet ? submissions->arrival->sheet->name : "";
}

const char *as_sheet_maximum(const struct as_submissions *submissions, size_t person)
{
	const struct as_csv *sheet = submissions->arrival->sheet;
	const size_t row = submissions->persons[person].sheet_row;

	if (!sheet || row == SIZE_MAX || as_sheet_is_canvas(submissions) ||
		submissions->arrival->sheet_is_roster)
		return "";
	return as_csv_cell(sheet, row,
		as_csv_column(
			sheet, maximum_names, sizeof(maximum_names) / sizeof(*maximum_names)));
}

bool as_sheet_is_locked(const struct as_submissions *submissions, size_t person)
{
	const struct as_csv *sheet = submissions->arrival->sheet;
	const size_t row = submissions->persons[person].sheet_row;

	if (!sheet || row == SIZE_MAX || as_sheet_is_canvas(submissions))
		return false;
	const char *cell = as_csv_cell(sheet, row,
		as_csv_column(sheet, change_names, sizeof(change_names) / sizeof(*change_names)));
	for (size_t i = 0; i < sizeof(nos) / sizeof(*nos); i++)
		if (strcasecmp(cell, nos[i]) == 0)
			return true;
	return false;
}

const char *as_sheet_grade(
	const struct as_submissions *submissions, const char *column, size_t person)
{
	const struct as_csv *sheet = submissions->arrival->sheet;
	const size_t row = submissions->persons[person].sheet_row;
	size_t index;

	if (!sheet || row == SIZE_MAX || columns_find_marks(sheet, column, &index, NULL))
		return "";
	return as_csv_cell(sheet, row, index);
}

/* Canvas has it in a row of its own, above the students. */
static const char *find_possible(const struct as_csv *sheet, const char *column)
{
	size_t index;

	if (columns_find_marks(sheet, column, &index, NULL))
		return "";
	for (size_t row = 0; row < sheet->count; row++) {
		const char *first = as_csv_cell(sheet, row, 0);
		first += strspn(first, " ");
		if (strncasecmp(first, "Points Possible", strlen("Points Possible")) == 0)
			return as_csv_cell(sheet, row, index);
	}
	return "";
}

const char *as_sheet_full_grade(const struct as_submissions *submissions, const char *column)
{
	const char *found = "";

	if (!submissions->arrival->sheet)
		return "";
	if (as_sheet_is_canvas(submissions))
		return find_possible(submissions->arrival->sheet, column);
	for (size_t i = 0; i < submissions->person_count && !*found; i++)
		found = as_sheet_maximum(submissions, i);
	return found;
}

static int copy_sheet(const struct as_csv *sheet, struct as_csv *copy, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};

	return as_csv_format(sheet, &bytes, error) ||
			       as_csv_parse(copy, sheet->name, bytes.data, bytes.size, error)
		       ? -1
		       : 0;
}

/* Values that a teacher or the platform decided. */
static bool is_decided(const struct as_csv *csv, size_t row, size_t column)
{
	const char *cell = as_csv_cell(csv, row, column);

	return strcasecmp(cell, "EX") == 0 || strcasecmp(cell, "N/A") == 0;
}

bool as_sheet_is_excused(
	const struct as_submissions *submissions, const char *column, size_t person)
{
	const struct as_csv *sheet = submissions->arrival->sheet;
	const size_t row = submissions->persons[person].sheet_row;
	size_t index;

	return sheet && row != SIZE_MAX && as_sheet_is_canvas(submissions) &&
	       columns_find_marks(sheet, column, &index, NULL) == 0 &&
	       is_decided(sheet, row, index);
}

static int fill_sheet(const struct as_submissions *submissions, const char *column,
	const char *const *marks, size_t *kept, struct as_csv *csv, struct as_error *error)
{
	const bool is_canvas = as_sheet_is_canvas(submissions);
	size_t index;

	*kept = 0;
	if (columns_find_marks(csv, column, &index, error))
		return -1;
	for (size_t i = 0; i < submissions->person_count; i++) {
		const size_t row = submissions->persons[i].sheet_row;
		if (row == SIZE_MAX)
			continue;
		if (is_canvas && is_decided(csv, row, index))
			++*kept;
		else if (marks[i] && as_csv_set_number(csv, row, index, marks[i], error))
			return -1;
	}
	return 0;
}

static int disarm_column(struct as_csv *csv, size_t column, struct as_error *error)
{
	for (size_t row = 0; column != SIZE_MAX && row < csv->count; row++) {
		const char *cell = as_csv_cell(csv, row, column);
		AS_AUTO_FREE char *text = as_text_format(error, "%s", cell);
		if (!text || (strcmp(text, "-") != 0 && column < csv->rows[row].count &&
				     as_csv_set_text(csv, row, column, text, error)))
			return -1;
	}
	return 0;
}

/* Names, which people choose and which no platform reads back: platforms identify a row by the
 * number, the id or the mail. A spreadsheet would run names that begin like a formula. */
static int disarm(struct as_csv *csv, struct as_error *error)
{
	struct columns columns;

	columns_find(csv, &columns);
	return disarm_column(csv, columns.name, error) ||
			       disarm_column(csv, columns.first_name, error) ||
			       disarm_column(csv, columns.last_name, error) ||
			       disarm_column(csv, columns.group, error)
		       ? -1
		       : 0;
}

/*
 * Canvas imports every column of an assignment, so that one that was changed on the platform since
 * the export would be set back. Its own columns of a student, of which some schools have more, and
 * the filled one are all that it needs.
 */
static int keep_filled(struct as_csv *csv, const char *column, struct as_error *error)
{
	static const char *const names[] = {"student", "student name", "lastname", "firstname",
		"last name", "first name", "id", "sis user id", "sis login id", "integration id",
		"root account", "section"};
	size_t kept[sizeof(names) / sizeof(*names) + 1], count = 1;

	if (columns_find_marks(csv, column, &kept[0], error))
		return -1;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const size_t index = as_csv_column(csv, &names[i], 1);
		if (index != SIZE_MAX)
			kept[count++] = index;
	}
	as_csv_keep_columns(csv, kept, count);
	return 0;
}

int as_sheet_fill(const struct as_submissions *submissions, const char *column,
	const char *const *marks, size_t *kept, struct as_bytes *bytes, struct as_error *error)
{
	AS_AUTO_CSV struct as_csv csv = {0};
	size_t count;

	*bytes = (struct as_bytes){0};
	if (!submissions->arrival->sheet)
		return as_error_set(error, AS_ERROR_USAGE, "no sheet of the platform was given");
	if (copy_sheet(submissions->arrival->sheet, &csv, error) || disarm(&csv, error) ||
		fill_sheet(submissions, column, marks, kept ? kept : &count, &csv, error))
		return -1;
	csv.delimiter = ',';
	csv.has_delimiter_line = false;
	/* Canvas compares the first name in the header, and would read the mark as a part of it. */
	if (as_sheet_is_canvas(submissions)) {
		csv.has_bom = false;
		if (keep_filled(&csv, column, error))
			return -1;
	}
	return as_csv_format(&csv, bytes, error);
}
