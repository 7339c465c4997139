/* SPDX-License-Identifier: MIT */
/*
 * Burns CPU time for ever: in the program, in the kernel, in threads, in children. Right: the run
 * is ended at its CPU limit, all of the tree's time counted together (hit cpu).
 */
#include "mode.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORKERS 3

static void spin(void)
{
	for (volatile unsigned long n = 0;; n++)
		;
}

static void *spin_thread(void *unused)
{
	spin();
	return unused;
}

static int in_user(int argc, char **argv)
{
	(void)argc, (void)argv;
	spin();
	return 0;
}

static int in_kernel(int argc, char **argv)
{
	static char buffer[1 << 20];
	int fd = open("/dev/zero", O_RDONLY);

	(void)argc, (void)argv;
	while (read(fd, buffer, sizeof(buffer)) > 0)
		;
	return 1;
}

static int in_threads(int argc, char **argv)
{
	pthread_t thread;

	(void)argc, (void)argv;
	for (int i = 0; i < WORKERS; i++)
		if (pthread_create(&thread, NULL, spin_thread, NULL))
			return 1;
	pause();
	return 0;
}

static int in_children(int argc, char **argv)
{
	(void)argc, (void)argv;
	for (int i = 0; i < WORKERS; i++)
		if (fork() == 0)
			spin();
	while (wait(NULL) > 0)
		;
	return 0;
}

/* Each child dies young; only the sum is over the limit. */
static int in_short_children(int argc, char **argv)
{
	(void)argc, (void)argv;
	for (;;) {
		if (fork() == 0) {
			for (volatile unsigned long n = 0; n < 3000000; n++)
				;
			_exit(0);
		}
		wait(NULL);
	}
}

int main(int argc, char **argv)
{
	static const struct mode modes[] = {{"user", in_user}, {"kernel", in_kernel},
		{"threads", in_threads}, {"children", in_children},
		{"short-children", in_short_children}};

	return RUN_MODE(modes, argc, argv);
}
