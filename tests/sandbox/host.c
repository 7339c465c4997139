/* SPDX-License-Identifier: MIT */
#include "host.h"

#include <assay/base.h>
#include <criterion/criterion.h>
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <string.h>
#include <time.h>

#define PATIENCE_MS 3000

static size_t read_text(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	size_t length = 0;

	for (ssize_t got; fd >= 0 && (got = read(fd, text + length, size - 1 - length)) > 0;)
		length += (size_t)got;
	if (fd >= 0)
		close(fd);
	text[length] = '\0';
	return length;
}

static char *read_mounts(void)
{
	char *text = malloc(1 << 18);

	cr_assert_not_null(text);
	read_text("/proc/self/mountinfo", text, 1 << 18);
	return text;
}

static void each_process(void (*see)(pid_t pid, void *context), void *context)
{
	DIR *proc = opendir("/proc");

	for (struct dirent *entry; proc && (entry = readdir(proc));)
		if (isdigit((unsigned char)*entry->d_name))
			see(atoi(entry->d_name), context);
	if (proc)
		closedir(proc);
}

struct family {
	pid_t parent, child;
	int count;
};

static void see_child(pid_t pid, void *context)
{
	struct family *family = context;
	char path[64], text[1024];
	int parent;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	read_text(path, text, sizeof(text));
	/* The name, in brackets, may hold anything. */
	const char *behind = strrchr(text, ')');
	if (behind && sscanf(behind + 1, " %*c %d", &parent) == 1 && parent == family->parent) {
		if (family->count++ == 0)
			family->child = pid;
	}
}

int host_children(pid_t parent, pid_t *child)
{
	struct family family = {.parent = parent};

	each_process(see_child, &family);
	if (child)
		*child = family.child;
	return family.count;
}

struct search {
	const char *first, *mark;
	int count;
};

static void see_mark(pid_t pid, void *context)
{
	struct search *search = context;
	char path[64], text[4096];

	snprintf(path, sizeof(path), "/proc/%d/cmdline", pid);
	size_t length = read_text(path, text, sizeof(text));
	search->count += strncmp(text, search->first, strlen(search->first)) == 0 &&
			 memmem(text, length, search->mark, strlen(search->mark)) != NULL;
}

int host_count_processes(const char *first, const char *mark)
{
	struct search search = {.first = first, .mark = mark};

	each_process(see_mark, &search);
	return search.count;
}

static int count_entries(const char *path)
{
	DIR *folder = opendir(path);
	int count = 0;

	for (struct dirent *entry; folder && (entry = readdir(folder));)
		count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
	if (folder)
		closedir(folder);
	return folder ? count : -1;
}

int host_count_fds(void)
{
	return count_entries("/proc/self/fd") - 1;
}

void host_init(struct host *host)
{
	strcpy(host->tmp, "/tmp/assay-test-XXXXXX");
	cr_assert_not_null(mkdtemp(host->tmp));
	cr_assert_eq(setenv("TMPDIR", host->tmp, 1), 0);
	host->mounts = read_mounts();
	host_recount(host);
}

void host_recount(struct host *host)
{
	host->fds_count = host_count_fds();
}

/* Waits for `still_there` to become false. */
static bool gone(bool (*still_there)(const void *context), const void *context)
{
	const struct timespec pause = {.tv_nsec = 2000000};

	for (int waited_ms = 0; waited_ms < PATIENCE_MS; waited_ms += 2) {
		if (!still_there(context))
			return true;
		nanosleep(&pause, NULL);
	}
	return false;
}

static bool has_mark(const void *mark)
{
	return host_count_processes("", mark) > 0;
}

static bool has_child(const void *parent)
{
	return host_children(*(const pid_t *)parent, NULL) > 0;
}

void host_expect_clean(const struct host *host, const char *mark, const char *about)
{
	pid_t helper = 0;
	char *mounts = read_mounts();

	cr_expect(gone(has_mark, mark), "%s: a process was left", about);
	cr_expect_leq(
		host_children(getpid(), &helper), 1, "%s: more children than the helper", about);
	cr_expect(!helper || gone(has_child, &helper), "%s: the helper has a child left", about);
	cr_expect_str_eq(mounts, host->mounts, "%s: the mounts changed", about);
	cr_expect_eq(count_entries(host->tmp), 0, "%s: a file was left in TMPDIR", about);
	/* A helper that died takes its socket along. */
	cr_expect_leq(host_count_fds(), host->fds_count, "%s: descriptors %d, before %d", about,
		host_count_fds(), host->fds_count);
	free(mounts);
}

static char own_group[64];

static int see_group(const char *path, const struct stat *info, int type, struct FTW *place)
{
	(void)info;
	if (type == FTW_D && strncmp(path + place->base, "assay-", 6) == 0 &&
		strstr(path + place->base, own_group))
		return 1;
	return 0;
}

/* Names of groups hold the process that made them. */
static bool has_group(const void *unused)
{
	(void)unused;
	return nftw("/sys/fs/cgroup", see_group, 16, FTW_PHYS) == 1;
}

void host_clear(struct host *host, const char *about)
{
	pid_t self = getpid();

	snprintf(own_group, sizeof(own_group), "-%d-", (int)self);
	cr_expect(gone(has_child, &self), "%s: a child was left", about);
	cr_expect(gone(has_group, NULL), "%s: a control group was left", about);
	cr_expect_eq(rmdir(host->tmp), 0, "%s: a file was left in TMPDIR", about);
	free(host->mounts);
	host->mounts = NULL;
}
