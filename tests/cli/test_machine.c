/* SPDX-License-Identifier: MIT */
/* A machine that lacks something: disk space, a compiler, permission, a place to print. Masks are
 * mounted in a mount namespace of the command. */
#include "support/namespaces.h"
#include "support/nobody.h"
#include "support/packages.h"
#include "support/verdicts.h"

#include <sys/mount.h>

TestSuite(machine, .init = enter_folder, .fini = leave_folder, .timeout = 600);

static struct outcome run_prepared(const char *const *argv, bool (*prepare)(void))
{
	struct process process = command_start(argv, prepare);
	return command_end(&process);
}

static bool can_mount(void)
{
	AUTO_OUTCOME outcome = run_prepared((const char *const[]){"/bin/true", NULL}, enter_mounts);
	return outcome.status == 0;
}
#define NEED_MOUNTS()                                                                              \
	NEED(can_mount(), "mounts", "only root can make a mount namespace without a user's")

/* ---- a full disk ---- */

static bool fill_disk(void)
{
	return enter_mounts() && mount("none", "tmp", "tmpfs", 0, "size=64k,mode=755") == 0;
}

Test(machine, a_full_disk_is_one_line)
{
	NEED_MOUNTS();
	put_sum_package(1);
	put("one.c", SUM_C);
	AUTO_OUTCOME outcome =
		run_prepared(ASSAY_ARGV("judge", "--json", "--fresh", "sum", "one.c"), fill_disk);
	EXPECT_COMPLAINT(outcome, 5, "No space left on device");
	cr_expect_str_empty(outcome.out.data);
	EXPECT_NOTHING_LEFT(outcome);
}

Test(machine, a_cache_on_a_full_disk_costs_time_only)
{
	NEED_MOUNTS();
	put_sum_package(1);
	put("one.c", SUM_C);
	/* The cache is on the full disk, the temporary folder is not. */
	AS_AUTO_FREE char *full = strdup(getenv("TMPDIR"));
	cr_assert(full && setenv("XDG_CACHE_HOME", full, 1) == 0 && setenv("TMPDIR", here, 1) == 0);
	AUTO_OUTCOME outcome = run_prepared(
		ASSAY_ARGV("judge", "--json", "--expect", "AC", "sum", "one.c"), fill_disk);
	EXPECT_STATUS(outcome, 0);
	cr_expect_str_empty(outcome.err.data);
}

static bool fill_package(void)
{
	return enter_mounts() && mkdir("full", 0755) == 0 &&
	       mount("none", "full", "tmpfs", 0, "size=1m") == 0 &&
	       system("cp -r coinseven full && head -c 2M /dev/zero 2>/dev/null >full/filler; "
		      "test -e full/filler") == 0;
}

Test(machine, a_test_set_on_a_full_disk_is_one_line)
{
	NEED_MOUNTS();
	copy_coinseven();
	AUTO_OUTCOME outcome = run_prepared(ASSAY_ARGV("gen", "full/coinseven"), fill_package);
	EXPECT_STATUS(outcome, 5);
	const char *last = strstr(outcome.err.data, "assay: ");
	cr_assert_not_null(last, "%s", outcome.err.data);
	cr_expect_not_null(strstr(last, "No space left on device"), "%s", last);
	EXPECT_NOTHING_LEFT(outcome);
}

Test(machine, a_temporary_folder_that_is_not_there_is_passed_over)
{
	put_sum_package(1);
	put("one.c", SUM_C);
	cr_assert_eq(setenv("TMPDIR", "/nowhere", 1), 0);
	AUTO_OUTCOME outcome = ASSAY("judge", "--expect", "AC", "sum", "one.c");
	EXPECT_STATUS(outcome, 0);
}

/* ---- a file that changes ---- */

/* A file of the kernel is shorter than its size says, as one that another command shortens. */
static bool shorten(void)
{
	return enter_mounts() && mount("/sys/kernel/mm/transparent_hugepage/enabled",
					 "sum/attachments/a.txt", NULL, MS_BIND, NULL) == 0;
}

Test(machine, a_file_that_is_shortened_during_an_export_is_named)
{
	NEED_MOUNTS();
	put_sum_package(1);
	put("sum/attachments/a.txt", "");
	AUTO_OUTCOME outcome = run_prepared(ASSAY_ARGV("export", "sum", "-o", "sum.zip"), shorten);
	EXPECT_COMPLAINT(outcome, 3,
		"sum/attachments/a.txt: changed while it was read; export the package again\n");
}

/* ---- no compiler ---- */

static bool hide_javac(void)
{
	char path[PATH_MAX];
	return enter_mounts() && realpath("/usr/bin/javac", path) &&
	       mount("not-executable", path, NULL, MS_BIND, NULL) == 0;
}

Test(machine, a_compiler_that_is_not_there_is_named_with_its_package)
{
	NEED_MOUNTS();
	NEED(access("/usr/bin/javac", X_OK) == 0, "java", "there is no /usr/bin/javac");
	put_sum_package(1);
	put("not-executable", "");
	put("right.py", SUM_PY);
	put("Main.java", "class Main { }\n");
	AUTO_OUTCOME outcome = run_prepared(
		ASSAY_ARGV("judge", "--json", "sum", "Main.java", "right.py"), hide_javac);
	EXPECT_COMPLAINT(outcome, 4,
		"Java cannot be judged on this machine; run `sudo apt-get install "
		"default-jdk-headless`");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FATE(document, "AC");
	AUTO_OUTCOME languages = run_prepared(ASSAY_ARGV("languages"), hide_javac);
	cr_expect_not_null(strstr(languages.out.data,
				   "not installed: sudo apt-get install default-jdk-headless"),
		"%s", languages.out.data);
	EXPECT_NOTHING_LEFT(outcome);
}

Test(machine, an_accepted_submission_without_a_compiler_has_no_mutants)
{
	NEED_MOUNTS();
	NEED(access("/usr/bin/javac", X_OK) == 0, "java", "there is no /usr/bin/javac");
	put_sum_package(1);
	put("not-executable", "");
	put("sum/submissions/accepted/Main.java", "class Main { }\n");
	AUTO_OUTCOME alone = run_prepared(ASSAY_ARGV("strength", "sum", "--no-search"), hide_javac);
	EXPECT_COMPLAINT(alone, 4, "Java cannot be judged on this machine");
	put("sum/submissions/accepted/right.py", SUM_PY);
	AUTO_OUTCOME outcome =
		run_prepared(ASSAY_ARGV("strength", "sum", "--no-search"), hide_javac);
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(strstr(outcome.out.data,
				   "  no mutants of submissions/accepted/Main.java: Java cannot be "
				   "judged on this machine; run `sudo apt-get install "
				   "default-jdk-headless`\n"),
		"%s", outcome.out.data);
}

Test(machine, a_submission_without_a_compiler_is_not_judged_and_the_others_are_verified)
{
	NEED_MOUNTS();
	NEED(access("/usr/bin/javac", X_OK) == 0, "java", "there is no /usr/bin/javac");
	put_sum_package(1);
	put("not-executable", "");
	put("sum/submissions/accepted/Main.java", "class Main { }\n");
	put("sum/submissions/accepted/right.py", SUM_PY);
	for (int with_store = 0; with_store < 2; with_store++) {
		AUTO_OUTCOME outcome = run_prepared(
			ASSAY_ARGV("verify", "sum", with_store ? "--store=sqlite:a.store" : NULL),
			hide_javac);
		EXPECT_STATUS(outcome, 0);
		cr_expect_not_null(strstr(outcome.out.data,
					   "  warning: submissions/accepted/Main.java: not judged: "
					   "Java cannot be judged on this machine; run `sudo "
					   "apt-get install default-jdk-headless`\n"),
			"%s%s", outcome.out.data, outcome.err.data);
	}
}

/* ---- no permission ---- */

/* The machine's fault affects every submission. */
Test(machine, a_refusal_is_printed_once_and_its_remedy_has_a_path)
{
	AUTO_OUTCOME probe = run_prepared(ASSAY_ARGV("--version"), become_nobody);
	NEED(probe.status == 0, "nobody", "another user cannot run the built command");
	put_sum_package(1);
	put("a.py", SUM_PY);
	put("b.py", SUM_PY);
	cr_assert(fchmodat(here_fd, "tmp", 0777, 0) == 0);
	AUTO_OUTCOME outcome =
		run_prepared(ASSAY_ARGV("judge", "sum", "a.py", "b.py"), become_nobody);
	NEED(outcome.status == 4, "v1", "this user may make control groups");
	NEED(strstr(outcome.err.data, "doctor --fix"), "v1", "the remedy is another");
	cr_expect_eq(strchr(outcome.err.data, '\n') + 1, outcome.err.data + outcome.err.size, "%s",
		outcome.err.data);
	cr_expect_not_null(strstr(outcome.err.data, "`sudo " ASSAY_COMMAND " doctor --fix`"), "%s",
		outcome.err.data);
	cr_expect_str_eq(outcome.out.data, "");
	AUTO_OUTCOME csv =
		run_prepared(ASSAY_ARGV("judge", "--csv", "sum", "a.py", "b.py"), become_nobody);
	cr_expect_eq(csv.status, 4);
	cr_expect_null(strstr(csv.out.data, ".py"), "%s", csv.out.data);
}

/* The reader has gone before anything is printed. */
Test(machine, a_closed_pipe_ends_every_verb_quietly)
{
	static const char *const lines[] = {"judge sum a.py b.py", "judge --json sum a.py b.py",
		"verify sum", "verify --json sum", "languages", "languages --json", "doctor",
		"doctor --json", "sandbox -- /bin/echo", "solve parity --help", "--help",
		"--version", "judge --help", "solve optimal --many <rows"};
	/* Rows with more results than a buffer of output takes. */
	static const char row[] = "10\n1\n1000000\n";
	AS_AUTO_FREE char *rows = calloc(8000, sizeof(row));
	cr_assert_not_null(rows);
	for (size_t i = 0; i < 8000; i++)
		memcpy(rows + i * (sizeof(row) - 1), row, sizeof(row) - 1);
	put("rows", rows);
	put_sum_package(1);
	put("a.py", SUM_PY);
	put("b.py", SUM_PY);
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		AS_AUTO_FREE char *script = as_text_format(NULL,
			"{ sleep 0.2; \"$0\" %s; echo $? >status; } | true; read s <status; exit "
			"$s",
			lines[i]);
		AUTO_OUTCOME outcome = command_run(
			(const char *const[]){"/bin/sh", "-c", script, ASSAY_COMMAND, NULL});
		cr_expect_eq(outcome.status, 141, "%s: %d: %s", lines[i], outcome.status,
			outcome.err.data);
		cr_expect_str_eq(outcome.err.data, "", "%s: %s", lines[i], outcome.err.data);
	}
}

Test(machine, an_unreadable_file_is_named)
{
	AUTO_OUTCOME probe = run_prepared(ASSAY_ARGV("--version"), become_nobody);
	NEED(probe.status == 0, "nobody", "another user cannot run the built command");
	put_sum_package(1);
	put("secret.py", SUM_PY);
	put("folder/secret.py", SUM_PY);
	cr_assert(fchmodat(here_fd, "tmp", 0777, 0) == 0 &&
		  fchmodat(here_fd, "secret.py", 0, 0) == 0 &&
		  fchmodat(here_fd, "folder", 0, 0) == 0);
	AUTO_OUTCOME file = run_prepared(ASSAY_ARGV("judge", "sum", "secret.py"), become_nobody);
	EXPECT_COMPLAINT(file, 2, "cannot read secret.py: Permission denied");
	AUTO_OUTCOME folder = run_prepared(ASSAY_ARGV("judge", "sum", "folder"), become_nobody);
	EXPECT_COMPLAINT(folder, 2, "folder: ");
	cr_assert_eq(fchmodat(here_fd, "sum/problem.yaml", 0, 0), 0);
	AUTO_OUTCOME package = run_prepared(ASSAY_ARGV("judge", "sum", "secret.py"), become_nobody);
	EXPECT_COMPLAINT(package, 3, "sum/problem.yaml: ");
	cr_expect_not_null(strstr(package.err.data, "Permission denied"), "%s", package.err.data);
	cr_assert_eq(fchmodat(here_fd, "folder", 0755, 0), 0);
	EXPECT_NOTHING_LEFT(file);
}

Test(machine, a_temporary_folder_that_cannot_be_written_is_named)
{
	AUTO_OUTCOME probe = run_prepared(ASSAY_ARGV("--version"), become_nobody);
	NEED(probe.status == 0, "nobody", "another user cannot run the built command");
	put_sum_package(1);
	put("right.py", SUM_PY);
	cr_assert_eq(fchmodat(here_fd, "tmp", 0555, 0), 0);
	AUTO_OUTCOME outcome = run_prepared(ASSAY_ARGV("judge", "sum", "right.py"), become_nobody);
	EXPECT_COMPLAINT(outcome, 4, "cannot make a temporary folder in ");
	static const char why[] = "/tmp (set TMPDIR to another place): Permission denied";
	cr_expect_not_null(strstr(outcome.err.data, why), "%s", outcome.err.data);
	AUTO_OUTCOME page = run_prepared(ASSAY_ARGV("doctor"), become_nobody);
	EXPECT_STATUS(page, 4);
	cr_expect_not_null(strstr(page.out.data, "  temporary files missing   cannot make"), "%s",
		page.out.data);
	cr_expect_null(strstr(page.out.data, "process level"), "%s", page.out.data);
}

/* The advice to install what is installed would change nothing. */
Test(machine, a_language_that_cannot_be_tried_is_not_reported_as_not_installed)
{
	AUTO_OUTCOME probe = run_prepared(ASSAY_ARGV("sandbox", "/usr/bin/true"), become_nobody);
	NEED(probe.status == 4, "nobody",
		"this user has control groups, or cannot run the command");
	cr_assert_eq(fchmodat(here_fd, "tmp", 0777, 0), 0);
	AUTO_OUTCOME table = run_prepared(ASSAY_ARGV("languages"), become_nobody);
	EXPECT_STATUS(table, 0);
	const char *row = strstr(table.out.data, "c          C            cannot be tried: ");
	cr_assert_not_null(row, "%s", table.out.data);
	AS_AUTO_FREE char *line = strndup(row, strcspn(row, "\n"));
	cr_expect_not_null(
		strstr(line, "; run `sudo " ASSAY_COMMAND " doctor --fix` once"), "%s", line);
	cr_expect_not_null(
		strstr(table.out.data, "cannot be tried; see above\n"), "%s", table.out.data);
	AUTO_OUTCOME json = run_prepared(ASSAY_ARGV("languages", "--json"), become_nobody);
	cr_expect_not_null(
		strstr(json.out.data, "`sudo " ASSAY_COMMAND " doctor"), "%s", json.out.data);
}

Test(machine, a_package_that_cannot_be_written_is_named)
{
	AUTO_OUTCOME probe = run_prepared(ASSAY_ARGV("sandbox", "/usr/bin/true"), become_nobody);
	NEED(probe.status == 0, "nobody", "another user has no control groups here");
	copy_coinseven();
	cr_assert(fchmodat(here_fd, "tmp", 0777, 0) == 0 &&
		  fchmodat(here_fd, "coinseven/generators", 0555, 0) == 0);
	AUTO_OUTCOME outcome = run_prepared(ASSAY_ARGV("gen", "coinseven"), become_nobody);
	EXPECT_STATUS(outcome, 3);
	cr_expect_not_null(strstr(outcome.err.data, "Permission denied"), "%s", outcome.err.data);
	cr_assert_eq(fchmodat(here_fd, "coinseven/generators", 0755, 0), 0);
}

/* As the bundled problems of an installation. */
Test(machine, a_package_without_tests_that_cannot_be_written_is_to_be_copied)
{
	AUTO_OUTCOME probe = run_prepared(ASSAY_ARGV("--version"), become_nobody);
	NEED(probe.status == 0, "nobody", "another user cannot run the built command");
	copy_coinseven();
	put("right.py", SUM_PY);
	cr_assert(fchmodat(here_fd, "tmp", 0777, 0) == 0 &&
		  fchmodat(here_fd, "coinseven", 0555, 0) == 0);
	AUTO_OUTCOME outcome =
		run_prepared(ASSAY_ARGV("judge", "coinseven", "right.py"), become_nobody);
	EXPECT_COMPLAINT(
		outcome, 3, "this folder cannot be written; copy it (`cp -r coinseven .`)");
	cr_assert_eq(fchmodat(here_fd, "coinseven", 0755, 0), 0);
}

/* ---- standard output that cannot be written ---- */

static bool print_to_full(void)
{
	int fd = open("/dev/full", O_WRONLY);
	return fd >= 0 && dup2(fd, STDOUT_FILENO) == STDOUT_FILENO;
}

static bool close_output(void)
{
	return close(STDOUT_FILENO) == 0;
}

Test(machine, a_failed_write_to_standard_output_is_one_line_and_status_5)
{
	static const char *const commands[][4] = {{"judge", "sum", "right.py"},
		{"judge", "-J", "sum", "right.py"}, {"languages"}, {"languages", "-J"}, {"doctor"},
		{"doctor", "-J"}, {"sandbox", "/usr/bin/true"}, {"gen", "--check", "small"},
		{"--help"}, {"--version"}, {"judge", "--help"}};
	put_sum_package(1);
	put("right.py", SUM_PY);
	put("small/problem.yaml", SUM_YAML SUM_LIMITS);
	put("small/generators/generators.yaml",
		"data: {secret: {data: {\"1\": {in: \"1\\n\", ans: \"1\\n\"}}}}\n");
	AUTO_OUTCOME made = ASSAY("gen", "small");
	EXPECT_STATUS(made, 0);
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++) {
		const char *const *words = commands[i];
		const char *const *argv = ASSAY_ARGV(words[0], words[1], words[2], words[3]);
		AUTO_OUTCOME full = run_prepared(argv, print_to_full);
		EXPECT_COMPLAINT(full, 5, "No space left on device");
		AUTO_OUTCOME closed = run_prepared(argv, close_output);
		EXPECT_COMPLAINT(closed, 5, "Bad file descriptor");
	}
}

/* ---- a package that wants more than the machine has ---- */

Test(machine, limits_above_the_share_of_a_run_are_refused_with_the_numbers)
{
	static const char *const limits[] = {"memory", "output", "validation_output"};

	put_sum_package(1);
	put("one.c", SUM_C);
	for (size_t i = 0; i < sizeof(limits) / sizeof(*limits); i++) {
		AS_AUTO_FREE char *yaml = as_text_format(NULL,
			"problem_format_version: 2025-09\nname: Sum\nuuid: "
			"9e9460cc-e54b-4b21-bba4-02fea4a38609\ntype: pass-fail\n"
			"limits: {time_limit: 1, %s: 1048576}\n",
			limits[i]);
		put("sum/problem.yaml", yaml);
		AUTO_OUTCOME outcome = ASSAY("judge", "sum", "one.c");
		AS_AUTO_FREE char *text =
			as_text_format(NULL, "limits.%s 1048576), more than the ", limits[i]);
		EXPECT_COMPLAINT(outcome, 4, text);
		EXPECT_NOTHING_LEFT(outcome);
	}
}

/* ---- a package that changes under the judge ---- */

Test(machine, a_test_that_vanishes_is_the_packages_fault_and_never_the_submissions)
{
	put_sum_package(2);
	put("sum/problem.yaml", SUM_YAML "limits:\n  time_limit: 5\n");
	put("sleep.py", "import time\na, b = map(int, input().split())\n"
			"time.sleep(60 if b == 2 else 0)\nprint(a + b)\n");
	struct process process =
		command_start(ASSAY_ARGV("judge", "--json", "--all", "sum", "sleep.py"), NULL);
	/* It sleeps in the sample, with the package open. */
	await_group(&process);
	usleep(500000);
	cr_assert_eq(unlinkat(here_fd, "sum/data/secret/01.in", 0), 0);
	AUTO_OUTCOME outcome = command_end(&process);
	EXPECT_STATUS(outcome, 3);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect_str_eq(verdict_of(document), "JE");
	json_t *tests = json_object_get(document, "tests");
	cr_assert_eq(json_array_size(tests), 3);
	cr_expect_str_eq(text_below(json_array_get(tests, 0), "verdict", NULL), "TLE");
	json_t *vanished = json_array_get(tests, 1);
	cr_expect_str_eq(text_below(vanished, "verdict", NULL), "JE");
	cr_expect_str_eq(text_below(vanished, "reason", NULL), "package-changed");
	const char *feedback = text_below(vanished, "feedback", NULL);
	cr_expect_not_null(strstr(feedback, "data/secret/01.in"), "%s", feedback);
	EXPECT_NOTHING_LEFT(outcome);
}
