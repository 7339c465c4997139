/* SPDX-License-Identifier: MIT */
/* zygote: the parts of the helper process. Single-threaded, no allocation after set-up, no stdio.
 */
#ifndef ASSAY_ZYGOTE_H
#define ASSAY_ZYGOTE_H

#include "../wire.h"

#include <errno.h>
#include <linux/filter.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

struct zygote {
	const struct as_wire_setup *setup;
	const char *work;  /* host folder, or NULL */
	const char *views; /* source\0target\0 ... */
	struct sock_fprog filters[AS_WIRE_FILTERS];
	uint64_t exec_key[2]; /* see filter.c */
	int landlock_abi;     /* 0: no usable Landlock */
	int landlock_fd;      /* the rules of a run without a box, or -1 */
};

struct zygote_request {
	const struct as_wire_request *wire;
	const char *home;                 /* process level: the path of the box */
	const char *program, *data, *box; /* entries of the work folder, or NULL */
	char *argv[AS_WIRE_ARGV_COUNT + 1];
	char *env[AS_WIRE_ENV_COUNT + 1];
	const char *absent[AS_WIRE_ABSENT_COUNT]; /* the number of names is in `restrictions` */
	int run_fd;
	int io_fds[3];
	int cgroup_fds[AS_WIRE_CGROUP_FDS];
	int landlock_fd; /* the helper's, for init and the program; or -1 */
	struct sock_fprog filter;
	/* Process level: the groups that the program gets, and its processes' limit. */
	gid_t groups[2];
	size_t group_count;
	uint64_t process_count;
	int killer_fd; /* init's: see killer.c; or -1 */
};

/* A failure in the helper: the step, its errno, and the path concerned. */
struct zygote_fault {
	enum as_setup_step step;
	int sys_errno;
	char text[AS_WIRE_TEXT_BYTES];
};
/* Records errno for a step; returns -1. `text` may be NULL. */
int zygote_fail(struct zygote_fault *fault, enum as_setup_step step, const char *text);

/* root.c: builds the read-only root in a mount namespace of its own, and enters it. */
int zygote_build_root(const struct zygote *zygote, struct zygote_fault *fault);

/* box.c: the contents of a writable box, in whole pages; 0 if it is not writable. True if they
 * exceed the limit. */
bool zygote_measure_box(const struct zygote_request *request, uint64_t *used_bytes);
/* Makes the mounts of one run, in the run's own mount namespace. */
int zygote_build_box(const struct zygote_request *request, struct zygote_fault *fault);

/* fill.c: copies the contents of the folder `from` into the folder `to`; the copies belong to
 * `owner`. -1 with errno. */
int zygote_fill(const char *from, const char *to, uid_t owner);

/* init.c: process 1 of a run: prepares it, starts the program, waits, reports; never returns. */
_Noreturn void zygote_init_main(const struct zygote *zygote, struct zygote_request *request);

/* listener.c, in init: fetches a call that the filter reported. True if it is forbidden, with its
 * number. `reported`: whether the library knows of the first timer. */
bool zygote_listener_fetch(const struct zygote_request *request, int listener, int *number,
	bool *reported, struct as_wire_report *report);

/* program.c: the program's own process between clone and exec. */
struct zygote_start {
	const struct zygote *zygote;
	const struct zygote_request *request;
	struct zygote_fault fault;
	int counter_fd;       /* out: counts the program's tree, in the shared table; or -1 */
	int listener_fd;      /* out: the seccomp listener, in the table shared with init */
	bool attach;          /* the program must move itself into its group */
	int64_t started_ns;   /* out: just before exec */
	int64_t init_cpu_ns;  /* out: the CPU time of init before the group's counters were reset */
	int64_t early_cpu_ns; /* out: the CPU time of the program before its group counted it */
	uint64_t filled_bytes;     /* the size of the box's initial contents */
	uint64_t group_base_bytes; /* out: the memory of the group then */
};
int zygote_program_main(void *start);

/* privileges.c: drops what no run may have; afterwards no signal is ignored. */
int zygote_drop_common_privileges(bool has_capabilities, struct zygote_fault *fault);
/* Drops the remaining privileges of the program's process. -1 with errno. */
int zygote_drop_privileges(bool has_ids);
/* Sets both limits of a resource, as far as they may be raised. -1 with errno. */
int zygote_limit(int resource, uint64_t value);
int zygote_limit_run(const struct as_wire_request *wire, bool has_ids);

/* landlock.c: the rules of all runs without a writable box, as a descriptor (close-on-exec). -1 on
 * failure, or without Landlock (`abi` 0). */
int zygote_landlock_rules(int abi);
/* Restricts this process for good, as landlock.c describes. `box` is the folder that it may write
 * to; or NULL, and `rules_fd` has the rules. Needs no_new_privs. -1 with errno; without Landlock it
 * has no effect. */
int zygote_landlock_restrict(int abi, int rules_fd, const char *box);

/* filter.c: the filter of a run; borrowed until the next call. -1 if it has too many instructions.
 */
int zygote_filter(
	const struct zygote *zygote, const struct as_wire_request *wire, struct sock_fprog *filter);
/* The process level, in the program's process: puts its number into the rules about signals. */
void zygote_filter_name_self(const struct sock_fprog *filter);

/* measure.c: CLOCK_MONOTONIC. */
int64_t zygote_now_ns(void);
/* The CPU time of a process; 0 if unknown. */
int64_t zygote_cpu_ns(pid_t pid);
/* The decimal number in a file of a control group, read from its start; 0 if there is none. */
uint64_t zygote_read_number(int fd);

/* process.c: the process level, without namespaces and mounts. The helper's own set-up. */
int zygote_process_begin(struct zygote_fault *fault);
/* From now on the helper reaps each dead child. */
void zygote_process_reap(void);
/* Clones process 1 of a run, as fork does; *pidfd is set in the parent. -1 with errno. */
pid_t zygote_process_clone(int *pidfd);
/* In init: prepares the folders of the run, and counts the processes of an ordinary user. */
int zygote_process_build_box(
	const struct zygote *zygote, struct zygote_request *request, struct zygote_fault *fault);
/* In the program's process: its limits, and its ids (if `user` is not 0) and capabilities. -1 with
 * errno. */
int zygote_process_limit(const struct zygote_request *request);
int zygote_process_drop(uid_t user, size_t group_count, const gid_t *groups);
/* Kills the children of this process, and their process groups. */
void zygote_process_kill_groups(void);
/* The path of an entry of the work folder. -1 with errno. */
#define ZYGOTE_PATH_BYTES 4352
static inline int zygote_process_path(
	const struct zygote *zygote, const char *entry, char path[ZYGOTE_PATH_BYTES])
{
	if (snprintf(path, ZYGOTE_PATH_BYTES, "%s/%s", zygote->work, entry) < ZYGOTE_PATH_BYTES)
		return 0;
	errno = ENAMETOOLONG;
	return -1;
}
/* killer.c, in init: starts the process that ends a run which has a user id of its own; else it has
 * no effect. -1 with errno. */
int zygote_killer_start(struct zygote_request *request);
/* Nothing is left to be killed. */
void zygote_killer_dismiss(const struct zygote_request *request);
/* Kills all processes of the run but init: those with its user id, or the groups of init's
 * children. Then all that is left to do is to reap them. */
void zygote_killer_kill(struct zygote_request *request);
/* In the helper: kills what an init that was killed has left; init itself must be dead. `user` is
 * the run's user id, or 0. */
void zygote_killer_end_strays(uid_t user);
/* process_box.c: as zygote_measure_box, by a walk. */
bool zygote_process_measure(const struct zygote_request *request, uint64_t *used_bytes);
/* landlock.c: restricts this process to the views and folders of a run. -1 with errno. */
int zygote_landlock_process(const struct zygote *zygote, const struct zygote_request *request);

/* report.c: messages. */
int zygote_receive(
	int fd, void *buffer, size_t size, int *fds, size_t fd_capacity, size_t *fd_count);
int zygote_report(int fd, const struct as_wire_report *report, int attach_fd);
_Noreturn void zygote_report_fault(int fd, const struct zygote_fault *fault);

#endif
