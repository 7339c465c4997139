/* SPDX-License-Identifier: MIT */
/*
 * Removes the data of an owner. Submissions become empty, and results keep verdicts, scores and
 * digests. A compiler's message quotes the source, so it is removed. The bytes are deleted once
 * nothing refers to them (as_store_collect). Each step can be repeated.
 */
#include "back.h"

#include <assay/program.h>
#include <string.h>

static int put_empty(
	struct as_store *store, char digest[AS_DIGEST_HEX_SIZE], struct as_error *error)
{
	const struct as_submitted none = {0};
	AS_AUTO_BYTES struct as_bytes bytes = {0};

	return as_submitted_write(&none, &bytes, error) ||
			       as_store_blob_put(store, bytes.data, bytes.size, digest, error)
		       ? -1
		       : 0;
}

static void scrub(struct as_result *result)
{
	free(as_steal(result->compile.output));
	as_names_free(as_steal(result->compile.notes));
	free(as_steal(result->path));
	result->path = strdup("");
}

static int read_blob(
	struct as_store *store, const char *digest, struct as_bytes *bytes, struct as_error *error)
{
	const int found = as_store_blob_read(store, digest, UINT64_C(256) << 20, bytes, error);

	if (found == 0)
		return as_error_set(error, AS_ERROR_INTERNAL,
			"the bytes of a result are missing; see assay store check");
	return found < 0 ? -1 : 0;
}

/* Replaces the result's blob by one without quotes, and sets `digest` to it. The result of another
 * version of assay is not changed. */
static int scrub_blob(
	struct as_store *store, char digest[AS_DIGEST_HEX_SIZE], struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	AS_AUTO_BYTES struct as_bytes scrubbed = {0};
	AS_AUTO(as_result_clear) struct as_result result = {0};

	if (read_blob(store, digest, &bytes, error))
		return -1;
	const int known = as_result_read(bytes.data, bytes.size, &result, error);
	if (known <= 0)
		return known;
	scrub(&result);
	if (!result.path)
		return as_error_no_memory(error);
	return as_result_write(&result, &scrubbed, error) ||
			       as_store_blob_put(store, scrubbed.data, scrubbed.size, digest, error)
		       ? -1
		       : 0;
}

static int scrub_results(struct as_store *store, const char *owner, struct as_error *error)
{
	const struct as_upkeep_ops *ops = store->upkeep;
	char digest[AS_DIGEST_HEX_SIZE];
	int64_t result = 0;
	int found;

	while ((found = ops->next_result(store->back, owner, &result, digest, error)) == 1)
		if (scrub_blob(store, digest, error) ||
			ops->replace_result(store->back, result, digest, error))
			return -1;
	return found;
}

int as_store_forget(
	struct as_store *store, const char *owner, uint64_t *count, struct as_error *error)
{
	const struct as_store_selection selection = {.owner = owner};
	char empty[AS_DIGEST_HEX_SIZE];
	uint64_t cancelled;

	*count = 0;
	return as_store_cancel_all(store, &selection, NULL, &cancelled, error) ||
			       put_empty(store, empty, error) ||
			       scrub_results(store, owner, error) ||
			       store->upkeep->forget_owner(store->back, owner, empty, count, error)
		       ? -1
		       : 0;
}
