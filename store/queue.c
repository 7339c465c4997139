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
