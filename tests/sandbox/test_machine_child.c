/* SPDX-License-Identifier: MIT */
/* Trials in a child, and the tools that root's delegation runs. */
#include "machine/machine.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>

TestSuite(machine_child, .timeout = 600);

/* The caller's handling of SIGCHLD must not matter: the exit status of root's tools decides. */
Test(machine_child, with_sigchld_ignored_success_and_failure_of_a_tool_differ)
{
	static const struct {
		const char *path, *script;
		int status;
		const char *said;
	} rows[] = {
		{"/bin/sh", "exit 0", 0, ""},
		{"/bin/sh", "exit 1", -1, "`sh -c exit 1` failed"},
		{"/bin/sh", "kill -9 $$", -1, "`sh -c kill -9 $$` failed"},
		{"/bin/no-such-shell", "exit 0", -1,
			"cannot run sh; delegate a cgroup v2 group to the user by hand: No such "
			"file or directory"},
	};

	signal(SIGCHLD, SIG_IGN);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct as_error error = {0};
		char *const argv[] = {"sh", "-c", (char *)rows[i].script, NULL};
		cr_expect_eq(as_machine_run_tool(rows[i].path, argv, &error), rows[i].status);
		cr_expect_str_eq(error.text, rows[i].said);
	}
}

static pid_t *left_behind;

/* Its child inherits everything that it had open. */
static int leave_another_and_be_killed(const void *argument)
{
	(void)argument;
	pid_t pid = fork();
	if (pid == 0) {
		for (;;)
			pause();
	}
	*left_behind = pid;
	raise(SIGKILL);
	return 0;
}

/* If it never ended, the suite's timeout would end this test. */
Test(machine_child, a_killed_trial_is_refused_though_others_hold_its_descriptors)
{
	left_behind = mmap(NULL, sizeof(*left_behind), PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	cr_assert_neq(left_behind, MAP_FAILED);
	cr_expect_eq(as_machine_try(leave_another_and_be_killed, NULL), EPERM);
	cr_assert_gt(*left_behind, 0);
	kill(*left_behind, SIGKILL);
	munmap(left_behind, sizeof(*left_behind));
}
