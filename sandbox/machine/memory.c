/* SPDX-License-Identifier: MIT */
/* The memory of this machine that the runs of this process can use together: in a container, or in
 * a service of systemd, that is less than the machine has. */
#include "memory.h"

#include "../cgroup.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static uint64_t read_limit(const char *path, const char *file, const char *key)
{
	AS_AUTO_FD int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	uint64_t bytes;

	return fd >= 0 && as_cgroup_read(fd, file, key, &bytes) == 0 ? bytes : UINT64_MAX;
}

uint64_t as_cgroup_memory_max(const char *mount, const char *own)
{
	char path[AS_CGROUP_PATH_BYTES];
	uint64_t least = UINT64_MAX;

	snprintf(path, sizeof(path), "%s", own);
	while (strlen(path) >= strlen(mount)) {
		const uint64_t bytes = read_limit(path, "memory.max", NULL);
		char *slash = strrchr(path, '/');
		least = bytes < least ? bytes : least;
		if (!slash || slash == path)
			break;
		*slash = '\0';
	}
	return least;
}

uint64_t as_machine_memory_bytes(void)
{
	const long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
	const uint64_t machine =
		pages > 0 && page_bytes > 0 ? (uint64_t)pages * (uint64_t)page_bytes : UINT64_MAX;
	struct as_cgroup_place place;
	uint64_t group = UINT64_MAX;

	if (as_cgroup_find("memory", &place) == 0)
		group = read_limit(place.own, "memory.stat", "hierarchical_memory_limit");
	else if (as_cgroup_find(NULL, &place) == 0)
		group = as_cgroup_memory_max(place.mount, place.own);
	return group < machine ? group : machine;
}
