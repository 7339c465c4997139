/* SPDX-License-Identifier: MIT */
/* The permissions of the roles of a store on a server, and attempts of a worker whose password was
 * stolen. Each refusal is tried by raw SQL. */
#include "rights_case.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>

TestSuite(rights, .fini = clean_up, .timeout = 600);

static const char claim_first[] =
	"UPDATE job SET state = 1, session = currval('session_number'), attempt = attempt + 1"
	" WHERE id = (SELECT id FROM job WHERE state = 0 ORDER BY id LIMIT 1)";

static void expect_one_session(const char *url)
{
	PGresult *rows = server_query(url, "SELECT session::text FROM assay.session");

	for (int i = 0; PQntuples(rows) != 1 && i < PQntuples(rows); i++)
		cr_log_warn("session %s\n", PQgetvalue(rows, i, 0));
	cr_expect_eq(PQntuples(rows), 1);
	PQclear(rows);
}

/* ---- a worker ---- */

/* All calls of the log, by a worker. */
static void expect_no_log(const struct fixture *worker)
{
	const struct as_store_entry entry = {.body = {(char *)"x", 1}};
	struct as_store_appended appended;
	struct as_store_page page;
	char epoch[AS_STORE_EPOCH_SIZE];
	struct as_error error = {0};

	cr_expect_eq(
		as_store_append(worker->store, worker->space, &entry, 1, &appended, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE, "%s", error.text);
	cr_expect_eq(as_store_log_read(worker->store, worker->space, 0, 10, &page, NULL), -1);
	cr_expect_eq(as_store_space_epoch(worker->store, worker->space, epoch, NULL), -1);
}

Test(rights, a_worker_claims_jobs_sends_heartbeats_and_ends_its_claims)
{
	char digest[AS_DIGEST_HEX_SIZE];
	AUTO_FIXTURE fixture;
	AUTO_FIXTURE worker;

	fixture_open(&fixture, &maker);
	worker = fixture;
	grant(&fixture, AS_STORE_WORKER, worker.url);
	worker.store = store_open(worker.url);
	judge_all_ways(&fixture, &worker);
	expect_no_log(&worker);
	/* A result may be larger than a chunk. */
	AS_AUTO_BYTES struct as_bytes large = bytes_of(3 * AS_STORE_CHUNK_BYTES + 7);
	cr_expect_eq(as_store_blob_put(worker.store, large.data, large.size, digest, NULL), 0);
	expect_blob(&worker, digest, &large);
	AUTO_CLAIM left = claim_next(&worker);
	cr_expect_neq(left.job, 0);
	fixture_close(&worker);
	cr_expect_eq(read_job(&fixture, left.job).state, AS_STORE_QUEUED);
	expect_one_session(fixture.url);
}

Test(rights, faults_that_a_worker_reports_hold_a_package)
{
	AUTO_FIXTURE fixture;
	AUTO_FIXTURE worker;

	fixture_open(&fixture, &maker);
	worker = fixture;
	grant(&fixture, AS_STORE_WORKER, worker.url);
	worker.store = store_open(worker.url);
	int64_t last = 0;
	for (int i = 0; i < 4; i++)
		last = submit_path(&fixture, "a.c");
	for (int i = 0; i < 3; i++) {
		AUTO_CLAIM claim = claim_next(&worker);
		cr_expect_eq(complete(&worker, &claim, AS_VERDICT_JE), 1);
	}
	cr_expect_eq(read_job(&fixture, last).state, AS_STORE_HELD);
}

/* The rows of a store that workers must not change: a result of each verdict, a job that another
 * session has claimed, a waiting job, a held package, a secret setting. */
static void fill(struct fixture *fixture)
{
	const struct as_store_package held = {.digest = "bb", .name = "held"};

	submit_path(fixture, "a.c");
	AUTO_CLAIM claim = claim_next(fixture);
	cr_assert_eq(complete(fixture, &claim, AS_VERDICT_WA), 1);
	submit_path(fixture, "b.c");
	AUTO_CLAIM kept = claim_next(fixture);
	cr_assert_eq(kept.job, 2);
	for (int i = 0; i < 3; i++)
		submit_path(fixture, "c.c");
	cr_assert_eq(as_store_package_put(fixture->store, &held, NULL), 0);
	cr_assert_eq(as_store_setting_write(fixture->store, 0, "secret", "s", NULL), 0);
	server_run(fixture->url, "UPDATE assay.package SET held = 'h', held_at = 1, faults = 3"
				 " WHERE digest = 'bb'");
}

static const char *const denied_to_all[] = {
	"INSERT INTO job (space, package, submission, options, class, priority, owner, lane, tag,"
	" state) SELECT space, package, submission, options, 0, 99, owner, lane, 0, 0 FROM job"
	" LIMIT 1",
	"UPDATE job SET priority = 99", "UPDATE job SET class = 0", "UPDATE job SET lane = ''",
	"UPDATE job SET package = 'bb'", "DELETE FROM job", "TRUNCATE job", "DROP TABLE job",
	"DROP SCHEMA assay CASCADE", "BEGIN; LOCK TABLE job IN ACCESS EXCLUSIVE MODE",
	"ALTER TABLE job DISABLE TRIGGER guard", "DROP TRIGGER guard ON job",
	"CREATE TABLE assay.mine (x int)",
	"CREATE FUNCTION assay.now() RETURNS int AS '' LANGUAGE sql",
	"ALTER FUNCTION is_own(bigint) RESET ALL",
	"ALTER POLICY setting_read ON setting USING (true)",
	"SET session_replication_role = replica", "SET ROLE postgres",
	"SET SESSION AUTHORIZATION postgres", "COPY job TO PROGRAM 'true'",
	"UPDATE result SET verdict = 0", "DELETE FROM result",
	"INSERT INTO space (name) VALUES ('x')",
	"INSERT INTO package (digest, name) VALUES ('cc', 'x')", "UPDATE package SET blob = 'x'",
	"UPDATE package SET name = 'x'", "DELETE FROM package",
	"INSERT INTO submission (space, owner, path, files, received) SELECT space, owner, path, "
	"files,"
	" 0 FROM submission LIMIT 1",
	"UPDATE submission SET files = 'x'", "DELETE FROM submission", "DELETE FROM blob",
	"DELETE FROM chunk", "UPDATE blob SET size = 0", "UPDATE chunk SET digest = 'x'",
	"INSERT INTO setting VALUES (0, 'attempts', '1')", "UPDATE setting SET value = '1'",
	"DELETE FROM setting", "UPDATE version SET version = 9",
	"INSERT INTO granted VALUES (current_user, 'server')", "SELECT setval('job_id_seq', 1)",
	"SELECT setval('result_id_seq', 1)", "SELECT setval('session_number', 1)",
	"INSERT INTO event VALUES (99, 1, 1, 1, 1)", "DELETE FROM event", "DELETE FROM unnumbered",
	"UPDATE session SET name = 'x'", "UPDATE session SET runs = '[]'",
	"UPDATE session SET runs = '[[2,1,[]]]' WHERE id <> currval('session_number')",
	"UPDATE session SET seen = now() - interval '1 hour'", "DELETE FROM session",
	"INSERT INTO session SELECT nextval('session_number'), name, pid, backend_start, "
	"server_start,"
	" opened, seen FROM session WHERE name <> 'raw' LIMIT 1",
	/* A role may end sessions of its own. */
	"SELECT pg_terminate_backend(pid) FROM session JOIN pg_stat_activity USING (pid)"
	" WHERE usename <> current_user",
	"SELECT pg_read_file('postgresql.conf')", NULL};

static const char *const denied_to_workers[] = {"SELECT owner FROM submission",
	"SELECT owner FROM job", "SELECT * FROM space", "SELECT * FROM share",
	"SELECT verdict FROM result", "SELECT * FROM granted", "SELECT body FROM event",
	"SELECT blob FROM event", "UPDATE job SET claimed = 1 WHERE id = 4",
	"INSERT INTO event (number, space, job, kind, time, body) VALUES (99, 1, 0, 4, 0, 'x')",
	"INSERT INTO unnumbered (space, job, kind, time) VALUES (1, 0, 4, 0)",
	/* Another worker's result, and its own result under another job. */
	"INSERT INTO result (job, attempt, session, verdict, bytes, recorded)"
	" SELECT 1, 2, currval('session_number'), 0, files, 0 FROM submission LIMIT 1",
	"INSERT INTO result (job, attempt, session, verdict, bytes, recorded)"
	" SELECT 3, 1, currval('session_number'), 0, files, 0 FROM submission LIMIT 1",
	"UPDATE job SET result = NULL WHERE id = 1", "UPDATE job SET state = 0 WHERE id = 1",
	"UPDATE job SET state = 3, cause = 'x' WHERE id = 1",
	"UPDATE job SET state = 2, session = NULL, result = 1 WHERE id = 2",
	"UPDATE job SET state = 0, session = NULL WHERE id = 2",
	"UPDATE job SET deaths = deaths + 1 WHERE id = 2",
	"UPDATE job SET session = currval('session_number') WHERE id = 2",
	"UPDATE job SET state = 2, result = nextval('result_id_seq') WHERE id = 4",
	"UPDATE job SET state = 3, cause = 'x' WHERE id = 4",
	"UPDATE job SET state = 4 WHERE id = 4", "UPDATE job SET state = 5 WHERE id = 4",
	"UPDATE job SET state = 1, session = (SELECT min(id) FROM session), attempt = 1 WHERE id = "
	"4",
	"UPDATE job SET state = 1, session = currval('session_number'), attempt = 9 WHERE id = 4",
	/* Of its own claim: the result of another job, a missing result, no attempt. */
	"UPDATE job SET state = 2, session = NULL, result = 1 WHERE id = 3",
	"UPDATE job SET state = 2, session = NULL, result = nextval('result_id_seq') + 5 WHERE id "
	"= 3",
	"UPDATE job SET state = 2, session = NULL WHERE id = 3",
	"UPDATE job SET state = 4, session = NULL WHERE id = 3",
	"UPDATE job SET state = 5, session = NULL WHERE id = 3",
	"UPDATE job SET attempt = 0 WHERE id = 3", "UPDATE job SET deaths = 9 WHERE id = 3",
	"UPDATE package SET held = NULL, held_at = NULL WHERE digest = 'bb'",
	"UPDATE package SET held = 'because' WHERE digest = 'bb'",
	"INSERT INTO unnumbered (space, job, kind, time) VALUES (1, 4, 1, 0)",
	"INSERT INTO unnumbered (space, job, kind, time) VALUES (1, 1, 3, 0)",
	"INSERT INTO unnumbered (space, job, kind, time) VALUES (1, 1, 0, 0)",
	"INSERT INTO unnumbered (id, space, job, kind, time) VALUES (9, 1, 1, 1, 0)", NULL};

static void expect_unchanged(const char *url)
{
	static const char digest[] =
		"SELECT hashtext(string_agg(t, '|' ORDER BY t)) FROM (SELECT t::text FROM "
		"assay.job AS t"
		" UNION ALL SELECT t::text FROM assay.result AS t UNION ALL SELECT t::text FROM"
		" assay.package AS t UNION ALL SELECT t::text FROM assay.submission AS t UNION ALL"
		" SELECT t::text FROM assay.chunk AS t UNION ALL SELECT t::text FROM assay.setting "
		"AS t"
		" UNION ALL SELECT t::text FROM assay.event AS t) AS all_rows (t)";
	static int64_t before;
	const int64_t now = server_number(url, digest);

	cr_expect(before == 0 || now == before);
	before = now;
}

Test(rights, a_stolen_password_of_a_worker_changes_nothing_that_others_judged)
{
	char url[512];
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	fill(&fixture);
	grant(&fixture, AS_STORE_WORKER, url);
	PGconn *db = connect_as(url);
	expect_done(db, server_open_session);
	expect_done(db, claim_first);
	cr_assert_eq(number(db, "SELECT id FROM job WHERE session = currval('session_number')"), 3);
	as_store_close(as_store_open(fixture.url, NULL)); /* numbers the events */
	expect_unchanged(fixture.url);
	/* A heartbeat of the other session, after which the worker's is the first of the table. */
	server_run(fixture.url, "UPDATE assay.session SET seen = clock_timestamp()"
				" WHERE name <> 'raw'");
	for (size_t i = 0; denied_to_all[i]; i++)
		expect_denied(db, denied_to_all[i]);
	for (size_t i = 0; denied_to_workers[i]; i++)
		expect_denied(db, denied_to_workers[i]);
	expect_done(db, "UPDATE chunk SET data = 'x'");
	expect_unchanged(fixture.url);
	cr_expect_eq(number(db, "SELECT count(*) FROM setting WHERE name = 'secret'"), 0);
	PQfinish(db);
}

Test(rights, a_worker_sees_the_settings_that_it_needs)
{
	char url[512];
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	fill(&fixture);
	cr_assert_eq(as_store_setting_write(fixture.store, 0, "attempts", "7", NULL), 0);
	cr_assert_eq(as_store_setting_write(fixture.store, 0, "faults", "8", NULL), 0);
	cr_assert_eq(
		as_store_setting_write(fixture.store, fixture.space, "attempts", "9", NULL), 0);
	grant(&fixture, AS_STORE_WORKER, url);
	PGconn *db = connect_as(url);
	cr_expect_eq(number(db, "SELECT sum(value::int) FROM setting"), 15);
	PQfinish(db);
}

/* The role may take as many numbers of sessions as it wants to. */
Test(rights, a_worker_cannot_use_up_the_numbers_of_sessions)
{
	char url[512];
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	submit_path(&fixture, "a.c");
	grant(&fixture, AS_STORE_WORKER, url);
	PGconn *db = connect_as(url);
	expect_done(db, server_open_session);
	expect_done(db, claim_first);
	server_run(fixture.url, "SELECT setval('assay.session_number', 2147483640)");
	expect_done(db, "SELECT count(nextval('session_number')) FROM generate_series(1, 7)");
	/* Sessions and claims keep their numbers. */
	struct as_store *second = store_open(fixture.url), *third = store_open(url);
	cr_expect_eq(server_number(fixture.url, "SELECT count(*) FROM assay.session"), 4);
	cr_expect_eq(server_number(fixture.url, "SELECT max(id) FROM assay.session"), 4);
	as_store_close(third);
	as_store_close(second);
	PQfinish(db);
}

/* ---- dead sessions, whatever their roles ---- */

Test(rights, a_worker_sweeps_up_after_workers_of_other_roles)
{
	char url[512];
	AUTO_FIXTURE fixture;
	AUTO_FIXTURE sweeper;

	fixture_open(&fixture, &maker);
	sweeper = fixture;
	const int64_t silent = submit_path(&fixture, "a.c"), dead = submit_path(&fixture, "b.c");
	grant(&fixture, AS_STORE_WORKER, url);
	grant(&fixture, AS_STORE_WORKER, sweeper.url);
	PGconn *stopped = connect_as(url);
	expect_done(stopped, server_open_session);
	expect_done(stopped, claim_first);
	PGconn *killed = connect_as(url);
	expect_done(killed, server_open_session);
	expect_done(killed, claim_first);
	fixture_close(&fixture);
	server_run(fixture.url,
		"UPDATE assay.session SET seen = clock_timestamp() - interval '1 min'"
		" WHERE id = (SELECT min(session) FROM assay.job)");
	PQfinish(killed);
	sweeper.store = store_open(sweeper.url);
	server_await_zero(fixture.url, "SELECT count(*) FROM assay.job WHERE state = 1");
	fixture.store = store_open(fixture.url);
	cr_expect_eq(read_job(&fixture, silent).death_count, 1);
	cr_expect_eq(read_job(&fixture, dead).death_count, 1);
	/* It was not ended, but its claim is invalid, as it learns. */
	cr_expect_eq(number(stopped, "SELECT count(*) FROM job WHERE session ="
				     " currval('session_number')"),
		0);
	cr_expect_eq(
		number(stopped, "SELECT count(*) FROM session WHERE pid = pg_backend_pid()"), 0);
	PQfinish(stopped);
}

/* Permitted, because the role is the same. */
Test(rights, a_worker_ends_silent_sessions_of_its_own_role)
{
	AUTO_FIXTURE fixture;
	AUTO_FIXTURE sweeper;

	fixture_open(&fixture, &maker);
	sweeper = fixture;
	grant(&fixture, AS_STORE_WORKER, sweeper.url);
	PGconn *stopped = connect_as(sweeper.url);
	expect_done(stopped, server_open_session);
	fixture_close(&fixture);
	server_run(
		fixture.url, "UPDATE assay.session SET seen = clock_timestamp() - interval '16 s'");
	sweeper.store = store_open(sweeper.url);
	server_await_zero(fixture.url, "SELECT count(*) - 1 FROM assay.session");
	PGresult *rows = PQexec(stopped, "SELECT 1");
	cr_expect_eq(PQstatus(stopped), CONNECTION_BAD);
	PQclear(rows);
	PQfinish(stopped);
}

/* The server considers the worker's old connection alive, so the new one must not end its
 * claims. */
Test(rights, a_worker_that_was_cut_off_fails_no_job)
{
	const struct as_error cause = {.kind = AS_ERROR_INPUT, .text = "no such language"};
	AUTO_FIXTURE fixture;
	AUTO_FIXTURE worker;

	fixture_open(&fixture, &maker);
	worker = fixture;
	grant(&fixture, AS_STORE_WORKER, worker.url);
	worker.store = store_open(worker.url);
	const int64_t job = submit_path(&fixture, "a.c");
	AUTO_CLAIM late = claim_next(&worker);
	const pid_t pid = (pid_t)server_number(
		fixture.url, "SELECT pid FROM assay.session ORDER BY id DESC LIMIT 1");
	cr_assert_gt(pid, 1);
	cr_assert_eq(kill(pid, SIGSTOP), 0);
	cr_expect_eq(as_store_beat(worker.store, &late, NULL), 0);
	cr_expect_eq(complete(&worker, &late, AS_VERDICT_WA), 0);
	/* It is silent now, but has not ended. */
	AS_AUTO_FREE char *silent = as_text_format(NULL,
		"UPDATE assay.session SET seen = clock_timestamp() - interval '16 s'"
		" WHERE pid = %d",
		(int)pid);
	server_run(fixture.url, silent);
	cr_expect_eq(complete(&worker, &late, AS_VERDICT_WA), 0);
	cr_expect_eq(as_store_fail(worker.store, &late, &cause, NULL), 0);
	cr_expect_eq(as_store_release(worker.store, &late, NULL), 0);
	kill(pid, SIGCONT);
	server_await_zero(fixture.url, "SELECT count(*) FROM assay.job WHERE state <> 0");
	AUTO_CLAIM claim = claim_next(&worker);
	cr_expect_eq(claim.job, job);
	cr_expect_eq(complete(&worker, &claim, AS_VERDICT_AC), 1);
}

/* Cuts off a store. The server does not notice until the returned descriptor is closed. */
static int cut(struct as_store *store)
{
	const int fd = PQsocket(((struct as_postgres *)store->back)->session.link.db);
	const int kept = dup(fd);
	int ends[2];

	cr_assert_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
	cr_assert(kept >= 0 && dup2(ends[0], fd) == fd);
	close(ends[0]);
	close(ends[1]);
	return kept;
}

Test(rights, a_reconnected_worker_releases_its_claims)
{
	AUTO_FIXTURE fixture;
	AUTO_FIXTURE worker;

	fixture_open(&fixture, &maker);
	worker = fixture;
	grant(&fixture, AS_STORE_WORKER, worker.url);
	worker.store = store_open(worker.url);
	const int64_t job = submit_path(&fixture, "a.c");
	/* No other process sweeps. */
	fixture_close(&fixture);
	AUTO_CLAIM late = claim_next(&worker);
	AS_AUTO_FD int kept = cut(worker.store);
	AUTO_CLAIM claim = claim_next(&worker);
	cr_expect_eq(claim.job, job);
	cr_expect_eq(server_number(fixture.url, "SELECT deaths FROM assay.job"), 0);
	cr_expect_eq(complete(&worker, &late, AS_VERDICT_WA), 0);
	cr_expect_eq(complete(&worker, &claim, AS_VERDICT_AC), 1);
}

/* ---- servers and readers ---- */

static void append_to_log(const struct fixture *fixture)
{
	const struct as_store_order order = order_of(fixture, "log.c");
	const struct as_store_entry entries[] = {{.body = {(char *)"x", 1}}, {.order = &order}};
	struct as_store_appended appended[2];
	char epoch[AS_STORE_EPOCH_SIZE];
	struct as_store_page page;
	struct as_error error = {0};

	cr_expect_eq(as_store_space_epoch(fixture->store, fixture->space, epoch, &error), 0, "%s",
		error.text);
	cr_expect_eq(as_store_append(fixture->store, fixture->space, entries, 2, appended, &error),
		0, "%s", error.text);
	cr_assert_eq(as_store_log_read(fixture->store, fixture->space, appended[0].number - 1, 10,
			     &page, &error),
		0, "%s", error.text);
	cr_expect_eq(page.count, 2);
	as_store_page_clear(&page);
}

Test(rights, a_server_does_all_but_change_the_schema)
{
	char digest[AS_DIGEST_HEX_SIZE];
	const struct as_store_package package = {.digest = "cc", .name = "other"};
	struct as_store_removed removed;
	struct as_store_status status = {0};
	uint64_t jobs;
	AUTO_FIXTURE fixture;
	AUTO_FIXTURE own;

	fixture_open(&fixture, &maker);
	own = fixture;
	grant(&fixture, AS_STORE_SERVER, own.url);
	own.store = store_open(own.url);
	judge_all_ways(&own, &own);
	append_to_log(&own);
	cr_expect_eq(as_store_setting_write(own.store, 0, "secret", "s", NULL), 0);
	cr_expect_eq(as_store_package_put(own.store, &package, NULL), 0);
	cr_expect_eq(as_store_setting_write(own.store, 0, "attempts", "5", NULL), 0);
	cr_expect_eq(as_store_space_find(own.store, "more", &own.space, NULL), 0);
	cr_expect_eq(as_store_cancel(own.store, submit_path(&own, "d.c"), NULL), 1);
	server_run(fixture.url, "UPDATE assay.package SET held = 'h', held_at = 1");
	cr_expect_eq(as_store_package_release(own.store, PACKAGE, &jobs, NULL), 1);
	cr_expect_eq(as_store_cancel_all(own.store, &(struct as_store_selection){.space = "test"},
			     NULL, &jobs, NULL),
		0);
	cr_expect_eq(as_store_blob_put(own.store, "waste", 5, digest, NULL), 0);
	usleep(10000);
	cr_expect_eq(as_store_collect(own.store, 1, NULL, &removed, NULL), 0);
	cr_expect_eq(removed.blob_count, 1);
	cr_expect_eq(as_store_status_read(own.store, &status, NULL), 0);
	as_store_status_clear(&status);
	PGconn *db = connect_as(own.url);
	static const char *const denied[] = {"DROP TABLE job", "CREATE TABLE assay.mine (x int)",
		"ALTER TABLE job ADD COLUMN x int", "UPDATE version SET version = 9",
		"DELETE FROM granted", "TRUNCATE job", "ALTER TABLE job DISABLE TRIGGER guard",
		NULL};
	for (size_t i = 0; denied[i]; i++)
		expect_denied(db, denied[i]);
	cr_expect_eq(number(db, "SELECT count(*) FROM setting WHERE name = 'secret'"), 1);
	PQfinish(db);
}

static int ignore_problem(void *context, const char *text)
{
	(void)context;
	cr_expect_fail("%s", text);
	return 0;
}

Test(rights, a_reader_reads_all_and_changes_nothing)
{
	static const char *const lanes[] = {"lane"};
	char file[] = "/tmp/assay-rights.XXXXXX";
	struct as_store_claim claim;
	struct as_store_status status = {0};
	struct as_store_checked checked;
	struct as_error error = {0};
	AUTO_FIXTURE fixture;
	AUTO_FIXTURE own;

	fixture_open(&fixture, &maker);
	own = fixture;
	fill(&fixture);
	grant(&fixture, AS_STORE_READER, own.url);
	own.store = as_store_open_reader(own.url, &error);
	cr_assert_not_null(own.store, "%s", error.text);
	cr_expect_eq(as_store_status_read(own.store, &status, NULL), 0);
	cr_expect_eq(status.results, 1);
	as_store_status_clear(&status);
	cr_expect_eq(as_store_check(own.store, NULL, ignore_problem, NULL, &checked, NULL), 0);
	cr_expect_eq(checked.job_count, 5);
	cr_assert_not_null(mkdtemp(file));
	AS_AUTO_FREE char *export = as_text_format(NULL, "%s/a.tar", file);
	cr_expect_eq(as_store_export(own.store, export, NULL, &error), 0, "%s", error.text);
	as_dir_remove(AT_FDCWD, file, NULL);
	cr_expect_eq(store_claim_lanes(own.store, lanes, 1, &claim, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_not_null(strstr(error.text, "permission denied for table job; have the owner of "
					      "the store run assay store grant URL ROLE"),
		"%s", error.text);
	cr_expect_eq(as_store_setting_write(own.store, 0, "x", "y", NULL), -1);
	PGconn *db = connect_as(own.url);
	for (size_t i = 0; denied_to_all[i]; i++)
		expect_denied(db, denied_to_all[i]);
	expect_denied(db, "UPDATE job SET state = 0");
	expect_denied(db, "UPDATE package SET held = NULL");
	PQfinish(db);
	fixture_close(&own);
	expect_one_session(fixture.url);
}
