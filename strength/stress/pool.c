/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation:
 * 1. as_pool_run gives its call a number, wakes the threads and takes part in the work.
 * 2. Each thread claims items until none is left.
 * 3. as_pool_run returns when every thread has finished the call.
 */
#include "pool.h"

#include <pthread.h>

struct member {
	struct as_pool *pool;
	unsigned number;
	pthread_t thread;
};

struct as_pool {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct member *members;
	unsigned started; /* threads other than the caller's */
	/* The current call; guarded by the lock. */
	uint64_t call;
	as_pool_work *work;
	void *context;
	size_t count, next;
	unsigned busy;
	bool failed, closing;
	struct as_error why;
};

/* Called with the lock held; releases it during the work. */
static void work_on(struct as_pool *pool, unsigned number)
{
	while (pool->next < pool->count && !pool->failed) {
		const size_t item = pool->next++;
		struct as_error why = {0};
		pthread_mutex_unlock(&pool->lock);
		int failed = pool->work(pool->context, number, item, &why);
		pthread_mutex_lock(&pool->lock);
		if (failed && !pool->failed) {
			pool->failed = true;
			pool->why = why;
		}
	}
}

static void *serve(void *context)
{
	struct member *member = context;
	struct as_pool *pool = member->pool;
	uint64_t seen = 0;

	pthread_mutex_lock(&pool->lock);
	while (!pool->closing) {
		if (pool->call == seen) {
			pthread_cond_wait(&pool->changed, &pool->lock);
			continue;
		}
		seen = pool->call;
		work_on(pool, member->number);
		pool->busy--;
		pthread_cond_broadcast(&pool->changed);
	}
	pthread_mutex_unlock(&pool->lock);
	return NULL;
}

struct as_pool *as_pool_open(unsigned threads, struct as_error *error)
{
	struct as_pool *pool = calloc(1, sizeof(*pool));

	if (pool)
		pool->members = calloc(threads + 1, sizeof(*pool->members));
	if (!pool || !pool->members) {
		free(pool);
		as_error_no_memory(error);
		return NULL;
	}
	pthread_mutex_init(&pool->lock, NULL);
	pthread_cond_init(&pool->changed, NULL);
	for (unsigned i = 1; i < threads; i++) {
		struct member *member = &pool->members[pool->started];
		*member = (struct member){.pool = pool, .number = pool->started + 1};
		if (pthread_create(&member->thread, NULL, serve, member))
			break;
		pool->started++;
	}
	return pool;
}

unsigned as_pool_threads(const struct as_pool *pool)
{
	return pool->started + 1;
}

int as_pool_run(struct as_pool *pool, as_pool_work *work, void *context, size_t count,
	struct as_error *error)
{
	pthread_mutex_lock(&pool->lock);
	pool->work = work;
	pool->context = context;
	pool->count = count;
	pool->next = 0;
	pool->failed = false;
	pool->busy = pool->started;
	pool->call++;
	pthread_cond_broadcast(&pool->changed);
	work_on(pool, 0);
	while (pool->busy)
		pthread_cond_wait(&pool->changed, &pool->lock);
	const bool failed = pool->failed;
	if (failed && error)
		*error = pool->why;
	pthread_mutex_unlock(&pool->lock);
	return failed ? -1 : 0;
}

void as_pool_close(struct as_pool *pool)
{
	if (!pool)
		return;
	pthread_mutex_lock(&pool->lock);
	pool->closing = true;
	pthread_cond_broadcast(&pool->changed);
	pthread_mutex_unlock(&pool->lock);
	for (unsigned i = 0; i < pool->started; i++)
		pthread_join(pool->members[i].thread, NULL);
	pthread_cond_destroy(&pool->changed);
	pthread_mutex_destroy(&pool->lock);
	free(pool->members);
	free(pool);
}
