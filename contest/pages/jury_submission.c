/* SPDX-License-Identifier: MIT */
/* A submission for the jury. */
#include "decisions.h"
#include "result.h"
#include "standing.h"

/* ---- properties ---- */

static void write_facts(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_submission *submission)
{
	fputs("<ul class=\"facts\"><li>", out);
	page_team_link(out, visit, submission->team);
	fputs("</li><li>", out);
	page_problem_link(out, visit, submission->problem);
	fputs("</li><li>", out);
	page_language(out, visit, submission->language);
	fputs("</li><li>Contest time ", out);
	page_contest_time(out, submission->time_ms);
	fputs("</li><li>", out);
	page_moment(out, submission->wall_ms);
	if (submission->name) {
		fputs("</li><li>", out);
		as_html_name(out, submission->name);
	}
	if (submission->entry_point) {
		fputs("</li><li>Entry point ", out);
		as_html_name(out, submission->entry_point);
	}
	fputs("</li></ul>", out);
}

static void write_version(FILE *out, const struct as_contest_visit *visit, size_t index)
{
	if (!as_contest_log_is_of_earlier(visit->log, index))
		return;
	fputs("<p class=\"notice info\">This submission was judged with an earlier version of the "
	      "package.",
		out);
	if (page_may_judge(visit))
		fputs(" \"Judge again\" uses the version in use.", out);
	fputs("</p>", out);
}

/* The jury sees the cause of a judging error, because the jury can fix it. */
static void write_cause(FILE *out, const char *cause)
{
	if (!cause || !*cause)
		return;
	fputs("<p class=\"notice error\">Judging error: ", out);
	page_cause(out, cause);
	fputs("</p>", out);
}

static void write_links(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_submission *submission)
{
	fputs("<p class=\"sub\"><a href=\"", out);
	page_address(out, visit->base, "/jury/submissions?problem=",
		page_contest(visit)->problems[submission->problem].id);
	fputs("&amp;team=", out);
	as_html_address(out, as_contest_log_team(visit->log, submission->team)->id);
	fputs("\">Submissions of this team to this problem</a></p>", out);
}

/* ---- actions ---- */

static void write_actions(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_submission *submission)
{
	char path[80];

	if (!page_may_judge(visit))
		return;
	fputs("<div class=\"actions\">", out);
	snprintf(path, sizeof path, "/jury/submissions/%" PRIu64 "/rejudge", submission->arrival);
	page_form(out, visit, path, "");
	if (!submission->is_practice)
		page_sure_final(out, visit);
	fputs("<button>Judge again</button></form>", out);
	snprintf(path, sizeof path, "/jury/submissions/%" PRIu64 "/ignore", submission->arrival);
	page_form(out, visit, path, "");
	fprintf(out, "<input type=\"hidden\" name=\"ignored\" value=\"%d\">",
		!submission->is_ignored);
	if (!submission->is_practice)
		page_sure_final(out, visit);
	fprintf(out, "<button class=\"%s\">%s</button></form><a class=\"button plain\" href=\"",
		submission->is_ignored ? "plain" : "heed",
		submission->is_ignored ? "Count it again" : "Ignore it");
	page_address(out, visit->base, "/jury/submissions/", NULL);
	fprintf(out, "%" PRIu64 "/ruling\">Decide by hand</a></div>", submission->arrival);
}

/* ---- judgements ---- */

/* `number`: of the judgement in the submission, from 1. */
static void write_judgement(FILE *out, const struct as_contest_visit *visit, size_t number,
	const struct as_contest_submission *submission)
{
	const size_t index = submission->judgements[number - 1];
	const struct as_contest_judgement *judgement = as_contest_log_judgement(visit->log, index);

	fputs("<tr><td>", out);
	if (judgement->begin_wall_ms != 0)
		page_moment(out, judgement->begin_wall_ms);
	else
		fputs("waits", out);
	fputs("</td><td>", out);
	if (judgement->is_withdrawn)
		fputs("withdrawn", out);
	else
		page_verdict(out, judgement->ended ? judgement->verdict : AS_VERDICT_NONE);
	if (judgement->ruling)
		fputs("</td><td>by the jury", out);
	else
		fprintf(out, "</td><td><code>%.12s</code>", judgement->package);
	fputs("</td><td class=\"number\">", out);
	if (judgement->max_run_time_ns >= 0)
		as_html_time(out, judgement->max_run_time_ns);
	fprintf(out, "</td><td>%s", index == submission->valid ? "counts " : "");
	if (judgement->rejudging)
		page_rejudging_link(out, visit, judgement->rejudging - 1);
	if (judgement->ruling)
		as_html_name(out, judgement->ruling->reason);
	if (judgement->ended && !judgement->ruling) {
		fputs("</td><td><a href=\"", out);
		page_address(out, visit->base, "/jury/submissions/", NULL);
		fprintf(out, "%" PRIu64 "?judgement=%zu\">Tests</a>", submission->arrival, number);
	} else {
		fputs("</td><td>", out);
	}
	fputs("</td></tr>", out);
}

static void write_judgements(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_submission *submission)
{
	fputs("<h2>Judgements</h2>", out);
	as_html_table(out, "list", "Begun|Verdict|Package|#Slowest test||");
	for (size_t i = submission->judgement_count; i > 0; i--)
		write_judgement(out, visit, i, submission);
	fputs("</tbody></table></div>", out);
}

/* Says which judgement the tests below are of. */
static void write_chosen(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_submission *submission, size_t number)
{
	if (number == 0 || number > submission->judgement_count ||
		submission->judgements[number - 1] == submission->valid)
		return;
	const struct as_contest_judgement *judgement =
		as_contest_log_judgement(visit->log, submission->judgements[number - 1]);
	fprintf(out,
		"<p class=\"notice info\">The tests of another judgement are shown, which %s.</p>",
		judgement->is_proposed ? "is only proposed" : "does not count");
}

void as_contest_page_jury_submission(FILE *out, const struct as_contest_visit *visit, size_t index,
	const struct as_contest_evidence *evidence)
{
	const struct as_contest_submission *submission =
		as_contest_log_submission(visit->log, index);
	AS_AUTO_FREE char *title = as_text_format(NULL, "Submission %" PRIu64, submission->arrival);

	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_JURY_SUBMISSIONS,
			.title = title ? title : "Submission",
			.is_live = true});
	write_facts(out, visit, submission);
	page_live_begin(out, "judged", 2);
	fputs("<p class=\"big\">", out);
	page_submission_verdict(out, visit, index);
	page_jury_stage(out, visit, index);
	fputs("</p>", out);
	page_ruling(out, visit, index);
	write_cause(out, evidence->cause);
	write_version(out, visit, index);
	write_links(out, visit, submission);
	write_actions(out, visit, submission);
	write_judgements(out, visit, submission);
	write_chosen(out, visit, submission, evidence->judgement);
	if (evidence->result) {
		page_compile(out, evidence->result);
		page_counterexample(out, visit, index, evidence->counterexample);
		page_jury_tests(out, visit, index, evidence);
	}
	if (as_contest_log_progress(visit->log, index).stage == AS_CONTEST_JUDGED)
		fputs("<div data-calm hidden></div>", out);
	page_live_end(out);
	page_notes(out, visit, index);
	page_compare_link(out, visit, index);
	page_source(out, evidence->submitted);
	page_end(out, visit);
}
