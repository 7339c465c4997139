/* SPDX-License-Identifier: MIT */
/*
 * One run, seen from the caller. The helper clones the run's init and hands over its pidfd; from
 * then on this side drains the two pipes, watches the clocks and the control group, and kills by
 * the pidfd, which takes the whole PID namespace along. The run is over when init reports its end
 * or the pidfd is readable: in either case every process of the tree is dead, the pipes are at
 * their end and the control group can be read for good. After a report init still takes its
 * namespaces apart, and the memory of a box with them: that is awaited before the next run, not
 * after this one.
 *
 * Descriptors here: the read ends of the pipes, the run socket, the pidfd, the memory file for
 * stdout. The write ends are closed as soon as the helper has them; the helper closes its copies
 * before it answers.
 */
#include "output.h"
#include "sandbox_private.h"
#include "seccomp.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#define START_TIMEOUT_NS INT64_C(20000000000)
#define DRAIN_TIMEOUT_NS INT64_C(5000000000)
#define LOOK_LEAST_NS INT64_C(500000)
#define LOOK_MOST_NS INT64_C(50000000)
#define PUMP_BYTES 65536
#define STACK_ROOM_BYTES (UINT64_C(2) << 20)
/* MEMCG_CHARGE_BATCH of the kernel, 64 pages. */
#define BATCH_BYTES (UINT64_C(256) << 10)

static const char *const fixed_env[] = {"PATH=/usr/bin:/bin", "HOME=/box", "LANG=C.UTF-8"};

enum { RUN, DEATH, OUT, ERR, WAITS };

struct supervision {
	struct as_sandbox *sandbox;
	const struct as_run_request *request;
	struct as_run_result *result;
	struct pollfd waits[WAITS];                       /* each owned; -1 once closed */
	int far_run_fd, far_out_fd, far_err_fd, stdin_fd; /* handed to the helper, then closed */
	int counter_fd;
	int64_t spawned_ns;
	int64_t started_ns;  /* 0: not yet */
	uint64_t base_bytes; /* what was in the group before the program */
	int64_t next_look_ns;
	int64_t busy_ns;           /* when it was last seen to work, */
	int64_t busy_cpu_ns;       /* and what it had used by then */
	int64_t died_ns;           /* when its end was known */
	struct as_wire_report end; /* say 0: none came */
	struct as_cgroup_usage usage;
	struct as_core_times watched; /* at_ns 0: not yet */
	int64_t watched_cpu_time_ns;  /* what the run had used by then */
};

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void close_far(struct supervision *s)
{
	close_fd(&s->far_run_fd);
	close_fd(&s->far_out_fd);
	close_fd(&s->far_err_fd);
	close_fd(&s->stdin_fd);
}

static void await_death(int pidfd)
{
	struct pollfd wait = {.fd = pidfd, .events = POLLIN};

	while (poll(&wait, 1, -1) < 0 && errno == EINTR)
		;
}

void as_run_await_last(struct as_sandbox *sandbox)
{
	if (sandbox->last_init_fd >= 0)
		await_death(sandbox->last_init_fd);
	close_fd(&sandbox->last_init_fd);
}

/* Kills the run, if there is one, and waits until all of it is dead; init, where it has said that
 * all others are, can be awaited later. */
static void clear_supervision(struct supervision *s)
{
	close_far(s);
	if (s->waits[DEATH].fd >= 0 && s->end.say) {
		s->sandbox->last_init_fd = as_steal_fd(s->waits[DEATH].fd);
	} else if (s->waits[DEATH].fd >= 0) {
		syscall(SYS_pidfd_send_signal, s->waits[DEATH].fd, SIGKILL, NULL, 0);
		await_death(s->waits[DEATH].fd);
	}
	for (int i = 0; i < WAITS; i++)
		close_fd(&s->waits[i].fd);
}

/* ---- before ---- */

static int open_ends(struct supervision *s, struct as_error *error)
{
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot make a socket");
	s->waits[RUN].fd = pair[0];
	s->far_run_fd = pair[1];
	if (as_output_pipe(&s->waits[OUT].fd, &s->far_out_fd, error) ||
		as_output_pipe(&s->waits[ERR].fd, &s->far_err_fd, error))
		return -1;
	s->stdin_fd = s->request->stdin_fd < 0 ? open("/dev/null", O_RDONLY | O_CLOEXEC)
					       : fcntl(s->request->stdin_fd, F_DUPFD_CLOEXEC, 0);
	if (s->stdin_fd < 0)
		return as_error_sys(
			error, AS_ERROR_INTERNAL, errno, "cannot set up the standard input");
	return as_output_begin(s->result, error);
}

/* A packed list of strings behind the request's struct. Returns where it ends, or NULL where it is
 * too long. */
static char *pack(char *at, const char *end, const char *text)
{
	size_t size = strlen(text) + 1;

	if (!at || size > (size_t)(end - at))
		return NULL;
	memcpy(at, text, size);
	return at + size;
}

static uint64_t backstop_seconds(int64_t cpu_time_ns)
{
	return cpu_time_ns == AS_UNLIMITED_NS ? UINT64_MAX
					      : (uint64_t)(cpu_time_ns / 1000000000) + 2;
}

/* A stack without end is to meet the limit of memory, which has some room, and not its own first.
 */
static uint64_t stack_bytes(uint64_t memory_bytes)
{
	return memory_bytes > UINT64_MAX - STACK_ROOM_BYTES ? memory_bytes
							    : memory_bytes + STACK_ROOM_BYTES;
}

/* Returns the message's size, 0 where it does not fit. */
static size_t write_request(const struct supervision *s, uint32_t cgroup_fds)
{
	const struct as_run_request *request = s->request;
	const struct as_limits *limits = &request->limits;
	struct as_wire_request wire = {
		.profile = request->profile,
		.cgroup_fds = cgroup_fds,
		.joining = s->sandbox->cgroup.state ? s->sandbox->cgroup.version->joining
						    : AS_JOIN_NONE,
		.core = s->sandbox->core,
		.open_files = limits->open_files,
		.stack_bytes = stack_bytes(limits->memory_bytes),
		.file_bytes = request->writable_box ? limits->box_bytes : UINT64_MAX,
		.cpu_seconds = backstop_seconds(limits->cpu_time_ns),
		.box_bytes = limits->box_bytes,
		.box_files = limits->box_files,
		.counter = s->sandbox->counter,
		.has_program = request->program != NULL,
		.writable_box = request->writable_box,
		.keep_box = request->keep_box,
	};
	char *at = s->sandbox->message + sizeof(wire);
	const char *end = s->sandbox->message + AS_WIRE_MESSAGE_BYTES;

	if (request->program)
		at = pack(at, end, request->program);
	for (; request->argv[wire.argv_count]; wire.argv_count++)
		at = pack(at, end, request->argv[wire.argv_count]);
	for (size_t i = 0; i < sizeof(fixed_env) / sizeof(*fixed_env); i++, wire.env_count++)
		at = pack(at, end, fixed_env[i]);
	for (size_t i = 0; request->env && request->env[i]; i++, wire.env_count++)
		at = pack(at, end, request->env[i]);
	memcpy(s->sandbox->message, &wire, sizeof(wire));
	if (wire.argv_count > AS_WIRE_ARGV_COUNT || wire.env_count > AS_WIRE_ENV_COUNT)
		return 0;
	return at ? (size_t)(at - s->sandbox->message) : 0;
}

/* A late answer would be taken for that of the next run: a helper that failed once is not asked
 * again. */
static int give_up(struct supervision *s, struct as_error *error, const char *what)
{
	as_zygote_stop(&s->sandbox->zygote);
	return as_error_set(error, AS_ERROR_INTERNAL, "the sandbox helper %s", what);
}

/* Has the helper clone the run's init and takes its pidfd. */
static int spawn(
	struct supervision *s, const int *cgroup_fds, uint32_t cgroup_count, struct as_error *error)
{
	int control = s->sandbox->zygote.control_fd;
	int fds[4 + AS_WIRE_CGROUP_FDS] = {
		s->far_run_fd, s->stdin_fd, s->far_out_fd, s->far_err_fd};
	size_t size = write_request(s, cgroup_count);
	struct as_wire_report report;
	struct pollfd wait = {.fd = control, .events = POLLIN};

	if (!size)
		return as_error_set(error, AS_ERROR_INPUT, "the program's arguments are too long");
	memcpy(fds + 4, cgroup_fds, cgroup_count * sizeof(int));
	if (as_wire_send(control, s->sandbox->message, size, fds, 4 + cgroup_count))
		return give_up(s, error, "has ended");
	close_far(s);
	while (poll(&wait, 1, (int)(START_TIMEOUT_NS / 1000000)) < 0 && errno == EINTR)
		;
	if (!(wait.revents & POLLIN))
		return give_up(s, error, "does not answer");
	if (as_wire_receive(control, &report, &s->waits[DEATH].fd) != 1)
		return give_up(s, error, "has ended");
	if (report.say == AS_SAY_FAILED)
		return as_wire_fault(&report, error);
	return s->waits[DEATH].fd < 0 ? give_up(s, error, "sent no process") : 0;
}

/* ---- during ---- */

static void kill_run(struct supervision *s, unsigned hit)
{
	s->result->hits |= hit;
	syscall(SYS_pidfd_send_signal, s->waits[DEATH].fd, SIGKILL, NULL, 0);
}

/* Takes what is in a pipe. Closes it at its end. */
static int pump(struct supervision *s, int which, struct as_error *error)
{
	/* The room for requests is free once the run is under way, and a stack may be small. */
	char *buffer = s->sandbox->message;
	ssize_t got = read(s->waits[which].fd, buffer, PUMP_BYTES);

	if (got < 0)
		return errno == EAGAIN || errno == EINTR
			       ? 0
			       : as_error_sys(error, AS_ERROR_INTERNAL, errno,
					 "cannot read a program's output");
	if (got == 0) {
		close_fd(&s->waits[which].fd);
		return 0;
	}
	s->result->output_bytes += (uint64_t)got;
	if (which == ERR)
		as_output_keep_stderr(s->result, buffer, (size_t)got);
	else if (as_output_keep_stdout(
			 s->result, s->request->limits.output_bytes, buffer, (size_t)got, error))
		return -1;
	if (s->result->output_bytes > s->request->limits.output_bytes)
		kill_run(s, AS_HIT_OUTPUT);
	return 0;
}

static int hear(struct supervision *s, struct as_error *error)
{
	struct as_wire_report report;
	int attached;
	int got = as_wire_receive(s->waits[RUN].fd, &report, &attached);

	if (got <= 0) {
		close_fd(&s->waits[RUN].fd);
		return 0;
	}
	switch ((int)report.say) {
	case AS_SAY_STARTED:
		s->started_ns = report.started_ns;
		s->counter_fd = as_steal_fd(attached);
		s->base_bytes = report.group_base_bytes;
		break;
	case AS_SAY_FAILED:
		return as_wire_fault(&report, error);
	default:
		s->end = report;
		s->result->box_fd = as_steal_fd(attached);
	}
	if (attached >= 0)
		close(attached);
	return 0;
}

/* See disturbance.c on why this is not done at the start. */
static void begin_watch(struct supervision *s)
{
	if (s->watched.at_ns)
		return;
	as_disturbance_read(&s->sandbox->disturbance, s->sandbox->core, s->sandbox->message,
		AS_WIRE_MESSAGE_BYTES, &s->watched);
	s->watched_cpu_time_ns = s->sandbox->cgroup.state ? s->usage.cpu_time_ns : -1;
}

static void end_watch(struct supervision *s)
{
	struct as_disturbance *disturbance = &s->result->disturbance;
	struct as_core_times now;

	disturbance->steal_ns = disturbance->others_ns = disturbance->pressure_ns = -1;
	if (s->watched.at_ns) {
		as_disturbance_read(&s->sandbox->disturbance, s->sandbox->core, s->sandbox->message,
			AS_WIRE_MESSAGE_BYTES, &now);
		int64_t own_ns = s->watched_cpu_time_ns < 0
					 ? -1
					 : s->usage.cpu_time_ns - s->watched_cpu_time_ns;
		as_disturbance_compare(&s->watched, &now, own_ns, disturbance);
	}
	if (s->usage.has_pressure)
		disturbance->pressure_ns = s->usage.pressure_ns;
}

/* Kills what has been idle for too long; returns how long it may go on being so. */
static int64_t look_at_idling(struct supervision *s, int64_t now_ns)
{
	const int64_t limit_ns = s->request->limits.idle_time_ns;

	if (limit_ns == AS_UNLIMITED_NS)
		return INT64_MAX;
	if (s->busy_ns == 0)
		s->busy_ns = s->started_ns;
	if (s->usage.cpu_time_ns - s->busy_cpu_ns > limit_ns / 100) {
		s->busy_ns = now_ns;
		s->busy_cpu_ns = s->usage.cpu_time_ns;
	}
	int64_t left_ns = limit_ns - (now_ns - s->busy_ns);
	if (left_ns < 0)
		kill_run(s, AS_HIT_IDLE);
	return left_ns;
}

/* What only the control groups tell; lowers *next_ns to when to look again. */
static int look_at_group(
	struct supervision *s, int64_t now_ns, int64_t *next_ns, struct as_error *error)
{
	const struct as_limits *limits = &s->request->limits;
	struct as_cgroup *cgroup = &s->sandbox->cgroup;
	int64_t left_ns;

	if (cgroup->version->look(cgroup->state, &s->usage, error))
		return -1;
	if (s->usage.memory_kills_count)
		kill_run(s, AS_HIT_MEMORY);
	if (s->usage.process_refusals_count)
		kill_run(s, AS_HIT_PROCESSES);
	if (limits->cpu_time_ns != AS_UNLIMITED_NS) {
		left_ns = limits->cpu_time_ns - s->usage.cpu_time_ns;
		if (left_ns < 0)
			kill_run(s, AS_HIT_CPU);
		left_ns /= s->sandbox->core_count;
		*next_ns = left_ns < *next_ns ? left_ns : *next_ns;
	}
	left_ns = look_at_idling(s, now_ns);
	*next_ns = left_ns < *next_ns ? left_ns : *next_ns;
	return 0;
}

/* Looks at the clocks and the group, kills where a limit is passed, and says when to look again. */
static int look(struct supervision *s, int64_t now_ns, struct as_error *error)
{
	const struct as_limits *limits = &s->request->limits;
	int64_t next_ns = LOOK_MOST_NS, left_ns;

	s->next_look_ns = now_ns + next_ns;
	if (!s->started_ns)
		return now_ns - s->spawned_ns <= START_TIMEOUT_NS
			       ? 0
			       : as_error_set(error, AS_ERROR_INTERNAL,
					 "a program did not start within 20 s: the machine is "
					 "overloaded");
	if (s->sandbox->cgroup.state && look_at_group(s, now_ns, &next_ns, error))
		return -1;
	begin_watch(s);
	if (limits->wall_time_ns != AS_UNLIMITED_NS) {
		left_ns = limits->wall_time_ns - (now_ns - s->started_ns);
		if (left_ns < 0)
			kill_run(s, AS_HIT_WALL);
		next_ns = left_ns < next_ns ? left_ns : next_ns;
	}
	s->next_look_ns = now_ns + (next_ns < LOOK_LEAST_NS ? LOOK_LEAST_NS : next_ns);
	return 0;
}

static int supervise(struct supervision *s, struct as_error *error)
{
	s->spawned_ns = as_now_ns();
	for (;;) {
		int64_t now_ns = as_now_ns();
		if (s->request->cancel && *s->request->cancel)
			kill_run(s, AS_HIT_CANCEL);
		if (now_ns >= s->next_look_ns && look(s, now_ns, error))
			return -1;
		int64_t wait_ns = s->next_look_ns - now_ns;
		struct timespec timeout = {
			.tv_sec = wait_ns / 1000000000, .tv_nsec = wait_ns % 1000000000};
		int ready = ppoll(s->waits, WAITS, &timeout, NULL);
		if (ready < 0 && errno != EINTR)
			return as_error_sys(
				error, AS_ERROR_INTERNAL, errno, "cannot wait for a run");
		if (ready <= 0)
			continue;
		for (int which = OUT; which <= ERR; which++)
			if (s->waits[which].revents && pump(s, which, error))
				return -1;
		if (s->waits[RUN].revents && hear(s, error))
			return -1;
		if (s->waits[DEATH].revents || s->end.say) {
			s->died_ns = as_now_ns();
			return 0;
		}
	}
}

/* ---- after ---- */

/* Everybody who could write is dead, so each pipe has an end. */
static int drain(struct supervision *s, struct as_error *error)
{
	for (int which = OUT; which <= ERR; which++) {
		while (s->waits[which].fd >= 0) {
			struct pollfd wait = {.fd = s->waits[which].fd, .events = POLLIN};
			if (poll(&wait, 1, 1000) == 0 ||
				as_now_ns() - s->died_ns > DRAIN_TIMEOUT_NS)
				return as_error_set(error, AS_ERROR_INTERNAL,
					"a pipe of a dead program is still open");
			if (pump(s, which, error))
				return -1;
		}
	}
	while (s->waits[RUN].fd >= 0 && !s->end.say)
		if (hear(s, error))
			return -1;
	return 0;
}

static void fill_status(struct supervision *s)
{
	struct as_run_result *result = s->result;
	int status = s->end.status;

	/* Whoever looked late may have seen a limit passed by a program that had ended in time:
	 * only what it used counts, see fill_usage. */
	if (s->end.say == AS_SAY_ENDED && !(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL))
		result->hits &= ~(unsigned)(AS_HIT_WALL | AS_HIT_CPU | AS_HIT_IDLE);
	if (s->end.say == AS_SAY_SYSCALL) {
		result->hits |= AS_HIT_SYSCALL;
		as_seccomp_call_name(s->end.syscall, result->syscall, sizeof(result->syscall));
	} else if (s->end.say == AS_SAY_ENDED && WIFEXITED(status)) {
		result->exit_code = WEXITSTATUS(status);
	} else if (s->end.say == AS_SAY_ENDED) {
		result->signal = WTERMSIG(status);
		if (result->signal == SIGXFSZ)
			result->hits |= AS_HIT_OUTPUT;
		if (result->signal == SIGXCPU)
			result->hits |= AS_HIT_CPU;
		/* The kernel's answer to a call of another architecture; no name can be given. */
		if (result->signal == SIGSYS) {
			result->hits |= AS_HIT_SYSCALL;
			snprintf(result->syscall, sizeof(result->syscall), "foreign-architecture");
		}
	}
	/* A run can be killed before it says that it has started. */
	result->wall_time_ns = (s->end.say ? s->end.ended_ns : s->died_ns) -
			       (s->started_ns ? s->started_ns : s->spawned_ns);
	result->disturbance.involuntary_switches = s->end.involuntary_switches;
}

/*
 * The peak without what the group held before the program, which has room beyond the limit. The
 * kernel takes memory for a group ahead, in batches: a part of one may already have been there.
 */
static uint64_t memory_of_program(const struct supervision *s)
{
	const uint64_t peak = s->usage.memory_bytes, limit = s->request->limits.memory_bytes;
	const uint64_t base = s->base_bytes > BATCH_BYTES ? s->base_bytes - BATCH_BYTES : 0;
	const uint64_t used = peak > base ? peak - base : 0;

	return used < limit ? used : limit;
}

static void fill_usage(struct supervision *s)
{
	struct as_run_result *result = s->result;
	const struct as_limits *limits = &s->request->limits;

	if (s->sandbox->cgroup.state) {
		result->cpu_time_ns =
			s->end.group_cpu_time_ns ? s->end.group_cpu_time_ns : s->usage.cpu_time_ns;
		result->memory_bytes = memory_of_program(s);
		if (s->usage.memory_kills_count)
			result->hits |= AS_HIT_MEMORY;
		if (s->usage.process_refusals_count)
			result->hits |= AS_HIT_PROCESSES;
	} else {
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
	/* Killed for its time while the kernel was still looking for memory that is not there. */
	if (result->hits & (AS_HIT_CPU | AS_HIT_WALL) && s->sandbox->cgroup.state &&
		result->memory_bytes >= limits->memory_bytes)
		result->hits |= AS_HIT_MEMORY;
}

/* Whether what happened is the program's doing. */
static int check_end(const struct supervision *s, struct as_error *error)
{
	const struct as_run_result *result = s->result;

	if (!s->end.say && !result->hits)
		return as_error_set(
			error, AS_ERROR_INTERNAL, "the sandbox helper was killed from outside");
	/* Not every kernel counts a group's own end apart; one far from its limit did not meet it.
	 */
	if (result->hits & AS_HIT_MEMORY && s->sandbox->cgroup.state && !s->usage.own_limit &&
		result->memory_bytes < s->request->limits.memory_bytes / 2)
		return as_error_set(error, AS_ERROR_INTERNAL,
			"the machine ran out of memory while a program used %llu bytes",
			(unsigned long long)result->memory_bytes);
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
	int failed =
		spawn(s, cgroup_fds, cgroup_count, error) || supervise(s, error) || drain(s, error);
	clear_supervision(s);
	/* The group is ended in any case: it must be ready for the next run. */
	if (cgroup->state && cgroup->version->end(cgroup->state, &s->usage, failed ? NULL : error))
		failed = 1;
	return failed ? -1 : 0;
}

/* Forgotten ones, whose program would be blamed. */
static int check_limits(const struct as_limits *limits, struct as_error *error)
{
	if (limits->cpu_time_ns <= 0 || limits->wall_time_ns <= 0 || limits->idle_time_ns <= 0 ||
		!limits->memory_bytes || !limits->processes || !limits->open_files)
		return as_error_set(error, AS_ERROR_USAGE,
			"a limit of a run is 0: without limit is AS_UNLIMITED");
	return 0;
}

int as_sandbox_run(struct as_sandbox *sandbox, const struct as_run_request *request,
	struct as_run_result *result, struct as_error *error)
{
	struct supervision s = {
		.sandbox = sandbox,
		.request = request,
		.result = result,
		.far_run_fd = -1,
		.far_out_fd = -1,
		.far_err_fd = -1,
		.stdin_fd = -1,
		.counter_fd = -1,
	};

	for (int i = 0; i < WAITS; i++)
		s.waits[i] = (struct pollfd){.fd = -1, .events = POLLIN};
	as_run_result_clear(result);
	if (check_limits(&request->limits, error))
		return -1;
	as_run_await_last(sandbox);
	int failed = open_ends(&s, error) || run_in_group(&s, error);
	clear_supervision(&s);
	result->instructions = as_counter_read(s.counter_fd);
	close_fd(&s.counter_fd);
	if (failed)
		return -1;
	end_watch(&s);
	fill_status(&s);
	fill_usage(&s);
	return as_output_end(result, error) || check_end(&s, error) ? -1 : 0;
}
