/* SPDX-License-Identifier: MIT */
/* Sources that were not compared, or do not count as similar, on the teacher's page. */
#include "comparison.h"

#include <assay/base/fit.h>
#include <stdarg.h>

/* A line of the teacher's page on code that was not compared, or does not count. */
int grade_omit(
	const struct grade_comparison *comparison, struct as_error *error, const char *format, ...)
{
	struct grade_book *book = comparison->book;
	char text[512];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	AS_AUTO_FREE char *line = as_text_format(error, "%s: %s",
		book->grade->assignment.packages[comparison->package]->short_name, text);
	return line ? as_pages_add_omission(book->pages, line, error) : -1;
}

/* Maximum number of notes that name a submission. */
#define MAX_PARTS 20

/* Notes on the parts of a submission that were not compared: these could hide copied code. */
static int note_parts(const struct grade_comparison *comparison,
	const struct as_similar_report *report, struct as_error *error)
{
	struct grade_book *book = comparison->book;
	const char *package = book->grade->assignment.packages[comparison->package]->short_name;
	char text[AS_SIMILAR_NOTE_SIZE], id[AS_PSEUDONYM_SIZE];
	size_t count = 0;

	for (size_t i = 0; i < report->note_count; i++) {
		const struct as_similar_note *note = &report->notes[i];
		if (note->submission == AS_SIMILAR_BASE || count++ >= MAX_PARTS)
			continue;
		const struct grade_compared *work = &comparison->works[note->submission];
		if (grade_notes_add(&book->notes, error, "%s: %s: %s: %s", package,
			    as_class_label(book->grade->class,
				    as_class_row(book->grade->class, work->person)->id, id),
			    work->sources[note->file].name, as_similar_note_format(note, text)))
			return -1;
	}
	if (count <= MAX_PARTS)
		return 0;
	return grade_notes_add(&book->notes, error, "%s: %zu more file%s compared in part", package,
		count - MAX_PARTS, count - MAX_PARTS == 1 ? " was" : "s were");
}

/* Files in other languages are counted, but not named. */
int grade_note_comparison(const struct grade_comparison *comparison,
	const struct as_similar_report *report, struct as_error *error)
{
	struct grade_book *book = comparison->book;
	const char *package = book->grade->assignment.packages[comparison->package]->short_name;
	size_t others = 0;

	for (size_t i = 0; i < comparison->count; i++)
		others += comparison->works[i].count == 0 &&
			  comparison->works[i].submitted->sources.count;
	if (others && grade_notes_add(&book->remarks, error,
			      "%s: %zu submission%s compared only for equal programs, because the "
			      "language is not C, C++, Java or Python",
			      package, others, others == 1 ? " was" : "s were"))
		return -1;
	if (report->left_out_count &&
		grade_notes_add(&book->notes, error, "%s: %zu more similar pair%s not shown",
			package, report->left_out_count,
			report->left_out_count == 1 ? " is" : "s are"))
		return -1;
	return note_parts(comparison, report, error);
}

/* Submissions, or files of them, that were not read. */
static int omit_unread(const struct grade_comparison *comparison, struct as_error *error)
{
	size_t others = 0, parts = 0, unread = comparison->unread;

	for (size_t i = 0; i < comparison->count; i++) {
		const struct grade_compared *work = &comparison->works[i];
		const bool is_empty = work->submitted->sources.count == 0;
		unread += is_empty;
		others += work->count == 0 && !is_empty;
		parts += work->count &&
			 work->count + work->left_out < work->submitted->sources.count;
	}
	if (others && grade_omit(comparison, error,
			      "%zu submission%s compared only for equal programs, because the "
			      "language is not C, C++, Java or Python",
			      others, others == 1 ? " was" : "s were"))
		return -1;
	if (parts && grade_omit(comparison, error,
			     "%zu submission%s also files in other languages, which were not "
			     "compared",
			     parts, parts == 1 ? " has" : "s have"))
		return -1;
	if (unread == 0)
		return 0;
	return grade_omit(comparison, error,
		"%zu submission%s not compared, because %s cannot be judged", unread,
		unread == 1 ? " was" : "s were", unread == 1 ? "it" : "they");
}

/* The names of the files, as many as a line takes. */
static int name_given(const struct grade_comparison *comparison, char text[400])
{
	const struct grade_assignment *assignment = &comparison->book->grade->assignment;
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
static int omit_given(const struct grade_comparison *comparison,
	const struct as_similar_report *report, struct as_error *error)
{
	char names[400] = "";
	size_t count = 0;

	for (size_t i = 0; i < report->submission_count; i++) {
		const struct as_similar_read *read = &report->submissions[i];
		count += read->token_count && read->token_count == read->base_count;
	}
	if (name_given(comparison, names) &&
		grade_omit(comparison, error, "given code does not count: %s", names))
		return -1;
	if (count == 0)
		return 0;
	return grade_omit(comparison, error, "%zu submission%s only given code", count,
		count == 1 ? " contains" : "s contain");
}

static int omit_parts(const struct grade_comparison *comparison,
	const struct as_similar_report *report, struct as_error *error)
{
	size_t cut = 0;

	for (size_t i = 0; i < report->note_count; i++)
		cut += report->notes[i].submission != AS_SIMILAR_BASE;
	if (cut && grade_omit(comparison, error, "%zu file%s compared in part: see above", cut,
			   cut == 1 ? " was" : "s were"))
		return -1;
	if (report->left_out_count &&
		grade_omit(comparison, error, "%zu more pair%s not shown", report->left_out_count,
			report->left_out_count == 1 ? " is" : "s are"))
		return -1;
	if (report->common_left_out_count == 0)
		return 0;
	return grade_omit(comparison, error,
		"%zu more passage%s that more than ten programs, and more than a quarter of all, "
		"have, and smaller parts of them: not shown",
		report->common_left_out_count, report->common_left_out_count == 1 ? "" : "s");
}

int grade_omit_rest(const struct grade_comparison *comparison,
	const struct as_similar_report *report, struct as_error *error)
{
	return omit_unread(comparison, error) || omit_given(comparison, report, error) ||
			       omit_parts(comparison, report, error)
		       ? -1
		       : 0;
}
