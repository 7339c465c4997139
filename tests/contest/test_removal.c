/* SPDX-License-Identifier: MIT */
/* Intervals that are removed after the fact, restored, and time of one team. */
#include <assay/contest/rules/removal.h>
#include <criterion/criterion.h>
#include <string.h>

#define MINUTE_MS INT64_C(60000)
#define START_MS INT64_C(1795435200000)
#define AT(minutes) (START_MS + (minutes)*MINUTE_MS)
#define ROOM 16

/* Five hours, the last one frozen. */
static const struct as_contest_clock usual = {.start_wall_ms = START_MS,
	.duration_ms = 300 * MINUTE_MS,
	.freeze_duration_ms = 60 * MINUTE_MS,
	.thaw_wall_ms = AS_NEVER_MS,
	.finalized_wall_ms = AS_NEVER_MS};

static void remove_ok(struct as_contest_clock *clock, struct as_removed_interval *removed,
	struct as_removed_interval interval, int64_t now_ms)
{
	struct as_error error = {0};
	const struct as_contest_clock was = *clock;

	cr_assert_eq(as_contest_clock_remove(clock, removed, &interval, now_ms, &error), 0, "%s",
		error.text);
	cr_assert_eq(as_contest_clock_check(clock, &error), 0, "%s", error.text);
	cr_assert_eq(
		as_contest_clock_keep_freeze(&was, now_ms, clock, &error), 0, "%s", error.text);
}

static int64_t time_at(const struct as_contest_clock *clock, int64_t wall_ms)
{
	return as_contest_time_ms(clock, wall_ms);
}

/* CCS, "Removing time intervals". */
Test(removal, submissions_in_it_have_the_time_of_its_begin_and_the_end_moves)
{
	struct as_removed_interval removed[ROOM];
	struct as_contest_clock clock = usual;

	remove_ok(&clock, removed, (struct as_removed_interval){AT(50), AT(65), 1}, AT(100));
	cr_expect_eq(time_at(&clock, AT(50)), 50 * MINUTE_MS);
	cr_expect_eq(time_at(&clock, AT(57)), 50 * MINUTE_MS);
	cr_expect_eq(time_at(&clock, AT(65)), 50 * MINUTE_MS);
	cr_expect_eq(time_at(&clock, AT(80)), 65 * MINUTE_MS);
	cr_expect_eq(as_contest_wall_ms(&clock, clock.duration_ms), AT(315));
	cr_expect_eq(as_contest_wall_ms(&clock, as_contest_freeze_ms(&clock)), AT(255));
}

Test(removal, what_is_paused_already_counts_once_and_stays_when_it_is_restored)
{
	struct as_removed_interval removed[ROOM] = {{AT(55), AT(60), 0}}, restored;
	struct as_contest_clock clock = usual;

	clock.removed = removed;
	clock.removed_count = 1;
	remove_ok(&clock, removed, (struct as_removed_interval){AT(50), AT(65), 1}, AT(100));
	cr_expect_eq(clock.removed_count, 3);
	cr_expect_eq(time_at(&clock, AT(80)), 65 * MINUTE_MS);
	cr_assert_eq(as_contest_clock_restore(&clock, removed, AT(60), &restored, NULL), 0);
	cr_expect_eq(restored.removal, 1);
	cr_expect_eq(clock.removed_count, 1);
	cr_expect_eq(time_at(&clock, AT(80)), 75 * MINUTE_MS);
	cr_assert_eq(as_contest_clock_restore(&clock, removed, AT(55), &restored, NULL), 0);
	cr_expect_eq(clock.removed_count, 0);
	cr_expect_eq(as_contest_clock_restore(&clock, removed, AT(55), &restored, NULL), -1);
}

Test(removal, one_that_runs_into_an_open_pause_ends_there)
{
	struct as_removed_interval removed[ROOM] = {{AT(90), AS_NEVER_MS, 0}};
	struct as_contest_clock clock = usual;

	clock.removed = removed;
	clock.removed_count = 1;
	remove_ok(&clock, removed, (struct as_removed_interval){AT(80), AT(95), 1}, AT(100));
	cr_expect(as_contest_is_paused(&clock));
	cr_expect_eq(time_at(&clock, AT(100)), 80 * MINUTE_MS);
}

/* What was public at the freeze stays public, what was hidden stays hidden; and after the interval
 * is restored, too. */
Test(removal, one_across_the_begin_of_the_freeze_moves_nothing_between_public_and_hidden)
{
	struct as_removed_interval removed[ROOM], restored;
	struct as_contest_clock clock = usual;
	const int64_t moments[] = {AT(230), AT(235), AT(240) - 2, AT(240), AT(245), AT(255)};

	remove_ok(&clock, removed, (struct as_removed_interval){AT(230), AT(250), 1}, AT(260));
	for (size_t i = 0; i < 6; i++)
		cr_expect_eq(time_at(&clock, moments[i]) >= as_contest_freeze_ms(&clock),
			moments[i] >= AT(240), "%zu", i);
	cr_expect_not(as_contest_clock_publishes(&usual, AT(260), &clock));
	cr_expect_eq(as_contest_wall_ms(&clock, clock.duration_ms), AT(320) - 1);
	const struct as_contest_clock was = clock;
	struct as_removed_interval before[ROOM];
	memcpy(before, removed, sizeof(before));
	struct as_contest_clock copy = was;
	copy.removed = before;
	cr_assert_eq(as_contest_clock_restore(&clock, removed, AT(230), &restored, NULL), 0);
	cr_assert_eq(as_contest_clock_keep_freeze(&copy, AT(261), &clock, NULL), 0);
	cr_expect_eq(as_contest_freeze_ms(&clock), as_contest_freeze_ms(&usual));
	cr_expect_eq(clock.removed_count, 0);
}

Test(removal, intervals_that_cannot_be_given_back_are_refused)
{
	static const struct {
		int64_t begin, end;
		const char *why;
	} rows[] = {{50, 50, "is empty"}, {50, 40, "is empty"}, {-5, 40, "before the contest"},
		{90, 110, "in the future"}, {300, 301, "after the end"},
		{61, 69, "is removed already"}};
	struct as_removed_interval removed[ROOM] = {{AT(60), AT(70), 0}};
	struct as_contest_clock clock = usual;

	clock.removed = removed;
	clock.removed_count = 1;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct as_removed_interval interval = {AT(rows[i].begin), AT(rows[i].end), 1};
		const int64_t now_ms = rows[i].begin >= 300 ? AT(400) : AT(100);
		struct as_error error = {0};
		clock.removed_count = 1;
		if (rows[i].begin >= 300)
			clock.removed_count = 0;
		cr_expect_eq(
			as_contest_clock_remove(&clock, removed, &interval, now_ms, &error), -1);
		cr_expect(strstr(error.text, rows[i].why), "%s", error.text);
	}
	clock = usual;
	clock.start_wall_ms = AS_NEVER_MS;
	struct as_error error = {0};
	cr_expect_eq(as_contest_interval_check(
			     &clock, &(struct as_removed_interval){1, 2, 0}, AT(100), &error),
		-1);
	cr_expect(strstr(error.text, "has not started"), "%s", error.text);
}

/* ---- time of one team ---- */

Test(removal, a_team_has_earlier_times_and_a_later_end)
{
	const struct as_removed_interval given[] = {{AT(0), AT(20), 0}, {AT(100), AT(110), 0}};
	struct as_contest_clock clock = usual;

	clock.given = given;
	clock.given_count = 2;
	cr_expect_eq(time_at(&clock, AT(-5)), -5 * MINUTE_MS);
	cr_expect_eq(time_at(&clock, AT(10)), 0);
	cr_expect_eq(time_at(&clock, AT(30)), 10 * MINUTE_MS);
	cr_expect_eq(time_at(&clock, AT(105)), 80 * MINUTE_MS);
	cr_expect_eq(time_at(&clock, AT(200)), 170 * MINUTE_MS);
	cr_expect_eq(as_contest_wall_ms(&clock, clock.duration_ms), AT(330));
	cr_expect_eq(as_contest_wall_ms(&clock, 80 * MINUTE_MS), AT(100));
	for (int64_t minute = 1; minute < 300; minute += 7)
		cr_expect_eq(time_at(&clock, as_contest_wall_ms(&clock, minute * MINUTE_MS)),
			minute * MINUTE_MS);
}

Test(removal, time_that_is_removed_for_all_counts_once_for_a_team)
{
	const struct as_removed_interval given = {AT(50), AT(70), 0}, removed = {AT(60), AT(80), 0};
	struct as_contest_clock clock = usual;

	clock.removed = &removed;
	clock.removed_count = 1;
	clock.given = &given;
	clock.given_count = 1;
	cr_expect_eq(time_at(&clock, AT(90)), 60 * MINUTE_MS);
	cr_expect_eq(as_contest_wall_ms(&clock, clock.duration_ms), AT(330));
}
