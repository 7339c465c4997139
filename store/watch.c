/* SPDX-License-Identifier: MIT */
/* The watcher of a store. The lock is held during a callback, so that a change of the watcher waits
 * for its end. */
#include "back.h"

void as_watcher_init(struct as_watcher *watcher)
{
	*watcher = (struct as_watcher){0};
	pthread_mutex_init(&watcher->lock, NULL);
}

void as_watcher_clear(struct as_watcher *watcher)
{
	pthread_mutex_destroy(&watcher->lock);
}

void as_watcher_set(struct as_watcher *watcher, const struct as_store_watch *watch)
{
	pthread_mutex_lock(&watcher->lock);
	watcher->watch = watch ? *watch : (struct as_store_watch){0};
	pthread_mutex_unlock(&watcher->lock);
}

void as_watcher_queued(struct as_watcher *watcher)
{
	pthread_mutex_lock(&watcher->lock);
	if (watcher->watch.queued)
		watcher->watch.queued(watcher->watch.context);
	pthread_mutex_unlock(&watcher->lock);
}

void as_watcher_lost(struct as_watcher *watcher, const struct as_error *why)
{
	pthread_mutex_lock(&watcher->lock);
	if (watcher->watch.lost)
		watcher->watch.lost(watcher->watch.context, why);
	pthread_mutex_unlock(&watcher->lock);
}

void as_watcher_back(struct as_watcher *watcher)
{
	pthread_mutex_lock(&watcher->lock);
	if (watcher->watch.back)
		watcher->watch.back(watcher->watch.context);
	pthread_mutex_unlock(&watcher->lock);
}

void as_store_watch(struct as_store *store, const struct as_store_watch *watch)
{
	store->workers->watch(store->back, watch);
}

bool as_store_is_away(const struct as_error *error)
{
	return error->sys_errno == AS_AWAY_ERRNO;
}

void as_store_leave(struct as_store *store)
{
	if (store->workers->leave)
		store->workers->leave(store->back);
}

int as_store_rename(struct as_store *store, const char *name, struct as_error *error)
{
	return store->workers->rename(store->back, name, error);
}
