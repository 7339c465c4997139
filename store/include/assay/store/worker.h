/* SPDX-License-Identifier: MIT */
/**
 * worker: judges the jobs of a store in an engine, until it is stopped.
 *
 * Life cycle: as_worker_start; as_worker_check regularly; optionally as_worker_drain;
 * as_worker_stop before the package, the engine and the store are closed. Thread-safety: any thread
 * may call as_worker_check, as_worker_drain and as_worker_count.
 */
#ifndef ASSAY_STORE_WORKER_H
#define ASSAY_STORE_WORKER_H

#include <assay/engine/job.h>
#include <assay/store.h>
#include <assay/store/package.h>

/** Interval at which a worker looks for jobs that it was not notified of. */
#define AS_WORKER_LOOK_NS INT64_C(1000000000)

/** Callbacks of a worker. Each may be called from any thread, and must return soon. Any may be
 * NULL. */
struct as_worker_news {
	/** Judging of a job begins, perhaps not for the first time. */
	void (*began)(void *context, int64_t job);
	/** A test was run, as in struct as_job_calls. */
	void (*tested)(void *context, int64_t job, const struct as_job_test *test);
	/** A claim ended: with a result, or with the reason why the job failed. If both are NULL,
	 * the job was released, or the claim was lost. */
	void (*ended)(void *context, int64_t job, const struct as_result *result,
		const struct as_error *cause);
	/** The connection to the server was lost, and running jobs were cancelled. */
	void (*lost)(void *context, const struct as_error *why);
	/** The server is reachable again. */
	void (*back)(void *context);
	/** One line for a log. */
	void (*note)(void *context, const char *text);
	void *context;
};

struct as_worker_config {
	struct as_store *store;
	struct as_engine *engine;
	/** Only jobs of this package, which is open in the engine, are judged. NULL: jobs of all
	 * packages, which are fetched from the store. */
	struct as_open_package *package;
	const char *package_digest;  /**< of `package`; borrowed */
	struct as_store_fetch fetch; /**< how packages are fetched */
	/** What this machine can judge (as_lane_offer); copied. NULL: all jobs are claimed. */
	const char *offer;
	const char
		*name; /**< of the worker, for the results; NULL: results have no name; borrowed */
	/** Of its jobs in the engine (struct as_job_order), so that several workers of one engine
	 * take turns; NULL: none; borrowed. */
	const char *owner;
	unsigned classes; /**< a bit 1 << enum as_store_class for each; 0: all */
	/** Claimed at once; 0: one. If there are more, jobs of AS_STORE_REJUDGING and later classes
	 * leave one free for the other classes, unless `classes` has none of these. A worker for
	 * one job at a time judges such a job to its end. */
	unsigned jobs;
	int64_t look_ns; /**< 0: AS_WORKER_LOOK_NS */
	/** Waits for a server that is not reachable without limit. Otherwise the worker ends with
	 * that error after some time. */
	bool is_patient;
	/** Other processes can read runs before there is a result (as_store_runs_read). */
	bool tells_runs;
	/** `compiled` and `test` are called for each job, as in struct as_job_order. */
	struct as_job_calls calls;
	struct as_worker_news news;
	const atomic_bool *cancel; /**< ends the worker; NULL: that of the engine */
};

struct as_worker;
/** Starts a thread that claims jobs. Copies `config` and the offer; everything else is borrowed.
 * Without a package, an engine at the process level is a usage error.
 * The worker sets the callbacks of the store (as_store_watch). */
struct as_worker *as_worker_start(
	const struct as_worker_config *config, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** 0 while it works; -1 with the reason why it stopped claiming. A reason of the machine
 * (AS_ERROR_MACHINE) ends only a worker that fetches packages, and its job is released. */
int as_worker_check(struct as_worker *worker, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** From now on it claims no jobs, and finishes those that it has claimed. */
void as_worker_drain(struct as_worker *worker) AS_NONNULL(1);
/** The number of jobs that it has claimed. */
unsigned as_worker_count(struct as_worker *worker) AS_MUST_USE AS_NONNULL(1);
/** Cancels running jobs and releases them. Takes NULL. */
void as_worker_stop(struct as_worker *worker);

/** Writes the options of judging as bytes for struct as_store_order (clear them): the part of an
 * order with tests, limits and reruns, the settings of the worker's engine, the language table and
 * the format of results. */
int as_worker_options_write(const struct as_job_order *order, const struct as_engine_config *engine,
	struct as_bytes *options, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

#endif
