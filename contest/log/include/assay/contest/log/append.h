/* SPDX-License-Identifier: MIT */
/**
 * What can happen in a contest: each function appends one event, and returns when it is on the disk
 * and in the state. Without the lock, from any thread; they wait, so not from a thread that must
 * not. Included by log.h.
 *
 * All that is given is borrowed. They check that the objects exist, and nothing that is a matter of
 * rights: who may do what is the caller's.
 */
#ifndef ASSAY_CONTEST_LOG_APPEND_H
#define ASSAY_CONTEST_LOG_APPEND_H

#include <assay/contest/log.h>

struct as_contest_entry_submission {
	size_t team, problem;
	size_t account; /**< or AS_CONTEST_NONE */
	const char *language;
	const char *entry_point; /**< or NULL */
	const char *name;
	/** -1: now. */
	int64_t wall_ms;
	/** In the API: as_contest_is_id, of at most AS_CONTEST_CUSTOM_ID_MAX letters; NULL: the
	 * next number. */
	const char *id;
	/** How it is judged: `package`, `files`, `options`, `lane`, `class`, `priority`; the rest
	 * is filled here. */
	const struct as_store_order *order;
};
/** So that ids of its judgements and runs are no longer than 36. */
#define AS_CONTEST_CUSTOM_ID_MAX 26
/** A submission. `submission` becomes its index. AS_ERROR_USAGE: there is one with that id. */
int as_contest_log_submit(struct as_contest_log *log,
	const struct as_contest_entry_submission *entry, size_t *submission,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Judges a submission again. Its old judgement counts until the new one has ended. `account`:
 * whose decision it is, or AS_CONTEST_NONE. */
int as_contest_log_rejudge(struct as_contest_log *log, size_t submission, size_t account,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Ignores a submission, or no longer. */
int as_contest_log_ignore(struct as_contest_log *log, size_t submission, bool is_ignored,
	size_t account, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

struct as_contest_entry_clarification {
	size_t from_team, to_team, reply_to, problem; /**< as in the state */
	size_t account;                               /**< or AS_CONTEST_NONE */
	const char *text;
	const char *id;  /**< as of a submission */
	int64_t wall_ms; /**< 0: now */
};
#define AS_CONTEST_CLARIFICATION_MAX_BYTES 10000
/** AS_ERROR_USAGE: the text is empty, too long, or has control characters but line feeds. */
int as_contest_log_clarify(struct as_contest_log *log,
	const struct as_contest_entry_clarification *entry, size_t *clarification,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

/** Sets the clock and the countdown (-1: not paused). AS_ERROR_USAGE: as_contest_clock_check
 * refuses it. */
int as_contest_log_set_clock(struct as_contest_log *log, const struct as_contest_clock *clock,
	int64_t countdown_ms, size_t account, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/** A team that registers, with one account. AS_ERROR_USAGE: the username is taken, or there are too
 * many teams. */
struct as_contest_entry_team {
	const char *name;
	const char *username;
	const char *password_hash; /**< "$argon2id$..." */
};
int as_contest_log_register(struct as_contest_log *log, const struct as_contest_entry_team *entry,
	size_t *team, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Begins the session of an account: `hash` is of its token, AS_DIGEST_HEX_SIZE - 1 digits. */
int as_contest_log_session_add(struct as_contest_log *log, const char *hash, size_t account,
	int64_t expires_wall_ms, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Ends one; success also if there is none. */
int as_contest_log_session_end(struct as_contest_log *log, const char *hash,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#endif
