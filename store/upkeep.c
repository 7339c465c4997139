/* SPDX-License-Identifier: MIT */
/* Maintenance of a store: the part above its back end. */
#include "back.h"
#include "blobs.h"

#include <string.h>

/* ---- checking ---- */

struct checking {
	struct as_store *store;
	const atomic_bool *cancel;
	as_store_problem problem;
	void *context;
	struct as_store_checked *checked;
};

static int report(void *context, const char *text)
{
	struct checking *checking = context;

	checking->checked->problem_count++;
	return checking->problem(checking->context, text);
}

/* 1: the caller ends the check. */
static int check_blob(
	struct checking *checking, const struct as_listed_blob *blob, struct as_error *error)
{
	struct as_error why = {0};
	char text[sizeof(why.where) + sizeof(why.text) + 32];
	const int found = as_blob_check(checking->store, blob->digest, &why);

	checking->checked->blob_count += found != 0;
	checking->checked->blob_bytes += found != 0 ? blob->size_bytes : 0;
	if (as_cancel_check(checking->cancel, error))
		return -1;
	return found < 0 && report(checking, as_error_format(&why, text, sizeof(text))) ? 1 : 0;
}

#define LISTED_COUNT 256

static int check_blobs(struct checking *checking, struct as_error *error)
{
	struct as_store *store = checking->store;
	struct as_listed_blob blobs[LISTED_COUNT];
	char after[AS_DIGEST_HEX_SIZE] = "";
	size_t count;

	do {
		if (as_blob_list(store, after, blobs, LISTED_COUNT, &count, error))
			return -1;
		for (size_t i = 0; i < count; i++) {
			const int ended = check_blob(checking, &blobs[i], error);
			if (ended)
				return ended < 0 ? -1 : 0;
		}
		if (count)
			strcpy(after, blobs[count - 1].digest);
	} while (count == LISTED_COUNT);
	return 0;
}

int as_store_check(struct as_store *store, const atomic_bool *cancel, as_store_problem problem,
	void *context, struct as_store_checked *checked, struct as_error *error)
{
	struct checking checking = {store, cancel, problem, context, checked};

	*checked = (struct as_store_checked){0};
	if (store->upkeep->check_rows(store->back, cancel, report, &checking, checked, error))
		return -1;
	return check_blobs(&checking, error);
}

/* ---- the rest ---- */

int as_store_backup(
	struct as_store *store, const char *file, const atomic_bool *cancel, struct as_error *error)
{
	if (!store->upkeep->copy)
		return as_error_set(error, AS_ERROR_USAGE,
			"backup: a store on PostgreSQL is backed up by pg_dump");
	return store->upkeep->copy(store->back, file, cancel, error);
}

int as_store_grant(
	struct as_store *store, const char *role, enum as_store_right right, struct as_error *error)
{
	if (!store->upkeep->grant)
		return as_error_set(error, AS_ERROR_USAGE,
			"grant: a store in a file has no roles; give its readers and writers the "
			"rights of the file");
	return store->upkeep->grant(store->back, role, right, error);
}

int as_store_collect(struct as_store *store, int64_t grace_ms, const atomic_bool *cancel,
	struct as_store_removed *removed, struct as_error *error)
{
	int64_t now_ms;
	int left;

	*removed = (struct as_store_removed){0};
	do {
		if (as_cancel_check(cancel, error) || as_store_now(store, &now_ms, error))
			return -1;
		left = store->upkeep->remove_some(store->back, now_ms - grace_ms, removed, error);
	} while (left > 0);
	return left;
}
