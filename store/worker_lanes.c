/* SPDX-License-Identifier: MIT */
/* The lanes from which a worker claims: lists those that its machine can judge, and registers
 * them in the store. */
#include "worker_state.h"

#include <string.h>

static bool is_served(const struct as_worker *worker, const char *lane)
{
	for (size_t i = 0; i < worker->lanes.served_count; i++)
		if (strcmp(worker->lanes.served[i], lane) == 0)
			return true;
	return false;
}

static void forget_served(struct as_worker *worker)
{
	as_names_free(as_steal(worker->lanes.served));
	worker->lanes.served_count = 0;
}

/* Registers one lane more. */
static int note_served(struct as_worker *worker, const char *lane, struct as_error *error)
{
	const size_t count = worker->lanes.served_count;
	char **served = reallocarray(worker->lanes.served, count + 2, sizeof(*served));

	if (!served)
		return as_error_no_memory(error);
	worker->lanes.served = served;
	served[count] = strdup(lane);
	served[count + 1] = NULL;
	if (!served[count])
		return as_error_no_memory(error);
	worker->lanes.served_count++;
	return 0;
}

static int serve(struct as_worker *worker, struct as_error *error)
{
	pthread_mutex_lock(&worker->lock);
	const bool is_new = worker->is_new;
	worker->is_new = false;
	pthread_mutex_unlock(&worker->lock);
	if (is_new) {
		forget_served(worker);
		/* Registers the lane of jobs without needs, so that the store has an entry for this
		 * worker. */
		if (as_store_serve(worker->config.store, &(const char *){""}, 1, error))
			return -1;
	}
	for (size_t i = 0; i < worker->lanes.count; i++) {
		const char *lane = worker->lanes.names[i];
		if (!is_served(worker, lane) &&
			(as_store_serve(worker->config.store, &lane, 1, error) ||
				note_served(worker, lane, error)))
			return -1;
	}
	return 0;
}

/* Keeps the lanes that this machine can judge. */
static void choose_lanes(struct as_worker *worker)
{
	size_t count = 0;

	for (char **lane = worker->lanes.names; *lane; lane++) {
		if (worker->lanes.offer && !as_lane_suits(*lane, worker->lanes.offer))
			free(*lane);
		else
			worker->lanes.names[count++] = *lane;
	}
	worker->lanes.names[count] = NULL;
	worker->lanes.count = count;
}

void as_worker_list_lanes(struct as_worker *worker)
{
	struct as_error error = {0};

	as_names_free(as_steal(worker->lanes.names));
	worker->lanes.count = 0;
	worker->lanes.listed_ns = as_now_ns();
	worker->lanes.names = as_store_lanes_read(worker->config.store, &error);
	if (worker->lanes.names) {
		choose_lanes(worker);
		if (serve(worker, &error) == 0)
			return;
	}
	as_worker_record_error(worker, &error);
}
