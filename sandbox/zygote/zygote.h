/* SPDX-License-Identifier: MIT */
/* zygote: the parts of the helper process. Single-threaded, no allocation after set-up, no stdio.
 */
#ifndef ASSAY_ZYGOTE_H
#define ASSAY_ZYGOTE_H

#include "../wire.h"

#include <linux/filter.h>
#include <stddef.h>
#include <sys/types.h>

struct zygote {
	const struct as_wire_setup *setup;
	const char *work;  /* host folder, or NULL */
	const char *views; /* source\0target\0 ... */
	struct sock_fprog filters[AS_WIRE_FILTERS];
	uint64_t exec_key[2]; /* see filter.c */
	int landlock_abi; /* 0: the kernel has none that is of use */
	int landlock_fd;  /* the rules of a run without a box, or -1 */
};

struct zygote_request {
	const struct as_wire_request *wire;
	const char *program, *data, *box; /* entries of the work folder, or NULL */
	char *argv[AS_WIRE_ARGV_COUNT + 1];
	char *env[AS_WIRE_ENV_COUNT + 1];
	const char *absent[AS_WIRE_ABSENT_COUNT]; /* as many as the restrictions say */
	int run_fd;
	int io_fds[3];
	int cgroup_fds[AS_WIRE_CGROUP_FDS];
	int landlock_fd; /* the helper's, for init and the program; or -1 */
	struct sock_fprog filter;
};

/* A failure on the helper's side: which step, why, and at what. */
struct zygote_fault {
	enum as_setup_step step;
	int sys_errno;
	char text[AS_WIRE_TEXT_BYTES];
};
/* Records errno for a step; returns -1. `text` may be NULL. */
int zygote_fail(struct zygote_fault *fault, enum as_setup_step step, const char *text);

/* root.c: builds the read-only root in a mount namespace of its own and moves into it. */
int zygote_build_root(const struct zygote *zygote, struct zygote_fault *fault);
/* What is in a writable box, in whole pages; none in another. True where that is more than it may
 * hold. */
bool zygote_look_at_box(const struct zygote_request *request, uint64_t *used_bytes);
/* Mounts that are made anew for each run, inside the run's own mount namespace. */
int zygote_build_box(const struct zygote_request *request, struct zygote_fault *fault);

/* fill.c: copies what is in the folder `from` into the folder `to`, to be the program's. -1 with
 * errno. */
int zygote_fill(const char *from, const char *to);

/* init.c: process 1 of a run: prepares it, starts the program, waits, reports; never returns. */
_Noreturn void zygote_init_main(const struct zygote *zygote, struct zygote_request *request);

/* program.c: what the program's own process does between clone and exec. */
struct zygote_start {
	const struct zygote *zygote;
	const struct zygote_request *request;
	struct zygote_fault fault;
	int counter_fd;        /* out: counts the program's tree, in the same table; or -1 */
	int listener_fd;       /* out: the seccomp listener, in the table shared with init */
	bool attach;           /* the program has to move itself into its group */
	int64_t started_ns;    /* out: just before exec */
	int64_t init_cpu_ns;   /* out: what init had used when the group's counters were reset, */
	int64_t early_cpu_ns;  /* and the program's process, or when it came into its group */
	uint64_t filled_bytes; /* what the box begins with */
	uint64_t group_base_bytes; /* out: what was in the group then */
};
int zygote_program_main(void *start);

/* privileges.c: the helper gives up what no run may have; afterwards it ignores no signal. */
int zygote_give_up(struct zygote_fault *fault);
/* What the program's process still has. -1 with errno. */
int zygote_drop_privileges(bool has_ids);
/* Both limits of a resource, as far as they may be raised. -1 with errno. */
int zygote_limit(int resource, uint64_t value);
int zygote_limit_run(const struct as_wire_request *wire, bool has_ids);

/* landlock.c: the rules of runs that write nowhere, as a descriptor to be closed on exec: they are
 * the same for all. -1 where they cannot be had, or there is no Landlock: then it must be 0. */
int zygote_landlock_rules(int abi);
/* Takes from this process, for good, whatever a program needs not: see the file. `box` is where it
 * may write, or NULL, for which there are `rules_fd`. Needs no_new_privs. -1 with errno; without
 * Landlock it does nothing. */
int zygote_landlock_restrict(int abi, int rules_fd, const char *box);

/* filter.c: the filter of a run; borrowed until the next call. -1 if it has too many instructions.
 */
int zygote_filter(
	const struct zygote *zygote, const struct as_wire_request *wire, struct sock_fprog *filter);

/* measure.c: CLOCK_MONOTONIC. */
int64_t zygote_now_ns(void);
/* The CPU time of a process; 0 where it cannot be told. */
int64_t zygote_cpu_ns(pid_t pid);
/* The decimal number that a file of a control group holds, from its start; 0 where there is none.
 */
uint64_t zygote_read_number(int fd);

/* say.c: messages. */
int zygote_receive(
	int fd, void *buffer, size_t size, int *fds, size_t fd_capacity, size_t *fd_count);
int zygote_say(int fd, const struct as_wire_report *report, int attach_fd);
_Noreturn void zygote_say_fault(int fd, const struct zygote_fault *fault);

#endif
