/* SPDX-License-Identifier: MIT */
/* Final ranks and awards: each rule of "Scoring Data Generation" 7 and 8 of the Contest Control
 * System Requirements, with expected values computed by hand. */
#include "board_case.h"

#define PROBLEMS 10

/* The team with index i solves its problems in minute 10 + i each. So of teams with equally many
 * problems, the lower index is better. */
static struct as_board *solved_board(const uint32_t *solved, uint32_t teams)
{
	struct as_board *board = open_board(&AS_RULES_ICPC, teams, PROBLEMS);
	uint64_t arrival = 1;

	for (uint32_t i = 0; i < teams; i++)
		for (uint32_t j = 0; j < solved[i]; j++)
			set_attempt(board, &(struct as_board_attempt){.team = i,
						   .problem = j,
						   .arrival = arrival++,
						   .time_ms = (10 + i) * MINUTE_MS,
						   .state = AS_BOARD_ACCEPTED});
	return board;
}
#define SOLVED_BOARD(...)                                                                          \
	solved_board((const uint32_t[]){__VA_ARGS__},                                              \
		sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

static void expect_ranks(
	const struct as_board *board, const struct as_award_rules *rules, const char *expected)
{
	const uint32_t count = as_board_row_count(board);
	AS_AUTO_FREE uint32_t *ranks = calloc(count + 1, sizeof(*ranks));
	AS_AUTO_FREE char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	as_final_ranks(board, rules, ranks);
	for (uint32_t i = 0; i < count; i++)
		fprintf(out, "%s%u", i ? " " : "", ranks[i]);
	fclose(out);
	cr_expect_str_eq(text, expected, "got %s", text);
}

static void make(const struct as_board *board, const struct as_award_rules *rules,
	const struct as_memberships *groups, const struct as_memberships *organizations,
	struct as_awards *awards)
{
	struct as_error error = {0};

	cr_assert_eq(as_awards_make(board, rules, groups, organizations, awards, &error), 0, "%s",
		error.text);
}

/* "winner: 0\ngold-medal: 0 1\n...": ids and teams of a range of kinds. Problems, groups and
 * organizations are letters. */
static void expect_awards(const struct as_awards *awards, enum as_award_kind from,
	enum as_award_kind to, const char *expected)
{
	AS_AUTO_FREE char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (size_t i = 0; i < awards->count; i++) {
		const struct as_award *award = &awards->items[i];
		const char letter[2] = {(char)('a' + award->number), '\0'};
		if (award->kind < from || award->kind > to)
			continue;
		AS_AUTO_FREE char *id = as_award_id(award, letter, NULL);
		fprintf(out, "%s:", id);
		for (size_t j = 0; j < award->team_count; j++)
			fprintf(out, " %u", award->teams[j]);
		fputc('\n', out);
	}
	fclose(out);
	cr_expect_str_eq(text, expected, "got:\n%sexpected:\n%s", text, expected);
}

/* Ranks and awards, without those of problems. */
static void expect(const struct as_board *board, const struct as_award_rules *rules,
	const char *ranks, const char *expected)
{
	AS_AUTO_AWARDS struct as_awards awards = {0};

	expect_ranks(board, rules, ranks);
	make(board, rules, NULL, NULL, &awards);
	expect_awards(&awards, AS_AWARD_WINNER, AS_AWARD_HONORABLE_MENTION, expected);
}

static const struct as_award_rules finals = {.gold = 4, .silver = 4, .bronze = 4, .finals = true};

/* ---- World Finals ----------------------------------------------------------------------- */

/* 31 teams; the 16th is the median. */
#define FINALS                                                                                     \
	8, 8, 8, 8, 7, 7, 7, 7, 6, 6, 6, 6, 6, 6, 5, 4, 4, 3, 3, 3, 3, 3, 3, 3, 3, 2, 2, 2, 1, 0, 0

Test(awards, the_whole_table_of_finals)
{
	AUTO_BOARD board = SOLVED_BOARD(FINALS);

	/* Teams with medals keep their ranks; then the number of problems counts; below the median
	 * teams are not ranked. */
	expect(board, &finals,
		"1 2 3 4 5 6 7 8 9 10 11 12 13 13 15 16 16 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
		"winner: 0\n"
		"gold-medal: 0 1 2 3\n"
		"silver-medal: 4 5 6 7\n"
		"bronze-medal: 8 9 10 11\n"
		"rank-13: 12 13\n"
		"rank-15: 14\n"
		"rank-16: 15 16\n"
		"highest-honors: 0 1 2 3 4 5 6 7 8 9 10 11 12 13\n"
		"high-honors: 14\n"
		"honors: 15 16\n"
		"honorable-mention: 17 18 19 20 21 22 23 24 25 26 27 28 29 30\n");
}

Test(awards, more_bronze_medals_change_the_reference_of_honors)
{
	struct as_award_rules rules = finals;
	AUTO_BOARD board = SOLVED_BOARD(FINALS);

	rules.extra_bronze = 3;
	expect(board, &rules,
		"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 16 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
		"winner: 0\n"
		"gold-medal: 0 1 2 3\n"
		"silver-medal: 4 5 6 7\n"
		"bronze-medal: 8 9 10 11 12 13 14\n"
		"rank-16: 15 16\n"
		"highest-honors: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14\n"
		"high-honors: 15 16\n"
		"honors:\n"
		"honorable-mention: 17 18 19 20 21 22 23 24 25 26 27 28 29 30\n");
}

Test(awards, honors_depend_on_a_distance_of_two_problems)
{
	struct as_award_rules rules = {.gold = 1, .finals = true};
	AUTO_BOARD board = SOLVED_BOARD(9, 8, 7, 4, 3, 3, 3, 2);

	expect(board, &rules, "1 2 3 4 5 5 5 0",
		"winner: 0\n"
		"gold-medal: 0\n"
		"rank-2: 1\nrank-3: 2\nrank-4: 3\nrank-5: 4 5 6\n"
		"highest-honors: 0\n"
		"high-honors: 1\n"
		"honors: 2 3 4 5 6\n"
		"honorable-mention: 7\n");
}

Test(awards, the_median_team_is_the_lower_of_two)
{
	const struct as_award_rules rules = {.gold = 1, .finals = true};
	AUTO_BOARD board = SOLVED_BOARD(5, 4, 3, 2);

	expect_ranks(board, &rules, "1 2 3 0");
	AUTO_BOARD odd = SOLVED_BOARD(5, 4, 3, 2, 1);
	expect_ranks(odd, &rules, "1 2 3 0 0");
}

Test(awards, a_team_with_a_medal_is_ranked_also_below_the_median)
{
	AUTO_BOARD board = SOLVED_BOARD(5, 5, 5, 5, 5, 4, 3, 3);

	expect(board, &finals, "1 2 3 4 5 6 7 8",
		"winner: 0\n"
		"gold-medal: 0 1 2 3\n"
		"silver-medal: 4 5 6 7\n"
		"bronze-medal:\n"
		"highest-honors:\nhigh-honors:\nhonors:\nhonorable-mention:\n");
}

Test(awards, a_team_that_solved_nothing_gets_an_honorable_mention_only)
{
	/* Also if the median team solved nothing. */
	AUTO_BOARD board = SOLVED_BOARD(2, 1, 0, 0, 0);

	expect(board, &finals, "1 2 0 0 0",
		"winner: 0\n"
		"gold-medal: 0 1\n"
		"silver-medal:\nbronze-medal:\n"
		"highest-honors:\nhigh-honors:\nhonors:\n"
		"honorable-mention: 2 3 4\n");
}

Test(awards, before_the_first_solved_problem_there_is_no_winner)
{
	AUTO_BOARD board = SOLVED_BOARD(0, 0);

	expect(board, &finals, "0 0",
		"winner:\ngold-medal:\nsilver-medal:\nbronze-medal:\n"
		"highest-honors:\nhigh-honors:\nhonors:\nhonorable-mention: 0 1\n");
}

Test(awards, without_teams_awards_have_no_teams)
{
	AUTO_BOARD board = open_board(&AS_RULES_ICPC, 0, 1);

	expect(board, &finals, "",
		"winner:\ngold-medal:\nsilver-medal:\nbronze-medal:\n"
		"highest-honors:\nhigh-honors:\nhonors:\nhonorable-mention:\n");
}

/* ---- ties ------------------------------------------------------------------------------- */

Test(awards, teams_that_share_a_rank_share_its_medal)
{
	const struct as_award_rules rules = {.gold = 1, .silver = 2, .bronze = 1, .finals = true};
	/* Two golds, so one silver; two bronzes on place 4; then rank 6. */
	AUTO_BOARD board = played(&AS_RULES_ICPC, 7, 1,
		"0A 1:00 AC, 1A 1:00 AC, 2A 2:00 AC, 3A 3:00 AC, 4A 3:00 AC, 5A 4:00 AC, 6A 5:00 "
		"AC");

	expect(board, &rules, "1 1 3 4 4 6 6",
		"winner: 0 1\n"
		"gold-medal: 0 1\n"
		"silver-medal: 2\n"
		"bronze-medal: 3 4\n"
		"rank-6: 5 6\n"
		"highest-honors: 0 1 2 3 4 5 6\n"
		"high-honors:\nhonors:\nhonorable-mention:\n");
}

Test(awards, a_medal_that_ties_skip_has_no_team)
{
	const struct as_award_rules rules = {.gold = 1, .silver = 1, .bronze = 1};
	AUTO_BOARD board = played(&AS_RULES_ICPC, 3, 1, "0A 1:00 AC, 1A 1:00 AC, 2A 2:00 AC");

	expect(board, &rules, "1 1 3",
		"winner: 0 1\ngold-medal: 0 1\nsilver-medal:\nbronze-medal: 2\n");
}

/* ---- other contests --------------------------------------------------------------------- */

Test(awards, without_finals_ranks_are_those_of_the_board)
{
	const struct as_award_rules rules = {.gold = 1, .bronze = 1};
	AUTO_BOARD board = SOLVED_BOARD(3, 2, 2, 1, 0, 0);

	expect(board, &rules, "1 2 3 4 5 5", "winner: 0\ngold-medal: 0\nbronze-medal: 1\n");
}

Test(awards, extra_bronze_medals_are_bronze_medals)
{
	const struct as_award_rules rules = {.gold = 1, .extra_bronze = 2};
	AUTO_BOARD board = SOLVED_BOARD(3, 2, 1, 1);

	expect(board, &rules, "1 2 3 4", "winner: 0\ngold-medal: 0\nbronze-medal: 1 2\n");
}

Test(awards, in_a_score_contest_medals_go_by_score)
{
	AUTO_BOARD board = open_board(&AS_RULES_IOI, 3, 2);
	AS_AUTO_AWARDS struct as_awards awards = {0};

	set_attempt(board,
		&(struct as_board_attempt){
			.team = 1, .arrival = 1, .state = AS_BOARD_REJECTED, .score_e6 = 30});
	set_attempt(board,
		&(struct as_board_attempt){
			.team = 2, .arrival = 2, .state = AS_BOARD_ACCEPTED, .score_e6 = 20});
	expect_ranks(board, &finals, "1 2 3");
	make(board, &finals, NULL, NULL, &awards);
	expect_awards(&awards, AS_AWARD_WINNER, AS_AWARD_ORGANIZATION_WINNER,
		"winner: 1\n"
		"gold-medal: 1 2\n"
		"silver-medal:\n"
		"bronze-medal:\n"
		"first-to-solve-a: 2\n"
		"first-to-solve-b:\n");
}

Test(awards, a_hidden_team_gets_nothing)
{
	struct as_error error = {0};
	AUTO_BOARD board = SOLVED_BOARD(3, 2, 1);

	cr_assert_eq(as_board_set_hidden(board, 0, true, &error), 0);
	expect(board, &finals, "1 2",
		"winner: 1\n"
		"gold-medal: 1 2\n"
		"silver-medal:\nbronze-medal:\n"
		"highest-honors:\nhigh-honors:\nhonors:\nhonorable-mention:\n");
}

/* ---- problems, groups, organizations ---------------------------------------------------- */

Test(awards, first_to_solve_of_each_problem)
{
	AUTO_BOARD board = played(&AS_RULES_ICPC, 3, 4,
		"2A 5:00 AC, 1A 5:00 AC, 0B 6:00 ?, 1B 7:00 AC, 1C 8:00 AC, 2C 9:00 ?");
	AS_AUTO_AWARDS struct as_awards awards = {0};

	make(board, &finals, NULL, NULL, &awards);
	/* First to solve B is unknown while an earlier attempt is pending. */
	expect_awards(&awards, AS_AWARD_FIRST_TO_SOLVE, AS_AWARD_FIRST_TO_SOLVE,
		"first-to-solve-a: 2\n"
		"first-to-solve-b:\n"
		"first-to-solve-c: 1\n"
		"first-to-solve-d:\n");
}

Test(awards, each_group_and_organization_has_winners)
{
	AUTO_BOARD board = played(
		&AS_RULES_ICPC, 6, 1, "0A 1:00 AC, 1A 2:00 AC, 2A 2:00 AC, 3A 2:00 AC, 4A 3:00 AC");
	/* a: the leader; b: two equal teams, one listed twice; c: a team that solved nothing; d:
	 * empty, so it has no award; e: a hidden and an unknown team. */
	const struct as_membership groups[] = {
		{1, 3}, {0, 4}, {1, 2}, {2, 5}, {0, 0}, {1, 4}, {1, 3}, {4, 1}, {4, 9}};
	const struct as_membership organizations[] = {{0, 4}, {0, 3}};
	AS_AUTO_AWARDS struct as_awards awards = {0};
	struct as_error error = {0};

	cr_assert_eq(as_board_set_hidden(board, 1, true, &error), 0);
	make(board, &finals, &(struct as_memberships){groups, 9, 5},
		&(struct as_memberships){organizations, 2, 1}, &awards);
	expect_awards(&awards, AS_AWARD_GROUP_WINNER, AS_AWARD_ORGANIZATION_WINNER,
		"group-winner-a: 0\n"
		"group-winner-b: 2 3\n"
		"group-winner-c:\n"
		"group-winner-e:\n"
		"organization-winner-a: 3\n");
}

/* ---- words and bad input ---------------------------------------------------------------- */

static void expect_words(enum as_award_kind kind, const char *id, const char *citation)
{
	const struct as_award award = {.kind = kind, .number = 17};
	AS_AUTO_FREE char *got_id = as_award_id(&award, "x", NULL);
	AS_AUTO_FREE char *got_citation = as_award_citation(&award, "X", NULL);

	cr_expect_str_eq(got_id, id);
	cr_expect_str_eq(got_citation, citation);
}

Test(awards, ids_are_those_of_the_specification)
{
	expect_words(AS_AWARD_WINNER, "winner", "Contest winner");
	expect_words(AS_AWARD_GOLD, "gold-medal", "Gold medal winner");
	expect_words(AS_AWARD_SILVER, "silver-medal", "Silver medal winner");
	expect_words(AS_AWARD_BRONZE, "bronze-medal", "Bronze medal winner");
	expect_words(AS_AWARD_RANK, "rank-17", "Rank 17");
	expect_words(AS_AWARD_HIGHEST_HONORS, "highest-honors", "Highest honors");
	expect_words(AS_AWARD_HIGH_HONORS, "high-honors", "High honors");
	expect_words(AS_AWARD_HONORS, "honors", "Honors");
	expect_words(AS_AWARD_HONORABLE_MENTION, "honorable-mention", "Honorable mention");
	expect_words(AS_AWARD_FIRST_TO_SOLVE, "first-to-solve-x", "First to solve problem X");
	expect_words(AS_AWARD_GROUP_WINNER, "group-winner-x", "Winner of group X");
	expect_words(
		AS_AWARD_ORGANIZATION_WINNER, "organization-winner-x", "Winner of organization X");
}

Test(awards, values_out_of_range_are_refused)
{
	const struct as_membership member = {.set = 1};
	const struct as_memberships wrong = {&member, 1, 1};
	struct as_award_rules rules = finals;
	struct as_awards awards = {0};
	struct as_error error = {0};
	AUTO_BOARD board = SOLVED_BOARD(1);

	cr_expect_eq(as_awards_make(board, &rules, &wrong, NULL, &awards, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_str_eq(error.text, "a team is in group or organization 1 of 1");
	cr_expect_eq(as_awards_make(board, &rules, NULL, &wrong, &awards, NULL), -1);
	as_error_clear(&error);
	rules.extra_bronze = AS_MEDALS_MAX + 1;
	cr_expect_eq(as_awards_make(board, &rules, NULL, NULL, &awards, &error), -1);
	cr_expect_str_eq(error.text, "too many medals: write at most 1000000 of each");
	cr_expect_eq(awards.count, 0);
	cr_expect_null(awards.items);
}
