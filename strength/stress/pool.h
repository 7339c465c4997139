/* SPDX-License-Identifier: MIT */
/* pool: threads that share a number of work items per call. */
#ifndef ASSAY_STRESS_POOL_H
#define ASSAY_STRESS_POOL_H

#include <assay/base.h>

/* Processes `item` in thread `thread`; the caller's thread is number 0. -1 ends the call. */
typedef int as_pool_work(void *context, unsigned thread, size_t item, struct as_error *error);

struct as_pool;
/* Opens a pool with fewer threads if some cannot be started. Threads live as long as the pool,
 * because the sandboxes that they open end with them. */
struct as_pool *as_pool_open(unsigned threads, struct as_error *error) AS_MUST_USE;
unsigned as_pool_threads(const struct as_pool *pool);
/* Processes items 0 to count - 1 in any order, and returns when all are done. -1 with the first
 * error. */
int as_pool_run(struct as_pool *pool, as_pool_work *work, void *context, size_t count,
	struct as_error *error) AS_MUST_USE;
/* Takes NULL. */
void as_pool_close(struct as_pool *pool);

#endif
