/* SPDX-License-Identifier: MIT */
/**
 * share: functions for servers that share a space of a store: settings that several processes
 * change, and submissions that are queued for a worker as as_store_judge queues them.
 */
#ifndef ASSAY_STORE_SHARE_H
#define ASSAY_STORE_SHARE_H

#include <assay/store/judging.h>

/** Writes a setting if its value is still `before` (NULL: it was never set), so that no process
 * overwrites the change of another. 1: done. 0: it has another value, and nothing is written. */
int as_store_setting_swap(struct as_store *store, int64_t space, const char *name,
	const char *before, const char *value, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 3, 5);

/** Queues the submissions like as_store_judge and returns at once; `tickets` has one for each.
 * Calls `fail` for a submission that cannot be read, whose job is 0. A held package stays held. */
int as_store_judging_queue(const struct as_store_judging *judging, struct as_store_ticket *tickets,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/** Makes the order by which as_store_judge queues a submission, by its index, for a caller that
 * queues it itself, for example with as_store_append: the caller sets the space and perhaps the
 * priority, and has stored the package (as_store_package_keep). Borrows from `judging`; clear it.
 * -1, also if the submission cannot be read. */
int as_store_judging_order(const struct as_store_judging *judging, size_t index,
	struct as_store_order *order, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
void as_store_judging_order_clear(struct as_store_order *order) AS_NONNULL(1);

#endif
