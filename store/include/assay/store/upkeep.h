/* SPDX-License-Identifier: MIT */
/**
 * upkeep: looks after a store: reads it beside its owner, checks it, copies it, removes what
 * nothing refers to.
 */
#ifndef ASSAY_STORE_UPKEEP_H
#define ASSAY_STORE_UPKEEP_H

#include <assay/store.h>

/**
 * Opens an existing store to read it, also while another process owns it, and changes nothing but
 * the version of an older one that nobody owns. Functions that write fail with AS_ERROR_USAGE, and
 * so does as_store_wait. Errors are those of as_store_open.
 */
struct as_store *as_store_open_reader(const char *url, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

struct as_store_checked {
	uint64_t blob_count, blob_bytes, job_count, result_count, problem_count;
};
/** Called for each problem: one line, with its remedy. Not 0 ends the check. */
typedef int (*as_store_problem)(void *context, const char *text);
/** Reads all of a store: the database, the rows against each other, the bytes of each blob against
 * its digest. 0: done, whatever was found. */
int as_store_check(struct as_store *store, const atomic_bool *cancel, as_store_problem problem,
	void *context, struct as_store_checked *checked, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 3, 5);

/** Copies a store to a new file, as it is at one moment, while it is in use. AS_ERROR_USAGE: the
 * file exists or cannot be written; then it is left alone. */
int as_store_backup(struct as_store *store, const char *file, const atomic_bool *cancel,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

struct as_store_removed {
	uint64_t blob_count, blob_bytes; /**< that nothing referred to */
	uint64_t part_count, part_bytes; /**< of blobs that were never whole */
};
/** The usual grace. */
#define AS_STORE_GRACE_MS INT64_C(3600000)
/** Removes blobs that nothing refers to and parts of blobs, unless they were written within the
 * last `grace_ms`: those may be about to be used. Any process may do it at any time. */
int as_store_collect(struct as_store *store, int64_t grace_ms, const atomic_bool *cancel,
	struct as_store_removed *removed, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 4);

/** Removes what an owner handed in: sources, paths, and what compilers quoted of them. Jobs that
 * are not finished are cancelled. Verdicts, scores and the owner's name as a text stay, and so do
 * results in the format of another version of assay, with what they quote. `count` becomes the
 * number of submissions. The bytes go with as_store_collect. */
int as_store_forget(struct as_store *store, const char *owner, uint64_t *count,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

#endif
