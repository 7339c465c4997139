/* SPDX-License-Identifier: MIT */
/**
 * runs: runs of jobs that workers of other processes are judging, before there is a result.
 * Included by store.h.
 *
 * They are only for display and are not kept: the result of a job has all runs. A reader gets only
 * the runs of claims that stand, by job and attempt, so a worker that lost its claim is ignored. In
 * a store in a file there are no other workers: writing does nothing, and there is nothing to read.
 *
 * Thread-safety: any thread, also on the same store.
 */
#ifndef ASSAY_STORE_RUNS_H
#define ASSAY_STORE_RUNS_H

#include <assay/store.h>

/** A test that was run. */
struct as_store_run {
	int64_t job;
	uint32_t test;   /**< its place in the package's order, from 0 */
	uint8_t verdict; /**< enum as_verdict */
	int64_t time_ns; /**< CPU time; -1: unknown */
};
/** A job that is being judged, with its runs so far. */
struct as_store_going {
	int64_t job, attempt; /**< of the claim */
	const struct as_store_run *runs;
	size_t run_count;
};

/** Maximum size of the text of a process; runs beyond it are left out. */
#define AS_STORE_RUNS_MAX_BYTES 131072
/** Replaces the runs that this process has written. */
int as_store_runs_write(struct as_store *store, const struct as_store_going *going, size_t count,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Reads the runs of the jobs of a space: `runs` becomes an array on the heap. Untrusted: a process
 * with the rights of a worker wrote them, and a test need not exist. */
int as_store_runs_read(struct as_store *store, int64_t space, struct as_store_run **runs,
	size_t *count, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3, 4);

#endif
