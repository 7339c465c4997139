/* SPDX-License-Identifier: MIT */
/*
 * A store on a PostgreSQL server. Any number of processes can open it. Each process has
 * - a session: its connection, which claims, writes, reads, sends heartbeats, sweeps and listens,
 *   one operation at a time (session.c). A server has 100 connections by default, so each process
 *   has only one; checks, exports, imports and the status use another one temporarily.
 * - a tender: a maintenance thread that uses the session on its own initiative (tender.c).
 *
 * A process keeps no state that the server does not have: a killed process loses only its claims.
 */
#include "postgres.h"

#include <arpa/inet.h>
#include <string.h>

static void close_all(void *back)
{
	struct as_postgres *postgres = back;

	as_pg_tender_end(&postgres->tender);
	as_pg_session_close(&postgres->session);
	as_pg_bell_clear(&postgres->bell);
	free(postgres);
}

static void tell(void *back, bool has_jobs)
{
	struct as_postgres *postgres = back;

	if (has_jobs)
		as_pg_bell_queued(&postgres->bell);
	else
		as_pg_bell_ring(&postgres->bell, true);
}

static const struct as_store_ops ops = {
	.close = close_all,
	.query = as_pg_query,
	.execute = as_pg_run_alone,
	.read = as_pg_read,
	.write = as_pg_write,
	.snapshot = as_pg_snapshot,
	.tell = tell,
	.claim = as_pg_claim,
	.owns = as_pg_owns,
	.complete = as_pg_complete,
	.wait = as_pg_wait,
};

static const struct as_upkeep_ops upkeep = {
	.mark_import = as_pg_mark_import,
	.remove_some = as_pg_remove_some,
	.grant = as_pg_grant,
};

static const struct as_worker_ops workers = {
	.serve = as_pg_serve,
	.watch = as_pg_watch,
	.rename = as_pg_rename,
	.leave = as_pg_leave,
	.write_runs = as_pg_write_runs,
	.read_runs = as_pg_read_runs,
};

int as_postgres_check_url(const char *url, struct as_error *error)
{
	/* libpq's own message would quote the URL, which may contain a password. */
	char *why = NULL;
	PQconninfoOption *options = PQconninfoParse(url, &why);
	const bool is_bad = !options;

	PQconninfoFree(options);
	PQfreemem(why);
	return is_bad ? as_error_set(error, AS_ERROR_USAGE,
				"the URL of the store is malformed; use "
				"postgresql://[USER@]HOST[:PORT]/DATABASE[?sslmode=verify-full]")
		      : 0;
}

/* True if the connection to the server cannot be intercepted. */
static bool is_local(const char *host, const char *address)
{
	struct in_addr four;

	if (!host || !*host || *host == '/' || *host == '@')
		return true;
	if (!address || !*address)
		return strcmp(host, "localhost") == 0;
	return strcmp(address, "::1") == 0 ||
	       (inet_pton(AF_INET, address, &four) == 1 && ntohl(four.s_addr) >> 24 == 127);
}

const char *as_pg_warning(const char *host, const char *address, const char *sslmode)
{
	if (is_local(host, address) || strcmp(sslmode, "verify-full") == 0)
		return NULL;
	return "the connection to the store is not protected against others in the network; add "
	       "?sslmode=verify-full to its URL";
}

/* The settings are those of the URL, the environment and a service file together. */
static const char *find_warning(PGconn *db)
{
	PQconninfoOption *options = PQconninfo(db);
	const char *warning = NULL;

	for (const PQconninfoOption *option = options; option && option->keyword; option++)
		if (strcmp(option->keyword, "sslmode") == 0)
			warning = as_pg_warning(
				PQhost(db), PQhostaddr(db), option->val ? option->val : "");
	PQconninfoFree(options);
	return warning;
}

int as_postgres_open(const char *url, struct as_store *store, struct as_error *error)
{
	struct as_postgres *postgres = calloc(1, sizeof(*postgres));

	if (!postgres)
		return as_error_no_memory(error);
	postgres->tender =
		(struct as_pg_tender){.session = &postgres->session, .bell = &postgres->bell};
	if (as_pg_bell_init(&postgres->bell, error) == 0 &&
		as_pg_session_open(&postgres->session, url, &postgres->bell, error) == 0) {
		/* Before the tender's thread uses the connection. */
		const char *warning = find_warning(postgres->session.link.db);
		if (as_pg_tender_start(&postgres->tender, error) == 0) {
			*store = (struct as_store){.ops = &ops,
				.upkeep = &upkeep,
				.workers = &workers,
				.back = postgres,
				.warning = warning};
			return 0;
		}
	}
	as_pg_session_close(&postgres->session);
	as_pg_bell_clear(&postgres->bell);
	free(postgres);
	return -1;
}
