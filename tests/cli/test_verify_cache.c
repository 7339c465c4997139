/* SPDX-License-Identifier: MIT */
/* assay verify uses its cached results, and only valid ones. */
#include "support/hogs.h"
#include "support/packages.h"
#include "support/verifications.h"

#include <sys/inotify.h>

TestSuite(verify_cache, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define CACHE "cache/assay/results.sqlite"

/* The test's own cache, with known content. */
static void use_own_cache(void)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/cache", here);
	cr_assert_eq(setenv("XDG_CACHE_HOME", path, 1), 0);
}

/* With cached results nothing runs, not even the compiler: the test compares the CPU times, which
 * no two runs share to the nanosecond. */
static int64_t time_of(const char *option)
{
	AUTO_OUTCOME outcome = option ? ASSAY("verify", "--json", option, "sum")
				      : ASSAY("verify", "--json", "sum");
	cr_assert_eq(outcome.status, 0, "%s%s", outcome.err.data, outcome.out.data);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	return json_integer_value(
		json_object_get(submission_of(document, "accepted/right.c"), "cpu_time_ns"));
}

Test(verify_cache, unchanged_submissions_are_not_run_again)
{
	put_verified_package();
	use_own_cache();
	int64_t first = time_of(NULL);
	cr_expect_eq(time_of(NULL), first);
	cr_expect_neq(time_of("--fresh"), first);
	put("sum/statement/problem.en.md", "Add the two.\n");
	int64_t second = time_of(NULL);
	put("sum/submissions/accepted/right.c", SUM_C "\n");
	int64_t third = time_of(NULL);
	cr_expect_neq(third, second);
	put("sum/data/secret/02.in", "2  4\n");
	cr_expect_neq(time_of(NULL), third);
}

/* With the header of this test, which programs of packages may include. */
static void verify_beside(const char *header, int expected)
{
	put("include/assay/gen.h", header);
	AUTO_OUTCOME outcome =
		command_run((const char *const[]){"bin/assay", "verify", "--json", "sum", NULL});
	EXPECT_STATUS(outcome, expected);
}

Test(verify_cache, the_key_of_programs_of_packages_includes_the_header)
{
	put_verified_package();
	use_own_cache();
	put("sum/output_validator/check.c",
		"#include <assay/gen.h>\nint main(void) { return STATUS; }\n");
	unlink("sum/submissions/wrong_answer/wrong.c");
	put("bin/x", "");
	AUTO_OUTCOME copied = command_run(
		(const char *const[]){"/bin/cp", "-p", ASSAY_COMMAND, "bin/assay", NULL});
	EXPECT_STATUS(copied, 0);
	verify_beside("#define STATUS 42\n", 0);
	verify_beside("#define STATUS 43\n", 1);
	verify_beside("#define STATUS 42\n", 0);
}

/* The CPU time of the accepted submission, by a copy of the command. */
static int64_t time_by(const char *command)
{
	AUTO_OUTCOME outcome =
		command_run((const char *const[]){command, "verify", "--json", "sum", NULL});
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	return json_integer_value(
		json_object_get(submission_of(document, "accepted/right.c"), "cpu_time_ns"));
}

/* A cache that a CI keeps between versions. */
Test(verify_cache, another_version_and_another_build_use_no_results_of_this_one)
{
	put_verified_package();
	use_own_cache();
	put("bin/x", "");
	AUTO_OUTCOME made = command_run((const char *const[]){"/bin/sh", "-ec",
		"cp -p \"$1\" bin/one; cp -p \"$1\" bin/same; cp -p \"$1\" bin/build; touch -d @1 "
		"bin/build;"
		"old=$(echo \"$2\" | sed 's/[.]/[.]/g') new=$(echo \"$2\" | tr 0-9 7);"
		"sed \"s/$old/$new/g\" \"$1\" >bin/version; chmod 755 bin/version;"
		"touch -r \"$1\" bin/version",
		"sh", ASSAY_COMMAND, ASSAY_VERSION, NULL});
	EXPECT_STATUS(made, 0);
	const int64_t first = time_by("bin/one"), build = time_by("bin/build"),
		      version = time_by("bin/version");
	cr_expect_eq(time_by("bin/same"), first);
	cr_expect_neq(build, first);
	cr_expect(version != first && version != build);
	cr_expect(time_by("bin/build") == build && time_by("bin/version") == version);
}

Test(verify_cache, a_script_that_is_not_executable_any_more_has_another_key)
{
	put_verified_package();
	unlink("sum/submissions/wrong_answer/wrong.c");
	put("sum/output_validator/run", "#!/bin/sh\nexit 42\n");
	cr_assert_eq(chmod("sum/output_validator/run", 0755), 0);
	use_own_cache();
	int64_t first = time_of(NULL);
	cr_expect_eq(time_of(NULL), first);
	cr_assert_eq(chmod("sum/output_validator/run", 0644), 0);
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FINDING(document, "error", "output_validator", "script run that is not executable");
}

/* The expectation decides which verdicts are confirmed by reruns. */
Test(verify_cache, the_key_of_a_result_includes_the_expectation)
{
	put_verified_package();
	use_own_cache();
	int64_t first = time_of(NULL);
	put("sum/submissions/submissions.yaml", "wrong_answer/wrong.c: {permitted: [AC, WA]}\n");
	cr_expect_eq(time_of(NULL), first, "nothing else is expected of it");
	put("sum/submissions/submissions.yaml", "accepted/right.c: {permitted: [AC, TLE]}\n");
	cr_expect_neq(time_of(NULL), first);
}

static int64_t time_of_slow(void)
{
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	json_t *slow = submission_of(document, "time_limit_exceeded/slow.c");
	cr_expect_str_eq(json_string_value(json_object_get(slow, "verdict")), "TLE");
	return json_integer_value(json_object_get(slow, "cpu_time_ns"));
}

/* Regardless of the expectation it is unknown whether the submission itself is too slow. */
Test(verify_cache, a_disturbed_tle_is_not_cached)
{
	struct hogs hogs;
	put_verified_package();
	put("sum/submissions/time_limit_exceeded/slow.c", "int main(void){for(;;);}\n");
	use_own_cache();
	start_hogs(&hogs);
	int64_t first = time_of_slow(), second = time_of_slow();
	end_hogs(&hogs);
	cr_expect_neq(first, second);
}

Test(verify_cache, a_submission_that_is_a_link_has_the_key_of_its_target)
{
	put_verified_package();
	use_own_cache();
	put("sum/shared/right.c", SUM_C);
	put("sum/shared/more/right.c", SUM_C);
	cr_assert_eq(unlink("sum/submissions/accepted/right.c"), 0);
	cr_assert_eq(symlink("../../shared/right.c", "sum/submissions/accepted/right.c"), 0);
	cr_assert_eq(symlink("../../shared/more", "sum/submissions/accepted/more"), 0);
	int64_t first = time_of(NULL);
	cr_expect_eq(time_of(NULL), first);
	put("sum/shared/more/right.c", WRONG_C);
	AUTO_OUTCOME of_folder = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(of_folder, 1);
	put("sum/shared/more/right.c", SUM_C);
	put("sum/shared/right.c", WRONG_C);
	AUTO_OUTCOME of_file = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(of_file, 1);
}

Test(verify_cache, a_broken_cache_costs_time_only)
{
	put_verified_package();
	use_own_cache();
	int64_t first = time_of(NULL);
	put(CACHE, "this is no database, and long enough to be taken for one that is broken\n");
	cr_expect_neq(time_of(NULL), first);
	int64_t second = time_of(NULL);
	cr_expect_eq(time_of(NULL), second);
	/* A result with changed bytes. */
	AUTO_OUTCOME changed = command_run((const char *const[]){"/usr/bin/python3", "-c",
		"import sqlite3;c=sqlite3.connect('" CACHE "')\n"
		"for key,value in list(c.execute('SELECT key,value FROM results')):\n"
		"  n=len(value)//2;value=value[:n]+bytes([value[n]^1])+value[n+1:]\n"
		"  c.execute('UPDATE results SET value=? WHERE key=?',(value,key))\n"
		"c.commit()\n",
		NULL});
	EXPECT_STATUS(changed, 0);
	cr_expect_neq(time_of(NULL), second);
	/* A result of another version. */
	AUTO_OUTCOME other = command_run((const char *const[]){"/usr/bin/python3", "-c",
		"import sqlite3;c=sqlite3.connect('" CACHE
		"');c.execute('DROP TABLE results');c.execute('CREATE TABLE results "
		"(x)');c.commit()",
		NULL});
	EXPECT_STATUS(other, 0);
	int64_t third = time_of(NULL);
	cr_expect_eq(time_of(NULL), third);
}

Test(verify_cache, an_unusable_cache_costs_time_only)
{
	put_verified_package();
	use_own_cache();
	put("elsewhere", "");
	cr_assert_eq(as_dir_make(here_fd, "cache/assay", 0700, NULL), 0);
	cr_assert_eq(symlinkat("../../elsewhere", here_fd, CACHE), 0);
	int64_t first = time_of(NULL);
	cr_expect_neq(time_of(NULL), first);
	struct stat info;
	cr_expect(fstatat(here_fd, "elsewhere", &info, 0) == 0 && info.st_size == 0);
}

Test(verify_cache, two_commands_at_once_share_the_cache)
{
	put_verified_package();
	use_own_cache();
	const char *const *argv = ASSAY_ARGV("verify", "--json", "sum");
	struct process a = command_start(argv, NULL), b = command_start(argv, NULL);
	AUTO_OUTCOME first = command_end(&a);
	AUTO_OUTCOME second = command_end(&b);
	EXPECT_STATUS(first, 0);
	EXPECT_STATUS(second, 0);
	int64_t kept = time_of(NULL);
	cr_expect_eq(time_of(NULL), kept);
}

/* A command that is killed at any moment leaves a usable cache. */
Test(verify_cache, a_killed_command_leaves_a_valid_cache)
{
	put_verified_package();
	use_own_cache();
	const char *const *argv = ASSAY_ARGV("verify", "--json", "--fresh", "sum");
	for (int i = 0; i < 12; i++) {
		struct process process = command_start(argv, NULL);
		usleep(40000 * (useconds_t)i);
		kill(process.pid, SIGKILL);
		AUTO_OUTCOME outcome = command_end(&process);
		(void)outcome;
	}
	int64_t kept = time_of(NULL);
	cr_expect_eq(time_of(NULL), kept);
	AUTO_OUTCOME checked = command_run((const char *const[]){"/usr/bin/python3", "-c",
		"import sqlite3;print(sqlite3.connect('" CACHE
		"').execute('PRAGMA integrity_check').fetchone()[0])",
		NULL});
	cr_expect_str_eq(checked.out.data, "ok\n", "%s", checked.err.data);
}

/* Puts `during` into a file as soon as a command that verifies the package has read it, and `after`
 * when it has ended. */
static struct outcome verify_and_edit(const char *path, const char *during, const char *after)
{
	AS_AUTO_FREE char *watched = as_text_format(NULL, "%s/%s", here, path);
	struct inotify_event event;
	AS_AUTO_FD int reads = inotify_init1(IN_CLOEXEC);

	cr_assert_geq(inotify_add_watch(reads, watched, IN_CLOSE_NOWRITE), 0);
	struct process process = command_start(ASSAY_ARGV("verify", "--json", "-j1", "sum"), NULL);
	cr_assert_eq(read(reads, &event, sizeof(event)), sizeof(event));
	put(path, during);
	struct outcome outcome = command_end(&process);
	put(path, after);
	return outcome;
}

/* On a busy machine the command may end before this process is awake to edit the file. Then it is
 * tried again, with a new cache. */
static struct outcome verify_while_edited(const char *path, const char *during, const char *after)
{
	for (int attempt = 1;; attempt++) {
		AS_AUTO_FREE char *cache = as_text_format(NULL, "%s/cache-%d", here, attempt);
		cr_assert_eq(setenv("XDG_CACHE_HOME", cache, 1), 0);
		struct outcome outcome = verify_and_edit(path, during, after);
		if (outcome.status != 0 || attempt == 10)
			return outcome;
		outcome_clear(&outcome);
	}
}

Test(verify_cache, the_result_of_a_submission_that_is_edited_meanwhile_is_not_kept)
{
	put_verified_package();
	AUTO_OUTCOME edited =
		verify_while_edited("sum/submissions/wrong_answer/wrong.c", SUM_C, WRONG_C);
	EXPECT_STATUS(edited, 1);
	AUTO_OUTCOME again = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(again, 0);
}

Test(verify_cache, findings_about_data_that_are_edited_meanwhile_are_not_kept)
{
	put_verified_package();
	put("sum/input_validators/check.py", "import sys\n"
					     "sys.exit(43 if 'x' in sys.stdin.read() else 42)\n");
	AUTO_OUTCOME edited = verify_while_edited("sum/data/secret/02.in", "x\n", "2 4\n");
	EXPECT_COMPLAINT(edited, 3,
		"sum/data/secret/02.in: was changed after the package was opened; judge again");
	AUTO_OUTCOME again = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(again, 0);
}
