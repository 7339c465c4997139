/* SPDX-License-Identifier: MIT */
/* A team's own submissions. */
#include "page.h"

/* ---- the list ---- */

static void write_row(FILE *out, const struct as_contest_visit *visit, size_t index)
{
	const struct as_contest_submission *submission =
		as_contest_log_submission(visit->log, index);

	fputs("<tr><td class=\"number\">", out);
	page_submission_link(out, visit, "/submissions/", index);
	fputs("</td><td class=\"number\">", out);
	page_contest_time(out, submission->time_ms);
	fputs("</td><td>", out);
	page_problem_link(out, visit, submission->problem);
	fputs("</td><td>", out);
	page_submission_verdict(out, visit, index);
	fputs("</td><td>", out);
	page_language(out, visit, submission->language);
	fputs("</td></tr>\n", out);
}

void as_contest_page_submissions_fragment(FILE *out, const struct as_contest_visit *visit)
{
	const size_t team = page_team(visit);
	bool is_begun = false, is_pending = false;

	for (size_t i = as_contest_log_submission_count(visit->log); i-- > 0;) {
		if (as_contest_log_submission(visit->log, i)->team != team)
			continue;
		is_pending |= page_judgement(visit, i) == AS_CONTEST_NONE;
		if (!is_begun)
			fputs("<div class=\"scroll\" tabindex=\"0\"><table "
			      "class=\"list\"><thead><tr><th scope=\"col\" "
			      "class=\"number\">No.</th><th scope=\"col\" "
			      "class=\"number\">Time</th><th scope=\"col\">Problem</th><th "
			      "scope=\"col\">Verdict</th><th "
			      "scope=\"col\">Language</th></tr></thead><tbody>\n",
				out);
		is_begun = true;
		write_row(out, visit, i);
	}
	fputs(is_begun ? "</tbody></table></div>" : "<p class=\"empty\">No submissions yet.</p>",
		out);
	/* The script asks less often. */
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

/* ---- one ---- */

/* The judgement that runs; NULL: none does. */
static const struct as_contest_judgement *running(
	const struct as_contest_visit *visit, const struct as_contest_submission *submission)
{
	if (submission->judgement_count == 0)
		return NULL;
	const struct as_contest_judgement *last = as_contest_log_judgement(
		visit->log, submission->judgements[submission->judgement_count - 1]);
	return last->ended ? NULL : last;
}

static void write_progress(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_submission *submission)
{
	const struct as_contest_judgement *judgement = running(visit, submission);
	const struct as_contest_problem *problem =
		&page_contest(visit)->problems[submission->problem];

	if (!judgement) {
		fputs("<p class=\"sub\">It waits to be judged.</p>", out);
	} else if (problem->feedback == AS_CONTEST_FEEDBACK_FULL && problem->package &&
		   problem->package->test_count > 0) {
		fprintf(out,
			"<p class=\"sub\">Test %zu of %zu</p><progress aria-label=\"Tests\" "
			"max=\"%zu\" value=\"%zu\"></progress>",
			judgement->run_count + 1, problem->package->test_count,
			problem->package->test_count, judgement->run_count);
	} else {
		fputs("<p class=\"sub\">It is being judged.</p>", out);
	}
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
	if (page_judgement(visit, index) == AS_CONTEST_NONE) {
		write_progress(out, visit, submission);
		return;
	}
	/* The script asks no more. */
	fputs("<div data-done hidden></div>", out);
	if (!evidence->result)
		return;
	page_compile(out, evidence->result);
	page_tests(out, evidence->result, problem->feedback);
}

static void write_facts(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_submission *submission)
{
	fputs("<ul class=\"facts\"><li>", out);
	page_problem_link(out, visit, submission->problem);
	fputs("</li><li>", out);
	page_language(out, visit, submission->language);
	fputs("</li><li>", out);
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
	fprintf(out, "%" PRIu64 "/fragment\" data-every=\"2\">\n", submission->arrival);
	as_contest_page_submission_fragment(out, visit, index, evidence);
	fputs("</div>", out);
	page_source(out, evidence->submitted);
	page_end(out, visit);
}
