/* SPDX-License-Identifier: MIT */
/* A submission compared with an earlier one of the same team to the same problem, by file. */
#include "page.h"

#include <assay/html/edits.h>

/* Lines around a change. */
#define CONTEXT 3
#define LINE_MAX_BYTES 1000
/* Limit per file. */
#define FILE_MAX_BYTES 300000
/* Limits of the page. */
#define PAGE_MAX_BYTES 4000000
#define PAGE_MAX_FILES 100

static const char *base_of(const struct as_contest_visit *visit)
{
	return page_is_jury(visit) ? "/jury/submissions/" : "/submissions/";
}

void page_compare_link(FILE *out, const struct as_contest_visit *visit, size_t submission)
{
	const size_t before = as_contest_log_earlier(visit->log, submission);

	if (before == AS_CONTEST_NONE)
		return;
	fputs("<p><a href=\"", out);
	page_address(out, visit->base, base_of(visit), NULL);
	fprintf(out, "%" PRIu64 "/diff\">Compare with submission %" PRIu64 "</a></p>",
		as_contest_log_submission(visit->log, submission)->arrival,
		as_contest_log_submission(visit->log, before)->arrival);
}

/* ---- one file ---- */

struct file_diff {
	FILE *out;
	const struct as_edits *edits;
	struct as_lines before, after;
	off_t page_end;
};

static void write_line(const struct file_diff *diff, enum as_diff_step step, size_t i, size_t k)
{
	static const char *const classes[] = {
		[AS_DIFF_BOTH] = "same", [AS_DIFF_LEFT] = "gone", [AS_DIFF_RIGHT] = "new"};
	struct as_text_line line =
		step == AS_DIFF_LEFT ? diff->before.items[i] : diff->after.items[k];

	/* Windows line ends. */
	line.size -= line.size > 0 && line.text[line.size - 1] == '\r';
	fprintf(diff->out, "<span class=\"d %s\"><span class=\"no\">%zu</span>%c ", classes[step],
		(step == AS_DIFF_LEFT ? i : k) + 1, " -+"[step - AS_DIFF_BOTH]);
	as_html_untrusted(diff->out, line.text, line.size, LINE_MAX_BYTES, AS_HTML_LINE);
	fputs("\n</span>", diff->out);
}

/* True if a step is a change, or at most CONTEXT lines away from one. */
static bool is_near_change(const struct as_edits *edits, size_t step)
{
	const size_t begin = step > CONTEXT ? step - CONTEXT : 0;

	for (size_t i = begin; i < edits->count && i <= step + CONTEXT; i++)
		if (edits->steps[i] != AS_DIFF_BOTH)
			return true;
	return false;
}

/* False: the page is full. */
static bool write_steps(const struct file_diff *diff)
{
	bool was_shown = true;

	for (size_t step = 0, i = 0, k = 0; step < diff->edits->count; step++) {
		const enum as_diff_step kind = (enum as_diff_step)diff->edits->steps[step];
		const bool is_shown = is_near_change(diff->edits, step);
		if (ftello(diff->out) > diff->page_end)
			return false;
		if (is_shown && !was_shown)
			fprintf(diff->out, "<span class=\"d hunk\">@@ line %zu @@\n</span>", k + 1);
		if (is_shown)
			write_line(diff, kind, i, k);
		was_shown = is_shown;
		i += kind != AS_DIFF_RIGHT;
		k += kind != AS_DIFF_LEFT;
	}
	return true;
}

/* `before` and `after` have at most FILE_MAX_BYTES. */
static void write_texts(
	FILE *out, const struct as_bytes *before, const struct as_bytes *after, off_t page_end)
{
	struct file_diff diff = {.out = out, .page_end = page_end};
	struct as_edits edits = {0};
	int found = -1;

	if (as_lines_split(before->data ? before->data : "", before->size, &diff.before, NULL) ==
			0 &&
		as_lines_split(after->data ? after->data : "", after->size, &diff.after, NULL) == 0)
		found = as_edits_find(diff.before, diff.after, &edits, NULL);
	diff.edits = &edits;
	if (found == 1) {
		fprintf(out,
			"<p class=\"sub\"><span class=\"d gone\">\xe2\x88\x92 %zu</span> <span "
			"class=\"d new\">+ %zu</span></p><pre class=\"diff\" tabindex=\"0\">",
			edits.left_only, edits.right_only);
		const bool is_whole = write_steps(&diff);
		fputs(is_whole ? "</pre>" : "</pre><p class=\"cut\">The rest is left out.</p>",
			out);
	} else {
		fprintf(out,
			"<p class=\"cut\">More than %d lines differ, or the lines are too long to "
			"compare them: read both files.</p>",
			AS_EDITS_MAX);
	}
	free(edits.steps);
	free(diff.before.items);
	free(diff.after.items);
}

/* ---- all files ---- */

/* A file of either submission or of both; NULL: it is not in that one. */
struct pair {
	const struct as_source *before, *after;
};

static const struct as_source *find_file(const struct as_submitted *in, const char *name)
{
	for (size_t i = 0; i < in->sources.count; i++)
		if (strcmp(in->sources.files[i].name, name) == 0)
			return &in->sources.files[i];
	return NULL;
}

static bool is_same_file(const struct pair *pair)
{
	const struct as_bytes *a = &pair->before->data, *b = &pair->after->data;

	return a->size == b->size && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

static void write_name(FILE *out, const struct pair *pair)
{
	fputs("<section class=\"file\"><h2>", out);
	if (pair->before && pair->after && strcmp(pair->before->name, pair->after->name) != 0) {
		as_html_name(out, pair->before->name);
		fputs(" \xe2\x86\x92 ", out);
	}
	as_html_name(out, pair->after ? pair->after->name : pair->before->name);
	fprintf(out, " <small>%s</small></h2>",
		!pair->before        ? "new"
		: !pair->after       ? "no longer submitted"
		: is_same_file(pair) ? "unchanged"
				     : "changed");
}

static void write_pair(FILE *out, const struct pair *pair, off_t page_end)
{
	static const struct as_bytes none = {0};
	const struct as_bytes *before = pair->before ? &pair->before->data : &none;
	const struct as_bytes *after = pair->after ? &pair->after->data : &none;

	write_name(out, pair);
	if (before->size > FILE_MAX_BYTES || after->size > FILE_MAX_BYTES)
		fprintf(out, "<p class=\"cut\">A file of more than %d kB is not compared.</p>",
			FILE_MAX_BYTES / 1000);
	else if (!pair->before || !pair->after || !is_same_file(pair))
		write_texts(out, before, after, page_end);
	fputs("</section>", out);
}

/* A single file is compared also if its name has changed. */
static void write_files(
	FILE *out, const struct as_submitted *before, const struct as_submitted *after)
{
	const off_t page_end = PAGE_MAX_BYTES;
	size_t left = PAGE_MAX_FILES;
	const bool is_single = before->sources.count == 1 && after->sources.count == 1;

	for (size_t i = 0; i < after->sources.count && ftello(out) < page_end && left > 0;
		i++, left--) {
		const struct as_source *file = &after->sources.files[i];
		write_pair(out,
			&(struct pair){is_single ? &before->sources.files[0]
						 : find_file(before, file->name),
				file},
			page_end);
	}
	for (size_t i = 0;
		!is_single && i < before->sources.count && ftello(out) < page_end && left > 0;
		i++) {
		const struct as_source *file = &before->sources.files[i];
		if (find_file(after, file->name))
			continue;
		write_pair(out, &(struct pair){file, NULL}, page_end);
		left--;
	}
	if (ftello(out) >= page_end || left == 0)
		fputs("<p class=\"cut\">The comparison is not shown whole, because it is "
		      "large.</p>",
			out);
}

char *as_contest_comparison_files(
	const struct as_submitted *before, const struct as_submitted *after)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	write_files(out, before, after);
	return as_text_close(out, &text, NULL);
}

/* ---- the page ---- */

static void write_choice(
	FILE *out, const struct as_contest_visit *visit, size_t index, size_t selected)
{
	fputs("<form method=\"get\" class=\"filters\" action=\"", out);
	page_address(out, visit->base, base_of(visit), NULL);
	fprintf(out,
		"%" PRIu64 "/diff\"><label class=\"field\"><span>Compare with</span><select "
		"name=\"with\">",
		as_contest_log_submission(visit->log, index)->arrival);
	for (size_t i = as_contest_log_earlier(visit->log, index); i != AS_CONTEST_NONE;
		i = as_contest_log_earlier(visit->log, i)) {
		const size_t judgement = page_judgement(visit, i);
		AS_AUTO_FREE char *value = as_text_format(
			NULL, "%" PRIu64, as_contest_log_submission(visit->log, i)->arrival);
		AS_AUTO_FREE char *text = as_text_format(NULL, "%s: %s", value,
			judgement == AS_CONTEST_NONE
				? "pending"
				: as_verdict_title(as_contest_log_judgement(visit->log, judgement)
							   ->verdict));
		if (value && text)
			page_option(out, value, text, i == selected);
	}
	fputs("</select></label><button>Show</button></form>", out);
}

void as_contest_page_comparison(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_comparison *comparison)
{
	const struct as_contest_submission *submission =
		as_contest_log_submission(visit->log, comparison->submission);
	AS_AUTO_FREE char *title = as_text_format(NULL,
		"Submission %" PRIu64 ", compared with %" PRIu64, submission->arrival,
		as_contest_log_submission(visit->log, comparison->with)->arrival);

	page_begin(out, visit,
		&(struct page_frame){
			.place = page_is_jury(visit) ? PAGE_JURY_SUBMISSIONS : PAGE_SUBMISSIONS,
			.title = title ? title : "Submissions"});
	fputs("<ul class=\"facts\"><li>Submission ", out);
	page_submission_link(out, visit, base_of(visit), comparison->submission);
	fputs("</li><li>Submission ", out);
	page_submission_link(out, visit, base_of(visit), comparison->with);
	fputs("</li><li>", out);
	page_problem_link(out, visit, submission->problem);
	if (page_is_jury(visit)) {
		fputs("</li><li>", out);
		page_team_link(out, visit, submission->team);
	}
	fputs("</li></ul>", out);
	write_choice(out, visit, comparison->submission, comparison->with);
	if (comparison->files)
		fputs(comparison->files, out);
	else
		fputs("<p class=\"empty\">The files cannot be read from the store.</p>", out);
	page_end(out, visit);
}
