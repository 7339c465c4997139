/* SPDX-License-Identifier: MIT */
/*
 * Lists blobs, and removes unreferenced ones, in the same two steps as in a file (sqlite/upkeep.c),
 * one process at a time. Other processes write meanwhile:
 * - Chunk by chunk: each chunk is written under the lock of its row of `upload`, which the second
 *   step takes, too. The row that completes a blob is written only if all of its bytes are there.
 * - A small blob, with the row that refers to it: its row of `blob` comes first. The second step
 *   has a row of its own in that place until its transaction ends, so one waits for the other.
 */
#include "postgres.h"

#include <string.h>

struct removal {
	int64_t before_ms;
	struct as_store_removed removed; /* in this transaction */
	char after[AS_DIGEST_HEX_SIZE];  /* blobs up to this one were looked at */
	bool is_end;                     /* there are no blobs after it */
};

/* ---- the first step ---- */

static int remove_marked(
	struct as_pg_link *link, struct removal *removal, const char *last, struct as_error *error)
{
	struct as_pg_values values = {0};
	AS_PG_ROWS rows = NULL;

	as_pg_add_text(&values, removal->after);
	as_pg_add_text(&values, last);
	if (as_pg_run(link, AS_PG_BLOB_REMOVE, &values, &rows, error))
		return -1;
	removal->removed.blob_count = (uint64_t)as_pg_number(rows, 0, 0);
	removal->removed.blob_bytes = (uint64_t)as_pg_number(rows, 0, 1);
	return removal->removed.blob_count > 0;
}

static int remove_blobs(struct as_pg_session *session, void *context, struct as_error *error)
{
	struct removal *removal = context;
	struct as_pg_values values = {0};
	char last[AS_DIGEST_HEX_SIZE];
	AS_PG_ROWS rows = NULL;

	removal->removed = (struct as_store_removed){0};
	as_pg_add_number(&values, removal->before_ms);
	as_pg_add_text(&values, removal->after);
	if (as_pg_run(&session->link, AS_PG_COLLECT_LOCK, NULL, NULL, error) ||
		as_pg_run(&session->link, AS_PG_BLOB_MARK, &values, &rows, error))
		return -1;
	removal->is_end = PQgetisnull(rows, 0, 1);
	as_pg_copy_text(rows, 0, 1, last, sizeof(last));
	const int removed = as_pg_number(rows, 0, 0) > 0
				    ? remove_marked(&session->link, removal, last, error)
				    : 0;
	/* The position advances only without removals, so that a repeated transaction skips no
	 * blob. */
	if (removed == 0)
		strcpy(removal->after, last);
	return removed;
}

/* ---- the second step ---- */

static int remove_chunks(struct as_pg_link *link, const struct as_pg_values *digest, bool was_blob,
	struct as_store_removed *removed, int64_t *count, struct as_error *error)
{
	AS_PG_ROWS guard = NULL;
	AS_PG_ROWS gone = NULL;
	const int guarded = as_pg_find(link, AS_PG_BLOB_GUARD, digest, &guard, error);

	*count = 0;
	/* An existing blob is complete. */
	if (guarded != 1)
		return guarded;
	if (as_pg_run(link, AS_PG_CHUNK_REMOVE, digest, &gone, error) ||
		as_pg_run(link, AS_PG_BLOB_UNGUARD, digest, NULL, error))
		return -1;
	*count = as_pg_number(gone, 0, 0);
	removed->part_bytes += was_blob ? 0 : (uint64_t)as_pg_number(gone, 0, 1);
	removed->part_count += *count == 0 && !was_blob;
	return 0;
}

static int remove_upload(struct as_pg_session *session, void *context, struct as_error *error)
{
	struct removal *removal = context;
	struct as_pg_link *link = &session->link;
	struct as_pg_values before = {0}, digest = {0};
	char hex[AS_DIGEST_HEX_SIZE];
	AS_PG_ROWS rows = NULL;
	int64_t count;

	removal->removed = (struct as_store_removed){0};
	as_pg_add_number(&before, removal->before_ms);
	if (as_pg_run(link, AS_PG_COLLECT_LOCK, NULL, NULL, error))
		return -1;
	const int found = as_pg_find(link, AS_PG_UPLOAD_FIND, &before, &rows, error);
	if (found != 1)
		return found;
	as_pg_copy_text(rows, 0, 0, hex, sizeof(hex));
	as_pg_add_text(&digest, hex);
	if (remove_chunks(
		    link, &digest, as_pg_number(rows, 0, 1), &removal->removed, &count, error) ||
		(count == 0 && as_pg_run(link, AS_PG_UPLOAD_REMOVE, &digest, NULL, error)))
		return -1;
	return 1;
}

/* ---- both ---- */

int as_pg_remove_some(
	void *back, int64_t before_ms, struct as_store_removed *removed, struct as_error *error)
{
	struct as_postgres *postgres = back;
	struct removal removal = {.before_ms = before_ms};

	int left = as_pg_session_write(&postgres->session, remove_upload, &removal, error);
	while (left == 0 && !removal.is_end)
		left = as_pg_session_write(&postgres->session, remove_blobs, &removal, error);
	if (left < 0)
		return -1;
	removed->blob_count += removal.removed.blob_count;
	removed->blob_bytes += removal.removed.blob_bytes;
	removed->part_count += removal.removed.part_count;
	removed->part_bytes += removal.removed.part_bytes;
	return left;
}
