/* SPDX-License-Identifier: MIT */
/*
 * Does several forbidden things at once. Right: the most severe one is reported (hit), regardless
 * of later ones: memory before a crash, output before a loop, processes before a crash. So the
 * verdict does not depend on which of them ended the run.
 */
#include "mode.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static _Noreturn void spin(void)
{
	for (volatile unsigned long n = 0;; n++)
		;
}

/* A child allocates it, so that this process continues. */
static void take_memory(void)
{
	if (fork() == 0) {
		for (;;) {
			char *data = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
			memset(data, 1, 1 << 20);
		}
	}
	wait(NULL);
}

/* A little more than the suite's limit of 64 KiB. */
static void print_too_much(int fd)
{
	static char block[1024];

	for (int i = 0; i < 65; i++)
		(void)!write(fd, block, sizeof(block));
}

static int memory_then_crash(int argc, char **argv)
{
	(void)argc, (void)argv;
	take_memory();
	abort();
}

static int memory_then_flood(int argc, char **argv)
{
	(void)argc, (void)argv;
	take_memory();
	print_too_much(1);
	return 1;
}

static int memory_then_loop(int argc, char **argv)
{
	(void)argc, (void)argv;
	take_memory();
	spin();
}

/* The kernel caches missing names, up to the limit of memory, and can drop them. */
static int names_then_loop(int argc, char **argv)
{
	char name[64];

	(void)argc, (void)argv;
	for (int i = 0; i < 200000; i++) {
		snprintf(name, sizeof(name), "%s/absent-%d", i % 2 ? "/usr" : "/hostile", i);
		if (access(name, F_OK) == 0)
			return 1;
	}
	spin();
}

static void *take(size_t size)
{
	void *data = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return memset(data, 1, size);
}

/* Nearly everything that is permitted. */
static int hold_then_loop(int argc, char **argv)
{
	take((size_t)atoi(argc > 2 ? argv[2] : "1") << 10);
	spin();
}

/* The same, and additional cache that the kernel must reclaim. */
static int starve_then_loop(int argc, char **argv)
{
	const size_t spare = 16 << 20;

	madvise(take(spare), spare, MADV_FREE);
	return hold_then_loop(argc, argv);
}

static int flood_then_crash(int argc, char **argv)
{
	(void)argc, (void)argv;
	print_too_much(2);
	abort();
}

static int flood_then_loop(int argc, char **argv)
{
	(void)argc, (void)argv;
	print_too_much(1);
	spin();
}

static void *rest(void *unused)
{
	pause();
	return unused;
}

static int threads_then_crash(int argc, char **argv)
{
	pthread_attr_t attributes;
	pthread_t thread;

	(void)argc, (void)argv;
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, 65536);
	while (pthread_create(&thread, &attributes, rest, NULL) == 0)
		;
	abort();
}

/* The child's call is never answered, so this process continues its loop. */
static int call_beside_loop(int argc, char **argv)
{
	(void)argc, (void)argv;
	if (fork() == 0)
		_exit(socket(AF_INET, SOCK_STREAM, 0) >= 0);
	spin();
}

int main(int argc, char **argv)
{
	static const struct mode modes[] = {{"memory-crash", memory_then_crash},
		{"memory-flood", memory_then_flood}, {"memory-loop", memory_then_loop},
		{"names-loop", names_then_loop}, {"hold-loop", hold_then_loop},
		{"starve-loop", starve_then_loop}, {"flood-crash", flood_then_crash},
		{"flood-loop", flood_then_loop}, {"threads-crash", threads_then_crash},
		{"call-loop", call_beside_loop}};

	return RUN_MODE(modes, argc, argv);
}
