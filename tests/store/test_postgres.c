/* SPDX-License-Identifier: MIT */
/* The back end on a PostgreSQL server: all cases, and its special features. */
#include "cases.h"
#include "postgres.h"
#include "server.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
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

TestSuite(postgres, .init = make_folder, .fini = clean_up, .timeout = 100);

static const struct store_maker maker = {server_make_url, server_await_death};

#define CASE(name)                                                                                 \
	Test(postgres, name)                                                                       \
	{                                                                                          \
		name(&maker);                                                                      \
	}
STORE_CASES(CASE)
UPKEEP_CASES(CASE)
WORKER_CASES(CASE)
LOG_CASES(CASE)

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
	expect_refusal(url, "a store of version 4711, but this assay knows versions up to 6",
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

/* ---- other processes ---- */

/* A process with the store open that does some work, reports it, and waits to be killed. */
struct other {
	pid_t pid;
	int from, to; /* pipes */
};

/* A process must not fork while it has threads of a store. */
static void other_start(struct other *other, struct fixture *fixture,
	int (*part)(struct fixture *fixture, int from))
{
	const bool was_open = fixture->store;
	int up[2], down[2];
	char done;

	fixture_close(fixture);
	cr_assert_eq(pipe2(up, O_CLOEXEC), 0);
	cr_assert_eq(pipe2(down, O_CLOEXEC), 0);
	other->pid = fork();
	cr_assert_geq(other->pid, 0);
	if (other->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		struct fixture own = *fixture;
		own.store = as_store_open(fixture->url, NULL);
		_exit(own.store && write(up[1], "", 1) == 1 ? part(&own, down[0]) : 100);
	}
	close(up[1]);
	close(down[0]);
	other->from = up[0];
	other->to = down[1];
	cr_assert_eq(read(other->from, &done, 1), 1);
	if (was_open)
		fixture->store = store_open(fixture->url);
}

/* Returns its exit status. */
static int other_reap(struct other *other)
{
	int status;

	close(other->to);
	cr_assert_eq(waitpid(other->pid, &status, 0), other->pid);
	close(other->from);
	return status;
}

/* Lets it continue to its end. */
static int other_end(struct other *other)
{
	cr_assert_eq(write(other->to, "", 1), 1);
	return other_reap(other);
}

static void await_end(int from)
{
	char byte;

	if (read(from, &byte, 1) != 1)
		_exit(103);
}

static int open_and_wait(struct fixture *fixture, int from)
{
	await_end(from);
	as_store_close(fixture->store);
	return 0;
}

Test(postgres, an_empty_store_that_several_open_is_set_up_once)
{
	struct fixture fixture = {.space = 0};
	struct other others[4];

	server_make_url(fixture.url);
	pid_t pids[4];
	for (int i = 0; i < 4; i++) {
		pids[i] = fork();
		cr_assert_geq(pids[i], 0);
		if (pids[i] == 0) {
			struct as_store *store = as_store_open(fixture.url, NULL);
			as_store_close(store);
			_exit(!store);
		}
	}
	for (int i = 0; i < 4; i++) {
		int status;
		cr_assert_eq(waitpid(pids[i], &status, 0), pids[i]);
		cr_expect_eq(status, 0);
	}
	for (int i = 0; i < 4; i++)
		other_start(&others[i], &fixture, open_and_wait);
	cr_expect_eq(server_number(fixture.url, "SELECT count(*) FROM assay.session"), 4);
	for (int i = 0; i < 4; i++)
		cr_expect_eq(other_end(&others[i]), 0);
	cr_expect_eq(server_number(fixture.url, "SELECT count(*) FROM assay.session"), 0);
}

/* ---- live and dead sessions ---- */

static void await_state(const struct fixture *fixture, int64_t job, enum as_store_state state)
{
	for (int i = 0; read_job(fixture, job).state != state; i++) {
		cr_assert_lt(i, 6000);
		usleep(10000);
	}
}

/* Claims a job, and completes it when the test permits it. */
static int claim_and_complete(struct fixture *fixture, int from)
{
	static const char *const lanes[] = {"lane"};
	const struct as_result result = result_of(AS_VERDICT_WA, "a.c");
	struct as_store_claim claim;

	if (as_store_claim(fixture->store, lanes, 1, &claim, NULL) != 1)
		return 101;
	await_end(from);
	return as_store_complete(fixture->store, &claim, &result, NULL) == 0 ? 0 : 102;
}

Test(postgres, the_job_of_a_killed_worker_is_queued_again_by_the_others)
{
	struct other other;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	const int64_t job = submit_path(&fixture, "a.c");
	other_start(&other, &fixture, claim_and_complete);
	await_state(&fixture, job, AS_STORE_CLAIMED);
	kill(other.pid, SIGKILL);
	await_state(&fixture, job, AS_STORE_QUEUED);
	cr_expect_eq(read_job(&fixture, job).death_count, 1);
	cr_expect(WIFSIGNALED(other_reap(&other)));
}

Test(postgres, a_stopped_worker_is_ended_and_its_late_result_refused)
{
	struct other other;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	const int64_t job = submit_path(&fixture, "a.c");
	other_start(&other, &fixture, claim_and_complete);
	await_state(&fixture, job, AS_STORE_CLAIMED);
	kill(other.pid, SIGSTOP);
	/* Simulates its silence. */
	server_run(fixture.url, "UPDATE assay.session SET seen = seen - interval '14 s' WHERE id ="
				" (SELECT session FROM assay.job)");
	await_state(&fixture, job, AS_STORE_QUEUED);
	AUTO_CLAIM claim = claim_next(&fixture);
	cr_expect_eq(claim.attempt, 2);
	kill(other.pid, SIGCONT);
	cr_expect_eq(other_end(&other), 0, "it learns that its claim is not valid");
	cr_expect_eq(complete(&fixture, &claim, AS_VERDICT_AC), 1);
	cr_expect_eq(read_verdict(&fixture, job), AS_VERDICT_AC);
}

Test(postgres, a_session_never_considers_itself_dead)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	const int64_t job = submit_path(&fixture, "a.c");
	AUTO_CLAIM claim = claim_next(&fixture);
	server_run(fixture.url, "UPDATE assay.session SET seen = seen - interval '1 hour'");
	/* It sends heartbeats again. */
	server_await_zero(fixture.url,
		"SELECT count(*) FROM assay.session WHERE seen < now() - interval '1 min'");
	cr_expect_eq(as_store_beat(fixture.store, &claim, NULL), 1);
	cr_expect_eq(complete(&fixture, &claim, AS_VERDICT_AC), 1);
	cr_expect_eq(read_job(&fixture, job).state, AS_STORE_DONE);
}

static void end_connections(const struct fixture *fixture)
{
	server_run(fixture->url,
		"SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
		" WHERE application_name = 'assay' AND datname = current_database()");
}

Test(postgres, a_lost_connection_is_made_again_and_its_claims_are_handed_back)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	const int64_t job = submit_path(&fixture, "a.c");
	AUTO_CLAIM late = claim_next(&fixture);
	end_connections(&fixture);
	const int64_t other = submit_path(&fixture, "b.c");
	cr_expect_neq(other, job);
	cr_expect_eq(as_store_beat(fixture.store, &late, NULL), 0);
	cr_expect_eq(complete(&fixture, &late, AS_VERDICT_WA), 0);
	AUTO_CLAIM claim = claim_next(&fixture);
	cr_expect_eq(claim.job, job);
	cr_expect_gt(claim.session, late.session);
	cr_expect_eq(read_job(&fixture, job).death_count, 0);
	cr_expect_eq(complete(&fixture, &claim, AS_VERDICT_AC), 1);
	cr_expect_eq(count_events(&fixture, 0, AS_STORE_EVENT_QUEUED), 2);
}

/* A server behind a network that drops everything: it accepts data, and does not answer. */
Test(postgres, a_connection_without_answers_is_closed)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	const int64_t job = submit_path(&fixture, "a.c");
	AUTO_CLAIM late = claim_next(&fixture);
	const pid_t pid = (pid_t)server_number(fixture.url, "SELECT pid FROM assay.session");
	cr_assert_gt(pid, 1);
	cr_assert_eq(kill(pid, SIGSTOP), 0);
	AUTO_CLAIM claim = claim_next(&fixture);
	kill(pid, SIGCONT);
	cr_expect_eq(claim.job, job);
	cr_expect_eq(claim.attempt, 2);
	cr_expect_eq(complete(&fixture, &late, AS_VERDICT_WA), 0);
	cr_expect_eq(complete(&fixture, &claim, AS_VERDICT_AC), 1);
}

/* For a test with one store: the server ends its connections, and refuses new ones. */
static void refuse_connections(void)
{
	char admin[512], text[128];

	server_url(admin, "postgres", "postgres");
	snprintf(text, sizeof(text), "ALTER DATABASE t%d_1 ALLOW_CONNECTIONS false", (int)getpid());
	server_run(admin, text);
	snprintf(text, sizeof(text),
		"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 't%d_1'",
		(int)getpid());
	server_run(admin, text);
}

static void permit_connections(void)
{
	char admin[512], text[128];

	server_url(admin, "postgres", "postgres");
	snprintf(text, sizeof(text), "ALTER DATABASE t%d_1 ALLOW_CONNECTIONS true", (int)getpid());
	server_run(admin, text);
}

/* The calls that a command makes while it ends. If all of them waited, the test would exceed its
 * time limit. */
Test(postgres, an_unreachable_server_is_waited_for_once)
{
	struct as_error error = {0};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	((struct as_postgres *)fixture.store->back)->session.patience_ns = INT64_C(6000000000);
	refuse_connections();
	for (int i = 0; i < 20; i++)
		cr_expect_eq(as_store_setting_write(fixture.store, 0, "x", "y", &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE, "%s", error.text);
	permit_connections();
	cr_expect_eq(as_store_setting_write(fixture.store, 0, "x", "y", NULL), 0);
}

/* If it waited, the test would exceed its time limit. */
Test(postgres, a_process_that_ends_does_not_wait_for_an_unreachable_server)
{
	struct as_error error = {0};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	((struct as_postgres *)fixture.store->back)->session.patience_ns = INT64_MAX / 4;
	as_store_leave(fixture.store);
	const int64_t job = submit_path(&fixture, "a.c");
	AUTO_CLAIM claim = claim_next(&fixture);
	cr_expect_eq(claim.job, job, "a connection that lasts is used");
	refuse_connections();
	cr_expect_eq(as_store_release(fixture.store, &claim, &error), -1);
	cr_expect(as_store_is_away(&error), "%s", error.text);
	permit_connections();
	cr_expect_eq(as_store_release(fixture.store, &claim, &error), -1);
	fixture_reopen(&fixture);
	AUTO_CLAIM again = claim_next(&fixture);
	cr_expect_eq(again.job, job);
}

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
	size_t count;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	server_run(fixture.url, "INSERT INTO assay.unnumbered (space, job, kind, time)"
				" SELECT 1, i, 0, 0 FROM generate_series(1, 25000) AS i");
	cr_assert_eq(
		as_store_events_read(fixture.store, AS_STORE_WHOLE, 24998, events, 3, &count, NULL),
		0);
	cr_assert_eq(count, 2);
	cr_expect_eq(events[1].number, 25000);
	cr_expect_eq(events[1].job, 25000);
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

Test(postgres, a_session_that_was_considered_dead_is_replaced)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	submit_path(&fixture, "a.c");
	AUTO_CLAIM late = claim_next(&fixture);
	server_run(fixture.url, "DELETE FROM assay.session");
	server_await_zero(fixture.url, "SELECT 1 - count(*) FROM assay.session");
	AUTO_CLAIM claim = claim_next(&fixture);
	cr_expect_gt(claim.session, late.session);
	cr_expect_eq(complete(&fixture, &late, AS_VERDICT_WA), 0);
}

Test(postgres, a_pooler_in_transaction_mode_is_refused)
{
	struct as_error error = {0};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	/* Simulates that the next transaction uses another connection. */
	server_run(fixture.url, "UPDATE assay.session SET pid = 1");
	for (int i = 0; i < 1000 && as_store_setting_write(fixture.store, 0, "x", "y", &error) == 0;
		i++)
		usleep(10000);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_not_null(strstr(error.text, "a connection pooler in transaction mode; name"),
		"%s", error.text);
}

Test(postgres, a_worker_stops_when_a_newer_version_comes)
{
	static const char *const lanes[] = {"lane"};
	struct as_store_claim claim;
	struct as_error error = {0};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	submit_path(&fixture, "a.c");
	server_run(fixture.url, "UPDATE assay.version SET version = 4711");
	cr_expect_leq(as_store_claim(fixture.store, lanes, 1, &claim, NULL), 0);
	int found = 0;
	for (int i = 0; i < 1000 && found == 0; i++) {
		found = as_store_claim(fixture.store, lanes, 1, &claim, &error);
		usleep(10000);
	}
	cr_expect_eq(found, -1);
	cr_expect_not_null(strstr(error.text, "use a newer assay"), "%s", error.text);
}

/* ---- workers ---- */

/* Simulates that the queued jobs have waited for an hour. */
static size_t count_unserved(const struct fixture *fixture, const char *lane)
{
	struct as_store_unserved *unserved;
	struct as_error error = {0};
	size_t count;

	server_run(fixture->url, "UPDATE assay.submission SET received = 0");
	cr_assert_eq(as_store_unserved_read(fixture->store, &unserved, &count, &error), 0, "%s",
		error.text);
	for (size_t i = 0; i < count; i++) {
		cr_expect_str_eq(unserved[i].lane, lane);
		cr_expect_eq(unserved[i].jobs, 2);
	}
	as_store_unserved_free(unserved, count);
	return count;
}

Test(postgres, a_lane_is_unserved_unless_a_session_that_serves_it_lives)
{
	static const char *const lanes[] = {"lane", "other"};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	submit_path(&fixture, "a.c");
	submit_path(&fixture, "b.c");
	cr_expect_eq(count_unserved(&fixture, "lane"), 1);
	struct as_store *beside = store_open(fixture.url);
	cr_assert_eq(as_store_serve(beside, lanes, 2, NULL), 0);
	cr_assert_eq(as_store_serve(beside, lanes, 1, NULL), 0, "again");
	cr_expect_eq(count_unserved(&fixture, "lane"), 0);
	as_store_close(beside);
	for (int i = 0; count_unserved(&fixture, "lane") == 0; i++) {
		cr_assert_lt(i, 1000, "the server drops the session's locks");
		usleep(10000);
	}
}

/* Another session queues the jobs. */
Test(postgres, a_worker_that_sleeps_is_woken_by_another_process)
{
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	struct as_store *other = store_open(fixture.url);
	expect_to_be_woken(&fixture, other);
	as_store_close(other);
}

struct heard {
	atomic_int lost, back;
};

static void on_lost(void *context, const struct as_error *why)
{
	struct heard *heard = context;

	cr_expect_neq(why->kind, AS_ERROR_NONE);
	heard->lost++;
}

static void on_back(void *context)
{
	struct heard *heard = context;

	heard->back++;
}

Test(postgres, the_watcher_is_notified_once_of_a_lost_server_and_of_its_return)
{
	struct heard heard = {0};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	as_store_watch(fixture.store,
		&(struct as_store_watch){.lost = on_lost, .back = on_back, .context = &heard});
	for (int i = 1; i <= 3; i++) {
		server_run(fixture.url,
			"SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
			" WHERE application_name = 'assay' AND datname = current_database()");
		for (int tries = 0; heard.back < i; tries++) {
			cr_assert_lt(tries, 6000);
			usleep(5000);
		}
		cr_expect_eq(heard.lost, i);
		cr_expect_eq(heard.back, i);
	}
	as_store_watch(fixture.store, NULL);
}

Test(postgres, a_process_can_be_named_and_keeps_its_name)
{
	static const char named[] = "SELECT count(*) FROM assay.session WHERE name = 'room 7'";
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	cr_assert_eq(as_store_rename(fixture.store, "room 7", NULL), 0);
	cr_expect_eq(server_number(fixture.url, named), 1);
	server_run(fixture.url,
		"SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
		" WHERE application_name = 'assay' AND datname = current_database()");
	submit_path(&fixture, "a.c");
	cr_expect_eq(server_number(fixture.url, named), 1, "of the next session, too");
}

/* ---- many processes ---- */

/* Runs until the test ends it, without grace time. */
static int collect_always(struct fixture *fixture, int from)
{
	struct as_store_removed removed;
	char byte;

	fcntl(from, F_SETFL, O_NONBLOCK);
	while (read(from, &byte, 1) != 1)
		if (as_store_collect(fixture->store, 0, NULL, &removed, NULL))
			return 101;
	as_store_close(fixture->store);
	return 0;
}

Test(postgres, data_in_use_is_never_removed_while_others_write)
{
	struct other others[2];
	char name[32], digest[AS_DIGEST_HEX_SIZE];
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	for (int i = 0; i < 2; i++)
		other_start(&others[i], &fixture, collect_always);
	for (int i = 0; i < 200; i++) {
		snprintf(name, sizeof(name), "%d.c", i);
		/* It, or parts of it, may be removed at any moment until it is referenced. */
		(void)!as_store_blob_put(fixture.store, name, strlen(name), digest, NULL);
		usleep((useconds_t)(i % 8) * 500);
		submit_path(&fixture, name);
		const struct as_bytes bytes = {.data = name, .size = strlen(name)};
		expect_blob(&fixture, digest, &bytes);
	}
	for (int i = 0; i < 2; i++)
		cr_expect_eq(other_end(&others[i]), 0);
	for (int i = 0; i < 200; i++) {
		AUTO_CLAIM claim = claim_next(&fixture);
		const struct as_bytes bytes = {.data = claim.path, .size = strlen(claim.path)};
		expect_blob(&fixture, claim.files, &bytes);
	}
}

Test(postgres, a_dangerous_job_runs_alone_in_its_process_and_others_continue)
{
	static const char *const lanes[] = {"lane"};
	struct as_store_claim none;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	submit_path(&fixture, "a.c");
	AUTO_CLAIM busy = claim_next(&fixture);
	const int64_t poison = submit_path(&fixture, "poison.c");
	server_run(fixture.url, "UPDATE assay.job SET deaths = 2 WHERE state = 0");
	cr_expect_eq(as_store_claim(fixture.store, lanes, 1, &none, NULL), 0, "it is busy");
	struct fixture beside = fixture;
	beside.store = store_open(fixture.url);
	AUTO_CLAIM claim = claim_next(&beside);
	cr_expect_eq(claim.job, poison);
	submit_path(&fixture, "b.c");
	cr_expect_eq(as_store_claim(beside.store, lanes, 1, &none, NULL), 0, "it runs alone");
	AUTO_CLAIM other = claim_next(&fixture);
	cr_expect_neq(other.job, 0);
	as_store_close(beside.store);
}

static int complete_all(struct fixture *fixture, int from)
{
	static const char *const lanes[] = {"lane"};
	const struct as_result result = result_of(AS_VERDICT_AC, "a.c");
	struct as_store_claim claim;
	int found;

	await_end(from);
	while ((found = as_store_claim(fixture->store, lanes, 1, &claim, NULL)) == 1) {
		if (as_store_complete(fixture->store, &claim, &result, NULL) != 1)
			return 101;
		as_store_claim_clear(&claim);
	}
	as_store_close(fixture->store);
	return found ? 102 : 0;
}

Test(postgres, processes_complete_each_job_once)
{
	struct other others[4];
	struct events events;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	for (int i = 0; i < 100; i++)
		submit_path(&fixture, "a.c");
	for (int i = 0; i < 4; i++)
		other_start(&others[i], &fixture, complete_all);
	for (int i = 0; i < 4; i++)
		cr_expect_eq(other_end(&others[i]), 0);
	read_events(&fixture, AS_STORE_WHOLE, &events);
	cr_expect_eq(events.count, 200);
	for (size_t i = 0; i < events.count; i++) {
		cr_expect_eq(events.items[i].number, (int64_t)i + 1);
		cr_expect_eq(count_events(&fixture, events.items[i].job, AS_STORE_EVENT_DONE), 1);
	}
}

Test(postgres, an_event_of_another_process_wakes_waiters)
{
	struct other other;
	int64_t known = 1; /* that it was queued */
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	submit_path(&fixture, "a.c");
	other_start(&other, &fixture, complete_all);
	cr_expect_eq(as_store_wait(fixture.store, &known, 1000000, NULL), 0);
	cr_expect_eq(other_end(&other), 0);
	cr_expect_eq(as_store_wait(fixture.store, &known, INT64_C(60000000000), NULL), 1);
	cr_expect_eq(known, 2);
}

/* ---- a long queue ---- */

Test(postgres, the_status_reads_only_indices_of_the_queue)
{
	AS_AUTO_FREE char *explain =
		as_text_format(NULL, "EXPLAIN %s", as_pg_statement_text(AS_PG_STATUS_QUEUE));
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
	cr_assert_eq(as_store_claim(fixture.store, &order.lane, 1, &claim, NULL), 1);
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
	cr_expect_eq(
		fixture.store->ops->put_chunk(fixture.store->back, digest, 0, &wrong, NULL), 0);
	cr_assert_eq(as_store_blob_read(fixture.store, digest, 100, &bytes, NULL), 1);
	cr_expect_str_eq(bytes.data, "abc");
}
