/* SPDX-License-Identifier: MIT */
/* Messages for PostgreSQL's errors. libpq never includes a password in a message. */
#include "link.h"

#include <string.h>

/* The first line of a message of libpq, which may have several, without the text before "FATAL:" or
 * "ERROR:". */
static void take_line(const char *message, char *line, size_t size)
{
	const char *severity = strstr(message, "FATAL:  ");

	if (!severity)
		severity = strstr(message, "ERROR:  ");
	if (severity)
		message = severity + 8;
	snprintf(line, size, "%.*s", (int)strcspn(message, "\n"), message);
}

/* A failed connection has no code, only a message; messages in other languages than English match
 * the last row. */
static const struct {
	const char *part, *remedy;
	bool passes; /* it may be over soon */
} refusals[] = {
	{"too many clients already",
		"close other programs that use it, or raise max_connections: each process of "
		"assay takes a connection",
		true},
	{"connection slots are reserved",
		"close other programs that use it, or raise max_connections: each process of "
		"assay takes a connection",
		true},
	{"too many connections",
		"close other programs that use it, or raise its limit: each process of assay "
		"takes a connection",
		true},
	{"password authentication failed",
		"write the password into ~/.pgpass (mode 600) or PGPASSWORD", false},
	{"no password supplied", "write the password into ~/.pgpass (mode 600) or PGPASSWORD",
		false},
	{"pg_hba.conf", "have the server's pg_hba.conf allow this user and machine", false},
	{"role \"", "name another user, or create this one with createuser", false},
	{"database \"", "name another database, or create this one with createdb", false},
	{"session is read-only",
		"name the server that accepts writes, or several, as in "
		"postgresql://HOST1,HOST2/DATABASE",
		true},
	{"certificate", "set sslrootcert to the certificate of the server's authority", false},
	{"", "check the address, and that the server is running", true},
};

int as_pg_refusal(const PGconn *db, struct as_error *error)
{
	char line[400];
	size_t i = 0;

	if (!db)
		return as_error_no_memory(error);
	take_line(PQerrorMessage(db), line, sizeof(line));
	while (!strstr(line, refusals[i].part))
		i++;
	as_error_set(error, AS_ERROR_USAGE,
		"cannot open the store on the PostgreSQL server: %s; %s", line, refusals[i].remedy);
	return refusals[i].passes ? as_pg_away(error) : -1;
}

int as_pg_away(struct as_error *error)
{
	if (error)
		error->sys_errno = AS_AWAY_ERRNO;
	return -1;
}

static const struct {
	const char *code; /* the beginning of a SQLSTATE */
	const char *part; /* of the message */
	enum as_error_kind kind;
	const char *remedy;
} errors[] = {
	{"53100", "", AS_ERROR_INTERNAL,
		"free space on the disk of the server and run the command again"},
	{"53", "", AS_ERROR_INTERNAL,
		"give the server more of it, or close other programs that use it"},
	{"42501", "for database", AS_ERROR_USAGE,
		"name a user who has this right, or have the owner of the database grant it"},
	{"42501", "", AS_ERROR_USAGE,
		"have the owner of the store run assay store grant URL ROLE worker|server|reader"},
	{"25006", "", AS_ERROR_USAGE, "name the server that accepts writes"},
	{"23", "", AS_ERROR_INTERNAL, "a row refers to one that is missing, or comes twice"},
	{"22", "", AS_ERROR_INTERNAL, "a row has a value that cannot be stored"},
	{"XX", "", AS_ERROR_INTERNAL, "the store is damaged; restore a backup"},
	{"", "", AS_ERROR_INTERNAL, "see the log of the server"},
};

/* A prepared statement is missing, or exists already: it was prepared on another connection. */
static bool is_by_pooler(const char *code)
{
	return code && (strcmp(code, "42P05") == 0 || strcmp(code, "26000") == 0);
}

int as_pg_error(const PGresult *rows, struct as_error *error)
{
	const char *code = PQresultErrorField(rows, PG_DIAG_SQLSTATE);
	const char *text = PQresultErrorField(rows, PG_DIAG_MESSAGE_PRIMARY);
	size_t i = 0;

	if (!rows)
		return as_error_no_memory(error);
	if (is_by_pooler(code))
		return as_error_set(error, AS_ERROR_USAGE, AS_PG_POOLER);
	while (strncmp(code ? code : "", errors[i].code, strlen(errors[i].code)) != 0 ||
		!strstr(text ? text : "", errors[i].part))
		i++;
	return as_error_set(error, errors[i].kind, "the PostgreSQL server reports: %s; %s",
		text ? text : PQresultErrorMessage(rows), errors[i].remedy);
}
