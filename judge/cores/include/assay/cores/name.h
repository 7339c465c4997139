/* SPDX-License-Identifier: MIT */
/**
 * core_name: the lock of one core, an abstract Unix socket, and the queue of its waiters. core.c
 * has the theory of operation. Only core.c and tests use it.
 */
#ifndef ASSAY_CORES_NAME_H
#define ASSAY_CORES_NAME_H

#include <assay/base.h>

/** At most 253 descriptors fit into one message. Further waiters stay in the backlog of the socket.
 */
#define AS_MAX_CORE_QUEUE 200

struct as_core_name {
	int listen_fd;                /**< -1: not held */
	int queue[AS_MAX_CORE_QUEUE]; /**< connections of the first waiters, in order */
	size_t queue_count;
	int64_t notified_ns; /**< when the waiters were last notified */
};
#define AS_CORE_NAME_INIT                                                                          \
	{                                                                                          \
		.listen_fd = -1                                                                    \
	}

/** Takes a core that nobody holds. -1 with errno (EADDRINUSE: it is held). */
int as_core_name_bind(struct as_core_name *name, int core) AS_MUST_USE AS_NONNULL(1);
/** Joins the queue of a core. Returns a non-blocking connection; close it with as_core_name_leave.
 * -1 with errno: ECONNREFUSED: nobody holds the core, EAGAIN: the queue is full. */
int as_core_name_join(int core) AS_MUST_USE;

enum as_core_message {
	AS_CORE_NOTHING, /**< no message */
	AS_CORE_MOVED,   /**< the core went to another waiter */
	AS_CORE_MINE,    /**< `name` now holds the core */
	AS_CORE_GONE,    /**< the holder gave up the queue, or sent something invalid: close the
			       connection */
};
/** Receives a message of the core's holder. `name` must not be held. */
enum as_core_message as_core_name_receive(
	int connection, int core, struct as_core_name *name) AS_MUST_USE AS_NONNULL(3);
/** Leaves a queue, and passes the core on if it arrived meanwhile. Closes the connection. */
void as_core_name_leave(int connection, int core);

/** Passes the core to the first waiter. False: the first waiter was another user's, and the queue
 * was closed; the caller must wait before it takes the core again. */
bool as_core_name_release(struct as_core_name *name) AS_NONNULL(1);

#endif
