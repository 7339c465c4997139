/* SPDX-License-Identifier: MIT */
/**
 * Rejudgings: sets of submissions that are judged again beside their results. Included by log.h.
 *
 * A judgement of an open rejudging is *proposed*: only the jury sees it, and no board, feed or
 * document of the Contest API does. Applying the rejudging makes all its judgements count in one
 * event; cancelling it withdraws them. If a submission was judged again outside the rejudging
 * meanwhile, that newer judgement still counts, because the newest judgement always counts.
 *
 * Life cycle: as_contest_log_rejudging_open; as_contest_log_rejudging_queue until each item has a
 * judgement (a server that stopped in between continues at its next start);
 * as_contest_log_rejudging_close once all judgements have ended, or to cancel.
 *
 * Functions that return int and take a log that is not const append, like those of log/append.h.
 * All others read the state and need the lock.
 */
#ifndef ASSAY_CONTEST_LOG_REJUDGING_H
#define ASSAY_CONTEST_LOG_REJUDGING_H

#include <assay/contest/log.h>

/* ---- filters of submissions ---- */

struct as_contest_filter {
	size_t problem, team; /**< or AS_CONTEST_NONE: all */
	const char *language; /**< an id; NULL or "": all */
	/** NULL or "": all; a verdict such as "AC", of the judgement that counts; "none": not
	 * judged yet; "ignored"; "practice"; "jury": a ruling; "earlier": as `is_earlier`. */
	const char *verdict;
	bool is_earlier; /**< only verdicts from an earlier version of the package */
	/** Only with a contest time from `from_ms` to before `to_ms`; AS_NEVER_MS: any. */
	int64_t from_ms, to_ms;
	uint64_t before; /**< only earlier arrivals than this one; 0: from the newest */
};
#define AS_CONTEST_FILTER_ALL                                                                      \
	((struct as_contest_filter){.problem = AS_CONTEST_NONE,                                    \
		.team = AS_CONTEST_NONE,                                                           \
		.from_ms = AS_NEVER_MS,                                                            \
		.to_ms = AS_NEVER_MS})
/** True if the filter selects the submission. */
bool as_contest_log_selects(const struct as_contest_log *log,
	const struct as_contest_filter *filter, size_t submission) AS_NONNULL(1, 2);
/** The submissions that a rejudging with this filter takes: those with a judgement that counts.
 * Ascending. 0, or -1: out of memory. Free `taken->items`. */
int as_contest_log_select(const struct as_contest_log *log, const struct as_contest_filter *filter,
	struct as_contest_indexes *taken, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

/** The filter in words, without `before`: "problem A, language cpp, verdict WA". On the heap;
 * NULL: out of memory. */
char *as_contest_filter_text(const struct as_contest_log *log,
	const struct as_contest_filter *filter, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);

/* ---- changes ---- */

#define AS_CONTEST_REASON_MAX_BYTES 500
#define AS_CONTEST_REJUDGING_MAX_TIMES 10
struct as_contest_entry_rejudging {
	struct as_contest_indexes submissions; /**< ascending, not empty */
	const char *reason;
	const char *filter; /**< how they were selected, in words */
	unsigned times;     /**< judgements of each, 1 to AS_CONTEST_REJUDGING_MAX_TIMES */
	bool overrules;     /**< as in struct as_contest_rejudging */
	size_t account;     /**< or AS_CONTEST_NONE */
};
/** Opens a rejudging, and sets `rejudging` to its index. AS_ERROR_USAGE: the reason is empty or too
 * long; the results are final; no submission; a submission has no judgement that counts, or another
 * open rejudging has it. */
int as_contest_log_rejudging_open(struct as_contest_log *log,
	const struct as_contest_entry_rejudging *entry, size_t *rejudging,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

/** A submission whose judgement in the rejudging is `replaces` (AS_CONTEST_NONE: it has none yet),
 * and how it is judged now; the order as in as_contest_log_rejudge. */
struct as_contest_proposal {
	size_t submission, replaces;
	struct as_store_order order;
};
/** Queues judgements of a rejudging, in one transaction. A proposal is left out if its submission
 * has another judgement in the rejudging meanwhile, or if its package is not the version in use.
 * All are left out if the rejudging is closed. So several servers can call this function at the
 * same time. */
int as_contest_log_rejudging_queue(struct as_contest_log *log, size_t rejudging,
	const struct as_contest_proposal *proposals, size_t count,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);

/** Applies or cancels an open rejudging. AS_ERROR_USAGE: it is closed; or it is to be applied, and
 * the results are final, or judgements have not ended. AS_ERROR_MACHINE with sys_errno EBUSY: other
 * events came first for 10 seconds. */
int as_contest_log_rejudging_close(struct as_contest_log *log, size_t rejudging, bool is_applied,
	size_t account, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/* ---- reading ---- */

struct as_contest_rejudging_item {
	size_t submission;
	size_t judgement; /**< the newest one in this rejudging; AS_CONTEST_NONE: not queued yet */
	size_t opened;    /**< the judgement that counted when the rejudging was opened */
	size_t was;       /**< the judgement that counted before; AS_CONTEST_NONE until applied */
	unsigned rounds;  /**< judgements that ended before it with the same package, if repeated */
};
struct as_contest_rejudging {
	enum as_contest_rejudging_state {
		AS_CONTEST_REJUDGING_OPEN,
		AS_CONTEST_REJUDGING_APPLIED,
		AS_CONTEST_REJUDGING_CANCELLED,
	} state;
	char *reason, *filter; /**< untrusted */
	size_t account;        /**< that opened it; AS_CONTEST_NONE: unknown */
	size_t closed_account; /**< likewise */
	int64_t wall_ms, closed_wall_ms;
	unsigned times;
	/** The rejudging replaces rulings made before its judgements were queued. False: rulings
	 * stay. */
	bool overrules;
	struct as_contest_rejudging_item *items; /**< ascending by submission */
	size_t count;
};
/** Rejudgings by index; pages show the index + 1. */
size_t as_contest_log_rejudging_count(const struct as_contest_log *log) AS_NONNULL(1);
const struct as_contest_rejudging *as_contest_log_rejudging(
	const struct as_contest_log *log, size_t rejudging) AS_NONNULL(1);
/** The open rejudging that has a submission; AS_CONTEST_NONE: none. */
size_t as_contest_log_find_rejudging(const struct as_contest_log *log, size_t submission)
	AS_NONNULL(1);

/** The verdict of an item when the rejudging was opened, and in it; AS_VERDICT_NONE: not ended. */
struct as_contest_verdicts {
	enum as_verdict was, is;
};
struct as_contest_verdicts as_contest_log_item_verdicts(const struct as_contest_log *log,
	const struct as_contest_rejudging_item *item) AS_NONNULL(1, 2);
/** True if the item's judgement has ended with another verdict, score or score of a group. False
 * if a newer judgement or a ruling continues to count. */
bool as_contest_log_item_changes(const struct as_contest_log *log,
	const struct as_contest_rejudging_item *item) AS_NONNULL(1, 2);

/** True if the item's judgement has ended, and another repetition must follow. */
bool as_contest_log_item_is_due(const struct as_contest_log *log,
	const struct as_contest_rejudging *rejudging, const struct as_contest_rejudging_item *item)
	AS_NONNULL(1, 2, 3);
/** The verdicts of the repeated judgements of an item that have ended, in their order, at most
 * AS_CONTEST_REJUDGING_MAX_TIMES. Returns their number. */
size_t as_contest_log_item_rounds(const struct as_contest_log *log,
	const struct as_contest_rejudging_item *item,
	enum as_verdict verdicts[AS_CONTEST_REJUDGING_MAX_TIMES]) AS_NONNULL(1, 2, 3);
/** True if these verdicts differ. */
bool as_contest_log_item_flickers(const struct as_contest_log *log,
	const struct as_contest_rejudging_item *item) AS_NONNULL(1, 2);

/** The progress of a rejudging. */
struct as_contest_rejudging_counts {
	size_t queued, begun; /**< items with a judgement that has come that far */
	size_t ended;         /**< items whose judgements have all ended */
	size_t changed;       /**< as_contest_log_item_changes */
	size_t errors;        /**< judging errors */
	size_t earlier;       /**< from an earlier version of the package */
	size_t flickers;      /**< as_contest_log_item_flickers */
	size_t newer;         /**< items whose submission keeps a newer judgement */
	size_t ruled;         /**< items whose submission keeps a ruling of the jury */
	size_t overruled;     /**< items whose ruling is withdrawn when the rejudging is applied */
};
struct as_contest_rejudging_counts as_contest_log_rejudging_progress(
	const struct as_contest_log *log, size_t rejudging) AS_NONNULL(1);

/** The final board, with the judgements of an open rejudging that have ended in place of those that
 * count, unless a newer judgement counts. For an applied rejudging: with the judgements before it
 * in place of those that count. Close the board. NULL: out of memory. */
struct as_board *as_contest_log_rejudging_board(const struct as_contest_log *log, size_t rejudging,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

#endif
