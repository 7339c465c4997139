/* SPDX-License-Identifier: MIT */
/* The thread pool for handlers that may block. */
#ifndef ASSAY_HTTP_POOL_H
#define ASSAY_HTTP_POOL_H

#include <assay/base.h>
#include <assay/base/turns.h>

/* Embedded in the object that the job handles. */
struct http_job {
	struct as_turn_item item; /* the first member */
	void (*run)(struct http_job *job);
};
struct http_pool;
/* At most `max_waiting` jobs of a network may wait, and half of this number of a client. */
struct http_pool *http_pool_open(
	unsigned thread_count, unsigned max_waiting, struct as_error *error) AS_MUST_USE;
/* False: too many jobs of the source wait, or out of memory. */
bool http_pool_push(struct http_pool *pool, const struct as_turn_source *source,
	struct http_job *job) AS_MUST_USE AS_NONNULL(1, 2, 3);
/* Runs the waiting jobs, then ends. NULL is permitted. */
void http_pool_close(struct http_pool *pool);

#endif
