/* SPDX-License-Identifier: MIT */
/* A set of digests: the candidates that were tried. */
#ifndef ASSAY_SHRINK_TRIED_H
#define ASSAY_SHRINK_TRIED_H

#include <assay/shrink.h>

/* Half a digest: enough, since nobody gains by a collision. */
struct as_tried_key {
	uint64_t parts[2];
};
struct as_tried {
	struct as_tried_key *keys; /* {0, 0}: free */
	size_t count, slots;
};
#define AS_TRIED_MOST (UINT32_C(1) << 21)

struct as_tried_key as_tried_key_of(const struct as_candidate *candidate);
bool as_tried_has(const struct as_tried *tried, struct as_tried_key key);
/* When it is full, nothing is added. */
int as_tried_add(
	struct as_tried *tried, struct as_tried_key key, struct as_error *error) AS_MUST_USE;
void as_tried_clear(struct as_tried *tried);

#endif
