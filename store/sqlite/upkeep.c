/* SPDX-License-Identifier: MIT */
/*
 * Removes unreferenced blobs, in two steps. Each is a short transaction. First the
 * row of the blob is moved to `upload`, as if it had never been complete; then its chunks are
 * removed, some at a time. A row of `upload` has the time of its last chunk, so a blob that is
 * being written is kept.
 */
#include "blobs.h"
#include "sqlite.h"
#include "texts.h"

struct removal {
	int64_t before_ms;
	struct as_store_removed *removed;
};

/* The first step of as_upkeep_ops.remove_some: returns the number of blobs that became uploads. */
static int remove_blobs(struct as_sql *sql, const struct removal *removal, struct as_error *error)
{
	static const struct as_statement remove = {
		.text = "DELETE FROM blob WHERE digest IN (SELECT b.digest FROM blob AS b"
			" WHERE b.written < $1" AS_SQL_UNUSED " LIMIT 4096)"
			" RETURNING digest, size"};
	static const struct as_statement add = {
		.text = "INSERT INTO upload (digest, written, was_blob) VALUES ($1, 0, 1)"};
	int count = 0;
	AS_ROWS rows = {0};
	/* SQLite has deleted all of them before it returns the first row. */
	int found = as_sql_find(sql, &remove, AS_VALUES(AS_INT(removal->before_ms)), &rows, error);

	for (; found == 1; found = as_rows_next(&rows, error), count++) {
		const struct as_listed_blob blob = as_rows_blob(&rows);
		removal->removed->blob_count++;
		removal->removed->blob_bytes += blob.size_bytes;
		if (as_sql_run(sql, &add, AS_VALUES(AS_TEXT(blob.digest)), error) < 0)
			return -1;
	}
	return found < 0 ? -1 : count;
}

static int remove_chunks(struct as_sql *sql, const struct removal *removal, const char *digest,
	bool was_blob, struct as_error *error)
{
	static const struct as_statement remove = {
		.text = "DELETE FROM chunk WHERE digest = $1 AND ordinal IN (SELECT ordinal FROM"
			" chunk WHERE digest = $1 ORDER BY ordinal LIMIT 32)"
			" RETURNING length(data)"};
	AS_ROWS rows = {0};
	int count = 0;
	int found = as_sql_find(sql, &remove, AS_VALUES(AS_TEXT(digest)), &rows, error);

	for (; found == 1; found = as_rows_next(&rows, error), count++)
		if (!was_blob)
			removal->removed->part_bytes += (uint64_t)as_rows_number(&rows, 0);
	return found < 0 ? -1 : count;
}

/* Removes some of the oldest upload: 0 if there is none. */
static int remove_upload(struct as_sql *sql, const struct removal *removal, struct as_error *error)
{
	static const struct as_statement find = {
		.text = "SELECT digest, was_blob FROM upload WHERE written < $1 ORDER BY written"
			" LIMIT 1"};
	static const struct as_statement remove = {.text = "DELETE FROM upload WHERE digest = $1"};
	char digest[AS_DIGEST_HEX_SIZE];
	AS_ROWS rows = {0};
	const int found =
		as_sql_find(sql, &find, AS_VALUES(AS_INT(removal->before_ms)), &rows, error);

	if (found != 1)
		return found;
	as_rows_copy_text(&rows, 0, digest, sizeof(digest));
	/* Counted as a blob before. */
	const bool was_blob = as_rows_number(&rows, 1);
	as_rows_clear(&rows);
	const int count = remove_chunks(sql, removal, digest, was_blob, error);
	if (count)
		return count;
	removal->removed->part_count += !was_blob;
	return as_sql_run(sql, &remove, AS_VALUES(AS_TEXT(digest)), error) < 0 ? -1 : 1;
}

static int remove_some(struct as_sql *sql, void *context, struct as_error *error)
{
	const struct removal *removal = context;
	const int count = remove_upload(sql, removal, error);

	/* Last, because it reads all blobs. */
	return count ? count : remove_blobs(sql, removal, error);
}

int as_sqlite_remove_some(
	void *back, int64_t before_ms, struct as_store_removed *removed, struct as_error *error)
{
	struct as_store_removed counted = *removed;
	struct removal removal = {before_ms, &counted};
	const int left = as_sqlite_write(back, remove_some, &removal, error);

	if (left >= 0)
		*removed = counted;
	return left;
}
