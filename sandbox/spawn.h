/* SPDX-License-Identifier: MIT */
/* spawn: starts the helper process and exchanges messages with it. */
#ifndef ASSAY_SANDBOX_SPAWN_H
#define ASSAY_SANDBOX_SPAWN_H

#include "cgroup.h"
#include "wire.h"

#include <assay/sandbox.h>
#include <sys/resource.h>
#include <sys/types.h>

/* An open sandbox. */
struct as_zygote {
	pid_t pid;
	/* If the caller ignores SIGCHLD, or reaps children that are not its own, the pid of a dead
	 * helper may be reused. So no signal is sent by pid. */
	int pidfd;
	int control_fd;
	/* If the caller is root: holds the user id of the programs (host_user.h). */
	int user_fd;
	unsigned user; /* process level */
};
#define AS_ZYGOTE_INIT                                                                             \
	{                                                                                          \
		.pid = -1, .pidfd = -1, .control_fd = -1, .user_fd = -1                            \
	}

/* Starts the helper in the control groups and waits for AS_REPORT_READY. `message` is a setup as
 * described in wire.h; `cgroup` may be without a state. */
int as_zygote_start(struct as_zygote *zygote, const struct as_cgroup *cgroup, const void *message,
	size_t size, bool privileged, bool has_namespaces, struct as_error *error) AS_MUST_USE;
/* Process level: waits for the helper, which first kills what is left. */
void as_zygote_await_end(struct as_zygote *zygote);
/* Ends it and reaps it. Also takes one that started only in part. */
void as_zygote_stop(struct as_zygote *zygote);
/* Ends a helper that broke the protocol, because a late answer would be taken for that of the next
 * run. Sets AS_ERROR_INTERNAL and returns -1. */
int as_zygote_broke(struct as_zygote *zygote, const char *what, struct as_error *error);
/* Reads a resource limit (RLIMIT_) of the helper. -1 if it is dead. */
int as_zygote_limit(const struct as_zygote *zygote, int resource, struct rlimit *limit) AS_MUST_USE;

/* Sends one message with descriptors. -1 with errno. */
int as_wire_send(int fd, const void *message, size_t size, const int *fds, size_t fd_count);
/*
 * Receives one report, with the descriptor that came with it, or -1. Returns 1, 0 at end of file,
 * -1 with errno.
 */
int as_wire_receive(int fd, struct as_wire_report *report, int *attached_fd);
/* Records the failure in a report of AS_REPORT_FAILED. Returns -1. */
int as_wire_record_failure(const struct as_wire_report *report, struct as_error *error);

#endif
