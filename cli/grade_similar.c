/* SPDX-License-Identifier: MIT */
/* Similar sources of `assay grade`: the submissions that count, compared package by package. */
#include "grade.h"

#include <assay/base/fit.h>
#include <assay/grade/similar.h>
#include <stdarg.h>
#include <string.h>

#define BLIND_NAME_SIZE 32

/* The compared files of a person; two arrays of the same files. */
struct work {
	size_t person;
	const struct as_submitted *submitted; /* the same for all members of a group */
	struct as_similar_file *files;
	struct as_page_source *sources;
	char (*names)[BLIND_NAME_SIZE]; /* of the sources where marking is blind */
	size_t count;
	size_t left_out; /* samples and tests */
};

/* The submissions for a package, in the order of `similar`. */
struct comparison {
	const struct grade_similar_order *order;
	size_t package;
	struct as_similar *similar;
	struct work *works;
	size_t count;
	size_t unread; /* submissions without a program that can be compared */
};

static void clear(struct comparison *comparison)
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
static const struct as_submitted *choose(const struct comparison *comparison, size_t person)
{
	const struct grade_similar_order *order = comparison->order;
	const struct as_class_person *owner = &order->people->people[person];
	const struct as_class_work *work = grade_find_work(as_class_row(order->class, person),
		order->assignment->packages[comparison->package]);
	const struct as_class_entry *entry = NULL;

	if (owner->attempt_count > 1 && work)
		entry = grade_find_entry(owner, comparison->package, work);
	if (!entry)
		entry = grade_find_entry(owner, comparison->package, NULL);
	return entry ? entry->submitted : NULL;
}

/* ---- adding ---- */

/* The id on the pages; `pseudonym` is a buffer for it. */
static const char *id_of(
	const struct grade_similar_order *order, size_t person, char pseudonym[AS_PSEUDONYM_SIZE])
{
	const char *id = as_class_row(order->class, person)->id;

	return order->pseudonyms ? as_pseudonym(order->pseudonyms, id, pseudonym) : id;
}

static bool is_known(const struct comparison *comparison, const struct as_submitted *submitted)
{
	for (size_t i = 0; i < comparison->count; i++)
		if (comparison->works[i].submitted == submitted)
			return true;
	return false;
}

/* "2.py", because names of files often contain those of people. */
static const char *hide_name(struct work *work, const char *name)
{
	char *hidden = work->names[work->count];

	snprintf(hidden, BLIND_NAME_SIZE, "%zu%s", work->count + 1, strrchr(name, '.'));
	return hidden;
}

/* Files that are left out when another one is judged. */
static bool is_left_out(const struct as_sources *sources, size_t file)
{
	if (!as_source_is_left_out(&sources->files[file]))
		return false;
	for (size_t i = 0; i < sources->count; i++)
		if (as_similar_language_of(sources->files[i].name) != AS_SIMILAR_OTHER &&
			!as_source_is_left_out(&sources->files[i]))
			return true;
	return false;
}

static int take_files(struct work *work, bool is_blind, struct as_error *error)
{
	const struct as_sources *from = &work->submitted->sources;

	work->files = calloc(from->count + 1, sizeof(*work->files));
	work->sources = calloc(from->count + 1, sizeof(*work->sources));
	work->names = calloc(from->count + 1, sizeof(*work->names));
	if (!work->files || !work->sources || !work->names)
		return as_error_no_memory(error);
	for (size_t i = 0; i < from->count; i++) {
		const struct as_source *source = &from->files[i];
		const enum as_similar_language language = as_similar_language_of(source->name);
		const char *text = source->data.data ? source->data.data : "";
		if (language == AS_SIMILAR_OTHER)
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
		for (size_t e = 0; e < person->attempts[i].entry_count; e++)
			if (person->attempts[i].entries[e].package == package)
				return true;
	return person->doubt;
}

static int add_person(struct comparison *comparison, size_t person, struct as_error *error)
{
	const struct grade_similar_order *order = comparison->order;
	const struct as_class_row *row = as_class_row(order->class, person);
	struct work *work = &comparison->works[comparison->count];
	char id[AS_PSEUDONYM_SIZE];

	*work = (struct work){.person = person,
		.submitted = row->is_forgotten ? NULL : choose(comparison, person)};
	if (!work->submitted || is_known(comparison, work->submitted)) {
		comparison->unread +=
			!work->submitted && !row->is_forgotten &&
			is_unread(&order->people->people[person], comparison->package);
		return 0;
	}
	comparison->count++;
	if (take_files(work, order->pseudonyms != NULL, error))
		return -1;
	/* On the page, the lesser id is on the left. */
	const struct as_similar_submission submission = {
		.id = id_of(order, person, id), .files = work->files, .file_count = work->count};
	return as_similar_add(comparison->similar, &submission, error);
}

/* ---- given code ---- */

static int add_given(const struct comparison *comparison, struct as_error *error)
{
	const struct grade_assignment *assignment = comparison->order->assignment;

	for (size_t i = 0; i < assignment->given_count; i++) {
		const struct grade_given *given = &assignment->given[i];
		const struct as_similar_file file = {.name = given->name,
			.language = (enum as_similar_language)given->language,
			.text = given->text.data ? given->text.data : "",
			.size = given->text.size};
		if (grade_given_is_of(given, comparison->package) &&
			as_similar_add_base(comparison->similar, &file, error))
			return -1;
	}
	return 0;
}

/* ---- what is similar ---- */

static int show(const struct comparison *comparison, const struct work *work,
	const struct as_page_sharer *people, size_t count, struct grade_shown *shown,
	struct as_error *error)
{
	const struct as_page_code code = {
		.person = work->person, .files = work->sources, .file_count = work->count};

	return grade_show_code(comparison->order, &code, people, count, shown, error);
}

static struct as_page_lines lines_of(const struct as_similar_lines *from)
{
	return (struct as_page_lines){.file = from->file, .first = from->first, .last = from->last};
}

/* Programs of fewer tokens are often equal by chance: about ten lines. */
#define SHORT_TOKENS 60
/* More equal programs than these are not a coincidence, even if they are short. */
#define MANY_EQUAL 10

static bool is_short_pair(const struct as_similar_pair *pair)
{
	return pair->sides[0].counted < SHORT_TOKENS || pair->sides[1].counted < SHORT_TOKENS;
}

static int write_pair(const struct comparison *comparison, const struct as_similar_pair *from,
	struct as_error *error)
{
	const struct work *left = &comparison->works[from->sides[0].submission];
	const struct work *right = &comparison->works[from->sides[1].submission];
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
	return as_pages_write_pair(comparison->order->pages, &pair, error) < 0 ? -1 : 0;
}

static int write_cluster(const struct comparison *comparison, const struct as_similar_cluster *from,
	struct as_error *error)
{
	const struct work *first = &comparison->works[from->submissions[0]];
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
		.is_short = from->counted < SHORT_TOKENS,
		.package = comparison->package,
		.sharers = sharers,
		.sharer_count = from->count,
		.files = shown.sources,
		.file_count = shown.count};
	return as_pages_write_shared(comparison->order->pages, &shared, error) < 0 ? -1 : 0;
}

static int write_common(const struct comparison *comparison, const struct as_similar_common *from,
	struct as_error *error)
{
	const struct work *first = &comparison->works[from->submission];
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
	return as_pages_write_shared(comparison->order->pages, &shared, error) < 0 ? -1 : 0;
}

/* ---- what was left out ---- */

/* A line of the teacher's page on code that was not compared, or does not count. */
AS_PRINTF(3, 4)
static int omit(
	const struct comparison *comparison, struct as_error *error, const char *format, ...)
{
	const struct grade_similar_order *order = comparison->order;
	char text[512];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	AS_AUTO_FREE char *line = as_text_format(error, "%s: %s",
		order->assignment->packages[comparison->package]->short_name, text);
	return line ? as_pages_add_omission(order->pages, line, error) : -1;
}

/* Maximum number of notes that name a submission. */
#define MAX_PARTS 20

/* Notes on the parts of a submission that were not compared: these could hide copied code. */
static int note_parts(const struct comparison *comparison, const struct as_similar_report *report,
	struct as_error *error)
{
	const struct grade_similar_order *order = comparison->order;
	const char *package = order->assignment->packages[comparison->package]->short_name;
	char text[AS_SIMILAR_NOTE_SIZE], id[AS_PSEUDONYM_SIZE];
	size_t count = 0;

	for (size_t i = 0; i < report->note_count; i++) {
		const struct as_similar_note *note = &report->notes[i];
		if (note->submission == AS_SIMILAR_BASE || count++ >= MAX_PARTS)
			continue;
		const struct work *work = &comparison->works[note->submission];
		if (grade_notes_add(order->notes, error, "%s: %s: %s: %s", package,
			    id_of(order, work->person, id), work->sources[note->file].name,
			    as_similar_note_format(note, text)))
			return -1;
	}
	if (count <= MAX_PARTS)
		return 0;
	return grade_notes_add(order->notes, error, "%s: %zu more files were compared in part",
		package, count - MAX_PARTS);
}

/* Files in other languages are counted, but not named. */
static int note_report(const struct comparison *comparison, const struct as_similar_report *report,
	struct as_error *error)
{
	const struct grade_similar_order *order = comparison->order;
	const char *package = order->assignment->packages[comparison->package]->short_name;
	size_t others = 0;

	for (size_t i = 0; i < comparison->count; i++)
		others += comparison->works[i].count == 0 &&
			  comparison->works[i].submitted->sources.count;
	if (others && grade_notes_add(order->remarks, error,
			      "%s: %zu submission%s not compared: only C, C++, Java and Python are",
			      package, others, others == 1 ? " was" : "s were"))
		return -1;
	if (report->left_out_count &&
		grade_notes_add(order->notes, error, "%s: %zu more similar pair%s not shown",
			package, report->left_out_count,
			report->left_out_count == 1 ? " is" : "s are"))
		return -1;
	return note_parts(comparison, report, error);
}

/* Submissions, or files of them, that were not read. */
static int omit_unread(const struct comparison *comparison, struct as_error *error)
{
	size_t others = 0, parts = 0, unread = comparison->unread;

	for (size_t i = 0; i < comparison->count; i++) {
		const struct work *work = &comparison->works[i];
		const bool is_empty = work->submitted->sources.count == 0;
		unread += is_empty;
		others += work->count == 0 && !is_empty;
		parts += work->count &&
			 work->count + work->left_out < work->submitted->sources.count;
	}
	if (others && omit(comparison, error,
			      "%zu submission%s not compared: only C, C++, Java and Python are",
			      others, others == 1 ? " was" : "s were"))
		return -1;
	if (parts && omit(comparison, error,
			     "%zu submission%s also files in other languages, which were not "
			     "compared",
			     parts, parts == 1 ? " has" : "s have"))
		return -1;
	if (unread == 0)
		return 0;
	return omit(comparison, error, "%zu submission%s not compared, because %s cannot be judged",
		unread, unread == 1 ? " was" : "s were", unread == 1 ? "it" : "they");
}

/* The names of the files, as many as a line takes. */
static int name_given(const struct comparison *comparison, char text[400])
{
	const struct grade_assignment *assignment = comparison->order->assignment;
	int length = 0, count = 0, more = 0;

	for (size_t i = 0; i < assignment->given_count; i++) {
		const struct grade_given *given = &assignment->given[i];
		if (!grade_given_is_of(given, comparison->package))
			continue;
		if (length < 300)
			length += snprintf(text + length, (size_t)(400 - length), "%s%.*s",
				count ? ", " : "", as_text_fit(given->name, 80), given->name);
		else
			more++;
		count++;
	}
	if (more)
		snprintf(text + length, (size_t)(400 - length), ", and %d more", more);
	return count;
}

/* Given code, and submissions that consist of it. */
static int omit_given(const struct comparison *comparison, const struct as_similar_report *report,
	struct as_error *error)
{
	char names[400] = "";
	size_t count = 0;

	for (size_t i = 0; i < report->submission_count; i++) {
		const struct as_similar_read *read = &report->submissions[i];
		count += read->token_count && read->token_count == read->base_count;
	}
	if (name_given(comparison, names) &&
		omit(comparison, error, "given code does not count: %s", names))
		return -1;
	if (count == 0)
		return 0;
	return omit(comparison, error, "%zu submission%s nothing but given code", count,
		count == 1 ? " has" : "s have");
}

static int omit_parts(const struct comparison *comparison, const struct as_similar_report *report,
	struct as_error *error)
{
	size_t cut = 0;

	for (size_t i = 0; i < report->note_count; i++)
		cut += report->notes[i].submission != AS_SIMILAR_BASE;
	if (cut && omit(comparison, error, "%zu file%s compared in part: see above", cut,
			   cut == 1 ? " was" : "s were"))
		return -1;
	if (report->left_out_count &&
		omit(comparison, error, "%zu more pair%s not shown", report->left_out_count,
			report->left_out_count == 1 ? " is" : "s are"))
		return -1;
	if (report->common_left_out_count == 0)
		return 0;
	return omit(comparison, error,
		"%zu more passage%s that more than ten programs, and more than a quarter of all, "
		"have, and smaller parts of them: not shown",
		report->common_left_out_count, report->common_left_out_count == 1 ? "" : "s");
}

static int omit_all(const struct comparison *comparison, const struct as_similar_report *report,
	struct as_error *error)
{
	return omit_unread(comparison, error) || omit_given(comparison, report, error) ||
			       omit_parts(comparison, report, error)
		       ? -1
		       : 0;
}

/* ---- all ---- */

static void count_found(const struct comparison *comparison, const struct as_similar_report *report)
{
	struct grade_similar_counts *counts = comparison->order->counts;

	counts->common += report->common_count;
	/* Short programs are on the page only, unless many are equal. */
	for (size_t i = 0; i < report->pair_count; i++)
		counts->pairs += !is_short_pair(&report->pairs[i]);
	for (size_t i = 0; i < report->cluster_count; i++) {
		const struct as_similar_cluster *cluster = &report->clusters[i];
		if (cluster->counted < SHORT_TOKENS && cluster->count <= MANY_EQUAL)
			continue;
		counts->clusters++;
		counts->equal += cluster->count;
	}
}

static int write_report(const struct comparison *comparison, struct as_error *error)
{
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = {0};

	if (as_similar_compare(comparison->similar, &cli_cancelled, &report, error))
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
	count_found(comparison, &report);
	return omit_all(comparison, &report, error) || note_report(comparison, &report, error) ? -1
											       : 0;
}

struct placed {
	size_t person;
	char pseudonym[AS_PSEUDONYM_SIZE];
};

static int compare_placed(const void *left, const void *right)
{
	return strcmp(((const struct placed *)left)->pseudonym,
		((const struct placed *)right)->pseudonym);
}

/* In blind marking by pseudonym: pages list people in the order in which they were added. */
static int add_people(struct comparison *comparison, struct as_error *error)
{
	const struct grade_similar_order *order = comparison->order;
	const size_t count = order->people->count;
	AS_AUTO_FREE struct placed *placed = calloc(count + 1, sizeof(*placed));

	if (!placed)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++) {
		placed[i].person = i;
		if (order->pseudonyms)
			id_of(order, i, placed[i].pseudonym);
	}
	if (order->pseudonyms)
		qsort(placed, count, sizeof(*placed), compare_placed);
	for (size_t i = 0; i < count; i++)
		if (cli_cancelled || add_person(comparison, placed[i].person, error))
			return -1;
	return 0;
}

static int compare(struct comparison *comparison, struct as_error *error)
{
	const struct grade_similar_order *order = comparison->order;

	comparison->works = calloc(order->people->count + 1, sizeof(*comparison->works));
	comparison->similar = as_similar_new(NULL, error);
	if (!comparison->works)
		return as_error_no_memory(error);
	if (!comparison->similar || add_given(comparison, error))
		return -1;
	if (add_people(comparison, error))
		return -1;
	return write_report(comparison, error);
}

int grade_write_similar(const struct grade_similar_order *order, struct as_error *error)
{
	const char *fault = order->assignment->given_fault;

	if (fault && grade_notes_add(order->notes, error, "similar sources: %s", fault))
		return -1;
	for (size_t i = 0; i < order->assignment->scheme.package_count; i++) {
		AS_AUTO(clear) struct comparison comparison = {.order = order, .package = i};
		struct as_error why = {0};
		if (compare(&comparison, &why) == 0)
			continue;
		if (cli_cancelled || why.kind != AS_ERROR_INPUT)
			return as_error_pass(error, &why, NULL, "%s", why.text);
		/* If base code is too large or cannot be read, no mark depends on it. */
		if (grade_notes_add(order->notes, error, "similar sources: %s: %s",
			    order->assignment->packages[i]->short_name, why.text) ||
			omit(&comparison, error, "nothing was compared: %s", why.text))
			return -1;
	}
	return 0;
}
