/* SPDX-License-Identifier: MIT */
/* session: the connection that claims, writes, reads and sends heartbeats; the notification of
 * threads that wait. */
#ifndef ASSAY_STORE_POSTGRES_SESSION_H
#define ASSAY_STORE_POSTGRES_SESSION_H

#include "link.h"

#include <pthread.h>

/* ---- bell.c: news for those who wait ---- */

struct as_pg_bell {
	pthread_mutex_t lock; /* guards the rest */
	pthread_cond_t rung;
	uint64_t count;     /* of rings */
	bool is_unsent;     /* something was committed that other processes were not notified of */
	bool is_wanted;     /* somebody in this process has waited */
	bool is_job_unsent; /* the same for jobs that were queued */
	bool is_job_wanted; /* this process watches for queued jobs */
	bool is_closing;
	int wake_fd; /* an eventfd, for the tender */
	struct as_watcher watcher;
};
int as_pg_bell_init(struct as_pg_bell *bell, struct as_error *error) AS_MUST_USE;
void as_pg_bell_clear(struct as_pg_bell *bell);
/** Reports an event: wakes this process; if `here` is set, also other processes soon. */
void as_pg_bell_ring(struct as_pg_bell *bell, bool here);
/** Reports queued jobs: the same, and the watchers for jobs are called. */
void as_pg_bell_queued(struct as_pg_bell *bell);
/** Sets the watcher. */
void as_pg_bell_watch(struct as_pg_bell *bell, const struct as_store_watch *watch);
uint64_t as_pg_bell_count(struct as_pg_bell *bell);
/** Waits until the number of rings exceeds `count`, or until a time. */
void as_pg_bell_wait(struct as_pg_bell *bell, uint64_t count, int64_t until_ns);
/** The work of the tender. */
struct as_pg_wish {
	bool notify, notify_jobs, listen, listen_jobs, close;
};
struct as_pg_wish as_pg_bell_wish(struct as_pg_bell *bell);
/** Called when earlier commits are being notified. */
void as_pg_bell_sent(struct as_pg_bell *bell);
void as_pg_bell_close(struct as_pg_bell *bell);

/** The notification channel for queued jobs. */
#define AS_PG_JOBS_CHANNEL "assay_jobs"

/* ---- session.c: the connection that claims, writes, reads and beats ---- */

struct as_pg_session {
	char *url;
	struct as_pg_bell *bell; /* rung by notices that come */
	pthread_mutex_t lock;    /* guards the rest */
	char *name;              /* of this process, for people; NULL: not made yet */
	struct as_pg_link link;
	int64_t number;
	int64_t beaten_ns;   /* when it beat last */
	int64_t away_ns;     /* since when the server has been unreachable; 0: it is reachable */
	int64_t patience_ns; /* for how long a call waits for it */
	struct as_error refused; /* why it must not go on, if it must not */
	bool is_importing;       /* the store may have the mark of an import: it is this one's */
	atomic_bool is_leaving;  /* a lost connection is not opened again; not guarded */
};

int as_pg_session_open(struct as_pg_session *session, const char *url, struct as_pg_bell *bell,
	struct as_error *error) AS_MUST_USE;
/** Releases its claims. */
void as_pg_session_close(struct as_pg_session *session);
/** An operation on the connection. It returns 0 or more, or -1. */
typedef int (*as_pg_call)(struct as_pg_session *session, void *context, struct as_error *error);
/** Runs an operation exclusively. If the connection is lost meanwhile, opens a new session and
 * repeats the operation, which must therefore be repeatable. */
int as_pg_session_call(struct as_pg_session *session, as_pg_call call, void *context,
	struct as_error *error) AS_MUST_USE;
/** The same in a transaction. */
int as_pg_session_write(struct as_pg_session *session, as_pg_call call, void *context,
	struct as_error *error) AS_MUST_USE;
/** Runs an operation at most once. Opens a new session first if the connection is lost, and sends a
 * heartbeat if it is due. */
void as_pg_session_try(struct as_pg_session *session, as_pg_call call, void *context);
/** The descriptor of the connection, to poll; -1: it is lost. */
int as_pg_session_socket(struct as_pg_session *session);

#endif
