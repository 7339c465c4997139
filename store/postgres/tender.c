/* SPDX-License-Identifier: MIT */
/*
 * The tender: a thread with a connection of its own. It
 *   - has the session beat when nobody else uses it (session.c),
 *   - sweeps once a second (sweep.c),
 *   - tells the other processes of what this one has committed: NOTIFY after the commit, at most
 *     every 20 ms, because a transaction that notifies makes all others that do wait for its flush,
 *   - listens, once a thread of this process has waited for an event.
 * A connection that is lost is opened again; what was missed meanwhile is seen by the sweep.
 */
#include "postgres.h"

#include <poll.h>

#define SWEEP_NS INT64_C(1000000000)
#define NOTIFY_NS INT64_C(20000000)

/* ---- its connection ---- */

/* Also where it was lost, at most once in a second. */
static bool has_link(struct as_pg_tender *tender)
{
	struct as_pg_link *link = &tender->link;

	if (link->db && !link->is_lost)
		return true;
	if (as_now_ns() - tender->opened_ns < SWEEP_NS)
		return false;
	tender->opened_ns = as_now_ns();
	tender->is_listening = false;
	as_pg_link_close(link);
	return as_pg_link_open(link, tender->session->url, NULL) == 0;
}

static void listen(struct as_pg_tender *tender)
{
	if (as_pg_do(&tender->link, "LISTEN assay", NULL))
		return;
	tender->is_listening = true;
	/* For what was committed before. */
	as_pg_bell_ring(tender->bell, false);
}

static void notify(struct as_pg_tender *tender)
{
	/* Nobody waits for the disk: the sweep sees what this would have told. */
	static const char text[] =
		"BEGIN; SET LOCAL synchronous_commit = off; NOTIFY assay; COMMIT";

	as_pg_bell_sent(tender->bell);
	tender->sent_ns = as_now_ns();
	if (as_pg_do(&tender->link, text, NULL))
		as_pg_roll_back(&tender->link);
}

static void hear(struct as_pg_tender *tender)
{
	PGnotify *news;
	bool any = false;

	if (!PQconsumeInput(tender->link.db))
		tender->link.is_lost = true;
	while ((news = PQnotifies(tender->link.db))) {
		any = true;
		PQfreemem(news);
	}
	if (any)
		as_pg_bell_ring(tender->bell, false);
}

static void sweep(struct as_pg_tender *tender)
{
	const int64_t own = as_pg_session_number(tender->session);

	tender->swept_ns = as_now_ns();
	if (as_pg_sweep(&tender->link, own, false, NULL))
		as_pg_roll_back(&tender->link);
	/* A notice may have been lost. */
	as_pg_bell_ring(tender->bell, false);
}

/* ---- the thread ---- */

static void rest(struct as_pg_tender *tender, bool is_unsent)
{
	struct pollfd entries[2] = {{.fd = tender->bell->wake_fd, .events = POLLIN},
		{.fd = tender->link.is_lost ? -1 : PQsocket(tender->link.db), .events = POLLIN}};
	int64_t until_ns = tender->swept_ns + SWEEP_NS;

	if (is_unsent && until_ns > tender->sent_ns + NOTIFY_NS)
		until_ns = tender->sent_ns + NOTIFY_NS;
	const int64_t left_ns = until_ns - as_now_ns();
	poll(entries, 2, left_ns > 0 ? (int)(left_ns / 1000000) + 1 : 0);
}

static void tend(struct as_pg_tender *tender, const struct as_pg_wish *wish)
{
	const int64_t now_ns = as_now_ns();

	if (wish->listen && !tender->is_listening)
		listen(tender);
	if (wish->notify && now_ns - tender->sent_ns >= NOTIFY_NS)
		notify(tender);
	if (now_ns - tender->swept_ns >= SWEEP_NS)
		sweep(tender);
	hear(tender);
}

static void *work(void *argument)
{
	struct as_pg_tender *tender = argument;

	for (;;) {
		struct as_pg_wish wish = as_pg_bell_wish(tender->bell);
		if (wish.close)
			return NULL;
		as_pg_session_beat(tender->session);
		if (has_link(tender))
			tend(tender, &wish);
		else
			tender->swept_ns = as_now_ns();
		wish = as_pg_bell_wish(tender->bell);
		if (!wish.close)
			rest(tender, wish.notify && !tender->link.is_lost);
	}
}

/* Of what died before this process came, whatever can be claimed again is. */
static int sweep_first(struct as_pg_tender *tender, int64_t own, struct as_error *error)
{
	struct as_pg_link *link = &tender->link;

	for (int i = 1;; i++) {
		struct as_error why = {0};
		if (as_pg_link_open(link, tender->session->url, &why) == 0 &&
			as_pg_sweep(link, own, true, &why) == 0)
			return 0;
		if (!link->was_open || !link->is_lost || i == AS_PG_TRIES) {
			if (error)
				*error = why;
			return -1;
		}
		as_pg_link_close(link);
	}
}

int as_pg_tender_start(struct as_pg_tender *tender, struct as_error *error)
{
	tender->swept_ns = tender->opened_ns = as_now_ns();
	if (sweep_first(tender, as_pg_session_number(tender->session), error))
		return -1;
	const int cause = pthread_create(&tender->thread, NULL, work, tender);
	return cause == 0 ? 0
			  : as_error_sys(error, AS_ERROR_INTERNAL, cause, "cannot start a thread");
}

void as_pg_tender_end(struct as_pg_tender *tender)
{
	as_pg_bell_close(tender->bell);
	pthread_join(tender->thread, NULL);
}
