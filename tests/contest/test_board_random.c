/* SPDX-License-Identifier: MIT */
/*
 * Random contests. After every event, the incremental board and the public's frozen one must equal
 * boards that are computed from scratch by a second implementation in this file. It follows the
 * wording of the rules and shares no code with the first. All seeds are fixed.
 */
#include <assay/contest/rules.h>
#include <criterion/criterion.h>
#include <string.h>

#define CONTESTS 400
#define EVENTS 60
#define MAX_TEAMS 9
#define MAX_PROBLEMS 4
#define MAX_GROUPS 3
#define MINUTE_MS INT64_C(60000)
#define FREEZE_MS (3 * MINUTE_MS)

struct attempt {
	struct as_board_attempt board; /* without groups_e6 */
	int64_t groups_e6[MAX_GROUPS];
};

struct contest {
	uint64_t seed;
	unsigned event;
	uint64_t random;
	struct as_rules rules;
	uint32_t teams;
	uint32_t problems;
	struct attempt attempts[EVENTS];
	uint32_t count;
	uint32_t arrived;
	bool hidden[MAX_TEAMS];
	char names[MAX_TEAMS][4];
	struct as_board *board;
	struct as_board *frozen;
};

/* SplitMix64 */
static uint64_t draw(struct contest *contest, uint64_t below)
{
	uint64_t x = contest->random += 0x9e3779b97f4a7c15;

	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
	x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
	return (x ^ (x >> 31)) % below;
}

/* ---- from scratch ----------------------------------------------------------------------- */

/* The attempts of a board, as its audience sees them. */
struct view {
	const struct contest *contest;
	struct attempt attempts[EVENTS]; /* in order of arrival */
	uint32_t count;
};

struct row {
	uint32_t team;
	uint32_t solved;
	int64_t total_ms;
	int64_t score_e6;
	int64_t last_ms; /* -1: none */
	const char *name;
};

static int by_arrival(const void *left, const void *right)
{
	const struct attempt *a = left;
	const struct attempt *b = right;

	return (a->board.arrival > b->board.arrival) - (a->board.arrival < b->board.arrival);
}

static void look(const struct contest *contest, bool frozen, struct view *view)
{
	view->contest = contest;
	view->count = contest->count;
	memcpy(view->attempts, contest->attempts, sizeof(view->attempts));
	for (uint32_t i = 0; frozen && i < view->count; i++)
		if (view->attempts[i].board.time_ms >= FREEZE_MS)
			view->attempts[i].board.state = AS_BOARD_PENDING;
	qsort(view->attempts, view->count, sizeof(*view->attempts), by_arrival);
}

static bool is_pending(const struct attempt *attempt)
{
	return attempt->board.state == AS_BOARD_PENDING;
}

static int64_t round_down(const struct as_rules *rules, int64_t time_ms)
{
	static const int64_t units_ms[] = {60000, 1000, 1};
	const int64_t unit_ms = units_ms[rules->rounding];

	return (time_ms / unit_ms - (time_ms % unit_ms < 0)) * unit_ms;
}

/* The best score of a group in the team's first `count` attempts; the best total if `group` is
 * MAX_GROUPS. */
static int64_t best_of(const struct attempt *const *own, uint32_t count, uint32_t group)
{
	int64_t best_e6 = 0;

	for (uint32_t i = 0; i < count; i++) {
		int64_t score_e6 = 0;
		if (is_pending(own[i]))
			continue;
		if (group == MAX_GROUPS)
			score_e6 = own[i]->board.score_e6;
		else if (group < own[i]->board.group_count)
			score_e6 = own[i]->groups_e6[group];
		best_e6 = score_e6 > best_e6 ? score_e6 : best_e6;
	}
	return best_e6;
}

static int64_t score_of(
	const struct as_rules *rules, const struct attempt *const *own, uint32_t count)
{
	const int64_t total_e6 = best_of(own, count, MAX_GROUPS);
	int64_t sum_e6 = 0;

	for (uint32_t i = 0; i < MAX_GROUPS; i++)
		sum_e6 += best_of(own, count, i);
	return rules->score_mode == AS_SCORE_GROUPS && sum_e6 > total_e6 ? sum_e6 : total_e6;
}

static void count_score(const struct as_rules *rules, const struct attempt *const *own,
	uint32_t count, struct as_board_cell *cell)
{
	uint32_t counts = 0; /* number of attempts up to the one that made the score */

	if (rules->score_mode == AS_SCORE_LAST) {
		for (uint32_t i = 0; i < count; i++)
			if (!is_pending(own[i]) && own[i]->board.state != AS_BOARD_REJECTED_FREE)
				counts = i + 1;
		cell->score_e6 = counts ? own[counts - 1]->board.score_e6 : 0;
	} else {
		cell->score_e6 = score_of(rules, own, count);
		while (score_of(rules, own, counts) < cell->score_e6)
			counts++;
	}
	if (cell->score_e6 > 0)
		cell->time_ms = round_down(rules, own[counts - 1]->board.time_ms);
}

static struct as_board_cell scratch_cell(const struct view *view, uint32_t team, uint32_t problem)
{
	const struct as_rules *rules = &view->contest->rules;
	const bool scores = rules->type == AS_SCOREBOARD_SCORE;
	struct as_board_cell cell = {.time_ms = AS_NEVER_MS};
	const struct attempt *own[EVENTS];
	uint32_t count = 0;

	for (uint32_t i = 0; i < view->count; i++) {
		const struct as_board_attempt *attempt = &view->attempts[i].board;
		if (attempt->team != team || attempt->problem != problem)
			continue;
		own[count++] = &view->attempts[i];
		if (cell.solved && !scores)
			continue; /* attempts after the accepted one are ignored */
		if (attempt->state == AS_BOARD_PENDING)
			cell.pending++;
		else
			cell.judged++;
		if (attempt->state == AS_BOARD_REJECTED && !cell.solved)
			cell.penalised++;
		if (attempt->state == AS_BOARD_ACCEPTED && !cell.solved) {
			cell.solved = true;
			cell.time_ms = attempt->time_ms;
		}
	}
	if (scores) {
		cell.time_ms = AS_NEVER_MS;
		count_score(rules, own, count, &cell);
	} else if (cell.solved) {
		if (rules->rounding_point == AS_PENALTY_ROUND_EACH)
			cell.time_ms = round_down(rules, cell.time_ms);
		cell.penalty_ms = cell.time_ms + cell.penalised * rules->penalty_ms;
	}
	return cell;
}

/* The team's first attempt to arrive that is accepted or pending, or NULL. */
static const struct attempt *scratch_decisive(
	const struct view *view, uint32_t team, uint32_t problem)
{
	for (uint32_t i = 0; i < view->count; i++) {
		const struct as_board_attempt *attempt = &view->attempts[i].board;
		if (attempt->team == team && attempt->problem == problem &&
			(attempt->state == AS_BOARD_PENDING || attempt->state == AS_BOARD_ACCEPTED))
			return &view->attempts[i];
	}
	return NULL;
}

static uint32_t scratch_first(const struct view *view, uint32_t problem)
{
	const struct attempt *first = NULL;

	for (uint32_t team = 0; team < view->contest->teams; team++) {
		const struct attempt *own = scratch_decisive(view, team, problem);
		if (!own || view->contest->hidden[team])
			continue;
		/* The attempts of a view are in the order of their arrival. */
		if (!first || own->board.time_ms < first->board.time_ms ||
			(own->board.time_ms == first->board.time_ms && own < first))
			first = own;
	}
	return first && first->board.state == AS_BOARD_ACCEPTED ? first->board.team : UINT32_MAX;
}

static struct row scratch_row(const struct view *view, uint32_t team)
{
	const struct as_rules *rules = &view->contest->rules;
	struct row row = {.team = team, .last_ms = -1, .name = view->contest->names[team]};
	int64_t penalties_ms = 0;
	int64_t times_ms = 0;

	for (uint32_t i = 0; i < view->contest->problems; i++) {
		const struct as_board_cell cell = scratch_cell(view, team, i);
		row.solved += cell.solved;
		row.score_e6 += cell.score_e6;
		if (cell.time_ms == AS_NEVER_MS)
			continue;
		penalties_ms += cell.penalised * rules->penalty_ms;
		times_ms += cell.time_ms;
		row.last_ms = cell.time_ms > row.last_ms ? cell.time_ms : row.last_ms;
	}
	if (rules->mode == AS_PENALTY_LAST)
		times_ms = row.last_ms < 0 ? 0 : row.last_ms;
	row.total_ms = times_ms + penalties_ms;
	if (rules->rounding_point == AS_PENALTY_ROUND_TOTAL)
		row.total_ms = round_down(rules, row.total_ms);
	if (rules->type == AS_SCOREBOARD_SCORE)
		row.total_ms = 0;
	if (row.last_ms >= 0)
		row.last_ms = round_down(rules, row.last_ms);
	return row;
}

/* Less than 0: `a` is better. */
static int compare_rows(const struct as_rules *rules, const struct row *a, const struct row *b)
{
	if (rules->type == AS_SCOREBOARD_SCORE) {
		if (a->score_e6 != b->score_e6)
			return a->score_e6 > b->score_e6 ? -1 : 1;
		if (rules->ties == AS_TIES_SHARED)
			return 0;
		return a->last_ms < b->last_ms ? -1 : a->last_ms > b->last_ms;
	}
	if (a->solved != b->solved)
		return a->solved > b->solved ? -1 : 1;
	if (a->total_ms != b->total_ms)
		return a->total_ms < b->total_ms ? -1 : 1;
	return a->last_ms < b->last_ms ? -1 : a->last_ms > b->last_ms;
}

static bool stands_above(const struct as_rules *rules, const struct row *a, const struct row *b)
{
	int order = compare_rows(rules, a, b);

	if (order == 0)
		order = strcmp(a->name, b->name);
	return order ? order < 0 : a->team < b->team;
}

/* ---- comparison ------------------------------------------------------------------------- */

#define SAME(contest, got, expected)                                                               \
	cr_assert_eq(got, expected, #got " in contest %ju after event %u",                         \
		(uintmax_t)(contest)->seed, (contest)->event)

static void expect_cells(const struct view *view, const struct as_board *board)
{
	const struct contest *contest = view->contest;

	for (uint32_t i = 0; i < contest->problems; i++) {
		const uint32_t first = scratch_first(view, i);
		SAME(contest, as_board_first(board, i), first);
		for (uint32_t j = 0; j < contest->teams; j++) {
			const struct as_board_cell expected = scratch_cell(view, j, i);
			const struct as_board_cell cell = as_board_cell(board, j, i);
			SAME(contest, cell.judged, expected.judged);
			SAME(contest, cell.pending, expected.pending);
			SAME(contest, cell.penalised, expected.penalised);
			SAME(contest, cell.solved, expected.solved);
			SAME(contest, cell.first, first == j);
			SAME(contest, cell.time_ms, expected.time_ms);
			SAME(contest, cell.penalty_ms, expected.penalty_ms);
			SAME(contest, cell.score_e6, expected.score_e6);
		}
	}
}

static void expect_row(const struct contest *contest, const struct as_board_row *row,
	const struct row *expected, uint32_t rank)
{
	SAME(contest, row->team, expected->team);
	SAME(contest, row->rank, rank);
	SAME(contest, row->solved, expected->solved);
	SAME(contest, row->total_ms, expected->total_ms);
	SAME(contest, row->score_e6, expected->score_e6);
	SAME(contest, row->time_ms, expected->last_ms < 0 ? AS_NEVER_MS : expected->last_ms);
}

/* Places and ranks are checked by counting the teams above and the better teams. */
static void expect_rows(const struct view *view, const struct as_board *board)
{
	const struct contest *contest = view->contest;
	struct row rows[MAX_TEAMS];
	uint32_t count = 0;

	for (uint32_t i = 0; i < contest->teams; i++)
		if (!contest->hidden[i])
			rows[count++] = scratch_row(view, i);
		else
			SAME(contest, as_board_place(board, i), UINT32_MAX);
	SAME(contest, as_board_row_count(board), count);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t place = 0;
		uint32_t rank = 1;
		for (uint32_t j = 0; j < count; j++) {
			place += stands_above(&contest->rules, &rows[j], &rows[i]);
			rank += compare_rows(&contest->rules, &rows[j], &rows[i]) < 0;
		}
		const struct as_board_row row = as_board_row(board, place);
		expect_row(contest, &row, &rows[i], rank);
		SAME(contest, as_board_place(board, rows[i].team), place);
	}
}

static void expect_equal(const struct contest *contest, const struct as_board *board, bool frozen)
{
	static struct view view;

	look(contest, frozen, &view);
	expect_cells(&view, board);
	expect_rows(&view, board);
}

/* ---- events ----------------------------------------------------------------------------- */

static void tell(struct contest *contest, const struct attempt *attempt, bool thawed)
{
	struct as_board_attempt whole = attempt->board;
	struct as_error error = {0};

	whole.groups_e6 = attempt->groups_e6;
	const struct as_board_attempt shown = as_board_attempt_public(&whole, FREEZE_MS, thawed);
	cr_assert_eq(as_board_set(contest->board, &whole, &error), 0, "%s", error.text);
	cr_assert_eq(as_board_set(contest->frozen, &shown, &error), 0, "%s", error.text);
}

/* Few different values, so that many teams are equal. */
static void judge(struct contest *contest, struct attempt *attempt)
{
	static const int64_t parts_ms[] = {0, 250, 1000, 1999, 30000, 59999};

	attempt->board.state = (enum as_board_state)draw(contest, 4);
	attempt->board.time_ms = (int64_t)draw(contest, 5) * MINUTE_MS + parts_ms[draw(contest, 6)];
	attempt->board.group_count = (uint32_t)draw(contest, MAX_GROUPS + 1);
	attempt->board.score_e6 = 0;
	for (uint32_t i = 0; i < attempt->board.group_count; i++) {
		attempt->groups_e6[i] = (int64_t)draw(contest, 4) * 10;
		attempt->board.score_e6 += attempt->groups_e6[i];
	}
	/* A total that differs from the sum of the groups. */
	if (draw(contest, 4) == 0)
		attempt->board.score_e6 = (int64_t)draw(contest, 80);
	tell(contest, attempt, false);
}

static void submit(struct contest *contest)
{
	struct attempt *attempt = &contest->attempts[contest->count];

	/* Mostly after the others; each number once. */
	attempt->board = (struct as_board_attempt){.team = (uint32_t)draw(contest, contest->teams),
		.problem = (uint32_t)draw(contest, contest->problems),
		.arrival =
			(draw(contest, 4) ? 1000 : 1 + draw(contest, 9)) * 1000 + contest->arrived};
	contest->count++;
	contest->arrived++;
	judge(contest, attempt);
}

static void ignore(struct contest *contest)
{
	struct attempt *attempt = &contest->attempts[draw(contest, contest->count)];
	const struct as_board_attempt gone = attempt->board;

	*attempt = contest->attempts[--contest->count];
	cr_assert(as_board_remove(contest->board, gone.team, gone.problem, gone.arrival));
	cr_assert(as_board_remove(contest->frozen, gone.team, gone.problem, gone.arrival));
}

static void hide(struct contest *contest, uint32_t team)
{
	contest->hidden[team] = !contest->hidden[team];
	cr_assert_eq(as_board_set_hidden(contest->board, team, contest->hidden[team], NULL), 0);
	cr_assert_eq(as_board_set_hidden(contest->frozen, team, contest->hidden[team], NULL), 0);
}

static void rename_team(struct contest *contest, uint32_t team)
{
	char *name = contest->names[team];
	const size_t size = draw(contest, sizeof(contest->names[team]));

	memset(name, 0, sizeof(contest->names[team]));
	for (size_t i = 0; i < size; i++)
		name[i] = (char)('a' + draw(contest, 2));
	cr_assert_eq(as_board_set_key(contest->board, team, name, size, NULL), 0);
	cr_assert_eq(as_board_set_key(contest->frozen, team, name, size, NULL), 0);
}

static void enroll(struct contest *contest)
{
	if (contest->teams == MAX_TEAMS)
		return;
	contest->teams++;
	cr_assert_eq(as_board_grow(contest->board, contest->teams, NULL), 0);
	cr_assert_eq(as_board_grow(contest->frozen, contest->teams, NULL), 0);
}

static void happen(struct contest *contest)
{
	const uint32_t team = (uint32_t)draw(contest, contest->teams);
	const uint64_t what = draw(contest, 100);

	if (contest->count == 0 || what < 45)
		submit(contest);
	else if (what < 78)
		judge(contest, &contest->attempts[draw(contest, contest->count)]);
	else if (what < 84)
		ignore(contest);
	else if (what < 89)
		hide(contest, team);
	else if (what < 97)
		rename_team(contest, team);
	else
		enroll(contest);
}

static void begin(struct contest *contest, uint64_t seed)
{
	*contest = (struct contest){.seed = seed, .random = seed};
	contest->rules = (struct as_rules){
		.type = (enum as_scoreboard_type)(seed % 2),
		.rounding = (enum as_penalty_rounding)draw(contest, 3),
		.penalty_ms = (int64_t)draw(contest, 3) * 30000,
		.rounding_point = (enum as_penalty_rounding_point)draw(contest, 2),
		.mode = (enum as_penalty_mode)draw(contest, 2),
		.score_mode = (enum as_score_mode)draw(contest, 3),
		.ties = (enum as_score_ties)draw(contest, 2),
	};
	contest->teams = 1 + (uint32_t)draw(contest, MAX_TEAMS);
	contest->problems = 1 + (uint32_t)draw(contest, MAX_PROBLEMS);
	contest->board = as_board_open(&contest->rules, contest->teams, contest->problems, NULL);
	contest->frozen = as_board_open(&contest->rules, contest->teams, contest->problems, NULL);
	cr_assert(contest->board && contest->frozen);
}

Test(board_random, after_every_event_a_board_equals_one_from_scratch)
{
	static struct contest contest;

	for (uint64_t seed = 1; seed <= CONTESTS; seed++) {
		begin(&contest, seed);
		for (contest.event = 1; contest.event <= EVENTS; contest.event++) {
			happen(&contest);
			expect_equal(&contest, contest.board, false);
			expect_equal(&contest, contest.frozen, true);
		}
		/* The thaw. */
		for (uint32_t i = 0; i < contest.count; i++)
			tell(&contest, &contest.attempts[i], true);
		expect_equal(&contest, contest.frozen, false);
		as_board_close(contest.board);
		as_board_close(contest.frozen);
	}
}
