/* SPDX-License-Identifier: MIT */
/**
 * package: the files of packages in a store, so that a worker needs only the store.
 *
 * The files are one blob (as_package_pack). A worker keeps fetched blobs in a cache folder. Each
 * time a blob is opened, its digest and that of the package in it are checked.
 */
#ifndef ASSAY_STORE_PACKAGE_H
#define ASSAY_STORE_PACKAGE_H

#include <assay/store.h>

/**
 * Stores an open package with its files, unless the store has them. AS_ERROR_INPUT: its tests are
 * not generated, or a file changed since the package was opened.
 */
int as_store_package_keep(struct as_store *store, const struct as_package *package,
	const atomic_bool *cancel, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/** The default size of the cache. */
#define AS_STORE_CACHE_BYTES ((uint64_t)8 << 30)
struct as_store_fetch {
	const char *cache_dir; /**< NULL: the user's; its folder "packages" is used */
	/** Beyond this size, the packages with the oldest last use are removed; 0:
	 * AS_STORE_CACHE_BYTES. The package that is being opened stays, regardless of its size. */
	uint64_t cache_bytes;
	const atomic_bool *cancel; /**< or NULL */
};
/**
 * Opens a package of the store by its digest. A blob that is damaged in the cache or on its way is
 * removed and fetched again, once; then `note` (or NULL) is set to a text about it, on the heap.
 * NULL: AS_ERROR_INPUT if the store does not have the package or its files; AS_ERROR_INTERNAL if
 * these are damaged in the store. Other packages are not affected.
 */
struct as_package *as_store_package_open(struct as_store *store, const char *digest,
	const struct as_store_fetch *fetch, char **note, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 3);

#endif
