/* SPDX-License-Identifier: MIT */
/* The starts of teams, for the jury. */
#include "page.h"

static void write_reset(FILE *out, const struct as_contest_visit *visit, size_t team)
{
	if (!page_may_judge(visit))
		return;
	fputs("<details><summary>Take the start back</summary>", out);
	page_form(out, visit, "/jury/teams/reset", "");
	fputs("<input type=\"hidden\" name=\"team\" value=\"", out);
	page_attribute(out, as_contest_log_team(visit->log, team)->id);
	fputs("\"><label class=\"check\"><input type=\"checkbox\" name=\"sure\" value=\"1\" "
	      "required> I am sure <small>what the team submitted until now does not count any "
	      "more</small></label> <button class=\"danger\">Take the start "
	      "back</button></form></details>",
		out);
}

void page_jury_start(FILE *out, const struct as_contest_visit *visit, size_t team)
{
	const struct as_contest_start start = as_contest_log_start_of(visit->log, team);
	const struct as_contest_clock clock =
		as_contest_log_team_clock(visit->log, team, as_contest_log_clock(visit->log));
	const int64_t end_ms = as_contest_wall_ms(&clock, clock.duration_ms);

	if (as_contest_log_is_virtual(visit->log, team))
		fputs("<span class=\"chip\">after the contest</span> ", out);
	if (start.wall_ms == AS_NEVER_MS)
		return;
	page_moment(out, start.wall_ms);
	fputs(" to ", out);
	if (end_ms == AS_NEVER_MS)
		fputs("the end", out);
	else
		page_moment(out, end_ms);
	if (start.account != AS_CONTEST_NONE) {
		fputs(" <small>by ", out);
		as_html_name(out, as_contest_log_account(visit->log, start.account)->username);
		fputs("</small>", out);
	}
	write_reset(out, visit, team);
}
