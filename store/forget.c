/* SPDX-License-Identifier: MIT */
/*
 * Removes the data of an owner. Submissions become empty, and results keep verdicts, scores and
 * digests. A compiler's message quotes the source, so it is removed. The bytes are deleted once
 * nothing refers to them (as_store_collect). Each step can be repeated.
 */
#include "back.h"
#include "jobs.h"

#include <string.h>

/* ---- statements ---- */

int as_result_next(struct as_store *store, const char *owner, int64_t *result,
	char digest[AS_DIGEST_HEX_SIZE], struct as_error *error)
{
	static const struct as_statement next = {
		.text = "SELECT result.id, result.bytes FROM job JOIN result ON result.job = job.id"
			" WHERE job.owner = $1 AND result.id > $2 ORDER BY result.id LIMIT 1"};
	AS_ROWS rows = {0};
	const int found = as_store_query(
		store, &next, AS_VALUES(AS_NAME(owner), AS_INT(*result)), &rows, error);

	if (found == 1) {
		*result = as_rows_number(&rows, 0);
		as_rows_copy_text(&rows, 1, digest, AS_DIGEST_HEX_SIZE);
	}
	return found;
}

int as_result_replace(
	struct as_store *store, int64_t result, const char *digest, struct as_error *error)
{
	static const struct as_statement replace = {
		.text = "UPDATE result SET bytes = $2 WHERE id = $1"};

	return as_store_execute(
		       store, &replace, AS_VALUES(AS_INT(result), AS_TEXT(digest)), error) < 0
		       ? -1
		       : 0;
}

struct forgetting {
	const char *owner, *empty;
	uint64_t count; /* of submissions that had another blob */
};

/* Deleted bytes are overwritten, also in the file. */
static int forget_owner(struct as_sql *sql, void *context, struct as_error *error)
{
	static const struct as_statement overwrite = {"PRAGMA secure_delete = ON", ""};
	static const struct as_statement keys = {
		.text = "UPDATE job SET key = NULL WHERE owner = $1"};
	static const struct as_statement files = {
		.text = "UPDATE submission SET path = '', files = $2"
			" WHERE owner = $1 AND files <> $2"};
	struct forgetting *forgetting = context;

	if (as_sql_run(sql, &overwrite, NULL, error) < 0 ||
		as_sql_run(sql, &keys, AS_VALUES(AS_NAME(forgetting->owner)), error) < 0)
		return -1;
	const int64_t count = as_sql_run(sql, &files,
		AS_VALUES(AS_NAME(forgetting->owner), AS_TEXT(forgetting->empty)), error);
	forgetting->count = count < 0 ? 0 : (uint64_t)count;
	return count < 0 ? -1 : 0;
}

/* ---- results ---- */

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
	char digest[AS_DIGEST_HEX_SIZE];
	int64_t result = 0;
	int found;

	while ((found = as_result_next(store, owner, &result, digest, error)) == 1)
		if (scrub_blob(store, digest, error) ||
			as_result_replace(store, result, digest, error))
			return -1;
	return found;
}

int as_store_forget(
	struct as_store *store, const char *owner, uint64_t *count, struct as_error *error)
{
	const struct as_store_selection selection = {.owner = owner};
	char empty[AS_DIGEST_HEX_SIZE];
	struct forgetting forgetting = {.owner = owner, .empty = empty};
	uint64_t cancelled;

	const int failed = as_store_cancel_all(store, &selection, NULL, &cancelled, error) ||
			   put_empty(store, empty, error) || scrub_results(store, owner, error) ||
			   as_store_write(store, forget_owner, &forgetting, error);
	*count = forgetting.count;
	return failed ? -1 : 0;
}
