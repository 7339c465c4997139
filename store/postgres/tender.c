/* SPDX-License-Identifier: MIT */
/*
 * The tender is a maintenance thread that uses the session while no other thread does. It
 * - sends the heartbeats of the session (session.c),
 * - sweeps once a second (sweep.c),
 * - notifies the other processes of commits of this one: NOTIFY after the commit, at most every 20
 *   ms, because transactions with a notification wait for each other's flush,
 * - listens: for events (the channel `assay`), after a thread of this process has waited for one,
 *   and for queued jobs (`assay_jobs`), if there is a worker.
 *
 * Notifications that arrive while another thread uses the connection are read by that thread. If
 * the connection is lost, the sweep finds what was missed.
 */
#include "postgres.h"

#include <poll.h>

#define SWEEP_NS INT64_C(1000000000)
#define NOTIFY_NS INT64_C(20000000)

/* ---- what it does with the session ---- */

static int listen(struct as_pg_session *session, void *context, struct as_error *error)
{
	struct as_pg_tender *tender = context;

	if (tender->listening == session->number)
		return 0;
	if (as_pg_do(&session->link, "LISTEN assay", error))
		return -1;
	tender->listening = session->number;
	/* For earlier commits. */
	as_pg_bell_ring(tender->bell, false);
	return 0;
}

static int listen_jobs(struct as_pg_session *session, void *context, struct as_error *error)
{
	struct as_pg_tender *tender = context;

	if (tender->listening_jobs == session->number)
		return 0;
	if (as_pg_do(&session->link, "LISTEN " AS_PG_JOBS_CHANNEL, error))
		return -1;
	tender->listening_jobs = session->number;
	as_watcher_queued(&tender->bell->watcher);
	return 0;
}

static int notify(struct as_pg_session *session, void *context, struct as_error *error)
{
	const struct as_pg_wish *wish = context;

	/* No process waits for the disk: the sweep finds events of a lost notification. */
	return as_pg_do(&session->link,
		wish->notify_jobs ? "BEGIN; SET LOCAL synchronous_commit = off; NOTIFY assay;"
				    " NOTIFY " AS_PG_JOBS_CHANNEL "; COMMIT"
				  : "BEGIN; SET LOCAL synchronous_commit = off; NOTIFY assay;"
				    " COMMIT",
		error);
}

static int hear(struct as_pg_session *session, void *context, struct as_error *error)
{
	(void)context, (void)error;
	session->link.is_lost = !PQconsumeInput(session->link.db);
	return session->link.is_lost ? -1 : 0;
}

static int sweep(struct as_pg_session *session, void *context, struct as_error *error)
{
	return as_pg_sweep(&session->link, session->number, context, error);
}

/* ---- the thread ---- */

static void rest(const struct as_pg_tender *tender, const struct as_pg_wish *wish)
{
	struct pollfd entries[2] = {{.fd = tender->bell->wake_fd, .events = POLLIN},
		{.fd = wish->listen || wish->listen_jobs ? as_pg_session_socket(tender->session)
							 : -1,
			.events = POLLIN}};
	int64_t until_ns = tender->swept_ns + SWEEP_NS;

	if (wish->notify && until_ns > tender->sent_ns + NOTIFY_NS)
		until_ns = tender->sent_ns + NOTIFY_NS;
	const int64_t left_ns = until_ns - as_now_ns();
	poll(entries, 2, left_ns > 0 ? (int)(left_ns / 1000000) + 1 : 0);
}

/* The next call of the store reports an error. */
static void tend(struct as_pg_tender *tender, const struct as_pg_wish *wish)
{
	struct as_pg_session *session = tender->session;
	const int64_t now_ns = as_now_ns();

	if (wish->notify && now_ns - tender->sent_ns >= NOTIFY_NS) {
		as_pg_bell_sent(tender->bell);
		tender->sent_ns = now_ns;
		as_pg_session_try(session, notify, (void *)wish);
	}
	if (now_ns - tender->swept_ns >= SWEEP_NS) {
		tender->swept_ns = now_ns;
		as_pg_session_try(session, sweep, &tender->clock);
		/* A notification may have been lost. */
		as_pg_bell_ring(tender->bell, false);
	}
	if (wish->listen)
		as_pg_session_try(session, listen, tender);
	if (wish->listen_jobs)
		as_pg_session_try(session, listen_jobs, tender);
	if (wish->listen || wish->listen_jobs)
		as_pg_session_try(session, hear, NULL);
}

static void *run_tender(void *argument)
{
	struct as_pg_tender *tender = argument;

	for (;;) {
		const struct as_pg_wish wish = as_pg_bell_wish(tender->bell);
		if (wish.close)
			return NULL;
		tend(tender, &wish);
		const struct as_pg_wish next = as_pg_bell_wish(tender->bell);
		if (!next.close)
			rest(tender, &next);
	}
}

int as_pg_tender_start(struct as_pg_tender *tender, struct as_error *error)
{
	tender->swept_ns = as_now_ns();
	/* Jobs of processes that died before this one started become claimable. */
	if (as_pg_session_call(tender->session, sweep, NULL, error))
		return -1;
	const int cause = pthread_create(&tender->thread, NULL, run_tender, tender);
	return cause == 0 ? 0
			  : as_error_sys(error, AS_ERROR_INTERNAL, cause, "cannot start a thread");
}

void as_pg_tender_end(struct as_pg_tender *tender)
{
	as_pg_bell_close(tender->bell);
	pthread_join(tender->thread, NULL);
}
