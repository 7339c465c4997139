/* SPDX-License-Identifier: MIT */
/* The thread pool for handlers that may block. */
#ifndef ASSAY_HTTP_POOL_H
#define ASSAY_HTTP_POOL_H

#include <assay/base.h>

/* Embedded in the object that the job handles. */
struct http_job {
	struct http_job *next;
	void (*run)(struct http_job *job);
};
struct http_pool;
struct http_pool *http_pool_open(
	unsigned thread_count, unsigned max_waiting, struct as_error *error) AS_MUST_USE;
/* False: too many jobs wait. */
bool http_pool_push(struct http_pool *pool, struct http_job *job) AS_MUST_USE AS_NONNULL(1, 2);
/* Runs the waiting jobs, then ends. NULL is permitted. */
void http_pool_close(struct http_pool *pool);

#endif
