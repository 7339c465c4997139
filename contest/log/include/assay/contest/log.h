/* SPDX-License-Identifier: MIT */
/**
 * log: the events of a contest in a store, and the state that they add up to: registered teams, the
 * clock, submissions, judgements, clarifications, and the boards.
 *
 * Every change is an event. The state is computed from the folder and the events in their order, so
 * two servers that have read the same events have the same state. Only as_contest_log_* functions
 * that append an event change it. They return once the event is on the disk and in the state.
 *
 * Life cycle: as_contest_log_open reads all events and starts the follower thread. It follows new
 * events, and records judgements of jobs that ended and the times at which the state of the contest
 * changed. as_contest_log_close.
 *
 * Threads: functions that append (log/append.h) may be called from any thread, without the lock.
 * All others need the lock (as_contest_log_lock), and their results are valid while it is held.
 * Many threads can hold it at once. Hold it briefly, and never wait while holding it.
 *
 * Units: *_wall_ms is in milliseconds since 1970 by this process's clock, which never goes back;
 * *_time_ms is contest time in milliseconds (rules/clock.h). Objects are identified by indexes,
 * which never change.
 */
#ifndef ASSAY_CONTEST_LOG_H
#define ASSAY_CONTEST_LOG_H

#include <assay/contest/folder.h>
#include <assay/journal.h>

struct as_contest_log;

/* ---- changes ---- */

enum as_contest_change_kind {
	AS_CONTEST_CHANGED_CLOCK,      /**< start, pause, duration, freeze, thaw, finalisation */
	AS_CONTEST_CHANGED_STATE,      /**< the contest started, froze, ended ... */
	AS_CONTEST_CHANGED_TEAM,       /**< index: a team that registered */
	AS_CONTEST_CHANGED_ACCOUNT,    /**< index: an account */
	AS_CONTEST_CHANGED_SUBMISSION, /**< index: a new submission */
	AS_CONTEST_CHANGED_JUDGEMENT,  /**< index: it began, has new runs, ended, or was superseded
					*/
	AS_CONTEST_CHANGED_CLARIFICATION, /**< index: a new one */
	AS_CONTEST_CHANGED_QUESTION,      /**< index: a clarification that the jury marked */
	AS_CONTEST_CHANGED_AWARD,         /**< index: of those that the jury set */
	AS_CONTEST_CHANGED_COMMENT,       /**< index: a new one */
	AS_CONTEST_CHANGED_PACKAGE,       /**< index: a problem whose package was read again */
	AS_CONTEST_CHANGED_REJUDGING,     /**< index: it was opened or closed */
	AS_CONTEST_CHANGED_CANDIDATE,     /**< index: a problem whose candidate has changed */
	AS_CONTEST_CHANGED_START, /**< index: a team that started, or whose start was reset */
	/** The public may see more (thaw) or less (new freeze, rejudging of everything): the boards
	 * and all visibility were recomputed. */
	AS_CONTEST_CHANGED_VISIBILITY,
};
struct as_contest_change {
	enum as_contest_change_kind kind;
	size_t index;    /**< of the object; 0: none */
	int64_t wall_ms; /**< of the event */
	bool is_past;    /**< read by as_contest_log_open */
};
/** Callbacks; they report changes in the order of the events. */
struct as_contest_observer {
	/** Called for each change with the lock held for writing: it may read the state, but must
	 * not wait or lock. Called in the follower thread; for past events in the caller of
	 * as_contest_log_open. */
	void (*changed)(
		void *context, struct as_contest_log *log, const struct as_contest_change *change);
	/** Called without the lock after one or more changes. */
	void (*caught_up)(void *context);
	/** A message for the operator's log: the store failed or recovered, or an event is unknown.
	 */
	void (*note)(void *context, const char *text);
	/** Called after each write: NULL, or the reason why the store refused it, such as a full
	 * disk or an unreachable server. Any thread, without the lock. */
	void (*wrote)(void *context, const struct as_error *why);
	void *context;
};

struct as_contest_log_config {
	const struct as_contest *contest; /**< borrowed until the log is closed */
	struct as_store *store;           /**< likewise; NULL: see is_reader */
	/** Each callback can be NULL. */
	struct as_contest_observer observer;
	/** Reads past events only: records and appends nothing, so the store can be from
	 * as_store_open_reader. Without a store (NULL) there are no events yet. */
	bool is_reader;
};
/** NULL: as the store's errors; AS_ERROR_INPUT: the store has another contest's events, or the
 * folder lacks a team or problem that the events refer to. */
struct as_contest_log *as_contest_log_open(const struct as_contest_log_config *config,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Before closing: a change whose event is not in the state after `grace_ms` fails, although the
 * event may be in the store. Without this, changes wait for as long as the store cannot be read. */
void as_contest_log_finish(struct as_contest_log *log, unsigned grace_ms) AS_NONNULL(1);
/** Takes NULL. */
void as_contest_log_close(struct as_contest_log *log);

/** True: the store cannot be read; the follower tries again. Without the lock. */
bool as_contest_log_is_away(const struct as_contest_log *log) AS_NONNULL(1);
/** 0 while the follower works; -1: it ran out of memory, and the log must be opened again. Without
 * the lock. */
int as_contest_log_check(const struct as_contest_log *log, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

void as_contest_log_lock(struct as_contest_log *log) AS_NONNULL(1);
void as_contest_log_unlock(struct as_contest_log *log) AS_NONNULL(1);
/** Calls `change` with the lock held for writing, like the observer's `changed`. Not for the thread
 * of an observer. */
void as_contest_log_change(struct as_contest_log *log,
	void (*change)(void *context, struct as_contest_log *log), void *context) AS_NONNULL(1, 2);

/** These two need no lock: */
const struct as_contest *as_contest_log_contest(const struct as_contest_log *log) AS_NONNULL(1);
int64_t as_contest_log_space(const struct as_contest_log *log) AS_NONNULL(1);
/** Part of the tokens of event feeds, so that clients notice a new log (as_store_space_epoch).
 * Zeros for a reader of a store that no server has opened since it was imported or backed up. */
const char *as_contest_log_epoch(const struct as_contest_log *log) AS_NONNULL(1);
/** The number of the last event in the state. */
int64_t as_contest_log_last(const struct as_contest_log *log) AS_NONNULL(1);
/** The current time: the system's, but never earlier than the last event. */
int64_t as_contest_log_now_ms(const struct as_contest_log *log) AS_NONNULL(1);

/* ---- visibility ---- */

/** A reader: the jury sees everything, the public what is published, and a team also its own. */
struct as_contest_reader {
	enum as_contest_scope {
		AS_CONTEST_SEES_PUBLIC,
		AS_CONTEST_SEES_TEAM,
		AS_CONTEST_SEES_ALL
	} scope;
	size_t team; /**< for AS_CONTEST_SEES_TEAM */
};

/** Indexes of objects. */
struct as_contest_indexes {
	size_t *items;
	size_t count;
};
bool as_contest_indexes_have(const struct as_contest_indexes *indexes, size_t index) AS_NONNULL(1);

#include <assay/contest/log/append.h>
#include <assay/contest/log/audit.h>
#include <assay/contest/log/candidate.h>
#include <assay/contest/log/editorial.h>
#include <assay/contest/log/given.h>
#include <assay/contest/log/hall.h>
#include <assay/contest/log/jury.h>
#include <assay/contest/log/question.h>
#include <assay/contest/log/rejudging.h>
#include <assay/contest/log/report.h>
#include <assay/contest/log/ruling.h>
#include <assay/contest/log/start.h>
#include <assay/contest/log/state.h>
#include <assay/contest/log/teams.h>

#endif
