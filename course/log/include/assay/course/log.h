/* SPDX-License-Identifier: MIT */
/**
 * log: the events of a course in a store, and the state that they add up to: hand-ins and their
 * results, the decisions of teachers and markers, releases, sessions.
 *
 * Every change is an event. The state is computed from the folder and the events in their order, so
 * two servers that have read the same events have the same state. Events contain keys of people
 * (as_course_key), never their names, so that a person can be forgotten.
 *
 * Life cycle: as_course_log_open reads all events; as_course_log_start begins to follow new ones;
 * as_journal_finish; as_course_log_close.
 *
 * Threads: functions that append (log/append.h) may be called from any thread, without the lock.
 * Those that read (log/state.h) need the lock of the journal (as_journal_lock), and their results
 * are valid while it is held.
 *
 * Units: *_wall_ms is in milliseconds since 1970 by as_journal_now_ms; *_e4 is in 1/10000 of a
 * point. Objects are identified by indexes, which never change.
 */
#ifndef ASSAY_COURSE_LOG_H
#define ASSAY_COURSE_LOG_H

#include <assay/course/folder.h>
#include <assay/grade/class.h>
#include <assay/journal.h>

struct as_course_log;

/** The maximum size of a comment, reason, request or answer. */
#define AS_COURSE_TEXT_MAX_BYTES 10000

enum as_course_change_kind {
	AS_COURSE_CHANGED_HAND_IN,  /**< index: a new one */
	AS_COURSE_CHANGED_RESULT,   /**< index: a hand-in of which a job ended */
	AS_COURSE_CHANGED_DECISION, /**< a mark, an override, an extension or a release */
	AS_COURSE_CHANGED_REQUEST,  /**< index: a request to look at a mark again, or its answer */
	AS_COURSE_CHANGED_ACCOUNT,  /**< index: a person: password, sessions */
};
struct as_course_change {
	enum as_course_change_kind kind;
	size_t assignment; /**< or AS_COURSE_NONE */
	size_t index;      /**< of the object; or AS_COURSE_NONE */
	bool is_past;      /**< read by as_course_log_open */
};
/** Callbacks; each can be NULL. */
struct as_course_observer {
	/** Called for each change with the lock held for writing: it may read the state, but must
	 * not wait or lock. */
	void (*changed)(void *context, const struct as_course_change *change);
	/** As in struct as_journal_owner. */
	void (*caught_up)(void *context);
	void (*note)(void *context, const char *text);
	void (*wrote)(void *context, const struct as_error *why);
	void *context;
};

struct as_course_log_config {
	const struct as_course *course; /**< borrowed until the log is closed or gets another */
	struct as_store *store;         /**< likewise */
	struct as_course_observer observer;
	bool is_reader; /**< reads past events only: the store can be from as_store_open_reader */
};
/** NULL: as as_journal_open. */
struct as_course_log *as_course_log_open(const struct as_course_log_config *config,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
int as_course_log_start(struct as_course_log *log, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/** Takes NULL. */
void as_course_log_close(struct as_course_log *log);
/** The journal, for as_journal_lock, as_journal_now_ms, as_journal_finish and the like. */
struct as_journal *as_course_log_journal(const struct as_course_log *log) AS_NONNULL(1);
/** The folder. With the lock. */
const struct as_course *as_course_log_course(const struct as_course_log *log) AS_NONNULL(1);
/** Replaces the folder by a newer reading of it; `course` is borrowed, and the one before is no
 * longer used. People and assignments that it lacks keep their hand-ins and indexes. Without the
 * lock. */
int as_course_log_set_course(struct as_course_log *log, const struct as_course *course,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#include <assay/course/log/append.h>
#include <assay/course/log/state.h>
#include <assay/course/log/turn.h>

#endif
