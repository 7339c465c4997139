/* SPDX-License-Identifier: MIT */
/* The HTML page of a report: a single file without external resources and without a script. */
#include "page.h"

#include <string.h>

/* ---- the summary ---- */

static void write_head(const struct page *page)
{
	const struct as_strength_report *report = page->report;
	const size_t findings = as_strength_count_findings(report);
	FILE *out = page->out;

	fputs("<div class=\"head\"><h1>", out);
	as_html_text(out, page->package->title);
	fprintf(out, "</h1><span class=\"chip %s\">", findings ? "bad" : "good");
	if (findings)
		fprintf(out, "%zu finding%s", findings, page_plural(findings));
	else
		fputs("no findings", out);
	fputs("</span></div><p class=\"sub\"><code>", out);
	as_html_text(out, page->package->path);
	fprintf(out, "</code> \xc2\xb7 %zu mutant%s of %zu submission%s in ", report->mutant_count,
		page_plural(report->mutant_count), report->source_count,
		page_plural(report->source_count));
	as_html_time(out, report->elapsed_ns);
	fputs("</p>", out);
}

static size_t count_rejected(const struct as_strength_report *report)
{
	size_t count = 0;

	for (size_t i = 0; i < report->own_count; i++)
		count += report->programs[i].state == AS_MUTANT_KILLED;
	return count;
}

static void write_ratio(FILE *out, size_t count, size_t all, const char *what)
{
	fprintf(out, "<div class=\"tile\"><b>%zu of %zu</b><span>%s</span></div>", count, all,
		what);
}

static void write_tiles(const struct page *page)
{
	const struct as_strength_report *report = page->report;
	const size_t *counts = report->counts;
	FILE *out = page->out;

	fputs("<div class=\"tiles\">", out);
	write_ratio(out, counts[AS_MUTANT_KILLED],
		counts[AS_MUTANT_KILLED] + counts[AS_MUTANT_SURVIVED] + counts[AS_MUTANT_GAP] +
			counts[AS_MUTANT_FAULT] + counts[AS_MUTANT_RIGHT],
		"mutants killed");
	fprintf(out,
		"<div class=\"tile\"><b>%zu</b><span>gap%s</span></div>"
		"<div class=\"tile\"><b>%zu</b><span>survivor%s</span></div>",
		counts[AS_MUTANT_GAP], page_plural(counts[AS_MUTANT_GAP]),
		counts[AS_MUTANT_SURVIVED], page_plural(counts[AS_MUTANT_SURVIVED]));
	if (report->own_count)
		write_ratio(out, count_rejected(report), as_strength_count_judged(report),
			"judged wrong submissions of the package rejected");
	if (report->cover.count && !page->package->scoring)
		write_ratio(out, report->cover.count, page->package->test_count,
			report->cover.is_smallest ? "tests in the smallest set that kills as much"
						  : "tests in a small set that kills as much");
	fputs("</div>", out);
}

/* ---- remarks ---- */

static void write_remark(FILE *out, const char *text)
{
	fputs("<p class=\"remark\">", out);
	as_html_text(out, text);
	fputs("</p>", out);
}

static void write_remarks(const struct page *page)
{
	const struct as_strength_report *report = page->report;
	const struct as_strength_group_gaps *gaps = &report->group_gaps;
	const size_t few = report->inconclusive > report->unsearched
				   ? report->inconclusive - report->unsearched
				   : 0;
	FILE *out = page->out;

	if (report->interrupted)
		write_remark(out, "The measurement was interrupted. This page shows the results so "
				  "far; the same command continues.");
	if (report->is_late)
		write_remark(out, "The time ended before all mutants were judged. A longer --time "
				  "judges all.");
	if (report->unsearched && !report->interrupted) {
		fprintf(out, "<p class=\"remark\">%zu survivor%s not searched for inputs: ",
			report->unsearched, report->unsearched == 1 ? " was" : "s were");
		as_html_text(out, report->no_search       ? report->no_search
				  : report->failed_search ? report->failed_search
							  : "the time ended; use a longer --time");
		fputs("</p>", out);
	}
	if (report->accepts_anything)
		write_remark(out,
			"The input validators accept anything, even an empty input, so the "
			"inputs below may be invalid.");
	if (report->ignores_seed) {
		fputs("<p class=\"remark\">The generator ignores its seed: <code>", out);
		as_html_text(out, report->ignores_seed);
		fputs("</code> makes the same input for every {seed}.</p>", out);
	}
	if (few && !report->interrupted)
		fprintf(out,
			"<p class=\"remark\">%zu survivor%s not searched enough: the time ended "
			"before %d inputs were tried.</p>",
			few, few == 1 ? " was" : "s were", AS_STRESS_ENOUGH);
	if (gaps->unsearched && !report->interrupted) {
		fprintf(out,
			"<p class=\"remark\">Searches for gaps of groups that were not made: %zu: ",
			gaps->unsearched);
		as_html_text(out, gaps->no_search);
		fputs("</p>", out);
	}
	if (gaps->few && !report->interrupted)
		fprintf(out,
			"<p class=\"remark\">Inconclusive searches for gaps of groups: %zu: the "
			"time ended before %d inputs were tried.</p>",
			gaps->few, AS_STRESS_ENOUGH);
	if (as_strength_has_gap(report) && !report->is_validated)
		write_remark(
			out, "No input validator was run, so the inputs below may be invalid.");
}

/* ---- accepted submissions that disagree ---- */

static void write_dispute(const struct page *page)
{
	const struct as_strength_dispute *dispute = &page->report->dispute;
	FILE *out = page->out;

	if (!dispute->right)
		return;
	fputs("<h2>Accepted submissions disagree</h2><section class=\"card program\"><p>Correct "
	      "one of them, or the input validators, first. Right solution: <span class=\"mono\">",
		out);
	as_html_text(out, dispute->right);
	fputs("</span>; ", out);
	as_html_text(out, dispute->other);
	fputs("</p>", out);
	page_write_data(out, "Input", &dispute->input);
	page_write_line(
		page, dispute->folder, as_strength_count_gaps(page->report), &dispute->input);
	fputs("</section>", out);
}

/* ---- the estimate ---- */

/* A picture of an interval within 0 to 100 %. */
static void write_interval(FILE *out, const struct as_matrix_share *share)
{
	fprintf(out,
		"<svg class=\"interval\" role=\"img\" aria-label=\"from %.1f to %.1f percent\" "
		"viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\"><rect class=\"all\" y=\"3\" "
		"width=\"100\" height=\"4\"/><rect class=\"part\" x=\"%.2f\" y=\"3\" "
		"width=\"%.2f\" height=\"4\"/><rect class=\"at\" x=\"%.2f\" width=\"1\" "
		"height=\"10\"/></svg>",
		100 * share->low, 100 * share->high, 100 * share->low,
		100 * (share->high - share->low), 99 * share->share);
}

static void write_estimate_row(
	FILE *out, const char *reading, const struct as_strength_estimate *estimate)
{
	const struct as_matrix_share *share = &estimate->share;

	if (!estimate->family_count) {
		fprintf(out,
			"<tr><th scope=\"row\">%s</th><td colspan=\"3\">unknown: no mutant is "
			"known to be wrong</td></tr>",
			reading);
		return;
	}
	fprintf(out,
		"<tr><th scope=\"row\">%s</th><td class=\"number\">%.1f %%</td>"
		"<td class=\"number\">%.1f to %.1f %%</td><td>",
		reading, 100 * share->share, 100 * share->low, 100 * share->high);
	write_interval(out, share);
	fputs("</td></tr>", out);
}

/* As in the text, there is one reading if no survivor is undecided. */
static void write_estimate(const struct page *page)
{
	const struct as_strength_estimate *estimates = page->report->estimates;
	const size_t undecided = as_strength_count_estimated(page->report, AS_MUTANT_SURVIVED);
	const size_t passed = undecided + as_strength_count_estimated(page->report, AS_MUTANT_GAP);
	const size_t right = page->report->counts[AS_MUTANT_RIGHT];
	FILE *out = page->out;

	if (!estimates[AS_ESTIMATE_UNDECIDED_WRONG].family_count)
		return;
	fputs("<h2>Estimate</h2><p class=\"sub\">Of wrong programs like these mutants, the share "
	      "that the tests let through, with an interval of 95 %.",
		out);
	if (page->report->keeps_back)
		fprintf(out,
			" Only the %zu mutants that chose no tests of --fix are counted; %zu of "
			"them pass all tests.",
			passed + as_strength_count_estimated(page->report, AS_MUTANT_KILLED),
			passed);
	if (right)
		fprintf(out, " Mutants that are right by strength.yaml are not counted: %zu.",
			right);
	fputs("</p><div class=\"card scroll\" "
	      "tabindex=\"0\" role=\"region\" aria-label=\"Estimate\"><table class=\"list\">"
	      "<thead><tr><th scope=\"col\">Survivors</th><th scope=\"col\" class=\"number\">"
	      "Share</th><th scope=\"col\" class=\"number\">Interval</th><th scope=\"col\">0 to "
	      "100 %</th></tr></thead><tbody>",
		out);
	write_estimate_row(out, undecided ? "if they are right" : "none",
		&estimates[AS_ESTIMATE_UNDECIDED_RIGHT]);
	if (undecided)
		write_estimate_row(
			out, "if they are wrong", &estimates[AS_ESTIMATE_UNDECIDED_WRONG]);
	fputs("</tbody></table></div>", out);
}

/* ---- what is not in the matrix ---- */

static void write_names(FILE *out, const char *before, char *const *names)
{
	for (; names && *names; names++) {
		fprintf(out, "<li>%s", before);
		as_html_text(out, *names);
		fputs("</li>", out);
	}
}

static void write_left_out(const struct page *page)
{
	const struct as_strength_report *report = page->report;
	FILE *out = page->out;

	fputs("<h2>Mutants by state</h2><div class=\"card\"><ul class=\"plain\">", out);
	for (int state = 0; state < AS_MUTANT_STATE_COUNT; state++)
		if (report->counts[state])
			fprintf(out, "<li>%zu %s</li>", report->counts[state],
				as_mutant_state_describe((enum as_mutant_state)state));
	write_names(out, "no mutants of ", report->left_out);
	for (size_t i = 0; i < report->own_count; i++) {
		const char *reason = as_strength_unjudged(&report->programs[i]);
		if (!reason)
			continue;
		fputs("<li>not judged: ", out);
		as_html_text(out, report->programs[i].path);
		fprintf(out, ": %s</li>", reason);
	}
	write_names(out, "not judged: ", report->own_left_out);
	fputs("</ul></div>", out);
}

/* ---- the page ---- */

static void write_page(const struct page *page, const char *made)
{
	AS_AUTO_FREE char *title =
		as_text_format(NULL, "%s: assay strength", page->package->short_name);
	const struct as_html_page frame = {
		.title = title ? title : "assay strength", .style = page_style};

	as_html_begin(page->out, &frame);
	fputs("<main>", page->out);
	write_head(page);
	write_tiles(page);
	write_dispute(page);
	write_remarks(page);
	write_estimate(page);
	page_write_matrix(page);
	page_write_programs(page);
	page_write_group_gaps(page);
	page_write_tests(page);
	page_write_validators(page);
	write_left_out(page);
	fputs("<footer>Made by assay strength " ASSAY_VERSION ", ", page->out);
	as_html_text(page->out, made);
	fputs(".</footer></main>", page->out);
	as_html_end(page->out, &frame);
}

char *as_strength_page(const struct as_strength_report *report, const struct as_package *package,
	const char *made, struct as_error *error)
{
	AS_AUTO_FREE struct as_matrix_test *tests = calloc(package->test_count + 1, sizeof(*tests));
	char *text = NULL;
	size_t size, gap_count;
	AS_AUTO_FREE size_t *gaps = as_strength_order_gaps(report, &gap_count, error);
	FILE *out = tests && gaps ? open_memstream(&text, &size) : NULL;

	if (!out) {
		as_error_no_memory(error);
		return NULL;
	}
	as_matrix_count(&report->matrix, tests);
	const struct page page = {.out = out,
		.report = report,
		.package = package,
		.tests = tests,
		.gaps = gaps,
		.gap_count = gap_count};
	write_page(&page, made);
	return as_text_close(out, &text, error);
}
