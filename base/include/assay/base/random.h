/* SPDX-License-Identifier: MIT */
/** random: pseudo-random streams that depend on a text and an index alone, neither on threads nor
 * on time. */
#ifndef ASSAY_BASE_RANDOM_H
#define ASSAY_BASE_RANDOM_H

#include <stdint.h>

struct as_random {
	uint64_t state;
};

/* The finisher of SplitMix64 (Steele, Lea, Flood 2014): every bit depends on all bits. */
static inline uint64_t as_random_mix(uint64_t z)
{
	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* SplitMix64. */
static inline uint64_t as_random_next(struct as_random *random)
{
	return as_random_mix(random->state += UINT64_C(0x9e3779b97f4a7c15));
}

/* From 0 to `last`, inclusive; the bias of the remainder does not matter here. */
static inline uint64_t as_random_to(struct as_random *random, uint64_t last)
{
	const uint64_t value = as_random_next(random);

	return last == UINT64_MAX ? value : value % (last + 1);
}

/* The stream of a seed and an index. */
static inline struct as_random as_random_of(const char *seed, uint64_t index)
{
	struct as_random random = {UINT64_C(0xcbf29ce484222325)};

	for (; *seed; seed++)
		random.state = (random.state ^ (unsigned char)*seed) * UINT64_C(0x100000001b3);
	random.state += index * UINT64_C(0xd1342543de82ef95);
	(void)as_random_next(&random);
	return random;
}

/* The same for a seed that is a number. */
static inline struct as_random as_random_numbered(uint64_t seed, uint64_t index)
{
	struct as_random random = {seed ^ UINT64_C(0x2545f4914f6cdd1d)};

	random.state = as_random_next(&random) ^ index * UINT64_C(0xd1342543de82ef95);
	return random;
}

#endif
