/* SPDX-License-Identifier: MIT */
/* postgres: the back end on a PostgreSQL server. open.c describes its connections and threads. */
#ifndef ASSAY_STORE_POSTGRES_H
#define ASSAY_STORE_POSTGRES_H

#include "session.h"
#include "texts.h"

/* ---- number.c, sweep.c ---- */

/** Maximum number of events that are numbered in one transaction, which must end in time. */
#define AS_PG_MAX_EVENTS 10000
/** Numbers committed events that have no number yet. */
int as_pg_number_events(struct as_pg_link *link, struct as_error *error) AS_MUST_USE;
/** The server's clock, compared with the monotonic clock of this process. */
struct as_pg_clock {
	int64_t ahead_ms;
	int64_t agreed_ns; /* since when the clocks have agreed, monotonic; 0: not known */
};
/** Queues again the claims of dead sessions, and ends silent sessions; never the session `own`.
 * Does nothing if the user may not claim jobs, or if another process is sweeping or has just swept.
 * `clock` NULL: sweeps even then, but ends no silent session. */
int as_pg_sweep(struct as_pg_link *link, int64_t own, struct as_pg_clock *clock,
	struct as_error *error) AS_MUST_USE;

/* ---- tender.c: the thread that beats, sweeps and listens ---- */

struct as_pg_tender {
	struct as_pg_session *session;
	struct as_pg_bell *bell;
	pthread_t thread;
	int64_t listening, listening_jobs; /* the session that does */
	int64_t swept_ns, sent_ns;
	struct as_pg_clock clock;
};
/** Sweeps once, then starts the thread. */
int as_pg_tender_start(struct as_pg_tender *tender, struct as_error *error) AS_MUST_USE;
void as_pg_tender_end(struct as_pg_tender *tender);

/* ---- the back end ---- */

struct as_postgres {
	struct as_pg_session session;
	struct as_pg_bell bell;
	struct as_pg_tender tender;
};

/** open.c: why a connection to a host with this address is unsafe; NULL: it is safe. */
const char *as_pg_warning(const char *host, const char *address, const char *sslmode);
/** claim.c: a statement that tests run. */
extern const struct as_statement as_pg_claim_first;
/** session.c: they end the session $1. */
extern const struct as_statement as_pg_session_release, as_pg_session_remove;
/** sql.c: the text of a statement as the server understands it, on the heap. */
char *as_pg_write_text(const struct as_statement *statement, struct as_error *error) AS_MUST_USE;
extern const struct as_sql_ops as_pg_sql_ops;

/* The functions of back.h, by file. */
int as_pg_query(void *back, const struct as_statement *statement, const struct as_value *values,
	struct as_rows *rows, struct as_error *error);
int64_t as_pg_run_alone(void *back, const struct as_statement *statement,
	const struct as_value *values, struct as_error *error);
int as_pg_read(void *back, as_sql_call *call, void *context, struct as_error *error);
int as_pg_write(void *back, as_sql_call *call, void *context, struct as_error *error);
int as_pg_snapshot(void *back, as_sql_call *call, void *context, struct as_error *error);
int as_pg_claim(void *back, const struct as_store_wanted *wanted, struct as_store_claim *claim,
	struct as_error *error);
int as_pg_serve(void *back, const char *const *lanes, size_t count, struct as_error *error);
void as_pg_watch(void *back, const struct as_store_watch *watch);
int as_pg_rename(void *back, const char *name, struct as_error *error);
int as_pg_write_runs(void *back, const char *text, struct as_error *error);
int as_pg_read_runs(
	void *back, int64_t space, as_take_runs *take, void *context, struct as_error *error);
void as_pg_leave(void *back);
bool as_pg_owns(void *back, const struct as_store_claim *claim);
int as_pg_complete(void *back, const struct as_store_claim *claim,
	const struct as_recorded *recorded, struct as_error *error);
int as_pg_wait(void *back, int64_t *after, int64_t max_ns, struct as_error *error);
int as_pg_remove_some(
	void *back, int64_t before_ms, struct as_store_removed *removed, struct as_error *error);
int as_pg_mark_import(void *back, bool is_incomplete, struct as_error *error);
int as_pg_grant(void *back, const char *role, enum as_store_right right, struct as_error *error);

/* ---- open.c ---- */

int as_postgres_open(const char *url, struct as_store *store, struct as_error *error) AS_MUST_USE;
int as_postgres_check_url(const char *url, struct as_error *error) AS_MUST_USE;

#endif
