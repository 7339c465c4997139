/* SPDX-License-Identifier: MIT */
/* Copies of boards, and what differs between two boards; also by a second implementation that knows
 * only the rows of boards that were made anew. */
#include "board_case.h"

#define TEAMS 9
#define PROBLEMS 3
#define ATTEMPTS 40
#define CONTESTS 300

static const struct as_award_rules two_medals = {.gold = 1, .silver = 1, .bronze = 2};

static struct as_board_changes compare(const struct as_board *before, const struct as_board *after)
{
	struct as_board_changes changes;
	struct as_error error = {0};

	cr_assert_eq(as_board_compare(before, after, &two_medals, &changes, &error), 0, "%s",
		error.text);
	return changes;
}

/* "t0 1 gold 2 > 2 silver 1": team, rank, medal, solved before and after. */
static char *print_changes(const struct as_board_changes *changes)
{
	static const char *const medals[] = {"", " gold", " silver", " bronze"};
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (size_t i = 0; i < changes->team_count; i++) {
		const struct as_standing_change *team = &changes->teams[i];
		fprintf(out, "t%u %u%s %u > %u%s %u\n", team->team, team->was.rank,
			medals[team->was.medal], team->was.solved, team->is.rank,
			medals[team->is.medal], team->is.solved);
	}
	for (size_t i = 0; i < changes->first_count; i++)
		fprintf(out, "%c %d > %d\n", 'A' + (int)changes->firsts[i].problem,
			(int)changes->firsts[i].was, (int)changes->firsts[i].is);
	fclose(out);
	return text;
}

Test(compare, ranks_medals_and_firsts_that_change_are_named)
{
	const struct as_rules rules = AS_RULES_ICPC;
	struct as_board *before = open_board(&rules, 4, 2);
	struct as_error error = {0};

	play(before, "0A 10:00 AC, 1A 20:00 WA, 2A 30:00 AC, 1B 40:00 AC");
	struct as_board *after = as_board_copy(before, &error);
	cr_assert(after, "%s", error.text);
	AS_AUTO(as_board_changes_clear) struct as_board_changes none = compare(before, after);
	cr_expect_eq(none.team_count + none.first_count, 0);
	play(after, "0A 10:00 WA, 1A 20:00 AC");
	AS_AUTO(as_board_changes_clear) struct as_board_changes changes = compare(before, after);
	AS_AUTO_FREE char *text = print_changes(&changes);
	cr_expect_str_eq(text, "t1 3 bronze 1 > 1 gold 2\n"
			       "t0 1 gold 1 > 3 0\n"
			       "t3 4 0 > 3 0\n"
			       "A 0 > 1\n");
	as_board_close(before);
	as_board_close(after);
}

/* An array's capacity is a power of two (as_array_grow). */
Test(compare, a_copy_takes_new_attempts_and_the_board_stays)
{
	const struct as_rules rules = AS_RULES_ICPC;
	struct as_board *board = open_board(&rules, 2, 1);

	play(board, "0A 10:00 WA, 0A 11:00 WA, 0A 12:00 WA");
	struct as_board *copy = as_board_copy(board, NULL);
	cr_assert(copy);
	play_from(copy, 4, "0A 13:00 AC, 0A 14:00 WA");
	cr_expect_eq(as_board_row(copy, 0).solved, 1);
	cr_expect_eq(as_board_row(board, 0).solved, 0);
	as_board_close(board);
	as_board_close(copy);
}

/* ---- random boards ---- */

struct contest {
	uint64_t random;
	struct as_rules rules;
	struct as_board_attempt attempts[ATTEMPTS];
	bool hidden[TEAMS];
};

static unsigned draw(struct contest *contest, unsigned below)
{
	contest->random = contest->random * UINT64_C(6364136223846793005) + 1442695040888963407u;
	return (unsigned)(contest->random >> 33) % below;
}

static void judge(struct contest *contest, struct as_board_attempt *attempt)
{
	attempt->state = (enum as_board_state)draw(contest, 4);
	attempt->score_e6 =
		contest->rules.type == AS_SCOREBOARD_SCORE && attempt->state != AS_BOARD_PENDING
			? draw(contest, 3) * INT64_C(10000000)
			: 0;
}

static struct as_board *build(const struct contest *contest)
{
	struct as_board *board = open_board(&contest->rules, TEAMS, PROBLEMS);

	for (uint32_t team = 0; team < TEAMS; team++)
		cr_assert_eq(as_board_set_hidden(board, team, contest->hidden[team], NULL), 0);
	for (size_t i = 0; i < ATTEMPTS; i++)
		set_attempt(board, &contest->attempts[i]);
	return board;
}

/* ---- the second implementation ---- */

static bool is_better(
	const struct as_rules *rules, const struct as_board_row *a, const struct as_board_row *b)
{
	if (rules->type == AS_SCOREBOARD_SCORE && a->score_e6 != b->score_e6)
		return a->score_e6 > b->score_e6;
	if (rules->type == AS_SCOREBOARD_SCORE)
		return rules->ties == AS_TIES_TIME && a->time_ms < b->time_ms;
	if (a->solved != b->solved)
		return a->solved > b->solved;
	return a->total_ms != b->total_ms ? a->total_ms < b->total_ms : a->time_ms < b->time_ms;
}

static struct as_standing standing_of(const struct as_board *board, uint32_t team)
{
	const struct as_rules *rules = as_board_rules(board);
	const struct as_board_row own = as_board_row(board, as_board_place(board, team));
	struct as_standing standing = {.rank = 1,
		.solved = own.solved,
		.total_ms = own.total_ms,
		.score_e6 = own.score_e6};

	for (uint32_t i = 0; i < as_board_row_count(board); i++) {
		const struct as_board_row row = as_board_row(board, i);
		standing.rank += is_better(rules, &row, &own);
	}
	if (rules->type == AS_SCOREBOARD_SCORE ? own.score_e6 > 0 : own.solved > 0)
		standing.medal = standing.rank <= 1   ? AS_MEDAL_GOLD
				 : standing.rank <= 2 ? AS_MEDAL_SILVER
				 : standing.rank <= 4 ? AS_MEDAL_BRONZE
						      : AS_MEDAL_NONE;
	return standing;
}

static bool is_same(const struct as_standing *a, const struct as_standing *b)
{
	return a->rank == b->rank && a->medal == b->medal && a->solved == b->solved &&
	       a->total_ms == b->total_ms && a->score_e6 == b->score_e6;
}

static void expect_teams(const struct as_board *before, const struct as_board *after,
	const struct as_board_changes *changes)
{
	size_t count = 0;

	for (uint32_t i = 0; i < as_board_row_count(after); i++) {
		const uint32_t team = as_board_row(after, i).team;
		const struct as_standing was = standing_of(before, team),
					 is = standing_of(after, team);
		if (is_same(&was, &is))
			continue;
		cr_assert_lt(count, changes->team_count);
		const struct as_standing_change *found = &changes->teams[count++];
		cr_expect_eq(found->team, team);
		cr_expect(is_same(&found->was, &was) && is_same(&found->is, &is));
	}
	cr_expect_eq(count, changes->team_count);
}

static void expect_firsts(const struct as_board *before, const struct as_board *after,
	const struct as_board_changes *changes)
{
	size_t count = 0;

	for (uint32_t i = 0; i < PROBLEMS; i++) {
		const uint32_t was = as_board_first(before, i), is = as_board_first(after, i);
		if (was == is)
			continue;
		cr_assert_lt(count, changes->first_count);
		cr_expect_eq(changes->firsts[count].problem, i);
		cr_expect_eq(changes->firsts[count].was, was);
		cr_expect_eq(changes->firsts[count].is, is);
		count++;
	}
	cr_expect_eq(count, changes->first_count);
}

static void expect_same_board(const struct as_board *a, const struct as_board *b)
{
	AS_AUTO_FREE char *first = print_board(a);
	AS_AUTO_FREE char *second = print_board(b);

	cr_expect_str_eq(first, second);
}

static void play_random(struct contest *contest)
{
	for (uint32_t team = 0; team < TEAMS; team++)
		contest->hidden[team] = draw(contest, 6) == 0;
	for (size_t i = 0; i < ATTEMPTS; i++) {
		struct as_board_attempt *attempt = &contest->attempts[i];
		*attempt = (struct as_board_attempt){.team = draw(contest, TEAMS),
			.problem = draw(contest, PROBLEMS),
			.arrival = i + 1,
			.time_ms = (int64_t)draw(contest, 300) * MINUTE_MS};
		judge(contest, attempt);
	}
}

Test(compare, random_rejudgings_of_a_copy_equal_boards_that_are_made_anew)
{
	for (unsigned seed = 0; seed < CONTESTS; seed++) {
		struct contest contest = {
			.random = seed, .rules = seed % 2 ? AS_RULES_IOI : AS_RULES_ICPC};
		play_random(&contest);
		struct as_board *before = build(&contest), *untouched = build(&contest);
		struct as_board *copy = as_board_copy(before, NULL);
		cr_assert(copy);
		for (unsigned count = draw(&contest, 6); count > 0; count--) {
			struct as_board_attempt *attempt =
				&contest.attempts[draw(&contest, ATTEMPTS)];
			judge(&contest, attempt);
			set_attempt(copy, attempt);
		}
		struct as_board *after = build(&contest);
		expect_same_board(copy, after);
		expect_same_board(before, untouched);
		AS_AUTO(as_board_changes_clear)
		struct as_board_changes changes = compare(before, copy);
		expect_teams(untouched, after, &changes);
		expect_firsts(untouched, after, &changes);
		as_board_close(before);
		as_board_close(untouched);
		as_board_close(copy);
		as_board_close(after);
	}
}
