/* SPDX-License-Identifier: MIT */
/** aged: the entries of a folder by the time of their last change, for caches that drop the oldest.
 */
#ifndef ASSAY_BASE_AGED_H
#define ASSAY_BASE_AGED_H

#include <assay/base.h>
#include <time.h>

struct as_aged {
	const char *name; /**< of as_aged_list.names */
	struct timespec changed;
	uint64_t size_bytes;
};

/** The oldest entry first. */
struct as_aged_list {
	struct as_aged *items;
	size_t count;
	char **names;
};

/** Fills an empty list (clear it). A folder of more than max_count entries is AS_ERROR_INPUT. */
int as_aged_read(int dirfd, size_t max_count, struct as_aged_list *list,
	struct as_error *error) AS_MUST_USE AS_NONNULL(3);
void as_aged_clear(struct as_aged_list *list) AS_NONNULL(1);

/** What a cache keeps. */
struct as_aged_limits {
	size_t count;
	size_t dropped; /**< with more entries at least so many are removed, so that it is rare */
	uint64_t bytes; /**< of its files together; 0: unlimited */
};
/** Removes the oldest entries of a folder with their contents. `keeps` (may be NULL) is asked
 * before an entry is removed. A failure leaves the folder larger than the limits. -1: no folder, no
 * effect. */
void as_aged_trim(int dirfd, const struct as_aged_limits *limits,
	bool (*keeps)(void *context, const char *name), void *context) AS_NONNULL(2);

#endif
