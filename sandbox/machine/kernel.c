/* SPDX-License-Identifier: MIT */
/* Required features of the kernel other than namespaces: its version, system call filters,
 * Landlock. */
#include "../landlock.h"
#include "machine.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/utsname.h>

/* The newest call that the helper needs. If a filter refuses it, that is reported with the mounts.
 */
static bool has_mount_setattr(void)
{
	return syscall(SYS_mount_setattr, -1, "", 0, NULL, 0) == 0 || errno != ENOSYS;
}

static void examine_version(struct as_machine *machine)
{
	struct utsname name;
	int major = 0, minor = 0;

	uname(&name);
	sscanf(name.release, "%d.%d", &major, &minor);
	if (has_mount_setattr()) {
		as_machine_add(machine, "kernel", AS_FEATURE_GOOD,
			"it has every call that the sandbox needs", "Linux %s", name.release);
		return;
	}
	struct as_feature *feature = as_machine_add(machine, "kernel", AS_FEATURE_MISSING,
		"nothing can be judged without it", "Linux %s lacks the call mount_setattr",
		name.release);
	if (major > 5 || (major == 5 && minor >= 12))
		as_machine_blame(machine, feature, NULL, ENOSYS);
	else
		as_machine_set_remedy(feature, "upgrade the kernel to Linux 5.12 or newer", NULL);
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

static void examine_seccomp(struct as_machine *machine)
{
	int refusal = as_machine_try(load_filter, NULL);

	if (!refusal) {
		as_machine_add(machine, "seccomp", AS_FEATURE_GOOD,
			"a forbidden system call ends the run and is named in the verdict",
			"filters with user notification");
		return;
	}
	struct as_feature *feature = as_machine_add(machine, "seccomp", AS_FEATURE_MISSING,
		"nothing can be judged without it",
		"filters with user notification are refused (%s)", strerrordesc_np(refusal));
	if (refusal == EBUSY)
		as_machine_set_remedy(feature,
			"run Assay outside of the container; its filter on this process has a "
			"listener already, and the kernel allows one",
			NULL);
	else if (refusal == EINVAL || refusal == ENOSYS || refusal == EOPNOTSUPP)
		as_machine_set_remedy(feature,
			"use a kernel from 5.12 on with CONFIG_SECCOMP_FILTER, which the major "
			"distributions set; in a container, allow the call seccomp in its filter",
			NULL);
	else
		as_machine_blame(machine, feature, NULL, refusal);
}

static void examine_landlock(struct as_machine *machine)
{
	long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);

	if (abi >= AS_LANDLOCK_MIN_ABI) {
		as_machine_add(machine, "Landlock", AS_FEATURE_GOOD,
			abi >= 6   ? "a second barrier behind the namespaces, for files, TCP and "
				     "signals"
			: abi >= 4 ? "a second barrier behind the namespaces, for files and TCP"
				   : "a second barrier behind the namespaces, for files",
			"ABI %ld", abi);
		return;
	}
	bool off = abi < 0 && errno == EOPNOTSUPP;
	struct as_feature *feature = as_machine_add(machine, "Landlock", AS_FEATURE_DEGRADED,
		"namespaces are the only barrier around files; verdicts are the same", "%s",
		abi > 0 ? "ABI 1 is not used: it prevents programs from moving files between "
			  "folders"
		: off   ? "built into this kernel, but switched off"
		: errno == ENOSYS ? "not in this kernel, or hidden by a container"
				  : strerrordesc_np(errno));
	as_machine_set_remedy(feature,
		off ? "add landlock to the list lsm= of the kernel's command line and reboot; to "
		      "print the present list:"
		    : "use a kernel from 5.19 on with CONFIG_SECURITY_LANDLOCK",
		off ? "cat /sys/kernel/security/lsm" : NULL);
}

void as_machine_examine_kernel(struct as_machine *machine)
{
	examine_version(machine);
	examine_seccomp(machine);
	examine_landlock(machine);
}
