/* SPDX-License-Identifier: MIT */
/* The tables about the export: files that were left out, and the teacher's sheet
 * with the marks. */
#include "state.h"

#include <assay/base/fit.h>
#include <assay/csv.h>
#include <string.h>

/* ---- what was left out ---- */

/* The last part of the path is a name that people chose, or that contains the name of a person. */
static const char *hide_left(const struct as_left_file *left)
{
	const char *dot = strrchr(left->path, '.');

	return dot && !strchr(dot, '/') && strlen(dot) <= 10 ? dot : "-";
}

static int add_left(struct as_csv *csv, const struct as_grade *grade,
	const struct as_left_file *left, struct as_error *error)
{
	const struct as_submissions *submissions = grade->people.submissions;
	const bool blind = grade->config.blind;
	char label[AS_PSEUDONYM_SIZE];
	const struct as_received *received =
		left->received == SIZE_MAX ? NULL : &submissions->received[left->received];
	const bool known = received && received->person != SIZE_MAX;

	if (as_csv_add_row(csv, error))
		return -1;
	const size_t at = csv->count - 1;
	AS_AUTO_FREE char *text = as_text_format(error, "%s", left->text);
	if (!text)
		return -1;
	return as_csv_set_text(csv, at, 0, blind ? hide_left(left) : left->path, error) ||
			       as_csv_set_text(csv, at, 1,
				       known ? as_class_label(grade->class,
						       as_class_row(grade->class, received->person)
							       ->id,
						       label)
					     : "",
				       error) ||
			       as_csv_set_text(
				       csv, at, 2, as_left_reason_name(left->reason), error) ||
			       as_csv_set_text(
				       csv, at, 3, blind ? grade_hide_quoted(text) : text, error)
		       ? -1
		       : 0;
}

/* By pseudonym: the paths would have the order of the names. */
static int compare_left(const void *left, const void *right)
{
	const struct as_csv_row *a = left, *b = right;
	const size_t columns[] = {1, 0, 2, 3}; /* id, ending, reason, text */
	int order = 0;

	for (size_t i = 0; order == 0 && i < 4; i++)
		order = strcmp(a->cells[columns[i]], b->cells[columns[i]]);
	return order;
}

int grade_write_left(const struct as_grade *grade, struct as_error *error)
{
	static const char *const columns[] = {"path", "id", "reason", "text"};
	const struct as_submissions *submissions = grade->people.submissions;
	AS_AUTO_CSV struct as_csv csv = {0};
	AS_AUTO_BYTES struct as_bytes bytes = {0};

	if (as_csv_init(&csv, "left-out.csv", columns, 4, error))
		return -1;
	for (size_t i = 0; i < submissions->left_count; i++)
		if (add_left(&csv, grade, &submissions->left[i], error))
			return -1;
	if (grade->config.blind && csv.count)
		qsort(csv.rows, csv.count, sizeof(*csv.rows), compare_left);
	return as_csv_format(&csv, &bytes, error) ||
			       as_class_write_table(grade->class, "left-out.csv", &bytes, error)
		       ? -1
		       : 0;
}

/* ---- the teacher's sheet ---- */

/* Marks that are not written into the sheet. */
struct unfilled {
	size_t open;    /* cells of people whose mark is incomplete: not changed */
	size_t strange; /* students with a mark who are not in the sheet */
	size_t above;   /* marks above the platform's maximum, included in `open` */
	int64_t max_e4; /* that maximum */
	size_t kept; /* marks of people who are excused on Canvas, or do not have the assignment */
};

static struct unfilled list_totals(
	const struct as_grade *grade, char (*texts)[AS_POINTS_SIZE], const char **marks)
{
	const struct grade_people *people = &grade->people;
	struct unfilled unfilled = {0};

	for (size_t i = 0; i < people->submissions->person_count; i++) {
		const struct as_person *person = &people->submissions->persons[i];
		/* The first rows are those of the people, in the same order. */
		const struct as_class_row *row = as_class_row(grade->class, i);
		const bool complete = row->is_marked && row->total.complete;
		const int64_t max_e4 = people->people[i].max_e4;
		if (row->is_marked && max_e4 && row->total.total_e4 > max_e4) {
			unfilled.above++;
			unfilled.max_e4 = max_e4;
		}
		if (complete)
			marks[i] = as_points_format(row->total.total_e4, texts[i]);
		if (person->sheet_row == SIZE_MAX)
			unfilled.strange += complete;
		else
			unfilled.open += !complete && !people->people[i].is_excused;
	}
	return unfilled;
}

static void print_unfilled(const struct unfilled *unfilled, FILE *out)
{
	if (unfilled->open)
		fprintf(out, "; %zu cell%s left as %s", unfilled->open,
			unfilled->open == 1 ? " is" : "s are",
			unfilled->open == 1 ? "it is, because the mark is not complete"
					    : "they are, because the marks are not complete");
	if (unfilled->kept)
		fprintf(out, "; %zu cell%s as %s, with EX or N/A of Canvas", unfilled->kept,
			unfilled->kept == 1 ? " is left" : "s are left",
			unfilled->kept == 1 ? "it is" : "they are");
	if (unfilled->strange)
		fprintf(out, "; %zu %s not in the sheet", unfilled->strange,
			unfilled->strange == 1 ? "student with a mark is"
					       : "students with a mark are");
}

static int say_filled(const struct as_grade *grade, const char *name,
	const struct unfilled *unfilled, struct as_error *error)
{
	const struct as_grade_calls *calls = &grade->config.calls;
	AS_AUTO_FREE char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (out)
		print_unfilled(unfilled, out);
	if (!as_text_close(out, &text, error))
		return -1;
	calls->line(calls->context, "the sheet with the marks: ", name, text);
	return 0;
}

/* Moodle skips such rows silently. */
static void warn_above(const struct as_grade *grade, const struct unfilled *unfilled)
{
	if (unfilled->above)
		grade_find(grade, AS_FINDING_WARNING, "",
			"%zu mark%s above the sheet's maximum grade of %s, which Moodle does not "
			"import; the total of the scheme is %s; the cells are left as they are, "
			"see the column todo",
			unfilled->above, unfilled->above == 1 ? " is" : "s are",
			AS_POINTS(unfilled->max_e4), AS_POINTS(grade->assignment.scheme.total_e4));
}

/* The platform would show the full mark as a part of its own maximum. */
static void warn_below(const struct as_grade *grade)
{
	const int64_t total_e4 = grade->assignment.scheme.total_e4;
	int64_t full_e4 = 0;
	const char *text = as_sheet_full_grade(grade->people.submissions, grade->config.column);

	if (as_points_parse(text, &full_e4, NULL) == 0 && total_e4 < full_e4)
		grade_find(grade, AS_FINDING_WARNING, "",
			"the sheet's maximum grade is %s, but the total of the scheme is %s, so "
			"full marks are not the full grade on the platform; change the total, or "
			"the maximum on the platform",
			AS_POINTS(full_e4), AS_POINTS(total_e4));
}

/* ---- notes about cells: grades that are locked, grades that change ---- */

/* More students are only counted. */
#define MAX_NAMED 4

struct named {
	size_t count;
	char text[512];
};

/* "s01 (7,50 -> 11)"; a cell without a number is a dash. */
static void add_named(struct named *named, const char *id, const char *cell, const char *mark)
{
	const size_t length = strlen(named->text);
	int64_t before_e4;

	if (++named->count > MAX_NAMED + 1)
		return;
	if (as_points_parse(cell, &before_e4, NULL))
		cell = "-";
	if (named->count > MAX_NAMED)
		snprintf(named->text + length, sizeof(named->text) - length, ", ...");
	else
		snprintf(named->text + length, sizeof(named->text) - length, "%s%.*s (%.20s -> %s)",
			length ? ", " : "", as_text_fit(id, 40), id, cell, mark);
}

static bool is_same(const char *cell, const char *mark)
{
	int64_t before_e4, now_e4;

	return as_points_parse(cell, &before_e4, NULL) == 0 &&
	       as_points_parse(mark, &now_e4, NULL) == 0 && before_e4 == now_e4;
}

static void note_cells(const struct as_grade *grade, const char *const *marks)
{
	const struct as_submissions *submissions = grade->people.submissions;
	const char *sheet = as_sheet_name(submissions);
	struct named locked = {0}, replaced = {0};
	int64_t before_e4;

	for (size_t i = 0; i < submissions->person_count; i++) {
		const char *cell = as_sheet_grade(submissions, grade->config.column, i);
		const char *id = submissions->persons[i].id;
		if (!marks[i] || is_same(cell, marks[i]))
			continue;
		if (as_sheet_is_locked(submissions, i))
			add_named(&locked, id, cell, marks[i]);
		else if (as_points_parse(cell, &before_e4, NULL) == 0)
			add_named(&replaced, id, cell, marks[i]);
	}
	if (locked.count)
		grade_find(grade, AS_FINDING_WARNING, sheet,
			"the grades of %zu %s are locked on the platform, which does not import "
			"them: %s; unlock the grades there",
			locked.count, locked.count == 1 ? "student" : "students", locked.text);
	if (replaced.count)
		grade_find(grade, AS_FINDING_INFO, sheet, "the grades of %zu %s change: %s",
			replaced.count, replaced.count == 1 ? "student" : "students",
			replaced.text);
}

int grade_check_sheet(struct as_grade *grade, struct as_error *error)
{
	const struct as_submissions *submissions = grade->people.submissions;
	const char *column = grade->config.column;
	AS_AUTO_FREE const char **marks = calloc(submissions->person_count + 1, sizeof(*marks));
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	struct as_error why = {0};

	if (!marks)
		return as_error_no_memory(error);
	if (!grade->config.arrival.sheet ||
		as_sheet_fill(submissions, column, marks, NULL, &bytes, &why) == 0)
		return 0;
	return as_error_pass(error, &why, why.where, "%s%s", why.text,
		column ? "" : "; name the column of the marks with --column");
}

int as_grade_fill(struct as_grade *grade, struct as_error *error)
{
	const struct as_submissions *submissions = grade->people.submissions;
	const size_t count = submissions->person_count;
	const char *name = as_sheet_is_canvas(submissions) ? "canvas.csv" : "moodle.csv";
	AS_AUTO_FREE char(*texts)[AS_POINTS_SIZE] = calloc(count + 1, sizeof(*texts));
	AS_AUTO_FREE const char **marks = calloc(count + 1, sizeof(*marks));
	AS_AUTO_BYTES struct as_bytes bytes = {0};

	if (!grade->config.arrival.sheet || grade->config.blind)
		return 0;
	if (!texts || !marks)
		return as_error_no_memory(error);
	struct unfilled unfilled = list_totals(grade, texts, marks);
	if (as_sheet_fill(
		    submissions, grade->config.column, marks, &unfilled.kept, &bytes, error) ||
		as_class_write_table(grade->class, name, &bytes, error) ||
		say_filled(grade, name, &unfilled, error))
		return -1;
	warn_above(grade, &unfilled);
	warn_below(grade);
	note_cells(grade, marks);
	return 0;
}
