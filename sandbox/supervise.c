/* SPDX-License-Identifier: MIT */
/* Supervises a run: drains its pipes, samples its clocks and its control group, enforces its
 * limits. */
#include "output.h"
#include "supervision.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>

#define START_TIMEOUT_NS INT64_C(20000000000)
#define DEATH_TIMEOUT_NS INT64_C(20000000000)
#define DRAIN_TIMEOUT_NS INT64_C(5000000000)
/* How long process 1 may take to report the end of its program. */
#define REPORT_TIMEOUT_NS INT64_C(1000000000)
#define EMPTY_SAMPLES 10u
#define MIN_SAMPLE_NS INT64_C(500000)
#define MAX_SAMPLE_NS INT64_C(50000000)
#define PUMP_BYTES 65536

void as_run_signal(const struct supervision *s)
{
	const int signal = s->sandbox->process.used ? SIGTERM : SIGKILL;

	syscall(SYS_pidfd_send_signal, s->waits[DEATH].fd, signal, NULL, 0);
}

static void kill_run(struct supervision *s, unsigned hit)
{
	s->result->hits |= hit;
	if (!s->times.killed_ns)
		s->times.killed_ns = as_now_ns();
	as_run_signal(s);
}

static void kill_for_time(struct supervision *s, unsigned hit)
{
	s->at_memory_limit.was_killed = s->at_memory_limit.wall_ns != 0;
	kill_run(s, hit);
}

/*
 * Records when the program came to its memory limit. There it can run out of time while the kernel
 * still tries to reclaim memory. A peak at the limit proves nothing, because caches also grow up to
 * it and are reclaimed. It is sampled throughout the run, because the caller may ask for the state
 * at another time limit. A program that is being killed frees its memory, so it is not sampled any
 * more.
 */
static void sample_memory_limit(struct supervision *s, int64_t now_ns)
{
	const struct as_cgroup *cgroup = &s->sandbox->cgroup;
	const uint64_t limit = s->request->limits.memory_bytes;

	if (s->result->hits)
		return;
	if (cgroup->version->unreclaimable(cgroup->state) < limit - limit / 64) {
		s->at_memory_limit.cpu_ns = s->at_memory_limit.wall_ns = 0;
	} else if (!s->at_memory_limit.wall_ns) {
		s->at_memory_limit.cpu_ns = s->usage.cpu_time_ns;
		s->at_memory_limit.wall_ns = now_ns - s->times.started_ns;
	}
}

/* Reads what is in a pipe, and closes it at end of file. */
static int pump(struct supervision *s, int which, struct as_error *error)
{
	/* The request buffer is free while the run is under way, and this thread's stack may be
	 * small. */
	char *buffer = s->sandbox->message;
	ssize_t got = read(s->waits[which].fd, buffer, PUMP_BYTES);

	if (got < 0)
		return errno == EAGAIN || errno == EINTR
			       ? 0
			       : as_error_sys(error, AS_ERROR_INTERNAL, errno,
					 "cannot read a program's output");
	if (got == 0) {
		as_fd_close(&s->waits[which].fd);
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

/* The earliest time at which a limit can be exceeded. */
static int64_t first_sample_ns(const struct supervision *s)
{
	const struct as_limits *limits = &s->request->limits;
	const int64_t times_ns[] = {limits->wall_time_ns, limits->idle_time_ns,
		limits->cpu_time_ns / s->sandbox->core_count};
	int64_t min_ns = s->sandbox->process.used ? as_process_interval_ns(s->sandbox->cgroup.state)
						  : MAX_SAMPLE_NS;

	for (size_t i = 0; i < sizeof(times_ns) / sizeof(*times_ns); i++)
		min_ns = times_ns[i] < min_ns ? times_ns[i] : min_ns;
	return s->times.started_ns + (min_ns < MIN_SAMPLE_NS ? MIN_SAMPLE_NS : min_ns);
}

static int take_report(struct supervision *s, struct as_error *error)
{
	struct as_wire_report report;
	int attached;
	int got = as_wire_receive(s->waits[RUN].fd, &report, &attached);

	if (got <= 0) {
		as_fd_close(&s->waits[RUN].fd);
		return 0;
	}
	switch ((int)report.kind) {
	case AS_REPORT_STARTED:
		s->times.started_ns = report.started_ns;
		s->counter_fd = as_steal_fd(attached);
		s->base_bytes = report.group_base_bytes;
		s->next_sample_ns = first_sample_ns(s);
		break;
	case AS_REPORT_TIMER:
		s->has_timer = true;
		break;
	case AS_REPORT_FAILED:
		return as_wire_record_failure(&report, error);
	case AS_REPORT_OVER:
		s->over = report;
		break;
	default:
		s->end = report;
		s->base_bytes = report.group_base_bytes;
		s->result->box_fd = as_steal_fd(attached);
	}
	if (attached >= 0)
		close(attached);
	return 0;
}

static int receive_reports(struct supervision *s, struct as_error *error)
{
	pthread_mutex_lock(&s->sandbox->waiting.mutex);
	int failed = take_report(s, error);
	pthread_mutex_unlock(&s->sandbox->waiting.mutex);
	return failed;
}

/* disturbance.c explains why this is not done at the start. */
static void begin_observation(struct supervision *s)
{
	if (s->watched.at_ns)
		return;
	as_disturbance_read(&s->sandbox->disturbance, s->sandbox->core, s->sandbox->message,
		AS_WIRE_MESSAGE_BYTES, &s->watched);
	s->observed_cpu_time_ns = s->sandbox->cgroup.state ? s->usage.cpu_time_ns : -1;
}

void as_run_end_observation(struct supervision *s)
{
	struct as_disturbance *disturbance = &s->result->disturbance;
	struct as_core_times now;

	disturbance->steal_ns = disturbance->others_ns = disturbance->pressure_ns = -1;
	if (s->watched.at_ns) {
		as_disturbance_read(&s->sandbox->disturbance, s->sandbox->core, s->sandbox->message,
			AS_WIRE_MESSAGE_BYTES, &now);
		int64_t own_ns = s->observed_cpu_time_ns < 0
					 ? -1
					 : s->usage.cpu_time_ns - s->observed_cpu_time_ns;
		as_disturbance_compare(&s->watched, &now, own_ns, disturbance);
	}
	if (s->usage.has_pressure)
		disturbance->pressure_ns = s->usage.pressure_ns;
}

/* Kills a run that was idle for too long; returns how long it may still stay idle. */
static int64_t check_idle_time(struct supervision *s, int64_t now_ns)
{
	const int64_t limit_ns = s->request->limits.idle_time_ns;

	if (limit_ns == AS_UNLIMITED_NS)
		return INT64_MAX;
	if (s->busy_ns == 0)
		s->busy_ns = s->times.started_ns;
	if (s->usage.cpu_time_ns - s->busy_cpu_ns > limit_ns / 100) {
		s->busy_ns = now_ns;
		s->busy_cpu_ns = s->usage.cpu_time_ns;
	}
	int64_t left_ns = limit_ns - (now_ns - s->busy_ns);
	if (left_ns < 0)
		kill_for_time(s, AS_HIT_IDLE);
	return left_ns;
}

bool as_emptiness_lasts(struct as_emptiness *emptiness, bool is_empty, int64_t now_ns)
{
	if (!is_empty) {
		*emptiness = (struct as_emptiness){0};
		return false;
	}
	if (emptiness->sample_count++ == 0)
		emptiness->since_ns = now_ns;
	return emptiness->sample_count >= EMPTY_SAMPLES &&
	       now_ns - emptiness->since_ns >= REPORT_TIMEOUT_NS;
}

/*
 * A process that was moved out of the run's group is neither limited nor counted there. A program
 * that has ended leaves the group empty as well, and its end is reported soon; so a single sample
 * of an empty group proves nothing.
 */
static int check_members(struct supervision *s, int64_t now_ns, struct as_error *error)
{
	const bool is_empty = s->usage.is_empty && !s->times.killed_ns;

	return as_emptiness_lasts(&s->emptiness, is_empty, now_ns)
		       ? as_error_set(error, AS_ERROR_INTERNAL,
				 "the control group of a run was emptied from outside")
		       : 0;
}

/* Checks the limits that need the control group; lowers *next_ns to the time of the next sample. */
static int sample_group(
	struct supervision *s, int64_t now_ns, int64_t *next_ns, struct as_error *error)
{
	const struct as_limits *limits = &s->request->limits;
	struct as_cgroup *cgroup = &s->sandbox->cgroup;
	int64_t left_ns;

	if (cgroup->version->sample(cgroup->state, &s->usage, error) ||
		check_members(s, now_ns, error))
		return -1;
	if (s->usage.memory_kills_count)
		kill_run(s, AS_HIT_MEMORY);
	if (s->usage.process_refusals_count)
		kill_run(s, AS_HIT_PROCESSES);
	sample_memory_limit(s, now_ns);
	if (limits->cpu_time_ns != AS_UNLIMITED_NS) {
		left_ns = limits->cpu_time_ns - s->usage.cpu_time_ns;
		if (left_ns < 0)
			kill_for_time(s, AS_HIT_CPU);
		left_ns /= s->sandbox->core_count;
		*next_ns = left_ns < *next_ns ? left_ns : *next_ns;
	}
	left_ns = check_idle_time(s, now_ns);
	*next_ns = left_ns < *next_ns ? left_ns : *next_ns;
	if (s->sandbox->process.used && as_process_interval_ns(cgroup->state) < *next_ns)
		*next_ns = as_process_interval_ns(cgroup->state);
	return 0;
}

/* Samples the clocks and the group, kills a run that exceeds a limit, and returns the time of the
 * next sample. */
static int sample(struct supervision *s, int64_t now_ns, struct as_error *error)
{
	const struct as_limits *limits = &s->request->limits;
	int64_t next_ns = MAX_SAMPLE_NS, left_ns;

	s->next_sample_ns = now_ns + next_ns;
	if (s->times.killed_ns && now_ns - s->times.killed_ns > DEATH_TIMEOUT_NS)
		return as_error_set(error, AS_ERROR_INTERNAL,
			"a killed program does not end; it may be frozen");
	if (!s->times.started_ns)
		return now_ns - s->times.spawned_ns <= START_TIMEOUT_NS
			       ? 0
			       : as_error_set(error, AS_ERROR_INTERNAL,
					 "a program did not start within 20 s; the machine is "
					 "overloaded");
	/* The program has ended; its remaining processes are being killed. */
	if (s->over.kind)
		return now_ns - s->over.ended_ns <= START_TIMEOUT_NS
			       ? 0
			       : as_error_set(error, AS_ERROR_INTERNAL,
					 "the remaining processes of a program do not end");
	if (s->sandbox->cgroup.state && sample_group(s, now_ns, &next_ns, error))
		return -1;
	begin_observation(s);
	if (limits->wall_time_ns != AS_UNLIMITED_NS) {
		left_ns = limits->wall_time_ns - (now_ns - s->times.started_ns);
		if (left_ns < 0)
			kill_for_time(s, AS_HIT_WALL);
		next_ns = left_ns < next_ns ? left_ns : next_ns;
	}
	s->next_sample_ns = now_ns + (next_ns < MIN_SAMPLE_NS ? MIN_SAMPLE_NS : next_ns);
	return 0;
}

static int await_end(struct supervision *s, struct as_error *error)
{
	s->times.spawned_ns = as_now_ns();
	for (;;) {
		int64_t now_ns = as_now_ns();
		if (as_is_cancelled(s->request->cancel))
			kill_run(s, AS_HIT_CANCEL);
		if (as_is_cancelled(s->request->stall))
			kill_for_time(s, AS_HIT_STALL);
		if (now_ns >= s->next_sample_ns && sample(s, now_ns, error))
			return -1;
		int64_t wait_ns = s->next_sample_ns - now_ns;
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
		if (s->waits[RUN].revents && receive_reports(s, error))
			return -1;
		if (s->waits[DEATH].revents || s->end.kind) {
			s->times.died_ns = as_now_ns();
			return 0;
		}
	}
}

/* All reports of process 1 are in the socket by now. Its end of file is not awaited: other children
 * of the caller may hold it. */
static int receive_last_reports(struct supervision *s, struct as_error *error)
{
	while (s->waits[RUN].fd >= 0 && !s->end.kind) {
		struct pollfd wait = {.fd = s->waits[RUN].fd, .events = POLLIN};
		int ready = poll(&wait, 1, 0);
		if (ready < 0 && errno == EINTR)
			continue;
		if (ready <= 0)
			as_fd_close(&s->waits[RUN].fd);
		else if (receive_reports(s, error))
			return -1;
	}
	return 0;
}

/* Every process that could write is dead, so each pipe ends. */
static int drain(struct supervision *s, struct as_error *error)
{
	for (int which = OUT; which <= ERR; which++) {
		while (s->waits[which].fd >= 0) {
			struct pollfd wait = {.fd = s->waits[which].fd, .events = POLLIN};
			if (poll(&wait, 1, 1000) == 0 ||
				as_now_ns() - s->times.died_ns > DRAIN_TIMEOUT_NS)
				return as_error_set(error, AS_ERROR_INTERNAL,
					"a pipe of a dead program is still open");
			if (pump(s, which, error))
				return -1;
		}
	}
	return receive_last_reports(s, error);
}

int as_run_supervise(struct supervision *s, struct as_error *error)
{
	as_waiting_set(s->sandbox, s);
	int failed = await_end(s, error);
	as_waiting_set(s->sandbox, NULL);
	if (failed || drain(s, error))
		return -1;
	if (s->request->keep_box && s->end.kind && s->sandbox->process.used)
		s->result->box_fd =
			open(s->sandbox->process.home, O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	/* It arrives in a message, and is lost if this process has no free descriptor. */
	if (s->request->keep_box && s->end.kind && s->result->box_fd < 0)
		return as_error_set(error, AS_ERROR_INTERNAL,
			"cannot receive a program's working folder: no free descriptor");
	return 0;
}
