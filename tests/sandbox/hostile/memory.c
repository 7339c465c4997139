/* SPDX-License-Identifier: MIT */
/*
 * Allocates memory: MODE MIB. Right: more than the limit, in any way and by any number of
 * processes, is hit memory; less is exit status 0, also for a deep stack. Kernel memory for a
 * program (pipes, sockets) is charged to the program.
 */
#include "mode.h"

#include <alloca.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define MIB ((size_t)1 << 20)

static char statics[96 * MIB];

static size_t wanted(int argc, char **argv)
{
	return (argc > 2 ? strtoul(argv[2], NULL, 10) : 1) * MIB;
}

static void touch(char *data, size_t size)
{
	for (size_t i = 0; i < size; i += 4096)
		*(volatile char *)(data + i) = 1;
}

static int by_heap(int argc, char **argv)
{
	for (size_t taken = 0; taken < wanted(argc, argv); taken += MIB) {
		char *data = malloc(MIB);
		if (!data)
			return 3;
		touch(data, MIB);
	}
	return 0;
}

/* Small pieces, which grow the heap and are not mapped one by one. */
static int by_pieces(int argc, char **argv)
{
	for (size_t taken = 0; taken < wanted(argc, argv); taken += 1024) {
		char *data = malloc(1000);
		if (!data)
			return 3;
		memset(data, 1, 1000);
	}
	return 0;
}

static int by_statics(int argc, char **argv)
{
	size_t size = wanted(argc, argv);

	touch(statics, size < sizeof(statics) ? size : sizeof(statics));
	return 0;
}

static int by_mmap(int argc, char **argv)
{
	size_t size = wanted(argc, argv);
	char *data = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (data == MAP_FAILED)
		return 3;
	touch(data, size);
	return 0;
}

static int write_to(int fd, size_t size)
{
	static char block[MIB];

	memset(block, 1, sizeof(block));
	for (size_t written = 0; written < size; written += sizeof(block))
		if (write(fd, block, sizeof(block)) != (ssize_t)sizeof(block))
			return 3;
	return 0;
}

static int by_memfd(int argc, char **argv)
{
	int fd = memfd_create("hidden", 0);

	return fd < 0 ? 3 : write_to(fd, wanted(argc, argv));
}

static int by_box(int argc, char **argv)
{
	int fd = open("/box/large", O_CREAT | O_WRONLY, 0600);

	return fd < 0 ? 3 : write_to(fd, wanted(argc, argv));
}

/* A file for each 4 KiB. */
static int by_small_files(int argc, char **argv)
{
	static char block[4096];
	char name[32];

	for (size_t i = 0; i < wanted(argc, argv) / sizeof(block); i++) {
		snprintf(name, sizeof(name), "/box/%zu", i);
		int fd = open(name, O_CREAT | O_WRONLY, 0600);
		if (fd < 0 || write(fd, block, sizeof(block)) != (ssize_t)sizeof(block))
			return 3;
		close(fd);
	}
	return 0;
}

/* 64 KiB each, which are never read. */
static int by_pipes(int argc, char **argv)
{
	static char block[MIB / 16];

	for (size_t taken = 0; taken < wanted(argc, argv); taken += sizeof(block)) {
		int ends[2];
		if (pipe(ends) || write(ends[1], block, sizeof(block)) != (ssize_t)sizeof(block))
			return 3;
	}
	return 0;
}

/* As much as fits into each pair, in both directions. */
static int by_sockets(int argc, char **argv)
{
	static char block[32768];
	size_t taken = 0;

	while (taken < wanted(argc, argv)) {
		int ends[2];
		if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends))
			return 3;
		for (int i = 0; i < 2; i++)
			for (ssize_t got; (got = write(ends[i], block, sizeof(block))) > 0;)
				taken += (size_t)got;
	}
	return 0;
}

/* Missing names: the kernel caches each, charged to the caller, but can drop them. */
static int by_names(int argc, char **argv)
{
	char name[64];

	for (size_t i = 0; i < wanted(argc, argv) / 256; i++) {
		snprintf(name, sizeof(name), "%s/absent-%zu", i % 2 ? "/usr" : "/hostile", i);
		if (access(name, F_OK) == 0)
			return 1;
	}
	return 0;
}

/* Four children, a quarter each, all at once: each keeps its part until all have theirs. */
static int by_children(int argc, char **argv)
{
	size_t size = wanted(argc, argv) / 4;
	int have[2], end[2];
	char byte;

	if (pipe(have) || pipe(end))
		return 3;
	for (int i = 0; i < 4; i++) {
		if (fork() == 0) {
			close(end[1]);
			char *data = malloc(size);
			if (!data)
				_exit(3);
			touch(data, size);
			_exit(write(have[1], "", 1) != 1 || read(end[0], &byte, 1) != 0);
		}
	}
	for (int i = 0; i < 4; i++)
		if (read(have[0], &byte, 1) != 1)
			return 3;
	close(end[1]);
	while (wait(NULL) > 0)
		;
	return 0;
}

/* 4 KiB a call. */
static int descend(size_t levels)
{
	volatile char frame[4000];

	frame[0] = (char)levels;
	frame[sizeof(frame) - 1] = 1;
	return levels == 0 ? frame[0] : descend(levels - 1) + frame[sizeof(frame) - 1];
}

static int by_stack(int argc, char **argv)
{
	size_t levels = wanted(argc, argv) / 4096;

	return descend(levels) == (int)levels ? 0 : 4;
}

/* One large array on the stack, from its far end, which the stack has not reached yet. */
static int by_array(int argc, char **argv)
{
	size_t size = wanted(argc, argv);

	touch(alloca(size), size);
	return 0;
}

static void *descend_in_thread(void *levels)
{
	return (void *)(descend(*(size_t *)levels) == (int)*(size_t *)levels ? NULL : levels);
}

/* A thread's stack is as large as the program's own. */
static int by_thread(int argc, char **argv)
{
	size_t levels = wanted(argc, argv) / 4096;
	pthread_t thread;
	void *wrong = &thread;

	if (pthread_create(&thread, NULL, descend_in_thread, &levels) == 0)
		pthread_join(thread, &wrong);
	return wrong ? 4 : 0;
}

int main(int argc, char **argv)
{
	static const struct mode modes[] = {{"heap", by_heap}, {"pieces", by_pieces},
		{"small-files", by_small_files}, {"array", by_array}, {"pipes", by_pipes},
		{"names", by_names}, {"sockets", by_sockets}, {"thread", by_thread},
		{"statics", by_statics}, {"mmap", by_mmap}, {"memfd", by_memfd}, {"box", by_box},
		{"children", by_children}, {"stack", by_stack}};

	return RUN_MODE(modes, argc, argv);
}
