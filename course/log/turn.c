/* SPDX-License-Identifier: MIT */
#include "state.h"

/* The last moment at which something late is accepted: without a late policy, the deadline.
 * Fractions of a second are dropped, as in marks. */
static int64_t find_close(const struct as_scheme *scheme, int64_t due_ms)
{
	if (due_ms == INT64_MAX || !scheme->late.exists)
		return due_ms;
	const int64_t last_s = as_scheme_last_s(scheme, due_ms / 1000);
	return last_s > INT64_MAX / 1000 ? INT64_MAX : 1000 * last_s;
}

static int64_t find_next(const struct as_course_log *log, const struct as_hand_in *rules,
	size_t assignment, size_t person, const struct as_course_turn *turn)
{
	size_t count;
	const size_t *own = as_course_log_hand_ins_of(log, assignment, person, &count);

	if (!count || rules->cool_down_s == 0 || turn->used < rules->free_count)
		return INT64_MIN;
	return as_course_log_hand_in(log, own[count - 1])->wall_ms + 1000 * rules->cool_down_s;
}

static enum as_course_turn_state find_state(const struct as_course_log *log,
	const struct as_course_turn *turn, size_t assignment, int64_t wall_ms)
{
	if (as_course_log_is_released(log, assignment, wall_ms))
		return AS_COURSE_TURN_ENDED;
	if (wall_ms < turn->opens_ms)
		return AS_COURSE_TURN_EARLY;
	if (wall_ms / 1000 > turn->closes_ms / 1000)
		return AS_COURSE_TURN_CLOSED;
	if (turn->used >= turn->most)
		return AS_COURSE_TURN_SPENT;
	return wall_ms < turn->next_ms ? AS_COURSE_TURN_WAIT : AS_COURSE_TURN_OPEN;
}

struct as_course_turn as_course_log_turn(
	const struct as_course_log *log, size_t assignment, size_t person, int64_t wall_ms)
{
	const struct as_course_assignment *of = log->state.tasks[assignment]->of;
	struct as_course_turn turn = {.state = AS_COURSE_TURN_ENDED, .next_ms = wall_ms};
	size_t count;

	if (!of)
		return turn;
	const struct as_hand_in *rules = &of->scheme.hand_in;
	(void)as_course_log_hand_ins_of(log, assignment, person, &count);
	turn.used = count;
	turn.most = rules->most_count;
	turn.opens_ms = rules->has_opens ? 1000 * rules->opens_s : INT64_MIN;
	turn.due_ms = as_course_log_due_ms(log, assignment, person);
	turn.closes_ms = find_close(&of->scheme, turn.due_ms);
	turn.is_late = wall_ms / 1000 > turn.due_ms / 1000;
	const int64_t next_ms = find_next(log, rules, assignment, person, &turn);
	if (next_ms > turn.next_ms)
		turn.next_ms = next_ms;
	turn.state = find_state(log, &turn, assignment, wall_ms);
	return turn;
}
