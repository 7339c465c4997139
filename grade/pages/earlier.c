/* SPDX-License-Identifier: MIT */
/* Removes pages of an earlier run, which contain names. */
#include "state.h"

#include <errno.h>
#include <string.h>

#define MAX_FILES 1000000

/* 1: opened; 0: the folder does not exist. */
static int open_if_exists(int dir_fd, const char *name, int *fd, struct as_error *error)
{
	struct as_error why = {0};

	*fd = as_dir_open(dir_fd, name, &why);
	if (*fd >= 0)
		return 1;
	return why.sys_errno == ENOENT ? 0 : as_error_pass(error, &why, why.where, "%s", why.text);
}

/* True for a page of ours; `length` is set to that of its key. */
static bool is_page(int fd, const char *name, size_t *length)
{
	*length = as_text_stem(name, ".html");
	return *length > 0 && as_page_file_is_ours(fd, name);
}

static bool is_key(const char *const *keys, size_t count, const char *name, size_t length)
{
	size_t low = 0, high = count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const int order = strncmp(keys[middle], name, length);
		if (order == 0 && !keys[middle][length])
			return true;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

/* 1: people/ contains a page whose key is not in the list. */
static int has_other(int dir_fd, const char *const *keys, size_t count, struct as_error *error)
{
	AS_AUTO_FD int fd = -1;
	const int found = open_if_exists(dir_fd, "people", &fd, error);

	if (found <= 0)
		return found;
	AS_AUTO_NAMES char **names = as_dir_list(fd, MAX_FILES, error);
	for (size_t i = 0, length; names && names[i]; i++)
		if (is_page(fd, names[i], &length) && !is_key(keys, count, names[i], length))
			return 1;
	return names ? 0 : -1;
}

static int remove_page(int fd, const char *name, struct as_error *error)
{
	if (unlinkat(fd, name, 0) == 0 || errno == ENOENT)
		return 0;
	return as_error_at_sys(
		error, AS_ERROR_USAGE, errno, name, "the page of an earlier run cannot be removed");
}

static int remove_all(int dir_fd, const char *folder, struct as_error *error)
{
	AS_AUTO_FD int fd = -1;
	const int found = open_if_exists(dir_fd, folder, &fd, error);

	if (found <= 0)
		return found;
	AS_AUTO_NAMES char **names = as_dir_list(fd, MAX_FILES, error);
	for (size_t i = 0, length; names && names[i]; i++)
		if (is_page(fd, names[i], &length) && remove_page(fd, names[i], error))
			return -1;
	return names ? 0 : -1;
}

int as_pages_remove_others(
	int dir_fd, const char *const *keys, size_t count, struct as_error *error)
{
	const int found = has_other(dir_fd, keys, count, error);

	if (found <= 0)
		return found;
	if (remove_all(dir_fd, "code", error) || remove_all(dir_fd, "pairs", error) ||
		(as_page_file_is_ours(dir_fd, "class.html") &&
			remove_page(dir_fd, "class.html", error)))
		return -1;
	/* Last, so that a run after a killed one finds these pages and removes the rest. */
	return remove_all(dir_fd, "people", error) ? -1 : 1;
}
