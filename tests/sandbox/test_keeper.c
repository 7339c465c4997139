/* SPDX-License-Identifier: MIT */
/* The keeper removes what a dead caller leaves behind, and nothing else. */
#include "host.h"
#include "support/skip.h"

#include <assay/sandbox.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#define PATIENCE_MS 20000

static char here[64];

static void enter(void)
{
	strcpy(here, "/tmp/assay-keeper.XXXXXX");
	cr_assert(mkdtemp(here) && chdir(here) == 0);
	/* A keeper whose caller has died becomes a child of this test, which can wait for it. */
	cr_assert_eq(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
}

static void leave(void)
{
	cr_assert_eq(chdir("/"), 0);
	as_dir_remove(AT_FDCWD, here, NULL);
}

TestSuite(keeper, .init = enter, .fini = leave, .timeout = 600);

static const char *path_of(const char *name)
{
	static char path[4][128];
	static unsigned next;
	char *at = path[next++ % 4];

	snprintf(at, sizeof(path[0]), "%s/%s", here, name);
	return at;
}

static bool exists(const char *name)
{
	return faccessat(AT_FDCWD, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

/* Starts a caller that does its part and then waits to be killed; returns when the part is done. */
static pid_t start_caller(void (*part)(struct as_keeper *keeper))
{
	int ready[2];

	cr_assert_eq(pipe2(ready, O_CLOEXEC), 0);
	pid_t pid = fork();
	cr_assert_geq(pid, 0);
	if (pid == 0) {
		struct as_keeper *keeper = as_keeper_open(NULL);
		if (!keeper)
			_exit(1);
		part(keeper);
		if (write(ready[1], "", 1) == 1)
			pause();
		_exit(2);
	}
	close(ready[1]);
	char done;
	cr_assert_eq(read(ready[0], &done, 1), 1, "the caller could not do its part");
	close(ready[0]);
	return pid;
}

/* Waits for the end of all descendants of this test. */
static void await_all(void)
{
	for (int waited_ms = 0; waited_ms < PATIENCE_MS; waited_ms += 2) {
		pid_t pid = waitpid(-1, NULL, WNOHANG);
		if (pid < 0)
			return;
		if (pid == 0)
			usleep(2000);
	}
	cr_assert_fail("a process is left");
}

static void kill_caller(pid_t pid)
{
	cr_assert_eq(kill(pid, SIGKILL), 0);
	await_all();
}

static void must(bool condition)
{
	if (!condition)
		_exit(3);
}

/* ---- removing ---- */

static void make_tree(struct as_keeper *keeper)
{
	must(as_keeper_hold(keeper, path_of("tree"), NULL) == 0);
	must(mkdir("tree", 0700) == 0 && mkdir("tree/in", 0700) == 0);
	must(mkdir("others", 0700) == 0 && mkdir("others/precious", 0700) == 0);
	must(symlink("../../others", "tree/in/link") == 0);
	must(symlink(here, "tree/home") == 0 && mkfifo("tree/in/fifo", 0600) == 0);
	must(mkdir("tree/shut", 0700) == 0 && mkdir("tree/shut/in", 0) == 0);
	must(chmod("tree/shut", 0) == 0);
}

Test(keeper, a_folder_of_a_killed_caller_is_removed_and_no_link_in_it_followed)
{
	pid_t caller = start_caller(make_tree);
	cr_assert(exists("tree"));
	kill_caller(caller);
	cr_expect(!exists("tree"));
	cr_expect(exists("others/precious"));
}

static void put_link(struct as_keeper *keeper)
{
	must(as_keeper_hold(keeper, path_of("link"), NULL) == 0);
	must(mkdir("others", 0700) == 0 && mkdir("others/precious", 0700) == 0);
	must(symlink("others", "link") == 0);
}

Test(keeper, a_link_in_the_place_of_a_folder_is_not_followed)
{
	kill_caller(start_caller(put_link));
	cr_expect(!exists("link"));
	cr_expect(exists("others/precious"));
}

static void hold_only(struct as_keeper *keeper)
{
	must(as_keeper_hold(keeper, path_of("never/made"), NULL) == 0);
	must(as_keeper_hold(keeper, path_of("one"), NULL) == 0 && mkdir("one", 0700) == 0);
}

Test(keeper, missing_names_do_not_prevent_removing_others)
{
	kill_caller(start_caller(hold_only));
	cr_expect(!exists("one"));
}

static void drop_one(struct as_keeper *keeper)
{
	must(as_keeper_hold(keeper, path_of("twice"), NULL) == 0);
	must(as_keeper_hold(keeper, path_of("twice"), NULL) == 0);
	must(as_keeper_hold(keeper, path_of("dropped"), NULL) == 0);
	must(mkdir("twice", 0700) == 0 && mkdir("dropped", 0700) == 0);
	as_keeper_drop(keeper, path_of("twice"));
	as_keeper_drop(keeper, path_of("dropped"));
	as_keeper_drop(keeper, path_of("unknown"));
}

Test(keeper, dropped_names_are_not_removed)
{
	kill_caller(start_caller(drop_one));
	cr_expect(exists("dropped"));
	cr_expect(!exists("twice"), "it was held twice and dropped once");
}

static void hold_many(struct as_keeper *keeper)
{
	for (int i = 0; i < 2000; i++) {
		char name[32];
		snprintf(name, sizeof(name), "many-%d", i);
		must(as_keeper_hold(keeper, path_of(name), NULL) == 0 && mkdir(name, 0700) == 0);
	}
}

Test(keeper, output_just_before_the_end_is_passed_on)
{
	kill_caller(start_caller(hold_many));
	for (int i = 0; i < 2000; i++) {
		char name[32];
		snprintf(name, sizeof(name), "many-%d", i);
		cr_assert(!exists(name), "%s is left", name);
	}
}

/* ---- when ---- */

static void leave_a_child(struct as_keeper *keeper)
{
	int ready[2];
	char line;

	must(as_keeper_hold(keeper, path_of("one"), NULL) == 0 && mkdir("one", 0700) == 0);
	must(pipe(ready) == 0);
	if (fork() == 0) {
		/* It holds the socket for as long as the test wants. */
		must(mkfifo("end", 0600) == 0 && write(ready[1], "", 1) == 1);
		int end = open("end", O_RDONLY | O_CLOEXEC);
		_exit(read(end, &line, 1) < 0);
	}
	must(read(ready[0], &line, 1) == 1);
}

Test(keeper, a_process_that_the_caller_forked_does_not_delay_the_keeper)
{
	pid_t caller = start_caller(leave_a_child);
	cr_assert_eq(kill(caller, SIGKILL), 0);
	for (int waited_ms = 0; waited_ms < PATIENCE_MS && exists("one"); waited_ms += 2)
		usleep(2000);
	cr_expect(!exists("one"));
	int end = open("end", O_WRONLY | O_CLOEXEC);
	close(end);
	await_all();
}

/* -1 if there is none. */
static pid_t only_child(void)
{
	AS_AUTO_FILE FILE *file = fopen("/proc/thread-self/children", "re");
	int pid;

	return file && fscanf(file, "%d", &pid) == 1 ? pid : -1;
}

static void signal_keeper(struct as_keeper *keeper)
{
	static const int signals[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPIPE, SIGUSR1};

	hold_only(keeper);
	pid_t pid = only_child();
	must(pid > 0);
	/* Signals before it has blocked them would end it: it has blocked them when it has its
	 * name. */
	char path[64], name[32] = "";
	snprintf(path, sizeof(path), "/proc/%d/comm", pid);
	while (strcmp(name, "assay-keeper\n") != 0) {
		AS_AUTO_FILE FILE *file = fopen(path, "re");
		must(file && fgets(name, sizeof(name), file));
	}
	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		must(kill(pid, signals[i]) == 0);
}

Test(keeper, the_keeper_survives_signals_that_end_its_caller)
{
	kill_caller(start_caller(signal_keeper));
	cr_expect(!exists("one"));
}

Test(keeper, the_keeper_ends_at_the_close_and_removes_what_is_left)
{
	struct as_error error = {0};
	struct as_keeper *keeper = as_keeper_open(&error);
	cr_assert_not_null(keeper, "%s", error.text);
	cr_assert_eq(as_keeper_hold(keeper, path_of("one"), &error), 0, "%s", error.text);
	cr_assert_eq(mkdir("one", 0700), 0);
	as_keeper_close(keeper);
	cr_expect(!exists("one"));
	cr_expect_eq(waitpid(-1, NULL, 0), -1, "a process is left");
	as_keeper_close(NULL);
}

/* If it never ended, the suite's timeout would end this test. */
Test(keeper, a_process_that_the_caller_forked_does_not_hold_up_the_close)
{
	struct as_keeper *keeper = as_keeper_open(NULL);
	cr_assert_not_null(keeper);
	pid_t pid = fork();
	cr_assert_geq(pid, 0);
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		pause();
		_exit(0);
	}
	as_keeper_close(keeper);
	cr_expect_eq(waitpid(pid, NULL, WNOHANG), 0);
	kill_caller(pid);
}

Test(keeper, a_killed_keeper_is_harmless)
{
	struct as_error error = {0};
	struct as_keeper *keeper = as_keeper_open(&error);
	cr_assert_not_null(keeper, "%s", error.text);
	pid_t pid = only_child();
	cr_assert_gt(pid, 0);
	cr_assert_eq(kill(pid, SIGKILL), 0);
	cr_assert_eq(waitid(P_PID, (id_t)pid, &(siginfo_t){0}, WEXITED | WNOWAIT), 0);
	cr_expect_eq(as_keeper_hold(keeper, path_of("one"), &error), 0, "%s", error.text);
	as_keeper_drop(keeper, path_of("one"));
	as_keeper_close(keeper);
	cr_expect_eq(waitpid(-1, NULL, 0), -1, "a process is left");
}

/* If it never ended, the suite's timeout would end this test. */
Test(keeper, with_sigchld_ignored_a_process_with_its_pid_is_not_waited_for)
{
	signal(SIGCHLD, SIG_IGN);
	struct as_keeper *keeper = as_keeper_open(NULL);
	cr_assert_not_null(keeper);
	AS_AUTO_FD int other = host_replace(only_child());
	struct pollfd death = {.fd = other, .events = POLLIN};
	as_keeper_close(keeper);
	if (other < 0)
		leave();
	skip_unless(other >= 0, "root", "cannot choose a process's pid here");
	cr_expect_eq(poll(&death, 1, 200), 0, "the keeper's end ended another process");
	syscall(SYS_pidfd_send_signal, other, SIGKILL, NULL, 0);
	await_all();
}

Test(keeper, the_status_of_a_process_with_a_reused_pid_is_left_to_the_caller)
{
	siginfo_t info;

	signal(SIGCHLD, SIG_IGN);
	struct as_keeper *keeper = as_keeper_open(NULL);
	cr_assert_not_null(keeper);
	pid_t pid = only_child();
	AS_AUTO_FD int other = host_replace(pid);
	signal(SIGCHLD, SIG_DFL);
	if (other >= 0)
		syscall(SYS_pidfd_send_signal, other, SIGTERM, NULL, 0);
	as_keeper_close(keeper);
	if (other < 0)
		leave();
	skip_unless(other >= 0, "root", "cannot choose a process's pid here");
	cr_expect_eq(waitid(P_PID, (id_t)pid, &info, WEXITED), 0, "it was reaped");
	cr_expect_eq(info.si_status, SIGTERM);
}

Test(keeper, a_path_that_is_not_absolute_is_refused)
{
	struct as_error error = {0};
	struct as_keeper *keeper = as_keeper_open(NULL);
	cr_assert_not_null(keeper);
	cr_expect_eq(as_keeper_hold(keeper, "one", &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_not_null(strstr(error.text, "absolute path"), "%s", error.text);
	as_keeper_close(keeper);
	cr_expect_eq(as_keeper_hold(NULL, path_of("one"), NULL), 0, "none keeps nothing");
}
