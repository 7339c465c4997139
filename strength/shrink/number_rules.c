/* SPDX-License-Identifier: MIT */
/* Makes numbers simpler: one, some neighbours, a whole sequence, all equal ones. */
#include "nearer.h"
#include "number.h"
#include "rules.h"

/* ---- one number; all equal numbers --------------------------------------------------------------
 */

static int64_t nearer(int64_t value, struct as_cursor *cursor)
{
	uint64_t magnitude = as_nearer(as_number_magnitude(value), cursor);

	return (int64_t)(value < 0 ? 0 - magnitude : magnitude);
}

static void next_place(struct as_cursor *cursor)
{
	*cursor = (struct as_cursor){.at = cursor->at + 1, .size = cursor->size};
}

/* The first of at least two equal numbers. */
static bool is_first_of_equal(const struct as_model *model, size_t at)
{
	size_t others = 0;

	for (size_t i = 0; i < model->token_count; i++)
		if (i != at && model->tokens[i].is_number &&
			model->tokens[i].value == model->tokens[at].value) {
			if (i < at)
				return false;
			others++;
		}
	return others > 0;
}

/* Beyond this, pairwise comparison takes too long. */
#define MAX_EQUAL 4096

/* Lowers a number, or all numbers that are equal to it. */
static enum as_made lower_numbers(const struct as_reducer *reducer, struct as_cursor *cursor,
	bool all_equal, struct as_trial *trial, struct as_error *error)
{
	const struct as_model *model = reducer->model;
	AS_AUTO_EDIT struct as_edit edit = {0};

	if (cursor->at >= model->token_count)
		return AS_MADE_END;
	const struct as_token *token = &model->tokens[cursor->at];
	if (!token->is_number || !token->value || cursor->variant == AS_NEARER_STEPS ||
		(all_equal && !cursor->variant && !is_first_of_equal(model, cursor->at))) {
		next_place(cursor);
		return AS_MADE_NONE;
	}
	int64_t value = nearer(token->value, cursor);
	if (value == token->value)
		return AS_MADE_NONE;
	if (as_edit_init(&edit, model, error) < 0)
		return AS_MADE_ERROR;
	as_edit_set(&edit, cursor->at, value);
	for (size_t i = cursor->at + 1; all_equal && i < model->token_count; i++)
		if (model->tokens[i].is_number && model->tokens[i].value == token->value)
			as_edit_set(&edit, i, value);
	return as_made_edit(&edit, trial, error);
}

static enum as_made next_numbers(const struct as_reducer *reducer, struct as_cursor *cursor,
	struct as_trial *trial, struct as_error *error)
{
	return lower_numbers(reducer, cursor, false, trial, error);
}

const struct as_rule as_rule_numbers = {next_numbers, as_nearer_hit};

static enum as_made next_equal(const struct as_reducer *reducer, struct as_cursor *cursor,
	struct as_trial *trial, struct as_error *error)
{
	if (reducer->model->token_count > MAX_EQUAL)
		return AS_MADE_END;
	return lower_numbers(reducer, cursor, true, trial, error);
}

const struct as_rule as_rule_equal = {next_equal, as_nearer_hit};

/* ---- signs ----------------------------------------------------------------------------------- */

static enum as_made next_signs(const struct as_reducer *reducer, struct as_cursor *cursor,
	struct as_trial *trial, struct as_error *error)
{
	const struct as_model *model = reducer->model;
	AS_AUTO_EDIT struct as_edit edit = {0};

	while (cursor->at < model->token_count &&
		(!model->tokens[cursor->at].is_number || model->tokens[cursor->at].value >= 0))
		cursor->at++;
	if (cursor->at == model->token_count)
		return AS_MADE_END;
	size_t at = cursor->at++;
	if (model->tokens[at].value == INT64_MIN)
		return AS_MADE_NONE;
	if (as_edit_init(&edit, model, error) < 0)
		return AS_MADE_ERROR;
	as_edit_set(&edit, at, -model->tokens[at].value);
	return as_made_edit(&edit, trial, error);
}

const struct as_rule as_rule_signs = {next_signs, NULL};

/* ---- parts of a sequence --------------------------------------------------------------------- */

static size_t token_of(const struct as_sequence *sequence, size_t index)
{
	return sequence->first + index * sequence->stride;
}

/* The value that all numbers of a part get: a simple number, or the minimum of the part. */
static int64_t range_target(const struct as_model *model, const struct as_sequence *sequence,
	const struct as_cursor *range)
{
	int64_t min = INT64_MAX;

	if (range->variant < 2)
		return (int64_t)range->variant;
	for (size_t i = range->low; i < range->low + range->size; i++) {
		const struct as_token *token = &model->tokens[token_of(sequence, i)];
		if (token->is_number && as_number_compare(token->value, min) < 0)
			min = token->value;
	}
	return min;
}

static enum as_made set_range(const struct as_model *model, const struct as_sequence *sequence,
	const struct as_cursor *range, struct as_trial *trial, struct as_error *error)
{
	AS_AUTO_EDIT struct as_edit edit = {0};
	int64_t target = range_target(model, sequence, range);

	if (as_edit_init(&edit, model, error) < 0)
		return AS_MADE_ERROR;
	for (size_t i = range->low; i < range->low + range->size; i++) {
		size_t at = token_of(sequence, i);
		if (model->tokens[at].is_number)
			as_edit_set(&edit, at, target);
	}
	return as_made_edit(&edit, trial, error);
}

/* cursor: at: the sequence; size, low: the part; variant: the next target. */
static enum as_made next_ranges(const struct as_reducer *reducer, struct as_cursor *cursor,
	struct as_trial *trial, struct as_error *error)
{
	const struct as_model *model = reducer->model;

	if (cursor->at >= model->sequence_count)
		return AS_MADE_END;
	const struct as_sequence *sequence = &model->sequences[cursor->at];
	if (!cursor->size)
		cursor->size = sequence->count;
	if (cursor->variant > 2) {
		cursor->low += cursor->size;
		cursor->variant = 0;
	}
	if (cursor->low + cursor->size > sequence->count) {
		cursor->low = cursor->variant = 0;
		cursor->size /= 2;
	}
	if (cursor->size < 2) {
		*cursor = (struct as_cursor){.at = cursor->at + 1};
		return AS_MADE_NONE;
	}
	enum as_made made = set_range(model, sequence, cursor, trial, error);
	cursor->variant++;
	return made;
}

const struct as_rule as_rule_ranges = {next_ranges, NULL};

/* ---- whole sequences ------------------------------------------------------------------------- */

enum change {
	RANK_FROM_ZERO, /* the minimum becomes 0, the next value 1, ...: keeps the order */
	RANK_FROM_ONE,
	DOWN_TO_ZERO, /* subtracts the same from all */
	DOWN_TO_ONE,
	CENTRED,
	HALVED,
	TENTH,
	UNSIGNED,
	SORTED,
	CHANGES
};

/* Properties of a sequence that a change uses. */
struct numbers {
	int64_t *sorted;
	size_t count;
};

static int compare_simplicity(const void *a, const void *b)
{
	return as_number_compare(*(const int64_t *)a, *(const int64_t *)b);
}

static int read_numbers(const struct as_model *model, const struct as_sequence *sequence,
	enum change change, struct numbers *numbers, struct as_error *error)
{
	numbers->sorted = malloc(sequence->count * sizeof(*numbers->sorted));
	if (!numbers->sorted)
		return as_error_no_memory(error);
	for (size_t i = 0; i < sequence->count; i++)
		if (model->tokens[token_of(sequence, i)].is_number)
			numbers->sorted[numbers->count++] =
				model->tokens[token_of(sequence, i)].value;
	if (numbers->count)
		qsort(numbers->sorted, numbers->count, sizeof(*numbers->sorted),
			change == SORTED ? compare_simplicity : as_int64_compare);
	return 0;
}

static void remove_duplicates(struct numbers *numbers)
{
	size_t kept = 0;

	for (size_t i = 0; i < numbers->count; i++)
		if (!kept || numbers->sorted[kept - 1] != numbers->sorted[i])
			numbers->sorted[kept++] = numbers->sorted[i];
	numbers->count = kept;
}

static int64_t rank_of(const struct numbers *numbers, int64_t value)
{
	const int64_t *found =
		bsearch(&value, numbers->sorted, numbers->count, sizeof(value), as_int64_compare);

	return found ? found - numbers->sorted : 0;
}

static int64_t minus(int64_t value, int64_t less)
{
	int64_t result;

	return __builtin_sub_overflow(value, less, &result) ? value : result;
}

static int64_t changed(
	enum change change, const struct numbers *numbers, size_t index, int64_t value)
{
	switch (change) {
	case RANK_FROM_ZERO:
		return rank_of(numbers, value);
	case RANK_FROM_ONE:
		return rank_of(numbers, value) + 1;
	case DOWN_TO_ZERO:
		return minus(value, numbers->sorted[0]);
	case DOWN_TO_ONE:
		return minus(value, minus(numbers->sorted[0], 1));
	case CENTRED:
		return minus(value, numbers->sorted[numbers->count / 2]);
	case HALVED:
		return value / 2;
	case TENTH:
		return value / 10;
	case UNSIGNED:
		return value == INT64_MIN ? value : value < 0 ? -value : value;
	case SORTED:
		return numbers->sorted[index];
	case CHANGES:
		break;
	}
	return value;
}

static enum as_made change_sequence(const struct as_model *model,
	const struct as_sequence *sequence, enum change change, struct as_trial *trial,
	struct as_error *error)
{
	AS_AUTO_EDIT struct as_edit edit = {0};
	struct numbers numbers = {0};
	size_t index = 0;

	if (read_numbers(model, sequence, change, &numbers, error) < 0)
		return AS_MADE_ERROR;
	if (numbers.count < 2 || as_edit_init(&edit, model, error) < 0) {
		free(numbers.sorted);
		return numbers.count < 2 ? AS_MADE_NONE : AS_MADE_ERROR;
	}
	if (change == RANK_FROM_ZERO || change == RANK_FROM_ONE)
		remove_duplicates(&numbers);
	for (size_t i = 0; i < sequence->count; i++) {
		size_t at = token_of(sequence, i);
		if (model->tokens[at].is_number)
			as_edit_set(&edit, at,
				changed(change, &numbers, index++, model->tokens[at].value));
	}
	free(numbers.sorted);
	return as_made_edit(&edit, trial, error);
}

/* cursor: at: the sequence; variant: the next change. */
static enum as_made next_sequences(const struct as_reducer *reducer, struct as_cursor *cursor,
	struct as_trial *trial, struct as_error *error)
{
	const struct as_model *model = reducer->model;

	if (cursor->at >= model->sequence_count)
		return AS_MADE_END;
	if (cursor->variant == CHANGES) {
		next_place(cursor);
		return AS_MADE_NONE;
	}
	enum change change = (enum change)cursor->variant++;
	return change_sequence(model, &model->sequences[cursor->at], change, trial, error);
}

const struct as_rule as_rule_sequences = {next_sequences, as_cursor_restart};
