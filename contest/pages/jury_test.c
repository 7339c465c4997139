/* SPDX-License-Identifier: MIT */
/*
 * A test of a submission, for the jury. Results do not include outputs, so the output is from
 * another run, and the page says so.
 */
#include "result.h"

static const struct as_result_test *test_of(const struct as_contest_test_view *view)
{
	return &view->result->tests[view->test];
}

/* "/jury/submissions/7/tests/3" */
static void write_address(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_test_view *view, const char *part)
{
	char query[PAGE_QUERY_SIZE];

	page_address(out, visit->base, "/jury/submissions/", NULL);
	fprintf(out, "%" PRIu64 "/tests/%zu%s%s",
		as_contest_log_submission(visit->log, view->submission)->arrival, view->test + 1,
		part, page_judgement_query(view->judgement, query));
}

/* ---- texts ---- */

static void write_excerpt(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_test_view *view, const char *heading, const char *file,
	const struct as_contest_excerpt *excerpt)
{
	fprintf(out, "<div class=\"example\"><h3>%s <span class=\"right\">", heading);
	if (excerpt->data) {
		fputs("<small>", out);
		as_html_bytes(out, excerpt->whole_bytes);
		fputs("</small> <a class=\"download\" href=\"", out);
		write_address(out, visit, view, file);
		fputs("\">Download</a> <button type=\"button\" class=\"copy\" "
		      "hidden>Copy</button>",
			out);
	}
	fputs("</span></h3>", out);
	if (!excerpt->data) {
		fputs("<p class=\"empty\">The file cannot be read, or has changed since its "
		      "package was taken into use.</p></div>",
			out);
		return;
	}
	fputs("<pre tabindex=\"0\">", out);
	as_html_untrusted(
		out, excerpt->data, excerpt->size, AS_CONTEST_EXCERPT_BYTES, AS_HTML_BLOCK);
	fputs("</pre>", out);
	if (excerpt->size < excerpt->whole_bytes)
		fputs("<p class=\"cut\">Only the beginning is shown.</p>", out);
	fputs("</div>", out);
}

/* ---- the run ---- */

static void write_form(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_test_view *view)
{
	char path[160], query[PAGE_QUERY_SIZE];

	if (!page_may_judge(visit) || !view->can_run)
		return;
	snprintf(path, sizeof path, "/jury/submissions/%" PRIu64 "/tests/%zu/run%s",
		as_contest_log_submission(visit->log, view->submission)->arrival, view->test + 1,
		page_judgement_query(view->judgement, query));
	page_form(out, visit, path, " class=\"actions\"");
	fprintf(out, "<button>%s</button></form>",
		view->rerun == AS_CONTEST_RERUN_NONE ? "Run this test" : "Run this test again");
}

static void write_diff(FILE *out, const struct as_contest_test_view *view)
{
	const struct page_diff diff = {view->output.data, view->answer.data, view->output.size,
		view->answer.size,
		view->output.size < view->output.whole_bytes ||
			view->answer.size < view->answer.whole_bytes};

	fputs("<h2>Difference</h2>", out);
	page_difference(out, &diff);
}

static void write_again(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_test_view *view)
{
	fputs("<p class=\"sub\">Output of a separate run, of ", out);
	page_moment(out, view->again_wall_ms);
	fputs(". The run changes no verdict.</p>", out);
	if (view->again->verdict == AS_VERDICT_CE) {
		fputs("<p class=\"notice error\">The submission does not compile here.</p>", out);
		return;
	}
	page_jury_test(out, view->result, view->again);
	if (view->again->verdict != test_of(view)->verdict)
		fputs("<p class=\"notice info\">This run has another verdict, so the output may "
		      "also differ.</p>",
			out);
	if (view->is_interactive)
		return;
	fputs("<div class=\"sample\">", out);
	write_excerpt(out, visit, view, "Output", "/output", &view->output);
	fputs("</div>", out);
	if (view->output.data && view->answer.data)
		write_diff(out, view);
}

static void write_run(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_test_view *view)
{
	switch (view->rerun) {
	case AS_CONTEST_RERUN_WAITS:
		fputs("<p class=\"sub\" role=\"status\">The test is being run.</p>", out);
		return;
	case AS_CONTEST_RERUN_FAILED:
		fputs("<p class=\"notice error\">The test could not be run: ", out);
		as_html_untrusted(out, view->failure, strlen(view->failure), 2000, AS_HTML_LINE);
		fputs("</p>", out);
		break;
	case AS_CONTEST_RERUN_DONE:
		write_again(out, visit, view);
		break;
	case AS_CONTEST_RERUN_NONE:
	default:
		fputs("<p class=\"sub\">Outputs are not kept when a submission is judged. ", out);
		fputs(view->can_run ? "A run of this test shows the output, and changes no "
				      "verdict.</p>"
				    : "This server does not judge, so it cannot run the "
				      "test.</p>",
			out);
		break;
	}
	write_form(out, visit, view);
}

void as_contest_page_jury_test_fragment(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_test_view *view)
{
	/* Tells the script to stop polling. */
	if (view->rerun != AS_CONTEST_RERUN_WAITS)
		fputs("<div data-done hidden></div>", out);
	write_run(out, visit, view);
}

/* ---- the page ---- */

static void write_links(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_test_view *view)
{
	const struct as_contest_submission *submission =
		as_contest_log_submission(visit->log, view->submission);

	fputs("<ul class=\"facts\"><li>Submission ", out);
	page_submission_link(out, visit, "/jury/submissions/", view->submission);
	fputs("</li><li>", out);
	page_team_link(out, visit, submission->team);
	fputs("</li><li>", out);
	page_problem_link(out, visit, submission->problem);
	fprintf(out, "</li><li>Test %zu of %zu that were run</li></ul>", view->test + 1,
		view->result->test_count);
	if (view->is_changed)
		fputs("<p class=\"notice error\">The package has changed since this judgement: "
		      "input and answer are the current ones.</p>",
			out);
}

void as_contest_page_jury_test(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_test_view *view)
{
	AS_AUTO_FREE char *title = as_text_format(NULL, "Test %s", test_of(view)->name);

	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_JURY_SUBMISSIONS,
			.title = title ? title : "Test",
			.is_live = true});
	write_links(out, visit, view);
	page_jury_test(out, view->result, test_of(view));
	fputs("<h2>Data</h2><div class=\"sample\">", out);
	write_excerpt(out, visit, view, "Input", "/input", &view->input);
	write_excerpt(out, visit, view, "Answer", "/answer", &view->answer);
	fputs("</div><h2>Output of the submission</h2><div data-live=\"test\" data-poll=\"", out);
	write_address(out, visit, view, "/fragment");
	fputs("\" data-every=\"1\">\n", out);
	as_contest_page_jury_test_fragment(out, visit, view);
	fputs("</div>", out);
	page_end(out, visit);
}
