/* SPDX-License-Identifier: MIT */
/* Control groups that another process empties, removes or freezes: the run is refused, with the
 * cause. */
#include "sleeper.h"
#include "support/skip.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <string.h>
#include <sys/stat.h>

TestSuite(groups, .timeout = 600);

/* A group to move processes to: on v1 beside it, on v2 the group of this process. */
static void find_refuge(const char *group, char *path, size_t size)
{
	AS_AUTO_FILE FILE *file = fopen("/proc/self/cgroup", "re");
	char line[1024];

	if (access("/sys/fs/cgroup/cgroup.procs", F_OK) == 0) {
		/* One line: 0::/path */
		cr_assert_not_null(fgets(line, sizeof(line), file));
		line[strcspn(line, "\n")] = '\0';
		snprintf(path, size, "/sys/fs/cgroup%s/cgroup.procs", line + 3);
		return;
	}
	snprintf(path, size, "%s/../refuge-%d", group, (int)getpid());
	cr_expect(mkdir(path, 0755) == 0 || errno == EEXIST, "%s: %s", path, strerror(errno));
	snprintf(path, size, "%s/../refuge-%d/cgroup.procs", group, (int)getpid());
}

static void empty_group(const char *group)
{
	char path[2048], line[32];
	AS_AUTO_FILE FILE *file = NULL;

	snprintf(path, sizeof(path), "%s/cgroup.procs", group);
	file = fopen(path, "re");
	find_refuge(group, path, sizeof(path));
	while (file && fgets(line, sizeof(line), file)) {
		AS_AUTO_FD int refuge = open(path, O_WRONLY | O_CLOEXEC);
		cr_expect_gt(write(refuge, line, strlen(line)), 0, "%s: %s", path, strerror(errno));
	}
}

static int remove_refuge(const char *path, const struct stat *info, int type, struct FTW *place)
{
	char own[64];

	(void)info;
	snprintf(own, sizeof(own), "refuge-%d", (int)getpid());
	if (type == FTW_DP && strcmp(path + place->base, own) == 0)
		cr_expect_eq(rmdir(path), 0, "%s: %s", path, strerror(errno));
	return 0;
}

static bool is_own_group(const char *path, int type)
{
	char own[64];

	snprintf(own, sizeof(own), "-%d-", (int)getpid());
	return type == FTW_DP && strstr(path, "/assay-") && strstr(path, own);
}

static int remove_group(const char *path, const struct stat *info, int type, struct FTW *place)
{
	(void)info, (void)place;
	if (!is_own_group(path, type))
		return 0;
	empty_group(path);
	cr_expect_eq(rmdir(path), 0, "%s: %s", path, strerror(errno));
	return 0;
}

static void remove_groups(void)
{
	nftw("/sys/fs/cgroup", remove_group, 16, FTW_PHYS | FTW_DEPTH);
}

static void remove_refuges(void)
{
	nftw("/sys/fs/cgroup", remove_refuge, 16, FTW_PHYS | FTW_DEPTH);
}

Test(groups, control_groups_removed_from_outside_are_named)
{
	const struct hostile_case before = {.name = "before", .arguments = {"ends", "status", "0"}};
	const char *const argv[] = {"/hostile/ends", "status", "0", NULL};
	const struct as_run_request request = {
		.argv = argv, .limits = as_limits_default, .stdin_fd = -1};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};
	struct hostile hostile;

	hostile_open(&hostile, NULL);
	hostile_run(&hostile, &before);
	remove_groups();
	cr_expect_eq(as_sandbox_run(hostile.sandbox, &request, &result, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INTERNAL);
	cr_expect_not_null(strstr(error.text, "the control group"), "%s", error.text);
	as_run_result_clear(&result);
	host_expect_clean(&hostile.host, "/hostile/ends", "groups removed");
	hostile_close(&hostile);
	remove_refuges();
}

Test(groups, control_groups_removed_in_the_middle_of_a_run_are_named)
{
	struct hostile hostile;
	struct sleeper sleeper;
	struct meanwhile meanwhile = {.act = remove_groups};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};

	sleeper_init(&sleeper);
	hostile_open(&hostile, NULL);
	cr_expect_eq(run_sleeper(&hostile, &sleeper, &meanwhile, &result, &error), -1,
		"hits %#x, exit code %d", result.hits, result.exit_code);
	cr_expect_eq(error.kind, AS_ERROR_INTERNAL);
	cr_expect_not_null(strstr(error.text, "control group"), "%s", error.text);
	as_run_result_clear(&result);
	host_expect_clean(&hostile.host, sleeper.mark, "groups removed in a run");
	hostile_close(&hostile);
	remove_refuges();
}

/* On v1: counters and limits that are in one hierarchy only. */
static const char *emptied;

static int empty_own(const char *path, const struct stat *info, int type, struct FTW *place)
{
	(void)info, (void)place;
	if (is_own_group(path, type))
		empty_group(path);
	return 0;
}

static void empty_hierarchy(void)
{
	char path[64];

	/* "cpuacct" may be a link. */
	snprintf(path, sizeof(path), "/sys/fs/cgroup/%s/", emptied);
	nftw(path, empty_own, 16, FTW_PHYS | FTW_DEPTH);
}

Test(groups, a_run_moved_out_of_one_control_group_is_refused)
{
	static const char *const hierarchies[] = {"memory", "pids", "cpuacct"};

	skip_unless(access("/sys/fs/cgroup/cgroup.procs", F_OK) != 0, "cgroup v1",
		"v2 has one hierarchy");
	for (size_t i = 0; i < 6; i++) {
		struct hostile hostile;
		struct sleeper sleeper;
		struct meanwhile meanwhile = {.act = empty_hierarchy};
		AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
		struct as_error error = {0};

		emptied = hierarchies[i / 2];
		sleeper_init(&sleeper);
		hostile_open(&hostile, NULL);
		sleeper.request.limits.wall_time_ns = INT64_C(1000000000);
		if (i % 2) /* before the run, else in the middle of it */
			empty_hierarchy();
		int ran = i % 2 ? as_sandbox_run(hostile.sandbox, &sleeper.request, &result, &error)
				: run_sleeper(&hostile, &sleeper, &meanwhile, &result, &error);
		cr_expect_eq(ran, -1, "%s: hits %#x, exit code %d", emptied, result.hits,
			result.exit_code);
		cr_expect_eq(error.kind, AS_ERROR_INTERNAL);
		cr_expect_not_null(strstr(error.text, emptied), "%s: %s", emptied, error.text);
		as_run_result_clear(&result);
		host_expect_clean(&hostile.host, sleeper.mark, emptied);
		hostile_close(&hostile);
	}
	remove_refuges();
}

/* For a moment a process that ends appears outside of its groups, before it is visible as dead. */
Test(groups, an_ending_helper_is_distinguished_from_a_moved_one)
{
	struct sleeper sleeper;

	sleeper_init(&sleeper);
	for (int i = 0; i < 10; i++) {
		AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
		struct as_error error = {0};
		struct hostile hostile;
		pid_t helper;

		hostile_open(&hostile, NULL);
		cr_assert_eq(host_children(getpid(), &helper), 1);
		cr_assert_eq(kill(helper, SIGKILL), 0);
		cr_expect_eq(
			as_sandbox_run(hostile.sandbox, &sleeper.request, &result, &error), -1);
		cr_expect_not_null(
			strstr(error.text, "the sandbox helper has ended"), "%s", error.text);
		hostile_close(&hostile);
	}
}

/* ---- the program alone ---- */

/* In one hierarchy only; the helper stays. */
static pid_t program;

static int move_from(const char *path, const struct stat *info, int type, struct FTW *place)
{
	char refuge[2048], text[32];

	(void)info, (void)place;
	if (!is_own_group(path, type))
		return 0;
	find_refuge(path, refuge, sizeof(refuge));
	snprintf(text, sizeof(text), "%d", (int)program);
	AS_AUTO_FD int fd = open(refuge, O_WRONLY | O_CLOEXEC);
	cr_expect_gt(write(fd, text, strlen(text)), 0, "%s: %s", refuge, strerror(errno));
	return 1;
}

static void move_program(void)
{
	const bool v1 = access("/sys/fs/cgroup/cgroup.procs", F_OK) != 0;
	pid_t helper = 0, init = 0;

	cr_expect_eq(host_children(getpid(), &helper), 1);
	cr_expect_eq(host_children(helper, &init), 1);
	cr_expect_eq(host_children(init, &program), 1);
	cr_expect_eq(nftw(v1 ? "/sys/fs/cgroup/cpuacct/" : "/sys/fs/cgroup/", move_from, 16,
			     FTW_PHYS | FTW_DEPTH),
		1);
}

Test(groups, a_program_that_used_time_outside_of_its_group_is_not_believed)
{
	struct hostile hostile;
	struct sleeper sleeper;
	struct meanwhile meanwhile = {.act = move_program};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};

	skip_unless(geteuid() == 0, "root", "an ordinary user cannot move it");
	sleeper_init(&sleeper);
	const char *const argv[] = {"/hostile/cpu", "some", "2000", sleeper.mark, NULL};
	sleeper.request.argv = argv;
	sleeper.request.limits.cpu_time_ns = INT64_C(20000000000);
	sleeper.request.limits.wall_time_ns = INT64_C(50000000000);
	hostile_open(&hostile, NULL);
	cr_expect_eq(run_sleeper(&hostile, &sleeper, &meanwhile, &result, &error), -1,
		"hits %#x, exit code %d, %lld ns", result.hits, result.exit_code,
		(long long)result.cpu_time_ns);
	cr_expect_eq(error.kind, AS_ERROR_INTERNAL);
	cr_expect_not_null(strstr(error.text, "control group"), "%s", error.text);
	as_run_result_clear(&result);
	host_expect_clean(&hostile.host, sleeper.mark, "program moved");
	hostile_close(&hostile);
	remove_refuges();
}

/* On v2, where the run's group contains no other process: also if it uses no time. */
Test(groups, a_run_whose_group_stays_empty_is_refused)
{
	struct hostile hostile;
	struct sleeper sleeper;
	struct meanwhile meanwhile = {.act = move_program};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};

	skip_unless(access("/sys/fs/cgroup/cgroup.procs", F_OK) == 0 && geteuid() == 0,
		"cgroup v2 and root", "v1 has no group of a run's own");
	sleeper_init(&sleeper);
	hostile_open(&hostile, NULL);
	cr_expect_eq(run_sleeper(&hostile, &sleeper, &meanwhile, &result, &error), -1,
		"hits %#x, exit code %d", result.hits, result.exit_code);
	cr_expect_eq(error.kind, AS_ERROR_INTERNAL);
	cr_expect_str_eq(error.text, "the control group of a run was emptied from outside");
	as_run_result_clear(&result);
	host_expect_clean(&hostile.host, sleeper.mark, "group emptied");
	hostile_close(&hostile);
}

/* ---- a process that cannot die ---- */

/* A process in the v1 freezer dies only after it was thawed. */
static char freezer[128];
static atomic_bool run_has_ended, was_let_go;

static bool write_freezer(const char *file, const char *text)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", freezer, file);
	AS_AUTO_FD int fd = open(path, O_WRONLY | O_CLOEXEC);
	return fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
}

static bool is_frozen(void)
{
	char path[256], state[16] = "";

	snprintf(path, sizeof(path), "%s/freezer.state", freezer);
	AS_AUTO_FD int fd = open(path, O_RDONLY | O_CLOEXEC);
	return read(fd, state, sizeof(state) - 1) > 0 && strcmp(state, "FROZEN\n") == 0;
}

/* The program may run before process 1 has reported its start, after which it sleeps. */
static bool is_asleep(pid_t pid)
{
	char path[64], text[512] = "";

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	AS_AUTO_FD int fd = open(path, O_RDONLY | O_CLOEXEC);
	const ssize_t size = read(fd, text, sizeof(text) - 1);
	const char *name_end = size > 0 ? strrchr(text, ')') : NULL;
	return name_end && strncmp(name_end, ") S ", 4) == 0;
}

/* Freezes the run's process 1; then lets the run fail while its program continues. */
static void freeze_init(void)
{
	pid_t helper = 0, init = 0;
	char text[32];

	cr_expect_eq(host_children(getpid(), &helper), 1);
	cr_expect_eq(host_children(helper, &init), 1);
	snprintf(text, sizeof(text), "%d", (int)init);
	for (int waited_ms = 0; waited_ms < 10000 && !is_asleep(init); waited_ms += 5)
		usleep(5000);
	cr_expect(write_freezer("cgroup.procs", text) && write_freezer("freezer.state", "FROZEN"));
	for (int waited_ms = 0; waited_ms < 10000 && !is_frozen(); waited_ms += 5)
		usleep(5000);
	cr_expect(is_frozen());
	remove_groups();
}

/* Also if the run waits without end: nothing frozen may be left. */
static void *let_go_later(void *nothing)
{
	for (int waited_ms = 0; waited_ms < 40000 && !run_has_ended; waited_ms += 5)
		usleep(5000);
	was_let_go = true;
	cr_expect(write_freezer("freezer.state", "THAWED"));
	return nothing;
}

Test(groups, a_process_that_cannot_die_does_not_hold_up_the_caller)
{
	struct hostile hostile;
	struct sleeper sleeper;
	struct meanwhile meanwhile = {.act = freeze_init};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};
	pthread_t thread;

	snprintf(freezer, sizeof(freezer), "/sys/fs/cgroup/freezer/frozen-%d", (int)getpid());
	skip_unless(
		mkdir(freezer, 0755) == 0, "root and the freezer of cgroup v1", strerror(errno));
	sleeper_init(&sleeper);
	hostile_open(&hostile, NULL);
	cr_assert_eq(pthread_create(&thread, NULL, let_go_later, NULL), 0);
	cr_expect_eq(run_sleeper(&hostile, &sleeper, &meanwhile, &result, &error), -1);
	cr_expect(!was_let_go, "it waited for a process that cannot die");
	run_has_ended = true;
	pthread_join(thread, NULL);
	cr_expect_not_null(strstr(error.text, "control group"), "%s", error.text);
	as_run_result_clear(&result);
	/* Dead processes leave the list a moment later. */
	for (int waited_ms = 0; waited_ms < 10000 && rmdir(freezer) < 0; waited_ms += 5)
		usleep(5000);
	cr_expect_eq(access(freezer, F_OK), -1, "something is left in the freezer");
	host_expect_clean(&hostile.host, sleeper.mark, "frozen");
	hostile_close(&hostile);
	remove_refuges();
}
