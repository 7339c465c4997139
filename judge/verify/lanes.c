/* SPDX-License-Identifier: MIT */
/*
 * Several submissions judged at once: what one leaves free of the cores, with few tests, while it
 * waits for its last ones, or between its runs, another one has. The judge serves the one that came
 * first first. Each thread here takes the first that is compiled, judges it, and takes the next.
 */
#include "verify.h"

struct batch {
	struct as_verify *verify;
	struct as_order *orders; /* candidate NULL where it was taken */
	size_t count;
	pthread_mutex_t lock; /* guards orders and what follows */
	bool failed;
	struct as_error error; /* the first */
};

static struct as_order take(struct batch *batch)
{
	struct as_order order = {0};

	pthread_mutex_lock(&batch->lock);
	size_t index = batch->failed
			       ? SIZE_MAX
			       : as_ahead_wait(batch->verify->ahead, batch->orders, batch->count);
	if (index != SIZE_MAX) {
		order = batch->orders[index];
		batch->orders[index].candidate = NULL;
	}
	pthread_mutex_unlock(&batch->lock);
	return order;
}

static void *work(void *argument)
{
	struct batch *batch = argument;

	for (struct as_order order; (order = take(batch)).candidate;) {
		struct as_error why = {0};
		if (as_candidate_judge(batch->verify, order.candidate, order.time_limit_ns, &why) ==
			0)
			continue;
		pthread_mutex_lock(&batch->lock);
		if (!batch->failed)
			batch->error = why;
		batch->failed = true;
		pthread_mutex_unlock(&batch->lock);
	}
	return NULL;
}

/* One more than there are workers, so that none has to wait for a report to be written. The caller
 * is the first of them. */
static void run_all(struct batch *batch)
{
	const size_t wanted = batch->verify->judge->engine->worker_count;
	AS_AUTO_FREE pthread_t *threads = calloc(wanted + 1, sizeof(*threads));
	size_t started = 0;

	while (threads && started < wanted && started + 1 < batch->count &&
		pthread_create(&threads[started], NULL, work, batch) == 0)
		started++;
	work(batch);
	for (size_t i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
}

int as_lanes_run(
	struct as_verify *verify, struct as_order *orders, size_t count, struct as_error *error)
{
	struct batch batch = {.verify = verify, .orders = orders, .count = count};

	pthread_mutex_init(&batch.lock, NULL);
	run_all(&batch);
	pthread_mutex_destroy(&batch.lock);
	if (batch.failed && error)
		*error = batch.error;
	return batch.failed ? -1 : 0;
}
