/* SPDX-License-Identifier: MIT */
/**
 * log: the events of a space as one log, for example of a contest. It contains appended entries and
 * the changes of jobs, in one order. A server reads the log from its beginning, follows it
 * (as_store_wait), and writes by appending.
 *
 * Life cycle of a server:
 * 1. as_store_space_find; as_store_space_epoch.
 * 2. as_store_log_read from 0 until a page is empty.
 * 3. as_store_append or as_store_append_after for each change.
 * 4. Whenever as_store_wait reports events: as_store_log_read after the last number.
 *
 * Thread-safety: all functions may be called from any thread, also on the same store. Appending
 * functions return when their entries are on the disk. In a file, appends that wait at the same
 * time share one flush; on a server they do not: append several entries at once there.
 */
#ifndef ASSAY_STORE_LOG_H
#define ASSAY_STORE_LOG_H

#include <assay/store.h>
#include <assay/store/runs.h>

/** Maximum size of a body. */
#define AS_STORE_BODY_MAX_BYTES 1048576

/** One change to append, which becomes one event. All of it is borrowed. */
struct as_store_entry {
	/** The content, in a format of the caller, usually JSON text; the store does not read it.
	 * It is never removed, nor changed by as_store_forget: refer to people by numbers. */
	struct as_bytes body;
	/** The digest of a blob of the store that the body refers to; the blob is kept as long as
	 * the event. NULL: none. */
	const char *blob;
	/** A job to queue, as by as_store_submit, in the same transaction. Its space is that of the
	 * log. The kind of the event is AS_STORE_EVENT_QUEUED, or AS_STORE_EVENT_NOTE if the job
	 * existed (`once`). NULL: none. */
	const struct as_store_order *order;
	/** A job of the space: its submission is judged again, by a new job. The old job and its
	 * result stay; another entry of the log says which of them counts. Of `order`, `class` and
	 * `priority` are used, and `package`, `lane` and `options` unless they are NULL (then those
	 * of the old job are used). 0: none. */
	int64_t again;
};

/** The event of an entry. */
struct as_store_appended {
	int64_t number;                /**< of its event */
	int64_t time_ms;               /**< of its event */
	struct as_store_ticket ticket; /**< its job; `job` is 0 if there is none */
};

/**
 * Appends entries to the log of a space, in their order, in one transaction: all of them, or none
 * on failure. Their numbers increase, but other events may come between. `appended` has as many
 * elements. AS_ERROR_USAGE: a body is too large; the store does not have the blob; an order is of
 * another space; `again` is not a job of the space; the owner has too many jobs queued
 * (AS_STORE_SETTING_QUEUED).
 */
int as_store_append(struct as_store *store, int64_t space, const struct as_store_entry *entries,
	size_t count, struct as_store_appended *appended, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 3, 5);
/** The same if `last` is the number of the last event of the space (0: it has none), so that the
 * caller has read every event that its decision depends on. 1: done. 0: there are later events, and
 * nothing is written: read them, and decide again. */
int as_store_append_after(struct as_store *store, int64_t space, int64_t last,
	const struct as_store_entry *entries, size_t count, struct as_store_appended *appended,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 4, 6);

#define AS_STORE_MAX_GROUPS 1000
#define AS_STORE_MAX_RUNS 30000
#define AS_STORE_SCORE_MAX_E6 INT64_C(1000000000000000)
/**
 * A valid result as the log contains it, in numbers only: a compromised worker can report a
 * wrong result for the job that it has claimed, but cannot write other entries. Every number is in
 * its range; a score that is out of range is 0, and a verdict JE.
 */
struct as_store_outcome {
	uint8_t verdict;    /**< enum as_verdict, never NONE */
	bool is_scored;     /**< the package scores: `score_e6` and the groups count */
	int64_t score_e6;   /**< in millionths of a point */
	int64_t *groups_e6; /**< of the groups directly below secret, in their order */
	size_t group_count; /**< at most AS_STORE_MAX_GROUPS; the others are left out */
	/** The tests that were run, ascending, without `job`; of the tests beyond AS_STORE_MAX_RUNS
	 * there are none. The time is as_result_counted_ns. */
	struct as_store_run *runs;
	size_t run_count;
};

/** Makes the outcome of a result that was stored without an outcome (free it). The package is that
 * of as_store_complete. */
int as_store_outcome_of(const struct as_result *result, const struct as_package *package,
	struct as_store_outcome **outcome, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
/** Takes NULL. */
void as_store_outcome_free(struct as_store_outcome *outcome);
static inline void as_store_auto_outcome(struct as_store_outcome **outcome)
{
	as_store_outcome_free(*outcome);
}

/** An event with its entry, or with the outcome of the job that ended. */
struct as_store_record {
	struct as_store_event event;
	struct as_bytes body;          /**< empty: none; followed by a NUL */
	char blob[AS_DIGEST_HEX_SIZE]; /**< "": none */
	/** Of a job that is done; NULL: its result is from before version 6 of a store in a file, 7
	 * on a server. */
	struct as_store_outcome *outcome;
	/** Of a job that ended: the time of its last claim, by the clock of the events; 0: unknown.
	 */
	int64_t began_ms;
};
/** Records of one read, in the order of their numbers. */
struct as_store_page {
	struct as_store_record *records;
	size_t count;
};
/** A page ends early if its bodies have about this many bytes. */
#define AS_STORE_PAGE_BYTES 16777216
/** Reads the events of a space (AS_STORE_WHOLE: of all) after a number into an empty page (clear
 * it): at most `max` of them, and at least one if there is one. At the end of the log `count` is 0.
 * For a long log, use pages of 10,000. */
int as_store_log_read(struct as_store *store, int64_t space, int64_t after, size_t max,
	struct as_store_page *page, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 5);
void as_store_page_clear(struct as_store_page *page) AS_NONNULL(1);

/** Size of an epoch with its NUL: 32 characters of 0-9a-f. */
#define AS_STORE_EPOCH_SIZE 33
/**
 * The epoch of a space: random text that a client's token contains beside the number of an event,
 * because after an earlier state is restored the numbers are used again.
 *
 * It changes if the store was imported or is a backup made by as_store_backup. On a server it also
 * changes if the database was restored from a dump, its server recovered from an archive, or a
 * standby took over. Copies of a file by other means are not detected. Read it after opening the
 * store, and after each reconnection (as_store_watch). AS_ERROR_USAGE: the store was opened for
 * reading only, and has no epoch yet.
 */
int as_store_space_epoch(struct as_store *store, int64_t space, char epoch[AS_STORE_EPOCH_SIZE],
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);

#endif
