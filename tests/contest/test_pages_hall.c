/* SPDX-License-Identifier: MIT */
/* Pages of helpers in the hall. */
#include "pages_open.h"

TestSuite(pages_hall, .init = open_gallery, .fini = close_gallery);

static void hand(const char *team, const char *problem, const char *action, const char *username)
{
	case_event(&at, START + 266 * MINUTE, 0,
		json_pack("{s: s, s: s, s: s, s: s, s: s}", "type", "balloon", "team", team,
			"problem", problem, "action", action, "account", username));
}

/* In the freeze t1 solved its sixth problem, and t3 its third. */
static size_t count_in_freeze(uint64_t limit)
{
	AS_AUTO(as_contest_balloons_clear) struct as_contest_balloons balloons;
	size_t count = 0;

	at.contest->settings.hall.balloons_in_freeze = limit;
	cr_assert_eq(as_contest_log_balloons(&at.log, &balloons, NULL), 0);
	for (size_t i = 0; i < balloons.count; i++)
		count += balloons.items[i].time_ms >= 240 * MINUTE;
	return count;
}

Test(pages_hall, in_a_freeze_only_teams_with_few_balloons_get_more)
{
	cr_expect_eq(at.contest->settings.hall.balloons_in_freeze, 3, "the default");
	cr_expect_eq(count_in_freeze(0), 0);
	cr_expect_eq(count_in_freeze(2), 0);
	cr_expect_eq(count_in_freeze(3), 1);
	cr_expect_eq(count_in_freeze(6), 2);
	cr_expect_eq(count_in_freeze(AS_CONTEST_UNLIMITED), 2);
	/* A balloon that was delivered before the freeze began stays delivered. */
	hand("t1", "play", "deliver", "admin");
	cr_expect_eq(count_in_freeze(0), 1);
	gallery_end(&at, true);
	cr_expect_eq(count_in_freeze(0), 3, "after the thaw, with that of t5");
}

Test(pages_hall, balloons_show_place_colour_and_the_first_to_solve)
{
	struct as_contest_visit visit = case_visit(&at, "judge", 266);

	at.contest->teams[as_contest_log_find_team(&at.log, "t2")].place =
		strdup("Room 2, table 14");
	AS_AUTO_FREE char *page = PAGE(as_contest_page_balloons(out, &visit));
	SHOWS(page, "To deliver <span class=\"chip\">21</span>");
	SHOWS(page, "until it has 3.");
	SHOWS(page, "Room 2, table 14");
	SHOWS(page, "first to solve");
	SHOWS(page, "fill=\"#e6194b\"");
	SHOWS(page, "value=\"deliver\"");
	HIDES(page, "Take back");
	hand("t2", "any", "deliver", "judge");
	hand("t5", "huge", "deliver", "judge");
	AS_AUTO_FREE char *later = PAGE(as_contest_page_balloons(out, &visit));
	SHOWS(later, "To deliver <span class=\"chip\">20</span>");
	SHOWS(later, "Delivered <span class=\"chip\">1</span>");
	SHOWS(later, "value=\"undo\"");
	SHOWS(later, "Take back <span class=\"chip\">1</span>");
	SHOWS(later, "value=\"fetch\"");
	SHOWS(later, "by <bdi>judge</bdi>");
	visit = case_visit(&at, "watcher", 266);
	AS_AUTO_FREE char *watched = PAGE(as_contest_page_balloons(out, &visit));
	HIDES(watched, "name=\"action\"");
	visit = case_visit(&at, "judge", 266);
	AS_AUTO_FREE char *audit = PAGE(as_contest_page_jury_audit(out, &visit, 0));
	SHOWS(audit, "</bdi> delivered to <a href=\"/teams/t2\">");
}

Test(pages_hall, those_who_deliver_see_the_number_of_balloons_on_every_page)
{
	const size_t account = as_contest_log_find_username(&at.log, "watcher");
	const struct as_contest_visit visit = case_visit(&at, "watcher", 266);

	at.contest->accounts[account].role = AS_CONTEST_BALLOON;
	hand("t2", "any", "deliver", "judge");
	AS_AUTO_FREE char *page = PAGE(as_contest_page_problems(out, &visit));
	SHOWS(page, "data-count=\"balloons\">Balloons <span class=\"count\">20</span>");
	SHOWS(page, "data-balloons=\"20\"");
	HIDES(page, "/prints");
}

Test(pages_hall, an_unknown_handing_changes_nothing)
{
	hand("nobody", "any", "deliver", "admin");
	hand("t1", "nothing", "deliver", "admin");
	hand("t1", "any", "steal", "admin");
	cr_expect_eq(at.log.state.extras.hall.handing_count, 0);
	cr_expect_eq(as_contest_log_act_count(&at.log), 0);
}

/* ---- paper ---- */

static char *paper_of(const char *text, size_t size, uint64_t lines)
{
	struct as_contest_paper paper;
	struct as_error error = {0};

	cr_assert_eq(as_contest_paper_clean(text, size, &paper, &error), 0, "%s", error.text);
	cr_expect_eq(paper.lines, lines, "%zu lines: %s", (size_t)paper.lines, paper.text);
	cr_expect_eq(paper.pages, (lines + 59) / 60);
	cr_expect_eq(strlen(paper.text), paper.size);
	return paper.text;
}

Test(pages_hall, nothing_that_a_printer_acts_on_is_left_in_a_text)
{
	static const struct {
		const char *text, *paper;
		uint64_t lines;
	} rows[] = {{"a\n", "a\n", 1}, {"a\r\nb\rc", "a\nb\nc\n", 3},
		{"a\tb\n\tc\n", "a       b\n        c\n", 2},
		{"\x1b[2J\x1b]0;x\aa\fb\vc\bd\x7f\n", "[2J]0;xabcd\n", 1},
		{"\xef\xbb\xbfz\xc3\xa4h\n", "z\xc3\xa4h\n", 1},
		{"z\xe4h \xc2\x9b"
		 "31m\n",
			"z\xef\xbf\xbdh 31m\n", 1},
		{"a\xe2\x80\xae"
		 "b\xe2\x81\xa6"
		 "c\xe2\x80\xa8"
		 "d\n",
			"abcd\n", 1},
		{"\xc0\xaf\xed\xa0\x80\n",
			"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\n", 1}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		AS_AUTO_FREE char *text =
			paper_of(rows[i].text, strlen(rows[i].text), rows[i].lines);
		cr_expect_str_eq(text, rows[i].paper);
	}
	AS_AUTO_FREE char *zero = paper_of("a\0b\n", 4, 1);
	cr_expect_str_eq(zero, "ab\n");
}

Test(pages_hall, long_lines_are_wrapped_and_counted)
{
	char line[162] = "";

	memset(line, 'x', 161);
	AS_AUTO_FREE char *text = paper_of(line, 161, 3);
	cr_expect_eq(strcspn(text, "\n"), AS_CONTEST_PAPER_COLUMNS);
	/* A line that just fits has no empty line after it. */
	line[80] = '\n';
	line[81] = 0;
	AS_AUTO_FREE char *fits = paper_of(line, 81, 1);
	cr_expect_str_eq(fits, line);
	for (size_t i = 0; i < 122; i++)
		line[i] = i % 2 ? '\n' : 'y';
	AS_AUTO_FREE char *pages = paper_of(line, 122, 61);
	cr_expect(pages);
}

/* 39 characters of two columns, one of one, and a wide one that does not fit; marks take no column.
 */
Test(pages_hall, wide_characters_take_two_columns_and_marks_none)
{
	char line[400] = "";
	size_t size = 0;

	for (size_t i = 0; i < 39; i++)
		size += (size_t)sprintf(line + size, "\xe6\xbc\xa2");
	size += (size_t)sprintf(line + size, "x\xcc\x81\xed\x95\x9c");
	AS_AUTO_FREE char *text = paper_of(line, size, 2);
	cr_expect_eq(strcspn(text, "\n"), 39 * 3 + 3, "%s", text);
	cr_expect_str_eq(text + 39 * 3 + 3, "\n\xed\x95\x9c\n");
}

Test(pages_hall, empty_and_huge_texts_are_refused)
{
	AS_AUTO_FREE char *huge = calloc(1, AS_CONTEST_PAPER_MAX_BYTES + 1);
	struct as_contest_paper paper;
	struct as_error error = {0};

	cr_expect_eq(
		as_contest_paper_clean(huge, AS_CONTEST_PAPER_MAX_BYTES + 1, &paper, &error), -1);
	cr_expect_str_eq(error.text, "the text has more than 1048576 bytes; print a part");
	cr_expect_null(paper.text);
	/* Nothing is left of NULs. */
	error = (struct as_error){0};
	cr_expect_eq(as_contest_paper_clean(huge, AS_CONTEST_PAPER_MAX_BYTES, &paper, &error), -1);
	cr_expect_str_eq(error.text, "the text is empty; choose a file with text");
	cr_expect_null(paper.text);
	cr_expect_eq(as_contest_paper_clean(NULL, 0, &paper, &error), -1);
}

static void add_print(const char *team, const char *name)
{
	case_event(&at, START + 100 * MINUTE, 0,
		json_pack("{s: s, s: s, s: s, s: i, s: i}", "type", "print", "team", team, "name",
			name, "lines", 70, "pages", 2));
}

static void mark_print(int number, const char *action, const char *why)
{
	case_event(&at, START + 110 * MINUTE, 0,
		json_pack("{s: s, s: i, s: s, s: s*, s: s}", "type", "printed", "print", number,
			"action", action, "why", why, "account", "judge"));
}

Test(pages_hall, the_banner_names_team_place_and_file_without_control_characters)
{
	struct as_contest_team *team = &at.contest->teams[as_contest_log_find_team(&at.log, "t2")];

	team->place = strdup("Room 2, \x1b[2Jtable 14");
	add_print("t2", "evil\f\n\nname.c");
	AS_AUTO_FREE char *text = as_contest_paper_banner(&at.log, 0, "int main;\n");
	SHOWS(text, "Place  Room 2, [2Jtable 14\nTeam   2\n       The Greedy Three\n"
		    "File   evilname.c\nPrint  1 at 13:40:00 UTC, 70 lines\n");
	SHOWS(text, "-\nint main;\n---");
	HIDES(text, "\f");
}

Test(pages_hall, prints_show_their_state_and_the_reason_of_a_failure)
{
	struct as_contest_visit visit = case_visit(&at, "judge", 266);
	char *command[] = {(char[]){"lp"}, NULL};

	at.contest->settings.hall.has_prints = true;
	at.contest->settings.hall.print_command = command;
	add_print("t1", "main.cpp");
	add_print("nobody", "main.cpp");
	add_print("t2", "b.py");
	mark_print(1, "fail", "exit status 1: no <paper>");
	mark_print(9, "deliver", NULL);
	mark_print(1, "burn", NULL);
	AS_AUTO_FREE char *page = PAGE(as_contest_page_prints(out, &visit));
	SHOWS(page, "The command failed: exit status 1: no &lt;paper&gt;");
	SHOWS(page, "Print 3</a> \xc2\xb7 70 lines");
	HIDES(page, "Print 2</a>");
	mark_print(1, "send", NULL);
	mark_print(3, "deliver", NULL);
	mark_print(3, "send", NULL);
	AS_AUTO_FREE char *later = PAGE(as_contest_page_prints(out, &visit));
	HIDES(later, "The command failed");
	SHOWS(later,
		"delivered <time datetime=\"2026-11-23T13:50:00.000+00:00\">2026-11-23 13:50:00 "
		"UTC</time> by <bdi>judge</bdi>");
	SHOWS(later, "Print again");
	SHOWS(later, "<h2>Delivered</h2>");
	visit = case_visit(&at, "team1", 266);
	AS_AUTO_FREE char *own = PAGE(as_contest_page_print(out, &visit));
	SHOWS(own, "main.cpp");
	HIDES(own, "b.py");
	SHOWS(own, ">printed</span>");
	at.contest->settings.hall.print_command = NULL;
}

/* ---- the check-in ---- */

static void check_in(const char *team, bool is_present, const char *place)
{
	case_event(&at, START + 5 * MINUTE, 0,
		json_pack("{s: s, s: s, s: b, s: s*, s: s}", "type", "checkin", "team", team,
			"present", is_present, "place", place, "account", "judge"));
}

Test(pages_hall, the_check_in_sets_presence_and_place)
{
	struct as_contest_visit visit = case_visit(&at, "judge", 266);
	const size_t team = as_contest_log_find_team(&at.log, "t2");

	at.contest->teams[team].place = strdup("Room 1");
	cr_expect_str_eq(as_contest_log_place(&at.log, team), "Room 1");
	check_in("t2", true, "Room 2, \"table\" 14");
	check_in("nobody", true, "Room 3");
	AS_AUTO_FREE char *page = PAGE(as_contest_page_checkin(out, &visit, NULL));
	SHOWS(page, "1 of 9 teams are present.");
	SHOWS(page, "value=\"Room 2, &quot;table&quot; 14\"");
	SHOWS(page, "Segmentation Fault");
	HIDES(page, "<bdi>Jury</bdi>");
	AS_AUTO_FREE char *some = PAGE(as_contest_page_checkin(out, &visit, "room 2"));
	SHOWS(some, "The Greedy Three");
	HIDES(some, "Segmentation Fault");
	AS_AUTO_FREE char *teams = PAGE(as_contest_page_jury_teams(out, &visit));
	SHOWS(teams, "table&quot; 14</bdi> <span class=\"chip\">present</span>");
	visit = case_visit(&at, "watcher", 266);
	AS_AUTO_FREE char *watched = PAGE(as_contest_page_checkin(out, &visit, NULL));
	HIDES(watched, "name=\"present\"");
	/* Without a place the folder's counts again. */
	check_in("t2", false, NULL);
	cr_expect_str_eq(as_contest_log_place(&at.log, team), "Room 1");
	cr_expect_not(as_contest_log_presence(&at.log, team)->is_present);
}
