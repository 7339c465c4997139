/* SPDX-License-Identifier: MIT */
/* The sandbox on a host without a free resource: the cause is reported, and not blamed on the
 * program. */
#include "hostile.h"
#include "support/patience.h"
#include "support/skip.h"

#include "process_list.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

TestSuite(scarce, .timeout = 600);

/* ---- processes ---- */

static char group[512];

static void write_to_group(const char *file, int number)
{
	char path[600], text[32];
	int length = snprintf(text, sizeof(text), "%d", number);

	snprintf(path, sizeof(path), "%s/%s", group, file);
	AS_AUTO_FD int fd = open(path, O_WRONLY | O_CLOEXEC);
	cr_assert_eq(write(fd, text, (size_t)length), length, "%s: %s", path, strerror(errno));
}

/* A v1 group around this process, whose own limit a program can hit. */
static void enter_group(void)
{
	snprintf(group, sizeof(group), "/sys/fs/cgroup/pids/scarce-%d", (int)getpid());
	skip_unless(mkdir(group, 0755) == 0, "root and cgroup v1", strerror(errno));
	write_to_group("cgroup.procs", getpid());
}

static void leave_group(void)
{
	AS_AUTO_FD int fd = open("/sys/fs/cgroup/pids/cgroup.procs", O_WRONLY | O_CLOEXEC);

	cr_expect_eq(write(fd, "0", 1), 1);
	cr_expect_eq(rmdir(group), 0, "%s: %s", group, strerror(errno));
}

/* Runs a bomb of threads under both limits. */
static int run_bomb(struct hostile *hostile, unsigned own, int around, struct as_run_result *result,
	struct as_error *error)
{
	static const char *const argv[] = {"/hostile/bomb", "threads", NULL};
	struct as_run_request request = {.argv = argv, .limits = as_limits_default, .stdin_fd = -1};

	request.limits.processes = own;
	write_to_group("pids.max", around);
	as_run_result_clear(result);
	as_error_clear(error);
	return as_sandbox_run(hostile->sandbox, &request, result, error);
}

Test(scarce, the_limit_of_processes_that_was_met_is_known_whatever_ran_before)
{
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};
	struct hostile hostile;

	enter_group();
	hostile_open(&hostile, NULL);
	for (int round = 0; round < 2; round++) {
		cr_expect_eq(run_bomb(&hostile, 30, 14, &result, &error), -1, "round %d", round);
		cr_expect_eq(error.kind, AS_ERROR_INTERNAL);
		cr_expect_not_null(strstr(error.text, "ran out of processes"), "%s", error.text);
		cr_expect_eq(run_bomb(&hostile, 60, 1000, &result, &error), 0, "%s", error.text);
		cr_expect(result.hits & AS_HIT_PROCESSES, "round %d: hits %#x", round, result.hits);
	}
	as_run_result_clear(&result);
	host_expect_clean(&hostile.host, "/hostile/bomb", "out of processes");
	hostile_close(&hostile);
	leave_group();
}

/* The process level has no group of its own, so a program can fill the one around the judge. */
Test(scarce, a_run_that_fills_the_container_is_ended_at_the_process_level)
{
	static const char *const argv[] = {"/hostile/bomb", "forks", NULL};
	struct as_run_request request = {.argv = argv, .limits = as_limits_default, .stdin_fd = -1};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};
	struct hostile hostile;

	setenv("ASSAY_TEST_LEVEL", "process", 1);
	request.limits.processes = 60;
	request.limits.cpu_time_ns = request.limits.wall_time_ns = 500000000;
	enter_group();
	hostile_open(&hostile, NULL);
	write_to_group("pids.max", 14);
	for (int round = 0; round < 2; round++) {
		cr_expect_eq(as_sandbox_run(hostile.sandbox, &request, &result, &error), 0, "%s",
			error.text);
		cr_expect(result.hits & (AS_HIT_CPU | AS_HIT_WALL), "hits %#x", result.hits);
		as_run_result_clear(&result);
		host_expect_clean(&hostile.host, "/hostile/bomb", "a full container");
	}
	hostile_close(&hostile);
	leave_group();
}

static int group_size(void)
{
	char path[600], text[32] = "";

	snprintf(path, sizeof(path), "%s/pids.current", group);
	AS_AUTO_FD int fd = open(path, O_RDONLY | O_CLOEXEC);
	cr_assert_gt(read(fd, text, sizeof(text) - 1), 0);
	return atoi(text);
}

/* What is left of an earlier child would take places. */
static void await_size(int size)
{
	for (int i = 0; i < 3000 * patience() && group_size() > size; i++)
		usleep(10000);
	cr_assert_eq(group_size(), size);
}

enum end { RAN, NOT_RUN, NOT_OPENED };

static enum end run_as_user(struct as_error *error)
{
	static const char *const argv[] = {"/hostile/honest", "pipes", NULL};
	const struct as_sandbox_config config = {.views = hostile_views,
		.view_count = hostile_view_count,
		.core = -1,
		.weak = AS_WEAK_PROCESS};
	const struct as_run_request request = {
		.argv = argv, .limits = as_limits_default, .stdin_fd = -1};
	struct as_run_result result = AS_RUN_RESULT_INIT;
	const pid_t pid = fork();
	int status = -1;

	if (pid == 0) {
		setenv("ASSAY_TEST_LEVEL", "user", 1);
		hostile_become_user();
		struct as_sandbox *sandbox = as_sandbox_open(&config, error);
		if (!sandbox)
			_exit(NOT_OPENED);
		_exit(as_sandbox_run(sandbox, &request, &result, error) ? NOT_RUN : RAN);
	}
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_assert(WIFEXITED(status), "%#x", status);
	return WEXITSTATUS(status);
}

/* First init has no place, then the program has none. */
Test(scarce, a_full_container_is_the_cause_as_a_user)
{
	struct as_error *error = mmap(
		NULL, sizeof(*error), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	enum end end = NOT_OPENED;
	int refused_count = 0;

	cr_assert_neq(error, MAP_FAILED);
	enter_group();
	const int size = group_size();
	for (int max = size + 1; max < 20 && end != RAN; max++) {
		as_error_clear(error);
		await_size(size);
		write_to_group("pids.max", max);
		end = run_as_user(error);
		if (end != NOT_RUN)
			continue;
		refused_count++;
		cr_expect_eq(error->kind, AS_ERROR_INTERNAL, "%d: %s", max, error->text);
		cr_expect_not_null(strstr(error->text, "cannot start a process in the sandbox"),
			"%d: %s", max, error->text);
	}
	cr_expect_eq(end, RAN, "%s", error->text);
	cr_expect_geq(refused_count, 2);
	await_size(size);
	leave_group();
	munmap(error, sizeof(*error));
}

/* The helper's children are init and, made later, the killer. */
struct murder {
	pid_t helper, killer;
	int full;
};

static int see_killer(void *context, const struct as_process *process)
{
	struct murder *murder = context;

	if (process->parent == murder->helper && process->pid > murder->killer)
		murder->killer = process->pid;
	return 0;
}

static void *kill_killer(void *context)
{
	struct murder *murder = context;

	for (int i = 0; i < 3000 * patience() && group_size() < murder->full; i++)
		usleep(10000);
	as_process_each(see_killer, murder);
	if (murder->killer)
		kill(murder->killer, SIGKILL);
	return NULL;
}

Test(scarce, a_run_that_fills_the_container_is_ended_though_its_killer_is_dead)
{
	static const char *const argv[] = {"/hostile/bomb", "forks", NULL};
	struct as_run_request request = {.argv = argv, .limits = as_limits_default, .stdin_fd = -1};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct murder murder = {0};
	struct as_error error = {0};
	struct hostile hostile;
	pthread_t thread;

	setenv("ASSAY_TEST_LEVEL", "process", 1);
	request.limits.processes = 60;
	request.limits.cpu_time_ns = request.limits.wall_time_ns = INT64_C(3000000000) * patience();
	enter_group();
	hostile_open(&hostile, NULL);
	cr_assert_eq(host_children(getpid(), &murder.helper), 1);
	murder.full = group_size() + 12;
	write_to_group("pids.max", murder.full);
	cr_assert_eq(pthread_create(&thread, NULL, kill_killer, &murder), 0);
	cr_expect_eq(
		as_sandbox_run(hostile.sandbox, &request, &result, &error), 0, "%s", error.text);
	pthread_join(thread, NULL);
	cr_expect_gt(murder.killer, 0);
	cr_expect(result.hits & (AS_HIT_CPU | AS_HIT_WALL), "hits %#x", result.hits);
	as_run_result_clear(&result);
	host_expect_clean(&hostile.host, "/hostile/bomb", "without a killer");
	hostile_close(&hostile);
	leave_group();
}

/* ---- descriptors ---- */

/* Lowers the limit of descriptors while the program runs, then lets it end. */
struct robber {
	const char *mark;
	int input_fd;
	bool seen;
};

static void *rob(void *context)
{
	struct robber *robber = context;
	struct rlimit none = {5, 0}; /* poll wants no fewer */

	for (int waited_ms = 0; waited_ms < 10000 && !robber->seen; waited_ms += 5) {
		robber->seen = host_count_processes("/hostile/", robber->mark) > 0;
		usleep(5000);
	}
	struct rlimit now;
	getrlimit(RLIMIT_NOFILE, &now);
	none.rlim_max = now.rlim_max;
	setrlimit(RLIMIT_NOFILE, &none);
	close(robber->input_fd);
	return NULL;
}

Test(scarce, a_lost_box_is_reported)
{
	char mark[64];
	const char *const argv[] = {"/hostile/files", "copy", mark, NULL};
	struct robber robber = {.mark = mark};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};
	struct rlimit enough;
	struct hostile hostile;
	pthread_t thread;
	int ends[2];

	snprintf(mark, sizeof(mark), "robbed-%d", (int)getpid());
	hostile_open(&hostile, NULL);
	cr_assert_eq(getrlimit(RLIMIT_NOFILE, &enough), 0);
	cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
	robber.input_fd = ends[1];
	const struct as_run_request request = {.argv = argv,
		.limits = as_limits_default,
		.writable_box = true,
		.keep_box = true,
		.stdin_fd = ends[0]};
	cr_assert_eq(pthread_create(&thread, NULL, rob, &robber), 0);
	int ran = as_sandbox_run(hostile.sandbox, &request, &result, &error);
	pthread_join(thread, NULL);
	cr_assert_eq(setrlimit(RLIMIT_NOFILE, &enough), 0);
	cr_expect(robber.seen, "the program was never seen");
	cr_expect_eq(ran, -1, "hits %#x, exit code %d", result.hits, result.exit_code);
	cr_expect_eq(error.kind, AS_ERROR_INTERNAL);
	/* A control group whose files are opened for each sample fails first. */
	cr_expect(strstr(error.text, "no free descriptor") || error.sys_errno == EMFILE, "%s",
		error.text);
	close(ends[0]);
	as_run_result_clear(&result);
	host_expect_clean(&hostile.host, mark, "box lost");
	hostile_close(&hostile);
}

/* Threads up to the limit, or a few honest ones below it. */
static int run_threads(struct hostile *hostile, bool bomb, unsigned processes, unsigned *hits,
	struct as_error *error)
{
	const char *const argv[] = {bomb ? "/hostile/bomb" : "/hostile/honest", "threads", NULL};
	struct as_run_request request = {.argv = argv, .limits = as_limits_default, .stdin_fd = -1};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;

	request.limits.processes = processes;
	request.limits.cpu_time_ns *= patience();
	request.limits.wall_time_ns *= patience();
	as_error_clear(error);
	int ran = as_sandbox_run(hostile->sandbox, &request, &result, error);
	*hits = result.hits;
	return ran;
}

/* Sets the number of descriptors that this process can open in addition. */
static void leave_room(rlim_t count)
{
	struct rlimit room;

	AS_AUTO_FD int next = open("/", O_PATH | O_CLOEXEC);
	cr_assert_eq(getrlimit(RLIMIT_NOFILE, &room), 0);
	room.rlim_cur = (rlim_t)next + count;
	cr_assert_eq(setrlimit(RLIMIT_NOFILE, &room), 0);
}

/* At any step of a run, a failure must leave no partial state: on cgroup v1 the second run has a
 * new group for its processes, because the first had more. */
Test(scarce, a_sandbox_that_was_out_of_descriptors_runs_and_limits_again)
{
	struct hostile hostile;
	struct as_error error = {0};
	struct rlimit enough;
	unsigned hits, failures = 0;
	int ran = -1;

	hostile_open(&hostile, NULL);
	cr_assert_eq(getrlimit(RLIMIT_NOFILE, &enough), 0);
	for (rlim_t count = 0; count < 40 && ran; count++) {
		cr_assert_eq(run_threads(&hostile, true, 30, &hits, &error), 0, "room for %d: %s",
			(int)count, error.text);
		cr_expect_eq(hits, (unsigned)AS_HIT_PROCESSES, "room for %d: hits %#x", (int)count,
			hits);
		leave_room(count);
		ran = run_threads(&hostile, false, 20, &hits, &error);
		cr_assert_eq(setrlimit(RLIMIT_NOFILE, &enough), 0);
		cr_expect_eq(hits, 0u, "room for %d: hits %#x", (int)count, hits);
		if (ran) {
			cr_expect_not_null(strstr(error.text, "Too many open files"),
				"room for %d: %s", (int)count, error.text);
			cr_expect_eq(error.kind, AS_ERROR_INTERNAL, "room for %d: %s", (int)count,
				error.text);
		}
		failures += ran != 0;
		cr_assert_eq(run_threads(&hostile, false, 20, &hits, &error), 0, "room for %d: %s",
			(int)count, error.text);
		cr_expect_eq(hits, 0u);
	}
	cr_expect_eq(ran, 0, "%s", error.text);
	cr_expect_gt(failures, 0u);
	host_expect_clean(&hostile.host, "/hostile/", "out of descriptors");
	hostile_close(&hostile);
}

/* `assay doctor --fix` would not help, so it is not suggested. */
Test(scarce, a_sandbox_without_free_descriptors_reports_it)
{
	struct as_sandbox_config config = {
		.views = hostile_views, .view_count = hostile_view_count, .core = -1};
	struct hostile hostile;
	struct as_error error = {0};
	struct as_sandbox *sandbox = NULL;
	struct rlimit enough;
	unsigned failures = 0;

	hostile_open(&hostile, NULL);
	as_sandbox_close(hostile.sandbox);
	/* Starting one takes more descriptors than making control groups. */
	config.keeper = as_sandbox_keeper_open(&error);
	cr_assert_not_null(config.keeper, "%s", error.text);
	cr_assert_eq(getrlimit(RLIMIT_NOFILE, &enough), 0);
	for (rlim_t count = 0; count < 60 && !sandbox; count++) {
		as_error_clear(&error);
		leave_room(count);
		sandbox = as_sandbox_open(&config, &error);
		cr_assert_eq(setrlimit(RLIMIT_NOFILE, &enough), 0);
		failures += !sandbox;
		if (!sandbox)
			cr_expect_not_null(strstr(error.text, "Too many open files"),
				"room for %d: %s", (int)count, error.text);
	}
	cr_expect_not_null(sandbox, "%s", error.text);
	cr_expect_gt(failures, 0u);
	as_sandbox_close(sandbox);
	as_keeper_close(config.keeper);
	host_clear(&hostile.host, "opened without descriptors");
}
