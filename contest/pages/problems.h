/* SPDX-License-Identifier: MIT */
/* problems: private header of pages: parts of problems and their statements (problems.c). */
#ifndef ASSAY_CONTEST_PAGES_PROBLEMS_H
#define ASSAY_CONTEST_PAGES_PROBLEMS_H

#include "page.h"

/* Parts of the pages of rules and languages, which the home page also has. */
void page_contest_times(FILE *out, const struct as_contest_visit *visit);
void page_scoring(FILE *out, const struct as_contest_visit *visit);
void page_questions(FILE *out, const struct as_contest_visit *visit);
void page_languages(
	FILE *out, const struct as_contest_visit *visit, const struct as_language_state *states);
/* A cell: the ranked teams that solved the problem, of those that tried. */
void page_solved(FILE *out, const struct as_contest_visit *visit, uint32_t problem);
/* Instead of problems. */
void page_before_start(FILE *out, const struct as_contest_visit *visit);
/* Two cells: time and memory limit. */
void page_problem_limits(FILE *out, const struct as_package *package);
/* Points and limits. */
void page_problem_facts(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_problem *problem);
/* The text, with samples and files; NULL: a note that it could not be read. */
void page_problem_statement(FILE *out, const struct as_statement *statement);
/* The text, and links to other files of it under the heading. */
void page_problem_text(FILE *out, const struct as_statement *statement, const char *heading);
bool page_has_math(const struct as_statement *statement);
/* The name in the language of the statement, which can be NULL. */
const char *page_problem_name(
	const struct as_contest_problem *problem, const struct as_statement *statement);
/* Links to the page, as in page_address, in each of several languages. */
void page_statement_languages(FILE *out, const struct as_contest_visit *visit, const char *path,
	const char *part, char *const *languages);

#endif
