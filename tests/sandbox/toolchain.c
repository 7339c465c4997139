/* SPDX-License-Identifier: MIT */
#include "toolchain.h"

#include "support/skip.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define SECOND_NS INT64_C(1000000000)

static void require(const struct toolchain *toolchain)
{
	for (size_t i = 0; i < 2 && toolchain->tools[i]; i++) {
		char reason[128];
		snprintf(reason, sizeof(reason), "no %s", toolchain->tools[i]);
		skip_unless(access(toolchain->tools[i], X_OK) == 0, toolchain->word, reason);
	}
}

/* Copies one file out of the box. */
static void take(int box_fd, const char *folder, const char *name)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	struct as_error error = {0};
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	cr_assert_eq(as_file_read(box_fd, name, 1 << 28, &bytes, &error), 0, "%s", error.text);
	AS_AUTO_FD int fd = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0755);
	cr_assert(fd >= 0 && as_fd_write(fd, bytes.data, bytes.size, NULL) == 0, "%s", path);
}

static void compile(struct hostile *hostile, const struct toolchain *toolchain, const char *folder)
{
	const struct as_run_request request = {.argv = toolchain->compile,
		.env = toolchain->compile_env,
		.profile = AS_PROFILE_COMPILER,
		.limits = {.cpu_time_ns = 60 * SECOND_NS,
			.wall_time_ns = 120 * SECOND_NS,
			.memory_bytes = UINT64_C(1) << 30,
			.output_bytes = 1 << 20,
			.processes = 128,
			.box_bytes = 256 << 20,
			.box_files = 65536,
			.idle_time_ns = AS_UNLIMITED_NS,
			.open_files = 1024},
		.writable_box = true,
		.keep_box = true,
		.stdin_fd = -1};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};

	cr_assert_eq(
		as_sandbox_run(hostile->sandbox, &request, &result, &error), 0, "%s", error.text);
	cr_assert(result.hits == 0 && result.exit_code == 0,
		"%s: hits %#x, call '%s', signal %d, exit code %d: %s", toolchain->compile[0],
		result.hits, result.syscall, result.signal, result.exit_code,
		result.stderr_head.data);
	for (size_t i = 0; i < 3 && toolchain->made[i]; i++)
		take(result.box_fd, folder, toolchain->made[i]);
}

static void run_modes(struct hostile *hostile, const struct toolchain *toolchain)
{
	const struct hostile_case plain = {.command = toolchain->command,
		.env = toolchain->env,
		.program = "made",
		.profile = toolchain->profile,
		.input = HOSTILE_NUMBERS,
		.cpu_ms = 30000,
		.wall_ms = 60000,
		.memory_mib = toolchain->memory_mib,
		.processes = toolchain->processes,
		.open_files = 256};
	struct hostile_case fine = plain, memory = plain, connect = plain, threads = plain;

	fine.name = fine.arguments[0] = "fine";
	fine.output = "fine\n";
	memory.name = memory.arguments[0] = "memory";
	memory.hits = AS_HIT_MEMORY;
	connect.name = connect.arguments[0] = "connect";
	connect.hits = AS_HIT_SYSCALL;
	connect.syscall = toolchain->connect;
	connect.output = "";
	threads.name = threads.arguments[0] = "threads";
	threads.hits = AS_HIT_PROCESSES;
	/* Some run-time systems report a failure at length. */
	threads.may_hit |= AS_HIT_OUTPUT;
	hostile_run(hostile, &fine);
	hostile_run(hostile, &memory);
	hostile_run(hostile, &connect);
	/* At the process level the kernel refuses them, but does not report it. */
	if (hostile_level() == AS_WEAK_NOT)
		hostile_run(hostile, &threads);
}

void toolchain_run_all(const struct toolchain *toolchain)
{
	char work[] = "/tmp/assay-work-XXXXXX", made[64];
	struct hostile hostile;

	require(toolchain);
	hostile_become_user();
	cr_assert(mkdtemp(work));
	snprintf(made, sizeof(made), "%s/made", work);
	cr_assert(chmod(work, 0755) == 0 && mkdir(made, 0755) == 0);
	hostile_open(&hostile, work);
	if (toolchain->compile[0])
		compile(&hostile, toolchain, made);
	run_modes(&hostile, toolchain);
	hostile_close(&hostile);
	cr_expect_eq(as_dir_remove(AT_FDCWD, work, NULL), 0);
}
