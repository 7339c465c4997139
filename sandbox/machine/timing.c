/* SPDX-License-Identifier: MIT */
/*
 * Features on which the repeatability of times depends: other users of the processor, and its
 * speed. None of it affects safety, so no feature here is ever missing. In a virtual machine the
 * host's settings are not visible, which counts as degraded.
 */
#include "machine.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#define HIDDEN "not visible in this virtual machine"
#define CPU "sys/devices/system/cpu/"

#define ON_HOST "only the host can set it; run `assay doctor` there"
#define CLOCK "sys/devices/system/clocksource/clocksource0/"

/* The outcomes beyond FINE and POOR. */
enum { UNSEEN = MORE, BUSY = MORE, NO_BETTER = MORE, SINGLE, FIRMWARE = SINGLE };
enum { FORBIDDEN = MORE, NO_VIRTUAL, PARANOID };

/* Stolen CPU time since boot, in hundredths of a percent of all CPU time; -1 if unknown (proc(5)).
 */
static long read_steal(const struct as_machine *machine)
{
	unsigned long long times[8], all = 0;
	char line[256];

	if (!as_machine_value(machine, "proc/stat", "cpu ", line, sizeof(line)) ||
		sscanf(line, "%llu %llu %llu %llu %llu %llu %llu %llu", &times[0], &times[1],
			&times[2], &times[3], &times[4], &times[5], &times[6], &times[7]) != 8)
		return -1;
	for (size_t i = 0; i < 8; i++)
		all += times[i];
	return all ? (long)(times[7] * 10000 / all) : -1;
}

static int probe_machine(struct as_machine *machine, struct as_feature *feature)
{
	long stolen = read_steal(machine);

	as_machine_found(
		feature, machine->is_virtual ? "a virtual machine" : "not a virtual machine");
	if (machine->is_virtual && stolen >= 0)
		as_machine_found(feature,
			"; others took %ld.%02ld %% of its CPU time since it started", stolen / 100,
			stolen % 100);
	return machine->is_virtual ? POOR : FINE;
}

/* Counts the members of a list such as "0-3,8" (cpuset(7)); 0 if it is not a list. */
static long count_list(const char *list)
{
	long count = 0;

	while (isdigit((unsigned char)*list)) {
		char *end;
		long first = strtol(list, &end, 10), last = first;
		if (*end == '-')
			last = strtol(end + 1, &end, 10);
		count += last - first + 1;
		list = *end == ',' ? end + 1 : end;
	}
	return count;
}

/* The load average of the last minute, in hundredths. */
static long read_load(const struct as_machine *machine)
{
	char line[64];
	long whole, hundredths;

	return as_machine_line(machine, "proc/loadavg", line, sizeof(line)) &&
			       sscanf(line, "%ld.%2ld", &whole, &hundredths) == 2
		       ? whole * 100 + hundredths
		       : 0;
}

static int probe_cores(struct as_machine *machine, struct as_feature *feature)
{
	char allowed[512] = "", online[512] = "";
	long load = read_load(machine);

	/* The cores that the affinity mask and a cpuset allow. */
	as_machine_value(
		machine, "proc/self/status", "Cpus_allowed_list:", allowed, sizeof(allowed));
	as_machine_line(machine, CPU "online", online, sizeof(online));
	long count = count_list(allowed), all = count_list(online);
	as_machine_found(feature, "%ld of %ld may be used; load %ld.%02ld", count,
		all > count ? all : count, load / 100, load % 100);
	if (load > (count - 1) * 100 && load >= 100)
		return BUSY;
	return count > 1 ? FINE : all > 1 ? POOR : SINGLE;
}

/* A group's own CPU quota, in hundredths of a core; LONG_MAX: none. */
static long read_quota(const struct as_machine *machine, bool v2, const char *group)
{
	const char *mount = v2 ? "sys/fs/cgroup" : "sys/fs/cgroup/cpu";
	long quota = -1, period = 0;
	char path[640], line[64];

	if (v2) {
		snprintf(path, sizeof(path), "%s%s/cpu.max", mount, group);
		if (as_machine_line(machine, path, line, sizeof(line)) &&
			sscanf(line, "%ld %ld", &quota, &period) != 2)
			quota = -1;
	} else {
		snprintf(path, sizeof(path), "%s%s/cpu.cfs_quota_us", mount, group);
		as_machine_number(machine, path, &quota);
		snprintf(path, sizeof(path), "%s%s/cpu.cfs_period_us", mount, group);
		as_machine_number(machine, path, &period);
	}
	return quota > 0 && period > 0 ? quota * 100 / period : LONG_MAX;
}

/* The smallest quota of a group and its ancestors, all of which apply; 0: none. */
static long smallest_quota(const struct as_machine *machine, bool v2, char *own)
{
	long min = read_quota(machine, v2, own);

	for (char *slash; (slash = strrchr(own, '/'));) {
		*slash = '\0';
		long quota = read_quota(machine, v2, own);
		min = quota < min ? quota : min;
	}
	return min < LONG_MAX ? min : 0;
}

/* This process's folder in the hierarchy with the cpu controller. */
static bool read_own_group(const struct as_machine *machine, bool v2, char *own, size_t size)
{
	static const char *const names[] = {":cpu:", ":cpu,cpuacct:", ":cpuacct,cpu:"};
	char key[32];

	if (v2)
		return as_machine_value(machine, "proc/self/cgroup", "0::", own, size);
	for (int id = 1; id < 32; id++) {
		for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
			snprintf(key, sizeof(key), "%d%s", id, names[i]);
			if (as_machine_value(machine, "proc/self/cgroup", key, own, size))
				return true;
		}
	}
	return false;
}

static int probe_quota(struct as_machine *machine, struct as_feature *feature)
{
	char own[512];
	long quota = 0;

	for (int v2 = 0; v2 < 2 && !quota; v2++)
		if (read_own_group(machine, v2, own, sizeof(own)))
			quota = smallest_quota(machine, v2, own);
	if (quota)
		as_machine_found(feature, "this control group may use %ld.%02ld cores", quota / 100,
			quota % 100);
	else
		as_machine_found(feature, "none");
	return quota ? POOR : FINE;
}

static bool has_siblings(const struct as_machine *machine)
{
	char list[128];
	long active;

	if (as_machine_number(machine, CPU "smt/active", &active))
		return active != 0;
	return as_machine_line(
		       machine, CPU "cpu0/topology/thread_siblings_list", list, sizeof(list)) &&
	       count_list(list) > 1;
}

static int probe_smt(struct as_machine *machine, struct as_feature *feature)
{
	bool on = has_siblings(machine), hidden = machine->is_virtual;

	as_machine_found(feature, on       ? "on: each physical core appears as two or more"
				  : hidden ? HIDDEN
					   : "off");
	return on ? POOR : hidden ? UNSEEN : FINE;
}

/* ---- the clock of the cores ---- */

/* Counts the frequency policies, and those whose setting has the value. */
static size_t count_policies(
	const struct as_machine *machine, const char *setting, const char *value, size_t *total)
{
	int fd = openat(machine->root_fd, CPU "cpufreq", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *folder = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *entry;
	char path[400], line[64];
	size_t count = 0;

	*total = 0;
	if (!folder && fd >= 0)
		close(fd);
	while (folder && (entry = readdir(folder))) {
		snprintf(path, sizeof(path), CPU "cpufreq/%s/%s", entry->d_name, setting);
		if (strncmp(entry->d_name, "policy", 6) != 0 ||
			!as_machine_line(machine, path, line, sizeof(line)))
			continue;
		++*total;
		count += strcmp(line, value) == 0;
	}
	if (folder)
		closedir(folder);
	return count;
}

static int probe_turbo(struct as_machine *machine, struct as_feature *feature)
{
	const char *off = NULL; /* the command, if it is on */
	size_t total, boosted = count_policies(machine, "boost", "1", &total);
	bool known = total > 0;
	long value;

	if (boosted)
		off = "echo 0 | sudo tee /" CPU "cpufreq/policy*/boost";
	if (as_machine_number(machine, CPU "cpufreq/boost", &value)) {
		known = true;
		off = value ? "echo 0 | sudo tee /" CPU "cpufreq/boost" : NULL;
	}
	if (as_machine_number(machine, CPU "intel_pstate/no_turbo", &value)) {
		known = true;
		off = value ? NULL : "echo 1 | sudo tee /" CPU "intel_pstate/no_turbo";
	}
	as_machine_set_remedy(feature, NULL, off);
	as_machine_found(feature, off                   ? "on"
				  : known               ? "off"
				  : machine->is_virtual ? HIDDEN
							: "none that this kernel knows of");
	return off ? POOR : known || !machine->is_virtual ? FINE : UNSEEN;
}

static int probe_governor(struct as_machine *machine, struct as_feature *feature)
{
	size_t total, count = count_policies(machine, "scaling_governor", "performance", &total);

	if (!total) {
		as_machine_found(feature,
			machine->is_virtual ? HIDDEN : "none: the firmware sets the clock rate");
		return machine->is_virtual ? UNSEEN : FIRMWARE;
	}
	if (count == total)
		as_machine_found(feature, "performance");
	else
		as_machine_found(feature, "not \"performance\" in %zu of %zu policies",
			total - count, total);
	return count == total ? FINE : POOR;
}

/* ---- reading time and counting ---- */

static int probe_clock(struct as_machine *machine, struct as_feature *feature)
{
	static const char *const slow[] = {"hpet", "acpi_pm", "jiffies", "refined-jiffies", "pit"};
	char name[64] = "", available[256] = "";
	bool known = as_machine_line(machine, CLOCK "current_clocksource", name, sizeof(name));

	as_machine_found(feature, "%s", known ? name : "the one of this kind of processor");
	as_machine_line(machine, CLOCK "available_clocksource", available, sizeof(available));
	for (size_t i = 0; i < sizeof(slow) / sizeof(*slow); i++)
		if (strcmp(name, slow[i]) == 0)
			return strstr(available, "tsc") ? POOR : NO_BETTER;
	return FINE;
}

static int probe_counters(struct as_machine *machine, struct as_feature *feature)
{
	int refusal = machine->rights.counter_errno;
	long paranoid = 0;

	if (!refusal) {
		as_machine_found(feature, "instructions are counted");
		return FINE;
	}
	as_machine_number(machine, "proc/sys/kernel/perf_event_paranoid", &paranoid);
	as_machine_found(feature, "none (%s)",
		refusal == ENOENT ? "this processor has none" : strerrordesc_np(refusal));
	if (refusal == EACCES || refusal == EPERM)
		return paranoid > 2 ? PARANOID : FORBIDDEN;
	return machine->is_virtual ? NO_VIRTUAL : POOR;
}

/* clang-format off */
const struct as_check as_checks_of_timing[] = {
	{"machine", probe_machine, {
		{GOOD, "no other machine shares its processor, caches or memory", NULL, NULL},
		{DEGRADED, "other machines on the host affect times",
			"use real hardware, or a host that reserves cores for this machine, if times must "
			"be repeatable", NULL}}},
	{"cores", probe_cores, {
		{GOOD, "the judged program and the judge have a core each", NULL, NULL},
		{DEGRADED, "the judge and the judged program take turns: wall times grow",
			"give this process more of the machine's cores (taskset, a container's cpuset, "
			"AllowedCPUs= of a unit)", NULL},
		[BUSY] = {DEGRADED,
			"programs wait for each other: wall times grow, CPU times a little",
			"end other programs, or judge at a quiet time; this command lists them:",
			"ps -eo pcpu,pid,user,args --sort=-pcpu | head"},
		[SINGLE] = {DEGRADED, "the judge and the judged program take turns: wall times grow",
			"use a machine of two cores or more", NULL}}},
	{"CPU quota", probe_quota, {
		{GOOD, "no run is paused in the middle", NULL, NULL},
		{DEGRADED, "a run that has used up its share is paused: its wall time grows, its CPU "
			"time does not",
			"replace the quota (--cpus of a container, CPUQuota= of a unit) by whole cores "
			"(--cpuset-cpus, AllowedCPUs=)", NULL}}},
	{"SMT", probe_smt, {
		{GOOD, "programs judged at once never share a core", NULL, NULL},
		{DEGRADED, "programs judged at once may share a core and slow each other down",
			NULL, "echo off | sudo tee /" CPU "smt/control"},
		[UNSEEN] = {DEGRADED,
			"two cores of this machine may be one core of the host", ON_HOST, NULL}}},
	{"turbo", probe_turbo, {
		{GOOD, "a core's speed does not depend on the others", NULL, NULL},
		{DEGRADED, "a core is faster while others are idle, so the same program takes longer "
			"beside others", NULL, NULL},
		[UNSEEN] = {DEGRADED,
			"speed may depend on the load of the host's other cores", ON_HOST, NULL}}},
	{"governor", probe_governor, {
		{GOOD, "cores keep their clock rate between runs", NULL, NULL},
		{DEGRADED, "a run begins at a low clock rate, so short runs take longer",
			NULL, "echo performance | sudo tee /" CPU "cpu*/cpufreq/scaling_governor"},
		[UNSEEN] = {DEGRADED, "a run may begin at a low clock rate", ON_HOST, NULL},
		[FIRMWARE] = {DEGRADED, "a run begins at a low clock rate, so short runs take longer",
			"select the performance profile in the firmware", NULL}}},
	{"clock", probe_clock, {
		{GOOD, "programs read the time without a system call", NULL, NULL},
		{DEGRADED, "reading the time is slow, so programs that often do it take longer",
			NULL, "echo tsc | sudo tee /" CLOCK "current_clocksource"},
		[NO_BETTER] = {DEGRADED, NULL,
			"try a newer firmware or another host; the kernel does not trust the "
			"processor's own counter", NULL}}},
	{"counters", probe_counters, {
		{GOOD, "verdicts also have the number of executed instructions", NULL, NULL},
		{DEGRADED, "verdicts have times only, not the number of executed instructions",
			"use another kernel; this one has none for this processor", NULL},
		[FORBIDDEN] = {DEGRADED, NULL,
			"allow perf_event_open in the filter of the container", NULL},
		[NO_VIRTUAL] = {DEGRADED, NULL,
			"enable a virtual PMU for this machine on its host", NULL},
		[PARANOID] = {DEGRADED, NULL, NULL, "sudo sysctl -w kernel.perf_event_paranoid=2"}}},
	{0},
};
