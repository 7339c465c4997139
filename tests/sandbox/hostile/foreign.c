/* SPDX-License-Identifier: MIT */
/*
 * Brings code that does not belong to the run-time system: another program (exec), a file, a memory
 * file, memory. Prints "ran" if the code was executed, "mapped" if it could have been, else the
 * error. If it is started by itself, it prints "started".
 */
#include "mode.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define SELF "/hostile/foreign"
#define PAGE 4096

static char *started[] = {SELF, "started", NULL};
static char *no_env[] = {NULL};

static int say(const char *text)
{
	puts(text);
	return 0;
}

static int say_error(void)
{
	return say(strerrorname_np(errno));
}

static int say_started(int argc, char **argv)
{
	(void)argc, (void)argv;
	return say("started");
}

/* ---- another program ---- */

static int start(int argc, char **argv)
{
	execve(argc > 2 ? argv[2] : SELF, started, no_env);
	return say_error();
}

static int start_in_child(int argc, char **argv)
{
	pid_t child = fork();

	if (child == 0)
		_exit(start(argc, argv));
	waitpid(child, NULL, 0);
	return say("went on");
}

static int start_by_spawn(int argc, char **argv)
{
	pid_t child;

	(void)argc, (void)argv;
	if (posix_spawn(&child, SELF, NULL, NULL, started, no_env) == 0)
		waitpid(child, NULL, 0);
	return say("went on");
}

static void *start_here(void *unused)
{
	execve(SELF, started, no_env);
	return unused;
}

static int start_in_thread(int argc, char **argv)
{
	pthread_t thread;

	(void)argc, (void)argv;
	if (pthread_create(&thread, NULL, start_here, NULL) == 0)
		pthread_join(thread, NULL);
	return say("went on");
}

/* Values that a first exec can pass in the registers that the call does not use. */
static int start_with_registers(int argc, char **argv)
{
	static const uint64_t guesses[] = {0, UINT64_MAX, 1};
	const uint64_t guess = guesses[argc > 2 ? atoi(argv[2]) % 3 : 0];

	syscall(SYS_execve, SELF, started, no_env, guess, guess, guess);
	return say_error();
}

static int start_by_descriptor(int argc, char **argv)
{
	int fd = open(argc > 2 ? argv[2] : SELF, O_PATH | O_CLOEXEC);

	syscall(SYS_execveat, fd, "", started, no_env, AT_EMPTY_PATH);
	return say_error();
}

/* ---- a file, a memory file ---- */

static int copy_self(int to)
{
	char block[65536];
	int from = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	ssize_t got;

	while ((got = read(from, block, sizeof(block))) > 0)
		if (write(to, block, (size_t)got) != got)
			return -1;
	close(from);
	return (int)got;
}

static int start_memory_file(int argc, char **argv)
{
	int fd = memfd_create("code", 0);

	(void)argc, (void)argv;
	if (fd < 0 || copy_self(fd))
		return say_error();
	fexecve(fd, started, no_env);
	return say_error();
}

static int copy_to(const char *path)
{
	int fd = open(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0755);

	return fd < 0 || copy_self(fd) || close(fd) ? -1 : 0;
}

static int start_copy(int argc, char **argv)
{
	if (argc < 3 || copy_to(argv[2]))
		return say_error();
	return start(argc, argv);
}

static int map(const char *path, int flags, int protection, int type)
{
	int fd = open(path, flags | O_CLOEXEC);

	if (fd < 0 || mmap(NULL, PAGE, protection, type, fd, 0) == MAP_FAILED)
		return say_error();
	return say("mapped");
}

static int map_file(int argc, char **argv)
{
	return argc < 3 ? 99 : map(argv[2], O_RDONLY, PROT_READ | PROT_EXEC, MAP_PRIVATE);
}

static int map_copy(int argc, char **argv)
{
	if (argc < 3 || copy_to(argv[2]))
		return say_error();
	return map(argv[2], O_RDWR, PROT_READ | PROT_EXEC, MAP_SHARED);
}

static int map_writable(int argc, char **argv)
{
	return argc < 3 ? 99
			: map(argv[2], O_RDONLY, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE);
}

/* ---- memory ---- */

/* A function that returns 42. */
#if defined __x86_64__
static const unsigned char code[] = {0xb8, 42, 0, 0, 0, 0xc3};
#else
static const unsigned char code[] = {0x40, 0x05, 0x80, 0x52, 0xc0, 0x03, 0x5f, 0xd6};
#endif

static int call(void *at)
{
	int (*function)(void);

	memcpy(&function, &at, sizeof(function));
	__builtin___clear_cache((char *)at, (char *)at + sizeof(code));
	return say(function() == 42 ? "ran" : "ran wrong");
}

static int run_mapping(int argc, char **argv)
{
	void *at = mmap(
		NULL, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	(void)argc, (void)argv;
	if (at == MAP_FAILED)
		return say_error();
	memcpy(at, code, sizeof(code));
	return call(at);
}

static int run_changed(void *at)
{
	if (at == MAP_FAILED)
		return say_error();
	memcpy(at, code, sizeof(code));
	if (mprotect(at, PAGE, PROT_READ | PROT_EXEC))
		return say_error();
	return call(at);
}

static int run_changed_memory(int argc, char **argv)
{
	(void)argc, (void)argv;
	return run_changed(
		mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
}

/* A copy of a page of an executable file. */
static int run_changed_file(int argc, char **argv)
{
	int fd = open(SELF, O_RDONLY | O_CLOEXEC);

	(void)argc, (void)argv;
	return run_changed(mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0));
}

static int run_changed_stack(int argc, char **argv)
{
	_Alignas(PAGE) char page[PAGE];

	(void)argc, (void)argv;
	return run_changed(page);
}

/* Through this file the kernel lets a process write its own memory, even if the mapping forbids
 * it. */
static int write_memory(int argc, char **argv)
{
	int fd = open("/proc/self/mem", O_RDWR | O_CLOEXEC);

	(void)argc, (void)argv;
	return fd < 0 ? say_error() : say("opened");
}

static const struct mode modes[] = {
	{"started", say_started},
	{"start", start},
	{"start-in-child", start_in_child},
	{"start-by-spawn", start_by_spawn},
	{"start-in-thread", start_in_thread},
	{"start-with-registers", start_with_registers},
	{"start-by-descriptor", start_by_descriptor},
	{"start-memory-file", start_memory_file},
	{"start-copy", start_copy},
	{"map-file", map_file},
	{"map-copy", map_copy},
	{"map-writable", map_writable},
	{"run-mapping", run_mapping},
	{"run-changed-memory", run_changed_memory},
	{"run-changed-file", run_changed_file},
	{"run-changed-stack", run_changed_stack},
	{"write-memory", write_memory},
};

int main(int argc, char **argv)
{
	return RUN_MODE(modes, argc, argv);
}
