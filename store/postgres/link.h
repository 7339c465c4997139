/* SPDX-License-Identifier: MIT */
/* link: a connection to the server; the functions that set schema and rights through it. */
#ifndef ASSAY_STORE_POSTGRES_LINK_H
#define ASSAY_STORE_POSTGRES_LINK_H

#include "back.h"

#include <libpq-fe.h>

/* ---- values.c: what goes into a statement, and what comes out ---- */

/** An array of texts, as a text; clear it after the statement. NULL: out of memory. */
char *as_pg_write_array(const char *const *items, size_t count, struct as_error *error) AS_MUST_USE;

static inline void as_pg_auto_rows(PGresult **rows)
{
	PQclear(*rows);
}
/** The rows that a text returned; initialise with NULL. */
#define AS_PG_ROWS AS_AUTO(as_pg_auto_rows) PGresult *

/* ---- link.c: one connection to the server ---- */

/** Maximum number of attempts to open a store if the connection is lost meanwhile. A refused
 * connection is not tried again. */
#define AS_PG_TRIES 10
/** Without an answer within this time the connection is considered lost. */
#define AS_PG_ANSWER_NS INT64_C(10000000000)
/** For an operation that runs once, such as the first opening of a large store by a new version. */
#define AS_PG_SETUP_NS INT64_C(600000000000)

#define AS_PG_MAX_PREPARED 128

struct as_pg_link {
	struct as_sql sql;
	PGconn *db; /* NULL: it is closed */
	const struct as_statement *prepared[AS_PG_MAX_PREPARED];
	size_t prepared_count;
	bool was_open;     /* the server let it in */
	int64_t answer_ns; /* the deadline of an answer: AS_PG_ANSWER_NS, or as set */
	/** It ended, or there was no answer in time. It is then unknown whether the last statement
	 * was executed. */
	bool is_lost;
	bool is_bad_row; /* the last error was caused by the values of a row */
	bool may_judge;  /* the user may claim jobs */
};

/** connect.c: connects, and applies the settings of a connection. Close it in any case. */
int as_pg_link_open(struct as_pg_link *link, const char *url, struct as_error *error) AS_MUST_USE;
void as_pg_link_close(struct as_pg_link *link);
/** Runs fixed text, which may be several statements; returns the rows of the last one as text. */
int as_pg_text(struct as_pg_link *link, const char *text, int64_t max_ns, PGresult **rows,
	struct as_error *error) AS_MUST_USE;
/** Waits for what PQsend... has sent, if it returned `sent`, and sets `rows` to its result, unless
 * that is NULL. */
int as_pg_finish(struct as_pg_link *link, int sent, int64_t max_ns, PGresult **rows,
	struct as_error *error) AS_MUST_USE;
/** BEGIN, COMMIT and the like. */
int as_pg_do(struct as_pg_link *link, const char *text, struct as_error *error) AS_MUST_USE;
/** Ends a failed transaction, if there is one. */
void as_pg_roll_back(struct as_pg_link *link);

/* ---- refusal.c: PostgreSQL's errors in our words ---- */

/** Records why a connection could not be made, and returns -1. */
int as_pg_refusal(const PGconn *db, struct as_error *error);
/** Marks an error as possibly temporary (as_store_is_away), and returns -1. */
int as_pg_away(struct as_error *error);
/** Records the error of a statement, and returns -1. */
int as_pg_error(const PGresult *rows, struct as_error *error);

/** The message about a pooler in transaction mode. */
#define AS_PG_POOLER                                                                               \
	"the URL of the store leads to a connection pooler in transaction mode; name the "         \
	"PostgreSQL server itself, or pool sessions"

/* ---- pooler.c ---- */

/** Refuses a pooler in transaction mode. */
int as_pg_check_pooler(
	struct as_pg_link *link, const char *url, struct as_error *error) AS_MUST_USE;

/* ---- migrate.c: the versions of the schema ---- */

#define AS_PG_INCOMPLETE AS_IMPORT_INCOMPLETE "drop the database and import into a new store"

/** The steps from each version to the next; each is a text of statements. */
extern const char *const as_pg_migrations[];
extern const size_t as_pg_migration_count;
/** guard.c: the steps to these versions. */
extern const char as_pg_version_3[], as_pg_version_7[];
/** Makes or updates the schema; one process does it while the others wait. Refuses a newer
 * version, and the mark of an import. */
int as_pg_migrate(struct as_pg_link *link, const char *const *migrations, size_t count,
	struct as_error *error) AS_MUST_USE;

/* ---- rights.c ---- */

/** Grants rights, in a transaction, for as_store_grant. */
int as_pg_give(struct as_pg_link *link, const char *role, enum as_store_right right,
	struct as_error *error) AS_MUST_USE;
/** Grants the rights to new tables to the roles that have rights. */
int as_pg_grant_again(struct as_pg_link *link, struct as_error *error) AS_MUST_USE;

#endif
