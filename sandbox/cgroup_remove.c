/* SPDX-License-Identifier: MIT */
/* Removing a control group: shared by the library and its keeper. */
#include "cgroup.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

int as_cgroup_write(int dir_fd, const char *file, const char *text)
{
	int fd = openat(dir_fd, file, O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return -1;
	ssize_t written = write(fd, text, strlen(text));
	int saved = errno;
	close(fd);
	errno = saved;
	return written < 0 ? -1 : 0;
}

static int remove_patiently(const char *path)
{
	const struct timespec pause = {.tv_nsec = 1000000};

	for (int attempt = 0; attempt < 500; attempt++) {
		if (rmdir(path) == 0 || errno == ENOENT)
			return 0;
		if (errno != EBUSY)
			return -1;
		nanosleep(&pause, NULL);
	}
	return -1;
}

int as_cgroup_remove(const char *path)
{
	if (rmdir(path) == 0 || errno == ENOENT)
		return 0;
	if (errno != EBUSY)
		return -1;
	/* On v2 a killed caller leaves the group of its run inside. */
	DIR *folder = opendir(path);
	struct dirent *entry;
	char inner[2048];

	while (folder && (entry = readdir(folder)))
		if (entry->d_type == DT_DIR && entry->d_name[0] != '.' &&
			snprintf(inner, sizeof(inner), "%s/%s", path, entry->d_name) <
				(int)sizeof(inner))
			remove_patiently(inner);
	if (folder)
		closedir(folder);
	return remove_patiently(path);
}
