/* SPDX-License-Identifier: MIT */
/* The page of assay strength, as a file and in a real browser. */
#include "strength_case.h"
#include "support/browser_case.h"

TestSuite(strength_page, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define SHOUT "</title></pre><script>document.title=1</script><img src=x onerror=alert(1)>'\\\""

static struct as_bytes read_page(void)
{
	struct as_bytes page = {0};

	cr_assert_eq(as_file_read(here_fd, "page.html", 1 << 24, &page, NULL), 0);
	return page;
}

static size_t count(const char *text, const char *piece)
{
	size_t found = 0;

	for (; (text = strstr(text, piece)); text += strlen(piece))
		found++;
	return found;
}

Test(strength_page, the_page_shows_what_the_text_shows)
{
	put_gap();
	put("sum/submissions/wrong_answer/tie.py",
		"a, b = map(int, input().split())\nprint(a - b if a >= b else b)\n");
	put("sum/submissions/wrong_answer/seven.py", "print(7)\n");
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--time=200s", "--html=page.html");
	EXPECT_STATUS(outcome, 1);
	expect_has(outcome.out.data, "  KILLS  ALONE  TEST\n");
	AS_AUTO_BYTES struct as_bytes page = read_page();
	static const char *const pieces[] = {"<title>sum: assay strength</title>",
		"<span class=\"chip bad\">2 findings</span>",
		"<b>1 of 2</b><span>judged wrong submissions of the package rejected</span>",
		"<b>5 of 6</b><span>mutants killed</span>", "<b>1</b><span>gap</span>",
		"<b>1 of 2</b><span>tests in the smallest set that kills as much</span>",
		"<h2>Estimate</h2>",
		"<b>comparison-includes</b><small>a loop runs one step too far, or a tie counts as "
		"better</small>",
		"<td class=\"fate\">0 of 1</td>",
		"<tr class=\"passed\"><th class=\"name\" scope=\"row\"><a href=\"#m1\">"
		"submissions/wrong_answer/tie.py</a></th>",
		"<section class=\"card program\" id=\"m1\">",
		"A wrong submission of the package passes all tests.",
		"<del>- print(a - b if a &gt; b else b)</del>\n"
		"<ins>+ print(a - b if a &gt;<mark>=</mark> b else b)</ins>",
		"<span class=\"key WA\">WA</span> on an input that the tests lack.",
		"<p>Input, 4 bytes:</p>", "aria-label=\"Input\">\n1 1\n</pre>",
		"A line for secret in the recipe: <code>gap-1: {in: &quot;1 1\\n&quot;}</code>",
		"adds nothing to <a href=\"#t0\">secret/one</a>", "in the smallest set",
		"Made by assay strength " ASSAY_VERSION ", 20"};
	for (size_t i = 0; i < sizeof(pieces) / sizeof(*pieces); i++)
		expect_has(page.data, pieces[i]);
	/* The wrong submissions come before the mutants. */
	const char *own = strstr(page.data, "<b>wrong submissions</b>");
	cr_expect(own && strstr(own, "<b>comparison-includes</b>"));
	static const char *const forbidden[] = {
		"<script", "http:", "https:", "src=", "@import", "url(", "style=", "onclick"};
	for (size_t i = 0; i < sizeof(forbidden) / sizeof(*forbidden); i++)
		cr_expect_null(strstr(page.data, forbidden[i]), "%s is there", forbidden[i]);
	expect_has(page.data, "default-src 'none'");
}

Test(strength_page, groups_are_shown)
{
	put("sum/problem.yaml", SUM_YAML "type: scoring\nlimits:\n  time_limit: 1\n");
	put("sum/data/secret/1/test_group.yaml", "max_score: 40\n");
	put("sum/data/secret/2/test_group.yaml", "max_score: 60\n");
	put_test("1/a", "3 1\n", "2\n");
	put_test("1/b", "4 2\n", "2\n");
	put_test("2/a", "1 1\n", "1\n");
	put("sum/submissions/accepted/right.py", RIGHT_PY);
	AUTO_OUTCOME outcome =
		ASSAY("strength", "sum", "--no-search", "--mutants=2", "--html=page.html");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_BYTES struct as_bytes page = read_page();
	expect_has(page.data, "<h2>Groups</h2>");
	expect_has(page.data, "<p class=\"remark\">All 2 answers of secret/1 are equal, so a ");
	expect_has(page.data,
		"<th class=\"group\" colspan=\"2\" scope=\"colgroup\" title=\"secret/1\">");
	cr_expect_null(strstr(page.data, "in the smallest set"));
}

/* The output validator accepts every output, but gives points for the right one only. */
Test(strength_page, fewer_points_are_a_kill)
{
	put("sum/problem.yaml", SUM_YAML "type: scoring\nlimits:\n  time_limit: 1\n");
	put("sum/data/secret/test_group.yaml", "max_score: unbounded\nscore_aggregation: sum\n");
	put("sum/output_validator/validate.py",
		"import sys\nwords = sys.stdin.read().split()\n"
		"right = words == open(sys.argv[2]).read().split()\n"
		"open(sys.argv[3] + 'score.txt', 'w').write('20' if right else '1')\n"
		"sys.exit(42)\n");
	put_test("1", "3 1\n", "2\n");
	put("sum/submissions/accepted/right.py", RIGHT_PY);
	AUTO_OUTCOME outcome =
		ASSAY("strength", "sum", "--no-search", "--mutants=3", "--html=page.html");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_BYTES struct as_bytes page = read_page();
	expect_has(page.data, "<td class=\"cell less\"><span>less</span></td>");
}

/* ---- files ---- */

Test(strength_page, a_page_replaces_only_pages)
{
	put_weak();
	AUTO_OUTCOME source =
		ASSAY("strength", "sum", "--no-search", "--html=sum/submissions/accepted/right.c");
	EXPECT_COMPLAINT(source, 2,
		"sum/submissions/accepted/right.c: exists and is not an HTML page; name another "
		"file");
	AUTO_OUTCOME output = ASSAY("strength", "sum", "--no-search", "--html=-");
	EXPECT_COMPLAINT(output, 2, "--html: a page cannot be written to standard output, which");
	AUTO_OUTCOME first =
		ASSAY("strength", "sum", "--no-search", "--mutants=1", "--html=page.html");
	EXPECT_STATUS(first, 0);
	AUTO_OUTCOME again =
		ASSAY("strength", "sum", "--no-search", "--mutants=1", "--html=page.html");
	EXPECT_STATUS(again, 0);
}

/* ---- in a browser ---- */

static void put_hostile(void)
{
	put_gap();
	put("sum/problem.yaml",
		"problem_format_version: 2025-09\nname: \"" SHOUT "\"\n"
		"uuid: 0f8f1a38-2a5c-4b35-8f0a-3b6a0f2e7d11\nlimits:\n  time_limit: 1\n");
	put("sum/submissions/accepted/right.py",
		"a, b = map(int, input().split())\ns = \"" SHOUT "\"\n"
		"print(a - b if a > b and len(s) > 0 else b) # \xe2\x80\xae<b>" SHOUT "\n");
	put("sum/submissions/wrong_answer/<b>&'*.py", "print(7)\n");
	for (int i = 0; i < 40; i++) {
		char name[32], input[32];
		snprintf(name, sizeof(name), "%02d-a-name-of-a-test", i);
		snprintf(input, sizeof(input), "%d 1\n", i + 2);
		put_test(name, input, AS_NUMBER(i + 1));
		put(name, "");
	}
}

/* True if the first two programs are in one row. */
#define SIDE_BY_SIDE                                                                               \
	"const [a, b] = document.querySelectorAll('.program');"                                    \
	"document.title = a.offsetTop === b.offsetTop;"

Test(strength_page, a_hostile_package_stays_text_and_all_can_be_read_and_reached)
{
	need_browser();
	put_hostile();
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--time=60s", "--html=page.html");
	cr_assert(outcome.status < 2, "%s", outcome.err.data);
	AUTO_OUTCOME page = open_page("page.html", false);
	EXPECT_STATUS(page, 0);
	cr_expect_eq(count(page.out.data, "<script"), 0);
	cr_expect_eq(count(page.out.data, "<img"), 0);
	cr_expect_eq(count(page.out.data, "<b>&amp;"), 0);
	cr_expect_null(strstr(page.err.data, "CONSOLE"), "%s", page.err.data);
	expect_has(page.out.data, "&lt;script&gt;document.title=1");
	static const char *const path = "page.html";
	expect_measured(&path, 1, 1600, false, CONTRAST, "true false");
	expect_measured(&path, 1, 400, true, CONTRAST, "true true");
	expect_measured(&path, 1, 1600, false, KEYBOARD, "all");
	expect_measured(&path, 1, 1600, false, SIDE_BY_SIDE, "true");
	expect_measured(&path, 1, 400, false, SIDE_BY_SIDE, "false");
	expect_measured(&path, 1, 400, false, KEYBOARD, "all");
}
