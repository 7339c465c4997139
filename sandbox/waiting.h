/* SPDX-License-Identifier: MIT */
/* waiting: the current run, so that another thread can ask whether it waits. */
#ifndef ASSAY_SANDBOX_WAITING_H
#define ASSAY_SANDBOX_WAITING_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

struct as_sandbox;
struct supervision;

/*
 * While `run` is set, its descriptors stay open, and so do those of its control group. Messages of
 * process 1 are read under the mutex: its holder knows of a timer, or still finds the unread
 * message about it.
 */
struct as_waiting {
	pthread_mutex_t mutex;
	const struct supervision *run; /* NULL: no run is under way */
};
#define AS_WAITING_INIT                                                                            \
	{                                                                                          \
		.mutex = PTHREAD_MUTEX_INITIALIZER                                                 \
	}

/* Sets the current run, for as_sandbox_awaits_input; NULL: none. Waits for a call in progress. */
void as_waiting_set(struct as_sandbox *sandbox, const struct supervision *run);

/* ---- what waiting.c and activity.c read in /proc ---- */

/* Reads all of a file. False if it does not exist, or is longer than expected. */
bool as_waiting_read(int dir_fd, const char *name, char *text, size_t size);
/* True if descriptor `fd` of the task whose folder in /proc is open is that pipe. */
bool as_waiting_is_pipe(int task_fd, unsigned long long fd, const struct stat *input);
/* Process 1 of the run, by this side's pidfd; -1: unknown. */
pid_t as_waiting_init(const struct supervision *run);
/* True if the program has ended: process 1 has reported the end, or is dead, so that its number is
 * unknown. */
bool as_waiting_has_ended(const struct supervision *run);

#endif
