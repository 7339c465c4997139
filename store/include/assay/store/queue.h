/* SPDX-License-Identifier: MIT */
/**
 * queue: changes queued jobs, and holds packages whose jobs would only fail.
 *
 * A package becomes held after AS_STORE_SETTING_FAULTS consecutive jobs with judging errors, or
 * failures that are the package's fault (AS_ERROR_INPUT), of the same cause: its jobs are not
 * claimed until it is released. Other packages are not affected.
 */
#ifndef ASSAY_STORE_QUEUE_H
#define ASSAY_STORE_QUEUE_H

#include <assay/store.h>

/** Formats of a job's options. Lenient jobs, and those of verifications, have their own: an older
 * worker refuses them, and judges all other jobs. */
#define AS_STORE_OPTIONS_FORMAT "assay-options/1"
#define AS_STORE_OPTIONS_FORMAT_LENIENT "assay-options/2"
#define AS_STORE_OPTIONS_FORMAT_MEASURED "assay-options/3"

/** A setting of AS_STORE_WHOLE: the number of judging errors after which a package is held; the
 * default is AS_STORE_FAULTS_USUAL. */
#define AS_STORE_SETTING_FAULTS "faults"
#define AS_STORE_FAULTS_USUAL 3
/** A setting of a space, or of AS_STORE_WHOLE for spaces without it: the maximum number of jobs
 * that an owner may have queued in a space. If it was never set there is no limit. as_store_submit
 * refuses more with AS_ERROR_USAGE. */
#define AS_STORE_SETTING_QUEUED "queued"

/** Cancels a job. If it is claimed, its result will be refused, and its worker ends the run. It can
 * be queued again (as_store_order.retry). 1, or 0 if the job is finished or does not exist. */
int as_store_cancel(struct as_store *store, int64_t job, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/** Selects the jobs that fulfil all conditions; at least one must be set. */
struct as_store_selection {
	int64_t job;         /**< 0: any */
	const char *space;   /**< its name; NULL: any */
	const char *package; /**< a digest, or a name, which several may have; NULL: any */
	const char *owner;   /**< NULL: any */
	bool has_class;
	enum as_store_class class; /**< if has_class */
};
/** Cancels jobs like as_store_cancel, in several transactions; `count` becomes their number, also
 * on failure. Jobs that are queued meanwhile may be missed. */
int as_store_cancel_all(struct as_store *store, const struct as_store_selection *selection,
	const atomic_bool *cancel, uint64_t *count, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 4);

/** A place in the queue. */
struct as_store_place {
	bool sets_priority, sets_class;
	int64_t priority;
	enum as_store_class class; /**< the job gets a new turn of its owner in it */
};
/** Moves jobs that are queued or held, in several transactions; `count` becomes their number, also
 * on failure. */
int as_store_move_all(struct as_store *store, const struct as_store_selection *selection,
	const struct as_store_place *place, const atomic_bool *cancel, uint64_t *count,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 5);

/** Releases a package by its digest and resets its count of faults: its jobs are queued, with their
 * turns. 1: done, and `jobs` of them were held. 0: it is not held. */
int as_store_package_release(struct as_store *store, const char *package, uint64_t *jobs,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

#endif
