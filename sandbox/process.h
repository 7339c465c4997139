/* SPDX-License-Identifier: MIT */
/* process: the process level on the caller's side; zygote/process.c has the theory. */
#ifndef ASSAY_SANDBOX_PROCESS_H
#define ASSAY_SANDBOX_PROCESS_H

#include "cgroup.h"
#include "host_user.h"

#include <limits.h>

/* A path inside a full sandbox, and the path of the host in its place. */
struct as_process_path {
	char *inside, *host;
};

struct as_process_level {
	bool used;
	struct as_host_ids ids;   /* the caller is root; else all 0 */
	struct as_keeper *keeper; /* borrowed */
	char homes[PATH_MAX];     /* a temporary folder with the box of the last run; or "" */
	char home[PATH_MAX];      /* that box, or "" */
	unsigned run_count;
	const char *work_dir;          /* copied; or NULL */
	struct as_process_path *paths; /* of the views that a full sandbox shows elsewhere */
	size_t path_count;
};

/* In place of control groups, without `adopt` and `prepare`: samples the processes below an init.
 * `state` is what its `open` returned. */
extern const struct as_cgroup_version as_process_groups;
/* The init of the current run. */
void as_process_watch(void *state, pid_t init);
/* The time from one sample to the next one, so that sampling takes a small part of a core. */
int64_t as_process_interval_ns(const void *state);

/* Checks that this machine has what the level needs, and makes the folder of the boxes. */
int as_process_open(struct as_process_level *level, const struct as_sandbox_config *config,
	struct as_keeper *keeper, struct as_error *error) AS_MUST_USE;
void as_process_close(struct as_process_level *level);
/* Removes the last box, and makes one for the next run. */
int as_process_begin(struct as_process_level *level, const struct as_run_request *request,
	struct as_error *error) AS_MUST_USE;

/* process_paths.c: `text` with the host's paths in place of those of a full sandbox, on the heap;
 * NULL: no memory. */
char *as_process_paths_to_host(const struct as_process_level *level,
	const struct as_run_request *request, const char *text) AS_MUST_USE;
/* The same the other way round, for error output; in place. */
void as_process_paths_to_inside(const struct as_process_level *level,
	const struct as_run_request *request, struct as_bytes *bytes);

#endif
