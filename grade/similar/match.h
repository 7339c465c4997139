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

/* A mask of bits for tokens: in the word that contains `at`, the bits of `count` tokens from `at`
 * on. */
static inline uint64_t as_bits_mask(size_t at, size_t count)
{
	const size_t first = at % 64, size = count < 64 - first ? count : 64 - first;

	return (size == 64 ? UINT64_MAX : (UINT64_C(1) << size) - 1) << first;
}

/* ---- align.c ---- */

/* Two members have k equal tokens at these positions. */
struct as_match {
	uint16_t first[2];
};
_Static_assert(AS_SIMILAR_SUBMISSION_TOKENS <= 1 << 16, "a position fits");

/* Equal tokens of two members. */
struct as_run {
	uint32_t first[2];
	uint32_t count;
};
/* Memory for the work; all of it except `max_tokens` is 0 at first. */
struct as_aligner {
	size_t max_tokens;   /* of a member */
	struct as_run *runs; /* all that are as long as they can be */
	size_t run_count, run_capacity;
	struct as_run *tiles; /* the result: without overlaps, in the order of the first member's
				 positions */
	size_t tile_count, tile_capacity;
	uint64_t *used[2]; /* a bit for each token that a tile has */
	uint32_t *ends;    /* for each distance of two positions: the end of the last run; all 0 */
};
void as_aligner_clear(struct as_aligner *aligner);
/* Fills the tiles from the matches of two members, sorted by the position in the first one. */
int as_align(struct as_aligner *aligner, const struct as_member *members[2], size_t passage_tokens,
	const struct as_match *matches, size_t match_count, struct as_error *error) AS_MUST_USE;

/* ---- pairs.c ---- */

struct as_pairs {
	struct as_similar_pair *items;
	size_t count, capacity;
	size_t left_out_count;
	size_t max;
};
/* Compares all members; the sides name members. The pairs are sorted, and limited to `max`. */
int as_pairs_find(struct as_similar *similar, const struct as_seeds *seeds, struct as_pairs *pairs,
	const atomic_bool *cancel, struct as_error *error) AS_MUST_USE;
void as_pairs_clear(struct as_pairs *pairs);

#endif
