/* SPDX-License-Identifier: MIT */
/* The sandbox fails closed. On a machine without a requirement (simulated in a child, by masking or
 * denying it) it refuses with AS_ERROR_MACHINE and a remedy, and never runs the program. */
#include "hostile.h"
#include "support/namespaces.h"
#include "support/skip.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>

TestSuite(refusal, .timeout = 600);

/* The child's findings, in memory shared with it. */
struct findings {
	bool prepared; /* the lack could be made */
	bool opened, ran;
	unsigned hits;
	int exit_code;
	struct as_error error;
	char described[256];
};

static void try_sandbox(struct findings *findings, bool weak)
{
	const struct as_sandbox_config config = {
		.views = hostile_views, .view_count = hostile_view_count, .core = -1, .weak = weak};
	const char *const argv[] = {"/hostile/files", "environment", NULL};
	const struct as_run_request request = {
		.argv = argv, .limits = as_limits_default, .stdin_fd = -1};
	struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_sandbox *sandbox = as_sandbox_open(&config, &findings->error);

	findings->opened = sandbox != NULL;
	findings->ran =
		sandbox && as_sandbox_run(sandbox, &request, &result, &findings->error) == 0;
	findings->hits = result.hits;
	findings->exit_code = result.exit_code;
	if (sandbox) {
		struct as_isolation isolation;
		as_sandbox_describe(sandbox, &isolation);
		int used = snprintf(findings->described, sizeof(findings->described), "%s %s",
			isolation.weak ? "weak" : "full", isolation.cgroup);
		for (const char **word = isolation.degraded; *word; word++)
			used += snprintf(findings->described + used,
				sizeof(findings->described) - (size_t)used, " %s", *word);
	}
	as_run_result_clear(&result);
	as_sandbox_close(sandbox);
}

/* Simulates the lack in a child and tries there. */
static struct findings try_without(bool (*prepare)(void), bool weak)
{
	struct findings *shared = mmap(
		NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int status;

	cr_assert_neq(shared, MAP_FAILED);
	pid_t pid = fork();
	cr_assert_geq(pid, 0);
	if (pid == 0) {
		shared->prepared = prepare();
		if (shared->prepared)
			try_sandbox(shared, weak);
		_exit(0);
	}
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_expect_eq(status, 0, "the child ended with %#x", status);
	struct findings findings = *shared;
	munmap(shared, sizeof(*shared));
	return findings;
}

static void expect_refused(const struct findings *findings, const char *words, const char *remedy)
{
	cr_expect_not(findings->ran, "it ran");
	cr_expect_eq(findings->error.kind, AS_ERROR_MACHINE, "kind %d: %s", findings->error.kind,
		findings->error.text);
	cr_expect_not_null(strstr(findings->error.text, words), "said: %s", findings->error.text);
	cr_expect_not_null(
		strstr(findings->error.text, remedy), "no remedy: %s", findings->error.text);
}

/* ---- ways to lack something ---- */

/* The limit of this user namespace and those below. */
static bool forbid_user_namespaces(void)
{
	return enter_user_namespace(0) && write_file("/proc/sys/user/max_user_namespaces", "0");
}

/* Answers a call like a container's filter or an old kernel. */
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

static bool deny_pivot_root(void)
{
	return deny(SCMP_SYS(pivot_root), EPERM);
}

static bool deny_mount_setattr(void)
{
	return deny(SCMP_SYS(mount_setattr), ENOSYS);
}

/* As if the maximum number of control groups existed. */
static bool deny_mkdir(void)
{
	return deny(SCMP_SYS(mkdir), ENOSPC);
}

/* After this filter no other one can be loaded. */
static bool deny_seccomp(void)
{
	return deny(SCMP_SYS(seccomp), EINVAL);
}

/* ---- */

Test(refusal, without_control_groups_it_names_the_remedy)
{
	const struct findings findings = try_without(cover_groups, false);

	skip_unless(findings.prepared, "namespaces", "cannot cover /sys/fs/cgroup here");
	cr_expect_not(findings.opened);
	expect_refused(&findings, "control group", "assay ");
}

/* No permission would fix that. */
Test(refusal, a_control_group_that_cannot_be_made_is_reported_with_the_cause)
{
	const struct findings findings = try_without(deny_mkdir, false);

	skip_unless(findings.prepared, "seccomp", "cannot load a filter here");
	cr_expect_not(findings.opened);
	expect_refused(&findings, "cannot make a control group in ", "No space left on device");
	cr_expect_eq(findings.error.sys_errno, ENOSPC);
}

/* The kernel counts descriptors in flight, and memory: that has ended no process. */
static bool lose_messages(void)
{
	const struct as_sandbox_config config = {
		.views = hostile_views, .view_count = hostile_view_count, .core = -1};
	const char *const argv[] = {"/hostile/files", "environment", NULL};
	const struct as_run_request request = {
		.argv = argv, .limits = as_limits_default, .stdin_fd = -1};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};
	struct as_sandbox *sandbox = as_sandbox_open(&config, &error);

	hostile_require_open(sandbox, &error);
	if (!deny(SCMP_SYS(sendmsg), ETOOMANYREFS))
		return false;
	cr_expect_eq(as_sandbox_run(sandbox, &request, &result, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INTERNAL);
	cr_expect_eq(error.sys_errno, ETOOMANYREFS, "%s", error.text);
	as_sandbox_close(sandbox);
	return true;
}

Test(refusal, a_request_that_the_kernel_refuses_is_reported_with_its_cause)
{
	skip_unless(lose_messages(), "seccomp", "cannot load a filter here");
}

Test(refusal, weak_runs_without_control_groups_and_reports_it)
{
	const struct findings findings = try_without(cover_groups, true);

	skip_unless(findings.prepared, "namespaces", "cannot cover /sys/fs/cgroup here");
	cr_expect(findings.opened && findings.ran, "%s", findings.error.text);
	cr_expect_eq(findings.hits, 0u);
	cr_expect_eq(findings.exit_code, 0);
	cr_expect_str_eq(findings.described,
		"weak none memory-not-limited processes-not-counted cpu-time-by-wait", "%s",
		findings.described);
}

Test(refusal, without_user_namespaces_it_refuses)
{
	const struct findings findings = try_without(forbid_user_namespaces, false);

	skip_unless(findings.prepared, "namespaces", "cannot forbid user namespaces here");
	cr_expect_not(findings.opened);
	expect_refused(&findings, "cannot make a user namespace",
		"`sudo sysctl -w user.max_user_namespaces=10000`");
}

/* Namespaces and seccomp are always required, weak or not. */
Test(refusal, a_weak_sandbox_still_needs_namespaces)
{
	const struct findings findings = try_without(forbid_user_namespaces, true);

	skip_unless(findings.prepared, "namespaces", "cannot forbid user namespaces here");
	cr_expect_not(findings.opened);
	expect_refused(&findings, "cannot make a user namespace",
		"`sudo sysctl -w user.max_user_namespaces=10000`");
}

Test(refusal, a_container_that_forbids_namespaces_or_mounts_is_named)
{
	const struct {
		bool (*prepare)(void);
		const char *words;
	} table[] = {
		{deny_unshare, "namespace: Operation not permitted"},
		{deny_pivot_root, "cannot make the sandbox's root: Operation not permitted"},
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		const struct findings findings = try_without(table[i].prepare, true);
		skip_unless(findings.prepared, "seccomp", "cannot load a filter here");
		cr_expect_not(findings.opened);
		expect_refused(&findings, table[i].words, "container");
	}
}

/* As in a container that an ordinary user started: the helper's user ids do not exist there. */
static bool become_users_root(void)
{
	return geteuid() == 0 && setresgid(12345, 12345, 12345) == 0 &&
	       setresuid(12345, 12345, 12345) == 0 && prctl(PR_SET_DUMPABLE, 1) == 0 &&
	       unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 &&
	       write_file("/proc/self/setgroups", "deny") &&
	       write_file("/proc/self/uid_map", "0 12345 1") &&
	       write_file("/proc/self/gid_map", "0 12345 1");
}

Test(refusal, the_root_of_a_users_container_is_isolated_like_that_user)
{
	const struct findings findings = try_without(become_users_root, true);

	skip_unless(findings.prepared, "root", "cannot become the root of a user's namespace");
	cr_expect(findings.ran, "%s", findings.error.text);
	cr_expect_eq(findings.exit_code, 0);
}

/* Real root in a namespace without the ids would run programs under its own id. */
static bool become_root_without_ids(void)
{
	return geteuid() == 0 && enter_user_namespace(0);
}

Test(refusal, root_that_cannot_give_its_programs_another_id_is_refused)
{
	const struct findings findings = try_without(become_root_without_ids, true);

	skip_unless(findings.prepared, "root", "cannot make a user namespace");
	expect_refused(&findings, "cannot map the sandbox's user id", "assay doctor");
}

Test(refusal, an_old_kernel_is_refused)
{
	const struct findings findings = try_without(deny_mount_setattr, true);

	skip_unless(findings.prepared, "seccomp", "cannot load a filter here");
	cr_expect_not(findings.opened);
	expect_refused(&findings, "Function not implemented", "assay doctor");
}

Test(refusal, without_seccomp_nothing_runs)
{
	const struct findings findings = try_without(deny_seccomp, true);

	skip_unless(findings.prepared, "seccomp", "cannot load a filter here");
	cr_expect_not(findings.opened, "open succeeded");
	expect_refused(&findings, "cannot load the system call filter", "assay doctor");
}
