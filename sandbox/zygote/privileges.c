/* SPDX-License-Identifier: MIT */
/*
 * Dropping privileges. A new process inherits nearly all of this, so the helper drops once, before
 * the first run, whatever neither it nor a run's init needs: a call that is made in each run delays
 * each run. The program's own process drops the rest just before exec.
 */
#include "zygote.h"

#include <linux/capability.h>
#include <linux/securebits.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

int zygote_limit(int resource, uint64_t value)
{
	struct rlimit now, wanted;

	if (getrlimit((__rlimit_resource_t)resource, &now))
		return -1;
	wanted.rlim_cur = value > now.rlim_max ? now.rlim_max : value;
	wanted.rlim_max = wanted.rlim_cur;
	return setrlimit((__rlimit_resource_t)resource, &wanted);
}

/* Resources that control groups do not count, with the same limits for all runs. */
static int limit_all_runs(void)
{
	static const struct {
		int resource;
		uint64_t value;
	} table[] = {
		/* Not 0: only a value of exactly 1 also prevents the host's core-dump handler. */
		{RLIMIT_CORE, 1},
		{RLIMIT_MEMLOCK, 0},
		/* Each timer takes one. The kernel also counts them for the caller's user. */
		{RLIMIT_SIGPENDING, 1024},
		{RLIMIT_MSGQUEUE, 0},
		{RLIMIT_NICE, 0},
		{RLIMIT_RTPRIO, 0},
		/* The maximum; a run can lower it. */
		{RLIMIT_CPU, UINT64_MAX},
		{RLIMIT_FSIZE, UINT64_MAX},
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
		if (zygote_limit(table[i].resource, table[i].value))
			return -1;
	return 0;
}

int zygote_limit_run(const struct as_wire_request *wire, bool has_ids)
{
	const struct as_wire_backstop *backstop = &wire->backstop;
	/* Without an id of its own, the program counts as one user with the helper and its init. */
	const uint64_t ours = has_ids ? 0 : 2;

	if (backstop->cpu_seconds != UINT64_MAX && zygote_limit(RLIMIT_CPU, backstop->cpu_seconds))
		return -1;
	if (backstop->processes != UINT64_MAX && !wire->has.home &&
		zygote_limit(RLIMIT_NPROC, backstop->processes + ours))
		return -1;
	if (wire->file_bytes != UINT64_MAX && zygote_limit(RLIMIT_FSIZE, wire->file_bytes))
		return -1;
	return zygote_limit(RLIMIT_STACK, wire->stack_bytes);
}

/* Restores the default action of all signals, whatever the caller ignores. The kernel's struct
 * sigaction is all zero for the default; the C library would hide its two own signals (32 and 33).
 */
static void reset_signals(void)
{
	static const unsigned long defaults[4] = {0};

	for (int number = 1; number <= 64; number++)
		if (number != SIGKILL && number != SIGSTOP)
			syscall(SYS_rt_sigaction, number, defaults, NULL, sizeof(uint64_t));
}

/* Removes capabilities that the helper has, and keeps through a change of ids, from the bounding
 * set, so that no program can gain them. */
static int bound_privileges(void)
{
	for (int cap = 0; prctl(PR_CAPBSET_READ, cap, 0, 0, 0) >= 0; cap++)
		if (prctl(PR_CAPBSET_DROP, cap, 0, 0, 0))
			return -1;
	if (prctl(PR_SET_SECUREBITS,
		    SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP |
			    SECBIT_NO_SETUID_FIXUP_LOCKED | SECBIT_KEEP_CAPS_LOCKED |
			    SECBIT_NO_CAP_AMBIENT_RAISE | SECBIT_NO_CAP_AMBIENT_RAISE_LOCKED,
		    0, 0, 0))
		return -1;
	return 0;
}

int zygote_drop_common_privileges(bool has_capabilities, struct zygote_fault *fault)
{
	reset_signals();
	/* The same addresses in every run make times and verdicts more repeatable. */
	personality(ADDR_NO_RANDOMIZE);
	if (limit_all_runs())
		return zygote_fail(fault, AS_STEP_RLIMIT, NULL);
	/* An ordinary user without a namespace has none to bound. */
	return (has_capabilities && bound_privileges()) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
		       ? zygote_fail(fault, AS_STEP_PRIVILEGES, NULL)
		       : 0;
}

int zygote_drop_privileges(bool has_ids)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {0};

	if (has_ids && (syscall(SYS_setresgid, AS_INSIDE_ID, AS_INSIDE_ID, AS_INSIDE_ID) ||
			       syscall(SYS_setresuid, AS_INSIDE_ID, AS_INSIDE_ID, AS_INSIDE_ID)))
		return -1;
	return (int)syscall(SYS_capset, &header, none);
}
