/* SPDX-License-Identifier: MIT */
/* Private header: packages that the jury uploaded, while they are verified (candidates.c). */
#ifndef CONTEST_SERVE_CANDIDATES_H
#define CONTEST_SERVE_CANDIDATES_H

#include <assay/contest/log.h>
#include <assay/package.h>

struct as_server;

/* ---- candidate_changes.c ---- */

/* The differences as sentences (as_names_free). `is_packed`: `was` is from the store, without its
 * statement and submissions. NULL: out of memory, or a file cannot be read. */
char **candidate_changes(const struct as_package *was, bool is_packed, const struct as_package *is,
	struct as_error *error) AS_MUST_USE;

/* ---- candidate_verify.c ---- */

/* A verification, while it runs. */
struct candidate_run {
	struct as_server *server;
	size_t problem;
	int64_t event;
	char archive[AS_DIGEST_HEX_SIZE];
	atomic_bool cancel, is_ended;
	atomic_size_t done, total; /* steps */
	struct as_error why; /* the reason why the report was not stored; read it after the end */
	/* The number of failed attempts; the last one set `why`. */
	unsigned failed_count;
};
#define CANDIDATE_ATTEMPTS 3
/* Verifies the candidate, and reports it to the log unless the run is cancelled. The submissions
 * are jobs of the store, in the class of rejudgings. After CANDIDATE_ATTEMPTS it is not verified
 * again: the report only says why. `error`: why it could not be reported. */
int candidate_verify(struct candidate_run *run, struct as_error *error) AS_MUST_USE;

/* ---- candidates.c ---- */

struct candidates;
struct candidates *candidates_open(struct as_server *server, struct as_error *error) AS_MUST_USE;
/* Starts its thread, once the packages and the log are open. */
int candidates_start(struct candidates *candidates, struct as_error *error) AS_MUST_USE;
/* Reports a change of the log. Call it with the log's lock held. */
void candidates_changed(struct candidates *candidates, const struct as_contest_change *change);
/* The progress of a verification, on this server or another one, from the store. False: none is
 * running. */
bool candidate_progress(
	struct as_server *server, size_t problem, int64_t event, uint64_t *done, uint64_t *total);
/* Cancels the verification and ends the thread. Call it before the log is closed. */
void candidates_stop(struct candidates *candidates);
/* Call it after the log is closed. Both functions accept NULL. */
void candidates_close(struct candidates *candidates);

#endif
