/* SPDX-License-Identifier: MIT */
/*
 * Does nothing for ever: sleeps, stops itself, reads a standard input that says nothing. Right: the
 * run is ended at its wall limit, and hardly any CPU time is on its account (hit wall). Reading an
 * input without an end is work: hit cpu.
 */
#include "mode.h"

#include <signal.h>
#include <unistd.h>

static int asleep(int argc, char **argv)
{
	(void)argc, (void)argv;
	while (sleep(1000) < 2000)
		;
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
	static const struct mode modes[] = {{"sleep", asleep}, {"pause", paused}, {"stop", stopped},
		{"stop-family", stopped_family}, {"read", reading}, {"deaf", deaf}};

	return RUN_MODE(modes, argc, argv);
}
