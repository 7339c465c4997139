/* SPDX-License-Identifier: MIT */
/* jobs: orders, claims and faults as values and rows; queueing; events; outcomes; results. */
#ifndef ASSAY_STORE_JOBS_H
#define ASSAY_STORE_JOBS_H

#include "back.h"

/** job.c: a range of consecutive classes. */
struct as_class_range {
	int64_t first, last;
};
/** job.c: the classes of struct as_store_wanted, as the minimum number of ranges. */
size_t as_class_ranges(unsigned classes, struct as_class_range ranges[AS_STORE_CLASS_COUNT]);

/** claim.c: ends a claim by a statement that returns the space. 0: the claim is lost. */
int as_sql_end_claim(struct as_sql *sql, const struct as_statement *end,
	const struct as_value *values, int64_t *space, struct as_error *error) AS_MUST_USE;
/** claim.c: a statement that tests run. */
extern const struct as_statement as_claim_put_back;
/** job.c: true if a job failed because of its package. Only such failures can hold the package: a
 * full disk of one worker must not stop a problem for everyone. */
bool as_store_is_package_fault(const struct as_error *cause);
/** job.c: the error text of a job whose workers died. */
void as_store_death_cause(int64_t deaths, int64_t attempts, char *text, size_t size);

/** job.c: takes the columns package, files, path, language, entry_point, options and class. */
int as_rows_claim(const struct as_rows *rows, int first, struct as_store_claim *claim,
	struct as_error *error) AS_MUST_USE;
/** queueing.c: draws the token. */
int as_batch_make(struct as_batch *batch, struct as_error *error) AS_MUST_USE;
/** queueing.c: finds the first row of an earlier try by a statement: 1, or 0 if there is none. */
int as_sql_find_committed(struct as_sql *sql, const struct as_statement *statement,
	struct as_batch *batch, struct as_error *error) AS_MUST_USE;
/** queueing.c: takes the locks of a transaction that queues jobs. */
int as_sql_lock_queue(struct as_sql *sql, struct as_error *error) AS_MUST_USE;
/** queueing.c: queues a job in it, without its event. 1: done. 0: the job exists already. `batch`
 * may be NULL: then no token is needed. */
int as_sql_queue(struct as_sql *sql, const struct as_queued *queued, struct as_batch *batch,
	struct as_store_ticket *ticket, struct as_error *error) AS_MUST_USE;
/** queueing.c, hold.c: locks of a server; their order is stated in texts.h. */
extern const struct as_statement as_queue_lock, as_hold_lock, as_hold_share;
/** hold.c: counts the fault of a job that ended, and holds its package after too many; "": it ended
 * without a fault. In a transaction that holds as_hold_lock. */
int as_sql_note_fault(
	struct as_sql *sql, int64_t job, const char *cause, struct as_error *error) AS_MUST_USE;
/** setting.c: the number of attempts of a job. */
int as_sql_attempts(struct as_sql *sql, int64_t *attempts, struct as_error *error) AS_MUST_USE;
/** job.c: "" if the order can be queued several times. */
void as_order_key(const struct as_store_order *order, char key[AS_DIGEST_HEX_SIZE]);
/** job.c: computes the values derived from an order. */
int as_queued_make(struct as_store *store, const struct as_store_order *order,
	struct as_queued *queued, struct as_error *error) AS_MUST_USE;

/** event.c */
int as_sql_add_event(struct as_sql *sql, int64_t space, int64_t job, enum as_store_event_kind kind,
	struct as_error *error) AS_MUST_USE;
int as_sql_number_events(struct as_sql *sql, struct as_error *error) AS_MUST_USE;

/** outcome.c: sets the verdict and the columns of the outcome. The package can be NULL. */
int as_recorded_outcome(struct as_recorded *recorded, const struct as_result *result,
	const struct as_package *package, struct as_error *error) AS_MUST_USE;
void as_recorded_clear(struct as_recorded *recorded);
/** The columns of an outcome; everything is borrowed. `groups` and `runs` are NULL in results of
 * older versions. */
struct as_outcome_row {
	int64_t verdict;
	bool is_scored;
	int64_t score_e6;
	const char *groups, *runs;
};
/** outcome.c: makes an outcome (free it); NULL: the row has none. */
int as_outcome_read(const struct as_outcome_row *row, struct as_store_outcome **outcome,
	struct as_error *error) AS_MUST_USE;

/** forget.c: finds the first result of an owner's jobs after the number `*result`: sets `*result`
 * to its number and `digest` to its blob. 0: there are no more. */
int as_result_next(struct as_store *store, const char *owner, int64_t *result,
	char digest[AS_DIGEST_HEX_SIZE], struct as_error *error) AS_MUST_USE;
/** forget.c: replaces the blob of a result. */
int as_result_replace(struct as_store *store, int64_t result, const char *digest,
	struct as_error *error) AS_MUST_USE;

#endif
