/* SPDX-License-Identifier: MIT */
/*
 * What the host looks like before and after a run: nothing may be left. The checks are made with
 * cr_expect and name what they were about; each waits a moment for what the kernel does late.
 */
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

/* Takes the picture. Sets TMPDIR to a fresh folder. */
void host_init(struct host *host);
/* Takes the counts anew, where the test itself has opened descriptors or a sandbox. */
void host_recount(struct host *host);
/* After a run: no process with `mark` in its arguments, no child of the helper (zombies included),
 * no mount, file, descriptor, control group or process in one, System V object, message queue or
 * key. */
void host_expect_clean(const struct host *host, const char *mark, const char *about);
/* After as_sandbox_close: no child of this process, no control group of its. Ends the picture. */
void host_clear(struct host *host, const char *about);

/* How many processes have `parent` as their parent, zombies included and keepers not; the first is
 * *child. */
int host_children(pid_t parent, pid_t *child);
/* Kills the one keeper of a process; returns how many it has. */
int host_kill_keeper(pid_t parent);
/* Where SIGCHLD is ignored: kills a child of this process and has another take its pid, which only
 * waits. Returns its pidfd, -1 where this machine does not let us choose. */
int host_replace(pid_t pid);
int host_count_fds(void);
struct host_groups host_count_groups(void);
/* How many processes hold the mark in their arguments, and begin with `first` ("" for any). */
int host_count_processes(const char *first, const char *mark);

#endif
