/* SPDX-License-Identifier: MIT */
/**
 * queue: changes what is queued, and holds back what would only fail.
 *
 * A package is held if the last jobs of it ended in judging errors by the same cause, or failed by
 * the same cause (AS_STORE_SETTING_FAULTS of them, with no other result between): its jobs are not
 * claimed until it is released. Other packages go on.
 */
#ifndef ASSAY_STORE_QUEUE_H
#define ASSAY_STORE_QUEUE_H

#include <assay/store.h>

/** A setting of AS_STORE_WHOLE: so many judging errors hold a package; AS_STORE_FAULTS_USUAL if it
 * was never set. */
#define AS_STORE_SETTING_FAULTS "faults"
#define AS_STORE_FAULTS_USUAL 3
/** A setting of a space, or of AS_STORE_WHOLE for spaces without it: the most jobs that an owner
 * may have queued in a space. If it was never set there is no limit. as_store_submit refuses more
 * with AS_ERROR_USAGE. */
#define AS_STORE_SETTING_QUEUED "queued"

/* These return 1, or 0 if the job is finished or does not exist. */

/** Cancels a job. If it is claimed, its result will not be accepted, and its worker ends the run.
 * It can be queued again (as_store_order.retry). */
int as_store_cancel(struct as_store *store, int64_t job, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/** Changes the priority of a job that is queued or held. */
int as_store_prioritize(struct as_store *store, int64_t job, int64_t priority,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** Jobs that are all of this; at least one of it must be given. */
struct as_store_selection {
	int64_t job;         /**< 0: any */
	const char *space;   /**< its name; NULL: any */
	const char *package; /**< a digest, or a name that several may have; NULL: any */
	const char *owner;   /**< NULL: any */
	bool has_class;
	enum as_store_class class; /**< if has_class */
};
/** Cancels jobs as as_store_cancel does, in several transactions; `count` becomes their number,
 * also on failure. A job that is queued meanwhile may be missed. */
int as_store_cancel_all(struct as_store *store, const struct as_store_selection *selection,
	const atomic_bool *cancel, uint64_t *count, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 4);

/** Where in the queue a job goes. */
struct as_store_place {
	bool sets_priority, sets_class;
	int64_t priority;
	enum as_store_class class; /**< the job takes a new turn of its owner in it */
};
/** Moves jobs that are queued or held, in several transactions; `count` becomes their number, also
 * on failure. */
int as_store_move_all(struct as_store *store, const struct as_store_selection *selection,
	const struct as_store_place *place, const atomic_bool *cancel, uint64_t *count,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 5);

/** Releases a package by its digest and forgets its faults: its jobs are queued, with their turns.
 * 1: done, and `jobs` of them were held. 0: it is not held. */
int as_store_package_release(struct as_store *store, const char *package, uint64_t *jobs,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

#endif
