/* SPDX-License-Identifier: MIT */
/**
 * status: the state of a store: its workers, its queue by class, its rates, and the packages that
 * are held.
 */
#ifndef ASSAY_STORE_STATUS_H
#define ASSAY_STORE_STATUS_H

#include <assay/store.h>

#define AS_STORE_CLASS_COUNT 5
/** "contest", "course", "practice", "rejudging" or "generation". */
const char *as_store_class_name(enum as_store_class class);

/** Times are in milliseconds; an age is the time since then, by the clock of the store. */
struct as_store_queue {
	uint64_t queued, claimed, held;
	int64_t oldest_ms; /**< age of the queued submission that was received first; -1: none is
			      queued */
};

/** A process that judges, or that judged last. */
struct as_store_worker {
	char *name; /**< "host:pid" */
	bool is_alive;
	int64_t opened_ms; /**< the age of its session */
	uint64_t claimed;  /**< its jobs */
};

/** A package that is held. */
struct as_store_hold {
	char package[AS_DIGEST_HEX_SIZE];
	char *name;
	char *cause;
	int64_t held_ms; /**< since when */
	uint64_t jobs;   /**< that wait for it */
};

struct as_store_status {
	struct as_store_queue classes[AS_STORE_CLASS_COUNT]; /**< by enum as_store_class */
	struct as_store_worker *workers;
	size_t worker_count;
	struct as_store_hold *holds;
	size_t hold_count;
	uint64_t results;                      /**< that were ever recorded */
	uint64_t results_minute, results_hour; /**< in the last minute and the last hour */
	uint64_t failed;                       /**< jobs that have an error instead of a result */
};

/** Reads the status at one moment (clear it). */
int as_store_status_read(struct as_store *store, struct as_store_status *status,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
void as_store_status_clear(struct as_store_status *status) AS_NONNULL(1);

#endif
