/* SPDX-License-Identifier: MIT */
/* Statements of a contest's problems: text, samples, files. */
#include "pages_case.h"

static struct pages_case at;

static void open_case(void)
{
	case_make(&at);
	case_package(&at, "any", "coinsany");
	case_put(&at, "contest.yaml", "id: one\nduration: 1:00:00\n");
	case_put(&at, "problems.yaml", "- {id: any, label: A, package: packages/any}\n");
}
static void close_case(void)
{
	case_close(&at);
}
TestSuite(statement, .init = open_case, .fini = close_case);

#define SHOWS(text, part) cr_expect(strstr(text, part), "without %s:\n%s", part, text)
#define HIDES(text, part) cr_expect_not(strstr(text, part), "with %s:\n%s", part, text)

static struct as_statement *open_statement(void)
{
	struct as_error error = {0};

	case_open(&at);
	struct as_statement *statement =
		as_contest_statement_open(at.contest, 0, NULL, "/base", NULL, &error);
	cr_assert_not_null(statement, "%s", error.text);
	return statement;
}

/* ---- a package ---- */

Test(statement, has_text_and_samples)
{
	struct as_statement *statement = open_statement();

	SHOWS(statement->html.data, "<h2>Input</h2>");
	cr_assert_eq(statement->sample_count, 2);
	cr_expect_str_eq(statement->samples[0].name, "1");
	cr_expect_gt(statement->samples[0].input.size, 0);
	cr_expect_gt(statement->samples[1].answer.size, 0);
	cr_expect_eq(statement->file_count, 0);
	as_statement_close(statement);
}

Test(statement, english_is_preferred_and_constants_and_marks_are_filled_in)
{
	case_put(&at, "packages/any/statement/problem.de.md", "Deutsch");
	case_put(&at, "packages/any/statement/problem.en.md",
		"English {{most}} {{nextsample}}{{remainingsamples}}");
	case_put(&at, "packages/any/problem.yaml",
		"problem_format_version: 2025-09\nname: {en: a, de: b}\nuuid: "
		"397bcb5a-75da-4376-b0ad-d03d01500001\nlicense: public domain\nconstants: {most: "
		"77}\n");
	struct as_statement *statement = open_statement();

	cr_expect_str_eq(statement->html.data, "<p>English 77</p>\n");
	as_statement_close(statement);
}

Test(statement, a_sample_can_be_an_interaction_or_have_another_text_for_the_statement)
{
	case_put(&at, "packages/any/data/sample/2.interaction", "<1\n>2\n");
	case_put(&at, "packages/any/data/sample/1.in.statement", "for people\n");
	case_put(&at, "packages/any/data/sample/3.interaction", "<3\n");
	struct as_statement *statement = open_statement();

	cr_assert_eq(statement->sample_count, 3);
	cr_expect_str_eq(statement->samples[0].input.data, "for people\n");
	cr_expect_str_eq(statement->samples[1].interaction.data, "<1\n>2\n");
	cr_expect_null(statement->samples[1].input.data);
	cr_expect_str_eq(statement->samples[2].interaction.data, "<3\n");
	as_statement_close(statement);
}

Test(statement, files_are_pictures_attachments_and_the_statement_as_pdf)
{
	case_folder(&at, "packages/any/attachments");
	case_put(&at, "packages/any/attachments/grader.py", "print()");
	case_put(&at, "packages/any/statement/x.png", "png");
	case_put(&at, "packages/any/statement/problem.en.pdf", "pdf");
	case_put(&at, "packages/any/statement/problem.en.tex", "tex");
	case_put(&at, "packages/any/statement/notes.txt", "not for people");
	case_put(&at, "packages/any/statement/problem.en.md", "![a](x.png) [b](grader.py)");
	struct as_statement *statement = open_statement();
	struct as_error error = {0};

	cr_expect_eq(statement->file_count, 3);
	cr_expect_null(as_statement_file(statement, "notes.txt"));
	cr_expect_null(as_statement_file(statement, "problem.en.tex"));
	const struct as_statement_file *file = as_statement_file(statement, "grader.py");
	cr_assert_not_null(file);
	cr_expect_eq(file->kind, AS_STATEMENT_ATTACHMENT);
	AS_AUTO_FD int fd = as_contest_statement_open_file(at.contest, statement, file, &error);
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	cr_assert_eq(as_fd_read(fd, 100, &bytes, NULL), 0, "%s", error.text);
	cr_expect_str_eq(bytes.data, "print()");
	SHOWS(statement->html.data, "<img src=\"/base/problems/any/files/x.png\" alt=\"a\">");
	SHOWS(statement->html.data, "<a href=\"/base/problems/any/files/grader.py\">b</a>");
	as_statement_close(statement);
}

static void replace_statement(const char *text)
{
	AS_AUTO_FREE char *path =
		as_text_format(NULL, "%s/packages/any/statement/problem.en.md", at.folder);

	cr_assert_eq(unlink(path), 0);
	case_put(&at, "packages/any/statement/problem.en.tex", text);
}

Test(statement, latex_is_shown_with_the_constants_of_the_package)
{
	replace_statement(
		"\\problemname{a}\nAt most $n \\le \\constant{most}$, not \\constant{none}.");
	case_put(&at, "packages/any/problem.yaml",
		"problem_format_version: 2025-09\nname: {en: any}\nuuid: "
		"397bcb5a-75da-4376-b0ad-d03d01507777\nlicense: public domain\n"
		"limits: {time_limit: 2, memory: 256}\nconstants: {most: 500}\n");
	struct as_statement *statement = open_statement();
	const struct as_contest_clock clock = case_five_hours();
	case_clock(&at, START, &clock);
	case_state(&at, START);
	const struct as_contest_visit visit = case_visit(&at, NULL, 1);
	AS_AUTO_FREE char *page = PAGE(as_contest_page_problem(out, &visit, 0, statement));

	SHOWS(page, "<p>At most <span class=\"tex\" data-tex=\"n \\le 500\">");
	SHOWS(page, "not \\constant{none}.</p>");
	SHOWS(page, "Sample input 1 <button");
	SHOWS(page, "Sample output 2 <button");
	HIDES(page, "problem.en.tex");
	as_statement_close(statement);
}

Test(statement, a_pdf_is_offered_beside_latex)
{
	replace_statement("Text.");
	case_put(&at, "packages/any/statement/problem.en.pdf", "pdf");
	struct as_statement *statement = open_statement();
	const struct as_contest_clock clock = case_five_hours();
	case_clock(&at, START, &clock);
	case_state(&at, START);
	const struct as_contest_visit visit = case_visit(&at, NULL, 1);
	AS_AUTO_FREE char *page = PAGE(as_contest_page_problem(out, &visit, 0, statement));

	SHOWS(page, "<p>Text.</p>");
	SHOWS(page, "<h2>Statement</h2><ul class=\"files\"><li><a "
		    "href=\"/base/problems/any/files/problem.en.pdf\">");
	as_statement_close(statement);
}

Test(statement, a_large_sample_is_cut)
{
	AS_AUTO_FREE char *text = malloc(100001);

	memset(text, '7', 100000);
	text[100000] = 0;
	case_put(&at, "packages/any/data/sample/1.in", text);
	struct as_statement *statement = open_statement();

	cr_expect(statement->samples[0].is_cut);
	cr_expect_lt(statement->samples[0].input.size, 50000);
	cr_expect_not(statement->samples[1].is_cut);
	as_statement_close(statement);
}
