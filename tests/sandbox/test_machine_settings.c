/* SPDX-License-Identifier: MIT */
/* Reports about settings that this machine does not have: whole machines from tests/data/machines,
 * and single settings combined with the best of them. */
#include "machine/container.h"
#include "machine/machine.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

static char root[64];
static int root_fd = -1;

static void make_root(void)
{
	strcpy(root, "/tmp/assay-machine.XXXXXX");
	cr_assert(mkdtemp(root));
	root_fd = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	cr_assert_geq(root_fd, 0);
}

static void remove_root(void)
{
	close(root_fd);
	cr_assert_eq(as_dir_remove(AT_FDCWD, root, NULL), 0);
}

TestSuite(machine_settings, .init = make_root, .fini = remove_root, .timeout = 600);

static void put(const char *path, const char *text, size_t size)
{
	AS_AUTO_FREE char *parent = strdup(path);
	char *slash = strrchr(parent, '/');
	if (slash) {
		*slash = '\0';
		cr_assert_eq(as_dir_make(root_fd, parent, 0755, NULL), 0, "%s", parent);
	}
	AS_AUTO_FD int fd = openat(root_fd, path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	cr_assert(fd >= 0 && as_fd_write(fd, text, size, NULL) == 0, "%s", path);
}

/* "== PATH" begins a file. */
static void unpack(const char *machine)
{
	AS_AUTO_FREE char *path =
		as_text_format(NULL, "%s/tests/data/machines/%s.txt", ASSAY_SOURCE_DIR, machine);
	AS_AUTO_BYTES struct as_bytes text = {0};
	cr_assert_eq(as_file_read(AT_FDCWD, path, 1 << 20, &text, NULL), 0, "%s", path);
	cr_assert_eq(strncmp(text.data, "== ", 3), 0);
	for (char *at = text.data; at;) {
		char *name = at + 3, *body = strchr(name, '\n');
		cr_assert_not_null(body);
		*body++ = '\0';
		char *next = strncmp(body, "== ", 3) == 0 ? body - 1 : strstr(body, "\n== ");
		put(name, body, next ? (size_t)(next + 1 - body) : strlen(body));
		at = next ? next + 1 : NULL;
	}
}

static const struct as_machine_rights all_rights = {
	.fixes_addresses = true, .raises_stack = true, .sets_core_limit = true};

static struct as_feature features[32];
static size_t feature_count;

static void examine(const struct as_machine_rights *rights)
{
	struct as_machine machine;
	cr_assert_eq(as_machine_open(&machine, root, features, 32), 0);
	machine.rights = *rights;
	as_machine_check(&machine, "timing", as_checks_of_programs);
	as_machine_check(&machine, "timing", as_checks_of_timing);
	as_machine_close(&machine);
	feature_count = machine.count;
}

static const struct as_feature *feature_of(const char *name)
{
	for (size_t i = 0; i < feature_count; i++)
		if (strcmp(features[i].name, name) == 0)
			return &features[i];
	cr_assert_fail("there is no feature %s", name);
	return NULL;
}

struct expected {
	const char *name;
	enum as_feature_state state;
	const char *found;  /* begins so */
	const char *remedy; /* in the remedy or the command; NULL: both are empty */
};

static void expect(const struct expected *expected, const char *about)
{
	const struct as_feature *feature = feature_of(expected->name);

	cr_expect_eq(feature->state, expected->state, "%s: %s is %d: %s", about, expected->name,
		feature->state, feature->found);
	cr_expect_eq(strncmp(feature->found, expected->found, strlen(expected->found)), 0,
		"%s: of %s is said: %s", about, expected->name, feature->found);
	cr_expect_gt(strlen(feature->meaning), 0u, "%s: %s", about, expected->name);
	if (!expected->remedy)
		cr_expect(!*feature->remedy && !*feature->command, "%s: %s: %s%s", about,
			expected->name, feature->remedy, feature->command);
	else
		cr_expect(strstr(feature->remedy, expected->remedy) ||
				  strcmp(feature->command, expected->remedy) == 0,
			"%s: %s has the remedy %s|%s", about, expected->name, feature->remedy,
			feature->command);
}

static void expect_all(const char *machine, const struct expected *rows, size_t count)
{
	unpack(machine);
	examine(&all_rights);
	cr_expect_eq(feature_count, count, "%s: %zu features", machine, feature_count);
	for (size_t i = 0; i < count; i++)
		expect(&rows[i], machine);
	for (size_t i = 0; i < feature_count; i++)
		cr_expect_neq(features[i].state, AS_FEATURE_MISSING,
			"%s: %s only makes times repeat less", machine, features[i].name);
}

#define SYS_CPU "/sys/devices/system/cpu/"
#define COUNT(rows) (sizeof(rows) / sizeof(*(rows)))

Test(machine_settings, a_server_set_up_for_judging_is_good_in_every_feature)
{
	static const struct expected rows[] = {
		{"address layout", GOOD, "randomised on this machine, but not for", NULL},
		{"stack", GOOD, "as large as the memory limit", NULL},
		{"core dumps", GOOD, "no crash handler", NULL},
		{"swap", GOOD, "none", NULL},
		{"huge pages", GOOD, "only for programs that ask", NULL},
		{"address space", GOOD, "vm.overcommit_memory is 0", NULL},
		{"machine", GOOD, "not a virtual machine", NULL},
		{"cores", GOOD, "16 of 16 may be used; load 0.35", NULL},
		{"CPU quota", GOOD, "none", NULL},
		{"SMT", GOOD, "off", NULL},
		{"turbo", GOOD, "off", NULL},
		{"governor", GOOD, "performance", NULL},
		{"clock", GOOD, "tsc", NULL},
		{"counters", GOOD, "instructions are counted", NULL},
	};
	expect_all("server", rows, COUNT(rows));
}

Test(machine_settings, a_laptop_gets_its_remedies_as_commands)
{
	static const struct expected rows[] = {
		{"address layout", GOOD, "randomised on this machine, but not for", NULL},
		{"stack", GOOD, "as large as the memory limit", NULL},
		{"core dumps", GOOD, "a crash handler of this machine, not for judged", NULL},
		{"swap", GOOD, "on /swap.img", NULL},
		{"huge pages", DEGRADED, "always",
			"echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled"},
		{"address space", GOOD, "vm.overcommit_memory is 0", NULL},
		{"machine", GOOD, "not a virtual machine", NULL},
		{"cores", GOOD, "8 of 8 may be used; load 1.10", NULL},
		{"CPU quota", GOOD, "none", NULL},
		{"SMT", DEGRADED, "on", "echo off | sudo tee " SYS_CPU "smt/control"},
		{"turbo", DEGRADED, "on", "echo 1 | sudo tee " SYS_CPU "intel_pstate/no_turbo"},
		{"governor", DEGRADED, "not \"performance\" in 2 of 3 policies",
			"echo performance | sudo tee " SYS_CPU "cpu*/cpufreq/scaling_governor"},
		{"clock", GOOD, "tsc", NULL},
		{"counters", GOOD, "instructions are counted", NULL},
	};
	expect_all("laptop", rows, COUNT(rows));
}

Test(machine_settings, a_rented_machine_lists_settings_hidden_by_its_host)
{
	static const struct expected rows[] = {
		{"address layout", GOOD, "randomised on this machine, but not for", NULL},
		{"stack", GOOD, "as large as the memory limit", NULL},
		{"core dumps", GOOD, "no crash handler", NULL},
		{"swap", DEGRADED, "on /dev/zram0; this kernel does not count it",
			"sudo swapoff -a"},
		{"huge pages", GOOD, "never", NULL},
		{"address space", GOOD, "vm.overcommit_memory is 1", NULL},
		{"machine", DEGRADED,
			"a virtual machine; others took 6.50 % of its CPU time since it started",
			"real hardware"},
		{"cores", DEGRADED, "1 of 1 may be used; load 0.00", "two cores or more"},
		{"CPU quota", GOOD, "none", NULL},
		{"SMT", DEGRADED, "not visible in this virtual machine",
			"run `assay doctor` there"},
		{"turbo", DEGRADED, "not visible in this virtual machine",
			"run `assay doctor` there"},
		{"governor", DEGRADED, "not visible in this virtual machine",
			"run `assay doctor` there"},
		{"clock", DEGRADED, "acpi_pm", "another host"},
		{"counters", GOOD, "instructions are counted", NULL},
	};
	expect_all("rented", rows, COUNT(rows));
}

Test(machine_settings, a_container_gets_a_remedy_for_its_cpu_share)
{
	static const struct expected rows[] = {
		{"address layout", GOOD, "randomised on this machine, but not for", NULL},
		{"stack", GOOD, "as large as the memory limit", NULL},
		{"core dumps", GOOD, "a crash handler of this machine, not for judged", NULL},
		{"swap", GOOD, "none", NULL},
		{"huge pages", GOOD, "only for programs that ask", NULL},
		{"address space", DEGRADED, "vm.overcommit_memory is 2",
			"sudo sysctl -w vm.overcommit_memory=0"},
		{"machine", GOOD, "not a virtual machine", NULL},
		{"cores", DEGRADED, "2 of 8 may be used; load 3.70", "end other programs"},
		{"CPU quota", DEGRADED, "this control group may use 1.50 cores", "--cpuset-cpus"},
		{"SMT", GOOD, "off", NULL},
		{"turbo", DEGRADED, "on", "echo 0 | sudo tee " SYS_CPU "cpufreq/policy*/boost"},
		{"governor", GOOD, "performance", NULL},
		{"clock", GOOD, "tsc", NULL},
		{"counters", GOOD, "instructions are counted", NULL},
	};
	expect_all("container", rows, COUNT(rows));
}

/* ---- single settings, laid over the server's ---- */

Test(machine_settings, each_setting_is_read_where_the_kernel_has_it)
{
	static const struct {
		const char *path;
		const char *text; /* NULL: the file is not there */
		struct expected expected;
	} rows[] = {
		{"proc/sys/kernel/randomize_va_space", "0\n",
			{"address layout", GOOD, "not randomised on this machine", NULL}},
		{"proc/swaps", "Filename Type Size Used Priority\n/dev/sda2 partition 1 0 -2\n",
			{"swap", GOOD, "on /dev/sda2", NULL}},
		{"sys/kernel/mm/transparent_hugepage/enabled", NULL,
			{"huge pages", GOOD, "not in this kernel", NULL}},
		{"proc/loadavg", "15.10 1.00 1.00 1/2 3\n",
			{"cores", DEGRADED, "16 of 16 may be used; load 15.10",
				"ps -eo pcpu,pid,user,args --sort=-pcpu | head"}},
		{"proc/self/status", "Cpus_allowed_list:\t3\n",
			{"cores", DEGRADED, "1 of 16 may be used", "more of the machine's cores"}},
		{"proc/self/status", "Cpus_allowed_list:\t0,2,4-6\n",
			{"cores", GOOD, "5 of 16 may be used", NULL}},
		{"sys/fs/cgroup/system.slice/cpu.max", "200000 100000\n",
			{"CPU quota", DEGRADED, "this control group may use 2.00 cores",
				"CPUQuota="}},
		{"sys/fs/cgroup/system.slice/run-r1.scope/cpu.max", "25000 100000\n",
			{"CPU quota", DEGRADED, "this control group may use 0.25 cores",
				"CPUQuota="}},
		{"sys/devices/system/cpu/smt/active", "1\n",
			{"SMT", DEGRADED, "on", "echo off | sudo tee " SYS_CPU "smt/control"}},
		{"sys/devices/system/cpu/cpufreq/boost", "1\n",
			{"turbo", DEGRADED, "on", "echo 0 | sudo tee " SYS_CPU "cpufreq/boost"}},
		{"sys/devices/system/cpu/cpufreq/boost", NULL,
			{"turbo", GOOD, "none that this kernel knows of", NULL}},
		{"sys/devices/system/cpu/intel_pstate/no_turbo", "1\n",
			{"turbo", GOOD, "off", NULL}},
		{"sys/devices/system/cpu/cpufreq/policy1/scaling_governor", "schedutil\n",
			{"governor", DEGRADED, "not \"performance\" in 1 of 2 policies",
				"echo performance | sudo tee " SYS_CPU
				"cpu*/cpufreq/scaling_governor"}},
		{"sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n",
			{"clock", DEGRADED, "hpet",
				"echo tsc | sudo tee "
				"/sys/devices/system/clocksource/clocksource0/"
				"current_clocksource"}},
		{"sys/hypervisor/type", "xen\n",
			{"machine", DEGRADED, "a virtual machine; others took 0.00 % of its",
				"real hardware"}},
		{"proc/stat", NULL, {"machine", GOOD, "not a virtual machine", NULL}},
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		unpack("server");
		if (rows[i].text)
			put(rows[i].path, rows[i].text, strlen(rows[i].text));
		else
			cr_assert_eq(unlinkat(root_fd, rows[i].path, 0), 0, "%s", rows[i].path);
		examine(&all_rights);
		expect(&rows[i].expected, rows[i].path);
		remove_root();
		make_root();
	}
}

Test(machine_settings, siblings_show_smt_without_a_kernel_setting)
{
	unpack("server");
	cr_assert_eq(unlinkat(root_fd, "sys/devices/system/cpu/smt/active", 0), 0);
	put("sys/devices/system/cpu/cpu0/topology/thread_siblings_list", "0,8\n", 4);
	examine(&all_rights);
	expect(&(struct expected){"SMT", DEGRADED, "on",
		       "echo off | sudo tee " SYS_CPU "smt/control"},
		"siblings");
	put("sys/devices/system/cpu/cpu0/topology/thread_siblings_list", "0\n", 2);
	examine(&all_rights);
	expect(&(struct expected){"SMT", GOOD, "off", NULL}, "alone");
}

Test(machine_settings, of_several_quotas_the_smallest_holds)
{
	static const struct {
		const char *inner, *outer, *found;
	} rows[] = {
		{"400000 100000\n", "150000 100000\n", "this control group may use 1.50 cores"},
		{"50000 100000\n", "150000 100000\n", "this control group may use 0.50 cores"},
		{"max 100000\n", "150000 100000\n", "this control group may use 1.50 cores"},
	};

	unpack("server");
	for (size_t i = 0; i < COUNT(rows); i++) {
		put("sys/fs/cgroup/system.slice/run-r1.scope/cpu.max", rows[i].inner,
			strlen(rows[i].inner));
		put("sys/fs/cgroup/system.slice/cpu.max", rows[i].outer, strlen(rows[i].outer));
		examine(&all_rights);
		expect(&(struct expected){"CPU quota", DEGRADED, rows[i].found, "CPUQuota="},
			"nested");
	}
}

Test(machine_settings, a_quota_of_version_1_is_found)
{
	unpack("rented");
	put("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "50000\n", 6);
	put("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n", 7);
	examine(&all_rights);
	expect(&(struct expected){"CPU quota", DEGRADED, "this control group may use 0.50 cores",
		       "CPUQuota="},
		"version 1");
	put("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n", 3);
	examine(&all_rights);
	expect(&(struct expected){"CPU quota", GOOD, "none", NULL}, "version 1");
}

Test(machine_settings, missing_rights_of_a_process_are_degraded)
{
	static const struct {
		struct as_machine_rights rights;
		struct expected expected;
	} rows[] = {
		{{false, true, true, 0},
			{"address layout", DEGRADED, "randomised; a container forbids",
				"sudo sysctl -w kernel.randomize_va_space=0"}},
		{{true, false, true, 0}, {"stack", DEGRADED, "this session has a hard limit",
						 "echo '* hard stack unlimited' | sudo tee "
						 "/etc/security/limits.d/assay.conf"}},
		{{true, true, false, 0},
			{"core dumps", DEGRADED,
				"the crash handler /usr/share/apport/apport can start",
				"echo core | sudo tee /proc/sys/kernel/core_pattern"}},
		{{true, true, true, EACCES},
			{"counters", DEGRADED, "none (Permission denied)",
				"sudo sysctl -w kernel.perf_event_paranoid=2"}},
		{{true, true, true, ENOENT},
			{"counters", DEGRADED, "none (this processor has none)",
				"this one has none for this processor"}},
	};

	unpack("laptop");
	for (size_t i = 0; i < COUNT(rows); i++) {
		examine(&rows[i].rights);
		expect(&rows[i].expected, "laptop");
	}
	put("proc/sys/kernel/core_pattern", "core\n", 5);
	examine(&rows[2].rights);
	expect(&(struct expected){"core dumps", GOOD, "no crash handler", NULL}, "a plain file");
	put("proc/sys/kernel/perf_event_paranoid", "2\n", 2);
	examine(&rows[3].rights);
	expect(&(struct expected){"counters", DEGRADED, "none (Permission denied)",
		       "allow perf_event_open in the filter of the container"},
		"paranoid 2");
	put("proc/cpuinfo", "flags\t: fpu hypervisor\n", 23);
	examine(&rows[4].rights);
	expect(&(struct expected){"counters", DEGRADED, "none (this processor has none)",
		       "a virtual PMU"},
		"virtual");
}

/* ---- causes of forbidden namespaces ---- */

Test(machine_settings, the_cause_of_forbidden_namespaces_is_named_with_the_remedy)
{
	static const struct {
		const char *machine;
		const char *path, *text; /* laid over it; may be NULL */
		uid_t uid;
		const char *kind;
		int refusal;
		const char *found; /* the text after the refusal */
		const char *remedy;
	} rows[] = {
		{"laptop", NULL, NULL, 1000, "user", EPERM,
			": kernel.apparmor_restrict_unprivileged_userns is 1",
			"echo kernel.apparmor_restrict_unprivileged_userns=0 | "
			"sudo tee /etc/sysctl.d/60-assay.conf && sudo sysctl --system"},
		{"laptop", "proc/sys/kernel/apparmor_restrict_unprivileged_userns", "0\n", 1000,
			"user", EPERM, "", "a chroot"},
		{"laptop", NULL, NULL, 0, "user", EPERM,
			": root lacks CAP_SYS_ADMIN in a container or a service", "--privileged"},
		{"laptop", "proc/sys/kernel/unprivileged_userns_clone", "0\n", 1000, "user", EPERM,
			": kernel.unprivileged_userns_clone is 0",
			"sudo sysctl -w kernel.unprivileged_userns_clone=1"},
		{"laptop", "proc/sys/user/max_user_namespaces", "0\n", 1000, "user", ENOSPC,
			": user.max_user_namespaces is 0",
			"sudo sysctl -w user.max_user_namespaces=10000"},
		{"laptop", "proc/sys/user/max_net_namespaces", "50000\n", 0, "net", ENOSPC,
			": user.max_net_namespaces is 50000",
			"sudo sysctl -w user.max_net_namespaces=100000"},
		{"laptop", "proc/self/status", "CapEff:\t0000000000200000\n", 0, "user", EPERM, "",
			"a chroot"},
		{"server", NULL, NULL, 1000, "user", EINVAL, "",
			"this kernel was built without it"},
		{"container", NULL, NULL, 0, "mnt", EPERM,
			": a system call filter on this process, set by a Docker container, "
			"forbids it",
			"--security-opt systempaths=unconfined"},
		{"container", "proc/self/attr/apparmor/current", "docker-default (enforce)\n", 0,
			NULL, EACCES,
			": the AppArmor profile docker-default (enforce) of a Docker container "
			"forbids it",
			"--security-opt apparmor=unconfined"},
		{"container", "run/.containerenv", "", 0, NULL, EPERM,
			": a system call filter on this process, set by a Podman container, "
			"forbids it",
			"--security-opt unmask=ALL"},
		{"container", "var/run/secrets/kubernetes.io/x", "", 0, NULL, EPERM,
			": a system call filter on this process, set by a Kubernetes pod, forbids "
			"it",
			"privileged: true"},
		{"server", "run/systemd/container", "lxc\n", 1000, NULL, EPERM,
			"; the cause may be that this is an LXC container",
			"security.nesting=true"},
		{"server", "run/systemd/container", "systemd-nspawn\n", 1000, NULL, EPERM,
			"; the cause may be that this is a container", "must be privileged"},
		{"server", "proc/self/status", "Seccomp:\t2\n", 1000, "user", EPERM,
			": a system call filter on this process, set by a container or a service, "
			"forbids it",
			"RestrictNamespaces="},
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		struct as_machine machine;
		struct as_feature feature = {.name = "namespaces"};
		unpack(rows[i].machine);
		if (rows[i].path)
			put(rows[i].path, rows[i].text, strlen(rows[i].text));
		cr_assert_eq(as_machine_open(&machine, root, NULL, 0), 0);
		machine.uid = rows[i].uid;
		as_machine_blame(&machine, &feature, rows[i].kind, rows[i].refusal);
		as_machine_close(&machine);
		cr_expect_eq(strncmp(feature.found, rows[i].found, strlen(rows[i].found)), 0,
			"row %zu: said %s", i, feature.found);
		cr_expect(*rows[i].found || !*feature.found, "row %zu: said %s", i, feature.found);
		cr_expect(strstr(feature.remedy, rows[i].remedy) ||
				  strcmp(feature.command, rows[i].remedy) == 0,
			"row %zu: has the remedy %s|%s", i, feature.remedy, feature.command);
		remove_root();
		make_root();
	}
}

static void expect_documented(const char *page, const char *options)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/%s", ASSAY_SOURCE_DIR, page);
	AS_AUTO_BYTES struct as_bytes text = {0};

	cr_assert_not_null(options, "no options for %s", page);
	cr_assert_eq(as_file_read(AT_FDCWD, path, 1 << 20, &text, NULL), 0, "%s", path);
	cr_expect(strstr(text.data, options), "%s lacks %s", page, options);
}

Test(machine_settings, the_options_of_each_container_are_the_documented_ones)
{
	static const struct {
		const char *path, *also, *name, *ending;
		bool in_readme;
	} rows[] = {
		{".dockerenv", NULL, "a Docker container", "-v /sys/fs/cgroup:/sys/fs/cgroup",
			false},
		{"run/.containerenv", NULL, "a Podman container", "apparmor=unconfined", true},
		{"run/.containerenv", "sys/fs/cgroup/memory/tasks", "a Podman container",
			"-v /sys/fs/cgroup:/sys/fs/cgroup", false},
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		put(rows[i].path, "", 0);
		if (rows[i].also)
			put(rows[i].also, "", 0);
		const struct as_container *container = as_container_find(root_fd);
		cr_assert_not_null(container, "row %zu", i);
		cr_expect_str_eq(container->name, rows[i].name);
		cr_expect(as_text_ends(container->remedy, rows[i].ending), "row %zu: %s", i,
			container->remedy);
		expect_documented("docs/containers.md", strstr(container->remedy, "--cap-add"));
		if (rows[i].in_readme)
			expect_documented("README.md", strstr(container->remedy, "--cap-add"));
		remove_root();
		make_root();
	}
}

/* A message of the library has advice of its own at its end, or the options of the container. */
Test(machine_settings, a_message_is_read_without_its_advice)
{
	put("run/.containerenv", "", 0);
	const struct as_container *container = as_container_find(root_fd);
	AS_AUTO_FREE char *advised =
		as_text_format(NULL, "refused; %s (see `assay doctor`)", container->remedy);

	cr_expect_eq(as_container_complaint_length(advised), 7);
	cr_expect_eq(as_container_complaint_length("refused (see `assay doctor`; why)"), 7);
	cr_expect_eq(as_container_complaint_length("refused; run `this`"), 7);
	cr_expect_eq(as_container_complaint_length("refused"), 7);
}

static char long_text[4096];

static int find_long_text(struct as_machine *machine, struct as_feature *feature)
{
	(void)machine;
	as_machine_found(feature, "%s", long_text);
	return FINE;
}

Test(machine_settings, a_long_text_is_cut_between_characters)
{
	const struct as_check checks[] = {
		{"x", find_long_text, {{GOOD, long_text, long_text, long_text}}}, {0}};
	struct as_machine machine;
	struct as_feature feature[1];

	for (size_t i = 0; i + 2 < sizeof(long_text); i += 2)
		memcpy(long_text + i, "\xC3\xA4", 3);
	cr_assert_eq(as_machine_open(&machine, root, feature, 1), 0);
	as_machine_check(&machine, "timing", checks);
	as_machine_close(&machine);
	cr_assert_eq(machine.count, 1u);
	const char *const all[] = {
		feature->found, feature->meaning, feature->remedy, feature->command};
	for (size_t i = 0; i < COUNT(all); i++) {
		size_t length = strlen(all[i]);
		cr_expect(as_text_is_utf8(all[i], length), "%zu: %s", i, all[i]);
		cr_expect_str_eq(all[i] + length - 3, "...", "%zu: %s", i, all[i]);
	}
}
