/* SPDX-License-Identifier: MIT */
/* The whole examination, and the rights of a process on this machine. */
#include "machine.h"

#include "../counter.h"

#include <errno.h>
#include <linux/capability.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static int fix_addresses(const void *argument)
{
	(void)argument;
	return personality(ADDR_NO_RANDOMIZE) < 0 ? errno : 0;
}

/* Makes the calls of the helper and of the program's process, one after the other. */
static int raise_stack(const void *argument)
{
	const struct rlimit unlimited = {RLIM_INFINITY, RLIM_INFINITY};

	(void)argument;
	return setrlimit(RLIMIT_STACK, &unlimited) ? errno : 0;
}

static int set_core_limit(const void *argument)
{
	const struct rlimit unlimited = {RLIM_INFINITY, RLIM_INFINITY}, one = {1, 1};

	(void)argument;
	setrlimit(RLIMIT_CORE, &unlimited);
	return setrlimit(RLIMIT_CORE, &one) ? errno : 0;
}

/* A program has dropped every capability by then, so root's capabilities must not count. */
static int open_counter(const void *argument)
{
	const struct as_counter_event instructions = AS_COUNTER_INSTRUCTIONS;
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {0};

	(void)argument;
	return syscall(SYS_capset, &header, none) || as_counter_open(&instructions) < 0 ? errno : 0;
}

size_t as_machine_examine(struct as_feature *features, size_t capacity)
{
	struct as_machine machine;

	if (as_machine_open(&machine, "/", features, capacity))
		return 0;
	machine.rights = (struct as_machine_rights){
		.fixes_addresses = as_machine_try(fix_addresses, NULL) == 0,
		.raises_stack = as_machine_try(raise_stack, NULL) == 0,
		.sets_core_limit = as_machine_try(set_core_limit, NULL) == 0,
		.counter_errno = as_machine_try(open_counter, NULL),
	};
	as_machine_check(&machine, "safety", as_checks_of_kernel);
	as_machine_check(&machine, "safety", as_checks_of_namespaces);
	as_machine_check(&machine, "safety", as_checks_of_groups);
	as_machine_check(&machine, "timing", as_checks_of_programs);
	as_machine_check(&machine, "timing", as_checks_of_timing);
	as_machine_close(&machine);
	return machine.count;
}
