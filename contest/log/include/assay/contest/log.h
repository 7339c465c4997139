/* SPDX-License-Identifier: MIT */
/**
 * log: what happened in a contest, as events of a store, and the state that they add up to: teams
 * that registered, the clock, submissions, judgements, clarifications, and the boards.
 *
 * Every change is an event. The state is computed from the folder and the events alone, in their
 * order: two servers that have read the same events have the same state. Nothing is changed but by
 * as_contest_log_* functions that append an event; each returns once its event is on the disk and
 * in the state.
 *
 * Life cycle: as_contest_log_open reads all events and starts a thread that follows them, records
 * judgements of jobs that ended, and the times at which the state of the contest changed;
 * as_contest_log_close.
 *
 * Threads: functions that append (log/append.h) may be called from any thread, without the lock.
 * All others need the lock (as_contest_log_lock), and what they return is valid while it is held.
 * Many threads may hold it at once: hold it briefly, and wait for nothing meanwhile.
 *
 * Units: *_wall_ms is in milliseconds since 1970, by the clock of this process, which never goes
 * back; *_time_ms is contest time in milliseconds (rules/clock.h). Objects are named by indexes,
 * which never change.
 */
#ifndef ASSAY_CONTEST_LOG_H
#define ASSAY_CONTEST_LOG_H

#include <assay/contest/folder.h>
#include <assay/store.h>

struct as_contest_log;

/* ---- changes, in the order of the events ---- */

enum as_contest_change_kind {
	AS_CONTEST_CHANGED_CLOCK,         /**< start, pause, duration, freeze, thaw, finalisation */
	AS_CONTEST_CHANGED_STATE,         /**< the contest started, froze, ended ... */
	AS_CONTEST_CHANGED_TEAM,          /**< index: a team that registered */
	AS_CONTEST_CHANGED_ACCOUNT,       /**< index: an account */
	AS_CONTEST_CHANGED_SUBMISSION,    /**< index: a new submission */
	AS_CONTEST_CHANGED_JUDGEMENT,     /**< index: it began, has runs, ended, counts no more */
	AS_CONTEST_CHANGED_CLARIFICATION, /**< index: a new one */
	AS_CONTEST_CHANGED_AWARD,         /**< index: of those that the jury set */
	AS_CONTEST_CHANGED_COMMENT,       /**< index: a new one */
	/** The public may see all from now on, or again less (thaw, a new freeze, a rejudging of
	 * all): boards and what is hidden were computed again. */
	AS_CONTEST_CHANGED_SIGHT,
};
struct as_contest_change {
	enum as_contest_change_kind kind;
	size_t index;    /**< of the object; 0 if there is none */
	int64_t wall_ms; /**< of the event */
};
/** Callbacks for the changes of the state, in the order of the events. */
struct as_contest_observer {
	/** Called with the lock held for writing, in the thread that follows the log, and during
	 * as_contest_log_open in the caller's for the events of the past: it may read the state,
	 * must not wait, and must not lock. */
	void (*changed)(
		void *context, struct as_contest_log *log, const struct as_contest_change *change);
	/** Called without the lock, after one or more changes. */
	void (*settled)(void *context);
	/** A line for the operator's log: the store is away, or back, or an event is not
	 * understood. */
	void (*note)(void *context, const char *text);
	/** An event was written, or (why) the store did not take it: a full disk, a server that is
	 * away. Any thread, without the lock. */
	void (*wrote)(void *context, const struct as_error *why);
	void *context;
};

struct as_contest_log_config {
	const struct as_contest *contest; /**< borrowed until the log is closed */
	struct as_store *store;           /**< likewise; NULL: see is_reader */
	/** Any may be NULL. */
	struct as_contest_observer observer;
	/** What happened until now is read, and nothing else: the store may be one of
	 * as_store_open_reader, nothing is recorded, and nothing can be appended. Without a store
	 * (NULL) nothing has happened yet. */
	bool is_reader;
};
/** NULL: as the store's errors; AS_ERROR_INPUT: the store has another contest's events, or the
 * folder lacks a team or problem that the events name. */
struct as_contest_log *as_contest_log_open(const struct as_contest_log_config *config,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** The name of a contest's space in the store; on the heap. NULL: out of memory. */
char *as_contest_log_space_name(
	const struct as_contest *contest, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Takes NULL. */
void as_contest_log_close(struct as_contest_log *log);

/** 0 while it follows the store; -1: it had no memory, and must be opened again. Without the lock.
 */
int as_contest_log_check(struct as_contest_log *log, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

void as_contest_log_lock(struct as_contest_log *log) AS_NONNULL(1);
void as_contest_log_unlock(struct as_contest_log *log) AS_NONNULL(1);

/** Without the lock: */
const struct as_contest *as_contest_log_contest(const struct as_contest_log *log) AS_NONNULL(1);
int64_t as_contest_log_space(const struct as_contest_log *log) AS_NONNULL(1);
/** Tokens of clients carry it (as_store_space_epoch). */
const char *as_contest_log_epoch(const struct as_contest_log *log) AS_NONNULL(1);
/** The number of the last event in the state. */
int64_t as_contest_log_last(struct as_contest_log *log) AS_NONNULL(1);
/** The time now: that of the system, but never earlier than the last event. */
int64_t as_contest_log_now_ms(struct as_contest_log *log) AS_NONNULL(1);

/* ---- who may see what ---- */

/** A reader: the jury sees all, the public what is published, and a team also what is its own. */
struct as_contest_reader {
	enum as_contest_sight {
		AS_CONTEST_SEES_PUBLIC,
		AS_CONTEST_SEES_TEAM,
		AS_CONTEST_SEES_ALL
	} sight;
	size_t team; /**< of AS_CONTEST_SEES_TEAM */
};

#include <assay/contest/log/append.h>
#include <assay/contest/log/audit.h>
#include <assay/contest/log/jury.h>
#include <assay/contest/log/report.h>
#include <assay/contest/log/state.h>

#endif
