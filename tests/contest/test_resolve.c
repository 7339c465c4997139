/* SPDX-License-Identifier: MIT */
/* The steps of the ceremony, by hand. */
#include "board_case.h"

#define FREEZE_MS (60 * MINUTE_MS)

static void print_step(FILE *out, const struct as_resolve_step *step)
{
	static const char *const words[] = {"title", "top", "bottom", "select", "pick", "reveal",
		"honor", "slide", "return", "end"};
	const bool has_problem = step->kind == AS_RESOLVE_PICK || step->kind == AS_RESOLVE_REVEAL;

	fputs(words[step->kind], out);
	if (step->kind >= AS_RESOLVE_SELECT && step->kind != AS_RESOLVE_END)
		fprintf(out, " t%u%c@%u", step->team, has_problem ? 'A' + (int)step->problem : ' ',
			step->place);
	if (step->kind == AS_RESOLVE_REVEAL) {
		fprintf(out, " %s rank %u", step->cell.solved || step->cell.score_e6 ? "yes" : "no",
			step->row.rank);
		if (step->first != UINT32_MAX)
			fprintf(out, " first t%u", step->first);
	}
	fputs(step->pauses ? ".\n" : "\n", out);
}

static void expect_steps(const struct as_board *final, const uint8_t *shows, const char *before,
	const char *expected)
{
	AS_AUTO_RESOLUTION struct as_resolution made = {0};
	AS_AUTO_FREE char *text = NULL;
	struct as_error error = {0};
	size_t size;

	cr_assert_eq(as_resolve_make(final, FREEZE_MS, shows, &made, &error), 0, "%s", error.text);
	FILE *out = open_memstream(&text, &size);
	for (size_t i = 0; i < made.count; i++)
		print_step(out, &made.steps[i]);
	fclose(out);
	expect_board(made.before, before);
	cr_expect_str_eq(text, expected, "got:\n%sexpected:\n%s", text, expected);
}

Test(resolve, pending_cells_are_revealed_from_the_last_place_in_the_order_of_the_problems)
{
	static const uint8_t shows[20] = {0};
	AUTO_BOARD final = played(&AS_RULES_ICPC, 3, 3,
		"0A 10:00 AC, 1A 20:00 WA, 2C 61:00 WA, 2A 62:00 AC, 1B 70:00 WA, 1B 71:00 AC");

	/* Team 2 moves over team 1, which then has its turn at the last place. */
	expect_steps(final, shows,
		"1 t0 1 10 10 A1@10!\n"
		"2 t1 0 0 - A1 B0+2\n"
		"2 t2 0 0 - A0+1 C0+1\n",
		"title.\n"
		"top.\n"
		"bottom.\n"
		"select t2 @2.\n"
		"pick t2A@2.\n"
		"reveal t2A@1 yes rank 2 first t0.\n"
		"select t1 @2.\n"
		"pick t1B@2.\n"
		"reveal t1B@2 yes rank 3 first t1.\n"
		"select t2 @1.\n"
		"pick t2C@1.\n"
		"reveal t2C@1 no rank 2.\n"
		"select t0 @0.\n"
		"end.\n");
}

Test(resolve, awards_follow_once_a_place_is_final_and_steps_pause_from_the_last_medal_on)
{
	static const uint8_t shows[] = {
		AS_RESOLVE_SHOW_SLIDE | AS_RESOLVE_SHOW_MEDAL,
		AS_RESOLVE_SHOW_SLIDE | AS_RESOLVE_SHOW_MEDAL | AS_RESOLVE_SHOW_BRONZE,
		AS_RESOLVE_SHOW_ROW,
		0,
	};
	AUTO_BOARD final = played(&AS_RULES_ICPC, 4, 2,
		"0A 10:00 AC, 0B 20:00 AC, 1A 20:00 AC, 2A 30:00 AC, 3A 61:00 WA, 1B 70:00 WA");

	expect_steps(final, shows,
		"1 t0 2 30 20 A1@10! B1@20!\n"
		"2 t1 1 20 20 A1@20 B0+1\n"
		"3 t2 1 30 30 A1@30\n"
		"4 t3 0 0 - A0+1\n",
		"title.\n"
		"top.\n"
		"bottom.\n"
		"select t3 @3.\n"
		"pick t3A@3\n"
		"reveal t3A@3 no rank 4 first t0\n"
		"select t2 @2\n"
		"honor t2 @2.\n"
		"select t1 @1.\n"
		"pick t1B@1.\n"
		"reveal t1B@1 no rank 2 first t0.\n"
		"honor t1 @1.\n"
		"slide t1 @1.\n"
		"return t1 @1.\n"
		"select t0 @0.\n"
		"honor t0 @0.\n"
		"slide t0 @0.\n"
		"return t0 @0.\n"
		"end.\n");
}

Test(resolve, compile_errors_and_attempts_after_an_acceptance_are_not_pending)
{
	static const uint8_t shows[] = {0, 0};
	AUTO_BOARD final =
		played(&AS_RULES_ICPC, 2, 2, "0A 10:00 AC, 0A 65:00 WA, 1A 61:00 CE, 1B 62:00 CE");

	/* An attempt that arrived before an accepted one, but was made in the freeze. */
	set_attempt(final, &(struct as_board_attempt){.team = 1,
				   .problem = 1,
				   .arrival = 20,
				   .time_ms = 50 * MINUTE_MS,
				   .state = AS_BOARD_ACCEPTED});
	set_attempt(final, &(struct as_board_attempt){.team = 1,
				   .problem = 1,
				   .arrival = 19,
				   .time_ms = 63 * MINUTE_MS,
				   .state = AS_BOARD_REJECTED});
	expect_steps(final, shows,
		"1 t0 1 10 10 A1@10!\n"
		"2 t1 1 70 50 A1 B3@50!\n",
		"title.\ntop.\nbottom.\nselect t1 @1.\nselect t0 @0.\nend.\n");
}

Test(resolve, in_a_score_contest_a_cell_shows_its_score)
{
	static const uint8_t shows[] = {0, 0};
	AUTO_BOARD final = open_board(&AS_RULES_IOI, 2, 1);
	const int64_t scores_e6[][3] = {{0, 30, 40000000}, {1, 50, 20000000}, {1, 70, 50000000}};

	for (uint64_t i = 0; i < 3; i++)
		set_attempt(final, &(struct as_board_attempt){.team = (uint32_t)scores_e6[i][0],
					   .arrival = i + 1,
					   .time_ms = scores_e6[i][1] * MINUTE_MS,
					   .state = AS_BOARD_REJECTED,
					   .score_e6 = scores_e6[i][2]});
	expect_steps(final, shows,
		"1 t0 40 30 A1(40)@30\n"
		"2 t1 20 50 A1+1(20)@50\n",
		"title.\ntop.\nbottom.\nselect t1 @1.\npick t1A@1.\nreveal t1A@0 yes rank 1.\n"
		"select t0 @1.\nselect t1 @0.\nend.\n");
}

static void expect_refusal(const struct as_board *final, const char *why)
{
	static const uint8_t shows[] = {0, 0};
	AS_AUTO_RESOLUTION struct as_resolution made = {0};
	struct as_error error = {0};

	cr_assert_eq(as_resolve_make(final, FREEZE_MS, shows, &made, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_str_eq(error.text, why);
	cr_expect_null(made.before);
}

Test(resolve, boards_without_a_verdict_or_with_falling_scores_are_refused)
{
	struct as_rules last = AS_RULES_IOI;
	AUTO_BOARD pending = played(&AS_RULES_ICPC, 2, 1, "0A 61:00 WA, 1A 62:00 JE");

	last.score_mode = AS_SCORE_LAST;
	AUTO_BOARD falling = open_board(&last, 2, 1);
	expect_refusal(pending, "submissions without a verdict: judge them before the ceremony");
	expect_refusal(falling,
		"the score of a problem is that of the last submission, so a revealed result can "
		"move a team down: the board cannot be resolved");
}
