/* SPDX-License-Identifier: MIT */
/*
 * All smaller rows: a text that ends with a number and as many numbers after it is compared with
 * shorter rows, and with every row of the same length, up to its sum of absolute values. That is
 * what makes a result the smallest that exists, where the other rules end at one that no small
 * change improves. Rows have numbers and are made from them ("unranking"), so a cursor is enough.
 *
 * Three kinds of rows, the fewest first: no value less than the least of the row; none less than 0;
 * any. A kind is left out if all that was tried of it is invalid.
 */
#include "rules.h"

#define MOST_COINS 12
#define MOST_SUM 40
/* Of one kind and number of values. */
#define MOST_ROWS 30000
/* Shorter rows: the number of values and their sum together. There are fewer than 2^13 of them, and
 * about as many of any sign. */
#define MOST_WEIGHT 13
#define MOST_WEIGHT_ANY_SIGN 11
/* So many candidates must be invalid before a kind of them is left out. */
#define ENOUGH_INVALID 8

enum kind { FROM_LEAST, FROM_ZERO, ANY_SIGN, KINDS };

/* The row of a text. */
struct row {
	size_t count_token, count;
	int64_t least;
	uint64_t sum; /* MOST_SUM + 1 for anything larger */
};

static bool read_row(const struct as_model *model, size_t count_token, struct row *row)
{
	*row = (struct row){.count_token = count_token,
		.count = model->token_count - count_token - 1,
		.least = INT64_MAX};
	for (size_t i = count_token + 1; i < model->token_count; i++) {
		const struct as_token *token = &model->tokens[i];
		if (!token->is_number)
			return false;
		if (token->value < row->least)
			row->least = token->value;
		if (token->value > MOST_SUM || token->value < -MOST_SUM)
			row->sum = MOST_SUM + 1;
		else if (row->sum <= MOST_SUM)
			row->sum += (uint64_t)(token->value < 0 ? -token->value : token->value);
	}
	if (row->sum > MOST_SUM)
		row->sum = MOST_SUM + 1;
	return row->count > 0;
}

/* The first number that as many tokens follow up to the end. */
static bool find_row(const struct as_model *model, struct row *row)
{
	for (size_t i = 0; i + 1 < model->token_count; i++)
		if (model->tokens[i].is_number &&
			model->tokens[i].value == (int64_t)(model->token_count - i - 1))
			return read_row(model, i, row);
	return false;
}

/* ---- rows by number -------------------------------------------------------------------------- */

/* How many rows of i values have the sum j. Numbers are small enough not to overflow: there are
 * fewer than 2^12 * C(52, 12) rows. */
struct table {
	uint64_t rows[MOST_COINS + 1][MOST_SUM + 1];
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

/* The row of a number, in lexicographic order by simplicity. */
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

static bool is_left_out(const struct as_hunt *hunt, enum kind kind, const struct row *row)
{
	switch (kind) {
	case FROM_LEAST:
		return row->least <= 0;
	case FROM_ZERO:
		return row->least < 0 || (hunt->with_zero >= ENOUGH_INVALID && !hunt->zero_valid);
	case ANY_SIGN:
		return hunt->with_negative >= ENOUGH_INVALID && !hunt->negative_valid;
	case KINDS:
		break;
	}
	return true;
}

/* The greatest sum of what rows have above their least values. */
static uint64_t most_sum(enum kind kind, const struct row *row, size_t count)
{
	uint64_t weight = kind == ANY_SIGN ? MOST_WEIGHT_ANY_SIGN : MOST_WEIGHT;
	uint64_t sum = row->sum > MOST_SUM ? MOST_SUM : row->sum;
	uint64_t least = kind == FROM_LEAST ? (uint64_t)row->least * count : 0;

	if (count < row->count)
		return weight - (count < weight ? count : weight);
	return sum < least ? 0 : sum - least;
}

static enum as_made put_row(const struct as_model *model, const struct row *row,
	const int64_t *values, size_t count, int64_t least, struct as_trial *trial,
	struct as_error *error)
{
	AS_AUTO_EDIT struct as_edit edit = {0};

	if (as_edit_init(&edit, model, error) < 0)
		return AS_MADE_ERROR;
	as_edit_set(&edit, row->count_token, (int64_t)count);
	for (size_t i = 0; i < row->count; i++) {
		size_t at = row->count_token + 1 + i;
		if (i < count)
			as_edit_set(&edit, at, values[i] + least);
		else
			edit.fates[at].gone = true;
	}
	/* Of one value a line, whole lines go. */
	for (size_t i = count; i < row->count; i++) {
		const struct as_line *line =
			&model->lines[model->tokens[row->count_token + 1 + i].line];
		if (line->first >= row->count_token + 1 + count)
			edit.gone_lines[line - model->lines] = true;
	}
	return as_made_edit(&edit, trial, error);
}

/* cursor: variant: the kind, first of the row's own length, then of shorter ones; at: how many
 * values, less 1; size: their sum; low: the number of the row; before: how many rows were made. */
#define VARIANTS (2 * KINDS)

static void next_variant(struct as_cursor *cursor)
{
	*cursor = (struct as_cursor){.variant = cursor->variant + 1};
}

static void next_length(struct as_cursor *cursor)
{
	*cursor = (struct as_cursor){.variant = cursor->variant, .at = cursor->at + 1};
}

/* Goes to the next row. False: there is none at this place. */
static bool find_next(
	const struct row *row, enum kind kind, struct as_cursor *cursor, struct table *table)
{
	size_t count = cursor->at + 1;

	if (cursor->size > most_sum(kind, row, count) || cursor->before >= MOST_ROWS) {
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

static enum as_made next_rows(const struct as_hunt *hunt, struct as_cursor *cursor,
	struct as_trial *trial, struct as_error *error)
{
	struct row row;
	struct table table;
	int64_t values[MOST_COINS];
	bool shorter = cursor->variant >= KINDS;
	enum kind kind = (enum kind)(cursor->variant % KINDS);

	if (cursor->variant == VARIANTS || !find_row(hunt->model, &row) || row.least < -MOST_SUM)
		return AS_MADE_END;
	if (!shorter && cursor->at < row.count - 1)
		cursor->at = row.count - 1;
	size_t count = cursor->at + 1;
	if (is_left_out(hunt, kind, &row) || count > MOST_COINS || row.least > MOST_SUM ||
		(shorter ? count >= row.count : count > row.count)) {
		next_variant(cursor);
		return AS_MADE_NONE;
	}
	if (!find_next(&row, kind, cursor, &table))
		return AS_MADE_NONE;
	make_row(&table, kind == ANY_SIGN, count, cursor->size, cursor->low, values);
	cursor->low++;
	cursor->before++;
	return put_row(
		hunt->model, &row, values, count, kind == FROM_LEAST ? row.least : 0, trial, error);
}

/* Rows come in order: what is left of this kind is not smaller. */
static void hit_rows(const struct as_hunt *hunt, struct as_cursor *cursor)
{
	(void)hunt;
	next_variant(cursor);
}

const struct as_rule as_rule_rows = {next_rows, hit_rows};

/* ---- long rows ------------------------------------------------------------------------------- */

/* Of rows that are too long for that, those of equal values but for one coin: of two lengths that
 * are shorter, and of this one. */
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
	return put_row(model, row, values, count, row->least, trial, error);
}

/* cursor: at: which length; low: the place of the coin from the right. */
static enum as_made next_sparse(const struct as_hunt *hunt, struct as_cursor *cursor,
	struct as_trial *trial, struct as_error *error)
{
	struct row row;

	if (cursor->at > SHORTER || !find_row(hunt->model, &row) || row.count <= MOST_COINS)
		return AS_MADE_END;
	size_t count = row.count - SHORTER + cursor->at;
	if (cursor->low >= count || row.least > MOST_SUM || row.least < -MOST_SUM) {
		*cursor = (struct as_cursor){.at = cursor->at + 1};
		return AS_MADE_NONE;
	}
	return put_sparse(hunt->model, &row, count, cursor->low++, trial, error);
}

/* Of the new row again all. */
static void hit_sparse(const struct as_hunt *hunt, struct as_cursor *cursor)
{
	(void)hunt;
	*cursor = (struct as_cursor){0};
}

const struct as_rule as_rule_sparse = {next_sparse, hit_sparse};
