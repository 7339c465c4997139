/* SPDX-License-Identifier: MIT */
/*
 * Trees are entries of the cache (cache.h). Each file is compared with its plan before and after it
 * is copied, because an upgrade may replace it meanwhile. Hard links would avoid the copies, but
 * the kernel does not allow an ordinary user to link root's files (fs.protected_hardlinks), and the
 * cache may be on another disk.
 */
#include "tree.h"
#include "../cache.h"

#include <assay/base/aged.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>

#define FOLDER "roots"
#define ATTEMPTS 3
/* 3 to 90 MB each; a new one for each language after every change of its packages. */
#define MAX_TREES 40
#define MAX_NAMES 10000
/* Making a tree takes some seconds. */
#define DRAFT_S 3600

/* ---- making ---- */

static bool is_same(const struct stat *now, const struct stat *planned)
{
	return now->st_ino == planned->st_ino && now->st_size == planned->st_size &&
	       now->st_mtim.tv_sec == planned->st_mtim.tv_sec &&
	       now->st_mtim.tv_nsec == planned->st_mtim.tv_nsec &&
	       now->st_ctim.tv_sec == planned->st_ctim.tv_sec &&
	       now->st_ctim.tv_nsec == planned->st_ctim.tv_nsec;
}

static int copy_file(const struct as_root_plan *plan, const struct as_root_entry *entry,
	int tree_fd, struct as_error *error)
{
	const char *inside = entry->path + 1;
	char host[PATH_MAX];
	struct stat before, after;

	if (!as_root_plan_host(plan, entry->path, host))
		return as_error_sys(
			error, AS_ERROR_INTERNAL, ENAMETOOLONG, "cannot copy %s", entry->path);
	AS_AUTO_FD int fd = as_file_open(AT_FDCWD, host, error);
	if (fd < 0 || as_file_copy(fd, tree_fd, inside, entry->runs ? 0755 : 0644,
			      (uint64_t)entry->status.st_size, error))
		return -1;
	AS_AUTO_FD int copy = as_file_open(tree_fd, inside, error);
	const struct timespec times[] = {entry->status.st_mtim, entry->status.st_mtim};
	if (copy < 0)
		return -1;
	if (fstat(fd, &before) || !is_same(&before, &entry->status) || stat(host, &after) ||
		!is_same(&after, &entry->status))
		return as_error_set(error, AS_ERROR_MACHINE,
			"the file %s changed while it was copied; try again", entry->path);
	/* The JVM compares the time of its archives with that of its modules. */
	return futimens(copy, times)
		       ? as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot copy %s", host)
		       : 0;
}

static int make_entry(const struct as_root_plan *plan, const struct as_root_entry *entry,
	int tree_fd, struct as_error *error)
{
	int failed;

	switch (entry->kind) {
	case AS_ROOT_FILE:
		return copy_file(plan, entry, tree_fd, error);
	case AS_ROOT_LINK:
		failed = symlinkat(entry->target, tree_fd, entry->path + 1);
		break;
	case AS_ROOT_FOLDER:
	case AS_ROOT_WHOLE:
		failed = mkdirat(tree_fd, entry->path + 1, 0755);
		break;
	case AS_ROOT_HIDDEN:
	default:
		return 0;
	}
	return failed ? as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot make %s", entry->path)
		      : 0;
}

/* The entries are sorted, so a folder precedes its contents. */
static int fill_tree(const struct as_root_plan *plan, int tree_fd, struct as_error *error)
{
	for (size_t i = 0; i < plan->count; i++)
		if (make_entry(plan, &plan->entries[i], tree_fd, error))
			return -1;
	if (as_file_write(tree_fd, AS_ROOT_NO_FILE, "", 0, 0444, error) ||
		as_dir_make(tree_fd, AS_ROOT_NO_FOLDER, 0755, error))
		return -1;
	/* After a power failure, a tree with its final name is complete. One flush of the file
	 * system takes less time than a flush of each of a hundred files. */
	return syncfs(tree_fd) ? as_error_sys(error, AS_ERROR_INTERNAL, errno,
					 "cannot write the files to the disk")
			       : 0;
}

/* ---- finding ---- */

static bool is_whole(const struct as_root_entry *entry, int tree_fd)
{
	char target[PATH_MAX];
	struct stat status;

	if (entry->kind == AS_ROOT_HIDDEN)
		return true;
	if (fstatat(tree_fd, entry->path + 1, &status, AT_SYMLINK_NOFOLLOW))
		return false;
	if (entry->kind == AS_ROOT_FILE)
		return S_ISREG(status.st_mode) && status.st_size == entry->status.st_size;
	if (entry->kind != AS_ROOT_LINK)
		return S_ISDIR(status.st_mode);
	ssize_t length = readlinkat(tree_fd, entry->path + 1, target, sizeof(target));
	return length == (ssize_t)strlen(entry->target) &&
	       memcmp(target, entry->target, (size_t)length) == 0;
}

/* Files of a cache may be deleted at any time. */
static bool has_all(const struct as_root_plan *plan, int tree_fd)
{
	for (size_t i = 0; i < plan->count; i++)
		if (!is_whole(&plan->entries[i], tree_fd))
			return false;
	return faccessat(tree_fd, AS_ROOT_NO_FILE, F_OK, 0) == 0 &&
	       faccessat(tree_fd, AS_ROOT_NO_FOLDER, F_OK, 0) == 0;
}

/* Opens and locks the tree, or returns -1. If the file system has no locks, trees are not removed
 * either. */
static int find_tree(int base_fd, const char *name, const struct as_root_plan *plan)
{
	AS_AUTO_FD int fd = as_dir_open(base_fd, name, NULL);
	struct stat own, there;

	if (fd < 0 || (flock(fd, LOCK_SH | LOCK_NB) && errno == EWOULDBLOCK))
		return -1;
	/* It may have been removed between the open and the lock. */
	if (fstat(fd, &own) || fstatat(base_fd, name, &there, AT_SYMLINK_NOFOLLOW) ||
		own.st_ino != there.st_ino || !has_all(plan, fd))
		return -1;
	futimens(fd, NULL);
	return as_steal_fd(fd);
}

/* ---- removing old trees ---- */

/* Renames it to a name of this process first, because an incomplete tree must not have a final
 * name. False: it is in use. */
static bool remove_tree(const struct as_workshop *workshop, int base_fd, const char *name)
{
	char old[PATH_MAX], aside[PATH_MAX];
	AS_AUTO_FD int fd = -1;

	snprintf(old, sizeof(old), FOLDER "/%.255s", name);
	snprintf(aside, sizeof(aside), FOLDER "/" AS_CACHE_DRAFT "%.60s-%.64s-old",
		as_cache_own_name(workshop), name);
	fd = as_dir_open(base_fd, old, NULL);
	if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) || renameat(base_fd, old, base_fd, aside))
		return false;
	as_dir_remove(base_fd, aside, NULL);
	return true;
}

static bool is_draft(const struct as_aged *tree)
{
	return strncmp(tree->name, AS_CACHE_DRAFT, strlen(AS_CACHE_DRAFT)) == 0;
}

/* An old draft was left by a judge in another container, or is being made by it and locked. */
static void remove_old(const struct as_workshop *workshop, int base_fd)
{
	AS_AUTO_FD int fd = as_dir_open(base_fd, FOLDER, NULL);
	AS_AUTO(as_aged_clear) struct as_aged_list list = {0};
	size_t left = 0;

	if (fd < 0 || as_aged_read(fd, MAX_NAMES, &list))
		return;
	for (size_t i = 0; i < list.count; i++)
		left += list.items[i].changed.tv_sec && !is_draft(&list.items[i]);
	for (size_t i = 0; i < list.count; i++) {
		const struct as_aged *tree = &list.items[i];
		if (!is_draft(tree))
			left -= left > MAX_TREES && remove_tree(workshop, base_fd, tree->name);
		else if (time(NULL) - tree->changed.tv_sec > DRAFT_S)
			remove_tree(workshop, base_fd, tree->name);
	}
}

/* ---- the whole procedure ---- */

/* Another judge may have made and be using the tree; only a damaged one is replaced. */
static int publish(struct as_cache_draft *draft, const struct as_root_plan *plan)
{
	if (renameat(draft->base_fd, draft->path, draft->base_fd, draft->entry) == 0)
		return 0;
	if (errno != EEXIST && errno != ENOTEMPTY)
		return -1;
	AS_AUTO_FD int fd = find_tree(draft->base_fd, draft->entry, plan);
	return fd >= 0 ? 0 : as_cache_draft_publish(draft);
}

static int make(const struct as_workshop *workshop, int base_fd, const char *name,
	const struct as_root_plan *plan, struct as_error *error)
{
	AUTO_CACHE_DRAFT struct as_cache_draft draft = {.fd = -1};

	if (as_cache_draft_begin(&draft, workshop, base_fd, name, error))
		return -1;
	/* For judges in other PID namespaces, only the lock shows that it is not abandoned. */
	flock(draft.fd, LOCK_SH | LOCK_NB);
	if (fill_tree(plan, draft.fd, error))
		return -1;
	/* ENOENT: another judge is removing a tree of that name; the next attempt finds none. */
	if (publish(&draft, plan) && errno != ENOENT)
		return as_error_sys(
			error, AS_ERROR_INTERNAL, errno, "cannot rename the folder %s", draft.path);
	return 0;
}

/* A descriptor of the cache folder; -1: programs cannot be started in it. */
static int open_cache(const struct as_workshop *workshop)
{
	struct statvfs info;

	return workshop->cache_fd >= 0 && fstatvfs(workshop->cache_fd, &info) == 0 &&
			       !(info.f_flag & ST_NOEXEC)
		       ? fcntl(workshop->cache_fd, F_DUPFD_CLOEXEC, 0)
		       : -1;
}

static int open_in(const struct as_workshop *workshop, int base_fd, const char *base,
	const struct as_root_plan *plan, char path[PATH_MAX], struct as_error *error)
{
	char hex[AS_DIGEST_HEX_SIZE], name[sizeof(FOLDER) + AS_DIGEST_HEX_SIZE];

	as_root_plan_digest(plan, hex);
	snprintf(name, sizeof(name), FOLDER "/%s", hex);
	snprintf(path, PATH_MAX, "%.3900s/%s", base, name);
	for (int i = 0; i < ATTEMPTS; i++) {
		int fd = find_tree(base_fd, name, plan);
		if (fd >= 0)
			return fd;
		if (make(workshop, base_fd, name, plan, error))
			return -1;
		remove_old(workshop, base_fd);
	}
	return as_error_set(error, AS_ERROR_INTERNAL,
		"the folder %s keeps disappearing; stop the program that cleans the cache, or set "
		"--cache",
		path);
}

/* The workshop's own folder is used if the cache cannot contain the tree: its disk may be full, or
 * its file system may have no symbolic links. */
int as_root_tree_open(const struct as_workshop *workshop, const struct as_root_plan *plan,
	char path[PATH_MAX], struct as_error *error)
{
	AS_AUTO_FD int cache_fd = open_cache(workshop);
	const int cached =
		cache_fd < 0 ? -1
			     : open_in(workshop, cache_fd, workshop->cache_dir, plan, path, NULL);

	if (cached >= 0)
		return cached;
	AS_AUTO_FD int own_fd = as_dir_open(AT_FDCWD, workshop->temp_dir, error);
	return own_fd < 0 || as_dir_make(own_fd, FOLDER, 0755, error)
		       ? -1
		       : open_in(workshop, own_fd, workshop->temp_dir, plan, path, error);
}
