/* SPDX-License-Identifier: MIT */
/* Makes processes and sends signals, in each way: forks MODE [KEY KEY]. */
#include "mode.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int say(const char *text)
{
	printf("%s\n", text);
	return 0;
}

static int say_child(long pid)
{
	if (pid == 0)
		_exit(0);
	return say(pid > 0 && waitpid((pid_t)pid, NULL, 0) == pid ? "forked" : "refused");
}

static int by_fork(int argc, char **argv)
{
	(void)argc, (void)argv;
	return say_child(fork());
}

static int by_fork_call(int argc, char **argv)
{
	(void)argc, (void)argv;
#ifdef SYS_fork
	return say_child(syscall(SYS_fork));
#else
	return say_child(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
#endif
}

static int by_vfork(int argc, char **argv)
{
	(void)argc, (void)argv;
	return say_child(vfork());
}

static int by_clone3(int argc, char **argv)
{
	struct {
		uint64_t flags, rest[10];
	} arguments = {.rest = {[3] = SIGCHLD}};

	(void)argc, (void)argv;
	return say_child(syscall(SYS_clone3, &arguments, sizeof(arguments)));
}

static int by_key(int argc, char **argv)
{
	const unsigned long long low = strtoull(argv[2], NULL, 0),
				 high = argc > 3 ? strtoull(argv[3], NULL, 0) : 0;

	return say_child(syscall(SYS_clone, SIGCHLD, 0, low, high, 0));
}

static void *in_thread(void *fork_too)
{
	if (fork_too)
		exit(say_child(fork()));
	say("ran");
	return NULL;
}

static int thread(int argc, char **argv)
{
	pthread_t id;

	(void)argv;
	return pthread_create(&id, NULL, in_thread, argc > 2 ? &id : NULL) ||
	       pthread_join(id, NULL);
}

static int signal_first(int argc, char **argv)
{
	(void)argc, (void)argv;
	kill(1, SIGUSR1);
	return say("sent");
}

static int signal_all(int argc, char **argv)
{
	(void)argc, (void)argv;
	kill(-1, SIGUSR1);
	return say("sent");
}

static int signal_itself(int argc, char **argv)
{
	(void)argc, (void)argv;
	signal(SIGUSR1, SIG_IGN);
	raise(SIGUSR1);
	return say("sent");
}

/* It is not one of the first two. */
static int signal_child(int argc, char **argv)
{
	(void)argc;
	pid_t pid = (pid_t)syscall(
		SYS_clone, SIGCHLD, 0, strtoull(argv[2], NULL, 0), strtoull(argv[3], NULL, 0), 0);
	if (pid == 0)
		abort();
	int status = 0;
	waitpid(pid, &status, 0);
	return say(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT ? "aborted" : "not aborted");
}

static const struct mode modes[] = {
	{"fork", by_fork},
	{"fork-call", by_fork_call},
	{"vfork", by_vfork},
	{"clone3", by_clone3},
	{"key", by_key},
	{"thread", thread},
	{"signal-first", signal_first},
	{"signal-all", signal_all},
	{"signal-itself", signal_itself},
	{"signal-child", signal_child},
};

int main(int argc, char **argv)
{
	return RUN_MODE(modes, argc, argv);
}
