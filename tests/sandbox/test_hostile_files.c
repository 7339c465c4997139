/* SPDX-License-Identifier: MIT */
/* The files that a program can see and write, and their effects on the next run. */
#include "hostile.h"
#include "support/skip.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>

TestSuite(hostile, .timeout = 600);

Test(hostile, host_files_and_processes_are_absent)
{
	static const struct hostile_case cases[] = {
		{.name = "files",
			.arguments = {"files", "absent", "/etc/passwd", "/etc/shadow",
				"/etc/hostname", "/root", "/home", "/var", "/run", "/sys", "/mnt",
				"/opt", ASSAY_SOURCE_DIR, HOSTILE_DIR}},
		{.name = "files by other system calls",
			.arguments = {"files", "absent", "/../etc/passwd", "/box/../../etc/passwd",
				"/proc/self/root/etc/passwd", "/proc/self/cwd/../etc/passwd",
				"/proc/thread-self/root/root", "/dev/fd/../root/etc/passwd",
				"/program/../programs/other", "/usr/../etc/shadow"}},
		{.name = "information of proc about the machine",
			.arguments = {"files", "absent", "/proc/1", "/proc/1/root", "/proc/kcore",
				"/proc/sys", "/proc/cmdline", "/proc/sysrq-trigger",
				"/proc/kallsyms"}},
		{.name = "devices",
			.arguments = {"files", "absent", "/dev/mem", "/dev/kmsg", "/dev/tty",
				"/dev/ptmx", "/dev/fuse", "/dev/kvm", "/dev/vda", "/dev/sda"}},
		{.name = "processes", .arguments = {"files", "others"}},
	};

	HOSTILE_RUN_ALL(cases);
}

Test(hostile, nothing_can_be_written_in_a_read_only_box)
{
	static const struct hostile_case cases[] = {
		{.name = "folders",
			.arguments = {"files", "sealed", "/", "/box", "/tmp", "/dev", "/dev/shm",
				"/hostile", "/usr", "/usr/bin", "/proc", "/program", "/programs",
				"/empty"}},
		{.name = "files",
			.arguments = {"files", "sealed", "/hostile/files", "/usr/bin/env",
				"/proc/self/oom_score_adj", "/proc/self/mem", "/proc/self/comm",
				"/proc/self/uid_map", "/proc/self/exe"}},
		{.name = "by compilers",
			.arguments = {"files", "owned", "/", "/box", "/dev", "/hostile", "/usr",
				"/proc", "/program", "/hostile/files", "/usr/bin/env"},
			.profile = AS_PROFILE_COMPILER},
	};

	HOSTILE_RUN_ALL(cases);
}

Test(hostile, a_writable_box_is_limited_and_empty_in_the_next_run)
{
	static const struct hostile_case cases[] = {
		{.name = "use", .arguments = {"files", "use-box"}, .writable = true},
		{.name = "empty again", .arguments = {"files", "box-is-empty"}, .writable = true},
		{.name = "an empty read-only box", .arguments = {"files", "box-is-empty"}},
		{.name = "full",
			.arguments = {"files", "fill-box", "1024"},
			.writable = true,
			.hits = AS_HIT_BOX},
		{.name = "empty after full",
			.arguments = {"files", "box-is-empty"},
			.writable = true},
		{.name = "many files",
			.arguments = {"files", "many-files", "257"},
			.writable = true,
			.hits = AS_HIT_BOX},
		{.name = "the maximum number of files, then removed",
			.arguments = {"files", "many-files", "101", "remove"},
			.box_files = 100,
			.writable = true},
		{.name = "everything else stays read-only",
			.arguments = {"files", "sealed", "/", "/dev", "/hostile", "/usr", "/proc",
				"/program", "/programs"},
			.writable = true},
	};

	HOSTILE_RUN_ALL(cases);
}

Test(hostile, standard_output_can_be_opened_by_its_name)
{
	static const struct hostile_case cases[] = {{.name = "/dev/stdout",
		.arguments = {"files", "open-stdout"},
		.output = "written\n"}};

	HOSTILE_RUN_ALL(cases);
}

Test(hostile, only_the_three_standard_descriptors_are_inherited)
{
	static const struct hostile_case descriptors = {
		.name = "descriptors", .arguments = {"files", "descriptors"}};
	struct hostile hostile;
	/* Carelessly without close-on-exec: one before the helper starts, one after. */
	int before = open("/etc/passwd", O_RDONLY);

	hostile_open(&hostile, NULL);
	int after = open("/etc", O_RDONLY | O_DIRECTORY);
	host_recount(&hostile.host);
	hostile_run(&hostile, &descriptors);
	close(before);
	close(after);
	hostile_close(&hostile);
}

Test(hostile, the_environment_is_fixed)
{
	static const struct hostile_case environment = {.name = "environment",
		.arguments = {"files", "environment"},
		.output = "PATH=/usr/bin:/bin\nHOME=/box\nLANG=C.UTF-8\n"};
	struct hostile hostile;

	setenv("SECRET", "token", 1);
	hostile_open(&hostile, NULL);
	hostile_run(&hostile, &environment);
	hostile_close(&hostile);
}

Test(hostile, a_program_has_no_capabilities_and_cannot_gain_any)
{
	static const struct hostile_case cases[] = {
		{.name = "native", .arguments = {"files", "powers"}},
		{.name = "runtime",
			.arguments = {"files", "powers"},
			.profile = AS_PROFILE_RUNTIME},
		{.name = "compiler",
			.arguments = {"files", "powers"},
			.profile = AS_PROFILE_COMPILER},
	};

	HOSTILE_RUN_ALL(cases);
}

static void copy_program(const char *name, const char *to, mode_t mode)
{
	AS_AUTO_FD int dir = open(HOSTILE_DIR, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	struct as_error error = {0};

	cr_assert_eq(as_file_read(dir, name, 1 << 26, &bytes, &error), 0, "%s", error.text);
	AS_AUTO_FD int fd = open(to, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
	cr_assert(fd >= 0 && as_fd_write(fd, bytes.data, bytes.size, NULL) == 0, "%s", to);
	cr_assert_eq(fchmod(fd, mode), 0);
}

/* Right: exit status 0 of `files powers`, for any owner and mode of the file. */
Test(hostile, a_setuid_program_in_view_gains_nothing)
{
	static const struct hostile_case powers[] = {
		{.name = "native", .arguments = {"../setuid/files", "powers"}},
		{.name = "compiler",
			.arguments = {"../setuid/files", "powers"},
			.profile = AS_PROFILE_COMPILER},
	};
	/* Every capability, in both sets, effective: xattr(7), struct vfs_cap_data. */
	static const uint32_t all_capabilities[] = {
		0x02000001, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff};
	char folder[] = "/tmp/assay-setuid-XXXXXX", program[64];
	struct as_view views[16] = {{folder, "/setuid"}};
	const struct as_sandbox_config config = {
		.views = views, .view_count = hostile_view_count + 1, .core = -1};
	struct as_error error = {0};
	struct hostile hostile;

	memcpy(views + 1, hostile_views, hostile_view_count * sizeof(*views));
	cr_assert(mkdtemp(folder) && chmod(folder, 0755) == 0);
	snprintf(program, sizeof(program), "%s/files", folder);
	copy_program("files", program, 06755);
	/* Only root may. */
	(void)!setxattr(
		program, "security.capability", all_capabilities, sizeof(all_capabilities), 0);
	host_init(&hostile.host);
	hostile.sandbox = as_sandbox_open(&config, &error);
	hostile_require_open(hostile.sandbox, &error);
	host_recount(&hostile.host);
	for (size_t i = 0; i < 2; i++)
		hostile_run(&hostile, &powers[i]);
	hostile_close(&hostile);
	cr_expect_eq(as_dir_remove(AT_FDCWD, folder, NULL), 0);
}

/* Files in a kept box: only regular ones are ever opened. */
Test(hostile, links_in_a_kept_box_lead_nowhere)
{
	static const struct {
		const char *name;
		int sys_errno;
	} traps[] = {{"link-file", ELOOP}, {"link-folder/passwd", ELOOP}, {"link-up", ELOOP},
		{"link-itself", ELOOP}, {"folder/link", ELOOP}, {"fifo", EINVAL},
		{"folder", EINVAL}, {"../etc/passwd", EXDEV}, {"/etc/passwd", EXDEV}};
	static const char *const argv[] = {"/hostile/files", "traps", NULL};
	struct as_run_request request = {.argv = argv,
		.limits = as_limits_default,
		.writable_box = true,
		.keep_box = true,
		.stdin_fd = -1};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};
	struct hostile hostile;

	hostile_open(&hostile, NULL);
	cr_assert_eq(
		as_sandbox_run(hostile.sandbox, &request, &result, &error), 0, "%s", error.text);
	cr_assert_eq(result.exit_code, 0, "%s", result.syscall);
	for (size_t i = 0; i < sizeof(traps) / sizeof(*traps); i++) {
		struct as_error why = {0};
		cr_expect_eq(as_file_open(result.box_fd, traps[i].name, &why), -1, "%s was opened",
			traps[i].name);
		cr_expect_eq(why.sys_errno, traps[i].sys_errno, "%s: %s", traps[i].name, why.text);
	}
	/* Hard links can only lead to files of the box: there is no other mount to link from. */
	AS_AUTO_BYTES struct as_bytes text = {0};
	cr_assert_eq(as_file_read(result.box_fd, "hard", 100, &text, &error), 0, "%s", error.text);
	cr_expect_str_eq(text.data, "mine");
	as_run_result_clear(&result);
	host_expect_clean(&hostile.host, "/hostile/files", "after the box was closed");
	hostile_close(&hostile);
}

/* Neither in the box nor through the host's core-dump helper. */
Test(hostile, a_crash_leaves_no_core)
{
	static const char *const argv[] = {"/hostile/ends", "abort", NULL};
	struct as_run_request request = {.argv = argv,
		.limits = as_limits_default,
		.writable_box = true,
		.keep_box = true,
		.stdin_fd = -1};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};
	struct hostile hostile;

	hostile_open(&hostile, NULL);
	cr_assert_eq(
		as_sandbox_run(hostile.sandbox, &request, &result, &error), 0, "%s", error.text);
	cr_expect_eq(result.signal, SIGABRT);
	char **names = as_dir_list(result.box_fd, 10, &error);
	cr_assert_not_null(names, "%s", error.text);
	cr_expect_null(names[0], "%s was left", names[0]);
	as_names_free(names);
	as_run_result_clear(&result);
	hostile_close(&hostile);
}

/* Runs `files MODE` on the input and returns what it printed (free with free). */
static char *run_on_input(struct hostile *hostile, const char *mode, int input)
{
	const char *const argv[] = {"/hostile/files", mode, NULL};
	const struct as_run_request request = {
		.argv = argv, .limits = as_limits_default, .stdin_fd = input};
	struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};
	struct as_bytes output = {0};

	cr_assert_eq(
		as_sandbox_run(hostile->sandbox, &request, &result, &error), 0, "%s", error.text);
	cr_expect_eq(result.hits, 0u);
	cr_expect_eq(result.exit_code, 0);
	cr_assert_eq(as_fd_read(result.stdout_fd, 4096, &output, &error), 0);
	as_run_result_clear(&result);
	return output.data;
}

Test(hostile, every_namespace_is_another_than_the_hosts)
{
	static const char *const names[] = {"cgroup", "ipc", "mnt", "net", "pid", "user", "uts"};
	struct hostile hostile;

	hostile_open(&hostile, NULL);
	char *inside = run_on_input(&hostile, "namespaces", -1);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		char path[64], target[64] = "";
		snprintf(path, sizeof(path), "/proc/self/ns/%s", names[i]);
		cr_assert_gt(readlink(path, target, sizeof(target) - 1), 0);
		cr_expect_not_null(strstr(inside, names[i]), "%s is not in: %s", names[i], inside);
		cr_expect_null(strstr(inside, target), "shared: %s", target);
	}
	free(inside);
	hostile_close(&hostile);
}

/* For an ordinary user the program has the id of the caller: only the seal protects the input. */
Test(hostile, an_input_cannot_be_changed_for_the_next_run)
{
	struct hostile hostile;
	struct as_error error = {0};
	int input = as_input_from_bytes("12 34\n", 6, &error);

	cr_assert_geq(input, 0);
	hostile_open(&hostile, NULL);
	int first = as_input_copy(input, &error);
	cr_assert_geq(first, 0);
	free(run_on_input(&hostile, "take-input", first));
	close(first);
	int second = as_input_copy(input, &error);
	cr_assert_geq(second, 0, "the next run has no input: %s", error.text);
	char *output = run_on_input(&hostile, "copy", second);
	cr_expect_str_eq(output, "12 34\n");
	free(output);
	close(second);
	host_recount(&hostile.host);
	close(input);
	hostile_close(&hostile);
}

Test(hostile, python_sees_no_host_files)
{
	static const struct hostile_case cases[] = {
		{.name = "files",
			.arguments = {"look.py"},
			.profile = AS_PROFILE_RUNTIME,
			.output = "[]\n"},
	};

	skip_unless(access("/usr/bin/python3", X_OK) == 0, "python3", "no /usr/bin/python3");
	HOSTILE_RUN_ALL(cases);
}
