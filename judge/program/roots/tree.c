/* SPDX-License-Identifier: MIT */
/*
 * A tree is made under a name that begins with "new-" and contains the process, flushed to the
 * disk, and renamed. So judges in parallel see complete trees or none, and the leftovers of a
 * killed judge can be recognised. Each file is compared with its plan before and after it is
 * copied, because an upgrade may replace it meanwhile. Hard links would avoid the copies, but the
 * kernel does not allow an ordinary user to link root's files (fs.protected_hardlinks), and the
 * cache may be on another disk.
 */
#include "tree.h"

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
static int fill(const struct as_root_plan *plan, int tree_fd, struct as_error *error)
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

/* People delete files in caches by hand. */
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
static int find(int base_fd, const char *name, const struct as_root_plan *plan)
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

static const char *own_name(const struct as_workshop *workshop)
{
	return strrchr(workshop->temp_dir, '/') + 1;
}

/* Renames it to a name of this process first, because an incomplete tree must not have a final
 * name. False: it is in use. */
static bool remove_tree(const struct as_workshop *workshop, int base_fd, const char *name)
{
	char old[PATH_MAX], aside[PATH_MAX];
	AS_AUTO_FD int fd = -1;

	snprintf(old, sizeof(old), FOLDER "/%.255s", name);
	snprintf(aside, sizeof(aside), FOLDER "/new-%.60s-%.64s-old", own_name(workshop), name);
	fd = as_dir_open(base_fd, old, NULL);
	if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) || renameat(base_fd, old, base_fd, aside))
		return false;
	as_dir_remove(base_fd, aside, NULL);
	return true;
}

struct aged {
	const char *name;
	time_t used_s;
};

static int compare_use(const void *left, const void *right)
{
	const time_t a = ((const struct aged *)left)->used_s;
	const time_t b = ((const struct aged *)right)->used_s;

	return (a > b) - (a < b);
}

/* Left by a judge in another container, or being made by it and locked. */
static bool is_old_draft(const struct stat *status)
{
	return time(NULL) - status->st_mtim.tv_sec > DRAFT_S;
}

static void remove_old(const struct as_workshop *workshop, int base_fd)
{
	AS_AUTO_FD int fd = as_dir_open(base_fd, FOLDER, NULL);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, MAX_NAMES, NULL);
	AS_AUTO_FREE struct aged *trees = calloc(MAX_NAMES, sizeof(*trees));
	struct stat status;
	size_t count = 0;

	for (char **name = names; trees && name && *name; name++) {
		if (fstatat(fd, *name, &status, AT_SYMLINK_NOFOLLOW))
			continue;
		if (strncmp(*name, "new-", 4) != 0)
			trees[count++] = (struct aged){*name, status.st_mtim.tv_sec};
		else if (is_old_draft(&status))
			remove_tree(workshop, base_fd, *name);
	}
	if (count > 1)
		qsort(trees, count, sizeof(*trees), compare_use);
	for (size_t i = 0, left = count; i < count && left > MAX_TREES; i++)
		left -= remove_tree(workshop, base_fd, trees[i].name);
}

/* ---- the whole procedure ---- */

/* Another judge may have made and be using the tree; only a damaged one is replaced. */
static int name_tree(
	int base_fd, const char *making, const char *name, const struct as_root_plan *plan)
{
	if (renameat(base_fd, making, base_fd, name) == 0)
		return 0;
	if (errno != EEXIST && errno != ENOTEMPTY)
		return -1;
	AS_AUTO_FD int fd = find(base_fd, name, plan);
	return fd >= 0 ? 0 : as_cache_replace(base_fd, making, name);
}

static int make(const struct as_workshop *workshop, int base_fd, const char *name,
	const struct as_root_plan *plan, struct as_error *error)
{
	char making[160];

	snprintf(making, sizeof(making), FOLDER "/new-%.60s-%.60s", own_name(workshop),
		strrchr(name, '/') + 1);
	as_cache_hold(workshop, making);
	AS_AUTO_FD int fd = as_dir_make(base_fd, making, 0755, error)
				    ? -1
				    : as_dir_open(base_fd, making, error);
	/* For judges in other PID namespaces, only the lock shows that it is not abandoned. */
	if (fd >= 0)
		flock(fd, LOCK_SH | LOCK_NB);
	int failed = fd < 0 || fill(plan, fd, error);
	/* ENOENT: another judge is removing a tree of that name; the next attempt finds none. */
	if (!failed && name_tree(base_fd, making, name, plan) && errno != ENOENT)
		failed = as_error_sys(
			error, AS_ERROR_INTERNAL, errno, "cannot rename the folder %s", making);
	as_dir_remove(base_fd, making, NULL);
	as_cache_let_go(workshop, making);
	return failed ? -1 : 0;
}

/* Uses the cache folder, or the workshop's own folder if programs could not be started in the
 * cache. */
static int open_base(const struct as_workshop *workshop, const char **path, struct as_error *error)
{
	struct statvfs info;

	*path = workshop->cache_dir;
	if (workshop->cache_fd >= 0 && fstatvfs(workshop->cache_fd, &info) == 0 &&
		!(info.f_flag & ST_NOEXEC))
		return fcntl(workshop->cache_fd, F_DUPFD_CLOEXEC, 0);
	*path = workshop->temp_dir;
	AS_AUTO_FD int fd = as_dir_open(AT_FDCWD, workshop->temp_dir, error);
	return fd < 0 || as_dir_make(fd, FOLDER, 0755, error) ? -1 : as_steal_fd(fd);
}

int as_root_tree_open(const struct as_workshop *workshop, const struct as_root_plan *plan,
	char path[PATH_MAX], struct as_error *error)
{
	char hex[AS_DIGEST_HEX_SIZE], name[sizeof(FOLDER) + AS_DIGEST_HEX_SIZE];
	const char *base;
	AS_AUTO_FD int base_fd = open_base(workshop, &base, error);

	if (base_fd < 0)
		return -1;
	as_root_plan_digest(plan, hex);
	snprintf(name, sizeof(name), FOLDER "/%s", hex);
	snprintf(path, PATH_MAX, "%.3900s/%s", base, name);
	for (int i = 0; i < ATTEMPTS; i++) {
		int fd = find(base_fd, name, plan);
		if (fd >= 0)
			return fd;
		if (make(workshop, base_fd, name, plan, error))
			return -1;
		remove_old(workshop, base_fd);
	}
	return as_error_set(error, AS_ERROR_INTERNAL,
		"the folder %s is removed again and again; is another program tidying the cache?",
		path);
}
