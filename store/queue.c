/* SPDX-License-Identifier: MIT */
#include "back.h"

int as_store_cancel(struct as_store *store, int64_t job, struct as_error *error)
{
	if (!store->upkeep->cancel)
		return as_store_lacks("cancelling", error);
	return store->upkeep->cancel(store->back, job, error);
}

int as_store_prioritize(
	struct as_store *store, int64_t job, int64_t priority, struct as_error *error)
{
	if (!store->upkeep->prioritize)
		return as_store_lacks("a change of priority", error);
	return store->upkeep->prioritize(store->back, job, priority, error);
}

int as_store_package_release(
	struct as_store *store, const char *package, uint64_t *jobs, struct as_error *error)
{
	*jobs = 0;
	if (!store->upkeep->release_package)
		return 0; /* such a back end holds nothing */
	return store->upkeep->release_package(store->back, package, jobs, error);
}
