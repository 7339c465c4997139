/* SPDX-License-Identifier: MIT */
/* The starts of teams in the state: each team's own clock, what it may see, and whether it may
 * start. */
#include "start.h"
#include "state.h"

static const struct as_contest_participation *participation(const struct as_contest_log *log)
{
	return &log->contest->settings.participation;
}

/* ---- reading ---- */

static const struct log_start *find_start(const struct as_contest_log *log, size_t team)
{
	static const struct log_start none = {.seen = {AS_NEVER_MS, false, AS_CONTEST_NONE}};
	const struct log_people *people = &log->state.people;

	return team < people->start_count ? &people->starts[team] : &none;
}

struct as_contest_start as_contest_log_start_of(const struct as_contest_log *log, size_t team)
{
	return find_start(log, team)->seen;
}

bool as_contest_log_is_virtual(const struct as_contest_log *log, size_t team)
{
	const struct log_start *start = find_start(log, team);

	return start->is_late || (start->seen.wall_ms != AS_NEVER_MS && start->seen.is_virtual);
}

bool as_contest_log_has_own_clock(const struct as_contest_log *log, size_t team)
{
	const struct as_contest_start start = as_contest_log_start_of(log, team);

	return (team != AS_CONTEST_NONE && participation(log)->time_per_team_ms > 0) ||
	       (start.wall_ms != AS_NEVER_MS && start.is_virtual);
}

int64_t log_whole_time(const struct as_contest_log *log, const struct as_contest_clock *clock)
{
	const int64_t own_ms = participation(log)->time_per_team_ms;

	return own_ms > 0 ? own_ms : clock->duration_ms;
}

struct as_contest_clock log_clock_from(const struct as_contest_log *log,
	const struct as_contest_clock *of, int64_t start_ms, bool is_virtual)
{
	struct as_contest_clock clock = *of;
	const int64_t limit_ms = is_virtual ? participation(log)->virtual_to_wall_ms
					    : as_contest_wall_ms(of, of->duration_ms);

	clock.start_wall_ms = start_ms;
	clock.duration_ms = log_whole_time(log, of);
	clock.freeze_duration_ms = 0;
	clock.thaw_wall_ms = AS_NEVER_MS;
	if (is_virtual) {
		clock.finalized_wall_ms = AS_NEVER_MS;
		clock.removed_count = 0;
	}
	const int64_t left_ms = limit_ms == AS_NEVER_MS || start_ms == AS_NEVER_MS
					? AS_NEVER_MS
					: as_contest_time_ms(&clock, limit_ms);
	if (left_ms < clock.duration_ms)
		clock.duration_ms = left_ms > 0 ? left_ms : 1;
	return clock;
}

struct as_contest_clock as_contest_log_team_clock(
	const struct as_contest_log *log, size_t team, const struct as_contest_clock *contest)
{
	const struct as_contest_start start = as_contest_log_start_of(log, team);

	struct as_contest_clock clock =
		as_contest_log_has_own_clock(log, team)
			? log_clock_from(log, contest, start.wall_ms, start.is_virtual)
			: *contest;
	const struct as_contest_team_time *given = &find_start(log, team)->given;
	clock.given = given->intervals;
	clock.given_count = given->count;
	return clock;
}

struct as_contest_clock as_contest_log_clock_at(
	const struct as_contest_log *log, size_t team, int64_t wall_ms)
{
	return as_contest_log_clock_by(log, team, &log->state.clock, wall_ms);
}

struct as_contest_clock as_contest_log_clock_by(const struct as_contest_log *log, size_t team,
	const struct as_contest_clock *contest, int64_t wall_ms)
{
	const struct as_contest_clock clock = as_contest_log_team_clock(log, team, contest);
	const int64_t time_ms = as_contest_time_ms(contest, wall_ms);

	return clock.start_wall_ms == AS_NEVER_MS && time_ms != AS_NEVER_MS &&
			       time_ms >= contest->duration_ms
		       ? *contest
		       : clock;
}

bool log_is_in_freeze(
	const struct as_contest_log *log, const struct as_contest_submission *submission)
{
	const struct as_contest_clock *clock = &log->state.clock;

	return find_start(log, submission->team)->given.count > 0 &&
	       as_contest_time_ms(clock, submission->wall_ms) >= as_contest_freeze_ms(clock);
}

void log_set_time(const struct as_contest_log *log, struct as_contest_submission *submission)
{
	const struct as_contest_clock clock =
		as_contest_log_clock_at(log, submission->team, submission->wall_ms);

	log_set_time_by(log, &clock, submission);
}

void log_set_time_by(const struct as_contest_log *log, const struct as_contest_clock *clock,
	struct as_contest_submission *submission)
{
	const int64_t time_ms = as_contest_time_ms(clock, submission->wall_ms);

	submission->time_ms = time_ms == AS_NEVER_MS ? -1 : time_ms;
	submission->is_practice = submission->time_ms >= clock->duration_ms ||
				  as_contest_log_is_virtual(log, submission->team);
}

/* ---- visibility ---- */

bool as_contest_log_hides_results(const struct as_contest_log *log)
{
	return participation(log)->time_per_team_ms > 0 &&
	       log->state.state.ended_wall_ms == AS_NEVER_MS;
}

bool as_contest_log_sees_problems(
	const struct as_contest_log *log, const struct as_contest_reader *reader)
{
	if (reader->scope == AS_CONTEST_SEES_ALL)
		return true;
	if (!as_contest_log_hides_results(log))
		return log->state.state.started_wall_ms != AS_NEVER_MS;
	return reader->scope == AS_CONTEST_SEES_TEAM &&
	       as_contest_log_start_of(log, reader->team).wall_ms != AS_NEVER_MS;
}

/* ---- writing ---- */

/* Teams are added while the contest runs. */
struct log_start *log_start_at(struct as_contest_log *log, size_t team, struct as_error *error)
{
	struct log_people *people = &log->state.people;

	while (people->start_count <= team) {
		if (!as_array_reserve(people->starts, people->start_count, error))
			return NULL;
		people->starts[people->start_count++] =
			(struct log_start){.seen = {AS_NEVER_MS, false, AS_CONTEST_NONE}};
	}
	return &people->starts[team];
}

int log_start_late(struct as_contest_log *log, size_t team, struct as_error *error)
{
	if (participation(log)->virtual_from_wall_ms == AS_NEVER_MS ||
		log->state.state.ended_wall_ms == AS_NEVER_MS)
		return 0;
	struct log_start *start = log_start_at(log, team, error);
	if (!start)
		return -1;
	start->is_late = true;
	return 0;
}
