/* SPDX-License-Identifier: MIT */
/**
 * Clarifications: the questions of teams, the answers and announcements of the jury, and the member
 * of the jury who deals with a question. Included by log.h. New ones are appended by
 * as_contest_log_clarify (log/append.h). Functions that return a value other than int need the
 * lock.
 */
#ifndef ASSAY_CONTEST_LOG_QUESTION_H
#define ASSAY_CONTEST_LOG_QUESTION_H

#include <assay/contest/log.h>

struct as_contest_clarification {
	char *id;         /**< in the API, unless it is the decimal of its index + 1; or NULL */
	size_t from_team; /**< AS_CONTEST_NONE: from the jury */
	bool is_to_all; /**< else it is for the teams and groups below or, from a team, for the jury
			 */
	struct as_contest_indexes to_teams, to_groups;
	size_t reply_to; /**< index; AS_CONTEST_NONE: none */
	size_t problem;  /**< AS_CONTEST_NONE: general */
	char *category;  /**< its subject if it is about no problem; NULL: AS_CONTEST_GENERAL */
	char *text;      /**< UTF-8; untrusted */
	size_t account;  /**< of its author; AS_CONTEST_NONE: unknown */
	int64_t wall_ms, time_ms;
	/** Of a question: an answer was sent, or the jury said that none is needed. */
	bool is_answered;
	size_t reply_count, last_reply; /**< the index of the last reply, if there are any */
	/** The account that deals with the question; of an answered question without a reply, the
	 * account that said so. AS_CONTEST_NONE: none. For the jury only. */
	size_t claimant;
	int64_t claim_wall_ms;
};
size_t as_contest_log_clarification_count(const struct as_contest_log *log) AS_NONNULL(1);
const struct as_contest_clarification *as_contest_log_clarification(
	const struct as_contest_log *log, size_t clarification) AS_NONNULL(1);
/** The name of its category, or AS_CONTEST_GENERAL. */
const char *as_contest_clarification_category(const struct as_contest_clarification *clarification)
	AS_NONNULL(1);
/** Finds a clarification by its id in the API. An index, or AS_CONTEST_NONE. */
size_t as_contest_log_find_clarification_id(const struct as_contest_log *log, const char *id)
	AS_NONNULL(1, 2);
/** True if the clarification names the team or one of its groups; false if it is for all. */
bool as_contest_log_is_recipient(
	const struct as_contest_log *log, size_t clarification, size_t team) AS_NONNULL(1);
bool as_contest_log_sees_clarification(const struct as_contest_log *log,
	const struct as_contest_reader *reader, size_t clarification) AS_NONNULL(1, 2);

/** What a member of the jury knew of a question. An answer or a mark is refused if since then
 * another account claimed, answered or closed the question (compare and append). */
struct as_contest_question_seen {
	size_t claimant;
	size_t reply_count;
	bool is_answered; /**< or no answer was needed */
};

enum as_contest_mark {
	AS_CONTEST_CLAIM,
	AS_CONTEST_RELEASE,
	AS_CONTEST_CLOSE, /**< no answer is needed */
	AS_CONTEST_REOPEN,
};
/** "claim", "release", "close", "reopen". */
const char *as_contest_mark_name(enum as_contest_mark mark);
/** Marks a question. AS_ERROR_USAGE: the clarification is not a question, or the mark is a
 * claim and the question no longer needs an answer, or as above. */
int as_contest_log_mark_question(struct as_contest_log *log, size_t clarification,
	enum as_contest_mark mark, const struct as_contest_question_seen *seen, size_t account,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 4);

/** An answer below its question, whose lines begin with "> ", without the name of the team (free
 * it). NULL: out of memory. */
char *as_contest_quote(const char *question, const char *answer) AS_MUST_USE AS_NONNULL(1, 2);

#endif
