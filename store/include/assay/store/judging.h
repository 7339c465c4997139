/* SPDX-License-Identifier: MIT */
/**
 * judging: judges submissions to one package through a store. Each submission is queued at most
 * once, so a command that was killed is simply run again: existing results are only reported.
 */
#ifndef ASSAY_STORE_JUDGING_H
#define ASSAY_STORE_JUDGING_H

#include <assay/engine/job.h>
#include <assay/store.h>

struct as_submitted;

/** A submission. All of it is borrowed. */
struct as_store_submission {
	const char *path; /**< with `submitted` only a name to show */
	/** The files, if the path was read before; NULL: the path is read. */
	const struct as_submitted *submitted;
	const char *entry_point; /**< as in struct as_submission */
	const char *owner; /**< as in struct as_store_order; the job's owner, unless another order
			      has the same job */
	/** How to judge it, with its language; the package and the callbacks are ignored. NULL: as
	 * `order` of struct as_store_judging. */
	const struct as_job_order *order;
};

struct as_store_judging {
	struct as_store *store;
	struct as_engine *engine;
	const struct as_package *package;
	struct as_job_order order; /**< for each submission; its package is open in the engine */
	const char *space;         /**< the name of the jobs' space; made if it does not exist */
	const struct as_store_submission *submissions;
	size_t count;
	bool is_shared;     /**< other processes may judge, too, because the store is on a server */
	bool queue_only;    /**< only others judge */
	bool is_background; /**< the class of the jobs is AS_STORE_REJUDGING, not AS_STORE_COURSE */
	const char *worker_group;  /**< only these machines judge; NULL: any */
	const atomic_bool *cancel; /**< or NULL */
	/** Called with a line for people. */
	void (*note)(void *context, const char *text);
	/** Called once for each submission that need not be judged now. */
	void (*known)(void *context);
	/** Called for each submission, by its index, in order. `take` gets its result and may move
	 * members out of it (-1: end); `fail` gets the reason why there is no result. */
	int (*take)(void *context, size_t index, int64_t job, struct as_result *result);
	void (*fail)(void *context, size_t index, const struct as_error *error);
	/** Called instead of `fail` for submissions whose package is held. */
	void (*hold)(void *context, size_t index, const struct as_error *error);
	void *context;
};

/** Queues the submissions in the store, judges those without a result, and reports all. 0: done or
 * cancelled. -1: an error of the store, or one that affects all of them. All of `judging` is
 * borrowed. */
int as_store_judge(const struct as_store_judging *judging, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/** Finds the jobs of the submissions without queueing any: `tickets` has one for each, with the job
 * 0 if the store has none. Callbacks are not called. */
int as_store_judging_find(const struct as_store_judging *judging, struct as_store_ticket *tickets,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/** Stores a submission, by its index, with a result from another store, as if it had been judged
 * here; `job` becomes its job. No other process may be claiming jobs of this store. */
int as_store_judging_copy(const struct as_store_judging *judging, size_t index,
	const struct as_result *result, int64_t *job, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 3, 4);

#endif
