/* SPDX-License-Identifier: MIT */
/* Copies of boards, and their comparison. */
#include "order.h"

#include <assay/contest/rules/compare.h>
#include <string.h>

/* ---- copying ---- */

static void *copy_bytes(const void *data, size_t size, struct as_error *error)
{
	void *copy = malloc(size ? size : 1);

	if (!copy)
		as_error_no_memory(error);
	else if (size)
		memcpy(copy, data, size);
	return copy;
}

static int copy_cell(const struct as_cell *from, struct as_cell *to, struct as_error *error)
{
	size_t room = 1;

	if (from->count == 0)
		return 0;
	while (room < from->count)
		room *= 2; /* as as_array_grow expects */
	struct as_cell_attempt *attempts = calloc(room, sizeof(*attempts));
	if (!attempts)
		return as_error_no_memory(error);
	memcpy(attempts, from->attempts, from->count * sizeof(*attempts));
	*to = *from;
	to->attempts = attempts;
	for (size_t i = 0; i < to->count; i++)
		attempts[i].groups_e6 = NULL;
	for (size_t i = 0; i < to->count; i++) {
		const struct as_cell_attempt *attempt = &from->attempts[i];
		if (attempt->group_count == 0)
			continue;
		attempts[i].groups_e6 = copy_bytes(attempt->groups_e6,
			attempt->group_count * sizeof(*attempt->groups_e6), error);
		if (!attempts[i].groups_e6)
			return -1;
	}
	return 0;
}

static int copy_team(
	const struct as_board_team *from, struct as_board_team *to, struct as_error *error)
{
	unsigned char *name = from->name ? copy_bytes(from->name, from->name_size, error) : NULL;

	if (from->name && !name)
		return -1;
	*to = *from;
	to->name = name;
	return 0;
}

struct as_board *as_board_copy(const struct as_board *board, struct as_error *error)
{
	struct as_board *copy =
		as_board_open(&board->rules, board->team_count, board->problem_count, error);
	int failed = copy ? 0 : -1;

	for (uint32_t i = 0; i < board->team_count && !failed; i++)
		failed = copy_team(&board->teams[i], &copy->teams[i], error);
	for (size_t i = 0; i < (size_t)board->team_count * board->problem_count && !failed; i++)
		failed = copy_cell(&board->cells[i], &copy->cells[i], error);
	if (failed) {
		as_board_close(copy);
		return NULL;
	}
	copy->row_count = board->row_count;
	memcpy(copy->order, board->order, board->row_count * sizeof(*board->order));
	memcpy(copy->firsts, board->firsts, board->problem_count * sizeof(*board->firsts));
	return copy;
}

/* ---- comparing ---- */

static enum as_medal medal_of(enum as_award_kind kind)
{
	return kind == AS_AWARD_GOLD     ? AS_MEDAL_GOLD
	       : kind == AS_AWARD_SILVER ? AS_MEDAL_SILVER
	       : kind == AS_AWARD_BRONZE ? AS_MEDAL_BRONZE
					 : AS_MEDAL_NONE;
}

static int add_medals(const struct as_board *board, const struct as_award_rules *rules,
	struct as_standing *standings, struct as_error *error)
{
	AS_AUTO_AWARDS struct as_awards awards = {0};

	if (as_awards_make(board, rules, NULL, NULL, &awards, error))
		return -1;
	for (size_t i = 0; i < awards.count; i++) {
		const enum as_medal medal = medal_of(awards.items[i].kind);
		for (size_t k = 0; medal && k < awards.items[i].team_count; k++)
			standings[awards.items[i].teams[k]].medal = medal;
	}
	return 0;
}

/* By team. NULL: as as_board_compare. */
static struct as_standing *list_standings(
	const struct as_board *board, const struct as_award_rules *rules, struct as_error *error)
{
	struct as_standing *standings = calloc((size_t)board->team_count + 1, sizeof(*standings));

	if (!standings) {
		as_error_no_memory(error);
		return NULL;
	}
	for (uint32_t place = 0; place < as_board_row_count(board); place++) {
		const struct as_board_row row = as_board_row(board, place);
		standings[row.team] = (struct as_standing){.rank = row.rank,
			.solved = row.solved,
			.total_ms = row.total_ms,
			.score_e6 = row.score_e6};
	}
	if (add_medals(board, rules, standings, error)) {
		free(standings);
		return NULL;
	}
	return standings;
}

static bool is_same(const struct as_standing *a, const struct as_standing *b)
{
	return a->rank == b->rank && a->medal == b->medal && a->solved == b->solved &&
	       a->total_ms == b->total_ms && a->score_e6 == b->score_e6;
}

static void compare_firsts(const struct as_board *before, const struct as_board *after,
	struct as_board_changes *changes)
{
	for (uint32_t i = 0; i < after->problem_count; i++) {
		const struct as_first_change change = {
			i, as_board_first(before, i), as_board_first(after, i)};
		if (change.was != change.is)
			changes->firsts[changes->first_count++] = change;
	}
}

int as_board_compare(const struct as_board *before, const struct as_board *after,
	const struct as_award_rules *rules, struct as_board_changes *changes,
	struct as_error *error)
{
	AS_AUTO_FREE struct as_standing *was = list_standings(before, rules, error);
	AS_AUTO_FREE struct as_standing *is = was ? list_standings(after, rules, error) : NULL;

	*changes = (struct as_board_changes){0};
	if (!is)
		return -1;
	changes->teams = calloc((size_t)after->row_count + 1, sizeof(*changes->teams));
	changes->firsts = calloc((size_t)after->problem_count + 1, sizeof(*changes->firsts));
	if (!changes->teams || !changes->firsts) {
		as_board_changes_clear(changes);
		return as_error_no_memory(error);
	}
	for (uint32_t place = 0; place < after->row_count; place++) {
		const uint32_t team = after->order[place];
		if (!is_same(&was[team], &is[team]))
			changes->teams[changes->team_count++] =
				(struct as_standing_change){team, was[team], is[team]};
	}
	compare_firsts(before, after, changes);
	return 0;
}

void as_board_changes_clear(struct as_board_changes *changes)
{
	free(changes->teams);
	free(changes->firsts);
	*changes = (struct as_board_changes){0};
}
