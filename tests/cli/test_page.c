/* SPDX-License-Identifier: MIT */
/* The page of assay verify in a real browser without a network: the tests read the document that
 * the browser makes of it. */
#include "support/browser_case.h"
#include "support/packages.h"

#define WRONG_C "#include <stdio.h>\nint main(void){puts(\"3\");}\n"

TestSuite(page, .init = enter_folder, .fini = leave_folder, .timeout = 600);

static size_t count(const char *text, const char *piece)
{
	size_t found = 0;
	for (; (text = strstr(text, piece)); text += strlen(piece))
		found++;
	return found;
}

#define EXPECT_COUNT(outcome, piece, expected)                                                     \
	cr_expect_eq(count((outcome).out.data, piece), (size_t)(expected), "%zu times %s",         \
		count((outcome).out.data, piece), piece)

static void put_package(void)
{
	put_sum_package(2);
	put("sum/statement/problem.en.md", "Add them.\n");
	put("sum/submissions/accepted/right.c", SUM_C);
	put("sum/submissions/accepted/broken.c", "int main(void){return x;}\n");
	put("sum/submissions/wrong_answer/wrong.c", WRONG_C);
}

Test(page, a_browser_shows_a_cell_for_each_submission_and_test)
{
	need_browser();
	put_package();
	AUTO_OUTCOME verified = ASSAY("verify", "--html", "page.html", "sum");
	EXPECT_STATUS(verified, 1);
	AUTO_OUTCOME page = open_page("page.html", false);
	EXPECT_STATUS(page, 0);
	/* Three submissions on three tests; cells of one that does not compile have no verdict. */
	EXPECT_COUNT(page, "<td class=\"cell ", 9);
	EXPECT_COUNT(page, "<td class=\"cell AC\"", 4);
	EXPECT_COUNT(page, "<td class=\"cell WA\"", 2);
	EXPECT_COUNT(page, "<td class=\"cell none\"", 3);
	EXPECT_COUNT(page, "data-test=\"secret/02\"", 3);
	EXPECT_COUNT(page, "<th class=\"name\" scope=\"row\"", 3);
	EXPECT_COUNT(page, "<span class=\"not\"", 1);
	/* A dot for each run. */
	EXPECT_COUNT(page, "<circle class=\"dot ", 6);
	EXPECT_COUNT(page, "<line class=\"limit\"", 1);
	cr_expect_not_null(strstr(page.out.data, "<span class=\"chip bad\">not verified</span>"));
	cr_expect_not_null(strstr(page.out.data, "it does not compile"));
	cr_expect_null(strstr(page.err.data, "CONSOLE"), "%s", page.err.data);
}

Test(page, a_page_has_no_script_and_requests_nothing)
{
	put_package();
	AUTO_OUTCOME verified = ASSAY("verify", "--html", "page.html", "sum");
	EXPECT_STATUS(verified, 1);
	AS_AUTO_BYTES struct as_bytes page = {0};
	cr_assert_eq(as_file_read(here_fd, "page.html", 1 << 24, &page, NULL), 0);
	static const char *const forbidden[] = {
		"<script", "http:", "https:", "src=", "@import", "url(", "onload", "onclick"};
	for (size_t i = 0; i < sizeof(forbidden) / sizeof(*forbidden); i++)
		cr_expect_null(strstr(page.data, forbidden[i]), "%s is there", forbidden[i]);
	cr_expect_not_null(strstr(page.data, "default-src 'none'"));
	cr_expect_not_null(strstr(page.data, "prefers-color-scheme:dark"));
	cr_expect_not_null(strstr(page.data, "width=device-width"));
}

Test(page, hostile_names_and_messages_stay_text)
{
	need_browser();
	put_sum_tests(1);
	put("sum/problem.yaml",
		"problem_format_version: 2025-09\nname: \"&<script>document.title=1</script>'\\\">"
		"<img src=x onerror=alert(1)>\"\nuuid: 0f8f1a38-2a5c-4b35-8f0a-3b6a0f2e7d11\n"
		"limits:\n  time_limit: 1\n  memory: 64\n");
	put("sum/submissions/accepted/shout.c",
		"#include <stdio.h>\nint main(void){puts(\"</title><script>document.title=1"
		"</script>'\\\"><img src=x onerror=alert(1)>\");}\n");
	put("sum/submissions/submissions.yaml", "\"<b>&'*\":\n  permitted: [AC]\n");
	AUTO_OUTCOME verified = ASSAY("verify", "--html", "page.html", "sum");
	EXPECT_STATUS(verified, 1);
	AUTO_OUTCOME page = open_page("page.html", false);
	EXPECT_STATUS(page, 0);
	EXPECT_COUNT(page, "<script", 0);
	EXPECT_COUNT(page, "<img", 0);
	EXPECT_COUNT(page, "<b>&", 0);
	EXPECT_COUNT(page, "<title>sum: assay verify</title>", 1);
	cr_expect_not_null(strstr(page.out.data, "&amp;&lt;script&gt;"));
	cr_expect_null(strstr(page.err.data, "CONSOLE"), "%s", page.err.data);
}

Test(page, several_packages_share_one_page)
{
	need_browser();
	put_package();
	AUTO_OUTCOME copied =
		command_run((const char *const[]){"/bin/cp", "-r", "sum", "again", NULL});
	EXPECT_STATUS(copied, 0);
	AUTO_OUTCOME verified = ASSAY("verify", "--html", "page.html", "sum", "again");
	EXPECT_STATUS(verified, 1);
	AUTO_OUTCOME page = open_page("page.html", false);
	EXPECT_COUNT(page, "<section class=\"package\"", 2);
	EXPECT_COUNT(page, "<td class=\"cell ", 18);
}

Test(page, judge_writes_a_page_of_its_results)
{
	put_package();
	/* Right for the sample only. */
	put("class/anna/three.c", WRONG_C);
	put("class/bert.c", SUM_C);
	put("class/carl.c", "int main(void){return x;}\n");
	AUTO_OUTCOME judged = ASSAY("judge", "--all", "--html", "page.html", "sum", "class/anna/",
		"class/bert.c", "class/carl.c");
	EXPECT_STATUS(judged, 0);
	cr_expect_not_null(strstr(judged.out.data, "VERDICT"), "the table is missing");
	AS_AUTO_BYTES struct as_bytes page = {0};
	cr_assert_eq(as_file_read(here_fd, "page.html", 1 << 24, &page, NULL), 0);
	static const struct {
		const char *piece;
		size_t count;
	} pieces[] = {{"<td class=\"cell ", 9}, {"<td class=\"cell WA\"", 2},
		{"<td class=\"cell none\"", 3}, {"<small>passed 1 of 3</small>", 1},
		{"<small><a href=\"#p1-c2\">compiler</a></small>", 1},
		{"scope=\"row\">anna<small>class ", 1},
		{"<div class=\"message\" id=\"p1-c2\"><a href=\"#p1-s2\">class/carl.c</a><pre>", 1},
		{"</span> compile error</span>", 1}, {"expected 6, got 3", 1}, {"must be", 0},
		{"as expected", 0}, {"<title>sum: assay judge</title>", 1},
		{"Made by assay judge " ASSAY_VERSION ", 20", 1}};
	for (size_t i = 0; i < sizeof(pieces) / sizeof(*pieces); i++)
		cr_expect_eq(count(page.data, pieces[i].piece), pieces[i].count, "%zu times %s",
			count(page.data, pieces[i].piece), pieces[i].piece);
	const char *message = strstr(page.data, "<div class=\"message\"");
	cr_expect(message && strstr(message, "undeclared"), "%.300s", message);
}

Test(page, a_page_for_students_hides_what_the_table_hides)
{
	put_package();
	AUTO_OUTCOME judged = ASSAY("judge", "--all", "--audience=student", "--html", "page.html",
		"sum", "sum/submissions/wrong_answer/wrong.c");
	EXPECT_STATUS(judged, 0);
	AS_AUTO_BYTES struct as_bytes page = {0};
	cr_assert_eq(as_file_read(here_fd, "page.html", 1 << 24, &page, NULL), 0);
	cr_expect_eq(count(page.data, "<td class=\"cell WA\""), 2);
	cr_expect_null(strstr(page.data, "expected 6"), "feedback of a secret test is shown");
	/* Only the sample has a time, in the title of its cell and as a dot. */
	cr_expect_eq(count(page.data, "wrong.c on sample/1: AC, "), 2);
	cr_expect_eq(count(page.data, "wrong.c on secret/01: WA\""), 1);
	cr_expect_eq(count(page.data, "<circle "), 1);
}

Test(page, unexpected_results_come_first)
{
	put_package();
	put("sum/submissions/accepted/all_right.c", SUM_C);
	AUTO_OUTCOME verified = ASSAY("verify", "--html", "page.html", "sum");
	EXPECT_STATUS(verified, 1);
	AS_AUTO_BYTES struct as_bytes page = {0};
	cr_assert_eq(as_file_read(here_fd, "page.html", 1 << 24, &page, NULL), 0);
	const char *broken = strstr(page.data, "scope=\"row\">broken.c");
	const char *right = strstr(page.data, "scope=\"row\">all_<wbr>right.c");
	cr_expect(broken && right && broken < right);
}

Test(page, a_run_that_waited_is_not_shown_by_its_cpu_time)
{
	put_sum_package(1);
	put("sum/problem.yaml", SUM_YAML SUM_SHORT_TIME);
	put("sum/submissions/time_limit_exceeded/waits.c",
		"#include <unistd.h>\nint main(void){for(;;)pause();}\n");
	put("sum/submissions/time_limit_exceeded/loops.c",
		"int main(void){for(volatile int i=0;;)i=1;}\n");
	AUTO_OUTCOME verified = ASSAY("verify", "--reruns=0", "--html", "page.html", "sum");
	AS_AUTO_BYTES struct as_bytes page = {0};
	cr_assert_eq(as_file_read(here_fd, "page.html", 1 << 24, &page, NULL), 0);
	cr_expect_not_null(strstr(page.data, "waits.c on sample/1: TLE (wall-clock)"));
	size_t waited = 0;
	for (const char *at = page.data; (at = strstr(at, "<small>waited</small>")); at++)
		waited++;
	cr_expect_eq(waited, 2, "%zu", waited);
	/* The verdict comes from the sleeping one, above the limit. */
	const char *limit = strstr(page.data, "class=\"limit\"");
	const char *dot = strstr(page.data, "<rect class=\"dot slow waited\"");
	cr_assert(limit && dot);
	cr_expect_lt(atof(strstr(dot, " y=\"") + 4), atof(strstr(limit, "y1=\"") + 4));
	const char *title = strstr(dot, "waits.c on sample/1: TLE, ");
	cr_expect(title && strstr(title, " of wall time, "), "%.200s", dot);
}

/* The target of a link, or "". */
static const char *linked_from(const char *page, const char *text, char place[32])
{
	const char *at = strstr(page, text);
	*place = '\0';
	while (at && at > page && strncmp(at, "<a ", 3) != 0)
		at--;
	const char *target = at ? strstr(at, "href=\"#") : NULL;
	if (target)
		sscanf(target, "href=\"#%31[a-z0-9-]", place);
	return place;
}

Test(page, findings_and_rows_link_to_each_other)
{
	need_browser();
	put_package();
	put("sum/data/secret/03.in", "1 1\n");
	put("sum/data/secret/03.ans", "2\n");
	AUTO_OUTCOME copied =
		command_run((const char *const[]){"/bin/cp", "-r", "sum", "again", NULL});
	EXPECT_STATUS(copied, 0);
	AUTO_OUTCOME verified = ASSAY("verify", "--html", "page.html", "again", "sum");
	EXPECT_STATUS(verified, 1);
	AUTO_OUTCOME page = open_page("page.html", false);
	char place[32];
	const char *second = strstr(page.out.data, "id=\"p2\"");
	cr_assert_not_null(second);
	/* Sorted by path, broken.c is the first submission; sorted by weight, its error is the
	 * first finding. */
	cr_expect_str_eq(linked_from(second, ">submissions/accepted/broken.c</a>", place), "p2-s0");
	cr_expect_str_eq(linked_from(second, ">data/secret/03.in</a>", place), "p2-t3");
	const char *row = strstr(second, "<tr id=\"p2-s0\"");
	cr_assert_not_null(row);
	cr_expect_str_eq(linked_from(row, ">error</a>", place), "p2-f0");
	static const char *const places[] = {"id=\"p1-f0\"", "id=\"p2-f0\"", "id=\"p1-s0\"",
		"id=\"p2-s0\"", "id=\"p1-t3\"", "id=\"p2-t3\"", "id=\"p1\"", "id=\"p2\""};
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++)
		EXPECT_COUNT(page, places[i], 1);
	/* The beginning of the pages. */
	EXPECT_COUNT(page, "<a href=\"#p1\">", 1);
	EXPECT_COUNT(page, "<a href=\"#p2\">", 1);
}

Test(page, the_static_validator_has_a_column)
{
	put_sum_package(2);
	put("sum/data/secret/test_group.yaml", "static_validation_score: pass-fail\n");
	put("sum/static_validator/look.py",
		"import sys\nsys.exit(43 if 'forbidden' in open(sys.argv[2]).read() else 42)\n");
	put("sum/submissions/accepted/right.c", SUM_C);
	put("sum/submissions/wrong_answer/forbidden.c", "/* forbidden */\n" SUM_C);
	AUTO_OUTCOME verified = ASSAY("verify", "--html", "page.html", "sum");
	AS_AUTO_BYTES struct as_bytes page = {0};
	cr_assert_eq(as_file_read(here_fd, "page.html", 1 << 24, &page, NULL), 0, "%s",
		verified.err.data);
	cr_expect_not_null(
		strstr(page.data, "<td class=\"cell AC\" data-test=\"secret (static)\""));
	cr_expect_not_null(
		strstr(page.data, "<td class=\"cell WA\" data-test=\"secret (static)\""));
	/* There is no statement. */
	cr_expect_not_null(strstr(page.data, "mono\">the package</span>"));
	/* Beside the tests of the group, under its name. */
	cr_expect_not_null(strstr(page.data, "colspan=\"3\" scope=\"colgroup\" title=\"secret\""));
}

/* The layout in the browser, which must come from the style alone. */
static struct outcome measure_page(const char *measure)
{
	AS_AUTO_BYTES struct as_bytes page = {0};
	cr_assert_eq(as_file_read(here_fd, "page.html", 1 << 24, &page, NULL), 0);
	const char *policy = strstr(page.data, "<meta http-equiv");
	const char *end = strstr(page.data, "</body>");
	cr_assert(policy && end);
	AS_AUTO_FREE char *text = as_text_format(NULL, "%.*s%.*s<script>%s</script>%s",
		(int)(policy - page.data), page.data, (int)(end - strchr(policy, '>') - 1),
		strchr(policy, '>') + 1, measure, end);
	put("measured.html", text);
	return open_page("measured.html", false);
}

Test(page, the_heading_stays_where_a_long_table_is_scrolled)
{
	need_browser();
	put_sum_package(2);
	for (int i = 0; i < 40; i++) {
		char path[64];
		snprintf(path, sizeof(path), "sum/submissions/accepted/right%02d.py", i);
		put(path, SUM_PY);
	}
	AUTO_OUTCOME verified = ASSAY("verify", "--html", "page.html", "sum");
	EXPECT_STATUS(verified, 0);
	AUTO_OUTCOME page = measure_page(
		"const box = document.querySelector('.scroll');"
		"const place = () => document.querySelector('thead').getBoundingClientRect().top;"
		"box.scrollTop = 600;"
		"document.title = box.scrollTop + ' ' + Math.abs(place() - "
		"box.getBoundingClientRect()"
		".top) + ' px';");
	cr_expect_not_null(strstr(page.out.data, "<title>600 0 px"), "%.300s",
		strstr(page.out.data, "<title>"));
}

Test(page, a_wide_window_is_used)
{
	need_browser();
	put_package();
	AUTO_OUTCOME verified = ASSAY("verify", "--html", "page.html", "sum");
	AUTO_OUTCOME page = measure_page(
		"const width = name => document.querySelector(name).getBoundingClientRect().width;"
		"document.title = innerWidth + ' ' + (width('table.matrix') > 1500) + ' ' + "
		"(width('svg') > 1500);");
	cr_expect_not_null(strstr(page.out.data, "<title>1600 true true<"), "%.300s",
		strstr(page.out.data, "<title>"));
}

Test(page, samples_and_secret_tests_are_distinguished)
{
	put_package();
	AUTO_OUTCOME verified = ASSAY("verify", "--html", "page.html", "sum");
	AS_AUTO_BYTES struct as_bytes page = {0};
	cr_assert_eq(as_file_read(here_fd, "page.html", 1 << 24, &page, NULL), 0);
	cr_expect_not_null(strstr(page.data, "<b>3</b><span>tests, 1 of them samples</span>"));
	const char *plot = strstr(page.data, "<svg");
	cr_assert_not_null(plot);
	cr_expect_eq(count(plot, "<text class=\"group\""), 2);
	cr_expect_not_null(strstr(plot, ">sample</text>"));
	cr_expect_not_null(strstr(plot, ">secret</text>"));
}

Test(page, a_time_without_an_accepted_submission_is_not_shown)
{
	put_sum_package(1);
	/* The authors expect it to be accepted. */
	put("sum/submissions/accepted/wrong.c", "int main(void){return 0;}\n");
	AUTO_OUTCOME verified = ASSAY("verify", "--html", "page.html", "sum");
	AS_AUTO_BYTES struct as_bytes page = {0};
	cr_assert_eq(as_file_read(here_fd, "page.html", 1 << 24, &page, NULL), 0);
	cr_expect_not_null(strstr(page.data, "<b>\xe2\x80\x93</b><span>slowest accepted</span>"));
	cr_expect_not_null(strstr(page.data, "Made by assay verify " ASSAY_VERSION ", 20"));
	AUTO_OUTCOME name = command_run((const char *const[]){"/bin/uname", "-n", NULL});
	name.out.data[strcspn(name.out.data, "\n")] = '\0';
	AS_AUTO_FREE char *machine = as_text_format(NULL, ", on %s (", name.out.data);
	cr_expect_not_null(strstr(page.data, machine), "no '%s'", machine);
}

Test(page, a_page_that_cannot_be_written_is_reported_before_judging)
{
	put_package();
	static const char *const paths[] = {"nowhere/page.html", "sum", "page.html/", "link"};
	cr_assert_eq(symlinkat("sum/problem.yaml", here_fd, "link"), 0);
	for (size_t i = 0; i < sizeof(paths) / sizeof(*paths); i++) {
		AUTO_OUTCOME judged = ASSAY(
			"judge", "--html", paths[i], "sum", "sum/submissions/accepted/right.c");
		EXPECT_COMPLAINT(judged, 2, paths[i]);
		cr_expect_str_empty(judged.out.data, "it was judged all the same");
		AUTO_OUTCOME outcome = ASSAY("verify", "--json", "--html", paths[i], "sum");
		EXPECT_COMPLAINT(outcome, 2, paths[i]);
		cr_expect_eq(strstr(outcome.err.data, "create its folder first") != NULL, i == 0,
			"%s", outcome.err.data);
		cr_expect_eq(strstr(outcome.err.data, "No such file or directory; the name of a "
						      "file has no slash at its end") != NULL,
			i == 2, "%s", outcome.err.data);
		cr_expect_str_empty(outcome.out.data, "it was judged all the same");
	}
}

/* "--html class/\*" without the name of a page. */
Test(page, a_page_replaces_only_pages)
{
	static const char program[] = "print(sum(map(int, input().split())))\n";
	put_package();
	put("a.py", program);
	AUTO_OUTCOME judged = ASSAY("judge", "--html", "a.py", "sum", "a.py");
	EXPECT_COMPLAINT(judged, 2, "a.py: exists and is not an HTML page; name another file");
	AUTO_OUTCOME verified = ASSAY("verify", "--html", "sum/problem.yaml", "sum");
	EXPECT_COMPLAINT(verified, 2, "sum/problem.yaml: exists and is not an HTML page");
	AS_AUTO_BYTES struct as_bytes kept = {0};
	cr_assert_eq(as_file_read(here_fd, "a.py", 1000, &kept, NULL), 0);
	cr_expect_str_eq(kept.data, program);
	AUTO_OUTCOME first = ASSAY("judge", "--html", "page.html", "sum", "a.py");
	EXPECT_STATUS(first, 0);
	AUTO_OUTCOME again = ASSAY("judge", "--html", "page.html", "sum", "a.py");
	EXPECT_STATUS(again, 0);
	AUTO_OUTCOME output = ASSAY("judge", "--html", "-", "sum", "a.py");
	EXPECT_COMPLAINT(output, 2, "--html: a page cannot be written to standard output, which");
	AUTO_OUTCOME unnamed = ASSAY("verify", "--html=", "sum");
	EXPECT_COMPLAINT(unnamed, 2, "--html: the name of the page is empty; name a file, such as");
	cr_expect_str_empty(output.out.data);
}
