/* SPDX-License-Identifier: MIT */
/*
 * Does nothing without end: sleeps, stops itself, reads a standard input without data. Right: the
 * run is ended at its wall limit, or earlier if idling has a limit, with hardly any CPU time (hit
 * wall). Reading an infinite input is work: hit cpu.
 */
#include "mode.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int asleep(int argc, char **argv)
{
	(void)argc, (void)argv;
	while (sleep(1000) < 2000)
		;
	return 1;
}

/* A thousandth of a core. */
static int naps(int argc, char **argv)
{
	(void)argc, (void)argv;
	for (;;)
		usleep(20000);
	return 1;
}

/* Two threads, each of which waits for the other's lock. */
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_barrier_t both;

static void *take_both(void *first)
{
	pthread_mutex_t *mine = first;

	pthread_mutex_lock(mine);
	pthread_barrier_wait(&both);
	pthread_mutex_lock(mine == &locks[0] ? &locks[1] : &locks[0]);
	return NULL;
}

static int deadlock(int argc, char **argv)
{
	pthread_t other;

	(void)argc, (void)argv;
	pthread_barrier_init(&both, NULL, 2);
	if (pthread_create(&other, NULL, take_both, &locks[1]))
		return 1;
	take_both(&locks[0]);
	return 1;
}

static int paused(int argc, char **argv)
{
	(void)argc, (void)argv;
	pause();
	return 1;
}

static int stopped(int argc, char **argv)
{
	(void)argc, (void)argv;
	raise(SIGSTOP);
	return 0;
}

static int stopped_family(int argc, char **argv)
{
	(void)argc, (void)argv;
	if (fork() == 0)
		pause();
	kill(0, SIGSTOP);
	return 0;
}

static int reading(int argc, char **argv)
{
	static char buffer[65536];

	(void)argc, (void)argv;
	while (read(0, buffer, sizeof(buffer)) > 0)
		;
	return 0;
}

static int deaf(int argc, char **argv)
{
	sigset_t all;

	(void)argc, (void)argv;
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	while (pause())
		;
	return 1;
}

int main(int argc, char **argv)
{
	static const struct mode modes[] = {{"naps", naps}, {"deadlock", deadlock},
		{"sleep", asleep}, {"pause", paused}, {"stop", stopped},
		{"stop-family", stopped_family}, {"read", reading}, {"deaf", deaf}};

	return RUN_MODE(modes, argc, argv);
}
