/* SPDX-License-Identifier: MIT */
/*
 * Uses CPU time without end: in the program, in the kernel, in threads, in children. Right: the run
 * is ended at its CPU limit, which applies to the sum of the whole tree (hit cpu). `some-* MS` uses
 * that much and ends: right is exit status 0 if the limit permits it, and all of it is reported.
 */
#include "mode.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
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

/* Each child is short; only the sum exceeds the limit. */
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

/* By the clock of this process or thread, so that slow machines pass. */
static void burn(clockid_t clock, long ms)
{
	struct timespec now;

	do {
		clock_gettime(clock, &now);
	} while (now.tv_sec * 1000 + now.tv_nsec / 1000000 < ms);
}

static int some(int argc, char **argv)
{
	burn(CLOCK_PROCESS_CPUTIME_ID, argc > 2 ? atol(argv[2]) : 0);
	return 0;
}

static void *burn_thread(void *ms)
{
	burn(CLOCK_THREAD_CPUTIME_ID, *(long *)ms);
	return NULL;
}

/* Uses the time in each of the threads. */
static int some_in_threads(int argc, char **argv)
{
	long ms = argc > 2 ? atol(argv[2]) : 0;
	pthread_t threads[WORKERS];

	for (int i = 0; i < WORKERS; i++)
		if (pthread_create(&threads[i], NULL, burn_thread, &ms))
			return 1;
	for (int i = 0; i < WORKERS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}

/* Uses the time in each of the children, one after the other. */
static int some_in_children(int argc, char **argv)
{
	for (int i = 0; i < WORKERS; i++) {
		if (fork() == 0)
			_exit(some(argc, argv));
		wait(NULL);
	}
	return 0;
}

int main(int argc, char **argv)
{
	static const struct mode modes[] = {{"user", in_user}, {"kernel", in_kernel},
		{"threads", in_threads}, {"children", in_children},
		{"short-children", in_short_children}, {"some", some},
		{"some-threads", some_in_threads}, {"some-children", some_in_children}};

	return RUN_MODE(modes, argc, argv);
}
