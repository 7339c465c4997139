/* SPDX-License-Identifier: MIT */
/* The page of a team that starts when it likes: the start, then its own board. */
#include "page.h"

/* ---- before the start ---- */

static void write_form(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_turn *turn)
{
	const bool is_short = turn->duration_ms < turn->whole_ms;

	page_form(out, visit, "/start", " class=\"card\"");
	fputs("<p>From the start, your team has <b>", out);
	page_span(out, turn->duration_ms);
	fputs("</b>. The time cannot be stopped, and a team starts only once.", out);
	fputs(turn->is_virtual ? " Your team takes part after the contest: it is not in the "
				 "results."
			       : " The problems are shown from the start.",
		out);
	fputs("</p>", out);
	if (is_short) {
		fputs("<p class=\"notice error\">The time in which teams take part ends soon: your "
		      "team gets only <b>",
			out);
		page_span(out, turn->duration_ms);
		fputs("</b> of ", out);
		page_span_up(out, turn->whole_ms);
		fputs(".</p>", out);
	}
	fprintf(out,
		"<p class=\"actions\"><label class=\"check\"><input type=\"checkbox\" "
		"name=\"sure\" value=\"%s\" required> %s</label> <button>Start now</button></p>"
		"</form>",
		is_short ? "short" : "1",
		is_short ? "We know that the time is short" : "We are ready");
}

static void write_offer(FILE *out, const struct as_contest_visit *visit, size_t team)
{
	struct as_contest_turn turn;
	struct as_error why = {0};

	if (as_contest_log_check_start(visit->log, team, visit->now_wall_ms, &turn, &why)) {
		fputs("<p class=\"empty\">", out);
		page_sentence(out, why.text);
		fputs("</p>", out);
		return;
	}
	write_form(out, visit, &turn);
}

/* ---- after the start ---- */

static void write_own_times(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_clock *clock)
{
	const int64_t end_ms = as_contest_wall_ms(clock, clock->duration_ms);

	fputs("<p class=\"sub\">Your team started ", out);
	page_moment(out, clock->start_wall_ms);
	if (end_ms != AS_NEVER_MS) {
		fputs(visit->now_wall_ms < end_ms ? "; its time ends " : "; its time ended ", out);
		page_moment(out, end_ms);
	}
	fputs(".</p>", out);
}

/* ---- the page ---- */

static void write_own_board(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_ghosts *ghosts)
{
	if (ghosts)
		fputs("<p class=\"sub\">The board shows your team among the teams of the contest, "
		      "as they were at your last full minute.</p>",
			out);
	fputs("<div id=\"own\" data-live=\"own\" data-poll=\"", out);
	page_address(out, visit->base, "/start/board", NULL);
	fputs("\" data-every=\"15\">\n", out);
	as_contest_page_own_board(out, visit, ghosts);
	fputs("</div>", out);
}

void as_contest_page_start(
	FILE *out, const struct as_contest_visit *visit, const struct as_contest_ghosts *ghosts)
{
	const size_t team = page_team(visit);
	const struct as_contest_clock clock =
		as_contest_log_team_clock(visit->log, team, as_contest_log_clock(visit->log));
	const bool is_own = as_contest_log_has_own_clock(visit->log, team);
	const bool has_started = is_own && clock.start_wall_ms != AS_NEVER_MS;

	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_START,
			.title = has_started ? "Own board" : "Start",
			.is_wide = has_started,
			.is_live = has_started});
	if (has_started) {
		write_own_times(out, visit, &clock);
		write_own_board(out, visit, ghosts);
	} else {
		write_offer(out, visit, team);
	}
	page_end(out, visit);
}
