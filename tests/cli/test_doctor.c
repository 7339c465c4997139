/* SPDX-License-Identifier: MIT */
/* assay doctor: its page and its document, on good machines and on machines that lack something. */
#include "support/namespaces.h"
#include "support/nobody.h"
#include "support/packages.h"
#include "support/verdicts.h"

#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pty.h>
#include <stddef.h>
#include <sys/mount.h>
#include <sys/syscall.h>

TestSuite(doctor, .init = enter_folder, .fini = leave_folder, .timeout = 600);

static struct outcome run_prepared(const char *const *argv, bool (*prepare)(void))
{
	struct process process = command_start(argv, prepare);
	return command_end(&process);
}

/* The document that a command printed, which conforms to the schema. */
static json_t *document_that_fits(const struct outcome *outcome)
{
	json_error_t why;
	json_t *document = json_loads(outcome->out.data, 0, &why);
	cr_assert_not_null(document, "%s: %s%s", why.text, outcome->out.data, outcome->err.data);
	char *line = json_dumps(document, JSON_COMPACT);
	const struct as_bytes text = {.data = line, .size = strlen(line)};
	cr_assert_eq(schemas_hold(ASSAY_SOURCE_DIR "/docs/doctor.schema.json", &text), 1);
	free(line);
	return document;
}

static json_t *feature_named(json_t *document, const char *name)
{
	json_t *feature;
	size_t index;
	json_array_foreach(json_object_get(document, "features"), index, feature)
	{
		if (strcmp(text_below(feature, "name", NULL), name) == 0)
			return feature;
	}
	return NULL;
}

static bool lists(const json_t *names, const char *name)
{
	json_t *each;
	size_t index;
	json_array_foreach(names, index, each)
	{
		if (strcmp(json_string_value(each), name) == 0)
			return true;
	}
	return false;
}

Test(doctor, the_page_and_the_document_say_the_same)
{
	AUTO_OUTCOME text = ASSAY("doctor"), json = ASSAY("doctor", "-J");
	cr_expect_eq(text.status, json.status);
	AS_AUTO_JSON json_t *document = document_that_fits(&json);
	cr_expect_eq(json_is_true(json_object_get(document, "can_judge")), text.status == 0);
	cr_expect_eq(strstr(text.out.data, "This machine judges safely.") != NULL, text.status == 0,
		"%s", text.out.data);
	AS_AUTO_JSON json_t *schema =
		json_load_file(ASSAY_SOURCE_DIR "/docs/doctor.schema.json", 0, NULL);
	json_t *names = NULL, *feature;
	size_t index;
	cr_assert_eq(json_unpack(schema, "{s:{s:{s:{s:{s:o}}}}}", "$defs", "feature", "properties",
			     "name", "examples", &names),
		0);
	json_array_foreach(json_object_get(document, "features"), index, feature)
	{
		cr_expect(lists(names, text_below(feature, "name", NULL)),
			"the schema does not name %s", text_below(feature, "name", NULL));
		AS_AUTO_FREE char *line =
			as_text_format(NULL, "  %-15s ", text_below(feature, "name", NULL));
		cr_expect_not_null(strstr(text.out.data, line), "no %s", line);
	}
	EXPECT_NOTHING_LEFT(text);
}

static int terminal = -1, program_side = -1;

static bool print_on_terminal(void)
{
	return dup2(program_side, STDOUT_FILENO) == STDOUT_FILENO;
}

/* The output of a command on a terminal with this number of columns. */
static char *page_on_terminal(const char *const *argv, unsigned short columns)
{
	struct winsize size = {.ws_row = 24, .ws_col = columns};
	char *page = calloc(1, 1 << 16);
	size_t used = 0;
	cr_assert(page && openpty(&terminal, &program_side, NULL, NULL, &size) == 0);
	cr_assert(fcntl(terminal, F_SETFD, FD_CLOEXEC) == 0 &&
		  fcntl(program_side, F_SETFD, FD_CLOEXEC) == 0);
	struct process process = command_start(argv, print_on_terminal);
	close(program_side);
	/* Ends with EIO when no process has the other end open. */
	for (ssize_t got; (got = read(terminal, page + used, (1 << 16) - 1 - used)) > 0;)
		used += (size_t)got;
	close(terminal);
	AUTO_OUTCOME outcome = command_end(&process);
	cr_expect_str_empty(outcome.err.data);
	return page;
}

/* The longest line that is not a command; commands stay whole, so that they can be copied. */
static size_t longest_words(char *page)
{
	size_t longest = 0;
	for (char *line = strtok(page, "\r\n"); line; line = strtok(NULL, "\r\n"))
		if (!strstr(line, "sudo ") && !strstr(line, "ps -eo") && strlen(line) > longest)
			longest = strlen(line);
	return longest;
}

Test(doctor, words_are_broken_at_the_width_of_the_terminal)
{
	static const struct {
		unsigned short columns;
		size_t min, max;
	} rows[] = {{70, 60, 70}, {10, 50, 60}, {200, 90, 100}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		AS_AUTO_FREE char *page = page_on_terminal(ASSAY_ARGV("doctor"), rows[i].columns);
		size_t longest = longest_words(page);
		cr_expect(longest >= rows[i].min && longest <= rows[i].max, "row %zu: %zu", i,
			longest);
	}
	AUTO_OUTCOME plain = ASSAY("doctor");
	size_t longest = longest_words(plain.out.data);
	cr_expect(longest > 90 && longest <= 100, "%zu", longest);
}

/* ---- missing features ---- */

static const char *const version_1[] = {"cpu", "cpuacct", "cpu,cpuacct", "memory", "pids", NULL};

Test(doctor, without_control_groups_it_ends_with_status_4_and_the_remedy)
{
	AUTO_OUTCOME probe = run_prepared((const char *const[]){"/bin/true", NULL}, cover_groups);
	NEED(probe.status == 0, "mounts", "only root can cover the control groups");
	AUTO_OUTCOME page = run_prepared(ASSAY_ARGV("doctor"), cover_groups);
	EXPECT_STATUS(page, 4);
	cr_expect_str_empty(page.err.data);
	cr_expect_not_null(
		strstr(page.out.data,
			"This machine cannot judge safely: fix the missing items above."),
		"%s", page.out.data);
	AUTO_OUTCOME json = run_prepared(ASSAY_ARGV("doctor", "--json"), cover_groups);
	EXPECT_STATUS(json, 4);
	AS_AUTO_JSON json_t *document = document_that_fits(&json);
	const char *const missing[] = {"control groups", "trial run"};
	for (size_t i = 0; i < 2; i++)
		cr_expect_str_eq(
			text_below(feature_named(document, missing[i]), "state", NULL), "missing");
	cr_expect_null(feature_named(document, "delegation"), "asked about without groups");
}

/* The suggested command must work with sudo: not "assay", which is not installed. */
Test(doctor, a_user_without_groups_gets_the_whole_command)
{
	AUTO_OUTCOME probe = run_prepared(ASSAY_ARGV("sandbox", "/usr/bin/true"), become_nobody);
	NEED(probe.status == 4, "nobody",
		"this user has control groups, or cannot run the command");
	AUTO_OUTCOME json = run_prepared(ASSAY_ARGV("doctor", "--json"), become_nobody);
	EXPECT_STATUS(json, 4);
	AS_AUTO_JSON json_t *document = document_that_fits(&json);
	json_t *delegation = feature_named(document, "delegation");
	cr_expect_str_eq(text_below(delegation, "state", NULL), "missing");
	cr_expect_str_eq(
		text_below(delegation, "command", NULL), "sudo " ASSAY_COMMAND " doctor --fix");
}

/* Denies the call with which every feature that is a file is read. */
static bool forbid_looking(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
		BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_PATH, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EMFILE),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog filter = {sizeof(code) / sizeof(*code), code};

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

Test(doctor, a_machine_that_cannot_be_examined_is_not_reported_as_safe)
{
	AUTO_OUTCOME probe = run_prepared((const char *const[]){"/bin/true", NULL}, forbid_looking);
	NEED(probe.status == 0, "seccomp", "cannot load a filter here");
	const char *const options[] = {NULL, "--json"};
	for (size_t i = 0; i < 2; i++) {
		AUTO_OUTCOME outcome =
			run_prepared(ASSAY_ARGV("doctor", options[i]), forbid_looking);
		EXPECT_COMPLAINT(outcome, 4, "cannot examine this machine: Too many open files");
		cr_expect_str_empty(outcome.out.data);
	}
}

/* A machine with systemd and only version 2 groups, whose systemd does not answer. */
static bool simulate_unresponsive_systemd(void)
{
	if (!enter_mounts() || mount("none", "/run", "tmpfs", 0, "mode=755") ||
		mkdir("/run/systemd", 0755) || mkdir("/run/systemd/system", 0755) ||
		setenv("XDG_RUNTIME_DIR", here, 1) || setenv("PATH", "/nowhere", 1))
		return false;
	unsetenv("ASSAY_IN_SCOPE");
	for (const char *const *name = version_1; *name; name++) {
		AS_AUTO_FREE char *path = as_text_format(NULL, "/sys/fs/cgroup/%s", *name);
		if (access(path, F_OK) == 0 && umount2(path, MNT_DETACH))
			return false;
	}
	/* Controllers that version 2 of a hybrid machine does not have. */
	AS_AUTO_FREE char *controllers = as_text_format(NULL, "%s/controllers", here);
	const char *hybrid = "/sys/fs/cgroup/unified/cgroup.controllers";
	return (access(hybrid, F_OK) || mount(controllers, hybrid, NULL, MS_BIND, NULL) == 0) &&
	       become_nobody();
}

Test(doctor, without_a_scope_of_systemd_the_machine_is_not_reported_as_safe)
{
	put("controllers", "cpu memory pids\n");
	put("systemd/private", "");
	AUTO_OUTCOME probe = run_prepared(
		(const char *const[]){"/bin/true", NULL}, simulate_unresponsive_systemd);
	NEED(probe.status == 0, "mounts", "only root can take the machine's control groups away");
	AUTO_OUTCOME run =
		run_prepared(ASSAY_ARGV("sandbox", "/usr/bin/true"), simulate_unresponsive_systemd);
	EXPECT_COMPLAINT(run, 4, "no control group with memory and pids is delegated");
	AUTO_OUTCOME page = run_prepared(ASSAY_ARGV("doctor"), simulate_unresponsive_systemd);
	EXPECT_STATUS(page, 4);
	AUTO_OUTCOME json =
		run_prepared(ASSAY_ARGV("doctor", "--json"), simulate_unresponsive_systemd);
	EXPECT_STATUS(json, 4);
	AS_AUTO_JSON json_t *document = document_that_fits(&json);
	cr_expect(json_is_false(json_object_get(document, "can_judge")));
	cr_expect_str_eq(
		text_below(feature_named(document, "control groups"), "state", NULL), "good");
	json_t *delegation = feature_named(document, "delegation");
	cr_expect_str_eq(text_below(delegation, "state", NULL), "missing");
	cr_expect_str_eq(text_below(delegation, "command", NULL),
		"systemd-run --user --scope -p Delegate=yes true");
	cr_expect_str_eq(
		text_below(feature_named(document, "trial run"), "state", NULL), "missing");
}

/* A machine with a working systemd, and a caller that ignores SIGCHLD, which exec preserves. */
static bool simulate_systemd_and_ignore_children(void)
{
	AS_AUTO_FREE char *launchers = as_text_format(NULL, "%s/bin", here);

	return simulate_unresponsive_systemd() && setenv("PATH", launchers, 1) == 0 &&
	       signal(SIGCHLD, SIG_IGN) != SIG_ERR;
}

Test(doctor, with_sigchld_ignored_the_scope_of_systemd_is_entered)
{
	AS_AUTO_FREE char *launcher = as_text_format(NULL,
		"#!/bin/sh\necho \"$*\" >> %s/log\n"
		"while [ \"$1\" != -- ]; do shift; done\nshift\nexec \"$@\"\n",
		here);
	put("controllers", "cpu memory pids\n");
	put("systemd/private", "");
	put("bin/systemd-run", launcher);
	put("log", "");
	cr_assert_eq(fchmodat(here_fd, "bin/systemd-run", 0755, 0), 0);
	cr_assert_eq(fchmodat(here_fd, "log", 0666, 0), 0);
	AUTO_OUTCOME probe = run_prepared(
		(const char *const[]){"/bin/true", NULL}, simulate_systemd_and_ignore_children);
	NEED(probe.status == 0, "mounts", "only root can take the machine's control groups away");
	AUTO_OUTCOME run = run_prepared(
		ASSAY_ARGV("sandbox", "/usr/bin/true"), simulate_systemd_and_ignore_children);
	AS_AUTO_BYTES struct as_bytes log = {0};
	cr_assert_eq(as_file_read(here_fd, "log", 1 << 16, &log, NULL), 0);
	cr_expect_not_null(strstr(log.data, " -- /bin/true\n"), "no trial: %s", log.data);
	cr_expect_not_null(
		strstr(log.data, "/assay sandbox /usr/bin/true\n"), "%s%s", log.data, run.err.data);
}

/* A shell must parse the suggested line as the right path. */
Test(doctor, a_command_in_a_strange_folder_is_quoted)
{
	static const struct {
		const char *folder, *before, *after;
	} rows[] = {{"plain-1.0_+", "sudo ", " doctor --fix"}, {"a b", "sudo '", "' doctor --fix"},
		{"$(id);&*~#", "sudo '", "' doctor --fix"}, {"\\\"", "sudo '", "' doctor --fix"},
		{"J\303\266rg", "sudo '", "' doctor --fix"}, {"it's", NULL, NULL},
		{"\033[2J", NULL, NULL}};
	AUTO_OUTCOME probe = run_prepared(ASSAY_ARGV("sandbox", "/usr/bin/true"), become_nobody);
	NEED(probe.status == 4, "nobody",
		"this user has control groups, or cannot run the command");
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		AS_AUTO_FREE char *path = as_text_format(NULL, "%s/%s/assay", here, rows[i].folder);
		cr_assert_eq(as_dir_make(here_fd, rows[i].folder, 0755, NULL), 0);
		AUTO_OUTCOME copied = run_prepared(
			(const char *const[]){"/bin/cp", ASSAY_COMMAND, path, NULL}, NULL);
		EXPECT_STATUS(copied, 0);
		AUTO_OUTCOME json = run_prepared(
			(const char *const[]){path, "doctor", "--json", NULL}, become_nobody);
		AS_AUTO_JSON json_t *document = document_that_fits(&json);
		AS_AUTO_FREE char *wanted = rows[i].before
						    ? as_text_format(NULL, "%s%s%s", rows[i].before,
							      path, rows[i].after)
						    : strdup("sudo assay doctor --fix");
		cr_expect_str_eq(
			text_below(feature_named(document, "delegation"), "command", NULL), wanted);
		cr_assert_eq(unlink(path), 0);
	}
}

/* ---- --fix ---- */

static const char *sudo_uid, *sudo_gid;

static bool set_sudo_variables(void)
{
	unsetenv("SUDO_UID");
	unsetenv("SUDO_GID");
	return (!sudo_uid || setenv("SUDO_UID", sudo_uid, 1) == 0) &&
	       (!sudo_gid || setenv("SUDO_GID", sudo_gid, 1) == 0);
}

Test(doctor, only_root_fixes)
{
	AUTO_OUTCOME probe = run_prepared(ASSAY_ARGV("--version"), become_nobody);
	NEED(probe.status == 0, "nobody", "another user cannot run the built command");
	AUTO_OUTCOME outcome = run_prepared(ASSAY_ARGV("doctor", "--fix"), become_nobody);
	EXPECT_COMPLAINT(outcome, 2, "only root can delegate control groups; use sudo");
	cr_expect_str_empty(outcome.out.data);
}

Test(doctor, an_incomplete_or_wrong_sudo_environment_is_bad_usage)
{
	static const struct {
		const char *uid, *gid, *complaint;
	} rows[] = {
		{"1001", NULL, "SUDO_GID is not set; run `sudo " ASSAY_COMMAND " doctor --fix`"},
		{NULL, "1001", "SUDO_UID is not set; run `sudo " ASSAY_COMMAND " doctor --fix`"},
		{"alice", "1001", "SUDO_UID: "},
		{"1001", "-1", "SUDO_GID: "},
		{"4294967295", "1001", "SUDO_UID: "},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		sudo_uid = rows[i].uid;
		sudo_gid = rows[i].gid;
		AUTO_OUTCOME outcome =
			run_prepared(ASSAY_ARGV("doctor", "--fix"), set_sudo_variables);
		EXPECT_COMPLAINT(outcome, 2, rows[i].complaint);
		cr_expect_str_empty(outcome.out.data);
	}
}

Test(doctor, root_itself_has_nothing_to_delegate)
{
	NEED(geteuid() == 0, "root", "this user is not root");
	int before = access("/sys/fs/cgroup/memory/assay.0", F_OK);
	sudo_uid = sudo_gid = NULL;
	AUTO_OUTCOME text = run_prepared(ASSAY_ARGV("doctor", "--fix"), set_sudo_variables);
	cr_expect_eq(
		strncmp(text.out.data, "Root needs no delegation.", 25), 0, "%s", text.out.data);
	AUTO_OUTCOME json =
		run_prepared(ASSAY_ARGV("doctor", "--fix", "--json"), set_sudo_variables);
	AS_AUTO_JSON json_t *document = document_that_fits(&json);
	cr_expect_eq(json.status, text.status);
	cr_expect_eq(access("/sys/fs/cgroup/memory/assay.0", F_OK), before);
}

/* An unnamed user, so that no real user's groups are touched. */
#define STRANGER 54321

static bool become_stranger(void)
{
	return setgroups(0, NULL) == 0 && setresgid(STRANGER, STRANGER, STRANGER) == 0 &&
	       setresuid(STRANGER, STRANGER, STRANGER) == 0;
}

static bool handed_over_on_v1(void)
{
	return geteuid() == 0 && access("/sys/fs/cgroup/memory/memory.limit_in_bytes", F_OK) == 0;
}

Test(doctor, delegation_on_version_1_lets_the_user_judge)
{
	static const char *const folders[] = {"memory", "pids", "cpuacct"};

	NEED(handed_over_on_v1(), "v1-as-root", "needs root and control groups of version 1");
	AUTO_OUTCOME before = run_prepared(ASSAY_ARGV("sandbox", "/usr/bin/true"), become_stranger);
	NEED(before.status == 4, "nobody", "another user cannot run the built command");
	sudo_uid = sudo_gid = "54321";
	AUTO_OUTCOME fixed = run_prepared(ASSAY_ARGV("doctor", "--fix"), set_sudo_variables);
	cr_expect_eq(strncmp(fixed.out.data, "User 54321 may make control groups now.", 39), 0,
		"%s%s", fixed.out.data, fixed.err.data);
	AUTO_OUTCOME again = run_prepared(ASSAY_ARGV("doctor", "--fix"), set_sudo_variables);
	cr_expect_eq(again.status, fixed.status, "%s", again.err.data);
	cr_assert_eq(fchmodat(here_fd, "tmp", 0777, 0), 0);
	AUTO_OUTCOME after = run_prepared(ASSAY_ARGV("doctor"), become_stranger);
	EXPECT_STATUS(after, 0);
	cr_expect_not_null(
		strstr(after.out.data, "user 54321 may make groups of v1"), "%s", after.out.data);
	for (size_t i = 0; i < 3; i++) {
		char path[64];
		snprintf(path, sizeof(path), "/sys/fs/cgroup/%s/assay.54321", folders[i]);
		cr_expect_eq(rmdir(path), 0, "%s: %s", path, strerror(errno));
	}
}

/* A Podman container that a user of the host started. */
static bool simulate_rootless_container(void)
{
	return enter_mounts() && mount("none", "/run", "tmpfs", 0, "mode=755") == 0 &&
	       close(open("/run/.containerenv", O_CREAT | O_WRONLY | O_CLOEXEC, 0644)) == 0 &&
	       become_stranger() && prctl(PR_SET_DUMPABLE, 1) == 0 && enter_user_namespace(0);
}

Test(doctor, in_a_rootless_container_the_remedy_is_run_on_the_host)
{
	static const char remedy[] = "on the host run assay doctor --fix with sudo";
	NEED(handed_over_on_v1(), "v1-as-root", "needs root and control groups of version 1");
	AUTO_OUTCOME run =
		run_prepared(ASSAY_ARGV("sandbox", "/usr/bin/true"), simulate_rootless_container);
	EXPECT_COMPLAINT(run, 4, remedy);
	cr_expect_not_null(strstr(run.err.data, "--userns=keep-id (see"), "%s", run.err.data);
	AUTO_OUTCOME json =
		run_prepared(ASSAY_ARGV("doctor", "--json"), simulate_rootless_container);
	AS_AUTO_JSON json_t *document = document_that_fits(&json);
	json_t *delegation = feature_named(document, "delegation");
	cr_expect_str_empty(text_below(delegation, "command", NULL));
	cr_expect_not_null(strstr(text_below(delegation, "remedy", NULL), remedy));
}

/* Mounted read-only, as in a container. */
static bool make_groups_read_only(void)
{
	return enter_mounts() && set_sudo_variables() &&
	       mount(NULL, "/sys/fs/cgroup/memory", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY, NULL) ==
		       0;
}

Test(doctor, groups_that_cannot_be_handed_over_are_one_line_and_status_4)
{
	NEED(handed_over_on_v1(), "v1-as-root", "needs root and control groups of version 1");
	sudo_uid = sudo_gid = "54321";
	AUTO_OUTCOME outcome = run_prepared(ASSAY_ARGV("doctor", "--fix"), make_groups_read_only);
	EXPECT_COMPLAINT(outcome, 4,
		"cannot make the control group /sys/fs/cgroup/memory/assay.54321: Read-only file "
		"system");
	cr_expect_str_empty(outcome.out.data);
	AUTO_OUTCOME page = run_prepared(ASSAY_ARGV("doctor"), make_groups_read_only);
	EXPECT_STATUS(page, 4);
	cr_expect_not_null(strstr(page.out.data, "root may not make memory control groups"), "%s",
		page.out.data);
}
