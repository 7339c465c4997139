/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation: as many threads as there are workers compile what is to be judged, in the
 * order in which it will be wanted, while what is ready is judged (lanes.c). Each borrows a core
 * for each compilation, so that nobody measures on it meanwhile. At the end, or where the caller
 * fails, no further one is begun and all threads are waited for.
 */
#include "verify.h"

#include <string.h>

struct slot {
	struct as_candidate *candidate;
	struct as_compiled *compiled;
	struct as_error error;
	bool ready, taken;
};

struct as_ahead {
	struct as_verify *verify;
	struct slot *slots;
	size_t count, next;
	pthread_t *threads;
	size_t thread_count;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool ending;
};

struct as_compiled *as_candidate_compile(
	struct as_verify *verify, const struct as_candidate *candidate, struct as_error *error)
{
	AS_AUTO_FREE char *path =
		as_text_format(error, "%s/%s", verify->package->folder, candidate->path);
	const struct as_submission submission = {.path = path,
		.language = candidate->language,
		.entry_point = candidate->entrypoint};

	return path ? as_judge_compile_alone(verify->judge, &submission, error) : NULL;
}

static struct slot *take_slot(struct as_ahead *ahead)
{
	struct slot *slot = NULL;

	pthread_mutex_lock(&ahead->lock);
	if (!ahead->ending && ahead->next < ahead->count)
		slot = &ahead->slots[ahead->next++];
	pthread_mutex_unlock(&ahead->lock);
	return slot;
}

static void *work(void *argument)
{
	struct as_ahead *ahead = argument;

	for (struct slot *slot; (slot = take_slot(ahead));) {
		struct as_compiled *compiled =
			as_candidate_compile(ahead->verify, slot->candidate, &slot->error);
		pthread_mutex_lock(&ahead->lock);
		slot->compiled = compiled;
		slot->ready = true;
		pthread_cond_broadcast(&ahead->changed);
		pthread_mutex_unlock(&ahead->lock);
	}
	return NULL;
}

struct as_ahead *as_ahead_start(struct as_verify *verify, struct as_candidate *const *candidates,
	size_t count, struct as_error *error)
{
	const size_t workers = verify->judge->engine->worker_count;
	struct as_ahead *ahead = calloc(1, sizeof(*ahead));

	if (!ahead || !(ahead->slots = calloc(count + 1, sizeof(*ahead->slots))) ||
		!(ahead->threads = calloc(workers, sizeof(*ahead->threads)))) {
		if (ahead)
			free(ahead->slots);
		free(ahead);
		as_error_no_memory(error);
		return NULL;
	}
	ahead->verify = verify;
	ahead->count = count;
	for (size_t i = 0; i < count; i++)
		ahead->slots[i].candidate = candidates[i];
	pthread_mutex_init(&ahead->lock, NULL);
	pthread_cond_init(&ahead->changed, NULL);
	while (ahead->thread_count < workers && ahead->thread_count < count &&
		pthread_create(&ahead->threads[ahead->thread_count], NULL, work, ahead) == 0)
		ahead->thread_count++;
	return ahead;
}

static struct slot *find_slot(struct as_ahead *ahead, const struct as_candidate *candidate)
{
	for (size_t i = 0; ahead && i < ahead->count; i++)
		if (ahead->slots[i].candidate == candidate)
			return &ahead->slots[i];
	return NULL;
}

/* Wanted a second time, or there are no threads: whoever takes it compiles it. */
static bool is_waited_for(const struct as_ahead *ahead, const struct slot *slot)
{
	return slot && !slot->taken && ahead->thread_count > 0;
}

/* False: none is left. *index: the first that need not be waited for, or SIZE_MAX. */
static bool find_ready(
	struct as_ahead *ahead, const struct as_order *orders, size_t count, size_t *index)
{
	bool any = false;

	*index = SIZE_MAX;
	for (size_t i = 0; i < count && *index == SIZE_MAX; i++) {
		if (!orders[i].candidate)
			continue;
		const struct slot *slot = find_slot(ahead, orders[i].candidate);
		any = true;
		if (!is_waited_for(ahead, slot) || slot->ready)
			*index = i;
	}
	return any;
}

size_t as_ahead_wait(struct as_ahead *ahead, const struct as_order *orders, size_t count)
{
	size_t index;

	pthread_mutex_lock(&ahead->lock);
	while (find_ready(ahead, orders, count, &index) && index == SIZE_MAX)
		pthread_cond_wait(&ahead->changed, &ahead->lock);
	pthread_mutex_unlock(&ahead->lock);
	return index;
}

struct as_compiled *as_ahead_take(struct as_ahead *ahead, struct as_verify *verify,
	const struct as_candidate *candidate, struct as_error *error)
{
	struct slot *slot = find_slot(ahead, candidate);

	if (!ahead)
		return as_candidate_compile(verify, candidate, error);
	pthread_mutex_lock(&ahead->lock);
	bool is_ahead = is_waited_for(ahead, slot);
	while (is_ahead && !slot->ready)
		pthread_cond_wait(&ahead->changed, &ahead->lock);
	if (is_ahead)
		slot->taken = true;
	pthread_mutex_unlock(&ahead->lock);
	if (!is_ahead)
		return as_candidate_compile(verify, candidate, error);
	if (!slot->compiled && error)
		*error = slot->error;
	return as_steal(slot->compiled);
}

void as_ahead_end(struct as_ahead *ahead)
{
	if (!ahead)
		return;
	pthread_mutex_lock(&ahead->lock);
	ahead->ending = true;
	pthread_mutex_unlock(&ahead->lock);
	for (size_t i = 0; i < ahead->thread_count; i++)
		pthread_join(ahead->threads[i], NULL);
	for (size_t i = 0; i < ahead->count; i++)
		as_compiled_free(ahead->slots[i].compiled);
	pthread_cond_destroy(&ahead->changed);
	pthread_mutex_destroy(&ahead->lock);
	free(ahead->slots);
	free(ahead->threads);
	free(ahead);
}
