/* SPDX-License-Identifier: MIT */
/* Boards of score contests. */
#include "board_case.h"

#define POINT_E6 INT64_C(1000000)

/* An attempt with the points of up to four groups, ended by -1. The total is their sum. */
static void attempt(struct as_board *board, uint32_t team, uint32_t problem, uint64_t arrival,
	int64_t minutes, enum as_board_state state, const int *points)
{
	int64_t groups_e6[4];
	struct as_board_attempt one = {.team = team,
		.problem = problem,
		.arrival = arrival,
		.time_ms = minutes * MINUTE_MS,
		.state = state,
		.groups_e6 = groups_e6};

	for (; points[one.group_count] >= 0; one.group_count++) {
		groups_e6[one.group_count] = points[one.group_count] * POINT_E6;
		one.score_e6 += groups_e6[one.group_count];
	}
	set_attempt(board, &one);
}
#define POINTS(...) ((const int[]){__VA_ARGS__, -1})
#define NO_POINTS ((const int[]){-1})

static void total(struct as_board *board, uint32_t team, uint64_t arrival, int64_t minutes,
	enum as_board_state state, int64_t points)
{
	set_attempt(board, &(struct as_board_attempt){.team = team,
				   .arrival = arrival,
				   .time_ms = minutes * MINUTE_MS,
				   .state = state,
				   .score_e6 = points * POINT_E6});
}

static struct as_rules ioi(enum as_score_mode mode)
{
	struct as_rules rules = AS_RULES_IOI;

	rules.score_mode = mode;
	return rules;
}

static void play_three(struct as_board *board)
{
	attempt(board, 0, 0, 1, 10, AS_BOARD_REJECTED, POINTS(40, 0));
	attempt(board, 0, 0, 2, 20, AS_BOARD_REJECTED, POINTS(0, 60));
	attempt(board, 0, 0, 3, 30, AS_BOARD_REJECTED, POINTS(10, 20));
}

Test(board_score, the_best_of_each_group_is_added_up)
{
	const struct as_rules rules = ioi(AS_SCORE_GROUPS);
	AUTO_BOARD board = open_board(&rules, 1, 1);

	play_three(board);
	/* The time is that of the last improvement. */
	expect_board(board, "1 t0 100 20 A3(100)@20\n");
}

Test(board_score, the_best_attempt_counts)
{
	const struct as_rules rules = ioi(AS_SCORE_BEST);
	AUTO_BOARD board = open_board(&rules, 1, 1);

	play_three(board);
	expect_board(board, "1 t0 60 20 A3(60)@20\n");
	/* Equal scores are not an improvement. */
	attempt(board, 0, 0, 4, 40, AS_BOARD_REJECTED, POINTS(60, 0));
	expect_board(board, "1 t0 60 20 A4(60)@20\n");
}

Test(board_score, the_last_attempt_counts)
{
	const struct as_rules rules = ioi(AS_SCORE_LAST);
	AUTO_BOARD board = open_board(&rules, 1, 1);

	play_three(board);
	expect_board(board, "1 t0 30 30 A3(30)@30\n");
	/* Pending attempts and compile errors do not count; any other attempt does. */
	attempt(board, 0, 0, 4, 40, AS_BOARD_PENDING, POINTS(50, 50));
	attempt(board, 0, 0, 5, 50, AS_BOARD_REJECTED_FREE, NO_POINTS);
	expect_board(board, "1 t0 30 30 A4+1(30)@30\n");
	attempt(board, 0, 0, 6, 60, AS_BOARD_REJECTED, NO_POINTS);
	expect_board(board, "1 t0 0 - A5+1(0)\n");
	/* In order of arrival, not of judging. */
	attempt(board, 0, 0, 4, 40, AS_BOARD_ACCEPTED, POINTS(50, 50));
	expect_board(board, "1 t0 0 - A6(0)!\n");
	cr_expect(as_board_remove(board, 0, 0, 6));
	expect_board(board, "1 t0 100 40 A5(100)@40!\n");
}

Test(board_score, a_compile_error_with_penalty_counts_as_the_last_attempt)
{
	struct as_rules rules = ioi(AS_SCORE_LAST);

	rules.compile_error_has_penalty = true;
	AUTO_BOARD board = open_board(&rules, 1, 1);
	attempt(board, 0, 0, 1, 10, AS_BOARD_REJECTED, POINTS(40));
	attempt(board, 0, 0, 2, 20, as_board_state_of(&rules, AS_BOARD_CE), NO_POINTS);
	expect_board(board, "1 t0 0 - A2(0)\n");
}

Test(board_score, pending_attempts_do_not_count)
{
	const struct as_rules rules = ioi(AS_SCORE_GROUPS);
	AUTO_BOARD board = open_board(&rules, 1, 1);

	attempt(board, 0, 0, 1, 10, AS_BOARD_REJECTED, POINTS(40, 0));
	attempt(board, 0, 0, 2, 20, AS_BOARD_PENDING, POINTS(40, 60));
	expect_board(board, "1 t0 40 10 A1+1(40)@10\n");
	attempt(board, 0, 0, 2, 20, AS_BOARD_ACCEPTED, POINTS(40, 60));
	expect_board(board, "1 t0 100 20 A2(100)@20!\n");
}

Test(board_score, attempts_after_an_accepted_one_count_too)
{
	const struct as_rules rules = ioi(AS_SCORE_GROUPS);
	AUTO_BOARD board = open_board(&rules, 1, 1);

	attempt(board, 0, 0, 1, 10, AS_BOARD_ACCEPTED, POINTS(50, 10));
	attempt(board, 0, 0, 2, 20, AS_BOARD_REJECTED, POINTS(10, 50));
	attempt(board, 0, 0, 3, 30, AS_BOARD_PENDING, POINTS(10, 50));
	expect_board(board, "1 t0 100 20 A2+1(100)@20!\n");
}

Test(board_score, without_groups_the_best_total_counts)
{
	const struct as_rules rules = ioi(AS_SCORE_GROUPS);
	AUTO_BOARD board = open_board(&rules, 1, 1);

	total(board, 0, 1, 10, AS_BOARD_REJECTED, 40);
	total(board, 0, 2, 20, AS_BOARD_REJECTED, 70);
	total(board, 0, 3, 30, AS_BOARD_REJECTED, 60);
	expect_board(board, "1 t0 70 20 A3(70)@20\n");
}

Test(board_score, rounded_thirds_of_a_score_add_up)
{
	const struct as_rules rules = ioi(AS_SCORE_GROUPS);
	const int64_t thirds_e6[] = {33333333, 33333333, 33333333};
	AUTO_BOARD board = open_board(&rules, 1, 1);

	set_attempt(board, &(struct as_board_attempt){.arrival = 1,
				   .time_ms = 10 * MINUTE_MS,
				   .state = AS_BOARD_ACCEPTED,
				   .score_e6 = 100 * POINT_E6,
				   .groups_e6 = thirds_e6,
				   .group_count = 3});
	expect_board(board, "1 t0 100 10 A1(100)@10!\n");
}

Test(board_score, groups_may_grow_in_number)
{
	const struct as_rules rules = ioi(AS_SCORE_GROUPS);
	AUTO_BOARD board = open_board(&rules, 1, 1);

	attempt(board, 0, 0, 1, 10, AS_BOARD_REJECTED, POINTS(10));
	attempt(board, 0, 0, 2, 20, AS_BOARD_REJECTED, POINTS(5, 20, 30));
	attempt(board, 0, 0, 3, 30, AS_BOARD_REJECTED, POINTS(0, 25));
	expect_board(board, "1 t0 65 30 A3(65)@30\n");
}

Test(board_score, the_problems_are_added_up_and_ties_are_shared)
{
	const struct as_rules rules = ioi(AS_SCORE_GROUPS);
	AUTO_BOARD board = open_board(&rules, 4, 2);

	attempt(board, 0, 0, 1, 10, AS_BOARD_REJECTED, POINTS(30));
	attempt(board, 0, 1, 2, 50, AS_BOARD_REJECTED, POINTS(20));
	attempt(board, 1, 0, 3, 20, AS_BOARD_REJECTED, POINTS(50));
	attempt(board, 2, 0, 4, 30, AS_BOARD_REJECTED, POINTS(51));
	expect_board(board, "1 t2 51 30 A1(51)@30\n"
			    "2 t0 50 50 A1(30)@10 B1(20)@50\n"
			    "2 t1 50 20 A1(50)@20\n"
			    "4 t3 0 -\n");
}

Test(board_score, the_last_improvement_breaks_ties_if_the_rules_say_so)
{
	struct as_rules rules = ioi(AS_SCORE_GROUPS);

	rules.ties = AS_TIES_TIME;
	AUTO_BOARD board = open_board(&rules, 3, 2);
	attempt(board, 0, 0, 1, 10, AS_BOARD_REJECTED, POINTS(30));
	attempt(board, 0, 1, 2, 50, AS_BOARD_REJECTED, POINTS(20));
	attempt(board, 1, 0, 3, 20, AS_BOARD_REJECTED, POINTS(50));
	attempt(board, 2, 0, 4, 50, AS_BOARD_REJECTED, POINTS(50));
	/* An attempt without improvement costs nothing. */
	attempt(board, 1, 0, 5, 70, AS_BOARD_REJECTED, POINTS(50));
	expect_board(board, "1 t1 50 20 A2(50)@20\n"
			    "2 t0 50 50 A1(30)@10 B1(20)@50\n"
			    "2 t2 50 50 A1(50)@50\n");
}

Test(board_score, times_are_rounded_before_they_break_ties)
{
	struct as_rules rules = ioi(AS_SCORE_BEST);

	rules.ties = AS_TIES_TIME;
	rules.rounding = AS_PENALTY_MINUTE;
	/* Has no effect in a score contest. */
	rules.rounding_point = AS_PENALTY_ROUND_TOTAL;
	AUTO_BOARD board = open_board(&rules, 2, 1);
	for (uint32_t i = 0; i < 2; i++)
		set_attempt(board, &(struct as_board_attempt){.team = i,
					   .arrival = i + 1,
					   .time_ms = 10 * MINUTE_MS + i * 1000,
					   .state = AS_BOARD_REJECTED,
					   .score_e6 = POINT_E6});
	expect_board(board, "1 t0 1 10 A1(1)@10\n1 t1 1 10 A1(1)@10\n");
}

Test(board_score, penalty_time_has_no_effect)
{
	struct as_rules rules = ioi(AS_SCORE_BEST);

	rules.penalty_ms = 20 * MINUTE_MS;
	AUTO_BOARD board = open_board(&rules, 2, 1);
	total(board, 0, 1, 10, AS_BOARD_REJECTED, 40);
	total(board, 1, 2, 20, AS_BOARD_REJECTED, 40);
	expect_board(board, "1 t0 40 10 A1(40)@10\n1 t1 40 20 A1(40)@20\n");
	cr_expect_eq(as_board_row(board, 0).total_ms, 0);
	cr_expect_eq(as_board_cell(board, 0, 0).penalty_ms, 0);
}

Test(board_score, scores_have_no_effect_in_a_pass_fail_contest)
{
	AUTO_BOARD board = open_board(&AS_RULES_ICPC, 1, 1);

	total(board, 0, 1, 10, AS_BOARD_REJECTED, 40);
	expect_board(board, "1 t0 0 0 - A1\n");
	cr_expect_eq(as_board_row(board, 0).score_e6, 0);
}

Test(board_score, the_greatest_scores_do_not_overflow)
{
	const struct as_rules rules = ioi(AS_SCORE_GROUPS);
	AUTO_BOARD board = open_board(&rules, 1, AS_BOARD_MAX_PROBLEMS);
	int64_t groups_e6[AS_BOARD_MAX_GROUPS];

	for (size_t i = 0; i < AS_BOARD_MAX_GROUPS; i++)
		groups_e6[i] = AS_SCORE_MAX_E6;
	for (uint32_t i = 0; i < AS_BOARD_MAX_PROBLEMS; i++)
		set_attempt(board, &(struct as_board_attempt){.problem = i,
					   .arrival = i + 1,
					   .state = AS_BOARD_ACCEPTED,
					   .score_e6 = AS_SCORE_MAX_E6,
					   .groups_e6 = groups_e6,
					   .group_count = AS_BOARD_MAX_GROUPS});
	cr_expect_eq(as_board_cell(board, 0, 0).score_e6, AS_SCORE_MAX_E6);
	cr_expect_eq(as_board_row(board, 0).score_e6, AS_BOARD_MAX_PROBLEMS * AS_SCORE_MAX_E6);
}
