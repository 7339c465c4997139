/* SPDX-License-Identifier: MIT */
/* Tapes that wait for their turn, the smallest first. */
#ifndef ASSAY_SHRINK_QUEUE_H
#define ASSAY_SHRINK_QUEUE_H

#include <assay/shrink.h>

/* A coordinate that is not 0. Size options come first, then choices. */
struct as_step {
	uint32_t at;
	uint64_t value;
};

/* A tape by its coordinates. The last one can be up to `last`. */
struct as_way {
	struct as_step *steps;
	size_t count;
	uint64_t last;
	uint64_t weight; /* sum of the values */
	uint64_t serial; /* the earlier one of two of equal weight comes first */
};
void as_way_clear(struct as_way *way);
/* The steps of `way`, and one more. */
int as_way_extend(const struct as_way *way, struct as_step step, struct as_way *longer,
	struct as_error *error) AS_MUST_USE;

/* A binary heap. Clear it with as_way_queue_clear. */
struct as_way_queue {
	struct as_way *ways;
	size_t count;
	uint64_t serial;
};
#define AS_QUEUE_MOST 65536
/* Takes the way, also on failure. What is beyond AS_QUEUE_MOST is dropped. */
int as_way_queue_push(
	struct as_way_queue *queue, struct as_way *way, struct as_error *error) AS_MUST_USE;
/* False: it is empty. */
bool as_way_queue_pop(struct as_way_queue *queue, struct as_way *way);
void as_way_queue_clear(struct as_way_queue *queue);

#endif
