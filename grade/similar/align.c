/* SPDX-License-Identifier: MIT */
/*
 * Finds the passages of two submissions from their fingerprints. Each match is extended as far as
 * the tokens are equal. Then the longest of these runs that overlaps no other is selected first
 * (greedy string tiling: Wise, 1993).
 */
#include "match.h"

#include "array.h"

#include <string.h>

void as_aligner_clear(struct as_aligner *aligner)
{
	free(aligner->runs);
	free(aligner->tiles);
	free(aligner->used[0]);
	free(aligner->used[1]);
	free(aligner->ends);
	*aligner = (struct as_aligner){0};
}

/* Codes are compared in words of four. */
#define WORD 4
#define EACH UINT64_C(0x0001000100010001)
_Static_assert(AS_TOKEN_NONE == 0, "a code of NONE is a zero in its word");

/* True if four codes are equal and none of them is NONE. */
static bool are_equal(const uint16_t *left, const uint16_t *right)
{
	uint64_t one, other;

	memcpy(&one, left, sizeof one);
	memcpy(&other, right, sizeof other);
	return one == other && ((one - EACH) & ~one & EACH << 15) == 0;
}

static uint32_t count_equal(const uint16_t *left, const uint16_t *right, uint32_t max)
{
	uint32_t count = 0;

	while (count + WORD <= max && are_equal(left + count, right + count))
		count += WORD;
	while (count < max && left[count] != AS_TOKEN_NONE && left[count] == right[count])
		count++;
	return count;
}

/* The number of equal codes before the two positions. */
static uint32_t count_equal_before(const uint16_t *left, const uint16_t *right, uint32_t max)
{
	uint32_t count = 0;

	while (count + WORD <= max && are_equal(left - count - WORD, right - count - WORD))
		count += WORD;
	while (count < max && left[-1 - (ptrdiff_t)count] != AS_TOKEN_NONE &&
		left[-1 - (ptrdiff_t)count] == right[-1 - (ptrdiff_t)count])
		count++;
	return count;
}

static uint32_t lesser(size_t one, size_t other)
{
	return (uint32_t)(one < other ? one : other);
}

static struct as_run extend(const struct as_member *members[2], uint32_t first, uint32_t second)
{
	const uint16_t *left = members[0]->codes + first, *right = members[1]->codes + second;
	const uint32_t before = count_equal_before(left, right, lesser(first, second));
	const uint32_t after = count_equal(left, right,
		lesser(members[0]->token_count - first, members[1]->token_count - second));

	return (struct as_run){.first = {first - before, second - before}, .count = before + after};
}

static uint32_t *end_of(const struct as_aligner *aligner, const struct as_match *match)
{
	return &aligner->ends[match->first[1] + AS_SIMILAR_SUBMISSION_TOKENS - match->first[0]];
}

/* Matches of one distance come in the order of their positions. So a match inside a known run comes
 * after the match that the run was extended from. */
static int find_runs(struct as_aligner *aligner, const struct as_member *members[2],
	size_t passage_tokens, const struct as_match *matches, size_t match_count,
	struct as_error *error)
{
	int failed = 0;

	aligner->run_count = 0;
	for (size_t i = 0; i < match_count && !failed; i++) {
		uint32_t *end = end_of(aligner, &matches[i]);
		if (matches[i].first[0] < *end)
			continue;
		const struct as_run run = extend(members, matches[i].first[0], matches[i].first[1]);
		*end = run.first[0] + run.count;
		if (run.count < passage_tokens)
			continue;
		failed = AS_ARRAY_GROW(
			aligner->runs, aligner->run_count, aligner->run_capacity, error);
		if (!failed)
			aligner->runs[aligner->run_count++] = run;
	}
	for (size_t i = 0; i < match_count; i++)
		*end_of(aligner, &matches[i]) = 0;
	return failed;
}

static int compare_places(const void *a, const void *b)
{
	const struct as_run *one = a;
	const struct as_run *other = b;

	for (int side = 0; side < 2; side++)
		if (one->first[side] != other->first[side])
			return one->first[side] < other->first[side] ? -1 : 1;
	return 0;
}

static int compare_lengths(const void *a, const void *b)
{
	const struct as_run *one = a;
	const struct as_run *other = b;

	if (one->count != other->count)
		return one->count > other->count ? -1 : 1;
	return compare_places(a, b);
}

/* ---- tokens that a tile has ---- */

static bool are_free(const uint64_t *used, uint32_t at, uint32_t count)
{
	for (const uint32_t end = at + count; at < end; at += 64 - at % 64)
		if (used[at / 64] & as_bits_mask(at, end - at))
			return false;
	return true;
}

static void take_range(uint64_t *used, uint32_t at, uint32_t count)
{
	for (const uint32_t end = at + count; at < end; at += 64 - at % 64)
		used[at / 64] |= as_bits_mask(at, end - at);
}

static bool is_free(const struct as_aligner *aligner, const struct as_run *run, uint32_t i)
{
	return are_free(aligner->used[0], run->first[0] + i, 1) &&
	       are_free(aligner->used[1], run->first[1] + i, 1);
}

static int take_part(struct as_aligner *aligner, const struct as_run *part, struct as_error *error)
{
	for (int side = 0; side < 2; side++)
		take_range(aligner->used[side], part->first[side], part->count);
	if (AS_ARRAY_GROW(aligner->tiles, aligner->tile_count, aligner->tile_capacity, error))
		return -1;
	aligner->tiles[aligner->tile_count++] = *part;
	return 0;
}

/* Adds the parts of a run that are free on both sides and long enough: usually all of it. */
static int take_parts(struct as_aligner *aligner, const struct as_run *run, size_t passage_tokens,
	struct as_error *error)
{
	if (are_free(aligner->used[0], run->first[0], run->count) &&
		are_free(aligner->used[1], run->first[1], run->count))
		return take_part(aligner, run, error);
	for (uint32_t i = 0; i < run->count; i++) {
		struct as_run part = {.first = {run->first[0] + i, run->first[1] + i}};
		while (i < run->count && is_free(aligner, run, i)) {
			part.count++;
			i++;
		}
		if (part.count >= passage_tokens && take_part(aligner, &part, error))
			return -1;
	}
	return 0;
}

/* Allocates memory for the members with the most tokens. */
static int make_room(struct as_aligner *aligner, struct as_error *error)
{
	const size_t words = aligner->max_tokens / 64 + 1;

	for (int side = 0; side < 2; side++) {
		if (!aligner->used[side])
			aligner->used[side] = calloc(words, sizeof *aligner->used[side]);
		if (!aligner->used[side])
			return as_error_no_memory(error);
	}
	if (!aligner->ends)
		aligner->ends = calloc(2 * AS_SIMILAR_SUBMISSION_TOKENS, sizeof *aligner->ends);
	return aligner->ends ? 0 : as_error_no_memory(error);
}

static void begin(struct as_aligner *aligner, const struct as_member *members[2])
{
	for (int side = 0; side < 2; side++)
		memset(aligner->used[side], 0,
			(members[side]->token_count / 64 + 1) * sizeof *aligner->used[side]);
}

int as_align(struct as_aligner *aligner, const struct as_member *members[2], size_t passage_tokens,
	const struct as_match *matches, size_t match_count, struct as_error *error)
{
	aligner->tile_count = 0;
	if (make_room(aligner, error) ||
		find_runs(aligner, members, passage_tokens, matches, match_count, error))
		return -1;
	if (aligner->run_count == 0)
		return 0;
	begin(aligner, members);
	qsort(aligner->runs, aligner->run_count, sizeof *aligner->runs, compare_lengths);
	for (size_t i = 0; i < aligner->run_count; i++)
		if (take_parts(aligner, &aligner->runs[i], passage_tokens, error))
			return -1;
	qsort(aligner->tiles, aligner->tile_count, sizeof *aligner->tiles, compare_places);
	return 0;
}
