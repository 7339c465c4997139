/* SPDX-License-Identifier: MIT */
/**
 * upkeep: maintains a store: reads it beside its owner, checks it, copies it, removes unreferenced
 * data.
 */
#ifndef ASSAY_STORE_UPKEEP_H
#define ASSAY_STORE_UPKEEP_H

#include <assay/store.h>

/**
 * Opens an existing store for reading, also while another process owns it. Changes nothing, except
 * that it updates an older version that has no owner. Functions that write fail with
 * AS_ERROR_USAGE, as does as_store_wait. Errors are those of as_store_open.
 */
struct as_store *as_store_open_reader(const char *url, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

struct as_store_checked {
	uint64_t blob_count, blob_bytes, job_count, result_count, problem_count;
};
/** Called for each problem: one line, with its remedy. A result other than 0 ends the check. */
typedef int (*as_store_problem)(void *context, const char *text);
/** Reads the whole store: checks the database, the references between rows, and the bytes of each
 * blob against its digest. 0: done, with or without problems. */
int as_store_check(struct as_store *store, const atomic_bool *cancel, as_store_problem problem,
	void *context, struct as_store_checked *checked, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 3, 5);

/** Copies a store to a new file, in its state at one moment, while it is in use. AS_ERROR_USAGE:
 * the file exists or cannot be written; an existing one is not changed. */
int as_store_backup(struct as_store *store, const char *file, const atomic_bool *cancel,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/** False: the store is on a server, and as_store_backup fails. */
bool as_store_is_file(const struct as_store *store) AS_NONNULL(1);

struct as_store_removed {
	uint64_t blob_count, blob_bytes; /**< that nothing referred to */
	uint64_t part_count, part_bytes; /**< of blobs that were never whole */
};
/** The default grace time. */
#define AS_STORE_GRACE_MS INT64_C(3600000)
/** Removes unreferenced blobs and parts of blobs, unless they were written within the last
 * `grace_ms`: those may be about to be referenced. Any process may do it at any time. */
int as_store_collect(struct as_store *store, int64_t grace_ms, const atomic_bool *cancel,
	struct as_store_removed *removed, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 4);

/** Removes the data of an owner: sources, paths, and quotations of them by compilers. Unfinished
 * jobs are cancelled. Verdicts, scores and the owner's name as a text stay, as do results in the
 * format of another version of assay, with their quotations. `count` becomes the number of
 * submissions. The bytes are deleted by as_store_collect. */
int as_store_forget(struct as_store *store, const char *owner, uint64_t *count,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

#endif
