/* SPDX-License-Identifier: MIT */
#include <assay/contest/rules.h>

#define SECOND_MS 1000
#define MINUTE_MS 60000
/* About the year 33000. Sums of such times do not overflow. */
#define MAX_WALL_MS INT64_C(1000000000000000)

static bool is_wall_time(int64_t wall_ms)
{
	return wall_ms >= 0 && wall_ms <= MAX_WALL_MS;
}

static bool is_wall_time_or_never(int64_t wall_ms)
{
	return wall_ms == AS_NEVER_MS || is_wall_time(wall_ms);
}

static int check_removed(const struct as_contest_clock *clock, struct as_error *error)
{
	int64_t end_ms = 0;

	for (size_t i = 0; i < clock->removed_count; i++) {
		const struct as_removed_interval *removed = &clock->removed[i];
		if (!is_wall_time(removed->begin_wall_ms) ||
			!is_wall_time_or_never(removed->end_wall_ms) ||
			removed->end_wall_ms < removed->begin_wall_ms)
			return as_error_set(error, AS_ERROR_INPUT,
				"removed interval %zu: it ends before it begins, or a time is out "
				"of "
				"range",
				i + 1);
		if (removed->begin_wall_ms < end_ms)
			return as_error_set(error, AS_ERROR_INPUT,
				"removed interval %zu begins before the end of the one before it: "
				"removed intervals are ascending and must not overlap",
				i + 1);
		end_ms = removed->end_wall_ms;
	}
	return 0;
}

char *as_span_text(int64_t span_ms, char text[AS_SPAN_TEXT_SIZE])
{
	const char *sign = span_ms < 0 ? "-" : "";
	const uintmax_t size_ms = span_ms < 0 ? 0 - (uintmax_t)span_ms : (uintmax_t)span_ms;
	const uintmax_t minutes = size_ms / MINUTE_MS;

	if (size_ms % MINUTE_MS == 0)
		snprintf(text, AS_SPAN_TEXT_SIZE, "%s%ju minute%s", sign, minutes,
			minutes == 1 ? "" : "s");
	else if (size_ms % 1000 == 0)
		snprintf(
			text, AS_SPAN_TEXT_SIZE, "%s%ju:%02ju", sign, minutes, size_ms / 1000 % 60);
	else
		snprintf(text, AS_SPAN_TEXT_SIZE, "%s%ju:%02ju.%03ju", sign, minutes,
			size_ms / 1000 % 60, size_ms % 1000);
	return text;
}

int as_contest_clock_check(const struct as_contest_clock *clock, struct as_error *error)
{
	char span[AS_SPAN_TEXT_SIZE], freeze[AS_SPAN_TEXT_SIZE];

	if (!is_wall_time_or_never(clock->start_wall_ms) ||
		!is_wall_time_or_never(clock->thaw_wall_ms) ||
		!is_wall_time_or_never(clock->finalized_wall_ms))
		return as_error_set(error, AS_ERROR_INPUT,
			"the start, the thaw or the finalisation is out of range");
	if (clock->duration_ms < 1 || clock->duration_ms > AS_CONTEST_MAX_MS)
		return as_error_set(error, AS_ERROR_INPUT,
			"duration of %s: a contest takes 1 ms to 10 years",
			as_span_text(clock->duration_ms, span));
	if (clock->freeze_duration_ms < 0 || clock->freeze_duration_ms > clock->duration_ms)
		return as_error_set(error, AS_ERROR_INPUT,
			"freeze duration of %s: it must be from 0 to the contest's duration, %s",
			as_span_text(clock->freeze_duration_ms, freeze),
			as_span_text(clock->duration_ms, span));
	return check_removed(clock, error);
}

static int64_t later(int64_t a_ms, int64_t b_ms)
{
	return a_ms > b_ms ? a_ms : b_ms;
}

static int64_t earlier(int64_t a_ms, int64_t b_ms)
{
	return a_ms < b_ms ? a_ms : b_ms;
}

bool as_contest_is_paused(const struct as_contest_clock *clock)
{
	const size_t count = clock->removed_count;

	return count > 0 && clock->removed[count - 1].end_wall_ms == AS_NEVER_MS;
}

/* Without the time given to a team. */
static int64_t common_time(const struct as_contest_clock *clock, int64_t wall_ms)
{
	const int64_t start_ms = clock->start_wall_ms;

	if (start_ms == AS_NEVER_MS)
		return AS_NEVER_MS;
	int64_t time_ms = wall_ms - start_ms;
	for (size_t i = 0; i < clock->removed_count; i++) {
		const int64_t begin_ms = later(clock->removed[i].begin_wall_ms, start_ms);
		const int64_t end_ms = earlier(clock->removed[i].end_wall_ms, wall_ms);
		if (begin_ms < end_ms)
			time_ms -= end_ms - begin_ms;
	}
	return time_ms;
}

/* The contest time before a wall time that an interval takes away. */
static int64_t given_before(const struct as_contest_clock *clock,
	const struct as_removed_interval *given, int64_t wall_ms)
{
	const int64_t begin_ms = later(given->begin_wall_ms, clock->start_wall_ms);
	const int64_t end_ms = earlier(given->end_wall_ms, wall_ms);

	return begin_ms < end_ms ? common_time(clock, end_ms) - common_time(clock, begin_ms) : 0;
}

int64_t as_contest_time_ms(const struct as_contest_clock *clock, int64_t wall_ms)
{
	int64_t time_ms = common_time(clock, wall_ms);

	for (size_t i = 0; i < clock->given_count && time_ms != AS_NEVER_MS; i++)
		time_ms -= given_before(clock, &clock->given[i], wall_ms);
	return time_ms;
}

static int64_t common_wall(const struct as_contest_clock *clock, int64_t time_ms)
{
	const int64_t start_ms = clock->start_wall_ms;

	if (start_ms == AS_NEVER_MS)
		return AS_NEVER_MS;
	int64_t wall_ms = start_ms + time_ms;
	for (size_t i = 0; i < clock->removed_count; i++) {
		const int64_t begin_ms = later(clock->removed[i].begin_wall_ms, start_ms);
		const int64_t end_ms = clock->removed[i].end_wall_ms;
		if (end_ms <= begin_ms || begin_ms >= wall_ms)
			continue;
		if (end_ms == AS_NEVER_MS)
			return AS_NEVER_MS;
		wall_ms += end_ms - begin_ms;
	}
	return wall_ms;
}

int64_t as_contest_wall_ms(const struct as_contest_clock *clock, int64_t time_ms)
{
	for (size_t i = 0; i < clock->given_count && clock->start_wall_ms != AS_NEVER_MS; i++) {
		const struct as_removed_interval *given = &clock->given[i];
		const int64_t begin_ms = later(given->begin_wall_ms, clock->start_wall_ms);
		if (common_time(clock, begin_ms) < time_ms)
			time_ms += given_before(clock, given, given->end_wall_ms);
	}
	return common_wall(clock, time_ms);
}

int64_t as_contest_freeze_ms(const struct as_contest_clock *clock)
{
	return clock->freeze_duration_ms ? clock->duration_ms - clock->freeze_duration_ms
					 : AS_NEVER_MS;
}

/* The time, but at least 1 ms after the other one; AS_NEVER_MS if either is. */
static int64_t after(int64_t wall_ms, int64_t other_ms)
{
	if (wall_ms == AS_NEVER_MS || other_ms == AS_NEVER_MS)
		return AS_NEVER_MS;
	return later(wall_ms, other_ms + 1);
}

/* The changes of state that the clock implies. */
static struct as_contest_state plan(const struct as_contest_clock *clock)
{
	const bool freezes = clock->freeze_duration_ms > 0;
	struct as_contest_state state = {
		.started_wall_ms = clock->start_wall_ms,
		.frozen_wall_ms = AS_NEVER_MS,
		.thawed_wall_ms = AS_NEVER_MS,
	};

	if (freezes)
		state.frozen_wall_ms = after(as_contest_wall_ms(clock, as_contest_freeze_ms(clock)),
			state.started_wall_ms);
	state.ended_wall_ms = after(as_contest_wall_ms(clock, clock->duration_ms),
		freezes ? state.frozen_wall_ms : state.started_wall_ms);
	if (freezes)
		state.thawed_wall_ms = after(clock->thaw_wall_ms, state.ended_wall_ms);
	state.finalized_wall_ms = after(clock->finalized_wall_ms, state.ended_wall_ms);
	const int64_t last_ms = freezes ? later(state.finalized_wall_ms, state.thawed_wall_ms)
					: state.finalized_wall_ms;
	state.end_of_updates_wall_ms = after(last_ms, last_ms);
	return state;
}

static void forget_future(int64_t *change_ms, int64_t wall_ms)
{
	if (*change_ms > wall_ms)
		*change_ms = AS_NEVER_MS;
}

struct as_contest_state as_contest_state_at(const struct as_contest_clock *clock, int64_t wall_ms)
{
	struct as_contest_state state = plan(clock);

	forget_future(&state.started_wall_ms, wall_ms);
	forget_future(&state.frozen_wall_ms, wall_ms);
	forget_future(&state.ended_wall_ms, wall_ms);
	forget_future(&state.thawed_wall_ms, wall_ms);
	forget_future(&state.finalized_wall_ms, wall_ms);
	forget_future(&state.end_of_updates_wall_ms, wall_ms);
	return state;
}

int64_t as_contest_next_wall_ms(const struct as_contest_clock *clock, int64_t wall_ms)
{
	const struct as_contest_state state = plan(clock);
	const int64_t changes_ms[] = {state.started_wall_ms, state.frozen_wall_ms,
		state.ended_wall_ms, state.thawed_wall_ms, state.finalized_wall_ms,
		state.end_of_updates_wall_ms};
	int64_t next_ms = AS_NEVER_MS;

	for (size_t i = 0; i < sizeof(changes_ms) / sizeof(*changes_ms); i++)
		if (changes_ms[i] > wall_ms)
			next_ms = earlier(next_ms, changes_ms[i]);
	return next_ms;
}

char *as_freeze_text(const struct as_contest_clock *clock, char text[AS_FREEZE_TEXT_SIZE])
{
	const intmax_t seconds = (clock->freeze_duration_ms + SECOND_MS - 1) / SECOND_MS;
	const intmax_t minutes = seconds / 60, rest = seconds % 60;
	char span[AS_FREEZE_TEXT_SIZE / 4] = "";
	int size = 0;

	if (minutes > 0)
		size = snprintf(
			span, sizeof(span), "%jd minute%s", minutes, minutes == 1 ? "" : "s");
	if (rest > 0)
		snprintf(span + size, sizeof(span) - (size_t)size, "%s%jd second%s",
			size ? " " : "", rest, rest == 1 ? "" : "s");
	snprintf(text, AS_FREEZE_TEXT_SIZE,
		"The scoreboard was frozen with %s remaining - submissions in the last %s of the "
		"contest are still shown as pending.",
		span, span);
	return text;
}

size_t as_contest_obstacles(const struct as_contest_clock *clock, int64_t wall_ms,
	const struct as_open_work *work, enum as_obstacle obstacles[AS_OBSTACLE_COUNT])
{
	const bool stands[AS_OBSTACLE_COUNT] = {
		[AS_OBSTACLE_RUNNING] =
			as_contest_state_at(clock, wall_ms).ended_wall_ms == AS_NEVER_MS ||
			wall_ms<work->last_end_wall_ms, [AS_OBSTACLE_UNJUDGED] = work->unjudged> 0,
		[AS_OBSTACLE_JUDGING_ERRORS] = work->judging_errors > 0,
		[AS_OBSTACLE_CLARIFICATIONS] = work->unanswered > 0,
		[AS_OBSTACLE_REJUDGINGS] = work->rejudgings > 0,
	};
	size_t count = 0;

	for (size_t i = 0; i < AS_OBSTACLE_COUNT; i++)
		if (stands[i])
			obstacles[count++] = (enum as_obstacle)i;
	return count;
}
