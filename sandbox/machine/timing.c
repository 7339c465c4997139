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

#define UNSEEN "not visible in this virtual machine"
#define CPU "sys/devices/system/cpu/"

static void set_remedy_on_host(struct as_feature *feature)
{
	as_machine_set_remedy(feature, "only the host can set it; run `assay doctor` there", NULL);
}

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

static void examine_machine(struct as_machine *machine)
{
	long stolen = read_steal(machine);

	if (!machine->is_virtual) {
		as_machine_add(machine, "machine", AS_FEATURE_GOOD,
			"no other machine shares its processor, caches or memory",
			"not a virtual machine");
		return;
	}
	struct as_feature *feature = as_machine_add(machine, "machine", AS_FEATURE_DEGRADED,
		"other machines on the host affect times", "a virtual machine");
	if (stolen >= 0)
		as_machine_found_more(feature,
			"; others took %ld.%02ld %% of its CPU time since it started", stolen / 100,
			stolen % 100);
	as_machine_set_remedy(feature,
		"use real hardware, or a host that reserves cores for this machine, if times must "
		"be repeatable",
		NULL);
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

static void examine_cores(struct as_machine *machine)
{
	char allowed[512] = "", online[512] = "";
	long load = read_load(machine);

	/* The cores that the affinity mask and a cpuset allow. */
	as_machine_value(
		machine, "proc/self/status", "Cpus_allowed_list:", allowed, sizeof(allowed));
	as_machine_line(machine, CPU "online", online, sizeof(online));
	long count = count_list(allowed), all = count_list(online);
	bool single = count <= 1, busy = load > (count - 1) * 100 && load >= 100;
	struct as_feature *feature = as_machine_add(machine, "cores",
		single || busy ? AS_FEATURE_DEGRADED : AS_FEATURE_GOOD,
		busy     ? "programs wait for each other: wall times grow, CPU times a little"
		: single ? "the judge and the judged program take turns: wall times grow"
			 : "the judged program and the judge have a core each",
		"%ld of %ld may be used; load %ld.%02ld", count, all > count ? all : count,
		load / 100, load % 100);
	if (busy)
		as_machine_set_remedy(feature,
			"end other programs, or judge at a quiet time; this command lists them:",
			"ps -eo pcpu,pid,user,args --sort=-pcpu | head");
	else if (single)
		as_machine_set_remedy(feature,
			all > 1 ? "give this process more of the machine's cores (taskset, a "
				  "container's cpuset, AllowedCPUs= of a unit)"
				: "use a machine of two cores or more",
			NULL);
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
static long find_quota(const struct as_machine *machine, bool v2, char *own)
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
static bool find_own(const struct as_machine *machine, bool v2, char *own, size_t size)
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

static void examine_quota(struct as_machine *machine)
{
	char own[512];
	long quota = 0;

	for (int v2 = 0; v2 < 2 && !quota; v2++)
		if (find_own(machine, v2, own, sizeof(own)))
			quota = find_quota(machine, v2, own);
	if (!quota) {
		as_machine_add(machine, "CPU quota", AS_FEATURE_GOOD,
			"no run is paused in the middle", "none");
		return;
	}
	as_machine_set_remedy(
		as_machine_add(machine, "CPU quota", AS_FEATURE_DEGRADED,
			"a run that has used up its share is paused: its wall time grows, its CPU "
			"time does not",
			"this control group may use %ld.%02ld cores", quota / 100, quota % 100),
		"replace the quota (--cpus of a container, CPUQuota= of a unit) by whole cores "
		"(--cpuset-cpus, AllowedCPUs=)",
		NULL);
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

static void examine_smt(struct as_machine *machine)
{
	if (has_siblings(machine))
		as_machine_set_remedy(
			as_machine_add(machine, "SMT", AS_FEATURE_DEGRADED,
				"programs judged at once may share a core and slow each other down",
				"on: each physical core appears as two or more"),
			NULL, "echo off | sudo tee /sys/devices/system/cpu/smt/control");
	else if (machine->is_virtual)
		set_remedy_on_host(as_machine_add(machine, "SMT", AS_FEATURE_DEGRADED,
			"two cores of this machine may be one core of the host", UNSEEN));
	else
		as_machine_add(machine, "SMT", AS_FEATURE_GOOD,
			"programs judged at once never share a core", "off");
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

static void examine_turbo(struct as_machine *machine)
{
	static const char meaning[] = "a core is faster while others are idle, so the same program "
				      "takes longer beside others";
	const char *command = NULL;
	size_t total, boosted = count_policies(machine, "boost", "1", &total);
	bool known = total > 0, on = boosted > 0;
	long value;

	if (on)
		command = "echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/policy*/boost";
	if (as_machine_number(machine, CPU "cpufreq/boost", &value)) {
		known = true;
		on = value != 0;
		command = "echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost";
	}
	if (as_machine_number(machine, CPU "intel_pstate/no_turbo", &value)) {
		known = true;
		on = value == 0;
		command = "echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo";
	}
	if (on)
		as_machine_set_remedy(
			as_machine_add(machine, "turbo", AS_FEATURE_DEGRADED, meaning, "on"), NULL,
			command);
	else if (!known && machine->is_virtual)
		set_remedy_on_host(as_machine_add(machine, "turbo", AS_FEATURE_DEGRADED,
			"speed may depend on the load of the host's other cores", UNSEEN));
	else
		as_machine_add(machine, "turbo", AS_FEATURE_GOOD,
			"a core's speed does not depend on the others", "%s",
			known ? "off" : "none that this kernel knows of");
}

static void examine_governor(struct as_machine *machine)
{
	static const char meaning[] = "a run begins at a low clock rate, so short runs take longer";
	size_t total, count = count_policies(machine, "scaling_governor", "performance", &total);

	if (total && count == total)
		as_machine_add(machine, "governor", AS_FEATURE_GOOD,
			"cores keep their clock rate between runs", "performance");
	else if (total)
		as_machine_set_remedy(
			as_machine_add(machine, "governor", AS_FEATURE_DEGRADED, meaning,
				"not \"performance\" in %zu of %zu policies", total - count, total),
			NULL,
			"echo performance | "
			"sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor");
	else if (machine->is_virtual)
		set_remedy_on_host(as_machine_add(machine, "governor", AS_FEATURE_DEGRADED,
			"a run may begin at a low clock rate", UNSEEN));
	else
		as_machine_set_remedy(as_machine_add(machine, "governor", AS_FEATURE_DEGRADED,
					      meaning, "none: the firmware sets the clock rate"),
			"select the performance profile in the firmware", NULL);
}

/* ---- reading time and counting ---- */

static void examine_clock(struct as_machine *machine)
{
	static const char *const slow[] = {"hpet", "acpi_pm", "jiffies", "refined-jiffies", "pit"};
	const char *const current =
		"sys/devices/system/clocksource/clocksource0/current_clocksource";
	const char *const others =
		"sys/devices/system/clocksource/clocksource0/available_clocksource";
	char name[64] = "", available[256] = "";
	bool is_slow = false;

	bool known = as_machine_line(machine, current, name, sizeof(name));
	for (size_t i = 0; i < sizeof(slow) / sizeof(*slow); i++)
		is_slow |= strcmp(name, slow[i]) == 0;
	if (!is_slow) {
		as_machine_add(machine, "clock", AS_FEATURE_GOOD,
			"programs read the time without a system call", "%s",
			known ? name : "the one of this kind of processor");
		return;
	}
	as_machine_line(machine, others, available, sizeof(available));
	bool has_better = strstr(available, "tsc") != NULL;
	as_machine_set_remedy(
		as_machine_add(machine, "clock", AS_FEATURE_DEGRADED,
			"reading the time is slow, so programs that often do it take longer", "%s",
			name),
		has_better ? NULL
			   : "try a newer firmware or another host; the kernel does not trust the "
			     "processor's own counter",
		has_better ? "echo tsc | sudo tee "
			     "/sys/devices/system/clocksource/clocksource0/current_clocksource"
			   : NULL);
}

static void examine_counters(struct as_machine *machine, int refusal)
{
	static const char meaning[] =
		"verdicts have times only, not the number of executed instructions";
	long paranoid = 0;

	if (!refusal) {
		as_machine_add(machine, "counters", AS_FEATURE_GOOD,
			"verdicts also have the number of executed instructions",
			"instructions are counted");
		return;
	}
	as_machine_number(machine, "proc/sys/kernel/perf_event_paranoid", &paranoid);
	struct as_feature *feature =
		as_machine_add(machine, "counters", AS_FEATURE_DEGRADED, meaning, "none (%s)",
			refusal == ENOENT ? "this processor has none" : strerrordesc_np(refusal));
	if ((refusal == EACCES || refusal == EPERM) && paranoid > 2)
		as_machine_set_remedy(feature, NULL, "sudo sysctl -w kernel.perf_event_paranoid=2");
	else if (refusal == EACCES || refusal == EPERM)
		as_machine_set_remedy(
			feature, "allow perf_event_open in the filter of the container", NULL);
	else if (machine->is_virtual)
		as_machine_set_remedy(
			feature, "enable a virtual PMU for this machine on its host", NULL);
	else
		as_machine_set_remedy(
			feature, "use another kernel; this one has none for this processor", NULL);
}

void as_machine_examine_timing(struct as_machine *machine, const struct as_machine_rights *rights)
{
	examine_machine(machine);
	examine_cores(machine);
	examine_quota(machine);
	examine_smt(machine);
	examine_turbo(machine);
	examine_governor(machine);
	examine_clock(machine);
	examine_counters(machine, rights->counter_errno);
}
