/* SPDX-License-Identifier: MIT */
/* match: from fingerprints to pairs with their regions; private to grade/similar. */
#ifndef ASSAY_GRADE_SIMILAR_MATCH_H
#define ASSAY_GRADE_SIMILAR_MATCH_H

#include "class.h"

/* A fingerprint. */
struct as_seed {
	uint64_t gram;
	uint32_t member;
	uint32_t position;
};
struct as_seeds {
	struct as_seed *items; /* by gram, member, position; free it */
	size_t count;
	size_t capacity;
};
/* seeds.c: chooses the fingerprints of all members that occur in two of them. */
int as_seeds_find(struct as_similar *similar, struct as_seeds *seeds, const atomic_bool *cancel,
	struct as_error *error) AS_MUST_USE;

/* ---- align.c ---- */

/* Two members have k equal tokens at these positions, as a number: sorted, those of one pair are
 * together, and of these those with one distance between the positions. */
#define AS_POSITION_BITS 16
#define AS_DISTANCE_BITS (AS_POSITION_BITS + 1)
#define AS_MATCH_BITS (12 + AS_DISTANCE_BITS + AS_POSITION_BITS)
_Static_assert(AS_SIMILAR_SUBMISSION_TOKENS == 1 << AS_POSITION_BITS, "a position fits");
_Static_assert(AS_SIMILAR_MOST_SUBMISSIONS == 1 << 12, "a member fits");
static inline uint64_t as_match(uint32_t other, uint32_t position, uint32_t other_position)
{
	uint64_t distance = (uint64_t)other_position + AS_SIMILAR_SUBMISSION_TOKENS - position;

	return ((uint64_t)other << (AS_DISTANCE_BITS + AS_POSITION_BITS)) |
	       distance << AS_POSITION_BITS | position;
}
static inline uint32_t as_match_other(uint64_t match)
{
	return (uint32_t)(match >> (AS_DISTANCE_BITS + AS_POSITION_BITS));
}

/* Equal tokens of two members. */
struct as_run {
	uint32_t first[2];
	uint32_t count;
};
/* Room for the work; all but `most_tokens` is 0 at first. */
struct as_aligner {
	size_t most_tokens;  /* of a member */
	struct as_run *runs; /* all that are as long as they can be */
	size_t run_count, run_capacity;
	struct as_run *tiles; /* the result: without overlaps, by the first member's place */
	size_t tile_count, tile_capacity;
	uint32_t *used[2]; /* by token: the last round that took it */
	uint32_t round;
};
void as_aligner_clear(struct as_aligner *aligner);
/* Fills the tiles from the matches, sorted, of two members. */
int as_align(struct as_aligner *aligner, const struct as_member *members[2], size_t passage_tokens,
	const uint64_t *matches, size_t match_count, struct as_error *error) AS_MUST_USE;

/* ---- pairs.c ---- */

struct as_pairs {
	struct as_similar_pair *items;
	size_t count, capacity;
	size_t left_out_count;
	size_t most;
};
/* Compares all members; the sides name members. The pairs are sorted, and at most `most`. */
int as_pairs_find(struct as_similar *similar, const struct as_seeds *seeds, struct as_pairs *pairs,
	const atomic_bool *cancel, struct as_error *error) AS_MUST_USE;
void as_pairs_clear(struct as_pairs *pairs);

#endif
