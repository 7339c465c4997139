/* SPDX-License-Identifier: MIT */
/* Required features of the kernel other than namespaces: its version, system call filters,
 * Landlock. */
#include "../landlock.h"
#include "container.h"
#include "machine.h"

#include <assay/base/keeper.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/utsname.h>

/* The outcomes beyond FINE and POOR. */
enum { BUSY = MORE, OFF = MORE, COVERS_TCP, COVERS_SIGNALS };

/* The newest call that the helper needs. If a filter refuses it, that is reported with the mounts.
 */
static bool has_mount_setattr(void)
{
	return syscall(SYS_mount_setattr, -1, "", 0, NULL, 0) == 0 || errno != ENOSYS;
}

static int probe_version(struct as_machine *machine, struct as_feature *feature)
{
	struct utsname name;
	int major = 0, minor = 0;

	uname(&name);
	sscanf(name.release, "%d.%d", &major, &minor);
	as_machine_found(feature, "Linux %s", name.release);
	if (has_mount_setattr())
		return FINE;
	as_machine_found(feature, " lacks the call mount_setattr");
	if (major > 5 || (major == 5 && minor >= 12))
		as_machine_blame(machine, feature, NULL, ENOSYS);
	return POOR;
}

/* Loads a filter that allows everything and has a listener, as a run does. */
static int load_filter(const void *argument)
{
	struct sock_filter allow[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
	const struct sock_fprog program = {.len = 1, .filter = allow};
	const uint32_t action = SECCOMP_RET_USER_NOTIF;

	(void)argument;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
		syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) ||
		syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER,
			&program) < 0)
		return errno;
	return 0;
}

static int probe_seccomp(struct as_machine *machine, struct as_feature *feature)
{
	int refusal = as_machine_try(load_filter, NULL);

	as_machine_found(feature, "filters with user notification");
	if (!refusal)
		return FINE;
	as_machine_found(feature, " are refused (%s)", strerrordesc_np(refusal));
	if (refusal == EBUSY)
		return BUSY;
	if (refusal != EINVAL && refusal != ENOSYS && refusal != EOPNOTSUPP)
		as_machine_blame(machine, feature, NULL, refusal);
	return POOR;
}

static int probe_landlock(struct as_machine *machine, struct as_feature *feature)
{
	long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
	bool off = abi < 0 && errno == EOPNOTSUPP;

	if (abi < 0 && errno == ENOSYS && as_container_find(machine->root_fd))
		as_machine_set_remedy(feature,
			"if the host's kernel is 5.19 or newer: allow the calls landlock_* in the "
			"container's filter of system calls (Podman, Docker: --security-opt "
			"seccomp=unconfined)",
			NULL);
	if (abi >= AS_LANDLOCK_MIN_ABI) {
		as_machine_found(feature, "ABI %ld", abi);
		return abi >= 6 ? COVERS_SIGNALS : abi >= 4 ? COVERS_TCP : FINE;
	}
	as_machine_found(feature, "%s",
		abi > 0 ? "ABI 1 is not used: it prevents programs from moving files between "
			  "folders"
		: off   ? "built into this kernel, but switched off"
		: errno == ENOSYS ? "not in this kernel, or hidden by a container"
				  : strerrordesc_np(errno));
	return off ? OFF : POOR;
}

/* Full isolation runs a program without it; to judge one, its files are needed. */
static int probe_temp(struct as_machine *machine, struct as_feature *feature)
{
	char path[PATH_MAX];
	struct as_error why = {0};

	machine->lacks_temp = as_temp_make(NULL, path, &why) != 0;
	if (machine->lacks_temp) {
		as_machine_found(feature, "%s", why.text);
		return POOR;
	}
	as_temp_remove(NULL, path);
	as_machine_found(feature, "in %.*s", (int)(strrchr(path, '/') - path), path);
	return FINE;
}

/* --weak-sandbox=process. Not in the table of what judging needs: it is for containers only. */
static int probe_process_level(struct as_machine *machine, struct as_feature *feature)
{
	struct as_error why = {0};
	int64_t wall_ns;

	if (machine->lacks_temp)
		return UNTRIED;
	struct as_sandbox *sandbox = as_machine_try_run(AS_WEAK_PROCESS, &wall_ns, &why);
	if (!sandbox) {
		const char *advice = strstr(why.text, "; ");
		as_machine_found(feature, "not possible: %.*s",
			advice ? (int)(advice - why.text) : (int)strlen(why.text), why.text);
		if (advice)
			as_machine_set_remedy(feature, advice + 2, NULL);
		return POOR;
	}
	as_sandbox_close(sandbox);
	as_machine_found(feature, as_landlock_abi() ? "possible, with Landlock"
						    : "possible for root, without Landlock");
	return FINE;
}

/* clang-format off */
const struct as_check as_checks_of_kernel[] = {
	{"kernel", probe_version, {
		{GOOD, "it has every call that the sandbox needs", NULL, NULL},
		{MISSING, "nothing can be judged without it",
			"upgrade the kernel to Linux 5.12 or newer", NULL}}},
	{"seccomp", probe_seccomp, {
		{GOOD, "a forbidden system call ends the run and is named in the verdict", NULL, NULL},
		{MISSING, "nothing can be judged without it",
			"use a kernel from 5.12 on with CONFIG_SECCOMP_FILTER, which the major "
			"distributions set; in a container, allow the call seccomp in its filter", NULL},
		[BUSY] = {MISSING, NULL,
			"run Assay outside of the container; its filter on this process has a "
			"listener already, and the kernel allows one", NULL}}},
	{"Landlock", probe_landlock, {
		{GOOD, "a second barrier behind the namespaces, for files", NULL, NULL},
		{DEGRADED, "files have no second barrier behind the namespaces; verdicts are the same",
			"use a kernel from 5.19 on with CONFIG_SECURITY_LANDLOCK", NULL},
		[OFF] = {DEGRADED, NULL,
			"add landlock to the list lsm= of the kernel's command line and reboot; to "
			"print the present list:", "cat /sys/kernel/security/lsm"},
		[COVERS_TCP] = {GOOD,
			"a second barrier behind the namespaces, for files and TCP", NULL, NULL},
		[COVERS_SIGNALS] = {GOOD,
			"a second barrier behind the namespaces, for files, TCP and signals", NULL, NULL}}},
	{"temporary files", probe_temp, {
		{GOOD, "submissions and packages can be unpacked and compiled", NULL, NULL},
		{MISSING, "nothing can be judged without a folder for them",
			"set TMPDIR to a folder that this user can write and run programs from, or mount a "
			"tmpfs on /tmp (for a container: --tmpfs /tmp:rw,exec)", NULL}}},
	{"process level", probe_process_level, {
		{GOOD, "--weak-sandbox=process can judge even if namespaces are forbidden, with weaker "
			"isolation", NULL, NULL},
		{DEGRADED, "--weak-sandbox=process cannot be used; full isolation is not affected",
			"if you need the level, see its list of needs in docs/sandbox.md", NULL}}},
	{0},
};
