/* SPDX-License-Identifier: MIT */
/* The candidates that were tried, as a set of digests. */
#ifndef ASSAY_SHRINK_TRIED_H
#define ASSAY_SHRINK_TRIED_H

#include <assay/shrink.h>

/* Half of a digest is enough: a collision only skips a candidate. */
struct as_tried_key {
	uint64_t parts[2];
};
struct as_tried {
	struct as_tried_key *keys; /* {0, 0}: free */
	size_t count, slots;
};
#define AS_TRIED_MAX (UINT32_C(1) << 21)

struct as_tried_key as_tried_key_of(const struct as_candidate *candidate);
bool as_tried_has(const struct as_tried *tried, struct as_tried_key key);
/* Adds nothing once AS_TRIED_MAX keys are in the set. */
int as_tried_add(
	struct as_tried *tried, struct as_tried_key key, struct as_error *error) AS_MUST_USE;
void as_tried_clear(struct as_tried *tried);

#endif
