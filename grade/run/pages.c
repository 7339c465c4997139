/* SPDX-License-Identifier: MIT */
/*
 * The pages of a run: one for each person, one for the teacher, and the similar pairs. They
 * show the marks that count, from the register. The steps to a total are not in the register: they
 * are computed again from the results that count.
 */
#include "book.h"

#include <string.h>

/* The content of a person's page. */
struct sheet {
	struct as_result *results, *lenients;
	struct as_work *works; /* one for each package */
	size_t count;
	struct as_marks marks;
	char id[AS_PSEUDONYM_SIZE];
	char key[AS_CLASS_KEY_SIZE];
	const struct as_class_change *change; /* NULL: none waits */
	char *numbers;                        /* of the change */
	struct as_page_outdated outdated;
};

/* ---- notes ---- */

/* The callback cannot report an error: if a note is missing because memory is exhausted, other
 * calls fail, too. */
static void note_finding(void *context, const struct as_finding *finding)
{
	struct grade_book *book = context;

	(void)!grade_notes_add(finding->level == AS_FINDING_INFO ? &book->remarks : &book->notes,
		NULL, "%s%s%s", finding->where, *finding->where ? ": " : "", finding->text);
}

static int note_findings(struct grade_book *book, struct as_error *error)
{
	struct as_findings shown = {0};
	const int failed = grade_take_findings(book->grade, true, &shown, error);

	as_findings_fold(&shown, note_finding, book);
	as_findings_clear(&shown);
	return failed;
}

static int add_notes(struct grade_book *book, struct as_error *error)
{
	char left[AS_GRADE_LEFT_SIZE];

	if (note_findings(book, error))
		return -1;
	return *grade_describe_left(book->grade->people.submissions, left)
		       ? grade_notes_add(&book->remarks, error, "%s", left)
		       : 0;
}

/* ---- the results that count ---- */

static void sheet_clear(struct sheet *sheet)
{
	for (size_t i = 0; sheet->results && i < sheet->count; i++)
		as_result_clear(&sheet->results[i]);
	for (size_t i = 0; sheet->lenients && i < sheet->count; i++)
		as_result_clear(&sheet->lenients[i]);
	free(sheet->results);
	free(sheet->lenients);
	free(sheet->works);
	free(sheet->numbers);
	free(sheet->outdated.items);
	as_marks_clear(&sheet->marks);
}

static int read_work(const struct grade_book *book, const struct as_class_row *row, size_t index,
	struct sheet *sheet, size_t package, struct as_error *error)
{
	struct as_class *class = book->grade->class;
	const struct as_class_work *work = &row->works[index];
	const struct as_class_work again = as_class_lenient(work);
	const int found =
		as_class_result_shown(class, row->id, work, &sheet->results[package], error);
	const int found_again = found < 0 ? -1
					  : as_class_result_shown(class, row->id, &again,
						    &sheet->lenients[package], error);

	if (found < 0 || found_again < 0)
		return -1;
	sheet->works[package] = (struct as_work){.submitted = true,
		.result = found ? &sheet->results[package] : NULL,
		.lenient = found_again ? &sheet->lenients[package] : NULL};
	return 0;
}

static int read_works(const struct grade_book *book, const struct as_class_row *row,
	struct sheet *sheet, struct as_error *error)
{
	const struct grade_assignment *assignment = &book->grade->assignment;
	size_t package = 0;

	sheet->count = assignment->scheme.package_count;
	sheet->results = calloc(sheet->count + 1, sizeof(*sheet->results));
	sheet->lenients = calloc(sheet->count + 1, sizeof(*sheet->lenients));
	sheet->works = calloc(sheet->count + 1, sizeof(*sheet->works));
	if (!sheet->results || !sheet->lenients || !sheet->works)
		return as_error_no_memory(error);
	/* Works are in the order of the packages. */
	for (size_t i = 0; i < row->work_count; i++) {
		size_t at = package;
		while (at < sheet->count &&
			strcmp(assignment->packages[at]->short_name, row->works[i].package) != 0)
			at++;
		if (at == sheet->count)
			continue;
		package = at + 1;
		if (read_work(book, row, i, sheet, at, error))
			return -1;
	}
	return 0;
}

/* ---- the marks that count ---- */

static int take_mark(
	struct as_item_mark *mark, const struct as_class_mark *from, struct as_error *error)
{
	mark->state = from->state;
	mark->raw_e4 = from->raw_e4;
	mark->mark_e4 = from->mark_e4;
	mark->accepted = from->accepted;
	mark->tests = from->tests;
	mark->overridden = from->overridden;
	if (!mark->overridden && as_text_copy(&mark->override_reason, NULL, error))
		return -1;
	return as_text_copy(&mark->comment, from->comment, error);
}

/* An item that is not in the scheme of the marks has no mark yet. */
static int take_items(const struct as_scheme *scheme, const struct as_class_row *row,
	struct as_marks *marks, struct as_error *error)
{
	static const struct as_class_mark none = {.state = AS_MARK_NEEDS_PERSON};

	for (size_t i = 0; i < scheme->item_count; i++) {
		const struct as_item *item = &scheme->items[i];
		const struct as_class_mark *mark = as_class_find_mark(row, item->id);
		marks->items[i].full_e4 = as_class_full(row, item->id, item->points_e4);
		if (take_mark(&marks->items[i], mark ? mark : &none, error))
			return -1;
	}
	return 0;
}

/* The points of items that are not in the scheme of this run. */
static int64_t sum_gone(const struct as_scheme *scheme, const struct as_class_row *row)
{
	int64_t sum_e4 = 0;

	for (size_t i = 0; i < row->mark_count; i++)
		if (as_scheme_find(scheme, row->marks[i].item) == SIZE_MAX)
			sum_e4 += row->marks[i].mark_e4;
	return sum_e4;
}

static int take_todo(const struct grade_book *book, const struct as_class_row *row,
	struct as_marks *marks, struct as_error *error)
{
	char **copy = NULL;

	for (char **todo = row->total.todo; todo && *todo; todo++) {
		AS_AUTO_FREE char *text = as_text_format(error, "%s", *todo);
		if (!text || as_class_hide(book->grade->class, row->id, &text, error) ||
			grade_notes_add(&copy, error, "%s", text)) {
			as_names_free(copy);
			return -1;
		}
	}
	as_names_free(marks->todo);
	marks->todo = copy;
	marks->decision_count = row->total.decision_count;
	return as_text_copy(&marks->unmarked, row->total.unmarked, error);
}

/* Uses the steps from the marks that count to the total only if the computed marks are the same
 * ones: otherwise it is unknown how that total was capped and rounded. */
static void take_steps(const struct as_scheme *scheme, struct as_marks *marks, int64_t gone_e4)
{
	marks->sum_e4 = marks->bonus_e4 = 0;
	for (size_t i = 0; i < marks->item_count; i++)
		*(scheme->items[i].bonus ? &marks->bonus_e4 : &marks->sum_e4) +=
			marks->items[i].mark_e4;
	marks->after_late_e4 = marks->sum_e4 + marks->bonus_e4 + gone_e4 - marks->penalty_e4;
	marks->capped_e4 = marks->rounded_e4 = marks->after_late_e4;
}

static int take_marks(const struct grade_book *book, const struct as_class_row *row,
	struct sheet *sheet, struct as_error *error)
{
	const struct as_scheme *scheme = &book->grade->assignment.scheme;
	const struct as_class_total *total = &row->total;
	struct as_marks *marks = &sheet->marks;

	if (!row->is_marked)
		return 0;
	marks->late = total->late;
	marks->late_s = total->late_s;
	marks->penalty_e4 = total->penalty_e4;
	marks->total_e4 = total->total_e4;
	marks->full_e4 = as_class_full(row, NULL, marks->full_e4);
	marks->overridden = total->overridden;
	marks->complete = total->complete;
	if (!marks->overridden && as_text_copy(&marks->override_reason, NULL, error))
		return -1;
	if (take_items(scheme, row, marks, error) || take_todo(book, row, marks, error))
		return -1;
	sheet->outdated.gone_e4 = sum_gone(scheme, row);
	if (sheet->change)
		take_steps(scheme, marks, sheet->outdated.gone_e4);
	return 0;
}

static int find_change(
	struct sheet *sheet, const struct as_class *class, const char *id, struct as_error *error)
{
	size_t count;
	const struct as_class_change *changes = as_class_changes(class, &count);

	for (size_t i = 0; i < count && !sheet->change; i++)
		if (strcmp(changes[i].id, id) == 0)
			sheet->change = &changes[i];
	if (!sheet->change)
		return 0;
	sheet->numbers = as_class_describe_change(sheet->change, error);
	return sheet->numbers ? 0 : -1;
}

static int read_sheet(const struct grade_book *book, const struct as_class_row *row,
	struct sheet *sheet, struct as_error *error)
{
	if (read_works(book, row, sheet, error))
		return -1;
	const struct as_marking marking = {.scheme = &book->grade->assignment.scheme,
		.id = row->id,
		.works = sheet->works,
		.submitted = row->submitted,
		.time_known = row->time_known,
		.time_s = row->time_s,
		.manual = &book->manual,
		.overrides = &book->overrides};
	return find_change(sheet, book->grade->class, row->id, error) ||
			       as_marks_compute(&marking, &sheet->marks, error) ||
			       (sheet->change && grade_compare_waiting(&marking, row, &sheet->marks,
							 sheet->works, &sheet->outdated, error)) ||
			       take_marks(book, row, sheet, error)
		       ? -1
		       : 0;
}

/* ---- people ---- */

static struct as_page_person describe_person(
	const struct grade_book *book, size_t index, struct sheet *sheet)
{
	const struct grade_people *people = &book->grade->people;
	const struct as_class_row *row = as_class_row(book->grade->class, index);
	struct as_page_person person = {.id = row->id,
		.name = row->name,
		.key = as_class_key(row->id, sheet->key),
		.marks = &sheet->marks,
		.works = sheet->works,
		.submitted = grade_has_handed_in(people, row, index),
		.is_unlisted = index < people->count && people->people[index].is_unlisted,
		.time_known = row->time_known,
		.time_s = row->time_s,
		.outdated = sheet->outdated,
		.change = sheet->numbers,
		.why = sheet->change ? sheet->change->why : NULL,
		.total_stays = sheet->change && as_class_total_stays(sheet->change)};

	if (book->grade->config.blind) {
		person.id = person.key = as_class_label(book->grade->class, row->id, sheet->id);
		person.name = NULL;
	}
	return person;
}

/* Text cells of a notebook are marked by hand. */
static int read_texts(
	const struct grade_book *book, size_t index, char ***texts, struct as_error *error)
{
	const struct grade_people *people = &book->grade->people;
	const struct as_class_row *row = as_class_row(book->grade->class, index);
	AS_AUTO_FREE size_t *received =
		calloc(people->submissions->received_count + 1, sizeof(*received));

	if (!received)
		return as_error_no_memory(error);
	if (index >= people->count || row->is_forgotten ||
		!as_scheme_has_manual(&book->grade->assignment.scheme) ||
		as_submissions_of(people->submissions, index, received) == 0)
		return 0;
	const size_t attempt =
		grade_find_attempt(&people->people[index], row, &book->grade->assignment);
	if (as_received_texts(people->submissions, received[attempt], texts, error))
		return -1;
	for (char **text = *texts; text && *text; text++)
		if (as_class_hide(book->grade->class, row->id, text, error))
			return -1;
	return 0;
}

static int enter_person(struct grade_book *book, size_t index, struct as_error *error)
{
	AS_AUTO_NAMES char **texts = NULL;
	const struct as_class_row *row = as_class_row(book->grade->class, index);
	AS_AUTO(sheet_clear) struct sheet sheet = {0};

	if (read_sheet(book, row, &sheet, error))
		return -1;
	struct as_page_person person = describe_person(book, index, &sheet);
	if (read_texts(book, index, &texts, error))
		return -1;
	person.texts = (const char *const *)texts;
	return as_pages_enter(book->pages, &person, error);
}

static int write_person(struct grade_book *book, size_t index, struct as_error *error)
{
	const struct as_class_row *row = as_class_row(book->grade->class, index);
	AS_AUTO(sheet_clear) struct sheet sheet = {0};

	if (read_sheet(book, row, &sheet, error))
		return -1;
	const struct as_page_person person = describe_person(book, index, &sheet);
	return as_pages_write_person(book->pages, index, &person, error) < 0 ? -1 : 0;
}

/* ---- all ---- */

/* Marks are never published automatically: the teacher decides when. */
static enum as_class_stage stage_of(const struct as_grade *grade)
{
	const struct as_grade_config *options = &grade->config;
	const struct as_scheme *scheme = &grade->assignment.scheme;
	int64_t last = scheme->due_s;

	if (options->has_stage)
		return options->stage;
	for (size_t i = 0; i < scheme->extensions.count; i++) {
		const int64_t due = as_scheme_due_of(scheme, scheme->extensions.items[i].id);
		if (due > last)
			last = due;
	}
	return scheme->has_due && grade->now_s > last ? AS_STAGE_AFTER_DUE : AS_STAGE_BEFORE_DUE;
}

/* The faults of these files were reported when the marks were computed. */
static int read_decisions(struct grade_book *book, struct as_error *error)
{
	const struct as_class *class = book->grade->class;
	struct as_findings findings = {0};
	const bool failed =
		as_class_read_decisions(class, &book->manual, &book->overrides, &findings, error) ||
		as_class_share_manual(class, &book->manual, error);

	as_findings_clear(&findings);
	return failed ? -1 : 0;
}

/* Why no submission is compared; NULL: all are. */
static const char *find_why_none(const struct as_grade *grade)
{
	if (grade->config.no_similar)
		return "similar sources were not looked for (--no-similar)";
	/* Submissions are compared package by package. */
	return grade->assignment.scheme.package_count == 0
		       ? "similar sources were not looked for, because all items are manual and no "
			 "item has a package"
		       : NULL;
}

static int write_similar(struct grade_book *book, struct as_error *error)
{
	const char *why = find_why_none(book->grade);
	AS_AUTO_FREE char *line = why ? as_text_format(error, "everything: %s", why) : NULL;

	if (!why)
		return grade_write_similar(book, error);
	return !line || grade_notes_add(&book->remarks, error, "%s", why) ||
			       as_pages_add_omission(book->pages, line, error)
		       ? -1
		       : 0;
}

static int write_pages(struct grade_book *book, struct as_error *error)
{
	const struct as_grade *grade = book->grade;
	const size_t count = as_class_row_count(grade->class);
	AS_AUTO_FREE size_t *rows = as_class_order(grade->class, error);

	if (!rows)
		return -1;
	for (size_t i = 0; i < count; i++)
		if (as_cancel_check(grade->config.cancel, error) || enter_person(book, i, error))
			return -1;
	if (grade_write_code(book, error) || add_notes(book, error) || write_similar(book, error))
		return -1;
	for (size_t i = 0; i < count; i++)
		if (as_cancel_check(grade->config.cancel, error) ||
			write_person(book, rows[i], error))
			return -1;
	if (grade_write_handouts(book, error))
		return -1;
	return as_pages_write_class(book->pages, (const char *const *)book->notes,
		       (const char *const *)book->remarks, error) < 0 ||
			       as_pages_sweep(book->pages, error) ||
			       grade_outputs_sweep(book->outputs, error)
		       ? -1
		       : 0;
}

static int open_pages(struct grade_book *book, struct as_error *error)
{
	const struct grade_assignment *assignment = &book->grade->assignment;
	const struct as_pages_config config = {.dir_fd = as_class_folder(book->grade->class),
		.scheme = &assignment->scheme,
		.packages = (const struct as_package *const *)assignment->packages,
		.stage = stage_of(book->grade),
		.is_blind = book->grade->config.blind,
		.output = grade_output,
		.explain = grade_explain,
		.output_context = book->outputs,
		.version = ASSAY_VERSION};

	if (!book->outputs || read_decisions(book, error))
		return -1;
	book->pages = as_pages_open(&config, error);
	return book->pages ? 0 : -1;
}

int grade_write_pages(struct as_grade *grade, struct as_error *error)
{
	struct grade_book book = {.grade = grade};

	if (grade->config.no_pages)
		return 0;
	book.outputs = grade_outputs_open(grade, error);
	const bool failed = open_pages(&book, error) || write_pages(&book, error);
	as_pages_close(book.pages);
	grade_outputs_close(book.outputs);
	as_manual_clear(&book.manual);
	as_overrides_clear(&book.overrides);
	as_names_free(book.notes);
	as_names_free(book.remarks);
	return failed ? -1 : 0;
}
