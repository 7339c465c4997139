/* SPDX-License-Identifier: MIT */
/* Marks of a person: lateness, and the attempt that counts. */
#include "marks_one.h"

/* ---- lateness ---- */

struct late_case {
	const char *late; /* keys of the policy */
	int64_t late_s;
	enum as_late_state state;
	int64_t units;
	const char *penalty;
	const char *total;
};

/* The sum is 15.5 of 20 points. */
static const struct late_case late_cases[] = {
	{"per: day, penalty: 10%", -1, AS_LATE_NO, 0, "0", "15.5"},
	{"per: day, penalty: 10%", 0, AS_LATE_NO, 0, "0", "15.5"},
	{"per: day, penalty: 10%", 1, AS_LATE_YES, 1, "2", "13.5"},
	{"per: day, penalty: 10%", DAY_S, AS_LATE_YES, 1, "2", "13.5"},
	{"per: day, penalty: 10%", DAY_S + 1, AS_LATE_YES, 2, "4", "11.5"},
	{"per: day, penalty: 10%", 7 * DAY_S, AS_LATE_YES, 7, "14", "1.5"},
	{"per: day, penalty: 10%", 8 * DAY_S, AS_LATE_YES, 8, "15.5", "0"},
	{"per: day, penalty: 10%", 5000 * INT64_C(86400), AS_LATE_YES, 5000, "15.5", "0"},
	{"per: day, penalty: 10%, of: earned", 1, AS_LATE_YES, 1, "1.55", "13.95"},
	{"per: day, penalty: 10%, of: earned", 2 * DAY_S, AS_LATE_YES, 2, "3.1", "12.4"},
	{"per: day, penalty: 33.33%, of: earned", 1, AS_LATE_YES, 1, "5.1662", "10.33"},
	{"per: day, penalty: 1.5", 3 * DAY_S, AS_LATE_YES, 3, "4.5", "11"},
	{"per: hour, penalty: 0.25", HOUR_S + 1, AS_LATE_YES, 2, "0.5", "15"},
	{"per: hour, penalty: 0.25", DAY_S, AS_LATE_YES, 24, "6", "9.5"},
	{"per: day, penalty: 10%, grace: 15 min", 900, AS_LATE_NO, 0, "0", "15.5"},
	{"per: day, penalty: 10%, grace: 15 min", 901, AS_LATE_YES, 1, "2", "13.5"},
	{"per: hour, penalty: 1, grace: 2h", 2 * HOUR_S + 1, AS_LATE_YES, 3, "3", "12.5"},
	{"per: day, penalty: 10%, max_penalty: 50%", 9 * DAY_S, AS_LATE_YES, 9, "10", "5.5"},
	{"per: day, penalty: 10%, max_penalty: 3", 9 * DAY_S, AS_LATE_YES, 9, "3", "12.5"},
	{"per: day, penalty: 2, max_penalty: 25%, of: earned", 9 * DAY_S, AS_LATE_YES, 9, "3.875",
		"11.63"},
	{"per: day, penalty: 10%, max_late: 3d", 3 * DAY_S, AS_LATE_YES, 3, "6", "9.5"},
	{"per: day, penalty: 10%, max_late: 3d", 3 * DAY_S + 1, AS_LATE_TOO_LATE, 4, "15.5", "0"},
	{"per: day, penalty: 0, max_late: 1d", DAY_S, AS_LATE_YES, 1, "0", "15.5"},
	{"per: day, penalty: 0%, max_penalty: 50%, max_late: 1d", DAY_S + 1, AS_LATE_TOO_LATE, 2,
		"15.5", "0"},
};

Test(marks_late, lateness_by_table)
{
	for (size_t i = 0; i < sizeof(late_cases) / sizeof(*late_cases); i++) {
		const struct late_case *wanted = &late_cases[i];
		char text[512];
		struct one one;
		snprintf(text, sizeof(text), DUE "late: {%s}\n" ITEMS, wanted->late);
		begin(&one, text, "AAAW");
		give(&one, 1, 65000);
		one.marking.time_s = DUE_S + wanted->late_s;
		const struct as_marks *marks = mark(&one);
		cr_expect_eq(marks->late, wanted->state, "row %zu", i);
		cr_expect_eq(marks->late_units, wanted->units, "row %zu", i);
		cr_expect_eq(marks->late_s, wanted->late_s > 0 ? wanted->late_s : 0, "row %zu", i);
		cr_expect_str_eq(AS_POINTS(marks->penalty_e4), wanted->penalty, "row %zu: %s", i,
			AS_POINTS(marks->penalty_e4));
		cr_expect_str_eq(AS_POINTS(marks->total_e4), wanted->total, "row %zu: %s", i,
			AS_POINTS(marks->total_e4));
		end(&one);
	}
}

Test(marks_late, an_unknown_time_is_for_a_person_and_never_in_time)
{
	struct one one;

	begin(&one, DUE "late: {per: day, penalty: 10%}\n" ITEMS, "AAAA");
	give(&one, 1, 80000);
	one.marking.time_known = false;
	const struct as_marks *marks = mark(&one);
	cr_expect_eq(marks->late, AS_LATE_UNKNOWN);
	cr_expect(!marks->complete);
	cr_expect_str_eq(lines_of(marks->todo),
		"late: the time of the submission is unknown; give it with --times, or set the "
		"total in overrides.csv|");
	end(&one);
}

/* The time counts if it is known, also for a draft. */
Test(marks_late, marks_for_every_item_decide_about_a_submission_in_doubt)
{
	struct one one;

	begin(&one, DUE "late: {per: day, penalty: 10%}\n" ITEMS, "AAAA");
	one.marking.undecided = true;
	one.marking.doubt = "a draft; submit it";
	one.marking.time_s = DUE_S + 1;
	give(&one, 1, 80000);
	cr_expect_eq(mark(&one)->late, AS_LATE_UNKNOWN);
	cr_expect(!one.marks.complete);
	cr_expect_str_eq(lines_of(one.marks.todo),
		"submission: a draft; submit it, or decide in overrides.csv|");
	override(&one, 0, 100000);
	cr_expect_eq(mark(&one)->late, AS_LATE_YES);
	cr_expect(one.marks.complete);
	cr_expect_null(one.marks.todo);
	expect_points_e4(one.marks.total_e4, "16", "the total");
	one.manual_marks[1].is_marked = false;
	cr_expect_eq(mark(&one)->late, AS_LATE_UNKNOWN);
	cr_expect_not_null(strstr(lines_of(one.marks.todo), "a draft;"));
	override(&one, 1, 60000);
	expect_points_e4(mark(&one)->total_e4, "14", "the total");
	cr_expect(one.marks.complete);
	end(&one);
}

Test(marks_late, a_penalty_that_is_unknown_after_a_decision_says_what_to_write)
{
	struct one one;

	begin(&one, DUE "late: {per: day, penalty: 10%}\n" ITEMS, "AAAA");
	one.marking.undecided = true;
	one.marking.doubt = "a draft; submit it";
	one.marking.due_unknown = true;
	give(&one, 1, 80000);
	override(&one, 0, 100000);
	cr_expect_eq(mark(&one)->late, AS_LATE_NO, "it is in time in any case");
	cr_expect(one.marks.complete);
	one.marking.time_s = DUE_S + 1;
	cr_expect_eq(mark(&one)->late, AS_LATE_UNKNOWN);
	cr_expect_str_eq(lines_of(one.marks.todo),
		"late: the deadline of the student is unknown; write the extension into the scheme "
		"(key extensions), or set the total in overrides.csv|");
	one.marking.time_known = false;
	cr_expect_str_eq(lines_of(mark(&one)->todo),
		"late: the time of the submission is unknown; give it with --times, or set the "
		"total in overrides.csv|");
	one.work.submitted = false;
	cr_expect_str_eq(lines_of(mark(&one)->todo),
		"late: the time of the submission is unknown; set the total in overrides.csv|");
	cr_expect(!one.marks.complete);
	override(&one, SIZE_MAX, 150000);
	cr_expect(mark(&one)->complete);
	cr_expect_null(one.marks.todo);
	end(&one);
}

Test(marks_late, an_unknown_time_changes_nothing_without_a_policy)
{
	struct one one;

	begin(&one, DUE ITEMS, "AAAA");
	give(&one, 1, 80000);
	one.marking.time_known = false;
	cr_expect_eq(mark(&one)->late, AS_LATE_UNKNOWN);
	cr_expect(one.marks.complete);
	end(&one);
	begin(&one, ITEMS, "AAAA");
	give(&one, 1, 80000);
	one.marking.time_known = false;
	cr_expect_eq(mark(&one)->late, AS_LATE_NO);
	cr_expect(one.marks.complete);
	end(&one);
}

Test(marks_late, late_without_a_policy_is_reported_and_costs_nothing)
{
	struct one one;

	begin(&one, DUE ITEMS, "AAAA");
	one.marking.time_s = DUE_S + 1;
	cr_expect_eq(mark(&one)->late, AS_LATE_YES);
	cr_expect_eq(one.marks.late_s, 1);
	cr_expect_eq(one.marks.penalty_e4, 0);
	end(&one);
}

Test(marks_late, an_extension_is_one_persons_deadline)
{
	static const char scheme[] =
		DUE "late: {per: day, penalty: 10%}\n"
		    "extensions: {s1: 2d, s3: 2026-10-07T23:59:00+02:00, '007': 1h}\n" ITEMS;
	struct one one;

	begin(&one, scheme, "AAAA");
	one.marking.time_s = DUE_S + 2 * DAY_S;
	cr_expect_eq(mark(&one)->late, AS_LATE_NO);
	one.marking.time_s++;
	cr_expect_eq(mark(&one)->late_units, 1);
	one.marking.id = "s2";
	cr_expect_eq(mark(&one)->late_units, 3);
	one.marking.id = "s3";
	cr_expect_eq(mark(&one)->late_s, 1);
	one.marking.id = "007";
	cr_expect_eq(mark(&one)->late_s, 2 * DAY_S + 1 - HOUR_S);
	cr_expect_eq(as_scheme_due_of(&one.scheme, "nobody"), DUE_S);
	end(&one);
}

/* ---- attempts ---- */

#define NOWHEN -1

struct attempt_case {
	const char *rule;
	struct {
		int64_t time_s; /* relative to the deadline; NOWHEN: unknown */
		uint64_t number;
		int64_t total;
	} attempts[4];
	size_t count;
	size_t expected;
};

#define NONE SIZE_MAX
#define UNDECIDED (SIZE_MAX - 1)
static const struct attempt_case attempt_cases[] = {
	{"last", {{0}}, 0, NONE},
	{"last", {{NOWHEN, 0, 5}}, 1, 0},
	{"last", {{10, 0, 5}, {20, 0, 1}, {15, 0, 9}}, 3, 1},
	{"last", {{NOWHEN, 2, 5}, {NOWHEN, 3, 5}, {NOWHEN, 1, 5}}, 3, 1},
	{"last", {{NOWHEN, 0, 5}, {NOWHEN, 0, 5}}, 2, UNDECIDED},
	{"last", {{10, 0, 5}, {NOWHEN, 0, 5}}, 2, UNDECIDED},
	{"last", {{10, 1, 5}, {NOWHEN, 2, 5}}, 2, 1},
	{"last", {{10, 1, 5}, {10, 2, 5}}, 2, 1},
	{"best", {{10, 0, 5}, {20, 0, 9}, {30, 0, 7}}, 3, 1},
	{"best", {{30, 0, 9}, {20, 0, 9}, {10, 0, 7}}, 3, 1},
	{"best", {{NOWHEN, 0, 9}, {NOWHEN, 0, 5}}, 2, 0},
	{"best", {{NOWHEN, 0, 9}, {NOWHEN, 0, 9}}, 2, UNDECIDED},
	{"best", {{0}}, 0, NONE},
	{"last_before_due", {{10, 0, 5}, {20, 0, 5}, {101, 0, 5}}, 3, 1},
	{"last_before_due", {{10, 0, 5}, {100, 0, 5}}, 2, 1},
	{"last_before_due", {{101, 0, 5}}, 1, NONE},
	{"last_before_due", {{101, 0, 5}, {102, 0, 5}}, 2, NONE},
	{"last_before_due", {{50, 0, 5}, {50, 0, 6}}, 2, UNDECIDED},
	{"last_before_due", {{NOWHEN, 0, 5}}, 1, UNDECIDED},
	{"last_before_due", {{10, 0, 5}, {NOWHEN, 0, 5}}, 2, UNDECIDED},
};

static size_t choose(const struct attempt_case *from, const size_t *order)
{
	struct as_scheme scheme = {0};
	struct as_attempt attempts[4] = {0};
	char text[128];

	snprintf(text, sizeof(text), DUE "attempt: %s\nitems: [{id: a, points: 1, package: p}]\n",
		from->rule);
	read_scheme(&scheme, text);
	for (size_t i = 0; i < from->count; i++)
		attempts[i] =
			(struct as_attempt){.time_known = from->attempts[order[i]].time_s != NOWHEN,
				.time_s = from->attempts[order[i]].time_s,
				.number = from->attempts[order[i]].number,
				.total_e4 = from->attempts[order[i]].total};
	const size_t chosen = as_attempt_choose(&scheme, 100, attempts, from->count);
	cr_expect_eq(as_attempt_is_undecided(&scheme, 100, attempts, from->count),
		from->expected == UNDECIDED, "%s", text);
	as_scheme_clear(&scheme);
	if (chosen == SIZE_MAX)
		return from->expected == UNDECIDED ? UNDECIDED : NONE;
	return order[chosen];
}

Test(marks_late, the_attempt_that_counts_does_not_depend_on_the_order)
{
	static const size_t orders[3][4] = {{0, 1, 2, 3}, {2, 1, 0, 3}, {1, 2, 0, 3}};
	static const size_t orders_of_two[2][4] = {{0, 1}, {1, 0}};

	for (size_t i = 0; i < sizeof(attempt_cases) / sizeof(*attempt_cases); i++) {
		const struct attempt_case *one = &attempt_cases[i];
		for (size_t k = 0; k < (one->count == 3 ? 3u : one->count == 2 ? 2u : 1u); k++)
			cr_expect_eq(choose(one, one->count == 3 ? orders[k] : orders_of_two[k]),
				one->expected, "row %zu, order %zu", i, k);
	}
}

Test(marks_late, an_attempt_within_the_grace_is_in_time)
{
	struct as_scheme scheme = {0};
	const struct as_attempt attempts[] = {{.time_known = true, .time_s = 50},
		{.time_known = true, .time_s = 1000}, {.time_known = true, .time_s = 1001}};

	read_scheme(&scheme, DUE "late: {per: day, penalty: 1, grace: 15 min}\n"
				 "attempt: last_before_due\n"
				 "items: [{id: a, points: 1, package: p}]\n");
	cr_expect_eq(as_attempt_choose(&scheme, 100, attempts, 3), 1);
	as_scheme_clear(&scheme);
}
