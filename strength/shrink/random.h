/* SPDX-License-Identifier: MIT */
/* The numbers of a Checktestdata script: its state holds the state of a stream. */
#ifndef ASSAY_SHRINK_RANDOM_H
#define ASSAY_SHRINK_RANDOM_H

#include <assay/base/random.h>

static inline uint64_t as_random_state(uint64_t seed, uint64_t number)
{
	return as_random_numbered(seed, number).state;
}

static inline uint64_t as_random_upto(uint64_t *state, uint64_t last)
{
	struct as_random random = {*state};
	const uint64_t value = as_random_to(&random, last);

	*state = random.state;
	return value;
}

#endif
