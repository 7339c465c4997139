/* SPDX-License-Identifier: MIT */
/* Removes tokens of a line, and characters of a word. */
#include "rules.h"

#include <string.h>

#define SMALL_BLOCK 8
/* For each number that may count the tokens: in this line only, and in all lines that it may count.
 */
#define VARIANTS (1 + 2 * AS_MAX_COUNTS)

/* ---- tokens ---------------------------------------------------------------------------------- */

static void drop_from_line(
	struct as_edit *edit, const struct as_line *line, size_t from, size_t size)
{
	for (size_t i = from; i < from + size; i++)
		edit->token_edits[line->first + i].removed = true;
}

/* `from` is relative to the line. */
static enum as_made drop_tokens(const struct as_model *model, size_t line, size_t from, size_t size,
	size_t variant, struct as_trial *trial, struct as_error *error)
{
	struct as_count counts[AS_MAX_COUNTS];
	AS_AUTO_EDIT struct as_edit edit = {0};
	const struct as_line *here = &model->lines[line];
	const struct as_count *count = &counts[variant ? (variant - 1) / 2 : 0];
	bool everywhere = variant && variant % 2 == 0;

	if (variant && (variant - 1) / 2 >= as_counts_of_tokens(model, line, size, counts))
		return AS_MADE_NONE;
	if (variant && count->token >= here->first + from &&
		count->token < here->first + from + size)
		return AS_MADE_NONE;
	if (as_edit_init(&edit, model, error) < 0)
		return AS_MADE_ERROR;
	drop_from_line(&edit, here, from, size);
	if (variant)
		as_edit_set(&edit, count->token, model->tokens[count->token].value - count->less);
	for (size_t i = variant ? model->tokens[count->token].line + 1 : 0;
		everywhere && i < model->line_count; i++)
		if (model->lines[i].count == here->count)
			drop_from_line(&edit, &model->lines[i], from, size);
	return as_made_edit(&edit, trial, error);
}

static size_t longest_line(const struct as_model *model)
{
	size_t longest = 0;

	for (size_t i = 0; i < model->line_count; i++)
		if (model->lines[i].count > longest)
			longest = model->lines[i].count;
	return longest;
}

/* The next line that has a block of this size from `at` on. */
static bool find_block(const struct as_model *model, const struct as_cursor *cursor, size_t *token)
{
	for (size_t i = *token; i < model->token_count;) {
		const struct as_line *line = &model->lines[model->tokens[i].line];
		if (i + cursor->size <= (size_t)line->first + line->count) {
			*token = i;
			return true;
		}
		i = (size_t)line->first + line->count;
	}
	return false;
}

/* cursor: at, size: the block; variant: the next one to make. */
static enum as_made next_tokens(const struct as_reducer *reducer, struct as_cursor *cursor,
	struct as_trial *trial, struct as_error *error)
{
	const struct as_model *model = reducer->model;
	size_t token = cursor->at;

	if (!cursor->size)
		cursor->size = longest_line(model);
	if (cursor->variant >= VARIANTS) {
		token = cursor->at += cursor->size;
		cursor->variant = 0;
	}
	if (!cursor->size || !find_block(model, cursor, &token)) {
		if (cursor->size <= 1)
			return AS_MADE_END;
		cursor->size /= 2;
		cursor->at = cursor->variant = 0;
		return AS_MADE_NONE;
	}
	if (token != cursor->at)
		cursor->variant = 0;
	cursor->at = token;
	size_t line = model->tokens[token].line;
	return drop_tokens(model, line, token - model->lines[line].first, cursor->size,
		cursor->variant++, trial, error);
}

const struct as_rule as_rule_tokens = {next_tokens, as_cursor_restart};

/* ---- words ----------------------------------------------------------------------------------- */

/* Words of more characters are cut in blocks of at least a 64th. */
#define MAX_BLOCKS 64

/* Lowers a number that is the word's length. */
static void lower_length(struct as_edit *edit, const struct as_token *word, size_t less)
{
	const struct as_model *model = edit->model;

	for (size_t i = 0; i < model->token_count; i++)
		if (model->tokens[i].is_number && model->tokens[i].value == (int64_t)word->size) {
			as_edit_set(edit, i, model->tokens[i].value - (int64_t)less);
			return;
		}
}

static enum as_made change_word(const struct as_model *model, const struct as_cursor *cursor,
	size_t variant, struct as_trial *trial, struct as_error *error)
{
	AS_AUTO_EDIT struct as_edit edit = {0};
	const struct as_token *token = &model->tokens[cursor->at];
	size_t from = cursor->low, size = cursor->size;
	AS_AUTO_FREE char *word = malloc(token->size);

	if (!word || as_edit_init(&edit, model, error) < 0)
		return word ? AS_MADE_ERROR : (as_error_no_memory(error), AS_MADE_ERROR);
	memcpy(word, model->text + token->start, token->size);
	edit.token_edits[cursor->at].word = word;
	edit.token_edits[cursor->at].word_size = token->size;
	if (variant < 2) {
		memmove(word + from, word + from + size, token->size - from - size);
		edit.token_edits[cursor->at].word_size -= size;
		if (variant)
			lower_length(&edit, token, size);
	} else {
		/* The word's own smallest character, or the letter a. */
		char min = variant == 2 ? 'a' : word[0];
		for (size_t i = 0; variant == 3 && i < token->size; i++)
			min = word[i] < min ? word[i] : min;
		memset(word + from, min, size);
	}
	return as_made_edit(&edit, trial, error);
}

/* cursor: at: the token; size, low: the block of characters; variant: the next one to make. */
static enum as_made next_words(const struct as_reducer *reducer, struct as_cursor *cursor,
	struct as_trial *trial, struct as_error *error)
{
	const struct as_model *model = reducer->model;

	if (cursor->at >= model->token_count)
		return AS_MADE_END;
	const struct as_token *token = &model->tokens[cursor->at];
	if (!cursor->size)
		cursor->size = token->size / 2 ? token->size / 2 : 1;
	if (cursor->variant >= 4) {
		cursor->low += cursor->size;
		cursor->variant = 0;
	}
	while (cursor->size && cursor->low + cursor->size > token->size) {
		cursor->low = cursor->variant = 0;
		cursor->size /= 2;
	}
	if (token->is_number || !cursor->size || token->size / cursor->size > MAX_BLOCKS) {
		*cursor = (struct as_cursor){.at = cursor->at + 1};
		return AS_MADE_NONE;
	}
	size_t variant = cursor->variant++;
	if (cursor->size == token->size && variant < 2)
		return AS_MADE_NONE; /* a token must not become empty */
	return change_word(model, cursor, variant, trial, error);
}

const struct as_rule as_rule_words = {next_words, as_cursor_restart};
