/* SPDX-License-Identifier: MIT */
/* A priority queue of tapes to try, the smallest first. */
#ifndef ASSAY_SHRINK_QUEUE_H
#define ASSAY_SHRINK_QUEUE_H

#include <assay/shrink.h>

/* A coordinate that is not 0. Size options come first, then choices. */
struct as_coordinate {
	uint32_t at;
	uint64_t value;
};

/* A tape by its coordinates that are not 0. The last one can be up to `last`. */
struct as_point {
	struct as_coordinate *coordinates;
	size_t count;
	uint64_t last;
	uint64_t weight; /* sum of the values */
	uint64_t serial; /* of two points with the same weight, the lower number comes first */
};
void as_point_clear(struct as_point *point);
/* Sets `longer` to the coordinates of `point` and one more. */
int as_point_extend(const struct as_point *point, struct as_coordinate coordinate,
	struct as_point *longer, struct as_error *error) AS_MUST_USE;

/* A binary heap. Clear it with as_point_queue_clear. */
struct as_point_queue {
	struct as_point *points;
	size_t count;
	uint64_t serial;
};
#define AS_QUEUE_MAX 65536
/* Takes ownership of the point, also on failure. Points beyond AS_QUEUE_MAX are dropped. */
int as_point_queue_push(
	struct as_point_queue *queue, struct as_point *point, struct as_error *error) AS_MUST_USE;
/* False: the queue is empty. */
bool as_point_queue_pop(struct as_point_queue *queue, struct as_point *point);
void as_point_queue_clear(struct as_point_queue *queue);

#endif
