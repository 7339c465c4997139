/* SPDX-License-Identifier: MIT */
/* Granting rights to the roles of a store on a server, and rights in new versions of the schema. */
#include "rights_case.h"

TestSuite(rights_grant, .fini = clean_up, .timeout = 600);

/* ---- granting ---- */

static void expect_refusal(const struct fixture *fixture, const char *role,
	enum as_store_right right, const char *text)
{
	struct as_error error = {0};

	cr_expect_eq(as_store_grant(fixture->store, role, right, &error), -1, "%s", text);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_not_null(strstr(error.text, text), "%s", error.text);
}

Test(rights_grant, the_last_grant_counts_and_may_be_repeated)
{
	char url[512];
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	const char *role = grant(&fixture, AS_STORE_SERVER, url);
	PGconn *db = connect_as(url);
	expect_done(db, "INSERT INTO space (name) VALUES ('x')");
	for (int i = 0; i < 2; i++) {
		cr_expect_eq(as_store_grant(fixture.store, role, AS_STORE_WORKER, NULL), 0);
		expect_denied(db, "INSERT INTO space (name) VALUES ('y')");
		expect_done(db, "SELECT id FROM job");
	}
	cr_expect_eq(as_store_grant(fixture.store, role, AS_STORE_READER, NULL), 0);
	expect_denied(db, "UPDATE job SET state = 0");
	expect_done(db, "SELECT * FROM space");
	PQfinish(db);
}

Test(rights_grant, a_role_that_has_more_rights_is_refused)
{
	char url[512];
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	expect_refusal(&fixture, "nobody \"here\"", AS_STORE_WORKER,
		"the server has no role 'nobody \"here\"'; make it by psql: CREATE ROLE");
	expect_refusal(&fixture, "postgres", AS_STORE_WORKER,
		"the role 'postgres' has all rights: it is a superuser");
	const char *creator = make_role("CREATEROLE");
	expect_refusal(&fixture, creator, AS_STORE_WORKER, "it has CREATEROLE, REPLICATION");
	const char *server = grant(&fixture, AS_STORE_SERVER, url);
	const char *member = make_role("NOINHERIT");
	AS_AUTO_FREE char *join = as_text_format(NULL, "GRANT %s TO", server);
	admin_run(join, member, "");
	expect_refusal(&fixture, member, AS_STORE_READER, "it is a member of 'role");
	/* Nothing was granted. */
	url_of(&fixture, member, url);
	PGconn *db = connect_as(url);
	expect_denied(db, "SELECT * FROM assay.job");
	PQfinish(db);
	struct fixture other = fixture;
	url_of(&fixture, server, other.url);
	other.store = store_open(other.url);
	expect_refusal(&other, member, AS_STORE_READER,
		"only the owner of the store grants rights; name the user 'postgres' in the URL");
	fixture_close(&other);
}

Test(rights_grant, the_error_of_a_role_without_rights_has_a_remedy)
{
	char url[512];
	struct as_error error = {0};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	url_of(&fixture, make_role(""), url);
	cr_expect_null(as_store_open(url, &error));
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_not_null(
		strstr(error.text, "permission denied for schema assay; have the owner of"
				   " the store run assay store grant URL ROLE worker|"),
		"%s", error.text);
}

Test(rights_grant, an_owner_need_not_be_a_superuser)
{
	char url[512], database[64];
	AUTO_FIXTURE fixture;
	AUTO_FIXTURE worker;

	server_make_url(url);
	const char *owner = make_role("");
	fixture = (struct fixture){.space = 0};
	snprintf(fixture.url, sizeof(fixture.url), "%s", url);
	url_of(&fixture, owner, fixture.url);
	snprintf(database, sizeof(database), "GRANT CREATE ON DATABASE t%d_1 TO", (int)getpid());
	admin_run(database, owner, "");
	fixture.store = store_open(fixture.url);
	const struct as_store_package package = {.digest = PACKAGE, .name = "sum"};
	cr_assert_eq(as_store_space_find(fixture.store, "test", &fixture.space, NULL), 0);
	cr_assert_eq(as_store_package_put(fixture.store, &package, NULL), 0);
	worker = fixture;
	grant(&fixture, AS_STORE_WORKER, worker.url);
	worker.store = store_open(worker.url);
	judge_all_ways(&fixture, &worker);
	PGconn *db = connect_as(worker.url);
	expect_denied(db, "UPDATE job SET state = 0 WHERE state = 2");
	expect_denied(db, "UPDATE result SET verdict = 0");
	PQfinish(db);
}

/* ---- versions ---- */

static int migrate(const char *url, const char *const *migrations, size_t count)
{
	struct as_pg_link link;
	const int failed =
		as_pg_link_open(&link, url, NULL) || as_pg_migrate(&link, migrations, count, NULL);

	as_pg_link_close(&link);
	return failed;
}

Test(rights_grant, only_the_owner_imports)
{
	struct as_error error = {0};
	char url[512];
	AUTO_FIXTURE fixture = {0};
	AUTO_FIXTURE server = {0};

	server_make_url(fixture.url);
	fixture.store = store_open(fixture.url);
	grant(&fixture, AS_STORE_SERVER, url);
	server.store = store_open(url);
	cr_expect_eq(as_store_import(server.store, "/dev/null/x", NULL, &error), -1);
	as_error_clear(&error);
	cr_expect_eq(
		as_store_import(server.store, ASSAY_SOURCE_DIR "/README.md", NULL, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_not_null(strstr(error.text, "only the owner of the store can import; write "
					      "the user '"),
		"%s", error.text);
	fixture_reopen(&fixture);
}

Test(rights_grant, rights_hold_for_the_tables_of_a_new_version)
{
	const char *later[16];
	char worker[512], server[512], reader[512], bare[512];
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	grant(&fixture, AS_STORE_WORKER, worker);
	grant(&fixture, AS_STORE_SERVER, server);
	grant(&fixture, AS_STORE_READER, reader);
	const char *former = grant(&fixture, AS_STORE_SERVER, bare);
	admin_run("ALTER ROLE", former, "NOLOGIN");
	AS_AUTO_FREE char *take = as_text_format(NULL, "DROP OWNED BY %s", former);
	server_run(fixture.url, take);
	fixture_close(&fixture);
	for (size_t i = 0; i < as_pg_migration_count; i++)
		later[i] = as_pg_migrations[i];
	later[as_pg_migration_count] = "CREATE TABLE more (x bigint)";
	cr_assert_eq(migrate(fixture.url, later, as_pg_migration_count + 1), 0);
	PGconn *db = connect_as(server);
	expect_done(db, "INSERT INTO more VALUES (1)");
	PQfinish(db);
	db = connect_as(reader);
	expect_done(db, "SELECT * FROM more");
	PQfinish(db);
	db = connect_as(worker);
	expect_denied(db, "SELECT * FROM more");
	expect_done(db, "SELECT id FROM job");
	PQfinish(db);
	admin_run("ALTER ROLE", former, "LOGIN");
	db = connect_as(bare);
	expect_denied(db, "SELECT * FROM assay.more");
	PQfinish(db);
}

Test(rights_grant, a_worker_does_not_bring_a_store_up_to_date)
{
	char url[512];
	struct as_error error = {0};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	grant(&fixture, AS_STORE_WORKER, url);
	server_run(fixture.url, "UPDATE assay.version SET version = 2");
	cr_expect_null(as_store_open(url, &error));
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_not_null(strstr(error.text, "the store has version 2, and this assay makes it "
					      "version 8: have its owner run assay store check"),
		"%s", error.text);
	cr_expect_eq(server_number(fixture.url, "SELECT version FROM assay.version"), 2);
}
