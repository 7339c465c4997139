/* SPDX-License-Identifier: MIT */
/* Examines the control groups of this process, and makes one real run to prove that all parts work.
 */
#include "../cgroup.h"
#include "machine.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char *const needed_v1[] = {"memory", "pids", "cpuacct"};
#define NEEDED (sizeof(needed_v1) / sizeof(*needed_v1))

/* Lists the controllers of the v2 hierarchy if it has the required ones. */
static bool find_v2(const struct as_machine *machine, char *list, size_t size)
{
	struct as_cgroup_place place;
	char path[sizeof(place.mount) + 32];

	if (as_cgroup_find(NULL, &place))
		return false;
	snprintf(path, sizeof(path), "%.*s/cgroup.controllers", (int)sizeof(place.mount) - 2,
		place.mount + 1);
	return as_machine_line(machine, path, list, size) && strstr(list, "memory") &&
	       strstr(list, "pids");
}

/* A listed mount can be hidden under another one. */
static bool has_v1(const struct as_machine *machine, const char *controller)
{
	struct as_cgroup_place place;
	char path[sizeof(place.mount) + 32];

	if (as_cgroup_find(controller, &place))
		return false;
	snprintf(path, sizeof(path), "%.*s/cgroup.procs", (int)sizeof(place.mount) - 2,
		place.mount + 1);
	return as_machine_has(machine, path);
}

/* A controller can be built in but disabled: the column "enabled" (cgroups(7)). */
static bool is_switched_off(const struct as_machine *machine, const char *controller)
{
	char line[64], key[32];
	int enabled = 1;

	snprintf(key, sizeof(key), "%s\t", controller);
	return as_machine_value(machine, "proc/cgroups", key, line, sizeof(line)) &&
	       sscanf(line, "%*d %*d %d", &enabled) == 1 && !enabled;
}

static void set_remedy_controllers(
	const struct as_machine *machine, struct as_feature *feature, const char *one, bool all)
{
	const char *container = as_machine_container_remedy(machine);
	char command[200];

	if (is_switched_off(machine, "memory")) {
		as_machine_set_remedy(feature,
			"add cgroup_enable=memory to the kernel's command line and reboot; the "
			"memory controller is switched off",
			NULL);
	} else if (container) {
		as_machine_set_remedy(feature, container, NULL);
	} else if (all) {
		as_machine_set_remedy(feature,
			"mount the control groups, which systemd does at boot:",
			"sudo mount -t cgroup2 none /sys/fs/cgroup");
	} else {
		snprintf(command, sizeof(command),
			"sudo mkdir -p /sys/fs/cgroup/%s && "
			"sudo mount -t cgroup -o %s none /sys/fs/cgroup/%s",
			one, one, one);
		as_machine_set_remedy(feature, NULL, command);
	}
}

/* Returns true if control groups are available at all. */
static bool examine_controllers(struct as_machine *machine)
{
	static const char good[] =
		"memory, processes and CPU time of all processes of a run are limited and counted";
	char list[256], missing[64] = "";
	const char *one = NULL;
	size_t count = 0;

	if (find_v2(machine, list, sizeof(list))) {
		as_machine_add(
			machine, "control groups", AS_FEATURE_GOOD, good, "v2 with %s", list);
		return true;
	}
	for (size_t i = 0; i < NEEDED; i++) {
		if (has_v1(machine, needed_v1[i]))
			continue;
		one = needed_v1[i];
		count++;
		snprintf(missing + strlen(missing), sizeof(missing) - strlen(missing), "%s%s",
			*missing ? ", " : "", one);
	}
	if (!one) {
		as_machine_add(machine, "control groups", AS_FEATURE_GOOD, good,
			"v1 with memory pids cpuacct");
		return true;
	}
	set_remedy_controllers(machine,
		as_machine_add(machine, "control groups", AS_FEATURE_MISSING,
			"nothing can be judged without them, except with --weak-sandbox",
			"neither v2 with memory and pids, nor %s of v1", missing),
		one, count == NEEDED);
	return false;
}

/* Sets the remedy if this user may not make groups; `why` is the error of the library. */
static void set_remedy_delegation(
	struct as_machine *machine, struct as_feature *feature, const struct as_error *why)
{
	static const char no_scope[] =
		"find out why systemd refuses a scope; this command must work:";
	static const char empty_group[] =
		"mkdir /sys/fs/cgroup/assay.main && for p in $(cat /sys/fs/cgroup/cgroup.procs); "
		"do echo $p >/sys/fs/cgroup/assay.main/cgroup.procs; done";
	const char *container = as_machine_container_remedy(machine);
	struct as_cgroup_place place;
	bool v1 = as_cgroup_find("memory", &place) == 0;

	if (machine->uid != 0 && !v1 && as_cgroup_has_manager())
		as_machine_set_remedy(
			feature, no_scope, "systemd-run --user --scope -p Delegate=yes true");
	else if (machine->uid != 0)
		as_machine_set_remedy(feature,
			v1 ? "root must hand over a group, which lasts until the next boot:"
			   : "root must enable a systemd manager for this user:",
			"sudo assay doctor --fix");
	else if (v1 || why->sys_errno == EROFS)
		as_machine_set_remedy(feature,
			container ? container : "mount the control groups read-write", NULL);
	else if (as_machine_has(machine, "run/systemd/system"))
		as_machine_set_remedy(
			feature, no_scope, "sudo systemd-run --scope -p Delegate=yes true");
	else
		as_machine_set_remedy(feature,
			"a group that contains processes cannot be divided; move them away once, "
			"as "
			"root:",
			empty_group);
}

/* An error of the library ends with the remedy, which `assay doctor` prints separately. */
static int complaint_length(const struct as_error *error)
{
	static const char *const advice[] = {"; run `", " (see `assay doctor`"};
	size_t length = strlen(error->text);

	for (size_t i = 0; i < sizeof(advice) / sizeof(*advice); i++) {
		const char *at = strstr(error->text, advice[i]);
		if (at && (size_t)(at - error->text) < length)
			length = (size_t)(at - error->text);
	}
	return (int)length;
}

static void examine_delegation(struct as_machine *machine)
{
	static const char good[] = "assay can limit what it runs";
	struct as_error why = {0};
	struct as_cgroup cgroup = {0};
	char user[32] = "root";

	if (machine->uid != 0)
		snprintf(user, sizeof(user), "user %u", (unsigned)machine->uid);
	/* If systemd gives scopes, this process is in one already; asking for another proves
	 * nothing. */
	if (as_cgroup_open(&cgroup, NULL, &why) == 0) {
		as_machine_add(machine, "delegation", AS_FEATURE_GOOD, good,
			"%s may make groups of %s", user, cgroup.version->name);
		as_cgroup_close(&cgroup);
	} else {
		set_remedy_delegation(machine,
			as_machine_add(machine, "delegation", AS_FEATURE_MISSING,
				"nothing can be judged without it, except with --weak-sandbox",
				"%.*s", complaint_length(&why), why.text),
			&why);
	}
}

void as_machine_examine_groups(struct as_machine *machine)
{
	if (examine_controllers(machine))
		examine_delegation(machine);
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

static void add_run(struct as_machine *machine, const struct as_sandbox *sandbox, int64_t wall_ns)
{
	struct as_isolation isolation;

	as_sandbox_describe(sandbox, &isolation);
	bool good = !isolation.degraded[0];
	struct as_feature *feature = as_machine_add(machine, "trial run",
		good ? AS_FEATURE_GOOD : AS_FEATURE_DEGRADED,
		good ? "programs can be judged, with every barrier and limit in place"
		     : "programs can be judged; every verdict lists these words as degraded",
		"a program ran isolated in %.1f ms", (double)wall_ns / 1e6);

	for (const char **word = isolation.degraded; *word; word++)
		as_machine_found_more(feature, "; %s (%s)", *word, explain(*word));
	if (!good)
		as_machine_set_remedy(feature, "see the items named in parentheses", NULL);
}

/* The sandbox may fail even if each single part works. */
static void add_failure(struct as_machine *machine, const struct as_error *error)
{
	const char *container = as_machine_container_remedy(machine);
	bool others = machine->lacks;
	struct as_feature *feature = as_machine_add(machine, "trial run", AS_FEATURE_MISSING,
		"nothing can be judged here", "%.*s", complaint_length(error), error->text);
	long value;

	if (others)
		as_machine_set_remedy(feature, "fix the missing items above first", NULL);
	else if (as_machine_number(machine, "proc/sys/vm/memfd_noexec", &value) && value >= 2)
		as_machine_set_remedy(feature,
			"allow executable memory files, from which the sandbox's helper runs:",
			"sudo sysctl -w vm.memfd_noexec=1");
	else
		as_machine_set_remedy(feature,
			container ? container
				  : "please report this as a defect of Assay: all parts that the "
				    "sandbox needs are present",
			NULL);
}

void as_machine_examine_run(struct as_machine *machine)
{
	static const struct as_view views[] = {{"/usr", NULL}, {"/bin", NULL}, {"/lib", NULL},
		{"/lib64", NULL}, {"/etc/ld.so.cache", NULL}};
	static const char *const argv[] = {"/bin/true", NULL};
	const struct as_sandbox_config config = {
		.views = views, .view_count = sizeof(views) / sizeof(*views), .core = -1};
	struct as_error error = {0};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	const struct as_run_request request = {.argv = argv,
		.profile = AS_PROFILE_RUNTIME,
		.limits = as_limits_default,
		.stdin_fd = -1};

	struct as_sandbox *sandbox = as_sandbox_open(&config, &error);
	if (sandbox && as_sandbox_run(sandbox, &request, &result, &error) == 0 && !result.hits &&
		result.exit_code == 0)
		add_run(machine, sandbox, result.wall_time_ns);
	else {
		/* An earlier cause wins. */
		as_error_set(&error, AS_ERROR_INTERNAL, "a trivial program failed");
		add_failure(machine, &error);
	}
	as_sandbox_close(sandbox);
}
