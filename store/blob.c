/* SPDX-License-Identifier: MIT */
/*
 * Blobs. A digest covers the whole blob, so a file is read twice: for its digest, then for its
 * chunks. The row that completes the blob is written last. If the process dies before, the chunks
 * are written again later, or remain without a row that refers to them.
 */
#include "back.h"
#include "blobs.h"

#include "texts.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* ---- rows ---- */

int as_blob_find(
	struct as_store *store, const char *digest, uint64_t *size_bytes, struct as_error *error)
{
	static const struct as_statement find = {.text = "SELECT size FROM blob WHERE digest = $1"};
	AS_ROWS rows = {0};
	const int found = as_store_query(store, &find, AS_VALUES(AS_TEXT(digest)), &rows, error);

	if (found == 1)
		*size_bytes = (uint64_t)as_rows_number(&rows, 0);
	return found;
}

int as_blob_touch(struct as_store *store, const char *digest, struct as_error *error)
{
	static const struct as_statement touch = {
		.text = "UPDATE blob SET written = now_ms() WHERE digest = $1"};

	return (int)as_store_execute(store, &touch, AS_VALUES(AS_TEXT(digest)), error);
}

int as_blob_list(struct as_store *store, const char *after, struct as_listed_blob *blobs,
	size_t max, size_t *count, struct as_error *error)
{
	static const struct as_statement list = {
		.text = "SELECT digest, size FROM blob WHERE digest > $1 ORDER BY digest LIMIT $2"};
	AS_ROWS rows = {0};
	int found = as_store_query(
		store, &list, AS_VALUES(AS_TEXT(after), AS_INT((int64_t)max)), &rows, error);

	for (*count = 0; found == 1; found = as_rows_next(&rows, error))
		blobs[(*count)++] = as_rows_blob(&rows);
	return found;
}

struct as_listed_blob as_rows_blob(const struct as_rows *rows)
{
	struct as_listed_blob blob = {.size_bytes = (uint64_t)as_rows_number(rows, 1)};

	as_rows_copy_text(rows, 0, blob.digest, sizeof(blob.digest));
	return blob;
}

/* A chunk, or the end of a blob. */
struct piece {
	const char *digest;
	int64_t ordinal;
	const struct as_bytes *chunk;
	uint64_t size_bytes; /* of the whole, at the end */
};

/* A blob whose chunks come in transactions of their own has a row in `upload`. It is locked first,
 * so that no process removes its chunks meanwhile. */
static int put_chunk(struct as_sql *sql, void *context, struct as_error *error)
{
	static const struct as_statement upload = {
		.text = "INSERT INTO upload (digest, written) SELECT $1, now_ms()"
			" WHERE NOT EXISTS (SELECT 1 FROM blob WHERE digest = $1)"
			" ON CONFLICT (digest) DO UPDATE SET written = excluded.written,"
			" was_blob = 0"};
	static const struct as_statement put = {
		.text = "INSERT INTO chunk (digest, ordinal, data) SELECT $1, $2, $3"
			" WHERE NOT EXISTS (SELECT 1 FROM blob WHERE digest = $1)"
			" ON CONFLICT (digest, ordinal) DO UPDATE SET data = excluded.data"};
	const struct piece *piece = context;

	return as_sql_run(sql, &upload, AS_VALUES(AS_TEXT(piece->digest)), error) < 0 ||
			       as_sql_run(sql, &put,
				       AS_VALUES(AS_TEXT(piece->digest), AS_INT(piece->ordinal),
					       AS_BYTES(piece->chunk->data, piece->chunk->size)),
				       error) < 0
		       ? -1
		       : 0;
}

int as_chunk_put(struct as_store *store, const char *digest, int64_t ordinal,
	const struct as_bytes *chunk, struct as_error *error)
{
	struct piece piece = {.digest = digest, .ordinal = ordinal, .chunk = chunk};

	return as_store_write(store, put_chunk, &piece, error);
}

static const struct as_statement end_upload = {.text = "DELETE FROM upload WHERE digest = $1"};

static int end_blob(struct as_sql *sql, void *context, struct as_error *error)
{
	static const struct as_statement add = {
		.text = "INSERT INTO blob (digest, size, written)"
			" SELECT $1, CAST($2 AS bigint), now_ms() WHERE CAST($2 AS bigint) ="
			" (SELECT coalesce(sum(length(data)), 0) FROM chunk WHERE digest = $1)"
			" ON CONFLICT (digest) DO UPDATE SET written = excluded.written"};
	const struct piece *piece = context;

	if (as_sql_run(sql, &end_upload, AS_VALUES(AS_TEXT(piece->digest)), error) < 0)
		return -1;
	const int64_t added = as_sql_run(sql, &add,
		AS_VALUES(AS_TEXT(piece->digest), AS_INT((int64_t)piece->size_bytes)), error);
	if (added)
		return added < 0 ? -1 : 0;
	return as_error_set(error, AS_ERROR_INTERNAL,
		"parts of a blob were removed while it was written, because it took too long; run "
		"the command again");
}

int as_blob_end(
	struct as_store *store, const char *digest, uint64_t size_bytes, struct as_error *error)
{
	struct piece piece = {.digest = digest, .size_bytes = size_bytes};

	return as_store_write(store, end_blob, &piece, error);
}

int as_chunk_read(struct as_store *store, const char *digest, int64_t ordinal,
	struct as_bytes *chunk, struct as_error *error)
{
	static const struct as_statement read = {
		.text = "SELECT data FROM chunk WHERE digest = $1 AND ordinal = $2"};
	AS_ROWS rows = {0};
	const int found = as_store_query(
		store, &read, AS_VALUES(AS_TEXT(digest), AS_INT(ordinal)), &rows, error);

	return found == 1 && as_rows_take_bytes(&rows, 0, chunk, error) ? -1 : found;
}

int as_sql_keep_content(
	struct as_sql *sql, const struct as_content *content, struct as_error *error)
{
	static const struct as_statement find = {"SELECT size FROM blob WHERE digest = $1", ""};
	static const struct as_statement end = {"DELETE FROM upload WHERE digest = $1", ""};
	static const struct as_statement chunk = {
		"INSERT INTO chunk (digest, ordinal, data) SELECT $1, 0, $3 WHERE $2 > 0"
		" ON CONFLICT (digest, ordinal) DO UPDATE SET data = excluded.data",
		""};
	static const struct as_statement blob = {
		"INSERT INTO blob (digest, size, written) VALUES ($1, $2, now_ms())", ""};
	AS_ROWS rows = {0};

	if (!content->data)
		return 0;
	const struct as_value *values = AS_VALUES(AS_TEXT(content->digest),
		AS_INT((int64_t)content->size), AS_BYTES(content->data, content->size));
	const int found = as_sql_find(sql, &find, values, &rows, error);
	if (found)
		return found < 0 ? -1 : 0;
	return as_sql_run(sql, &end, values, error) < 0 ||
			       as_sql_run(sql, &chunk, values, error) < 0 ||
			       as_sql_run(sql, &blob, values, error) < 0
		       ? -1
		       : 0;
}

int as_sql_add_content(struct as_sql *sql, const struct as_content *content, struct as_error *error)
{
	static const struct as_statement add = {
		"", "WITH gate AS (SELECT 1), " AS_PG_ADD_CONTENT(
			    "$1", "$2", "$3", "gate") " SELECT digest FROM added_blob"};

	return as_sql_keep_content(sql, content, error) ||
			       as_sql_run(sql, &add,
				       AS_VALUES(AS_TEXT(content->digest),
					       AS_INT((int64_t)content->size),
					       AS_BYTES(content->data, content->size)),
				       error) < 0
		       ? -1
		       : 0;
}

/* ---- writing ---- */

static int put_chunks(struct as_store *store, const char *data, size_t size, const char *digest,
	struct as_error *error)
{
	int64_t ordinal = 0;

	for (size_t at = 0; at < size; at += AS_STORE_CHUNK_BYTES) {
		const size_t left = size - at;
		const struct as_bytes chunk = {.data = (char *)data + at,
			.size = left < AS_STORE_CHUNK_BYTES ? left : AS_STORE_CHUNK_BYTES};
		if (as_chunk_put(store, digest, ordinal++, &chunk, error))
			return -1;
	}
	return as_blob_end(store, digest, size, error);
}

int as_store_blob_put(struct as_store *store, const void *data, size_t size,
	char digest[AS_DIGEST_HEX_SIZE], struct as_error *error)
{
	as_digest_bytes(size ? data : "", size, digest);
	int found = as_blob_touch(store, digest, error);
	return found ? found > 0 ? 0 : -1 : put_chunks(store, data, size, digest, error);
}

int as_content_make(struct as_store *store, const void *data, size_t size,
	struct as_content *content, struct as_error *error)
{
	*content = (struct as_content){.size = size};
	if (size > AS_STORE_CHUNK_BYTES)
		return as_store_blob_put(store, data, size, content->digest, error);
	content->data = size ? data : "";
	as_digest_bytes(content->data, size, content->digest);
	return 0;
}

/* Fills the buffer, unless the file ends. */
static ssize_t read_chunk_at(int fd, char *buffer, off_t offset)
{
	size_t size = 0;

	while (size < AS_STORE_CHUNK_BYTES) {
		ssize_t got =
			pread(fd, buffer + size, AS_STORE_CHUNK_BYTES - size, offset + (off_t)size);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -1;
		if (got == 0)
			break;
		size += (size_t)got;
	}
	return (ssize_t)size;
}

/* `max_bytes` is the earlier size of the file, so that a growing file ends. */
static int put_file_chunks(struct as_store *store, int fd, uint64_t max_bytes,
	const atomic_bool *cancel, const char *digest, struct as_error *error)
{
	AS_AUTO_FREE char *buffer = malloc(AS_STORE_CHUNK_BYTES);
	char found[AS_DIGEST_HEX_SIZE];
	struct as_digest state;
	uint64_t size_bytes = 0;
	ssize_t got;

	if (!buffer)
		return as_error_no_memory(error);
	as_digest_init(&state);
	for (int64_t ordinal = 0; size_bytes < max_bytes; ordinal++) {
		if (as_cancel_check(cancel, error))
			return -1;
		got = read_chunk_at(fd, buffer, (off_t)size_bytes);
		if (got < 0)
			return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot read a file");
		if (got == 0)
			break;
		const struct as_bytes chunk = {.data = buffer, .size = (size_t)got};
		if (as_chunk_put(store, digest, ordinal, &chunk, error))
			return -1;
		as_digest_add(&state, buffer, (size_t)got);
		size_bytes += (uint64_t)got;
	}
	as_digest_end(&state, found);
	if (strcmp(found, digest) != 0)
		return as_error_set(error, AS_ERROR_INPUT,
			"a file changed while it was stored; run the command again once it is "
			"complete");
	return as_blob_end(store, digest, size_bytes, error);
}

int as_store_blob_put_fd(struct as_store *store, int fd, const atomic_bool *cancel,
	char digest[AS_DIGEST_HEX_SIZE], struct as_error *error)
{
	struct as_digest state;
	struct stat info;

	if (fstat(fd, &info))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot look at a file");
	as_digest_init(&state);
	if (as_digest_add_fd(&state, fd, cancel, error))
		return -1;
	as_digest_end(&state, digest);
	int found = as_blob_touch(store, digest, error);
	if (found)
		return found > 0 ? 0 : -1;
	return put_file_chunks(store, fd, (uint64_t)info.st_size, cancel, digest, error);
}

/* ---- reading ---- */

static int report_damage(const char *digest, struct as_error *error)
{
	return as_error_set(error, AS_ERROR_INTERNAL,
		"the store is damaged: the bytes of blob %s do not have that digest; restore a "
		"backup of the store",
		digest);
}

int as_blob_each(struct as_store *store, const char *digest, uint64_t size_bytes,
	int (*take)(void *context, const struct as_bytes *chunk, struct as_error *error),
	void *context, struct as_error *error)
{
	char hex[AS_DIGEST_HEX_SIZE];
	struct as_digest state;
	uint64_t seen_bytes = 0;

	as_digest_init(&state);
	for (int64_t ordinal = 0; seen_bytes < size_bytes; ordinal++) {
		AS_AUTO_BYTES struct as_bytes chunk = {0};
		int found = as_chunk_read(store, digest, ordinal, &chunk, error);
		if (found < 0)
			return -1;
		if (!found || chunk.size == 0 || chunk.size > size_bytes - seen_bytes)
			return report_damage(digest, error);
		if (take(context, &chunk, error))
			return -1;
		as_digest_add(&state, chunk.data, chunk.size);
		seen_bytes += chunk.size;
	}
	as_digest_end(&state, hex);
	return strcmp(hex, digest) == 0 ? 0 : report_damage(digest, error);
}

static int append(void *context, const struct as_bytes *chunk, struct as_error *error)
{
	struct as_bytes *out = context;

	(void)error;
	memcpy(out->data + out->size, chunk->data, chunk->size);
	out->size += chunk->size;
	return 0;
}

int as_store_blob_read(struct as_store *store, const char *digest, uint64_t max_bytes,
	struct as_bytes *out, struct as_error *error)
{
	uint64_t size_bytes;

	*out = (struct as_bytes){0};
	int found = as_blob_find(store, digest, &size_bytes, error);
	if (found <= 0)
		return found;
	if (size_bytes > max_bytes || size_bytes >= SIZE_MAX)
		return as_error_set(error, AS_ERROR_INTERNAL,
			"blob %s has %llu bytes; at most %llu were expected", digest,
			(unsigned long long)size_bytes, (unsigned long long)max_bytes);
	out->data = malloc((size_t)size_bytes + 1);
	if (!out->data)
		return as_error_no_memory(error);
	if (as_blob_each(store, digest, size_bytes, append, out, error)) {
		as_bytes_clear(out);
		return -1;
	}
	out->data[out->size] = '\0';
	return 1;
}

static int write_out(void *context, const struct as_bytes *chunk, struct as_error *error)
{
	return as_fd_write(*(const int *)context, chunk->data, chunk->size, error);
}

int as_store_blob_read_fd(
	struct as_store *store, const char *digest, int fd, struct as_error *error)
{
	uint64_t size_bytes;
	int found = as_blob_find(store, digest, &size_bytes, error);

	if (found <= 0)
		return found;
	return as_blob_each(store, digest, size_bytes, write_out, &fd, error) ? -1 : 1;
}

static int take_nothing(void *context, const struct as_bytes *chunk, struct as_error *error)
{
	(void)context;
	(void)chunk;
	(void)error;
	return 0;
}

int as_blob_check(struct as_store *store, const char *digest, struct as_error *error)
{
	uint64_t size_bytes;
	const int found = as_blob_find(store, digest, &size_bytes, error);

	if (found <= 0)
		return found;
	return as_blob_each(store, digest, size_bytes, take_nothing, NULL, error) ? -1 : 1;
}
