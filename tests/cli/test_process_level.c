/* SPDX-License-Identifier: MIT */
/* --weak-sandbox=process: verdicts where namespaces are forbidden, and every document says so. */
#include "support/interactive.h"
#include "support/packages.h"
#include "support/recipes.h"
#include "support/verdicts.h"

#include <errno.h>
#include <linux/capability.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/prctl.h>
#include <sys/stat.h>

/* Programs of root reach their folders in TMPDIR. */
static void enter_open_folder(void)
{
	enter_folder();
	cr_assert_eq(setenv("TMPDIR", "/tmp", 1), 0);
}

TestSuite(process_level, .init = enter_open_folder, .fini = leave_folder, .timeout = 600);

static bool forbid_namespaces(void)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	bool loaded = filter &&
		      seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(unshare), 0) == 0 &&
		      seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0 &&
		      seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(mount), 0) == 0 &&
		      seccomp_load(filter) == 0;

	seccomp_release(filter);
	return loaded;
}

static const struct {
	const char *name, *source, *fate;
} rows[] = {
	{"right.c", SUM_C, "AC"},
	{"wrong.c", "#include <stdio.h>\nint main(void){puts(\"-7\");}\n", "WA"},
	{"loop.c", "int main(void){for(;;);}\n", "TLE cpu"},
	{"crash.c", "#include <stdlib.h>\nint main(void){abort();}\n", "RTE signal"},
	{"exits.py", "raise SystemExit(3)\n", "RTE exit-code"},
	{"reads.py", "print(open('/etc/passwd').read())\n", "RTE exit-code"},
	{"socket.c",
		"#include <sys/socket.h>\nint main(void){return "
		"socket(AF_INET,SOCK_STREAM,0)<0;}\n",
		"SV syscall"},
	{"forks.c", "#include <unistd.h>\nint main(void){if(fork()==0)for(;;);return 0;}\n",
		"SV syscall"},
	{"broken.c", "int main(void){\n", "CE compiler"},
};

Test(process_level, judges_where_namespaces_are_forbidden)
{
	put_sum_package(1);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		put(rows[i].name, rows[i].source);
		AUTO_OUTCOME outcome =
			command_run_after(ASSAY_ARGV("judge", "--json", "--weak-sandbox=process",
						  "--reruns=3", "sum", rows[i].name),
				forbid_namespaces);
		EXPECT_STATUS(outcome, 0);
		AS_AUTO_JSON json_t *document = document_of(&outcome);
		EXPECT_FATE(document, rows[i].fate);
		json_t *sandbox = json_object_get(document, "sandbox");
		if (strcmp(rows[i].fate, "CE compiler") != 0)
			cr_expect_str_eq(text_below(sandbox, "isolation", NULL), "process");
	}
}

#define REDUCED "(--weak-sandbox=process)"

static void put_sum_package_with_submissions(void)
{
	put_sum_package(1);
	put("sum/statement/problem.en.md", "Add them.\n");
	put("sum/submissions/accepted/right.c", SUM_C);
	put("sum/submissions/accepted/right.py", "print(sum(map(int, input().split())))\n");
	put("sum/submissions/wrong_answer/wrong.c", rows[1].source);
}

Test(process_level, verifies_a_package)
{
	put_sum_package_with_submissions();
	AUTO_OUTCOME outcome =
		command_run_after(ASSAY_ARGV("verify", "--weak-sandbox=process", "--fresh", "sum"),
			forbid_namespaces);
	cr_expect(outcome.status == 0 || outcome.status == 1, "%d: %s", outcome.status,
		outcome.err.data);
	cr_expect_not_null(strstr(outcome.out.data, "accepted/right.py"), "%s", outcome.out.data);
	cr_expect_null(strstr(outcome.out.data, "unexpected"), "%s", outcome.out.data);
	cr_expect_not_null(strstr(outcome.out.data, REDUCED), "%s", outcome.out.data);
}

/* From the result cache as well. */
Test(process_level, the_documents_of_verify_say_so)
{
	static const char *const levels[] = {"--weak-sandbox=process", "--jobs=2"};
	static const char *const names[] = {"process", "full"};

	put_sum_package_with_submissions();
	for (size_t i = 0; i < 4; i++) {
		AUTO_OUTCOME outcome =
			command_run(ASSAY_ARGV("verify", "--json", levels[i / 2], "sum"));
		cr_expect_eq(
			schemas_hold(ASSAY_SOURCE_DIR "/docs/verify.schema.json", &outcome.out), 1,
			"%s%s", outcome.out.data, outcome.err.data);
		AS_AUTO_JSON json_t *document = json_loads(outcome.out.data, 0, NULL);
		cr_expect_str_eq(text_below(document, "isolation", NULL), names[i / 2], "%s",
			outcome.out.data);
	}
	AUTO_OUTCOME page = command_run(
		ASSAY_ARGV("verify", "--html=page.html", "--weak-sandbox=process", "sum"));
	cr_expect_leq(page.status, 1, "%s", page.err.data);
	expect_file_has("page.html", "isolation process");
}

Test(process_level, generating_says_so)
{
	put_recipe("solution: /submissions/accepted/right.py\n"
		   "data:\n  secret:\n    data:\n      \"1\": echo.py 1 2\n");
	put("small/generators/echo.py", ECHO_PY);
	put("small/submissions/accepted/right.py", SUM_PY);
	AUTO_OUTCOME outcome = command_run_after(
		ASSAY_ARGV("gen", "--weak-sandbox=process", "small"), forbid_namespaces);
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(strstr(outcome.out.data, REDUCED), "%s", outcome.out.data);
}

Test(process_level, people_read_it_once)
{
	put_sum_package(1);
	put("right.c", SUM_C);
	put("right.py", "print(sum(map(int, input().split())))\n");
	AUTO_OUTCOME outcome = command_run_after(
		ASSAY_ARGV("judge", "--weak-sandbox=process", "sum", "right.c", "right.py"),
		forbid_namespaces);
	EXPECT_STATUS(outcome, 0);
	const char *first = strstr(outcome.out.data, "(--weak-sandbox=process)");
	cr_assert_not_null(first, "%s", outcome.out.data);
	cr_expect_null(strstr(first + 1, "(--weak-sandbox=process)"), "%s", outcome.out.data);
	cr_expect_not_null(strstr(outcome.out.data, "2 submissions: 2 AC"), "%s", outcome.out.data);
}

static bool lack_landlock(void)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	bool loaded = forbid_namespaces() && filter &&
		      seccomp_rule_add(filter, SCMP_ACT_ERRNO(EOPNOTSUPP),
			      SCMP_SYS(landlock_create_ruleset), 0) == 0 &&
		      seccomp_load(filter) == 0;

	seccomp_release(filter);
	return loaded;
}

/* A program could read what others handed in, and their results. */
Test(process_level, grading_without_landlock_needs_closed_folders)
{
	static const char *const folders[] = {"sum", "class", "out"};
	const size_t count = sizeof(folders) / sizeof(*folders);

	NEED(geteuid() == 0, "root", "without Landlock only root may use the level");
	put_sum_package(1);
	put("class/ann.py", SUM_PY);
	cr_assert_eq(mkdirat(here_fd, "out", 0755), 0);
	for (size_t open = 0; open <= count; open++) {
		for (size_t i = 0; i < count; i++)
			cr_assert_eq(chmod(folders[i], i == open ? 0755 : 0700), 0);
		AUTO_OUTCOME outcome =
			command_run_after(ASSAY_ARGV("grade", "--weak-sandbox=process",
						  "--reruns=0", "-j1", "sum", "class", "-o", "out"),
				lack_landlock);
		cr_expect_eq(outcome.status, open < count ? AS_ERROR_MACHINE : 0, "%zu: %s", open,
			outcome.err.data);
		AS_AUTO_FREE char *advice =
			as_text_format(NULL, "chmod 0700 %s\n", open < count ? folders[open] : "");
		cr_expect_eq(strstr(outcome.err.data, advice) != NULL, open < count, "%s: %s",
			advice, outcome.err.data);
	}
	expect_file_has("out/marks.csv", "ann,");
}

/* Only absolute paths of the box are those of the host. */
Test(process_level, relative_paths_are_left)
{
	AUTO_OUTCOME outcome =
		command_run_after(ASSAY_ARGV("sandbox", "--weak-sandbox=process", "--", "/bin/echo",
					  "./tmp/x", "a/box", "../data/y", "-DX=1/tmp"),
			forbid_namespaces);

	cr_expect_not_null(strstr(outcome.out.data, "./tmp/x a/box ../data/y -DX=1/tmp"), "%s",
		outcome.out.data);
}

static bool lack_setuid(void)
{
	return prctl(PR_CAPBSET_DROP, CAP_SETUID) == 0;
}

static bool forbid_user_ids(void)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	bool loaded =
		filter &&
		seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(setresuid), 0) == 0 &&
		seccomp_load(filter) == 0;

	seccomp_release(filter);
	return loaded;
}

/* Without control groups no deadlock can be proved: the wall time ends it. */
Test(process_level, a_deadlock_ends_at_the_wall_time)
{
	put_honest();
	put("waits.py", "input()\n");
	AUTO_OUTCOME outcome = command_run(ASSAY_ARGV(
		"judge", "--json", "--reruns=0", "--weak-sandbox=process", "talk", "waits.py"));
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FATE(document, "TLE wall-clock");
}

Test(process_level, doctor_tries_it)
{
	static const struct {
		bool (*prepare)(void);
		const char *state, *words;
	} machines[] = {{forbid_namespaces, "good", "possible"},
		{lack_setuid, "degraded", "CAP_SETUID"},
		{forbid_user_ids, "degraded", "not possible"}};

	NEED(geteuid() == 0, "root", "only root gives user ids to runs");
	for (size_t i = 0; i < sizeof(machines) / sizeof(*machines); i++) {
		AUTO_OUTCOME outcome =
			command_run_after(ASSAY_ARGV("doctor", "--json"), machines[i].prepare);
		AS_AUTO_JSON json_t *document = json_loads(outcome.out.data, 0, NULL);
		json_t *feature;
		size_t index, count = 0;
		json_array_foreach(json_object_get(document, "features"), index, feature)
		{
			if (strcmp(text_below(feature, "name", NULL), "process level") != 0)
				continue;
			count++;
			cr_expect_str_eq(text_below(feature, "state", NULL), machines[i].state,
				"%zu: %s", i, text_below(feature, "found", NULL));
			cr_expect_not_null(
				strstr(text_below(feature, "found", NULL), machines[i].words),
				"%zu: %s", i, text_below(feature, "found", NULL));
			cr_expect_eq(*text_below(feature, "remedy", NULL) == '\0', i == 0);
		}
		cr_expect_eq(count, 1u, "%s%s", outcome.out.data, outcome.err.data);
	}
}

Test(process_level, it_is_never_chosen_by_itself)
{
	put_sum_package(1);
	put("right.c", SUM_C);
	AUTO_OUTCOME full =
		command_run_after(ASSAY_ARGV("judge", "sum", "right.c"), forbid_namespaces);
	EXPECT_STATUS(full, AS_ERROR_MACHINE);
	AUTO_OUTCOME weak = command_run_after(
		ASSAY_ARGV("judge", "--weak-sandbox", "sum", "right.c"), forbid_namespaces);
	cr_expect_neq(weak.status, 0);
}

Test(process_level, wrong_uses_are_refused)
{
	put_sum_package(1);
	put("right.c", SUM_C);
	AUTO_OUTCOME unknown =
		command_run(ASSAY_ARGV("judge", "--weak-sandbox=proces", "sum", "right.c"));
	EXPECT_STATUS(unknown, AS_ERROR_USAGE);
	cr_expect_not_null(strstr(unknown.err.data, "process"), "%s", unknown.err.data);
	AUTO_OUTCOME store = command_run(ASSAY_ARGV(
		"judge", "--weak-sandbox=process", "--store=sqlite:x.db", "sum", "right.c"));
	EXPECT_STATUS(store, AS_ERROR_USAGE);
	cr_expect_not_null(strstr(store.err.data, "mutually exclusive"), "%s", store.err.data);
	static const char *const verbs[] = {"stress", "worker", "serve"};
	for (size_t i = 0; i < sizeof(verbs) / sizeof(*verbs); i++) {
		AUTO_OUTCOME refused =
			command_run(ASSAY_ARGV(verbs[i], "--weak-sandbox=process", "sum"));
		EXPECT_STATUS(refused, AS_ERROR_USAGE);
	}
	AUTO_OUTCOME space =
		command_run(ASSAY_ARGV("judge", "--weak-sandbox", "process", "sum", "right.c"));
	EXPECT_STATUS(space, AS_ERROR_USAGE);
	cr_expect_not_null(
		strstr(space.err.data, "write --weak-sandbox=process"), "%s", space.err.data);
	put_sum_package(1);
	cr_assert_eq(renameat(here_fd, "sum", here_fd, "process"), 0);
	AUTO_OUTCOME named =
		command_run(ASSAY_ARGV("judge", "--weak-sandbox", "process", "right.c"));
	cr_expect_neq(named.status, AS_ERROR_USAGE, "%s", named.err.data);
}
