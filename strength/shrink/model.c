/* SPDX-License-Identifier: MIT */
#include "model.h"

#include <inttypes.h>
#include <string.h>

/* Columns of longer lines are ignored: those lines are sequences themselves. */
#define MAX_COLUMNS 8

/* ---- tokens and lines ------------------------------------------------------------------------ */

static int add_token(struct as_model *model, const struct as_token *token, struct as_error *error)
{
	if (!as_array_reserve(model->tokens, model->token_count, error))
		return -1;
	model->tokens[model->token_count++] = *token;
	return 0;
}

static int read_tokens(struct as_model *model, struct as_line *line, struct as_error *error)
{
	size_t end = (size_t)line->start + line->size;
	struct as_token token = {.start = line->start};

	line->first = (uint32_t)model->token_count;
	if (model->size > AS_SHRINK_MAX_BYTES)
		return 0;
	while (as_text_token(model->text, end, (size_t)token.start + token.size, &token)) {
		token.line = (uint32_t)model->line_count;
		if (add_token(model, &token, error) < 0)
			return -1;
		line->count++;
	}
	return 0;
}

static int read_lines(struct as_model *model, struct as_error *error)
{
	for (size_t at = 0; at < model->size;) {
		const char *feed = memchr(model->text + at, '\n', model->size - at);
		size_t end = feed ? (size_t)(feed + 1 - model->text) : model->size;
		struct as_line line = {.start = (uint32_t)at, .size = (uint32_t)(end - at)};
		if (read_tokens(model, &line, error) < 0)
			return -1;
		if (!as_array_reserve(model->lines, model->line_count, error))
			return -1;
		model->lines[model->line_count++] = line;
		at = end;
	}
	return 0;
}

/* ---- sequences ------------------------------------------------------------------------------- */

static int add_sequence(struct as_model *model, uint32_t first, uint32_t stride, uint32_t count,
	struct as_error *error)
{
	if (!as_array_reserve(model->sequences, model->sequence_count, error))
		return -1;
	model->sequences[model->sequence_count++] = (struct as_sequence){first, stride, count};
	return 0;
}

/* Adds the columns of lines `from` to `to`, which have equally many tokens. */
static int add_columns(struct as_model *model, size_t from, size_t to, struct as_error *error)
{
	uint32_t first = model->lines[from].first, columns = model->lines[from].count;
	uint32_t rows = (uint32_t)(to - from);

	if (rows < 2 || !columns || columns > MAX_COLUMNS)
		return 0;
	for (uint32_t column = 0; column < columns; column++)
		if (add_sequence(model, first + column, columns, rows, error) < 0)
			return -1;
	return columns > 1 ? add_sequence(model, first, 1, rows * columns, error) : 0;
}

static int find_sequences(struct as_model *model, struct as_error *error)
{
	size_t from = 0;

	for (size_t i = 0; i < model->line_count; i++) {
		const struct as_line *line = &model->lines[i];
		if (line->count > 1 && add_sequence(model, line->first, 1, line->count, error) < 0)
			return -1;
		if (i + 1 == model->line_count || line[1].count != line->count) {
			if (add_columns(model, from, i + 1, error) < 0)
				return -1;
			from = i + 1;
		}
	}
	return 0;
}

int as_model_new(struct as_model **out, const struct as_bytes *text, struct as_error *error)
{
	struct as_model *model = calloc(1, sizeof(*model));

	if (!model)
		return as_error_no_memory(error);
	model->text = text->data;
	model->size = text->size;
	if (read_lines(model, error) < 0 || find_sequences(model, error) < 0) {
		as_model_free(model);
		return -1;
	}
	*out = model;
	return 0;
}

void as_model_free(struct as_model *model)
{
	if (!model)
		return;
	free(model->tokens);
	free(model->lines);
	free(model->sequences);
	free(model);
}

/* ---- changed copies -------------------------------------------------------------------------- */

int as_edit_init(struct as_edit *edit, const struct as_model *model, struct as_error *error)
{
	edit->model = model;
	edit->token_edits = calloc(model->token_count + 1, sizeof(*edit->token_edits));
	edit->removed_lines = calloc(model->line_count + 1, sizeof(*edit->removed_lines));
	edit->line_copies = calloc(model->line_count + 1, sizeof(*edit->line_copies));
	if (!edit->token_edits || !edit->removed_lines || !edit->line_copies) {
		as_edit_clear(edit);
		return as_error_no_memory(error);
	}
	for (size_t i = 0; i < model->token_count; i++)
		edit->token_edits[i].source = (uint32_t)i;
	return 0;
}

void as_edit_clear(struct as_edit *edit)
{
	free(edit->token_edits);
	free(edit->removed_lines);
	free(edit->line_copies);
	*edit = (struct as_edit){0};
}

void as_edit_set(struct as_edit *edit, size_t token, int64_t value)
{
	edit->token_edits[token].is_set = true;
	edit->token_edits[token].value = value;
}

int64_t as_edit_value(const struct as_edit *edit, size_t token)
{
	return edit->token_edits[token].is_set ? edit->token_edits[token].value
					       : edit->model->tokens[token].value;
}

static void write_token(const struct as_edit *edit, size_t index, FILE *file)
{
	const struct as_token_edit *token_edit = &edit->token_edits[index];
	const struct as_token *token = &edit->model->tokens[token_edit->source];

	if (token_edit->word)
		fwrite(token_edit->word, 1, token_edit->word_size, file);
	else if (token_edit->is_set)
		fprintf(file, "%" PRId64, token_edit->value);
	else
		fwrite(edit->model->text + token->start, 1, token->size, file);
}

/* Keeps white space: before the line's first token, before each other token that is kept, and at
 * the end. */
static void write_line(const struct as_edit *edit, const struct as_line *line, FILE *file)
{
	const struct as_model *model = edit->model;
	size_t at = line->start, end = at + line->size;
	bool any = false;

	for (size_t i = line->first; i < (size_t)line->first + line->count; i++) {
		const struct as_token *token = &model->tokens[i];
		bool first = i == line->first;
		if (first || (!edit->token_edits[i].removed && any))
			fwrite(model->text + at, 1, token->start - at, file);
		if (!edit->token_edits[i].removed) {
			write_token(edit, i, file);
			for (unsigned copy = 0; copy < edit->token_edits[i].copies; copy++) {
				fputc(' ', file);
				write_token(edit, i, file);
			}
			any = true;
		}
		at = (size_t)token->start + token->size;
	}
	fwrite(model->text + at, 1, end - at, file);
}

int as_edit_apply(const struct as_edit *edit, struct as_bytes *out, struct as_error *error)
{
	struct as_bytes made = {0};
	FILE *file = open_memstream(&made.data, &made.size);

	if (!file)
		return as_error_no_memory(error);
	for (size_t i = 0; i < edit->model->line_count; i++)
		for (unsigned copy = edit->removed_lines[i]; copy <= edit->line_copies[i]; copy++)
			write_line(edit, &edit->model->lines[i], file);
	if (!as_text_close(file, &made.data, error))
		return -1;
	*out = made;
	return 0;
}
