/* SPDX-License-Identifier: MIT */
/* Statements: Markdown, LaTeX, formulas, samples, files. */
#include "pages_case.h"

#include "latex.h" /* of pages */
#include "tex.h"

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

static struct as_contest_statement *open_statement(void)
{
	struct as_error error = {0};

	case_open(&at);
	struct as_contest_statement *statement =
		as_contest_statement_open(at.contest, 0, NULL, "/base", &error);
	cr_assert_not_null(statement, "%s", error.text);
	return statement;
}

/* ---- Markdown ---- */

static bool has_picture(const char *name, size_t size, void *context)
{
	(void)context;
	return size == 5 && memcmp(name, "x.png", 5) == 0;
}

static char *markdown(const char *text)
{
	const struct page_markdown options = {"/p/files/", has_picture, NULL};

	return PAGE(cr_assert_eq(page_markdown(out, text, strlen(text), &options, NULL), 0));
}

static char *latex(const char *text)
{
	const struct page_markdown options = {"/p/files/", has_picture, NULL};

	return PAGE(page_latex(out, text, strlen(text), &options));
}

Test(latex, becomes_inert_html)
{
	static const struct {
		const char *text, *html;
	} rows[] = {
		{"One.\n\nTwo\nlines.\\par Three.",
			"<p>One.</p>\n<p>Two lines.</p>\n<p>Three.</p>\n"},
		{"\\problemname{Sums}\n\\section*{Input}\nText", "<h2>Input</h2>\n<p>Text</p>\n"},
		{"\\subsection{A \\emph{b}}", "<h3>A <em>b</em></h3>\n"},
		{"\\textbf{a \\texttt{b}} \\textit c",
			"<p><strong>a <code>b</code></strong> <em></em>c</p>\n"},
		{"``quoted'' -- it's 50\\% \\& \\{a\\}~b % comment\nmore",
			"<p>\xe2\x80\x9cquoted\xe2\x80\x9d \xe2\x80\x93 it\xe2\x80\x99s 50% &amp; "
			"{a}\xc2\xa0"
			"b "
			"more</p>\n"},
		{"\\begin{itemize}\n\\item One\n\\item[x] Two\n\\begin{enumerate}\\item "
		 "a\\end{enumerate}\n"
		 "\\end{itemize}",
			"<ul>\n<li><p>One </p>\n</li>\n<li><strong>x</strong> <p>Two "
			"</p>\n<ol>\n<li><p>a</p>\n"
			"</li>\n</ol>\n</li>\n</ul>\n"},
		{"\\begin{tabular}{|l|r|}\\hline a & $b$ \\\\ \\hline \\multicolumn{2}{c}{c} "
		 "\\\\\\end{tabular}",
			"<table><tbody>\n<tr><td>a </td><td> <span class=\"tex\" "
			"data-tex=\"b\"><i>b</i></span> "
			"</td></tr>\n<tr><td>c </td></tr>\n</tbody></table>\n"},
		{"\\begin{verbatim}\n<a> \\b\n\\end{verbatim}", "<pre>&lt;a&gt; \\b\n</pre>\n"},
		{"\\verb|<x>| \\url{https://example.org/?a=\"} \\href{javascript:alert(1)}{y}",
			"<p><code>&lt;x&gt;</code> <a href=\"https://example.org/?a=&quot;\" "
			"rel=\"noopener "
			"noreferrer nofollow\">https://example.org/?a=&quot;</a> y</p>\n"},
		{"\\includegraphics[width=3cm]{x} \\includegraphics{../y}",
			"<p><img src=\"/p/files/x.png\" alt=\"\"> [../y]</p>\n"},
		{"\\illustration{0.3}{x.png}{By \\textbf{me}}",
			"<p><img src=\"/p/files/x.png\" alt=\"\"></p>\n<p class=\"sub\">By "
			"<strong>me</strong></p>\n"},
		{"\\[a<b\\] \\(c\\) $$d$$ $e\\$f$ 5 $",
			"<p><span class=\"tex display\" data-tex=\"a&lt;b\"><i>a</i> &lt; "
			"<i>b</i></span> <span "
			"class=\"tex\" data-tex=\"c\"><i>c</i></span> <span class=\"tex display\" "
			"data-tex=\"d\"><i>d</i></span> <span class=\"tex\" "
			"data-tex=\"e\\$f\"><i>e</i>$<i>f</i></span> 5 $</p>\n"},
		{"\\unknown{a} <script> \\begin{evil}b\\end{evil}",
			"<p>\\unknown{a} &lt;script&gt; \\begin{evil}b</p>\n"},
		{"na\\\"ive caf\\'{e} \\o{}re \\ss",
			"<p>nai\xcc\x88ve cafe\xcc\x81 \xc3\xb8re \xc3\x9f</p>\n"},
		{"\\documentclass[a]{b}\\usepackage{c}\\begin{document}Text\\end{document}",
			"<p>Text</p>\n"},
		{"{\\bf a} } {b", "<p>a  b</p>\n"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		AS_AUTO_FREE char *html = latex(rows[i].text);
		cr_expect_str_eq(html, rows[i].html);
	}
}

/* Neither repeated searches nor deep nesting may be expensive. */
Test(latex, a_hostile_text_takes_linear_time)
{
	static const char *const parts[] = {"\\(", "$", "{", "\\textbf{", "\\begin{itemize}",
		"\\begin{itemize}\\item", "\\begin{tabular}{l}", "\\begin{verbatim}", "\\url{",
		"\\verb|", "\\begin{equation}", "\\[", "\\begin{quote}", "\\item[",
		"\\end{itemize}", "\\illustration{"};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		struct page_text text = {0};
		page_text_open(&text);
		for (size_t k = 0; k < 5000; k++)
			fputs(parts[i], text.out);
		AS_AUTO_FREE char *whole = page_text_close(&text);
		AS_AUTO_FREE char *html = latex(whole);
		cr_expect_lt(strlen(html), 40 * strlen(whole) + 100, "%s", parts[i]);
	}
}

/* The end of each of these environments is searched for and missing. */
Test(latex, unsuccessful_searches_have_a_common_limit)
{
	static const size_t counts[] = {10, 400};

	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		struct page_text text = {0};
		page_text_open(&text);
		for (size_t k = 0; k < counts[i]; k++)
			fputs("\\begin{verbatim}", text.out);
		for (size_t k = 0; k < 30000; k++)
			fputs("text text ", text.out);
		fputs("\\(a\\)", text.out);
		AS_AUTO_FREE char *whole = page_text_close(&text);
		AS_AUTO_FREE char *html = latex(whole);
		cr_expect_eq(strstr(html, "data-tex=\"a\"") != NULL, i == 0, "%zu", counts[i]);
	}
}

Test(markdown, becomes_inert_html)
{
	static const struct {
		const char *text, *html;
	} rows[] = {
		{"# A *b*", "<h2>A <em>b</em></h2>\n"},
		{"<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"},
		{"[a](https://example.org/?b=\"c)",
			"<p><a href=\"https://example.org/?b=&quot;c\" rel=\"noopener noreferrer "
			"nofollow\">a</a></p>\n"},
		{"[a](HTTP://example.org)",
			"<p><a href=\"HTTP://example.org\" rel=\"noopener noreferrer "
			"nofollow\">a</a></p>\n"},
		{"[a](javascript:alert(1))", "<p>a</p>\n"},
		{"[a](java&#115;cript:x)", "<p>a</p>\n"},
		{"[a](//example.org/)", "<p>a</p>\n"},
		{"[a](data:text/html,x)", "<p>a</p>\n"},
		{"[a](../b)", "<p>a</p>\n"},
		{"<javascript:alert(1)>", "<p>javascript:alert(1)</p>\n"},
		{"[a](x.png)", "<p><a href=\"/p/files/x.png\">a</a></p>\n"},
		{"![a\"<b>](x.png)",
			"<p><img src=\"/p/files/x.png\" alt=\"a&quot;&lt;b&gt;\"></p>\n"},
		{"![a *b*](https://example.org/y.png)", "<p><img alt=\"a b\"></p>\n"},
		{"[![a](x.png)](https://example.org)",
			"<p><a href=\"https://example.org\" rel=\"noopener noreferrer "
			"nofollow\"><img src=\"/p/files/x.png\" alt=\"a\"></a></p>\n"},
		{"![a [b](https://c.org)](x.png)",
			"<p><img src=\"/p/files/x.png\" alt=\"a b\"></p>\n"},
		{"a\nb\tc", "<p>a\nb c</p>\n"},
		{"a&nbsp;&lt;&#x202e;b", "<p>a&nbsp;&lt;&amp;#x202e;b</p>\n"},
		{"`a<b`", "<p><code>a&lt;b</code></p>\n"},
		{"```\na\n b\tc\n```", "<pre><code>a\n b\tc\n</code></pre>\n"},
		{"3. a\n4. b", "<ol start=\"3\"><li>a</li>\n<li>b</li>\n</ol>\n"},
		{"$n \\le 5$", "<p><span class=\"tex\" data-tex=\"n \\le 5\"><i>n</i> \xe2\x89\xa4 "
			       "5</span></p>\n"},
		{"$$\\frac<b>$$", "<p><span class=\"tex display\" "
				  "data-tex=\"\\frac&lt;b&gt;\">\\frac&lt;b&gt;</span></p>\n"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		AS_AUTO_FREE char *html = markdown(rows[i].text);
		cr_expect_str_eq(html, rows[i].html, "%s", html);
	}
}

Test(markdown, a_table_has_aligned_cells)
{
	AS_AUTO_FREE char *html = markdown("|a|b|\n|:-:|--:|\n|1|2|\n");

	SHOWS(html, "<th class=\"center\">a</th>");
	SHOWS(html, "<td class=\"right\">2</td>");
}

/* ---- mathematics ---- */

Test(tex, simple_formulas_are_rendered_and_others_unchanged)
{
	static const struct {
		const char *text, *html; /* NULL: shown as the author wrote it */
	} rows[] = {
		{"v_1, v_2, \\ldots, v_n",
			"<i>v</i><sub>1</sub>, <i>v</i><sub>2</sub>, \xe2\x80\xa6, "
			"<i>v</i><sub><i>n</i></sub>"},
		{"10^{12}", "10<sup>12</sup>"},
		{"a^{b_{c}}", "<i>a</i><sup><i>b</i><sub><i>c</i></sub></sup>"},
		{"\\text{a  b<}", "a  b&lt;"},
		{"-2 - 3 = -5 \\cdot (-1)", "\xe2\x88\x92"
					    "2 \xe2\x88\x92 3 = \xe2\x88\x92"
					    "5 \xc2\xb7 (\xe2\x88\x92"
					    "1)"},
		{"x_i-1, \\alpha-10^{-9}",
			"<i>x</i><sub><i>i</i></sub> \xe2\x88\x92 1, <i>\xce\xb1</i> \xe2\x88\x92 "
			"10<sup>\xe2\x88\x92"
			"9</sup>"},
		{"a<b", "<i>a</i> &lt; <i>b</i>"},
		{"\\{1\\}", "{1}"},
		{"\\left(x\\right)", "(<i>x</i>)"},
		{"", ""},
		{"\\frac{1}{2}", NULL},
		{"{a", NULL},
		{"a}", NULL},
		{"x^", NULL},
		{"\\", NULL},
		{"\\text", NULL},
		{"\xc3\xa9", NULL},
		{"{{{{{{{{{{{{{{{{{{{{{{{{x}}}}}}}}}}}}}}}}}}}}}}}}", NULL},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		bool done = false;
		AS_AUTO_FREE char *html =
			PAGE(done = page_tex(out, rows[i].text, strlen(rows[i].text)));
		cr_expect_eq(done, rows[i].html != NULL, "%s", rows[i].text);
		cr_expect_str_eq(
			html, rows[i].html ? rows[i].html : "", "%s: %s", rows[i].text, html);
	}
}

/* ---- a package ---- */

Test(statement, has_text_and_samples)
{
	struct as_contest_statement *statement = open_statement();

	SHOWS(statement->html.data, "<h2>Input</h2>");
	cr_assert_eq(statement->sample_count, 2);
	cr_expect_str_eq(statement->samples[0].name, "1");
	cr_expect_gt(statement->samples[0].input.size, 0);
	cr_expect_gt(statement->samples[1].answer.size, 0);
	cr_expect_eq(statement->file_count, 0);
	as_contest_statement_close(statement);
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
	struct as_contest_statement *statement = open_statement();

	cr_expect_str_eq(statement->html.data, "<p>English 77</p>\n");
	as_contest_statement_close(statement);
}

Test(statement, a_sample_can_be_an_interaction_or_have_another_text_for_the_statement)
{
	case_put(&at, "packages/any/data/sample/2.interaction", "<1\n>2\n");
	case_put(&at, "packages/any/data/sample/1.in.statement", "for people\n");
	case_put(&at, "packages/any/data/sample/3.interaction", "<3\n");
	struct as_contest_statement *statement = open_statement();

	cr_assert_eq(statement->sample_count, 3);
	cr_expect_str_eq(statement->samples[0].input.data, "for people\n");
	cr_expect_str_eq(statement->samples[1].interaction.data, "<1\n>2\n");
	cr_expect_null(statement->samples[1].input.data);
	cr_expect_str_eq(statement->samples[2].interaction.data, "<3\n");
	as_contest_statement_close(statement);
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
	struct as_contest_statement *statement = open_statement();
	struct as_error error = {0};

	cr_expect_eq(statement->file_count, 3);
	cr_expect_null(as_contest_statement_file(statement, "notes.txt"));
	cr_expect_null(as_contest_statement_file(statement, "problem.en.tex"));
	const struct as_contest_statement_file *file =
		as_contest_statement_file(statement, "grader.py");
	cr_assert_not_null(file);
	cr_expect_eq(file->kind, AS_CONTEST_FILE_ATTACHMENT);
	AS_AUTO_FD int fd = as_contest_statement_open_file(statement, file, &error);
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	cr_assert_eq(as_fd_read(fd, 100, &bytes, NULL), 0, "%s", error.text);
	cr_expect_str_eq(bytes.data, "print()");
	SHOWS(statement->html.data, "<img src=\"/base/problems/any/files/x.png\" alt=\"a\">");
	SHOWS(statement->html.data, "<a href=\"/base/problems/any/files/grader.py\">b</a>");
	as_contest_statement_close(statement);
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
	struct as_contest_statement *statement = open_statement();
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
	as_contest_statement_close(statement);
}

Test(statement, a_pdf_is_offered_beside_latex)
{
	replace_statement("Text.");
	case_put(&at, "packages/any/statement/problem.en.pdf", "pdf");
	struct as_contest_statement *statement = open_statement();
	const struct as_contest_clock clock = case_five_hours();
	case_clock(&at, START, &clock);
	case_state(&at, START);
	const struct as_contest_visit visit = case_visit(&at, NULL, 1);
	AS_AUTO_FREE char *page = PAGE(as_contest_page_problem(out, &visit, 0, statement));

	SHOWS(page, "<p>Text.</p>");
	SHOWS(page, "<h2>Statement</h2><ul class=\"files\"><li><a "
		    "href=\"/problems/any/files/problem.en.pdf\">");
	as_contest_statement_close(statement);
}

Test(statement, a_large_sample_is_cut)
{
	AS_AUTO_FREE char *text = malloc(100001);

	memset(text, '7', 100000);
	text[100000] = 0;
	case_put(&at, "packages/any/data/sample/1.in", text);
	struct as_contest_statement *statement = open_statement();

	cr_expect(statement->samples[0].is_cut);
	cr_expect_lt(statement->samples[0].input.size, 50000);
	cr_expect_not(statement->samples[1].is_cut);
	as_contest_statement_close(statement);
}
