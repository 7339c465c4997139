/* SPDX-License-Identifier: MIT */
/* One connection. Every statement is sent without blocking, and its answer has a deadline: a server
 * that is stopped, or behind a broken network, must not block a worker forever. */
#include "link.h"

#include <errno.h>
#include <poll.h>

static int report_lost(struct as_pg_link *link, const char *why, struct as_error *error)
{
	link->is_lost = true;
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
int as_pg_finish(
	struct as_pg_link *link, int sent, int64_t max_ns, PGresult **rows, struct as_error *error)
{
	AS_PG_ROWS last = NULL;
	const int64_t until_ns = as_now_ns() + max_ns;

	link->is_bad_row = false;
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

int as_pg_text(struct as_pg_link *link, const char *text, int64_t max_ns, PGresult **rows,
	struct as_error *error)
{
	return as_pg_finish(link, PQsendQuery(link->db, text), max_ns, rows, error);
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
