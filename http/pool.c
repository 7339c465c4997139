/* SPDX-License-Identifier: MIT */
/* The thread pool for handlers that may block. Networks take turns. In each network its accounts
 * take turns; the clients without an account at one address share a turn. So a network with many
 * requests delays any other network by only one request, and an account any other account. */
#include "pool.h"

#include <pthread.h>

struct http_pool {
	pthread_mutex_t lock;
	pthread_cond_t has_work;
	struct as_turns waiting;
	bool is_closing;
	unsigned thread_count;
	pthread_t threads[];
};

static struct http_job *take_job(struct http_pool *pool)
{
	pthread_mutex_lock(&pool->lock);
	while (!pool->waiting.count && !pool->is_closing)
		pthread_cond_wait(&pool->has_work, &pool->lock);
	struct http_job *job = (struct http_job *)as_turns_take(&pool->waiting);
	pthread_mutex_unlock(&pool->lock);
	return job;
}

static void *run_pool(void *context)
{
	struct http_job *job;

	while ((job = take_job(context)))
		job->run(job);
	return NULL;
}

struct http_pool *http_pool_open(
	unsigned thread_count, unsigned max_waiting, struct as_error *error)
{
	struct http_pool *pool = calloc(1, sizeof(*pool) + thread_count * sizeof(pthread_t));

	if (!pool) {
		as_error_no_memory(error);
		return NULL;
	}
	pthread_mutex_init(&pool->lock, NULL);
	pthread_cond_init(&pool->has_work, NULL);
	as_turns_open(&pool->waiting, max_waiting / 2 + max_waiting % 2, max_waiting);
	while (pool->thread_count < thread_count) {
		const int failed =
			pthread_create(&pool->threads[pool->thread_count], NULL, run_pool, pool);
		if (failed) {
			as_error_sys(error, AS_ERROR_INTERNAL, failed, "cannot start a thread");
			http_pool_close(pool);
			return NULL;
		}
		pool->thread_count++;
	}
	return pool;
}

bool http_pool_push(
	struct http_pool *pool, const struct as_turn_source *source, struct http_job *job)
{
	pthread_mutex_lock(&pool->lock);
	const bool has_place = as_turns_put(&pool->waiting, source, &job->item);
	if (has_place)
		pthread_cond_signal(&pool->has_work);
	pthread_mutex_unlock(&pool->lock);
	return has_place;
}

void http_pool_close(struct http_pool *pool)
{
	if (!pool)
		return;
	pthread_mutex_lock(&pool->lock);
	pool->is_closing = true;
	pthread_cond_broadcast(&pool->has_work);
	pthread_mutex_unlock(&pool->lock);
	for (unsigned i = 0; i < pool->thread_count; i++)
		pthread_join(pool->threads[i], NULL);
	pthread_cond_destroy(&pool->has_work);
	pthread_mutex_destroy(&pool->lock);
	free(pool);
}
