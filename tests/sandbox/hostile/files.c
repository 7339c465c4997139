/* SPDX-License-Identifier: MIT */
/* Explores and tries to write. Right: exit status 0. This program itself checks that hidden files
 * are absent and protected ones cannot be written; it prints the first fault. */
#include "mode.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int complain(const char *what, const char *path)
{
	printf("%s %s: %s\n", what, path, strerror(errno));
	return 1;
}

/* PATH...: none of them exists, to open or to stat. */
static int absent(int argc, char **argv)
{
	struct stat info;
	int failed = 0;

	for (int i = 2; i < argc; i++) {
		if (lstat(argv[i], &info) == 0 || errno != ENOENT)
			failed = complain("can see", argv[i]);
		if (open(argv[i], O_RDONLY) >= 0 || errno != ENOENT)
			failed = complain("can open", argv[i]);
	}
	return failed;
}

/* /proc contains this process and no other, and nothing of the machine. */
static int others(int argc, char **argv)
{
	DIR *proc = opendir("/proc");
	int failed = 0;

	(void)argc, (void)argv;
	for (struct dirent *entry; proc && (entry = readdir(proc));)
		if (isdigit((unsigned char)*entry->d_name) && atoi(entry->d_name) != getpid())
			failed = complain("can see the process", entry->d_name);
	for (int pid = 1; pid < 1000; pid++) {
		char path[64];
		snprintf(path, sizeof(path), "/proc/%d/status", pid);
		if (pid != getpid() && open(path, O_RDONLY) >= 0)
			failed = complain("can open", path);
	}
	return proc ? failed : complain("cannot read", "/proc");
}

/* PATH...: no name can be made in these folders, and no file written. */
static int sealed(int argc, char **argv)
{
	char path[4096];
	int failed = 0;

	for (int i = 2; i < argc; i++) {
		snprintf(path, sizeof(path), "%s/new", argv[i]);
		if (open(path, O_CREAT | O_WRONLY, 0600) >= 0)
			failed = complain("made a file in", argv[i]);
		if (mkdir(path, 0700) == 0)
			failed = complain("made a folder in", argv[i]);
		if (symlink("/", path) == 0)
			failed = complain("made a link in", argv[i]);
		if (rename("/hostile/files", path) == 0)
			failed = complain("moved a file to", argv[i]);
		if (chmod(argv[i], 0777) == 0)
			failed = complain("changed the mode of", argv[i]);
		if (open(argv[i], O_WRONLY) >= 0 || open(argv[i], O_RDWR | O_TRUNC) >= 0)
			failed = complain("can write", argv[i]);
		if (link("/hostile/files", path) == 0 || mkfifo(path, 0600) == 0)
			failed = complain("made a name in", argv[i]);
		if (truncate(argv[i], 0) == 0 || utimensat(AT_FDCWD, argv[i], NULL, 0) == 0)
			failed = complain("touched", argv[i]);
		if (unlink(argv[i]) == 0 || rmdir(argv[i]) == 0)
			failed = complain("removed", argv[i]);
	}
	return failed;
}

/* PATH...: as sealed, and the owner cannot be changed, which only compilers may try. */
static int kept_by_owner(int argc, char **argv)
{
	int failed = sealed(argc, argv);

	for (int i = 2; i < argc; i++)
		if (lchown(argv[i], getuid(), getgid()) == 0 || lchown(argv[i], 0, 0) == 0)
			failed = complain("took", argv[i]);
	return failed;
}

/* The working folder is /box, and files can be made and read there. */
static int use_box(int argc, char **argv)
{
	char here[64], text[8] = "";

	(void)argc, (void)argv;
	if (!getcwd(here, sizeof(here)) || strcmp(here, "/box") != 0)
		return complain("not in the box but in", here);
	int fd = open("left", O_CREAT | O_EXCL | O_RDWR, 0600);
	if (fd < 0 || write(fd, "hello", 5) != 5 || pread(fd, text, 5, 0) != 5 ||
		strcmp(text, "hello") != 0)
		return complain("cannot use", "left");
	if (mkdir("/tmp/folder", 0700) || symlink("/etc/passwd", "/tmp/folder/link"))
		return complain("wrong about", "/tmp/folder");
	return 0;
}

/* Traps for a later reader of the box. Links to files of the views cannot be made. */
static int traps(int argc, char **argv)
{
	static const char *const hard[] = {
		"/hostile/files", "/usr/bin/env", "/dev/null", "/proc/self/status"};
	int fd = open("own", O_CREAT | O_WRONLY, 0600);

	(void)argc, (void)argv;
	if (fd < 0 || write(fd, "mine", 4) != 4 || link("own", "hard"))
		return complain("cannot use", "own");
	for (size_t i = 0; i < sizeof(hard) / sizeof(*hard); i++)
		if (link(hard[i], "stolen") == 0 || (errno != EXDEV && errno != EPERM))
			return complain("linked", hard[i]);
	return symlink("/etc/passwd", "link-file") || symlink("/etc", "link-folder") ||
	       symlink("..", "link-up") || symlink("link-itself", "link-itself") ||
	       mkdir("folder", 0700) || symlink("../own", "folder/link") || mkfifo("fifo", 0600);
}

static int box_is_empty(int argc, char **argv)
{
	DIR *box = opendir("/box");
	int failed = 0;

	(void)argc, (void)argv;
	for (struct dirent *entry; box && (entry = readdir(box));)
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			failed = complain("found", entry->d_name);
	return box ? failed : complain("cannot read", "/box");
}

/* KIB: this much can be written in files of 16 KiB, and then no more. */
static int fill_box(int argc, char **argv)
{
	static char block[16384];
	size_t kib = argc > 2 ? strtoul(argv[2], NULL, 10) : 0, written = 0;
	char name[32];

	for (int i = 0; i < 100000; i++) {
		snprintf(name, sizeof(name), "/box/%d", i);
		int fd = open(name, O_CREAT | O_WRONLY, 0600);
		ssize_t got = fd < 0 ? -1 : write(fd, block, sizeof(block));
		if (got != (ssize_t)sizeof(block))
			break;
		close(fd);
		written += sizeof(block);
	}
	printf("%zu of %zu KiB, then %s\n", written / 1024, kib, strerror(errno));
	return written / 1024 <= kib && written / 1024 >= kib / 2 && errno == ENOSPC ? 0 : 1;
}

/* Empty files are counted, too. */
static int many_files(int argc, char **argv)
{
	char name[32];
	int count = argc > 2 ? atoi(argv[2]) : 0, made = 0;

	for (; made < 1000000; made++) {
		snprintf(name, sizeof(name), "/box/%d", made);
		int fd = open(name, O_CREAT | O_WRONLY, 0600);
		if (fd < 0)
			break;
		close(fd);
	}
	if (errno != ENOSPC || made != count)
		return complain("not full at", name);
	for (int i = 0; argc > 3 && strcmp(argv[3], "remove") == 0 && i < made; i++) {
		snprintf(name, sizeof(name), "/box/%d", i);
		unlink(name);
	}
	return 0;
}

/* Descriptors 0, 1 and 2, and the one that reads this list. */
static int descriptors(int argc, char **argv)
{
	DIR *list = opendir("/proc/self/fd");
	int failed = 0;

	(void)argc, (void)argv;
	for (struct dirent *entry; list && (entry = readdir(list));) {
		char target[256] = "";
		int number = atoi(entry->d_name);
		if (!isdigit((unsigned char)*entry->d_name) || number <= 2 || number == dirfd(list))
			continue;
		if (readlinkat(dirfd(list), entry->d_name, target, sizeof(target) - 1) > 0)
			failed = complain("inherited", target);
	}
	return list ? failed : complain("cannot read", "/proc/self/fd");
}

/* The namespaces of this process, one on each line. */
static int namespaces(int argc, char **argv)
{
	static const char *const names[] = {"cgroup", "ipc", "mnt", "net", "pid", "user", "uts"};
	char path[64], target[64];

	(void)argc, (void)argv;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		snprintf(path, sizeof(path), "/proc/self/ns/%s", names[i]);
		ssize_t length = readlink(path, target, sizeof(target) - 1);
		if (length < 0)
			return complain("cannot read", path);
		printf("%.*s\n", (int)length, target);
	}
	return 0;
}

/* Nothing to gain: no capability in any set, no new privileges, a filter, a session of its own. */
static int powers(int argc, char **argv)
{
	static const char *const wanted[] = {"CapInh:\t0000000000000000\n",
		"CapPrm:\t0000000000000000\n", "CapEff:\t0000000000000000\n",
		"CapBnd:\t0000000000000000\n", "CapAmb:\t0000000000000000\n", "NoNewPrivs:\t1\n",
		"Seccomp:\t2\n", "Uid:\t1000\t1000\t1000\t1000\n",
		"Gid:\t1000\t1000\t1000\t1000\n"};
	char text[8192];
	int fd = open("/proc/self/status", O_RDONLY), failed = 0;
	ssize_t got = read(fd, text, sizeof(text) - 1);

	(void)argc, (void)argv;
	text[got > 0 ? got : 0] = '\0';
	for (size_t i = 0; i < sizeof(wanted) / sizeof(*wanted); i++)
		if (!strstr(text, wanted[i]))
			failed = complain("not so:", wanted[i]);
	return getsid(0) == getpid() ? failed : complain("in a session of", "another");
}

static int environment(int argc, char **argv)
{
	extern char **environ;

	(void)argc, (void)argv;
	for (char **each = environ; *each; each++)
		puts(*each);
	return 0;
}

/* Attacks the standard input: reopens it, makes it writable, truncates it, changes its mode. */
static int take_input(int argc, char **argv)
{
	static const char *const names[] = {"/proc/self/fd/0", "/dev/stdin"};

	(void)argc, (void)argv;
	(void)!ftruncate(0, 0);
	(void)!write(0, "changed", 7);
	fchmod(0, 0777);
	for (size_t i = 0; i < 2; i++) {
		int fd = open(names[i], O_RDWR);
		(void)!write(fd, "changed", 7);
		(void)!ftruncate(fd, 0);
		fd = open(names[i], O_WRONLY | O_TRUNC);
		(void)!write(fd, "changed", 7);
		(void)!truncate(names[i], 0);
	}
	fchmod(0, 0);
	return 0;
}

static int copy_input(int argc, char **argv)
{
	(void)argc, (void)argv;
	for (int c; (c = getchar()) != EOF;)
		putchar(c);
	return 0;
}

/* Some programs open their standard output by its name. */
static int open_stdout(int argc, char **argv)
{
	(void)argc, (void)argv;
	if (!freopen("/dev/stdout", "w", stdout))
		return 1;
	puts("written");
	return 0;
}

int main(int argc, char **argv)
{
	static const struct mode modes[] = {{"absent", absent}, {"others", others},
		{"sealed", sealed}, {"owned", kept_by_owner}, {"use-box", use_box},
		{"traps", traps}, {"box-is-empty", box_is_empty}, {"fill-box", fill_box},
		{"many-files", many_files}, {"descriptors", descriptors},
		{"environment", environment}, {"namespaces", namespaces}, {"powers", powers},
		{"take-input", take_input}, {"copy", copy_input}, {"open-stdout", open_stdout}};

	return RUN_MODE(modes, argc, argv);
}
