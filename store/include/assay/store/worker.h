/* SPDX-License-Identifier: MIT */
/**
 * worker: judges the jobs of a store in an engine, until it is stopped.
 *
 * Life cycle: as_worker_start; as_worker_check now and then; as_worker_stop before the package, the
 * engine and the store are closed. Thread-safety: any thread may call as_worker_check.
 */
#ifndef ASSAY_STORE_WORKER_H
#define ASSAY_STORE_WORKER_H

#include <assay/engine/job.h>
#include <assay/store.h>

struct as_worker_config {
	struct as_store *store;
	struct as_engine *engine;
	struct as_judge *package; /**< open in the engine; all jobs of the lane are its */
	const char *lane;         /**< copied */
	unsigned jobs;            /**< claimed at once; 0: one */
	/** `compiled` and `test` are called for each job, as in struct as_job_order. */
	struct as_job_calls calls;
	const atomic_bool *cancel; /**< the engine's; or NULL */
};

struct as_worker;
/** Starts a thread that claims jobs. Copies `config`; all that it points to is borrowed, but for
 * the lane. */
struct as_worker *as_worker_start(
	const struct as_worker_config *config, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** 0 while it works; -1 with the reason why it stopped claiming. */
int as_worker_check(struct as_worker *worker, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Cancels what runs and hands those jobs back. Takes NULL. */
void as_worker_stop(struct as_worker *worker);

/** Writes the part of an order that says how to judge (tests, limits, reruns), what the engine of
 * its worker must be, the language table and the format of results, as bytes for struct
 * as_store_order (clear them). */
int as_worker_options_write(const struct as_job_order *order, const struct as_engine_config *engine,
	struct as_bytes *options, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Writes the lane of jobs that need a package open, and an engine for the options. */
void as_worker_lane(const char *package, const struct as_bytes *options,
	char lane[AS_DIGEST_HEX_SIZE]) AS_NONNULL(1, 2, 3);

#endif
