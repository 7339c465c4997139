/* SPDX-License-Identifier: MIT */
/* Examines the control groups of this process, and makes one real run to prove that all parts work.
 */
#include "../cgroup.h"
#include "container.h"
#include "machine.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char *const needed_v1[] = {"memory", "pids", "cpuacct"};
#define NEEDED (sizeof(needed_v1) / sizeof(*needed_v1))

/* The outcomes beyond FINE and POOR. */
enum { OFF = MORE, NO_FOLDER = MORE, NO_SCOPE, NO_ROOT_SCOPE, READ_ONLY, NOT_EMPTY };
enum { NOT_RUN = MORE, NO_MEMORY_FILES, AFTER_OTHERS };

/* Reads a file in the top of the hierarchy of a controller (NULL: v2). A listed mount can be hidden
 * under another one. */
static bool read_hierarchy(const struct as_machine *machine, const char *controller,
	const char *file, char *line, size_t size)
{
	struct as_cgroup_place place;
	char path[sizeof(place.mount) + 32];

	if (as_cgroup_find(controller, &place))
		return false;
	snprintf(
		path, sizeof(path), "%.*s/%s", (int)sizeof(place.mount) - 2, place.mount + 1, file);
	return as_machine_line(machine, path, line, size);
}

/* A controller can be built in but disabled: the column "enabled" (cgroups(7)). */
static bool is_switched_off(const struct as_machine *machine)
{
	char line[64];
	int enabled = 1;

	return as_machine_value(machine, "proc/cgroups", "memory\t", line, sizeof(line)) &&
	       sscanf(line, "%*d %*d %d", &enabled) == 1 && !enabled;
}

/* Returns how many controllers v1 lacks, and one of them. */
static size_t count_lacking_v1(
	const struct as_machine *machine, struct as_feature *feature, const char **one)
{
	size_t count = 0;
	char line[32];

	for (size_t i = 0; i < NEEDED; i++) {
		if (read_hierarchy(machine, needed_v1[i], "cgroup.procs", line, sizeof(line)))
			continue;
		*one = needed_v1[i];
		as_machine_found(feature, "%s%s",
			count++ ? ", " : "neither v2 with memory and pids, nor ", *one);
	}
	as_machine_found(feature, count ? " of v1" : "v1 with memory pids cpuacct");
	return count;
}

static int probe_controllers(struct as_machine *machine, struct as_feature *feature)
{
	char list[256], command[200];
	const char *one = NULL;
	bool v2 = read_hierarchy(machine, NULL, "cgroup.controllers", list, sizeof(list)) &&
		  strstr(list, "memory") && strstr(list, "pids");

	if (v2)
		as_machine_found(feature, "v2 with %s", list);
	size_t lacking = v2 ? 0 : count_lacking_v1(machine, feature, &one);
	machine->has_groups = !lacking;
	if (!lacking)
		return FINE;
	if (is_switched_off(machine))
		return OFF;
	if (as_machine_blame_container(machine, feature))
		return POOR;
	if (lacking == NEEDED) {
		if (!as_machine_has(machine, "sys/fs/cgroup"))
			as_machine_set_remedy(feature, "mount /sys and the control groups:",
				"sudo mount -t sysfs none /sys && "
				"sudo mount -t cgroup2 none /sys/fs/cgroup");
		return POOR;
	}
	snprintf(command, sizeof(command),
		"sudo mkdir -p /sys/fs/cgroup/%s && "
		"sudo mount -t cgroup -o %s none /sys/fs/cgroup/%s",
		one, one, one);
	as_machine_set_remedy(feature, NULL, command);
	return POOR;
}

/* If systemd gives scopes, this process is in one already; asking for another proves nothing. */
static int probe_delegation(struct as_machine *machine, struct as_feature *feature)
{
	struct as_error why = {0};
	struct as_cgroup cgroup = {0};
	struct as_cgroup_place place;

	if (!machine->has_groups)
		return UNTRIED;
	if (as_cgroup_open(&cgroup, NULL, &why) == 0) {
		as_machine_found(
			feature, machine->uid ? "user %u" : "root", (unsigned)machine->uid);
		as_machine_found(feature, " may make groups of %s", cgroup.version->name);
		as_cgroup_close(&cgroup);
		return FINE;
	}
	as_machine_found(feature, "%.*s", as_container_complaint_length(why.text), why.text);
	bool v1 = as_cgroup_find("memory", &place) == 0;
	if (machine->uid != 0 && !as_container_is_rootless(machine->root_fd))
		return v1 ? NO_FOLDER : as_cgroup_has_manager() ? NO_SCOPE : POOR;
	if (as_machine_blame_container(machine, feature))
		return READ_ONLY;
	if (!v1 && why.sys_errno != EROFS)
		return as_machine_has(machine, "run/systemd/system") ? NO_ROOT_SCOPE : NOT_EMPTY;
	return READ_ONLY;
}

/* ---- one real run ---- */

/* Explains a word of the list `degraded` of verdicts. */
static const char *explain(const char *word)
{
	static const char *const words[][2] = {
		{"memory-peak-sampled", "before Linux 5.19 the peak is sampled"},
		{"no-landlock", "see Landlock above"},
		{"swap-not-limited", "see swap below"},
		{"stack-limited", "see stack below"},
		{"core-limit", "see core dumps below"},
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (strcmp(words[i][0], word) == 0)
			return words[i][1];
	return "see the manual page";
}

static int report_run(struct as_feature *feature, const struct as_sandbox *sandbox, int64_t wall_ns)
{
	struct as_isolation isolation;

	as_sandbox_describe(sandbox, &isolation);
	as_machine_found(feature, "a program ran isolated in %.1f ms", (double)wall_ns / 1e6);
	for (const char **word = isolation.degraded; *word; word++)
		as_machine_found(feature, "; %s (%s)", *word, explain(*word));
	return isolation.degraded[0] ? POOR : FINE;
}

/* The sandbox may fail even if each single part works. */
static int report_failure(
	const struct as_machine *machine, struct as_feature *feature, const struct as_error *error)
{
	long value;

	as_machine_found(feature, "%.*s", as_container_complaint_length(error->text), error->text);
	if (machine->lacks)
		return AFTER_OTHERS;
	if (as_machine_number(machine, "proc/sys/vm/memfd_noexec", &value) && value >= 2)
		return NO_MEMORY_FILES;
	as_machine_blame_container(machine, feature);
	return NOT_RUN;
}

struct as_sandbox *as_machine_try_run(
	enum as_weakness weakness, int64_t *wall_ns, struct as_error *error)
{
	static const struct as_view views[] = {{"/usr", NULL}, {"/bin", NULL}, {"/lib", NULL},
		{"/lib64", NULL}, {"/etc/ld.so.cache", NULL}};
	static const char *const argv[] = {"/bin/true", NULL};
	const struct as_sandbox_config config = {.views = views,
		.view_count = sizeof(views) / sizeof(*views),
		.core = -1,
		.weak = weakness};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	const struct as_run_request request = {.argv = argv,
		.profile = AS_PROFILE_RUNTIME,
		.limits = as_limits_default,
		.stdin_fd = -1};
	struct as_sandbox *sandbox = as_sandbox_open(&config, error);
	int failure = !sandbox || as_sandbox_run(sandbox, &request, &result, error);

	if (!failure && (result.hits || result.exit_code))
		failure = as_error_set(error, AS_ERROR_INTERNAL, "a trivial program failed");
	*wall_ns = result.wall_time_ns;
	if (failure)
		as_sandbox_close(as_steal(sandbox));
	return sandbox;
}

static int probe_run(struct as_machine *machine, struct as_feature *feature)
{
	struct as_error error = {0};
	int64_t wall_ns;
	struct as_sandbox *sandbox = as_machine_try_run(AS_WEAK_NOT, &wall_ns, &error);
	int found = sandbox ? report_run(feature, sandbox, wall_ns)
			    : report_failure(machine, feature, &error);

	as_sandbox_close(sandbox);
	return found;
}

/* clang-format off */
const struct as_check as_checks_of_groups[] = {
	{"control groups", probe_controllers, {
		{GOOD, "memory, processes and CPU time of all processes of a run are limited and counted",
			NULL, NULL},
		{MISSING, "nothing can be judged without them, except with --weak-sandbox",
			"mount the control groups, which systemd does at boot:",
			"sudo mount -t cgroup2 none /sys/fs/cgroup"},
		[OFF] = {MISSING, NULL,
			"add cgroup_enable=memory to the kernel's command line and reboot; the memory "
			"controller is switched off", NULL}}},
	{"delegation", probe_delegation, {
		{GOOD, "assay can limit what it runs", NULL, NULL},
		{MISSING, "nothing can be judged without it, except with --weak-sandbox",
			"root must enable a systemd manager for this user:", "sudo assay doctor --fix"},
		[NO_FOLDER] = {MISSING, NULL,
			"root must delegate a control group, which lasts until the next boot:",
			"sudo assay doctor --fix"},
		[NO_SCOPE] = {MISSING, NULL,
			"find out why systemd refuses a scope; this command must work:",
			"systemd-run --user --scope -p Delegate=yes true"},
		[NO_ROOT_SCOPE] = {MISSING, NULL,
			"find out why systemd refuses a scope; this command must work:",
			"sudo systemd-run --scope -p Delegate=yes true"},
		[READ_ONLY] = {MISSING, NULL, "mount the control groups read-write", NULL},
		[NOT_EMPTY] = {MISSING, NULL,
			"a group that contains processes cannot be divided; move them away once, as root:",
			"mkdir /sys/fs/cgroup/assay.main && for p in $(cat /sys/fs/cgroup/cgroup.procs); "
			"do echo $p >/sys/fs/cgroup/assay.main/cgroup.procs; done"}}},
	{"trial run", probe_run, {
		{GOOD, "programs can be judged, with every barrier and limit in place", NULL, NULL},
		{DEGRADED, "programs can be judged; every verdict lists these words as degraded",
			"see the items named in parentheses", NULL},
		[NOT_RUN] = {MISSING, "nothing can be judged here with full isolation",
			"please report this as a defect of Assay: all parts that the sandbox needs are "
			"present", NULL},
		[NO_MEMORY_FILES] = {MISSING, NULL,
			"allow executable memory files, from which the sandbox's helper runs:",
			"sudo sysctl -w vm.memfd_noexec=1"},
		[AFTER_OTHERS] = {MISSING, NULL, "fix the missing items above first", NULL}}},
	{0},
};
