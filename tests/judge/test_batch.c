/* SPDX-License-Identifier: MIT */
/* Verifying several submissions at the same time. */
#include "package_case.h"
#include "support/skip.h"

#include <assay/verify.h>
#include <assay/verify/result_cache.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#define WRONG_COUNT 16

TestSuite(batch, .timeout = 600);

static atomic_int inside;
static atomic_bool overlapped;
static atomic_uint told_count, run_count; /* steps; those that are runs of secret/1 */

static void tell(void *context, const char *now)
{
	(void)context;
	if (atomic_fetch_add(&inside, 1) > 0)
		overlapped = true;
	told_count++;
	run_count += strcmp(now, "secret/1") == 0;
	/* Long enough for the compilation to be reported before the first is judged. */
	usleep(strcmp(now, "compile") == 0 ? 50000 : 1000);
	inside--;
}

static void write_text(const struct package_folder *folder, const char *path, const char *text)
{
	package_folder_write(folder, path, text, strlen(text));
}

/* False: this machine cannot judge. */
static bool verify(const struct package_folder *folder, const struct as_languages *languages,
	const char *cache_dir, bool confirm_times, struct as_error *error)
{
	const struct as_engine_config engine_config = {
		.languages = languages, .cache_dir = cache_dir, .workers = 2};
	struct as_engine *engine = as_engine_open(&engine_config, error);
	const struct as_verify_config config = {.engine = engine,
		.progress = tell,
		.confirm_times = confirm_times,
		.reruns = AS_RERUNS_NONE};
	struct as_package *package = as_package_open(folder->path, NULL, error);
	cr_assert(package && engine, "%s", error->text);
	struct as_verification verification;
	int failed = as_verify_package(package, &config, &verification, error);
	as_package_close(package);
	as_engine_close(engine);
	as_verification_clear(&verification);
	return !failed;
}

/* Cached results are reported while the others are compiled. */
Test(batch, progress_is_reported_one_call_at_a_time)
{
	char cache_dir[] = "/tmp/assay-test-batch-XXXXXX", path[64];
	struct package_folder folder = package_folder_make("");
	struct as_error error = {0};
	struct as_languages *languages = as_languages_open(NULL, &error);

	cr_assert(mkdtemp(cache_dir) && languages, "%s", error.text);
	for (int i = 0; i < WRONG_COUNT; i++) {
		snprintf(path, sizeof(path), "submissions/wrong_answer/%d.py", i);
		write_text(&folder, path, "print(2)\n");
	}
	write_text(&folder, "submissions/accepted/a.py", "print(1)\n");
	bool can = verify(&folder, languages, cache_dir, false, &error);
	if (can) {
		told_count = 0;
		write_text(&folder, "submissions/accepted/a.py", "print(1) # again\n");
		cr_expect(verify(&folder, languages, cache_dir, false, &error), "%s", error.text);
		cr_expect_geq(told_count, 2 * (WRONG_COUNT + 1));
		cr_expect_not(overlapped);
	}
	as_languages_close(languages);
	package_folder_remove(&folder);
	as_dir_remove(AT_FDCWD, cache_dir, NULL);
	skip_unless(can || error.kind != AS_ERROR_MACHINE, "namespaces", error.text);
	cr_assert(can, "%s", error.text);
}

/* A run that nothing disturbs needs one confirmation, a run that was disturbed needs more. */
Test(batch, a_computed_time_limit_is_confirmed_by_another_run)
{
	char cache_dir[] = "/tmp/assay-test-batch-XXXXXX";
	AUTO_FOLDER folder = package_folder_make(
		"--- file problem.yaml\nproblem_format_version: 2025-09\nname: Minimal\n"
		"uuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d02\nlimits: {time_resolution: 0.1}\n"
		"--- file submissions/accepted/a.c\n#include <stdio.h>\n#include <time.h>\n"
		"int main(void) { while (clock() < CLOCKS_PER_SEC / 8) ; puts(\"1\"); }\n");
	struct as_error error = {0};
	struct as_languages *languages = as_languages_open(NULL, &error);
	unsigned counts[2] = {0};
	bool can = true;

	cr_assert(mkdtemp(cache_dir) && languages, "%s", error.text);
	for (size_t i = 0; can && i < 2; i++) {
		AS_AUTO_FREE char *cache = as_text_format(NULL, "%s/%zu", cache_dir, i);
		run_count = 0;
		can = verify(&folder, languages, cache, i == 1, &error);
		counts[i] = run_count;
	}
	as_languages_close(languages);
	as_dir_remove(AT_FDCWD, cache_dir, NULL);
	skip_unless(can || error.kind != AS_ERROR_MACHINE, "namespaces", error.text);
	cr_assert(can, "%s", error.text);
	cr_expect_gt(counts[1], counts[0], "%u and %u runs", counts[0], counts[1]);
}

/* ---- the cache of results ---- */

/* Waits until a process waits for a lock that this one has. */
static void await_lock(pid_t pid)
{
	char line[256], owner[32];
	bool waits = false;

	snprintf(owner, sizeof(owner), " WRITE %d ", (int)pid);
	while (!waits) {
		AS_AUTO_FILE FILE *locks = fopen("/proc/locks", "re");
		cr_assert_not_null(locks);
		while (fgets(line, sizeof(line), locks))
			waits |= strstr(line, "-> FLOCK") && strstr(line, owner);
		usleep(1000);
	}
}

static pid_t store_in_child(const char *cache_dir, const char *key)
{
	const struct as_bytes value = {(char *)"yes", 3};
	const pid_t pid = fork();

	if (pid == 0) {
		struct as_result_cache *cache = as_result_cache_open(cache_dir);
		as_result_cache_store(cache, key, &value);
		as_result_cache_close(cache);
		_exit(cache ? 0 : 1);
	}
	cr_assert_gt(pid, 0);
	return pid;
}

Test(batch, two_commands_that_find_a_broken_cache_replace_it_once)
{
	static const char *const keys[2] = {"one", "two"};
	static const char broken[] =
		"this is no database, and long enough to be taken for one that is broken\n";
	char cache_dir[] = "/tmp/assay-test-batch-XXXXXX";
	pid_t pids[2];
	int status;

	cr_assert_not_null(mkdtemp(cache_dir));
	AS_AUTO_FD int fd = as_dir_open(AT_FDCWD, cache_dir, NULL);
	cr_assert_eq(
		as_file_write(fd, "results.sqlite", broken, sizeof(broken) - 1, 0600, NULL), 0);
	/* Both have seen the broken file before one of them may replace it. */
	cr_assert_eq(flock(fd, LOCK_EX), 0);
	for (size_t i = 0; i < 2; i++) {
		pids[i] = store_in_child(cache_dir, keys[i]);
		await_lock(pids[i]);
	}
	cr_assert_eq(flock(fd, LOCK_UN), 0);
	for (size_t i = 0; i < 2; i++) {
		cr_assert_eq(waitpid(pids[i], &status, 0), pids[i]);
		cr_expect_eq(status, 0);
	}
	struct as_result_cache *cache = as_result_cache_open(cache_dir);
	for (size_t i = 0; i < 2; i++) {
		AS_AUTO_BYTES struct as_bytes value = {0};
		cr_expect(as_result_cache_find(cache, keys[i], &value), "%s", keys[i]);
	}
	as_result_cache_close(cache);
	as_dir_remove(AT_FDCWD, cache_dir, NULL);
}
