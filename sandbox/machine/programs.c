/* SPDX-License-Identifier: MIT */
/*
 * Settings that affect the memory and the end of programs. Each is judged by its effect on programs
 * in this sandbox, not by its value: every run disables address randomisation, the group's limit
 * covers swap, and a core limit of 1 prevents crash handlers.
 */
#include "container.h"
#include "machine.h"

#include <stdio.h>
#include <string.h>

/* An outcome beyond FINE and POOR. */
enum { COVERED = MORE };

static int probe_layout(struct as_machine *machine, struct as_feature *feature)
{
	bool fixed = machine->rights.fixes_addresses;
	long host = 2;

	as_machine_number(machine, "proc/sys/kernel/randomize_va_space", &host);
	as_machine_found(feature,
		host == 0 ? "not randomised on this machine"
		: fixed   ? "randomised on this machine, but not for judged programs"
			  : "randomised; a container forbids switching it off (personality)");
	if (host == 0 || fixed)
		return FINE;
	/* A container cannot set the sysctl, which would apply to its whole host. */
	if (as_container_find(machine->root_fd))
		as_machine_set_remedy(feature,
			"allow the call personality in the container's filter of system calls "
			"(Podman, Docker: --security-opt seccomp=unconfined)",
			NULL);
	return POOR;
}

static int probe_stack(struct as_machine *machine, struct as_feature *feature)
{
	bool raised = machine->rights.raises_stack;

	as_machine_found(feature,
		raised ? "as large as the memory limit"
		       : "this session has a hard limit on the stack, which judged programs "
			 "inherit");
	return raised ? FINE : POOR;
}

static int probe_core_dumps(struct as_machine *machine, struct as_feature *feature)
{
	char pattern[128] = "";

	as_machine_line(machine, "proc/sys/kernel/core_pattern", pattern, sizeof(pattern));
	bool handled = pattern[0] == '|';
	if (handled && !machine->rights.sets_core_limit) {
		as_machine_found(feature,
			"the crash handler %.*s can start, because this session has a hard limit "
			"of 0 on core files",
			(int)strcspn(pattern + 1, " "), pattern + 1);
		return POOR;
	}
	as_machine_found(
		feature, handled ? "a crash handler of this machine, not for judged programs"
				 : "no crash handler");
	return FINE;
}

/* True if a group's limit covers swap. The file exists in every v2 group but the root. */
static bool limits_swap(const struct as_machine *machine)
{
	char own[512] = "", path[640];
	const char *const groups[] = {own, "init.scope", "system.slice", "user.slice"};

	if (as_machine_has(machine, "sys/fs/cgroup/memory/memory.limit_in_bytes"))
		return as_machine_has(machine, "sys/fs/cgroup/memory/memory.memsw.limit_in_bytes");
	as_machine_value(machine, "proc/self/cgroup", "0::/", own, sizeof(own));
	for (size_t i = 0; i < sizeof(groups) / sizeof(*groups); i++) {
		snprintf(path, sizeof(path), "sys/fs/cgroup/%s/memory.swap.max", groups[i]);
		if (as_machine_has(machine, path))
			return true;
	}
	return false;
}

static int probe_swap(struct as_machine *machine, struct as_feature *feature)
{
	char area[256];

	/* Below the heading, each swap area is a line that begins with its path. */
	if (!as_machine_value(machine, "proc/swaps", "/", area, sizeof(area))) {
		as_machine_found(feature, "none");
		return FINE;
	}
	as_machine_found(feature, "on /%.*s", (int)strcspn(area, " \t"), area);
	if (limits_swap(machine))
		return COVERED;
	as_machine_found(feature, "; this kernel does not count it in control groups");
	return POOR;
}

static int probe_huge_pages(struct as_machine *machine, struct as_feature *feature)
{
	char line[128];
	bool there = as_machine_line(
		machine, "sys/kernel/mm/transparent_hugepage/enabled", line, sizeof(line));
	bool always = there && strstr(line, "[always]");

	as_machine_found(feature, always   ? "always"
				  : !there ? "not in this kernel"
				  : strstr(line, "[never]")
					  ? "never"
					  : "only for programs that ask (madvise)");
	return always ? POOR : FINE;
}

static int probe_overcommit(struct as_machine *machine, struct as_feature *feature)
{
	long mode = 0;

	as_machine_number(machine, "proc/sys/vm/overcommit_memory", &mode);
	as_machine_found(feature, "vm.overcommit_memory is %ld", mode);
	return mode == 2 ? POOR : FINE;
}

/* clang-format off */
const struct as_check as_checks_of_programs[] = {
	{"address layout", probe_layout, {
		{GOOD, "a program has the same addresses in every run", NULL, NULL},
		{DEGRADED, "a program with a memory error may get another verdict in each run",
			NULL, "sudo sysctl -w kernel.randomize_va_space=0"}}},
	{"stack", probe_stack, {
		{GOOD, "only the memory limit of the problem bounds recursion", NULL, NULL},
		{DEGRADED, "deep recursion crashes before it reaches the memory limit",
			"run this command and log in again:",
			"echo '* hard stack unlimited' | sudo tee /etc/security/limits.d/assay.conf"}}},
	{"core dumps", probe_core_dumps, {
		{GOOD, "a crash of a judged program starts no other process", NULL, NULL},
		{DEGRADED,
			"a crash starts the handler outside of the sandbox, where it disturbs the next run",
			NULL, "echo core | sudo tee /proc/sys/kernel/core_pattern"}}},
	{"swap", probe_swap, {
		{GOOD, "all memory of a program is real memory", NULL, NULL},
		{DEGRADED, "a program over its memory limit is swapped out and slows down instead of "
			"being ended",
			"boot with swapaccount=1, or switch swap off; remove it from /etc/fstab to keep "
			"it off:", "sudo swapoff -a"},
		[COVERED] = {GOOD,
			"the memory limit covers it, so a program gains nothing", NULL, NULL}}},
	{"huge pages", probe_huge_pages, {
		{GOOD, "memory is counted in single pages", NULL, NULL},
		{DEGRADED, "memory is counted in large pages, and times depend on whether one is free",
			NULL, "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled"}}},
	{"address space", probe_overcommit, {
		{GOOD, "run-time systems may reserve more than they use; only used memory is limited",
			NULL, NULL},
		{DEGRADED,
			"Java, Go and Node may fail to start, because they reserve more than they use",
			NULL, "sudo sysctl -w vm.overcommit_memory=0"}}},
	{0},
};
