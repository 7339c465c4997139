/* SPDX-License-Identifier: MIT */
/* Compares the host before and after a run: nothing may be left. The checks use cr_expect with a
 * description; each waits a moment for actions that the kernel delays. */
#ifndef ASSAY_TESTS_HOST_H
#define ASSAY_TESTS_HOST_H

#include <stdbool.h>
#include <sys/types.h>

/* Control groups that this process made, and the processes in them. */
struct host_groups {
	int count, processes;
};

struct host {
	char tmp[64];  /* TMPDIR of this test, which nothing may be put into */
	char *mounts;  /* of this mount namespace */
	int fds_count; /* of this process */
	struct host_groups groups;
	int key_count; /* that the programs' users have */
};

/* Records the state. Sets TMPDIR to a new folder. */
void host_init(struct host *host);
/* Repeats the counts, after the test itself has opened descriptors or a sandbox. */
void host_recount(struct host *host);
/* After a run none of these is left: a process with `mark` in its arguments, a child of the helper
 * (also a zombie), a mount, file or descriptor, a control group or a process in one, a System V
 * object, a message queue, a key. */
void host_expect_clean(const struct host *host, const char *mark, const char *about);
/* After as_sandbox_close: this process has no child and no control group. Frees the record. */
void host_clear(struct host *host, const char *about);

/* The number of processes whose parent is `parent`, with zombies and without keepers; the first is
 * *child. */
int host_children(pid_t parent, pid_t *child);
/* Kills the only keeper of a process; returns the number of its keepers. */
int host_kill_keeper(pid_t parent);
/* If SIGCHLD is ignored: kills a child of this process and starts another process with its pid,
 * which only waits. Returns its pidfd; -1 if this machine does not let a process choose a pid. */
int host_replace(pid_t pid);
int host_count_fds(void);
struct host_groups host_count_groups(void);
/* The number of processes whose arguments contain the mark, and begin with `first` ("" for any). */
int host_count_processes(const char *first, const char *mark);

#endif
