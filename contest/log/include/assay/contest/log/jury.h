/* SPDX-License-Identifier: MIT */
/**
 * Objects that the jury adds: awards, comments, notes, and tokens for clients of the Contest API.
 * Included by log.h.
 *
 * Functions that return int append an event, like those of log/append.h. All others read the state
 * and need the lock.
 */
#ifndef ASSAY_CONTEST_LOG_JURY_H
#define ASSAY_CONTEST_LOG_JURY_H

#include <assay/contest/log.h>

/* ---- awards: they replace the computed one with the same id, or add another ---- */

struct as_contest_own_award {
	char *id;
	char *citation;                  /**< NULL: the award is withdrawn, also a computed one */
	struct as_contest_indexes teams; /**< that have the award */
	int64_t wall_ms;                 /**< of the last change */
};
/** Sets an award; `citation` NULL withdraws it. Arguments are borrowed. */
int as_contest_log_set_award(struct as_contest_log *log, const char *id, const char *citation,
	const struct as_contest_indexes *teams, size_t account, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 4);
/** All awards that were ever set, with their last values. */
size_t as_contest_log_award_count(const struct as_contest_log *log) AS_NONNULL(1);
const struct as_contest_own_award *as_contest_log_award(
	const struct as_contest_log *log, size_t award) AS_NONNULL(1);
/** Finds an award by id. An index, or AS_CONTEST_NONE. */
size_t as_contest_log_find_award(const struct as_contest_log *log, const char *id) AS_NONNULL(1, 2);
/** True if a reader may see an award that was set. Only the jury sees awards of the freeze before
 * the thaw. */
bool as_contest_log_sees_award(const struct as_contest_log *log,
	const struct as_contest_reader *reader, size_t award) AS_NONNULL(1, 2);

/* ---- commentary ---- */

struct as_contest_comment {
	char *message; /**< UTF-8; untrusted */
	char **tags;   /**< NULL-terminated */
	struct as_contest_indexes teams, problems, submissions;
	size_t account; /**< of its author; AS_CONTEST_NONE: unknown */
	int64_t wall_ms;
};
#define AS_CONTEST_COMMENT_MAX_BYTES 10000
#define AS_CONTEST_COMMENT_MAX_ITEMS 100
/** Adds a comment; its `wall_ms` is ignored. AS_ERROR_USAGE: a text is empty, too long or not
 * UTF-8, or there are too many tags or objects. */
int as_contest_log_comment(struct as_contest_log *log, const struct as_contest_comment *entry,
	size_t *comment, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
size_t as_contest_log_comment_count(const struct as_contest_log *log) AS_NONNULL(1);
const struct as_contest_comment *as_contest_log_comment_at(
	const struct as_contest_log *log, size_t comment) AS_NONNULL(1);
/** True if a reader may see a comment. Only the jury sees comments of the freeze before the thaw,
 * and comments that refer to objects that the reader may not see. */
bool as_contest_log_sees_comment(const struct as_contest_log *log,
	const struct as_contest_reader *reader, size_t comment) AS_NONNULL(1, 2);

/* ---- notes on submissions, which only the jury sees ---- */

struct as_contest_note {
	size_t submission;
	char *text;     /**< UTF-8; untrusted */
	size_t account; /**< of its author; AS_CONTEST_NONE: unknown */
	int64_t wall_ms;
};
#define AS_CONTEST_NOTE_MAX_BYTES 4000
/** Adds a note. AS_ERROR_USAGE: the text is empty, too long or has control characters. */
int as_contest_log_add_note(struct as_contest_log *log, size_t submission, const char *text,
	size_t account, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
/** In the order of their events. */
size_t as_contest_log_note_count(const struct as_contest_log *log) AS_NONNULL(1);
const struct as_contest_note *as_contest_log_note(const struct as_contest_log *log, size_t note)
	AS_NONNULL(1);

/* ---- tokens: clients use them instead of an account's password ---- */

#define AS_CONTEST_TOKEN_NAME_MAX_BYTES 100
struct as_contest_entry_token {
	const char *hash; /**< its digest, in AS_DIGEST_HEX_SIZE - 1 digits */
	const char *seal; /**< NULL: none */
	const char *name;
	size_t account;
};
/** Adds a token, and sets `number`. If the account has AS_JOURNAL_CREDENTIALS_MAX, the oldest ends.
 * AS_ERROR_USAGE: the name is empty, too long or not UTF-8. */
int as_contest_log_token_add(struct as_contest_log *log, const struct as_contest_entry_token *entry,
	uint64_t *number, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Revokes a token; appends nothing if there is none. */
int as_contest_log_token_revoke(struct as_contest_log *log, uint64_t number,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** The tokens that are neither revoked nor ended, in no order. */
size_t as_contest_log_token_count(const struct as_contest_log *log) AS_NONNULL(1);
const struct as_journal_credential *as_contest_log_token(
	const struct as_contest_log *log, size_t token) AS_NONNULL(1);
/** NULL: there is none. */
const struct as_journal_credential *as_contest_log_find_token_number(
	const struct as_contest_log *log, uint64_t number) AS_NONNULL(1);
/** Finds a token by its digest. */
struct as_contest_credential as_contest_log_find_token(
	const struct as_contest_log *log, const char *hash) AS_NONNULL(1, 2);

#endif
