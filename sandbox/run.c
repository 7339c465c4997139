/* SPDX-License-Identifier: MIT */
/*
 * One run, on the caller's side. Theory of operation:
 *
 * 1. The helper clones the run's init and sends its pidfd.
 * 2. This side drains the two pipes, watches the clocks and the control group, and kills through
 *    the pidfd, which kills the whole PID namespace.
 * 3. The run is over when init reports its end, or when the pidfd is readable. In both cases every
 *    process of the tree is dead, the pipes are at end of file, and the usage in the control group
 *    is final.
 * 4. After its report, init takes down its namespaces and the memory of the box. The next run waits
 *    for that, this one does not.
 *
 * Descriptors on this side: the read ends of the pipes, the run socket, the pidfd, the memory file
 * for stdout. The write ends are closed as soon as the helper has them; the helper closes its
 * copies before it answers.
 */
#include "output.h"
#include "seccomp.h"
#include "supervision.h"

#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#define LAST_TIMEOUT_NS INT64_C(20000000000)
/* Tolerance for differences between the kernel's clocks. */
#define CPU_TOLERANCE_NS INT64_C(20000000)
/* MEMCG_CHARGE_BATCH of the kernel, 64 pages. */
#define BATCH_BYTES (UINT64_C(256) << 10)

/* True if it ended in time. */
static bool await_death(int pidfd)
{
	struct pollfd wait = {.fd = pidfd, .events = POLLIN};
	const int64_t since_ns = as_now_ns();

	while (poll(&wait, 1, 1000) <= 0)
		if (as_now_ns() - since_ns > LAST_TIMEOUT_NS)
			return false;
	return true;
}

bool as_sandbox_is_ready(const struct as_sandbox *sandbox)
{
	struct pollfd wait = {.fd = sandbox->last_init_fd, .events = POLLIN};

	const struct as_cgroup *cgroup = &sandbox->cgroup;

	if (wait.fd >= 0 && poll(&wait, 1, 0) <= 0)
		return false;
	return !cgroup->state || !cgroup->version->is_ready ||
	       cgroup->version->is_ready(cgroup->state);
}

int as_run_await_last(struct as_sandbox *sandbox, struct as_error *error)
{
	if (sandbox->last_init_fd >= 0 && !await_death(sandbox->last_init_fd))
		return as_error_set(
			error, AS_ERROR_INTERNAL, "process 1 of the previous run does not end");
	as_fd_close(&sandbox->last_init_fd);
	return 0;
}

/* Kills the run, if there is one, and waits until all of it is dead. If init has reported that all
 * others are dead, init itself may be awaited later. That also applies to an init that does not
 * die, for example in a frozen group: there is no next run before it ends. */
static void clear_supervision(struct supervision *s)
{
	struct pollfd *death = &s->waits[DEATH];

	as_run_close_far(s);
	if (death->fd >= 0 && !s->end.kind)
		as_run_signal(s);
	if (death->fd >= 0 && (s->end.kind || !await_death(death->fd))) {
		if (!s->end.kind && s->sandbox->process.used)
			syscall(SYS_pidfd_send_signal, death->fd, SIGKILL, NULL, 0);
		s->sandbox->last_init_fd = as_steal_fd(death->fd);
	}
	for (int i = 0; i < WAITS; i++)
		as_fd_close(&s->waits[i].fd);
}

static void fill_status(struct supervision *s)
{
	/* If init died before it could report the end of the tree, it may have reported that of the
	 * program. */
	const struct as_wire_report *end = s->end.kind ? &s->end : &s->over;
	const enum as_report_kind outcome = s->end.kind ? s->end.kind : s->over.outcome;
	struct as_run_result *result = s->result;
	int status = end->status;

	/* A late sample may have found a program over a limit that had ended in time: only its
	 * usage counts, see fill_usage. */
	if (s->end.kind == AS_REPORT_ENDED && !(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL))
		result->hits &= ~(unsigned)(AS_HIT_WALL | AS_HIT_CPU | AS_HIT_IDLE | AS_HIT_STALL);
	if (end->exec_refused)
		as_seccomp_call_name(end->exec_number, result->syscall, sizeof(result->syscall));
	if (outcome == AS_REPORT_SYSCALL) {
		result->hits |= as_wire_is_exec(end->syscall) ? AS_HIT_EXEC : AS_HIT_SYSCALL;
		as_seccomp_call_name(end->syscall, result->syscall, sizeof(result->syscall));
	} else if (outcome == AS_REPORT_ENDED && WIFEXITED(status)) {
		result->exit_code = WEXITSTATUS(status);
	} else if (outcome == AS_REPORT_ENDED) {
		result->signal = WTERMSIG(status);
		/* In a writable box, a file may be as large as the box; the output is a pipe. */
		if (result->signal == SIGXFSZ)
			result->hits |= AS_HIT_BOX;
		if (result->signal == SIGXCPU)
			result->hits |= AS_HIT_CPU;
		/* The kernel's answer to a call of another architecture, which has no name here. */
		if (result->signal == SIGSYS) {
			result->hits |= AS_HIT_SYSCALL;
			snprintf(result->syscall, sizeof(result->syscall), "foreign-architecture");
		}
	}
	/* A run can be killed before it reports its start. */
	result->ended_ns = outcome ? end->ended_ns : s->times.died_ns;
	result->wall_time_ns = result->ended_ns -
			       (s->times.started_ns ? s->times.started_ns : s->times.spawned_ns);
	result->disturbance.involuntary_switches = s->end.involuntary_switches;
}

/*
 * The peak without the memory that the group held before the program started, for which the limit
 * was raised. The kernel charges memory to a group in advance, in batches, so a part of a batch may
 * have been charged before.
 */
static uint64_t memory_of_program(const struct supervision *s)
{
	const uint64_t peak = s->usage.memory_bytes, limit = s->request->limits.memory_bytes;
	const uint64_t base = s->base_bytes > BATCH_BYTES ? s->base_bytes - BATCH_BYTES : 0;
	const uint64_t used = peak > base ? peak - base : 0;

	return used < limit ? used : limit;
}

/* Process level: init knows the usage of the processes that were waited for; the samples know that
 * of all that were seen. */
static void fill_sampled_usage(struct supervision *s)
{
	struct as_run_result *result = s->result;
	const uint64_t limit = s->request->limits.memory_bytes;
	const uint64_t largest = s->end.max_rss_bytes;

	result->usage_unknown = !s->end.kind;
	result->cpu_time_ns = s->end.cpu_time_ns > s->usage.cpu_time_ns ? s->end.cpu_time_ns
									: s->usage.cpu_time_ns;
	result->memory_bytes = largest > s->usage.memory_bytes ? largest : s->usage.memory_bytes;
	if (result->memory_bytes > limit) {
		result->hits |= AS_HIT_MEMORY;
		result->memory_bytes = limit;
	}
}

static void fill_usage(struct supervision *s)
{
	struct as_run_result *result = s->result;
	const struct as_limits *limits = &s->request->limits;

	if (s->sandbox->process.used) {
		fill_sampled_usage(s);
	} else if (s->sandbox->cgroup.state) {
		result->cpu_time_ns =
			s->end.group_cpu_time_ns ? s->end.group_cpu_time_ns : s->usage.cpu_time_ns;
		result->memory_bytes = memory_of_program(s);
		if (s->usage.memory_kills_count)
			result->hits |= AS_HIT_MEMORY;
		if (s->usage.process_refusals_count)
			result->hits |= AS_HIT_PROCESSES;
	} else {
		result->usage_unknown = !s->end.kind;
		result->cpu_time_ns = s->end.cpu_time_ns;
		result->memory_bytes = s->end.max_rss_bytes;
		if (result->memory_bytes > limits->memory_bytes)
			result->hits |= AS_HIT_MEMORY;
	}
	result->box_bytes = s->end.box_bytes;
	if (s->end.box_full)
		result->hits |= AS_HIT_BOX;
	if (limits->cpu_time_ns != AS_UNLIMITED_NS && result->cpu_time_ns > limits->cpu_time_ns)
		result->hits |= AS_HIT_CPU;
	if (limits->wall_time_ns != AS_UNLIMITED_NS && result->wall_time_ns > limits->wall_time_ns)
		result->hits |= AS_HIT_WALL;
	if (s->at_memory_limit.was_killed &&
		result->hits & (AS_HIT_CPU | AS_HIT_WALL | AS_HIT_IDLE | AS_HIT_STALL))
		result->hits |= AS_HIT_MEMORY;
	if (result->hits & AS_HIT_MEMORY) {
		result->at_memory_limit.cpu_time_ns = s->at_memory_limit.cpu_ns;
		result->at_memory_limit.wall_time_ns = s->at_memory_limit.wall_ns;
	}
}

/* Fails if the program itself did not cause the end of the run. */
static int check_end(const struct supervision *s, struct as_error *error)
{
	const struct as_run_result *result = s->result;

	if ((!s->end.kind || s->end.kind == AS_REPORT_KILLED) && !result->hits)
		return as_error_set(
			error, AS_ERROR_INTERNAL, "the sandbox helper was killed from outside");
	/* Process 1 itself has counted the usage of the processes that it reaped. */
	if (s->end.kind && s->sandbox->cgroup.state &&
		s->end.cpu_time_ns - result->cpu_time_ns > CPU_TOLERANCE_NS)
		return as_error_set(error, AS_ERROR_INTERNAL,
			"a program used CPU time outside of its control group; another process "
			"moved it");
	/* In an OOM outside of the group, processes of the group are killed as well. */
	if (s->usage.memory_kills_count && !s->usage.own_limit)
		return as_error_set(error, AS_ERROR_INTERNAL,
			"the machine ran out of memory while a program used %llu bytes",
			(unsigned long long)result->memory_bytes);
	if (result->hits & AS_HIT_PROCESSES && s->usage.never_full)
		return as_error_set(error, AS_ERROR_INTERNAL,
			"the machine, or a control group around this one, ran out of processes");
	return 0;
}

static int run_in_group(struct supervision *s, struct as_error *error)
{
	struct as_cgroup *cgroup = &s->sandbox->cgroup;
	int cgroup_fds[AS_WIRE_CGROUP_FDS] = {-1, -1, -1};
	uint32_t cgroup_count = 0;

	if (cgroup->state && cgroup->version->begin(cgroup->state, &s->request->limits, cgroup_fds,
				     &cgroup_count, error))
		return -1;
	int failed = as_run_spawn(s, cgroup_fds, cgroup_count, error) || as_run_supervise(s, error);
	clear_supervision(s);
	/* The group is ended in any case: it must be ready for the next run. */
	if (cgroup->state && cgroup->version->end(cgroup->state, &s->usage, failed ? NULL : error))
		failed = 1;
	/* After an interference, the check of the helper would add nothing. */
	if (!failed && (s->end.kind || s->result->hits) && cgroup->state && cgroup->version->check)
		failed = cgroup->version->check(cgroup->state, error);
	return failed ? -1 : 0;
}

/* Catches limits that were left at 0, for which the program would be blamed. */
static int check_limits(const struct as_run_request *request, struct as_error *error)
{
	const struct as_limits *limits = &request->limits;

	if (limits->cpu_time_ns <= 0 || limits->wall_time_ns <= 0 || limits->idle_time_ns <= 0 ||
		!limits->memory_bytes || !limits->processes || !limits->open_files ||
		(request->writable_box && !limits->box_bytes))
		return as_error_set(error, AS_ERROR_USAGE,
			"a limit of a run is 0; for no limit use AS_UNLIMITED");
	return 0;
}

/* On v2 process 1, which copies the files, is in a group of its own, which is charged for them. */
static uint64_t charged_before(
	const struct as_sandbox *sandbox, const struct as_run_request *request)
{
	const bool counted =
		sandbox->cgroup.state && sandbox->cgroup.version->joining == AS_JOIN_INHERIT;
	const uint64_t rest = UINT64_MAX - request->limits.memory_bytes;

	if (!counted || !request->box || !request->writable_box)
		return 0;
	return request->initial_box_bytes < rest ? request->initial_box_bytes : rest;
}

int as_sandbox_run(struct as_sandbox *sandbox, const struct as_run_request *request,
	struct as_run_result *result, struct as_error *error)
{
	struct as_run_request charged = *request;
	struct supervision s = {
		.sandbox = sandbox,
		.request = &charged,
		.result = result,
		.far.run_fd = -1,
		.far.out_fd = -1,
		.far.err_fd = -1,
		.far.stdin_fd = -1,
		.counter_fd = -1,
	};

	for (int i = 0; i < WAITS; i++)
		s.waits[i] = (struct pollfd){.fd = -1, .events = POLLIN};
	as_run_result_clear(result);
	if (check_limits(request, error))
		return -1;
	charged.limits.memory_bytes += charged_before(sandbox, request);
	if (as_run_await_last(sandbox, error))
		return -1;
	int failed = as_run_open_ends(&s, error) || run_in_group(&s, error);
	clear_supervision(&s);
	result->instructions = as_counter_read(s.counter_fd);
	as_fd_close(&s.counter_fd);
	if (failed)
		return -1;
	/* No process has the user id of the run any more. */
	if (sandbox->process.used)
		as_fd_close(&sandbox->zygote.user_fd);
	as_run_end_observation(&s);
	fill_status(&s);
	fill_usage(&s);
	if (sandbox->process.used) {
		as_process_paths_to_inside(&sandbox->process, request, &result->stderr_head);
		as_process_paths_to_inside(&sandbox->process, request, &result->stderr_tail);
	}
	return as_output_end(result, error) || check_end(&s, error) ? -1 : 0;
}
