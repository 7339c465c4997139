/* SPDX-License-Identifier: MIT */
/** append: the changes of a course. They return once the event is on the disk and in the state. -1
 * with AS_ERROR_USAGE: refused, with the reason for the sender; else as the store. Without the
 * lock. Part of log.h. */
#ifndef ASSAY_COURSE_LOG_APPEND_H
#define ASSAY_COURSE_LOG_APPEND_H

#include <assay/course/log.h>

/** The files for one package, to be judged. All of it is borrowed. */
struct as_course_entry_job {
	const char *package;                /**< its short name */
	const char *language;               /**< an id, or NULL */
	const char *doubt;                  /**< as in struct as_class_entry, or NULL */
	const struct as_store_order *order; /**< without the space */
};
struct as_course_entry_hand_in {
	size_t assignment, person;
	const size_t *members; /**< of the group, with `person`; NULL: alone */
	size_t member_count;
	int64_t wall_ms;   /**< when the head of the request arrived */
	const char *files; /**< a blob of the store, as in struct as_course_hand_in */
	uint64_t bytes;
	const struct as_course_entry_job *jobs;
	size_t job_count;
};
/** Hands in, and queues the jobs in the same transaction. Refused if as_course_log_turn forbids it;
 * of hand-ins that arrive at once, only as many as the rules allow are taken. */
int as_course_log_hand_in_add(struct as_course_log *log,
	const struct as_course_entry_hand_in *entry, size_t *hand_in,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Judges a job of a hand-in again; `order`: class, priority, package, lane and options. */
int as_course_log_judge_again(struct as_course_log *log, size_t hand_in, size_t job,
	const struct as_store_order *order, size_t by, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 4);

struct as_course_entry_decision {
	size_t assignment, person;
	const char *item;
	bool is_override;
	int64_t points_e4; /**< or AS_COURSE_NO_MARK */
	const char *text;  /**< an override needs one */
	size_t by;
	/** The decision that the author saw in this place (its `version`; 0: none): another one
	 * refuses the entry. */
	uint64_t seen;
};
int as_course_log_decide(struct as_course_log *log, const struct as_course_entry_decision *entry,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/** Releases the marks of an assignment now, or takes that back. */
int as_course_log_release(struct as_course_log *log, size_t assignment, bool is_released, size_t by,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Gives a person a later deadline; 0: the one of the folder. */
int as_course_log_extend(struct as_course_log *log, size_t assignment, size_t person,
	int64_t until_ms, const char *reason, size_t by, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

int as_course_log_request_add(struct as_course_log *log, size_t assignment, size_t person,
	const char *item, const char *text, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 4, 5);
int as_course_log_answer(struct as_course_log *log, size_t request, const char *text, size_t by,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);

/** Replaces a person's password by a hash, and ends all sessions and tokens of that person but the
 * session `keeps` (NULL: all). */
int as_course_log_password(struct as_course_log *log, size_t person, const char *hash,
	const char *keeps, size_t by, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);

/** A session or token. */
struct as_course_entry_session {
	size_t person;
	const char *hash, *seal;
	const char *name; /**< of a token; NULL: a session */
	int64_t expires_wall_ms;
};
int as_course_log_session_add(struct as_course_log *log,
	const struct as_course_entry_session *entry, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);
/** Ends a session or token. */
int as_course_log_session_end(struct as_course_log *log, const char *hash,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** A teacher looks at the site as a student (AS_COURSE_NONE: no longer). */
int as_course_log_view(struct as_course_log *log, const char *hash, size_t as, size_t by,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#endif
