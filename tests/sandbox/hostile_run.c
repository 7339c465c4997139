/* SPDX-License-Identifier: MIT */
#include "hostile.h"

#include "support/patience.h"
#include "support/skip.h"

#include <fcntl.h>
#include <grp.h>
#include <string.h>
#include <sys/prctl.h>

#define MS INT64_C(1000000)
#define KIB UINT64_C(1024)

const struct as_view hostile_views[] = {{"/usr", NULL}, {"/bin", NULL}, {"/lib", NULL},
	{"/lib64", NULL}, {"/etc/ld.so.cache", NULL}, {"/etc/alternatives", NULL},
	{"/etc/java-17-openjdk", NULL}, {"/etc/java-21-openjdk", NULL}, {"/etc/mono", NULL},
	{HOSTILE_DIR, "/hostile"}};
const size_t hostile_view_count = sizeof(hostile_views) / sizeof(*hostile_views);

bool hostile_has(const char *name)
{
	char path[1024];

	snprintf(path, sizeof(path), "%s/%s", HOSTILE_DIR, name);
	return access(path, R_OK) == 0;
}

void hostile_require_open(const struct as_sandbox *sandbox, const struct as_error *error)
{
	if (sandbox)
		return;
	cr_assert_eq(error->kind, AS_ERROR_MACHINE, "cannot open a sandbox: %s", error->text);
	skip_unless(!strstr(error->text, "control group"), "cgroup", error->text);
	skip_unless(!strstr(error->text, "system call filter"), "seccomp", error->text);
	skip_unless(false, "namespaces", error->text);
}

/* A user who owns nothing here. Each test has its own, because the processes of a user count
 * together. */
#define USER (2146999999 - getpid() % 4096)

enum as_weakness hostile_level(void)
{
	const char *level = getenv("ASSAY_TEST_LEVEL");

	return level && *level ? AS_WEAK_PROCESS : AS_WEAK_NOT;
}

void hostile_become_user(void)
{
	const char *level = getenv("ASSAY_TEST_LEVEL");

	if (!level || strcmp(level, "user") != 0 || geteuid() != 0)
		return;
	const uid_t user = (uid_t)USER;
	cr_assert(setgroups(0, NULL) == 0 && setresgid(user, user, user) == 0 &&
		  setresuid(user, user, user) == 0);
	prctl(PR_SET_DUMPABLE, 1);
}

void hostile_open(struct hostile *hostile, const char *work_dir)
{
	const struct as_sandbox_config config = {.views = hostile_views,
		.view_count = hostile_view_count,
		.work_dir = work_dir,
		.core = -1,
		.weak = hostile_level()};
	struct as_error error = {0};

	hostile_become_user();
	host_init(&hostile->host);
	hostile->sandbox = as_sandbox_open(&config, &error);
	hostile_require_open(hostile->sandbox, &error);
	host_recount(&hostile->host);
}

void hostile_close(struct hostile *hostile)
{
	as_sandbox_close(hostile->sandbox);
	host_clear(&hostile->host, "after close");
}

/* ---- the request ---- */

/* Returns the standard input of the program; *keep must stay open meanwhile. */
static int open_input(enum hostile_input input, int *keep)
{
	int ends[2];

	*keep = -1;
	switch (input) {
	case HOSTILE_SILENCE:
		cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
		*keep = ends[1];
		return ends[0];
	case HOSTILE_ENDLESS:
		return open("/dev/zero", O_RDONLY | O_CLOEXEC);
	case HOSTILE_NUMBERS:
		return as_input_from_bytes("1 2 3\n", 6, NULL);
	case HOSTILE_NOTHING:
		break;
	}
	return -1;
}

/* A limit that is not to be hit may be large. */
static int64_t time_limit(
	const struct hostile_case *c, int64_t given_ms, int64_t usual_ms, enum as_hit hit)
{
	const bool is_met = (c->hits | c->may_hit) & hit && !c->works_first;

	return (given_ms ? given_ms : usual_ms) * (is_met ? 1 : patience()) * MS;
}

static struct as_limits limits_of(const struct hostile_case *c)
{
	return (struct as_limits){
		.cpu_time_ns = time_limit(c, c->cpu_ms, 10000, AS_HIT_CPU),
		.wall_time_ns = time_limit(c, c->wall_ms, 30000, AS_HIT_WALL),
		.memory_bytes = (c->memory_mib ? c->memory_mib : 64) * KIB * KIB,
		.output_bytes = (c->output_kib ? c->output_kib : 64) * KIB,
		.processes = c->processes ? c->processes : 32,
		.box_bytes = (c->box_kib ? c->box_kib : 1024) * KIB,
		.idle_time_ns = c->idle_ms ? c->idle_ms * MS : AS_UNLIMITED_NS,
		.box_files = c->box_files ? c->box_files : 256,
		.open_files = c->open_files ? c->open_files : 64,
	};
}

/* ---- the expectations ---- */

static void read_stdout(const struct as_run_result *result, char *text, size_t size)
{
	ssize_t got = pread(result->stdout_fd, text, size - 1, 0);

	text[got > 0 ? got : 0] = '\0';
}

/* If the sandbox did not interfere, the program's own end must be the expected one. */
static void expect_end(
	const struct hostile_case *c, const struct as_run_result *result, const char *output)
{
	cr_expect_eq(result->hits & c->hits, c->hits, "%s: hits %#x, signal %d, exit code %d: %s",
		c->name, result->hits, result->signal, result->exit_code, output);
	cr_expect_eq(
		result->hits & ~(c->hits | c->may_hit), 0u, "%s: hits %#x", c->name, result->hits);
	cr_expect_str_eq(result->syscall, c->syscall ? c->syscall : "", "%s: the call was '%s'",
		c->name, result->syscall);
	if (!result->hits && !c->hits) {
		cr_expect_eq(result->signal, c->signal, "%s: signal %d: %s", c->name,
			result->signal, output);
		cr_expect_eq(result->exit_code, c->signal ? -1 : c->exit_code,
			"%s: exit code %d: %s%s", c->name, result->exit_code, output,
			result->stderr_head.data);
	}
	if (c->output)
		cr_expect_str_eq(output, c->output, "%s: printed: %s", c->name, output);
}

/* Invariants of every run. Upper bounds are generous, because machines are noisy. */
static void expect_measures(const struct hostile_case *c, const struct as_limits *limits,
	const struct as_run_result *result)
{
	/* The memory that the kernel needs to end a program may exceed the limit a little. */
	cr_expect_leq(result->memory_bytes,
		limits->memory_bytes + (result->hits & AS_HIT_MEMORY ? KIB * KIB : 0),
		"%s: memory %llu", c->name, (unsigned long long)result->memory_bytes);
	cr_expect_leq(result->stdout_bytes, limits->output_bytes, "%s: output kept", c->name);
	cr_expect_leq(result->stderr_head.size, AS_STDERR_KEPT_BYTES, "%s: stderr kept", c->name);
	cr_expect_leq(result->cpu_time_ns, limits->cpu_time_ns + 300 * MS * patience(),
		"%s: cpu %lld ns", c->name, (long long)result->cpu_time_ns);
	cr_expect_geq(result->cpu_time_ns, c->min_cpu_ms * MS, "%s: cpu %lld ns", c->name,
		(long long)result->cpu_time_ns);
	cr_expect_geq(result->memory_bytes, c->min_memory_mib * KIB * KIB, "%s: memory %llu",
		c->name, (unsigned long long)result->memory_bytes);
	if (c->hits & AS_HIT_CPU)
		cr_expect_geq(result->cpu_time_ns, limits->cpu_time_ns, "%s: cpu %lld ns", c->name,
			(long long)result->cpu_time_ns);
	if (c->hits & AS_HIT_WALL) {
		cr_expect_geq(result->wall_time_ns, limits->wall_time_ns, "%s: wall", c->name);
		cr_expect_leq(result->wall_time_ns, limits->wall_time_ns + 2000 * MS * patience(),
			"%s: wall", c->name);
	}
	if (c->hits & AS_HIT_IDLE)
		cr_expect_geq(result->wall_time_ns, limits->idle_time_ns, "%s: idle", c->name);
	if (c->hits & AS_HIT_OUTPUT && !c->writable)
		cr_expect_gt(result->output_bytes, limits->output_bytes, "%s: output", c->name);
}

void hostile_run(struct hostile *hostile, const struct hostile_case *c)
{
	static int serial;
	char program[256], mark[64], output[4096];
	const char *argv[32] = {NULL};
	size_t n = 0, given = 0;
	int keep, input = open_input(c->input, &keep);
	const struct as_run_request request = {.argv = argv,
		.env = c->env,
		.program = c->program,
		.profile = c->profile,
		.limits = limits_of(c),
		.writable_box = c->writable,
		.stdin_fd = input};
	struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};

	for (; c->command && c->command[n] && n < 12; n++)
		argv[n] = c->command[n];
	if (!c->command && strstr(c->arguments[0], ".py"))
		argv[n++] = "/usr/bin/python3";
	if (!c->command) {
		snprintf(program, sizeof(program), "/hostile/%s", c->arguments[given++]);
		argv[n++] = program;
	}
	for (; given < 16 && c->arguments[given]; given++)
		argv[n++] = c->arguments[given];
	snprintf(mark, sizeof(mark), "mark-%d-%d", (int)getpid(), serial++);
	argv[n] = mark;
	int ran = as_sandbox_run(hostile->sandbox, &request, &result, &error);
	cr_expect_eq(ran, 0, "%s: %s", c->name, error.text);
	if (ran == 0) {
		read_stdout(&result, output, sizeof(output));
		expect_end(c, &result, output);
		expect_measures(c, &request.limits, &result);
	}
	as_run_result_clear(&result);
	if (input >= 0)
		close(input);
	if (keep >= 0)
		close(keep);
	host_expect_clean(&hostile->host, mark, c->name);
}

void hostile_run_all(const struct hostile_case *cases, size_t count)
{
	struct hostile hostile;

	hostile_open(&hostile, NULL);
	for (size_t i = 0; i < count; i++)
		hostile_run(&hostile, &cases[i]);
	hostile_close(&hostile);
}
