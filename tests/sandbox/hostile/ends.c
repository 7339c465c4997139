/* SPDX-License-Identifier: MIT */
/*
 * Ends in every way, and attacks by signals. Right: the exit status or the signal of the program
 * itself is reported, with no hit; a signal to all processes reaches none outside and not the run's
 * process 1.
 */
#include "mode.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int by_segv(int argc, char **argv)
{
	volatile int *nowhere = (int *)(size_t)(argc - 2);

	(void)argv;
	*nowhere = 1;
	return 0;
}

static int by_abort(int argc, char **argv)
{
	(void)argc, (void)argv;
	abort();
}

/* On arm64 a division by zero is zero, and no signal. */
static int by_fpe(int argc, char **argv)
{
	volatile int zero = argc - 2, one = 1;

	(void)argv;
#ifndef __x86_64__
	raise(SIGFPE);
#endif
	return one / (zero - zero);
}

static int by_ill(int argc, char **argv)
{
	(void)argc, (void)argv;
#ifdef __x86_64__
	__asm__ volatile("ud2");
#else
	__asm__ volatile("udf #0");
#endif
	return 0;
}

static int by_kill(int argc, char **argv)
{
	(void)argc;
	kill(getpid(), atoi(argv[2]));
	return 0;
}

static int by_status(int argc, char **argv)
{
	(void)argc;
	exit(atoi(argv[2]));
}

/* A child's end is not the program's. */
static int child_crashes(int argc, char **argv)
{
	int status;

	(void)argc, (void)argv;
	if (fork() == 0)
		abort();
	return wait(&status) > 0 && WIFSIGNALED(status) ? 3 : 1;
}

static int everybody(int argc, char **argv)
{
	int status;
	pid_t child = fork();

	(void)argc, (void)argv;
	if (child == 0)
		pause();
	/* kill(2) excludes the caller and process 1: so only the child. */
	if (kill(-1, SIGKILL) || waitpid(child, &status, 0) != child)
		return 1;
	return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL ? 4 : 1;
}

/* Attacks its parent, by process, thread and group. */
static int parent(int argc, char **argv)
{
	pid_t above = getppid();

	(void)argc, (void)argv;
	if (above != 1)
		return 1;
	kill(above, SIGKILL);
	syscall(SYS_tgkill, above, above, SIGKILL);
	killpg(above, SIGKILL);
	kill(-above, SIGSTOP);
	return 6;
}

static int number_one(int argc, char **argv)
{
	static const int numbers[] = {SIGKILL, SIGSTOP, SIGTERM, SIGCHLD, SIGSEGV};

	(void)argc, (void)argv;
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		for (int times = 0; times < 100; times++)
			kill(1, numbers[i]);
	return 5;
}

int main(int argc, char **argv)
{
	static const struct mode modes[] = {{"segv", by_segv}, {"abort", by_abort}, {"fpe", by_fpe},
		{"ill", by_ill}, {"kill", by_kill}, {"status", by_status}, {"child", child_crashes},
		{"everybody", everybody}, {"one", number_one}, {"parent", parent}};

	return RUN_MODE(modes, argc, argv);
}
