/* SPDX-License-Identifier: MIT */
/* The clock at the top of every page. assets/page.js computes the same in the browser. */
#include "page.h"

/* ---- times for the script ---- */

static void write_number(FILE *out, const char *name, int64_t value, int64_t none)
{
	if (value != none)
		fprintf(out, " data-%s=\"%" PRId64 "\"", name, value);
}

/* The contest time at which the contest is paused; -1: it is not. */
static int64_t paused_at(const struct as_contest_clock *clock)
{
	if (clock->start_wall_ms == AS_NEVER_MS || !as_contest_is_paused(clock))
		return -1;
	return as_contest_time_ms(clock, clock->removed[clock->removed_count - 1].begin_wall_ms);
}

static void write_times(
	FILE *out, const struct as_contest_log *log, const struct as_contest_clock *clock)
{
	const struct as_contest_state *state = as_contest_log_state(log);
	const int64_t freeze_ms = as_contest_freeze_ms(clock);
	struct as_contest_clock common = *clock;

	/* The board freezes for all at once. */
	common.given_count = 0;
	write_number(out, "start", clock->start_wall_ms, AS_NEVER_MS);
	write_number(out, "end", as_contest_wall_ms(clock, clock->duration_ms), AS_NEVER_MS);
	if (freeze_ms != AS_NEVER_MS)
		write_number(out, "freeze", as_contest_wall_ms(&common, freeze_ms), AS_NEVER_MS);
	write_number(out, "duration", clock->duration_ms, AS_NEVER_MS);
	write_number(out, "countdown", as_contest_log_countdown_ms(log), -1);
	write_number(out, "paused", paused_at(clock), -1);
	write_number(out, "thawed", state->thawed_wall_ms, AS_NEVER_MS);
	write_number(out, "final", state->finalized_wall_ms, AS_NEVER_MS);
}

/* The clock of the visitor's team. */
static struct as_contest_clock clock_of(const struct as_contest_visit *visit)
{
	/* Before the contest starts, no team can. */
	if (as_contest_log_state(visit->log)->started_wall_ms == AS_NEVER_MS)
		return *as_contest_log_clock(visit->log);
	return as_contest_log_clock_at(visit->log, page_team(visit), visit->now_wall_ms);
}

static bool is_own(const struct as_contest_visit *visit)
{
	return as_contest_log_state(visit->log)->started_wall_ms != AS_NEVER_MS &&
	       (as_contest_log_has_own_clock(visit->log, page_team(visit)) ||
		       clock_of(visit).given_count > 0);
}

/* data-own: the team's own start; 0: it has not started, but can. */
static void write_visitor_times(FILE *out, const struct as_contest_visit *visit)
{
	const struct as_contest_clock clock = clock_of(visit);

	write_times(out, visit->log, &clock);
	if (is_own(visit))
		write_number(out, "own",
			clock.start_wall_ms == AS_NEVER_MS ? 0 : clock.start_wall_ms, AS_NEVER_MS);
}

bool page_is_paused(const struct as_contest_visit *visit)
{
	const struct as_contest_clock clock = clock_of(visit);

	return paused_at(&clock) >= 0;
}

void page_times(FILE *out, const struct as_contest_log *log)
{
	fputs("<div class=\"times\" hidden", out);
	write_times(out, log, as_contest_log_clock(log));
	fputs("></div>", out);
}

void page_visitor_times(FILE *out, const struct as_contest_visit *visit)
{
	fputs("<div class=\"times\" hidden", out);
	write_visitor_times(out, visit);
	fputs("></div>", out);
}

/* ---- words ---- */

/* A team that has not started, although the contest has. */
static bool may_start(const struct as_contest_visit *visit, const struct as_contest_clock *clock)
{
	return clock->start_wall_ms == AS_NEVER_MS && is_own(visit);
}

static void write_before(FILE *out, const struct as_contest_visit *visit)
{
	const struct as_contest_clock clock = clock_of(visit);
	const int64_t start_ms = as_contest_log_clock(visit->log)->start_wall_ms;
	const int64_t countdown_ms = as_contest_log_countdown_ms(visit->log);

	if (may_start(visit, &clock)) {
		fputs("<b>Your team has not started</b>", out);
	} else if (countdown_ms >= 0) {
		fputs("<b>Countdown paused</b> at ", out);
		page_span_up(out, countdown_ms);
	} else if (start_ms == AS_NEVER_MS) {
		fputs("<b>Not started</b> The start time is not set yet.", out);
	} else {
		fputs("<b>Starts in ", out);
		page_span_up(out, start_ms - visit->now_wall_ms);
		fputs("</b> ", out);
		page_moment(out, start_ms);
	}
}

static void write_running(FILE *out, const struct as_contest_visit *visit, int64_t time_ms)
{
	const struct as_contest_clock clock = clock_of(visit);
	const int64_t end_ms = as_contest_wall_ms(&clock, clock.duration_ms);

	if (paused_at(&clock) >= 0)
		fputs("<b>Paused</b> ", out);
	fputs("<b>", out);
	page_span(out, time_ms);
	fputs("</b> of ", out);
	page_span_up(out, clock.duration_ms);
	if (end_ms != AS_NEVER_MS) {
		fputs(PAGE_DOT, out);
		page_span_up(out, end_ms - visit->now_wall_ms);
		fputs(" left", out);
	}
}

static void write_words(FILE *out, const struct as_contest_visit *visit, int64_t time_ms)
{
	const struct as_contest_state *state = as_contest_log_state(visit->log);
	const struct as_contest_clock clock = clock_of(visit);

	if (time_ms == AS_NEVER_MS || time_ms < 0)
		write_before(out, visit);
	else if (time_ms < clock.duration_ms)
		write_running(out, visit, time_ms);
	else if (is_own(visit))
		fputs("<b>Over</b> The time of your team is over.", out);
	else if (state->finalized_wall_ms != AS_NEVER_MS)
		fputs("<b>Final</b> The results are final.", out);
	else
		fputs("<b>Over</b> The results are not final yet.", out);
}

void page_clock(FILE *out, const struct as_contest_visit *visit)
{
	const struct as_contest_clock clock = clock_of(visit);
	const int64_t time_ms = as_contest_time_ms(&clock, visit->now_wall_ms);
	const int64_t done_ms = time_ms == AS_NEVER_MS || time_ms < 0 ? 0
				: time_ms > clock.duration_ms         ? clock.duration_ms
								      : time_ms;

	fputs("<div class=\"clock\" id=\"clock\"", out);
	write_visitor_times(out, visit);
	fputs("><span class=\"words\" role=\"timer\">", out);
	write_words(out, visit, time_ms);
	fprintf(out,
		"</span><span class=\"chip frozen\"%s>Board frozen</span><progress "
		"aria-label=\"Contest time\" max=\"%" PRId64 "\" value=\"%" PRId64
		"\"></progress></div>",
		as_contest_log_is_frozen(visit->log) ? "" : " hidden", clock.duration_ms, done_ms);
}
