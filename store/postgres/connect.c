/* SPDX-License-Identifier: MIT */
/* Opens a connection, with the settings of a store. */
#include "postgres.h"

#define OLDEST_SERVER 140000

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
		link->is_lost = true;
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
