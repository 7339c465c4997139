/* SPDX-License-Identifier: MIT */
/* One connection. Every statement is sent without blocking, and its answer has a deadline: a server
 * that is stopped, or behind a broken network, must not block a worker forever. */
#include "postgres.h"

#include <errno.h>
#include <poll.h>
#include <string.h>

#define OLDEST_SERVER 140000

static void lose(struct as_pg_link *link)
{
	link->is_lost = true;
}

static int report_lost(struct as_pg_link *link, const char *why, struct as_error *error)
{
	lose(link);
	as_error_set(error, AS_ERROR_INTERNAL,
		"the connection to the PostgreSQL server was lost: %s; run the command again when "
		"the server can be reached",
		why);
	return as_pg_away(error);
}

/* ---- waiting ---- */

/* Waits for the socket; false at the deadline. */
static bool await_socket(struct as_pg_link *link, short events, int64_t until_ns)
{
	struct pollfd entry = {.fd = PQsocket(link->db), .events = events};

	for (;;) {
		const int64_t left_ns = until_ns - as_now_ns();
		const int ready = left_ns > 0 ? poll(&entry, 1, (int)(left_ns / 1000000) + 1) : 0;
		if (ready > 0 || (ready < 0 && errno != EINTR))
			return true;
		if (ready == 0)
			return false;
	}
}

static int send_all(struct as_pg_link *link, int64_t until_ns, struct as_error *error)
{
	int left;

	while ((left = PQflush(link->db)) == 1) {
		/* The server may wait for its output to be read before it reads more. */
		if (!await_socket(link, POLLIN | POLLOUT, until_ns))
			return report_lost(link, "no answer", error);
		if (!PQconsumeInput(link->db))
			return report_lost(link, "it was closed", error);
	}
	return left == 0 ? 0 : report_lost(link, "it was closed", error);
}

/* The next result; NULL: there are no more. */
static int next_result(
	struct as_pg_link *link, int64_t until_ns, PGresult **rows, struct as_error *error)
{
	while (PQisBusy(link->db)) {
		if (!await_socket(link, POLLIN, until_ns))
			return report_lost(link, "no answer", error);
		if (!PQconsumeInput(link->db))
			return report_lost(link, "it was closed", error);
	}
	*rows = PQgetResult(link->db);
	return 0;
}

static bool has_failed(const PGresult *rows)
{
	const ExecStatusType status = PQresultStatus(rows);

	return status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK &&
	       status != PGRES_EMPTY_QUERY;
}

/* Reads all results of a statement; returns the first failed one, or the last. */
static int take_results(
	struct as_pg_link *link, int64_t until_ns, PGresult **last, struct as_error *error)
{
	PGresult *rows = NULL;

	while (next_result(link, until_ns, &rows, error) == 0) {
		if (!rows)
			return 0;
		if (*last && has_failed(*last)) {
			PQclear(rows);
			continue;
		}
		PQclear(*last);
		*last = rows;
	}
	return -1;
}

/* Called after PQsend..., which returned `sent`. */
static int finish(
	struct as_pg_link *link, int sent, int64_t max_ns, PGresult **rows, struct as_error *error)
{
	AS_PG_ROWS last = NULL;
	const int64_t until_ns = as_now_ns() + max_ns;

	if (!sent)
		return report_lost(link, "it was closed", error);
	if (send_all(link, until_ns, error) || take_results(link, until_ns, &last, error))
		return -1;
	if (PQstatus(link->db) == CONNECTION_BAD)
		return report_lost(link, "it was closed", error);
	if (has_failed(last)) {
		const char *code = PQresultErrorField(last, PG_DIAG_SQLSTATE);
		link->is_bad_row = code && code[0] == '2' && (code[1] == '2' || code[1] == '3');
		return as_pg_error(last, error);
	}
	if (rows) {
		PQclear(*rows);
		*rows = as_steal(last);
	}
	return 0;
}

/* ---- statements ---- */

int as_pg_prepare(
	struct as_pg_link *link, const char *name, const char *text, struct as_error *error)
{
	return finish(
		link, PQsendPrepare(link->db, name, text, 0, NULL), link->answer_ns, NULL, error);
}

int as_pg_execute(struct as_pg_link *link, const char *name, const struct as_pg_values *values,
	PGresult **rows, struct as_error *error)
{
	const int sent = PQsendQueryPrepared(
		link->db, name, values->count, values->data, values->sizes, values->formats, 1);

	return finish(link, sent, link->answer_ns, rows, error);
}

int as_pg_run(struct as_pg_link *link, enum as_pg_statement which,
	const struct as_pg_values *values, PGresult **rows, struct as_error *error)
{
	static const struct as_pg_values none;
	char name[16];

	snprintf(name, sizeof(name), "s%d", (int)which);
	if (!link->is_prepared[which] &&
		as_pg_prepare(link, name, as_pg_statement_text(which), error))
		return -1;
	link->is_prepared[which] = true;
	return as_pg_execute(link, name, values ? values : &none, rows, error);
}

int as_pg_find(struct as_pg_link *link, enum as_pg_statement which,
	const struct as_pg_values *values, PGresult **rows, struct as_error *error)
{
	if (as_pg_run(link, which, values, rows, error))
		return -1;
	return PQntuples(*rows) > 0;
}

int as_pg_text(struct as_pg_link *link, const char *text, int64_t max_ns, PGresult **rows,
	struct as_error *error)
{
	return finish(link, PQsendQuery(link->db, text), max_ns, rows, error);
}

int as_pg_do(struct as_pg_link *link, const char *text, struct as_error *error)
{
	return as_pg_text(link, text, AS_PG_ANSWER_NS, NULL, error);
}

void as_pg_roll_back(struct as_pg_link *link)
{
	const PGTransactionStatusType status =
		link->db ? PQtransactionStatus(link->db) : PQTRANS_IDLE;

	if (!link->is_lost && (status == PQTRANS_INTRANS || status == PQTRANS_INERROR))
		(void)!as_pg_do(link, "ROLLBACK", NULL);
}

/* ---- opening ---- */

/*
 * The server ends the transaction of a stopped client, and the connection of a client that
 * vanished. Every statement walks along an index: plans must not depend on the sizes of the tables.
 * Acknowledged data is on the disk, whatever the server's default.
 */
static const char settings[] =
	"SET search_path = assay, pg_temp; SET client_min_messages = error;"
	"SET default_transaction_isolation = 'read committed'; SET statement_timeout = 0;"
	"SET idle_in_transaction_session_timeout = '10s'; SET lock_timeout = 0;"
	"SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2;"
	"SET tcp_keepalives_count = 3; SET tcp_user_timeout = '10s';"
	"SET client_connection_check_interval = '2s'; SET plan_cache_mode = force_generic_plan;"
	"SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off;"
	"SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off;"
	"SELECT set_config('synchronous_commit', 'on', false)"
	" WHERE current_setting('synchronous_commit') = 'off'";

/* libpq would print it. */
static void ignore_notice(void *context, const PGresult *notice)
{
	(void)context, (void)notice;
}

int as_pg_link_open(struct as_pg_link *link, const char *url, struct as_error *error)
{
	/* The URL can override the settings before it. */
	static const char *const names[] = {"connect_timeout", "target_session_attrs",
		"keepalives_idle", "keepalives_interval", "keepalives_count", "tcp_user_timeout",
		"dbname", "client_encoding", "fallback_application_name", NULL};
	const char *const texts[] = {
		"10", "read-write", "5", "2", "3", "10000", url, "UTF8", "assay", NULL};

	*link = (struct as_pg_link){.sql = {&as_pg_sql_ops},
		.db = PQconnectdbParams(names, texts, 1),
		.answer_ns = AS_PG_ANSWER_NS};
	if (PQstatus(link->db) != CONNECTION_OK) {
		lose(link);
		return as_pg_refusal(link->db, error);
	}
	link->was_open = true;
	PQsetNoticeReceiver(link->db, ignore_notice, NULL);
	if (PQserverVersion(link->db) < OLDEST_SERVER)
		return as_error_set(error, AS_ERROR_USAGE,
			"the PostgreSQL server has version %d, which is too old for a store; use "
			"version 14 or newer",
			PQserverVersion(link->db) / 10000);
	PQsetnonblocking(link->db, 1);
	return as_pg_do(link, settings, error);
}

void as_pg_link_close(struct as_pg_link *link)
{
	PQfinish(link->db);
	*link = (struct as_pg_link){0};
}
