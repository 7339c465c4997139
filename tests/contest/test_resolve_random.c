/* SPDX-License-Identifier: MIT */
/*
 * Random contests. The steps of the ceremony must be those of a second implementation in this file,
 * which follows the rules of the ICPC Resolver: the next cell is searched on the whole board, from
 * its end, and every board is computed from scratch. It shares no code with the first. All seeds
 * are fixed.
 */
#include <assay/contest/rules.h>
#include <criterion/criterion.h>
#include <string.h>

#define CONTESTS 1000
#define MAX_TEAMS 12
#define MAX_PROBLEMS 6
#define MAX_RUNS 150
#define MAX_STEPS 2000
#define MINUTE_MS INT64_C(60000)

struct run {
	uint32_t team, problem;
	int64_t time_ms;
	enum as_board_state state; /* in the end */
	bool is_known;             /* at this point of the ceremony */
};

struct contest {
	uint64_t random;
	uint32_t teams, problems, runs;
	int64_t freeze_ms, penalty_ms;
	struct run all[MAX_RUNS]; /* in the order of arrival */
	char names[MAX_TEAMS][3];
	uint8_t shows[MAX_TEAMS];
	bool hidden[MAX_TEAMS];
};

/* A step, as text; the expected ones and those of the library. */
struct script {
	char lines[MAX_STEPS][48];
	size_t count;
};

/* SplitMix64 */
static uint64_t draw(struct contest *contest, uint64_t below)
{
	uint64_t x = contest->random += 0x9e3779b97f4a7c15;

	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
	x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
	return (x ^ (x >> 31)) % below;
}

static void add_line(struct script *script, bool pauses, const char *word, uint32_t team,
	uint32_t problem, uint32_t row)
{
	cr_assert_lt(script->count, MAX_STEPS);
	snprintf(script->lines[script->count++], sizeof(*script->lines),
		"%s team %u problem %u row %u%s", word, team, problem, row, pauses ? " pause" : "");
}

/* ---- the second implementation ---------------------------------------------------------- */

struct standing {
	uint32_t team, solved;
	int64_t minutes, last;
	const char *name;
};

/* A cell is submitted if its last word is a run without a known verdict. */
enum status { NONE, FAILED, SUBMITTED, SOLVED };

static enum status status_of(const struct contest *contest, uint32_t team, uint32_t problem,
	int64_t *minutes, int64_t *last)
{
	enum status status = NONE;
	int64_t penalty = 0;

	for (uint32_t i = 0; i < contest->runs; i++) {
		const struct run *run = &contest->all[i];
		if (run->team != team || run->problem != problem)
			continue;
		if (!run->is_known) {
			status = SUBMITTED;
		} else if (run->state == AS_BOARD_ACCEPTED) {
			*last = run->time_ms / MINUTE_MS;
			*minutes = *last + penalty;
			return SOLVED;
		} else if (run->state == AS_BOARD_REJECTED) {
			status = status == SUBMITTED ? SUBMITTED : FAILED;
			penalty += contest->penalty_ms / MINUTE_MS;
		}
	}
	return status;
}

static int by_rules(const void *left, const void *right)
{
	const struct standing *a = left, *b = right;

	if (a->solved != b->solved)
		return a->solved > b->solved ? -1 : 1;
	if (a->minutes != b->minutes)
		return a->minutes < b->minutes ? -1 : 1;
	if (a->last != b->last)
		return a->last < b->last ? -1 : 1;
	return strcmp(a->name, b->name);
}

/* Returns the number of rows. */
static uint32_t rank_all(const struct contest *contest, struct standing rows[MAX_TEAMS])
{
	uint32_t count = 0;

	for (uint32_t team = 0; team < contest->teams; team++) {
		struct standing *row = &rows[count];
		if (contest->hidden[team])
			continue;
		*row = (struct standing){.team = team, .name = contest->names[team]};
		for (uint32_t problem = 0; problem < contest->problems; problem++) {
			int64_t minutes = 0, last = 0;
			if (status_of(contest, team, problem, &minutes, &last) != SOLVED)
				continue;
			row->solved++;
			row->minutes += minutes;
			row->last = last > row->last ? last : row->last;
		}
		count++;
	}
	qsort(rows, count, sizeof(*rows), by_rules);
	return count;
}

static uint32_t team_at(const struct contest *contest, uint32_t row)
{
	struct standing rows[MAX_TEAMS];

	rank_all(contest, rows);
	return rows[row].team;
}

static uint32_t row_of(const struct contest *contest, uint32_t team)
{
	struct standing rows[MAX_TEAMS];
	uint32_t row = 0;

	rank_all(contest, rows);
	while (rows[row].team != team)
		row++;
	return row;
}

struct next {
	bool found;
	uint32_t team, problem;
};

/* The lowest team with a submitted cell, and the leftmost of these cells. */
static struct next find_next(const struct contest *contest)
{
	struct standing rows[MAX_TEAMS];
	int64_t unused;

	for (uint32_t row = rank_all(contest, rows); row-- > 0;)
		for (uint32_t i = 0; i < contest->problems; i++)
			if (status_of(contest, rows[row].team, i, &unused, &unused) == SUBMITTED)
				return (struct next){true, rows[row].team, i};
	return (struct next){0};
}

/* Runs are judged one after the other, until the problem is solved. */
static void judge(struct contest *contest, struct next next)
{
	for (uint32_t i = 0; i < contest->runs; i++) {
		struct run *run = &contest->all[i];
		if (run->team != next.team || run->problem != next.problem || run->is_known)
			continue;
		run->is_known = true;
		if (run->state == AS_BOARD_ACCEPTED)
			return;
	}
}

static void freeze(struct contest *contest)
{
	int64_t unused;

	for (uint32_t i = 0; i < contest->runs; i++)
		contest->all[i].is_known = contest->all[i].time_ms < contest->freeze_ms;
	for (uint32_t i = 0; i < contest->runs; i++) {
		struct run *run = &contest->all[i];
		if (!run->is_known &&
			status_of(contest, run->team, run->problem, &unused, &unused) != SUBMITTED)
			run->is_known = true;
	}
	for (uint32_t i = 0; i < contest->runs; i++)
		contest->all[i].is_known |= contest->all[i].state == AS_BOARD_REJECTED_FREE;
}

static void resolve_row(struct contest *contest, uint32_t row, bool single, struct script *script)
{
	struct next next = find_next(contest);
	bool done = false;

	while (!done) {
		const uint32_t team = team_at(contest, row);
		add_line(script, single || script->count == 3, "select", team, 0, row);
		while (next.found && next.team == team && row_of(contest, team) == row) {
			add_line(script, single, "pick", team, next.problem, row);
			judge(contest, next);
			add_line(script, single, "reveal", team, next.problem,
				row_of(contest, team));
			next = find_next(contest);
		}
		done = row_of(contest, team) == row && (!next.found || next.team != team);
	}
}

static void give_awards(const struct contest *contest, uint32_t row, struct script *script)
{
	const uint32_t team = team_at(contest, row);
	const uint8_t shows = contest->shows[team];

	if (shows & (AS_RESOLVE_SHOW_ROW | AS_RESOLVE_SHOW_SLIDE))
		add_line(script, true, "honor", team, 0, row);
	if (shows & AS_RESOLVE_SHOW_SLIDE) {
		add_line(script, true, "slide", team, 0, row);
		add_line(script, true, "return", team, 0, row);
	}
}

/* The lowest row with a medal, of the final board; -1: none. */
static int single_row(const struct contest *contest, uint32_t rows)
{
	struct contest ended = *contest;
	bool has_bronze = false;
	int single = -1;

	for (uint32_t i = 0; i < ended.runs; i++)
		ended.all[i].is_known = true;
	for (uint32_t row = 0; row < rows; row++) {
		const uint8_t shows = contest->shows[team_at(&ended, row)];
		single = shows & AS_RESOLVE_SHOW_MEDAL ? (int)row : single;
		has_bronze |= (shows & AS_RESOLVE_SHOW_BRONZE) != 0;
	}
	const int twelve = (rows < 12 ? (int)rows : 12) - 1;
	return !has_bronze && twelve > single ? twelve : single;
}

static void expect_script(struct contest *contest, struct script *script)
{
	struct standing rows[MAX_TEAMS];
	const uint32_t count = rank_all(contest, rows);
	const int single = single_row(contest, count);

	freeze(contest);
	script->count = 0;
	add_line(script, true, "title", 0, 0, 0);
	add_line(script, true, "top", 0, 0, 0);
	add_line(script, true, "bottom", 0, 0, 0);
	for (uint32_t row = count; row-- > 0;) {
		resolve_row(contest, row, (int)row <= single, script);
		give_awards(contest, row, script);
	}
	add_line(script, true, "end", 0, 0, 0);
}

/* ---- the library ------------------------------------------------------------------------ */

static struct as_board *final_board(const struct contest *contest)
{
	const struct as_rules rules = {.penalty_ms = contest->penalty_ms};
	struct as_error error = {0};
	struct as_board *board = as_board_open(&rules, contest->teams, contest->problems, &error);

	cr_assert_not_null(board, "%s", error.text);
	for (uint32_t i = 0; i < contest->teams; i++) {
		cr_assert_eq(as_board_set_key(board, i, contest->names[i], 2, NULL), 0);
		cr_assert_eq(as_board_set_hidden(board, i, contest->hidden[i], NULL), 0);
	}
	for (uint32_t i = 0; i < contest->runs; i++) {
		const struct run *run = &contest->all[i];
		cr_assert_eq(as_board_set(board,
				     &(struct as_board_attempt){.team = run->team,
					     .problem = run->problem,
					     .arrival = i + 1,
					     .time_ms = run->time_ms,
					     .state = run->state},
				     &error),
			0, "%s", error.text);
	}
	return board;
}

static void make_script(const struct contest *contest, struct script *script)
{
	static const char *const words[] = {"title", "top", "bottom", "select", "pick", "reveal",
		"honor", "slide", "return", "end"};
	AS_AUTO_RESOLUTION struct as_resolution made = {0};
	struct as_board *board = final_board(contest);
	struct as_error error = {0};

	script->count = 0;
	cr_assert_eq(as_resolve_make(board, contest->freeze_ms, contest->shows, &made, &error), 0,
		"%s", error.text);
	for (size_t i = 0; i < made.count; i++)
		add_line(script, made.steps[i].pauses, words[made.steps[i].kind],
			made.steps[i].team, made.steps[i].problem, made.steps[i].place);
	as_board_close(board);
}

/* ---- random contests -------------------------------------------------------------------- */

static enum as_board_state draw_state(struct contest *contest)
{
	const uint64_t drawn = draw(contest, 10);

	return drawn < 4   ? AS_BOARD_ACCEPTED
	       : drawn < 9 ? AS_BOARD_REJECTED
			   : AS_BOARD_REJECTED_FREE;
}

static void draw_contest(struct contest *contest, uint64_t seed)
{
	int64_t time_ms = 0;

	*contest = (struct contest){.random = seed};
	contest->teams = 1 + (uint32_t)draw(contest, MAX_TEAMS);
	contest->problems = 1 + (uint32_t)draw(contest, MAX_PROBLEMS);
	contest->runs = (uint32_t)draw(contest, MAX_RUNS);
	contest->penalty_ms = (int64_t)draw(contest, 2) * 20 * MINUTE_MS;
	for (uint32_t i = 0; i < contest->teams; i++) {
		snprintf(contest->names[i], sizeof(*contest->names), "%c%c",
			'a' + (int)draw(contest, 26), 'a' + (int)i);
		contest->hidden[i] = draw(contest, 12) == 0;
		contest->shows[i] = (uint8_t)(draw(contest, 4) ? 0 : draw(contest, 16));
	}
	for (uint32_t i = 0; i < contest->runs; i++) {
		time_ms += (int64_t)draw(contest, 4 * (uint64_t)MINUTE_MS);
		contest->all[i] = (struct run){.team = (uint32_t)draw(contest, contest->teams),
			.problem = (uint32_t)draw(contest, contest->problems),
			.time_ms = time_ms,
			.state = draw_state(contest),
			.is_known = true};
	}
	contest->freeze_ms = (int64_t)draw(contest, (uint64_t)time_ms + 1);
}

Test(resolve_random, a_thousand_contests_are_resolved_as_by_the_icpc_resolver)
{
	static struct contest contest;
	static struct script expected, made;
	size_t reveals = 0;

	for (uint64_t seed = 1; seed <= CONTESTS; seed++) {
		draw_contest(&contest, seed);
		make_script(&contest, &made);
		expect_script(&contest, &expected);
		for (size_t i = 0; i < made.count && i < expected.count; i++) {
			cr_assert_str_eq(made.lines[i], expected.lines[i],
				"contest %ju, step %zu: %s, expected %s", (uintmax_t)seed, i,
				made.lines[i], expected.lines[i]);
			reveals += strncmp(made.lines[i], "reveal", 6) == 0;
		}
		cr_assert_eq(made.count, expected.count, "contest %ju", (uintmax_t)seed);
	}
	cr_expect_gt(reveals, 5000, "%zu", reveals);
}
