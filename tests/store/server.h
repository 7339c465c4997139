/* SPDX-License-Identifier: MIT */
/* The PostgreSQL server of the tests (support/postgres.sh) or of one test, and databases in it. */
#ifndef ASSAY_TESTS_STORE_SERVER_H
#define ASSAY_TESTS_STORE_SERVER_H

#include <assay/base.h>

#include <criterion/criterion.h>
#include <libpq-fe.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The folder with the server's socket, named by the file ASSAY_TEST_POSTGRES. */
static inline const char *server_folder(void)
{
	static char folder[256];
	const char *place = getenv("ASSAY_TEST_POSTGRES");
	FILE *file = place ? fopen(place, "re") : NULL;

	cr_assert_not_null(file, "no server; run this test by ctest");
	cr_assert_not_null(fgets(folder, sizeof(folder), file));
	fclose(file);
	folder[strcspn(folder, "\n")] = '\0';
	return folder;
}

/* ---- a server of the test's own ---- */

/* `command`: of support/postgres.sh. */
static inline void server_control(const char *command)
{
	char text[512];

	snprintf(text, sizeof(text), "%s/tests/support/postgres.sh %s %s", ASSAY_SOURCE_DIR,
		command, getenv("ASSAY_TEST_POSTGRES"));
	cr_assert_eq(system(text), 0, "%s", text);
}

static inline void server_start(void)
{
	char place[64];

	snprintf(place, sizeof(place), "/tmp/assay-server.%d", (int)getpid());
	setenv("ASSAY_TEST_POSTGRES", place, 1);
	server_control("start");
}

static inline void server_stop(void)
{
	char log[80];

	server_control("stop");
	snprintf(log, sizeof(log), "%s.log", getenv("ASSAY_TEST_POSTGRES"));
	unlink(log);
}

/* ---- databases ---- */

static inline PGresult *server_query(const char *url, const char *text)
{
	PGconn *db = PQconnectdb(url);

	cr_assert_eq(PQstatus(db), CONNECTION_OK, "%s", PQerrorMessage(db));
	PGresult *rows = PQexec(db, text);
	cr_assert(
		PQresultStatus(rows) == PGRES_COMMAND_OK || PQresultStatus(rows) == PGRES_TUPLES_OK,
		"%s: %s", text, PQerrorMessage(db));
	PQfinish(db);
	return rows;
}

/* Runs statements as the owner of the server. */
static inline void server_run(const char *url, const char *text)
{
	PQclear(server_query(url, text));
}

/* The single number that a query returns. */
static inline int64_t server_number(const char *url, const char *text)
{
	PGresult *rows = server_query(url, text);
	const int64_t number = strtoll(PQgetvalue(rows, 0, 0), NULL, 10);

	PQclear(rows);
	return number;
}

static inline void server_url(char url[512], const char *user, const char *database)
{
	snprintf(url, 512, "postgresql://%s@/%s?host=%s", user, database, server_folder());
}

/* Drops the databases that a test made. */
static inline void server_drop(void)
{
	char url[512], text[128];

	server_url(url, "postgres", "postgres");
	snprintf(text, sizeof(text),
		"SELECT format('DROP DATABASE %%I WITH (FORCE)', datname) FROM pg_database"
		" WHERE datname LIKE 't%d\\_%%'",
		(int)getpid());
	PGresult *rows = server_query(url, text);
	for (int i = 0; i < PQntuples(rows); i++)
		server_run(url, PQgetvalue(rows, i, 0));
	PQclear(rows);
}

static inline void server_make_url(char url[512])
{
	static int number;
	char text[64], name[32];

	snprintf(name, sizeof(name), "t%d_%d", (int)getpid(), ++number);
	snprintf(text, sizeof(text), "CREATE DATABASE %s", name);
	server_url(url, "postgres", "postgres");
	server_run(url, text);
	server_url(url, "postgres", name);
}

/* The statements with which session.c opens a session. */
static const char server_open_session[] __attribute__((unused)) =
	"SET search_path = assay;"
	"SELECT pg_advisory_lock(1098085217, nextval('session_number')::int);"
	"INSERT INTO session (id, name, pid, backend_start, server_start, opened, seen)"
	" SELECT currval('session_number'), 'raw', pid, backend_start, pg_postmaster_start_time(),"
	" 0, clock_timestamp() FROM pg_stat_activity WHERE pid = pg_backend_pid()";

/* Waits until a query returns 0. */
static inline void server_await_zero(const char *url, const char *text)
{
	for (int i = 0; server_number(url, text) != 0; i++) {
		cr_assert_lt(i, 6000, "%s", text);
		usleep(10000);
	}
}

/* Waits until no process holds the lock of a session. */
static inline void server_await_death(const char *url)
{
	server_await_zero(url, "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"
			       " AND classid = 1098085217 AND database ="
			       " (SELECT oid FROM pg_database WHERE datname = current_database())");
}

#endif
