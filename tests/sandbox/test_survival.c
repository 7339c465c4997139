/* SPDX-License-Identifier: MIT */
/* The sandbox when something fails around it: nothing is left, and the cause is reported. */
#include "sleeper.h"
#include "support/skip.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <linux/sched.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

TestSuite(survival, .timeout = 600);

Test(survival, a_cancelled_run_ends_and_reports_it)
{
	struct hostile hostile;
	struct sleeper sleeper;
	struct meanwhile meanwhile = {0};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};

	sleeper_init(&sleeper);
	sleeper.request.cancel = &meanwhile.cancel;
	hostile_open(&hostile, NULL);
	cr_expect_eq(
		run_sleeper(&hostile, &sleeper, &meanwhile, &result, &error), 0, "%s", error.text);
	cr_expect_eq(result.hits, (unsigned)AS_HIT_CANCEL);
	cr_expect_eq(result.exit_code, -1);
	as_run_result_clear(&result);
	host_expect_clean(&hostile.host, sleeper.mark, "cancelled");
	hostile_close(&hostile);
}

/* ---- a thread that forks in the middle of a run's beginning ---- */

static bool forks_at_next_pipe;
static pid_t forked;

/* Replaces the C library's function: between the run's socket and its pipes, which this test cannot
 * hit by chance, a process is forked that inherits the socket. */
int pipe2(int ends[2], int flags)
{
	if (forks_at_next_pipe) {
		forks_at_next_pipe = false;
		forked = fork();
		if (forked == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			for (;;)
				pause();
		}
	}
	return (int)syscall(SYS_pipe2, ends, flags);
}

/* If it never ended, the suite's timeout would end this test. */
Test(survival, a_process_that_the_caller_forked_does_not_hold_up_a_killed_run)
{
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};
	struct hostile hostile;
	struct sleeper sleeper;

	sleeper_init(&sleeper);
	sleeper.request.limits.wall_time_ns = INT64_C(200000000);
	hostile_open(&hostile, NULL);
	forks_at_next_pipe = true;
	cr_expect_eq(as_sandbox_run(hostile.sandbox, &sleeper.request, &result, &error), 0, "%s",
		error.text);
	cr_expect_eq(result.hits, (unsigned)AS_HIT_WALL, "hits %#x", result.hits);
	cr_assert_gt(forked, 0, "nothing was forked");
	kill(forked, SIGKILL);
	cr_expect_eq(waitpid(forked, NULL, 0), forked);
	as_run_result_clear(&result);
	host_expect_clean(&hostile.host, sleeper.mark, "forked meanwhile");
	hostile_close(&hostile);
}

/* Then the start is never reported. */
Test(survival, a_run_cancelled_before_its_start_has_no_other_hit)
{
	const atomic_bool cancel = true;
	struct hostile hostile;
	struct sleeper sleeper;

	sleeper_init(&sleeper);
	sleeper.request.cancel = &cancel;
	hostile_open(&hostile, NULL);
	for (int i = 0; i < 20; i++) {
		AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
		struct as_error error = {0};
		cr_assert_eq(as_sandbox_run(hostile.sandbox, &sleeper.request, &result, &error), 0,
			"%s", error.text);
		cr_expect_eq(result.hits, (unsigned)AS_HIT_CANCEL, "hits %#x", result.hits);
		cr_expect(result.wall_time_ns >= 0 && result.wall_time_ns < INT64_C(10000000000),
			"%lld ns", (long long)result.wall_time_ns);
	}
	host_expect_clean(&hostile.host, sleeper.mark, "cancelled before its start");
	hostile_close(&hostile);
}

Test(survival, a_killed_helper_takes_its_run_along_and_is_named)
{
	struct hostile hostile;
	struct sleeper sleeper;
	struct meanwhile meanwhile = {0};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};

	sleeper_init(&sleeper);
	hostile_open(&hostile, NULL);
	cr_assert_eq(host_children(getpid(), &meanwhile.victim), 1);
	cr_expect_eq(run_sleeper(&hostile, &sleeper, &meanwhile, &result, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INTERNAL);
	cr_expect_str_eq(error.text, "the sandbox helper was killed from outside");
	as_error_clear(&error);
	cr_expect_eq(as_sandbox_run(hostile.sandbox, &sleeper.request, &result, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INTERNAL);
	cr_expect_not_null(strstr(error.text, "the sandbox helper has ended"), "%s", error.text);
	as_run_result_clear(&result);
	host_expect_clean(&hostile.host, sleeper.mark, "helper killed");
	hostile_close(&hostile);
}

/* With SIGCHLD ignored: kills the sandbox's helper and starts another process with its pid. Returns
 * its pidfd; -1 if this machine does not let a process choose a pid. */
static int replace_helper(pid_t *helper)
{
	cr_assert_eq(host_children(getpid(), helper), 1);
	return host_replace(*helper);
}

/* Ends the sandbox; the other process must survive, and is ended here. */
static void close_beside(struct hostile *hostile, int other)
{
	struct pollfd death = {.fd = other, .events = POLLIN};

	as_sandbox_close(hostile->sandbox);
	skip_unless(other >= 0, "root", "cannot choose a process's pid here");
	cr_expect_eq(poll(&death, 1, 200), 0, "the sandbox killed another process");
	syscall(SYS_pidfd_send_signal, other, SIGKILL, NULL, 0);
	poll(&death, 1, 10000);
	host_clear(&hostile->host, "closed after its helper's death");
}

Test(survival, with_sigchld_ignored_a_process_with_a_dead_helpers_pid_survives)
{
	const char *argv[] = {"/hostile/files", "environment", NULL};
	const struct as_run_request request = {
		.argv = argv, .limits = as_limits_default, .stdin_fd = -1};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};
	struct hostile hostile;
	pid_t helper;

	signal(SIGCHLD, SIG_IGN);
	hostile_open(&hostile, NULL);
	cr_expect_eq(
		as_sandbox_run(hostile.sandbox, &request, &result, &error), 0, "%s", error.text);
	AS_AUTO_FD int other = replace_helper(&helper);
	close_beside(&hostile, other);
}

static void read_membership(pid_t pid, char *text, size_t size)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/cgroup", (int)pid);
	AS_AUTO_FILE FILE *file = fopen(path, "re");
	text[file ? fread(text, 1, size - 1, file) : 0] = '\0';
}

/* After a run that hit the limit of processes, the next one with a lower limit has new groups, into
 * which the helper would be moved by its pid. */
Test(survival, a_process_with_a_dead_helpers_pid_stays_in_its_own_groups)
{
	const char *argv[] = {"/hostile/bomb", "threads", NULL};
	struct as_run_request request = {.argv = argv, .limits = as_limits_default, .stdin_fd = -1};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};
	char before[4096] = "", after[4096] = "";
	struct hostile hostile;
	pid_t helper;

	signal(SIGCHLD, SIG_IGN);
	hostile_open(&hostile, NULL);
	cr_expect_eq(
		as_sandbox_run(hostile.sandbox, &request, &result, &error), 0, "%s", error.text);
	cr_expect_neq(result.hits & AS_HIT_PROCESSES, 0u, "hits %#x", result.hits);
	AS_AUTO_FD int other = replace_helper(&helper);
	if (other >= 0) {
		read_membership(helper, before, sizeof(before));
		request.limits.processes = 8;
		cr_expect_eq(as_sandbox_run(hostile.sandbox, &request, &result, &error), -1);
		cr_expect_str_eq(error.text, "the sandbox helper has ended");
		read_membership(helper, after, sizeof(after));
		cr_expect_str_eq(after, before);
	}
	close_beside(&hostile, other);
}

/* The caller dies during a run: a child that opens a sandbox and runs the sleeper. */
static pid_t start_caller(const struct sleeper *sleeper)
{
	const struct as_sandbox_config config = {
		.views = hostile_views, .view_count = hostile_view_count, .core = -1};
	pid_t pid = fork();

	cr_assert_geq(pid, 0);
	if (pid == 0) {
		struct as_run_result result = AS_RUN_RESULT_INIT;
		struct as_sandbox *sandbox = as_sandbox_open(&config, NULL);
		_exit(sandbox && as_sandbox_run(sandbox, &sleeper->request, &result, NULL) == 0);
	}
	return pid;
}

static pid_t dead_caller;

static int see_group(const char *path, const struct stat *info, int type, struct FTW *place)
{
	int owner;

	(void)info;
	return type == FTW_D &&
	       sscanf(path + place->base, "assay-%*12[0-9a-f]-%*u-%d-", &owner) == 1 &&
	       owner == dead_caller;
}

static bool has_group(void)
{
	return nftw("/sys/fs/cgroup", see_group, 16, FTW_PHYS) != 0;
}

/* Starts a caller, and kills it during its run. */
static void kill_caller(const struct hostile *hostile, const struct sleeper *sleeper)
{
	dead_caller = start_caller(sleeper);
	cr_expect(wait_for_process(sleeper->mark), "the program was never seen");
	cr_expect(has_group(), "this test does not see the caller's groups");
	kill(dead_caller, SIGKILL);
	cr_expect_eq(waitpid(dead_caller, NULL, 0), dead_caller);
	host_expect_clean(&hostile->host, sleeper->mark, "caller killed");
}

Test(survival, a_killed_caller_leaves_no_process_and_no_group)
{
	struct hostile hostile;
	struct sleeper sleeper;

	sleeper_init(&sleeper);
	hostile_open(&hostile, NULL);
	kill_caller(&hostile, &sleeper);
	for (int waited_ms = 0; waited_ms < 10000 && has_group(); waited_ms += 5)
		usleep(5000);
	cr_expect(!has_group(), "a group was left");
	hostile_close(&hostile);
}

static void kill_keeper_and_caller(const struct hostile *hostile, const struct sleeper *sleeper)
{
	dead_caller = start_caller(sleeper);
	cr_expect(wait_for_process(sleeper->mark), "the program was never seen");
	cr_expect_eq(host_kill_keeper(dead_caller), 1, "the caller has no keeper");
	cr_expect_gt(host_count_processes("/hostile/", sleeper->mark), 0, "the run did not go on");
	kill(dead_caller, SIGKILL);
	cr_expect_eq(waitpid(dead_caller, NULL, 0), dead_caller);
	host_expect_clean(&hostile->host, sleeper->mark, "caller and keeper killed");
}

/* The command of another test may be the next one, and remove the groups first. */
Test(survival, if_the_keeper_was_killed_the_next_command_removes_the_groups)
{
	struct hostile hostile;
	struct sleeper sleeper;
	bool is_left = false;

	sleeper_init(&sleeper);
	hostile_open(&hostile, NULL);
	for (int i = 0; i < 20 && !is_left; i++) {
		kill_keeper_and_caller(&hostile, &sleeper);
		is_left = has_group();
	}
	cr_expect(is_left, "this test proves nothing: the groups went by themselves");
	hostile_close(&hostile);
	hostile_open(&hostile, NULL);
	hostile_close(&hostile);
	cr_expect(!has_group(), "a group was left");
}

/* Each failure must release what was acquired before it. */
Test(survival, a_host_out_of_descriptors_is_named_and_recovers)
{
	const struct hostile_case after = {.name = "after", .arguments = {"ends", "status", "0"}};
	struct rlimit enough, tight;
	struct hostile hostile;
	struct sleeper sleeper;
	int failures = 0;

	sleeper_init(&sleeper);
	sleeper.request.limits.wall_time_ns = INT64_C(20000000);
	hostile_open(&hostile, NULL);
	cr_assert_eq(getrlimit(RLIMIT_NOFILE, &enough), 0);
	for (int room = 0; room < 12; room++) {
		struct as_run_result result = AS_RUN_RESULT_INIT;
		struct as_error error = {0};
		tight = enough;
		/* Descriptors are counted without gaps here. */
		tight.rlim_cur = (rlim_t)(hostile.host.fds_count + room);
		cr_assert_eq(setrlimit(RLIMIT_NOFILE, &tight), 0);
		int ran = as_sandbox_run(hostile.sandbox, &sleeper.request, &result, &error);
		cr_assert_eq(setrlimit(RLIMIT_NOFILE, &enough), 0);
		failures += ran != 0;
		cr_expect(ran == 0 || (error.kind == AS_ERROR_INTERNAL && error.text[0]),
			"room for %d: kind %d: %s", room, error.kind, error.text);
		as_run_result_clear(&result);
		host_expect_clean(&hostile.host, sleeper.mark, "out of descriptors");
	}
	cr_expect(failures >= 5 && failures < 12, "%d failures", failures);
	hostile_run(&hostile, &after);
	hostile_close(&hostile);
}

/* ---- two at once ---- */

struct worker {
	const char *text;
	int wrong_count;
	struct as_error error;
};

static void *work(void *context)
{
	struct worker *worker = context;
	const struct as_sandbox_config config = {
		.views = hostile_views, .view_count = hostile_view_count, .core = -1};
	const char *const argv[] = {"/hostile/files", "copy", NULL};
	struct as_sandbox *sandbox = as_sandbox_open(&config, &worker->error);

	for (int i = 0; sandbox && i < 40; i++) {
		AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
		AS_AUTO_BYTES struct as_bytes output = {0};
		AS_AUTO_FD int input =
			as_input_from_bytes(worker->text, strlen(worker->text), &worker->error);
		const struct as_run_request request = {
			.argv = argv, .limits = as_limits_default, .stdin_fd = input};
		if (input < 0 || as_sandbox_run(sandbox, &request, &result, &worker->error) ||
			as_fd_read(result.stdout_fd, 1000, &output, &worker->error) ||
			strcmp(output.data, worker->text) != 0 || result.hits)
			worker->wrong_count++;
	}
	as_sandbox_close(sandbox);
	return NULL;
}

Test(survival, sandboxes_in_two_threads_do_not_meet)
{
	struct worker workers[] = {{.text = "the first\n"}, {.text = "the second\n"}};
	struct hostile hostile;
	pthread_t threads[2];

	hostile_open(&hostile, NULL);
	for (size_t i = 0; i < 2; i++)
		cr_assert_eq(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
	for (size_t i = 0; i < 2; i++) {
		pthread_join(threads[i], NULL);
		cr_expect_eq(workers[i].error.kind, AS_ERROR_NONE, "%s", workers[i].error.text);
		cr_expect_eq(workers[i].wrong_count, 0, "%d", workers[i].wrong_count);
	}
	host_expect_clean(&hostile.host, "/hostile/files", "two threads");
	hostile_close(&hostile);
}
