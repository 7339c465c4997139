/* SPDX-License-Identifier: MIT */
/* Contest time, the state of a contest, the freeze and the finalisation. */
#include <assay/contest/rules.h>
#include <criterion/criterion.h>

#define MINUTE_MS INT64_C(60000)
#define HOUR_MS (60 * MINUTE_MS)
#define START_MS INT64_C(1790000000000)
#define NEVER AS_NEVER_MS

/* Five hours with a freeze of one hour. */
static const struct as_contest_clock usual = {.start_wall_ms = START_MS,
	.duration_ms = 5 * HOUR_MS,
	.freeze_duration_ms = HOUR_MS,
	.thaw_wall_ms = NEVER,
	.finalized_wall_ms = NEVER};

static struct as_contest_clock removing(const struct as_removed_interval *removed, size_t count)
{
	struct as_contest_clock clock = usual;

	clock.removed = removed;
	clock.removed_count = count;
	cr_assert_eq(as_contest_clock_check(&clock, NULL), 0);
	return clock;
}

Test(clock, contest_time_is_the_time_since_the_start)
{
	cr_expect_eq(as_contest_time_ms(&usual, START_MS), 0);
	cr_expect_eq(as_contest_time_ms(&usual, START_MS + 59990), 59990);
	cr_expect_eq(as_contest_time_ms(&usual, START_MS + 6 * HOUR_MS), 6 * HOUR_MS);
	cr_expect_eq(as_contest_time_ms(&usual, START_MS - 1), -1);
	cr_expect_eq(as_contest_wall_ms(&usual, HOUR_MS), START_MS + HOUR_MS);
}

Test(clock, without_a_start_there_is_no_contest_time)
{
	struct as_contest_clock clock = usual;

	clock.start_wall_ms = NEVER;
	cr_expect_eq(as_contest_clock_check(&clock, NULL), 0);
	cr_expect_eq(as_contest_time_ms(&clock, START_MS), NEVER);
	cr_expect_eq(as_contest_wall_ms(&clock, 0), NEVER);
	cr_expect_eq(as_contest_next_wall_ms(&clock, START_MS), NEVER);
}

Test(clock, contest_time_stands_still_in_a_removed_interval)
{
	/* Minutes 10 to 20, and 30 to 31. */
	const struct as_removed_interval removed[] = {
		{START_MS + 10 * MINUTE_MS, START_MS + 20 * MINUTE_MS, 0},
		{START_MS + 30 * MINUTE_MS, START_MS + 31 * MINUTE_MS, 0}};
	const struct as_contest_clock clock = removing(removed, 2);

	cr_expect_eq(as_contest_time_ms(&clock, START_MS + 10 * MINUTE_MS - 1), 10 * MINUTE_MS - 1);
	cr_expect_eq(as_contest_time_ms(&clock, START_MS + 10 * MINUTE_MS), 10 * MINUTE_MS);
	cr_expect_eq(as_contest_time_ms(&clock, START_MS + 15 * MINUTE_MS), 10 * MINUTE_MS);
	cr_expect_eq(as_contest_time_ms(&clock, START_MS + 20 * MINUTE_MS), 10 * MINUTE_MS);
	cr_expect_eq(as_contest_time_ms(&clock, START_MS + 20 * MINUTE_MS + 1), 10 * MINUTE_MS + 1);
	cr_expect_eq(as_contest_time_ms(&clock, START_MS + 40 * MINUTE_MS), 29 * MINUTE_MS);
	/* The first wall time with that contest time. */
	cr_expect_eq(as_contest_wall_ms(&clock, 10 * MINUTE_MS), START_MS + 10 * MINUTE_MS);
	cr_expect_eq(as_contest_wall_ms(&clock, 10 * MINUTE_MS + 1), START_MS + 20 * MINUTE_MS + 1);
	cr_expect_eq(as_contest_wall_ms(&clock, 29 * MINUTE_MS), START_MS + 40 * MINUTE_MS);
}

Test(clock, a_removed_interval_counts_from_the_start_on)
{
	const struct as_removed_interval removed[] = {
		{START_MS - 60 * MINUTE_MS, START_MS - 50 * MINUTE_MS, 0},
		{START_MS - 10 * MINUTE_MS, START_MS + 10 * MINUTE_MS, 0}};
	const struct as_contest_clock clock = removing(removed, 2);

	cr_expect_eq(as_contest_time_ms(&clock, START_MS - 55 * MINUTE_MS), -55 * MINUTE_MS);
	cr_expect_eq(as_contest_time_ms(&clock, START_MS - MINUTE_MS), -MINUTE_MS);
	cr_expect_eq(as_contest_time_ms(&clock, START_MS + 5 * MINUTE_MS), 0);
	cr_expect_eq(as_contest_time_ms(&clock, START_MS + 12 * MINUTE_MS), 2 * MINUTE_MS);
	cr_expect_eq(as_contest_wall_ms(&clock, 0), START_MS);
	cr_expect_eq(as_contest_wall_ms(&clock, MINUTE_MS), START_MS + 11 * MINUTE_MS);
}

Test(clock, removed_intervals_may_touch_and_be_empty)
{
	const struct as_removed_interval removed[] = {
		{START_MS + MINUTE_MS, START_MS + 2 * MINUTE_MS, 0},
		{START_MS + 2 * MINUTE_MS, START_MS + 3 * MINUTE_MS, 0},
		{START_MS + 4 * MINUTE_MS, START_MS + 4 * MINUTE_MS, 0}};
	const struct as_contest_clock clock = removing(removed, 3);

	cr_expect_eq(as_contest_time_ms(&clock, START_MS + 5 * MINUTE_MS), 3 * MINUTE_MS);
	cr_expect_eq(as_contest_wall_ms(&clock, MINUTE_MS), START_MS + MINUTE_MS);
	cr_expect_eq(as_contest_wall_ms(&clock, 3 * MINUTE_MS), START_MS + 5 * MINUTE_MS);
}

Test(clock, an_open_removed_interval_stops_the_contest)
{
	const struct as_removed_interval removed[] = {{START_MS + HOUR_MS, NEVER, 0}};
	const struct as_contest_clock clock = removing(removed, 1);

	cr_expect_eq(as_contest_time_ms(&clock, START_MS + 9 * HOUR_MS), HOUR_MS);
	cr_expect_eq(as_contest_wall_ms(&clock, HOUR_MS), START_MS + HOUR_MS);
	cr_expect_eq(as_contest_wall_ms(&clock, HOUR_MS + 1), NEVER);
	cr_expect_eq(as_contest_state_at(&clock, START_MS + 9 * HOUR_MS).ended_wall_ms, NEVER);
	cr_expect_eq(as_contest_next_wall_ms(&clock, START_MS), NEVER);
}

/* ---- state ------------------------------------------------------------------------------ */

static void expect_state(const struct as_contest_clock *clock, int64_t wall_ms,
	const struct as_contest_state *expected)
{
	const struct as_contest_state state = as_contest_state_at(clock, wall_ms);

	cr_expect_eq(state.started_wall_ms, expected->started_wall_ms);
	cr_expect_eq(state.frozen_wall_ms, expected->frozen_wall_ms);
	cr_expect_eq(state.ended_wall_ms, expected->ended_wall_ms);
	cr_expect_eq(state.thawed_wall_ms, expected->thawed_wall_ms);
	cr_expect_eq(state.finalized_wall_ms, expected->finalized_wall_ms);
	cr_expect_eq(state.end_of_updates_wall_ms, expected->end_of_updates_wall_ms);
}
#define EXPECT_STATE(clock, wall_ms, ...)                                                          \
	expect_state(clock, wall_ms, &(const struct as_contest_state){__VA_ARGS__})

#define FROZEN_MS (START_MS + 4 * HOUR_MS)
#define ENDED_MS (START_MS + 5 * HOUR_MS)
#define THAWED_MS (START_MS + 6 * HOUR_MS)
#define FINALIZED_MS (START_MS + 7 * HOUR_MS)

Test(clock, the_state_changes_in_order)
{
	struct as_contest_clock clock = usual;

	clock.thaw_wall_ms = THAWED_MS;
	clock.finalized_wall_ms = FINALIZED_MS;
	EXPECT_STATE(&clock, START_MS - 1, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER);
	EXPECT_STATE(&clock, START_MS, START_MS, NEVER, NEVER, NEVER, NEVER, NEVER);
	EXPECT_STATE(&clock, FROZEN_MS - 1, START_MS, NEVER, NEVER, NEVER, NEVER, NEVER);
	EXPECT_STATE(&clock, FROZEN_MS, START_MS, FROZEN_MS, NEVER, NEVER, NEVER, NEVER);
	EXPECT_STATE(&clock, ENDED_MS - 1, START_MS, FROZEN_MS, NEVER, NEVER, NEVER, NEVER);
	EXPECT_STATE(&clock, ENDED_MS, START_MS, FROZEN_MS, ENDED_MS, NEVER, NEVER, NEVER);
	EXPECT_STATE(&clock, THAWED_MS, START_MS, FROZEN_MS, ENDED_MS, THAWED_MS, NEVER, NEVER);
	EXPECT_STATE(&clock, FINALIZED_MS, START_MS, FROZEN_MS, ENDED_MS, THAWED_MS, FINALIZED_MS,
		NEVER);
	EXPECT_STATE(&clock, FINALIZED_MS + 1, START_MS, FROZEN_MS, ENDED_MS, THAWED_MS,
		FINALIZED_MS, FINALIZED_MS + 1);
}

Test(clock, the_next_change_is_known)
{
	struct as_contest_clock clock = usual;

	cr_expect_eq(as_contest_next_wall_ms(&clock, 0), START_MS);
	cr_expect_eq(as_contest_next_wall_ms(&clock, START_MS), FROZEN_MS);
	cr_expect_eq(as_contest_next_wall_ms(&clock, FROZEN_MS), ENDED_MS);
	cr_expect_eq(as_contest_next_wall_ms(&clock, ENDED_MS), NEVER);
	clock.thaw_wall_ms = THAWED_MS;
	cr_expect_eq(as_contest_next_wall_ms(&clock, ENDED_MS), THAWED_MS);
	clock.finalized_wall_ms = ENDED_MS + 5;
	cr_expect_eq(as_contest_next_wall_ms(&clock, THAWED_MS - 1), THAWED_MS);
	cr_expect_eq(as_contest_next_wall_ms(&clock, THAWED_MS), THAWED_MS + 1);
	cr_expect_eq(as_contest_next_wall_ms(&clock, THAWED_MS + 1), NEVER);
}

Test(clock, the_results_can_be_final_before_the_thaw)
{
	struct as_contest_clock clock = usual;

	clock.finalized_wall_ms = ENDED_MS + 5;
	EXPECT_STATE(
		&clock, FINALIZED_MS, START_MS, FROZEN_MS, ENDED_MS, NEVER, ENDED_MS + 5, NEVER);
	clock.thaw_wall_ms = THAWED_MS;
	EXPECT_STATE(&clock, FINALIZED_MS, START_MS, FROZEN_MS, ENDED_MS, THAWED_MS, ENDED_MS + 5,
		THAWED_MS + 1);
}

Test(clock, without_a_freeze_nothing_is_frozen_or_thawed)
{
	struct as_contest_clock clock = usual;

	clock.freeze_duration_ms = 0;
	clock.thaw_wall_ms = THAWED_MS;
	clock.finalized_wall_ms = FINALIZED_MS;
	cr_expect_eq(as_contest_freeze_ms(&clock), NEVER);
	EXPECT_STATE(&clock, 2 * FINALIZED_MS, START_MS, NEVER, ENDED_MS, NEVER, FINALIZED_MS,
		FINALIZED_MS + 1);
}

Test(clock, each_change_is_later_than_those_before_it)
{
	struct as_contest_clock clock = usual;

	/* Frozen from the start, thawed and final before the end: the specification's order is
	 * kept. */
	clock.freeze_duration_ms = clock.duration_ms;
	clock.thaw_wall_ms = START_MS;
	clock.finalized_wall_ms = START_MS;
	cr_expect_eq(as_contest_freeze_ms(&clock), 0);
	EXPECT_STATE(&clock, FINALIZED_MS, START_MS, START_MS + 1, ENDED_MS, ENDED_MS + 1,
		ENDED_MS + 1, ENDED_MS + 2);
	clock.duration_ms = 1;
	clock.freeze_duration_ms = 1;
	EXPECT_STATE(&clock, FINALIZED_MS, START_MS, START_MS + 1, START_MS + 2, START_MS + 3,
		START_MS + 3, START_MS + 4);
}

Test(clock, a_removed_interval_moves_freeze_and_end)
{
	const struct as_removed_interval removed[] = {
		{START_MS + HOUR_MS, START_MS + 2 * HOUR_MS, 0},
		{FROZEN_MS + 90 * MINUTE_MS, FROZEN_MS + 100 * MINUTE_MS, 0}};
	const struct as_contest_clock clock = removing(removed, 2);

	cr_expect_eq(as_contest_freeze_ms(&clock), 4 * HOUR_MS);
	EXPECT_STATE(&clock, FINALIZED_MS, START_MS, FROZEN_MS + HOUR_MS,
		ENDED_MS + HOUR_MS + 10 * MINUTE_MS, NEVER, NEVER, NEVER);
}

Test(clock, an_open_interval_pauses_the_contest)
{
	const struct as_removed_interval removed[] = {
		{START_MS + HOUR_MS, START_MS + 2 * HOUR_MS, 0},
		{START_MS + 3 * HOUR_MS, NEVER, 0}};
	const struct as_contest_clock paused = removing(removed, 2), resumed = removing(removed, 1);

	cr_expect(as_contest_is_paused(&paused));
	cr_expect_not(as_contest_is_paused(&resumed));
	cr_expect_not(as_contest_is_paused(&usual));
}

Test(clock, an_extended_contest_continues)
{
	struct as_contest_clock clock = usual;

	clock.duration_ms += HOUR_MS;
	cr_expect_eq(as_contest_freeze_ms(&clock), 5 * HOUR_MS);
	EXPECT_STATE(&clock, ENDED_MS, START_MS, ENDED_MS, NEVER, NEVER, NEVER, NEVER);
}

/* ---- words and obstacles ---------------------------------------------------------------- */

Test(clock, the_freeze_is_announced_in_the_words_of_the_requirements)
{
	struct as_contest_clock clock = usual;
	char text[AS_FREEZE_TEXT_SIZE];

	cr_expect_str_eq(as_freeze_text(&clock, text),
		"The scoreboard was frozen with 60 minutes remaining - submissions in the last 60 "
		"minutes of the contest are still shown as pending.");
	clock.freeze_duration_ms = 30 * MINUTE_MS + 58001;
	cr_expect_str_eq(as_freeze_text(&clock, text),
		"The scoreboard was frozen with 30 minutes 59 seconds remaining - submissions in "
		"the last "
		"30 minutes 59 seconds of the contest are still shown as pending.");
	clock.freeze_duration_ms = 30 * MINUTE_MS + 59001;
	cr_expect_str_eq(as_freeze_text(&clock, text),
		"The scoreboard was frozen with 31 minutes remaining - submissions in the last 31 "
		"minutes of the contest are still shown as pending.");
	clock.freeze_duration_ms = MINUTE_MS;
	cr_expect_str_eq(as_freeze_text(&clock, text),
		"The scoreboard was frozen with 1 minute remaining - submissions in the last 1 "
		"minute of the contest are still shown as pending.");
	clock.freeze_duration_ms = MINUTE_MS - 1500;
	cr_expect_str_eq(as_freeze_text(&clock, text),
		"The scoreboard was frozen with 59 seconds remaining - submissions in the last 59 "
		"seconds of the contest are still shown as pending.");
	clock.freeze_duration_ms = 1;
	cr_expect_str_eq(as_freeze_text(&clock, text),
		"The scoreboard was frozen with 1 second remaining - submissions in the last 1 "
		"second of the contest are still shown as pending.");
	clock.freeze_duration_ms = AS_CONTEST_MAX_MS - 1000;
	cr_expect_str_eq(as_freeze_text(&clock, text),
		"The scoreboard was frozen with 5270399 minutes 59 seconds remaining - submissions "
		"in "
		"the last 5270399 minutes 59 seconds of the contest are still shown as pending.");
}

static void expect_obstacles(
	int64_t wall_ms, struct as_open_work work, size_t count, const enum as_obstacle *expected)
{
	enum as_obstacle obstacles[AS_OBSTACLE_COUNT];

	cr_assert_eq(as_contest_obstacles(&usual, wall_ms, &work, obstacles), count);
	for (size_t i = 0; i < count; i++)
		cr_expect_eq(obstacles[i], expected[i]);
}
#define EXPECT_OBSTACLES(wall_ms, work, count, ...)                                                \
	expect_obstacles(wall_ms, work, count, (const enum as_obstacle[]){__VA_ARGS__})

Test(clock, each_obstacle_to_the_finalisation_is_named)
{
	const struct as_open_work none = {0};

	expect_obstacles(ENDED_MS, none, 0, NULL);
	EXPECT_OBSTACLES(ENDED_MS - 1, none, 1, AS_OBSTACLE_RUNNING);
	EXPECT_OBSTACLES(START_MS - 1, none, 1, AS_OBSTACLE_RUNNING);
	EXPECT_OBSTACLES(ENDED_MS, (struct as_open_work){.unjudged = 1}, 1, AS_OBSTACLE_UNJUDGED);
	EXPECT_OBSTACLES(ENDED_MS, (struct as_open_work){.judging_errors = 1}, 1,
		AS_OBSTACLE_JUDGING_ERRORS);
	EXPECT_OBSTACLES(
		ENDED_MS, (struct as_open_work){.unanswered = 1}, 1, AS_OBSTACLE_CLARIFICATIONS);
	EXPECT_OBSTACLES(
		ENDED_MS, (struct as_open_work){.rejudgings = 1}, 1, AS_OBSTACLE_REJUDGINGS);
	EXPECT_OBSTACLES(0, ((struct as_open_work){1, 2, 3, 4, 0}), 5, AS_OBSTACLE_RUNNING,
		AS_OBSTACLE_UNJUDGED, AS_OBSTACLE_JUDGING_ERRORS, AS_OBSTACLE_CLARIFICATIONS,
		AS_OBSTACLE_REJUDGINGS);
}

/* ---- the freeze is decided once ---------------------------------------------------------- */

static int keep(int64_t minute, struct as_contest_clock *clock, struct as_error *error)
{
	return as_contest_clock_keep_freeze(&usual, START_MS + minute * MINUTE_MS, clock, error);
}

Test(clock, until_the_freeze_begins_its_start_moves_with_the_end)
{
	struct as_contest_clock clock = usual;

	clock.duration_ms = 6 * HOUR_MS;
	cr_expect_eq(keep(239, &clock, NULL), 0);
	cr_expect_eq(as_contest_freeze_ms(&clock), 5 * HOUR_MS);
	/* What was public stays public. */
	clock = usual;
	clock.duration_ms = 4 * HOUR_MS;
	cr_expect_eq(keep(200, &clock, NULL), 0);
	cr_expect_eq(as_contest_freeze_ms(&clock), 200 * MINUTE_MS + 1);
	clock = usual;
	clock.duration_ms = 200 * MINUTE_MS + 1;
	cr_expect_eq(keep(200, &clock, NULL), 0);
	cr_expect_eq(clock.freeze_duration_ms, 0);
}

Test(clock, a_freeze_that_has_begun_stays_where_it_is)
{
	static const int64_t durations_ms[] = {
		10 * HOUR_MS, 5 * HOUR_MS + 1, 250 * MINUTE_MS, 4 * HOUR_MS + 1};
	struct as_error error = {0};

	for (size_t i = 0; i < sizeof durations_ms / sizeof *durations_ms; i++) {
		struct as_contest_clock clock = usual;
		clock.duration_ms = durations_ms[i];
		cr_expect_eq(keep(245, &clock, NULL), 0);
		cr_expect_eq(as_contest_freeze_ms(&clock), 4 * HOUR_MS);
		cr_expect_not(
			as_contest_clock_publishes(&usual, START_MS + 245 * MINUTE_MS, &clock));
	}
	struct as_contest_clock clock = usual;
	clock.duration_ms = 4 * HOUR_MS;
	cr_expect_eq(keep(245, &clock, &error), -1);
	cr_expect_str_eq(error.text, "duration of 240 minutes: the board has been frozen since 240 "
				     "minutes, and the contest cannot end before that time");
}

Test(clock, a_start_that_moves_keeps_the_moment_of_the_freeze)
{
	struct as_contest_clock clock = usual;
	struct as_error error = {0};

	clock.start_wall_ms += 10 * MINUTE_MS;
	cr_expect_eq(keep(245, &clock, NULL), 0);
	cr_expect_eq(as_contest_freeze_ms(&clock), 230 * MINUTE_MS);
	clock = usual;
	clock.start_wall_ms += 245 * MINUTE_MS;
	cr_expect_eq(keep(245, &clock, &error), -1);
	cr_expect_str_eq(
		error.text, "the board is frozen: the start cannot be later than the freeze");
}

Test(clock, a_thaw_comes_after_the_end_and_nothing_public_is_hidden_again)
{
	struct as_contest_clock was = usual, clock;

	was.thaw_wall_ms = START_MS + 310 * MINUTE_MS;
	clock = was;
	clock.duration_ms = 305 * MINUTE_MS;
	cr_expect_eq(as_contest_clock_keep_freeze(&was, START_MS, &clock, NULL), 0);
	cr_expect_eq(clock.thaw_wall_ms, was.thaw_wall_ms);
	clock.duration_ms = 310 * MINUTE_MS;
	cr_expect_eq(as_contest_clock_keep_freeze(&was, START_MS, &clock, NULL), 0);
	cr_expect_eq(clock.thaw_wall_ms, NEVER);
	clock = was;
	clock.duration_ms = 400 * MINUTE_MS;
	cr_expect_eq(
		as_contest_clock_keep_freeze(&was, START_MS + 320 * MINUTE_MS, &clock, NULL), 0);
	cr_expect_eq(as_contest_freeze_ms(&clock), NEVER);
	cr_expect_eq(as_contest_state_at(&clock, START_MS + 320 * MINUTE_MS).frozen_wall_ms, NEVER);
}

Test(clock, a_freeze_that_begins_later_or_never_and_a_thaw_publish)
{
	const int64_t during_ms = START_MS + 270 * MINUTE_MS, after_ms = START_MS + 6 * HOUR_MS;
	struct as_contest_clock clock = usual;

	clock.freeze_duration_ms = 0;
	cr_expect(as_contest_clock_publishes(&usual, during_ms, &clock));
	cr_expect_not(as_contest_clock_publishes(&usual, START_MS, &clock));
	clock.freeze_duration_ms = HOUR_MS - 1;
	cr_expect(as_contest_clock_publishes(&usual, during_ms, &clock));
	clock.freeze_duration_ms = HOUR_MS + 1;
	cr_expect_not(as_contest_clock_publishes(&usual, during_ms, &clock));
	clock = usual;
	clock.thaw_wall_ms = after_ms;
	cr_expect(as_contest_clock_publishes(&usual, after_ms, &clock));
	cr_expect_not(as_contest_clock_publishes(&clock, after_ms, &usual));
}

/* ---- bad input -------------------------------------------------------------------------- */

static void refuse(const struct as_contest_clock *clock, const char *expected)
{
	struct as_error error = {0};

	cr_expect_eq(as_contest_clock_check(clock, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_str_eq(error.text, expected);
}

Test(clock, a_clock_out_of_range_is_refused)
{
	struct as_contest_clock clock = usual;

	cr_expect_eq(as_contest_clock_check(&clock, NULL), 0);
	clock.start_wall_ms = -1;
	refuse(&clock, "the start, the thaw or the finalisation is out of range");
	clock = usual;
	clock.duration_ms = 0;
	refuse(&clock, "duration of 0 minutes: a contest takes 1 ms to 10 years");
	clock = usual;
	clock.freeze_duration_ms = 5 * HOUR_MS + 1;
	refuse(&clock, "freeze duration of 300:00.001: it must be from 0 to the contest's "
		       "duration, 300 minutes");
	clock.freeze_duration_ms = -1;
	refuse(&clock, "freeze duration of -0:00.001: it must be from 0 to the contest's duration, "
		       "300 minutes");
}

Test(clock, removed_intervals_out_of_order_are_refused)
{
	struct as_removed_interval removed[] = {{2000, 3000, 0}, {2999, 4000, 0}};
	struct as_contest_clock clock = usual;

	clock.removed = removed;
	clock.removed_count = 2;
	refuse(&clock,
		"removed interval 2 begins before the end of the one before it: removed intervals "
		"are ascending and must not overlap");
	removed[1].begin_wall_ms = 3000;
	cr_expect_eq(as_contest_clock_check(&clock, NULL), 0);
	removed[0].end_wall_ms = NEVER;
	refuse(&clock,
		"removed interval 2 begins before the end of the one before it: removed intervals "
		"are ascending and must not overlap");
	removed[0].end_wall_ms = 1999;
	refuse(&clock, "removed interval 1: it ends before it begins, or a time is out of range");
}
