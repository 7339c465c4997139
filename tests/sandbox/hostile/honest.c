/* SPDX-License-Identifier: MIT */
/* Normal operations that strict sandboxes break: threads, signal handlers, pipes between parent and
 * child, random numbers, devices, reading about itself. Right: exit status 0. */
#include "mode.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define THREADS 8

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long counted;

static void *count(void *unused)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&mutex);
		counted++;
		pthread_mutex_unlock(&mutex);
	}
	return unused;
}

static int threads(int argc, char **argv)
{
	pthread_t all[THREADS];

	(void)argc, (void)argv;
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&all[i], NULL, count, NULL))
			return 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(all[i], NULL);
	return counted == THREADS * 1000L ? 0 : 1;
}

static volatile sig_atomic_t alarms;

static void on_alarm(int number)
{
	(void)number;
	alarms = alarms + 1;
}

static int handlers(int argc, char **argv)
{
	const struct itimerval soon = {.it_value.tv_usec = 1000};
	const struct sigaction action = {.sa_handler = on_alarm};
	sigset_t none;

	(void)argc, (void)argv;
	sigemptyset(&none);
	if (sigaction(SIGALRM, &action, NULL) || setitimer(ITIMER_REAL, &soon, NULL))
		return 1;
	while (!alarms)
		sigsuspend(&none);
	return raise(SIGALRM) == 0 && alarms == 2 ? 0 : 1;
}

/* As from a shell: every signal at its default, none blocked or pending. */
static int fresh_signals(int argc, char **argv)
{
	struct sigaction action;
	sigset_t blocked, pending;

	(void)argc, (void)argv;
	if (sigprocmask(SIG_SETMASK, NULL, &blocked) || sigpending(&pending))
		return 1;
	for (int number = 1; number < NSIG; number++) {
		if (sigismember(&blocked, number) == 1 || sigismember(&pending, number) == 1)
			return number;
		if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_DFL)
			return number;
	}
	return 0;
}

static int pipes(int argc, char **argv)
{
	int ends[2], status;
	char text[8] = "";

	(void)argc, (void)argv;
	if (pipe(ends))
		return 1;
	pid_t child = fork();
	if (child == 0)
		_exit(write(ends[1], "hello", 5) == 5 ? 0 : 1);
	return read(ends[0], text, 5) == 5 && strcmp(text, "hello") == 0 &&
			       waitpid(child, &status, 0) == child && status == 0
		       ? 0
		       : 1;
}

/* A named pipe, in a writable box. */
static int fifo(int argc, char **argv)
{
	char text[8] = "";
	int status;

	(void)argc, (void)argv;
	if (mkfifo("/box/named", 0600))
		return 1;
	pid_t child = fork();
	if (child == 0)
		_exit(write(open("/box/named", O_WRONLY), "hello", 5) == 5 ? 0 : 1);
	return read(open("/box/named", O_RDONLY), text, 5) == 5 && strcmp(text, "hello") == 0 &&
			       waitpid(child, &status, 0) == child && status == 0
		       ? 0
		       : 1;
}

/* Many, but never many at once. */
/* From one folder of the box to another, and two names for one file. */
static int move_files(int argc, char **argv)
{
	(void)argc, (void)argv;
	if (mkdir("/box/a", 0700) || mkdir("/box/b", 0700))
		return 1;
	int fd = open("/box/a/file", O_WRONLY | O_CREAT | O_EXCL, 0600);
	return fd < 0 || rename("/box/a/file", "/box/b/file") ||
	       link("/box/b/file", "/box/a/other") || rename("/box/b", "/box/a/b");
}

static int many_children(int argc, char **argv)
{
	int status;

	(void)argc, (void)argv;
	for (int i = 0; i < 100; i++) {
		pid_t child = fork();
		if (child == 0)
			_exit(i);
		if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) ||
			WEXITSTATUS(status) != i)
			return 1;
	}
	return 0;
}

/* A child that stops, is reported as stopped, and continues. */
static int jobs(int argc, char **argv)
{
	int status;
	pid_t child = fork();

	(void)argc, (void)argv;
	if (child == 0) {
		raise(SIGSTOP);
		_exit(7);
	}
	return waitpid(child, &status, WUNTRACED) == child && WIFSTOPPED(status) &&
			       kill(child, SIGCONT) == 0 && waitpid(child, &status, 0) == child &&
			       WIFEXITED(status) && WEXITSTATUS(status) == 7
		       ? 0
		       : 1;
}

/* On an alternate stack, with which a program detects an overflow. */
static sigjmp_buf back;

static void on_fault(int number)
{
	siglongjmp(back, number);
}

static int caught_fault(int argc, char **argv)
{
	static char room[65536];
	const stack_t stack = {.ss_sp = room, .ss_size = sizeof(room)};
	const struct sigaction action = {.sa_handler = on_fault, .sa_flags = SA_ONSTACK};

	(void)argv;
	if (sigaltstack(&stack, NULL) || sigaction(SIGSEGV, &action, NULL))
		return 1;
	if (sigsetjmp(back, 1) == SIGSEGV)
		return 0;
	*(volatile int *)(size_t)(argc - 2) = 1;
	return 1;
}

static int random_numbers(int argc, char **argv)
{
	unsigned char bytes[64], more[64];
	int fd = open("/dev/urandom", O_RDONLY);

	(void)argc, (void)argv;
	return getrandom(bytes, sizeof(bytes), 0) == (ssize_t)sizeof(bytes) && fd >= 0 &&
			       read(fd, more, sizeof(more)) == (ssize_t)sizeof(more) &&
			       memcmp(bytes, more, sizeof(bytes)) != 0
		       ? 0
		       : 1;
}

static int devices(int argc, char **argv)
{
	int null = open("/dev/null", O_RDWR), zero = open("/dev/zero", O_RDONLY);
	int full = open("/dev/full", O_WRONLY);
	char byte = 1;

	(void)argc, (void)argv;
	return null >= 0 && write(null, "x", 1) == 1 && read(null, &byte, 1) == 0 && zero >= 0 &&
			       read(zero, &byte, 1) == 1 && byte == 0 && full >= 0 &&
			       write(full, "x", 1) < 0 && errno == ENOSPC
		       ? 0
		       : 1;
}

static int oneself(int argc, char **argv)
{
	static const char *const names[] = {"/proc/self/status", "/proc/self/maps",
		"/proc/self/stat", "/proc/self/cmdline", "/proc/self/limits"};
	char text[256], path[64] = "";

	(void)argc, (void)argv;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		int fd = open(names[i], O_RDONLY);
		if (fd < 0 || read(fd, text, sizeof(text)) <= 0) {
			printf("%s: %s\n", names[i], strerror(errno));
			return 1;
		}
	}
	return readlink("/proc/self/exe", path, sizeof(path) - 1) > 0 &&
			       strcmp(path, "/hostile/honest") == 0
		       ? 0
		       : 1;
}

/* The clock, a short sleep, a host name, a time zone: each neutral. */
static int clocks(int argc, char **argv)
{
	const struct timespec pause = {.tv_nsec = 1000000};
	char name[64] = "";
	time_t now = time(NULL);

	(void)argc, (void)argv;
	return nanosleep(&pause, NULL) == 0 && gethostname(name, sizeof(name) - 1) == 0 &&
			       strcmp(name, "box") == 0 && localtime(&now)->tm_gmtoff == 0
		       ? 0
		       : 1;
}

static volatile sig_atomic_t ticks_count;

static void count_tick(int number)
{
	(void)number;
	ticks_count++;
}

/* No signal interrupts the setting of a timer. */
static int timers_amid_signals(int argc, char **argv)
{
	const struct sigaction tick = {.sa_handler = count_tick};
	const struct itimerval often = {{0, 200}, {0, 200}};

	(void)argc, (void)argv;
	if (sigaction(SIGALRM, &tick, NULL) || setitimer(ITIMER_REAL, &often, NULL))
		return 1;
	for (unsigned n = 0; ticks_count < 100; n++) {
		if (setitimer(ITIMER_REAL, &often, NULL) || alarm(0) > 1 ||
			setitimer(ITIMER_REAL, &often, NULL))
			return 2;
		for (volatile unsigned i = 0; i < n % 700 * 1000; i++)
			;
	}
	return 0;
}

int main(int argc, char **argv)
{
	static const struct mode modes[] = {{"threads", threads}, {"handlers", handlers},
		{"move", move_files}, {"fresh", fresh_signals}, {"pipes", pipes}, {"fifo", fifo},
		{"children", many_children}, {"jobs", jobs}, {"fault", caught_fault},
		{"random", random_numbers}, {"devices", devices}, {"self", oneself},
		{"clocks", clocks}, {"timers", timers_amid_signals}};

	return RUN_MODE(modes, argc, argv);
}
