/* SPDX-License-Identifier: MIT */
/*
 * Detects a connection pooler between this process and the server. In session mode a pooler is
 * harmless. In transaction mode each transaction may use another connection of the server, so that
 * advisory locks, prepared statements, settings, and heartbeats do not work.
 *
 * A pooler invents the process number of a connection. In that case a second connection shows its
 * mode: while the first one is open, it must not have the same process of the server. If other
 * clients use the pooler at that moment it may get another process by chance; then a heartbeat or a
 * prepared statement detects the pooler later (session.c, refusal.c).
 */
#include "link.h"

/* The process that serves the connection now. */
static int read_process(struct as_pg_link *link, int64_t *process, struct as_error *error)
{
	AS_PG_ROWS rows = NULL;

	if (as_pg_text(link, "SELECT pg_backend_pid()", AS_PG_ANSWER_NS, &rows, error))
		return -1;
	*process = strtoll(PQgetvalue(rows, 0, 0), NULL, 10);
	return 0;
}

int as_pg_check_pooler(struct as_pg_link *link, const char *url, struct as_error *error)
{
	struct as_pg_link second = {.db = NULL};
	int64_t process, other = 0;

	if (read_process(link, &process, error))
		return -1;
	if (process == PQbackendPID(link->db))
		return 0;
	const int failed =
		as_pg_link_open(&second, url, error) || read_process(&second, &other, error);
	as_pg_link_close(&second);
	if (failed)
		return -1;
	return other == process ? as_error_set(error, AS_ERROR_USAGE, AS_PG_POOLER) : 0;
}
