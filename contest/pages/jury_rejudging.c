/* SPDX-License-Identifier: MIT */
/* A rejudging: its progress, the verdicts before and after, and what changes on the board. */
#include "decisions.h"

#define VERDICT_COUNT (AS_VERDICT_CE + 1)
/* Submissions of a cell of the matrix that are listed. */
#define LIST_MAX 500

/* ---- properties and progress ---- */

static void write_author(
	FILE *out, const struct as_contest_visit *visit, const char *what, size_t account)
{
	fprintf(out, "<li>%s", what);
	if (account != AS_CONTEST_NONE) {
		fputs(" by ", out);
		as_html_name(out, as_contest_log_account(visit->log, account)->username);
	}
	fputs(" ", out);
}

static void write_facts(FILE *out, const struct as_contest_visit *visit, size_t index)
{
	const struct as_contest_rejudging *rejudging = as_contest_log_rejudging(visit->log, index);

	fputs("<ul class=\"facts\"><li>", out);
	page_rejudging_state(out, visit, index);
	fputs("</li><li><b>", out);
	as_html_name(out, rejudging->reason);
	fputs("</b></li><li>", out);
	as_html_name(out, rejudging->filter);
	fputs("</li>", out);
	if (rejudging->times > 1)
		fprintf(out, "<li>%u times</li>", rejudging->times);
	write_author(out, visit, "Opened", rejudging->account);
	page_moment(out, rejudging->wall_ms);
	fputs("</li>", out);
	if (rejudging->state != AS_CONTEST_REJUDGING_OPEN) {
		write_author(out, visit,
			rejudging->state == AS_CONTEST_REJUDGING_APPLIED ? "Applied" : "Cancelled",
			rejudging->closed_account);
		page_moment(out, rejudging->closed_wall_ms);
		fputs("</li>", out);
	}
	fputs("</ul>", out);
}

static void write_warning(FILE *out, size_t count, const char *text)
{
	if (count > 0)
		fprintf(out, "<p class=\"notice info\">%zu %s</p>", count, text);
}

static void write_progress(
	FILE *out, size_t total, bool is_open, const struct as_contest_rejudging_counts *counts)
{
	fprintf(out, "<p class=\"big\">%zu of %zu judged", counts->ended, total);
	if (is_open && counts->ended < total)
		fprintf(out, "<small>" PAGE_DOT "%zu being judged" PAGE_DOT "%zu wait</small>",
			counts->begun - counts->ended, total - counts->begun);
	fputs("</p>", out);
	if (!is_open)
		return;
	write_warning(out, counts->errors,
		"with a judging error. If the rejudging is applied, they count as not judged. "
		"Correct the cause, cancel this rejudging, and open another one.");
	write_warning(out, counts->earlier,
		"judged with an earlier version of the package: another version was taken into "
		"use after the rejudging was opened.");
	write_warning(out, counts->ruled,
		"decided by the jury: these keep their verdict, unless it is withdrawn on the page "
		"of the submission.");
	write_warning(out, counts->overruled,
		"decided by the jury: these verdicts are withdrawn when the rejudging is applied.");
	write_warning(
		out, counts->newer, "judged again by hand since: these keep their newer verdict.");
}

/* ---- the matrix ---- */

struct matrix {
	size_t cells[VERDICT_COUNT][VERDICT_COUNT]; /* verdict before, in the rejudging */
	size_t was[VERDICT_COUNT], is[VERDICT_COUNT];
};

static void count_verdicts(const struct as_contest_log *log,
	const struct as_contest_rejudging *rejudging, struct matrix *matrix)
{
	*matrix = (struct matrix){0};
	for (size_t i = 0; i < rejudging->count; i++) {
		const struct as_contest_verdicts verdicts =
			as_contest_log_item_verdicts(log, &rejudging->items[i]);
		matrix->cells[verdicts.was][verdicts.is]++;
		matrix->was[verdicts.was]++;
		matrix->is[verdicts.is]++;
	}
}

static const char *name_of(int verdict)
{
	return verdict == AS_VERDICT_NONE ? "none" : as_verdict_name((enum as_verdict)verdict);
}

static void write_cell(FILE *out, const struct as_contest_visit *visit, size_t index, int was,
	int is, size_t count)
{
	fputs("<td class=\"number\">", out);
	if (count > 0) {
		fputs("<a href=\"", out);
		page_address(out, visit->base, "/jury/rejudgings/", NULL);
		fprintf(out, "%zu?was=%s&amp;is=%s#cell\">%s%zu%s</a>", index + 1, name_of(was),
			name_of(is), was != is ? "<b>" : "", count, was != is ? "</b>" : "");
	}
	fputs("</td>", out);
}

static void write_matrix(
	FILE *out, const struct as_contest_visit *visit, size_t index, const struct matrix *matrix)
{
	fputs("<h2>Verdicts</h2><div class=\"scroll\" tabindex=\"0\"><table class=\"list "
	      "narrow\"><thead><tr><th scope=\"col\">Before</th>",
		out);
	for (int is = 0; is < VERDICT_COUNT; is++)
		if (matrix->is[is])
			fprintf(out, "<th scope=\"col\" class=\"number\" title=\"%s\">%s</th>",
				as_verdict_title((enum as_verdict)is),
				is == AS_VERDICT_NONE ? "not judged" : name_of(is));
	fputs("</tr></thead><tbody>", out);
	for (int was = 0; was < VERDICT_COUNT; was++) {
		if (!matrix->was[was])
			continue;
		fputs("<tr><th scope=\"row\">", out);
		page_verdict(out, (enum as_verdict)was);
		fputs("</th>", out);
		for (int is = 0; is < VERDICT_COUNT; is++)
			if (matrix->is[is])
				write_cell(out, visit, index, was, is, matrix->cells[was][is]);
		fputs("</tr>", out);
	}
	fputs("</tbody></table></div>", out);
}

static void write_listed(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_rejudging_item *item, struct as_contest_verdicts verdicts)
{
	page_submission_row(
		out, visit, "/jury/submissions/", item->submission, PAGE_TIME | PAGE_TEAM);
	fputs("<td>", out);
	page_language(
		out, visit, as_contest_log_submission(visit->log, item->submission)->language);
	fputs("</td><td>", out);
	page_verdict(out, verdicts.was);
	fputs(" \xe2\x86\x92 ", out);
	page_verdict(out, verdicts.is);
	fputs("</td></tr>", out);
}

/* The submissions of a cell. */
static void write_cell_list(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_rejudging *rejudging, const struct as_contest_verdicts *cell)
{
	size_t count = 0;

	fputs("<h2 id=\"cell\">Submissions from ", out);
	page_verdict(out, cell->was);
	fputs(" to ", out);
	page_verdict(out, cell->is);
	fputs("</h2>", out);
	as_html_table(out, "list", "#No.|#Time|Team|Problem|Language|Verdict\n");
	for (size_t i = 0; i < rejudging->count; i++) {
		const struct as_contest_verdicts verdicts =
			as_contest_log_item_verdicts(visit->log, &rejudging->items[i]);
		if (verdicts.was == cell->was && verdicts.is == cell->is && count++ < LIST_MAX)
			write_listed(out, visit, &rejudging->items[i], verdicts);
	}
	fputs("</tbody></table></div>", out);
	if (count > LIST_MAX)
		fprintf(out, "<p class=\"sub\">Only the first %d are listed.</p>", LIST_MAX);
}

/* ---- verdicts that flicker ---- */

static void write_flicker(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_rejudging_item *item)
{
	enum as_verdict verdicts[AS_CONTEST_REJUDGING_MAX_TIMES];
	const size_t count = as_contest_log_item_rounds(visit->log, item, verdicts);

	page_submission_row(
		out, visit, "/jury/submissions/", item->submission, PAGE_TIME | PAGE_TEAM);
	fputs("<td>", out);
	for (size_t i = 0; i < count; i++) {
		page_verdict(out, verdicts[i]);
		fputs(" ", out);
	}
	fputs("</td></tr>", out);
}

static void write_flickers(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_rejudging *rejudging)
{
	fputs("<h2>Verdicts that differ between the runs</h2>", out);
	as_html_table(out, "list", "#No.|#Time|Team|Problem|Verdicts\n");
	for (size_t i = 0; i < rejudging->count; i++)
		if (as_contest_log_item_flickers(visit->log, &rejudging->items[i]))
			write_flicker(out, visit, &rejudging->items[i]);
	fputs("</tbody></table></div>", out);
}

/* ---- the board ---- */

static void write_changes(FILE *out, const struct as_contest_visit *visit, size_t index)
{
	const struct as_contest_rejudging *rejudging = as_contest_log_rejudging(visit->log, index);

	page_board_changes(out, visit, as_contest_log_rejudging_board(visit->log, index, NULL),
		rejudging->state == AS_CONTEST_REJUDGING_OPEN);
}

/* ---- actions ---- */

static void write_form(
	FILE *out, const struct as_contest_visit *visit, size_t index, const char *action)
{
	AS_AUTO_FREE char *path =
		as_text_format(NULL, "/jury/rejudgings/%zu/%s", index + 1, action);

	page_form(out, visit, path ? path : "/jury/rejudgings", " class=\"card\"");
}

static void write_sure(FILE *out, const char *button, const char *kind)
{
	fprintf(out,
		"<div class=\"actions\"><label class=\"check\"><input type=\"checkbox\" "
		"name=\"sure\" value=\"1\" required> I am sure</label>"
		"<button%s>%s</button></div></form>",
		kind, button);
}

static void write_actions(FILE *out, const struct as_contest_visit *visit, size_t index,
	const struct as_contest_rejudging_counts *counts)
{
	const size_t total = as_contest_log_rejudging(visit->log, index)->count;

	fputs("<h2>Actions</h2><div class=\"acts\">", out);
	if (counts->ended == total) {
		write_form(out, visit, index, "backup");
		fprintf(out,
			"<p>This copies the store into the folder of the contest, which keeps the "
			"newest %d copies. Judging and other pages continue meanwhile.</p><div "
			"class=\"actions\"><button class=\"plain\">Back up the store"
			"</button></div></form>",
			AS_CONTEST_BACKUPS_KEPT);
		write_form(out, visit, index, "apply");
		fprintf(out,
			"<p>%zu verdict%s of %zu change%s, all at once.</p><label class=\"check\">"
			"<input type=\"checkbox\" name=\"tell\" value=\"1\"> Send this text to "
			"the teams whose verdict changes</label><label class=\"field\">"
			"<span>Text</span><textarea name=\"text\" rows=\"3\" "
			"maxlength=\"%d\">Submissions were "
			"judged again, and a verdict of your team has changed."
			"</textarea></label>",
			counts->changed, counts->changed == 1 ? "" : "s", total,
			counts->changed == 1 ? "s" : "", AS_CONTEST_CLARIFICATION_MAX_BYTES);
		write_sure(out, "Apply", "");
	}
	write_form(out, visit, index, "cancel");
	fputs("<p>The verdicts that count stay, and nothing more is judged.</p>", out);
	write_sure(out, "Cancel the rejudging", " class=\"plain\"");
	fputs("</div>", out);
}

void as_contest_page_jury_rejudging(FILE *out, const struct as_contest_visit *visit, size_t index,
	const struct as_contest_verdicts *cell)
{
	const struct as_contest_rejudging *rejudging = as_contest_log_rejudging(visit->log, index);
	const bool is_open = rejudging->state == AS_CONTEST_REJUDGING_OPEN;
	const struct as_contest_rejudging_counts counts =
		as_contest_log_rejudging_progress(visit->log, index);
	AS_AUTO_FREE char *title = as_text_format(NULL, "Rejudging %zu", index + 1);
	struct matrix matrix;

	count_verdicts(visit->log, rejudging, &matrix);
	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_JURY_REJUDGINGS,
			.title = title ? title : "Rejudging",
			.is_wide = true,
			.is_live = true});
	page_live_begin(out, "rejudging", 3);
	write_facts(out, visit, index);
	write_progress(out, rejudging->count, is_open, &counts);
	write_matrix(out, visit, index, &matrix);
	if (cell)
		write_cell_list(out, visit, rejudging, cell);
	if (counts.flickers)
		write_flickers(out, visit, rejudging);
	if (rejudging->state != AS_CONTEST_REJUDGING_CANCELLED)
		write_changes(out, visit, index);
	if (is_open && page_may_judge(visit))
		write_actions(out, visit, index, &counts);
	if (!is_open)
		fputs("<div data-calm hidden></div>", out);
	page_live_end(out);
	page_end(out, visit);
}
