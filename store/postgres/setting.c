/* SPDX-License-Identifier: MIT */
/* Spaces, settings, rights. */
#include "postgres.h"

struct naming {
	const char *name;
	int64_t *space;
};

static int find_or_add_space(struct as_pg_session *session, void *context, struct as_error *error)
{
	const struct naming *naming = context;
	struct as_pg_values values = {0};
	AS_PG_ROWS rows = NULL;

	as_pg_add_text(&values, naming->name);
	int found = as_pg_find(&session->link, AS_PG_SPACE_FIND, &values, &rows, error);
	if (found == 0 && as_pg_run(&session->link, AS_PG_SPACE_ADD, &values, NULL, error) == 0)
		found = as_pg_find(&session->link, AS_PG_SPACE_FIND, &values, &rows, error);
	if (found != 1)
		return -1;
	*naming->space = as_pg_number(rows, 0, 0);
	return 0;
}

int as_pg_find_space(void *back, const char *name, int64_t *space, struct as_error *error)
{
	struct as_postgres *postgres = back;

	return as_pg_session_call(
		&postgres->session, find_or_add_space, &(struct naming){name, space}, error);
}

int as_pg_look_up_space(void *back, const char *name, int64_t *space, struct as_error *error)
{
	struct as_postgres *postgres = back;
	AS_PG_QUERY query = {.which = AS_PG_SPACE_FIND};

	as_pg_add_text(&query.values, name);
	const int found = as_pg_session_find(&postgres->session, &query, error);
	if (found == 1)
		*space = as_pg_number(query.rows, 0, 0);
	return found;
}

int as_pg_read_setting(
	void *back, int64_t space, const char *name, char **value, struct as_error *error)
{
	struct as_postgres *postgres = back;
	AS_PG_QUERY query = {.which = AS_PG_SETTING_READ};

	as_pg_add_number(&query.values, space);
	as_pg_add_text(&query.values, name);
	const int found = as_pg_session_find(&postgres->session, &query, error);
	return found == 1 ? as_pg_take_text(query.rows, 0, 0, value, error) : found;
}

int as_pg_write_setting(
	void *back, int64_t space, const char *name, const char *value, struct as_error *error)
{
	struct as_postgres *postgres = back;
	AS_PG_QUERY query = {.which = AS_PG_SETTING_WRITE};

	as_pg_add_number(&query.values, space);
	as_pg_add_text(&query.values, name);
	as_pg_add_text(&query.values, value);
	return as_pg_session_find(&postgres->session, &query, error);
}

struct grant {
	const char *role;
	enum as_store_right right;
};

static int grant(struct as_pg_session *session, void *context, struct as_error *error)
{
	const struct grant *grant = context;

	return as_pg_give(&session->link, grant->role, grant->right, error);
}

int as_pg_grant(void *back, const char *role, enum as_store_right right, struct as_error *error)
{
	struct as_postgres *postgres = back;

	return as_pg_session_write(&postgres->session, grant, &(struct grant){role, right}, error);
}
