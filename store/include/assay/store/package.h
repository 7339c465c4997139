/* SPDX-License-Identifier: MIT */
/**
 * package: the files of packages in a store, so that a worker needs nothing but the store.
 *
 * The files are one blob (as_package_pack). A worker keeps blobs that it fetched in a cache folder;
 * each is checked by its digest whenever it is opened, and the package that is in it, too.
 */
#ifndef ASSAY_STORE_PACKAGE_H
#define ASSAY_STORE_PACKAGE_H

#include <assay/store.h>

/**
 * Stores an open package with its files, unless the store has them. AS_ERROR_INPUT: its tests are
 * not generated, or a file is not as it was when the package was opened.
 */
int as_store_package_keep(struct as_store *store, const struct as_package *package,
	const atomic_bool *cancel, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/** The usual size of the cache. */
#define AS_STORE_CACHE_BYTES ((uint64_t)8 << 30)
struct as_store_fetch {
	const char *cache_dir; /**< NULL: that of the user; its folder "packages" is used */
	/** Packages that were not used for the longest time are removed beyond it; 0:
	 * AS_STORE_CACHE_BYTES. The package that is opened stays, however large it is. */
	uint64_t cache_bytes;
	const atomic_bool *cancel; /**< or NULL */
};
/**
 * Opens a package of the store by its digest. A blob that is damaged in the cache or on its way is
 * removed and fetched again, once: then `note` (or NULL) becomes a text that says so, on the heap.
 * NULL: AS_ERROR_INPUT if the store does not have the package, or not its files;
 * AS_ERROR_INTERNAL if they are damaged in the store. Other packages are not affected.
 */
struct as_package *as_store_package_open(struct as_store *store, const char *digest,
	const struct as_store_fetch *fetch, char **note, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 3);

#endif
