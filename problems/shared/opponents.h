/* SPDX-License-Identifier: MIT */
/*
 * Players of the coin-row game, for the interactors of its interactive packages, in C11 with only
 * the standard library. Every folder that uses this file has an identical copy.
 *
 *	struct opponent opponent;
 *	if (!opponent_start(&opponent, OPPONENT_GREEDY, values, n, seed))
 *		... no memory ...
 *	while (opponent_left(&opponent) > 0) {
 *		opponent_play(&opponent, move); // the other player's move, 'L' or 'R'
 *		if (opponent_left(&opponent) == 0)
 *			break;
 *		char answer = opponent_choose(&opponent); // takes no coin yet
 *		opponent_play(&opponent, answer);
 *	}
 *	opponent_end(&opponent);
 *
 * The same values, seed and moves always get the same answers. A player may move first or second.
 * The sum of the magnitudes of all values must be below 2^63. An answer of OPTIMAL takes a pass
 * over the remaining coins: a game of 2000 coins takes milliseconds, a game of 100000 many seconds.
 * An answer of the others takes constant time.
 */
#ifndef OPPONENTS_H
#define OPPONENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum opponent_kind {
	OPPONENT_OPTIMAL,  /* always a best move */
	OPPONENT_GREEDY,   /* the greater coin, left if equal */
	OPPONENT_ODD_EVEN, /* the best move if both follow the odd/even strategy afterwards */
	OPPONENT_RANDOM,   /* either end, by the seed */
	OPPONENT_MIRROR,   /* the end that the other player did not take; left in the first move */
};
#define OPPONENT_KINDS 5

static const char *const opponent_names[OPPONENT_KINDS] = {
	"optimal", "greedy", "odd/even", "random", "mirror"};

struct opponent {
	enum opponent_kind kind;
	const int64_t *values; /* borrowed */
	size_t begin, end;     /* the remaining coins: values[begin] to values[end - 1] */
	int64_t *every_other;  /* [i + 2] - [i] is values[i]: sums of every other coin */
	int64_t *stack;
	uint64_t random;
	char last_move; /* of either player */
};

/* Finds a kind by its name in opponent_names; false if there is none. */
static inline bool opponent_find(const char *name, enum opponent_kind *kind)
{
	for (int i = 0; i < OPPONENT_KINDS; i++)
		if (strcmp(name, opponent_names[i]) == 0) {
			*kind = (enum opponent_kind)i;
			return true;
		}
	return false;
}

static inline void opponent_end(struct opponent *opponent)
{
	free(opponent->every_other);
	free(opponent->stack);
	opponent->every_other = opponent->stack = NULL;
}

/* False: out of memory, and nothing to end. The values are borrowed and must stay valid. */
static inline bool opponent_start(struct opponent *opponent, enum opponent_kind kind,
	const int64_t *values, size_t n, uint64_t seed)
{
	memset(opponent, 0, sizeof *opponent);
	opponent->kind = kind;
	opponent->values = values;
	opponent->end = n;
	opponent->random = seed;
	opponent->last_move = 'R';
	opponent->every_other = (int64_t *)calloc(n + 2, sizeof(int64_t));
	opponent->stack = (int64_t *)calloc(n + 1, sizeof(int64_t));
	if (!opponent->every_other || !opponent->stack) {
		opponent_end(opponent);
		return false;
	}
	for (size_t i = 0; i < n; i++)
		opponent->every_other[i + 2] = opponent->every_other[i] + values[i];
	return true;
}

/* The number of remaining coins. */
static inline size_t opponent_left(const struct opponent *opponent)
{
	return opponent->end - opponent->begin;
}

/* Takes the coin at that end, for either player, and returns its value. A coin must remain. */
static inline int64_t opponent_play(struct opponent *opponent, char move)
{
	opponent->last_move = move;
	return opponent->values[move == 'L' ? opponent->begin++ : --opponent->end];
}

/*
 * Copies values[begin] to values[end - 1] to the stack and replaces x <= y >= z by the one coin
 * x - y + z until no such triple remains. The resulting row falls and then rises, and has the same
 * lead. Its greater end is always one of the best moves of the whole row.
 */
static inline size_t opponent_fuse_(struct opponent *opponent, size_t begin, size_t end)
{
	int64_t *stack = opponent->stack;
	size_t count = 0;
	for (size_t i = begin; i < end; i++) {
		int64_t z = opponent->values[i];
		for (; count >= 2 && stack[count - 2] <= stack[count - 1] && stack[count - 1] >= z;
			count -= 2)
			z += stack[count - 2] - stack[count - 1];
		stack[count++] = z;
	}
	return count;
}

static inline int64_t opponent_lead_of_(struct opponent *opponent, size_t begin, size_t end)
{
	const int64_t *stack = opponent->stack;
	size_t left = 0, right = opponent_fuse_(opponent, begin, end);
	int64_t lead = 0, sign = 1;
	for (; left < right; sign = -sign)
		lead += sign * (stack[left] >= stack[right - 1] ? stack[left++] : stack[--right]);
	return lead;
}

/*
 * opponent_lead is the lead of the player to move, if both play optimally. opponent_loss is the
 * loss of a move compared with the best one, which is 0 for that one; it needs a remaining coin.
 * Both are passes over the remaining coins.
 */
static inline int64_t opponent_lead(struct opponent *opponent)
{
	return opponent_lead_of_(opponent, opponent->begin, opponent->end);
}

static inline int64_t opponent_loss(struct opponent *opponent, char move)
{
	size_t begin = opponent->begin, end = opponent->end;
	int64_t best = opponent_lead(opponent);
	if (move == 'L')
		return best -
		       (opponent->values[begin] - opponent_lead_of_(opponent, begin + 1, end));
	return best - (opponent->values[end - 1] - opponent_lead_of_(opponent, begin, end - 1));
}

static inline bool opponent_optimal_left_(struct opponent *opponent)
{
	size_t count = opponent_fuse_(opponent, opponent->begin, opponent->end);
	return opponent->stack[0] >= opponent->stack[count - 1];
}

/* The coins at begin, begin + 2, ... before end. */
static inline int64_t opponent_every_other_(
	const struct opponent *opponent, size_t begin, size_t end)
{
	size_t past = end + (end - begin) % 2;
	return opponent->every_other[past] - opponent->every_other[begin];
}

/* The lead of the odd/even strategy on an even number of coins: the greater sum minus the other. */
static inline int64_t opponent_parity_lead_(
	const struct opponent *opponent, size_t begin, size_t end)
{
	int64_t lead = begin == end ? 0
				    : opponent_every_other_(opponent, begin, end) -
					      opponent_every_other_(opponent, begin + 1, end);
	return lead < 0 ? -lead : lead;
}

static inline bool opponent_odd_even_left_(const struct opponent *opponent)
{
	size_t begin = opponent->begin, end = opponent->end;
	if ((end - begin) % 2 == 0)
		return opponent_every_other_(opponent, begin, end) >=
		       opponent_every_other_(opponent, begin + 1, end);
	return opponent->values[begin] - opponent_parity_lead_(opponent, begin + 1, end) >=
	       opponent->values[end - 1] - opponent_parity_lead_(opponent, begin, end - 1);
}

/* splitmix64 (Sebastiano Vigna, public domain): one bit. */
static inline bool opponent_random_left_(struct opponent *opponent)
{
	uint64_t z = opponent->random += UINT64_C(0x9e3779b97f4a7c15);
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z >> 63;
}

/* The move that this player makes now, 'L' or 'R'. A coin must remain. */
static inline char opponent_choose(struct opponent *opponent)
{
	bool left = true;
	switch (opponent->kind) {
	case OPPONENT_OPTIMAL:
		left = opponent_optimal_left_(opponent);
		break;
	case OPPONENT_GREEDY:
		left = opponent->values[opponent->begin] >= opponent->values[opponent->end - 1];
		break;
	case OPPONENT_ODD_EVEN:
		left = opponent_odd_even_left_(opponent);
		break;
	case OPPONENT_RANDOM:
		left = opponent_random_left_(opponent);
		break;
	case OPPONENT_MIRROR:
		left = opponent->last_move == 'R';
		break;
	}
	return left ? 'L' : 'R';
}

#endif
