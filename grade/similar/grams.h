/* SPDX-License-Identifier: MIT */
/* grams: k consecutive tokens as one number, the choice of fingerprints among them, and sets of
 * them; private to grade/similar. */
#ifndef ASSAY_GRADE_SIMILAR_GRAMS_H
#define ASSAY_GRADE_SIMILAR_GRAMS_H

#include <assay/grade/similar.h>

/* Replaces a gram that is never chosen: one that crosses the end of a file, or that does not count.
 * No gram has this number. */
#define AS_GRAM_NONE UINT64_MAX

/* The number of grams of that many tokens. */
static inline size_t as_gram_count(size_t token_count, size_t k)
{
	return token_count < k ? 0 : token_count - k + 1;
}
/* Writes the number of each gram: grams[i] is the number of the tokens i to i + k - 1. Equal tokens
 * have equal numbers; the converse is very likely, not certain. */
void as_grams_make(const struct as_token *tokens, size_t token_count, size_t k, uint64_t *grams);

/*
 * Winnowing: in each window of `window` consecutive grams the smallest is chosen, of equal ones the
 * last. The choice depends on those grams only, so that equal runs of grams have equal
 * fingerprints. Writes the positions of the chosen grams into `chosen`, which has `count` elements,
 * and returns their number.
 */
size_t as_grams_choose(const uint64_t *grams, size_t count, size_t window, uint32_t *chosen);

/* A gram, and the number of members that have it. */
struct as_gram {
	uint64_t gram;
	uint32_t count; /* 0: a free place */
	uint32_t last;  /* the last member that was counted */
};
struct as_gram_set {
	struct as_gram *items; /* open addressing; free it */
	size_t capacity;       /* a power of two, or 0 */
	size_t count;
};
/* NULL if the set does not contain the gram. */
struct as_gram *as_gram_find(const struct as_gram_set *set, uint64_t gram);
/* Counts that `member` has the gram; consecutive calls with one member count once. */
int as_gram_see(struct as_gram_set *set, uint64_t gram, uint32_t member,
	struct as_error *error) AS_MUST_USE;
void as_gram_set_clear(struct as_gram_set *set);

#endif
