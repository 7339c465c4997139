/* SPDX-License-Identifier: MIT */
/* The lanes from which a worker claims: lists those that its machine can judge, and registers
 * them in the store. */
#include "worker_state.h"

static int serve(struct as_worker *worker, struct as_error *error)
{
	pthread_mutex_lock(&worker->lock);
	const bool is_new = worker->is_new;
	worker->is_new = false;
	pthread_mutex_unlock(&worker->lock);
	if (is_new) {
		as_names_free(as_steal(worker->lanes.served));
		/* Registers the lane of jobs without needs, so that the store has an entry for this
		 * worker. */
		if (as_store_serve(worker->config.store, &(const char *){""}, 1, error))
			return -1;
	}
	for (size_t i = 0; i < worker->lanes.count; i++) {
		const char *lane = worker->lanes.names[i];
		if (!as_names_have(worker->lanes.served, lane) &&
			(as_store_serve(worker->config.store, &lane, 1, error) ||
				as_names_add(&worker->lanes.served,
					as_text_format(error, "%s", lane), error)))
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
