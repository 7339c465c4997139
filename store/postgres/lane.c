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
	static const struct as_statement serve = {
		.text = "SELECT pg_advisory_lock_shared(" AS_PG_LOCK_LANE
			", hashtext(lane)) FROM unnest($1::text[]) AS served (lane)"};
	AS_AUTO_FREE char *text = as_pg_write_array(lanes, count, error);

	return !text || as_pg_run_alone(back, &serve, AS_VALUES(AS_TEXT(text)), error) < 0 ? -1 : 0;
}

/* ---- who ---- */

void as_pg_watch(void *back, const struct as_store_watch *watch)
{
	struct as_postgres *postgres = back;

	as_pg_bell_watch(&postgres->bell, watch);
}

static int rename_session(struct as_pg_session *session, void *context, struct as_error *error)
{
	static const struct as_statement set = {
		.text = "UPDATE session SET name = $2 WHERE id = $1"};
	char *name = strdup(context);

	if (!name)
		return as_error_no_memory(error);
	free(session->name);
	session->name = name;
	return as_sql_run(&session->link.sql, &set,
		       AS_VALUES(AS_INT(session->number), AS_TEXT(name)), error) < 0
		       ? -1
		       : 0;
}

int as_pg_rename(void *back, const char *name, struct as_error *error)
{
	struct as_postgres *postgres = back;

	return as_pg_session_call(&postgres->session, rename_session, (void *)name, error);
}
