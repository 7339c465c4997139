/* SPDX-License-Identifier: MIT */
/* Similar sources: the submissions that count, compared package by package. */
#include "comparison.h"

#include <assay/grade/similar.h>
#include <string.h>

static void clear(struct grade_comparison *comparison)
{
	for (size_t i = 0; comparison->works && i < comparison->count; i++) {
		free(comparison->works[i].files);
		free(comparison->works[i].sources);
		free(comparison->works[i].names);
	}
	free(comparison->works);
	as_similar_free(comparison->similar);
}

/* ---- the work that counts ---- */

/* Of several attempts, the one with the marks, else the last. */
static const struct as_submitted *choose(const struct grade_comparison *comparison, size_t person)
{
	const struct as_grade *grade = comparison->book->grade;
	const struct as_class_person *owner = &grade->people.people[person];
	const struct as_class_work *work = as_class_find_work(as_class_row(grade->class, person),
		grade->assignment.packages[comparison->package]->short_name);
	const struct as_class_entry *entry = NULL;

	if (owner->attempt_count > 1 && work)
		entry = grade_find_entry(owner, comparison->package, work);
	if (!entry)
		entry = grade_find_entry(owner, comparison->package, NULL);
	return entry ? &entry->submitted : NULL;
}

/* ---- adding ---- */

static bool is_known(
	const struct grade_comparison *comparison, const struct as_submitted *submitted)
{
	for (size_t i = 0; i < comparison->count; i++)
		if (comparison->works[i].submitted == submitted)
			return true;
	return false;
}

/* "2.py", because names of files often contain those of people. */
static const char *hide_name(struct grade_compared *work, const char *name)
{
	char *hidden = work->names[work->count];

	snprintf(hidden, GRADE_BLIND_NAME_SIZE, "%zu%s", work->count + 1, strrchr(name, '.'));
	return hidden;
}

/* Files that are left out when another one is judged. */
static bool is_left_out(const struct as_sources *sources, size_t file)
{
	if (!as_source_is_left_out(&sources->files[file]))
		return false;
	for (size_t i = 0; i < sources->count; i++)
		if (as_source_language_of(sources->files[i].name) != AS_SOURCE_OTHER &&
			!as_source_is_left_out(&sources->files[i]))
			return true;
	return false;
}

static int take_files(struct grade_compared *work, bool is_blind, struct as_error *error)
{
	const struct as_sources *from = &work->submitted->sources;

	work->files = calloc(from->count + 1, sizeof(*work->files));
	work->sources = calloc(from->count + 1, sizeof(*work->sources));
	work->names = calloc(from->count + 1, sizeof(*work->names));
	if (!work->files || !work->sources || !work->names)
		return as_error_no_memory(error);
	for (size_t i = 0; i < from->count; i++) {
		const struct as_source *source = &from->files[i];
		const enum as_source_language language = as_source_language_of(source->name);
		const char *text = source->data.data ? source->data.data : "";
		if (language == AS_SOURCE_OTHER)
			continue;
		if (is_left_out(from, i)) {
			work->left_out++;
			continue;
		}
		work->files[work->count] = (struct as_similar_file){
			.name = source->name, .language = language, .text = text};
		work->files[work->count].size = source->data.size;
		work->sources[work->count] = (struct as_page_source){
			.name = is_blind ? hide_name(work, source->name) : source->name,
			.text = text,
			.size = source->data.size};
		work->count++;
	}
	return 0;
}

/* True if something was handed in for the package, and it cannot be judged. */
static bool is_unread(const struct as_class_person *person, size_t package)
{
	for (size_t i = 0; i < person->attempt_count; i++)
		if (!person->attempts[i].entries[package].is_absent)
			return true;
	return person->doubt;
}

static int add_person(struct grade_comparison *comparison, size_t person, struct as_error *error)
{
	const struct as_grade *grade = comparison->book->grade;
	const struct as_class_row *row = as_class_row(grade->class, person);
	struct grade_compared *work = &comparison->works[comparison->count];
	char id[AS_PSEUDONYM_SIZE];

	*work = (struct grade_compared){.person = person,
		.submitted = row->is_forgotten ? NULL : choose(comparison, person)};
	if (!work->submitted || is_known(comparison, work->submitted)) {
		comparison->unread += !work->submitted && !row->is_forgotten &&
				      is_unread(&grade->people.people[person], comparison->package);
		return 0;
	}
	comparison->count++;
	if (take_files(work, grade->config.blind, error))
		return -1;
	/* On the page, the lesser id is on the left. */
	const struct as_similar_submission submission = {
		.id = as_class_label(grade->class, row->id, id),
		.files = work->files,
		.file_count = work->count};
	return as_similar_add(comparison->similar, &submission, error);
}

/* ---- given code ---- */

static int add_given(const struct grade_comparison *comparison, struct as_error *error)
{
	const struct grade_assignment *assignment = &comparison->book->grade->assignment;

	for (size_t i = 0; i < assignment->given_count; i++) {
		const struct grade_given *given = &assignment->given[i];
		const struct as_similar_file file = {.name = given->name,
			.language = (enum as_source_language)given->language,
			.text = given->text.data ? given->text.data : "",
			.size = given->text.size};
		if (grade_given_is_of(given, comparison->package) &&
			as_similar_add_base(comparison->similar, &file, error))
			return -1;
	}
	return 0;
}

/* ---- what is similar ---- */

static int show(const struct grade_comparison *comparison, const struct grade_compared *work,
	const struct as_page_sharer *people, size_t count, struct grade_shown *shown,
	struct as_error *error)
{
	const struct as_page_code code = {
		.person = work->person, .files = work->sources, .file_count = work->count};

	return grade_show_code(comparison->book->grade, &code, people, count, shown, error);
}

static struct as_page_lines lines_of(const struct as_similar_lines *from)
{
	return (struct as_page_lines){.file = from->file, .first = from->first, .last = from->last};
}

static bool is_short_pair(const struct as_similar_pair *pair)
{
	return pair->sides[0].counted < GRADE_SHORT_TOKENS ||
	       pair->sides[1].counted < GRADE_SHORT_TOKENS;
}

static int write_pair(const struct grade_comparison *comparison, const struct as_similar_pair *from,
	struct as_error *error)
{
	const struct grade_compared *left = &comparison->works[from->sides[0].submission];
	const struct grade_compared *right = &comparison->works[from->sides[1].submission];
	const struct as_page_sharer people[] = {{left->person, 0}, {right->person, 0}};
	AS_AUTO(grade_shown_clear) struct grade_shown on_left = {0}, on_right = {0};
	AS_AUTO_FREE struct as_page_passage *passages =
		calloc(from->region_count + 1, sizeof(*passages));

	if (!passages)
		return as_error_no_memory(error);
	if (show(comparison, left, people, 2, &on_left, error) ||
		show(comparison, right, people, 2, &on_right, error))
		return -1;
	for (size_t i = 0; i < from->region_count; i++)
		passages[i] = (struct as_page_passage){.left = lines_of(&from->regions[i].lines[0]),
			.right = lines_of(&from->regions[i].lines[1])};
	const struct as_page_pair pair = {.is_short = is_short_pair(from),
		.left = left->person,
		.right = right->person,
		.package = comparison->package,
		.left_e4 = from->sides[0].share,
		.right_e4 = from->sides[1].share,
		.left_files = on_left.sources,
		.right_files = on_right.sources,
		.left_file_count = left->count,
		.right_file_count = right->count,
		.passages = passages,
		.passage_count = from->region_count};
	return as_pages_write_pair(comparison->book->pages, &pair, error) < 0 ? -1 : 0;
}

static int write_cluster(const struct grade_comparison *comparison,
	const struct as_similar_cluster *from, struct as_error *error)
{
	const struct grade_compared *first = &comparison->works[from->submissions[0]];
	AS_AUTO(grade_shown_clear) struct grade_shown shown = {0};
	AS_AUTO_FREE struct as_page_sharer *sharers = calloc(from->count, sizeof(*sharers));

	if (!sharers)
		return as_error_no_memory(error);
	for (size_t i = 0; i < from->count; i++)
		sharers[i] = (struct as_page_sharer){
			comparison->works[from->submissions[i]].person, 10000};
	if (show(comparison, first, sharers, from->count, &shown, error))
		return -1;
	const struct as_page_shared shared = {.is_equal = true,
		.is_short = from->counted < GRADE_SHORT_TOKENS,
		.package = comparison->package,
		.sharers = sharers,
		.sharer_count = from->count,
		.files = shown.sources,
		.file_count = shown.count};
	return as_pages_write_shared(comparison->book->pages, &shared, error) < 0 ? -1 : 0;
}

static int write_common(const struct grade_comparison *comparison,
	const struct as_similar_common *from, struct as_error *error)
{
	const struct grade_compared *first = &comparison->works[from->submission];
	AS_AUTO(grade_shown_clear) struct grade_shown shown = {0};
	AS_AUTO_FREE struct as_page_sharer *sharers = calloc(from->sharer_count, sizeof(*sharers));
	AS_AUTO_FREE struct as_page_lines *lines = calloc(from->line_count + 1, sizeof(*lines));

	if (!sharers || !lines)
		return as_error_no_memory(error);
	for (size_t i = 0; i < from->sharer_count; i++)
		sharers[i] = (struct as_page_sharer){
			comparison->works[from->sharers[i].submission].person,
			from->sharers[i].share};
	if (show(comparison, first, sharers, from->sharer_count, &shown, error))
		return -1;
	for (size_t i = 0; i < from->line_count; i++)
		lines[i] = lines_of(&from->lines[i]);
	const struct as_page_shared shared = {.package = comparison->package,
		.sharers = sharers,
		.sharer_count = from->sharer_count,
		.files = shown.sources,
		.file_count = shown.count,
		.lines = lines,
		.line_count = from->line_count};
	return as_pages_write_shared(comparison->book->pages, &shared, error) < 0 ? -1 : 0;
}

/* ---- all ---- */

static void count_found(
	const struct grade_comparison *comparison, const struct as_similar_report *report)
{
	struct as_grade_similar *counts = &comparison->book->grade->similar;

	counts->common += report->common_count;
	/* Short programs are on the page only, unless many are equal. */
	for (size_t i = 0; i < report->pair_count; i++)
		counts->pairs += !is_short_pair(&report->pairs[i]);
	for (size_t i = 0; i < report->cluster_count; i++) {
		const struct as_similar_cluster *cluster = &report->clusters[i];
		if (cluster->counted < GRADE_SHORT_TOKENS && cluster->count <= GRADE_MANY_EQUAL)
			continue;
		counts->clusters++;
		counts->equal += cluster->count;
	}
}

/* One program alone is not compared. */
static bool is_compared(const struct grade_comparison *comparison)
{
	size_t count = 0;

	for (size_t i = 0; i < comparison->count; i++)
		count += comparison->works[i].count > 0;
	return count > 1;
}

static int write_report(const struct grade_comparison *comparison, struct as_error *error)
{
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = {0};

	if (as_similar_compare(
		    comparison->similar, comparison->book->grade->config.cancel, &report, error))
		return -1;
	for (size_t i = 0; i < report.cluster_count; i++)
		if (write_cluster(comparison, &report.clusters[i], error))
			return -1;
	for (size_t i = 0; i < report.common_count; i++)
		if (write_common(comparison, &report.common[i], error))
			return -1;
	for (size_t i = 0; i < report.pair_count; i++)
		if (write_pair(comparison, &report.pairs[i], error))
			return -1;
	if (is_compared(comparison))
		as_pages_note_compared(comparison->book->pages);
	count_found(comparison, &report);
	return grade_omit_rest(comparison, &report, error) ||
			       grade_note_comparison(comparison, &report, error)
		       ? -1
		       : 0;
}

/* In blind marking by pseudonym: pages list people in the order in which they were added. */
static int add_people(struct grade_comparison *comparison, struct as_error *error)
{
	const struct as_grade *grade = comparison->book->grade;
	const size_t count = as_class_row_count(grade->class);
	AS_AUTO_FREE size_t *rows = as_class_order(grade->class, error);

	for (size_t i = 0; rows && i < count; i++)
		if (as_cancel_check(grade->config.cancel, error) ||
			(rows[i] < grade->people.count && add_person(comparison, rows[i], error)))
			return -1;
	return rows ? 0 : -1;
}

static int compare(struct grade_comparison *comparison, struct as_error *error)
{
	comparison->works =
		calloc(comparison->book->grade->people.count + 1, sizeof(*comparison->works));
	comparison->similar = as_similar_new(NULL, error);
	if (!comparison->works)
		return as_error_no_memory(error);
	if (!comparison->similar || add_given(comparison, error))
		return -1;
	if (add_people(comparison, error))
		return -1;
	return write_report(comparison, error) || grade_write_equal(comparison, error) ? -1 : 0;
}

int grade_write_similar(struct grade_book *book, struct as_error *error)
{
	const struct as_grade *grade = book->grade;
	const char *fault = grade->assignment.given_fault;

	if (fault && grade_notes_add(&book->notes, error, "similar sources: %s", fault))
		return -1;
	for (size_t i = 0; i < grade->assignment.scheme.package_count; i++) {
		AS_AUTO(clear) struct grade_comparison comparison = {.book = book, .package = i};
		struct as_error why = {0};
		if (compare(&comparison, &why) == 0)
			continue;
		if (as_is_cancelled(grade->config.cancel) || why.kind != AS_ERROR_INPUT)
			return as_error_pass(error, &why, NULL, "%s", why.text);
		/* If base code is too large or cannot be read, no mark depends on it. */
		if (grade_notes_add(&book->notes, error, "similar sources: %s: %s",
			    grade->assignment.packages[i]->short_name, why.text) ||
			grade_omit(&comparison, error, "nothing was compared: %s", why.text))
			return -1;
	}
	return 0;
}
