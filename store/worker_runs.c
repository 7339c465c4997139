/* SPDX-License-Identifier: MIT */
/*
 * Runs that a worker reports to other processes (assay/store/runs.h). The engine's threads add each
 * run; the worker's thread writes the runs of all jobs in one statement, a few times a second.
 * Nothing is written for a job that ends before its first write.
 */
#include "worker.h"

#include <string.h>

int as_worker_runs_init(struct as_worker_runs *runs, unsigned slot_count, struct as_error *error)
{
	*runs = (struct as_worker_runs){.slot_count = slot_count};
	pthread_mutex_init(&runs->lock, NULL);
	runs->slots = calloc(slot_count + 1, sizeof(*runs->slots));
	return runs->slots ? 0 : as_error_no_memory(error);
}

static void forget(struct as_worker_going *going)
{
	free(going->runs);
	*going = (struct as_worker_going){0};
}

void as_worker_runs_clear(struct as_worker_runs *runs)
{
	for (unsigned i = 0; runs->slots && i < runs->slot_count; i++)
		forget(&runs->slots[i]);
	free(runs->slots);
	pthread_mutex_destroy(&runs->lock);
}

void as_worker_runs_begin(
	struct as_worker_runs *runs, unsigned slot, const struct as_store_claim *claim)
{
	if (slot >= runs->slot_count)
		return;
	pthread_mutex_lock(&runs->lock);
	forget(&runs->slots[slot]);
	runs->slots[slot] = (struct as_worker_going){
		.job = claim->job, .attempt = claim->attempt, .begun_ns = as_now_ns()};
	pthread_mutex_unlock(&runs->lock);
}

void as_worker_runs_add(struct as_worker_runs *runs, unsigned slot, const struct as_job_test *test)
{
	if (slot >= runs->slot_count)
		return;
	pthread_mutex_lock(&runs->lock);
	struct as_worker_going *going = &runs->slots[slot];
	if (going->job && as_array_reserve(going->runs, going->run_count, NULL)) {
		going->runs[going->run_count++] = (struct as_store_run){.job = going->job,
			.test = (uint32_t)test->index,
			.verdict = (uint8_t)test->verdict,
			.time_ns = test->usage.known ? test->usage.cpu_time_ns : -1};
		runs->is_new = true;
	}
	pthread_mutex_unlock(&runs->lock);
}

void as_worker_runs_end(struct as_worker_runs *runs, unsigned slot)
{
	if (slot >= runs->slot_count)
		return;
	pthread_mutex_lock(&runs->lock);
	forget(&runs->slots[slot]);
	pthread_mutex_unlock(&runs->lock);
}

/* ---- writing ---- */

/* Copies of jobs that have runs; free them. Jobs that began only now are written next time. */
static struct as_store_going *copy_going(struct as_worker_runs *runs, int64_t now_ns, size_t *count)
{
	struct as_store_going *copies = calloc(runs->slot_count, sizeof(*copies));

	*count = 0;
	runs->is_new = !copies;
	for (unsigned i = 0; copies && i < runs->slot_count; i++) {
		const struct as_worker_going *going = &runs->slots[i];
		if (!going->run_count)
			continue;
		struct as_store_run *items = now_ns - going->begun_ns >= AS_WORKER_RUNS_NS
						     ? calloc(going->run_count, sizeof(*items))
						     : NULL;
		if (!items) {
			runs->is_new = true;
			continue;
		}
		memcpy(items, going->runs, going->run_count * sizeof(*items));
		copies[(*count)++] = (struct as_store_going){
			going->job, going->attempt, items, going->run_count};
	}
	return copies;
}

static bool is_due(const struct as_worker_runs *runs, int64_t now_ns)
{
	return runs->is_new && now_ns - runs->written_ns >= AS_WORKER_RUNS_NS;
}

void as_worker_runs_write(struct as_worker_runs *runs, struct as_store *store)
{
	const int64_t now_ns = as_now_ns();
	struct as_store_going *going = NULL;
	struct as_error error = {0};
	size_t count = 0;

	pthread_mutex_lock(&runs->lock);
	if (is_due(runs, now_ns)) {
		going = copy_going(runs, now_ns, &count);
		runs->written_ns = now_ns;
	}
	pthread_mutex_unlock(&runs->lock);
	if (count && as_store_runs_write(store, going, count, &error)) {
		pthread_mutex_lock(&runs->lock);
		runs->is_new = true;
		pthread_mutex_unlock(&runs->lock);
	}
	for (size_t i = 0; i < count; i++)
		free((void *)going[i].runs);
	free(going);
}
