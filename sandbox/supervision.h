/* SPDX-License-Identifier: MIT */
/* supervision: one run in progress, and its stages: request.c, supervise.c, run.c. */
#ifndef ASSAY_SANDBOX_SUPERVISION_H
#define ASSAY_SANDBOX_SUPERVISION_H

#include "sandbox_private.h"

#include <poll.h>

/* How long the group of a run was empty in consecutive samples. */
struct as_emptiness {
	int64_t since_ns;
	unsigned sample_count;
};
/* Adds a sample. True if the group has been empty for longer than process 1 may take to report the
 * end of its program. Also requires several samples, because this process may have been delayed
 * between two. */
bool as_emptiness_lasts(struct as_emptiness *emptiness, bool is_empty, int64_t now_ns);

/* The descriptors that are polled. */
enum { RUN, DEATH, OUT, ERR, WAITS };

/* The ends of the run's descriptors for the helper; closed here once they are sent. */
struct far_ends {
	int run_fd, out_fd, err_fd, stdin_fd;
};

/* Times of the stages of a run; 0: not yet. */
struct run_times {
	int64_t spawned_ns;
	int64_t started_ns;
	int64_t killed_ns; /* the first kill for a limit */
	int64_t died_ns;   /* its end became known */
};

/* The usage when the run was first sampled at its memory limit, if it is still there; 0: it is not.
 */
struct at_memory_limit {
	int64_t cpu_ns, wall_ns;
	bool was_killed; /* for a limit of time, while it was there */
};

struct supervision {
	struct as_sandbox *sandbox;
	const struct as_run_request *request;
	struct as_run_result *result;
	struct pollfd waits[WAITS]; /* each is owned; -1 once closed */
	struct far_ends far;
	int counter_fd;
	struct run_times times;
	bool has_timer;      /* it has set an interval timer */
	uint64_t base_bytes; /* in the group before the program started, if known */
	int64_t next_sample_ns;
	int64_t busy_ns;     /* when it was last seen to run, */
	int64_t busy_cpu_ns; /* and its CPU time then */
	struct as_emptiness emptiness;
	struct as_wire_report
		over; /* the program's own end if it left other processes; kind 0: none */
	struct as_wire_report end; /* kind 0: none */
	struct at_memory_limit at_memory_limit;
	struct as_cgroup_usage usage;
	struct as_core_times watched; /* at_ns 0: not yet */
	int64_t observed_cpu_time_ns; /* the CPU time of the run then */
};

/* request.c: makes the run's descriptors. */
int as_run_open_ends(struct supervision *s, struct as_error *error) AS_MUST_USE;
/* Has the helper clone the run's init and takes its pidfd. */
int as_run_spawn(struct supervision *s, const int *cgroup_fds, uint32_t cgroup_count,
	struct as_error *error) AS_MUST_USE;
/* Closes the ends that the helper has by now. */
void as_run_close_far(struct supervision *s);

/* supervise.c: supervises the run to its end and collects all of its output. */
int as_run_supervise(struct supervision *s, struct as_error *error) AS_MUST_USE;
/* Kills the run: through its init; at the process level init itself kills it. */
void as_run_signal(const struct supervision *s);
/* After the end: computes the disturbance while it was observed. */
void as_run_end_observation(struct supervision *s);

#endif
