/* SPDX-License-Identifier: MIT */
/*
 * core_name: one core's lock, which is an abstract Unix socket, and the queue of those who wait for
 * it. core.c has the theory of operation. Only core.c and tests use it.
 */
#ifndef ASSAY_JUDGE_CORE_NAME_H
#define ASSAY_JUDGE_CORE_NAME_H

#include <assay/base.h>

/* At most 253 descriptors fit into one message. Further waiters stay in the socket's own queue. */
#define AS_CORE_QUEUE_MOST 200

struct as_core_name {
	int core;
	int listen_fd;                 /* -1: not held */
	int queue[AS_CORE_QUEUE_MOST]; /* connections of waiters that came first, in order */
	size_t queue_count;
	int64_t told_ns; /* when the waiters were last told that the queue moves */
};
#define AS_CORE_NAME_INIT                                                                          \
	{                                                                                          \
		.listen_fd = -1                                                                    \
	}

/* Takes a core without a holder. -1 with errno (EADDRINUSE: it is held). */
int as_core_name_bind(struct as_core_name *name, int core) AS_MUST_USE AS_NONNULL(1);
/* Joins the queue of a core: a connection, not blocking, which the caller closes with
 * as_core_name_leave. -1 with errno: ECONNREFUSED: no holder (by now), EAGAIN: it is full. */
int as_core_name_join(int core) AS_MUST_USE;

enum as_core_news {
	AS_CORE_NOTHING, /* there was no message */
	AS_CORE_MOVED,   /* the core went to another waiter */
	AS_CORE_MINE,    /* `name` is held */
	AS_CORE_GONE,    /* the holder gave up the queue, or sent what is not a core: close */
};
/* Takes what a connection to the core's holder says. `name` is not held before. */
enum as_core_news as_core_name_receive(
	int connection, int core, struct as_core_name *name) AS_MUST_USE AS_NONNULL(3);
/* Leaves a queue, and passes on the core if it arrived meanwhile. Closes the connection. */
void as_core_name_leave(int connection, int core);

/* Gives the core to the waiter that came first. False: a process of another user came first, and
 * the queue was given up for it: the caller must let others have the core first. */
bool as_core_name_release(struct as_core_name *name) AS_NONNULL(1);

#endif
