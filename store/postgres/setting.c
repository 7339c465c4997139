/* SPDX-License-Identifier: MIT */
/* Spaces, settings, rights. */
#include "postgres.h"

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
