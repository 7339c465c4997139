/* SPDX-License-Identifier: MIT */
/**
 * What the jury adds to a contest: awards, comments, and tokens for programs that use the Contest
 * API. Included by log.h.
 *
 * Functions that return int append an event, as those of log/append.h; all others read the state
 * and need the lock.
 */
#ifndef ASSAY_CONTEST_LOG_JURY_H
#define ASSAY_CONTEST_LOG_JURY_H

#include <assay/contest/log.h>

/** Indexes of objects. */
struct as_contest_indexes {
	size_t *items;
	size_t count;
};

/* ---- awards: in place of a computed one with the same id, or besides those ---- */

struct as_contest_own_award {
	char *id;
	char *citation;                  /**< NULL: there is no such award, also no computed one */
	struct as_contest_indexes teams; /**< that have it */
	int64_t wall_ms;                 /**< when it was set last */
};
/** Sets an award; `citation` NULL: there is none with that id. What is given is borrowed. */
int as_contest_log_set_award(struct as_contest_log *log, const char *id, const char *citation,
	const struct as_contest_indexes *teams, size_t account, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 4);
/** Every award that was ever set, as it is now. */
size_t as_contest_log_award_count(const struct as_contest_log *log) AS_NONNULL(1);
const struct as_contest_own_award *as_contest_log_award(
	const struct as_contest_log *log, size_t award) AS_NONNULL(1);
/** An index, or AS_CONTEST_NONE. */
size_t as_contest_log_find_award(const struct as_contest_log *log, const char *id) AS_NONNULL(1, 2);
/** True if a reader may see what was set: not, but for the jury, in a freeze until the thaw. */
bool as_contest_log_sees_award(const struct as_contest_log *log,
	const struct as_contest_reader *reader, size_t award) AS_NONNULL(1, 2);

/* ---- comments on what happens ---- */

struct as_contest_comment {
	char *message; /**< UTF-8; untrusted */
	char **tags;   /**< NULL-terminated */
	struct as_contest_indexes teams, problems, submissions;
	size_t account; /**< whose it is; AS_CONTEST_NONE: unknown */
	int64_t wall_ms;
};
#define AS_CONTEST_COMMENT_MAX_BYTES 10000
#define AS_CONTEST_COMMENT_MAX_ITEMS 100
/** Its `wall_ms` is not used. AS_ERROR_USAGE: a text is empty, too long, or not readable, or there
 * are too many tags or objects. */
int as_contest_log_comment(struct as_contest_log *log, const struct as_contest_comment *entry,
	size_t *comment, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
size_t as_contest_log_comment_count(const struct as_contest_log *log) AS_NONNULL(1);
const struct as_contest_comment *as_contest_log_comment_at(
	const struct as_contest_log *log, size_t comment) AS_NONNULL(1);
/** True if a reader may see a comment: not, but for the jury, one of a freeze before the thaw, nor
 * one that names what the reader may not see. */
bool as_contest_log_sees_comment(const struct as_contest_log *log,
	const struct as_contest_reader *reader, size_t comment) AS_NONNULL(1, 2);

/* ---- tokens: instead of the password of an account ---- */

struct as_contest_token {
	char hash[AS_DIGEST_HEX_SIZE];
	char *name; /**< what it is for; untrusted */
	size_t account;
	int64_t wall_ms; /**< when it was made */
	bool is_revoked;
};
#define AS_CONTEST_TOKEN_NAME_MAX_BYTES 100
/** `hash` is of the token, AS_DIGEST_HEX_SIZE - 1 digits. AS_ERROR_USAGE: the name is empty, too
 * long or not readable. */
int as_contest_log_token_add(struct as_contest_log *log, const char *hash, const char *name,
	size_t account, size_t *token, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 5);
/** From now on it is of no use; success also if that was so before. */
int as_contest_log_token_revoke(
	struct as_contest_log *log, size_t token, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
size_t as_contest_log_token_count(const struct as_contest_log *log) AS_NONNULL(1);
const struct as_contest_token *as_contest_log_token(const struct as_contest_log *log, size_t token)
	AS_NONNULL(1);
/** The account of a token that is not revoked, by its hash; or AS_CONTEST_NONE. */
size_t as_contest_log_find_token(const struct as_contest_log *log, const char *hash)
	AS_NONNULL(1, 2);

#endif
