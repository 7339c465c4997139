/* SPDX-License-Identifier: MIT */
/* Statements: Markdown, LaTeX and formulas as HTML; the page of a statement. */
#include "latex.h"
#include "package_case.h"
#include "statement.h"
#include "tex.h"

#define SHOWS(text, part) cr_expect(strstr(text, part), "without %s:\n%s", part, text)
#define HIDES(text, part) cr_expect_not(strstr(text, part), "with %s:\n%s", part, text)

/* What `code` writes to `out`, on the heap. */
#define TEXT(code)                                                                                 \
	({                                                                                         \
		char *text_ = NULL;                                                                \
		size_t size_;                                                                      \
		FILE *out = open_memstream(&text_, &size_);                                        \
		cr_assert_not_null(out);                                                           \
		code;                                                                              \
		as_text_close(out, &text_, NULL);                                                  \
	})

/* ---- Markdown ---- */

static const char *find_address(const char *name, size_t size, void *context)
{
	(void)context;
	return size == 5 && memcmp(name, "x.png", 5) == 0 ? "/p/files/x.png" : NULL;
}

static const struct statement_links links = {.address = find_address};

static char *markdown(const char *text)
{
	return TEXT(cr_assert_eq(statement_markdown(out, text, strlen(text), &links, NULL), 0));
}

static char *latex(const char *text)
{
	return TEXT(statement_latex(out, text, strlen(text), &links));
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
			"<p><img src=\"/p/files/x.png\" alt=\"\"> <span class=\"cut\">[picture "
			"../y is not shown]</span></p>\n"},
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
		AS_AUTO_FREE char *whole =
			TEXT(for (size_t k = 0; k < 5000; k++) fputs(parts[i], out));
		AS_AUTO_FREE char *html = latex(whole);
		cr_expect_lt(strlen(html), 40 * strlen(whole) + 100, "%s", parts[i]);
	}
}

/* A scanner that looks at a whole run of them again for each of its bytes would need minutes. */
Test(latex, long_runs_of_white_space_take_linear_time)
{
	static const char *const parts[] = {" ", "\t", "\r ", "\v ", "\\end "};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		AS_AUTO_FREE char *whole = TEXT({
			fputs("a", out);
			for (size_t k = 0; k < 300000; k++)
				fputs(parts[i], out);
			fputs("b", out);
		});
		AS_AUTO_FREE char *html = latex(whole);
		cr_expect(as_text_ends(html, "b</p>\n"), "%zu: %.100s", i, html);
		if (i < 3)
			cr_expect_str_eq(html, "<p>a b</p>\n", "%zu: %.100s", i, html);
	}
}

/* The end of each of these environments is searched for and missing. */
Test(latex, unsuccessful_searches_have_a_common_limit)
{
	static const size_t counts[] = {10, 400};

	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		AS_AUTO_FREE char *whole = TEXT({
			for (size_t k = 0; k < counts[i]; k++)
				fputs("\\begin{verbatim}", out);
			for (size_t k = 0; k < 30000; k++)
				fputs("text text ", out);
			fputs("\\(a\\)", out);
		});
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
		{"![a *b*](https://example.org/y.png)",
			"<p><img alt=\"a b\"><span class=\"cut\">[picture "
			"https://example.org/y.png is not shown]</span></p>\n"},
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
		{"$$\\frac<b>$$", "<p><span class=\"tex display source\" "
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
		AS_AUTO_FREE char *html = statement_tex(rows[i].text, strlen(rows[i].text));
		cr_expect_eq(html != NULL, rows[i].html != NULL, "%s", rows[i].text);
		cr_expect_str_eq(
			html ? html : "", rows[i].html ? rows[i].html : "", "%s", rows[i].text);
	}
}

/* ---- the page ---- */

static void close_statement(struct as_statement **statement)
{
	as_statement_close(*statement);
}
#define AUTO_STATEMENT AS_AUTO(close_statement) struct as_statement

static struct as_statement *open_good_statement(
	const struct as_package *package, const char *language)
{
	const struct as_statement_config config = {.language = language};
	struct as_error error = {0};
	struct as_statement *statement = as_statement_open(package, &config, &error);

	cr_assert_not_null(statement, "%s: %s", error.where, error.text);
	return statement;
}

#define TWO_LANGUAGES                                                                              \
	"--- file problem.yaml\nproblem_format_version: 2025-09\n"                                 \
	"name: {en: Sum, de: Summe <1>}\nuuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d02\n"             \
	"limits: {time_limit: 3, memory: 64}\n"                                                    \
	"--- file statement/x.png\nabc\n"                                                          \
	"--- file statement/problem.en.md\nEnglish ![a](x.png) ![b](y.png) [c](tool.py) "          \
	"$\\frac12$\n"                                                                             \
	"--- file statement/problem.de.tex\nDeutsch\n"                                             \
	"--- file attachments/tool.py\nprint()\n"                                                  \
	"--- file data/sample/1.in\n1 < 2\n--- file data/sample/1.ans\n3\n"                        \
	"--- file data/sample/2.interaction\n<1\n>2\n"

Test(statement_page, has_all_that_it_shows)
{
	AUTO_FOLDER folder = package_folder_make(TWO_LANGUAGES);
	AUTO_PACKAGE *package = open_good(folder.path);
	AUTO_STATEMENT *statement = open_good_statement(package, NULL);
	AS_AUTO_FREE char *page = as_statement_page(statement, NULL);

	ASSERT_WORDS(statement->languages, "de", "en");
	ASSERT_WORDS(statement->missing, "y.png");
	cr_expect_str_eq(statement->language, "en");
	cr_expect_eq(statement->source_formula_count, 1);
	SHOWS(page, "<html lang=\"en\">");
	SHOWS(page, "default-src 'none'; ");
	SHOWS(page, "; img-src data:\"");
	SHOWS(page, "<h1><bdi>Sum</bdi></h1>");
	SHOWS(page, "<li>Time limit <b>3.00 s</b></li><li>Memory limit <b>64 MiB</b></li>");
	SHOWS(page, "<img src=\"data:image/png;base64,YWJjCg==");
	SHOWS(page, "<span class=\"cut\">[picture y.png is not shown]</span> c ");
	SHOWS(page, "<pre tabindex=\"0\">1 &lt; 2\n</pre>");
	SHOWS(page, "<h3>Sample interaction 2 ");
	SHOWS(page, "<li><bdi>tool.py</bdi></li>");
	HIDES(page, "href=");
	HIDES(page, "<script");
}

Test(statement_page, is_in_the_chosen_language)
{
	AUTO_FOLDER folder = package_folder_make(TWO_LANGUAGES);
	AUTO_PACKAGE *package = open_good(folder.path);
	AUTO_STATEMENT *statement = open_good_statement(package, "de");
	AS_AUTO_FREE char *page = as_statement_page(statement, NULL);
	struct as_error error = {0};
	const struct as_statement_config config = {.language = "en-GB"};

	SHOWS(page, "<html lang=\"de\">");
	SHOWS(page, "<h1><bdi>Summe &lt;1&gt;</bdi></h1>");
	SHOWS(page, "<p>Deutsch </p>");
	HIDES(page, "English");
	cr_expect_null(as_statement_open(package, &config, &error));
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect(strstr(error.text, "no statement in the language 'en-GB'"), "%s", error.text);
	cr_expect(strstr(error.text, "use de or en"), "%s", error.text);
}

Test(statement_page, names_pictures_that_are_too_large)
{
	AUTO_FOLDER folder = package_folder_make(
		TWO_LANGUAGES "--- remove statement/x.png\n--- sparse statement/x.png 8388609\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	AUTO_STATEMENT *statement = open_good_statement(package, NULL);
	AS_AUTO_FREE char *page = as_statement_page(statement, NULL);

	ASSERT_WORDS(statement->missing, "x.png", "y.png");
	SHOWS(page, "<img alt=\"a\"><span class=\"cut\">[picture x.png is not shown]</span>");
}

/* With a time limit: a picture that is read for each use takes a minute. */
Test(statement_page, reads_a_picture_that_is_too_large_once, .timeout = 60)
{
	AS_AUTO_FREE char *text = TEXT({
		fputs(TWO_LANGUAGES "--- remove statement/x.png\n"
				    "--- sparse statement/x.png 9000000\n"
				    "--- file statement/problem.en.md\n",
			out);
		for (size_t k = 0; k < 40000; k++)
			fputs("![](x.png)\n\n", out);
	});
	AUTO_FOLDER folder = package_folder_make(text);
	AUTO_PACKAGE *package = open_good(folder.path);
	AUTO_STATEMENT *statement = open_good_statement(package, "en");

	ASSERT_WORDS(statement->missing, "x.png");
}

Test(statement_page, fills_constants_of_any_text)
{
	AUTO_FOLDER folder = package_folder_make(
		"--- file problem.yaml\nproblem_format_version: 2025-09\nname: Sum\n"
		"uuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d02\nconstants: {set: '{1, 2}'}\n"
		"--- file statement/problem.en.tex\nIn \\constant{set}, not "
		"\\constant{none}.\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	AUTO_STATEMENT *statement = open_good_statement(package, NULL);

	cr_expect(strstr(statement->html.data, "1, 2"), "%s", statement->html.data);
	cr_expect_null(strstr(statement->html.data, "constant{set}"));
}

/* Each use of a picture is a copy of its data. */
Test(statement_page, counts_each_use_of_a_picture)
{
	AS_AUTO_FREE char *text = TEXT({
		fputs(TWO_LANGUAGES "--- remove statement/x.png\n"
				    "--- sparse statement/x.png 6000000\n"
				    "--- file statement/problem.en.md\n",
			out);
		for (size_t k = 0; k < 1000; k++)
			fputs("![](x.png) [a](x.png)\n", out);
	});
	AUTO_FOLDER folder = package_folder_make(text);
	AUTO_PACKAGE *package = open_good(folder.path);
	AUTO_STATEMENT *statement = open_good_statement(package, "en");
	size_t count = 0;

	for (const char *at = statement->html.data; (at = strstr(at, "data:image/png")); at++)
		count++;
	cr_expect_eq(count, 4, "%zu", count);
	cr_expect_lt(statement->html.size, AS_STATEMENT_MAX_EMBEDDED_BYTES + 200000);
}

Test(statement_page, names_not_every_missing_picture)
{
	AS_AUTO_FREE char *text = TEXT({
		fputs("--- file statement/problem.en.md\n", out);
		for (size_t k = 0; k < 20000; k++)
			fprintf(out, "![](x%zu.png)\n\n", k);
	});
	AUTO_FOLDER folder = package_folder_make(text);
	AUTO_PACKAGE *package = open_good(folder.path);
	AUTO_STATEMENT *statement = open_good_statement(package, NULL);

	cr_expect_eq(as_names_count(statement->missing), AS_STATEMENT_MAX_MISSING);
}

Test(statement_page, is_of_a_text_of_limited_size)
{
	static const struct {
		const char *name, *use, *why;
	} rows[] = {{"md", "", "more than 524288 bytes"},
		{"md", "{{long}}", "larger than 512 KiB after the package's constants"},
		{"tex", "\\constant{long}", "larger than 512 KiB after the package's constants"}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		AS_AUTO_FREE char *text = TEXT({
			fputs("--- file problem.yaml\nproblem_format_version: 2025-09\nname: Sum\n"
			      "uuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d02\nconstants: {long: '",
				out);
			for (size_t k = 0; k < 50000; k++)
				fputc('x', out);
			fprintf(out, "'}\n--- %s statement/problem.en.%s%s\n",
				*rows[i].use ? "file" : "sparse", rows[i].name,
				*rows[i].use ? "" : " 524289");
			for (size_t k = 0; *rows[i].use && k < 100; k++)
				fputs(rows[i].use, out);
		});
		AUTO_FOLDER folder = package_folder_make(text);
		AUTO_PACKAGE *package = open_good(folder.path);
		const struct as_statement_config config = {0};
		struct as_error error = {0};

		cr_expect_null(as_statement_open(package, &config, &error));
		cr_expect_eq(error.kind, AS_ERROR_INPUT);
		cr_expect(strstr(error.text, rows[i].why), "%s: %s", error.where, error.text);
	}
}

Test(statement_page, names_a_statement_in_pdf)
{
	AUTO_FOLDER folder = package_folder_make("--- file statement/problem.en.pdf\npdf\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	AUTO_STATEMENT *statement = open_good_statement(package, "en");
	AS_AUTO_FREE char *page = as_statement_page(statement, NULL);

	cr_expect_null(statement->html.data);
	SHOWS(page, "<li><bdi>problem.en.pdf</bdi></li>");
}

Test(statement_page, is_for_paper_and_for_both_colour_schemes)
{
	AUTO_FOLDER folder = package_folder_make(TWO_LANGUAGES);
	AUTO_PACKAGE *package = open_good(folder.path);
	AUTO_STATEMENT *statement = open_good_statement(package, NULL);
	AS_AUTO_FREE char *page = as_statement_page(statement, NULL);

	SHOWS(page, "@media print{");
	SHOWS(page, "@media(prefers-color-scheme:dark)");
}
