/* SPDX-License-Identifier: MIT */
/* Blobs, chunk by chunk, and packages. */
#include "sqlite.h"

static int put_chunk(struct as_connection *writer, const char *digest, int64_t ordinal,
	const void *data, size_t size, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_CHUNK_PUT, error);

	if (!statement)
		return -1;
	as_sql_text(statement, 1, digest);
	sqlite3_bind_int64(statement, 2, ordinal);
	as_sql_bytes(statement, 3, data, size);
	return as_sqlite_run(writer, statement, error);
}

static int end_blob(struct as_connection *writer, const char *digest, uint64_t size_bytes,
	struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_BLOB_ADD, error);

	if (!statement)
		return -1;
	as_sql_text(statement, 1, digest);
	sqlite3_bind_int64(statement, 2, (int64_t)size_bytes);
	sqlite3_bind_int64(statement, 3, as_sqlite_now_ms());
	return as_sqlite_run(writer, statement, error);
}

/* Adds a row for a blob whose chunks come in transactions of their own. */
static int note_upload(struct as_connection *writer, const char *digest, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_UPLOAD_NOTE, error);

	if (!statement)
		return -1;
	as_sql_text(statement, 1, digest);
	sqlite3_bind_int64(statement, 2, as_sqlite_now_ms());
	return as_sqlite_run(writer, statement, error);
}

/* Ends the row of a blob that is about to be complete. */
static int end_upload(struct as_connection *writer, const char *digest, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_UPLOAD_END, error);

	if (!statement)
		return -1;
	as_sql_text(statement, 1, digest);
	return as_sqlite_run(writer, statement, error);
}

/* As as_store_ops.find_blob. */
static int find_blob(struct as_connection *connection, const char *digest, uint64_t *size_bytes,
	struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(connection, AS_SQL_BLOB_FIND, error);

	if (!statement)
		return -1;
	as_sql_text(statement, 1, digest);
	const int found = as_sql_step(connection, statement, error);
	if (found == 1)
		*size_bytes = (uint64_t)sqlite3_column_int64(statement, 0);
	sqlite3_reset(statement);
	return found;
}

int as_sqlite_add_content(
	struct as_sql *sql, const struct as_content *content, struct as_error *error)
{
	struct as_connection *writer = (struct as_connection *)sql;
	uint64_t known_bytes;

	if (!content->data)
		return 0;
	const int found = find_blob(writer, content->digest, &known_bytes, error);
	if (found)
		return found > 0 ? 0 : -1;
	if (end_upload(writer, content->digest, error))
		return -1;
	if (content->size &&
		put_chunk(writer, content->digest, 0, content->data, content->size, error))
		return -1;
	return end_blob(writer, content->digest, content->size, error);
}

int as_sqlite_find_blob(
	void *back, const char *digest, uint64_t *size_bytes, struct as_error *error)
{
	struct as_connection *reader = as_reader_take(back, error);

	if (!reader)
		return -1;
	const int found = find_blob(reader, digest, size_bytes, error);
	as_reader_give(back, reader);
	return found;
}

static int touch(struct as_connection *writer, void *context, struct as_error *error)
{
	const char *digest = context;
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_BLOB_TOUCH, error);

	if (!statement)
		return -1;
	as_sql_text(statement, 1, digest);
	sqlite3_bind_int64(statement, 2, as_sqlite_now_ms());
	const int found = as_sql_step(writer, statement, error);
	return found == 1 && as_sqlite_run(writer, statement, error) ? -1 : found;
}

int as_sqlite_touch_blob(void *back, const char *digest, struct as_error *error)
{
	struct as_sqlite *sqlite = back;

	return as_writer_write(&sqlite->writer, touch, (void *)digest, error);
}

/* A chunk, or the end of a blob. */
struct piece {
	const char *digest;
	int64_t ordinal;
	const struct as_bytes *chunk; /* NULL: the end */
	uint64_t size_bytes;          /* of the whole, at the end */
};

static int write_piece(struct as_connection *writer, void *context, struct as_error *error)
{
	const struct piece *piece = context;

	if (piece->chunk)
		return note_upload(writer, piece->digest, error) ||
				       put_chunk(writer, piece->digest, piece->ordinal,
					       piece->chunk->data, piece->chunk->size, error)
			       ? -1
			       : 0;
	return end_upload(writer, piece->digest, error) ||
			       end_blob(writer, piece->digest, piece->size_bytes, error)
		       ? -1
		       : 0;
}

int as_sqlite_put_chunk(void *back, const char *digest, int64_t ordinal,
	const struct as_bytes *chunk, struct as_error *error)
{
	struct as_sqlite *sqlite = back;
	struct piece piece = {.digest = digest, .ordinal = ordinal, .chunk = chunk};

	return as_writer_write(&sqlite->writer, write_piece, &piece, error);
}

int as_sqlite_end_blob(void *back, const char *digest, uint64_t size_bytes, struct as_error *error)
{
	struct as_sqlite *sqlite = back;
	struct piece piece = {.digest = digest, .size_bytes = size_bytes};

	return as_writer_write(&sqlite->writer, write_piece, &piece, error);
}

int as_sqlite_read_chunk(void *back, const char *digest, int64_t ordinal, struct as_bytes *chunk,
	struct as_error *error)
{
	struct as_connection *reader = as_reader_take(back, error);
	int found = -1;

	if (!reader)
		return -1;
	sqlite3_stmt *statement = as_sql(reader, AS_SQL_CHUNK_READ, error);
	if (statement) {
		as_sql_text(statement, 1, digest);
		sqlite3_bind_int64(statement, 2, ordinal);
		found = as_sql_step(reader, statement, error);
	}
	if (found == 1 && as_sql_take_bytes(statement, 0, chunk, error))
		found = -1;
	as_reader_give(back, reader);
	return found;
}

static int put_package(struct as_connection *writer, void *context, struct as_error *error)
{
	const struct as_store_package *package = context;
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_PACKAGE_ADD, error);

	if (!statement)
		return -1;
	as_sql_text(statement, 1, package->digest);
	as_sql_text(statement, 2, package->name);
	as_sql_text(statement, 3, package->blob);
	return as_sqlite_run(writer, statement, error);
}

int as_sqlite_put_package(
	void *back, const struct as_store_package *package, struct as_error *error)
{
	struct as_sqlite *sqlite = back;

	return as_writer_write(&sqlite->writer, put_package, (void *)package, error);
}

int as_sqlite_find_package(
	void *back, const char *digest, struct as_found_package *found, struct as_error *error)
{
	struct as_connection *reader = as_reader_take(back, error);
	int known = -1;

	if (!reader)
		return -1;
	sqlite3_stmt *statement = as_sql(reader, AS_SQL_PACKAGE_FIND, error);
	if (statement) {
		as_sql_text(statement, 1, digest);
		known = as_sql_step(reader, statement, error);
	}
	if (known == 1) {
		as_sql_copy_text(statement, 1, found->blob, sizeof(found->blob));
		if (as_sql_take_text(statement, 0, &found->name, error))
			known = -1;
	}
	as_reader_give(back, reader);
	return known;
}
