/* SPDX-License-Identifier: MIT */
#include "order.h"

/* Without bronze medals the steps of these places pause. */
#define PLACES_WITHOUT_BRONZE 12

struct ceremony {
	const struct as_board *final;
	struct as_board *board; /* as far as it is revealed */
	const uint8_t *shows;
	uint32_t rows;
	uint32_t pausing; /* number of places, from the first, whose steps pause */
	struct as_resolution *resolution;
	struct as_error *error;
};

void as_resolution_clear(struct as_resolution *resolution)
{
	as_board_close(resolution->before);
	free(resolution->steps);
	*resolution = (struct as_resolution){0};
}

/* ---- the board at the freeze ------------------------------------------------------------ */

/* `freeze_ms` AS_NEVER_MS: the attempts as they are in the end. */
static int set_cell(struct as_board *board, const struct as_board *final, uint32_t team,
	uint32_t problem, int64_t freeze_ms, struct as_error *error)
{
	const struct as_cell *cell = as_board_cell_at(final, team, problem);

	for (size_t i = 0; i < cell->count; i++) {
		const struct as_cell_attempt *of = &cell->attempts[i];
		const struct as_board_attempt attempt = {team, problem, of->arrival, of->time_ms,
			of->state, of->score_e6, of->groups_e6, of->group_count, of->in_freeze};
		const bool shown = of->state == AS_BOARD_REJECTED_FREE;
		const struct as_board_attempt seen =
			as_board_attempt_public(&attempt, freeze_ms, shown);
		if (as_board_set(board, &seen, error) < 0)
			return -1;
	}
	return 0;
}

static int copy_team(struct as_board *board, const struct as_board *final, uint32_t team,
	int64_t freeze_ms, struct as_error *error)
{
	const struct as_board_team *of = &final->teams[team];

	if (as_board_set_key(board, team, of->name, of->name_size, error) < 0 ||
		as_board_set_hidden(board, team, of->hidden, error) < 0)
		return -1;
	for (uint32_t i = 0; i < final->problem_count; i++) {
		if (set_cell(board, final, team, i, freeze_ms, error) < 0)
			return -1;
		const struct as_board_cell cell = as_board_cell(board, team, i);
		if (final->rules.type == AS_SCOREBOARD_PASS_FAIL && cell.solved && cell.pending &&
			set_cell(board, final, team, i, AS_NEVER_MS, error) < 0)
			return -1;
	}
	return 0;
}

static struct as_board *copy_frozen(
	const struct as_board *final, int64_t freeze_ms, struct as_error *error)
{
	struct as_board *board =
		as_board_open(&final->rules, final->team_count, final->problem_count, error);

	for (uint32_t i = 0; board && i < final->team_count; i++)
		if (copy_team(board, final, i, freeze_ms, error) < 0) {
			as_board_close(board);
			return NULL;
		}
	return board;
}

/* ---- steps ------------------------------------------------------------------------------ */

static int add_step(struct ceremony *ceremony, struct as_resolve_step step)
{
	struct as_resolution *made = ceremony->resolution;

	if (!as_array_reserve(made->steps, made->count, ceremony->error))
		return -1;
	made->steps[made->count++] = step;
	return 0;
}

static int add_pause(struct ceremony *ceremony, enum as_resolve_kind kind)
{
	return add_step(ceremony, (struct as_resolve_step){.kind = kind, .pauses = true});
}

static int add_at(struct ceremony *ceremony, enum as_resolve_kind kind, uint32_t place, bool pauses)
{
	const uint32_t team = as_board_row(ceremony->board, place).team;

	return add_step(
		ceremony, (struct as_resolve_step){
				  .kind = kind, .pauses = pauses, .team = team, .place = place});
}

/* UINT32_MAX: none. */
static uint32_t next_pending(const struct as_board *board, uint32_t team)
{
	for (uint32_t i = 0; i < board->problem_count; i++)
		if (as_board_cell(board, team, i).pending > 0)
			return i;
	return UINT32_MAX;
}

/* Returns the place of the team afterwards; UINT32_MAX: out of memory. */
static uint32_t reveal(struct ceremony *ceremony, uint32_t place, uint32_t problem)
{
	struct as_board *board = ceremony->board;
	struct as_resolve_step step = {.kind = AS_RESOLVE_PICK,
		.pauses = place < ceremony->pausing,
		.team = as_board_row(board, place).team,
		.problem = problem,
		.place = place};

	if (add_step(ceremony, step) < 0 || set_cell(board, ceremony->final, step.team, problem,
						    AS_NEVER_MS, ceremony->error) < 0)
		return UINT32_MAX;
	step.kind = AS_RESOLVE_REVEAL;
	step.place = as_board_place(board, step.team);
	step.first = as_board_first(board, problem);
	step.cell = as_board_cell(board, step.team, problem);
	step.row = as_board_row(board, step.place);
	return add_step(ceremony, step) < 0 ? UINT32_MAX : step.place;
}

/* Reveals cells of the team at a place until it has none, or moves up. 1: it stays; 0: another team
 * is now at this place; -1: out of memory. */
static int resolve_team(struct ceremony *ceremony, uint32_t place)
{
	const uint32_t team = as_board_row(ceremony->board, place).team;
	const bool is_first = ceremony->resolution->steps[ceremony->resolution->count - 1].kind ==
			      AS_RESOLVE_BOTTOM;
	uint32_t problem;

	if (add_at(ceremony, AS_RESOLVE_SELECT, place, is_first || place < ceremony->pausing) < 0)
		return -1;
	while ((problem = next_pending(ceremony->board, team)) != UINT32_MAX) {
		const uint32_t now = reveal(ceremony, place, problem);
		if (now == UINT32_MAX)
			return -1;
		if (now != place)
			return 0;
	}
	return 1;
}

static int add_awards(struct ceremony *ceremony, uint32_t place)
{
	const uint8_t shows = ceremony->shows[as_board_row(ceremony->board, place).team];

	if (!(shows & (AS_RESOLVE_SHOW_ROW | AS_RESOLVE_SHOW_SLIDE)))
		return 0;
	if (add_at(ceremony, AS_RESOLVE_HONOR, place, true) < 0)
		return -1;
	if (!(shows & AS_RESOLVE_SHOW_SLIDE))
		return 0;
	return add_at(ceremony, AS_RESOLVE_SLIDE, place, true) < 0
		       ? -1
		       : add_at(ceremony, AS_RESOLVE_RETURN, place, true);
}

static int resolve_place(struct ceremony *ceremony, uint32_t place)
{
	int settled;

	do
		settled = resolve_team(ceremony, place);
	while (settled == 0);
	return settled < 0 ? -1 : add_awards(ceremony, place);
}

static int resolve_all(struct ceremony *ceremony)
{
	if (add_pause(ceremony, AS_RESOLVE_TITLE) < 0 || add_pause(ceremony, AS_RESOLVE_TOP) < 0 ||
		add_pause(ceremony, AS_RESOLVE_BOTTOM) < 0)
		return -1;
	for (uint32_t place = ceremony->rows; place-- > 0;)
		if (resolve_place(ceremony, place) < 0)
			return -1;
	return add_pause(ceremony, AS_RESOLVE_END);
}

/* ---- checks ----------------------------------------------------------------------------- */

int as_resolve_check(const struct as_board *final, struct as_error *error)
{
	if (final->rules.type == AS_SCOREBOARD_SCORE && final->rules.score_mode == AS_SCORE_LAST)
		return as_error_set(error, AS_ERROR_INPUT,
			"the score of a problem is that of the last submission, so a revealed "
			"result can move a team down: the board cannot be resolved");
	for (uint32_t i = 0; i < as_board_row_count(final); i++)
		if (next_pending(final, as_board_row(final, i).team) != UINT32_MAX)
			return as_error_set(error, AS_ERROR_INPUT,
				"submissions without a verdict: judge them before the ceremony");
	return 0;
}

static uint32_t count_pausing(const struct as_board *final, const uint8_t *shows)
{
	const uint32_t rows = as_board_row_count(final);
	uint32_t count = 0;
	bool has_bronze = false;

	for (uint32_t i = 0; i < rows; i++) {
		const uint8_t show = shows[as_board_row(final, i).team];
		has_bronze |= show & AS_RESOLVE_SHOW_BRONZE;
		if (show & AS_RESOLVE_SHOW_MEDAL)
			count = i + 1;
	}
	return has_bronze || count > PLACES_WITHOUT_BRONZE ? count : PLACES_WITHOUT_BRONZE;
}

int as_resolve_make(const struct as_board *final, int64_t freeze_ms, const uint8_t *shows,
	struct as_resolution *resolution, struct as_error *error)
{
	struct ceremony ceremony = {.final = final,
		.shows = shows,
		.rows = as_board_row_count(final),
		.pausing = count_pausing(final, shows),
		.resolution = resolution,
		.error = error};

	*resolution = (struct as_resolution){0};
	if (as_resolve_check(final, error))
		return -1;
	resolution->before = copy_frozen(final, freeze_ms, error);
	ceremony.board = resolution->before ? copy_frozen(final, freeze_ms, error) : NULL;
	const int status = ceremony.board ? resolve_all(&ceremony) : -1;
	as_board_close(ceremony.board);
	if (status < 0)
		as_resolution_clear(resolution);
	return status;
}
