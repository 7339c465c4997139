/* SPDX-License-Identifier: MIT */
/* The pages of a team's own submissions. */
#include "decisions.h"
#include "result.h"

/* ---- the list ---- */

/* "test 3 of 12", beside "Pending". */
static void write_stage(FILE *out, const struct as_contest_visit *visit, size_t index)
{
	const struct as_contest_progress progress = as_contest_log_progress(visit->log, index);
	const size_t problem = as_contest_log_submission(visit->log, index)->problem;

	if (page_judgement(visit, index) != AS_CONTEST_NONE || progress.stage != AS_CONTEST_RUNS)
		return;
	if (page_contest(visit)->problems[problem].feedback == AS_CONTEST_FEEDBACK_FULL &&
		progress.done < progress.total)
		fprintf(out, " <small>test %zu of %zu</small>", progress.done + 1, progress.total);
	else
		fputs(" <small>is being judged</small>", out);
}

static void write_row(FILE *out, const struct as_contest_visit *visit, size_t index)
{
	page_submission_row(out, visit, "/submissions/", index, PAGE_TIME);
	fputs("<td>", out);
	page_submission_verdict(out, visit, index);
	write_stage(out, visit, index);
	fputs("</td><td>", out);
	page_language(out, visit, as_contest_log_submission(visit->log, index)->language);
	fputs("</td></tr>\n", out);
}

void as_contest_page_submissions_fragment(FILE *out, const struct as_contest_visit *visit)
{
	bool is_begun = false, is_pending = false;

	for (size_t i = as_contest_log_last_submission(visit->log, page_team(visit));
		i != AS_CONTEST_NONE; i = as_contest_log_submission(visit->log, i)->previous) {
		is_pending |= page_judgement(visit, i) == AS_CONTEST_NONE;
		if (!is_begun)
			as_html_table(out, "list", "#No.|#Time|Problem|Verdict|Language\n");
		is_begun = true;
		write_row(out, visit, i);
	}
	fputs(is_begun ? "</tbody></table></div>" : "<p class=\"empty\">No submissions yet.</p>",
		out);
	/* Tells the script to poll less often. */
	if (!is_pending)
		fputs("<div data-calm hidden></div>", out);
}

void as_contest_page_submissions(FILE *out, const struct as_contest_visit *visit)
{
	page_begin(out, visit,
		&(struct page_frame){
			.place = PAGE_SUBMISSIONS, .title = "Your submissions", .is_live = true});
	fputs("<p class=\"actions\"><a class=\"button\" href=\"", out);
	page_address(out, visit->base, "/submit", NULL);
	fputs("\">Submit</a></p><div data-live=\"submissions\" data-poll=\"", out);
	page_address(out, visit->base, "/submissions/fragment", NULL);
	fputs("\" data-every=\"3\">\n", out);
	as_contest_page_submissions_fragment(out, visit);
	fputs("</div>", out);
	page_end(out, visit);
}

/* ---- one submission ---- */

/* True if the team may see the tests of its running judgement: the problem has full feedback. */
static bool shows_tests(const struct as_contest_visit *visit, size_t submission)
{
	const size_t problem = as_contest_log_submission(visit->log, submission)->problem;

	return page_contest(visit)->problems[problem].feedback == AS_CONTEST_FEEDBACK_FULL;
}

static void write_run(FILE *out, const struct as_contest_run *run, const char *name)
{
	fputs("<tr><th scope=\"row\">", out);
	as_html_name(out, name);
	fputs("</th><td>", out);
	page_verdict(out, (enum as_verdict)run->verdict);
	fputs("</td></tr>", out);
}

/* The runs so far, in the package's order. */
static void write_runs(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_progress *progress, const struct as_package *package)
{
	const struct as_contest_judgement *judgement =
		as_contest_log_judgement(visit->log, progress->judgement);

	as_html_table(out, "list tests narrow", "Test|Verdict");
	for (size_t i = 0; i < package->test_count; i++) {
		const size_t run = as_contest_log_find_run(visit->log, progress->judgement, i);
		if (run != AS_CONTEST_NONE)
			write_run(out, &judgement->runs[run], package->tests[i].name);
	}
	fputs("</tbody></table></div>", out);
}

static void write_progress(FILE *out, const struct as_contest_visit *visit, size_t index)
{
	const struct as_contest_progress progress = as_contest_log_progress(visit->log, index);
	const struct as_package *package =
		page_contest(visit)
			->problems[as_contest_log_submission(visit->log, index)->problem]
			.package;

	if (progress.stage == AS_CONTEST_WAITS) {
		fputs("<p class=\"sub\">The submission waits to be judged.</p>", out);
		return;
	}
	if (progress.stage != AS_CONTEST_RUNS || !shows_tests(visit, index) || !package ||
		progress.total == 0) {
		fputs("<p class=\"sub\">The submission is being judged.</p>", out);
		return;
	}
	fprintf(out,
		"<p class=\"sub\">%zu of %zu tests were run.</p><progress aria-label=\"Tests\" "
		"max=\"%zu\" value=\"%zu\"></progress>",
		progress.done, progress.total, progress.total, progress.done);
	if (progress.done > 0)
		write_runs(out, visit, &progress, package);
}

void as_contest_page_submission_fragment(FILE *out, const struct as_contest_visit *visit,
	size_t index, const struct as_contest_evidence *evidence)
{
	const struct as_contest_submission *submission =
		as_contest_log_submission(visit->log, index);
	const struct as_contest_problem *problem =
		&page_contest(visit)->problems[submission->problem];

	fputs("<p class=\"big\">", out);
	page_submission_verdict(out, visit, index);
	fputs("</p>", out);
	page_ruling(out, visit, index);
	if (page_judgement(visit, index) == AS_CONTEST_NONE) {
		write_progress(out, visit, index);
		return;
	}
	if (evidence->result)
		page_compile(out, evidence->result);
	const bool awaits = page_counterexample(out, visit, index, evidence->counterexample);
	if (evidence->result)
		page_tests(out, evidence->result, problem->feedback);
	/* Tells the script to poll less often, or to stop polling. */
	fprintf(out, "<div %s hidden></div>", awaits ? "data-calm" : "data-done");
}

static void write_facts(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_submission *submission)
{
	fputs("<ul class=\"facts\"><li>", out);
	page_problem_link(out, visit, submission->problem);
	fputs("</li><li>", out);
	page_language(out, visit, submission->language);
	fputs("</li><li>Contest time ", out);
	page_contest_time(out, submission->time_ms);
	fputs("</li><li>", out);
	page_moment(out, submission->wall_ms);
	fputs("</li></ul>", out);
}

void as_contest_page_submission(FILE *out, const struct as_contest_visit *visit, size_t index,
	const struct as_contest_evidence *evidence)
{
	const struct as_contest_submission *submission =
		as_contest_log_submission(visit->log, index);
	AS_AUTO_FREE char *title = as_text_format(NULL, "Submission %" PRIu64, submission->arrival);

	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_SUBMISSIONS,
			.title = title ? title : "Submission",
			.is_live = true});
	write_facts(out, visit, submission);
	fprintf(out, "<div data-live=\"submission\" data-poll=\"");
	page_address(out, visit->base, "/submissions/", NULL);
	fprintf(out, "%" PRIu64 "/fragment\" data-every=\"1\">\n", submission->arrival);
	as_contest_page_submission_fragment(out, visit, index, evidence);
	fputs("</div>", out);
	page_compare_link(out, visit, index);
	page_source(out, evidence->submitted);
	page_end(out, visit);
}
