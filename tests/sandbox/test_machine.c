/* SPDX-License-Identifier: MIT */
/* Examines the running kernel as it is, and with the restrictions of containers and
 * administrators. */
#include "host.h"
#include "support/namespaces.h"
#include "support/skip.h"

#include <assay/sandbox.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <seccomp.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>

TestSuite(machine, .timeout = 600);

#define CAPACITY 32

/* Findings in a child with a restriction, in memory shared with it. */
struct page {
	bool prepared;
	size_t count;
	struct as_feature features[CAPACITY];
};

static struct page *examine_after(bool (*prepare)(void))
{
	struct page *page = mmap(
		NULL, sizeof(*page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int status;

	cr_assert_neq(page, MAP_FAILED);
	pid_t pid = fork();
	cr_assert_geq(pid, 0);
	if (pid == 0) {
		page->prepared = !prepare || prepare();
		if (page->prepared)
			page->count = as_machine_examine(page->features, CAPACITY);
		_exit(0);
	}
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_assert_eq(status, 0, "the child ended with %#x", status);
	return page;
}

/* NULL if there is none. */
static const struct as_feature *feature_of(const struct page *page, const char *name)
{
	for (size_t i = 0; i < page->count; i++)
		if (strcmp(page->features[i].name, name) == 0)
			return &page->features[i];
	return NULL;
}

static void expect(const struct page *page, const char *name, enum as_feature_state state,
	const char *found, const char *remedy)
{
	const struct as_feature *feature = feature_of(page, name);

	cr_assert_not_null(feature, "no feature %s", name);
	cr_expect_eq(feature->state, state, "%s is %d: %s", name, feature->state, feature->found);
	cr_expect_not_null(
		strstr(feature->found, found), "of %s is said: %s", name, feature->found);
	if (remedy)
		cr_expect(strstr(feature->remedy, remedy) || strstr(feature->command, remedy),
			"%s has the remedy %s|%s", name, feature->remedy, feature->command);
}

Test(machine, every_feature_has_a_finding_and_its_meaning)
{
	struct as_feature features[CAPACITY];
	size_t count = as_machine_examine(features, CAPACITY);

	cr_assert(count > 15 && count <= CAPACITY, "%zu", count);
	for (size_t i = 0; i < count; i++) {
		const struct as_feature *feature = &features[i];
		bool has_remedy = feature->remedy[0] || feature->command[0];
		cr_expect(strcmp(feature->group, "safety") == 0 ||
				  strcmp(feature->group, "timing") == 0,
			"%s: %s", feature->name, feature->group);
		cr_expect_gt(strlen(feature->found), 0u, "%s", feature->name);
		cr_expect_gt(strlen(feature->meaning), 0u, "%s", feature->name);
		cr_expect_eq(has_remedy, feature->state != AS_FEATURE_GOOD, "%s: %s|%s",
			feature->name, feature->remedy, feature->command);
		for (size_t j = 0; j < i; j++)
			cr_expect_str_neq(feature->name, features[j].name);
	}
}

Test(machine, a_feature_beyond_the_capacity_is_neither_written_nor_counted)
{
	struct as_feature features[2] = {{.name = "untouched"}, {.name = "untouched"}};
	struct as_feature all[CAPACITY];

	cr_expect_eq(as_machine_examine(features, 1), 1u);
	cr_expect_gt(as_machine_examine(all, CAPACITY), 1u);
	cr_expect_str_eq(features[0].name, all[0].name);
	cr_expect_str_eq(features[1].name, "untouched");
}

/* It makes a sandbox to try it. */
Test(machine, examining_leaves_nothing)
{
	struct as_feature features[CAPACITY];
	struct host host;

	host_init(&host);
	as_machine_examine(features, CAPACITY);
	host_expect_clean(&host, "no-such-mark", "examine");
	host_clear(&host, "examine");
}

Test(machine, only_root_hands_groups_over)
{
	struct as_error error = {0};

	skip_unless(geteuid() != 0, "ordinary-user", "root may");
	cr_expect_eq(as_machine_prepare(geteuid(), getegid(), &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_str_eq(error.text, "only root can delegate control groups; use sudo");
}

Test(machine, nothing_is_handed_to_root)
{
	struct as_error error = {0};

	skip_unless(geteuid() == 0, "root", "only root may");
	int before = access("/sys/fs/cgroup/memory/assay.0", F_OK);
	cr_expect_eq(as_machine_prepare(0, 0, &error), 0, "%s", error.text);
	cr_expect_eq(access("/sys/fs/cgroup/memory/assay.0", F_OK), before);
}

/* ---- a machine that lacks something ---- */

/* Answers a call like a container's filter. */
static bool deny(int call, int error)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	bool loaded = filter &&
		      seccomp_rule_add(filter, SCMP_ACT_ERRNO((unsigned)error), call, 0) == 0 &&
		      seccomp_load(filter) == 0;

	seccomp_release(filter);
	return loaded;
}

static bool deny_unshare(void)
{
	return deny(SCMP_SYS(unshare), EPERM);
}

static bool deny_clone3(void)
{
	return deny(SCMP_SYS(clone3), ENOSYS);
}

static bool deny_pivot_root(void)
{
	return deny(SCMP_SYS(pivot_root), EPERM);
}

static bool deny_fsmount(void)
{
	return deny(SCMP_SYS(fsmount), EPERM);
}

static bool kill_at_fsmount(void)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	bool loaded = filter &&
		      seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, SCMP_SYS(fsmount), 0) == 0 &&
		      seccomp_load(filter) == 0;

	seccomp_release(filter);
	/* The helper is killed in this way, too; no core file can be made there. */
	return loaded && chdir("/proc") == 0;
}

static bool deny_mount_setattr(void)
{
	return deny(SCMP_SYS(mount_setattr), ENOSYS);
}

static bool deny_personality(void)
{
	return deny(SCMP_SYS(personality), EPERM);
}

static bool deny_landlock(void)
{
	return deny(SCMP_SYS(landlock_create_ruleset), EOPNOTSUPP);
}

static int listener;

/* A kernel whose Landlock has version 1: the other calls are not made. */
static void *answer_one(void *nothing)
{
	struct seccomp_notif *asked = NULL;
	struct seccomp_notif_resp *answer = NULL;

	if (seccomp_notify_alloc(&asked, &answer))
		return nothing;
	while (seccomp_notify_receive(listener, asked) == 0) {
		*answer = (struct seccomp_notif_resp){.id = asked->id, .val = 1};
		seccomp_notify_respond(listener, answer);
		/* The kernel takes no other. */
		*asked = (struct seccomp_notif){0};
	}
	close(listener);
	seccomp_notify_free(asked, answer);
	return nothing;
}

static bool simulate_landlock_version_1(void)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	pthread_t thread;
	bool loaded = filter &&
		      seccomp_rule_add(
			      filter, SCMP_ACT_NOTIFY, SCMP_SYS(landlock_create_ruleset), 0) == 0 &&
		      seccomp_load(filter) == 0;

	listener = loaded ? seccomp_notify_fd(filter) : -1;
	seccomp_release(filter);
	return listener >= 0 && pthread_create(&thread, NULL, answer_one, NULL) == 0;
}

static bool deny_counters(void)
{
	return deny(SCMP_SYS(perf_event_open), EPERM);
}

/* A second listener besides the one that a run needs: the kernel permits one. */
static bool listen(void)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	bool loaded = filter && seccomp_rule_add(filter, SCMP_ACT_NOTIFY, SCMP_SYS(acct), 0) == 0 &&
		      seccomp_load(filter) == 0;

	seccomp_release(filter);
	return loaded;
}

Test(machine, calls_forbidden_by_a_containers_filter_are_named)
{
	static const char by[] = ": a system call filter on this process, set by a";
	static const struct {
		bool (*prepare)(void);
		const char *name;
		enum as_feature_state state;
		const char *found, *more, *remedy;
		bool runs;
	} rows[] = {
		{deny_unshare, "namespaces", AS_FEATURE_MISSING,
			"refused (Operation not permitted)", by, "the container", false},
		{deny_clone3, "mounts", AS_FEATURE_MISSING,
			"clone3 refused (Function not implemented)", by, "the container", false},
		{deny_pivot_root, "mounts", AS_FEATURE_MISSING,
			"pivot_root refused (Operation not permitted)", by, "the container", false},
		{deny_fsmount, "mounts", AS_FEATURE_MISSING,
			"a private /proc refused (Operation not permitted)", by, "the container",
			false},
		{kill_at_fsmount, "mounts", AS_FEATURE_MISSING,
			"a private /proc refused (Operation not permitted)", by, "the container",
			false},
		{deny_mount_setattr, "kernel", AS_FEATURE_MISSING, "lacks the call mount_setattr",
			by, "the container", false},
		{listen, "seccomp", AS_FEATURE_MISSING, "refused", "busy", "the kernel allows one",
			false},
		{deny_personality, "address layout", AS_FEATURE_DEGRADED,
			"a container forbids switching it off", "", NULL, true},
		{deny_landlock, "Landlock", AS_FEATURE_DEGRADED, "switched off", "",
			"cat /sys/kernel/security/lsm", true},
		{simulate_landlock_version_1, "Landlock", AS_FEATURE_DEGRADED, "ABI 1 is not used",
			"", "a kernel from 5.19 on", false},
		{deny_counters, "counters", AS_FEATURE_DEGRADED, "none (Operation not permitted)",
			"", "perf_event_", true},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct page *page = examine_after(rows[i].prepare);
		skip_unless(page->prepared, "seccomp", "cannot load a filter here");
		expect(page, rows[i].name, rows[i].state, rows[i].found, rows[i].remedy);
		expect(page, rows[i].name, rows[i].state, rows[i].more, NULL);
		const struct as_feature *run = feature_of(page, "trial run");
		cr_assert_not_null(run, "row %zu", i);
		cr_expect_eq(run->state != AS_FEATURE_MISSING, rows[i].runs, "row %zu: %s", i,
			run->found);
		munmap(page, sizeof(*page));
	}
}

/* The limit of this user namespace and those below, and not the machine's. */
static bool forbid_network_namespaces(void)
{
	return enter_user_namespace(0) && write_file("/proc/sys/user/max_net_namespaces", "0");
}

Test(machine, degraded_items_of_verdicts_are_explained)
{
	struct page *page = examine_after(deny_landlock);

	skip_unless(page->prepared, "seccomp", "cannot load a filter here");
	expect(page, "trial run", AS_FEATURE_DEGRADED, "; no-landlock (see Landlock above)",
		"see the items named in parentheses");
	munmap(page, sizeof(*page));
}

Test(machine, a_sysctl_that_forbids_namespaces_is_named_with_its_command)
{
	struct page *page = examine_after(forbid_network_namespaces);

	skip_unless(page->prepared, "namespaces", "cannot forbid namespaces here");
	expect(page, "namespaces", AS_FEATURE_MISSING,
		"net refused (No space left on device): user.max_net_namespaces is 0",
		"sudo sysctl -w user.max_net_namespaces=10000");
	munmap(page, sizeof(*page));
}

/* Masks files of /proc like a container. */
static bool cover_proc(void)
{
	return enter_mounts() && mount("none", "/proc/irq", "tmpfs", 0, NULL) == 0;
}

Test(machine, a_proc_that_is_covered_in_parts_is_named)
{
	struct page *page = examine_after(cover_proc);

	skip_unless(page->prepared, "mounts", "cannot cover a part of /proc here");
	expect(page, "mounts", AS_FEATURE_MISSING,
		"a private /proc refused (Operation not permitted): parts of /proc are covered, "
		"for example /proc/irq",
		"start the container with");
	expect(page, "trial run", AS_FEATURE_MISSING, "cannot ",
		"fix the missing items above first");
	munmap(page, sizeof(*page));
}

/* Mounted over the empty list of v2 that appears if v1 has the controllers. */
static bool pretend_controllers(const char *list)
{
	char path[] = "/tmp/assay-controllers-XXXXXX";
	int fd = mkstemp(path);
	bool done = fd >= 0 && write_file(path, "cpu memory pids\n") &&
		    mount(path, list, NULL, MS_BIND, NULL) == 0;

	if (fd >= 0)
		close(fd);
	unlink(path);
	return done;
}

/* As a container shows them, here to root. If v1 is in use beside it, v1 is hidden. */
static bool simulate_read_only_v2(void)
{
	static const char *const v1[] = {"memory", "pids", "cpuacct"};
	const bool hybrid = access("/sys/fs/cgroup/unified/cgroup.procs", F_OK) == 0;
	const char *v2 = hybrid ? "/sys/fs/cgroup/unified" : "/sys/fs/cgroup";

	if (geteuid() != 0 || !enter_mounts())
		return false;
	for (size_t i = 0; hybrid && i < sizeof(v1) / sizeof(*v1); i++) {
		char path[64];
		snprintf(path, sizeof(path), "/sys/fs/cgroup/%s", v1[i]);
		if (umount2(path, MNT_DETACH))
			return false;
	}
	return (!hybrid || pretend_controllers("/sys/fs/cgroup/unified/cgroup.controllers")) &&
	       mount(NULL, v2, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY, NULL) == 0;
}

Test(machine, root_gets_no_remedy_for_read_only_groups)
{
	struct page *page = examine_after(simulate_read_only_v2);

	skip_unless(page->prepared, "root", "cannot simulate read-only groups of v2 here");
	expect(page, "control groups", AS_FEATURE_GOOD, "v2 with", NULL);
	expect(page, "delegation", AS_FEATURE_MISSING, "Read-only file system", NULL);
	const struct as_feature *delegation = feature_of(page, "delegation");
	cr_expect_gt(strlen(delegation->remedy), 0u);
	cr_expect_str_empty(delegation->command);
	munmap(page, sizeof(*page));
}

/* The setting belongs to a PID namespace, which its first process makes: the caller continues
 * there. */
static bool forbid_executing_memory(void)
{
	int status;

	if (geteuid() != 0 || unshare(CLONE_NEWPID))
		return false;
	pid_t pid = fork();
	if (pid == 0)
		return write_file("/proc/sys/vm/memfd_noexec", "2");
	_exit(pid < 0 || waitpid(pid, &status, 0) != pid || status);
}

Test(machine, a_helper_that_may_not_start_is_named_with_its_switch)
{
	struct page *page = examine_after(forbid_executing_memory);

	skip_unless(
		page->prepared, "root", "only root can set vm.memfd_noexec (Linux 6.3 or newer)");
	expect(page, "trial run", AS_FEATURE_MISSING, "cannot make a memory file",
		"sudo sysctl -w vm.memfd_noexec=1");
	munmap(page, sizeof(*page));
}

/* An ordinary user cannot raise them again; root can with CAP_SYS_RESOURCE. */
static bool limit_session(void)
{
	const struct rlimit stack = {8 << 20, 8 << 20}, none = {0, 0};

	return setrlimit(RLIMIT_STACK, &stack) == 0 && setrlimit(RLIMIT_CORE, &none) == 0 &&
	       setrlimit(RLIMIT_STACK, &(struct rlimit){8 << 20, RLIM_INFINITY}) != 0;
}

Test(machine, a_hard_limit_of_the_session_is_degraded_and_in_the_trial_run_too)
{
	struct page *page = examine_after(limit_session);

	skip_unless(page->prepared, "ordinary-user", "this user may raise hard limits");
	expect(page, "stack", AS_FEATURE_DEGRADED, "hard limit on the stack",
		"echo '* hard stack unlimited' | sudo tee /etc/security/limits.d/assay.conf");
	expect(page, "trial run", AS_FEATURE_DEGRADED, "stack-limited (see stack below)", NULL);
	expect(page, "trial run", AS_FEATURE_DEGRADED, "core-limit (see core dumps below)", NULL);
	munmap(page, sizeof(*page));
}

static bool ignore_children(void)
{
	return signal(SIGCHLD, SIG_IGN) != SIG_ERR;
}

Test(machine, a_caller_that_ignores_its_children_gets_the_same_result)
{
	struct page *page = examine_after(ignore_children), *plain = examine_after(NULL);

	cr_assert_eq(page->count, plain->count);
	for (size_t i = 0; i < page->count; i++)
		if (strcmp(page->features[i].name, "cores") != 0)
			cr_expect_eq(page->features[i].state, plain->features[i].state, "%s: %s",
				page->features[i].name, page->features[i].found);
	munmap(page, sizeof(*page));
	munmap(plain, sizeof(*plain));
}

static bool pin(void)
{
	cpu_set_t set;
	int core = sched_getcpu();

	CPU_ZERO(&set);
	CPU_SET((size_t)core, &set);
	return core >= 0 && sched_setaffinity(0, sizeof(set), &set) == 0;
}

Test(machine, an_affinity_mask_is_detected)
{
	struct page *page = examine_after(pin);

	cr_assert(page->prepared);
	expect(page, "cores", AS_FEATURE_DEGRADED, "1 of ", NULL);
	munmap(page, sizeof(*page));
}
