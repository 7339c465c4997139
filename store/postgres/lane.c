/* SPDX-License-Identifier: MIT */
/*
 * The sessions that serve lanes. A session that serves a lane holds a shared advisory lock whose
 * second key is a hash of the lane. The server releases the lock at the end of the session, however
 * it ends, so a dead worker cannot appear alive.
 */
#include "postgres.h"

#include <string.h>

/* ---- served ---- */

int as_pg_serve(void *back, const char *const *lanes, size_t count, struct as_error *error)
{
	struct as_postgres *postgres = back;
	AS_AUTO_FREE char *text = as_pg_write_array(lanes, count, error);
	AS_PG_QUERY query = {.which = AS_PG_LANE_SERVE};

	if (!text)
		return -1;
	as_pg_add_text(&query.values, text);
	return as_pg_session_find(&postgres->session, &query, error) < 0 ? -1 : 0;
}

/* ---- who ---- */

void as_pg_watch(void *back, const struct as_store_watch *watch)
{
	struct as_postgres *postgres = back;

	as_pg_bell_watch(&postgres->bell, watch);
}

static int rename_session(struct as_pg_session *session, void *context, struct as_error *error)
{
	struct as_pg_values values = {0};
	char *name = strdup(context);

	if (!name)
		return as_error_no_memory(error);
	free(session->name);
	session->name = name;
	as_pg_add_number(&values, session->number);
	as_pg_add_text(&values, name);
	return as_pg_run(&session->link, AS_PG_SESSION_RENAME, &values, NULL, error);
}

int as_pg_rename(void *back, const char *name, struct as_error *error)
{
	struct as_postgres *postgres = back;

	return as_pg_session_call(&postgres->session, rename_session, (void *)name, error);
}
