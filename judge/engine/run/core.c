/* SPDX-License-Identifier: MIT */
/*
 * Which core a test is measured on, so that no two tests are measured on the same one: not by the
 * workers of one judge, and not by two commands at once, of whatever users.
 *
 * A core is held by binding an abstract Unix socket named after it, for as long as one run takes.
 * Nobody listens there: the name is the lock. The kernel gives it back when its holder dies,
 * however it dies. Files in a folder that all users share were rejected: they bring links planted
 * by others, rights that depend on who came first, and remains.
 *
 * Whoever had a core wants the next one within microseconds, and who waits looks only now and then.
 * So a core is taken by who holds its other name, the turn: who waits keeps the turn of one core,
 * who had that core does not get it again first. Among several who wait for a turn chance decides.
 *
 * Any lock that all users can take can also be held by one of them in bad faith. So nobody waits
 * for ever: a judge that waited in vain for CORE_WAIT_NS goes on, shares a core, says so in its
 * documents ("core-shared"), and no longer waits until the next submission. Names are of the
 * network namespace: containers with a network of their own do not see each other's, and there the
 * reruns (rerun.c) are what is left.
 *
 * A worker stays on its core while that is free; else it moves to another of the process's cores.
 */
#include "judging.h"

#include <errno.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>

#define CORE_WAIT_NS INT64_C(30000000000)
#define CORE_RETRY_NS 5000000

/* -1 with errno. */
static int hold_name(const char *what, int core)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int length = snprintf(
		address.sun_path + 1, sizeof(address.sun_path) - 1, "assay-%s-%d", what, core);
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return -1;
	socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
	if (bind(fd, (const struct sockaddr *)&address, size) == 0)
		return fd;
	int saved = errno;
	close(fd);
	errno = saved;
	return -1;
}

int as_core_hold(int core)
{
	return hold_name("core", core);
}

int as_core_hold_turn(int core)
{
	return hold_name("wait", core);
}

/* The one turn that a waiting worker keeps. */
struct turn {
	int fd;
	int core;
};

static void turn_clear(struct turn *turn)
{
	as_auto_fd(&turn->fd);
}

/* -1 with errno: then it may have got the turn. */
static int hold_in_turn(int core, struct turn *turn)
{
	bool is_mine = turn->fd >= 0 && turn->core == core;
	AS_AUTO_FD int other = is_mine ? -1 : as_core_hold_turn(core);

	if (!is_mine && other < 0)
		return -1;
	int fd = as_core_hold(core);
	if (fd < 0 && turn->fd < 0)
		*turn = (struct turn){.fd = as_steal_fd(other), .core = core};
	return fd;
}

/* The worker's own core, or the first of the others that is free. -1 with errno. */
static int hold_any(struct as_worker *worker, struct turn *turn)
{
	const struct as_judge *judge = worker->judge;
	int fd = hold_in_turn(worker->core, turn);

	for (size_t i = 0; fd < 0 && errno == EADDRINUSE && i < judge->core_count; i++) {
		fd = hold_in_turn(judge->cores[i], turn);
		if (fd >= 0)
			worker->core = judge->cores[i];
	}
	return fd;
}

static bool may_wait(const struct as_worker *worker, int64_t until_ns)
{
	return errno == EADDRINUSE && !worker->judging->no_core_wait && as_now_ns() < until_ns &&
	       !as_is_cancelled(worker->judge->config.cancel);
}

static void tell(struct as_judge *judge, const char *what)
{
	if (!judge->config.note)
		return;
	pthread_mutex_lock(&judge->lock);
	judge->config.note(judge->config.progress_context, what);
	pthread_mutex_unlock(&judge->lock);
}

/* Who waits keeps the turn here too: whoever measures has a core again within microseconds. */
static bool may_borrow_later(const struct as_judge_config *config, int64_t until_ns)
{
	const struct timespec pause = {.tv_nsec = CORE_RETRY_NS};

	if (as_now_ns() >= until_ns || as_is_cancelled(config->cancel))
		return false;
	nanosleep(&pause, NULL);
	return true;
}

int as_core_borrow_one(const struct as_judge_config *config, int core)
{
	AS_AUTO(turn_clear) struct turn turn = {.fd = -1};
	int64_t until_ns = as_now_ns() + CORE_WAIT_NS;
	int fd;

	while ((fd = hold_in_turn(core, &turn)) < 0 && may_borrow_later(config, until_ns))
		;
	return fd;
}

static void pin_thread(int core)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((size_t)core, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

/* Sets `core`, or leaves it where all are held in vain: -1. */
static int borrow_any(const struct as_judge *judge, int *core)
{
	AS_AUTO(turn_clear) struct turn turn = {.fd = -1};
	int64_t until_ns = as_now_ns() + CORE_WAIT_NS;

	do {
		for (size_t i = 0; i < judge->core_count; i++) {
			int fd = hold_in_turn(judge->cores[i], &turn);
			if (fd < 0)
				continue;
			*core = judge->cores[i];
			return fd;
		}
	} while (may_borrow_later(&judge->config, until_ns));
	return -1;
}

int as_core_borrow(const struct as_judge *judge)
{
	int core = -1, fd = borrow_any(judge, &core);

	if (fd >= 0)
		pin_thread(core);
	return fd;
}

int as_core_borrow_for(const struct as_judge *judge, struct as_sandbox *sandbox)
{
	int core = -1, fd = borrow_any(judge, &core);

	as_sandbox_pin(sandbox, core);
	return fd;
}

int as_core_claim(struct as_worker *worker, const char *test_name)
{
	const struct timespec pause = {.tv_nsec = CORE_RETRY_NS};
	struct as_judge *judge = worker->judge;
	int64_t wait_ns = judge->config.core_wait_ns ? judge->config.core_wait_ns : CORE_WAIT_NS;
	int64_t until_ns = as_now_ns() + wait_ns;
	AS_AUTO(turn_clear) struct turn turn = {.fd = -1};
	bool told = false;
	int fd;

	while ((fd = hold_any(worker, &turn)) < 0 && may_wait(worker, until_ns)) {
		if (!told)
			tell(judge, "waiting for a free core");
		told = true;
		nanosleep(&pause, NULL);
	}
	if (told)
		tell(judge, test_name);
	if (fd < 0)
		worker->judging->core_shared = worker->judging->no_core_wait = true;
	as_sandbox_pin(worker->sandbox, worker->core);
	return fd;
}
