/* SPDX-License-Identifier: MIT */
/*
 * Removes unreferenced blobs, in the same two steps as in a file (sqlite/upkeep.c),
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

static const struct as_statement collect_lock = {
	.text = "SELECT pg_advisory_xact_lock(" AS_PG_LOCK_STORE ", " AS_PG_LOCK_COLLECT ")"};

/* Removes those up to `last` that are still unreferenced: a reference may have been committed
 * before they were locked. */
static int remove_marked(
	struct as_sql *sql, struct removal *removal, const char *last, struct as_error *error)
{
	static const struct as_statement remove = {
		.text = "WITH gone AS (DELETE FROM blob AS b WHERE digest > $1 AND digest <= $2"
			" AND written = -1" AS_SQL_UNUSED " RETURNING digest, size),"
			" noted AS (INSERT INTO upload (digest, written, was_blob)"
			" SELECT digest, 0, 1 FROM gone"
			" ON CONFLICT (digest) DO UPDATE SET written = 0, was_blob = 1)"
			" SELECT count(*), coalesce(sum(size), 0)::bigint FROM gone"};
	AS_ROWS rows = {0};

	if (as_sql_find(sql, &remove, AS_VALUES(AS_TEXT(removal->after), AS_TEXT(last)), &rows,
		    error) != 1)
		return -1;
	removal->removed.blob_count = (uint64_t)as_rows_number(&rows, 0);
	removal->removed.blob_bytes = (uint64_t)as_rows_number(&rows, 1);
	return removal->removed.blob_count > 0;
}

static int remove_blobs(struct as_sql *sql, void *context, struct as_error *error)
{
	/* Examines a number of blobs. Locks and marks the unreferenced ones; returns their number,
	 * and the last one examined. */
	static const struct as_statement mark = {
		.text = "WITH page AS MATERIALIZED (SELECT digest FROM blob WHERE digest > $2"
			" ORDER BY digest LIMIT 10000),"
			" old AS MATERIALIZED (SELECT b.digest FROM page JOIN blob AS b"
			" ON b.digest = page.digest WHERE b.written < $1" AS_SQL_UNUSED
			" FOR UPDATE OF b SKIP LOCKED),"
			" marked AS (UPDATE blob SET written = -1 FROM old"
			" WHERE blob.digest = old.digest RETURNING 1)"
			" SELECT (SELECT count(*) FROM marked), max(digest) FROM page"};
	struct removal *removal = context;
	char last[AS_DIGEST_HEX_SIZE];
	AS_ROWS rows = {0};

	removal->removed = (struct as_store_removed){0};
	if (as_sql_run(sql, &collect_lock, NULL, error) < 0 ||
		as_sql_find(sql, &mark,
			AS_VALUES(AS_INT(removal->before_ms), AS_TEXT(removal->after)), &rows,
			error) != 1)
		return -1;
	removal->is_end = !as_rows_text(&rows, 1);
	as_rows_copy_text(&rows, 1, last, sizeof(last));
	const int removed =
		as_rows_number(&rows, 0) > 0 ? remove_marked(sql, removal, last, error) : 0;
	/* The position advances only without removals, so that a repeated transaction skips no
	 * blob. */
	if (removed == 0)
		strcpy(removal->after, last);
	return removed;
}

/* ---- the second step ---- */

static int remove_chunks(struct as_sql *sql, const struct as_value *digest, bool was_blob,
	struct as_store_removed *removed, int64_t *count, struct as_error *error)
{
	static const struct as_statement guard = {
		.text = "INSERT INTO blob (digest, size) VALUES ($1, 0) ON CONFLICT DO NOTHING"};
	static const struct as_statement end_guard = {.text = "DELETE FROM blob WHERE digest = $1"};
	static const struct as_statement remove = {
		.text = "WITH first AS MATERIALIZED (SELECT ordinal FROM chunk WHERE digest = $1"
			" ORDER BY ordinal LIMIT 32),"
			" gone AS (DELETE FROM chunk USING first WHERE chunk.digest = $1"
			" AND chunk.ordinal = first.ordinal RETURNING octet_length(data) AS size)"
			" SELECT count(*), coalesce(sum(size), 0)::bigint FROM gone"};
	AS_ROWS rows = {0};
	const int64_t guarded = as_sql_run(sql, &guard, digest, error);

	*count = 0;
	/* An existing blob is complete. */
	if (guarded != 1)
		return (int)guarded;
	if (as_sql_find(sql, &remove, digest, &rows, error) != 1 ||
		as_sql_run(sql, &end_guard, digest, error) < 0)
		return -1;
	*count = as_rows_number(&rows, 0);
	removed->part_bytes += was_blob ? 0 : (uint64_t)as_rows_number(&rows, 1);
	removed->part_count += *count == 0 && !was_blob;
	return 0;
}

static int remove_upload(struct as_sql *sql, void *context, struct as_error *error)
{
	static const struct as_statement find = {
		.text = "SELECT digest, was_blob FROM upload WHERE written < $1"
			" ORDER BY written LIMIT 1 FOR UPDATE"};
	static const struct as_statement remove = {.text = "DELETE FROM upload WHERE digest = $1"};
	struct removal *removal = context;
	AS_ROWS rows = {0};
	int64_t count;

	removal->removed = (struct as_store_removed){0};
	if (as_sql_run(sql, &collect_lock, NULL, error) < 0)
		return -1;
	const int found =
		as_sql_find(sql, &find, AS_VALUES(AS_INT(removal->before_ms)), &rows, error);
	if (found != 1)
		return found;
	const struct as_value *digest = AS_VALUES(AS_TEXT(as_rows_text(&rows, 0)));
	return remove_chunks(
		       sql, digest, as_rows_number(&rows, 1), &removal->removed, &count, error) ||
			       (count == 0 && as_sql_run(sql, &remove, digest, error) < 0)
		       ? -1
		       : 1;
}

/* ---- both ---- */

int as_pg_remove_some(
	void *back, int64_t before_ms, struct as_store_removed *removed, struct as_error *error)
{
	struct removal removal = {.before_ms = before_ms};

	int left = as_pg_write(back, remove_upload, &removal, error);
	while (left == 0 && !removal.is_end)
		left = as_pg_write(back, remove_blobs, &removal, error);
	if (left < 0)
		return -1;
	removed->blob_count += removal.removed.blob_count;
	removed->blob_bytes += removal.removed.blob_bytes;
	removed->part_count += removal.removed.part_count;
	removed->part_bytes += removal.removed.part_bytes;
	return left;
}
