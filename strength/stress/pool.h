/* SPDX-License-Identifier: MIT */
/* pool: threads that do a number of pieces of work and wait for the next. */
#ifndef ASSAY_STRESS_POOL_H
#define ASSAY_STRESS_POOL_H

#include <assay/base.h>

/* Does piece `item` in thread `thread`, of which 0 is the caller's. -1 ends the work. */
typedef int as_pool_work(void *context, unsigned thread, size_t item, struct as_error *error);

struct as_pool;
/* A thread that cannot be started is one less. The threads live as long as the pool, since the
 * sandboxes that they open end with them. */
struct as_pool *as_pool_open(unsigned threads, struct as_error *error) AS_MUST_USE;
unsigned as_pool_threads(const struct as_pool *pool);
/* Does pieces 0 to count - 1 in any order, and returns when all are done. -1 with the first error.
 */
int as_pool_run(struct as_pool *pool, as_pool_work *work, void *context, size_t count,
	struct as_error *error) AS_MUST_USE;
/* Takes NULL. */
void as_pool_close(struct as_pool *pool);

#endif
