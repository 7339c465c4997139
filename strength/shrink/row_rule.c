/* SPDX-License-Identifier: MIT */
/*
 * All smaller rows. A text can end with a number and as many numbers after it: a row. Then all
 * shorter rows and all rows of the same length are tried, up to its sum of absolute values. So the
 * result is the smallest that exists, not only a local minimum of the other rules. Rows are
 * numbered and made from their number ("unranking"), so a cursor is enough.
 *
 * There are three kinds of rows, tried in the order of their count: no value less than the minimum
 * of the row; no value less than 0; any. A kind is skipped if all of its candidates so far were
 * invalid.
 */
#include "rules.h"

#define MAX_COINS 12
#define MAX_SUM 40
/* Rows of one kind and length. */
#define MAX_ROWS 30000
/* Shorter rows: bound of the length plus the sum. There are fewer than 2^13 non-negative rows
 * within the first bound, and about as many of any sign within the second. */
#define MAX_WEIGHT 13
#define MAX_WEIGHT_ANY_SIGN 11
/* Invalid candidates before a kind is skipped. */
#define MAX_INVALID 8

enum kind { FROM_MINIMUM, FROM_ZERO, ANY_SIGN, KINDS };

/* The row at the end of a text. */
struct row {
	size_t count_token, count;
	int64_t min;
	uint64_t sum; /* MAX_SUM + 1 for anything larger */
};

static bool read_row(const struct as_model *model, size_t count_token, struct row *row)
{
	*row = (struct row){.count_token = count_token,
		.count = model->token_count - count_token - 1,
		.min = INT64_MAX};
	for (size_t i = count_token + 1; i < model->token_count; i++) {
		const struct as_token *token = &model->tokens[i];
		if (!token->is_number)
			return false;
		if (token->value < row->min)
			row->min = token->value;
		if (token->value > MAX_SUM || token->value < -MAX_SUM)
			row->sum = MAX_SUM + 1;
		else if (row->sum <= MAX_SUM)
			row->sum += (uint64_t)(token->value < 0 ? -token->value : token->value);
	}
	if (row->sum > MAX_SUM)
		row->sum = MAX_SUM + 1;
	return row->count > 0;
}

/* Finds the first number that is followed by exactly as many tokens up to the end. */
static bool find_row(const struct as_model *model, struct row *row)
{
	for (size_t i = 0; i + 1 < model->token_count; i++)
		if (model->tokens[i].is_number &&
			model->tokens[i].value == (int64_t)(model->token_count - i - 1))
			return read_row(model, i, row);
	return false;
}

/* ---- unranking ------------------------------------------------------------------------------- */

/* The number of rows of i values with the sum j. Overflow is impossible: there are fewer than 2^12
 * * C(52, 12) rows. */
struct table {
	uint64_t rows[MAX_COINS + 1][MAX_SUM + 1];
};

static void fill_table(struct table *table, size_t count, uint64_t sum, bool any_sign)
{
	for (uint64_t s = 0; s <= sum; s++)
		table->rows[0][s] = s == 0;
	for (size_t n = 1; n <= count; n++)
		for (uint64_t s = 0; s <= sum; s++) {
			uint64_t rows = table->rows[n - 1][s];
			for (uint64_t value = 1; value <= s; value++)
				rows += (any_sign ? 2 : 1) * table->rows[n - 1][s - value];
			table->rows[n][s] = rows;
		}
}

/* The row with a number, in lexicographic order by simplicity. */
static void make_row(const struct table *table, bool any_sign, size_t count, uint64_t sum,
	uint64_t number, int64_t *values)
{
	for (size_t i = 0; i < count; i++) {
		int64_t value = 0;
		for (;;) {
			uint64_t left = (uint64_t)(value < 0 ? -value : value);
			uint64_t rows = table->rows[count - i - 1][sum - left];
			if (number < rows) {
				sum -= left;
				break;
			}
			number -= rows;
			value = any_sign && value > 0 ? -value : (value < 0 ? -value : value) + 1;
		}
		values[i] = value;
	}
}

/* ---- the rule -------------------------------------------------------------------------------- */

static bool is_skipped(const struct as_reducer *reducer, enum kind kind, const struct row *row)
{
	switch (kind) {
	case FROM_MINIMUM:
		return row->min <= 0;
	case FROM_ZERO:
		return row->min < 0 || (reducer->with_zero >= MAX_INVALID && !reducer->zero_valid);
	case ANY_SIGN:
		return reducer->with_negative >= MAX_INVALID && !reducer->negative_valid;
	case KINDS:
		break;
	}
	return true;
}

/* The maximum sum of the amounts by which the values of a row exceed their lower bound. */
static uint64_t max_sum(enum kind kind, const struct row *row, size_t count)
{
	uint64_t weight = kind == ANY_SIGN ? MAX_WEIGHT_ANY_SIGN : MAX_WEIGHT;
	uint64_t sum = row->sum > MAX_SUM ? MAX_SUM : row->sum;
	uint64_t min = kind == FROM_MINIMUM ? (uint64_t)row->min * count : 0;

	if (count < row->count)
		return weight - (count < weight ? count : weight);
	return sum < min ? 0 : sum - min;
}

static enum as_made put_row(const struct as_model *model, const struct row *row,
	const int64_t *values, size_t count, int64_t min, struct as_trial *trial,
	struct as_error *error)
{
	AS_AUTO_EDIT struct as_edit edit = {0};

	if (as_edit_init(&edit, model, error) < 0)
		return AS_MADE_ERROR;
	as_edit_set(&edit, row->count_token, (int64_t)count);
	for (size_t i = 0; i < row->count; i++) {
		size_t at = row->count_token + 1 + i;
		if (i < count)
			as_edit_set(&edit, at, values[i] + min);
		else
			edit.token_edits[at].removed = true;
	}
	/* With one value per line, whole lines are removed. */
	for (size_t i = count; i < row->count; i++) {
		const struct as_line *line =
			&model->lines[model->tokens[row->count_token + 1 + i].line];
		if (line->first >= row->count_token + 1 + count)
			edit.removed_lines[line - model->lines] = true;
	}
	return as_made_edit(&edit, trial, error);
}

/* cursor: variant: the kind, first for the row's own length, then for shorter ones; at: number of
 * values - 1; size: their sum; low: the row's number; before: how many rows were made. */
#define VARIANTS (2 * KINDS)

/* Rows come in order, so after a hit the rest of the kind is not smaller. */
static void next_variant(struct as_cursor *cursor)
{
	*cursor = (struct as_cursor){.variant = cursor->variant + 1};
}

static void next_length(struct as_cursor *cursor)
{
	*cursor = (struct as_cursor){.variant = cursor->variant, .at = cursor->at + 1};
}

/* Advances to the next row. False: there is none at this position. */
static bool find_next(
	const struct row *row, enum kind kind, struct as_cursor *cursor, struct table *table)
{
	size_t count = cursor->at + 1;

	if (cursor->size > max_sum(kind, row, count) || cursor->before >= MAX_ROWS) {
		next_length(cursor);
		return false;
	}
	fill_table(table, count, cursor->size, kind == ANY_SIGN);
	if (cursor->low >= table->rows[count][cursor->size]) {
		cursor->size++;
		cursor->low = 0;
		return false;
	}
	return true;
}

static enum as_made next_rows(const struct as_reducer *reducer, struct as_cursor *cursor,
	struct as_trial *trial, struct as_error *error)
{
	struct row row;
	struct table table;
	int64_t values[MAX_COINS];
	bool shorter = cursor->variant >= KINDS;
	enum kind kind = (enum kind)(cursor->variant % KINDS);

	if (cursor->variant == VARIANTS || !find_row(reducer->model, &row) || row.min < -MAX_SUM)
		return AS_MADE_END;
	if (!shorter && cursor->at < row.count - 1)
		cursor->at = row.count - 1;
	size_t count = cursor->at + 1;
	if (is_skipped(reducer, kind, &row) || count > MAX_COINS || row.min > MAX_SUM ||
		(shorter ? count >= row.count : count > row.count)) {
		next_variant(cursor);
		return AS_MADE_NONE;
	}
	if (!find_next(&row, kind, cursor, &table))
		return AS_MADE_NONE;
	make_row(&table, kind == ANY_SIGN, count, cursor->size, cursor->low, values);
	cursor->low++;
	cursor->before++;
	return put_row(reducer->model, &row, values, count, kind == FROM_MINIMUM ? row.min : 0,
		trial, error);
}

const struct as_rule as_rule_rows = {next_rows, next_variant};

/* ---- long rows ------------------------------------------------------------------------------- */

/* For rows that are too long to enumerate: rows of equal values with one exception, of this length
 * and of the next two shorter ones. */
#define SHORTER 2

static enum as_made put_sparse(const struct as_model *model, const struct row *row, size_t count,
	size_t place, struct as_trial *trial, struct as_error *error)
{
	AS_AUTO_FREE int64_t *values = calloc(count, sizeof(*values));

	if (!values) {
		as_error_no_memory(error);
		return AS_MADE_ERROR;
	}
	values[count - 1 - place] = 1;
	return put_row(model, row, values, count, row->min, trial, error);
}

/* cursor: at: which length; low: position of the exception from the right. */
static enum as_made next_sparse(const struct as_reducer *reducer, struct as_cursor *cursor,
	struct as_trial *trial, struct as_error *error)
{
	struct row row;

	if (cursor->at > SHORTER || !find_row(reducer->model, &row) || row.count <= MAX_COINS)
		return AS_MADE_END;
	size_t count = row.count - SHORTER + cursor->at;
	if (cursor->low >= count || row.min > MAX_SUM || row.min < -MAX_SUM) {
		*cursor = (struct as_cursor){.at = cursor->at + 1};
		return AS_MADE_NONE;
	}
	return put_sparse(reducer->model, &row, count, cursor->low++, trial, error);
}

/* Tries all such rows of the new row. */
static void hit_sparse(struct as_cursor *cursor)
{
	*cursor = (struct as_cursor){0};
}

const struct as_rule as_rule_sparse = {next_sparse, hit_sparse};
