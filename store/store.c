/* SPDX-License-Identifier: MIT */
/* Opens a store by its URL, and forwards calls to its back end. */
#include "back.h"

#include <string.h>

static int check_file(const char *file, struct as_error *error)
{
	return *file ? 0
		     : as_error_set(error, AS_ERROR_USAGE,
			       "the URL 'sqlite:' names no file; use sqlite:FILE");
}

typedef int opener(const char *place, struct as_store *store, struct as_error *error);

/* Selected by the scheme of the URL. */
static const struct back {
	const char *prefix;
	bool takes_whole; /* or what follows the prefix */
	int (*check)(const char *place, struct as_error *error);
	opener *open, *open_reader;
} backs[] = {
	{"sqlite:", false, check_file, as_sqlite_open, as_sqlite_open_reader},
	{"postgresql://", true, as_module_check_url, as_module_open, as_module_open},
	{"postgres://", true, as_module_check_url, as_module_open, as_module_open},
};

/* NULL: not the URL of a store. The error does not quote it, because it may contain a password. */
static const struct back *find_back(const char *url, const char **place, struct as_error *error)
{
	for (size_t i = 0; i < sizeof(backs) / sizeof(*backs); i++)
		if (strncmp(url, backs[i].prefix, strlen(backs[i].prefix)) == 0) {
			*place = backs[i].takes_whole ? url : url + strlen(backs[i].prefix);
			return &backs[i];
		}
	const int shown = strpbrk(url, "@?") ? 0 : (int)strlen(url);
	as_error_set(error, AS_ERROR_USAGE,
		"'%.*s%s' is not the URL of a store; use sqlite:FILE or "
		"postgresql://HOST/DATABASE",
		shown, url, shown < (int)strlen(url) ? "..." : "");
	return NULL;
}

int as_store_check_url(const char *url, struct as_error *error)
{
	const char *place;
	const struct back *back = find_back(url, &place, error);

	return back ? back->check(place, error) : -1;
}

static struct as_store *open_by(const char *url, bool only_reads, struct as_error *error)
{
	const char *place;
	const struct back *back = find_back(url, &place, error);
	struct as_store *store;

	if (!back || back->check(place, error))
		return NULL;
	store = calloc(1, sizeof(*store));
	if (!store) {
		as_error_no_memory(error);
		return NULL;
	}
	if ((only_reads ? back->open_reader : back->open)(place, store, error) == 0)
		return store;
	free(store);
	return NULL;
}

struct as_store *as_store_open(const char *url, struct as_error *error)
{
	return open_by(url, false, error);
}

struct as_store *as_store_open_reader(const char *url, struct as_error *error)
{
	return open_by(url, true, error);
}

void as_store_close(struct as_store *store)
{
	if (!store)
		return;
	store->ops->close(store->back);
	free(store);
}

const char *as_store_warning(const struct as_store *store)
{
	return store->warning;
}
