/* SPDX-License-Identifier: MIT */
/*
 * Namespaces and mounts. Each is tried in a child, since only the kernel knows what it allows. If
 * one is refused, the kernel gives only an errno; the cause is found from settings.
 */
#include "../host_user.h"
#include "container.h"
#include "machine.h"

#include <errno.h>
#include <linux/mount.h>
#include <sched.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/syscall.h>

/* With the names of the limits in /proc/sys/user. */
static const struct kind {
	const char *name;
	const char *switch_name;
	int flag;
} kinds[] = {
	{"user", "user", CLONE_NEWUSER},
	{"mount", "mnt", CLONE_NEWNS},
	{"pid", "pid", CLONE_NEWPID},
	{"ipc", "ipc", CLONE_NEWIPC},
	{"net", "net", CLONE_NEWNET},
	{"uts", "uts", CLONE_NEWUTS},
	{"cgroup", "cgroup", CLONE_NEWCGROUP},
};
#define KINDS (sizeof(kinds) / sizeof(*kinds))

/* An ordinary user makes the others in a user namespace. */
static int make_namespace(const void *argument)
{
	const struct kind *kind = argument;

	return unshare(kind->flag | (as_host_user_is_root() ? 0 : CLONE_NEWUSER)) ? errno : 0;
}

/* ---- the cause of a refusal ---- */

/* Remedies outside of the known containers. */
static const char outside[] =
	"run Assay outside of that container or service; or make the container privileged, or give "
	"it a seccomp profile that allows unshare, clone3, mount and the like; in a systemd unit "
	"remove RestrictNamespaces= and a SystemCallFilter= that forbids them";
static const char privileged[] = "start the container with --privileged, or the service without "
				 "CapabilityBoundingSet=";
static const char not_built[] =
	"this kernel was built without it; use the kernel of a major distribution";
static const char unknown[] =
	"run Assay outside of the sandbox that forbids it: a security module (SELinux, AppArmor), "
	"a chroot or a container; no known kernel setting does";

/* The administrator's limit on namespaces of this kind. */
static bool blame_limit(
	const struct as_machine *machine, struct as_feature *feature, const char *kind)
{
	char path[64], command[128];
	long value;

	snprintf(path, sizeof(path), "proc/sys/user/max_%s_namespaces", kind);
	if (!as_machine_number(machine, path, &value))
		return false;
	as_machine_found(feature, ": user.max_%s_namespaces is %ld", kind, value);
	snprintf(command, sizeof(command), "sudo sysctl -w user.max_%s_namespaces=%ld", kind,
		value < 10000 ? 10000 : 2 * value);
	as_machine_set_remedy(feature, NULL, command);
	return true;
}

/* A setting with which distributions restrict ordinary users. */
static long restriction(const struct as_machine *machine, const char *path, long without)
{
	long value;

	return machine->uid != 0 && as_machine_number(machine, path, &value) ? value : without;
}

/* A system call filter that this process inherited. */
static bool is_filtered(const struct as_machine *machine)
{
	char mode[16];

	return as_machine_value(machine, "proc/self/status", "Seccomp:", mode, sizeof(mode)) &&
	       strcmp(mode, "2") == 0;
}

/* The profile in which this process runs, such as "docker-default (enforce)". */
static bool has_apparmor_profile(const struct as_machine *machine, char *profile, size_t size)
{
	return as_machine_line(machine, "proc/self/attr/apparmor/current", profile, size) &&
	       strcmp(profile, "unconfined") != 0;
}

static bool lacks_administration(const struct as_machine *machine)
{
	const unsigned long long administration = 1ULL << 21; /* CAP_SYS_ADMIN */
	char set[32];

	return machine->uid == 0 &&
	       as_machine_value(machine, "proc/self/status", "CapEff:", set, sizeof(set)) &&
	       !(strtoull(set, NULL, 16) & administration);
}

void as_machine_blame(
	const struct as_machine *machine, struct as_feature *feature, const char *kind, int refusal)
{
	const struct as_container *container = as_container_find(machine->root_fd);
	const char *where = container ? container->name : "a container or a service";
	const char *words = container ? container->remedy : NULL, *command = NULL;
	char profile[64];
	/* Ubuntu from 23.10 on: a user namespace can be made, but gives no rights. */
	long apparmor =
		restriction(machine, "proc/sys/kernel/apparmor_restrict_unprivileged_userns", 0);

	if (kind && refusal == ENOSPC && blame_limit(machine, feature, kind))
		return;
	if (kind && !restriction(machine, "proc/sys/kernel/unprivileged_userns_clone", 1)) {
		as_machine_found(feature, ": kernel.unprivileged_userns_clone is 0");
		command = "sudo sysctl -w kernel.unprivileged_userns_clone=1";
	} else if (refusal == EACCES && has_apparmor_profile(machine, profile, sizeof(profile))) {
		as_machine_found(
			feature, ": the AppArmor profile %s of %s forbids it", profile, where);
		words = words ? words : unknown;
	} else if (is_filtered(machine)) {
		as_machine_found(feature,
			": a system call filter on this process, set by %s, forbids it", where);
		words = words ? words : outside;
	} else if (apparmor) {
		as_machine_found(
			feature, ": kernel.apparmor_restrict_unprivileged_userns is %ld", apparmor);
		command = "echo kernel.apparmor_restrict_unprivileged_userns=0 | "
			  "sudo tee /etc/sysctl.d/60-assay.conf && sudo sysctl --system";
	} else if (lacks_administration(machine)) {
		as_machine_found(feature, ": root lacks CAP_SYS_ADMIN in %s", where);
		words = words ? words : privileged;
	} else if (container) {
		as_machine_found(feature, "; the cause may be that this is %s", where);
	} else {
		words = refusal == EINVAL || refusal == ENOSYS ? not_built : unknown;
	}
	as_machine_set_remedy(feature, command ? NULL : words, command);
}

/* ---- the two features ---- */

static int probe_namespaces(struct as_machine *machine, struct as_feature *feature)
{
	const struct kind *first = NULL;
	int refusal = 0;

	machine->has_namespaces = true;
	for (size_t i = 0; i < KINDS; i++) {
		int answer = as_machine_try(make_namespace, &kinds[i]);
		/* If an ordinary user cannot make user namespaces, the others fail for the same
		 * reason. */
		if (!answer || (first == kinds && machine->uid != 0))
			continue;
		machine->has_namespaces &= i > 1;
		as_machine_found(feature, "%s%s", first ? ", " : "", kinds[i].name);
		refusal = first ? refusal : answer;
		first = first ? first : &kinds[i];
	}
	if (!first) {
		as_machine_found(feature, "user, mount, pid, ipc, net, uts, cgroup");
		return FINE;
	}
	as_machine_found(feature, " refused (%s)", strerrordesc_np(refusal));
	as_machine_blame(machine, feature, first->switch_name, refusal);
	return POOR;
}

struct trial {
	const char *name;
	int (*attempt)(const void *trial);
	long number;
	long arguments[5];
};

static int enter(int more)
{
	return unshare(CLONE_NEWUSER | CLONE_NEWNS | more) ? errno : 0;
}

static int make_call(const void *argument)
{
	const struct trial *trial = argument;
	const long *a = trial->arguments;
	int failure = enter(0);

	if (failure || syscall(trial->number, a[0], a[1], a[2], a[3], a[4]) >= 0)
		return failure;
	return errno == EPERM || errno == EACCES || errno == ENOSYS ? errno : 0;
}

static int set_propagation(const void *argument)
{
	int failure = enter(0);

	(void)argument;
	return failure ? failure : mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) ? errno : 0;
}

static int make_proc(const void *argument)
{
	int context = (int)syscall(SYS_fsopen, "proc", FSOPEN_CLOEXEC);

	(void)argument;
	return context < 0 || syscall(SYS_fsconfig, context, FSCONFIG_CMD_CREATE, NULL, NULL, 0) ||
			       syscall(SYS_fsmount, context, FSMOUNT_CLOEXEC, 0) < 0
		       ? errno
		       : 0;
}

/* In a container that covers parts of /proc the kernel refuses every new /proc. The PID namespace
 * contains only the grandchild. */
static int mount_proc(const void *argument)
{
	int failure = enter(CLONE_NEWPID);

	return failure ? failure : as_machine_try(make_proc, argument);
}

/* The kernel refuses a new /proc to a process for which parts of the old one are hidden. */
static bool blame_covers(const struct as_machine *machine, struct as_feature *feature)
{
	AS_AUTO_FILE FILE *file = fopen("/proc/self/mountinfo", "re");
	char line[4096], place[512];

	while (file && fgets(line, sizeof(line), file)) {
		/* A mount on an empty folder hides nothing, and this one exists everywhere. */
		if (sscanf(line, "%*d %*d %*s %*s %511s", place) != 1 ||
			strncmp(place, "/proc/", 6) != 0 ||
			strcmp(place, "/proc/sys/fs/binfmt_misc") == 0)
			continue;
		as_machine_found(feature, ": parts of /proc are covered, for example %s", place);
		if (!as_machine_blame_container(machine, feature))
			as_machine_set_remedy(feature,
				"start the container with the whole of /proc: --security-opt "
				"unmask=ALL (Podman), --security-opt systempaths=unconfined "
				"(Docker), procMount: Unmasked (Kubernetes)",
				NULL);
		return true;
	}
	return false;
}

/* Calls have intentionally invalid arguments: if they are permitted, they fail with another errno.
 */
static const struct trial trials[] = {
	{"clone3", make_call, SYS_clone3, {0}},
	{"open_tree", make_call, SYS_open_tree, {-1, (long)"", OPEN_TREE_CLOEXEC}},
	{"move_mount", make_call, SYS_move_mount, {-1, (long)"", -1, (long)"", 0}},
	{"mount_setattr", make_call, SYS_mount_setattr, {-1, (long)"", 0, 0, 0}},
	{"fsopen", make_call, SYS_fsopen, {0}},
	{"pivot_root", make_call, SYS_pivot_root, {0}},
	{"making mounts private", set_propagation, 0, {0}},
	{"a private /proc", mount_proc, 0, {0}},
	{0},
};

static int probe_mounts(struct as_machine *machine, struct as_feature *feature)
{
	const struct trial *trial = trials;
	int refusal = 0;

	/* Mounts are tried in the new namespaces. */
	if (!machine->has_namespaces)
		return UNTRIED;
	while (trial->name && !(refusal = as_machine_try(trial->attempt, trial)))
		trial++;
	if (!refusal) {
		as_machine_found(feature, "a private root and /proc can be made");
		return FINE;
	}
	as_machine_found(feature, "%s refused (%s)", trial->name, strerrordesc_np(refusal));
	if (trial->attempt != mount_proc || !blame_covers(machine, feature))
		as_machine_blame(machine, feature, NULL, refusal);
	return POOR;
}

/* clang-format off */
const struct as_check as_checks_of_namespaces[] = {
	{"namespaces", probe_namespaces, {
		{GOOD, "programs see no process, network or name of this machine", NULL, NULL},
		{MISSING, "nothing can be judged without them, except with --weak-sandbox=process", NULL, NULL}}},
	{"mounts", probe_mounts, {
		{GOOD, "programs see only those files of this machine that their language needs",
			NULL, NULL},
		{MISSING, "nothing can be judged without them, except with --weak-sandbox=process", NULL, NULL}}},
	{0},
};
