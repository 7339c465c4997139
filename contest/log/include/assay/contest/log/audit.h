/* SPDX-License-Identifier: MIT */
/**
 * The audit trail: each event that changes the result or what people see, with its author. Included
 * by log.h. All functions need the lock.
 */
#ifndef ASSAY_CONTEST_LOG_AUDIT_H
#define ASSAY_CONTEST_LOG_AUDIT_H

#include <assay/contest/log.h>

/** The values of a clock that people set. */
struct as_contest_clock_values {
	int64_t start_wall_ms, countdown_ms, duration_ms, freeze_duration_ms, thaw_wall_ms,
		finalized_wall_ms;
	size_t removed_count;
	bool is_paused; /**< the last removed interval is open */
};

#define AS_CONTEST_ACT_DIGEST_SIZE 13
struct as_contest_act {
	enum as_contest_act_kind {
		AS_CONTEST_ACT_CLOCK,    /**< `was` and `is` */
		AS_CONTEST_ACT_REJUDGE,  /**< index: a submission */
		AS_CONTEST_ACT_IGNORE,   /**< likewise */
		AS_CONTEST_ACT_COUNT,    /**< likewise: no longer ignored */
		AS_CONTEST_ACT_SUBMIT,   /**< likewise: not from the team's own account */
		AS_CONTEST_ACT_CLARIFY,  /**< index: a clarification from the jury */
		AS_CONTEST_ACT_REGISTER, /**< index: a team that registered itself */
		AS_CONTEST_ACT_PACKAGE,  /**< index: a problem; `packages` */
		AS_CONTEST_ACT_UPLOAD,   /**< likewise: a package that may replace it */
		AS_CONTEST_ACT_DISCARD,  /**< index: a problem; `ended`: the upload */
		AS_CONTEST_ACT_OPEN_EDITORIALS,
		AS_CONTEST_ACT_CLOSE_EDITORIALS,
		AS_CONTEST_ACT_REJUDGING_OPEN,   /**< index: a rejudging */
		AS_CONTEST_ACT_REJUDGING_APPLY,  /**< likewise */
		AS_CONTEST_ACT_REJUDGING_CANCEL, /**< likewise */
		/** index: an account whose sessions and tokens were ended */
		AS_CONTEST_ACT_END_SESSIONS,
		AS_CONTEST_ACT_GIVE,        /**< index: time that was given back (log/given.h) */
		AS_CONTEST_ACT_GIVE_END,    /**< likewise: it was taken back */
		AS_CONTEST_ACT_RULING,      /**< index: a judgement */
		AS_CONTEST_ACT_RULING_END,  /**< likewise: a ruling that was withdrawn */
		AS_CONTEST_ACT_RESET_START, /**< index: a team; `start_wall_ms` */
		AS_CONTEST_ACT_BALLOON,     /**< index: a handing of a balloon */
		/** index: a question; in the order of enum as_contest_mark */
		AS_CONTEST_ACT_CLAIM,
		AS_CONTEST_ACT_RELEASE,
		AS_CONTEST_ACT_CLOSE,
		AS_CONTEST_ACT_REOPEN,
		AS_CONTEST_ACT_VIEW,     /**< index: a team, as which a session looks at the site */
		AS_CONTEST_ACT_VIEW_END, /**< likewise */
		AS_CONTEST_ACT_ADD_TEAM, /**< index: a team that an admin added */
		AS_CONTEST_ACT_PASSWORD, /**< index: an account whose password was reset */
		AS_CONTEST_ACT_DISQUALIFY, /**< index: a team; `reason` */
		AS_CONTEST_ACT_REQUALIFY,  /**< index: a team; `ended`: its disqualification */
		AS_CONTEST_ACT_GUEST,      /**< index: a team that became a guest */
		AS_CONTEST_ACT_RANKED,     /**< likewise: no longer a guest */
		AS_CONTEST_ACT_NOTE,       /**< index: a submission */
		AS_CONTEST_ACT_OTHER,      /**< `type` */
	} kind;
	int64_t wall_ms;
	size_t account; /**< AS_CONTEST_NONE: unknown */
	size_t index;
	size_t ended; /**< the act that this act ends; AS_CONTEST_NONE: none, or not known */
	char *reason;
	int64_t start_wall_ms; /**< the start that was taken back */
	struct as_contest_clock_values was, is;
	char type[16]; /**< of the event */
	/** Digests of the package before and after, shortened. */
	char packages[2][AS_CONTEST_ACT_DIGEST_SIZE];
};
/** In the order of the events. */
size_t as_contest_log_act_count(const struct as_contest_log *log) AS_NONNULL(1);
const struct as_contest_act *as_contest_log_act(const struct as_contest_log *log, size_t act)
	AS_NONNULL(1);

#endif
