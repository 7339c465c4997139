/* SPDX-License-Identifier: MIT */
/* array: an array that grows; private to grade/similar. */
#ifndef ASSAY_GRADE_SIMILAR_ARRAY_H
#define ASSAY_GRADE_SIMILAR_ARRAY_H

#include <assay/base.h>

/* Makes place for one more item. Yields 0, or -1 if out of memory; the array is then unchanged.
 * `capacity` is the number of items that fit. */
#define AS_ARRAY_GROW(items, count, capacity, error)                                               \
	({                                                                                         \
		int failed_ = 0;                                                                   \
		if ((count) >= (capacity)) {                                                       \
			void *more_ = as_array_more((items), &(capacity), sizeof *(items));        \
			if (more_)                                                                 \
				(items) = more_;                                                   \
			else                                                                       \
				failed_ = as_error_no_memory(error);                               \
		}                                                                                  \
		failed_;                                                                           \
	})

static inline void *as_array_more(void *items, size_t *capacity, size_t item_size)
{
	size_t wanted = *capacity ? 2 * *capacity : 64;
	void *more = reallocarray(items, wanted, item_size);

	if (more)
		*capacity = wanted;
	return more;
}

#endif
