/* SPDX-License-Identifier: MIT */
/* What only the owner of a store does: grants, and the mark of an import. */
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

/* ---- the mark of an import ---- */

/* Only the owner may change the version. */
static int check_importer(struct as_pg_link *link, struct as_error *error)
{
	static const char owner[] =
		"SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname = 'assay'"
		" AND NOT pg_has_role(nspowner, 'USAGE')";
	AS_PG_ROWS rows = NULL;

	if (as_pg_text(link, owner, AS_PG_ANSWER_NS, &rows, error))
		return -1;
	return PQntuples(rows) == 0 ? 0
				    : as_error_set(error, AS_ERROR_USAGE,
					      "only the owner of the store can import; write "
					      "the user '%s' into the URL",
					      PQgetvalue(rows, 0, 0));
}

static int set_version(struct as_pg_session *session, void *context, struct as_error *error)
{
	const bool *is_incomplete = context;
	const char *sign = *is_incomplete ? "-" : "", *before = *is_incomplete ? "" : "-";
	AS_PG_ROWS rows = NULL;
	char text[128];

	/* Of two imports at the same moment only one sets the mark. */
	snprintf(text, sizeof(text),
		"UPDATE version SET version = %s%zu WHERE version = %s%zu RETURNING version", sign,
		as_pg_migration_count, before, as_pg_migration_count);
	if (check_importer(&session->link, error) ||
		as_pg_text(&session->link, text, AS_PG_ANSWER_NS, &rows, error))
		return -1;
	if (PQntuples(rows) != 1)
		return as_error_set(error, AS_ERROR_USAGE,
			"another import into the store runs, or has failed; import into a new "
			"store");
	session->is_importing = true;
	return 0;
}

int as_pg_mark_import(void *back, bool is_incomplete, struct as_error *error)
{
	struct as_postgres *postgres = back;

	return as_pg_session_write(&postgres->session, set_version, &is_incomplete, error);
}
