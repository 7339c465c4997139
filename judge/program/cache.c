/* SPDX-License-Identifier: MIT */
/*
 * The cache folder. Its entries are executed and trusted, so it is used only if no other user can
 * have written to it. An entry is a folder. It is made under a name that begins with "new-" and
 * contains the process, flushed to the disk, and renamed. So judges in parallel see complete
 * entries or none, and the remains of a killed judge can be recognised. The modification time of an
 * entry is its last use.
 */
#include "workshop.h"

#include <assay/base/aged.h>
#include <assay/base/private.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_ENTRIES 1000000

/* ---- opening ---- */

static bool is_ours_alone(int fd)
{
	struct stat info;

	return fstat(fd, &info) == 0 && info.st_uid == geteuid() &&
	       !as_is_writable_by_others(&info);
}

static bool open_folder(int cache_fd, const char *name)
{
	AS_AUTO_FD int fd =
		as_dir_make(cache_fd, name, 0755, NULL) ? -1 : as_dir_open(cache_fd, name, NULL);

	return fd >= 0 && is_ours_alone(fd);
}

/* Removes incomplete entries of killed commands of this PID namespace. Those of other namespaces
 * cannot be distinguished from entries in the making; as_cache_trim removes them, and
 * as_root_tree_open those of roots. */
static void remove_abandoned(int cache_fd, const char *folder)
{
	AS_AUTO_FD int fd = as_dir_open(cache_fd, folder, NULL);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, MAX_ENTRIES, NULL);

	for (char **name = names; name && *name; name++)
		if (strncmp(*name, "new-", 4) == 0 && as_owner_is_dead(fd, *name, *name + 4))
			as_dir_remove(fd, *name, NULL);
}

static bool find_path(const char *dir, char path[PATH_MAX])
{
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	if (dir)
		snprintf(path, PATH_MAX, "%s", dir);
	else if (xdg && *xdg == '/')
		snprintf(path, PATH_MAX, "%s/assay", xdg);
	else if (home && *home == '/')
		snprintf(path, PATH_MAX, "%s/.cache/assay", home);
	else
		return false;
	return true;
}

int as_cache_find(const char *dir, char path[PATH_MAX])
{
	if (!find_path(dir, path) || as_dir_make(AT_FDCWD, path, 0700, NULL))
		return -1;
	AS_AUTO_FD int fd = as_dir_open(AT_FDCWD, path, NULL);
	return fd < 0 || !is_ours_alone(fd) ? -1 : as_steal_fd(fd);
}

void as_cache_open(struct as_workshop *workshop)
{
	static const char *const folders[] = {
		"compiled", "headers", "archives", "versions", "made", "roots"};
	AS_AUTO_FD int fd = as_cache_find(workshop->config.cache_dir, workshop->cache_dir);

	if (fd < 0)
		return;
	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++)
		if (!open_folder(fd, folders[i]))
			return;
	remove_abandoned(fd, "compiled");
	remove_abandoned(fd, "headers");
	remove_abandoned(fd, "archives");
	remove_abandoned(fd, "roots");
	workshop->cache_fd = as_steal_fd(fd);
}

/* ---- entries ---- */

static int seal_file(int dir_fd, const char *name, struct as_digest *digest, bool flush)
{
	AS_AUTO_FD int fd = as_file_open(dir_fd, name, NULL);
	struct as_digest content;
	char hex[AS_DIGEST_HEX_SIZE];

	as_digest_init(&content);
	if (fd < 0 || as_digest_add_fd(&content, fd, NULL, NULL) || (flush && fsync(fd)))
		return -1;
	as_digest_end(&content, hex);
	as_digest_add_text(digest, hex);
	return 0;
}

static int seal_tree(int dir_fd, struct as_digest *digest, bool flush)
{
	AS_AUTO_NAMES char **names = as_dir_list(dir_fd, MAX_ENTRIES, NULL);

	if (!names)
		return -1;
	for (char **name = names; *name; name++) {
		struct stat info;
		if (fstatat(dir_fd, *name, &info, AT_SYMLINK_NOFOLLOW))
			return -1;
		as_digest_add_text(digest, *name);
		if (S_ISDIR(info.st_mode)) {
			AS_AUTO_FD int inner = as_dir_open(dir_fd, *name, NULL);
			as_digest_add_text(digest, "folder");
			if (inner < 0 || seal_tree(inner, digest, flush))
				return -1;
		} else if (seal_file(dir_fd, *name, digest, flush)) {
			return -1;
		}
	}
	as_digest_add_text(digest, NULL);
	return flush ? fsync(dir_fd) : 0;
}

int as_cache_seal(int dir_fd, bool flush, char hex[AS_DIGEST_HEX_SIZE])
{
	struct as_digest digest;

	as_digest_init(&digest);
	if (seal_tree(dir_fd, &digest, flush))
		return -1;
	as_digest_end(&digest, hex);
	return 0;
}

/* Also for the old entry that as_cache_replace renames. A relative folder is not registered. */
static void register_with_keeper(const struct as_workshop *workshop, const char *making, bool hold)
{
	static const char *const suffixes[] = {"", "-old"};
	char path[PATH_MAX];

	for (size_t i = 0; i < 2; i++) {
		if (snprintf(path, sizeof(path), "%s/%s%s", workshop->cache_dir, making,
			    suffixes[i]) >= (int)sizeof(path) ||
			path[0] != '/')
			return;
		if (!hold)
			as_keeper_drop(workshop->keeper, path);
		else if (as_keeper_hold(workshop->keeper, path, NULL))
			return;
	}
}

void as_cache_hold(const struct as_workshop *workshop, const char *making)
{
	register_with_keeper(workshop, making, true);
}

void as_cache_let_go(const struct as_workshop *workshop, const char *making)
{
	register_with_keeper(workshop, making, false);
}

int as_cache_replace(int cache_fd, const char *making, const char *made)
{
	char aside[256];

	if (renameat(cache_fd, making, cache_fd, made) == 0)
		return 0;
	/* An atomic exchange would leave no moment without an entry, but network file systems do
	 * not support it, and a judge that looks at that moment merely compiles. */
	snprintf(aside, sizeof(aside), "%.240s-old", making);
	int failed = renameat(cache_fd, made, cache_fd, aside) ||
		     renameat(cache_fd, making, cache_fd, made);
	int saved = errno;
	as_dir_remove(cache_fd, aside, NULL);
	errno = saved;
	return failed ? -1 : 0;
}

/* ---- eviction ---- */

void as_cache_trim(int cache_fd, const char *folder, size_t max, size_t drop)
{
	AS_AUTO_FD int fd = as_dir_open(cache_fd, folder, NULL);
	AS_AUTO(as_aged_clear) struct as_aged_list list = {0};

	if (fd < 0 || as_aged_read(fd, MAX_ENTRIES, &list, NULL) || list.count <= max)
		return;
	for (size_t i = 0; i < drop && i < list.count; i++)
		as_dir_remove(fd, list.items[i].name, NULL);
}
