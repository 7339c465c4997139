/* SPDX-License-Identifier: MIT */
/*
 * Makes many processes. Right: more processes and threads at once than the limit is hit processes,
 * zombies included. Descriptors run out at their limit (exit status 0). A daemon that outlives its
 * parent is killed with the run, and the parent's own end is reported.
 */
#include "mode.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int of_forks(int argc, char **argv)
{
	(void)argc, (void)argv;
	while (fork() != -2)
		;
	return 0;
}

static void *wait_for_ever(void *unused)
{
	pause();
	return unused;
}

/* Ignores the refusal, which must be detected nevertheless. */
static int of_threads(int argc, char **argv)
{
	pthread_attr_t attributes;
	pthread_t thread;

	(void)argc, (void)argv;
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, 65536);
	while (pthread_create(&thread, &attributes, wait_for_ever, NULL) == 0)
		;
	return 0;
}

static int of_zombies(int argc, char **argv)
{
	(void)argc, (void)argv;
	for (;;) {
		pid_t pid = fork();
		if (pid == 0)
			_exit(0);
		if (pid < 0)
			pause();
	}
}

/* Forked twice, in a session of its own, with the output open. */
static int daemon_left(int argc, char **argv)
{
	(void)argc, (void)argv;
	if (fork() == 0) {
		setsid();
		if (fork() == 0) {
			for (;;)
				sleep(1000);
		}
		_exit(0);
	}
	wait(NULL);
	return 7;
}

/* Opens descriptors until there are no more; expects the number in its argument. */
static int of_descriptors(int argc, char **argv)
{
	int last = 0, count = argc > 2 ? atoi(argv[2]) : 0;

	for (int fd; (fd = dup(0)) >= 0;)
		last = fd;
	return errno == EMFILE && last == count - 1 ? 0 : 1;
}

int main(int argc, char **argv)
{
	static const struct mode modes[] = {{"forks", of_forks}, {"threads", of_threads},
		{"zombies", of_zombies}, {"daemon", daemon_left}, {"descriptors", of_descriptors}};

	return RUN_MODE(modes, argc, argv);
}
