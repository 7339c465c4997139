/* SPDX-License-Identifier: MIT */
/* The pages of a class as files: which readers see what, and how files are written. */
#include "pages_case.h"

TestSuite(pages, .init = enter_folder, .fini = leave_class, .timeout = 120);

#define FIRST "people/p000.html"

/* ---- visibility ---- */

Test(pages, a_person_sees_marks_comments_and_each_step_of_the_total)
{
	case_open_usual();
	ADD(.id = "s1", .name = "Ada Lovelace", .letters = "AAWAAAW",
		.comment = "Why <finite>?\nSay.", .late_s = 90000);
	case_make();
	AS_AUTO_BYTES struct as_bytes page = case_read(FIRST);
	static const char *const pieces[] = {"Coins in a row", "<bdi>Ada Lovelace</bdi>", "s1",
		"2 of 3 tests accepted", "<b>4</b> of 6", "<b>7.5</b> of 10", "<b>2.5</b> of 4",
		"Why &lt;finite&gt;?\nSay.", "Sum of the items</th><td class=\"number\">14<",
		"Late by 1 d 1 h",
		"2 days begun, 10 % of the total each, at most 50 % of the total<",
		"\xe2\x88\x92"
		"4<",
		"<b>10</b> of 20", "<b>10 of 20</b>",
		"<b>2026-10-07</b><span>submitted at 00:59, UTC+02:00; late by 1 d 1 h<"};
	for (size_t i = 0; i < sizeof(pieces) / sizeof(*pieces); i++)
		EXPECT_PIECE(page, pieces[i]);
	EXPECT_NO_PIECE(page, "no total yet");
}

Test(pages, a_penalty_of_nothing_has_no_minus_sign)
{
	case_open_usual();
	ADD(.letters = "C", .late_s = 90000, .comment = "nothing to mark", .is_zero = true);
	case_make();
	AS_AUTO_BYTES struct as_bytes page = case_read(FIRST);
	EXPECT_PIECE(page, "total</small></th><td class=\"number\">0</td>");
	AS_AUTO_BYTES struct as_bytes all = case_read("class.html");
	EXPECT_PIECE(all, "data-value=\"90000\">0<small>1 d 1 h</small>");
	/* A program that does not compile is listed, but the column todo does not have it. */
	EXPECT_PIECE(all, "does not compile");
	EXPECT_NO_PIECE(all, "a look</span>");
}

Test(pages, a_failed_sample_is_shown_with_its_data)
{
	case_open_usual();
	ADD(.letters = "WWWWWWW", .output = "4\n", .feedback = "token 1: expected 3, got 4");
	case_make();
	AS_AUTO_BYTES struct as_bytes page = case_read(FIRST);
	EXPECT_PIECES(page, "First failed test: ", 1);
	EXPECT_PIECE(page, "First failed test: <bdi>sample/1</bdi>");
	EXPECT_PIECE(page, "token 1: expected 3, got 4");
	EXPECT_PIECE(page, "1 2\n</pre>");
	EXPECT_PIECE(page, "<mark>3</mark>");
	EXPECT_PIECE(page, "<mark>4</mark>");
	cr_expect_eq(case_outputs_asked, 1U, "%zu outputs were asked for", case_outputs_asked);
}

Test(pages, a_secret_test_is_a_name_and_a_verdict)
{
	case_open_usual();
	ADD(.letters = "AWWWWWW", .output = "own output 12345\n", .feedback = "expected 2, got 7");
	case_make();
	AS_AUTO_BYTES struct as_bytes page = case_read(FIRST);
	EXPECT_PIECE(page, "<span class=\"key WA\">WA</span> <bdi>secret/01</bdi>");
	EXPECT_NO_PIECE(page, "First failed test");
	EXPECT_NO_PIECE(page, "own output");
	EXPECT_NO_PIECE(page, "expected 2");
	/* Only the sample shows a time and memory. */
	EXPECT_PIECES(page, "class=\"number time\"", 1);
	cr_expect_eq(case_outputs_asked, 0U);
}

Test(pages, the_scheme_may_show_the_first_failure)
{
	case_open(
		CASE_HEAD "feedback: first_failure\nitems:\n" CASE_ITEM_1 CASE_ITEM_2 CASE_ITEM_3);
	ADD(.letters = "AAWAWWW", .output = "own output 12345\n", .feedback = "expected 6");
	case_make();
	AS_AUTO_BYTES struct as_bytes page = case_read(FIRST);
	EXPECT_PIECE(page, "First failed test: <bdi>secret/02</bdi>");
	EXPECT_PIECE(page, "2 4\n</pre>");
	EXPECT_PIECE(page, "First failed test: <bdi>secret/04</bdi>");
	EXPECT_NO_PIECE(page, "First failed test: <bdi>secret/05</bdi>");
	cr_expect_eq(case_outputs_asked, 2U);
}

Test(pages, the_scheme_may_show_all_failures)
{
	case_open(CASE_HEAD "feedback: all\nitems:\n" CASE_ITEM_1 CASE_ITEM_2 CASE_ITEM_3);
	ADD(.letters = "WAWAWWA", .output = "own output 12345\n", .feedback = "expected 6");
	case_make();
	AS_AUTO_BYTES struct as_bytes page = case_read(FIRST);
	EXPECT_PIECE(page, "First failed test: <bdi>sample/1</bdi>");
	EXPECT_PIECE(page, "<h3>Failed test: <bdi>secret/02</bdi>");
	EXPECT_PIECE(page, "2 4\n</pre>");
	EXPECT_PIECE(page, "First failed test: <bdi>secret/04</bdi>");
	EXPECT_PIECE(page, "<h3>Failed test: <bdi>secret/05</bdi>");
	EXPECT_PIECES(page, "own output", 4);
	EXPECT_PIECES(page, "<h4>Input</h4>", 4);
	cr_expect_eq(case_outputs_asked, 4U);
	const struct as_pages_config config = case_config();
	for (size_t t = 0; t < CASE_TESTS; t++)
		cr_expect_eq(as_pages_shows_data(&config, 0, &case_people[0].marks,
				     &case_people[0].result, &case_people[0].tests[t]),
			t == 0 || t == 2 || t == 4 || t == 5, "test %zu", t);
}

Test(pages, a_message_of_several_lines_has_several_lines)
{
	case_open(
		CASE_HEAD "feedback: first_failure\nitems:\n" CASE_ITEM_1 CASE_ITEM_2 CASE_ITEM_3);
	ADD(.letters = "AAWAAAA", .feedback = "expected 6\ngot 7\x1b");
	case_make();
	AS_AUTO_BYTES struct as_bytes page = case_read(FIRST);
	EXPECT_PIECE(page, "<b>Mistake:</b> expected 6\ngot 7");
	EXPECT_PIECE(page, ".message{overflow-wrap:anywhere;white-space:pre-wrap}");
	EXPECT_NO_PIECE(page, "\\x0A");
	EXPECT_NO_PIECE(page, "\x1b");
}

Test(pages, messages_of_validators_to_setters_are_not_shown)
{
	case_open(CASE_HEAD "feedback: all\nitems:\n" CASE_ITEM_1 CASE_ITEM_2 CASE_ITEM_3);
	ADD(.letters = "WAAAAAA", .feedback = "for setters", .secret_feedback = true);
	case_people[0].tests[0].judge_message = (char *)"for judges";
	case_make();
	AS_AUTO_BYTES struct as_bytes page = case_read(FIRST);
	EXPECT_PIECE(page, "First failed test: <bdi>sample/1</bdi>");
	EXPECT_NO_PIECE(page, "for setters");
	EXPECT_NO_PIECE(page, "for judges");
}

Test(pages, feedback_mark_shows_nothing_but_the_mark)
{
	case_open(CASE_HEAD "feedback: mark\nitems:\n" CASE_ITEM_1 CASE_ITEM_2 CASE_ITEM_3);
	ADD(.letters = "WWWAAAA", .output = "own output 12345\n", .compiler = "warning: x");
	case_make();
	AS_AUTO_BYTES struct as_bytes page = case_read(FIRST);
	EXPECT_PIECE(page, "<b>0</b> of 6");
	EXPECT_PIECE(page, "<b>10</b> of 10");
	EXPECT_NO_PIECE(page, "tests accepted");
	EXPECT_NO_PIECE(page, "secret/");
	EXPECT_NO_PIECE(page, "sample/");
	EXPECT_NO_PIECE(page, "own output");
	EXPECT_NO_PIECE(page, "warning: x");
}

Test(pages, an_item_that_is_not_visible_is_not_on_the_page_and_neither_is_the_total)
{
	static const struct {
		const char *visibility;
		enum as_stage stage;
		bool shown;
	} rows[] = {{"hidden", AS_STAGE_PUBLISHED, false},
		{"after_published", AS_STAGE_AFTER_DUE, false},
		{"after_published", AS_STAGE_PUBLISHED, true},
		{"after_due_date", AS_STAGE_BEFORE_DUE, false},
		{"after_due_date", AS_STAGE_AFTER_DUE, true}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		AS_AUTO_FREE char *text = as_text_format(NULL, "%s%s    visibility: %s\n%s",
			CASE_HEAD "items:\n" CASE_ITEM_1, CASE_ITEM_2, rows[i].visibility,
			CASE_ITEM_3);
		case_open(text);
		case_count = 0;
		case_stage = rows[i].stage;
		ADD(.letters = "AAAWWWA", .comment = "good");
		case_make();
		AS_AUTO_BYTES struct as_bytes page = case_read(FIRST);
		cr_expect_eq(strstr(page.data, "Other tests") != NULL, rows[i].shown, "row %zu", i);
		cr_expect_eq(strstr(page.data, "secret/03") != NULL, rows[i].shown, "row %zu", i);
		cr_expect_eq(strstr(page.data, "of 20</b>") != NULL, rows[i].shown, "row %zu", i);
		cr_expect_eq(strstr(page.data, "Sum of the items") != NULL, rows[i].shown);
		/* The teacher always sees it. */
		AS_AUTO_BYTES struct as_bytes all = case_read("class.html");
		EXPECT_PIECE(all, "Other tests");
		as_marks_clear(&case_people[0].marks);
		as_scheme_clear(&case_scheme);
		as_package_close(case_package);
		case_package = NULL;
	}
	case_count = 0;
}

Test(pages, a_group_of_an_item_that_is_not_shown_is_not_named)
{
	case_open(CASE_HEAD "items:\n" CASE_ITEM_1 CASE_ITEM_2
			    "    visibility: hidden\n" CASE_ITEM_3);
	ADD(.letters = "AAAAAAA", .refusal = "secret");
	case_make();
	AS_AUTO_BYTES struct as_bytes page = case_read(FIRST);
	EXPECT_PIECE(page, "The check of the source refused it.</p>");
	leave_class();
	enter_folder();
	case_count = 0;
	case_open_usual();
	ADD(.letters = "AAAAAAA", .refusal = "secret");
	case_make();
	AS_AUTO_BYTES struct as_bytes shown = case_read(FIRST);
	EXPECT_PIECE(shown, "The check of the source refused it (<bdi>secret</bdi>).");
}

Test(pages, consequences_of_an_earlier_failure_are_not_shown)
{
	case_open(CASE_HEAD "feedback: all\nitems:\n" CASE_ITEM_1 CASE_ITEM_2
			    "    needs: [first]\n" CASE_ITEM_3);
	ADD(.letters = "WAAWAAA", .output = "x");
	case_make();
	AS_AUTO_BYTES struct as_bytes page = case_read(FIRST);
	EXPECT_PIECE(page, "follow from the failure in <bdi>First tests</bdi>");
	EXPECT_PIECE(page, "sample/1");
	EXPECT_NO_PIECE(page, "secret/03");
	EXPECT_PIECE(page, "<b>7.5</b> of 10");
}

Test(pages, the_compilers_message_is_shown)
{
	case_open_usual();
	ADD(.letters = "C", .compiler = "a.c:1:5: error: 'x' undeclared\n\x1b[31m<b>");
	case_make();
	AS_AUTO_BYTES struct as_bytes page = case_read(FIRST);
	EXPECT_PIECE(page, "could not be compiled");
	EXPECT_PIECE(page,
		"error: &#39;x&#39; undeclared\n<span class=\"raw\">\\x1B</span>[31m&lt;b&gt;");
	EXPECT_PIECE(page, "<b>0</b> of 6");
	EXPECT_NO_PIECE(page, "not run");
}

Test(pages, nothing_submitted_and_nothing_marked_are_not_the_same)
{
	case_open_usual();
	ADD(.letters = "");
	ADD(.letters = "AAAAAAA");
	case_make();
	AS_AUTO_BYTES struct as_bytes none = case_read(FIRST);
	EXPECT_PIECES(none, "nothing was submitted", 3);
	EXPECT_NO_PIECE(none, "no total yet");
	AS_AUTO_BYTES struct as_bytes open = case_read("people/p001.html");
	EXPECT_PIECE(open, "not marked yet");
	EXPECT_PIECE(open, "no total yet");
	EXPECT_PIECE(open, "<b>\xe2\x80\x93</b> of 4");
}

Test(pages, the_median_of_few_people_is_not_shown)
{
	case_open_usual();
	/* The sample takes 1 ms and 1 MiB, and 1 more for each further person. */
	ADD(.letters = "AAAAAAA");
	ADD(.letters = "AAAAAAA");
	ADD(.letters = "WAAAAAA");
	case_make();
	AS_AUTO_BYTES struct as_bytes few = case_read(FIRST);
	EXPECT_NO_PIECE(few, "<small>median");
	EXPECT_NO_PIECE(few, "class' median");
	ADD(.letters = "AAAAAAA");
	case_make();
	AS_AUTO_BYTES struct as_bytes page = case_read(FIRST);
	/* Of 1, 2 and 4: only accepted runs count. */
	EXPECT_PIECE(page, "1 ms<small>median 2 ms<");
	EXPECT_PIECE(page, "1.0 MiB<small>median 2.0 MiB<");
	AS_AUTO_BYTES struct as_bytes failed = case_read("people/p002.html");
	EXPECT_PIECE(failed, "Time 3 ms, memory 3.0 MiB; the class' median of accepted runs, in "
			     "all languages: 2 ms, "
			     "2.0 MiB.");
}

/* ---- hostile texts ---- */

#define SHOUT "\"'></td></pre></title><script>document.title=1</script><img src=x onerror=alert(1)>"
#define BIDI                                                                                       \
	"\xe2\x80\xae"                                                                             \
	"evil"                                                                                     \
	"\xe2\x81\xa6"

Test(pages, hostile_texts_stay_texts_on_every_page)
{
	static char id[] = SHOUT BIDI "\x1b[31m]]>";
	case_open(CASE_HEAD "feedback: all\nitems:\n" CASE_ITEM_1 CASE_ITEM_2 CASE_ITEM_3);
	ADD(.id = id, .name = SHOUT BIDI, .letters = "WWWWWWW", .comment = SHOUT BIDI,
		.output = SHOUT "\0" BIDI "\xff", .output_size = sizeof(SHOUT "\0" BIDI "\xff") - 1,
		.feedback = SHOUT BIDI, .needs = SHOUT BIDI);
	ADD(.letters = "C", .compiler = SHOUT BIDI "\x1b[0m");
	const struct as_page_source source = {
		.name = SHOUT BIDI, .text = SHOUT BIDI, .size = strlen(SHOUT BIDI)};
	const struct as_page_passage passage = {.left = {0, 1, 1}, .right = {0, 1, 1}};
	const struct as_page_pair pair = {.left = 0,
		.right = 1,
		.left_e4 = 9000,
		.right_e4 = 10000,
		.left_files = &source,
		.right_files = &source,
		.left_file_count = 1,
		.right_file_count = 1,
		.passages = &passage,
		.passage_count = 1};
	case_enter();
	cr_assert_eq(as_pages_write_pair(case_pages, &pair, NULL), 1);
	case_write();
	AS_AUTO_FD int pairs = as_dir_open(here_fd, "pairs", NULL);
	AS_AUTO_NAMES char **names = as_dir_list(pairs, 10, NULL);
	cr_assert(names && names[0] && !names[1]);
	AS_AUTO_FREE char *path = as_text_format(NULL, "pairs/%s", names[0]);
	const char *const paths[] = {FIRST, "people/p001.html", "class.html", path};
	for (size_t i = 0; i < sizeof(paths) / sizeof(*paths); i++) {
		AS_AUTO_BYTES struct as_bytes page = case_read(paths[i]);
		EXPECT_PIECES(page, "<script>", i == 2);
		EXPECT_PIECES(page, "<img", 0);
		EXPECT_PIECES(page, "</title>", 1);
		EXPECT_PIECES(page, "style=", 0);
		EXPECT_PIECES(page, "\xe2\x80\xae", 0);
		EXPECT_PIECES(page, "\x1b", 0);
		EXPECT_PIECE(page, "&lt;script&gt;document.title=1");
		EXPECT_PIECE(page, "\\u{202E}</span>evil");
		cr_expect_eq(strlen(page.data), page.size, "a NUL is on %s", paths[i]);
		cr_expect(as_text_is_utf8(page.data, page.size));
	}
}

Test(pages, long_texts_are_cut_with_a_note)
{
	enum { BYTES = 10 << 20 };
	AS_AUTO_FREE char *output = malloc(BYTES);
	AS_AUTO_FREE char *lines = malloc(BYTES);
	AS_AUTO_FREE char *name = malloc(100001);
	memset(output, 'x', BYTES);
	memset(lines, '\n', BYTES);
	memset(name, 'n', 100000);
	name[100000] = '\0';
	case_open_usual();
	ADD(.letters = "WAAAAAA", .output = output, .output_size = BYTES);
	ADD(.letters = "WAAAAAA", .output = lines, .output_size = BYTES, .name = name);
	ADD(.letters = "C", .compiler = name);
	case_make();
	AS_AUTO_BYTES struct as_bytes page = case_read(FIRST);
	cr_expect_lt(page.size, (size_t)40000, "%zu", page.size);
	EXPECT_PIECE(page, "\xe2\x80\xa6 10.0 MiB</span>");
	AS_AUTO_BYTES struct as_bytes second = case_read("people/p001.html");
	cr_expect_lt(second.size, (size_t)40000, "%zu", second.size);
	EXPECT_PIECE(second, "0 more lines of the expected output, 10485720 of yours");
	AS_AUTO_BYTES struct as_bytes third = case_read("people/p002.html");
	cr_expect_lt(third.size, (size_t)40000, "%zu", third.size);
	EXPECT_PIECE(third, "Cut: the first 8.0 KiB of 98 KiB are shown.");
}

/* ---- the teacher's page ---- */

Test(pages, the_teacher_sees_everybody)
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
		"approach: no mark yet", "title=\"2 of 3 accepted\">66</td>",
		"title=\"1 of 3 accepted\">33</td>", "<b>5</b><span>students</span>",
		"No similar pairs."};
	for (size_t i = 0; i < sizeof(pieces) / sizeof(*pieces); i++)
		EXPECT_PIECE(page, pieces[i]);
	/* A reason is listed once, with all people that it applies to. */
	EXPECT_PIECES(page, "approach: no mark yet", 1);
}

Test(pages, the_median_of_two_totals_is_between_them)
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
Test(pages, a_sum_so_far_is_not_shown_as_a_mark)
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
Test(pages, people_who_wait_for_manual_marks_have_a_list_of_their_own)
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

Test(pages, a_change_that_waits_is_shown_whole)
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

Test(pages, rows_can_be_filtered_by_how_a_program_failed)
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

Test(pages, a_package_without_a_title_is_called_by_its_short_name)
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

Test(pages, an_empty_class_has_a_page)
{
	case_open_usual();
	cr_expect_eq(case_make(), 1);
	AS_AUTO_BYTES struct as_bytes page = case_read("class.html");
	EXPECT_PIECE(page, "The class has no students.");
}

/* ---- similar sources ---- */

static const struct as_page_source left_source = {
	.name = "a.py", .text = "one\r\ntwo\rthree\nfour\n", .size = 19};
static const struct as_page_source right_source = {
	.name = "b.py", .text = "zero\ntwo\nthree", .size = 14};
static const struct as_page_passage two_lines = {.left = {0, 2, 3}, .right = {0, 2, 3}};

static struct as_page_pair sum_pair(size_t left, size_t right)
{
	return (struct as_page_pair){.left = left,
		.right = right,
		.left_e4 = 5049,
		.right_e4 = 6667,
		.left_files = &left_source,
		.right_files = &right_source,
		.left_file_count = 1,
		.right_file_count = 1,
		.passages = &two_lines,
		.passage_count = 1};
}

Test(pages, a_pair_has_a_page_that_the_teachers_links_to)
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

Test(pages, shared_code_has_a_page_with_all_names)
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

Test(pages, what_was_not_compared_is_listed)
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

Test(pages, the_order_of_the_class_is_not_that_of_pseudonyms)
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

/* ---- files ---- */

/* The inode of a file that only its owner can read. */
static ino_t inode_of(const char *path)
{
	struct stat status;

	cr_assert_eq(fstatat(here_fd, path, &status, AT_SYMLINK_NOFOLLOW), 0, "%s", path);
	cr_assert(S_ISREG(status.st_mode), "%s is not a file", path);
	cr_expect_eq(status.st_mode & 077, 0U, "%s", path);
	return status.st_ino;
}

Test(pages, only_a_page_that_changed_is_written)
{
	case_open_usual();
	ADD(.letters = "AAAAAAA");
	ADD(.letters = "AAWAAAA");
	cr_expect_eq(case_make(), 3);
	const ino_t first = inode_of(FIRST), second = inode_of("people/p001.html");
	cr_expect_eq(case_make(), 0);
	case_people[1].comment = "well";
	cr_expect_eq(case_make(), 2);
	cr_expect_eq(inode_of(FIRST), first);
	cr_expect_neq(inode_of("people/p001.html"), second);
}

Test(pages, a_page_is_never_written_through_a_link)
{
	case_open_usual();
	ADD(.letters = "AAAAAAA");
	put("people/precious", "precious");
	cr_assert_eq(symlinkat("precious", here_fd, FIRST), 0);
	cr_assert_eq(symlinkat("people/precious", here_fd, "class.html"), 0);
	case_make();
	AS_AUTO_BYTES struct as_bytes kept = case_read("people/precious");
	cr_expect_str_eq(kept.data, "precious");
	inode_of(FIRST);
	inode_of("class.html");
}

Test(pages, a_folder_that_is_a_link_is_refused)
{
	struct as_error error = {0};

	case_open_usual();
	put("elsewhere/x", "x");
	cr_assert_eq(symlinkat("elsewhere", here_fd, "people"), 0);
	const struct as_pages_config config = case_config();
	cr_expect_null(as_pages_open(&config, &error));
	cr_expect_neq(error.kind, AS_ERROR_NONE);
	cr_expect_eq(count_entries("elsewhere"), 1U);
}

Test(pages, old_pages_are_removed_and_other_files_stay)
{
	case_open_usual();
	ADD(.name = "Ada", .letters = "AAAAAAA");
	ADD(.name = "Bert", .letters = "AAAAAAA");
	case_enter();
	const struct as_page_pair pair = sum_pair(0, 1);
	cr_assert_eq(as_pages_write_pair(case_pages, &pair, NULL), 1);
	case_write();
	case_close();
	put("people/notes.html", "<html>my own</html>");
	put("people/notes.txt", "my own");
	cr_assert_eq(symlinkat("p000.html", here_fd, "people/link.html"), 0);
	/* Bert has a pseudonym now. */
	case_people[1].key = "person-x";
	case_make();
	cr_expect_eq(count_entries("pairs"), 0U);
	cr_expect_eq(count_entries("people"), 5U);
	inode_of("people/person-x.html");
	cr_expect_eq(faccessat(here_fd, "people/notes.html", F_OK, 0), 0);
}

Test(pages, a_key_is_a_harmless_name_of_one_person)
{
	static const char *const keys[] = {
		"", ".hidden", "-option", "a/b", "..", "a b", "a\n", "\xc3\xa9", "p000"};
	char longest[AS_MAX_PAGE_KEY + 2];

	memset(longest, 'k', sizeof(longest) - 1);
	longest[sizeof(longest) - 1] = '\0';
	case_open_usual();
	ADD(.letters = "AAAAAAA");
	case_enter();
	for (size_t i = 0; i <= sizeof(keys) / sizeof(*keys); i++) {
		struct as_error error = {0};
		struct as_page_person person = case_person_of(&case_people[0]);
		person.key = i < sizeof(keys) / sizeof(*keys) ? keys[i] : longest;
		cr_expect_eq(as_pages_enter(case_pages, &person, &error), -1, "'%s'", person.key);
		cr_expect_eq(error.kind, AS_ERROR_INTERNAL);
	}
	struct as_page_person person = case_person_of(&case_people[0]);
	person.key = longest + 1;
	cr_expect_eq(as_pages_enter(case_pages, &person, NULL), 0);
}

Test(pages, the_data_that_a_page_shows_is_known_before)
{
	case_open_usual();
	ADD(.letters = "WWAWAAA");
	case_enter();
	const struct as_pages_config config = case_config();
	for (size_t t = 0; t < CASE_TESTS; t++)
		cr_expect_eq(as_pages_shows_data(&config, 0, &case_people[0].marks,
				     &case_people[0].result, &case_people[0].tests[t]),
			t == 0, "test %zu", t);
}

Test(pages, a_package_that_changed_is_an_error_with_its_file)
{
	struct as_error error = {0};

	case_open_usual();
	ADD(.letters = "WAAAAAA");
	case_enter();
	put("sum/data/sample/1.ans", "5\n");
	const struct as_page_person person = case_person_of(&case_people[0]);
	cr_expect_eq(as_pages_write_person(case_pages, 0, &person, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_not_null(strstr(error.where, "sample/1.ans"), "%s: %s", error.where, error.text);
	cr_expect_eq(count_entries("people"), 0U);
}
