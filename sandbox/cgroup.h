/* SPDX-License-Identifier: MIT */
/*
 * cgroup: the control groups of one sandbox, with one interface for both versions. A group is ready
 * before the program starts, and is read after its whole tree has died.
 */
#ifndef ASSAY_SANDBOX_CGROUP_H
#define ASSAY_SANDBOX_CGROUP_H

#include "wire.h"

#include <assay/sandbox.h>

struct as_cgroup_usage {
	int64_t cpu_time_ns;
	uint64_t memory_bytes;           /* peak */
	uint64_t memory_kills_count;     /* programs killed for memory in this run */
	uint64_t process_refusals_count; /* forks refused in this run, by any limit; process level:
					    1 if it was above its own */
	bool never_full; /* the group never reached its own limit of processes, so any refusals were
			    by another limit */
	bool has_pressure;
	int64_t pressure_ns; /* time in which processes of the group waited for a core */
	bool own_limit; /* the group reached its own memory limit: a group OOM, not a global one */
	bool is_empty;  /* v2, set by `sample`: the run's group contains no process */
};

struct as_cgroup;

/* The operations of a version. `state` belongs to the version. */
struct as_cgroup_version {
	const char *name; /* "v1", "v2" */
	/* NULL with AS_ERROR_MACHINE if this version cannot be used here; the text is the remedy.
	 */
	void *(*open)(struct as_keeper *keeper, struct as_error *error);
	void (*close)(void *state);
	enum as_joining joining;
	/* Moves the helper into the group before it makes its namespaces, so that its children
	 * start there. The helper's pidfd is borrowed. */
	int (*adopt)(void *state, pid_t helper, int helper_fd, struct as_error *error);
	/* Finishes the set-up after the helper has made its namespaces. `privileged`: the helper is
	 * the inside root. */
	int (*prepare)(void *state, bool privileged, struct as_error *error);
	/* False if `begin` would wait until the kernel has freed memory of the last run. NULL: it
	 * never waits. */
	bool (*is_ready)(const void *state);
	/* Prepares a run. Sets the descriptors that `joining` names; they stay owned by the state.
	 */
	int (*begin)(void *state, const struct as_limits *limits, int fds[AS_WIRE_CGROUP_FDS],
		uint32_t *fd_count, struct as_error *error);
	/* Reads the usage cheaply: all but the memory peak, which stays 0. */
	int (*sample)(void *state, struct as_cgroup_usage *usage, struct as_error *error);
	/* The memory that cannot be reclaimed (anonymous and shared memory), in bytes, if the
	 * memory limit was reached; else 0. More expensive than `sample`. */
	uint64_t (*unreclaimable)(void *state);
	/* Reads the whole usage after the tree has died, and prepares the group for the next run.
	 */
	int (*end)(void *state, struct as_cgroup_usage *usage, struct as_error *error);
	/* Call it after `end` of a run that was not killed. -1 if the helper, and so what it
	 * starts, is no longer in its groups. NULL: not needed. */
	int (*check)(void *state, struct as_error *error);
	/* A new descriptor for the folder of the run's group, valid between `begin` and `end`. Its
	 * file `tasks_file` lists the threads in the group, and its pids.current counts them. On v1
	 * the helper and process 1 are among them. */
	int (*members)(void *state);
	const char *tasks_file;
	/* What the control groups of this host cannot do, one word each; NULL-terminated, static.
	 */
	const char *const *(*degraded)(void *state);
};
extern const struct as_cgroup_version as_cgroup_v1, as_cgroup_v2;

/* True if as_cgroup_v2.open is likely to work. Changes nothing. */
bool as_cgroup_v2_usable(void);
/* True if this user can ask a systemd manager for a scope: the system's or the user's. */
bool as_cgroup_has_manager(void);

/* The control groups of a sandbox: of v2 if it has the controllers memory and pids here, else of
 * v1. */
struct as_cgroup {
	const struct as_cgroup_version *version;
	void *state;
};
/* `keeper` is borrowed until as_cgroup_close, and may be NULL. */
int as_cgroup_open(
	struct as_cgroup *cgroup, struct as_keeper *keeper, struct as_error *error) AS_MUST_USE;
void as_cgroup_close(struct as_cgroup *cgroup);

/* ---- shared by both versions ---- */

#define AS_CGROUP_PATH_BYTES 1024
/* A line for each hierarchy; the kernel has about fifteen. */
#define AS_MEMBERSHIP_BYTES (16 << 10)

/* Records why something failed, unless `error` has a cause already. Returns -1. */
static inline int as_cgroup_fail(struct as_error *error, const struct as_error *why)
{
	if (error && error->kind == AS_ERROR_NONE)
		*error = *why;
	return -1;
}

/* The mount point of a hierarchy, and this process's own folder in it. */
struct as_cgroup_place {
	char mount[512];
	char own[AS_CGROUP_PATH_BYTES];
	bool own_is_root; /* its own folder is the root of the mount */
};
/* `controller` NULL: the v2 hierarchy. -1 with errno; ENOENT if there is none. */
int as_cgroup_find(const char *controller, struct as_cgroup_place *place);
/* Converts a path of the hierarchy to a path below the mount, which in a container may show only
 * the part of the hierarchy beneath `root`. "": the top, or a path outside of that part. */
const char *as_cgroup_below(const char *root, const char *path);
/* For names that must not repeat. */
unsigned as_cgroup_random_number(void);
/* Makes the group "assay-PIDNS-PID-RANDOM" in `base`, registered with the keeper, after removing
 * groups that dead processes of this namespace left there. Returns its descriptor and writes its
 * name. */
int as_cgroup_make(const char *base, struct as_keeper *keeper, char *path, size_t size,
	struct as_error *error);
/* Removes the group and unregisters it from the keeper. */
void as_cgroup_unmake(const char *path, struct as_keeper *keeper);
int as_cgroup_write(int dir_fd, const char *file, const char *text);
/* True if the group never reached its own limit of processes; false if the kernel does not say. */
bool as_cgroup_never_full(int dir_fd);
/* Reads a number: the whole file if `key` is NULL, else the line "key number". -1 with errno. */
int as_cgroup_read(int dir_fd, const char *file, const char *key, uint64_t *value);
/* The same for a file that is kept open, since opening costs more than reading. */
int as_cgroup_read_open(int fd, const char *key, uint64_t *value);
/* Reads all of the /proc/PID/cgroup that is open as `fd`, as it is now. -1 with errno; ESRCH if the
 * process has ended. */
int as_cgroup_membership(int fd, char text[AS_MEMBERSHIP_BYTES]);
/* The end of a path from the unique name of a group that as_cgroup_make made; the part before it
 * may differ between mounts. NULL if no such group is in the path. */
const char *as_cgroup_unique_tail(const char *path);
/* True if the text of /proc/PID/cgroup shows the process in such a group. */
bool as_cgroup_is_member(const char *text, const char *controller, const char *path);
/* The helper process. Once it is dead, its pid may be reused. */
struct as_cgroup_helper {
	pid_t pid;
	int pidfd;
	int membership_fd; /* its /proc/PID/cgroup: one read instead of reading each group's list */
};
#define AS_CGROUP_HELPER_INIT                                                                      \
	{                                                                                          \
		.pid = -1, .pidfd = -1, .membership_fd = -1                                        \
	}
/* `pidfd` is borrowed. */
int as_cgroup_hold_helper(
	struct as_cgroup_helper *helper, pid_t pid, int pidfd, struct as_error *error) AS_MUST_USE;
void as_cgroup_release_helper(struct as_cgroup_helper *helper);
/* True if the helper has ended; waits up to wait_ms for that. */
bool as_cgroup_helper_has_ended(const struct as_cgroup_helper *helper, int wait_ms);
/* Moves the helper into the group `path`, which as_cgroup_make made, or into one below it. -1 if
 * the helper has ended; no other process is moved then. */
int as_cgroup_move_helper(const struct as_cgroup_helper *helper, int dir_fd, const char *controller,
	const char *path, struct as_error *error) AS_MUST_USE;
/* Anonymous and shared memory, in bytes; `anonymous` is the key of the former in memory.stat. */
uint64_t as_cgroup_read_unreclaimable(int dir_fd, const char *anonymous);
/* True if this host uses swap (proc(5): swaps). */
bool as_cgroup_host_swaps(void);
/* Removes a group and its subgroups, with retries while the kernel still reaps. -1 if it could not
 * be removed. */
int as_cgroup_remove(const char *path);

#endif
