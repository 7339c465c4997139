/* SPDX-License-Identifier: MIT */
/* Marks of a person: the steps to the total, bonus, rounding, overrides, dependencies, sight. */
#include "marks_one.h"

Test(marks, a_whole_example_step_by_step)
{
	struct one one;

	begin(&one, DUE "late: {per: day, penalty: 10%}\nrounding: {step: 0.5}\n" ITEMS, "AAAW");
	give(&one, 1, 65000);
	one.marking.time_s = DUE_S + DAY_S + 1;
	const struct as_marks *marks = mark(&one);
	cr_expect_eq(marks->items[0].state, AS_MARK_JUDGED);
	expect_points_e4(marks->items[0].raw_e4, "9", "three of four tests of 12 points");
	cr_expect_eq(marks->items[0].accepted, 3);
	cr_expect_eq(marks->items[0].tests, 4);
	cr_expect_eq(marks->items[1].state, AS_MARK_GIVEN);
	cr_expect_str_eq(marks->items[1].comment, "well done");
	expect_points_e4(marks->items[1].raw_e4, "6.5", "given");
	expect_points_e4(marks->sum_e4, "15.5", "the sum");
	cr_expect_eq(marks->late, AS_LATE_YES);
	cr_expect_eq(marks->late_s, DAY_S + 1);
	cr_expect_eq(marks->late_units, 2);
	expect_points_e4(marks->penalty_e4, "4", "two days at 10 % of 20");
	expect_points_e4(marks->after_late_e4, "11.5", "after the penalty");
	expect_points_e4(marks->total_e4, "11.5", "the total");
	cr_expect(marks->complete);
	cr_expect_null(marks->todo);
	end(&one);
}

Test(marks, a_manual_item_without_a_mark_needs_a_person)
{
	struct one one;

	begin(&one, ITEMS, "AAAA");
	const struct as_marks *marks = mark(&one);
	cr_expect_eq(marks->items[1].state, AS_MARK_NEEDS_PERSON);
	cr_expect(!marks->complete);
	cr_expect_null(marks->todo, "it is no decision");
	cr_expect_str_eq(marks->unmarked, "hand: no mark yet");
	expect_points_e4(marks->total_e4, "12", "what is known");
	one.marking.manual = NULL;
	cr_expect_eq(mark(&one)->items[1].state, AS_MARK_NEEDS_PERSON);
	end(&one);
}

Test(marks, a_comment_without_a_mark_is_kept)
{
	struct one one;

	begin(&one, ITEMS, "AAAA");
	one.manual_marks[1].comment = (char *)"see me";
	const struct as_marks *marks = mark(&one);
	cr_expect_eq(marks->items[1].state, AS_MARK_NEEDS_PERSON);
	cr_expect_str_eq(marks->items[1].comment, "see me");
	end(&one);
}

Test(marks, after_the_deadline_a_missing_submission_gets_0_and_is_complete)
{
	struct one one;

	begin(&one, DUE "late: {per: day, penalty: 10%}\n" ITEMS, "AAAA");
	one.work = (struct as_work){.submitted = false};
	one.marking.submitted = false;
	one.marking.time_known = false;
	const struct as_marks *marks = mark(&one);
	cr_expect_eq(marks->items[0].state, AS_MARK_NOT_SUBMITTED);
	cr_expect_eq(marks->items[1].state, AS_MARK_NOT_SUBMITTED);
	cr_expect_eq(marks->late, AS_LATE_NO);
	cr_expect_eq(marks->total_e4, 0);
	cr_expect(marks->complete);
	end(&one);
}

/* An extension may last for weeks after the class was graded. */
Test(marks, before_the_deadline_a_missing_submission_has_no_mark)
{
	struct one one;

	begin(&one, DUE "extensions: {s1: 2d}\n" ITEMS, "AAAA");
	one.work = (struct as_work){.submitted = false};
	one.marking.submitted = false;
	one.marking.time_known = false;
	one.marking.may_submit = true;
	const struct as_marks *marks = mark(&one);
	cr_expect_eq(marks->items[0].state, AS_MARK_AWAITED);
	cr_expect_eq(marks->items[1].state, AS_MARK_AWAITED);
	cr_expect_not(marks->complete);
	cr_expect_str_eq(lines_of(marks->todo),
		"submission: may be handed in until 2026-10-07T23:59:00+02:00|");
	give(&one, 1, 80000);
	cr_expect_not(mark(&one)->complete);
	override(&one, 0, 0);
	cr_expect(mark(&one)->complete);
	end(&one);
}

Test(marks, a_mark_on_paper_counts_without_a_submission)
{
	struct one one;

	begin(&one, ITEMS, "AAAA");
	one.work = (struct as_work){.submitted = false};
	one.marking.submitted = false;
	give(&one, 1, 70000);
	expect_points_e4(mark(&one)->total_e4, "7", "the mark on paper");
	end(&one);
}

#define AGAIN "; run the command again, or decide in overrides.csv|"

Test(marks, unjudged_work_does_not_get_0)
{
	struct one one;

	begin(&one, ITEMS, "AAAA");
	give(&one, 1, 80000);
	one.work.result = NULL;
	cr_expect_eq(mark(&one)->items[0].state, AS_MARK_NOT_JUDGED);
	cr_expect_str_eq(lines_of(one.marks.todo), "auto: not judged yet" AGAIN);
	cr_expect(!one.marks.complete);
	end(&one);
	begin(&one, ITEMS, "AAJA");
	give(&one, 1, 80000);
	cr_expect_eq(mark(&one)->items[0].state, AS_MARK_NOT_JUDGED);
	cr_expect_str_eq(lines_of(one.marks.todo), "auto: judging error" AGAIN);
	end(&one);
}

#define SEVERAL                                                                                    \
	"items:\n  - {id: one, package: p, groups: [secret], points: 1}\n"                         \
	"  - {id: two, package: p, groups: [secret], points: 1}\n"                                 \
	"  - {id: style, manual: true, points: 4}\n  - {id: report, manual: true, points: 4}\n"

Test(marks, a_reason_is_listed_once_with_its_items)
{
	struct one one;

	begin(&one, SEVERAL, "AAAA");
	one.work.result = NULL;
	const struct as_marks *marks = mark(&one);
	cr_expect_str_eq(lines_of(marks->todo), "not judged yet" AGAIN);
	cr_expect_str_eq(marks->unmarked, "style, report: no mark yet");
	override(&one, 0, 0);
	marks = mark(&one);
	cr_expect_str_eq(lines_of(marks->todo), "two: not judged yet" AGAIN);
	give(&one, 2, 10000);
	cr_expect_str_eq(mark(&one)->unmarked, "report: no mark yet");
	end(&one);
}

/* The engine's remedies are for other commands. */
Test(marks, files_that_were_not_compiled_do_not_get_0)
{
	static const char *const reasons[] = {
		"entry-point", "language", "name", "not-regular", "too-large"};
	struct one one;

	begin(&one, ITEMS, "----");
	give(&one, 1, 80000);
	one.result.result.verdict = AS_VERDICT_CE;
	one.result.result.compile.output =
		(char *)"entry point not clear: a.py, b\x1b.py; rename one, or use --entry-point";
	for (size_t i = 0; i < sizeof(reasons) / sizeof(*reasons); i++) {
		one.result.result.compile.reason = (char *)reasons[i];
		const struct as_marks *marks = mark(&one);
		cr_expect_eq(marks->items[0].state, AS_MARK_NOT_JUDGED, "%s", reasons[i]);
		cr_expect_not(marks->complete);
		cr_expect_str_eq(lines_of(marks->todo),
			"auto: entry point not clear: a.py, b\\x1B.py; delete or rename files of "
			"the submission and run the command again, or decide in overrides.csv|");
	}
	one.result.result.compile.reason = (char *)"empty";
	cr_expect_not_null(strstr(lines_of(mark(&one)->todo),
		"; look at left-out.csv, and decide in overrides.csv|"));
	one.result.result.compile.reason = (char *)"archive";
	one.result.result.compile.output = (char *)"the archive 'sum.rar' is not unpacked";
	cr_expect_str_eq(lines_of(mark(&one)->todo),
		"auto: the archive 'sum.rar' is not unpacked; unpack it into the student's folder, "
		"or pack it again as zip, and run the command again, or decide in overrides.csv|");
	one.result.result.compile.reason = (char *)"compiler";
	cr_expect(mark(&one)->complete);
	cr_expect_eq(one.marks.items[0].state, AS_MARK_JUDGED);
	one.result.result.compile.reason = (char *)"language";
	override(&one, 0, 0);
	cr_expect(mark(&one)->complete);
	end(&one);
}

/* The validator's request does not change the mark; its message has other lines, too. */
Test(marks, a_validator_may_ask_for_a_person)
{
	struct one one;

	begin(&one, ITEMS, "AAAW");
	give(&one, 1, 80000);
	one.result.tests[0].judge_message = (char *)"12 calls\nperson: too fast\x1b\nend\n";
	one.result.tests[2].judge_message = (char *)"person: too fast\x1b\nperson: no recursion";
	one.result.tests[3].judge_message = (char *)"a person: is not meant\n\n";
	const struct as_marks *marks = mark(&one);
	expect_points_e4(marks->items[0].mark_e4, "9", "auto");
	expect_points_e4(marks->total_e4, "17", "total");
	cr_expect_not(marks->complete);
	cr_expect_str_eq(lines_of(marks->todo),
		"auto: too fast\\x1B; no recursion; look at the submission, and decide in "
		"overrides.csv|");
	override(&one, 0, 90000);
	marks = mark(&one);
	cr_expect(marks->complete);
	cr_expect_null(marks->todo);
	expect_points_e4(marks->total_e4, "17", "total");
	end(&one);
}

Test(marks, undecided_attempts_do_not_get_0)
{
	struct one one;

	begin(&one, DUE "late: {per: day, penalty: 10%}\n" ITEMS, "AAAA");
	one.work = (struct as_work){.submitted = false};
	one.marking.submitted = false;
	one.marking.undecided = true;
	const struct as_marks *marks = mark(&one);
	cr_expect_eq(marks->items[0].state, AS_MARK_NOT_JUDGED);
	cr_expect_eq(marks->items[1].state, AS_MARK_NEEDS_PERSON);
	cr_expect_eq(marks->late, AS_LATE_UNKNOWN);
	cr_expect(!marks->complete);
	cr_expect_str_eq(lines_of(marks->todo),
		"attempts: the attempt that counts is unknown; give the times with --times, keep "
		"one attempt, or decide in overrides.csv|"
		"late: the time of the submission is unknown; give it with --times, or set the "
		"total in overrides.csv|");
	cr_expect_str_eq(marks->unmarked, "hand: no mark yet");
	one.marking.doubt = "unknown";
	cr_expect_str_eq(
		lines_of(mark(&one)->todo), "submission: unknown, or decide in overrides.csv|");
	cr_expect_eq(one.marks.late, AS_LATE_UNKNOWN);
	one.marking.doubt = NULL;
	override(&one, SIZE_MAX, 100000);
	cr_expect(mark(&one)->complete);
	end(&one);
}

/* ---- bonus, rounding, overrides ---- */

#define BONUS "  - {id: extra, manual: true, points: 3, bonus: true}\n"

struct total_case {
	const char *keys; /* of the scheme */
	int64_t hand_e4, bonus_e4;
	int64_t late_s;
	const char *sum, *bonus, *capped, *total;
};

static const struct total_case total_cases[] = {
	{"", 65000, 0, 0, "15.5", "0", "15.5", "15.5"},
	{"", 65000, 30000, 0, "15.5", "3", "18.5", "18.5"},
	{"", 80000, 30000, 0, "17", "3", "20", "20"},
	{"", 80000, 30000, 1, "17", "3", "18", "18"},
	{"above_total: true\n", 80000, 30000, 0, "17", "3", "20", "20"},
	{"rounding: {step: 1}\n", 65000, 0, 0, "15.5", "0", "15.5", "16"},
	{"rounding: {step: 1, mode: half_even}\n", 55000, 0, 0, "14.5", "0", "14.5", "14"},
	{"rounding: {step: 1, mode: down}\n", 69999, 0, 0, "15.9999", "0", "15.9999", "15"},
	{"rounding: {step: 0.25, mode: up}\n", 65001, 0, 0, "15.5001", "0", "15.5001", "15.75"},
	{"rounding: {step: 0.0001}\n", 65001, 0, 0, "15.5001", "0", "15.5001", "15.5001"},
	{"", 65049, 0, 0, "15.5049", "0", "15.5049", "15.5"},
	{"", 65050, 0, 0, "15.505", "0", "15.505", "15.51"},
};

Test(marks, totals_by_table)
{
	for (size_t i = 0; i < sizeof(total_cases) / sizeof(*total_cases); i++) {
		const struct total_case *wanted = &total_cases[i];
		char text[512];
		struct one one;
		snprintf(text, sizeof(text), DUE "late: {per: day, penalty: 10%%}\n%s" ITEMS BONUS,
			wanted->keys);
		begin(&one, text, "AAAW");
		give(&one, 1, wanted->hand_e4);
		give(&one, 2, wanted->bonus_e4);
		one.marking.time_s = DUE_S + wanted->late_s;
		const struct as_marks *marks = mark(&one);
		cr_expect_str_eq(AS_POINTS(marks->sum_e4), wanted->sum, "row %zu", i);
		cr_expect_str_eq(AS_POINTS(marks->bonus_e4), wanted->bonus, "row %zu", i);
		cr_expect_str_eq(AS_POINTS(marks->capped_e4), wanted->capped, "row %zu", i);
		cr_expect_str_eq(AS_POINTS(marks->total_e4), wanted->total, "row %zu: %s", i,
			AS_POINTS(marks->total_e4));
		end(&one);
	}
}

Test(marks, a_bonus_exceeds_the_total_only_if_the_scheme_says_so)
{
	struct one one;

	begin(&one, ITEMS BONUS, "AAAA");
	give(&one, 1, 80000);
	give(&one, 2, 20000);
	expect_points_e4(mark(&one)->after_late_e4, "22", "before the cap");
	expect_points_e4(one.marks.total_e4, "20", "the total");
	end(&one);
	begin(&one, "above_total: true\n" ITEMS BONUS, "AAAA");
	give(&one, 1, 80000);
	give(&one, 2, 20000);
	expect_points_e4(mark(&one)->total_e4, "22", "the total");
	end(&one);
}

Test(marks, an_override_keeps_the_raw_mark)
{
	struct one one;

	begin(&one, ITEMS, "AAAW");
	give(&one, 1, 65000);
	override(&one, 0, 120000);
	const struct as_marks *marks = mark(&one);
	expect_points_e4(marks->items[0].raw_e4, "9", "the raw mark");
	expect_points_e4(marks->items[0].mark_e4, "12", "the mark");
	cr_expect(marks->items[0].overridden);
	cr_expect_str_eq(marks->items[0].override_reason, "oral exam");
	expect_points_e4(marks->total_e4, "18.5", "the total");
	cr_expect(!marks->overridden);
	end(&one);
}

Test(marks, an_override_of_the_total_comes_last)
{
	struct one one;

	begin(&one, DUE "late: {per: day, penalty: 10%}\nrounding: {step: 1}\n" ITEMS, "AAAW");
	one.marking.time_known = false;
	override(&one, SIZE_MAX, 123456);
	const struct as_marks *marks = mark(&one);
	expect_points_e4(marks->rounded_e4, "9", "what the items say");
	expect_points_e4(marks->total_e4, "12.3456", "what the person says");
	cr_expect(marks->overridden);
	cr_expect_str_eq(marks->override_reason, "oral exam");
	cr_expect(marks->complete, "a person has decided");
	cr_expect_null(marks->todo);
	end(&one);
}

/* The platform does not import it, not even as an override. */
Test(marks, a_total_above_the_platforms_maximum_is_for_a_person)
{
	struct one one;

	begin(&one, ITEMS, "AAAA");
	give(&one, 1, 80000);
	one.marking.max_e4 = 200000;
	cr_expect(mark(&one)->complete);
	one.marking.max_e4 = 150000;
	const struct as_marks *marks = mark(&one);
	cr_expect_not(marks->complete);
	expect_points_e4(marks->total_e4, "20", "total");
	cr_expect_str_eq(lines_of(marks->todo),
		"total: 20 is above the platform's maximum of 15; change the maximum there and "
		"export the sheet again, or decide in overrides.csv|");
	override(&one, SIZE_MAX, 160000);
	cr_expect_not(mark(&one)->complete);
	one.override[0].points_e4 = 150000;
	marks = mark(&one);
	cr_expect(marks->complete);
	cr_expect_null(marks->todo);
	end(&one);
}

Test(marks, an_override_decides_what_is_not_judged)
{
	struct one one;

	begin(&one, ITEMS, "AAJA");
	give(&one, 1, 80000);
	override(&one, 0, 60000);
	const struct as_marks *marks = mark(&one);
	cr_expect_eq(marks->items[0].state, AS_MARK_NOT_JUDGED);
	expect_points_e4(marks->total_e4, "14", "the total");
	cr_expect(marks->complete);
	end(&one);
}

Test(marks, overrides_of_others_do_not_count)
{
	struct one one;

	begin(&one, ITEMS, "AAAA");
	override(&one, SIZE_MAX, 10000);
	one.override[0].id = (char *)"s2";
	cr_expect(!mark(&one)->overridden);
	end(&one);
}

/* ---- dependencies and sight ---- */

#define CHAIN                                                                                      \
	"package: p\n"                                                                             \
	"items:\n"                                                                                 \
	"  - {id: one, points: 1, tests: [secret/01]}\n"                                           \
	"  - {id: two, points: 1, tests: [secret/02], needs: [one]}\n"                             \
	"  - {id: three, points: 1, tests: [secret/03], needs: [two]}\n"                           \
	"  - {id: four, points: 1, tests: [secret/04], needs: [one, three]}\n"

static void expect_follows(const char *letters, const char *expected)
{
	struct one one;
	char text[64] = "";

	begin(&one, CHAIN, letters);
	const struct as_marks *marks = mark(&one);
	for (size_t i = 0; i < 4; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s ",
			marks->items[i].follows == SIZE_MAX
				? "-"
				: one.scheme.items[marks->items[i].follows].id);
	cr_expect_str_eq(text, expected, "%s: %s", letters, text);
	end(&one);
}

Test(marks, an_item_skipped_after_a_failure_names_the_first_cause)
{
	expect_follows("AAAA", "- - - - ");
	expect_follows("AAAW", "- - - - ");
	expect_follows("WAAA", "- one - one ");
	expect_follows("WWAA", "- one one one ");
	expect_follows("AWWW", "- - two two ");
	expect_follows("AWAW", "- - two - ");
	expect_follows("AAWW", "- - - three ");
}

Test(marks, an_item_with_a_failed_prerequisite_keeps_its_mark)
{
	struct one one;

	begin(&one, CHAIN, "WAAA");
	expect_points_e4(mark(&one)->total_e4, "3", "the total");
	end(&one);
}

Test(marks, visibility_by_stage)
{
	static const bool shown[4][3] = {
		[AS_VISIBILITY_VISIBLE] = {true, true, true},
		[AS_VISIBILITY_AFTER_DUE_DATE] = {false, true, true},
		[AS_VISIBILITY_AFTER_PUBLISHED] = {false, false, true},
		[AS_VISIBILITY_HIDDEN] = {false, false, false},
	};

	for (int v = 0; v < 4; v++)
		for (int stage = 0; stage < 3; stage++)
			cr_expect_eq(as_visibility_shows(
					     (enum as_visibility)v, (enum as_class_stage)stage),
				shown[v][stage], "%s at %d",
				as_visibility_name((enum as_visibility)v), stage);
}

Test(marks, the_total_is_hidden_while_an_item_of_it_is)
{
	struct one one;

	begin(&one,
		"items:\n"
		"  - {id: a, points: 1, package: p}\n"
		"  - {id: b, points: 1, package: p, visibility: after_published}\n"
		"  - {id: c, points: 0, package: p, visibility: hidden}\n",
		"AAAA");
	cr_expect(!as_marks_total_is_shown(&one.scheme, AS_STAGE_AFTER_DUE));
	cr_expect(as_marks_total_is_shown(&one.scheme, AS_STAGE_PUBLISHED));
	end(&one);
}

/* Tests 1 and 2 failed; 1 has full feedback, and 4 is a sample. */
static void expect_shown(const char *feedback, const char *expected)
{
	struct one one;
	char scheme[256], text[8] = "";

	snprintf(scheme, sizeof(scheme),
		"items: [{id: a, points: 1, package: p, tests: ['secret/0*'], feedback: %s}]\n",
		feedback);
	begin(&one, scheme, "AWWA");
	one.result.tests[2].sight.full_feedback = true;
	one.result.tests[3].sight.is_sample = true;
	for (size_t t = 0; t < 4; t++)
		text[t] = as_feedback_shows(
				  &one.scheme.items[0], &one.result.result, &one.result.tests[t])
				  ? 'y'
				  : 'n';
	cr_expect_str_eq(text, expected, "%s: %s", feedback, text);
	end(&one);
}

Test(marks, feedback_shows_no_more_than_the_scheme_says)
{
	expect_shown("mark", "nnnn");
	expect_shown("verdicts", "nnnn");
	expect_shown("samples", "nnyy");
	expect_shown("first_failure", "nyyy");
	expect_shown("all", "yyyy");
}

/* ---- properties ---- */

/* A generator of its own, for equal numbers on each machine. */
static uint32_t next_random(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

Test(marks, every_step_follows_from_those_before_it)
{
	static const char *const policies[] = {"penalty: 10%", "penalty: 33.3333%, of: earned",
		"penalty: 1.2345", "penalty: 7%, max_penalty: 20%, grace: 1h",
		"penalty: 25%, max_late: 2d"};
	static const char *const modes[] = {"half_up", "half_even", "up", "down"};
	uint32_t state = 1;

	for (int round = 0; round < 400; round++) {
		char text[512], letters[5] = "";
		struct one one;
		const bool above = next_random(&state) % 2;
		snprintf(text, sizeof(text),
			DUE "late: {per: day, %s}\nrounding: {step: 0.5, mode: %s}\n"
			    "above_total: %s\n" ITEMS BONUS,
			policies[next_random(&state) % 5], modes[next_random(&state) % 4],
			above ? "true" : "false");
		for (size_t t = 0; t < 4; t++)
			letters[t] = next_random(&state) % 3 ? 'A' : 'W';
		begin(&one, text, letters);
		give(&one, 1, next_random(&state) % 80001);
		give(&one, 2, next_random(&state) % 30001);
		int64_t before_e4 = INT64_MAX;
		for (int64_t late_s = -DAY_S; late_s < 12 * DAY_S; late_s += 17011) {
			one.marking.time_s = DUE_S + late_s;
			const struct as_marks *marks = mark(&one);
			const int64_t earned_e4 = marks->items[0].mark_e4 +
						  marks->items[1].mark_e4 + marks->items[2].mark_e4;
			cr_assert_eq(marks->sum_e4 + marks->bonus_e4, earned_e4);
			cr_assert(marks->penalty_e4 >= 0 && marks->penalty_e4 <= earned_e4);
			cr_assert_eq(marks->after_late_e4, earned_e4 - marks->penalty_e4);
			cr_assert(marks->total_e4 >= 0 && marks->total_e4 <= 230000 + 5000);
			cr_assert(above || marks->total_e4 <= 200000);
			cr_assert_eq(marks->total_e4 % 5000, 0);
			cr_assert_leq(marks->total_e4, before_e4, "later is never better");
			before_e4 = marks->total_e4;
		}
		end(&one);
	}
}

Test(marks, more_points_are_never_worse)
{
	struct one one;
	int64_t before_e4 = 0;

	begin(&one,
		DUE "late: {per: day, penalty: 33.33%, of: earned}\nrounding: {step: 0.25}\n" ITEMS,
		"AAAW");
	one.marking.time_s = DUE_S + 1;
	for (int64_t hand_e4 = 0; hand_e4 <= 80000; hand_e4 += 37) {
		give(&one, 1, hand_e4);
		cr_assert_geq(mark(&one)->total_e4, before_e4);
		before_e4 = one.marks.total_e4;
	}
	end(&one);
}

Test(marks, the_same_arguments_give_the_same_marks)
{
	struct one one;

	begin(&one, DUE "late: {per: day, penalty: 10%}\n" ITEMS, "AWAW");
	give(&one, 1, 33333);
	const int64_t total_e4 = mark(&one)->total_e4;
	/* The order in which the tests ended does not matter. */
	const struct as_result_test first = one.result.tests[0];
	one.result.tests[0] = one.result.tests[3];
	one.result.tests[3] = first;
	cr_expect_eq(mark(&one)->total_e4, total_e4);
	end(&one);
}

Test(marks, a_scheme_that_is_not_bound_is_an_internal_error)
{
	struct as_scheme scheme = {0};
	struct as_error error = {0};
	struct as_marks marks = {0};
	const struct as_work work = {.submitted = true};
	const struct as_marking marking = {.scheme = &scheme, .id = "s", .works = &work};

	read_scheme(&scheme, "items: [{id: a, points: 1, package: p}]\n");
	cr_expect_eq(as_marks_compute(&marking, &marks, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INTERNAL);
	cr_expect_str_eq(error.text, "item 'a' is not bound to its package");
	as_scheme_clear(&scheme);
}
