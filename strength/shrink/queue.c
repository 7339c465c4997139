/* SPDX-License-Identifier: MIT */
#include "queue.h"

#include <string.h>

void as_point_clear(struct as_point *point)
{
	free(point->coordinates);
	*point = (struct as_point){0};
}

int as_point_extend(const struct as_point *point, struct as_coordinate coordinate,
	struct as_point *longer, struct as_error *error)
{
	struct as_coordinate *coordinates = malloc((point->count + 1) * sizeof(*coordinates));

	if (!coordinates)
		return as_error_no_memory(error);
	if (point->count)
		memcpy(coordinates, point->coordinates, point->count * sizeof(*coordinates));
	coordinates[point->count] = coordinate;
	*longer = (struct as_point){.coordinates = coordinates,
		.count = point->count + 1,
		.weight = point->weight + coordinate.value};
	return 0;
}

static bool comes_before(const struct as_point *a, const struct as_point *b)
{
	return a->weight != b->weight ? a->weight < b->weight : a->serial < b->serial;
}

static void swap(struct as_point *a, struct as_point *b)
{
	struct as_point kept = *a;

	*a = *b;
	*b = kept;
}

int as_point_queue_push(
	struct as_point_queue *queue, struct as_point *point, struct as_error *error)
{
	if (queue->count == AS_QUEUE_MAX) {
		as_point_clear(point);
		return 0;
	}
	if (!as_array_reserve(queue->points, queue->count, error)) {
		as_point_clear(point);
		return -1;
	}
	size_t at = queue->count++;
	queue->points[at] = *point;
	queue->points[at].serial = queue->serial++;
	*point = (struct as_point){0};
	for (; at && comes_before(&queue->points[at], &queue->points[(at - 1) / 2]);
		at = (at - 1) / 2)
		swap(&queue->points[at], &queue->points[(at - 1) / 2]);
	return 0;
}

static void sift_down(struct as_point_queue *queue, size_t at)
{
	for (;;) {
		size_t min = at;
		for (size_t child = 2 * at + 1; child <= 2 * at + 2 && child < queue->count;
			child++)
			if (comes_before(&queue->points[child], &queue->points[min]))
				min = child;
		if (min == at)
			return;
		swap(&queue->points[at], &queue->points[min]);
		at = min;
	}
}

bool as_point_queue_pop(struct as_point_queue *queue, struct as_point *point)
{
	if (!queue->count)
		return false;
	*point = queue->points[0];
	queue->points[0] = queue->points[--queue->count];
	sift_down(queue, 0);
	return true;
}

void as_point_queue_clear(struct as_point_queue *queue)
{
	for (size_t i = 0; i < queue->count; i++)
		as_point_clear(&queue->points[i]);
	free(queue->points);
	*queue = (struct as_point_queue){0};
}
