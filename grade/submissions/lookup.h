/* SPDX-License-Identifier: MIT */
/* lookup: maps texts to candidate numbers, for lists with tens of thousands of entries. */
#ifndef ASSAY_GRADE_LOOKUP_H
#define ASSAY_GRADE_LOOKUP_H

#include <assay/base.h>

struct lookup_item {
	uint64_t hash;
	size_t value;
	size_t next; /* index of the next item with the same hash, plus 1; 0: none */
};
/* `{0}` is empty. */
struct lookup {
	size_t *places; /* the first item of each, and 1 */
	size_t place_count;
	struct lookup_item *items;
	size_t count, capacity;
	uint64_t secret; /* so that texts with equal hashes cannot be prepared */
};
void lookup_clear(struct lookup *lookup);
/* The hash of a text of one kind, ignoring the case of ASCII letters. */
uint64_t lookup_hash(const struct lookup *lookup, unsigned kind, const char *text, size_t length);
int lookup_add(
	struct lookup *lookup, uint64_t hash, size_t value, struct as_error *error) AS_MUST_USE;
/* The next value of a hash, the last added first; `at` is initially 0. SIZE_MAX: no more. Other
 * texts can have the same hash: the caller compares. */
size_t lookup_next(const struct lookup *lookup, uint64_t hash, size_t *at);

#endif
