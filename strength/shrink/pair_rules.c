/* SPDX-License-Identifier: MIT */
/* Changes two tokens of a sequence together: removes both, lowers both, or moves an amount from one
 * to the other. */
#include "number.h"
#include "rules.h"

/* In texts of more than FEW_TOKENS tokens, only near neighbours are paired. */
#define NEAR_TOKENS 48
#define FEW_TOKENS 400

enum pair_step {
	LEAVE_OUT, /* with a count lowered by 2, for formats whose count is even */
	BOTH_LESS, /* by the smaller of the two */
	BOTH_BY_ONE,
	GIVE_ALL, /* the later one takes all of the earlier one */
	GIVE_HALF,
	GIVE_ONE,
	EXCHANGE,
	OPPOSITE_BY_ONE, /* one up, the other down, whatever their signs */
	PAIR_STEPS
};

static int64_t toward_zero(int64_t value, int64_t by)
{
	return value < 0 ? value + by : value - by;
}

/* False: the step does not change them. */
static bool change_pair(enum pair_step step, int64_t *a, int64_t *b)
{
	int64_t kept = *a;
	uint64_t min = as_number_magnitude(*a);

	if (as_number_magnitude(*b) < min)
		min = as_number_magnitude(*b);
	if (step != EXCHANGE && min > INT64_MAX)
		return false;
	switch (step) {
	case LEAVE_OUT:
		return false;
	case BOTH_LESS:
	case BOTH_BY_ONE:
		if (!min)
			return false;
		*a = toward_zero(*a, step == BOTH_LESS ? (int64_t)min : 1);
		*b = toward_zero(*b, step == BOTH_LESS ? (int64_t)min : 1);
		return true;
	case GIVE_ALL:
		*a = 0;
		return kept && !__builtin_add_overflow(*b, kept, b);
	case GIVE_HALF:
		*a = kept - kept / 2;
		return kept / 2 && !__builtin_add_overflow(*b, kept / 2, b);
	case GIVE_ONE:
		*a = toward_zero(*a, kept != 0);
		return kept && !__builtin_add_overflow(*b, kept < 0 ? -1 : 1, b);
	case EXCHANGE:
		*a = *b;
		*b = kept;
		return *a != kept;
	case OPPOSITE_BY_ONE:
		return !__builtin_sub_overflow(*a, 1, a) && !__builtin_add_overflow(*b, 1, b);
	case PAIR_STEPS:
		break;
	}
	return false;
}

static size_t reach(const struct as_model *model)
{
	return model->token_count <= NEAR_TOKENS  ? NEAR_TOKENS
	       : model->token_count <= FEW_TOKENS ? 8
						  : 1;
}

static enum as_made leave_out_pair(const struct as_model *model, size_t first, size_t second,
	struct as_trial *trial, struct as_error *error)
{
	AS_AUTO_EDIT struct as_edit edit = {0};
	struct as_count counts[AS_MAX_COUNTS];
	uint32_t line = model->tokens[first].line;

	if (line != model->tokens[second].line || !as_counts_of_tokens(model, line, 2, counts) ||
		counts[0].token >= first)
		return AS_MADE_NONE;
	if (as_edit_init(&edit, model, error) < 0)
		return AS_MADE_ERROR;
	edit.token_edits[first].removed = edit.token_edits[second].removed = true;
	as_edit_set(&edit, counts[0].token, model->tokens[counts[0].token].value - 2);
	return as_made_edit(&edit, trial, error);
}

static enum as_made make_pair(const struct as_model *model, size_t first, size_t second,
	enum pair_step step, struct as_trial *trial, struct as_error *error)
{
	AS_AUTO_EDIT struct as_edit edit = {0};
	const struct as_token *tokens = model->tokens;
	int64_t a = tokens[first].value, b = tokens[second].value;

	if (step == LEAVE_OUT)
		return leave_out_pair(model, first, second, trial, error);
	if (!tokens[first].is_number || !tokens[second].is_number || !change_pair(step, &a, &b))
		return AS_MADE_NONE;
	if (as_edit_init(&edit, model, error) < 0)
		return AS_MADE_ERROR;
	as_edit_set(&edit, first, a);
	as_edit_set(&edit, second, b);
	return as_made_edit(&edit, trial, error);
}

/* cursor: at: the sequence; low: the earlier number; size: distance of the other; variant: the next
 * step. */
static enum as_made next_pairs(const struct as_reducer *reducer, struct as_cursor *cursor,
	struct as_trial *trial, struct as_error *error)
{
	const struct as_model *model = reducer->model;

	if (cursor->at >= model->sequence_count)
		return AS_MADE_END;
	const struct as_sequence *sequence = &model->sequences[cursor->at];
	if (!cursor->size)
		cursor->size = 1;
	if (cursor->variant == PAIR_STEPS) {
		cursor->size++;
		cursor->variant = 0;
	}
	if (cursor->size > reach(model) || cursor->low + cursor->size >= sequence->count) {
		cursor->low++;
		cursor->size = 1;
		cursor->variant = 0;
	}
	if (cursor->low + 1 >= sequence->count) {
		*cursor = (struct as_cursor){.at = cursor->at + 1};
		return AS_MADE_NONE;
	}
	size_t first = sequence->first + cursor->low * sequence->stride;
	return make_pair(model, first, first + cursor->size * sequence->stride,
		(enum pair_step)cursor->variant++, trial, error);
}

/* A step is repeated while it helps, unless it is an exchange. */
const struct as_rule as_rule_pairs = {next_pairs, as_cursor_restart};
