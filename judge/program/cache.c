/* SPDX-License-Identifier: MIT */
/* The cache folder. Its entries are executed and trusted, so it is used only if no other user can
 * have written to it, and if no judged program can read it. */
#include "cache.h"
#include "workshop.h"

#include <assay/base/private.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>

#define MAX_ENTRIES 1000000
#define OLD_SUFFIX "-old"

/* ---- opening ---- */

static bool is_ours_alone(int fd)
{
	struct stat info;

	return fstat(fd, &info) == 0 && info.st_uid == geteuid() &&
	       !as_is_writable_by_others(&info);
}

/* Incomplete entries of killed commands of other PID namespaces cannot be distinguished from
 * drafts; as_cache_trim removes them, and as_root_tree_open those of roots. */
static bool open_folder(int cache_fd, const char *name)
{
	AS_AUTO_FD int fd =
		as_dir_make(cache_fd, name, 0755, NULL) ? -1 : as_dir_open(cache_fd, name, NULL);

	if (fd < 0 || !is_ours_alone(fd))
		return false;
	as_owner_remove_dead(fd, AS_CACHE_DRAFT);
	return true;
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

	if (fd < 0 ||
		as_sandbox_check_hidden(workshop->config.weak_sandbox, workshop->cache_dir, NULL))
		return;
	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++)
		if (!open_folder(fd, folders[i]))
			return;
	workshop->cache_fd = as_steal_fd(fd);
}

/* ---- the seal of an entry ---- */

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

/* ---- drafts ---- */

const char *as_cache_own_name(const struct as_workshop *workshop)
{
	return as_text_last_part(workshop->temp_dir);
}

/* Also for the old entry that as_cache_draft_publish renames. A relative folder is not registered.
 */
static void register_with_keeper(const struct as_cache_draft *draft, bool hold)
{
	static const char *const suffixes[] = {"", OLD_SUFFIX};
	const struct as_workshop *workshop = draft->workshop;
	char path[PATH_MAX];

	for (size_t i = 0; i < 2; i++) {
		if (snprintf(path, sizeof(path), "%s/%s%s", workshop->cache_dir, draft->path,
			    suffixes[i]) >= (int)sizeof(path) ||
			path[0] != '/')
			return;
		if (!hold)
			as_keeper_drop(workshop->keeper, path);
		else if (as_keeper_hold(workshop->keeper, path, NULL))
			return;
	}
}

int as_cache_draft_begin(struct as_cache_draft *draft, const struct as_workshop *workshop,
	int base_fd, const char *entry, struct as_error *error)
{
	const char *name = as_text_last_part(entry);
	unsigned number;

	*draft = (struct as_cache_draft){.workshop = workshop, .base_fd = base_fd, .fd = -1};
	/* Another thread may make the same entry. */
	if (getrandom(&number, sizeof(number), 0) != (ssize_t)sizeof(number))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot draw a random number");
	snprintf(draft->entry, sizeof(draft->entry), "%s", entry);
	snprintf(draft->path, sizeof(draft->path), "%.*s" AS_CACHE_DRAFT "%.60s-%08x-%.64s",
		(int)(name - entry), entry, as_cache_own_name(workshop), number, name);
	register_with_keeper(draft, true);
	if (as_dir_make(base_fd, draft->path, 0755, error))
		return -1;
	draft->fd = as_dir_open(base_fd, draft->path, error);
	return draft->fd < 0 ? -1 : 0;
}

int as_cache_draft_publish(struct as_cache_draft *draft)
{
	char aside[sizeof(draft->path) + sizeof(OLD_SUFFIX)];
	const int fd = draft->base_fd;

	if (renameat(fd, draft->path, fd, draft->entry) == 0)
		return 0;
	/* An atomic exchange would leave no moment without an entry, but network file systems do
	 * not support it, and a judge that looks at that moment merely compiles. */
	snprintf(aside, sizeof(aside), "%s" OLD_SUFFIX, draft->path);
	int failed = renameat(fd, draft->entry, fd, aside) ||
		     renameat(fd, draft->path, fd, draft->entry);
	int saved = errno;
	as_dir_remove(fd, aside, NULL);
	errno = saved;
	return failed ? -1 : 0;
}

void as_cache_draft_end(struct as_cache_draft *draft)
{
	as_auto_fd(&draft->fd);
	if (!draft->path[0])
		return;
	as_dir_remove(draft->base_fd, draft->path, NULL);
	register_with_keeper(draft, false);
}

/* ---- eviction ---- */

void as_cache_trim(int cache_fd, const char *folder, const struct as_aged_limits *limits)
{
	AS_AUTO_FD int fd = as_dir_open(cache_fd, folder, NULL);

	as_aged_trim(fd, limits, NULL, NULL);
}
