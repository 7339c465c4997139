/* SPDX-License-Identifier: MIT */
/* The back end on a PostgreSQL server: all cases, refusals, versions, the data. */
#include "blobs.h"
#include "postgres_case.h"

TestSuite(postgres, .init = make_folder, .fini = clean_up, .timeout = 600);

#define CASE(name)                                                                                 \
	Test(postgres, name)                                                                       \
	{                                                                                          \
		name(&maker);                                                                      \
	}
STORE_CASES(CASE)
UPKEEP_CASES(CASE)
WORKER_CASES(CASE)
LOG_CASES(CASE)
SLOT_CASES(CASE)

static void make_file_url(char url[512])
{
	static int number;

	snprintf(url, 512, "sqlite:%d.store", ++number);
}

static const struct store_maker file_maker = {make_file_url, NULL};

Test(postgres, a_file_moves_to_a_server_and_back)
{
	a_store_moves_there_and_back(&file_maker, &maker);
}

Test(postgres, a_store_on_a_server_moves_to_a_file_and_back)
{
	a_store_moves_there_and_back(&maker, &file_maker);
}

/* ---- refusals ---- */

static void expect_refusal(const char *url, const char *text, const char *remedy)
{
	struct as_error error = {0};

	cr_expect_null(as_store_open(url, &error), "%s", url);
	cr_expect_eq(error.kind, AS_ERROR_USAGE, "%s", error.text);
	cr_expect_not_null(strstr(error.text, text), "%s", error.text);
	cr_expect_not_null(strstr(error.text, remedy), "%s", error.text);
	cr_expect_null(strchr(error.text, '\n'), "%s", error.text);
}

static void make_role(char name[32])
{
	char url[512], text[256];

	snprintf(name, 32, "r%d", (int)getpid());
	server_url(url, "postgres", "postgres");
	snprintf(text, sizeof(text), "CREATE ROLE %s LOGIN", name);
	server_run(url, text);
}

Test(postgres, servers_that_cannot_be_used_are_refused_with_a_remedy)
{
	char admin[512], url[512], role[32], text[256];

	server_url(url, "postgres", "nowhere");
	expect_refusal(url, "database \"nowhere\" does not exist", "createdb");
	server_url(url, "nobody_here", "postgres");
	expect_refusal(url, "role \"nobody_here\" does not exist", "createuser");
	expect_refusal("postgresql:///x?host=/tmp/assay-no-server", "No such file or directory",
		"check the address, and that the server is running");
	make_role(role);
	server_url(url, role, "postgres");
	expect_refusal(url, "permission denied for database", "have the owner of the database");
	server_url(admin, "postgres", "postgres");
	snprintf(text, sizeof(text), "ALTER ROLE %s CONNECTION LIMIT 0", role);
	server_run(admin, text);
	expect_refusal(url, "too many connections for role", "takes a connection");
	snprintf(text, sizeof(text), "DROP ROLE %s", role);
	server_run(admin, text);
}

Test(postgres, a_wrong_password_is_refused_and_not_printed)
{
	char admin[512], url[512];

	server_url(admin, "postgres", "postgres");
	server_run(admin, "CREATE ROLE checked LOGIN PASSWORD 'right'");
	snprintf(url, sizeof(url), "postgresql://checked:wrong@/postgres?host=%s", server_folder());
	expect_refusal(url, "password authentication failed", "~/.pgpass");
	struct as_error error = {0};
	cr_expect_null(as_store_open(url, &error));
	cr_expect_null(strstr(error.text, "wrong"), "%s", error.text);
	server_url(url, "checked", "postgres");
	expect_refusal(url, "no password supplied", "~/.pgpass");
	setenv("PGPASSWORD", "right", 1);
	expect_refusal(url, "permission denied for database", "grant it");
	server_run(admin, "DROP ROLE checked");
}

Test(postgres, urls_are_checked_and_not_quoted)
{
	struct as_error error = {0};

	cr_expect_eq(as_store_check_url("postgresql://me@host:5433/db?sslmode=require", NULL), 0);
	cr_expect_eq(as_store_check_url("postgres:///db", NULL), 0);
	cr_expect_eq(as_store_check_url("postgresql://me:secret@[host/db", &error), -1);
	cr_expect_null(strstr(error.text, "secret"), "%s", error.text);
	as_error_clear(&error);
	cr_expect_eq(as_store_check_url("postgresql:db?password=secret", &error), -1);
	cr_expect_null(strstr(error.text, "secret"), "%s", error.text);
}

Test(postgres, an_unencrypted_connection_is_warned_about)
{
	AUTO_FIXTURE fixture;

	cr_expect_null(as_pg_warning("", "", "prefer"));
	cr_expect_null(as_pg_warning("/run/postgresql", "", "prefer"));
	cr_expect_null(as_pg_warning("localhost", "127.0.0.1", "prefer"));
	cr_expect_null(as_pg_warning("localhost", "::1", "prefer"));
	cr_expect_null(as_pg_warning("db.example.org", "192.0.2.1", "verify-full"));
	cr_expect_not_null(as_pg_warning("db.example.org", "192.0.2.1", "require"));
	cr_expect_not_null(as_pg_warning("localhost", "192.0.2.1", "prefer"));
	cr_expect_not_null(as_pg_warning("db.example.org", "", ""));
	fixture_open(&fixture, &maker);
	cr_expect_null(as_store_warning(fixture.store));
}

/* ---- versions ---- */

Test(postgres, a_store_of_a_newer_version_is_refused)
{
	char url[512];

	server_make_url(url);
	as_store_close(store_open(url));
	server_run(url, "UPDATE assay.version SET version = 4711");
	expect_refusal(url, "a store of version 4711, but this assay knows versions up to 8",
		"use a newer assay");
}

Test(postgres, tables_of_another_program_are_left_alone)
{
	char url[512];

	server_make_url(url);
	server_run(url, "CREATE TABLE job (x int); CREATE TABLE version (version int)");
	as_store_close(store_open(url));
	server_run(url, "SET client_min_messages = error; DROP SCHEMA assay CASCADE;"
			"CREATE SCHEMA assay");
	expect_refusal(url, "a schema named assay that is not a store", "name another database");
	cr_expect_eq(server_number(url, "SELECT count(*) FROM public.job"), 0);
}

static int migrate(
	const char *url, const char *const *migrations, size_t count, struct as_error *error)
{
	struct as_pg_link link;
	int failed = as_pg_link_open(&link, url, error) ||
		     as_pg_migrate(&link, migrations, count, error);

	as_pg_link_close(&link);
	return failed;
}

Test(postgres, versions_go_forward_one_by_one_and_a_step_is_whole)
{
	static const char read[] = "SELECT version FROM assay.version";
	const size_t count = as_pg_migration_count;
	const char *later[16];
	struct as_error error = {0};
	char url[512];

	cr_assert_leq(count + 2, 16);
	memcpy(later, as_pg_migrations, count * sizeof(*later));
	later[count] = "CREATE TABLE more (x bigint)";
	later[count + 1] =
		"INSERT INTO more VALUES (7); DROP TABLE setting; CREATE TABLE more (y bigint)";
	server_make_url(url);
	as_store_close(store_open(url));
	cr_expect(migrate(url, later, count + 2, &error));
	cr_expect_not_null(strstr(error.text, "\"more\" already exists"), "%s", error.text);
	cr_expect_eq(server_number(url, read), (int64_t)count + 1);
	cr_expect_eq(server_number(url, "SELECT count(*) FROM assay.setting"), 0);
	cr_expect_eq(server_number(url, "SELECT count(*) FROM assay.more"), 0);
	cr_expect_not(migrate(url, later, count + 1, NULL));
	cr_expect(migrate(url, later, count, NULL), "a newer version");
}

/* ---- a long queue ---- */

Test(postgres, a_change_of_many_jobs_is_made_page_by_page)
{
	const struct as_store_selection selection = {.owner = "ann"};
	const struct as_store_place place = {.sets_class = true, .class = AS_STORE_PRACTICE};
	uint64_t count;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	submit_path(&fixture, "a.c");
	server_run(fixture.url,
		"INSERT INTO assay.job (space, package, submission, options, class, priority, "
		"owner,"
		" lane, tag, state) SELECT space, package, submission, options, 0, 0,"
		" CASE i % 3 WHEN 0 THEN 'bob' ELSE 'ann' END::bytea, lane, i, 0"
		" FROM assay.job, generate_series(1, 45000) AS i");
	cr_assert_eq(as_store_move_all(fixture.store, &selection, &place, NULL, &count, NULL), 0);
	cr_expect_eq(count, 30000);
	cr_expect_eq(server_number(fixture.url, "SELECT count(DISTINCT tag) FROM assay.job WHERE"
						" class = 2 AND owner = 'ann'"),
		30000);
	cr_assert_eq(as_store_cancel_all(fixture.store, &selection, NULL, &count, NULL), 0);
	cr_expect_eq(count, 30000);
}

Test(postgres, many_events_are_numbered_in_several_transactions)
{
	static struct as_store_event events[3];
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	server_run(fixture.url, "INSERT INTO assay.unnumbered (space, job, kind, time)"
				" SELECT 1, i, 0, 0 FROM generate_series(1, 25000) AS i");
	cr_assert_eq(events_read(fixture.store, AS_STORE_WHOLE, 24998, events, 3), 2);
	cr_expect_eq(events[1].number, 25000);
	cr_expect_eq(events[1].job, 25000);
}

Test(postgres, the_status_reads_only_indices_of_the_queue)
{
	AS_AUTO_FREE char *text = as_pg_write_text(&as_status_queue, NULL);
	AS_AUTO_FREE char *explain = as_text_format(NULL, "EXPLAIN %s", text);
	char plan[4096] = "";
	struct as_pg_link link;
	AS_PG_ROWS rows = NULL;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	submit_path(&fixture, "a.c");
	server_run(fixture.url,
		"INSERT INTO assay.job (space, package, submission, options, class, priority, "
		"owner,"
		" lane, tag, state) SELECT space, package, submission, options, i % 5, 0, owner,"
		" lane, i, CASE i % 4 WHEN 0 THEN 4 ELSE 0 END"
		" FROM assay.job, generate_series(1, 20000) AS i");
	server_run(fixture.url, "VACUUM ANALYZE assay.job");
	cr_assert_eq(as_pg_link_open(&link, fixture.url, NULL), 0);
	cr_assert_eq(as_pg_text(&link, explain, AS_PG_ANSWER_NS, &rows, NULL), 0);
	for (int i = 0; i < PQntuples(rows); i++) {
		strncat(plan, PQgetvalue(rows, i, 0), sizeof(plan) - strlen(plan) - 2);
		strcat(plan, "\n");
	}
	as_pg_link_close(&link);
	cr_expect_not_null(strstr(plan, "Index Only Scan using job_tag on job"), "%s", plan);
	cr_expect_not_null(strstr(plan, "Index Only Scan using job_held on job"), "%s", plan);
}

/* ---- what is kept ---- */

Test(postgres, acknowledged_data_is_on_the_disk)
{
	char url[512], text[128];
	struct as_pg_link link;
	AS_PG_ROWS rows = NULL;

	server_make_url(url);
	snprintf(text, sizeof(text),
		"ALTER ROLE postgres IN DATABASE t%d_1 SET "
		"synchronous_commit = off",
		(int)getpid());
	server_run(url, text);
	cr_assert_eq(as_pg_link_open(&link, url, NULL), 0);
	cr_assert_eq(as_pg_text(&link, "SHOW synchronous_commit", AS_PG_ANSWER_NS, &rows, NULL), 0);
	cr_expect_str_eq(PQgetvalue(rows, 0, 0), "on");
	as_pg_link_close(&link);
}

Test(postgres, names_need_not_be_text)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	struct as_store_order order = order_of(&fixture, "caf\xe9.c");
	order.owner = "\xff";
	order.entry_point = "\xe9";
	order.lane = "a \"lane\", \\{with} 'all'";
	submit_order(&fixture, &order);
	struct as_store_claim claim;
	cr_assert_eq(store_claim_lanes(fixture.store, &order.lane, 1, &claim, NULL), 1);
	cr_expect_str_eq(claim.path, "caf\xe9.c");
	cr_expect_str_eq(claim.entry_point, "\xe9");
	as_store_claim_clear(&claim);
}

static void expect_damage(const char *sql)
{
	char digest[AS_DIGEST_HEX_SIZE], url[512];
	struct as_error error = {0};
	struct as_bytes bytes;

	server_make_url(url);
	struct as_store *store = store_open(url);
	cr_assert_eq(as_store_blob_put(store, "abc", 3, digest, NULL), 0);
	server_run(url, sql);
	cr_expect_eq(as_store_blob_read(store, digest, 100, &bytes, &error), -1, "%s", sql);
	cr_expect_not_null(strstr(error.text, "do not have that digest"), "%s", error.text);
	as_store_close(store);
}

Test(postgres, a_blob_whose_digest_does_not_match_is_reported)
{
	expect_damage("UPDATE assay.chunk SET data = 'abd'");
	expect_damage("DELETE FROM assay.chunk");
}

Test(postgres, a_blob_that_is_whole_is_not_overwritten)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	const struct as_bytes wrong = {.data = (char *)"xyz", .size = 3};
	char digest[AS_DIGEST_HEX_SIZE];
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	cr_assert_eq(as_store_blob_put(fixture.store, "abc", 3, digest, NULL), 0);
	cr_expect_eq(as_chunk_put(fixture.store, digest, 0, &wrong, NULL), 0);
	cr_assert_eq(as_store_blob_read(fixture.store, digest, 100, &bytes, NULL), 1);
	cr_expect_str_eq(bytes.data, "abc");
}

/* Like restoring a dump into another database. No process may have it open. */
static void copy_database(const char *url, char copy[512])
{
	char root[512], text[256];

	server_make_url(copy);
	PGresult *from = server_query(url, "SELECT current_database()");
	PGresult *to = server_query(copy, "SELECT current_database()");
	server_url(root, "postgres", "postgres");
	snprintf(text, sizeof(text), "DROP DATABASE %s", PQgetvalue(to, 0, 0));
	server_run(root, text);
	snprintf(text, sizeof(text), "CREATE DATABASE %s TEMPLATE %s", PQgetvalue(to, 0, 0),
		PQgetvalue(from, 0, 0));
	server_run(root, text);
	PQclear(from);
	PQclear(to);
}

Test(postgres, an_epoch_is_new_in_a_copy_of_the_database)
{
	char epoch[AS_STORE_EPOCH_SIZE], other[AS_STORE_EPOCH_SIZE], again[AS_STORE_EPOCH_SIZE];
	AUTO_FIXTURE fixture;
	AUTO_FIXTURE copy = {0};

	fixture_open(&fixture, &maker);
	cr_assert_eq(as_store_space_epoch(fixture.store, fixture.space, epoch, NULL), 0);
	fixture_close(&fixture);
	server_await_zero(fixture.url, "SELECT count(*) - 1 FROM pg_stat_activity WHERE datname ="
				       " current_database()");
	copy_database(fixture.url, copy.url);
	copy.store = store_open(copy.url);
	cr_assert_eq(as_store_space_epoch(copy.store, fixture.space, other, NULL), 0);
	cr_expect_str_neq(other, epoch);
	cr_assert_eq(as_store_space_epoch(copy.store, fixture.space, again, NULL), 0);
	cr_expect_str_eq(again, other);
	fixture.store = store_open(fixture.url);
	cr_assert_eq(as_store_space_epoch(fixture.store, fixture.space, again, NULL), 0);
	cr_expect_str_eq(again, epoch);
}
