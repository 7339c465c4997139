/* SPDX-License-Identifier: MIT */
/* Removes lines: halves first, then smaller blocks; then sections. A section is a line with a
 * number in it, and that many lines after it. */
#include "rules.h"

#define SMALL_BLOCK 8

enum as_made as_made_edit(struct as_edit *edit, struct as_trial *trial, struct as_error *error)
{
	int result = as_edit_apply(edit, &trial->text, error);

	as_edit_clear(edit);
	return result < 0 ? AS_MADE_ERROR : AS_MADE_ONE;
}

/* variant 0: only the lines; then also with a count lowered. */
static enum as_made drop_lines(const struct as_model *model, size_t from, size_t size,
	size_t variant, struct as_trial *trial, struct as_error *error)
{
	struct as_count counts[AS_MAX_COUNTS];
	AS_AUTO_EDIT struct as_edit edit = {0};

	if (variant > as_counts_of_lines(model, from, size, counts))
		return AS_MADE_NONE;
	if (as_edit_init(&edit, model, error) < 0)
		return AS_MADE_ERROR;
	for (size_t i = from; i < from + size; i++)
		edit.removed_lines[i] = true;
	if (variant) {
		const struct as_count *count = &counts[variant - 1];
		as_edit_set(&edit, count->token, model->tokens[count->token].value - count->less);
	}
	return as_made_edit(&edit, trial, error);
}

/* cursor: at, size: the block; variant: the next one to make. */
static enum as_made next_lines(const struct as_reducer *reducer, struct as_cursor *cursor,
	struct as_trial *trial, struct as_error *error)
{
	const struct as_model *model = reducer->model;

	if (!cursor->size)
		cursor->size = (model->line_count + 1) / 2;
	if (cursor->variant > AS_MAX_COUNTS) {
		cursor->at += cursor->size > SMALL_BLOCK ? cursor->size / 2 : 1;
		cursor->variant = 0;
	}
	if (!cursor->size || cursor->at + cursor->size > model->line_count) {
		if (cursor->size <= 1)
			return AS_MADE_END;
		cursor->size /= 2;
		cursor->at = cursor->variant = 0;
		return AS_MADE_NONE;
	}
	return drop_lines(model, cursor->at, cursor->size, cursor->variant++, trial, error);
}

const struct as_rule as_rule_lines = {next_lines, as_cursor_restart};

/* cursor: at: the line; size: its token; variant: the next one to make. */
static enum as_made next_sections(const struct as_reducer *reducer, struct as_cursor *cursor,
	struct as_trial *trial, struct as_error *error)
{
	const struct as_model *model = reducer->model;

	if (cursor->variant > AS_MAX_COUNTS) {
		cursor->variant = 0;
		cursor->size++;
	}
	if (cursor->at >= model->line_count)
		return AS_MADE_END;
	const struct as_line *line = &model->lines[cursor->at];
	if (cursor->size >= line->count || cursor->size >= 4) {
		cursor->at++;
		cursor->size = 0;
		return AS_MADE_NONE;
	}
	const struct as_token *token = &model->tokens[line->first + cursor->size];
	if (!token->is_number || token->value < 1 ||
		(uint64_t)token->value > model->line_count - cursor->at - 1) {
		cursor->size++;
		return AS_MADE_NONE;
	}
	return drop_lines(
		model, cursor->at, (size_t)token->value + 1, cursor->variant++, trial, error);
}

const struct as_rule as_rule_sections = {next_sections, as_cursor_restart};
