/* SPDX-License-Identifier: MIT */
/* What this machine offers to the sandbox, and what root can hand over to an ordinary user. */
#include "cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>

struct findings {
	struct as_feature *features;
	size_t capacity;
	size_t count;
	struct as_feature beyond; /* takes what there is no room for */
};

AS_PRINTF(4, 5)
static struct as_feature *find(struct findings *findings, const char *name,
	enum as_feature_state state, const char *format, ...)
{
	struct as_feature *feature = findings->count < findings->capacity
					     ? &findings->features[findings->count]
					     : &findings->beyond;
	va_list arguments;

	findings->count++;
	*feature = (struct as_feature){.state = state};
	snprintf(feature->name, sizeof(feature->name), "%s", name);
	va_start(arguments, format);
	vsnprintf(feature->found, sizeof(feature->found), format, arguments);
	va_end(arguments);
	return feature;
}

static void remedy(struct as_feature *feature, const char *text)
{
	snprintf(feature->remedy, sizeof(feature->remedy), "%s", text);
}

/* -1 where there is no such setting. */
static long read_setting(const char *path)
{
	AS_AUTO_FILE FILE *file = fopen(path, "re");
	long value;

	return file && fscanf(file, "%ld", &value) == 1 ? value : -1;
}

static bool file_has(const char *path, const char *word)
{
	AS_AUTO_FILE FILE *file = fopen(path, "re");
	char text[4096];
	size_t got = file ? fread(text, 1, sizeof(text) - 1, file) : 0;

	text[got] = '\0';
	return strstr(text, word) != NULL;
}

static void examine_kernel(struct findings *findings)
{
	struct utsname name;
	int major = 0, minor = 0;

	uname(&name);
	sscanf(name.release, "%d.%d", &major, &minor);
	bool good = major > 5 || (major == 5 && minor >= 12);
	struct as_feature *feature = find(findings, "kernel",
		good ? AS_FEATURE_GOOD : AS_FEATURE_MISSING, "Linux %.60s", name.release);
	if (!good)
		remedy(feature, "Linux 5.12 or newer is needed: upgrade the kernel");
}

static void examine_seccomp(struct findings *findings)
{
	bool good = file_has("/proc/sys/kernel/seccomp/actions_avail", "user_notif");
	struct as_feature *feature =
		find(findings, "seccomp", good ? AS_FEATURE_GOOD : AS_FEATURE_MISSING, "%s",
			good ? "filters with user notification" : "no user notification");

	if (!good)
		remedy(feature, "a kernel with CONFIG_SECCOMP_FILTER is needed");
}

/* The switches that distributions put in front of user namespaces, each with its command. */
static void examine_user_namespaces(struct findings *findings)
{
	static const struct {
		const char *path;
		long bad;
		const char *remedy;
	} switches[] = {
		{"/proc/sys/user/max_user_namespaces", 0,
			"sudo sysctl -w user.max_user_namespaces=10000"},
		{"/proc/sys/kernel/unprivileged_userns_clone", 0,
			"sudo sysctl -w kernel.unprivileged_userns_clone=1"},
		{"/proc/sys/kernel/apparmor_restrict_unprivileged_userns", 1,
			"sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"},
	};

	for (size_t i = 0; i < sizeof(switches) / sizeof(*switches); i++) {
		if (read_setting(switches[i].path) != switches[i].bad || (i > 0 && geteuid() == 0))
			continue;
		struct as_feature *feature = find(findings, "user namespaces", AS_FEATURE_MISSING,
			"switched off by %s", switches[i].path + strlen("/proc/sys/"));
		remedy(feature, switches[i].remedy);
		return;
	}
	find(findings, "user namespaces", AS_FEATURE_GOOD, "allowed for user %u",
		(unsigned)geteuid());
}

static void examine_cgroups(struct findings *findings)
{
	const char *launcher[10];
	struct as_error why = {0};
	struct as_cgroup cgroup = {0};

	if (as_machine_needs_scope(launcher)) {
		find(findings, "control groups", AS_FEATURE_GOOD,
			"v2, through a scope from systemd for each command");
		return;
	}
	if (as_cgroup_open(&cgroup, &why) == 0) {
		find(findings, "control groups", AS_FEATURE_GOOD, "%s with memory and pids",
			cgroup.version->name);
		as_cgroup_close(&cgroup);
		return;
	}
	struct as_feature *feature =
		find(findings, "control groups", AS_FEATURE_MISSING, "%.150s", why.text);
	remedy(feature, "sudo assay doctor --fix");
}

/* The proof of the whole: one real run. */
static void examine_run(struct findings *findings)
{
	static const struct as_view views[] = {{"/usr", NULL}, {"/bin", NULL}, {"/lib", NULL},
		{"/lib64", NULL}, {"/etc/ld.so.cache", NULL}};
	static const char *const argv[] = {"/bin/true", NULL};
	const struct as_sandbox_config config = {
		.views = views, .view_count = sizeof(views) / sizeof(*views), .core = -1};
	const char *launcher[10];
	struct as_error error = {0};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	const struct as_run_request request = {.argv = argv,
		.profile = AS_PROFILE_RUNTIME,
		.limits = as_limits_default,
		.stdin_fd = -1};

	if (as_machine_needs_scope(launcher))
		return;
	struct as_sandbox *sandbox = as_sandbox_open(&config, &error);
	if (sandbox && as_sandbox_run(sandbox, &request, &result, &error) == 0 && !result.hits &&
		result.exit_code == 0)
		find(findings, "sandbox", AS_FEATURE_GOOD, "a program ran isolated, in %.1f ms",
			(double)result.wall_time_ns / 1e6);
	else
		remedy(find(findings, "sandbox", AS_FEATURE_MISSING, "%.150s",
			       error.text[0] ? error.text : "a trivial program did not run"),
			"mend what is missing above; a container must allow user namespaces and "
			"mounts (privileged)");
	as_sandbox_close(sandbox);
}

size_t as_machine_examine(struct as_feature *features, size_t capacity)
{
	struct findings findings = {.features = features, .capacity = capacity};

	examine_kernel(&findings);
	examine_seccomp(&findings);
	examine_user_namespaces(&findings);
	examine_cgroups(&findings);
	examine_run(&findings);
	return findings.count;
}

bool as_machine_needs_scope(const char *launcher[10])
{
	static const char *const user_scope[] = {"systemd-run", "--user", "--scope", "--quiet",
		"--collect", "-p", "Delegate=yes", "--", NULL};
	static const char *const root_scope[] = {
		"systemd-run", "--scope", "--quiet", "--collect", "-p", "Delegate=yes", "--", NULL};
	struct as_cgroup_place place, memory;
	const char *runtime_dir = getenv("XDG_RUNTIME_DIR");
	char bus[4096];

	/* Where v1 has the memory controller, v2 does not. */
	if (as_cgroup_find(NULL, &place) || as_cgroup_find("memory", &memory) == 0 ||
		as_cgroup_v2_usable() || access("/run/systemd/system", F_OK))
		return false;
	if (geteuid() == 0) {
		memcpy(launcher, root_scope, sizeof(root_scope));
		return true;
	}
	if (runtime_dir)
		snprintf(bus, sizeof(bus), "%s/bus", runtime_dir);
	else
		snprintf(bus, sizeof(bus), "/run/user/%u/bus", (unsigned)geteuid());
	if (access(bus, F_OK))
		return false;
	memcpy(launcher, user_scope, sizeof(user_scope));
	return true;
}

/* v1: a folder in each hierarchy that the user may divide. */
static int hand_over(const char *controller, uid_t uid, gid_t gid, struct as_error *error)
{
	struct as_cgroup_place place;
	char path[600];

	if (as_cgroup_find(controller, &place))
		return as_error_set(error, AS_ERROR_MACHINE,
			"this kernel has no %s control group: mount the v1 controllers or use a "
			"host with cgroup v2",
			controller);
	snprintf(path, sizeof(path), "%s/assay.%u", place.mount, (unsigned)uid);
	if ((mkdir(path, 0755) && errno != EEXIST) || lchown(path, uid, gid))
		return as_error_sys(
			error, AS_ERROR_MACHINE, errno, "cannot make the control group %s", path);
	return 0;
}

/* v2: systemd keeps a manager for the user even without a login, which can be asked for scopes. */
static int enable_linger(uid_t uid, struct as_error *error)
{
	char user[16];
	char *const argv[] = {(char[]){"loginctl"}, (char[]){"enable-linger"}, user, NULL};
	char *const env[] = {(char[]){"PATH=/usr/sbin:/usr/bin:/sbin:/bin"}, NULL};
	pid_t pid;
	int status;

	snprintf(user, sizeof(user), "%u", (unsigned)uid);
	int failure = posix_spawn(&pid, "/usr/bin/loginctl", NULL, NULL, argv, env);
	if (failure)
		return as_error_sys(error, AS_ERROR_MACHINE, failure,
			"cannot run loginctl: delegate a cgroup v2 group to the user by hand");
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0
		       ? 0
		       : as_error_set(error, AS_ERROR_MACHINE, "`loginctl enable-linger %s` failed",
				 user);
}

int as_machine_prepare(uid_t uid, gid_t gid, struct as_error *error)
{
	struct as_cgroup_place place;

	if (geteuid() != 0)
		return as_error_set(error, AS_ERROR_USAGE,
			"only root can hand control groups over: run it with sudo");
	if (as_cgroup_find("memory", &place) == 0)
		return hand_over("memory", uid, gid, error) || hand_over("pids", uid, gid, error) ||
				       hand_over("cpuacct", uid, gid, error)
			       ? -1
			       : 0;
	return uid == 0 ? 0 : enable_linger(uid, error);
}
