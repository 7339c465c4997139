/* SPDX-License-Identifier: MIT */
/* Parts of forms. */
#include "page.h"

void page_form(FILE *out, const struct as_contest_visit *visit, const char *path, const char *part,
	const char *kind)
{
	fputs("<form method=\"post\" action=\"", out);
	page_address(out, visit->base, path, part);
	fprintf(out, "\"%s>", kind);
	if (visit->csrf) {
		fputs("<input type=\"hidden\" name=\"csrf\" value=\"", out);
		page_attribute(out, visit->csrf);
		fputs("\">", out);
	}
}

void page_option(FILE *out, const char *value, const char *text, bool is_selected)
{
	fputs("<option value=\"", out);
	page_attribute(out, value);
	fprintf(out, "\"%s>", is_selected ? " selected" : "");
	/* Only text may be in an option. */
	page_attribute(out, text);
	fputs("</option>", out);
}

void page_problem_options(FILE *out, const struct as_contest_visit *visit, size_t selected)
{
	const struct as_contest *contest = page_contest(visit);

	if (!as_contest_visit_sees_problems(visit))
		return;
	for (size_t i = 0; i < contest->problem_count; i++) {
		const struct as_contest_problem *problem = &contest->problems[i];
		AS_AUTO_FREE char *text =
			as_text_format(NULL, "%s: %s", problem->label, problem->name);
		page_option(out, problem->id, text, i == selected);
	}
}

void page_team_options(FILE *out, const struct as_contest_visit *visit, size_t selected)
{
	for (size_t i = 0; i < as_contest_log_team_count(visit->log); i++) {
		const struct as_contest_team *team = as_contest_log_team(visit->log, i);
		page_option(out, team->id, as_contest_team_shown(team), i == selected);
	}
}

/* ---- languages ---- */

static bool is_listed(const char *const *ids, const char *id)
{
	for (; *ids; ids++)
		if (strcmp(*ids, id) == 0)
			return true;
	return false;
}

static bool is_allowed(const struct as_contest_problem *problem, const struct as_language *language)
{
	return as_contest_allows(problem, language->id) &&
	       (!problem->package || as_language_is_allowed(language, problem->package->languages));
}

static bool is_offered(
	const struct as_contest_visit *visit, size_t problem, const struct as_language *language)
{
	const struct as_contest *contest = page_contest(visit);

	if (language->is_hidden ||
		(visit->language_ids && !is_listed(visit->language_ids, language->id)))
		return false;
	if (problem != AS_CONTEST_NONE)
		return is_allowed(&contest->problems[problem], language);
	for (size_t i = 0; i < contest->problem_count; i++)
		if (is_allowed(&contest->problems[i], language))
			return true;
	return false;
}

void page_language_options(
	FILE *out, const struct as_contest_visit *visit, size_t problem, const char *selected)
{
	for (size_t i = 0; visit->languages && i < visit->languages->count; i++) {
		const struct as_language *language = &visit->languages->items[i];
		if (!is_offered(visit, problem, language))
			continue;
		fputs("<option value=\"", out);
		page_attribute(out, language->id);
		/* For the script that tells the language from a file. */
		fputs("\" data-endings=\"", out);
		for (size_t k = 0; language->files.extensions[k]; k++) {
			fputs(k > 0 ? " " : "", out);
			page_attribute(out, language->files.extensions[k]);
		}
		fprintf(out, "\"%s>",
			selected && strcmp(selected, language->id) == 0 ? " selected" : "");
		page_attribute(out, language->name);
		fputs("</option>", out);
	}
}
