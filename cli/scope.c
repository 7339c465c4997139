/* SPDX-License-Identifier: MIT */
/*
 * On cgroup v2 an ordinary process owns no group in which it could make others. systemd delegates
 * one to a scope, and the command starts itself again inside. Because exec replaces the command by
 * systemd-run, a failure there would end it with a foreign message and status. So a trial comes
 * first, in a child that this process waits for.
 */
#include "scope.h"

#include <assay/base/install.h>
#include <assay/sandbox.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define LAUNCHER_WORDS 10

bool scope_try(const char *const *launcher)
{
	char *words[LAUNCHER_WORDS + 2];
	size_t n = 0;
	posix_spawn_file_actions_t actions;
	pid_t pid;
	int status;

	while (n < LAUNCHER_WORDS && launcher[n]) {
		words[n] = (char *)launcher[n];
		n++;
	}
	words[n++] = (char *)"/bin/true";
	words[n] = NULL;
	if (posix_spawn_file_actions_init(&actions))
		return false;
	bool started = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDWR, 0) == 0 &&
		       posix_spawn_file_actions_adddup2(&actions, 0, 1) == 0 &&
		       posix_spawn_file_actions_adddup2(&actions, 0, 2) == 0 &&
		       posix_spawnp(&pid, words[0], &actions, NULL, words, environ) == 0;
	posix_spawn_file_actions_destroy(&actions);
	if (!started)
		return false;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return false;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Returns only on failure. */
static void start_again(const char *const *launcher, int argc, char **argv)
{
	/* The variable in the environment prevents a second attempt. */
	static const char mark[] = "ASSAY_IN_SCOPE";
	char self[PATH_MAX];
	char **command = calloc((size_t)argc + LAUNCHER_WORDS + 2, sizeof(*command));
	size_t n = 0;

	if (command && as_install_command(self, NULL) == 0) {
		for (const char *const *word = launcher; *word; word++)
			command[n++] = (char *)*word;
		command[n++] = self;
		for (int i = 1; i < argc; i++)
			command[n++] = argv[i];
		setenv(mark, "1", 1);
		execvp(command[0], command);
		unsetenv(mark);
	}
	free(command);
}

void scope_enter(int argc, char **argv)
{
	const char *launcher[LAUNCHER_WORDS];

	if (getenv("ASSAY_IN_SCOPE") || !as_machine_needs_scope(launcher))
		return;
	/* Without a login (su, cron) the variable is not set, but the manager may exist. */
	char runtime_dir[64];
	snprintf(runtime_dir, sizeof(runtime_dir), "/run/user/%u", (unsigned)geteuid());
	setenv("XDG_RUNTIME_DIR", runtime_dir, 0);
	/* Without a scope the verb itself reports what is missing. */
	if (scope_try(launcher))
		start_again(launcher, argc, argv);
}
