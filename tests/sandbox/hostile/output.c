/* SPDX-License-Identifier: MIT */
/*
 * Prints without end, to one stream, both, or a file in the box. Right: hit output, or box for the
 * file; at most the limit is kept. `exactly N` prints N bytes in all and passes if that is the
 * limit.
 */
#include "mode.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <unistd.h>

static void flood(int fd)
{
	static char block[4096];

	memset(block, 'x', sizeof(block));
	while (write(fd, block, sizeof(block)) > 0)
		;
}

static int to_stdout(int argc, char **argv)
{
	(void)argc, (void)argv;
	flood(1);
	return 0;
}

static int to_stderr(int argc, char **argv)
{
	(void)argc, (void)argv;
	flood(2);
	return 0;
}

/* Neither stream alone would exceed the limit. */
static int to_both(int argc, char **argv)
{
	(void)argc, (void)argv;
	while (write(1, "outoutoutout\n", 13) > 0 && write(2, "errerrerrerr\n", 13) > 0)
		;
	return 0;
}

/* Four children at once. */
static int by_children(int argc, char **argv)
{
	(void)argc, (void)argv;
	for (int i = 0; i < 4; i++)
		if (fork() == 0)
			flood(1);
	pause();
	return 0;
}

/* Pages of a memory file, which are never copied to the program. */
static int by_sendfile(int argc, char **argv)
{
	int fd = memfd_create("pages", 0);
	off_t from = 0;

	(void)argc, (void)argv;
	if (ftruncate(fd, 1 << 20))
		return 5;
	while (sendfile(1, fd, &from, 65536) > 0)
		from = 0;
	return 0;
}

/* [ignore [BYTES]]: like interpreters, ignores the signal for a file that is too large. */
static int to_file(int argc, char **argv)
{
	const long bytes = argc > 3 ? strtol(argv[3], NULL, 10) : 0; /* 0 also for a mark */
	int fd = open("/box/flood", O_CREAT | O_WRONLY, 0600);

	if (argc > 2 && strcmp(argv[2], "ignore") == 0)
		signal(SIGXFSZ, SIG_IGN);
	if (bytes == 0)
		flood(fd);
	for (long i = 0; i < bytes; i++)
		if (write(fd, "x", 1) != 1)
			return 6;
	return 5;
}

/* The length of a sparse file is free, but expensive for a reader. */
static int sparsely(int argc, char **argv)
{
	int fd = open("/box/sparse", O_CREAT | O_WRONLY, 0600);

	(void)argc, (void)argv;
	return ftruncate(fd, (off_t)1 << 40) ? 5 : 0;
}

static int exactly(int argc, char **argv)
{
	size_t size = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;

	for (size_t i = 0; i < size; i++)
		if (putchar('x') == EOF)
			return 5;
	return fflush(stdout) ? 5 : 0;
}

int main(int argc, char **argv)
{
	static const struct mode modes[] = {{"stdout", to_stdout}, {"stderr", to_stderr},
		{"both", to_both}, {"children", by_children}, {"sendfile", by_sendfile},
		{"file", to_file}, {"sparse", sparsely}, {"exactly", exactly}};

	return RUN_MODE(modes, argc, argv);
}
