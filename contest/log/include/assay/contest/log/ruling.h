/* SPDX-License-Identifier: MIT */
/**
 * Rulings: verdicts that the jury decides by hand. Included by log.h.
 *
 * Source: Contest Control System Requirements, "Manual Override of Judgments": a single submission
 * gets a judgement chosen from the allowed ones, and all such changes are logged.
 *
 * A ruling is a judgement of its own, without a job and without runs. While it counts, no judgement
 * of a worker replaces it, not even that of a rejudging, unless the rejudging overrules rulings
 * (log/rejudging.h). A later ruling replaces it. Once the ruling is withdrawn, the newest judgement
 * of a worker counts again.
 *
 * Functions that take a log that is not const append, like those of log/append.h. All others read
 * the state and need the lock.
 */
#ifndef ASSAY_CONTEST_LOG_RULING_H
#define ASSAY_CONTEST_LOG_RULING_H

#include <assay/contest/log.h>

/** The reason and the author of a judgement by hand (struct as_contest_judgement). */
struct as_contest_ruling {
	size_t account; /**< that decided; AS_CONTEST_NONE: unknown */
	char *reason;   /**< untrusted */
	bool is_shown;  /**< the team sees the reason */
};

struct as_contest_entry_ruling {
	size_t submission;
	/** The judgement that counted when the jury decided; AS_CONTEST_NONE: none. */
	size_t seen;
	enum as_verdict verdict; /**< neither AS_VERDICT_NONE nor AS_VERDICT_JE */
	/** In a score contest, for a package that scores, unless the verdict is CE. -1: not given;
	 * then it follows from the verdict, as for a worker's. */
	int64_t score_e6;
	const char *reason; /**< at most AS_CONTEST_REASON_MAX_BYTES */
	bool is_shown;
	struct as_contest_decision by;
};
/** True if a ruling on the problem needs a score: in a score contest, if the package scores. */
bool as_contest_log_needs_score(const struct as_contest_log *log, size_t problem) AS_NONNULL(1);
/** Checks verdict, score and reason: 0, or -1 with AS_ERROR_USAGE. */
int as_contest_log_check_ruling(const struct as_contest_log *log,
	const struct as_contest_entry_ruling *entry, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);
/** Decides a submission by hand, and sets `judgement` to the index of the ruling. A running
 * judgement continues, and does not count. AS_ERROR_USAGE: as as_contest_log_check_ruling; the
 * results are final, as in struct as_contest_decision; or a judgement other than `seen` counts,
 * because the submission was judged or decided meanwhile. Then nothing is changed. AS_ERROR_MACHINE
 * with sys_errno EBUSY: other events came first for 10 seconds. */
int as_contest_log_rule(struct as_contest_log *log, const struct as_contest_entry_ruling *entry,
	size_t *judgement, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Withdraws a ruling. AS_ERROR_USAGE: the results are final, or the ruling does not count. */
int as_contest_log_ruling_withdraw(struct as_contest_log *log, size_t judgement,
	struct as_contest_decision by, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** The ruling that counts for a submission; NULL: none. */
const struct as_contest_ruling *as_contest_log_ruling(
	const struct as_contest_log *log, size_t submission) AS_NONNULL(1);
/** The judgement of a worker that counts, or would count without a ruling; AS_CONTEST_NONE: none.
 */
size_t as_contest_log_by_machine(const struct as_contest_log *log, size_t submission) AS_NONNULL(1);
/** The final board with the ruling in place of what counts; without the ruling that counts if
 * `entry->verdict` is AS_VERDICT_NONE. Close the board. NULL: out of memory. */
struct as_board *as_contest_log_ruling_board(const struct as_contest_log *log,
	const struct as_contest_entry_ruling *entry, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);

#endif
