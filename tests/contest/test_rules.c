/* SPDX-License-Identifier: MIT */
/* Rules that are out of range, and scores as exact decimals. */
#include <assay/base/points.h>
#include <assay/contest/rules.h>
#include <criterion/criterion.h>
#include <math.h>

Test(rules, the_predefined_rules_are_valid)
{
	cr_expect_eq(as_rules_check(&AS_RULES_ICPC, NULL), 0);
	cr_expect_eq(as_rules_check(&AS_RULES_IOI, NULL), 0);
	cr_expect_eq(AS_RULES_ICPC.penalty_ms, 1200000);
	cr_expect_eq(AS_RULES_ICPC.type, AS_SCOREBOARD_PASS_FAIL);
	cr_expect_eq(AS_RULES_ICPC.rounding, AS_PENALTY_MINUTE);
	cr_expect_eq(AS_RULES_ICPC.rounding_point, AS_PENALTY_ROUND_EACH);
	cr_expect_eq(AS_RULES_ICPC.mode, AS_PENALTY_SUM);
	cr_expect(!AS_RULES_ICPC.compile_error_has_penalty);
	cr_expect_eq(AS_RULES_IOI.type, AS_SCOREBOARD_SCORE);
	cr_expect_eq(AS_RULES_IOI.score_mode, AS_SCORE_GROUPS);
	cr_expect_eq(AS_RULES_IOI.ties, AS_TIES_SHARED);
}

static void refuse(const struct as_rules *rules, const char *expected)
{
	struct as_error error = {0};

	cr_expect_eq(as_rules_check(rules, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_str_eq(error.text, expected);
	cr_expect_null(as_board_open(rules, 1, 1, NULL));
}

Test(rules, rules_out_of_range_are_refused)
{
	struct as_rules rules = AS_RULES_ICPC;

	rules.penalty_ms = -1;
	refuse(&rules, "penalty time of -1 ms: write one from 0 to 316224000 ms");
	rules.penalty_ms = 316224001;
	refuse(&rules, "penalty time of 316224001 ms: write one from 0 to 316224000 ms");
	rules = AS_RULES_ICPC;
	rules.mode = (enum as_penalty_mode)2;
	refuse(&rules, "unknown rule of the scoreboard");
}

Test(rules, a_judgement_counts_as_the_rules_say)
{
	struct as_rules rules = AS_RULES_ICPC;

	cr_expect_eq(as_board_state_of(&rules, AS_BOARD_UNJUDGED), AS_BOARD_PENDING);
	cr_expect_eq(as_board_state_of(&rules, AS_BOARD_JUDGING_ERROR), AS_BOARD_PENDING);
	cr_expect_eq(as_board_state_of(&rules, AS_BOARD_AC), AS_BOARD_ACCEPTED);
	cr_expect_eq(as_board_state_of(&rules, AS_BOARD_OTHER), AS_BOARD_REJECTED);
	cr_expect_eq(as_board_state_of(&rules, AS_BOARD_CE), AS_BOARD_REJECTED_FREE);
	rules.compile_error_has_penalty = true;
	cr_expect_eq(as_board_state_of(&rules, AS_BOARD_CE), AS_BOARD_REJECTED);
}

static void expect_score(double points, int64_t expected_e6, const char *expected)
{
	int64_t score_e6 = -1;

	cr_expect(as_points_to_e6(points, &score_e6));
	cr_expect_eq(score_e6, expected_e6, "%f is %jd", points, (intmax_t)score_e6);
	cr_expect_str_eq(as_score_format(score_e6, (char[AS_SCORE_SIZE]){0}), expected);
}

Test(rules, a_score_has_six_decimals)
{
	expect_score(0, 0, "0");
	expect_score(-0.0, 0, "0");
	expect_score(100, 100000000, "100");
	expect_score(0.1, 100000, "0.1");
	expect_score(0.1 + 0.2, 300000, "0.3");
	expect_score(100.0 / 3, 33333333, "33.333333");
	expect_score(200.0 / 3, 66666667, "66.666667");
	expect_score(0.0000005, 1, "0.000001");
	expect_score(0.0000004, 0, "0");
	expect_score(1e9, AS_SCORE_MAX_E6, "1000000000");
	cr_expect_str_eq(as_score_format(-1500000, (char[AS_SCORE_SIZE]){0}), "-1.5");
	cr_expect_str_eq(
		as_score_format(INT64_MIN, (char[AS_SCORE_SIZE]){0}), "-9223372036854.775808");
}
