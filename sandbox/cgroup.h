/* SPDX-License-Identifier: MIT */
/*
 * cgroup: the control groups of one sandbox, of either version behind one face. A group is ready
 * before the program starts and is read after all of its tree has died.
 */
#ifndef ASSAY_SANDBOX_CGROUP_H
#define ASSAY_SANDBOX_CGROUP_H

#include "wire.h"

#include <assay/sandbox.h>

struct as_cgroup_usage {
	int64_t cpu_time_ns;
	uint64_t memory_bytes;           /* peak */
	uint64_t memory_kills_count;     /* programs killed for memory in this run */
	uint64_t process_refusals_count; /* forks refused in this run, at whose limit ever */
	bool never_full; /* the refusals, where there were any, were not the group's: it never was
			    at its own limit of processes */
	bool has_pressure;
	int64_t pressure_ns; /* processes of the group waited for a core */
	bool own_limit;      /* the group met its own memory limit: not the whole machine its end */
	bool is_empty;       /* v2, by look: no process is in the run's group */
};

struct as_cgroup;

/* The operations of a version. `state` is the version's own. */
struct as_cgroup_version {
	const char *name; /* "v1", "v2" */
	/* NULL with AS_ERROR_MACHINE where this version cannot be used here; the text is the
	 * remedy. */
	void *(*open)(struct as_keeper *keeper, struct as_error *error);
	void (*close)(void *state);
	enum as_joining joining;
	/* Takes the helper in before it makes its namespaces, so that its children start here. Its
	 * pidfd is borrowed. */
	int (*adopt)(void *state, pid_t helper, int helper_fd, struct as_error *error);
	/* The helper has made its namespaces and is `privileged` to be the inside root. */
	int (*settle)(void *state, bool privileged, struct as_error *error);
	/* False if `begin` would wait until the kernel has freed memory of the last run. NULL: it
	 * never waits. */
	bool (*is_ready)(const void *state);
	/* Descriptors as `joining` says; they stay the state's. */
	int (*begin)(void *state, const struct as_limits *limits, int fds[AS_WIRE_CGROUP_FDS],
		uint32_t *fd_count, struct as_error *error);
	/* Cheap: everything but the memory peak, which stays 0. */
	int (*look)(void *state, struct as_cgroup_usage *usage, struct as_error *error);
	/* Bytes that no reclaiming gives back, anonymous and shared memory, where the limit was
	 * met; else 0. Dearer than look. */
	uint64_t (*held)(void *state);
	/* After the tree's death: the whole usage; makes ready for the next run. */
	int (*end)(void *state, struct as_cgroup_usage *usage, struct as_error *error);
	/* After `end` of a run that came to its end: -1 where the helper, and with it what it
	 * starts, is not in a group any more. NULL: not needed. */
	int (*check)(void *state, struct as_error *error);
	/* The folder of the run's group, between `begin` and `end`, as a new descriptor: its file
	 * `tasks_file` lists the threads in it, and its pids.current counts them, the helper and
	 * process 1 among them where they live there. */
	int (*members)(void *state);
	const char *tasks_file;
	/* What this host's groups cannot do, one word each, NULL-terminated; static strings. */
	const char *const *(*degraded)(void *state);
};
extern const struct as_cgroup_version as_cgroup_v1, as_cgroup_v2;

/* True where as_cgroup_v2.open can be expected to work. Changes nothing. */
bool as_cgroup_v2_usable(void);
/* True where a systemd runs that this user can ask for a scope: the system's, or his own. */
bool as_cgroup_has_manager(void);

/* Where cgroup v2 is whole here it is used, else v1. */
struct as_cgroup {
	const struct as_cgroup_version *version;
	void *state;
};
/* `keeper` is borrowed until as_cgroup_close; may be NULL. */
int as_cgroup_open(
	struct as_cgroup *cgroup, struct as_keeper *keeper, struct as_error *error) AS_MUST_USE;
void as_cgroup_close(struct as_cgroup *cgroup);

/* ---- shared by the versions ---- */

#define AS_CGROUP_PATH_BYTES 1024
/* A line a hierarchy, of which the kernel has some fifteen. */
#define AS_MEMBERSHIP_BYTES (16 << 10)

/* Hands on why something failed, unless `error` holds a cause already. Returns -1. */
static inline int as_cgroup_fail(struct as_error *error, const struct as_error *why)
{
	if (error && error->kind == AS_ERROR_NONE)
		*error = *why;
	return -1;
}

/* Where a hierarchy is mounted, and this process's own folder in it. */
struct as_cgroup_place {
	char mount[512];
	char own[AS_CGROUP_PATH_BYTES];
	bool own_is_root; /* the own folder is the mount's root */
};
/* `controller` NULL: the v2 hierarchy. -1 with errno, ENOENT where there is none. */
int as_cgroup_find(const char *controller, struct as_cgroup_place *place);
/* In a container a mount may show only the part of the hierarchy beneath `root`. The place of a
 * path in that part; "": the top, or a path outside of it. */
const char *as_cgroup_below(const char *root, const char *path);
/* For names that do not come twice. */
unsigned as_cgroup_random_number(void);
/* Makes "assay-PIDNS-PID-RANDOM" in `base`, held by the keeper; removes what dead processes of this
 * namespace left there. Returns its descriptor, writes its name. */
int as_cgroup_make(const char *base, struct as_keeper *keeper, char *path, size_t size,
	struct as_error *error);
/* Removes it, and tells the keeper. */
void as_cgroup_unmake(const char *path, struct as_keeper *keeper);
int as_cgroup_write(int dir_fd, const char *file, const char *text);
/* True where a group was never at its own limit of processes; false where the kernel does not say.
 */
bool as_cgroup_never_full(int dir_fd);
/* -1 with errno; `key` NULL: the file is one number, else lines "key number". */
int as_cgroup_read(int dir_fd, const char *file, const char *key, uint64_t *value);
/* The same, of a file that is kept open: to open one costs more than to read it. */
int as_cgroup_read_open(int fd, const char *key, uint64_t *value);
/* The whole of the /proc/PID/cgroup that `fd` is, as it is now: -1 with errno, ESRCH where the
 * process has ended. */
int as_cgroup_membership(int fd, char text[AS_MEMBERSHIP_BYTES]);
/* The end of the path of a group that as_cgroup_make made, or of one in it, from the name on that
 * no two have: what stands before it may be shown otherwise. NULL where there is none. */
const char *as_cgroup_unique_tail(const char *path);
/* Whether that process is in such a group. */
bool as_cgroup_is_member(const char *text, const char *controller, const char *path);
/* The helper, whose pid may be another's once it is dead. */
struct as_cgroup_helper {
	pid_t pid;
	int pidfd;
	int membership_fd; /* its /proc/PID/cgroup: one read instead of a list a group */
};
#define AS_CGROUP_HELPER_INIT                                                                      \
	{                                                                                          \
		.pid = -1, .pidfd = -1, .membership_fd = -1                                        \
	}
/* `pidfd` is borrowed. */
int as_cgroup_hold_helper(
	struct as_cgroup_helper *helper, pid_t pid, int pidfd, struct as_error *error) AS_MUST_USE;
void as_cgroup_release_helper(struct as_cgroup_helper *helper);
/* Waits for that for so long. */
bool as_cgroup_helper_has_ended(const struct as_cgroup_helper *helper, int wait_ms);
/* Into the group `path`, made by as_cgroup_make, or one in it. -1 if the helper has ended
 * meanwhile; then no other process was moved in its place. */
int as_cgroup_move_helper(const struct as_cgroup_helper *helper, int dir_fd, const char *controller,
	const char *path, struct as_error *error) AS_MUST_USE;
/* Anonymous, by its name in memory.stat, and shared memory. */
uint64_t as_cgroup_read_held(int dir_fd, const char *anonymous);
/* Whether this host swaps at all (proc(5): swaps). */
bool as_cgroup_host_swaps(void);
/* Removes a group and those in it, patiently: the kernel may still be reaping. -1 where it is still
 * there. */
int as_cgroup_remove(const char *path);

#endif
