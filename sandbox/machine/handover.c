/* SPDX-License-Identifier: MIT */
/* Delegates control groups to an ordinary user: by systemd, or as root. */
#include "../cgroup.h"
#include "machine.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

bool as_machine_needs_scope(const char *launcher[10])
{
	static const char *const user_scope[] = {"systemd-run", "--user", "--scope", "--quiet",
		"--collect", "-p", "Delegate=yes", "--", NULL};
	static const char *const root_scope[] = {
		"systemd-run", "--scope", "--quiet", "--collect", "-p", "Delegate=yes", "--", NULL};
	struct as_cgroup_place place, memory;

	/* If v1 has the memory controller, v2 does not have it. */
	if (as_cgroup_find(NULL, &place) || as_cgroup_find("memory", &memory) == 0 ||
		as_cgroup_v2_usable() || !as_cgroup_has_manager())
		return false;
	if (geteuid() == 0)
		memcpy(launcher, root_scope, sizeof(root_scope));
	else
		memcpy(launcher, user_scope, sizeof(user_scope));
	return true;
}

/* v1: makes a folder in each hierarchy in which the user may make groups. */
static int hand_over(const char *controller, uid_t uid, gid_t gid, struct as_error *error)
{
	struct as_cgroup_place place;
	char path[600];

	if (as_cgroup_find(controller, &place))
		return as_error_set(error, AS_ERROR_MACHINE,
			"no %s control group; mount the v1 controllers or use a host with cgroup "
			"v2",
			controller);
	snprintf(path, sizeof(path), "%s/assay.%u", place.mount, (unsigned)uid);
	if ((mkdir(path, 0755) && errno != EEXIST) || lchown(path, uid, gid))
		return as_error_sys(
			error, AS_ERROR_MACHINE, errno, "cannot make the control group %s", path);
	return 0;
}

/* Never an errno of the kernel: the tool was started, and failed. */
#define TOOL_FAILED (-1)

struct tool {
	const char *path;
	char *const *argv;
};

static int start_tool(const void *argument)
{
	const struct tool *tool = argument;
	char *const env[] = {(char[]){"PATH=/usr/sbin:/usr/bin:/sbin:/bin"}, NULL};
	pid_t pid, waited;
	int status;

	int failure = posix_spawn(&pid, tool->path, NULL, NULL, tool->argv, env);
	if (failure)
		return failure;
	do {
		waited = waitpid(pid, &status, 0);
	} while (waited < 0 && errno == EINTR);
	return waited == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : TOOL_FAILED;
}

/* A child of this process runs the tool, so that its status is known whatever the caller does about
 * SIGCHLD. */
int as_machine_run_tool(const char *path, char *const argv[], struct as_error *error)
{
	const struct tool tool = {path, argv};
	int failure = as_machine_try(start_tool, &tool);

	if (failure == TOOL_FAILED)
		return as_error_set(
			error, AS_ERROR_MACHINE, "`%s %s %s` failed", argv[0], argv[1], argv[2]);
	return failure ? as_error_sys(error, AS_ERROR_MACHINE, failure,
				 "cannot run %s; delegate a cgroup v2 group to the user by hand",
				 argv[0])
		       : 0;
}

/* v2: systemd keeps a manager for the user even without a login, and that manager grants scopes. It
 * starts with a delay; `systemctl start` waits for it. */
static int enable_linger(uid_t uid, struct as_error *error)
{
	char user[16], unit[32];
	char *const linger[] = {(char[]){"loginctl"}, (char[]){"enable-linger"}, user, NULL};
	char *const start[] = {(char[]){"systemctl"}, (char[]){"start"}, unit, NULL};

	snprintf(user, sizeof(user), "%u", (unsigned)uid);
	snprintf(unit, sizeof(unit), "user@%u.service", (unsigned)uid);
	return as_machine_run_tool("/usr/bin/loginctl", linger, error) ||
			       as_machine_run_tool("/usr/bin/systemctl", start, error)
		       ? -1
		       : 0;
}

int as_machine_prepare(uid_t uid, gid_t gid, struct as_error *error)
{
	struct as_cgroup_place place;

	if (geteuid() != 0)
		return as_error_set(
			error, AS_ERROR_USAGE, "only root can delegate control groups; use sudo");
	if (uid == 0)
		return 0;
	if (as_cgroup_find("memory", &place) == 0)
		return hand_over("memory", uid, gid, error) || hand_over("pids", uid, gid, error) ||
				       hand_over("cpuacct", uid, gid, error)
			       ? -1
			       : 0;
	return enable_linger(uid, error);
}
