/* SPDX-License-Identifier: MIT */
#include "process_list.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ENTRIES_BYTES 16384
/* The fields of /proc/PID/stat (proc(5)) after the name, which may contain anything. */
enum {
	STATE,
	PARENT,
	GROUP,
	WAITED_USER = 13,
	WAITED_SYSTEM = 14,
	THREADS = 17,
	RESIDENT = 21,
	FIELDS
};

/* False if the process has ended. */
static bool read_process(int proc_fd, const char *name, struct as_process *process)
{
	char path[32], text[1024];
	unsigned long long fields[FIELDS] = {0};

	if (strlen(name) > 16)
		return false;
	strcpy(path, name);
	strcat(path, "/stat");
	int fd = openat(proc_fd, path, O_RDONLY | O_CLOEXEC);
	ssize_t got = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);
	if (fd >= 0)
		close(fd);
	if (got <= 0)
		return false;
	text[got] = '\0';
	char *at = strrchr(text, ')');
	if (!at || strlen(at) < 4)
		return false;
	at += 3;
	for (int field = PARENT; field < FIELDS; field++)
		fields[field] = strtoull(at, &at, 10);
	*process = (struct as_process){.pid = (pid_t)strtol(name, NULL, 10),
		.parent = (pid_t)fields[PARENT],
		.group = (pid_t)fields[GROUP],
		.ticks = fields[WAITED_USER] + fields[WAITED_SYSTEM],
		.page_count = (int64_t)fields[RESIDENT],
		.thread_count = (uint32_t)fields[THREADS]};
	return true;
}

static int see_all(int proc_fd, as_process_see *see, void *context)
{
	_Alignas(struct dirent64) char entries[ENTRIES_BYTES];
	struct as_process process;
	long got;

	while ((got = syscall(SYS_getdents64, proc_fd, entries, sizeof(entries))) > 0) {
		for (long at = 0; at < got;) {
			const struct dirent64 *entry = (const struct dirent64 *)(entries + at);
			at += entry->d_reclen;
			if (isdigit((unsigned char)entry->d_name[0]) &&
				read_process(proc_fd, entry->d_name, &process) &&
				see(context, &process))
				return -1;
		}
	}
	return got < 0 ? -1 : 0;
}

int as_process_each(as_process_see *see, void *context)
{
	int proc_fd = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (proc_fd < 0)
		return -1;
	const int failed = see_all(proc_fd, see, context);
	const int saved = errno;
	close(proc_fd);
	errno = saved;
	return failed;
}

struct filling {
	struct as_process *list;
	size_t count, capacity;
};

static int fill_list(void *context, const struct as_process *process)
{
	struct filling *filling = context;

	if (filling->count == filling->capacity) {
		errno = E2BIG;
		return -1;
	}
	filling->list[filling->count++] = *process;
	return 0;
}

ssize_t as_process_list(struct as_process *list, size_t capacity)
{
	struct filling filling = {.list = list, .capacity = capacity};

	return as_process_each(fill_list, &filling) ? -1 : (ssize_t)filling.count;
}

static bool is_below(const struct as_process *list, size_t count, pid_t parent, pid_t top)
{
	if (parent == top)
		return true;
	for (size_t i = 0; i < count; i++)
		if (list[i].pid == parent)
			return list[i].below;
	return false;
}

/* In the order of /proc most parents come before their children, so that few passes suffice. */
void as_process_list_below(struct as_process *list, size_t count, pid_t top)
{
	bool changed = true;

	while (changed) {
		changed = false;
		for (size_t i = 0; i < count; i++) {
			if (list[i].below || !is_below(list, count, list[i].parent, top))
				continue;
			list[i].below = changed = true;
		}
	}
}
