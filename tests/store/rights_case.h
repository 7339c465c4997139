/* SPDX-License-Identifier: MIT */
/* Roles of a server with rights to a store, and statements by them. */
#ifndef ASSAY_TESTS_RIGHTS_CASE_H
#define ASSAY_TESTS_RIGHTS_CASE_H

#include "postgres.h"
#include "server.h"
#include "store_case.h"

#include <assay/store/rights.h>

static char roles[4][32];
static size_t role_count;

static inline void admin_run(const char *before, const char *role, const char *after)
{
	char url[512];
	AS_AUTO_FREE char *text = as_text_format(NULL, "%s %s %s", before, role, after);

	server_url(url, "postgres", "postgres");
	server_run(url, text);
}

/* Roles belong to the server, not to the database. */
static inline const char *make_role(const char *attributes)
{
	char *role = roles[role_count++];

	snprintf(role, sizeof(roles[0]), "role%d_%zu", (int)getpid(), role_count);
	admin_run("CREATE ROLE", role, "LOGIN");
	if (*attributes)
		admin_run("ALTER ROLE", role, attributes);
	return role;
}

static inline void clean_up(void)
{
	server_drop();
	while (role_count > 0)
		admin_run("DROP ROLE", roles[--role_count], "");
}

static const struct store_maker maker = {server_make_url, server_await_death};

/* The URL of the same database for a role. */
static inline void url_of(const struct fixture *fixture, const char *role, char url[512])
{
	const char *database = strchr(fixture->url, '/') + 2;
	char name[64];

	database = strchr(database, '/') + 1;
	snprintf(name, sizeof(name), "%.*s", (int)strcspn(database, "?"), database);
	server_url(url, role, name);
}

static inline const char *grant(
	const struct fixture *fixture, enum as_store_right right, char url[512])
{
	const char *role = make_role("");
	struct as_error error = {0};

	cr_assert_eq(as_store_grant(fixture->store, role, right, &error), 0, "%s", error.text);
	url_of(fixture, role, url);
	return role;
}

/* ---- raw SQL ---- */

static inline PGconn *connect_as(const char *url)
{
	PGconn *db = PQconnectdb(url);

	cr_assert_eq(PQstatus(db), CONNECTION_OK, "%s", PQerrorMessage(db));
	PQclear(PQexec(db, "SET search_path = assay"));
	return db;
}

static inline void expect_done(PGconn *db, const char *text)
{
	PGresult *rows = PQexec(db, text);

	cr_expect(
		PQresultStatus(rows) == PGRES_COMMAND_OK || PQresultStatus(rows) == PGRES_TUPLES_OK,
		"%s: %s", text, PQerrorMessage(db));
	PQclear(rows);
}

/* Denied by a right, or because a row would refer to a missing one. */
static inline void expect_denied(PGconn *db, const char *text)
{
	PGresult *rows = PQexec(db, text);
	const char *code = PQresultErrorField(rows, PG_DIAG_SQLSTATE);

	cr_expect(code && (strcmp(code, "42501") == 0 || strcmp(code, "23503") == 0), "%s: %s",
		text, PQerrorMessage(db));
	PQclear(rows);
	if (PQtransactionStatus(db) != PQTRANS_IDLE)
		PQclear(PQexec(db, "ROLLBACK"));
}

static inline int64_t number(PGconn *db, const char *text)
{
	PGresult *rows = PQexec(db, text);

	cr_assert_eq(PQntuples(rows), 1, "%s: %s", text, PQerrorMessage(db));
	const int64_t found = strtoll(PQgetvalue(rows, 0, 0), NULL, 10);
	PQclear(rows);
	return found;
}

/* ---- a worker ---- */

static inline void judge_all_ways(struct fixture *fixture, struct fixture *worker)
{
	const struct as_error cause = {.kind = AS_ERROR_INPUT, .text = "no such language"};
	int64_t jobs[3], known = 0;

	for (size_t i = 0; i < 3; i++)
		jobs[i] = submit_path(fixture, i == 0 ? "a.c" : i == 1 ? "b.c" : "c.c");
	AUTO_CLAIM first = claim_next(worker);
	cr_expect_eq(as_store_beat(worker->store, &first, NULL), 1);
	cr_expect_eq(complete(worker, &first, AS_VERDICT_WA), 1);
	AUTO_CLAIM second = claim_next(worker);
	cr_expect_eq(as_store_fail(worker->store, &second, &cause, NULL), 1);
	AUTO_CLAIM third = claim_next(worker);
	cr_expect_eq(as_store_release(worker->store, &third, NULL), 1);
	cr_expect_eq(read_verdict(fixture, jobs[0]), AS_VERDICT_WA);
	cr_expect_eq(read_job(fixture, jobs[1]).state, AS_STORE_FAILED);
	cr_expect_eq(read_job(fixture, jobs[2]).state, AS_STORE_QUEUED);
	cr_expect_eq(as_store_wait(worker->store, &known, INT64_C(60000000000), NULL), 1);
	cr_expect_eq(count_events(fixture, jobs[0], AS_STORE_EVENT_DONE), 1);
	cr_expect_eq(count_events(fixture, jobs[1], AS_STORE_EVENT_FAILED), 1);
}

#endif
