/* SPDX-License-Identifier: MIT */
/* Finds numbers that may count the lines or tokens after them. The format is unknown, so every
 * number that is followed by exactly that many lines or tokens may be a count. */
#include "rules.h"

/* Searched: the first tokens of the text, and the tokens just before the removed part. */
#define FIRST_TOKENS 8
#define TOKENS_BEFORE 64

struct finder {
	const struct as_model *model;
	struct as_count *counts;
	size_t count;
};

static void add_count(struct finder *finder, size_t token, int64_t less)
{
	for (size_t i = 0; i < finder->count; i++)
		if (finder->counts[i].token == token)
			return;
	if (finder->count < AS_MAX_COUNTS && less > 0 && finder->model->tokens[token].value >= less)
		finder->counts[finder->count++] = (struct as_count){(uint32_t)token, less};
}

/* Calls `match` for the numbers before token `end`, the nearest first, then for the first tokens.
 */
static void each_before(struct finder *finder, size_t end,
	int64_t (*match)(const struct finder *finder, size_t token, const size_t *what),
	const size_t *what)
{
	for (size_t i = end; i-- > 0 && end - i <= TOKENS_BEFORE;)
		if (finder->model->tokens[i].is_number)
			add_count(finder, i, match(finder, i, what));
	for (size_t i = 0; i < end && i < FIRST_TOKENS; i++)
		if (finder->model->tokens[i].is_number)
			add_count(finder, i, match(finder, i, what));
}

/* `what`: the first removed line, and the number of removed lines. */
static int64_t match_lines(const struct finder *finder, size_t token, const size_t *what)
{
	const struct as_model *model = finder->model;
	size_t line = model->tokens[token].line, rest = model->line_count - line - 1;
	int64_t value = model->tokens[token].value;

	if (value < 1 || (uint64_t)value > rest)
		return 0;
	size_t each = rest / (size_t)value;
	if (each > 1 && rest % (size_t)value == 0)
		return what[1] % each == 0 ? (int64_t)(what[1] / each) : 0;
	return line + (size_t)value >= what[0] + what[1] - 1 ? (int64_t)what[1] : 0;
}

size_t as_counts_of_lines(const struct as_model *model, size_t from, size_t size,
	struct as_count counts[AS_MAX_COUNTS])
{
	struct finder finder = {.model = model, .counts = counts};
	const size_t what[2] = {from, size};

	/* An empty text has no lines. */
	if (from >= model->line_count)
		return 0;
	each_before(&finder, model->lines[from].first, match_lines, what);
	/* Sections of different lengths, each with its own count. */
	if (model->token_count && model->tokens[0].is_number && model->lines[from].first > 0)
		add_count(&finder, 0, 1);
	return finder.count;
}

/* `what`: the line, and the number of removed tokens. */
static int64_t match_tokens(const struct finder *finder, size_t token, const size_t *what)
{
	const struct as_model *model = finder->model;
	const struct as_line *line = &model->lines[what[0]];
	size_t covered = line->count;

	if (model->tokens[token].line == what[0])
		covered -= token + 1 - line->first;
	return model->tokens[token].value == (int64_t)covered ? (int64_t)what[1] : 0;
}

size_t as_counts_of_tokens(const struct as_model *model, size_t line, size_t size,
	struct as_count counts[AS_MAX_COUNTS])
{
	struct finder finder = {.model = model, .counts = counts};
	const size_t what[2] = {line, size};

	each_before(&finder, (size_t)model->lines[line].first + model->lines[line].count,
		match_tokens, what);
	/* A count of the tokens of several lines. */
	if (model->token_count && model->tokens[0].is_number &&
		model->tokens[0].value == (int64_t)model->token_count - 1)
		add_count(&finder, 0, (int64_t)size);
	return finder.count;
}
