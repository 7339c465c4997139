/* SPDX-License-Identifier: MIT */
/*
 * Settings that affect the memory and the end of programs. Each is judged by its effect on programs
 * in this sandbox, not by its value: every run disables address randomisation, the group's limit
 * covers swap, and a core limit of 1 prevents crash handlers.
 */
#include "machine.h"

#include <stdio.h>
#include <string.h>

static void examine_layout(struct as_machine *machine, const struct as_machine_rights *rights)
{
	long host = 2;

	as_machine_number(machine, "proc/sys/kernel/randomize_va_space", &host);
	if (host == 0 || rights->fixes_addresses) {
		as_machine_add(machine, "address layout", AS_FEATURE_GOOD,
			"a program has the same addresses in every run", "%s",
			host == 0 ? "not randomised on this machine"
				  : "randomised on this machine, but not for judged programs");
		return;
	}
	as_machine_set_remedy(
		as_machine_add(machine, "address layout", AS_FEATURE_DEGRADED,
			"a program with a memory error may get another verdict in each run",
			"randomised; a container forbids switching it off (personality)"),
		NULL, "sudo sysctl -w kernel.randomize_va_space=0");
}

static void examine_stack(struct as_machine *machine, const struct as_machine_rights *rights)
{
	if (rights->raises_stack) {
		as_machine_add(machine, "stack", AS_FEATURE_GOOD,
			"only the memory limit of the problem bounds recursion",
			"as large as the memory limit");
		return;
	}
	as_machine_set_remedy(
		as_machine_add(machine, "stack", AS_FEATURE_DEGRADED,
			"deep recursion crashes before it reaches the memory limit",
			"this session has a hard limit on the stack, which judged programs "
			"inherit"),
		"run this command and log in again:",
		"echo '* hard stack unlimited' | sudo tee /etc/security/limits.d/assay.conf");
}

static void examine_cores_dumped(struct as_machine *machine, const struct as_machine_rights *rights)
{
	char pattern[128] = "";

	as_machine_line(machine, "proc/sys/kernel/core_pattern", pattern, sizeof(pattern));
	if (pattern[0] != '|' || rights->sets_core_limit) {
		as_machine_add(machine, "core dumps", AS_FEATURE_GOOD,
			"a crash of a judged program starts no other process", "%s",
			pattern[0] == '|'
				? "a crash handler of this machine, not for judged programs"
				: "no crash handler");
		return;
	}
	pattern[strcspn(pattern, " ")] = '\0';
	as_machine_set_remedy(
		as_machine_add(machine, "core dumps", AS_FEATURE_DEGRADED,
			"a crash starts the handler outside of the sandbox, where it disturbs "
			"the next run",
			"the crash handler %s can start, because this session has a hard "
			"limit of 0 on core files",
			pattern + 1),
		NULL, "echo core | sudo tee /proc/sys/kernel/core_pattern");
}

/* True if a group's limit covers swap. The file exists in every v2 group but the root. */
static bool limits_swap(const struct as_machine *machine)
{
	static const char *const some_groups[] = {"init.scope", "system.slice", "user.slice"};
	char own[512], path[640];

	if (as_machine_has(machine, "sys/fs/cgroup/memory/memory.limit_in_bytes"))
		return as_machine_has(machine, "sys/fs/cgroup/memory/memory.memsw.limit_in_bytes");
	if (as_machine_value(machine, "proc/self/cgroup", "0::/", own, sizeof(own))) {
		snprintf(path, sizeof(path), "sys/fs/cgroup/%s/memory.swap.max", own);
		if (as_machine_has(machine, path))
			return true;
	}
	for (size_t i = 0; i < sizeof(some_groups) / sizeof(*some_groups); i++) {
		snprintf(path, sizeof(path), "sys/fs/cgroup/%s/memory.swap.max", some_groups[i]);
		if (as_machine_has(machine, path))
			return true;
	}
	return false;
}

static void examine_swap(struct as_machine *machine)
{
	char area[256];

	/* Below the heading, each swap area is a line that begins with its path. */
	if (!as_machine_value(machine, "proc/swaps", "/", area, sizeof(area))) {
		as_machine_add(machine, "swap", AS_FEATURE_GOOD,
			"all memory of a program is real memory", "none");
		return;
	}
	area[strcspn(area, " \t")] = '\0';
	if (limits_swap(machine)) {
		as_machine_add(machine, "swap", AS_FEATURE_GOOD,
			"the memory limit covers it, so a program gains nothing", "on /%s", area);
		return;
	}
	as_machine_set_remedy(
		as_machine_add(machine, "swap", AS_FEATURE_DEGRADED,
			"a program over its memory limit is swapped out and slows down "
			"instead of being ended",
			"on /%s; this kernel does not count it in control groups", area),
		"boot with swapaccount=1, or switch swap off; remove it from /etc/fstab to keep it "
		"off:",
		"sudo swapoff -a");
}

static void examine_huge_pages(struct as_machine *machine)
{
	char line[128];

	if (!as_machine_line(
		    machine, "sys/kernel/mm/transparent_hugepage/enabled", line, sizeof(line))) {
		as_machine_add(machine, "huge pages", AS_FEATURE_GOOD,
			"memory is counted in single pages", "not in this kernel");
		return;
	}
	if (!strstr(line, "[always]")) {
		as_machine_add(machine, "huge pages", AS_FEATURE_GOOD,
			"memory is counted in single pages", "%s",
			strstr(line, "[never]") ? "never" : "only for programs that ask (madvise)");
		return;
	}
	as_machine_set_remedy(
		as_machine_add(machine, "huge pages", AS_FEATURE_DEGRADED,
			"memory is counted in large pages, and times depend on whether one is free",
			"always"),
		NULL, "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled");
}

static void examine_overcommit(struct as_machine *machine)
{
	long mode = 0;

	as_machine_number(machine, "proc/sys/vm/overcommit_memory", &mode);
	if (mode != 2) {
		as_machine_add(machine, "address space", AS_FEATURE_GOOD,
			"run-time systems may reserve more than they use; only used memory is "
			"limited",
			"vm.overcommit_memory is %ld", mode);
		return;
	}
	as_machine_set_remedy(as_machine_add(machine, "address space", AS_FEATURE_DEGRADED,
				      "Java, Go and Node may fail to start, because they reserve "
				      "more than they use",
				      "vm.overcommit_memory is 2"),
		NULL, "sudo sysctl -w vm.overcommit_memory=0");
}

void as_machine_examine_programs(struct as_machine *machine, const struct as_machine_rights *rights)
{
	examine_layout(machine, rights);
	examine_stack(machine, rights);
	examine_cores_dumped(machine, rights);
	examine_swap(machine);
	examine_huge_pages(machine);
	examine_overcommit(machine);
}
