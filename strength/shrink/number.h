/* SPDX-License-Identifier: MIT */
/* The order of integers by simplicity: 0, 1, -1, 2, -2, ... */
#ifndef ASSAY_SHRINK_NUMBER_H
#define ASSAY_SHRINK_NUMBER_H

#include <stdint.h>

/* A sum of 64-bit numbers. It cannot overflow: memory holds fewer than 2^64 of them. */
__extension__ typedef unsigned __int128 as_sum;

static inline uint64_t as_number_magnitude(int64_t value)
{
	return value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
}

/* As strcmp. */
static inline int as_number_compare(int64_t a, int64_t b)
{
	uint64_t a_magnitude = as_number_magnitude(a), b_magnitude = as_number_magnitude(b);

	if (a_magnitude != b_magnitude)
		return a_magnitude < b_magnitude ? -1 : 1;
	return (a < b) - (a > b);
}

#endif
