/* SPDX-License-Identifier: MIT */
/* The pages of the students of a class: which readers see what. */
#include "pages_case.h"

TestSuite(pages, .init = enter_folder, .fini = leave_class, .timeout = 600);

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

/* The clocks of the class were set back after the deadline. Canvas marks late submissions only. */
Test(pages, a_time_is_that_of_the_zone_and_not_of_the_deadlines_offset)
{
	case_open("zone: Europe/Berlin\ndue: 2026-10-24T23:59:00+02:00\n"
		  "late: {per: day, penalty: 10%}\npackage: sum\nitems:\n" CASE_ITEM_1 CASE_ITEM_2
			  CASE_ITEM_3);
	/* 2026-10-26T22:30:00Z and 2026-10-24T21:30:00Z. */
	ADD(.letters = "AAAAAAA", .comment = "good", .late_s = 21 * 86400 + 31 * 60);
	ADD(.letters = "AAAAAAA", .late_s = 19 * 86400 - 29 * 60);
	ADD(.letters = "AAAAAAA", .late_s = INT64_MAX);
	case_make();
	AS_AUTO_BYTES struct as_bytes late = case_read(FIRST);
	EXPECT_PIECE(late, "<b>2026-10-26</b><span>submitted at 23:30, UTC+01:00; late by ");
	EXPECT_PIECE(late, "2 days begun");
	AS_AUTO_BYTES struct as_bytes timely = case_read("people/p001.html");
	EXPECT_PIECE(timely, "<b>2026-10-24</b><span>submitted at 23:30, UTC+02:00; in time<");
	AS_AUTO_BYTES struct as_bytes platform = case_read("people/p002.html");
	EXPECT_PIECE(platform, "<b>in time</b><span>according to the platform</span>");
	EXPECT_NO_PIECE(platform, "submitted at");
	EXPECT_NO_PIECE(late, "according to the platform");
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
		enum as_class_stage stage;
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

/* Nothing is missing that could follow from the failure. */
Test(pages, an_item_with_all_points_has_no_cause)
{
	case_open(CASE_HEAD "feedback: all\nitems:\n" CASE_ITEM_1 CASE_ITEM_2
			    "    needs: [first]\n" CASE_ITEM_3);
	ADD(.letters = "WAAAAAA", .output = "x");
	case_make();
	AS_AUTO_BYTES struct as_bytes page = case_read(FIRST);
	EXPECT_NO_PIECE(page, "Details are not shown");
	EXPECT_NO_PIECE(page, ">judged<");
	EXPECT_PIECE(page, "4 of 4 tests accepted");
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
