/* SPDX-License-Identifier: MIT */
/* A small input on which a submission fails: for its team and the jury. */
#include "result.h"

static void write_text(FILE *out, const char *heading, const struct as_contest_excerpt *text)
{
	fprintf(out,
		"<div class=\"example\"><h3>%s <span class=\"right\"><button type=\"button\" "
		"class=\"copy\" hidden>Copy</button></span></h3><pre tabindex=\"0\">",
		heading);
	const size_t written = as_html_untrusted(
		out, text->data, text->size, AS_CONTEST_COUNTEREXAMPLE_BYTES, AS_HTML_BLOCK);
	fputs("</pre>", out);
	if (written < text->whole_bytes)
		fputs("<p class=\"cut\">Only the beginning is shown.</p>", out);
	fputs("</div>", out);
}

static void write_solver(FILE *out, const char *heading, const char *text)
{
	if (!text)
		return;
	const struct as_contest_excerpt excerpt = {text, strlen(text), strlen(text)};
	write_text(out, heading, &excerpt);
}

static void write_found(FILE *out, const struct as_contest_counterexample *found)
{
	static const struct as_contest_excerpt nothing = {"", 0, 0};

	fputs("<h2>A small input on which the submission fails</h2><p class=\"sub\">", out);
	page_verdict(out, found->verdict);
	fputs(". The judge searched for it after the verdict.</p><div class=\"sample\">", out);
	write_text(out, "Input", &found->input);
	if (found->answer.size > 0)
		write_text(out, "A right output", &found->answer);
	write_text(out, found->is_interactive ? "Interaction" : "Output",
		found->output.data ? &found->output : &nothing);
	/* Its lines are longer than those of the texts above. */
	fputs("</div><div class=\"sample\">", out);
	write_solver(out, "How the input is solved", found->solved);
	write_solver(out, "Result of the output", found->replayed);
	fputs("</div>", out);
}

bool page_counterexample(FILE *out, const struct as_contest_visit *visit, size_t submission,
	const struct as_contest_counterexample *counterexample)
{
	const size_t problem = as_contest_log_submission(visit->log, submission)->problem;

	if (!counterexample || !page_contest(visit)->problems[problem].counterexample ||
		page_judgement(visit, submission) != counterexample->judgement)
		return false;
	switch (counterexample->state) {
	case AS_CONTEST_COUNTEREXAMPLE_FOUND:
		write_found(out, counterexample);
		return false;
	case AS_CONTEST_COUNTEREXAMPLE_NOT_FOUND:
		fputs("<p class=\"sub\">The judge found no small input on which the submission "
		      "fails.</p>",
			out);
		return false;
	case AS_CONTEST_COUNTEREXAMPLE_AWAITED:
		fputs("<p class=\"sub\" role=\"status\">The judge will search for a small input on "
		      "which this submission fails. Submissions without a verdict come "
		      "first.</p>",
			out);
		return true;
	case AS_CONTEST_COUNTEREXAMPLE_NONE:
	default:
		return false;
	}
}
