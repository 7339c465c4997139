/* SPDX-License-Identifier: MIT */
/* Stores on a server that older versions made, and sessions of other versions beside ours. */
#include "jobs.h"
#include "old_store.h"
#include "postgres.h"
#include "server.h"

#include <fcntl.h>
#include <sys/wait.h>

static char folder[64];

static void make_folder(void)
{
	strcpy(folder, "/tmp/assay-store.XXXXXX");
	cr_assert_not_null(mkdtemp(folder));
	cr_assert_eq(chdir(folder), 0);
}

static void clean_up(void)
{
	server_drop();
	cr_assert_eq(chdir("/"), 0);
	as_dir_remove(AT_FDCWD, folder, NULL);
}

TestSuite(versions, .init = make_folder, .fini = clean_up, .timeout = 600);

static const struct store_maker maker = {server_make_url, server_await_death};

/* ---- upgrade beside old sessions ---- */

/* A session of a version, with a claimed job. */
struct session {
	struct as_pg_link link;
	int64_t version;
};

static void session_open(struct session *session, const char *url, int64_t version)
{
	*session = (struct session){.version = version};
	cr_assert_eq(as_pg_link_open(&session->link, url, NULL), 0);
	cr_assert_eq(
		as_pg_do(&session->link,
			"SELECT pg_advisory_lock(" AS_PG_LOCK_SESSION
			", nextval('session_number')::int);"
			"INSERT INTO session (id, name, pid, backend_start, server_start, opened,"
			" seen) SELECT currval('session_number'), 'old', pid, backend_start,"
			" pg_postmaster_start_time(), 0, clock_timestamp() FROM pg_stat_activity"
			" WHERE pid = pg_backend_pid()",
			NULL),
		0);
}

static int64_t session_number(struct session *session)
{
	AS_PG_ROWS rows = NULL;

	cr_assert_eq(as_pg_text(&session->link, "SELECT currval('session_number')", AS_PG_ANSWER_NS,
			     &rows, NULL),
		0);
	return strtoll(PQgetvalue(rows, 0, 0), NULL, 10);
}

/* 1 if it got a job. */
static int session_claim(struct session *session)
{
	AS_ROWS rows = {0};

	/* Of all classes and packages. */
	return as_sql_find(&session->link.sql, &as_pg_claim_first,
		AS_VALUES(AS_TEXT("{lane}"), AS_INT(session_number(session)),
			AS_INT(session->version), AS_TEXT("{0}"), AS_TEXT("{4}"), AS_NULL),
		&rows, NULL);
}

/* The same by the relevant part of a statement of version 1. */
static int old_session_claim(struct session *session)
{
	AS_AUTO_FREE char *text = as_text_format(NULL,
		"UPDATE job SET state = 1, session = %lld, attempt = attempt + 1 WHERE id ="
		" (SELECT id FROM job WHERE state = 0 ORDER BY id LIMIT 1)"
		" AND (SELECT version FROM version) = 1 RETURNING id",
		(long long)session_number(session));
	AS_PG_ROWS rows = NULL;

	cr_assert_eq(as_pg_text(&session->link, text, AS_PG_ANSWER_NS, &rows, NULL), 0);
	return PQntuples(rows);
}

/* Like a newer assay. */
static void upgrade(const char *url)
{
	const size_t count = as_pg_migration_count;
	const char *later[16];
	struct as_pg_link link;
	struct as_error error = {0};

	memcpy(later, as_pg_migrations, count * sizeof(*later));
	later[count] = "ALTER TABLE job ADD COLUMN more bigint NOT NULL DEFAULT 7";
	cr_assert_eq(as_pg_link_open(&link, url, NULL), 0);
	cr_assert_eq(as_pg_migrate(&link, later, count + 1, &error), 0, "%s", error.text);
	as_pg_link_close(&link);
}

Test(versions, a_worker_returns_its_claim_if_a_newer_assay_updates_the_store)
{
	static const char *const lanes[] = {"lane"};
	const struct as_result result = result_of(AS_VERDICT_AC, "a.c");
	struct as_store_claim none;
	struct as_error error = {0};
	AUTO_FIXTURE fixture;
	struct session newer;

	fixture_open(&fixture, &maker);
	const int64_t first = submit_path(&fixture, "a.c");
	submit_path(&fixture, "b.c");
	AUTO_CLAIM claim = claim_next(&fixture);
	upgrade(fixture.url);
	int found = store_claim_lanes(fixture.store, lanes, 1, &none, NULL);
	cr_expect_leq(found, 0);
	for (int i = 0; i < 1000 && found == 0; i++) {
		usleep(10000);
		found = store_claim_lanes(fixture.store, lanes, 1, &none, &error);
	}
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_str_eq(error.text,
		"a newer assay has brought the store to its version; use a newer assay");
	cr_expect_eq(as_store_complete(fixture.store, &claim, &result, NULL, NULL), -1);
	fixture_close(&fixture);
	session_open(&newer, fixture.url, (int64_t)as_pg_migration_count + 1);
	cr_expect_eq(session_claim(&newer), 1);
	cr_expect_eq(session_claim(&newer), 1);
	cr_expect_eq(
		server_number(fixture.url, "SELECT count(*) FROM assay.job WHERE state = 1"), 2);
	cr_expect_eq(server_number(fixture.url, "SELECT deaths FROM assay.job ORDER BY id LIMIT 1"),
		0, "job %d", (int)first);
	as_pg_link_close(&newer.link);
}

Test(versions, an_older_worker_claims_nothing_after_an_upgrade_and_ends_what_it_has)
{
	AUTO_FIXTURE fixture;
	struct session older;

	fixture_open(&fixture, &maker);
	const int64_t job = submit_path(&fixture, "a.c");
	submit_path(&fixture, "b.c");
	fixture_close(&fixture);
	session_open(&older, fixture.url, (int64_t)as_pg_migration_count);
	cr_assert_eq(session_claim(&older), 1);
	upgrade(fixture.url);
	cr_expect_eq(session_claim(&older), 0);
	cr_expect_eq(
		as_sql_run(&older.link.sql, &as_claim_put_back,
			AS_VALUES(AS_INT(job), AS_INT(1), AS_INT(session_number(&older))), NULL),
		1);
	cr_expect_eq(
		server_number(fixture.url, "SELECT count(*) FROM assay.job WHERE state = 0"), 2);
	as_pg_link_close(&older.link);
}

Test(versions, an_upgrade_waits_for_the_writes_of_an_older_session)
{
	AUTO_FIXTURE fixture;
	struct session older;
	int status;

	fixture_open(&fixture, &maker);
	submit_path(&fixture, "a.c");
	fixture_close(&fixture);
	session_open(&older, fixture.url, (int64_t)as_pg_migration_count);
	cr_assert_eq(as_pg_do(&older.link, "BEGIN; UPDATE job SET priority = 5", NULL), 0);
	const pid_t pid = fork();
	cr_assert_geq(pid, 0);
	if (pid == 0) {
		upgrade(fixture.url);
		_exit(0);
	}
	server_await_zero(fixture.url, "SELECT (count(*) = 0)::int FROM pg_locks WHERE NOT granted"
				       " AND relation = 'assay.job'::regclass");
	cr_assert_eq(as_pg_do(&older.link, "COMMIT", NULL), 0);
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_expect_eq(status, 0);
	cr_expect_eq(server_number(fixture.url, "SELECT sum(priority * more) FROM assay.job"), 35);
	as_pg_link_close(&older.link);
}

/* ---- a store of version 1 ---- */

static void load_old(char url[512])
{
	AS_AUTO_BYTES struct as_bytes text = {0};

	cr_assert_eq(
		as_file_read(AT_FDCWD, ASSAY_SOURCE_DIR "/tests/data/valid/store/postgres-1.sql",
			1 << 20, &text, NULL),
		0);
	server_make_url(url);
	server_run(url, text.data);
	/* For claim_next. */
	server_run(url, "UPDATE assay.job SET lane = 'lane'");
}

Test(versions, a_store_of_version_1_is_brought_up_to_date_with_nothing_lost)
{
	AUTO_FIXTURE fixture = {0};

	load_old(fixture.url);
	fixture.store = store_open(fixture.url);
	cr_expect_eq(server_number(fixture.url, "SELECT version FROM assay.version"),
		(int64_t)as_pg_migration_count);
	old_store_goes_on(&fixture);
}

static void migrate_to(const char *url, size_t version)
{
	struct as_pg_link link;
	struct as_error error = {0};

	cr_assert_eq(as_pg_link_open(&link, url, NULL), 0);
	cr_assert_eq(as_pg_migrate(&link, as_pg_migrations, version, &error), 0, "%s", error.text);
	as_pg_link_close(&link);
}

/* The role as version 5 left it: without the right to the column that version 6 adds. */
static void grant_old(const char *url, const char *role)
{
	AS_AUTO_FREE char *text = as_text_format(NULL,
		"CREATE ROLE %s; GRANT USAGE ON SCHEMA assay TO %s;"
		" INSERT INTO assay.granted VALUES ('%s', 'worker')",
		role, role, role);

	server_run(url, text);
}

Test(versions, a_store_of_version_5_lets_its_workers_tell_runs)
{
	AUTO_FIXTURE fixture = {0};
	struct session older;
	struct as_store_run *runs;
	size_t count;
	char role[32];

	load_old(fixture.url);
	migrate_to(fixture.url, 5);
	snprintf(role, sizeof(role), "versions%d", (int)getpid());
	grant_old(fixture.url, role);
	session_open(&older, fixture.url, 5);
	cr_assert_eq(session_claim(&older), 1);
	fixture.store = store_open(fixture.url);
	AS_AUTO_FREE char *may = as_text_format(NULL,
		"SELECT has_column_privilege('%s', 'assay.session', 'runs', 'UPDATE')::int", role);
	cr_expect_eq(server_number(fixture.url, "SELECT version FROM assay.version"), 8);
	cr_expect_eq(server_number(fixture.url, may), 1);
	/* The older session reports nothing, and completes its claim. */
	cr_expect_eq(as_store_runs_read(fixture.store, 1, &runs, &count, NULL), 0);
	cr_expect_eq(count, 0);
	free(runs);
	cr_expect_eq(session_claim(&older), 0);
	cr_expect_eq(
		as_pg_do(&older.link,
			"UPDATE job SET state = 0, session = NULL, attempt = 1 WHERE state = 1",
			NULL),
		0);
	as_pg_link_close(&older.link);
	old_store_goes_on(&fixture);
	AS_AUTO_FREE char *drop =
		as_text_format(NULL, "DROP OWNED BY %s; DROP ROLE %s", role, role);
	server_run(fixture.url, drop);
}

Test(versions, a_session_of_version_1_claims_nothing_after_the_upgrade)
{
	AUTO_FIXTURE fixture = {0};
	struct session older;

	load_old(fixture.url);
	session_open(&older, fixture.url, 1);
	cr_assert_eq(old_session_claim(&older), 1);
	fixture.store = store_open(fixture.url);
	cr_expect_eq(old_session_claim(&older), 0);
	cr_expect_eq(
		server_number(fixture.url, "SELECT count(*) FROM assay.job WHERE state = 1"), 1);
	as_pg_link_close(&older.link);
	server_await_zero(fixture.url, "SELECT count(*) FROM assay.job WHERE state = 1");
	cr_expect_eq(server_number(fixture.url, "SELECT sum(deaths) FROM assay.job"), 1);
}
