/* SPDX-License-Identifier: MIT */
/** state: reading the state of a course's log; all of it with the lock. Part of log.h. */
#ifndef ASSAY_COURSE_LOG_STATE_H
#define ASSAY_COURSE_LOG_STATE_H

#include <assay/course/log.h>

/* ---- people and assignments ---- */

/** The key of a person, for events and addresses: the id, or its digest if it is a mail address, or
 * not safe as the name of a file. Returns `key`. */
char *as_course_key(const char *id, char key[AS_CLASS_KEY_SIZE]) AS_NONNULL(1, 2);
/** A person who is in people.csv, or was when an event named the person. */
struct as_course_member {
	const char *key;                   /**< as_course_key */
	const struct as_course_person *of; /**< NULL: people.csv has the person no more */
	/** The hash of a password that replaces that of the folder; NULL: none. */
	const char *hash;
};
size_t as_course_log_member_count(const struct as_course_log *log) AS_NONNULL(1);
struct as_course_member as_course_log_member(const struct as_course_log *log, size_t person)
	AS_NONNULL(1);
/** By key; AS_COURSE_NONE: unknown. */
size_t as_course_log_find_member(const struct as_course_log *log, const char *key) AS_NONNULL(1, 2);

/** An assignment of the folder, or one that the folder had. */
struct as_course_task {
	const char *id;
	const struct as_course_assignment *of; /**< NULL: the folder has it no more */
};
size_t as_course_log_task_count(const struct as_course_log *log) AS_NONNULL(1);
struct as_course_task as_course_log_task(const struct as_course_log *log, size_t assignment)
	AS_NONNULL(1);
size_t as_course_log_find_task(const struct as_course_log *log, const char *id) AS_NONNULL(1, 2);

/** True: the marks of the assignment are released at `wall_ms`: by hand, or by its time. */
bool as_course_log_is_released(const struct as_course_log *log, size_t assignment, int64_t wall_ms)
	AS_NONNULL(1);
/** The deadline of a person, with all extensions: INT64_MAX if there is none. */
int64_t as_course_log_due_ms(const struct as_course_log *log, size_t assignment, size_t person)
	AS_NONNULL(1);

/* ---- hand-ins ---- */

/** The judging of the files for one package. */
struct as_course_job {
	char *package; /**< its short name */
	char package_digest[AS_DIGEST_HEX_SIZE];
	char files[AS_DIGEST_HEX_SIZE];       /**< as in struct as_class_entry */
	char *language, *entry_point, *doubt; /**< NULL: unknown, or none */
	int64_t job;
	enum as_store_state state;
	uint8_t verdict;  /**< enum as_verdict; AS_VERDICT_NONE: not judged */
	int64_t ended_ms; /**< 0: not yet */
};
struct as_course_hand_in {
	size_t assignment;
	size_t person;   /**< who sent it */
	size_t *members; /**< the group, with `person` */
	size_t member_count;
	uint64_t number;  /**< from 1, in the course */
	uint64_t attempt; /**< from 1, of the person and the assignment */
	int64_t wall_ms;  /**< when the head of its request arrived */
	int64_t event;
	char files[AS_DIGEST_HEX_SIZE]; /**< blob: as_submitted_write of the files as they came */
	uint64_t bytes;                 /**< of the files */
	struct as_course_job *jobs;
	size_t job_count; /**< 0: only people mark it */
};
size_t as_course_log_hand_in_count(const struct as_course_log *log) AS_NONNULL(1);
const struct as_course_hand_in *as_course_log_hand_in(const struct as_course_log *log, size_t index)
	AS_NONNULL(1);
/** By number; AS_COURSE_NONE: unknown. */
size_t as_course_log_find_hand_in(const struct as_course_log *log, uint64_t number) AS_NONNULL(1);
/** The indexes of the hand-ins of a person, also as a member of a group, the oldest first. */
const size_t *as_course_log_hand_ins_of(const struct as_course_log *log, size_t assignment,
	size_t person, size_t *count) AS_NONNULL(1, 4);
bool as_course_hand_in_is_judged(const struct as_course_hand_in *hand_in) AS_NONNULL(1);
bool as_course_hand_in_is_of(const struct as_course_hand_in *hand_in, size_t person) AS_NONNULL(1);

/* ---- decisions ---- */

/** In place of points: no mark. */
#define AS_COURSE_NO_MARK INT64_MIN
/** The total, in place of an item. */
#define AS_COURSE_TOTAL "total"

/** A mark that a person gave: of a manual item, or in place of a computed mark. */
struct as_course_decision {
	size_t assignment, person;
	char *item;        /**< an id, or AS_COURSE_TOTAL */
	bool is_override;  /**< it replaces the mark; else it is the mark of a manual item */
	int64_t points_e4; /**< or AS_COURSE_NO_MARK: an earlier one was withdrawn */
	char *text;        /**< comment, or reason; NULL: none */
	size_t by;
	int64_t wall_ms;
	uint64_t version; /**< the number of its event: for a later decision in its place */
};
size_t as_course_log_decision_count(const struct as_course_log *log) AS_NONNULL(1);
const struct as_course_decision *as_course_log_decision(
	const struct as_course_log *log, size_t index) AS_NONNULL(1);
/** The newest decision; NULL: none. */
const struct as_course_decision *as_course_log_find_decision(const struct as_course_log *log,
	size_t assignment, size_t person, const char *item, bool is_override) AS_NONNULL(1, 4);

/** A request of a student to look at a mark again. */
struct as_course_request {
	size_t assignment, person;
	char *item;
	char *text, *answer; /**< answer NULL: open */
	size_t by;           /**< who answered */
	int64_t wall_ms, answered_ms;
};
size_t as_course_log_request_count(const struct as_course_log *log) AS_NONNULL(1);
const struct as_course_request *as_course_log_request(const struct as_course_log *log, size_t index)
	AS_NONNULL(1);
/** AS_COURSE_NONE: none. */
size_t as_course_log_find_request(const struct as_course_log *log, size_t assignment, size_t person,
	const char *item) AS_NONNULL(1, 4);

/* ---- acts ---- */

/** What a teacher or marker did that changes marks or what is seen of them. */
struct as_course_act {
	enum as_course_act_kind {
		AS_COURSE_ACT_MARK,
		AS_COURSE_ACT_OVERRIDE,
		AS_COURSE_ACT_EXTENSION,
		AS_COURSE_ACT_RELEASE,
		AS_COURSE_ACT_WITHHOLD, /**< a release is taken back */
		AS_COURSE_ACT_APPLY,    /**< new marks count */
		AS_COURSE_ACT_ANSWER,   /**< to a request */
		AS_COURSE_ACT_PASSWORD,
		AS_COURSE_ACT_VIEW, /**< looked at the site as a student */
	} kind;
	size_t by, assignment, person; /**< or AS_COURSE_NONE */
	const char *item;              /**< or NULL; borrowed from the state */
	int64_t before_e4, now_e4;     /**< of marks; or AS_COURSE_NO_MARK */
	int64_t until_ms;              /**< of an extension */
	const char *text;              /**< the reason; or NULL; likewise */
	int64_t wall_ms;
};
size_t as_course_log_act_count(const struct as_course_log *log) AS_NONNULL(1);
const struct as_course_act *as_course_log_act(const struct as_course_log *log, size_t index)
	AS_NONNULL(1);

/* ---- sessions ---- */

/** Finds a session or token by its hash; `account` is AS_COURSE_NONE if there is none. */
struct as_journal_credential as_course_log_find_session(
	const struct as_course_log *log, const char *hash, int64_t wall_ms) AS_NONNULL(1, 2);
struct as_journal_credential as_course_log_find_token(
	const struct as_course_log *log, const char *hash, int64_t wall_ms) AS_NONNULL(1, 2);

#endif
