/* SPDX-License-Identifier: MIT */
/* All statements on one page, to print. */
#include "problems.h"

/* The languages of all statements; NULL if memory runs out. */
static char **list_languages(const struct as_statement *const *statements, size_t count)
{
	char **all = NULL;

	for (size_t i = 0; i < count; i++) {
		char **names = statements[i] ? statements[i]->languages : NULL;
		for (; names && *names; names++) {
			char *name = as_names_have(all, *names) ? NULL : strdup(*names);
			if (name && as_names_add(&all, name, NULL) < 0)
				break;
		}
	}
	return all;
}

static void write_contents(FILE *out, const struct as_contest_visit *visit,
	const struct as_statement *const *statements)
{
	const struct as_contest *contest = page_contest(visit);

	as_html_table(out, "list", "Problem|#Time limit|#Memory limit");
	for (size_t i = 0; i < contest->problem_count; i++) {
		const struct as_contest_problem *problem = &contest->problems[i];
		fputs("<tr><th scope=\"row\"><a class=\"problem\" href=\"", out);
		page_address(out, "", "#problem-", problem->id);
		fputs("\">", out);
		page_label(out, problem);
		fputs(" ", out);
		as_html_name(out, page_problem_name(problem, statements[i]));
		fputs("</a></th>", out);
		page_problem_limits(out, problem->package);
		fputs("</tr>", out);
	}
	fputs("</tbody></table></div>", out);
}

static void write_problem(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_problem *problem, const struct as_statement *statement)
{
	fputs("<section id=\"problem-", out);
	as_html_address(out, problem->id);
	fputs("\"><h2 class=\"title\">", out);
	page_label(out, problem);
	fputs(" ", out);
	as_html_name(out, page_problem_name(problem, statement));
	fputs("</h2>", out);
	page_problem_facts(out, visit, problem);
	page_problem_statement(out, statement);
	fputs("</section>", out);
}

static void write_all(FILE *out, const struct as_contest_visit *visit,
	const struct as_statement *const *statements)
{
	const struct as_contest *contest = page_contest(visit);
	AS_AUTO_NAMES char **languages = list_languages(statements, contest->problem_count);

	if (languages)
		page_statement_languages(out, visit, "/statements", NULL, languages);
	write_contents(out, visit, statements);
	for (size_t i = 0; i < contest->problem_count; i++)
		write_problem(out, visit, &contest->problems[i], statements[i]);
}

void as_contest_page_statements(FILE *out, const struct as_contest_visit *visit,
	const struct as_statement *const *statements)
{
	const bool are_seen = as_contest_visit_sees_problems(visit);
	bool has_math = false;

	for (size_t i = 0; are_seen && i < page_contest(visit)->problem_count; i++)
		has_math |= page_has_math(statements[i]);
	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_PROBLEMS,
			.title = "All statements",
			.has_math = has_math,
			.style = "print.css"});
	fputs("<p class=\"only-print\">", out);
	as_html_name(out, page_contest(visit)->settings.formal_name
				  ? page_contest(visit)->settings.formal_name
				  : page_contest(visit)->settings.name);
	fputs("</p>", out);
	if (are_seen)
		write_all(out, visit, statements);
	else
		page_before_start(out, visit);
	page_end(out, visit);
}
