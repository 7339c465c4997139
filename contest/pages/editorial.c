/* SPDX-License-Identifier: MIT */
/* The editorial of a problem, with solutions; the form that opens editorials. */
#include "editorial.h"
#include "problems.h"
#include "result.h"

static bool is_open(const struct as_contest_visit *visit)
{
	return as_contest_log_editorials(visit->log)->state == AS_CONTEST_EDITORIALS_OPEN;
}

/* ---- the page ---- */

static bool has_text(const struct as_contest_editorial *editorial)
{
	return editorial->text && (editorial->text->html.data || editorial->text->file_count > 0);
}

static void write_solutions(FILE *out, const struct as_contest_editorial *editorial)
{
	for (size_t i = 0; i < editorial->count; i++) {
		fputs("<h2>Solution ", out);
		as_html_name(out, editorial->names[i]);
		fputs("</h2>", out);
		page_sources(out, &editorial->solutions[i]);
	}
}

void as_contest_page_editorial(FILE *out, const struct as_contest_visit *visit, size_t problem,
	const struct as_contest_editorial *editorial)
{
	const struct as_contest_problem *of = &page_contest(visit)->problems[problem];
	AS_AUTO_FREE char *title = as_text_format(NULL, "%s: editorial", of->name);

	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_PROBLEMS,
			.title = title ? title : "Editorial",
			.label = of->label,
			.has_math = page_has_math(editorial->text)});
	if (page_is_jury(visit) && !is_open(visit))
		fputs("<p class=\"notice info\">Only the jury sees this page until the "
		      "editorials are opened at Packages.</p>",
			out);
	fputs("<p class=\"sub\">", out);
	page_problem_link(out, visit, problem);
	fputs("</p>", out);
	if (!editorial->text)
		fputs("<p class=\"empty\">The editorial could not be read.</p>", out);
	else if (has_text(editorial))
		page_problem_text(out, editorial->text, "Editorial");
	else
		fputs(editorial->count ? ""
				       : "<p class=\"empty\">This problem has no "
					 "editorial.</p>",
			out);
	write_solutions(out, editorial);
	page_end(out, visit);
}

/* ---- the form ---- */

void page_editorials_form(FILE *out, const struct as_contest_visit *visit)
{
	const bool is_over = as_contest_log_is_over(visit->log, visit->now_wall_ms);

	fprintf(out,
		"<h2>Editorials</h2><section class=\"card\"><p>The editorials and model solutions "
		"of the packages are <b>%s</b>.%s</p>",
		!is_open(visit) ? "closed: only the jury sees them"
		: is_over       ? "open: everybody sees them"
				: "open, but nobody sees them until the contest is over again",
		is_over || is_open(visit)
			? ""
			: " They can be opened once the contest is over for all teams. ");
	if (!is_over)
		page_late(out, visit);
	if (page_may_judge(visit) && (is_over || is_open(visit))) {
		page_form(out, visit, "/jury/editorials", " class=\"actions\"");
		fprintf(out,
			"<input type=\"hidden\" name=\"action\" value=\"%s\"><label "
			"class=\"check\"><input type=\"checkbox\" name=\"sure\" value=\"1\" "
			"required> I am sure</label><button class=\"%s\">%s</button></form>",
			is_open(visit) ? "close" : "open", is_open(visit) ? "plain" : "grave",
			is_open(visit) ? "Close the editorials" : "Open the editorials");
	}
	fputs("</section>", out);
}
