/* SPDX-License-Identifier: MIT */
#include "back.h"

int as_store_cancel(struct as_store *store, int64_t job, struct as_error *error)
{
	return store->upkeep->cancel(store->back, job, error);
}

int as_store_prioritize(
	struct as_store *store, int64_t job, int64_t priority, struct as_error *error)
{
	return store->upkeep->prioritize(store->back, job, priority, error);
}

int as_store_package_release(
	struct as_store *store, const char *package, uint64_t *jobs, struct as_error *error)
{
	*jobs = 0;
	return store->upkeep->release_package(store->back, package, jobs, error);
}

static int change_all(struct as_store *store, const struct as_change *change,
	const atomic_bool *cancel, uint64_t *count, struct as_error *error)
{
	int64_t after = 0;
	int left;

	*count = 0;
	do {
		if (as_cancel_check(cancel, error))
			return -1;
		left = store->upkeep->change_some(store->back, change, &after, count, error);
	} while (left > 0);
	return left;
}

int as_store_cancel_all(struct as_store *store, const struct as_store_selection *selection,
	const atomic_bool *cancel, uint64_t *count, struct as_error *error)
{
	const struct as_change change = {.selection = selection};

	return change_all(store, &change, cancel, count, error);
}

int as_store_move_all(struct as_store *store, const struct as_store_selection *selection,
	const struct as_store_place *place, const atomic_bool *cancel, uint64_t *count,
	struct as_error *error)
{
	const struct as_change change = {.selection = selection, .place = place};

	return change_all(store, &change, cancel, count, error);
}
