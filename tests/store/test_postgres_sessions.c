/* SPDX-License-Identifier: MIT */
/* The back end on a PostgreSQL server: sessions that live and die, lost connections, workers, and
 * several processes. */
#include "postgres_case.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

TestSuite(postgres_sessions, .init = make_folder, .fini = clean_up, .timeout = 600);

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

Test(postgres_sessions, an_empty_store_that_several_open_is_set_up_once)
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

	if (store_claim_lanes(fixture->store, lanes, 1, &claim, NULL) != 1)
		return 101;
	await_end(from);
	return as_store_complete(fixture->store, &claim, &result, NULL, NULL) == 0 ? 0 : 102;
}

Test(postgres_sessions, the_job_of_a_killed_worker_is_queued_again_by_the_others)
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

Test(postgres_sessions, a_stopped_worker_is_ended_and_its_late_result_refused)
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

Test(postgres_sessions, a_session_never_considers_itself_dead)
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

Test(postgres_sessions, a_lost_connection_is_made_again_and_its_claims_are_handed_back)
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
Test(postgres_sessions, a_connection_without_answers_is_closed)
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
Test(postgres_sessions, an_unreachable_server_is_waited_for_once)
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
Test(postgres_sessions, a_process_that_ends_does_not_wait_for_an_unreachable_server)
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

Test(postgres_sessions, a_session_that_was_considered_dead_is_replaced)
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

Test(postgres_sessions, a_pooler_in_transaction_mode_is_refused)
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

Test(postgres_sessions, a_worker_stops_when_a_newer_version_comes)
{
	static const char *const lanes[] = {"lane"};
	struct as_store_claim claim;
	struct as_error error = {0};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	submit_path(&fixture, "a.c");
	server_run(fixture.url, "UPDATE assay.version SET version = 4711");
	cr_expect_leq(store_claim_lanes(fixture.store, lanes, 1, &claim, NULL), 0);
	int found = 0;
	for (int i = 0; i < 1000 && found == 0; i++) {
		found = store_claim_lanes(fixture.store, lanes, 1, &claim, &error);
		usleep(10000);
	}
	cr_expect_eq(found, -1);
	cr_expect_not_null(strstr(error.text, "use a newer assay"), "%s", error.text);
}

/* ---- workers ---- */

/* Simulates that the queued jobs have waited for long, and in every second call that the clock was
 * set back after they were queued. */
static size_t count_unserved(const struct fixture *fixture, const char *lane)
{
	struct as_store_unserved *unserved;
	struct as_error error = {0};
	size_t count;

	server_run(fixture->url, "UPDATE assay.submission SET received ="
				 " CASE received WHEN 0 THEN 9000000000000 ELSE 0 END");
	cr_assert_eq(as_store_unserved_read(fixture->store, &unserved, &count, &error), 0, "%s",
		error.text);
	for (size_t i = 0; i < count; i++) {
		cr_expect_str_eq(unserved[i].lane, lane);
		cr_expect_eq(unserved[i].jobs, 2);
	}
	as_store_unserved_free(unserved, count);
	return count;
}

/* A process that opened the empty store before the import does not use an incomplete store. */
Test(postgres_sessions, a_worker_stops_when_an_import_begins)
{
	struct as_error error = {0};
	AUTO_FIXTURE fixture = {0};
	AUTO_FIXTURE importer = {0};

	server_make_url(fixture.url);
	fixture.store = store_open(fixture.url);
	importer = fixture;
	importer.store = store_open(fixture.url);
	cr_assert_eq(as_file_write(AT_FDCWD, "bad.tar", "no", 2, 0600, NULL), 0);
	cr_expect_eq(as_store_import(importer.store, "bad.tar", NULL, NULL), -1);
	const char *const lanes[] = {"lane"};
	struct as_store_claim claim;
	int found = 0;
	for (int i = 0; i < 100 && found == 0; i++) {
		usleep(100000);
		found = store_claim_lanes(fixture.store, lanes, 1, &claim, &error);
	}
	cr_expect_eq(found, -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_str_eq(error.text,
		"the import into the store is not complete; wait until it ends, "
		"or drop the database and import into a new store");
}

Test(postgres_sessions, a_lane_is_unserved_unless_a_session_that_serves_it_lives)
{
	static const char *const lanes[] = {"lane", "other"};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	submit_path(&fixture, "a.c");
	submit_path(&fixture, "b.c");
	for (int i = 0; i < 2; i++)
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
Test(postgres_sessions, a_worker_that_sleeps_is_woken_by_another_process)
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

Test(postgres_sessions, the_watcher_is_notified_once_of_a_lost_server_and_of_its_return)
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

Test(postgres_sessions, a_process_can_be_named_and_keeps_its_name)
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

Test(postgres_sessions, data_in_use_is_never_removed_while_others_write)
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

Test(postgres_sessions, a_dangerous_job_runs_alone_in_its_process_and_others_continue)
{
	static const char *const lanes[] = {"lane"};
	struct as_store_claim none;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	submit_path(&fixture, "a.c");
	AUTO_CLAIM busy = claim_next(&fixture);
	const int64_t poison = submit_path(&fixture, "poison.c");
	server_run(fixture.url, "UPDATE assay.job SET deaths = 2 WHERE state = 0");
	cr_expect_eq(store_claim_lanes(fixture.store, lanes, 1, &none, NULL), 0, "it is busy");
	struct fixture beside = fixture;
	beside.store = store_open(fixture.url);
	AUTO_CLAIM claim = claim_next(&beside);
	cr_expect_eq(claim.job, poison);
	submit_path(&fixture, "b.c");
	cr_expect_eq(store_claim_lanes(beside.store, lanes, 1, &none, NULL), 0, "it runs alone");
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
	while ((found = store_claim_lanes(fixture->store, lanes, 1, &claim, NULL)) == 1) {
		if (as_store_complete(fixture->store, &claim, &result, NULL, NULL) != 1)
			return 101;
		as_store_claim_clear(&claim);
	}
	as_store_close(fixture->store);
	return found ? 102 : 0;
}

Test(postgres_sessions, processes_complete_each_job_once)
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

Test(postgres_sessions, an_event_of_another_process_wakes_waiters)
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
