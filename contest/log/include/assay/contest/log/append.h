/* SPDX-License-Identifier: MIT */
/**
 * Changes of a contest. Each function appends one event, and returns when the event is on the disk
 * and in the state. Call them without the lock, from any thread that may wait. Included by log.h.
 *
 * All arguments are borrowed. The functions check that objects exist, but not permissions: that is
 * the caller's task.
 */
#ifndef ASSAY_CONTEST_LOG_APPEND_H
#define ASSAY_CONTEST_LOG_APPEND_H

#include <assay/contest/log.h>
#include <assay/contest/rules/removal.h>

struct as_contest_entry_submission {
	size_t team, problem;
	size_t account; /**< or AS_CONTEST_NONE */
	const char *language;
	/** The next two members have at most AS_CONTEST_PATH_MAX_BYTES bytes. */
	const char *entry_point; /**< or NULL */
	const char *name;
	/** -1: now. */
	int64_t wall_ms;
	/** The id in the API (as_contest_is_id, at most AS_CONTEST_CUSTOM_ID_MAX bytes); NULL: the
	 * next number. */
	const char *id;
	/** The job: `package`, `files`, `options`, `lane`, `class`, `priority`; the function fills
	 * in the rest. */
	const struct as_store_order *order;
};
/** Keeps ids of its judgements and runs within the 36 characters of the API. */
#define AS_CONTEST_CUSTOM_ID_MAX 26
#define AS_CONTEST_PATH_MAX_BYTES 255
/** Adds a submission, and queues it. Sets `submission` to its index. AS_ERROR_USAGE: the id is
 * taken, or a text is too long. */
int as_contest_log_submit(struct as_contest_log *log,
	const struct as_contest_entry_submission *entry, size_t *submission,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** The author of a change of results, and if final results may be changed. The latter is checked
 * by compare and append: nothing is appended after an event that makes the results final.
 * AS_ERROR_USAGE: the results are final. AS_ERROR_MACHINE with sys_errno EBUSY: other events came
 * first for 10 seconds. */
struct as_contest_decision {
	size_t account;    /**< or AS_CONTEST_NONE: the server */
	bool unless_final; /**< false: also final results are changed */
};
#define AS_CONTEST_BY_SERVER ((struct as_contest_decision){AS_CONTEST_NONE, false})

/** Judges a submission again. The old judgement counts until the new one has ended. `order`: the
 * `package`, `options`, `lane` and `class` of the job; members that are not set are as in the first
 * job. */
int as_contest_log_rejudge(struct as_contest_log *log, size_t submission,
	const struct as_store_order *order, struct as_contest_decision decision,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
/** Takes a version of a problem's package into use (as_contest_log_version). The store must have
 * it. */
int as_contest_log_set_package(struct as_contest_log *log, size_t problem, const char *digest,
	struct as_contest_decision decision, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
/** Ignores a submission, or counts it again. */
int as_contest_log_ignore(struct as_contest_log *log, size_t submission, bool is_ignored,
	struct as_contest_decision decision, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

struct as_contest_entry_clarification {
	size_t from_team; /**< or AS_CONTEST_NONE: from the jury */
	/** Recipients of a clarification from the jury; if both are empty, it is for all. */
	struct as_contest_indexes to_teams, to_groups;
	size_t reply_to, problem; /**< as in the state */
	const char *category;     /**< or NULL: general, or about a problem */
	/** Of a reply: refused as in log/question.h; NULL: never. */
	const struct as_contest_question_seen *seen;
	size_t account; /**< or AS_CONTEST_NONE */
	const char *text;
	const char *id;  /**< as for submissions */
	int64_t wall_ms; /**< 0: now */
};
/** For callers that allocated the lists of recipients. */
static inline void as_contest_auto_recipients(struct as_contest_entry_clarification *entry)
{
	free(entry->to_teams.items);
	free(entry->to_groups.items);
}
#define AS_CONTEST_CLARIFICATION_MAX_BYTES 10000
/** AS_ERROR_USAGE: the text is empty, too long after as_text_unify_lines, or has control
 * characters other than line feeds and tabs. */
int as_contest_log_clarify(struct as_contest_log *log,
	const struct as_contest_entry_clarification *entry, size_t *clarification,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Adds several clarifications in one transaction: all or none. `seen` of the entries is ignored.
 */
int as_contest_log_clarify_all(struct as_contest_log *log,
	const struct as_contest_entry_clarification *entries, size_t count,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Checks the text of a clarification: 0, or as as_contest_log_clarify. */
int as_contest_log_check_clarification(const char *text, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/** An interval that a change of the clock gives back to all, or restores. */
struct as_contest_clock_given {
	uint32_t next;      /**< the number of the next removal */
	const char *reason; /**< of a removal */
	/** Removed or restored; both times are 0: none. */
	struct as_removed_interval removed, restored;
};
/** A clock while it is changed, with what a change may depend on. */
struct as_contest_clock_change {
	struct as_contest_clock clock;
	/** `clock.removed`, with AS_REMOVED_ROOM. */
	struct as_removed_interval *removed;
	/** Intervals that `changer` removes or restores (log/given.h). */
	struct as_contest_clock_given given;
	int64_t countdown_ms; /**< -1: the countdown is not paused */
	int64_t now_ms;
	struct as_open_work work;
	/** The change may publish results that the freeze hides; false at first. */
	bool may_publish;
};
/** Makes a change, or returns -1. Called without the lock, and again with the newer clock if
 * another event came first. */
typedef int (*as_contest_clock_changer)(
	struct as_contest_clock_change *change, void *context, struct as_error *error);
/**
 * Changes the clock by compare and append: the change is written only if nothing has happened since
 * the state that `changer` saw; otherwise it is made again. So if two changes are made at the same
 * time, neither is lost, and the state on which a change depends still holds when it is written.
 * The freeze is kept as in as_contest_clock_keep_freeze.
 *
 * AS_ERROR_USAGE: the clock would be out of range, or would end before the freeze began, or results
 * would become public without `may_publish`. AS_ERROR_MACHINE: other events came first for 10 s.
 * Errors of `changer` are passed on.
 */
int as_contest_log_change_clock(struct as_contest_log *log, as_contest_clock_changer changer,
	void *context, size_t account, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/** Makes a change on a copy of the clock, checks it as as_contest_log_change_clock does, and
 * appends nothing. Free `removed`, to which `made` points. Errors likewise. */
struct as_contest_clock_preview {
	struct as_contest_clock made;
	struct as_removed_interval *removed;
};
int as_contest_log_preview_clock(struct as_contest_log *log, as_contest_clock_changer changer,
	void *context, struct as_contest_clock_preview *preview, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 4);

/** Begins a session of an account. If it has AS_JOURNAL_CREDENTIALS_MAX, the oldest ends. */
struct as_contest_entry_session {
	const char *hash; /**< digest of its token, in AS_DIGEST_HEX_SIZE - 1 digits */
	const char *seal; /**< as in struct as_contest_credential; NULL: none */
	size_t account;
	int64_t expires_wall_ms;
	const char *address; /**< from which the account logged in; NULL: unknown */
};
int as_contest_log_session_add(struct as_contest_log *log,
	const struct as_contest_entry_session *entry, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);
/** Ends a session; appends nothing if there is none. */
int as_contest_log_session_end(struct as_contest_log *log, const char *hash,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Ends all sessions and tokens of the account `of`; appends nothing if there are none. `account`:
 * the account that decided it. */
int as_contest_log_sessions_end(struct as_contest_log *log, size_t of, size_t account,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** The account looks at the site as a team, in this session; AS_CONTEST_NONE: no longer. */
int as_contest_log_view_as(struct as_contest_log *log, const char *session, size_t team,
	size_t account, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#endif
