/* SPDX-License-Identifier: MIT */
/* assay judge --store: the same as without a store, and nothing is judged twice. */
#include "store/events_case.h"
#include "store/server.h"
#include "support/packages.h"
#include "support/verdicts.h"

#include <assay/store.h>

TestSuite(store, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* The package, and submissions with every fault. */
static void put_class(void)
{
	put_sum_package(3);
	put("sum/submissions/accepted/own.py",
		"print(sum(map(int, input().split())) + {{zero}})\n");
	put("sum/problem.yaml", SUM_YAML SUM_LIMITS "constants: {zero: 0}\n");
	put("class/right.py", SUM_PY);
	put("class/wrong.py", "print(3)\n");
	put("class/broken.c", "int main(\n");
	put("class/empty.py", "");
	put("class/letter.xyz", "Dear Sir\n");
	put("class/ann/main.py", "from add import add\nprint(add(input()))\n");
	put("class/ann/add.py", "def add(row):\n    return sum(map(int, row.split()))\n");
	put("class/bob/main.py", SUM_PY);
	put("class/eve/main.py", SUM_PY);
	cr_assert_eq(symlink("main.py", "class/bob/link.py"), 0);
	cr_assert_eq(symlink("right.py", "class/zoe.py"), 0);
}

#define CLASS                                                                                      \
	"sum", "class/right.py", "class/wrong.py", "class/broken.c", "class/empty.py",             \
		"class/letter.xyz", "class/ann", "class/bob", "class/eve", "class/zoe.py",         \
		"sum/submissions/accepted/own.py", "class/missing.py"
#define CLASS_COUNT 10
/* bob and eve submitted the same, but bob's contains a link, whose omission is noted. */
#define CLASS_JOBS 10

/* Removes values that differ from run to run. */
static void strip(json_t *value)
{
	static const char *const keys[] = {
		"cpu_time_ns", "wall_time_ns", "memory_bytes", "instructions", "cached", "reruns"};
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

/* The number of finished jobs, each of which has one result. */
static size_t count_done(const char *url)
{
	static struct as_store_event events[1000];
	struct as_error error = {0};
	size_t done = 0;
	struct as_store *store = as_store_open(url, &error);

	cr_assert_not_null(store, "%s", error.text);
	const size_t count = events_read(store, AS_STORE_WHOLE, 0, events, 1000);
	as_store_close(store);
	for (size_t i = 0; i < count; i++)
		done += events[i].kind == AS_STORE_EVENT_DONE;
	return done;
}

Test(store, documents_are_those_without_a_store_and_nothing_is_judged_twice)
{
	put_class();
	AUTO_OUTCOME plain = ASSAY("judge", "--json", CLASS);
	AUTO_OUTCOME first = ASSAY("judge", "--json", "--store", "sqlite:a.store", CLASS);
	AUTO_OUTCOME again = ASSAY("judge", "--json", "--store=sqlite:a.store", CLASS);
	EXPECT_STATUS(plain, 2);
	EXPECT_STATUS(first, 2);
	EXPECT_STATUS(again, 2);
	EXPECT_NOTHING_LEFT(again);
	AS_AUTO_FREE char *expected = stripped(&plain);
	AS_AUTO_FREE char *stored = stripped(&first);
	cr_expect_str_eq(stored, expected);
	cr_expect_str_eq(again.out.data, first.out.data, "times are those of the first run");
	cr_expect_str_eq(first.err.data, plain.err.data);
	cr_expect_str_eq(again.err.data, plain.err.data);
	cr_expect_eq(count_done("sqlite:a.store"), CLASS_JOBS);
}

/* Two commands share the work, and each reports all of it. */
Test(store, commands_share_a_store_on_a_server)
{
	char url[512];

	put_class();
	server_make_url(url);
	AUTO_OUTCOME plain = ASSAY("judge", "--json", CLASS);
	const pid_t pid = fork();
	cr_assert_geq(pid, 0);
	if (pid == 0) {
		AUTO_OUTCOME beside = ASSAY("judge", "--json", "--store", url, CLASS);
		_exit(beside.status);
	}
	AUTO_OUTCOME first = ASSAY("judge", "--json", "--store", url, CLASS);
	int status;
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 2, "%d", status);
	AUTO_OUTCOME again = ASSAY("judge", "--json", "--store", url, CLASS);
	EXPECT_STATUS(first, 2);
	EXPECT_NOTHING_LEFT(again);
	AS_AUTO_FREE char *expected = stripped(&plain);
	AS_AUTO_FREE char *stored = stripped(&first);
	cr_expect_str_eq(stored, expected);
	cr_expect_str_eq(again.out.data, first.out.data, "times are those of the first run");
	cr_expect_str_eq(first.err.data, plain.err.data);
	cr_expect_eq(count_done(url), CLASS_JOBS);
	server_drop();
}

/* A terminated connection loses its claims; they are judged again. */
Test(store, a_command_continues_after_its_connections_have_ended)
{
	char url[512];

	put_class();
	server_make_url(url);
	AUTO_OUTCOME plain = ASSAY("judge", "--json", CLASS);
	const pid_t pid = fork();
	cr_assert_geq(pid, 0);
	if (pid == 0) {
		/* Fewer times than the number of retries (AS_PG_TRIES), at increasing intervals. */
		for (unsigned i = 1; i <= 8; i++) {
			server_run(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
					" WHERE application_name = 'assay'"
					" AND datname = current_database()");
			usleep(300000 * i);
		}
		_exit(0);
	}
	AUTO_OUTCOME first = ASSAY("judge", "--json", "--store", url, CLASS);
	kill(pid, SIGKILL);
	cr_assert_eq(waitpid(pid, NULL, 0), pid);
	EXPECT_STATUS(first, 2);
	cr_expect_str_eq(first.err.data, plain.err.data);
	AS_AUTO_FREE char *expected = stripped(&plain);
	AS_AUTO_FREE char *stored = stripped(&first);
	cr_expect_str_eq(stored, expected);
	cr_expect_eq(count_done(url), CLASS_JOBS);
	server_drop();
}

/* ---- a newer assay ---- */

#define SLOWEST_PY "import time\ntime.sleep(1)\nprint(sum(map(int, input().split())))\n"
#define SLOW_JOBS "sum", "0.py", "1.py", "2.py", "3.py", "4.py", "5.py"

static void put_slow_class(void)
{
	put_sum_package(1);
	for (int i = 0; i < 6; i++) {
		AS_AUTO_FREE char *name = as_text_format(NULL, "%d.py", i);
		AS_AUTO_FREE char *text = as_text_format(NULL, "# %d\n" SLOWEST_PY, i);
		put(name, text);
	}
}

/* Simulates a newer assay that updates the store meanwhile, and later is installed here. */
Test(store, a_command_ends_when_a_newer_one_comes_and_nothing_is_lost)
{
	static const char raise[] = "UPDATE assay.version SET version = version + 1";
	static const char lower[] = "UPDATE assay.version SET version = version - 1";
	char url[512];

	put_slow_class();
	server_make_url(url);
	const char *const argv[] = {ASSAY_COMMAND, "judge", "-j1", "--store", url, SLOW_JOBS, NULL};
	as_store_close(as_store_open(url, NULL));
	struct process process = command_start(argv, NULL);
	server_await_zero(url, "SELECT (count(*) = 0)::int FROM assay.result");
	server_run(url, raise);
	AUTO_OUTCOME ended = command_end(&process);
	EXPECT_STATUS(ended, 2);
	EXPECT_NOTHING_LEFT(ended);
	cr_expect_str_eq(ended.err.data,
		"assay: a newer assay has brought the store to its version;"
		" use a newer assay\n");
	cr_expect_eq(server_number(url, "SELECT count(*) FROM assay.job WHERE state = 1"), 0);
	cr_expect_gt(server_number(url, "SELECT count(*) FROM assay.job WHERE state = 0"), 0);
	AUTO_OUTCOME refused = command_run(argv);
	EXPECT_COMPLAINT(refused, 2, "; use a newer assay");
	server_run(url, lower);
	AUTO_OUTCOME again = command_run(argv);
	EXPECT_STATUS(again, 0);
	cr_expect_not_null(strstr(again.out.data, "6 submissions: 6 AC\n"), "%s", again.out.data);
	cr_expect_eq(count_done(url), 6);
	server_drop();
}

Test(store, tables_and_pages_come_from_the_store)
{
	AS_AUTO_BYTES struct as_bytes page = {0};

	put_class();
	AUTO_OUTCOME table = ASSAY("judge", "--store", "sqlite:a.store", CLASS);
	AUTO_OUTCOME again = ASSAY("judge", "--store", "sqlite:a.store", CLASS);
	AUTO_OUTCOME csv =
		ASSAY("judge", "--csv", "--html", "a.html", "--store", "sqlite:a.store", CLASS);
	cr_expect_str_eq(again.out.data, table.out.data);
	cr_expect_not_null(
		strstr(table.out.data, "10 submissions: 5 AC, 1 WA, 4 CE\n"), "%s", table.out.data);
	cr_expect_not_null(strstr(csv.out.data, "class/eve,python3,AC,,,4,4,"), "%s", csv.out.data);
	cr_assert_eq(as_file_read(here_fd, "a.html", 1 << 20, &page, NULL), 0);
	cr_expect_not_null(strstr(page.data, "class/eve"));
	cr_expect_eq(count_done("sqlite:a.store"), CLASS_JOBS);
}

Test(store, a_change_of_an_input_of_a_verdict_causes_rejudging)
{
	put_class();
	static const char *const calls[][8] = {
		{"judge", "--store", "sqlite:a.store", "sum", "class/right.py"},
		{"judge", "--store", "sqlite:a.store", "--all", "sum", "class/right.py"},
		{"judge", "--store", "sqlite:a.store", "--test=secret/01", "sum", "class/right.py"},
		{"judge", "--store", "sqlite:a.store", "--language=python3", "sum",
			"class/right.py"},
		{"judge", "--store", "sqlite:a.store", "--reruns=0", "sum", "class/right.py"}};
	for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++) {
		const char *argv[10] = {ASSAY_COMMAND};
		memcpy(argv + 1, calls[i], sizeof(calls[i]));
		AUTO_OUTCOME outcome = command_run(argv);
		EXPECT_STATUS(outcome, 0);
		cr_expect_eq(count_done("sqlite:a.store"), i + 1);
	}
	/* Neither the format of the output nor the place of the files matters. */
	AUTO_OUTCOME shown = ASSAY("judge", "--store", "sqlite:a.store", "--csv", "--expect=WA",
		"--audience=student", "sum", "./class/../class/right.py");
	EXPECT_STATUS(shown, 1);
	cr_expect_not_null(strstr(shown.out.data, "./class/../class/right.py,python3,AC"));
	cr_expect_eq(count_done("sqlite:a.store"), 5);
	put("class/right.py", "print(3) # now it is wrong\n");
	AUTO_OUTCOME changed =
		ASSAY("judge", "--store", "sqlite:a.store", "--expect=WA", "sum", "class/right.py");
	EXPECT_STATUS(changed, 0);
	put("sum/data/secret/01.ans", "3\n");
	AUTO_OUTCOME package = ASSAY("judge", "--store", "sqlite:a.store", "sum", "class/right.py");
	EXPECT_STATUS(package, 0);
	cr_expect_eq(count_done("sqlite:a.store"), 7);
}

/* A validator that fails while the package contains a file. */
Test(store, a_judging_error_is_judged_again)
{
	put_sum_package(1);
	put("a.py", SUM_PY);
	put("sum/output_validator/validate.py", "import sys\nsys.exit(9)\n");
	AUTO_OUTCOME first = ASSAY("judge", "--store", "sqlite:a.store", "sum", "a.py");
	EXPECT_STATUS(first, 3);
	cr_expect_eq(
		strncmp(strchrnul(first.out.data, '\n') + 1, "JE", 2), 0, "%s", first.out.data);
	cr_expect_eq(count_done("sqlite:a.store"), 1);
	AUTO_OUTCOME again = ASSAY("judge", "--store", "sqlite:a.store", "sum", "a.py");
	EXPECT_STATUS(again, 3);
	cr_expect_eq(count_done("sqlite:a.store"), 2);
}

Test(store, a_result_that_is_missing_is_reported_with_its_remedy)
{
	put_sum_package(1);
	put("a.py", SUM_PY);
	AUTO_OUTCOME first = ASSAY("judge", "--store", "sqlite:a.store", "sum", "a.py");
	EXPECT_STATUS(first, 0);
	AUTO_OUTCOME damaged = command_run((const char *const[]){"/usr/bin/python3", "-c",
		"import sqlite3; db = sqlite3.connect('a.store'); db.execute(\"UPDATE result SET "
		"bytes = 'none'\"); db.commit()",
		NULL});
	EXPECT_STATUS(damaged, 0);
	AUTO_OUTCOME again = ASSAY("judge", "--store", "sqlite:a.store", "sum", "a.py");
	EXPECT_STATUS(again, 5);
	cr_expect_not_null(strstr(again.err.data,
				   "the store is damaged: the result of job 1 is missing; restore "
				   "a backup"),
		"%s", again.err.data);
}

Test(store, no_message_has_the_path_of_another)
{
	put_sum_package(1);
	put("class/ann/a.c", "int main(void) { return 0; }\n");
	put("class/ann/b.c", "int main(void) { return 0; }\n");
	put("class/eve/a.c", "int main(void) { return 0; }\n");
	put("class/eve/b.c", "int main(void) { return 0; }\n");
	put("class/tom/a.java", "class A {}\n");
	put("class/tom/b.go", "package main\n");
	put("class/zoe/a.java", "class A {}\n");
	put("class/zoe/b.go", "package main\n");
	AUTO_OUTCOME first =
		ASSAY("judge", "--store=sqlite:a.store", "sum", "class/ann", "class/tom");
	AUTO_OUTCOME again =
		ASSAY("judge", "--store=sqlite:a.store", "--json", "sum", "class/eve", "class/zoe");
	cr_expect_eq(count_done("sqlite:a.store"), 2);
	cr_expect_null(strstr(again.out.data, "class/ann"), "%s", again.out.data);
	cr_expect_null(strstr(again.out.data, "class/tom"), "%s", again.out.data);
	cr_expect_not_null(strstr(first.out.data, "2 submissions: 2 CE\n"), "%s", first.out.data);
}

/* ---- interrupted ---- */

#define SLOW_PY "import time\ntime.sleep(0.3)\nprint(sum(map(int, input().split())))\n"

Test(store, an_interrupted_command_is_continued)
{
	char name[32];
	const char *argv[40] = {ASSAY_COMMAND, "judge", "--store", "sqlite:a.store", "sum"};
	size_t count = 5;

	put_sum_package(1);
	for (int i = 0; i < 12; i++) {
		snprintf(name, sizeof(name), "slow%02d.py", i);
		put(name, SLOW_PY);
		argv[count++] = strdup(name);
	}
	struct process process = command_start(argv, NULL);
	await_group(&process);
	cr_assert_eq(kill(process.pid, SIGINT), 0);
	AUTO_OUTCOME interrupted = command_end(&process);
	cr_expect_eq(
		interrupted.signal, SIGINT, "%s%s", interrupted.out.data, interrupted.err.data);
	cr_expect_not_null(
		strstr(interrupted.err.data, "assay: interrupted; the results so far are "
					     "in the store; run the command again to continue\n"),
		"%s", interrupted.err.data);
	EXPECT_NOTHING_LEFT(interrupted);
	const size_t before = count_done("sqlite:a.store");
	cr_expect_lt(before, 12);
	AUTO_OUTCOME outcome = command_run(argv);
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(
		strstr(outcome.out.data, "12 submissions: 12 AC\n"), "%s", outcome.out.data);
	cr_expect_eq(count_done("sqlite:a.store"), 12);
	while (count > 5)
		free((char *)argv[--count]);
}

static void kill_after(const char *const *argv, useconds_t time_us)
{
	struct process process = command_start(argv, NULL);

	usleep(time_us);
	cr_assert_eq(kill(process.pid, SIGKILL), 0);
	AUTO_OUTCOME outcome = command_end(&process);
	cr_expect_eq(outcome.signal, SIGKILL);
	EXPECT_NOTHING_LEFT(outcome);
}

static bool has_failed(int64_t id)
{
	struct as_store_job job;
	struct as_store *store = as_store_open("sqlite:a.store", NULL);

	cr_assert_not_null(store);
	cr_assert_geq(as_store_job_read(store, id, &job, NULL), 0);
	as_store_close(store);
	return job.state == AS_STORE_FAILED;
}

Test(store, a_submission_that_kills_the_command_fails_after_some_attempts)
{
	const char *const *argv =
		ASSAY_ARGV("judge", "--store", "sqlite:a.store", "sum", "killer.py", "right.py");

	put_sum_package(1);
	put("killer.py", "import time\ntime.sleep(60)\n");
	put("sum/problem.yaml", SUM_YAML "limits: {time_limit: 40}\n");
	put("right.py", SUM_PY);
	/* On a loaded machine some commands do not get this far; three do. */
	useconds_t time_us = 500000;
	for (int i = 0; i < 3 || !has_failed(1); i++) {
		cr_assert_lt(i, 20);
		kill_after(argv, time_us);
		time_us += time_us / 4;
	}
	AUTO_OUTCOME outcome = command_run(argv);
	EXPECT_STATUS(outcome, 5);
	cr_expect_not_null(
		strstr(outcome.out.data, "killer.py\n        judge: assay was killed 3 times"),
		"%s", outcome.out.data);
	cr_expect_not_null(strstr(outcome.out.data, "2 submissions: 1 AC, 1 JE\n"));
	cr_expect_not_null(strstr(outcome.err.data, "assay: cannot judge killer.py: assay was"));
	AUTO_OUTCOME again = command_run(argv);
	cr_expect_str_eq(again.out.data, outcome.out.data);
}

/* ---- refusals ---- */

Test(store, bad_stores_are_refused_in_one_line)
{
	put_sum_package(1);
	put("a.py", SUM_PY);
	put("letter", "Dear Sir, this is a letter to you, which is no store at all, but it is long "
		      "enough for one: a header of SQLite has a hundred bytes.\n");
	cr_assert_eq(fchmodat(here_fd, "letter", 0600, 0), 0);
	AUTO_OUTCOME url = ASSAY("judge", "--store", "class.store", "sum", "a.py");
	EXPECT_COMPLAINT(
		url, 2, "--store: 'class.store' is not the URL of a store; use sqlite:FILE");
	/* No server listens on this port. */
	AUTO_OUTCOME away =
		ASSAY("judge", "--store", "postgresql://me:secret@127.0.0.1:1/x", "sum", "a.py");
	EXPECT_COMPLAINT(away, 2, "Connection refused; check the address, and that the server");
	cr_expect_null(strstr(away.err.data, "secret"));
	AUTO_OUTCOME port = ASSAY("judge", "--store", "postgresql://me:secret@[h/x", "sum", "a");
	EXPECT_COMPLAINT(port, 2, "--store: the URL of the store is malformed; use postgresql://");
	cr_expect_null(strstr(port.err.data, "secret"));
	AUTO_OUTCOME folder = ASSAY("judge", "--store", "sqlite:no/a.store", "sum", "a.py");
	EXPECT_COMPLAINT(
		folder, 2, "no/a.store: the folder of the store cannot be opened: No such");
	AUTO_OUTCOME letter = ASSAY("judge", "--store", "sqlite:letter", "sum", "a.py");
	EXPECT_COMPLAINT(letter, 2, "letter: not a store, and not a database");
	AUTO_OUTCOME keep = ASSAY("judge", "--store", "sqlite:a", "--keep", "k", "sum", "a.py");
	EXPECT_COMPLAINT(keep, 2, "--store and --keep are mutually exclusive; omit one");
	struct as_store *store = as_store_open("sqlite:a.store", NULL);
	cr_assert_not_null(store);
	AUTO_OUTCOME locked = ASSAY("judge", "--store", "sqlite:a.store", "sum", "a.py");
	EXPECT_COMPLAINT(locked, 2, "the store is in use by another process");
	as_store_close(store);
}

/* It contains marks: no other user may write it, or own its lock. */
Test(store, a_file_that_others_can_change_is_refused)
{
	put_sum_package(1);
	put("a.py", SUM_PY);
	put("open.store", "");
	AUTO_OUTCOME readable = ASSAY("judge", "--store", "sqlite:open.store", "sum", "a.py");
	EXPECT_COMPLAINT(readable, 2,
		"open.store: other users can read or write the file; a "
		"store is private: run chmod 600 on it");
	put("yarn.lock", "# what yarn needs\n");
	AUTO_OUTCOME lock = ASSAY("judge", "--store", "sqlite:yarn", "sum", "a.py");
	EXPECT_COMPLAINT(lock, 2, "yarn.lock: not the lock of a store");
	AS_AUTO_BYTES struct as_bytes kept = {0};
	cr_assert_eq(as_file_read(here_fd, "yarn.lock", 100, &kept, NULL), 0);
	cr_expect_str_eq(kept.data, "# what yarn needs\n");
	cr_assert_eq(mkdirat(here_fd, "public", 0755), 0);
	cr_assert_eq(fchmodat(here_fd, "public", 01777, 0), 0);
	AUTO_OUTCOME public = ASSAY("judge", "--store", "sqlite:public/a.store", "sum", "a.py");
	EXPECT_COMPLAINT(public, 2, "any user can write to the folder of the store");
	if (geteuid() != 0)
		return;
	put("theirs.store", "");
	cr_assert_eq(fchownat(here_fd, "theirs.store", 12345, 12345, 0), 0);
	AUTO_OUTCOME theirs = ASSAY("judge", "--store", "sqlite:theirs.store", "sum", "a.py");
	EXPECT_COMPLAINT(theirs, 2, "theirs.store: the store belongs to another user");
}

/* Replaces the compiler's message in the result of a crafted store's first job. */
static void replace_message(const char *message)
{
	AS_AUTO(as_result_clear) struct as_result result = {0};
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	char digest[AS_DIGEST_HEX_SIZE];
	struct as_store *store = as_store_open("sqlite:a.store", NULL);
	cr_assert_not_null(store);
	cr_assert_eq(as_store_result_read(store, 1, &result, NULL), 1);
	free(result.compile.output);
	result.compile.output = strdup(message);
	cr_assert_eq(as_result_write(&result, &bytes, NULL), 0);
	cr_assert_eq(as_store_blob_put(store, bytes.data, bytes.size, digest, NULL), 0);
	as_store_close(store);
	AS_AUTO_FREE char *code = as_text_format(NULL,
		"import sqlite3\ndb = sqlite3.connect('a.store')\n"
		"db.execute(\"UPDATE result SET bytes = '%s'\")\ndb.commit()\n",
		digest);
	AUTO_OUTCOME updated =
		command_run((const char *const[]){"/usr/bin/python3", "-c", code, NULL});
	cr_assert_eq(updated.status, 0, "%s", updated.err.data);
}

Test(store, text_of_a_store_is_printed_as_text)
{
	put_sum_package(1);
	put("broken.c", "int main(\n");
	AUTO_OUTCOME first = ASSAY("judge", "--store", "sqlite:a.store", "sum", "broken.c");
	EXPECT_STATUS(first, 0);
	replace_message("error: \x1b]0;owned\x07\x9b!");
	AUTO_OUTCOME again = ASSAY("judge", "--store", "sqlite:a.store", "sum", "broken.c");
	EXPECT_STATUS(again, 0);
	cr_expect_not_null(strstr(again.out.data, "compiler: error: \\x1B]0;owned\\x07\\x9B!\n"),
		"%s", again.out.data);
}

/* A trigger of a crafted store would run when the first job is queued. */
Test(store, a_store_with_a_trigger_is_refused)
{
	put_sum_package(1);
	put("a.py", SUM_PY);
	as_store_close(as_store_open("sqlite:a.store", NULL));
	AUTO_OUTCOME made = command_run((const char *const[]){"/usr/bin/python3", "-c",
		"import sqlite3\nsqlite3.connect('a.store').execute('CREATE TRIGGER endless AFTER "
		"INSERT ON session BEGIN SELECT 1; END')\n",
		NULL});
	cr_assert_eq(made.status, 0, "%s", made.err.data);
	AUTO_OUTCOME judged = ASSAY("judge", "--store", "sqlite:a.store", "sum", "a.py");
	EXPECT_COMPLAINT(judged, 2, "the trigger 'endless' is not one that assay makes; drop it");
}
