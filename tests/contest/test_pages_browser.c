/* SPDX-License-Identifier: MIT */
/* The pages of a contest in a real browser, with the server's policy. */
#include "pages_all.h"

#include "support/skip.h"

#define DRIVER "/usr/bin/chromedriver"

static struct pages_case at;

static void open_gallery(void)
{
	gallery_open(&at);
}
static void close_gallery(void)
{
	case_close(&at);
}

TestSuite(pages_browser, .init = open_gallery, .fini = close_gallery, .timeout = 600);

/* Writes the board after verdicts that move teams up, and the update: the browser has to make the
 * former from the latter. */
static void write_next_board(const char *pages)
{
	AS_AUTO_FREE char *before =
		PAGE(as_contest_page_board_fragment(out, &at.log, "", false, NULL));

	case_submit(&at, 200, "t8", "dumb", "AC");
	case_submit(&at, 201, "t7", "even", "AC");
	case_submit(&at, 202, "t9", "any", "AC");
	char *after = PAGE(as_contest_page_board_fragment(out, &at.log, "", false, NULL));
	char *change = as_contest_board_change(before, after, NULL);
	cr_assert_not_null(change);
	page_write(pages, "/board/change", change);
	page_write(pages, "/board/next/fragment", after);
}

Test(pages_browser, all_pages_work_in_a_browser_and_the_policy_refuses_nothing)
{
	skip_unless(access(DRIVER, X_OK) == 0, "chromedriver",
		"ChromeDriver is not installed: `sudo apt-get install chromium-driver`");
	AS_AUTO_FREE char *pages = as_text_format(NULL, "%s/pages", at.folder);
	AS_AUTO_FREE char *command = as_text_format(
		NULL, "python3 %s/tests/support/pages_browser.py %s 2>&1", ASSAY_SOURCE_DIR, pages);

	case_acts(&at, 264, "admin");
	case_rejudging(&at, 264, 9, "Test 5 <was> wrong");
	case_propose(&at, 264, 1, 2, "AC");
	case_propose(&at, 264, 1, 5, "WA");
	case_rejudging(&at, 264, 1, "Test 5 <was> wrong");
	case_put(&at, "packages/any/statement/problem.en.md",
		"A row of $n$ coins with values $v_1, \\dots, v_n$, and $\\binom{n}{2}$ pairs.\n\n"
		"$$\\sum_{i=1}^{n}\n\\frac{v_i}{2} \\le 10^{18}$$\n\nWrong: $\\nothing{x}$. "
		"Blackboard "
		"$\\mathbb{R}$.\n");
	case_folder(&at, "pages");
	pages_write(&at, pages, "Coins <b>have</b> \xc3\xa9 \xe2\x80\xae values",
		"#include <stdio.h>\n\nint main(void)\n{\n\treturn 0; /* a line that is longer "
		"than any telephone is wide, so that it scrolls by itself */\n}\n");
	write_next_board(pages);
	AS_AUTO_FREE char *said = page_command(command);
	cr_expect_str_eq(said, "\n");
}
