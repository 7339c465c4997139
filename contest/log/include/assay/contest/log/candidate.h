/* SPDX-License-Identifier: MIT */
/**
 * Candidates: a package that the jury uploaded, and that may replace the version in use of a
 * problem. Included by log.h.
 *
 * Life cycle: as_contest_log_add_candidate; a server verifies the package and reports it by
 * as_contest_log_check_candidate; as_contest_log_take_candidate takes it into use, or
 * as_contest_log_discard_candidate ends it. Another upload for the problem replaces it.
 *
 * Functions that return int and take a log that is not const append, like those of log/append.h.
 * All others read the state and need the lock.
 */
#ifndef ASSAY_CONTEST_LOG_CANDIDATE_H
#define ASSAY_CONTEST_LOG_CANDIDATE_H

#include <assay/contest/log.h>

struct as_contest_candidate {
	int64_t event;                    /**< the number of its event; 0: there is no candidate */
	char package[AS_DIGEST_HEX_SIZE]; /**< the digest of the package */
	char archive[AS_DIGEST_HEX_SIZE]; /**< the blob: the archive as it was uploaded */
	char against[AS_DIGEST_HEX_SIZE]; /**< the version in use that `changes` compares it with */
	char *name;                       /**< of the file, untrusted */
	uint64_t bytes;                   /**< of the archive */
	char **changes;                   /**< sentences, untrusted; NULL-terminated */
	size_t account;                   /**< that uploaded it; AS_CONTEST_NONE: unknown */
	int64_t wall_ms;
	/** The rest is known once it is verified. */
	bool is_checked;
	bool is_ok;                      /**< it was verified, and has no errors */
	char *conclusion;                /**< a sentence, untrusted */
	char **findings;                 /**< the first errors and warnings, likewise */
	char report[AS_DIGEST_HEX_SIZE]; /**< the blob: the report as an HTML page; "": none */
};
/** The candidate of a problem. */
const struct as_contest_candidate *as_contest_log_candidate(
	const struct as_contest_log *log, size_t problem) AS_NONNULL(1);

/** Adds a candidate: `package` to `changes` and `account` are used. The store has the archive. */
int as_contest_log_add_candidate(struct as_contest_log *log, size_t problem,
	const struct as_contest_candidate *candidate, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 3);
/** Reports that the candidate `event` is verified: `is_ok` to `report` are used. AS_ERROR_USAGE:
 * `event` is no longer the candidate of the problem, or another server was faster. */
int as_contest_log_check_candidate(struct as_contest_log *log, size_t problem,
	const struct as_contest_candidate *candidate, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 3);
/** Ends the candidate `event`. AS_ERROR_USAGE: `event` is no longer the candidate. */
int as_contest_log_discard_candidate(struct as_contest_log *log, size_t problem, int64_t event,
	size_t account, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Takes the candidate `event` into use: as_contest_log_set_package. AS_ERROR_USAGE: likewise, or
 * the results are final. */
int as_contest_log_take_candidate(struct as_contest_log *log, size_t problem, int64_t event,
	struct as_contest_decision decision, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

#endif
