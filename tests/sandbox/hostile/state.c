/* SPDX-License-Identifier: MIT */
/*
 * Leaves something for the next run, which looks for it: `leave` and `find`. Right: leaving
 * succeeds if it is permitted (exit status 0), and nothing of it is found (exit status 0; otherwise
 * it prints what was found).
 */
#include "mode.h"
#include "trace.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <linux/fscrypt.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

static const char *const folders[] = {
	"/box", "/tmp", "/dev/shm", "/", "/dev", "/empty", "/program", "/programs", "/hostile"};

static void leave_files(void)
{
	char path[64];

	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++) {
		snprintf(path, sizeof(path), "%s/" HOSTILE_LEFT, folders[i]);
		int fd = open(path, O_CREAT | O_RDWR, 0666);
		(void)!write(fd, "secret", 6);
		snprintf(path, sizeof(path), "%s/" HOSTILE_LEFT ".fifo", folders[i]);
		mkfifo(path, 0666);
		snprintf(path, sizeof(path), "%s/" HOSTILE_LEFT ".folder", folders[i]);
		mkdir(path, 0777);
		chmod(folders[i], 0777);
	}
}

/* Shared memory and a semaphore with a name, a nameless file, and a process that holds them. */
static int leave_objects(void)
{
	int shared = shm_open("/" HOSTILE_LEFT, O_CREAT | O_RDWR, 0666);
	sem_t *semaphore = sem_open("/" HOSTILE_LEFT, O_CREAT, 0666, 1);
	int nameless = memfd_create(HOSTILE_LEFT, 0);

	if (shared < 0 || ftruncate(shared, 4096) || semaphore == SEM_FAILED || nameless < 0)
		return 1;
	for (int i = 0; i < 3; i++)
		if (fork() == 0) {
			setsid();
			for (;;)
				pause();
		}
	return 0;
}

/* Properties that no seal covers. Even if they cannot be set, reading sets one. */
static void leave_at_input(void)
{
	const struct timespec times[2] = {{.tv_sec = 1, .tv_nsec = 42}, {.tv_sec = 2}};
	int flags = FS_NODUMP_FL;
	char byte;

	ioctl(0, FS_IOC_SETFLAGS, &flags);
	usleep(20000);
	(void)!pread(0, &byte, 1, 0);
	futimens(0, times);
	fchmod(0, 0);
}

static int leave(int argc, char **argv)
{
	const struct rlimit small = {16, 16};
	const struct itimerval soon = {.it_value.tv_sec = 1};

	(void)argc, (void)argv;
	leave_files();
	leave_at_input();
	int failed = leave_objects();
	umask(0777);
	signal(SIGTERM, SIG_IGN);
	setitimer(ITIMER_REAL, &soon, NULL);
	fcntl(1, F_SETFL, O_NONBLOCK | O_APPEND);
	fcntl(0, F_SETFL, O_NONBLOCK);
	setrlimit(RLIMIT_NOFILE, &small);
	return chdir("/usr") || failed ? 1 : 0;
}

static int complain(const char *what)
{
	printf("found %s\n", what);
	return 1;
}

static int find_files(void)
{
	int failed = 0;

	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++) {
		DIR *folder = opendir(folders[i]);
		for (struct dirent *entry; folder && (entry = readdir(folder));)
			if (strncmp(entry->d_name, HOSTILE_LEFT, strlen(HOSTILE_LEFT)) == 0)
				failed = complain(entry->d_name);
		if (folder)
			closedir(folder);
	}
	return failed;
}

static int find_objects(void)
{
	int failed = 0;

	if (shm_open("/" HOSTILE_LEFT, O_RDWR, 0) >= 0)
		failed = complain("shared memory");
	if (sem_open("/" HOSTILE_LEFT, 0) != SEM_FAILED)
		failed = complain("a semaphore");
	/* Checks for processes besides this one and process 1. */
	if (kill(-1, 0) == 0 || errno != ESRCH)
		failed = complain("a process");
	return failed;
}

/* Properties that children inherit, and properties of a standard stream. */
static int find_habits(void)
{
	struct rlimit files;
	struct itimerval timer;
	struct stat box;
	char here[64] = "";
	int failed = 0;

	if (umask(022) != 022)
		failed = complain("another umask");
	if (signal(SIGTERM, SIG_DFL) != SIG_DFL)
		failed = complain("an ignored signal");
	if (getitimer(ITIMER_REAL, &timer) || timer.it_value.tv_sec || timer.it_value.tv_usec)
		failed = complain("a timer");
	if (fcntl(1, F_GETFL) & (O_NONBLOCK | O_APPEND) || fcntl(0, F_GETFL) & O_NONBLOCK)
		failed = complain("flags of a stream");
	if (getrlimit(RLIMIT_NOFILE, &files) || files.rlim_cur != 64)
		failed = complain("another limit");
	if (!getcwd(here, sizeof(here)) || strcmp(here, "/box") != 0)
		failed = complain("another folder");
	if (stat("/box", &box) || (box.st_mode & 0777) == 0777)
		failed = complain("another mode of the box");
	return failed;
}

static bool is_later(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

/* A fresh input was just made and written, and not read yet. */
static int find_at_input(void)
{
	struct stat input;
	int flags = 0, failed = 0;

	if (fstat(0, &input) || !S_ISREG(input.st_mode))
		return 0;
	if (is_later(&input.st_atim, &input.st_mtim))
		failed = complain("a reader of the input");
	if (input.st_mtim.tv_sec < 1000)
		failed = complain("other times of the input");
	if ((input.st_mode & 0777) != 0444)
		failed = complain("another mode of the input");
	if (ioctl(0, FS_IOC_GETFLAGS, &flags) == 0 && flags & FS_NODUMP_FL)
		failed = complain("flags of the input");
	return failed;
}

static int find(int argc, char **argv)
{
	(void)argc, (void)argv;
	int files = find_files(), objects = find_objects(), habits = find_habits();
	return find_at_input() || files || objects || habits;
}

static int show_input(int argc, char **argv)
{
	struct stat input;
	char byte;

	(void)argc, (void)argv;
	if (fstat(0, &input))
		return 1;
	puts(S_ISREG(input.st_mode) && read(0, &byte, 1) == 0 ? "an empty file" : "something else");
	return 0;
}

static int leave_note(int argc, char **argv)
{
	(void)argc, (void)argv;
	leave_at_input();
	return 0;
}

static int find_note(int argc, char **argv)
{
	(void)argc, (void)argv;
	return find_at_input();
}

/* The group's own name reveals neither the run nor the user. */
static int find_place(int argc, char **argv)
{
	FILE *file = fopen("/proc/self/cgroup", "r");
	char line[1024];
	int lines = 0, failed = 0;

	(void)argc, (void)argv;
	for (; file && fgets(line, sizeof(line), file); lines++) {
		line[strcspn(line, "\n")] = '\0';
		const char *name = strrchr(line, '/');
		if (!name || strstr(line, "assay") || isdigit((unsigned char)name[1]))
			failed = complain(line);
	}
	return failed || lines == 0;
}

/* Leaves a key with the file system of its input. */
static int leave_key(int argc, char **argv)
{
	struct fscrypt_add_key_arg key = {.key_spec.type = FSCRYPT_KEY_SPEC_TYPE_IDENTIFIER};

	(void)argc, (void)argv;
	if (ioctl(0, FS_IOC_ADD_ENCRYPTION_KEY, &key) == 0 || errno != ENOTTY)
		return complain("somebody who takes keys");
	/* The kernel would use the lower half only. */
	if (syscall(SYS_ioctl, 0, FS_IOC_ADD_ENCRYPTION_KEY | 1UL << 40, NULL) == 0 ||
		errno != ENOTTY)
		return complain("somebody who takes keys by a long number");
	int folder = open("/usr", O_RDONLY);
	if (ioctl(folder, FS_IOC_ADD_ENCRYPTION_KEY, NULL) == 0 || errno != ENOTTY)
		return complain("a folder that takes keys");
	/* All file systems handle these. */
	if (ioctl(folder, FS_IOC_FIEMAP, NULL) == 0 || errno != ENOTTY)
		return complain("who answers what is asked and told");
	if (ioctl(folder, FS_IOC_GETFLAGS, NULL) == 0 || errno != ENOTTY)
		return complain("who answers what is asked");
	return 0;
}

int main(int argc, char **argv)
{
	static const struct mode modes[] = {{"leave", leave}, {"find", find}, {"input", show_input},
		{"place", find_place}, {"key", leave_key}, {"leave-note", leave_note},
		{"find-note", find_note}};

	return RUN_MODE(modes, argc, argv);
}
