/* SPDX-License-Identifier: MIT */
/* Parts of forms. */
#include "page.h"

void page_sure_final(FILE *out, const struct as_contest_visit *visit)
{
	if (as_contest_log_state(visit->log)->finalized_wall_ms != AS_NEVER_MS)
		fputs("<label class=\"check\"><input type=\"checkbox\" name=\"sure\" "
		      "value=\"1\"> I am sure <small>the results are final</small></label> ",
			out);
}

bool page_group_has_teams(const struct as_contest_log *log, size_t group)
{
	for (size_t i = 0; i < as_contest_log_team_count(log); i++)
		if (as_contest_team_is_in(as_contest_log_team(log, i), group))
			return true;
	return false;
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
		page_option(out, team->id, as_contest_team_display_name(team), i == selected);
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

bool page_offers(
	const struct as_contest_visit *visit, size_t problem, const struct as_language *language)
{
	const struct as_contest *contest = page_contest(visit);

	if (language->is_hidden || language->refused ||
		(visit->language_ids && !is_listed(visit->language_ids, language->id)))
		return false;
	if (problem != AS_CONTEST_NONE)
		return is_allowed(&contest->problems[problem], language);
	for (size_t i = 0; i < contest->problem_count; i++)
		if (is_allowed(&contest->problems[i], language))
			return true;
	return false;
}

/* How CodeMirror highlights languages: the MIME type, and the scripts of its mode. */
static const struct {
	const char *id, *mime, *scripts[2];
} modes[] = {
	{"c", "text/x-csrc", {"mode-clike.js"}},
	{"cpp", "text/x-c++src", {"mode-clike.js"}},
	{"python3", "text/x-python", {"mode-python.js"}},
	{"pypy3", "text/x-python", {"mode-python.js"}},
	{"python2", "text/x-python", {"mode-python.js"}},
	{"java", "text/x-java", {"mode-clike.js"}},
	{"kotlin", "text/x-kotlin", {"mode-clike.js"}},
	{"scala", "text/x-scala", {"mode-clike.js"}},
	{"rust", "text/x-rustsrc", {"mode-simple.js", "mode-rust.js"}},
	{"go", "text/x-go", {"mode-go.js"}},
	{"javascript", "text/javascript", {"mode-javascript.js"}},
	{"pascal", "text/x-pascal", {"mode-pascal.js"}},
	{"haskell", "text/x-haskell", {"mode-haskell.js"}},
	{"csharp", "text/x-csharp", {"mode-clike.js"}},
	{"ocaml", "text/x-ocaml", {"mode-mllike.js"}},
	{"ruby", "text/x-ruby", {"mode-ruby.js"}},
	{"lua", "text/x-lua", {"mode-lua.js"}},
	{"perl", "text/x-perl", {"mode-perl.js"}},
	{"r", "text/x-rsrc", {"mode-r.js"}},
	{"bash", "text/x-sh", {"mode-shell.js"}},
	{"fortran", "text/x-fortran", {"mode-fortran.js"}},
	{"lisp", "text/x-common-lisp", {"mode-commonlisp.js"}},
};

static void write_mode(FILE *out, const struct as_contest_visit *visit, const char *id)
{
	for (size_t i = 0; visit->libraries && i < sizeof modes / sizeof *modes; i++) {
		if (strcmp(modes[i].id, id) != 0)
			continue;
		fprintf(out, " data-mime=\"%s\" data-mode=\"", modes[i].mime);
		for (size_t k = 0; k < 2 && modes[i].scripts[k]; k++) {
			fputs(k > 0 ? " " : "", out);
			page_library_address(out, visit, modes[i].scripts[k]);
		}
		fputs("\"", out);
	}
}

void page_language_options(
	FILE *out, const struct as_contest_visit *visit, size_t problem, const char *selected)
{
	for (size_t i = 0; visit->languages && i < visit->languages->count; i++) {
		const struct as_language *language = &visit->languages->items[i];
		if (!page_offers(visit, problem, language))
			continue;
		fputs("<option value=\"", out);
		page_attribute(out, language->id);
		/* For the script that detects the language by the file name. */
		fputs("\" data-endings=\"", out);
		for (size_t k = 0; language->files.extensions[k]; k++) {
			fputs(k > 0 ? " " : "", out);
			page_attribute(out, language->files.extensions[k]);
		}
		fputs("\"", out);
		write_mode(out, visit, language->id);
		fprintf(out, "%s>",
			selected && strcmp(selected, language->id) == 0 ? " selected" : "");
		page_attribute(out, language->name);
		fputs("</option>", out);
	}
}
