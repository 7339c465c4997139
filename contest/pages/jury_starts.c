/* SPDX-License-Identifier: MIT */
/* The starts of teams, for the jury. */
#include "page.h"

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
}

void page_jury_reset(FILE *out, const struct as_contest_visit *visit, size_t team)
{
	AS_AUTO_FREE char *path = as_text_format(
		NULL, "/jury/teams/%s/reset", as_contest_log_team(visit->log, team)->id);

	if (as_contest_log_start_of(visit->log, team).wall_ms == AS_NEVER_MS)
		return;
	fputs("<h2>Start</h2><p>", out);
	page_jury_start(out, visit, team);
	fputs("</p>", out);
	if (!page_may_judge(visit))
		return;
	page_form(out, visit, path ? path : "/jury/teams", " class=\"card act\"");
	fputs("<p>After this the team can start again, and what it submitted until now does not "
	      "count any more.</p><label class=\"check\"><input type=\"checkbox\" name=\"sure\" "
	      "value=\"1\" required> I am sure</label><p class=\"actions\"><button "
	      "class=\"grave\">Take the start back</button></p></form>",
		out);
}

void page_late(FILE *out, const struct as_contest_visit *visit)
{
	const struct as_contest_late late = as_contest_log_late(visit->log, visit->now_wall_ms);

	if (late.count == 0)
		return;
	fputs("Teams that still have time: ", out);
	for (size_t i = 0; i < late.count && i < AS_CONTEST_LATE_NAMED; i++) {
		fputs(i ? ", " : "", out);
		page_team_link(out, visit, late.teams[i]);
	}
	if (late.count > AS_CONTEST_LATE_NAMED)
		fprintf(out, " and %zu more", late.count - AS_CONTEST_LATE_NAMED);
	fputs("; the last ends at ", out);
	page_moment(out, late.end_wall_ms);
	fputs(". ", out);
}
