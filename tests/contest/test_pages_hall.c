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

Test(pages_hall, an_unknown_handing_changes_nothing)
{
	hand("nobody", "any", "deliver", "admin");
	hand("t1", "nothing", "deliver", "admin");
	hand("t1", "any", "steal", "admin");
	cr_expect_eq(at.log.state.extras.hall.handing_count, 0);
	cr_expect_eq(as_contest_log_act_count(&at.log), 0);
}
