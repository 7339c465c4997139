/* SPDX-License-Identifier: MIT */
#include "back.h"

#include <string.h>

const char *as_store_class_name(enum as_store_class class)
{
	static const char *const names[AS_STORE_CLASS_COUNT] = {
		"contest", "course", "practice", "rejudging", "generation"};

	return (size_t) class < AS_STORE_CLASS_COUNT ? names[class] : "unknown";
}

size_t as_store_class_find(const char *name)
{
	size_t class = 0;

	while (class < AS_STORE_CLASS_COUNT &&
		strcmp(as_store_class_name((enum as_store_class)class), name) != 0)
		class++;
	return class;
}

void as_status_reset(struct as_store_status *status)
{
	as_store_status_clear(status);
	for (size_t i = 0; i < AS_STORE_CLASS_COUNT; i++)
		status->classes[i].oldest_ms = -1;
}

void as_status_count(struct as_store_status *status, int64_t class, int64_t state, uint64_t count,
	int64_t oldest_ms)
{
	if (class < 0 || class >= AS_STORE_CLASS_COUNT)
		return;
	struct as_store_queue *queue = &status->classes[class];
	switch ((enum as_store_state)state) {
	case AS_STORE_QUEUED:
		queue->queued = count;
		queue->oldest_ms = oldest_ms;
		return;
	case AS_STORE_CLAIMED:
		queue->claimed = count;
		return;
	case AS_STORE_HELD:
		queue->held = count;
		return;
	case AS_STORE_DONE:
	case AS_STORE_FAILED:
	case AS_STORE_CANCELLED:
		return;
	}
}

int as_store_status_read(
	struct as_store *store, struct as_store_status *status, struct as_error *error)
{
	*status = (struct as_store_status){0};
	as_status_reset(status);
	if (store->upkeep->read_status(store->back, status, error) == 0)
		return 0;
	as_store_status_clear(status);
	return -1;
}

void as_store_status_clear(struct as_store_status *status)
{
	for (size_t i = 0; i < status->worker_count; i++)
		free(status->workers[i].name);
	for (size_t i = 0; i < status->hold_count; i++) {
		free(status->holds[i].name);
		free(status->holds[i].cause);
	}
	free(status->workers);
	free(status->holds);
	*status = (struct as_store_status){0};
}
