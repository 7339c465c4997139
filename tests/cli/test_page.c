/* SPDX-License-Identifier: MIT */
/*
 * The page of assay verify, opened in a real browser without a network: what a reader gets is the
 * document that the browser made of it.
 */
#include "support/packages.h"

#define BROWSER "/usr/bin/chromium"
#define WRONG_C "#include <stdio.h>\nint main(void){puts(\"3\");}\n"

TestSuite(page, .init = enter_folder, .fini = leave_folder, .timeout = 200);

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

/* The document as the browser has it, and on standard error what it complained about. */
static struct outcome open_page(const char *path)
{
	AS_AUTO_FREE char *url = as_text_format(NULL, "file://%s/%s", here, path);
	AS_AUTO_FREE char *profile = as_text_format(NULL, "--user-data-dir=%s/profile", here);
	return command_run((const char *const[]){BROWSER, "--headless", "--no-sandbox",
		"--disable-gpu", "--disable-dev-shm-usage", "--proxy-server=127.0.0.1:1", profile,
		"--enable-logging=stderr", "--v=0", "--virtual-time-budget=2000", "--dump-dom", url,
		NULL});
}

static void need_browser(void)
{
	NEED(access(BROWSER, X_OK) == 0, "chromium",
		"there is no browser: `sudo apt-get install chromium`");
}

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
	AUTO_OUTCOME page = open_page("page.html");
	EXPECT_STATUS(page, 0);
	/* Three submissions on three tests; what does not compile has cells without a verdict. */
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

Test(page, nothing_comes_from_elsewhere_and_no_script_is_there)
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
	AUTO_OUTCOME page = open_page("page.html");
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
	AUTO_OUTCOME page = open_page("page.html");
	EXPECT_COUNT(page, "<section class=\"package\"", 2);
	EXPECT_COUNT(page, "<td class=\"cell ", 18);
}

Test(page, what_is_not_as_expected_comes_first)
{
	put_package();
	put("sum/submissions/accepted/all_right.c", SUM_C);
	AUTO_OUTCOME verified = ASSAY("verify", "--html", "page.html", "sum");
	EXPECT_STATUS(verified, 1);
	AS_AUTO_BYTES struct as_bytes page = {0};
	cr_assert_eq(as_file_read(here_fd, "page.html", 1 << 24, &page, NULL), 0);
	const char *broken = strstr(page.data, "scope=\"row\">broken.c");
	const char *right = strstr(page.data, "scope=\"row\">all_right.c");
	cr_expect(broken && right && broken < right);
}

Test(page, a_run_that_waited_is_not_shown_by_its_cpu_time)
{
	put_sum_package(1);
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
}

Test(page, a_page_that_cannot_be_written_is_said_before_anything_is_judged)
{
	put_package();
	static const char *const paths[] = {"nowhere/page.html", "sum", "page.html/", "link"};
	cr_assert_eq(symlinkat("sum/problem.yaml", here_fd, "link"), 0);
	for (size_t i = 0; i < sizeof(paths) / sizeof(*paths); i++) {
		AUTO_OUTCOME outcome = ASSAY("verify", "--json", "--html", paths[i], "sum");
		EXPECT_COMPLAINT(outcome, 2, paths[i]);
		cr_expect_eq(strstr(outcome.err.data, "make the folder above it first") != NULL,
			i == 0, "%s", outcome.err.data);
		cr_expect_str_empty(outcome.out.data, "it was judged all the same");
	}
}
