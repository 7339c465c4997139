/* SPDX-License-Identifier: MIT */
/* array: an array that grows; private to grade/similar. */
#ifndef ASSAY_GRADE_SIMILAR_ARRAY_H
#define ASSAY_GRADE_SIMILAR_ARRAY_H

#include <assay/base.h>

/* Makes place for one more item; `items` stays valid if there is no memory for it. `capacity` is
 * the number of items that have a place. */
#define AS_ARRAY_GROW(items, count, capacity, error)                                               \
	((count) < (capacity)                                                                      \
			? 0                                                                        \
			: as_array_more((void **)&(items), &(capacity), sizeof *(items), error))

static inline int as_array_more(
	void **items, size_t *capacity, size_t item_size, struct as_error *error)
{
	size_t wanted = *capacity ? 2 * *capacity : 64;
	void *grown = reallocarray(*items, wanted, item_size);

	if (!grown)
		return as_error_no_memory(error);
	*items = grown;
	*capacity = wanted;
	return 0;
}

#endif
