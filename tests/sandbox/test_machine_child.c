/* SPDX-License-Identifier: MIT */
/* What is tried in a child of its own, and the tools that root's handing over runs. */
#include "machine/machine.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>

TestSuite(machine_child, .timeout = 30);

/* A caller's way with its children is no matter: root's tools are believed by how they ended. */
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

/* What it starts has all that it had open. */
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

/* Without an end of its own the suite's timeout is what ends this. */
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
