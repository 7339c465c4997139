/* SPDX-License-Identifier: MIT */
/* Mutates samples, for packages without generators. Most results are invalid; the input validators
 * reject those. To keep more of them valid, a change of a counted list also changes its count. */
#include "rules.h"

#include <assay/base/random.h>
#include <string.h>

#define MAX_CHANGES 4

struct mutation {
	const struct as_sample *samples;
	size_t count;
	struct as_random random;
	const struct as_model *model;
};

static uint64_t draw(struct mutation *mutation, uint64_t last)
{
	return as_random_to(&mutation->random, last);
}

/* ---- numbers --------------------------------------------------------------------------------- */

static const int64_t boundaries[] = {0, 1, -1, 2, 9, 10, 100, 1000, 99999, 100000, 200000, 1000000,
	INT32_MAX, INT64_C(2147483648), INT32_MIN, 999999999, 1000000000, -1000000000,
	INT64_C(4294967296), INT64_C(1000000000000), INT64_C(1000000000000000000), INT64_MAX,
	INT64_MIN};
#define BOUNDARIES (sizeof(boundaries) / sizeof(*boundaries))

static int64_t wrap_add(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a + (uint64_t)b);
}

static int64_t other_number(struct mutation *mutation, int64_t value)
{
	const struct as_model *model = mutation->model;
	size_t other;

	switch (draw(mutation, 7)) {
	case 0:
		return wrap_add(value, 1);
	case 1:
		return wrap_add(value, -1);
	case 2:
		return value / 2;
	case 3:
		return wrap_add(value, value);
	case 4:
		return wrap_add(0, (int64_t)(0 - (uint64_t)value));
	case 5:
		return boundaries[draw(mutation, BOUNDARIES - 1)];
	case 6:
		other = draw(mutation, model->token_count - 1);
		return model->tokens[other].is_number ? model->tokens[other].value : 0;
	default:
		return (int64_t)draw(mutation, 3);
	}
}

static void change_number(struct mutation *mutation, struct as_edit *edit)
{
	size_t at = draw(mutation, mutation->model->token_count - 1);

	if (mutation->model->tokens[at].is_number)
		as_edit_set(edit, at, other_number(mutation, mutation->model->tokens[at].value));
}

/* Replaces all numbers of a sequence by random ones: from a few values, or up to its maximum. */
static void redraw_sequence(struct mutation *mutation, struct as_edit *edit)
{
	const struct as_model *model = mutation->model;
	int64_t greatest = 1;

	if (!model->sequence_count)
		return;
	const struct as_sequence *sequence =
		&model->sequences[draw(mutation, model->sequence_count - 1)];
	for (size_t i = 0; i < sequence->count; i++) {
		const struct as_token *token =
			&model->tokens[sequence->first + i * sequence->stride];
		if (token->is_number && token->value > greatest)
			greatest = token->value;
	}
	uint64_t last = draw(mutation, 1) ? (uint64_t)greatest : 1 + draw(mutation, 3);
	int64_t min = (int64_t)draw(mutation, 1);
	for (size_t i = 0; i < sequence->count; i++) {
		size_t at = sequence->first + i * sequence->stride;
		if (model->tokens[at].is_number)
			as_edit_set(edit, at,
				wrap_add((int64_t)draw(mutation, last - (uint64_t)min), min));
	}
}

/* ---- tokens and lines ------------------------------------------------------------------------ */

static void change_count(struct mutation *mutation, struct as_edit *edit,
	const struct as_count *counts, size_t count, bool more)
{
	if (!count || draw(mutation, 7) == 0)
		return;
	const struct as_count *chosen = &counts[draw(mutation, 1) ? 0 : draw(mutation, count - 1)];
	int64_t value = edit->model->tokens[chosen->token].value;
	as_edit_set(edit, chosen->token, wrap_add(value, more ? chosen->less : -chosen->less));
}

static void change_tokens(struct mutation *mutation, struct as_edit *edit)
{
	const struct as_model *model = mutation->model;
	struct as_count counts[AS_MAX_COUNTS];
	size_t at = draw(mutation, model->token_count - 1);
	const struct as_line *line = &model->lines[model->tokens[at].line];
	size_t max = (size_t)line->first + line->count - at, size = 1;
	bool more = draw(mutation, 2) == 0;

	if (draw(mutation, 1))
		size += draw(mutation, max - 1);
	if (more)
		size = 1 + draw(mutation, 2);
	size_t count = as_counts_of_tokens(model, model->tokens[at].line, size, counts);
	if (more)
		edit->token_edits[at].copies = (unsigned char)size;
	for (size_t i = 0; i < size && !more; i++)
		edit->token_edits[at + i].removed = true;
	change_count(mutation, edit, counts, count, more);
}

static void change_lines(struct mutation *mutation, struct as_edit *edit)
{
	const struct as_model *model = mutation->model;
	struct as_count counts[AS_MAX_COUNTS];
	size_t at = draw(mutation, model->line_count - 1), size = 1;
	bool more = draw(mutation, 1);

	if (!more && draw(mutation, 1))
		size += draw(mutation, model->line_count - at - 1);
	size_t count = as_counts_of_lines(model, at, size, counts);
	edit->line_copies[at] = more;
	for (size_t i = 0; i < size && !more; i++)
		edit->removed_lines[at + i] = true;
	change_count(mutation, edit, counts, count, more);
}

static void exchange_tokens(struct mutation *mutation, struct as_edit *edit)
{
	const struct as_model *model = mutation->model;
	size_t a = draw(mutation, model->token_count - 1), b = a;

	if (draw(mutation, 1) && model->sequence_count) {
		const struct as_sequence *sequence =
			&model->sequences[draw(mutation, model->sequence_count - 1)];
		a = sequence->first + draw(mutation, sequence->count - 1) * sequence->stride;
		b = sequence->first + draw(mutation, sequence->count - 1) * sequence->stride;
	} else {
		b = draw(mutation, model->token_count - 1);
	}
	edit->token_edits[a].source = (uint32_t)b;
	edit->token_edits[b].source = (uint32_t)a;
}

/* Replaces a character of a word by another of its characters. */
static int change_word(
	struct mutation *mutation, struct as_edit *edit, char **word, struct as_error *error)
{
	const struct as_model *model = mutation->model;
	size_t at = draw(mutation, model->token_count - 1);
	const struct as_token *token = &model->tokens[at];

	if (token->is_number)
		return 0;
	*word = malloc(token->size);
	if (!*word)
		return as_error_no_memory(error);
	memcpy(*word, model->text + token->start, token->size);
	size_t to = draw(mutation, token->size - 1), from = draw(mutation, token->size - 1);
	(*word)[to] = (*word)[from];
	edit->token_edits[at].word = *word;
	edit->token_edits[at].word_size = token->size;
	return 0;
}

/* ---- steps ----------------------------------------------------------------------------------- */

static int change(
	struct mutation *mutation, struct as_edit *edit, char **word, struct as_error *error)
{
	switch (draw(mutation, 9)) {
	case 0:
	case 1:
	case 2:
		change_number(mutation, edit);
		return 0;
	case 3:
	case 4:
		redraw_sequence(mutation, edit);
		return 0;
	case 5:
	case 6:
		change_tokens(mutation, edit);
		return 0;
	case 7:
		change_lines(mutation, edit);
		return 0;
	case 8:
		exchange_tokens(mutation, edit);
		return 0;
	default:
		return change_word(mutation, edit, word, error);
	}
}

static int change_text(struct mutation *mutation, struct as_bytes *text, struct as_error *error)
{
	struct as_model *model;
	struct as_bytes changed = {0};
	AS_AUTO_FREE char *word = NULL;

	if (as_model_new(&model, text, error) < 0)
		return -1;
	if (!model->token_count) {
		as_model_free(model);
		return 0;
	}
	struct as_edit edit = {0};
	mutation->model = model;
	int result = as_edit_init(&edit, model, error);
	if (result == 0)
		result = change(mutation, &edit, &word, error);
	if (result == 0)
		result = as_edit_apply(&edit, &changed, error);
	as_edit_clear(&edit);
	as_model_free(model);
	if (result < 0)
		return -1;
	as_bytes_clear(text);
	*text = changed;
	return 0;
}

/* The end of line `lines` of a text, counted from 1. */
static size_t end_of_line(const struct as_sample *sample, uint64_t lines)
{
	size_t at = 0;

	for (; lines && at < sample->size; lines--) {
		const char *feed = memchr(sample->text + at, '\n', sample->size - at);
		at = feed ? (size_t)(feed + 1 - sample->text) : sample->size;
	}
	return at;
}

static uint64_t count_lines(const struct as_sample *sample)
{
	uint64_t lines = 0;

	for (size_t i = 0; i < sample->size; i++)
		lines += sample->text[i] == '\n';
	return lines;
}

/* Begins with a sample, or with the first lines of one and the last lines of another. */
static int begin_text(struct mutation *mutation, struct as_bytes *text, struct as_error *error)
{
	const struct as_sample *first = &mutation->samples[draw(mutation, mutation->count - 1)];
	const struct as_sample *second = first;
	size_t end = first->size, from = first->size;

	if (draw(mutation, 7) == 0) {
		second = &mutation->samples[draw(mutation, mutation->count - 1)];
		end = end_of_line(first, draw(mutation, count_lines(first)));
		from = end_of_line(second, draw(mutation, count_lines(second)));
	}
	size_t rest = second->size - from;
	text->data = malloc(end + rest + 1);
	if (!text->data)
		return as_error_no_memory(error);
	if (end)
		memcpy(text->data, first->text, end);
	if (rest)
		memcpy(text->data + end, second->text + from, rest);
	text->size = end + rest;
	text->data[text->size] = '\0';
	return 0;
}

int as_mutate(const struct as_sample *samples, size_t count, uint64_t number, struct as_bytes *out,
	struct as_error *error)
{
	struct mutation mutation = {
		.samples = samples, .count = count, .random = as_random_numbered(1, number)};
	struct as_bytes text = {0};

	if (begin_text(&mutation, &text, error) < 0)
		return -1;
	/* One change, or up to four. */
	uint64_t left = draw(&mutation, 1) ? draw(&mutation, MAX_CHANGES - 1) : 0;
	for (left++; left; left--)
		if (change_text(&mutation, &text, error) < 0) {
			as_bytes_clear(&text);
			return -1;
		}
	*out = text;
	return 0;
}
