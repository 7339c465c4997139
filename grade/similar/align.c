/* SPDX-License-Identifier: MIT */
/*
 * The passages of two submissions, from their fingerprints: each match is extended as far as the
 * tokens are equal, and of these runs the longest that overlaps no other is taken first (greedy
 * string tiling: Wise, 1993).
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
	*aligner = (struct as_aligner){0};
}

static bool are_equal(const struct as_member *members[2], uint32_t first, uint32_t second)
{
	uint16_t code = members[0]->tokens[first].code;

	return code != AS_TOKEN_NONE && code == members[1]->tokens[second].code;
}

static struct as_run extend(const struct as_member *members[2], uint32_t first, uint32_t second)
{
	struct as_run run = {.first = {first, second}};

	while (run.first[0] && run.first[1] &&
		are_equal(members, run.first[0] - 1, run.first[1] - 1)) {
		run.first[0]--;
		run.first[1]--;
	}
	while (run.first[0] + run.count < members[0]->token_count &&
		run.first[1] + run.count < members[1]->token_count &&
		are_equal(members, run.first[0] + run.count, run.first[1] + run.count))
		run.count++;
	return run;
}

static int find_runs(struct as_aligner *aligner, const struct as_member *members[2],
	size_t passage_tokens, const uint64_t *matches, size_t match_count, struct as_error *error)
{
	uint64_t end = 0; /* the match beyond the last run */

	aligner->run_count = 0;
	for (size_t i = 0; i < match_count; i++) {
		const uint32_t first = matches[i] & ((1u << AS_POSITION_BITS) - 1);
		const uint32_t distance =
			matches[i] >> AS_POSITION_BITS & ((1u << AS_DISTANCE_BITS) - 1);
		if (matches[i] < end)
			continue;
		struct as_run run =
			extend(members, first, first + distance - AS_SIMILAR_SUBMISSION_TOKENS);
		end = matches[i] - first + run.first[0] + run.count;
		if (run.count < passage_tokens)
			continue;
		if (AS_ARRAY_GROW(aligner->runs, aligner->run_count, aligner->run_capacity, error))
			return -1;
		aligner->runs[aligner->run_count++] = run;
	}
	return 0;
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

static bool is_free(const struct as_aligner *aligner, const struct as_run *run, uint32_t i)
{
	return aligner->used[0][run->first[0] + i] != aligner->round &&
	       aligner->used[1][run->first[1] + i] != aligner->round;
}

/* Takes the parts of a run that are free on both sides, and long enough. */
static int take_parts(struct as_aligner *aligner, const struct as_run *run, size_t passage_tokens,
	struct as_error *error)
{
	for (uint32_t i = 0; i < run->count; i++) {
		struct as_run part = {.first = {run->first[0] + i, run->first[1] + i}};
		while (i < run->count && is_free(aligner, run, i)) {
			part.count++;
			i++;
		}
		if (part.count < passage_tokens)
			continue;
		for (int side = 0; side < 2; side++)
			for (uint32_t n = 0; n < part.count; n++)
				aligner->used[side][part.first[side] + n] = aligner->round;
		if (AS_ARRAY_GROW(
			    aligner->tiles, aligner->tile_count, aligner->tile_capacity, error))
			return -1;
		aligner->tiles[aligner->tile_count++] = part;
	}
	return 0;
}

static int begin_round(struct as_aligner *aligner, struct as_error *error)
{
	for (int side = 0; side < 2; side++) {
		if (!aligner->used[side])
			aligner->used[side] =
				calloc(aligner->most_tokens, sizeof *aligner->used[side]);
		if (!aligner->used[side])
			return as_error_no_memory(error);
	}
	aligner->round++;
	aligner->tile_count = 0;
	return 0;
}

int as_align(struct as_aligner *aligner, const struct as_member *members[2], size_t passage_tokens,
	const uint64_t *matches, size_t match_count, struct as_error *error)
{
	if (begin_round(aligner, error) ||
		find_runs(aligner, members, passage_tokens, matches, match_count, error))
		return -1;
	if (aligner->run_count == 0)
		return 0;
	qsort(aligner->runs, aligner->run_count, sizeof *aligner->runs, compare_lengths);
	for (size_t i = 0; i < aligner->run_count; i++)
		if (take_parts(aligner, &aligner->runs[i], passage_tokens, error))
			return -1;
	qsort(aligner->tiles, aligner->tile_count, sizeof *aligner->tiles, compare_places);
	return 0;
}
