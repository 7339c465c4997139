/* SPDX-License-Identifier: MIT */
/* Pseudo-random numbers: SplitMix64 (Steele, Lea, Flood 2014). */
#ifndef ASSAY_SHRINK_RANDOM_H
#define ASSAY_SHRINK_RANDOM_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t as_random_next(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* The initial state of stream `number`. */
static inline uint64_t as_random_state(uint64_t seed, uint64_t number)
{
	uint64_t state = seed ^ 0x2545f4914f6cdd1d;

	return as_random_next(&state) ^ number * UINT64_C(0xd1342543de82ef95);
}

/* From 0 to `last`. The bias of a remainder does not matter here. */
static inline uint64_t as_random_upto(uint64_t *state, uint64_t last)
{
	uint64_t next = as_random_next(state);

	return last == UINT64_MAX ? next : next % (last + 1);
}

#endif
