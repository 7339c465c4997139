/* SPDX-License-Identifier: MIT */
/* Compares each member with those after it, through their common fingerprints: members without
 * common fingerprints cost nothing. */
#include "match.h"

#include "array.h"

#include <string.h>

static void clear_pair(struct as_similar_pair *pair)
{
	free(pair->regions);
}

void as_pairs_clear(struct as_pairs *pairs)
{
	for (size_t i = 0; i < pairs->count; i++)
		clear_pair(&pairs->items[i]);
	free(pairs->items);
	*pairs = (struct as_pairs){0};
}

/* ---- the best pairs ---- */

static unsigned share_of(const struct as_similar_pair *pair, bool is_greater)
{
	unsigned one = pair->sides[0].share;
	unsigned other = pair->sides[1].share;

	return (one > other) == is_greater ? one : other;
}

static int compare_pairs(const void *a, const void *b)
{
	const struct as_similar_pair *one = a;
	const struct as_similar_pair *other = b;

	for (int is_greater = 1; is_greater >= 0; is_greater--)
		if (share_of(one, is_greater) != share_of(other, is_greater))
			return share_of(one, is_greater) > share_of(other, is_greater) ? -1 : 1;
	for (int side = 0; side < 2; side++)
		if (one->sides[side].submission != other->sides[side].submission)
			return one->sides[side].submission < other->sides[side].submission ? -1 : 1;
	return 0;
}

static void keep_best(struct as_pairs *pairs)
{
	if (pairs->count)
		qsort(pairs->items, pairs->count, sizeof *pairs->items, compare_pairs);
	while (pairs->count > pairs->max) {
		clear_pair(&pairs->items[--pairs->count]);
		pairs->left_out_count++;
	}
}

/* Takes ownership of the pair's regions. */
static int add_pair(struct as_pairs *pairs, struct as_similar_pair *pair, struct as_error *error)
{
	/* Rarely, but often enough that the regions of pairs beyond `max` need little memory. */
	if (pairs->count / 2 > pairs->max)
		keep_best(pairs);
	if (AS_ARRAY_GROW(pairs->items, pairs->count, pairs->capacity, error)) {
		clear_pair(pair);
		return -1;
	}
	pairs->items[pairs->count++] = *pair;
	return 0;
}

/* ---- one pair ---- */

/* A seed in 32 bits: there are millions, and each is read for each earlier one of the same gram. */
#define IS_LAST (UINT32_C(1) << 31) /* of its gram */
_Static_assert(AS_SIMILAR_MAX_SUBMISSIONS <= 1 << 15, "a member fits");
static uint32_t member_of(uint32_t seed)
{
	return (seed & ~IS_LAST) >> 16;
}
static uint16_t position_of(uint32_t seed)
{
	return (uint16_t)seed;
}

struct comparison {
	struct as_similar *similar;
	struct as_aligner aligner;
	uint32_t *seeds; /* by gram, member, position */
	size_t seed_count;
	size_t *counted;   /* by member: its tokens that count */
	size_t *by_member; /* indices of seeds, by member */
	size_t *first;     /* for each member: its first in by_member; one more at the end */
	/* For the current member: */
	size_t *at;               /* by position: the index of the seed plus 1; 0: none */
	size_t *ends;             /* for each member after it: the end of their matches */
	struct as_match *matches; /* by member after it, then by position */
	size_t match_capacity;
};

static void clear_comparison(struct comparison *comparison)
{
	as_aligner_clear(&comparison->aligner);
	free(comparison->seeds);
	free(comparison->counted);
	free(comparison->by_member);
	free(comparison->first);
	free(comparison->at);
	free(comparison->ends);
	free(comparison->matches);
}

/* The number of tokens that count, out of `count` tokens. */
static size_t count_tokens(const struct as_member *member, size_t at, size_t count)
{
	const size_t end = at + count;
	size_t counted = 0;

	for (; at < end; at += 64 - at % 64)
		counted += (size_t)__builtin_popcountll(
			member->counted[at / 64] & as_bits_mask(at, end - at));
	return counted;
}

static void weigh(const struct comparison *comparison, struct as_similar_pair *pair)
{
	for (int side = 0; side < 2; side++) {
		struct as_similar_side *one = &pair->sides[side];
		const struct as_member *member = &comparison->similar->members[one->submission];
		one->counted = comparison->counted[one->submission];
		for (size_t i = 0; i < comparison->aligner.tile_count; i++) {
			const struct as_run *tile = &comparison->aligner.tiles[i];
			one->matched += count_tokens(member, tile->first[side], tile->count);
		}
		one->share = one->counted ? (unsigned)(one->matched * 10000 / one->counted) : 0;
	}
}

/* True if the common passages call the same functions of the language. */
static bool has_same_calls(const struct comparison *comparison, const struct as_similar_pair *pair)
{
	const struct as_member *all = comparison->similar->members;
	const struct as_token *left = all[pair->sides[0].submission].tokens;
	const struct as_token *right = all[pair->sides[1].submission].tokens;

	for (size_t i = 0; i < comparison->aligner.tile_count; i++) {
		const struct as_run *tile = &comparison->aligner.tiles[i];
		for (size_t t = 0; t < tile->count; t++)
			if (left[tile->first[0] + t].call != right[tile->first[1] + t].call)
				return false;
	}
	return true;
}

/* True if both consist of common passages in another order, and of base code. */
static bool is_equal(const struct comparison *comparison, const struct as_similar_pair *pair)
{
	for (int side = 0; side < 2; side++) {
		const struct as_member *member =
			&comparison->similar->members[pair->sides[side].submission];
		if (pair->sides[side].matched != pair->sides[side].counted)
			return false;
		for (size_t i = 0; i < member->token_count; i++)
			if (member->tokens[i].flags == AS_TOKEN_IS_COMMON)
				return false;
	}
	return pair->sides[0].counted == pair->sides[1].counted && has_same_calls(comparison, pair);
}

static bool is_worth_it(const struct comparison *comparison, const struct as_similar_pair *pair)
{
	const struct as_similar_config *config = &comparison->similar->config;

	return share_of(pair, true) >= config->min_share &&
	       (pair->sides[0].matched >= config->passage_tokens ||
		       pair->sides[1].matched >= config->passage_tokens);
}

static int make_regions(const struct as_aligner *aligner, const struct as_member *members[2],
	struct as_similar_pair *pair, struct as_error *error)
{
	pair->regions = calloc(aligner->tile_count, sizeof *pair->regions);
	if (!pair->regions)
		return as_error_no_memory(error);
	pair->region_count = aligner->tile_count;
	for (size_t i = 0; i < aligner->tile_count; i++) {
		const struct as_run *tile = &aligner->tiles[i];
		pair->regions[i].token_count = tile->count;
		for (int side = 0; side < 2; side++)
			pair->regions[i].lines[side] =
				as_member_lines(members[side], tile->first[side], tile->count);
	}
	return 0;
}

static int compare_two(struct comparison *comparison, uint32_t one, uint32_t other,
	const struct as_match *matches, size_t match_count, struct as_pairs *pairs,
	struct as_error *error)
{
	const struct as_member *all = comparison->similar->members;
	const struct as_member *members[2] = {&all[one], &all[other]};
	struct as_similar_pair pair = {.sides = {{.submission = one}, {.submission = other}}};

	if (as_align(&comparison->aligner, members, comparison->similar->config.passage_tokens,
		    matches, match_count, error))
		return -1;
	if (comparison->aligner.tile_count == 0)
		return 0;
	weigh(comparison, &pair);
	if (!is_worth_it(comparison, &pair))
		return 0;
	if (is_equal(comparison, &pair)) {
		as_cluster_join(comparison->similar, one, other);
		return 0;
	}
	if (make_regions(&comparison->aligner, members, &pair, error))
		return -1;
	return add_pair(pairs, &pair, error);
}

/* ---- all pairs ---- */

/* Sorts the seeds of a member, which are in the order of grams, by position. */
static void order_seeds(struct comparison *comparison, uint32_t member)
{
	const struct as_member *all = comparison->similar->members;
	const size_t end = comparison->first[member + 1];
	size_t next = comparison->first[member];

	for (size_t i = next; i < end; i++) {
		const size_t seed = comparison->by_member[i];
		comparison->at[position_of(comparison->seeds[seed])] = seed + 1;
	}
	for (size_t i = 0; i < all[member].token_count && next < end; i++) {
		if (!comparison->at[i])
			continue;
		comparison->by_member[next++] = comparison->at[i] - 1;
		comparison->at[i] = 0;
	}
}

/* Counts the matches with each member after this one; `ends` then has their beginnings. Returns the
 * total. */
static size_t count_matches(struct comparison *comparison, uint32_t member)
{
	const size_t count = comparison->similar->member_count;
	const uint32_t *seeds = comparison->seeds;
	size_t sum = 0;

	memset(comparison->ends, 0, count * sizeof *comparison->ends);
	for (size_t i = comparison->first[member]; i < comparison->first[member + 1]; i++)
		for (size_t at = comparison->by_member[i]; !(seeds[at] & IS_LAST); at++)
			comparison->ends[member_of(seeds[at + 1])]++;
	comparison->ends[member] = 0; /* repeats */
	for (size_t other = member; other < count; other++) {
		const size_t size = comparison->ends[other];
		comparison->ends[other] = sum;
		sum += size;
	}
	return sum;
}

static int make_room(struct comparison *comparison, size_t match_count, struct as_error *error)
{
	if (match_count <= comparison->match_capacity)
		return 0;
	struct as_match *matches =
		reallocarray(comparison->matches, match_count, sizeof *comparison->matches);
	if (!matches)
		return as_error_no_memory(error);
	comparison->matches = matches;
	comparison->match_capacity = match_count;
	return 0;
}

/* Finds the matches of a member with all members after it. */
static int find_matches(struct comparison *comparison, uint32_t member, struct as_error *error)
{
	const uint32_t *seeds = comparison->seeds;

	order_seeds(comparison, member);
	if (make_room(comparison, count_matches(comparison, member), error))
		return -1;
	for (size_t i = comparison->first[member]; i < comparison->first[member + 1]; i++) {
		size_t at = comparison->by_member[i];
		const uint16_t position = position_of(seeds[at]);
		while (!(seeds[at] & IS_LAST)) {
			const uint32_t other = seeds[++at];
			if (member_of(other) != member)
				comparison->matches[comparison->ends[member_of(other)]++] =
					(struct as_match){{position, position_of(other)}};
		}
	}
	return 0;
}

static int compare_one(struct comparison *comparison, uint32_t member, struct as_pairs *pairs,
	struct as_error *error)
{
	size_t begin = 0;

	if (find_matches(comparison, member, error))
		return -1;
	for (uint32_t other = member + 1; other < comparison->similar->member_count; other++) {
		const size_t end = comparison->ends[other];
		if (end > begin && compare_two(comparison, member, other,
					   &comparison->matches[begin], end - begin, pairs, error))
			return -1;
		begin = end;
	}
	return 0;
}

/* ---- before the first pair ---- */

static int pack_seeds(
	struct comparison *comparison, const struct as_seeds *seeds, struct as_error *error)
{
	comparison->seed_count = seeds->count;
	comparison->seeds = calloc(seeds->count + 1, sizeof *comparison->seeds);
	if (!comparison->seeds)
		return as_error_no_memory(error);
	for (size_t i = 0; i < seeds->count; i++) {
		const struct as_seed *seed = &seeds->items[i];
		const bool is_last = i + 1 == seeds->count || seed[1].gram != seed->gram;
		comparison->seeds[i] =
			(is_last ? IS_LAST : 0) | seed->member << 16 | seed->position;
	}
	return 0;
}

static int pack_tokens(struct as_member *member, struct as_error *error)
{
	member->codes = calloc(member->token_count + 1, sizeof *member->codes);
	member->counted = calloc(member->token_count / 64 + 1, sizeof *member->counted);
	if (!member->codes || !member->counted)
		return as_error_no_memory(error);
	for (size_t i = 0; i < member->token_count; i++) {
		const struct as_token *token = &member->tokens[i];
		member->codes[i] = token->code;
		if (token->code != AS_TOKEN_NONE && token->flags == 0)
			member->counted[i / 64] |= as_bits_mask(i, 1);
	}
	return 0;
}

/* A counting sort of the seeds' indices by member. */
static void sort_by_member(struct comparison *comparison)
{
	const size_t member_count = comparison->similar->member_count;

	for (size_t i = 0; i < comparison->seed_count; i++)
		comparison->first[member_of(comparison->seeds[i]) + 2]++;
	for (size_t m = 1; m < member_count + 2; m++)
		comparison->first[m] += comparison->first[m - 1];
	for (size_t i = 0; i < comparison->seed_count; i++)
		comparison->by_member[comparison->first[member_of(comparison->seeds[i]) + 1]++] = i;
}

static int prepare(
	struct comparison *comparison, const struct as_seeds *seeds, struct as_error *error)
{
	const size_t member_count = comparison->similar->member_count;

	comparison->counted = calloc(member_count + 1, sizeof *comparison->counted);
	comparison->first = calloc(member_count + 2, sizeof *comparison->first);
	comparison->by_member = calloc(seeds->count + 1, sizeof *comparison->by_member);
	comparison->ends = calloc(member_count + 1, sizeof *comparison->ends);
	comparison->at = calloc(comparison->similar->max_tokens + 1, sizeof *comparison->at);
	if (!comparison->counted || !comparison->first || !comparison->by_member ||
		!comparison->ends || !comparison->at)
		return as_error_no_memory(error);
	for (size_t m = 0; m < member_count; m++) {
		struct as_member *member = &comparison->similar->members[m];
		if (pack_tokens(member, error))
			return -1;
		comparison->counted[m] = count_tokens(member, 0, member->token_count);
	}
	if (pack_seeds(comparison, seeds, error))
		return -1;
	sort_by_member(comparison);
	return 0;
}

int as_pairs_find(struct as_similar *similar, const struct as_seeds *seeds, struct as_pairs *pairs,
	const atomic_bool *cancel, struct as_error *error)
{
	AS_AUTO(clear_comparison)
	struct comparison comparison = {
		.similar = similar, .aligner = {.max_tokens = similar->max_tokens}};

	if (prepare(&comparison, seeds, error))
		return -1;
	for (uint32_t m = 0; m < similar->member_count; m++)
		if (as_cancel_check(cancel, error) || compare_one(&comparison, m, pairs, error))
			return -1;
	keep_best(pairs);
	return 0;
}
