/* SPDX-License-Identifier: MIT */
/*
 * Calls about lanes: the lanes of queued jobs, and the sessions that serve them. A session that
 * serves a lane holds a shared advisory lock whose second key is a hash of the lane. The server
 * releases the lock at the end of the session, however it ends, so a dead worker cannot appear
 * alive.
 */
#include "postgres.h"

#include <string.h>

/* ---- queued ---- */

int as_pg_list_lanes(void *back, char ***lanes, struct as_error *error)
{
	struct as_postgres *postgres = back;
	AS_PG_QUERY query = {.which = AS_PG_LANE_LIST};

	if (as_pg_session_find(&postgres->session, &query, error) < 0)
		return -1;
	char **names = calloc((size_t)PQntuples(query.rows) + 1, sizeof(*names));
	if (!names)
		return as_error_no_memory(error);
	for (int i = 0; i < PQntuples(query.rows); i++)
		if (as_pg_take_text(query.rows, i, 0, &names[i], error)) {
			as_names_free(names);
			return -1;
		}
	*lanes = names;
	return 0;
}

int as_pg_job_lane(
	void *back, int64_t job, char **lane, enum as_store_state *state, struct as_error *error)
{
	struct as_postgres *postgres = back;
	AS_PG_QUERY query = {.which = AS_PG_LANE_OF_JOB};

	as_pg_add_number(&query.values, job);
	const int found = as_pg_session_find(&postgres->session, &query, error);
	if (found < 0 || PQntuples(query.rows) == 0)
		return found < 0 ? -1 : 0;
	*state = (enum as_store_state)as_pg_number(query.rows, 0, 1);
	return as_pg_take_text(query.rows, 0, 0, lane, error) ? -1 : 1;
}

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

int as_pg_list_unserved(
	void *back, struct as_store_unserved **unserved, size_t *count, struct as_error *error)
{
	struct as_postgres *postgres = back;
	AS_PG_QUERY query = {.which = AS_PG_LANE_UNSERVED};

	if (as_pg_session_find(&postgres->session, &query, error) < 0)
		return -1;
	const size_t found = (size_t)PQntuples(query.rows);
	struct as_store_unserved *list = calloc(found + 1, sizeof(*list));
	if (!list)
		return as_error_no_memory(error);
	for (size_t i = 0; i < found; i++) {
		list[i].jobs = (uint64_t)as_pg_number(query.rows, (int)i, 1);
		if (as_pg_take_text(query.rows, (int)i, 0, &list[i].lane, error)) {
			as_store_unserved_free(list, found);
			return -1;
		}
	}
	*unserved = list;
	*count = found;
	return 0;
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
