/* SPDX-License-Identifier: MIT */
/*
 * total[i] is what the first player still gets of the interval that starts at i, length after
 * length, in place: total[i + 1] is read before it is overwritten. At the first player's turn he
 * takes the better of value + rest; at the other's, who takes the coin, only the rest is his.
 */
#include "dp.h"

#include <string.h>

/* The first player moves where as many coins are gone as came in whole turns of both. */
static bool is_first_to_move(size_t n, size_t length)
{
	return (n - length) % 2 == 0;
}

/* True where the first player, or whoever plays with or against him, takes the left coin. */
static bool prefers_left(bool wants_more, int64_t left, int64_t right)
{
	return wants_more ? left >= right : left <= right;
}

typedef void keep_choice(void *context, size_t i, size_t length, bool left);

static int64_t run(const int64_t *values, size_t n, enum as_play play, int64_t *total,
	keep_choice *keep, void *context)
{
	memset(total, 0, (n + 1) * sizeof *total);
	for (size_t length = 1; length <= n; length++) {
		bool mine = is_first_to_move(n, length);
		bool wants_more = mine || play == AS_PLAY_DUMB;
		const int64_t *last = values + length - 1;
		for (size_t i = 0; i + length <= n; i++) {
			int64_t take_left = total[i + 1] + (mine ? values[i] : 0);
			int64_t take_right = total[i] + (mine ? last[i] : 0);
			bool left = prefers_left(wants_more, take_left, take_right);
			total[i] = left ? take_left : take_right;
			if (keep)
				keep(context, i, length, left);
		}
	}
	return total[0];
}

int as_dp_total(
	const int64_t *values, size_t n, enum as_play play, int64_t *first, struct as_error *error)
{
	AS_AUTO_FREE int64_t *total = reallocarray(NULL, n + 1, sizeof *total);
	if (!total)
		return as_error_no_memory(error);
	*first = run(values, n, play, total, NULL, NULL);
	return 0;
}

/* One bit an interval, the intervals of a length behind those of the shorter ones. */
struct choices {
	size_t n;
	unsigned char *bits;
};

static size_t place_of(const struct choices *choices, size_t i, size_t length)
{
	size_t shorter = length - 1;
	return shorter * choices->n - shorter * (shorter - 1) / 2 + i;
}

static void keep_bit(void *context, size_t i, size_t length, bool left)
{
	struct choices *choices = context;
	size_t place = place_of(choices, i, length);
	if (left)
		choices->bits[place / 8] |= (unsigned char)(1U << place % 8);
}

static void follow(const struct choices *choices, char *moves)
{
	size_t i = 0;
	for (size_t length = choices->n; length > 0; length--) {
		size_t place = place_of(choices, i, length);
		bool left = choices->bits[place / 8] >> place % 8 & 1;
		*moves++ = left ? 'L' : 'R';
		i += left;
	}
	*moves = '\0';
}

int as_dp_moves(
	const int64_t *values, size_t n, enum as_play play, char *moves, struct as_error *error)
{
	AS_AUTO_FREE int64_t *total = reallocarray(NULL, n + 1, sizeof *total);
	AS_AUTO_FREE unsigned char *bits = calloc(n * (n + 1) / 16 + 1, 1);
	struct choices choices = {n, bits};
	if (!total || !bits)
		return as_error_no_memory(error);
	run(values, n, play, total, keep_bit, &choices);
	follow(&choices, moves);
	return 0;
}
