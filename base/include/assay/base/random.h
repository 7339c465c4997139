/* SPDX-License-Identifier: MIT */
/** random: pseudo-random streams that depend on a text and an index alone, neither on threads nor
 * on time. */
#ifndef ASSAY_BASE_RANDOM_H
#define ASSAY_BASE_RANDOM_H

#include <stdint.h>

struct as_random {
	uint64_t state;
};

/* SplitMix64 (Steele, Lea, Flood 2014). */
static inline uint64_t as_random_next(struct as_random *random)
{
	uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
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

#endif
