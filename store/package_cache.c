/* SPDX-License-Identifier: MIT */
/*
 * The blobs of packages that were fetched from a store: CACHE/packages/DIGEST. A blob is written to
 * a file "new-..." with the name of the process, then renamed. So a killed process leaves no
 * partial blob under the name of a complete one. A process that has a blob open can read it after
 * its removal. The time of the file is that of its last use.
 */
#include "package_cache.h"

#include <assay/base/aged.h>
#include <assay/base/keeper.h>
#include <assay/program/workshop.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>

#define FOLDER "packages"
#define NEW_PREFIX "new-"

/* ---- the folder ---- */

int as_package_cache_open(const char *dir)
{
	char path[PATH_MAX];
	AS_AUTO_FD int parent = as_cache_find(dir, path);
	AS_AUTO_FD int fd = -1;

	if (parent < 0 || as_dir_make(parent, FOLDER, 0700, NULL))
		return -1;
	fd = as_dir_open(parent, FOLDER, NULL);
	as_owner_remove_dead(fd, NEW_PREFIX);
	return as_steal_fd(fd);
}

void as_package_cache_drop(int cache_fd, const char *blob)
{
	if (cache_fd >= 0)
		unlinkat(cache_fd, blob, 0);
}

/* ---- new files ---- */

static int make_name(char *name, size_t size, struct as_error *error)
{
	char owner[AS_OWNER_NAME_SIZE];
	unsigned long number;

	if (getrandom(&number, sizeof(number), 0) != sizeof(number))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot draw a random number");
	snprintf(name, size, NEW_PREFIX "%s-%016lx", as_owner_name(owner), number);
	return 0;
}

static int make_file(int dir_fd, const char *name, struct as_error *error)
{
	const int flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
	const int fd = openat(dir_fd, name, flags, 0600);

	return fd >= 0 ? fd
		       : as_error_sys(error, AS_ERROR_INTERNAL, errno,
				 "cannot make a file for the packages of a store");
}

static int open_temp_folder(struct as_error *error)
{
	const char *dir = getenv("TMPDIR");
	const int fd = open(dir && *dir == '/' ? dir : "/tmp", O_DIRECTORY | O_CLOEXEC);

	return fd >= 0 ? fd
		       : as_error_sys(error, AS_ERROR_INTERNAL, errno,
				 "cannot open the folder of temporary files; set TMPDIR");
}

int as_package_cache_draft(int cache_fd, struct as_error *error)
{
	char name[128];
	AS_AUTO_FD int temp = cache_fd >= 0 ? -1 : open_temp_folder(error);
	const int dir_fd = cache_fd >= 0 ? cache_fd : temp;

	if (dir_fd < 0 || make_name(name, sizeof(name), error))
		return -1;
	AS_AUTO_FD int fd = make_file(dir_fd, name, error);
	if (fd >= 0)
		unlinkat(dir_fd, name, 0);
	return as_steal_fd(fd);
}

/* ---- eviction ---- */

static bool is_new_or_in_use(void *context, const char *name)
{
	const char *in_use = context;

	return strncmp(name, NEW_PREFIX, strlen(NEW_PREFIX)) == 0 || strcmp(name, in_use) == 0;
}

static void trim(int cache_fd, const char *in_use, uint64_t max_bytes)
{
	const struct as_aged_limits limits = {.count = SIZE_MAX, .bytes = max_bytes};

	as_aged_trim(cache_fd, &limits, is_new_or_in_use, (void *)in_use);
}

/* ---- blobs ---- */

/* 1: the bytes of the file have the digest. 0: they do not. */
static int check(int fd, const char *blob, const atomic_bool *cancel, struct as_error *error)
{
	char hex[AS_DIGEST_HEX_SIZE];
	struct as_digest digest;

	as_digest_init(&digest);
	if (as_digest_add_fd(&digest, fd, cancel, error))
		return -1;
	as_digest_end(&digest, hex);
	return strcmp(hex, blob) == 0;
}

static int take_note(char **note, const char *blob, const char *where, struct as_error *error)
{
	if (!note || *note)
		return 0;
	*note = as_text_format(error, "blob %s was damaged %s; it was fetched again", blob, where);
	return *note ? 0 : -1;
}

/* A descriptor, or -2: the cache does not contain the blob, or only damaged. */
static int find_blob(int cache_fd, const char *blob, const struct as_store_fetch *fetch,
	char **note, struct as_error *error)
{
	AS_AUTO_FD int fd = cache_fd < 0 ? -1 : as_file_open(cache_fd, blob, NULL);

	if (fd < 0)
		return -2;
	const int good = check(fd, blob, fetch->cancel, error);
	if (good < 0)
		return -1;
	if (good) {
		futimens(fd, NULL);
		return as_steal_fd(fd);
	}
	as_package_cache_drop(cache_fd, blob);
	return take_note(note, blob, "in the cache", error) ? -1 : -2;
}

/* Reads the blob into an open file. 1, or 0: the store does not have it. */
static int read_blob(struct as_store *store, const char *blob, int fd, struct as_error *error)
{
	if (ftruncate(fd, 0) || lseek(fd, 0, SEEK_SET))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot write a package");
	return as_store_blob_read_fd(store, blob, fd, error);
}

static int read_twice(struct as_store *store, const char *blob, int fd,
	const struct as_store_fetch *fetch, char **note, struct as_error *error)
{
	struct as_error why = {0};
	int found = read_blob(store, blob, fd, &why);

	if (found < 0 && as_cancel_check(fetch->cancel, error))
		return -1;
	if (found < 0 && why.sys_errno == 0) {
		as_error_clear(&why);
		found = read_blob(store, blob, fd, &why);
		if (found == 1 && take_note(note, blob, "on its way", error))
			return -1;
	}
	if (found < 0 && error)
		*error = why;
	if (found == 0)
		return as_error_set(error, AS_ERROR_INTERNAL,
			"the store is damaged: blob %s of a package is missing; judge the package "
			"once from its folder, or restore a backup of the store",
			blob);
	return found < 0 ? -1 : 0;
}

static int fetch_blob(int cache_fd, struct as_store *store, const char *blob,
	const struct as_store_fetch *fetch, char **note, struct as_error *error)
{
	char name[128];

	if (make_name(name, sizeof(name), error))
		return -1;
	AS_AUTO_FD int fd = make_file(cache_fd, name, error);
	if (fd < 0)
		return -1;
	if (read_twice(store, blob, fd, fetch, note, error)) {
		unlinkat(cache_fd, name, 0);
		return -1;
	}
	/* If it cannot be kept in the cache, it is used nevertheless. */
	if (renameat(cache_fd, name, cache_fd, blob))
		unlinkat(cache_fd, name, 0);
	trim(cache_fd, blob, fetch->cache_bytes ? fetch->cache_bytes : AS_STORE_CACHE_BYTES);
	return as_steal_fd(fd);
}

int as_package_cache_get(int cache_fd, struct as_store *store, const char *blob,
	const struct as_store_fetch *fetch, char **note, struct as_error *error)
{
	const int found = find_blob(cache_fd, blob, fetch, note, error);

	if (found != -2)
		return found;
	if (cache_fd >= 0)
		return fetch_blob(cache_fd, store, blob, fetch, note, error);
	AS_AUTO_FD int fd = as_package_cache_draft(-1, error);
	return fd < 0 || read_twice(store, blob, fd, fetch, note, error) ? -1 : as_steal_fd(fd);
}
