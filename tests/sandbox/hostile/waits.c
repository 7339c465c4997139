/* SPDX-License-Identifier: MIT */
/* Prints a word when all of its parts are ready, then waits: for its standard input alone, or also
 * for something else, or continues to work. */
#include "mode.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void say_ready(void)
{
	if (write(1, "!", 1) != 1)
		exit(98);
}

static int read_on(void)
{
	char c;

	return read(0, &c, 1) == 1 ? 0 : 1;
}

static int reads(int argc, char **argv)
{
	(void)argc, (void)argv;
	say_ready();
	return read_on();
}

static int reads_in_parts(int argc, char **argv)
{
	char c;
	struct iovec part = {.iov_base = &c, .iov_len = 1};

	(void)argc, (void)argv;
	if (dup2(0, 7) != 7)
		return 1;
	say_ready();
	return readv(7, &part, 1) == 1 ? 0 : 1;
}

/* The child prints the word; its parent may not be ready yet. */
static int with_child(int (*child)(void))
{
	int status;

	if (fork() == 0) {
		say_ready();
		_exit(child());
	}
	return wait(&status) > 0 ? status : 1;
}

static int sleep_on(void)
{
	while (sleep(1000) < 2000)
		;
	return 1;
}

static int compute_on(void)
{
	for (volatile unsigned long i = 1; i; i++)
		;
	return 1;
}

static int closes(int argc, char **argv)
{
	(void)argc, (void)argv;
	say_ready();
	close(1);
	return sleep_on();
}

static int ends(int argc, char **argv)
{
	(void)argc, (void)argv;
	say_ready();
	return 0;
}

static int family(int argc, char **argv)
{
	(void)argc, (void)argv;
	return with_child(read_on);
}

static int childs_sleep(int argc, char **argv)
{
	(void)argc, (void)argv;
	return with_child(sleep_on);
}

static int orphans_computing(int argc, char **argv)
{
	(void)argc, (void)argv;
	if (fork() == 0) {
		say_ready();
		compute_on();
	}
	return read_on();
}

/* After each list of processes another one may be born that is not on it. */
static int forks(int argc, char **argv)
{
	int status;

	(void)argc, (void)argv;
	if (fork() == 0)
		return read_on();
	say_ready();
	for (;;) {
		pid_t child = fork();
		if (child == 0)
			_exit(0);
		if (waitpid(child, &status, 0) < 0)
			return 1;
	}
}

/* Two processes that read and wake each other, by alternating signals. */
static pid_t partner;

static void pass_on(int number)
{
	kill(partner, number);
}

static int signals(int argc, char **argv)
{
	const pid_t parent = getpid();
	sigset_t set;

	(void)argc, (void)argv;
	signal(SIGUSR1, pass_on);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, NULL);
	const pid_t child = fork();
	partner = child ? child : parent;
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	if (child == 0) {
		say_ready();
		pass_on(SIGUSR1);
	}
	return read_on();
}

static void *in_thread(void *function)
{
	((int (*)(void))function)();
	return NULL;
}

static int beside(int (*function)(void))
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, in_thread, (void *)function))
		return 1;
	say_ready();
	return read_on();
}

static int wait_for_nobody(void)
{
	static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

	pthread_mutex_lock(&mutex);
	return pthread_mutex_lock(&mutex);
}

static int read_another(void)
{
	int ends[2];
	char c;

	return pipe(ends) || read(ends[0], &c, 1) != 1;
}

static int poll_on(void)
{
	struct pollfd input = {.fd = 0, .events = POLLIN};

	while (poll(&input, 1, 1000) == 0)
		;
	return 0;
}

#define BESIDE(name, function)                                                                     \
	static int name(int argc, char **argv)                                                     \
	{                                                                                          \
		(void)argc, (void)argv;                                                            \
		return beside(function);                                                           \
	}
BESIDE(two_readers, read_on)
BESIDE(sleeper, sleep_on)
BESIDE(computer, compute_on)
BESIDE(locked, wait_for_nobody)
BESIDE(other_reader, read_another)

static int another(int argc, char **argv)
{
	(void)argc, (void)argv;
	say_ready();
	return read_another();
}

static int polls(int argc, char **argv)
{
	(void)argc, (void)argv;
	say_ready();
	return poll_on();
}

static int sleeps(int argc, char **argv)
{
	(void)argc, (void)argv;
	say_ready();
	return sleep_on();
}

static int computes(int argc, char **argv)
{
	(void)argc, (void)argv;
	say_ready();
	return compute_on();
}

/* Reads, and is rarely observed doing anything else. */
static int between_naps(int argc, char **argv)
{
	struct pollfd input = {.fd = 0, .events = POLLIN};
	const struct timespec nap = {.tv_nsec = 20000};

	(void)argc, (void)argv;
	say_ready();
	while (ppoll(&input, 1, &nap, NULL) == 0)
		;
	return 0;
}

static int alarmed(int argc, char **argv)
{
	(void)argc, (void)argv;
	alarm(1000);
	say_ready();
	return read_on();
}

/* The timer survives exec and ends the child; its parent would continue. */
static int childs_timer(void)
{
	const struct itimerval late = {.it_value = {.tv_sec = 1000}};

	return setitimer(ITIMER_REAL, &late, NULL) || read_on();
}

static int alarmed_family(int argc, char **argv)
{
	(void)argc, (void)argv;
	return with_child(childs_timer);
}

static int cpu_timer(int argc, char **argv)
{
	const struct itimerval late = {.it_value = {.tv_sec = 1000}};

	(void)argc, (void)argv;
	if (setitimer(ITIMER_VIRTUAL, &late, NULL) || setitimer(ITIMER_PROF, &late, NULL))
		return 1;
	say_ready();
	return read_on();
}

static int timed(int argc, char **argv)
{
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
	const struct itimerspec late = {.it_value = {.tv_sec = 1000}};
	timer_t timer;

	(void)argc, (void)argv;
	if (timer_create(CLOCK_MONOTONIC, &event, &timer) || timer_settime(timer, 0, &late, NULL))
		return 1;
	say_ready();
	return read_on();
}

static void ignore(int number)
{
	(void)number;
}

static int catches(int argc, char **argv)
{
	(void)argc, (void)argv;
	signal(SIGIO, ignore);
	say_ready();
	return read_on();
}

int main(int argc, char **argv)
{
	static const struct mode modes[] = {{"reads", reads}, {"closes", closes}, {"ends", ends},
		{"reads-in-parts", reads_in_parts}, {"family", family},
		{"two-readers", two_readers}, {"cpu-timer", cpu_timer}, {"sleeps", sleeps},
		{"computes", computes}, {"polls", polls}, {"another", another},
		{"between-naps", between_naps}, {"sleeper", sleeper}, {"computer", computer},
		{"locked", locked}, {"other-reader", other_reader}, {"childs-sleep", childs_sleep},
		{"orphans-computing", orphans_computing}, {"forks", forks}, {"signals", signals},
		{"alarmed", alarmed}, {"alarmed-family", alarmed_family}, {"timed", timed},
		{"catches", catches}};

	return RUN_MODE(modes, argc, argv);
}
