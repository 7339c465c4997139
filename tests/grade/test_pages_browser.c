/* SPDX-License-Identifier: MIT */
/*
 * The pages of a class in a real browser without a network. The content policy permits only the
 * page's own style and script, and the table is sorted and filtered. Every text is legible in light
 * and dark, and everything can be reached with the keyboard.
 */
#include "pages_case.h"
#include "support/browser_case.h"

TestSuite(pages_browser, .init = enter_folder, .fini = leave_class, .timeout = 600);

#define SHOUT "</pre></td><script>document.title=1</script><img src=x onerror=alert(1)>"

static const char own_output[] = "1 2 3\nfour \xe2\x80\xae" SHOUT "\n\x1b[31m5\n";

/* A class with every part that pages can have. */
static void make_class(size_t count)
{
	static const char *const letters[] = {
		"AAAAAAA", "AAWAATA", "WRWTAAA", "C", "", "AAAAARS", "AAAAJAA"};
	static char names[CASE_PEOPLE][64];
	/* Longer than the visible part. */
	static char message[sizeof(SHOUT) + 100] = SHOUT;
	const struct as_page_source source = {.name = "a.py", .text = "a\nb\nc\n", .size = 6};
	const struct as_page_passage passage = {.left = {0, 1, 2}, .right = {0, 2, 3}};
	const struct as_page_pair pair = {.left = 0,
		.right = 1,
		.left_e4 = 9000,
		.right_e4 = 6000,
		.left_files = &source,
		.right_files = &source,
		.left_file_count = 1,
		.right_file_count = 1,
		.passages = &passage,
		.passage_count = 1};

	case_open(CASE_HEAD "feedback: all\nitems:\n" CASE_ITEM_1 CASE_ITEM_2 CASE_ITEM_3);
	memset(message + sizeof(SHOUT) - 1, '\n', 99);
	for (size_t i = 0; i < count; i++) {
		snprintf(names[i], sizeof(names[i]), "Person %zu <b>\xc3\x89va</b>", i);
		ADD(.name = names[i], .letters = letters[i % 7],
			.comment = i % 5 && i % 7 != 4 ? "well done" : NULL,
			.late_s = i % 4 ? -3600 : 90000, .output = own_output,
			.compiler = i % 7 == 3 ? message : NULL,
			.feedback = "token 1: expected 3, got 4",
			.needs = i == 2 ? "two files where one was asked" : NULL,
			.change = i == 2 ? "total 100 -> 30, first 6 -> 0" : NULL,
			.why = i == 2 ? "submission changed; scheme changed" : NULL);
	}
	case_enter();
	cr_assert_eq(as_pages_write_pair(case_pages, &pair, NULL), 1);
	case_write();
}

static const char *pair_path(void)
{
	static char path[64];
	AS_AUTO_FD int pairs = as_dir_open(here_fd, "pairs", NULL);
	AS_AUTO_NAMES char **names = as_dir_list(pairs, 10, NULL);

	cr_assert(names && names[0]);
	snprintf(path, sizeof(path), "pairs/%s", names[0]);
	return path;
}

/* ---- the pages as they are ---- */

Test(pages_browser, the_policy_lets_the_pages_own_style_and_script_through)
{
	need_browser();
	make_class(14);
	const char *const paths[] = {
		"class.html", "people/p002.html", "people/p003.html", pair_path()};
	for (size_t i = 0; i < sizeof(paths) / sizeof(*paths); i++) {
		AUTO_OUTCOME page = open_page(paths[i], false);
		EXPECT_STATUS(page, 0);
		cr_expect_null(strstr(page.err.data, "CONSOLE"), "%s", page.err.data);
		EXPECT_PIECES(page.out, "<script>", i == 0);
		EXPECT_PIECES(page.out, "<img", 0);
	}
	/* The script ran: it shows the controls. */
	AUTO_OUTCOME class = open_page("class.html", false);
	EXPECT_PIECE(class.out, "id=\"controls\">");
	EXPECT_PIECE(class.out, ">14 of 14 shown</output>");
}

Test(pages_browser, another_script_is_refused)
{
	need_browser();
	make_class(2);
	AS_AUTO_BYTES struct as_bytes page = case_read("class.html");
	const char *end = strstr(page.data, "</main>");
	AS_AUTO_FREE char *text = as_text_format(NULL,
		"%.*s<script>document.title='evil'</script>"
		"<b style='color:red' onclick='1'>x</b>%s",
		(int)(end - page.data), page.data, end);
	put("class.html", text);
	AUTO_OUTCOME opened = open_page("class.html", false);
	EXPECT_PIECE(opened.out, "<title>Coins in a row</title>");
	cr_expect_not_null(strstr(opened.err.data, "CONSOLE"), "%s", opened.err.data);
}

/* ---- the table ---- */

static void expect_class(const char *measure, const char *expected)
{
	static const char *const path = "class.html";

	expect_measured(&path, 1, 1600, false, measure, expected);
}

Test(pages_browser, the_table_is_sorted_by_a_click_on_a_heading)
{
	need_browser();
	make_class(14);
	expect_class(
		"const t = document.getElementById('table');"
		"const column = c => [...t.tBodies[0].rows].map(r => +r.cells[c].dataset.value);"
		"const is = (list, sign) => list.every((v, i) => !i || sign * (v - list[i-1]) >= "
		"0);"
		"const button = c => t.tHead.rows[0].cells[c].querySelector('button');"
		"const said = [];"
		"for (const c of [1, 2, 4, 5]) {"
		" button(c).click(); said.push(is(column(c), -1),"
		"  t.tHead.rows[0].cells[c].getAttribute('aria-sort'));"
		" button(c).click(); said.push(is(column(c), 1),"
		"  t.tHead.rows[0].cells[c].getAttribute('aria-sort')); }"
		"button(0).click();"
		"said.push(t.tBodies[0].rows[2].cells[0].textContent.startsWith('Person 2 '),"
		" t.tHead.querySelectorAll('[aria-sort=none]').length);"
		"document.title = said.join(' ');",
		"true descending true ascending true descending true ascending true descending "
		"true "
		"ascending true descending true ascending true 5");
}

Test(pages_browser, the_table_is_filtered_by_words_and_by_a_trait)
{
	need_browser();
	make_class(14);
	expect_class(
		"const find = document.getElementById('find'), show = "
		"document.getElementById('show');"
		"const said = [];"
		"const seen = q => [...document.querySelectorAll(q)].filter(r => !r.hidden).length;"
		"const ask = (words, trait) => { find.value = words; show.value = trait;"
		" find.dispatchEvent(new Event('input')); show.dispatchEvent(new Event('change'));"
		" said.push(seen('#table tbody tr') + '/' + seen('table.matrix tbody tr')); };"
		"ask('', ''); ask('eva', ''); ask('eva 13', ''); ask('P013', ''); ask('nobody', "
		"'');"
		"ask('', 'failed'); ask('', 'none'); ask('', 'late'); ask('', 'needs'); ask('', "
		"'look');"
		"ask('', 'unmarked'); ask('', 'waits'); ask('', 'crashed'); ask('', 'forbidden');"
		"ask('person 3', 'failed');"
		"document.title = said.join(' ') + ' ' + document.getElementById('count').value;",
		"14/14 14/14 1/1 1/1 0/0 2/2 2/2 3/3 3/3 0/0 3/3 1/1 4/4 2/2 1/1 1 of 14 shown");
}

/* ---- readers ---- */

Test(pages_browser, every_text_can_be_read_in_light_and_dark)
{
	need_browser();
	make_class(14);
	const char *const paths[] = {
		"class.html", "people/p002.html", "people/p003.html", pair_path()};
	expect_measured(paths, 4, 1600, false, CONTRAST, "true false");
	expect_measured(paths, 4, 1600, true, CONTRAST, "true true");
}

Test(pages_browser, everything_is_reached_with_the_keyboard_on_screens_of_any_width)
{
	need_browser();
	make_class(60);
	const char *const paths[] = {
		"class.html", "people/p002.html", "people/p003.html", pair_path()};
	expect_measured(paths, 4, 1600, false, KEYBOARD, "all");
	expect_measured(paths, 4, 400, false, KEYBOARD, "all");
}
