/* SPDX-License-Identifier: MIT */
#include "queue.h"

#include <string.h>

void as_way_clear(struct as_way *way)
{
	free(way->steps);
	*way = (struct as_way){0};
}

int as_way_extend(const struct as_way *way, struct as_step step, struct as_way *longer,
	struct as_error *error)
{
	struct as_step *steps = malloc((way->count + 1) * sizeof(*steps));

	if (!steps)
		return as_error_no_memory(error);
	if (way->count)
		memcpy(steps, way->steps, way->count * sizeof(*steps));
	steps[way->count] = step;
	*longer = (struct as_way){
		.steps = steps, .count = way->count + 1, .weight = way->weight + step.value};
	return 0;
}

static bool comes_before(const struct as_way *a, const struct as_way *b)
{
	return a->weight != b->weight ? a->weight < b->weight : a->serial < b->serial;
}

static void swap(struct as_way *a, struct as_way *b)
{
	struct as_way kept = *a;

	*a = *b;
	*b = kept;
}

int as_way_queue_push(struct as_way_queue *queue, struct as_way *way, struct as_error *error)
{
	if (queue->count == AS_QUEUE_MOST) {
		as_way_clear(way);
		return 0;
	}
	void *grown = as_array_grow(queue->ways, queue->count, sizeof(*way), error);
	if (!grown) {
		as_way_clear(way);
		return -1;
	}
	queue->ways = grown;
	size_t at = queue->count++;
	queue->ways[at] = *way;
	queue->ways[at].serial = queue->serial++;
	*way = (struct as_way){0};
	for (; at && comes_before(&queue->ways[at], &queue->ways[(at - 1) / 2]); at = (at - 1) / 2)
		swap(&queue->ways[at], &queue->ways[(at - 1) / 2]);
	return 0;
}

static void sink(struct as_way_queue *queue, size_t at)
{
	for (;;) {
		size_t least = at;
		for (size_t child = 2 * at + 1; child <= 2 * at + 2 && child < queue->count;
			child++)
			if (comes_before(&queue->ways[child], &queue->ways[least]))
				least = child;
		if (least == at)
			return;
		swap(&queue->ways[at], &queue->ways[least]);
		at = least;
	}
}

bool as_way_queue_pop(struct as_way_queue *queue, struct as_way *way)
{
	if (!queue->count)
		return false;
	*way = queue->ways[0];
	queue->ways[0] = queue->ways[--queue->count];
	sink(queue, 0);
	return true;
}

void as_way_queue_clear(struct as_way_queue *queue)
{
	for (size_t i = 0; i < queue->count; i++)
		as_way_clear(&queue->ways[i]);
	free(queue->ways);
	*queue = (struct as_way_queue){0};
}
