/* SPDX-License-Identifier: MIT */
/*
 * Wrong ideas, and the values of a function that follows one of them. If one idea explains all
 * replies of a test, including the correct ones, the feedback names it as the likely cause.
 */
#ifndef IDEAS_H
#define IDEAS_H

#include "row.h"

#include <stdbool.h>
#include <string.h>

/* ---- memoised recursion with a mistake in its cache ---- */

/* Slots for str(i) + str(j): a number below 10^6 if i > 0; the slots after these if i is 0. */
#define CACHE_SLOTS (1000 * MAX_N + MAX_N)

enum cache_kind { CACHE_BY_TEXT, CACHE_KEPT };

/* The usual forms of the recursion: by turns of both players or of one, with or without the values
 * of one and two coins in the cache. */
struct recursion {
	enum cache_kind kind;
	bool two_turns, caches_small;
	uint32_t call;
	uint32_t filled[CACHE_SLOTS]; /* in this call; 0: never */
	int64_t value[CACHE_SLOTS];
};

static struct recursion recursion;

static size_t find_slot(size_t i, size_t j)
{
	if (recursion.kind == CACHE_KEPT)
		return i * MAX_N + j;
	if (i == 0)
		return 1000 * MAX_N + j;
	return i * (j < 10 ? 10 : j < 100 ? 100 : 1000) + j;
}

static int64_t recur(const struct row *row, size_t i, size_t j);

static int64_t recur_anew(const struct row *row, size_t i, size_t j)
{
	const int64_t *coin = row->coin;
	if (i == j)
		return coin[i];
	if (!recursion.two_turns) {
		int64_t left = recur(row, i + 1, j), right = recur(row, i, j - 1);
		return row_sum(row, i, j) - smaller(left, right);
	}
	if (i + 1 == j)
		return larger(coin[i], coin[j]);
	int64_t both_left = recur(row, i + 2, j), ends = recur(row, i + 1, j - 1);
	int64_t both_right = recur(row, i, j - 2);
	return larger(coin[i] + smaller(both_left, ends), coin[j] + smaller(ends, both_right));
}

static int64_t recur(const struct row *row, size_t i, size_t j)
{
	size_t slot = find_slot(i, j);
	bool caches = recursion.caches_small || j - i > (recursion.two_turns ? 1 : 0);
	if (caches && recursion.filled[slot] == recursion.call)
		return recursion.value[slot];
	int64_t value = recur_anew(row, i, j);
	if (caches) {
		recursion.filled[slot] = recursion.call;
		recursion.value[slot] = value;
	}
	return value;
}

static int64_t recur_first(const struct row *row, size_t i, size_t j)
{
	if (recursion.call == 0 || recursion.kind == CACHE_BY_TEXT)
		recursion.call++;
	return recur(row, i, j);
}

/* ---- other wrong ideas ---- */

static int64_t take_larger_ends(const struct row *row, size_t i, size_t j)
{
	int64_t mine = 0;
	for (bool my_turn = true; i <= j; my_turn = !my_turn) {
		bool left = row->coin[i] >= row->coin[j];
		mine += my_turn ? row->coin[left ? i : j] : 0;
		if (i == j)
			break;
		i += left;
		j -= !left;
	}
	return mine;
}

static int64_t take_places(const struct row *row, size_t i, size_t j)
{
	int64_t sum[2] = {0, 0};
	for (size_t at = i; at <= j; at++)
		sum[(at - i) % 2] += row->coin[at];
	return larger(sum[0], sum[1]);
}

/* The recursion by two turns, with a wrong value of one coin or a wrong choice of the opponent. */
static int64_t fill_table(
	const struct row *row, size_t i, size_t j, bool helps, bool one_is_nothing)
{
	static int64_t table[MAX_N][MAX_N];
	const int64_t *coin = row->coin;
	for (size_t a = j + 1; a-- > i;)
		for (size_t b = a; b <= j; b++) {
			if (b - a < 2) {
				table[a][b] = b > a            ? larger(coin[a], coin[b])
					      : one_is_nothing ? 0
							       : coin[a];
				continue;
			}
			int64_t ends = table[a + 1][b - 1];
			int64_t left = table[a + 2][b], right = table[a][b - 2];
			table[a][b] = helps ? larger(coin[a] + larger(left, ends),
						      coin[b] + larger(ends, right))
					    : larger(coin[a] + smaller(left, ends),
						      coin[b] + smaller(ends, right));
		}
	return table[i][j];
}

static int64_t be_helped(const struct row *row, size_t i, size_t j)
{
	return fill_table(row, i, j, true, false);
}

static int64_t drop_last(const struct row *row, size_t i, size_t j)
{
	return fill_table(row, i, j, false, true);
}

static int64_t find_lead(const struct row *row, size_t i, size_t j)
{
	return 2 * row->best[i][j] - row_sum(row, i, j);
}

static int64_t find_second(const struct row *row, size_t i, size_t j)
{
	return row_sum(row, i, j) - row->best[i][j];
}

static int64_t take_one(const struct row *row, size_t i, size_t j)
{
	return larger(row->coin[i], row->coin[j]);
}

static int64_t take_row(const struct row *row, size_t i, size_t j)
{
	(void)i;
	(void)j;
	return row->best[0][row->n - 1];
}

static int64_t leave_right_end(const struct row *row, size_t i, size_t j)
{
	return i < j ? row->best[i][j - 1] : 0;
}

/* ---- all of them ---- */

#define TEXT_KEY                                                                                   \
	"a cache whose key is the text of i and j run together: (1, 111) and (11, 11) are then "   \
	"the same key, \"1111\"; use the pair (i, j) as the key"
#define KEPT                                                                                       \
	"a cache that is kept from one call to the next, with the values of other rows: a "        \
	"default such as cache={} is made only once; write cache=None, and make a new cache if "   \
	"it is None"

struct idea {
	int64_t (*value)(const struct row *row, size_t i, size_t j);
	enum cache_kind kind;
	bool two_turns, caches_small;
	const char *name; /* after "every value is that of " */
};

static const struct idea ideas[] = {
	{find_second, .name = "the second player; the first player's total is asked for"},
	{find_lead, .name = "the first player's total less the second player's; the first "
			    "player's total is asked for"},
	{row_sum, .name = "all coins together; the opponent takes some of them"},
	{take_one, .name = "the larger end coin alone"},
	{take_row, .name = "the whole row; only the coins i to j are asked for"},
	{leave_right_end, .name = "the coins i to j - 1; coin j belongs to the part, too"},
	{drop_last, .name = "a game in which a single coin is worth nothing; look at i == j"},
	{take_larger_ends, .name = "two players who both take the larger end"},
	{take_places, .name = "the better of the even and the odd places; that is a strategy, but "
			      "not always the best one"},
	{be_helped, .name = "a game in which the opponent helps; take the minimum at the "
			    "opponent's turn"},
	{recur_first, CACHE_KEPT, false, false, KEPT},
	{recur_first, CACHE_KEPT, false, true, KEPT},
	{recur_first, CACHE_KEPT, true, false, KEPT},
	{recur_first, CACHE_KEPT, true, true, KEPT},
	{recur_first, CACHE_BY_TEXT, false, false, TEXT_KEY},
	{recur_first, CACHE_BY_TEXT, false, true, TEXT_KEY},
	{recur_first, CACHE_BY_TEXT, true, false, TEXT_KEY},
	{recur_first, CACHE_BY_TEXT, true, true, TEXT_KEY},
};
#define IDEAS (sizeof ideas / sizeof *ideas)

/* Before the calls of a test. */
static inline void idea_begin(const struct idea *idea)
{
	memset(&recursion, 0, sizeof recursion);
	recursion.kind = idea->kind;
	recursion.two_turns = idea->two_turns;
	recursion.caches_small = idea->caches_small;
}

#endif
