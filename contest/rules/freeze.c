/* SPDX-License-Identifier: MIT */
/* The freeze while the clock is changed: it is decided once. */
#include <assay/contest/rules.h>

static int64_t end_wall_ms(const struct as_contest_clock *clock)
{
	return as_contest_wall_ms(clock, clock->duration_ms);
}

static int64_t freeze_wall_ms(const struct as_contest_clock *clock)
{
	const int64_t freeze_ms = as_contest_freeze_ms(clock);

	return freeze_ms == AS_NEVER_MS ? AS_NEVER_MS : as_contest_wall_ms(clock, freeze_ms);
}

static bool has_started(const struct as_contest_clock *clock, int64_t wall_ms)
{
	const int64_t time_ms = as_contest_time_ms(clock, wall_ms);

	return time_ms != AS_NEVER_MS && time_ms >= 0;
}

/* The freeze has not begun: what is public now stays public. Before the start nothing is. */
static void keep_public(
	const struct as_contest_clock *was, int64_t wall_ms, struct as_contest_clock *clock)
{
	if (!has_started(was, wall_ms) || !has_started(clock, wall_ms))
		return;
	const int64_t time_ms = as_contest_time_ms(clock, wall_ms);
	if (clock->duration_ms - clock->freeze_duration_ms > time_ms)
		return;
	const int64_t left_ms = clock->duration_ms - (time_ms + 1);
	clock->freeze_duration_ms = left_ms > 0 ? left_ms : 0;
}

/* The freeze has begun: what is hidden now stays hidden. */
static int keep_hidden(
	const struct as_contest_clock *was, struct as_contest_clock *clock, struct as_error *error)
{
	char duration[AS_SPAN_TEXT_SIZE], since[AS_SPAN_TEXT_SIZE];
	const int64_t time_ms = as_contest_time_ms(clock, freeze_wall_ms(was));

	if (time_ms == AS_NEVER_MS || time_ms < 0)
		return as_error_set(error, AS_ERROR_INPUT,
			"the board is frozen: the start cannot be later than the freeze");
	if (clock->duration_ms <= time_ms)
		return as_error_set(error, AS_ERROR_INPUT,
			"duration of %s: the board has been frozen since %s, and the contest "
			"cannot end before that time",
			as_span_text(clock->duration_ms, duration), as_span_text(time_ms, since));
	clock->freeze_duration_ms = clock->duration_ms - time_ms;
	return 0;
}

/* A planned thaw comes after the end; the jury decides on another one. */
static void keep_thaw(const struct as_contest_clock *was, struct as_contest_clock *clock)
{
	const int64_t end_ms = end_wall_ms(clock);

	if (clock->thaw_wall_ms == was->thaw_wall_ms && end_ms != AS_NEVER_MS &&
		end_ms != end_wall_ms(was) && clock->thaw_wall_ms <= end_ms)
		clock->thaw_wall_ms = AS_NEVER_MS;
}

int as_contest_clock_keep_freeze(const struct as_contest_clock *was, int64_t wall_ms,
	struct as_contest_clock *clock, struct as_error *error)
{
	const struct as_contest_state state = as_contest_state_at(was, wall_ms);
	const bool is_same = clock->freeze_duration_ms == was->freeze_duration_ms;

	if (state.thawed_wall_ms != AS_NEVER_MS) {
		if (is_same && end_wall_ms(clock) > wall_ms) {
			clock->freeze_duration_ms = 0;
			clock->thaw_wall_ms = AS_NEVER_MS;
		}
		return 0;
	}
	keep_thaw(was, clock);
	if (!is_same || was->freeze_duration_ms == 0)
		return 0;
	if (state.frozen_wall_ms != AS_NEVER_MS)
		return keep_hidden(was, clock, error);
	keep_public(was, wall_ms, clock);
	return 0;
}

bool as_contest_clock_publishes(
	const struct as_contest_clock *was, int64_t wall_ms, const struct as_contest_clock *clock)
{
	const struct as_contest_state before = as_contest_state_at(was, wall_ms);
	const struct as_contest_state after = as_contest_state_at(clock, wall_ms);

	if (before.frozen_wall_ms == AS_NEVER_MS || before.thawed_wall_ms != AS_NEVER_MS)
		return false;
	return after.frozen_wall_ms == AS_NEVER_MS || after.thawed_wall_ms != AS_NEVER_MS ||
	       freeze_wall_ms(clock) > freeze_wall_ms(was);
}
