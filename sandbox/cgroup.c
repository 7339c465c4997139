/* SPDX-License-Identifier: MIT */
/* Finds, names and reads control groups: the part that both versions share. */
#include "cgroup.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>

/* True if `word` is one of the comma-separated words of `list`. */
static bool has_word(const char *list, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = list; (at = strstr(at, word)); at += length)
		if ((at == list || at[-1] == ',') &&
			(at[length] == ',' || at[length] == '\0' || at[length] == '\n'))
			return true;
	return false;
}

/* Reads the mount point and the root of a hierarchy from mountinfo (proc(5)). */
static int find_mount(
	const char *controller, char *mount, size_t mount_size, char *root, size_t root_size)
{
	AS_AUTO_FILE FILE *file = fopen("/proc/self/mountinfo", "re");
	char line[4096];

	while (file && fgets(line, sizeof(line), file)) {
		char root_field[1024], mount_field[512];
		char *tail = strstr(line, " - ");
		if (!tail || sscanf(line, "%*d %*d %*s %1023s %511s", root_field, mount_field) != 2)
			continue;
		char type[32], options[1024];
		if (sscanf(tail, " - %31s %*s %1023s", type, options) != 2)
			continue;
		if (controller ? strcmp(type, "cgroup") != 0 || !has_word(options, controller)
			       : strcmp(type, "cgroup2") != 0)
			continue;
		snprintf(mount, mount_size, "%s", mount_field);
		snprintf(root, root_size, "%s", root_field);
		return 0;
	}
	if (file)
		errno = ENOENT;
	return -1;
}

/* Sets `path` to the path in a hierarchy, from the text of a /proc/PID/cgroup (cgroups(7)). -1 with
 * ENOENT if there is no such line. `controller` NULL: the v2 hierarchy. */
static int find_path(const char *text, const char *controller, char *path, size_t size)
{
	for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
		char names[512];
		int at = 0;
		if (sscanf(text, "%*d:%n", &at) < 0 || at == 0)
			continue;
		const char *own = strchr(text + at, ':');
		if (!own)
			break;
		snprintf(names, sizeof(names), "%.*s", (int)(own - text) - at, text + at);
		if (controller ? !has_word(names, controller) : *names != '\0')
			continue;
		own++;
		if (snprintf(path, size, "%.*s", (int)strcspn(own, "\n"), own) < (int)size)
			return 0;
		errno = ENAMETOOLONG;
		return -1;
	}
	errno = ENOENT;
	return -1;
}

int as_cgroup_membership(int fd, char text[AS_MEMBERSHIP_BYTES])
{
	size_t size = 0;
	ssize_t got;

	while ((got = pread(fd, text + size, AS_MEMBERSHIP_BYTES - 1 - size, (off_t)size)) > 0)
		size += (size_t)got;
	text[size] = '\0';
	return got < 0 ? -1 : 0;
}

const char *as_cgroup_unique_tail(const char *path)
{
	const char *tail = NULL;

	for (const char *at = path; (at = strstr(at, "/assay-")); at++)
		tail = at;
	return tail;
}

bool as_cgroup_is_member(const char *text, const char *controller, const char *path)
{
	char is_in[AS_CGROUP_PATH_BYTES + 256];

	if (find_path(text, controller, is_in, sizeof(is_in)))
		return false;
	const char *tail = as_cgroup_unique_tail(path);
	return tail && as_text_ends(is_in, tail);
}

/* The path of this process in a hierarchy. -1 with errno. */
static int find_own(const char *controller, char *path, size_t size)
{
	AS_AUTO_FD int fd = open("/proc/self/cgroup", O_RDONLY | O_CLOEXEC);
	char text[AS_MEMBERSHIP_BYTES];

	return fd < 0 || as_cgroup_membership(fd, text) ? -1
							: find_path(text, controller, path, size);
}

const char *as_cgroup_below(const char *root, const char *path)
{
	size_t prefix = strcmp(root, "/") == 0 ? 0 : strlen(root);

	if (strncmp(path, root, prefix) != 0 || (path[prefix] != '/' && path[prefix] != '\0'))
		return "";
	return strcmp(path + prefix, "/") == 0 ? "" : path + prefix;
}

int as_cgroup_find(const char *controller, struct as_cgroup_place *place)
{
	char root[AS_CGROUP_PATH_BYTES], own[AS_CGROUP_PATH_BYTES];

	if (find_mount(controller, place->mount, sizeof(place->mount), root, sizeof(root)) ||
		find_own(controller, own, sizeof(own)))
		return -1;
	const char *relative = as_cgroup_below(root, own);
	place->own_is_root = *relative == '\0';
	if (snprintf(place->own, sizeof(place->own), "%s%s", place->mount, relative) <
		(int)sizeof(place->own))
		return 0;
	errno = ENAMETOOLONG;
	return -1;
}

/* A kernel may also count a fork that another group's limit, or the machine's, refused. */
bool as_cgroup_never_full(int dir_fd)
{
	uint64_t peak, limit;

	return as_cgroup_read(dir_fd, "pids.peak", NULL, &peak) == 0 &&
	       as_cgroup_read(dir_fd, "pids.max", NULL, &limit) == 0 && peak < limit;
}

/* Removes the groups left behind by dead processes of this PID namespace. */
static void remove_stale(const char *base)
{
	DIR *folder = opendir(base);
	struct dirent *entry;

	while (folder && (entry = readdir(folder))) {
		char path[2048];
		if (!as_owner_is_dead(dirfd(folder), entry->d_name, entry->d_name))
			continue;
		snprintf(path, sizeof(path), "%s/%s", base, entry->d_name);
		as_cgroup_remove(path);
	}
	if (folder)
		closedir(folder);
}

unsigned as_cgroup_random_number(void)
{
	unsigned number = 0;

	while (getrandom(&number, sizeof(number), 0) < 0 && errno == EINTR)
		;
	return number;
}

int as_cgroup_make(
	const char *base, struct as_keeper *keeper, char *path, size_t size, struct as_error *error)
{
	char owner[AS_OWNER_NAME_SIZE];

	remove_stale(base);
	/* A keeper may still be removing a group of an earlier process with this pid. */
	if (snprintf(path, size, "%s/%s-%08x", base, as_owner_name(owner),
		    as_cgroup_random_number()) >= (int)size)
		return as_error_set(error, AS_ERROR_MACHINE,
			"cannot make a control group in %s: its path is too long", base);
	if (as_keeper_hold(keeper, path, error))
		return -1;
	int fd = mkdir(path, 0755) ? -1 : open(path, O_DIRECTORY | O_CLOEXEC);
	if (fd >= 0)
		return fd;
	as_error_sys(error, AS_ERROR_MACHINE, errno, "cannot make a control group in %s", base);
	rmdir(path);
	as_keeper_drop(keeper, path);
	return -1;
}

void as_cgroup_unmake(const char *path, struct as_keeper *keeper)
{
	/* If it cannot be removed now, the keeper tries again at the end. */
	if (as_cgroup_remove(path) == 0)
		as_keeper_drop(keeper, path);
}

int as_cgroup_read(int dir_fd, const char *file, const char *key, uint64_t *value)
{
	AS_AUTO_FD int fd = openat(dir_fd, file, O_RDONLY | O_CLOEXEC);

	return fd < 0 ? -1 : as_cgroup_read_open(fd, key, value);
}

int as_cgroup_read_open(int fd, const char *key, uint64_t *value)
{
	char text[4096];
	ssize_t got = pread(fd, text, sizeof(text) - 1, 0);

	if (got < 0)
		return -1;
	text[got] = '\0';
	const char *at = text;
	if (key) {
		size_t length = strlen(key);
		while (at && (strncmp(at, key, length) != 0 || at[length] != ' '))
			at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL;
		at = at ? at + length + 1 : NULL;
	}
	if (!at || !isdigit((unsigned char)*at)) {
		errno = EINVAL;
		return -1;
	}
	*value = strtoull(at, NULL, 10);
	return 0;
}

uint64_t as_cgroup_read_unreclaimable(int dir_fd, const char *anonymous)
{
	uint64_t own = 0, shared = 0;

	as_cgroup_read(dir_fd, "memory.stat", anonymous, &own);
	as_cgroup_read(dir_fd, "memory.stat", "shmem", &shared);
	return own + shared;
}

bool as_cgroup_host_swaps(void)
{
	AS_AUTO_FILE FILE *swaps = fopen("/proc/swaps", "re");
	char line[256];

	/* A heading, then one line for each swap area. */
	return swaps && fgets(line, sizeof(line), swaps) && fgets(line, sizeof(line), swaps);
}
