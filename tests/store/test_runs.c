/* SPDX-License-Identifier: MIT */
/* Runs that workers of a store on a server report before there is a result. */
#include "server.h"
#include "store_case.h"

#include <assay/store/rights.h>

static char role[32];

static void clean_up(void)
{
	char url[512];
	AS_AUTO_FREE char *text = as_text_format(NULL, "DROP ROLE IF EXISTS %s", role);

	server_drop();
	server_url(url, "postgres", "postgres");
	if (*role)
		server_run(url, text);
}

TestSuite(runs, .fini = clean_up, .timeout = 600);

static const struct store_maker maker = {server_make_url, server_await_death};

/* A process with the rights of a worker. */
static struct fixture open_worker(const struct fixture *fixture)
{
	struct fixture worker = *fixture;
	char url[512];
	AS_AUTO_FREE char *text = NULL;

	snprintf(role, sizeof(role), "runs%d", (int)getpid());
	text = as_text_format(NULL, "CREATE ROLE %s LOGIN", role);
	server_url(url, "postgres", "postgres");
	server_run(url, text);
	cr_assert_eq(as_store_grant(fixture->store, role, AS_STORE_WORKER, NULL), 0);
	const char *name = strstr(fixture->url, "@/") + 2;
	snprintf(url, sizeof(url), "%.*s", (int)strcspn(name, "?"), name);
	server_url(worker.url, role, url);
	worker.store = store_open(worker.url);
	return worker;
}

/* "JOB/TEST VERDICT NS" of each run that others read. */
static char *read_runs(const struct fixture *fixture, int64_t space)
{
	static char text[1024];
	struct as_store_run *runs;
	size_t count;
	struct as_error error = {0};

	cr_assert_eq(as_store_runs_read(fixture->store, space, &runs, &count, &error), 0, "%s",
		error.text);
	*text = '\0';
	for (size_t i = 0; i < count && strlen(text) < sizeof(text) - 100; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%d/%d %s %d",
			i ? ", " : "", (int)runs[i].job, (int)runs[i].test,
			as_verdict_name((enum as_verdict)runs[i].verdict), (int)runs[i].time_ns);
	free(runs);
	return text;
}

static int say(const struct fixture *worker, const struct as_store_claim *claim, size_t count)
{
	const struct as_store_run runs[] = {
		{claim->job, 0, AS_VERDICT_AC, 5}, {claim->job, 1, AS_VERDICT_WA, -1}};
	const struct as_store_going going = {claim->job, claim->attempt, runs, count};

	return as_store_runs_write(worker->store, &going, 1, NULL);
}

Test(runs, of_a_job_that_is_judged_are_read_until_it_ended)
{
	AUTO_FIXTURE fixture;
	AUTO_FIXTURE worker;

	fixture_open(&fixture, &maker);
	worker = open_worker(&fixture);
	submit_path(&fixture, "a.c");
	cr_expect_str_eq(read_runs(&fixture, fixture.space), "");
	AUTO_CLAIM claim = claim_next(&worker);
	cr_expect_str_eq(read_runs(&fixture, fixture.space), "");
	cr_expect_eq(say(&worker, &claim, 1), 0);
	cr_expect_str_eq(read_runs(&fixture, fixture.space), "1/0 AC 5");
	cr_expect_eq(say(&worker, &claim, 2), 0);
	cr_expect_str_eq(read_runs(&fixture, fixture.space), "1/0 AC 5, 1/1 WA -1");
	cr_expect_str_eq(read_runs(&fixture, fixture.space + 1), "");
	cr_expect_eq(complete(&worker, &claim, AS_VERDICT_WA), 1);
	cr_expect_str_eq(read_runs(&fixture, fixture.space), "");
}

Test(runs, of_a_worker_that_lost_its_claim_are_not_read)
{
	AUTO_FIXTURE fixture;
	AUTO_FIXTURE worker;

	fixture_open(&fixture, &maker);
	worker = open_worker(&fixture);
	submit_path(&fixture, "a.c");
	AUTO_CLAIM lost = claim_next(&worker);
	cr_expect_eq(say(&worker, &lost, 1), 0);
	/* As a sweep does with the claims of a worker that it considers dead. */
	server_run(fixture.url, "UPDATE assay.job SET state = 0, session = NULL");
	cr_expect_str_eq(read_runs(&fixture, fixture.space), "");
	AUTO_CLAIM again = claim_next(&fixture);
	cr_assert_eq(again.job, lost.job);
	cr_expect_eq(say(&worker, &lost, 2), 0);
	cr_expect_str_eq(read_runs(&fixture, fixture.space), "");
	cr_expect_eq(say(&fixture, &again, 1), 0);
	cr_expect_str_eq(read_runs(&fixture, fixture.space), "1/0 AC 5");
	/* It has the job again, by another attempt. */
	server_run(fixture.url, "UPDATE assay.job SET state = 0, session = NULL");
	AUTO_CLAIM third = claim_next(&worker);
	cr_assert_eq(third.job, lost.job);
	cr_expect_str_eq(read_runs(&fixture, fixture.space), "");
}

/* Writes any text as the runs of a session. */
static void say_text(const struct fixture *fixture, const char *text)
{
	AS_AUTO_FREE char *set = as_text_format(NULL,
		"UPDATE assay.session SET runs = '%s' WHERE id = (SELECT session FROM assay.job"
		" WHERE id = 1)",
		text);

	server_run(fixture->url, set);
}

Test(runs, that_are_malformed_are_skipped)
{
	static const char *const nonsense[] = {"", "{", "[", "null", "[1]", "[[]]", "[[1,1]]",
		"[[1,1,5]]", "[[1,1,[5,[],[0],[0,\"AC\"],[0,\"AC\",\"5\"]]]]",
		"[[1,1,[[-1,\"AC\",5],[4294967296,\"AC\",5],[0,\"XX\",5],[0,\"AC\",-2],[0,7,5]]]]",
		"[[2,1,[[0,\"AC\",5]]],[1,2,[[0,\"AC\",5]]],[\"1\",1,[[0,\"AC\",5]]]]"};
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	submit_path(&fixture, "a.c");
	submit_path(&fixture, "b.c");
	AUTO_CLAIM claim = claim_next(&fixture);
	cr_assert_eq(claim.job, 1);
	for (size_t i = 0; i < sizeof(nonsense) / sizeof(*nonsense); i++) {
		say_text(&fixture, nonsense[i]);
		const char *text = read_runs(&fixture, fixture.space);
		cr_expect_str_eq(text, "", "%s: %s", nonsense[i], text);
	}
	say_text(&fixture, "[7,[1,1,[[0,\"XX\",5],[3,\"TLE\",7]]]]");
	cr_expect_str_eq(read_runs(&fixture, fixture.space), "1/3 TLE 7");
}

Test(runs, after_a_thousand_jobs_of_a_text_are_skipped)
{
	char text[16384] = "[";
	AUTO_FIXTURE fixture;
	size_t size = 1;

	fixture_open(&fixture, &maker);
	submit_path(&fixture, "a.c");
	AUTO_CLAIM claim = claim_next(&fixture);
	for (int i = 0; i < 1024; i++, size += 9)
		memcpy(text + size, "[9,1,[]],", 9);
	memcpy(text + size, "[1,1,[[0,\"AC\",5]]]]", sizeof("[1,1,[[0,\"AC\",5]]]]"));
	say_text(&fixture, text);
	cr_expect_str_eq(read_runs(&fixture, fixture.space), "");
	text[size - 1] = '[';
	say_text(&fixture, text + size - 1);
	cr_expect_str_eq(read_runs(&fixture, fixture.space), "1/0 AC 5");
}

Test(runs, beyond_the_capacity_are_omitted)
{
	enum { COUNT = 20000 };
	struct as_store_run *runs = calloc(COUNT, sizeof(*runs)), *found;
	size_t count;
	AUTO_FIXTURE fixture;

	fixture_open(&fixture, &maker);
	submit_path(&fixture, "a.c");
	submit_path(&fixture, "b.c");
	AUTO_CLAIM claim = claim_next(&fixture);
	AUTO_CLAIM other = claim_next(&fixture);
	for (uint32_t i = 0; i < COUNT; i++)
		runs[i] = (struct as_store_run){claim.job, i, AS_VERDICT_AC, INT64_MAX};
	const struct as_store_going going[] = {
		{claim.job, claim.attempt, runs, COUNT}, {other.job, other.attempt, runs, COUNT}};
	cr_expect_eq(as_store_runs_write(fixture.store, going, 2, NULL), 0);
	cr_assert_eq(as_store_runs_read(fixture.store, fixture.space, &found, &count, NULL), 0);
	cr_expect(count > 4000 && count < COUNT, "%zu", count);
	cr_expect_eq(found[count - 1].test, count - 1);
	free(found);
	free(runs);
}
