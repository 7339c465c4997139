/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation of the keeper:
 *
 * 1. The library starts it, with the caller's rights, in the caller's namespaces and in a session
 *    of its own, before it makes anything that a killed process would leave behind.
 * 2. It records the names that it receives, until the caller closes the socket or has died.
 * 3. It removes what is still recorded: first the things that only its own program can remove
 *    (control groups, in the sandbox's keeper), then folders.
 *
 * It blocks all other signals, because they are meant for its caller: only SIGKILL ends it early.
 *
 * Descriptors: 3 the socket, 4 a pidfd of the caller.
 */
#include "protocol.h"

#include <assay/base/keeper.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>

static struct as_held *all;

/* A path recorded twice must be dropped twice. */
static void hold(const char *path, size_t length)
{
	struct as_held *held = malloc(sizeof(*held) + length + 1);

	if (!held)
		return;
	*held = (struct as_held){.next = all};
	memcpy(held->path, path, length);
	held->path[length] = '\0';
	all = held;
}

static void drop(const char *path, size_t length)
{
	for (struct as_held **at = &all; *at; at = &(*at)->next) {
		struct as_held *held = *at;
		if (strlen(held->path) != length || memcmp(held->path, path, length) != 0)
			continue;
		*at = held->next;
		free(held);
		return;
	}
}

/* False at end of file, or if there is no message. */
static bool receive_message(int flags)
{
	char message[PATH_MAX + 1];
	ssize_t got = recv(AS_KEEPER_FD, message, sizeof(message), flags);

	if (got < 0)
		return errno == EINTR;
	if (got > 1 && message[0] == AS_KEEPER_HOLD)
		hold(message + 1, (size_t)got - 1);
	else if (got > 1 && message[0] == AS_KEEPER_DROP)
		drop(message + 1, (size_t)got - 1);
	return got > 0;
}

static void listen_to_the_end(void)
{
	struct pollfd waits[] = {{.fd = AS_KEEPER_FD, .events = POLLIN},
		{.fd = AS_KEEPER_CALLER_FD, .events = POLLIN}};

	for (;;) {
		if (poll(waits, 2, -1) < 0)
			continue;
		if (waits[0].revents && !receive_message(MSG_DONTWAIT))
			return;
		if (!waits[0].revents && waits[1].revents)
			return;
	}
}

/* If memory runs out, the kernel kills the keeper last, because it removes what the others leave.
 * Only root may ask for this. */
static void outlive_others(void)
{
	AS_AUTO_FD int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

	if (fd < 0 || write(fd, "-999", strlen("-999")) < 0)
		return;
}

/* ---- the end ---- */

int as_keeper_main(void (*before)(struct as_held *all))
{
	sigset_t every;

	sigfillset(&every);
	sigprocmask(SIG_BLOCK, &every, NULL);
	prctl(PR_SET_NAME, "assay-keeper");
	close_range(AS_KEEPER_CALLER_FD + 1, ~0u, 0);
	outlive_others();
	/* It must not prevent a file system from being unmounted. */
	if (chdir("/"))
		return 1;
	listen_to_the_end();
	if (before)
		before(all);
	for (const struct as_held *held = all; held; held = held->next)
		if (!held->is_done)
			as_dir_remove(AT_FDCWD, held->path, NULL);
	return 0;
}
