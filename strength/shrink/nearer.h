/* SPDX-License-Identifier: MIT */
/* Lowers a number: 0, then 1, then the minimum by bisection, then one less. */
#ifndef ASSAY_SHRINK_NEARER_H
#define ASSAY_SHRINK_NEARER_H

#include "reducer.h"

enum as_nearer_step { AS_TO_ZERO, AS_TO_ONE, AS_TO_HALF, AS_TO_NEXT, AS_NEARER_STEPS };

/* The next number to try instead of `number`; the same number: this step has none. Uses variant,
 * low and before of the cursor. All steps are done at variant AS_NEARER_STEPS. */
static inline uint64_t as_nearer(uint64_t number, struct as_cursor *cursor)
{
	switch ((enum as_nearer_step)cursor->variant) {
	case AS_TO_ZERO:
		cursor->variant++;
		return 0;
	case AS_TO_ONE:
		cursor->variant++;
		return number > 1 ? 1 : number;
	case AS_TO_HALF:
		if (cursor->low >= number || cursor->low + 1 == number) {
			cursor->variant++;
			return number;
		}
		cursor->before = cursor->low;
		cursor->low += (number - cursor->low) / 2;
		return cursor->low;
	case AS_TO_NEXT:
		cursor->variant++;
		return number ? number - 1 : 0;
	case AS_NEARER_STEPS:
		break;
	}
	return number;
}

/* Call it after the number failed. */
static inline void as_nearer_hit(struct as_cursor *cursor)
{
	if (cursor->variant == AS_TO_HALF)
		cursor->low = cursor->before;
	/* Failures are not monotonic here: bisect again, below the number. */
	if (cursor->variant == AS_NEARER_STEPS) {
		cursor->variant = AS_TO_HALF;
		cursor->low = 0;
	}
}

#endif
