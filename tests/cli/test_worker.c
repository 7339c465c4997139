/* SPDX-License-Identifier: MIT */
/* assay worker: other processes judge jobs that `assay judge --store ... -j 0` has queued. */
#include "store/server.h"
#include "support/namespaces.h"
#include "support/packages.h"
#include "support/verdicts.h"

#include <assay/store.h>
#include <sys/mount.h>

TestSuite(worker, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* ---- workers ---- */

static struct process worker_start_after(const char *url, const char *name, const char *grace,
	const char *more, bool (*prepare)(void))
{
	return command_start(
		ASSAY_ARGV("worker", "--store", url, "--name", name, "--grace", grace, "-j1", more),
		prepare);
}

static struct process worker_start(const char *url, const char *name)
{
	return worker_start_after(url, name, "1h", NULL, NULL);
}

static struct outcome worker_end(const struct process *process, int signal)
{
	cr_assert_eq(kill(process->pid, signal), 0);
	return command_end(process);
}

#define EXPECT_LOG(outcome, text)                                                                  \
	cr_expect_not_null(                                                                        \
		strstr((outcome).err.data, text), "no '%s' in: %s", text, (outcome).err.data)

/* An empty store on the server. */
static void make_store(char url[512])
{
	struct as_error error = {0};

	server_make_url(url);
	struct as_store *store = as_store_open(url, &error);
	cr_assert_not_null(store, "%s", error.text);
	as_store_close(store);
}

/* ---- jobs ---- */

#define SLOW_PY "import time\ntime.sleep(%s)\nprint(sum(map(int, input().split())))\n"
#define SLOW_YAML                                                                                  \
	"problem_format_version: 2025-09\nname: Sum\n"                                             \
	"uuid: 5ea87e5b-45c6-4d1e-8b38-3e0a3c9a1b55\nlimits: {time_limit: 100}\n"

/* One submission that takes this long. */
static void put_slow(const char *seconds)
{
	put_sum_package(1);
	put("sum/problem.yaml", SLOW_YAML);
	AS_AUTO_FREE char *program = as_text_format(NULL, SLOW_PY, seconds);
	put("slow.py", program);
}

static struct process judge_start(const char *url, const char *path)
{
	return command_start(
		ASSAY_ARGV("judge", "-j0", "--json", "--reruns=0", "--store", url, "sum", path),
		NULL);
}

/* Expects the worker's name in the only document. */
static void expect_worker(const struct outcome *judged, const char *name)
{
	EXPECT_STATUS(*judged, 0);
	AS_AUTO_JSON json_t *document = document_of(judged);
	EXPECT_FATE(document, "AC");
	cr_expect_str_eq(text_below(document, "assay", "worker"), name);
}

/* ---- a class ---- */

static void put_class(void)
{
	put_sum_package(3);
	put("class/right.py", SUM_PY);
	put("class/wrong.py", "print(3)\n");
	put("class/right.c", SUM_C);
	put("class/broken.c", "int main(\n");
	put("class/letter.xyz", "Dear Sir\n");
	put("class/ann/main.py", "from add import add\nprint(add(input()))\n");
	put("class/ann/add.py", "def add(row):\n    return sum(map(int, row.split()))\n");
}

#define CLASS                                                                                      \
	"sum", "class/right.py", "class/wrong.py", "class/right.c", "class/broken.c",              \
		"class/letter.xyz", "class/ann"
#define CLASS_COUNT 6

/* Removes values that differ from run to run. */
static void strip(json_t *value)
{
	static const char *const keys[] = {"cpu_time_ns", "wall_time_ns", "memory_bytes",
		"instructions", "cached", "reruns", "worker"};
	const char *key;
	size_t index;
	json_t *item;

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		json_object_del(value, keys[i]);
	json_object_foreach(value, key, item) strip(item);
	json_array_foreach(value, index, item) strip(item);
}

static char *stripped(const struct outcome *outcome)
{
	AS_AUTO_JSON json_t *documents = documents_of(outcome);

	cr_assert_eq(json_array_size(documents), CLASS_COUNT);
	strip(documents);
	return json_dumps(documents, JSON_INDENT(1) | JSON_SORT_KEYS);
}

static void expect_workers(const struct outcome *judged)
{
	AS_AUTO_JSON json_t *documents = documents_of(judged);
	size_t index;
	json_t *document;

	json_array_foreach(documents, index, document)
	{
		const char *worker = text_below(document, "assay", "worker");
		cr_expect(strcmp(worker, "room 1") == 0 || strcmp(worker, "room 2") == 0, "%s",
			worker);
	}
}

Test(worker, two_workers_have_the_results_of_one_command)
{
	char url[512];

	put_class();
	make_store(url);
	AUTO_OUTCOME plain = ASSAY("judge", "--json", CLASS);
	struct process one = worker_start(url, "room 1");
	struct process two = worker_start(url, "room 2");
	AUTO_OUTCOME judged = ASSAY("judge", "--json", "-j0", "--store", url, CLASS);
	AUTO_OUTCOME first = worker_end(&one, SIGTERM);
	AUTO_OUTCOME second = worker_end(&two, SIGINT);
	EXPECT_STATUS(plain, 0);
	EXPECT_STATUS(judged, 0);
	EXPECT_STATUS(first, 0);
	EXPECT_STATUS(second, 0);
	EXPECT_NOTHING_LEFT(first);
	AS_AUTO_FREE char *expected = stripped(&plain);
	AS_AUTO_FREE char *stored = stripped(&judged);
	cr_expect_str_eq(stored, expected);
	expect_workers(&judged);
	cr_expect_str_eq(judged.err.data, plain.err.data);
	cr_expect_eq(server_number(url, "SELECT count(*) FROM assay.result"), CLASS_COUNT);
	EXPECT_LOG(first, "python3 3.");
	EXPECT_LOG(first, "worker room 1: 1 core (");
	AUTO_OUTCOME student =
		ASSAY("judge", "--json", "-j0", "--audience=student", "--store", url, CLASS);
	cr_expect_null(strstr(student.out.data, "room"), "%s", student.out.data);
	server_drop();
}

/* ---- the end ---- */

Test(worker, running_jobs_may_finish_after_a_signal)
{
	char url[512];

	put_slow("2");
	make_store(url);
	struct process worker = worker_start(url, "room 1");
	struct process judge = judge_start(url, "slow.py");
	server_await_zero(url, "SELECT count(*) - 1 FROM assay.job WHERE state = 1");
	AUTO_OUTCOME ended = worker_end(&worker, SIGTERM);
	EXPECT_STATUS(ended, 0);
	EXPECT_LOG(ended, "assay: stopping: 1 job may finish within 3600 s; another signal hands "
			  "it back at once\n");
	EXPECT_LOG(ended, "job 1: AC, sum, slow.py\n");
	AUTO_OUTCOME judged = command_end(&judge);
	expect_worker(&judged, "room 1");
	server_drop();
}

/* Returned by a worker after its grace time, by one at a second signal, and by one that is
 * killed. */
Test(worker, returned_jobs_are_judged_by_another)
{
	static const char running[] = "SELECT count(*) - 1 FROM assay.job WHERE state = 1";
	char url[512];

	put_slow("3");
	make_store(url);
	struct process hasty = worker_start_after(url, "hasty", "1ms", NULL, NULL);
	struct process judge = judge_start(url, "slow.py");
	server_await_zero(url, running);
	AUTO_OUTCOME first = worker_end(&hasty, SIGTERM);
	struct process urged = worker_start(url, "urged");
	server_await_zero(url, running);
	cr_assert_eq(kill(urged.pid, SIGTERM), 0);
	command_await(&urged, "stopping");
	AUTO_OUTCOME second = worker_end(&urged, SIGTERM);
	struct process killed = worker_start(url, "killed");
	server_await_zero(url, running);
	AUTO_OUTCOME third = worker_end(&killed, SIGKILL);
	struct process last = worker_start(url, "last");
	AUTO_OUTCOME judged = command_end(&judge);
	AUTO_OUTCOME fourth = worker_end(&last, SIGTERM);
	expect_worker(&judged, "last");
	EXPECT_STATUS(first, 0);
	EXPECT_LOG(first, "job 1 went back to the store\n");
	EXPECT_STATUS(second, 0);
	EXPECT_LOG(second, "job 1 went back to the store\n");
	cr_expect_eq(third.signal, SIGKILL);
	EXPECT_STATUS(fourth, 0);
	EXPECT_NOTHING_LEFT(fourth);
	cr_expect_eq(server_number(url, "SELECT attempt FROM assay.job"), 4);
	cr_expect_eq(server_number(url, "SELECT deaths FROM assay.job"), 1);
	server_drop();
}

/* ---- lanes, groups, isolation ---- */

static bool hide_gcc(void)
{
	return enter_mounts() && mount("/dev/null", "/usr/bin/gcc", NULL, MS_BIND, NULL) == 0;
}

static void need(bool (*prepare)(void))
{
	AUTO_OUTCOME probe = command_run_after((const char *const[]){"/bin/true", NULL}, prepare);

	NEED(probe.status == 0, "mounts", "nothing can be mounted");
}

Test(worker, leaves_a_job_in_a_language_that_it_lacks_to_another)
{
	char url[512];

	need(hide_gcc);
	put_sum_package(1);
	put("right.c", SUM_C);
	put("right.py", SUM_PY);
	make_store(url);
	struct process poor = worker_start_after(url, "poor", "1h", NULL, hide_gcc);
	command_await(&poor, "worker poor:");
	struct process judge = judge_start(url, "right.c");
	command_await(&judge, "assay: note: no worker that is alive can judge what is queued (c, "
			      "isolation full); start one on a machine that can: assay worker");
	AUTO_OUTCOME other = ASSAY("judge", "-j0", "--json", "--store", url, "sum", "right.py");
	expect_worker(&other, "poor");
	AUTO_OUTCOME status = ASSAY("status", "--store", url);
	EXPECT_STATUS(status, 0);
	cr_expect_not_null(strstr(status.out.data, "worker poor: 0 jobs"), "%s", status.out.data);
	cr_expect_not_null(
		strstr(status.out.data, "\nunserved: 1 queued job that no worker can judge (c, "
					"isolation full); start one on a machine that can: assay "
					"worker --store URL\n"),
		"%s", status.out.data);
	struct process rich = worker_start(url, "rich");
	AUTO_OUTCOME judged = command_end(&judge);
	expect_worker(&judged, "rich");
	AUTO_OUTCOME first = worker_end(&poor, SIGTERM);
	AUTO_OUTCOME second = worker_end(&rich, SIGTERM);
	cr_expect_null(strstr(first.err.data, "judges c "), "%s", first.err.data);
	cr_expect_not_null(strstr(second.err.data, "judges c "), "%s", second.err.data);
	server_drop();
}

Test(worker, with_a_weak_sandbox_judges_only_jobs_that_permit_it)
{
	char url[512];

	need(cover_groups);
	put_sum_package(1);
	put("full.py", SUM_PY);
	put("weak.py", SUM_PY "# weak\n");
	make_store(url);
	AUTO_OUTCOME refused =
		command_run_after(ASSAY_ARGV("worker", "--store", url), cover_groups);
	EXPECT_COMPLAINT(refused, 4, "this machine cannot judge safely: control groups: ");
	cr_expect_not_null(strstr(refused.err.data, "; see assay doctor\n"));
	struct process weak = worker_start_after(url, "weak", "1h", "--weak-sandbox", cover_groups);
	command_await(&weak, "weak isolation");
	struct process judge = judge_start(url, "full.py");
	command_await(&judge,
		"no worker that is alive can judge what is queued (python3, isolation "
		"full)");
	AUTO_OUTCOME permitted =
		ASSAY("judge", "-j0", "--json", "--weak-sandbox", "--store", url, "sum", "weak.py");
	expect_worker(&permitted, "weak");
	struct process full = worker_start(url, "full");
	AUTO_OUTCOME judged = command_end(&judge);
	expect_worker(&judged, "full");
	AUTO_OUTCOME first = worker_end(&weak, SIGTERM);
	AUTO_OUTCOME second = worker_end(&full, SIGTERM);
	EXPECT_STATUS(first, 0);
	EXPECT_STATUS(second, 0);
	server_drop();
}

Test(worker, of_a_group_judges_the_jobs_reserved_for_the_group)
{
	char url[512];

	put_sum_package(1);
	put("left.py", SUM_PY);
	put("any.py", SUM_PY "# any\n");
	make_store(url);
	struct process other = worker_start(url, "other");
	command_await(&other, "worker other:");
	struct process judge =
		command_start(ASSAY_ARGV("judge", "-j1", "--json", "--worker-group=lab-3",
				      "--store", url, "sum", "left.py"),
			NULL);
	command_await(&judge, "no worker that is alive can judge what is queued (group lab-3, "
			      "python3, isolation full)");
	struct process one = worker_start_after(url, "one", "1h", "--group=lab-3", NULL);
	AUTO_OUTCOME judged = command_end(&judge);
	expect_worker(&judged, "one");
	AUTO_OUTCOME first = worker_end(&other, SIGTERM);
	AUTO_OUTCOME any = ASSAY("judge", "-j0", "--json", "--store", url, "sum", "any.py");
	expect_worker(&any, "one");
	AUTO_OUTCOME second = worker_end(&one, SIGTERM);
	EXPECT_STATUS(first, 0);
	EXPECT_STATUS(second, 0);
	EXPECT_LOG(second, "), group lab-3, full isolation; ");
	AUTO_OUTCOME name = ASSAY("worker", "--store", url, "--group=lab 3");
	EXPECT_COMPLAINT(name, 2,
		"--group: invalid name 'lab 3' of a group of machines; use 1 to 64 letters, ");
	AUTO_OUTCOME file = ASSAY("judge", "--worker-group=lab-3", "--store=sqlite:a", "sum", "x");
	EXPECT_COMPLAINT(file, 2, "--worker-group needs a store with workers: add --store post");
	server_drop();
}

/* ---- the server ---- */

static char place[128];

static void server_do(const char *command)
{
	char text[512];

	snprintf(text, sizeof(text), "%s/tests/support/postgres.sh %s %s", ASSAY_SOURCE_DIR,
		command, place);
	cr_assert_eq(system(text), 0, "%s", text);
}

/* It loses its claims, and judges the jobs when the server is reachable again. */
Test(worker, comes_back_after_the_server_was_away)
{
	char url[512];

	snprintf(place, sizeof(place), "%s/server", here);
	cr_assert_eq(setenv("ASSAY_TEST_POSTGRES", place, 1), 0);
	server_do("start");
	make_store(url);
	struct process worker = worker_start(url, "room 1");
	for (int i = 0; i < 2; i++) {
		put_slow(i == 0 ? "1.0" : "1.1");
		struct process judge = judge_start(url, "slow.py");
		server_await_zero(url, "SELECT count(*) - 1 FROM assay.job WHERE state = 1");
		server_do("crash");
		command_await_count(&worker, "the store is away: ", i + 1);
		server_do("restart");
		command_await_count(&worker, "the store is back\n", i + 1);
		AUTO_OUTCOME judged = command_end(&judge);
		expect_worker(&judged, "room 1");
	}
	AUTO_OUTCOME ended = worker_end(&worker, SIGTERM);
	EXPECT_STATUS(ended, 0);
	server_do("stop");
}

/* Its claims were lost with the connection, so it does not need the server. */
Test(worker, does_not_wait_for_a_server_that_is_away_after_a_signal)
{
	char url[512];

	snprintf(place, sizeof(place), "%s/server", here);
	cr_assert_eq(setenv("ASSAY_TEST_POSTGRES", place, 1), 0);
	server_do("start");
	make_store(url);
	put_slow("100");
	struct process worker = worker_start(url, "room 1");
	struct process judge = judge_start(url, "slow.py");
	server_await_zero(url, "SELECT count(*) - 1 FROM assay.job WHERE state = 1");
	server_do("crash");
	command_await(&worker, "the store is away: ");
	cr_assert_eq(kill(worker.pid, SIGTERM), 0);
	command_await(&worker, "stopping: ");
	server_do("restart");
	AUTO_OUTCOME ended = command_end(&worker);
	EXPECT_STATUS(ended, 0);
	cr_expect_null(strstr(ended.err.data, "the store is back"), "%s", ended.err.data);
	cr_assert_eq(kill(judge.pid, SIGKILL), 0);
	AUTO_OUTCOME killed = command_end(&judge);
	cr_expect_eq(killed.signal, SIGKILL);
	server_do("stop");
}

/* ---- refusals ---- */

Test(worker, a_store_that_cannot_be_used_is_one_line)
{
	char url[512], role[512];

	make_store(url);
	AUTO_OUTCOME away = ASSAY("worker", "--store", "postgresql://me:secret@127.0.0.1:1/x");
	EXPECT_COMPLAINT(away, 2, "Connection refused; check the address, and that the server");
	cr_expect_null(strstr(away.err.data, "secret"));
	/* The server asks this role for a password, whether it exists or not. */
	snprintf(role, sizeof(role), "postgresql://checked:wrong@/%.*s?host=%s",
		(int)strcspn(strrchr(url, '@') + 2, "?"), strrchr(url, '@') + 2, server_folder());
	AUTO_OUTCOME wrong = ASSAY("worker", "--store", role);
	EXPECT_COMPLAINT(wrong, 2, "password authentication failed");
	cr_expect_not_null(strstr(wrong.err.data, "write the password into ~/.pgpass (mode 600)"));
	server_run(url, "UPDATE assay.version SET version = 4711");
	AUTO_OUTCOME newer = ASSAY("worker", "--store", url);
	EXPECT_COMPLAINT(newer, 2, "a store of version 4711, but this assay knows versions up to");
	struct as_store *store = as_store_open("sqlite:a.store", NULL);
	cr_assert_not_null(store);
	AUTO_OUTCOME owned = ASSAY("worker", "--store", "sqlite:a.store");
	EXPECT_COMPLAINT(owned, 2, "the store is in use by another process");
	as_store_close(store);
	server_drop();
}

/* A rolling upgrade: other processes have updated the store to their version. */
Test(worker, ends_when_a_newer_version_comes)
{
	char url[512];

	make_store(url);
	struct process worker = worker_start(url, "room 1");
	command_await(&worker, "worker room 1:");
	server_run(url, "UPDATE assay.version SET version = 4711");
	AUTO_OUTCOME ended = command_end(&worker);
	EXPECT_STATUS(ended, 2);
	EXPECT_LOG(ended, "assay: a newer assay has brought the store to its version; use a newer "
			  "assay\n");
	server_drop();
}

/* It judges the jobs that a killed command left. */
Test(worker, owns_a_store_in_a_file)
{
	put_slow("1");
	struct process judge = command_start(
		ASSAY_ARGV("judge", "--store", "sqlite:a.store", "sum", "slow.py"), NULL);
	await_group(&judge);
	AUTO_OUTCOME killed = worker_end(&judge, SIGKILL);
	cr_expect_eq(killed.signal, SIGKILL);
	struct process worker = worker_start("sqlite:a.store", "room 1");
	command_await(&worker, "job 1: AC, sum, slow.py\n");
	AUTO_OUTCOME ended = worker_end(&worker, SIGTERM);
	EXPECT_STATUS(ended, 0);
	EXPECT_LOG(ended, "note: a store in a file has one owner: nobody can queue jobs in it "
			  "while this worker runs\n");
	AUTO_OUTCOME judged =
		ASSAY("judge", "--json", "--store", "sqlite:a.store", "sum", "slow.py");
	expect_worker(&judged, "room 1");
}
