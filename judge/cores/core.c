/* SPDX-License-Identifier: MIT */
/*
 * Shares cores between processes, whatever their users, so that no two runs are measured on the
 * same core at the same time.
 *
 * Theory of operation. There is no server. The lock of core N is the abstract Unix socket
 * "assay-core-N" (SOCK_SEQPACKET); the kernel lets only one process bind it.
 *
 * 1. The holder has bound the name and listens. It accepts no connection while it measures.
 * 2. A waiter connects to the names of several cores and sleeps in poll(). The kernel's backlog of
 *    connections that were not accepted yet is the queue of waiters.
 * 3. To release the core, the holder accepts all connections, and sends the listening socket and
 *    the other accepted connections to the first of them (SCM_RIGHTS). So the core goes to the
 *    waiter that came first, the order of the others is kept, and the name is never free: a holder
 *    that wants the core again at once queues behind them. The others are notified that the queue
 *    moved, at most once a second. If nobody waits, the socket is closed.
 * 4. A waiter that got one core leaves the other queues. If another core arrived meanwhile, the
 *    waiter passes it on. A holder that sends to a waiter that has left gets EPIPE and takes the
 *    next.
 * 5. If the holder dies, or the receiver dies before it has received the socket, the kernel closes
 *    the last descriptor of the listening socket. All waiters are woken by the hang-up, and bind
 *    the name or queue again. Their order is then lost.
 *
 * Trust. Any process in the network namespace can bind the names and connect to them.
 *
 * - A socket is accepted only from the same user or root, since its sender can keep a duplicate,
 *   and only if it is a listening socket with the name of that core. Anything else counts as a
 *   hang-up. If the first waiter is another user's, the holder closes the socket, which wakes all
 *   waiters, and does not bind it for a few milliseconds: between users the order is random, but a
 *   waiter comes before the last holder.
 * - No wait is endless. If a queue did not move for AS_CORE_PATIENCE_NS, its core is not waited for
 *   again until it moves. A connection stays as a watch; it cannot receive the core, so the next
 *   release drops it, which shows that the queue moved. When no core is left to wait for, the
 *   caller shares one. A queue may move without ever reaching this process, so a wait ends after
 *   MAX_PATIENCES; that is remembered for an hour.
 * - A queue that cannot be joined (it is full, or its holder does not listen), and a holder that
 *   keeps hanging up, are tried again only every TICK_NS.
 *
 * Names belong to the network namespace: processes in different network namespaces must use
 * disjoint lists of cores. Programs in the sandbox have their own network namespace.
 */
#include "core_set.h"

#include <limits.h>
#include <poll.h>
#include <sys/socket.h>

/* The number of queues that one waiter joins at once: each takes a descriptor. */
#define MAX_PLACES 8
/* The polling interval for two events that wake no waiter: the cancel flag, and queues that cannot
 * be joined. */
#define TICK_NS INT64_C(200000000)
#define MAX_HANGUPS 50 /* within one tick */
#define MAX_PATIENCES 20

struct place {
	size_t index; /* of the core */
	int fd;       /* -1: not queued */
	int64_t retry_ns;
	int64_t moved_ns;
	unsigned hangups;
};

struct queueing {
	struct as_cores *cores;
	const struct as_core_request *request;
	struct as_core *core;
	int64_t patience_ns;
	int64_t until_ns;
	int64_t long_ns; /* when the wait becomes a long one; INT64_MAX: it was, and is reported */
	struct place places[MAX_PLACES];
	size_t place_count;
};

static size_t first_index(const struct as_cores *cores, int preferred)
{
	for (size_t i = 0; i < as_cores_count(cores); i++)
		if (as_cores_number(cores, i) == preferred)
			return i;
	return 0;
}

static bool bind_core(struct queueing *q, size_t index)
{
	const int number = as_cores_number(q->cores, index);

	if (as_now_ns() < as_cores_yield_until_ns(q->cores, index) ||
		as_core_name_bind(&q->core->name, number))
		return false;
	q->core->number = number;
	return true;
}

/* Returns true if a core was free. Otherwise chooses the queues to join, the preferred core's
 * first. */
static bool try_all(struct queueing *q)
{
	const struct as_cores *cores = q->cores;
	const size_t all = as_cores_count(cores), first = first_index(cores, q->request->preferred);
	const size_t count = q->request->only ? 1 : all;

	for (size_t i = 0; i < count; i++)
		if (bind_core(q, (first + i) % all))
			return true;
	for (size_t i = 0; i < count && q->place_count < MAX_PLACES; i++) {
		size_t index = (first + i) % all;
		if (!as_cores_is_stuck(q->cores, index))
			q->places[q->place_count++] =
				(struct place){.index = index, .fd = -1, .moved_ns = as_now_ns()};
	}
	return false;
}

/* Returns true if the core has become free. */
static bool bind_or_join(struct queueing *q, struct place *place)
{
	const int number = as_cores_number(q->cores, place->index);

	place->retry_ns = 0;
	/* The core may be released and taken between the two attempts. */
	for (int tries = 0; tries < 3 && place->fd < 0; tries++) {
		if (bind_core(q, place->index))
			return true;
		place->fd = as_core_name_join(number);
	}
	if (place->fd >= 0)
		return false;
	const int64_t now_ns = as_now_ns(),
		      yield_ns = as_cores_yield_until_ns(q->cores, place->index);
	place->retry_ns = now_ns < yield_ns ? yield_ns : now_ns + TICK_NS;
	place->hangups = 0;
	return false;
}

static bool join_all(struct queueing *q)
{
	for (size_t i = 0; i < q->place_count; i++) {
		struct place *place = &q->places[i];
		if (place->fd < 0 && place->retry_ns <= as_now_ns() && bind_or_join(q, place))
			return true;
	}
	return false;
}

static void note_hangup(struct place *place)
{
	const int64_t now_ns = as_now_ns();

	close(place->fd);
	place->fd = -1;
	place->moved_ns = now_ns;
	if (++place->hangups <= MAX_HANGUPS)
		return;
	place->hangups = 0;
	place->retry_ns = now_ns + TICK_NS;
}

/* Returns true if it received the core. */
static bool read_message(struct queueing *q, struct place *place)
{
	const int number = as_cores_number(q->cores, place->index);

	switch (as_core_name_receive(place->fd, number, &q->core->name)) {
	case AS_CORE_MINE:
		q->core->number = number;
		return true;
	case AS_CORE_MOVED:
		place->moved_ns = as_now_ns();
		return false;
	case AS_CORE_GONE:
		note_hangup(place);
		return false;
	case AS_CORE_NOTHING:
	default:
		return false;
	}
}

/* Stays in the queue as a watch, which cannot receive the core. */
static int make_watch(int fd, int number)
{
	struct as_core_name name = AS_CORE_NAME_INIT;
	enum as_core_message message = AS_CORE_NOTHING;

	if (fd < 0 || shutdown(fd, SHUT_RD))
		return fd;
	/* A message that was sent before is still read. */
	while ((message = as_core_name_receive(fd, number, &name)) == AS_CORE_MOVED)
		;
	if (message == AS_CORE_MINE)
		as_core_name_release(&name);
	return fd;
}

static void give_up(struct queueing *q, struct place *place, bool watches)
{
	const int number = as_cores_number(q->cores, place->index);
	int watch_fd = -1;

	if (watches)
		watch_fd = make_watch(place->fd, number);
	else if (place->fd >= 0)
		as_core_name_leave(place->fd, number);
	as_cores_set_stuck(q->cores, place->index, watch_fd);
	/* The last place takes its position. */
	*place = q->places[--q->place_count];
}

/* Gives up queues that do not move. False: no queue is left to wait in. */
static bool have_patience(struct queueing *q)
{
	const int64_t now_ns = as_now_ns();

	for (size_t i = q->place_count; i-- > 0;) {
		struct place *place = &q->places[i];
		bool is_still = now_ns - place->moved_ns >= q->patience_ns;
		if (is_still || now_ns >= q->until_ns)
			give_up(q, place, is_still);
	}
	return q->place_count > 0;
}

static int wait_ms(const struct queueing *q)
{
	const int64_t now_ns = as_now_ns();
	int64_t wake_ns = q->until_ns < q->long_ns ? q->until_ns : q->long_ns;

	if (q->request->cancel && now_ns + TICK_NS < wake_ns)
		wake_ns = now_ns + TICK_NS;
	for (size_t i = 0; i < q->place_count; i++) {
		const struct place *place = &q->places[i];
		int64_t at_ns = place->moved_ns + q->patience_ns;
		if (place->fd < 0 && place->retry_ns < at_ns)
			at_ns = place->retry_ns;
		wake_ns = at_ns < wake_ns ? at_ns : wake_ns;
	}
	int64_t left_ms = (wake_ns - now_ns + 999999) / 1000000;
	return left_ms < 0 ? 0 : left_ms > INT_MAX ? INT_MAX : (int)left_ms;
}

/* Returns true if it received a core. */
static bool wait_for_message(struct queueing *q)
{
	struct pollfd waits[MAX_PLACES];

	for (size_t i = 0; i < q->place_count; i++)
		waits[i] = (struct pollfd){.fd = q->places[i].fd, .events = POLLIN};
	if (poll(waits, q->place_count, wait_ms(q)) <= 0)
		return false;
	for (size_t i = 0; i < q->place_count; i++)
		if (waits[i].revents && read_message(q, &q->places[i]))
			return true;
	return false;
}

static void report_wait(struct queueing *q)
{
	const int64_t now_ns = as_now_ns();
	const bool is_long = q->core->waited && now_ns >= q->long_ns;

	if (!q->core->waited)
		q->long_ns = now_ns + AS_LONG_WAIT_NS;
	else if (is_long)
		q->long_ns = INT64_MAX;
	if ((!q->core->waited || is_long) && q->request->waiting)
		q->request->waiting(q->request->context, is_long);
	q->core->waited = true;
}

static bool wait_for_one(struct queueing *q)
{
	while (!as_is_cancelled(q->request->cancel)) {
		if (join_all(q))
			return true;
		if (!have_patience(q))
			return false;
		report_wait(q);
		if (wait_for_message(q))
			return true;
	}
	return false;
}

int as_core_take(
	struct as_cores *cores, const struct as_core_request *request, struct as_core *core)
{
	const int64_t patience_ns =
		request->patience_ns ? request->patience_ns : AS_CORE_PATIENCE_NS;
	struct queueing q = {.cores = cores,
		.request = request,
		.core = core,
		.patience_ns = patience_ns,
		.until_ns =
			as_now_ns() + (patience_ns < INT64_MAX / 64 ? patience_ns * MAX_PATIENCES
								    : INT64_MAX / 2)};

	*core = (struct as_core)AS_CORE_INIT;
	core->cores = cores;
	bool is_held = try_all(&q) || wait_for_one(&q);
	for (size_t i = 0; i < q.place_count; i++)
		if (q.places[i].fd >= 0)
			as_core_name_leave(
				q.places[i].fd, as_cores_number(cores, q.places[i].index));
	return is_held ? 0 : -1;
}

void as_core_give_back(struct as_core *core)
{
	if (!as_core_name_release(&core->name))
		as_cores_yield(core->cores, core->number);
	core->number = -1;
}
