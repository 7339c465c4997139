/* SPDX-License-Identifier: MIT */
/* Common parts of pages. */
#include "page.h"

bool page_library_address(FILE *out, const struct as_contest_visit *visit, const char *name)
{
	return as_site_page_asset(
		out, visit->base, as_site_libraries_assets(visit->libraries), name);
}

/* ---- times ---- */

void page_contest_time(FILE *out, int64_t time_ms)
{
	if (time_ms == AS_NEVER_MS)
		fputs(PAGE_DASH, out);
	else
		page_span(out, time_ms);
}

/* ---- verdicts and scores ---- */

void page_score(FILE *out, int64_t score_e6)
{
	char text[AS_SCORE_SIZE];

	fputs(as_score_format(score_e6, text), out);
}

void page_points(FILE *out, double score)
{
	fputs(AS_NUMBER(score), out);
}

/* ---- teams, problems, languages ---- */

void page_team_link(FILE *out, const struct as_contest_visit *visit, size_t team)
{
	const struct as_contest_team *of = as_contest_log_team(visit->log, team);

	fputs("<a href=\"", out);
	page_address(out, visit->base, "/teams/", of->id);
	fputs("\">", out);
	as_html_name(out, as_contest_team_display_name(of));
	fputs("</a>", out);
}

void page_labelled_team(FILE *out, const struct as_contest_visit *visit, size_t team)
{
	fputs("<b>", out);
	as_html_name(out, as_contest_log_team(visit->log, team)->label);
	fputs("</b> ", out);
	page_team_link(out, visit, team);
}

void page_place(FILE *out, const struct as_contest_visit *visit, size_t team)
{
	const char *place = as_contest_log_place(visit->log, team);

	if (!place || !*place)
		return;
	fputs("<p class=\"spot\">", out);
	as_html_name(out, place);
	fputs("</p>", out);
}

bool page_has_color(const struct as_contest_problem *problem)
{
	const char *text = problem->rgb;
	const size_t size = text ? strlen(text) : 0;

	return (size == 4 || size == 7) && text[0] == '#' &&
	       strspn(text + 1, "0123456789abcdefABCDEF") == size - 1;
}

void page_label(FILE *out, const struct as_contest_problem *problem)
{
	/* A picture, because the policy forbids inline styles. */
	if (page_has_color(problem))
		fprintf(out,
			"<svg class=\"ball\" viewBox=\"0 0 10 10\" aria-hidden=\"true\"><circle "
			"cx=\"5\" cy=\"5\" r=\"4.5\" fill=\"%s\"/></svg>",
			problem->rgb);
	page_label_text(out, problem);
}

void page_label_text(FILE *out, const struct as_contest_problem *problem)
{
	fputs("<b class=\"label\">", out);
	as_html_name(out, problem->label);
	fputs("</b>", out);
}

void page_problem_link(FILE *out, const struct as_contest_visit *visit, size_t problem)
{
	const struct as_contest_problem *of = &page_contest(visit)->problems[problem];

	fputs("<a class=\"problem\" href=\"", out);
	page_address(out, visit->base, "/problems/", of->id);
	fputs("\">", out);
	page_label(out, of);
	fputs(" <span class=\"name\">", out);
	as_html_name(out, of->name);
	fputs("</span></a>", out);
}

void page_language(FILE *out, const struct as_contest_visit *visit, const char *id)
{
	const struct as_language *language =
		visit->languages && id ? as_languages_find(visit->languages, id) : NULL;

	as_html_name(out, language ? language->name : id);
}
