/* SPDX-License-Identifier: MIT */
#include "error.h"
#include "path.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

int as_dir_open(int dirfd, const char *path, struct as_error *error)
{
	int fd = as_path_open(dirfd, path, O_RDONLY | O_DIRECTORY, 0);
	if (fd >= 0)
		return fd;
	int cause = errno;
	struct stat status;
	/* O_DIRECTORY with O_NOFOLLOW gives ENOTDIR for a link, which would be misleading. */
	if (cause == ENOTDIR && fstatat(dirfd, path, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
		S_ISLNK(status.st_mode))
		cause = ELOOP;
	return as_path_error(error, cause, path, "cannot be opened as a folder");
}

/* ---- making ---------------------------------------------------------------------------- */

static int open_step(int dirfd, const char *name, bool follow)
{
	const int flags = O_PATH | O_DIRECTORY;
	/* Beneath AT_FDCWD links on the way are followed, as for every other path that a user
	 * types. */
	return follow ? openat(dirfd, name, flags | O_CLOEXEC)
		      : as_path_open(dirfd, name, flags, 0);
}

/* Enters `name`, and makes it if missing. Another process may make it at the same time. */
static int enter(int dirfd, const char *name, mode_t mode, bool follow)
{
	int fd = open_step(dirfd, name, follow);
	if (fd >= 0 || errno != ENOENT)
		return fd;
	if (mkdirat(dirfd, name, mode) < 0 && errno != EEXIST)
		return -1;
	return open_step(dirfd, name, follow);
}

static int make_steps(int start_fd, const char *path, mode_t mode, bool follow)
{
	AS_AUTO_FD int fd = start_fd;
	while (*path) {
		size_t length = strcspn(path, "/");
		char name[NAME_MAX + 1];
		if (length > NAME_MAX) {
			errno = ENAMETOOLONG;
			return -1;
		}
		memcpy(name, path, length);
		name[length] = '\0';
		path += length + strspn(path + length, "/");
		int next = enter(fd, name, mode, follow);
		if (next < 0)
			return -1;
		close(fd);
		fd = next;
	}
	return 0;
}

int as_dir_make(int dirfd, const char *path, mode_t mode, struct as_error *error)
{
	bool absolute = path[0] == '/';
	bool follow = dirfd == AT_FDCWD;
	int cause = ENOENT;
	if (absolute && !follow) {
		cause = EXDEV;
	} else if (path[0] != '\0') {
		int start = openat(dirfd, absolute ? "/" : ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
		if (start >= 0 && make_steps(start, path + strspn(path, "/"), mode, follow) == 0)
			return 0;
		cause = errno;
	}
	return as_path_error(error, cause, path, "cannot be made as a folder");
}

/* ---- listing --------------------------------------------------------------------------- */

struct names {
	char **list;
	size_t count;
};

static void auto_dir(DIR **dir)
{
	if (*dir)
		closedir(*dir);
}

static int names_add(struct names *names, const char *name, struct as_error *error)
{
	if (!as_array_reserve(names->list, names->count + 1, error))
		return -1;
	names->list[names->count] = strdup(name);
	if (!names->list[names->count])
		return as_error_no_memory(error);
	names->list[++names->count] = NULL;
	return 0;
}

static int read_names(DIR *dir, size_t max_count, struct names *names, struct as_error *error)
{
	for (;;) {
		errno = 0;
		const struct dirent *entry = readdir(dir);
		if (!entry)
			return errno ? as_error_path(error, errno, NULL, "cannot list the folder")
				     : 0;
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		if (names->count == max_count)
			return as_error_set(error, AS_ERROR_INPUT,
				"the folder has more than %zu entries", max_count);
		if (names_add(names, entry->d_name, error) < 0)
			return -1;
	}
}

int as_names_compare(const void *left, const void *right)
{
	return strcmp(*(char *const *)left, *(char *const *)right);
}

char **as_dir_list(int dirfd, size_t max_count, struct as_error *error)
{
	/* A new descriptor, because reading must not change the caller's offset. */
	int fd = openat(dirfd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	AS_AUTO(auto_dir) DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
	if (!dir) {
		as_error_path(error, errno, NULL, "cannot list the folder");
		if (fd >= 0)
			close(fd);
		return NULL;
	}
	struct names names = {.list = calloc(1, sizeof *names.list)};
	if (!names.list)
		return as_error_no_memory(error), NULL;
	if (read_names(dir, max_count, &names, error) < 0) {
		as_names_free(names.list);
		return NULL;
	}
	qsort(names.list, names.count, sizeof *names.list, as_names_compare);
	return names.list;
}

void as_names_free(char **names)
{
	for (char **name = names; name && *name; name++)
		free(*name);
	free(names);
}

size_t as_names_count(char *const *names)
{
	size_t count = 0;
	while (names && names[count])
		count++;
	return count;
}

bool as_text_is_one_of(const char *name, const char *const *names)
{
	for (; names && *names; names++)
		if (strcmp(*names, name) == 0)
			return true;
	return false;
}

bool as_names_have(char *const *names, const char *name)
{
	return as_text_is_one_of(name, (const char *const *)names);
}

char **as_names_copy(char *const *names, struct as_error *error)
{
	const size_t count = as_names_count(names);
	AS_AUTO_NAMES char **copy = calloc(count + 1, sizeof(*copy));

	for (size_t i = 0; copy && i < count; i++)
		if (!(copy[i] = strdup(names[i])))
			as_names_free(as_steal(copy));
	if (!copy)
		as_error_no_memory(error);
	return as_steal(copy);
}

int as_names_add(char ***names, char *name, struct as_error *error)
{
	const size_t count = as_names_count(*names);
	char **more = name ? reallocarray(*names, count + 2, sizeof(*more)) : NULL;

	if (!more) {
		const int failed = name ? as_error_no_memory(error) : -1;
		free(name);
		return failed;
	}
	*names = more;
	more[count] = name;
	more[count + 1] = NULL;
	return 0;
}
