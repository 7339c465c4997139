/* SPDX-License-Identifier: MIT */
/* Stores the files of packages as blobs. */
#include "back.h"
#include "blobs.h"
#include "package_cache.h"

#include <string.h>

/* ---- storing ---- */

int as_store_package_put(
	struct as_store *store, const struct as_store_package *package, struct as_error *error)
{
	static const struct as_statement add = {
		"INSERT INTO package (digest, name, blob) VALUES ($1, $2, $3)"
		" ON CONFLICT (digest) DO UPDATE SET blob = coalesce(excluded.blob, package.blob)",
		"INSERT INTO package AS p (digest, name, blob) VALUES ($1, $2, $3)"
		" ON CONFLICT (digest) DO UPDATE SET blob = excluded.blob"
		" WHERE p.blob IS NULL AND excluded.blob IS NOT NULL"};

	return as_store_execute(store, &add,
		       AS_VALUES(AS_TEXT(package->digest), AS_TEXT(package->name),
			       AS_TEXT(package->blob)),
		       error) < 0
		       ? -1
		       : 0;
}

/* A package that is in the store. */
struct found_package {
	char *name;                    /* on the heap */
	char blob[AS_DIGEST_HEX_SIZE]; /* the blob with its files; "": they are not in the store */
};

static int find_package(struct as_store *store, const char *digest, struct found_package *found,
	struct as_error *error)
{
	static const struct as_statement find = {
		.text = "SELECT name, blob FROM package WHERE digest = $1"};
	AS_ROWS rows = {0};
	const int known = as_store_query(store, &find, AS_VALUES(AS_TEXT(digest)), &rows, error);

	if (known != 1)
		return known;
	as_rows_copy_text(&rows, 1, found->blob, sizeof(found->blob));
	return as_rows_take_text(&rows, 0, &found->name, error) ? -1 : 1;
}

static void clear(struct found_package *found)
{
	free(found->name);
}

/* 1: the store has the package and its files. */
static int is_kept(struct as_store *store, const char *digest, struct as_error *error)
{
	AS_AUTO(clear) struct found_package found = {0};
	uint64_t size_bytes;
	const int known = find_package(store, digest, &found, error);

	if (known <= 0 || !*found.blob)
		return known < 0 ? -1 : 0;
	return as_blob_find(store, found.blob, &size_bytes, error);
}

int as_store_package_keep(struct as_store *store, const struct as_package *package,
	const atomic_bool *cancel, struct as_error *error)
{
	char blob[AS_DIGEST_HEX_SIZE];
	const struct as_store_package row = {
		.digest = package->digest, .name = package->short_name, .blob = blob};
	const int kept = is_kept(store, package->digest, error);

	if (kept)
		return kept < 0 ? -1 : 0;
	if (as_package_require_data(package, error))
		return -1;
	AS_AUTO_FD int cache = as_package_cache_open(NULL);
	AS_AUTO_FD int fd = as_package_cache_draft(cache, error);
	return fd < 0 || as_package_pack(package, fd, cancel, error) ||
			       as_store_blob_put_fd(store, fd, cancel, blob, error) ||
			       as_store_package_put(store, &row, error)
		       ? -1
		       : 0;
}

/* ---- opening ---- */

static int find_files(struct as_store *store, const char *digest, struct found_package *found,
	struct as_error *error)
{
	const int known = find_package(store, digest, found, error);

	if (known < 0)
		return -1;
	if (!known)
		return as_error_set(error, AS_ERROR_INPUT,
			"package %s is not in the store; judge it once from its folder", digest);
	if (!*found->blob)
		return as_error_set(error, AS_ERROR_INPUT,
			"the files of package %s (%s) are not in the store; judge it once from its "
			"folder with this version of assay",
			found->name, digest);
	return 0;
}

/* The blob has the right digest, so the row of the package refers to the wrong blob. */
static struct as_package *refuse_other(
	struct as_package *package, const struct found_package *found, struct as_error *error)
{
	as_error_set(error, AS_ERROR_INTERNAL,
		"the store is damaged: blob %s is not package %s, but one with digest %s; restore "
		"a "
		"backup of the store",
		found->blob, found->name, package->digest);
	as_package_close(package);
	return NULL;
}

struct as_package *as_store_package_open(struct as_store *store, const char *digest,
	const struct as_store_fetch *fetch, char **note, struct as_error *error)
{
	AS_AUTO(clear) struct found_package found = {0};
	struct as_package *package;

	if (note)
		*note = NULL;
	if (find_files(store, digest, &found, error))
		return NULL;
	AS_AUTO_FD int cache = as_package_cache_open(fetch->cache_dir);
	AS_AUTO_FD int fd = as_package_cache_get(cache, store, found.blob, fetch, note, error);
	if (fd < 0)
		return NULL;
	package = as_package_open_packed(fd, found.name, fetch->cancel, error);
	if (package && strcmp(package->digest, digest) == 0)
		return package;
	if (!as_is_cancelled(fetch->cancel))
		as_package_cache_drop(cache, found.blob);
	return package ? refuse_other(package, &found, error) : NULL;
}
