/* SPDX-License-Identifier: MIT */
/*
 * Makes one forbidden system call of calls.h: MODE LABEL. Right: the run is ended before the call
 * has an effect, and the call is named (hit syscall); also from a child and from a thread, and
 * while many signals interrupt it. `family N TYPE` requests a socket, and prints why there is none
 * if the run continues.
 */
#include "calls.h"
#include "mode.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static void make_call(const char *label)
{
	for (size_t i = 0; i < HOSTILE_CALL_COUNT; i++) {
		const long *a = hostile_calls[i].arguments;
		if (strcmp(hostile_calls[i].label, label) != 0)
			continue;
		long got = syscall(hostile_calls[i].number, a[0], a[1], a[2], a[3], a[4], a[5]);
		printf("%s came back with %ld\n", label, got);
		fflush(stdout);
	}
}

static int itself(int argc, char **argv)
{
	(void)argc;
	make_call(argv[2]);
	return 1;
}

static int by_child(int argc, char **argv)
{
	(void)argc;
	if (fork() == 0) {
		make_call(argv[2]);
		_exit(1);
	}
	wait(NULL);
	return 1;
}

static void *call_in_thread(void *label)
{
	make_call(label);
	return NULL;
}

static int by_thread(int argc, char **argv)
{
	pthread_t thread;

	(void)argc;
	if (pthread_create(&thread, NULL, call_in_thread, argv[2]) == 0)
		pthread_join(thread, NULL);
	return 1;
}

static void ignore_alarm(int number)
{
	(void)number;
}

static int in_storm(int argc, char **argv)
{
	const struct itimerval often = {.it_interval.tv_usec = 20, .it_value.tv_usec = 20};

	(void)argc;
	signal(SIGALRM, ignore_alarm);
	setitimer(ITIMER_REAL, &often, NULL);
	for (int times = 0; times < 100000; times++)
		make_call(argv[2]);
	return 1;
}

static int family(int argc, char **argv)
{
	if (argc < 4 || socket(atoi(argv[2]), atoi(argv[3]), 0) >= 0)
		return 1;
	puts(strerror(errno));
	return 0;
}

int main(int argc, char **argv)
{
	static const struct mode modes[] = {{"self", itself}, {"child", by_child},
		{"thread", by_thread}, {"storm", in_storm}, {"family", family}};

	return RUN_MODE(modes, argc, argv);
}
