/* SPDX-License-Identifier: MIT */
/* supervision: one run in progress, and its stages: request.c, supervise.c, run.c. */
#ifndef ASSAY_SANDBOX_SUPERVISION_H
#define ASSAY_SANDBOX_SUPERVISION_H

#include "sandbox_private.h"

#include <poll.h>

/* A run's group, seen empty again and again. */
struct as_emptiness {
	int64_t since_ns;
	unsigned looks_count;
};
/* Adds a look. True where it has been empty for longer than process 1 may need to tell of its
 * program's end; not by a few looks, between which this process may have been held up itself. */
bool as_emptiness_lasts(struct as_emptiness *emptiness, bool is_empty, int64_t now_ns);

/* What is waited for. */
enum { RUN, DEATH, OUT, ERR, WAITS };

/* What the helper is given of a run; closed here once it has it. */
struct far_ends {
	int run_fd, out_fd, err_fd, stdin_fd;
};

/* When a run came how far; 0: not yet. */
struct run_times {
	int64_t spawned_ns;
	int64_t started_ns;
	int64_t killed_ns; /* for a limit, at first */
	int64_t died_ns;   /* its end was known */
};

/* What it had used when it was seen to come to its limit of memory, where it still is; 0: it is not
 * there. */
struct starving {
	int64_t cpu_ns, wall_ns;
	bool was_killed; /* for its time there */
};

struct supervision {
	struct as_sandbox *sandbox;
	const struct as_run_request *request;
	struct as_run_result *result;
	struct pollfd waits[WAITS]; /* each owned; -1 once closed */
	struct far_ends far;
	int counter_fd;
	struct run_times times;
	bool has_timer;      /* it has set an interval timer */
	uint64_t base_bytes; /* in the group before the program started, as far as is known */
	int64_t next_look_ns;
	int64_t busy_ns;     /* when it was last seen to work, */
	int64_t busy_cpu_ns; /* and what it had used by then */
	struct as_emptiness emptiness;
	struct as_wire_report
		over; /* the program's own end, where it left others; say 0: none came */
	struct as_wire_report end; /* say 0: none came */
	struct starving starving;
	struct as_cgroup_usage usage;
	struct as_core_times watched; /* at_ns 0: not yet */
	int64_t watched_cpu_time_ns;  /* what the run had used by then */
};

/* request.c: makes the run's descriptors. */
int as_run_open_ends(struct supervision *s, struct as_error *error) AS_MUST_USE;
/* Has the helper clone the run's init and takes its pidfd. */
int as_run_spawn(struct supervision *s, const int *cgroup_fds, uint32_t cgroup_count,
	struct as_error *error) AS_MUST_USE;
void as_run_close_fd(int *fd);
/* Closes what the helper has by now. */
void as_run_close_far(struct supervision *s);

/* supervise.c: stays with the run to its end, and takes all that it printed. */
int as_run_supervise(struct supervision *s, struct as_error *error) AS_MUST_USE;
/* After the end: what passed while it was watched. */
void as_run_end_watch(struct supervision *s);

#endif
