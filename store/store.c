/* SPDX-License-Identifier: MIT */
/* Opening a store by its URL, and what goes to its back end as it is. */
#include "back.h"

#include <string.h>

#define SQLITE_PREFIX "sqlite:"

static bool is_postgresql(const char *url)
{
	return strncmp(url, "postgresql:", 11) == 0 || strncmp(url, "postgres:", 9) == 0;
}

int as_store_check_url(const char *url, struct as_error *error)
{
	if (is_postgresql(url))
		return as_error_set(error, AS_ERROR_USAGE,
			"a store in PostgreSQL is not supported by this version of assay; use "
			"sqlite:FILE");
	if (strncmp(url, SQLITE_PREFIX, strlen(SQLITE_PREFIX)) != 0)
		return as_error_set(error, AS_ERROR_USAGE,
			"'%s' is not the URL of a store; use sqlite:FILE", url);
	if (!url[strlen(SQLITE_PREFIX)])
		return as_error_set(
			error, AS_ERROR_USAGE, "the URL '%s' names no file; use sqlite:FILE", url);
	return 0;
}

static struct as_store *open_by(const char *url,
	int (*open)(const char *file, struct as_store *store, struct as_error *error),
	struct as_error *error)
{
	struct as_store *store;

	if (as_store_check_url(url, error))
		return NULL;
	store = calloc(1, sizeof(*store));
	if (!store) {
		as_error_no_memory(error);
		return NULL;
	}
	if (open(url + strlen(SQLITE_PREFIX), store, error) == 0)
		return store;
	free(store);
	return NULL;
}

struct as_store *as_store_open(const char *url, struct as_error *error)
{
	return open_by(url, as_sqlite_open, error);
}

struct as_store *as_store_open_reader(const char *url, struct as_error *error)
{
	return open_by(url, as_sqlite_open_reader, error);
}

void as_store_close(struct as_store *store)
{
	if (!store)
		return;
	store->ops->close(store->back);
	free(store);
}

int as_store_space_find(
	struct as_store *store, const char *name, int64_t *space, struct as_error *error)
{
	return store->ops->find_space(store->back, name, space, error);
}

int as_store_setting_read(struct as_store *store, int64_t space, const char *name, char **value,
	struct as_error *error)
{
	*value = NULL;
	return store->ops->read_setting(store->back, space, name, value, error);
}

int as_store_setting_write(struct as_store *store, int64_t space, const char *name,
	const char *value, struct as_error *error)
{
	return store->ops->write_setting(store->back, space, name, value, error);
}

int as_store_job_read(
	struct as_store *store, int64_t id, struct as_store_job *job, struct as_error *error)
{
	*job = (struct as_store_job){0};
	return store->ops->read_job(store->back, id, job, error);
}

int as_store_events_read(struct as_store *store, int64_t space, int64_t after,
	struct as_store_event *events, size_t most, size_t *count, struct as_error *error)
{
	*count = 0;
	return store->ops->read_events(store->back, space, after, events, most, count, error);
}

int as_store_wait(struct as_store *store, int64_t *after, int64_t most_ns, struct as_error *error)
{
	return store->ops->wait(store->back, after, most_ns, error);
}
