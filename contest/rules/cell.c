/* SPDX-License-Identifier: MIT */
/*
 * A change sums up all attempts of the cell again. They are few, and a change in the middle (a
 * rejudging, a judgement out of order) can change the effect of all later ones.
 */
#include "cell.h"

#include <string.h>

#define MINUTE_MS 60000
#define SECOND_MS 1000

enum as_board_state as_board_state_of(const struct as_rules *rules, enum as_board_verdict verdict)
{
	switch (verdict) {
	case AS_BOARD_AC:
		return AS_BOARD_ACCEPTED;
	case AS_BOARD_CE:
		return rules->compile_error_has_penalty ? AS_BOARD_REJECTED
							: AS_BOARD_REJECTED_FREE;
	case AS_BOARD_OTHER:
		return AS_BOARD_REJECTED;
	case AS_BOARD_UNJUDGED:
	case AS_BOARD_JUDGING_ERROR:
	default:
		return AS_BOARD_PENDING;
	}
}

struct as_board_attempt as_board_attempt_public(
	const struct as_board_attempt *attempt, int64_t freeze_ms, bool thawed)
{
	struct as_board_attempt shown = *attempt;

	if (thawed || freeze_ms == AS_NEVER_MS ||
		(attempt->time_ms < freeze_ms && !attempt->in_freeze))
		return shown;
	shown.state = AS_BOARD_PENDING;
	shown.score_e6 = 0;
	shown.groups_e6 = NULL;
	shown.group_count = 0;
	return shown;
}

int64_t as_cell_round(const struct as_rules *rules, int64_t time_ms)
{
	const int64_t unit_ms = rules->rounding == AS_PENALTY_MINUTE   ? MINUTE_MS
				: rules->rounding == AS_PENALTY_SECOND ? SECOND_MS
								       : 1;
	const int64_t rest_ms = time_ms % unit_ms;

	return time_ms - rest_ms - (rest_ms < 0 ? unit_ms : 0);
}

static void set_time(struct as_cell *cell, const struct as_rules *rules, int64_t time_ms)
{
	const bool exact = rules->type == AS_SCOREBOARD_PASS_FAIL &&
			   rules->rounding_point == AS_PENALTY_ROUND_TOTAL;

	cell->has_time = true;
	cell->time_ms = exact ? time_ms : as_cell_round(rules, time_ms);
}

/* Counts an attempt for both types of contest. False: later attempts have no effect. */
static bool count_attempt(
	struct as_cell *cell, const struct as_rules *rules, const struct as_cell_attempt *attempt)
{
	const bool pending = attempt->state == AS_BOARD_PENDING;
	const bool accepted = attempt->state == AS_BOARD_ACCEPTED;

	if ((pending || accepted) && cell->decisive == 0) {
		cell->decisive = attempt->arrival;
		cell->decisive_ms = attempt->time_ms;
		cell->decisive_accepted = accepted;
	}
	cell->pending += pending;
	cell->judged += !pending;
	cell->penalised += attempt->state == AS_BOARD_REJECTED && !cell->solved;
	cell->solved |= accepted;
	return rules->type == AS_SCOREBOARD_SCORE || !accepted;
}

static void add_up_pass_fail(
	struct as_cell *cell, const struct as_rules *rules, const struct as_cell_attempt *accepted)
{
	set_time(cell, rules, accepted->time_ms);
	cell->penalty_ms = cell->time_ms + cell->penalised * rules->penalty_ms;
}

/* The best score of each group so far. */
struct best {
	int64_t groups_e6[AS_BOARD_MAX_GROUPS];
	uint32_t count;
	int64_t sum_e6;
	int64_t total_e6;
};

static int64_t improve(struct best *best, const struct as_cell_attempt *attempt, bool by_groups)
{
	for (uint32_t i = 0; by_groups && i < attempt->group_count; i++) {
		if (i == best->count)
			best->groups_e6[best->count++] = 0;
		if (attempt->groups_e6[i] > best->groups_e6[i]) {
			best->sum_e6 += attempt->groups_e6[i] - best->groups_e6[i];
			best->groups_e6[i] = attempt->groups_e6[i];
		}
	}
	if (attempt->score_e6 > best->total_e6)
		best->total_e6 = attempt->score_e6;
	const int64_t score_e6 = best->sum_e6 > best->total_e6 ? best->sum_e6 : best->total_e6;
	return score_e6 < AS_SCORE_MAX_E6 ? score_e6 : AS_SCORE_MAX_E6;
}

static void add_up_best(struct as_cell *cell, const struct as_rules *rules)
{
	struct best best;

	best.count = 0;
	best.sum_e6 = 0;
	best.total_e6 = 0;
	for (size_t i = 0; i < cell->count; i++) {
		const struct as_cell_attempt *attempt = &cell->attempts[i];
		if (attempt->state == AS_BOARD_PENDING)
			continue;
		const int64_t score_e6 =
			improve(&best, attempt, rules->score_mode == AS_SCORE_GROUPS);
		if (score_e6 > cell->score_e6) {
			cell->score_e6 = score_e6;
			set_time(cell, rules, attempt->time_ms);
		}
	}
}

static void add_up_last(struct as_cell *cell, const struct as_rules *rules)
{
	for (size_t i = cell->count; i-- > 0;) {
		const struct as_cell_attempt *attempt = &cell->attempts[i];
		if (attempt->state == AS_BOARD_PENDING || attempt->state == AS_BOARD_REJECTED_FREE)
			continue;
		cell->score_e6 = attempt->score_e6;
		if (attempt->score_e6 > 0)
			set_time(cell, rules, attempt->time_ms);
		return;
	}
}

static void add_up(struct as_cell *cell, const struct as_rules *rules)
{
	size_t i = 0;

	*cell = (struct as_cell){.attempts = cell->attempts, .count = cell->count};
	while (i < cell->count && count_attempt(cell, rules, &cell->attempts[i]))
		i++;
	if (rules->type == AS_SCOREBOARD_PASS_FAIL) {
		if (cell->solved)
			add_up_pass_fail(cell, rules, &cell->attempts[i]);
	} else if (rules->score_mode == AS_SCORE_LAST) {
		add_up_last(cell, rules);
	} else {
		add_up_best(cell, rules);
	}
}

/* The index of the first attempt that did not arrive earlier. */
static size_t find_attempt(const struct as_cell *cell, uint64_t arrival)
{
	size_t low = 0;

	for (size_t high = cell->count; low < high;) {
		const size_t middle = low + (high - low) / 2;
		if (cell->attempts[middle].arrival < arrival)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool is_at(const struct as_cell *cell, size_t place, uint64_t arrival)
{
	return place < cell->count && cell->attempts[place].arrival == arrival;
}

static int copy_groups(
	const struct as_board_attempt *attempt, int64_t **groups_e6, struct as_error *error)
{
	const size_t bytes = attempt->group_count * sizeof(**groups_e6);

	*groups_e6 = NULL;
	if (bytes == 0)
		return 0;
	*groups_e6 = malloc(bytes);
	if (!*groups_e6)
		return as_error_no_memory(error);
	memcpy(*groups_e6, attempt->groups_e6, bytes);
	return 0;
}

/* Inserts an empty item. */
static int insert(struct as_cell *cell, size_t place, struct as_error *error)
{
	if (!as_array_reserve(cell->attempts, cell->count, error))
		return -1;
	memmove(&cell->attempts[place + 1], &cell->attempts[place],
		(cell->count - place) * sizeof(*cell->attempts));
	cell->attempts[place] = (struct as_cell_attempt){0};
	cell->count++;
	return 0;
}

int as_cell_set(struct as_cell *cell, const struct as_rules *rules,
	const struct as_board_attempt *attempt, struct as_error *error)
{
	const bool scores =
		rules->type == AS_SCOREBOARD_SCORE && attempt->state != AS_BOARD_PENDING;
	const bool has_groups = scores && rules->score_mode == AS_SCORE_GROUPS;
	const size_t place = find_attempt(cell, attempt->arrival);
	AS_AUTO_FREE int64_t *groups_e6 = NULL;

	if (has_groups && copy_groups(attempt, &groups_e6, error) < 0)
		return -1;
	if (!is_at(cell, place, attempt->arrival) && insert(cell, place, error) < 0)
		return -1;
	free(cell->attempts[place].groups_e6);
	cell->attempts[place] = (struct as_cell_attempt){
		.arrival = attempt->arrival,
		.time_ms = attempt->time_ms,
		.state = attempt->state,
		.score_e6 = scores ? attempt->score_e6 : 0,
		.groups_e6 = as_steal(groups_e6),
		.group_count = has_groups ? attempt->group_count : 0,
		.in_freeze = attempt->in_freeze,
	};
	add_up(cell, rules);
	return 0;
}

bool as_cell_remove(struct as_cell *cell, const struct as_rules *rules, uint64_t arrival)
{
	const size_t place = find_attempt(cell, arrival);

	if (!is_at(cell, place, arrival))
		return false;
	free(cell->attempts[place].groups_e6);
	cell->count--;
	memmove(&cell->attempts[place], &cell->attempts[place + 1],
		(cell->count - place) * sizeof(*cell->attempts));
	add_up(cell, rules);
	return true;
}

void as_cell_clear(struct as_cell *cell)
{
	for (size_t i = 0; i < cell->count; i++)
		free(cell->attempts[i].groups_e6);
	free(cell->attempts);
	*cell = (struct as_cell){0};
}
