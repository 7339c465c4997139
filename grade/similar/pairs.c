/* SPDX-License-Identifier: MIT */
/*
 * Each member in turn is compared with those after it, through the fingerprints that they share: no
 * work is done for two members that share none.
 */
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

/* Of a match, for sorting: four of them are all of it. */
#define DIGIT_BITS 12
#define DIGIT_MASK ((1u << DIGIT_BITS) - 1)
_Static_assert(4 * DIGIT_BITS >= AS_MATCH_BITS, "four digits");

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
	while (pairs->count > pairs->most) {
		clear_pair(&pairs->items[--pairs->count]);
		pairs->left_out_count++;
	}
}

/* Takes the pair's regions. */
static int add_pair(struct as_pairs *pairs, struct as_similar_pair *pair, struct as_error *error)
{
	/* Seldom, and yet the regions of the pairs beyond `most` take little memory. */
	if (pairs->count / 2 > pairs->most)
		keep_best(pairs);
	if (AS_ARRAY_GROW(pairs->items, pairs->count, pairs->capacity, error)) {
		clear_pair(pair);
		return -1;
	}
	pairs->items[pairs->count++] = *pair;
	return 0;
}

/* ---- one pair ---- */

struct comparison {
	const struct as_similar *similar;
	const struct as_seeds *seeds;
	struct as_aligner aligner;
	size_t *counted;   /* by member: its tokens that count */
	size_t *by_member; /* indices of seeds, by member */
	size_t *first;     /* by member: its first in by_member; one more at the end */
	uint64_t *matches, *sorted;
	size_t match_count, match_capacity, sorted_capacity;
};

static void clear_comparison(struct comparison *comparison)
{
	as_aligner_clear(&comparison->aligner);
	free(comparison->counted);
	free(comparison->by_member);
	free(comparison->first);
	free(comparison->matches);
	free(comparison->sorted);
}

static size_t count_tokens(const struct as_member *member, size_t first, size_t count)
{
	size_t counted = 0;

	for (size_t i = first; i < first + count; i++)
		counted += member->tokens[i].code != AS_TOKEN_NONE && member->tokens[i].flags == 0;
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

static bool is_worth_it(const struct comparison *comparison, const struct as_similar_pair *pair)
{
	const struct as_similar_config *config = &comparison->similar->config;

	return share_of(pair, true) >= config->least_share &&
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
	const uint64_t *matches, size_t match_count, struct as_pairs *pairs, struct as_error *error)
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
	if (make_regions(&comparison->aligner, members, &pair, error))
		return -1;
	return add_pair(pairs, &pair, error);
}

/* ---- all pairs ---- */

/* Stable, by one digit. */
static void sort_by_digit(const uint64_t *from, uint64_t *to, size_t count, unsigned shift)
{
	uint32_t places[1 << DIGIT_BITS] = {0};
	uint32_t sum = 0;

	for (size_t i = 0; i < count; i++)
		places[from[i] >> shift & DIGIT_MASK]++;
	for (size_t digit = 0; digit <= DIGIT_MASK; digit++) {
		uint32_t size = places[digit];
		places[digit] = sum;
		sum += size;
	}
	for (size_t i = 0; i < count; i++)
		to[places[from[i] >> shift & DIGIT_MASK]++] = from[i];
}

/* A radix sort: with qsort, a quarter of the time of a comparison. */
static int sort_matches(struct comparison *comparison, struct as_error *error)
{
	if (comparison->sorted_capacity < comparison->match_capacity) {
		uint64_t *sorted = reallocarray(
			comparison->sorted, comparison->match_capacity, sizeof *comparison->sorted);
		if (!sorted)
			return as_error_no_memory(error);
		comparison->sorted = sorted;
		comparison->sorted_capacity = comparison->match_capacity;
	}
	for (unsigned shift = 0; shift < AS_MATCH_BITS; shift += DIGIT_BITS) {
		uint64_t *from = comparison->matches;
		sort_by_digit(from, comparison->sorted, comparison->match_count, shift);
		comparison->matches = comparison->sorted;
		comparison->sorted = from;
		size_t capacity = comparison->match_capacity;
		comparison->match_capacity = comparison->sorted_capacity;
		comparison->sorted_capacity = capacity;
	}
	return 0;
}

/* The matches of a member with all members after it. */
static int find_matches(struct comparison *comparison, uint32_t member, struct as_error *error)
{
	const struct as_seeds *seeds = comparison->seeds;

	comparison->match_count = 0;
	for (size_t i = comparison->first[member]; i < comparison->first[member + 1]; i++) {
		size_t at = comparison->by_member[i];
		const struct as_seed *seed = &seeds->items[at];
		for (at++; at < seeds->count && seeds->items[at].gram == seed->gram; at++) {
			const struct as_seed *other = &seeds->items[at];
			if (other->member == member)
				continue;
			if (AS_ARRAY_GROW(comparison->matches, comparison->match_count,
				    comparison->match_capacity, error))
				return -1;
			comparison->matches[comparison->match_count++] =
				as_match(other->member, seed->position, other->position);
		}
	}
	return sort_matches(comparison, error);
}

static int compare_one(struct comparison *comparison, uint32_t member, struct as_pairs *pairs,
	struct as_error *error)
{
	if (find_matches(comparison, member, error))
		return -1;
	for (size_t i = 0; i < comparison->match_count;) {
		const uint64_t *matches = &comparison->matches[i];
		const uint32_t other = as_match_other(*matches);
		size_t count = 1;
		while (i + count < comparison->match_count &&
			as_match_other(matches[count]) == other)
			count++;
		if (compare_two(comparison, member, other, matches, count, pairs, error))
			return -1;
		i += count;
	}
	return 0;
}

/* A counting sort of the seeds' indices by member. */
static int sort_by_member(struct comparison *comparison, struct as_error *error)
{
	const size_t member_count = comparison->similar->member_count;
	const struct as_seeds *seeds = comparison->seeds;

	comparison->counted = calloc(member_count + 1, sizeof *comparison->counted);
	comparison->first = calloc(member_count + 2, sizeof *comparison->first);
	comparison->by_member = calloc(seeds->count + 1, sizeof *comparison->by_member);
	if (!comparison->counted || !comparison->first || !comparison->by_member)
		return as_error_no_memory(error);
	for (size_t m = 0; m < member_count; m++) {
		const struct as_member *member = &comparison->similar->members[m];
		comparison->counted[m] = count_tokens(member, 0, member->token_count);
	}
	for (size_t i = 0; i < seeds->count; i++)
		comparison->first[seeds->items[i].member + 2]++;
	for (size_t m = 1; m < member_count + 2; m++)
		comparison->first[m] += comparison->first[m - 1];
	for (size_t i = 0; i < seeds->count; i++)
		comparison->by_member[comparison->first[seeds->items[i].member + 1]++] = i;
	return 0;
}

int as_pairs_find(struct as_similar *similar, const struct as_seeds *seeds, struct as_pairs *pairs,
	const atomic_bool *cancel, struct as_error *error)
{
	AS_AUTO(clear_comparison)
	struct comparison comparison = {.similar = similar,
		.seeds = seeds,
		.aligner = {.most_tokens = similar->most_tokens}};

	if (sort_by_member(&comparison, error))
		return -1;
	for (uint32_t m = 0; m < similar->member_count; m++)
		if (as_cancel_check(cancel, error) || compare_one(&comparison, m, pairs, error))
			return -1;
	keep_best(pairs);
	return 0;
}
