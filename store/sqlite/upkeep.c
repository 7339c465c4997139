/* SPDX-License-Identifier: MIT */
/*
 * Lists blobs, and removes unreferenced ones, in two steps. Each is a short transaction. First the
 * row of the blob is moved to `upload`, as if it had never been complete; then its chunks are
 * removed, some at a time. A row of `upload` has the time of its last chunk, so a blob that is
 * being written is kept.
 */
#include "sqlite.h"

#include <string.h>

/* Maximum number of blobs, or of chunks of one, in a transaction. */
#define BLOBS_AT_ONCE 4096
#define CHUNKS_AT_ONCE 32

struct removal {
	int64_t before_ms;
	struct as_store_removed *removed;
};

/* The first step of as_store_ops.remove_some: returns the number of blobs that became uploads. */
static int remove_blobs(
	struct as_connection *writer, const struct removal *removal, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_BLOB_REMOVE, error);
	sqlite3_stmt *add = as_sql(writer, AS_SQL_UPLOAD_ADD_OLD, error);
	char digest[AS_DIGEST_HEX_SIZE];
	int count = 0, found;

	if (!statement || !add)
		return -1;
	sqlite3_bind_int64(statement, 1, removal->before_ms);
	sqlite3_bind_int64(statement, 2, BLOBS_AT_ONCE);
	/* SQLite has deleted all of them before it returns the first row. */
	while ((found = as_sql_step(writer, statement, error)) == 1) {
		as_sql_copy_text(statement, 0, digest, sizeof(digest));
		removal->removed->blob_count++;
		removal->removed->blob_bytes += (uint64_t)sqlite3_column_int64(statement, 1);
		as_sql_text(add, 1, digest);
		if (as_sqlite_run(writer, add, error)) {
			sqlite3_reset(statement);
			return -1;
		}
		count++;
	}
	return found < 0 ? -1 : count;
}

/* The oldest upload: 1, or 0 if there is none. `was_blob`: it was counted as a blob. */
static int find_upload(struct as_connection *writer, int64_t before_ms,
	char digest[AS_DIGEST_HEX_SIZE], bool *was_blob, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_UPLOAD_FIND, error);

	if (!statement)
		return -1;
	sqlite3_bind_int64(statement, 1, before_ms);
	const int found = as_sql_step(writer, statement, error);
	if (found == 1) {
		as_sql_copy_text(statement, 0, digest, AS_DIGEST_HEX_SIZE);
		*was_blob = sqlite3_column_int(statement, 1);
	}
	sqlite3_reset(statement);
	return found;
}

static int remove_chunks(struct as_connection *writer, const struct removal *removal,
	const char *digest, bool was_blob, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_CHUNK_REMOVE, error);
	int count = 0, found;

	if (!statement)
		return -1;
	as_sql_text(statement, 1, digest);
	sqlite3_bind_int64(statement, 2, CHUNKS_AT_ONCE);
	while ((found = as_sql_step(writer, statement, error)) == 1) {
		count++;
		if (!was_blob)
			removal->removed->part_bytes +=
				(uint64_t)sqlite3_column_int64(statement, 0);
	}
	return found < 0 ? -1 : count;
}

static int remove_upload(
	struct as_connection *writer, const struct removal *removal, struct as_error *error)
{
	char digest[AS_DIGEST_HEX_SIZE];
	bool was_blob = false;
	const int found = find_upload(writer, removal->before_ms, digest, &was_blob, error);

	if (found != 1)
		return found;
	const int count = remove_chunks(writer, removal, digest, was_blob, error);
	if (count)
		return count;
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_UPLOAD_REMOVE, error);
	if (!statement)
		return -1;
	as_sql_text(statement, 1, digest);
	removal->removed->part_count += !was_blob;
	return as_sqlite_run(writer, statement, error) ? -1 : 1;
}

static int remove_some(struct as_connection *writer, void *context, struct as_error *error)
{
	const struct removal *removal = context;
	const int count = remove_upload(writer, removal, error);

	/* Last, because it reads all blobs. */
	return count ? count : remove_blobs(writer, removal, error);
}

int as_sqlite_remove_some(
	void *back, int64_t before_ms, struct as_store_removed *removed, struct as_error *error)
{
	struct as_sqlite *sqlite = back;
	struct as_store_removed counted = *removed;
	struct removal removal = {before_ms, &counted};
	const int left = as_writer_write(&sqlite->writer, remove_some, &removal, error);

	if (left >= 0)
		*removed = counted;
	return left;
}
