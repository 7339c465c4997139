/* SPDX-License-Identifier: MIT */
/**
 * result_cache: results that are kept between commands: records by a digest of everything that they
 * depend on, in a database of the cache folder. The least recently used ones are removed. Without a
 * cache, everything is run. Any thread.
 */
#ifndef ASSAY_VERIFY_RESULT_CACHE_H
#define ASSAY_VERIFY_RESULT_CACHE_H

#include <assay/engine.h>

struct as_result_cache;
/** NULL if a cache is impossible; `dir` NULL: the default. All functions below accept NULL. */
struct as_result_cache *as_result_cache_open(const char *dir);
void as_result_cache_close(struct as_result_cache *cache);
/** Fills `value` (clear it); false: not found. */
bool as_result_cache_find(struct as_result_cache *cache, const char *key,
	struct as_bytes *value) AS_MUST_USE AS_NONNULL(2, 3);
/** Best effort. */
void as_result_cache_store(struct as_result_cache *cache, const char *key,
	const struct as_bytes *value) AS_NONNULL(2, 3);

/** A digest of this command, this machine, and its compilers. */
int as_verify_digest_machine(const struct as_engine_config *settings, char hex[AS_DIGEST_HEX_SIZE],
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** A digest of the names and contents of a file or a tree beneath the package; "" if it does not
 * exist. `cancel` may be NULL. */
int as_verify_digest_tree(const struct as_package *package, const char *path,
	const atomic_bool *cancel, char hex[AS_DIGEST_HEX_SIZE], struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 4);

#endif
