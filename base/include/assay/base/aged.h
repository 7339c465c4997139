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
};

/** The oldest entry first. */
struct as_aged_list {
	struct as_aged *items;
	size_t count;
	char **names;
};

/** Fills an empty list (clear it). -1: the folder cannot be read, or has more than max_count
 * entries. */
int as_aged_read(int dirfd, size_t max_count, struct as_aged_list *list) AS_MUST_USE AS_NONNULL(3);
void as_aged_clear(struct as_aged_list *list) AS_NONNULL(1);

/** The limits of a cache folder. */
struct as_aged_limits {
	size_t count;
	size_t dropped; /**< a trim removes at least this number, so that trims are rare */
	uint64_t bytes; /**< of all files together, including files in folders; 0: unlimited */
};
/** Removes the oldest entries of a folder with their contents. An entry for
 * which `keeps` (may be NULL) returns true stays. A failure leaves the folder larger than the
 * limits. If `dirfd` is -1, does nothing. */
void as_aged_trim(int dirfd, const struct as_aged_limits *limits,
	bool (*keeps)(void *context, const char *name), void *context) AS_NONNULL(2);

#endif
