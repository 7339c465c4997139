/* SPDX-License-Identifier: MIT */
/* Boards of pass-fail contests: each rule of "Scoring Data Generation" of the Contest Control
 * System Requirements, with expected values computed by hand. */
#include "board_case.h"

static const struct as_rules icpc = {.penalty_ms = 20 * MINUTE_MS};

/* Checks the board of one team and one problem after the attempts. */
static void expect_one(const struct as_rules *rules, const char *attempts, const char *expected)
{
	AUTO_BOARD board = played(rules, 1, 1, attempts);

	expect_board(board, expected);
}

Test(board, minutes_are_rounded_down)
{
	expect_one(&icpc, "0A 0:59.990 AC", "1 t0 1 0 0 A1@0!\n");
	expect_one(&icpc, "0A 1:00 AC", "1 t0 1 1 1 A1@1!\n");
	expect_one(&icpc, "0A 12:59.999 AC", "1 t0 1 12 12 A1@12!\n");
}

Test(board, rejected_attempts_before_the_accepted_one_cost_penalty_time)
{
	expect_one(&icpc, "0A 5:00 WA, 0A 6:00 WA, 0A 10:30 AC", "1 t0 1 50 10 A3@10!\n");
}

Test(board, an_unsolved_problem_costs_nothing)
{
	expect_one(&icpc, "0A 5:00 WA, 0A 6:00 WA", "1 t0 0 0 - A2\n");
}

Test(board, a_compile_error_is_judged_and_costs_nothing)
{
	expect_one(&icpc, "0A 5:00 CE, 0A 10:00 AC", "1 t0 1 10 10 A2@10!\n");
}

Test(board, a_compile_error_costs_penalty_time_if_the_rules_say_so)
{
	struct as_rules rules = icpc;

	rules.compile_error_has_penalty = true;
	expect_one(&rules, "0A 5:00 CE, 0A 10:00 AC", "1 t0 1 30 10 A2@10!\n");
}

Test(board, a_judging_error_is_pending)
{
	expect_one(&icpc, "0A 5:00 JE", "1 t0 0 0 - A0+1\n");
	expect_one(&icpc, "0A 5:00 JE, 0A 10:00 AC", "1 t0 1 10 10 A1+1@10\n");
}

Test(board, attempts_after_the_accepted_one_are_ignored)
{
	expect_one(&icpc, "0A 10:00 AC, 0A 11:00 WA, 0A 12:00 ?, 0A 13:00 AC",
		"1 t0 1 10 10 A1@10!\n");
}

Test(board, a_pending_attempt_before_the_accepted_one_is_pending_and_costs_nothing)
{
	expect_one(&icpc, "0A 5:00 ?, 0A 6:00 WA, 0A 10:00 AC", "1 t0 1 30 10 A2+1@10\n");
}

Test(board, the_earlier_attempt_counts_once_it_is_judged)
{
	AUTO_BOARD board = played(&icpc, 1, 1, "0A 5:00 ?, 0A 6:00 WA, 0A 10:00 AC");

	play_from(board, 1, "0A 5:00 AC");
	expect_board(board, "1 t0 1 5 5 A1@5!\n");
}

Test(board, order_of_arrival_decides_and_not_the_minute)
{
	/* In the same minute; in a removed interval even at the same time. */
	expect_one(&icpc, "0A 10:10 WA, 0A 10:20 AC", "1 t0 1 30 10 A2@10!\n");
	expect_one(&icpc, "0A 10:20 AC, 0A 10:20 WA", "1 t0 1 10 10 A1@10!\n");
	expect_one(&icpc, "0A 10:20 WA, 0A 10:20 AC", "1 t0 1 30 10 A2@10!\n");
	/* Even if the times say otherwise, as after a clock was set back. */
	expect_one(&icpc, "0A 12:00 WA, 0A 10:00 AC", "1 t0 1 30 10 A2@10!\n");
}

Test(board, attempts_may_be_set_in_any_order)
{
	AUTO_BOARD board = open_board(&icpc, 1, 1);

	play_from(board, 3, "0A 10:00 AC");
	play_from(board, 1, "0A 1:00 WA");
	play_from(board, 4, "0A 11:00 WA");
	play_from(board, 2, "0A 2:00 WA");
	expect_board(board, "1 t0 1 50 10 A3@10!\n");
}

Test(board, the_total_is_the_sum_over_solved_problems)
{
	AUTO_BOARD board =
		played(&icpc, 1, 3, "0A 10:00 AC, 0B 20:00 WA, 0B 30:00 AC, 0C 31:00 WA");

	expect_board(board, "1 t0 2 60 30 A1@10! B2@30! C1\n");
}

Test(board, more_problems_come_first_then_less_time)
{
	AUTO_BOARD board = played(
		&icpc, 4, 2, "0A 10:00 AC, 1A 200:00 AC, 1B 250:00 AC, 2A 9:00 AC, 3B 100:00 WA");

	expect_board(board, "1 t1 2 450 250 A1@200 B1@250!\n"
			    "2 t2 1 9 9 A1@9!\n"
			    "3 t0 1 10 10 A1@10\n"
			    "4 t3 0 0 - B1\n");
}

Test(board, of_equal_totals_the_earlier_last_solved_problem_comes_first)
{
	AUTO_BOARD board =
		played(&icpc, 2, 2, "0A 10:00 AC, 0B 40:00 AC, 1A 20:00 AC, 1B 30:00 AC");

	expect_board(board, "1 t1 2 50 30 A1@20 B1@30!\n"
			    "2 t0 2 50 40 A1@10! B1@40\n");
}

Test(board, equal_teams_share_a_rank_and_the_next_ones_are_skipped)
{
	AUTO_BOARD board =
		played(&icpc, 6, 1, "5A 1:00 AC, 1A 2:10 AC, 4A 2:20 AC, 2A 2:30 AC, 0A 3:00 AC");

	expect_board(board, "1 t5 1 1 1 A1@1!\n"
			    "2 t1 1 2 2 A1@2\n"
			    "2 t2 1 2 2 A1@2\n"
			    "2 t4 1 2 2 A1@2\n"
			    "5 t0 1 3 3 A1@3\n"
			    "6 t3 0 0 -\n");
}

static void set_key(struct as_board *board, uint32_t team, const char *key)
{
	struct as_error error = {0};

	cr_assert_eq(as_board_set_key(board, team, key, strlen(key), &error), 0);
}

Test(board, equal_teams_are_ordered_by_their_keys)
{
	AUTO_BOARD board = open_board(&icpc, 5, 1);

	set_key(board, 0, "b");
	set_key(board, 1, "ab");
	set_key(board, 2, "a");
	set_key(board, 4, "\xff");
	expect_board(board, "1 t3 0 0 -\n1 t2 0 0 -\n1 t1 0 0 -\n1 t0 0 0 -\n1 t4 0 0 -\n");
	set_key(board, 0, "a");
	set_key(board, 3, "c");
	expect_board(board, "1 t0 0 0 -\n1 t2 0 0 -\n1 t1 0 0 -\n1 t3 0 0 -\n1 t4 0 0 -\n");
	play(board, "4A 5:00 AC");
	expect_board(board, "1 t4 1 5 5 A1@5!\n2 t0 0 0 -\n2 t2 0 0 -\n2 t1 0 0 -\n2 t3 0 0 -\n");
}

Test(board, a_rejudging_replaces_the_result_of_an_attempt)
{
	AUTO_BOARD board = played(&icpc, 2, 1, "0A 10:00 AC, 1A 20:00 WA, 1A 30:00 AC");

	expect_board(board, "1 t0 1 10 10 A1@10!\n2 t1 1 50 30 A2@30\n");
	play_from(board, 1, "0A 10:00 WA, 1A 20:00 AC");
	expect_board(board, "1 t1 1 20 20 A1@20!\n2 t0 0 0 - A1\n");
}

Test(board, a_removed_attempt_was_never_there)
{
	AUTO_BOARD board = played(&icpc, 1, 1, "0A 5:00 WA, 0A 10:00 AC, 0A 12:00 AC");

	cr_expect(as_board_remove(board, 0, 0, 2));
	expect_board(board, "1 t0 1 32 12 A2@12!\n");
	cr_expect(!as_board_remove(board, 0, 0, 2));
	cr_expect(!as_board_remove(board, 0, 1, 1));
	cr_expect(!as_board_remove(board, 1, 0, 1));
	cr_expect(as_board_remove(board, 0, 0, 1));
	expect_board(board, "1 t0 1 12 12 A1@12!\n");
	cr_expect(as_board_remove(board, 0, 0, 3));
	expect_board(board, "1 t0 0 0 -\n");
}

Test(board, an_interval_removed_afterwards_changes_the_times_and_not_the_order)
{
	/* Minutes 10 to 20 are removed, and restored. */
	static const char before[] = "0A 12:00 WA, 0A 15:00 AC, 1A 9:00 WA, 1A 25:00 AC";
	AUTO_BOARD board = played(&icpc, 2, 1, before);

	expect_board(board, "1 t0 1 35 15 A2@15!\n2 t1 1 45 25 A2@25\n");
	play(board, "0A 10:00 WA, 0A 10:00 AC, 1A 9:00 WA, 1A 15:00 AC");
	expect_board(board, "1 t0 1 30 10 A2@10!\n2 t1 1 35 15 A2@15\n");
	play(board, before);
	expect_board(board, "1 t0 1 35 15 A2@15!\n2 t1 1 45 25 A2@25\n");
}

static void hide(struct as_board *board, uint32_t team, bool hidden)
{
	struct as_error error = {0};

	cr_assert_eq(as_board_set_hidden(board, team, hidden, &error), 0);
}

/* ---- first to solve --------------------------------------------------------------------- */

Test(board, of_equal_times_the_first_accepted_attempt_to_arrive_is_first_to_solve)
{
	AUTO_BOARD board = played(&icpc, 3, 2, "2A 5:30 WA, 1A 5:30 AC, 0A 5:30 AC, 2B 9:00 WA");

	cr_expect_eq(as_board_first(board, 0), 1);
	cr_expect_eq(as_board_first(board, 1), UINT32_MAX);
	cr_expect_eq(as_board_first(board, 2), UINT32_MAX);
	expect_board(board, "1 t0 1 5 5 A1@5\n"
			    "1 t1 1 5 5 A1@5!\n"
			    "3 t2 0 0 - A1 B1\n");
}

Test(board, first_to_solve_is_unknown_while_an_earlier_attempt_is_pending)
{
	AUTO_BOARD board = played(&icpc, 2, 1, "0A 5:00 ?, 1A 6:00 AC");

	cr_expect_eq(as_board_first(board, 0), UINT32_MAX);
	play_from(board, 1, "0A 5:00 WA");
	cr_expect_eq(as_board_first(board, 0), 1);
	play_from(board, 1, "0A 5:00 AC");
	cr_expect_eq(as_board_first(board, 0), 0);
	play_from(board, 1, "0A 5:00 JE");
	cr_expect_eq(as_board_first(board, 0), UINT32_MAX);
	cr_expect(as_board_remove(board, 0, 0, 1));
	cr_expect_eq(as_board_first(board, 0), 1);
}

Test(board, a_later_pending_attempt_does_not_change_the_first_to_solve)
{
	AUTO_BOARD board = played(&icpc, 2, 1, "0A 5:00 AC, 1A 5:00 ?");

	cr_expect_eq(as_board_first(board, 0), 0);
}

/* A team that started later, or got time back, submits later with less contest time. */
Test(board, less_contest_time_is_first_to_solve_whatever_arrived_first)
{
	AUTO_BOARD board = played(&icpc, 3, 1, "1A 5:30.900 AC, 0A 5:30.250 AC, 2A 7:00 AC");

	expect_board(board, "1 t0 1 5 5 A1@5!\n1 t1 1 5 5 A1@5\n3 t2 1 7 7 A1@7\n");
	/* The time of an attempt changes, and its state does not. */
	play_from(board, 2, "0A 6:00 AC");
	cr_expect_eq(as_board_first(board, 0), 1);
	play_from(board, 3, "2A 4:00 ?");
	cr_expect_eq(as_board_first(board, 0), UINT32_MAX);
	play_from(board, 3, "2A 4:00 AC");
	cr_expect_eq(as_board_first(board, 0), 2);
	hide(board, 2, true);
	cr_expect_eq(as_board_first(board, 0), 1);
}

/* ---- hidden teams, more teams ----------------------------------------------------------- */

Test(board, a_hidden_team_has_no_row_no_rank_and_solves_nothing_first)
{
	AUTO_BOARD board =
		played(&icpc, 4, 2, "0A 5:00 AC, 1A 6:00 AC, 2B 7:00 ?, 3B 8:00 AC, 3A 9:00 AC");

	hide(board, 0, true);
	hide(board, 2, true);
	expect_board(board, "1 t3 2 17 9 A1@9 B1@8!\n2 t1 1 6 6 A1@6!\n");
	cr_expect_eq(as_board_row_count(board), 2);
	cr_expect_eq(as_board_place(board, 0), UINT32_MAX);
	cr_expect(as_board_cell(board, 0, 0).solved);
	/* Later attempts still count. */
	play_from(board, 6, "0B 10:00 AC");
	set_key(board, 0, "a");
	expect_board(board, "1 t3 2 17 9 A1@9 B1@8!\n2 t1 1 6 6 A1@6!\n");
	hide(board, 0, false);
	hide(board, 0, false);
	expect_board(board, "1 t0 2 15 10 A1@5! B1@10\n"
			    "2 t3 2 17 9 A1@9 B1@8!\n"
			    "3 t1 1 6 6 A1@6\n");
	hide(board, 2, false);
	cr_expect_eq(as_board_first(board, 1), UINT32_MAX);
}

Test(board, teams_may_register_during_the_contest)
{
	struct as_error error = {0};
	AUTO_BOARD board = open_board(&icpc, 0, 1);

	expect_board(board, "");
	cr_assert_eq(as_board_grow(board, 2, &error), 0);
	play(board, "1A 5:00 AC");
	cr_assert_eq(as_board_grow(board, 4, &error), 0);
	play_from(board, 2, "3A 4:00 AC");
	expect_board(board, "1 t3 1 4 4 A1@4!\n"
			    "2 t1 1 5 5 A1@5\n"
			    "3 t0 0 0 -\n"
			    "3 t2 0 0 -\n");
	/* The number never decreases. */
	cr_assert_eq(as_board_grow(board, 1, &error), 0);
	cr_expect_eq(as_board_team_count(board), 4);
}

Test(board, as_board_place_is_the_inverse_of_as_board_row)
{
	AUTO_BOARD board = played(&icpc, 3, 1, "2A 5:00 AC, 0A 6:00 AC");

	cr_expect_eq(as_board_place(board, 2), 0);
	cr_expect_eq(as_board_place(board, 0), 1);
	cr_expect_eq(as_board_place(board, 1), 2);
	cr_expect_eq(as_board_place(board, 3), UINT32_MAX);
}

/* Ranks of a group's teams, computed as board.h describes. */
Test(board, the_ranks_of_a_group_follow_from_those_of_the_board)
{
	AUTO_BOARD board = played(&icpc, 6, 1,
		"0A 1:00 AC, 1A 2:00 AC, 2A 2:00 AC, 3A 3:00 AC, 4A 3:00 AC, 5A 4:00 AC");
	const uint32_t expected[] = {1, 2, 2, 4}; /* of teams 1, 3, 4 and 5 */
	uint32_t last_rank = 0;
	uint32_t rank = 0;
	uint32_t count = 0;

	for (uint32_t i = 0; i < as_board_row_count(board); i++) {
		const struct as_board_row row = as_board_row(board, i);
		if (row.team == 0 || row.team == 2)
			continue;
		if (row.rank != last_rank)
			rank = count + 1;
		last_rank = row.rank;
		cr_expect_eq(rank, expected[count], "team %u", row.team);
		count++;
	}
}

/* ---- variants --------------------------------------------------------------------------- */

#define TWO_SOLVED "0A 10:20.700 WA, 0A 10:40.600 AC, 0B 20:50.500 AC"

Test(board, times_are_rounded_to_the_unit_of_the_rules)
{
	struct as_rules rules = icpc;
	AUTO_BOARD minutes = played(&rules, 1, 2, TWO_SOLVED);

	expect_board(minutes, "1 t0 2 50 20 A2@10! B1@20!\n");
	rules.rounding = AS_PENALTY_SECOND;
	AUTO_BOARD seconds = played(&rules, 1, 2, TWO_SOLVED);
	expect_board(seconds, "1 t0 2 51:30 20:50 A2@10:40! B1@20:50!\n");
	rules.rounding = AS_PENALTY_MS;
	AUTO_BOARD exact = played(&rules, 1, 2, TWO_SOLVED);
	expect_board(exact, "1 t0 2 51:31.100 20:50.500 A2@10:40.600! B1@20:50.500!\n");
}

Test(board, only_the_total_is_rounded_if_the_rules_say_so)
{
	struct as_rules rules = icpc;

	rules.rounding_point = AS_PENALTY_ROUND_TOTAL;
	AUTO_BOARD minutes = played(&rules, 1, 2, TWO_SOLVED);
	expect_board(minutes, "1 t0 2 51 20 A2@10:40.600! B1@20:50.500!\n");
	rules.rounding = AS_PENALTY_SECOND;
	AUTO_BOARD seconds = played(&rules, 1, 2, TWO_SOLVED);
	expect_board(seconds, "1 t0 2 51:31 20:50 A2@10:40.600! B1@20:50.500!\n");
}

Test(board, the_total_can_be_the_time_of_the_last_problem)
{
	struct as_rules rules = icpc;

	rules.mode = AS_PENALTY_LAST;
	rules.penalty_ms = 5 * MINUTE_MS;
	/* As at AtCoder: the penalties of all solved problems are added. */
	AUTO_BOARD board = played(&rules, 2, 3,
		"0A 10:00 WA, 0A 12:00 AC, 0B 20:00 AC, 0C 21:00 WA, 1A 30:00 AC, 1B 24:00 AC");

	expect_board(board, "1 t0 2 25 20 A2@12! B1@20! C1\n"
			    "2 t1 2 30 30 A1@30 B1@24\n");
	rules.rounding_point = AS_PENALTY_ROUND_TOTAL;
	AUTO_BOARD total = played(&rules, 1, 2, "0A 10:00 WA, 0A 12:30 AC, 0B 20:40 AC");
	expect_board(total, "1 t0 2 25 20 A2@12:30! B1@20:40!\n");
}

Test(board, the_contest_sets_the_penalty_time)
{
	struct as_rules rules = icpc;

	rules.penalty_ms = 0;
	expect_one(&rules, "0A 1:00 WA, 0A 10:00 AC", "1 t0 1 10 10 A2@10!\n");
	rules.penalty_ms = 90 * 1000;
	expect_one(&rules, "0A 1:00 WA, 0A 10:00 AC", "1 t0 1 11:30 10 A2@10!\n");
	AUTO_BOARD board = played(&rules, 1, 1, "0A 1:00 WA, 0A 2:00 CE, 0A 10:00 AC, 0A 11:00 WA");
	const struct as_board_cell cell = as_board_cell(board, 0, 0);
	cr_expect_eq(cell.penalised, 1);
	cr_expect_eq(cell.penalty_ms, 10 * MINUTE_MS + 90 * 1000);
}

/* ---- the frozen view -------------------------------------------------------------------- */

#define FREEZE_MS (240 * MINUTE_MS)

static enum as_board_state public_state(int64_t time_ms, int64_t freeze_ms, bool thawed)
{
	const struct as_board_attempt attempt = {
		.arrival = 1, .time_ms = time_ms, .state = AS_BOARD_ACCEPTED};

	return as_board_attempt_public(&attempt, freeze_ms, thawed).state;
}

Test(board, attempts_in_the_freeze_are_pending_for_the_public_until_the_thaw)
{
	cr_expect_eq(public_state(FREEZE_MS - 1, FREEZE_MS, false), AS_BOARD_ACCEPTED);
	cr_expect_eq(public_state(FREEZE_MS, FREEZE_MS, false), AS_BOARD_PENDING);
	cr_expect_eq(public_state(FREEZE_MS + 1, FREEZE_MS, false), AS_BOARD_PENDING);
	cr_expect_eq(public_state(FREEZE_MS, FREEZE_MS, true), AS_BOARD_ACCEPTED);
	cr_expect_eq(public_state(FREEZE_MS, AS_NEVER_MS, false), AS_BOARD_ACCEPTED);
}

Test(board, a_frozen_attempt_keeps_its_place_and_no_score)
{
	const int64_t groups_e6[] = {1, 2};
	const struct as_board_attempt attempt = {.team = 3,
		.problem = 2,
		.arrival = 7,
		.time_ms = FREEZE_MS,
		.state = AS_BOARD_REJECTED,
		.score_e6 = 3,
		.groups_e6 = groups_e6,
		.group_count = 2};
	const struct as_board_attempt frozen = as_board_attempt_public(&attempt, FREEZE_MS, false);

	cr_expect_eq(frozen.team, 3);
	cr_expect_eq(frozen.problem, 2);
	cr_expect_eq(frozen.arrival, 7);
	cr_expect_eq(frozen.time_ms, FREEZE_MS);
	cr_expect_eq(frozen.score_e6, 0);
	cr_expect_eq(frozen.groups_e6, NULL);
	cr_expect_eq(frozen.group_count, 0);
}

/* ---- bad input -------------------------------------------------------------------------- */

static void refuse_attempt(
	struct as_board *board, const struct as_board_attempt *attempt, const char *expected)
{
	struct as_error error = {0};

	cr_expect_eq(as_board_set(board, attempt, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_str_eq(error.text, expected);
}

Test(board, an_attempt_out_of_range_changes_nothing)
{
	AUTO_BOARD board = played(&icpc, 1, 1, "0A 10:00 AC");
	const int64_t groups_e6[] = {AS_SCORE_MAX_E6, -1};
	const struct as_board_attempt fits = {
		.arrival = 2, .time_ms = MINUTE_MS, .state = AS_BOARD_ACCEPTED};
	struct as_board_attempt attempt = fits;

	attempt.team = 1;
	refuse_attempt(board, &attempt, "team 1: the board has 1 teams");
	attempt = fits;
	attempt.problem = 1;
	refuse_attempt(board, &attempt, "problem 1: the board has 1 problems");
	attempt = fits;
	attempt.arrival = 0;
	refuse_attempt(board, &attempt, "order of arrival 0: it is 1 to 2^62");
	attempt = fits;
	attempt.time_ms = -1;
	refuse_attempt(
		board, &attempt, "contest time of -1 ms: it is before the start or too large");
	attempt.time_ms = AS_CONTEST_MAX_MS + 1;
	refuse_attempt(board, &attempt,
		"contest time of 316224000001 ms: it is before the start or too large");
	attempt = fits;
	attempt.state = (enum as_board_state)4;
	refuse_attempt(board, &attempt, "unknown state of an attempt");
	attempt = fits;
	attempt.score_e6 = AS_SCORE_MAX_E6 + 1;
	refuse_attempt(board, &attempt,
		"a score of the attempt that arrived as number 2 is negative or too large");
	attempt = fits;
	attempt.groups_e6 = groups_e6;
	attempt.group_count = 2;
	refuse_attempt(board, &attempt,
		"a score of the attempt that arrived as number 2 is negative or too large");
	attempt.group_count = AS_BOARD_MAX_GROUPS + 1;
	refuse_attempt(board, &attempt, "1001 groups: the board counts at most 1000");
	expect_board(board, "1 t0 1 10 10 A1@10!\n");
}

Test(board, an_unknown_team_is_refused)
{
	struct as_error error = {0};
	AUTO_BOARD board = open_board(&icpc, 1, 1);

	cr_expect_eq(as_board_set_hidden(board, 1, true, &error), -1);
	cr_expect_str_eq(error.text, "team 1: the board has 1 teams");
	as_error_clear(&error);
	cr_expect_eq(as_board_set_key(board, 1, "a", 1, &error), -1);
	cr_expect_str_eq(error.text, "team 1: the board has 1 teams");
	expect_board(board, "1 t0 0 0 -\n");
}

Test(board, too_many_teams_or_problems_are_refused)
{
	struct as_error error = {0};

	cr_expect_null(as_board_open(&icpc, AS_BOARD_MAX_TEAMS + 1, 1, &error));
	cr_expect_str_eq(error.text, "100001 teams: a contest has at most 100000");
	as_error_clear(&error);
	cr_expect_null(as_board_open(&icpc, 1, AS_BOARD_MAX_PROBLEMS + 1, &error));
	cr_expect_str_eq(error.text, "1001 problems: a contest has at most 1000");
	as_board_close(NULL);
}

Test(board, a_cell_that_the_board_does_not_have_is_empty)
{
	AUTO_BOARD board = played(&icpc, 1, 1, "0A 10:00 AC");
	const struct as_board_cell cell = as_board_cell(board, 1, 0);

	cr_expect_eq(cell.judged, 0);
	cr_expect_eq(cell.time_ms, AS_NEVER_MS);
	cr_expect(!cell.first);
	cr_expect(!as_board_cell(board, 0, 1).solved);
}

Test(board, without_problems_all_teams_are_equal)
{
	AUTO_BOARD board = open_board(&icpc, 2, 0);

	expect_board(board, "1 t0 0 0 -\n1 t1 0 0 -\n");
}
