/* SPDX-License-Identifier: MIT */
/*
 * The rights of roles other than the owner's. A grant revokes all rights in the schema from a role,
 * then grants those of its kind, in one transaction, and records the kind in `granted`. A new
 * version of the schema grants them again, so that they apply to its tables (migrate.c).
 *
 * The rights of a worker restrict tables and columns; guard.c restricts rows. It may read every
 * blob, and so all submissions and packages, but no names of owners and no bodies of events.
 */
#include "link.h"

#include <string.h>

#define SESSION                                                                                    \
	"USAGE ON SCHEMA assay", "USAGE ON SEQUENCE session_number", "SELECT ON version",          \
		"SELECT, INSERT, DELETE ON session", "UPDATE (name, seen) ON session"

static const char *const worker[] = {SESSION, "UPDATE (runs) ON session",
	"USAGE ON SEQUENCE result_id_seq", "SELECT, INSERT ON sweep", "UPDATE (at) ON sweep",
	"SELECT (space, name, value) ON setting",
	"SELECT (id, space, package, submission, options, class, priority, lane, tag, state,"
	" session, attempt, deaths, result) ON job",
	"UPDATE (state, session, attempt, deaths, result, cause_kind, cause_errno, cause, claimed)"
	" ON job",
	"SELECT (id, path, language, entry_point, files) ON submission",
	"SELECT (digest, name, blob, fault, faults, held) ON package",
	"UPDATE (fault, faults, held, held_at) ON package", "SELECT, INSERT ON blob",
	"UPDATE (written) ON blob", "SELECT, INSERT ON chunk", "UPDATE (data) ON chunk",
	"SELECT, INSERT, DELETE ON upload", "UPDATE (written, was_blob) ON upload",
	"SELECT (id, job, attempt, session) ON result", "INSERT ON result", "SELECT ON unnumbered",
	"INSERT (space, job, kind, time) ON unnumbered",
	"SELECT (number, space, job, kind, time) ON event", NULL};

static const char *const server[] = {SESSION,
	"SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA assay",
	"USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA assay", NULL};
/* Only the owner may change the schema. */
static const char server_revoked[] = "INSERT, UPDATE, DELETE ON version, granted";

static const char *const reader[] = {SESSION, "SELECT ON ALL TABLES IN SCHEMA assay", NULL};

/* By enum as_store_right. */
static const struct kind {
	const char *name;
	const char *const *granted;
	const char *revoked; /* or NULL */
} kinds[] = {
	{"worker", worker, NULL}, {"server", server, server_revoked}, {"reader", reader, NULL}};

/* ---- reasons to refuse a role ---- */

/* A text as a literal of a statement, on the heap. */
static char *quote(struct as_pg_link *link, const char *text, bool is_name, struct as_error *error)
{
	char *quoted = is_name ? PQescapeIdentifier(link->db, text, strlen(text))
			       : PQescapeLiteral(link->db, text, strlen(text));

	if (!quoted)
		as_error_set(error, AS_ERROR_USAGE, "the name of the role is not UTF-8");
	return quoted;
}

static void free_quoted(char **quoted)
{
	PQfreemem(*quoted);
}
#define AUTO_QUOTED AS_AUTO(free_quoted) char *

/* 1: a query for the role returned a row, and `found` is its first column. */
static int find_rights(struct as_pg_link *link, const char *query, const char *role, char found[64],
	struct as_error *error)
{
	AUTO_QUOTED quoted = quote(link, role, false, error);
	AS_AUTO_FREE char *text =
		quoted ? as_text_format(
				 error, "WITH it AS (SELECT %s::text AS role) %s", quoted, query)
		       : NULL;
	AS_PG_ROWS rows = NULL;

	if (!text || as_pg_text(link, text, AS_PG_ANSWER_NS, &rows, error))
		return -1;
	if (PQntuples(rows) == 0)
		return 0;
	snprintf(found, 64, "%s", PQgetvalue(rows, 0, 0));
	return 1;
}

/* The server only warns about a grant by another role than the owner. */
static int check_owner(struct as_pg_link *link, const char *role, struct as_error *error)
{
	static const char owner[] =
		"SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname = 'assay'"
		" AND NOT pg_has_role(nspowner, 'USAGE')";
	static const char has_all[] = "SELECT 1 FROM pg_namespace, it WHERE nspname = 'assay'"
				      " AND pg_has_role(it.role, nspowner, 'MEMBER')";
	static const char missing[] =
		"SELECT 1 FROM it WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = it.role)";
	char name[64];

	int found = find_rights(link, owner, role, name, error);
	if (found)
		return found < 0 ? -1
				 : as_error_set(error, AS_ERROR_USAGE,
					   "only the owner of the store grants rights; name the "
					   "user '%s' in the URL",
					   name);
	found = find_rights(link, missing, role, name, error);
	if (found)
		return found < 0 ? -1
				 : as_error_set(error, AS_ERROR_USAGE,
					   "the server has no role '%s'; make it by psql: CREATE "
					   "ROLE \"%s\" LOGIN PASSWORD '...'",
					   role, role);
	found = find_rights(link, has_all, role, name, error);
	return found <= 0
		       ? found
		       : as_error_set(error, AS_ERROR_USAGE,
				 "the role '%s' has all rights: it is a superuser, or may act as "
				 "the owner of the store; make another role",
				 role);
}

/* After the grant: finds further rights that the role has, or can acquire. */
static int check_more(struct as_pg_link *link, const char *role, struct as_error *error)
{
	static const char more[] =
		"SELECT other.rolname FROM it, pg_roles AS other"
		" WHERE pg_has_role(it.role, other.oid, 'MEMBER') AND (other.rolcreaterole"
		" OR other.rolreplication OR other.rolname IN ('pg_execute_server_program',"
		" 'pg_read_server_files', 'pg_write_server_files', 'pg_signal_backend')"
		" OR has_table_privilege(other.oid, 'job', 'INSERT')"
		" OR has_schema_privilege(other.oid, 'assay', 'CREATE')"
		" OR has_database_privilege(other.oid, current_database(), 'CREATE'))"
		" ORDER BY other.rolname <> it.role LIMIT 1";
	char name[64];
	const int found = find_rights(link, more, role, name, error);

	if (found <= 0)
		return found;
	if (strcmp(name, role) == 0)
		return as_error_set(error, AS_ERROR_USAGE,
			"the role '%s' may do more than this: it has CREATEROLE, REPLICATION, or "
			"rights of all roles (PUBLIC); make another role, or take them away",
			role);
	return as_error_set(error, AS_ERROR_USAGE,
		"the role '%s' may do more than this: it is a member of '%s'; make another role, "
		"or take it out",
		role, name);
}

/* ---- granting ---- */

static int run_grant(struct as_pg_link *link, const char *verb, const char *rights, const char *way,
	const char *role, struct as_error *error)
{
	AS_AUTO_FREE char *text = as_text_format(error, "%s %s %s %s", verb, rights, way, role);

	return text ? as_pg_do(link, text, error) : -1;
}

static int revoke_all(struct as_pg_link *link, const char *role, struct as_error *error)
{
	static const char *const what[] = {"SCHEMA", "ALL TABLES IN SCHEMA",
		"ALL SEQUENCES IN SCHEMA", "ALL FUNCTIONS IN SCHEMA"};

	for (size_t i = 0; i < sizeof(what) / sizeof(*what); i++) {
		char rights[64];
		snprintf(rights, sizeof(rights), "ALL ON %s assay", what[i]);
		if (run_grant(link, "REVOKE", rights, "FROM", role, error))
			return -1;
	}
	return 0;
}

static int give(
	struct as_pg_link *link, const char *role, const struct kind *kind, struct as_error *error)
{
	AUTO_QUOTED quoted = quote(link, role, true, error);

	if (!quoted || revoke_all(link, quoted, error))
		return -1;
	for (size_t i = 0; kind->granted[i]; i++)
		if (run_grant(link, "GRANT", kind->granted[i], "TO", quoted, error))
			return -1;
	return kind->revoked ? run_grant(link, "REVOKE", kind->revoked, "FROM", quoted, error) : 0;
}

static int note(
	struct as_pg_link *link, const char *role, const struct kind *kind, struct as_error *error)
{
	AUTO_QUOTED quoted = quote(link, role, false, error);
	AS_AUTO_FREE char *text =
		quoted ? as_text_format(error,
				 "INSERT INTO granted (role, kind) VALUES (%s, '%s')"
				 " ON CONFLICT (role) DO UPDATE SET kind = excluded.kind",
				 quoted, kind->name)
		       : NULL;

	return text ? as_pg_do(link, text, error) : -1;
}

int as_pg_give(struct as_pg_link *link, const char *role, enum as_store_right right,
	struct as_error *error)
{
	const struct kind *kind = &kinds[right];

	if (check_owner(link, role, error) || give(link, role, kind, error) ||
		note(link, role, kind, error))
		return -1;
	return right == AS_STORE_SERVER ? 0 : check_more(link, role, error);
}

/* Skips roles that were dropped or that lost the rights. */
int as_pg_grant_again(struct as_pg_link *link, struct as_error *error)
{
	static const char query[] =
		"SELECT role, kind FROM assay.granted JOIN pg_roles ON rolname = role"
		" WHERE has_schema_privilege(oid, 'assay', 'USAGE')";
	AS_PG_ROWS rows = NULL;

	if (as_pg_text(link, query, AS_PG_ANSWER_NS, &rows, error))
		return -1;
	for (int i = 0; i < PQntuples(rows); i++)
		for (size_t k = 0; k < sizeof(kinds) / sizeof(*kinds); k++)
			if (strcmp(PQgetvalue(rows, i, 1), kinds[k].name) == 0 &&
				give(link, PQgetvalue(rows, i, 0), &kinds[k], error))
				return -1;
	return 0;
}
