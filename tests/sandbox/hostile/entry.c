/* SPDX-License-Identifier: MIT */
/*
 * Enters the kernel in unusual ways. Right: on x86-64 the 32-bit entry and x32 numbers kill (hit
 * syscall, "foreign-architecture"); clone3, whose flags no filter can read, does not exist; calls
 * that only request more of the machine are refused with EPERM (exit status 0). Run-time systems
 * and compilers that look for a name service get an error instead of a socket (exit status 0).
 */
#include "mode.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#ifdef __x86_64__
#define X32_BIT 0x40000000L

static int by_int80(int argc, char **argv)
{
	long got;

	(void)argc, (void)argv;
	/* 20 is getpid there: a harmless call shows that the entry itself kills. */
	__asm__ volatile("int $0x80" : "=a"(got) : "a"(20L) : "memory", "r8", "r9", "r10", "r11");
	printf("got in: %ld\n", got);
	return 1;
}

static int by_x32(int argc, char **argv)
{
	(void)argc, (void)argv;
	printf("got in: %ld\n", syscall(SYS_getpid | X32_BIT));
	return 1;
}
#endif

static int expect_refusal(const char *what, long got, int wanted)
{
	if (got == -1 && errno == wanted)
		return 0;
	printf("%s gave %ld, %s\n", what, got, strerror(errno));
	return 1;
}

static int by_clone3(int argc, char **argv)
{
	char arguments[88] = {0};

	(void)argc, (void)argv;
	return expect_refusal("clone3", syscall(SYS_clone3, arguments, sizeof(arguments)), ENOSYS);
}

static int refused(int argc, char **argv)
{
	cpu_set_t all;
	const struct sched_param first = {.sched_priority = 99};

	(void)argc, (void)argv;
	memset(&all, 0xff, sizeof(all));
	return expect_refusal("affinity", sched_setaffinity(0, sizeof(all), &all), EPERM) ||
	       expect_refusal("scheduler", sched_setscheduler(0, SCHED_FIFO, &first), EPERM) ||
	       expect_refusal("priority", setpriority(PRIO_PROCESS, 0, -20), EPERM) ||
	       expect_refusal("mlockall", mlockall(MCL_CURRENT), EPERM);
}

static int more_than_allowed(int argc, char **argv)
{
	const struct rlimit lots = {.rlim_cur = 1 << 20, .rlim_max = 1 << 20};
	const struct rlimit core = {.rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY};

	(void)argc, (void)argv;
	return expect_refusal("open files", setrlimit(RLIMIT_NOFILE, &lots), EPERM) ||
	       expect_refusal("core", setrlimit(RLIMIT_CORE, &core), EPERM);
}

/* For an ordinary user init has the program's own id: without file descriptors it could not wait
 * any more. */
static int limits_of_init(int argc, char **argv)
{
	const struct rlimit none = {0, 0}, core = {0, 0};

	(void)argc, (void)argv;
	int failed =
		expect_refusal("init's files", prlimit(1, RLIMIT_NOFILE, &none, NULL), EPERM) ||
		expect_refusal("own core limit", prlimit(0, RLIMIT_CORE, &core, NULL), EPERM);
	for (int i = 0; i < 50; i++) {
		kill(1, SIGCHLD);
		kill(1, SIGTERM);
		usleep(1000);
	}
	return failed;
}

/* Locks use kernel memory that is not accounted, and on a view they would block the host. */
static int locks(int argc, char **argv)
{
	const struct flock lock = {.l_type = F_WRLCK, .l_len = 1};
	int fd = (int)syscall(SYS_memfd_create, "locked", 0u);

	(void)argc, (void)argv;
	return expect_refusal("a record lock", fcntl(fd, F_SETLK, &lock), ENOLCK) ||
	       expect_refusal("an open file's lock", fcntl(fd, F_OFD_SETLKW, &lock), ENOLCK) ||
	       expect_refusal("flock", flock(fd, LOCK_EX), ENOLCK) ||
	       fcntl(fd, F_GETLK, &lock) != 0;
}

/* The pages of larger pipes are counted for the user, not for the run. */
static int pipe_size(int argc, char **argv)
{
	int ends[2];

	(void)argc, (void)argv;
	return pipe(ends) ||
	       expect_refusal("a larger pipe", fcntl(ends[1], F_SETPIPE_SZ, 1 << 20), EPERM) ||
	       expect_refusal("a smaller pipe", fcntl(ends[0], F_SETPIPE_SZ, 4096), EPERM) ||
	       fcntl(ends[0], F_GETPIPE_SZ) <= 0;
}

/* Requested by run-time systems and compilers without need. */
static int no_sockets(int argc, char **argv)
{
	(void)argc, (void)argv;
	return expect_refusal(
		"socket", socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), EAFNOSUPPORT);
}

/* Requested by newer run-time systems, which work without it. */
static int no_pidfds(int argc, char **argv)
{
	(void)argc, (void)argv;
	return expect_refusal("pidfd_open", syscall(SYS_pidfd_open, getpid(), 0), ENOSYS) ||
	       expect_refusal(
		       "pidfd_send_signal", syscall(SYS_pidfd_send_signal, -1, 0, NULL, 0), ENOSYS);
}

/* A thread may set the scheduling class that it has, but no better or worse one, by any number. */
static int ordinary_class(int argc, char **argv)
{
	const struct sched_param ordinary = {.sched_priority = 0}, first = {.sched_priority = 1};

	(void)argc, (void)argv;
	return sched_setscheduler(0, SCHED_OTHER, &ordinary) != 0 ||
	       expect_refusal("first class", sched_setscheduler(0, SCHED_FIFO, &first), EPERM) ||
	       expect_refusal("batch", sched_setscheduler(0, SCHED_BATCH, &ordinary), EPERM) ||
	       expect_refusal("high bits",
		       syscall(SYS_sched_setscheduler, 0, 0x100000000 | SCHED_FIFO, &first),
		       EPERM) ||
	       expect_refusal("parameters", sched_setparam(0, &ordinary), EPERM);
}

#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif

/* Memory that contains a whole huge page, so that the kernel itself would collapse it. */
static int collapse(void)
{
	const size_t size = (size_t)4 << 20;
	char *room = mmap(NULL, size, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

	return room == MAP_FAILED ? 0 : madvise(room, size, MADV_COLLAPSE);
}

/* Messages to the next run through the page cache of a file that all runs see. They can be written
 * once, by reading, but not erased, and the cache cannot be queried. */
static int page_cache(int argc, char **argv)
{
	static char buffer[4096] __attribute__((aligned(4096)));
	const struct iovec part = {buffer, sizeof(buffer)};
	unsigned char held;
	int fd = open("/proc/self/exe", O_RDONLY);

	(void)argc, (void)argv;
	return expect_refusal(
		       "read what is cached", preadv2(fd, &part, 1, 0, RWF_NOWAIT), EOPNOTSUPP) ||
	       preadv2(fd, &part, 1, 0, 0) != sizeof(buffer) ||
	       expect_refusal("is it cached", mincore(buffer, 4096, &held), ENOSYS) ||
	       expect_refusal("throw out", madvise(buffer, 4096, MADV_PAGEOUT), EINVAL) ||
	       expect_refusal("make cold", madvise(buffer, 4096, MADV_COLD), EINVAL) ||
	       expect_refusal("collapse", collapse(), EINVAL) ||
	       expect_refusal("merge", madvise(buffer, 4096, MADV_MERGEABLE), EINVAL) ||
	       expect_refusal("high bits",
		       (int)syscall(SYS_madvise, buffer, 4096, 0x100000000 | MADV_PAGEOUT),
		       EINVAL) ||
	       madvise(buffer, 4096, MADV_DONTNEED) != 0;
}

/* Pages that an administrator reserved are counted in no group. */
static int huge_pages(int argc, char **argv)
{
	const int protection = PROT_READ | PROT_WRITE, flags = MAP_PRIVATE | MAP_ANONYMOUS;
	void *huge = mmap(NULL, 2 << 20, protection, flags | MAP_HUGETLB, -1, 0);

	(void)argc, (void)argv;
	return expect_refusal("map them", huge == MAP_FAILED ? -1 : 0, ENOMEM) ||
	       expect_refusal("a file of them", memfd_create("huge", MFD_HUGETLB), ENOSYS) ||
	       memfd_create("ordinary", MFD_CLOEXEC) < 0 ||
	       mmap(NULL, 2 << 20, protection, flags, -1, 0) == MAP_FAILED;
}

/* The kernel counts them for the whole user. There must be enough for timers. */
static int pending_signals(int argc, char **argv)
{
	const union sigval nothing = {0};
	sigset_t all;
	int count = 0;

	(void)argc, (void)argv;
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	while (count < 100000 && sigqueue(getpid(), SIGRTMIN, nothing) == 0)
		count++;
	return count >= 256 && count <= 1024 ? 0 : 1;
}

int main(int argc, char **argv)
{
	static const struct mode modes[] = {{"huge-pages", huge_pages}, {"page-cache", page_cache},
		{"pending-signals", pending_signals},
#ifdef __x86_64__
		{"int80", by_int80}, {"x32", by_x32},
#endif
		{"clone3", by_clone3}, {"refused", refused}, {"no-sockets", no_sockets},
		{"rlimits", more_than_allowed}, {"limits-of-init", limits_of_init},
		{"locks", locks}, {"pipe-size", pipe_size}, {"no-pidfds", no_pidfds},
		{"class", ordinary_class}};

	return RUN_MODE(modes, argc, argv);
}
