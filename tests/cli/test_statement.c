/* SPDX-License-Identifier: MIT */
/* assay statement: the statement of a package as a page. */
#include "support/made.h"
#include "support/packages.h"

TestSuite(statement, .init = enter_folder, .fini = leave_folder, .timeout = 600);

Test(statement, is_written_as_one_page)
{
	AS_AUTO_BYTES struct as_bytes page = {0};

	put_sum_package(1);
	put("sum/statement/problem.en.md", "Add $a$ and $\\frac b1$. ![b](none.png)\n");
	put("sum/statement/problem.de.md", "Addiere.\n");
	AUTO_OUTCOME outcome = ASSAY("statement", "sum", "--html", "page.html");
	EXPECT_STATUS(outcome, 0);
	cr_expect_str_eq(outcome.out.data, "wrote page.html: statement in en, 1 sample, 0 "
					   "pictures; other languages: de\n");
	cr_expect(strstr(outcome.err.data, "note: picture none.png is not on the page: "), "%s",
		outcome.err.data);
	cr_expect(strstr(outcome.err.data, "note: 1 formula is shown as TeX source"), "%s",
		outcome.err.data);
	cr_assert_eq(as_file_read(here_fd, "page.html", 1 << 20, &page, NULL), 0);
	cr_expect(strstr(page.data, "<p>Add <span"));
	cr_expect(strstr(page.data, "Sample input"));
	AUTO_OUTCOME german = ASSAY("statement", "sum", "--language=de", "--html", "page.html");
	EXPECT_STATUS(german, 0);
	cr_expect_str_empty(german.err.data);
}

Test(statement, has_the_points_of_a_scoring_package)
{
	AS_AUTO_BYTES struct as_bytes page = {0};

	put_sum_package(0);
	put("sum/problem.yaml", "problem_format_version: 2025-09\nname: Sum\ntype: scoring\n"
				"uuid: 7bbf6d44-5f6c-4a3b-9d2d-5d0b4c1f7e11\n");
	put("sum/statement/problem.en.md", "Add.\n");
	for (int i = 1; i <= 2; i++) {
		char path[64], text[64];
		snprintf(path, sizeof(path), "sum/data/secret/%d/test_group.yaml", i);
		snprintf(text, sizeof(text), "score_aggregation: min\nmax_score: %d\n", 25 * i);
		put(path, text);
		snprintf(path, sizeof(path), "sum/data/secret/%d/a.in", i);
		put(path, "1 2\n");
		snprintf(path, sizeof(path), "sum/data/secret/%d/a.ans", i);
		put(path, "3\n");
	}
	put("sum/data/secret/test_group.yaml", "score_aggregation: sum\nmax_score: 75\n");
	AUTO_OUTCOME outcome = ASSAY("statement", "sum", "--html", "page.html");
	EXPECT_STATUS(outcome, 0);
	cr_assert_eq(as_file_read(here_fd, "page.html", 1 << 20, &page, NULL), 0);
	cr_expect(strstr(page.data, "<li>Points <b>75</b> <small>(25 + 50)</small></li>"), "%s",
		page.data);
}

Test(statement, without_a_text_is_an_error)
{
	put_sum_package(1);
	AUTO_OUTCOME none = ASSAY("statement", "sum", "--html", "page.html");
	EXPECT_COMPLAINT(none, 3, "sum: no statement; add statement/problem.en.md");
	cr_expect_not(exists("page.html"));
	put_bytes("sum/statement/problem.en.tex", "Add\0both.\n", 10);
	AUTO_OUTCOME cut = ASSAY("statement", "sum", "--html", "page.html");
	EXPECT_COMPLAINT(cut, 3, "problem.en.tex: a byte of value 0 follows byte 3; save the file");
	cr_assert_eq(unlinkat(here_fd, "sum/statement/problem.en.tex", 0), 0);
	put("sum/statement/problem.en.pdf", "pdf");
	AUTO_OUTCOME named = ASSAY("statement", "sum", "--html", "page.html");
	EXPECT_STATUS(named, 0);
	cr_expect(strstr(named.err.data, "the statement is a PDF file"), "%s", named.err.data);
}

Test(statement, takes_only_its_languages_and_an_html_file)
{
	put_sum_package(1);
	put("sum/statement/problem.en.md", "Add.\n");
	AUTO_OUTCOME language =
		ASSAY("statement", "sum", "--html", "page.html", "--language", "em");
	EXPECT_COMPLAINT(
		language, 2, "no statement in the language 'em'; did you mean 'en'? use en");
	AUTO_OUTCOME missing = ASSAY("statement", "sum");
	EXPECT_COMPLAINT(missing, 2, "missing option --html FILE; usage: assay statement PACKAGE");
	AUTO_OUTCOME other = ASSAY("statement", "sum", "--html", "sum/problem.yaml");
	EXPECT_COMPLAINT(other, 2, "sum/problem.yaml");
}
