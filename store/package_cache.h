/* SPDX-License-Identifier: MIT */
/* package_cache: a cache of fetched blobs; private to the store. */
#ifndef ASSAY_STORE_PACKAGE_CACHE_H
#define ASSAY_STORE_PACKAGE_CACHE_H

#include <assay/store.h>

/** Opens the folder of the cache, and removes files of killed processes. -1: there is no cache, and
 * blobs are fetched into files without a name. */
int as_package_cache_open(const char *dir);
/** Opens a file of the blob, whose bytes have its digest; see as_store_package_open. -1: an
 * error. */
int as_package_cache_get(int cache_fd, struct as_store *store, const char *blob,
	const struct as_store_fetch *fetch, char **note, struct as_error *error) AS_MUST_USE;
/** Removes a blob. */
void as_package_cache_drop(int cache_fd, const char *blob);
/** Opens a new file without a name, on the disk of the cache; on failure, or with -1, in the folder
 * of temporary files. */
int as_package_cache_draft(int cache_fd, struct as_error *error) AS_MUST_USE;

#endif
