/* SPDX-License-Identifier: MIT */
/* The teacher's page of a class, with similar sources. */
#include "pages_case.h"
#include "pages_pair.h"

TestSuite(pages_class, .init = enter_folder, .fini = leave_class, .timeout = 600);

#define FIRST "people/p000.html"

/* ---- the teacher's page ---- */

Test(pages_class, the_teacher_sees_everybody)
{
	case_open_usual();
	ADD(.id = "s1", .name = "Ada", .letters = "AAAAAAA", .comment = "x");
	ADD(.id = "s2", .letters = "AWAWAWA", .late_s = 90000);
	ADD(.id = "s3", .letters = "");
	ADD(.id = "s4", .letters = "C", .late_s = INT64_MIN, .needs = "two files for one");
	ADD(.id = "s5", .letters = NULL);
	case_make();
	AS_AUTO_BYTES struct as_bytes page = case_read("class.html");
	EXPECT_PIECES(page, "<tr data-person=", 10);
	EXPECT_PIECES(page, "<td class=\"cell AC\"", 7 + 4);
	EXPECT_PIECES(page, "<td class=\"cell WA\"", 3);
	EXPECT_PIECES(page, "<td class=\"cell none\"", 21);
	static const char *const pieces[] = {"<a href=\"people/p000.html\"><bdi>Ada</bdi>",
		"data-traits=\"unmarked late \"", "data-traits=\"none \"",
		"data-traits=\"needs unmarked failed \"", "two files for one",
		"approach: no mark yet", "title=\"2 of 3 accepted\">67</td>",
		"title=\"1 of 3 accepted\">33</td>", "<b>5</b><span>students</span>",
		"No similar pairs."};
	for (size_t i = 0; i < sizeof(pieces) / sizeof(*pieces); i++)
		EXPECT_PIECE(page, pieces[i]);
	/* A reason is listed once, with all people that it applies to. */
	EXPECT_PIECES(page, "approach: no mark yet", 1);
}

Test(pages_class, the_median_of_two_totals_is_between_them)
{
	case_open_usual();
	ADD(.letters = "AAAAAAA", .comment = "x");
	ADD(.letters = "");
	ADD(.letters = "AAAAAAA");
	case_make();
	AS_AUTO_BYTES struct as_bytes page = case_read("class.html");
	EXPECT_PIECE(page, "<b>9.25</b><span>median (2 of 3 marks)</span>");
	EXPECT_PIECE(page, "<b>9.25</b><span>mean of 20 (2 of 3 marks)</span>");
}

/* ---- marks that are not complete ---- */

/* A sum so far would be taken for a mark. */
Test(pages_class, a_sum_so_far_is_not_shown_as_a_mark)
{
	case_open_usual();
	ADD(.letters = "AWAAAAA", .late_s = 90000);
	case_make();
	AS_AUTO_BYTES struct as_bytes page = case_read(FIRST);
	EXPECT_PIECE(page, "<b>\xe2\x80\x93</b><span>points</span>");
	EXPECT_PIECE(page, "There is no total yet");
	EXPECT_NO_PIECE(page, " of 20");
	EXPECT_NO_PIECE(page, "<h2>Total</h2>");
	AS_AUTO_BYTES struct as_bytes all = case_read("class.html");
	EXPECT_PIECE(
		all, "data-value=\"-1\"><b>\xe2\x80\x93</b><small>not final, so far 10</small>");
	EXPECT_PIECE(all, "<b>\xe2\x80\x93</b><span>mean of 20</span>");
}

/* Otherwise they would hide those about whom there is something to decide. */
Test(pages_class, people_who_wait_for_manual_marks_have_a_list_of_their_own)
{
	case_open_usual();
	ADD(.id = "s1", .letters = "AAAAAAA");
	ADD(.id = "s2", .letters = "AAAAJAA");
	case_make();
	AS_AUTO_BYTES struct as_bytes page = case_read("class.html");
	EXPECT_PIECE(page, "<b>1</b><span>needs a decision</span>");
	EXPECT_PIECE(page, "<b>2</b><span>wait for manual marks</span>");
	EXPECT_PIECE(page, "<summary>2 students wait for manual marks</summary>");
	EXPECT_PIECE(page, "data-traits=\"unmarked \"");
	EXPECT_PIECE(page, "data-traits=\"needs unmarked \"");
	const char *needs = strstr(page.data, "id=\"needs\"");
	cr_assert_not_null(needs);
	cr_expect_gt(strstr(needs, "approach: no mark yet"), strstr(needs, "id=\"unmarked\""));
}

Test(pages_class, a_change_that_waits_is_shown_whole)
{
	case_open_usual();
	ADD(.id = "s1", .letters = "AAAAAAA", .change = "total 9 -> 8, first 6 -> 5",
		.why = "a < b");
	ADD(.id = "s2", .letters = "AAAAAAA");
	case_make();
	AS_AUTO_BYTES struct as_bytes page = case_read("class.html");
	EXPECT_PIECE(page, "<h2 id=\"changes\">");
	EXPECT_PIECE(page, "total 9 -&gt; 8, first 6 -&gt; 5");
	EXPECT_PIECE(page, "a &lt; b");
	EXPECT_PIECES(page, "data-traits=\"waits ", 1);
	AS_AUTO_BYTES struct as_bytes own = case_read(FIRST);
	EXPECT_NO_PIECE(own, "total 9");
}

Test(pages_class, rows_can_be_filtered_by_how_a_program_failed)
{
	case_open_usual();
	ADD(.letters = "AARAAAA", .comment = "x");
	ADD(.letters = "AAASAAA", .comment = "x");
	ADD(.letters = "RAASAAA", .comment = "x");
	ADD(.letters = "WTAAAAA", .comment = "x");
	case_make();
	AS_AUTO_BYTES struct as_bytes page = case_read("class.html");
	EXPECT_PIECES(page, "data-traits=\"crashed \"", 1);
	EXPECT_PIECES(page, "data-traits=\"forbidden \"", 1);
	EXPECT_PIECES(page, "data-traits=\"crashed forbidden \"", 1);
	EXPECT_PIECES(page, "data-traits=\"\"", 1);
	EXPECT_PIECE(page, "<option value=\"crashed\">");
	EXPECT_PIECE(page, "<option value=\"forbidden\">");
}

Test(pages_class, a_package_without_a_title_is_called_by_its_short_name)
{
	case_open("package: sum\nitems:\n" CASE_ITEM_1 CASE_ITEM_2 CASE_ITEM_3);
	free(case_package->title);
	case_package->title = NULL;
	ADD(.letters = "C", .compiler = "error");
	case_make();
	AS_AUTO_BYTES struct as_bytes page = case_read(FIRST);
	EXPECT_PIECE(page, "<title>sum</title>");
	EXPECT_PIECE(page, "<h2><bdi>sum</bdi>: source</h2>");
	AS_AUTO_BYTES struct as_bytes all = case_read("class.html");
	EXPECT_PIECE(all, "Tests of <bdi>sum</bdi>");
}

Test(pages_class, an_empty_class_has_a_page)
{
	case_open_usual();
	cr_expect_eq(case_make(), 1);
	AS_AUTO_BYTES struct as_bytes page = case_read("class.html");
	EXPECT_PIECE(page, "The class has no students.");
}

/* ---- similar sources ---- */

Test(pages_class, a_pair_has_a_page_that_the_teachers_links_to)
{
	case_open_usual();
	ADD(.name = "Ada", .letters = "AAAAAAA");
	ADD(.name = "Bert", .letters = "AAAAAAA");
	case_enter();
	const struct as_page_pair pair = sum_pair(0, 1);
	cr_assert_eq(as_pages_write_pair(case_pages, &pair, NULL), 1);
	case_write();
	AS_AUTO_BYTES struct as_bytes all = case_read("class.html");
	EXPECT_PIECE(all, "50 %");
	EXPECT_PIECE(all, "67 %");
	const char *link = strstr(all.data, "<a href=\"pairs/");
	char path[64];
	cr_assert(link && sscanf(link, "<a href=\"%63[a-z0-9./]\"", path) == 1);
	AS_AUTO_BYTES struct as_bytes page = case_read(path);
	/* In the passage, and in the full source. */
	EXPECT_PIECES(page, "<tr class=\"alike\"><td class=\"line\">2</td><td><code>two</code>", 4);
	EXPECT_PIECES(
		page, "<tr class=\"alike\"><td class=\"line\">3</td><td><code>three</code>", 4);
	EXPECT_PIECES(page, "<tr><td class=\"line\">4</td><td><code>four</code>", 1);
	EXPECT_PIECES(page, "<a href=\"../people/p001.html\"", 1);
	struct as_error error = {0};
	cr_expect_eq(as_pages_write_pair(case_pages, &pair, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INTERNAL);
}

static const struct as_page_sharer two_sharers[] = {{1, 8049}, {0, 6667}};

static struct as_page_shared sum_shared(bool is_equal)
{
	return (struct as_page_shared){.is_equal = is_equal,
		.sharers = two_sharers,
		.sharer_count = 2,
		.files = &left_source,
		.file_count = 1,
		.lines = &two_lines.left,
		.line_count = !is_equal};
}

Test(pages_class, shared_code_has_a_page_with_all_names)
{
	case_open_usual();
	ADD(.name = "Ada", .letters = "AAAAAAA");
	ADD(.name = "Bert", .letters = "AAAAAAA");
	case_enter();
	for (int is_equal = 0; is_equal < 2; is_equal++) {
		const struct as_page_shared shared = sum_shared(is_equal);
		cr_assert_eq(as_pages_write_shared(case_pages, &shared, NULL), 1);
		struct as_error error = {0};
		cr_expect_eq(as_pages_write_shared(case_pages, &shared, &error), -1);
		cr_expect_eq(error.kind, AS_ERROR_INTERNAL);
	}
	case_write();
	AS_AUTO_BYTES struct as_bytes all = case_read("class.html");
	EXPECT_NO_PIECE(all, "No similar pairs");
	EXPECT_PIECE(all, "<td class=\"sharers\"><a href=\"people/p001.html\"><bdi>Bert</bdi>");
	EXPECT_PIECE(all, "</a> 80 %, <a href=\"people/p000.html\">");
	EXPECT_PIECE(all, "<td class=\"number\">2</td><td class=\"number\">4</td>");
	const char *const kinds[] = {"passages", "equal"};
	for (int is_equal = 0; is_equal < 2; is_equal++) {
		AS_AUTO_FREE char *link =
			as_text_format(NULL, "<a href=\"pairs/%s-", kinds[is_equal]);
		const char *at = strstr(all.data, link);
		char path[64];
		cr_assert(at && sscanf(at, "<a href=\"%63[a-z0-9./-]\"", path) == 1);
		AS_AUTO_BYTES struct as_bytes page = case_read(path);
		EXPECT_PIECES(page, "<a href=\"../people/p000.html\"", 1);
		EXPECT_PIECES(page, "67 %", !is_equal);
		EXPECT_PIECES(page, "<tr class=\"alike\">", is_equal ? 0 : 2);
		EXPECT_PIECES(page, "<code>four</code>", 1);
	}
	cr_expect_eq(count_entries("pairs"), 2U);
	case_close();
	case_make();
	cr_expect_eq(count_entries("pairs"), 0U);
}

Test(pages_class, sources_that_were_not_compared_are_listed)
{
	case_open_usual();
	ADD(.letters = "AAAAAAA");
	case_enter();
	cr_assert_eq(as_pages_add_omission(case_pages, "sum: <3 files", NULL), 0);
	case_write();
	AS_AUTO_BYTES struct as_bytes all = case_read("class.html");
	EXPECT_PIECE(all, "<li>sum: &lt;3 files</li>");
	EXPECT_NO_PIECE(all, "No similar pairs");
}

Test(pages_class, the_order_of_the_class_is_not_that_of_pseudonyms)
{
	case_open_usual();
	case_blind = true;
	ADD(.key = "person-z", .letters = "AAAAAAA");
	ADD(.key = "person-b", .letters = "WAAAAAA");
	ADD(.key = "person-c", .letters = "AWWWWWW");
	case_enter();
	const struct as_page_pair pair = sum_pair(0, 2);
	cr_assert_eq(as_pages_write_pair(case_pages, &pair, NULL), 1);
	case_write();
	AS_AUTO_BYTES struct as_bytes page = case_read("class.html");
	const char *table = strstr(page.data, "id=\"table\"");
	const char *matrix = strstr(page.data, "<table class=\"matrix");
	cr_assert(table && matrix);
	const char *const parts[] = {table, matrix};
	for (size_t i = 0; i < 2; i++) {
		const char *first = strstr(parts[i], "<tr data-person=\"0\"");
		cr_assert_not_null(first);
		cr_expect_lt(strstr(first, "person-b"), strstr(first, "person-c"));
		cr_expect_lt(strstr(first, "person-c"), strstr(first, "person-z"));
	}
	/* The pair consists of the same people as before. */
	EXPECT_PIECE(page, "person-z</bdi></a></td><td class=\"number\">50 %</td>"
			   "<td><a href=\"people/person-c.html\">");
}
