/* SPDX-License-Identifier: MIT */
/* Blobs, chunk by chunk, and packages. */
#include "postgres.h"

void as_pg_add_content(struct as_pg_values *values, const struct as_content *content)
{
	as_pg_add_text(values, content->digest);
	as_pg_add_number(values, (int64_t)content->size);
	if (content->data)
		as_pg_add_bytes(values, content->data, content->size);
	else
		as_pg_add_text(values, NULL);
}

int as_pg_find_blob(void *back, const char *digest, uint64_t *size_bytes, struct as_error *error)
{
	struct as_postgres *postgres = back;
	AS_PG_QUERY query = {.which = AS_PG_BLOB_FIND};

	as_pg_add_text(&query.values, digest);
	const int found = as_pg_session_find(&postgres->session, &query, error);
	if (found == 1)
		*size_bytes = (uint64_t)as_pg_number(query.rows, 0, 0);
	return found;
}

/* A chunk, or the end of a blob. */
struct piece {
	const char *digest;
	int64_t ordinal;
	const struct as_bytes *chunk; /* NULL: the end */
	uint64_t size_bytes;          /* of the whole, at the end */
};

/* The row of `upload` is locked first, so that no process removes its chunks meanwhile. */
static int write_chunk(struct as_pg_session *session, void *context, struct as_error *error)
{
	const struct piece *piece = context;
	struct as_pg_values upload = {0}, values = {0};

	as_pg_add_text(&upload, piece->digest);
	as_pg_add_text(&values, piece->digest);
	as_pg_add_number(&values, piece->ordinal);
	as_pg_add_bytes(&values, piece->chunk->data, piece->chunk->size);
	return as_pg_run(&session->link, AS_PG_UPLOAD_NOTE, &upload, NULL, error) ||
			       as_pg_run(&session->link, AS_PG_CHUNK_PUT, &values, NULL, error)
		       ? -1
		       : 0;
}

static int write_end(struct as_pg_session *session, void *context, struct as_error *error)
{
	const struct piece *piece = context;
	struct as_pg_values upload = {0}, values = {0};
	AS_PG_ROWS rows = NULL;

	as_pg_add_text(&upload, piece->digest);
	as_pg_add_text(&values, piece->digest);
	as_pg_add_number(&values, (int64_t)piece->size_bytes);
	if (as_pg_run(&session->link, AS_PG_UPLOAD_REMOVE, &upload, NULL, error))
		return -1;
	const int added = as_pg_find(&session->link, AS_PG_BLOB_ADD, &values, &rows, error);
	if (added)
		return added < 0 ? -1 : 0;
	return as_error_set(error, AS_ERROR_INTERNAL,
		"parts of a blob were removed while it was written, because it took too long; run "
		"the command again");
}

int as_pg_put_chunk(void *back, const char *digest, int64_t ordinal, const struct as_bytes *chunk,
	struct as_error *error)
{
	struct as_postgres *postgres = back;
	struct piece piece = {.digest = digest, .ordinal = ordinal, .chunk = chunk};

	return as_pg_session_write(&postgres->session, write_chunk, &piece, error);
}

int as_pg_end_blob(void *back, const char *digest, uint64_t size_bytes, struct as_error *error)
{
	struct as_postgres *postgres = back;
	struct piece piece = {.digest = digest, .size_bytes = size_bytes};

	return as_pg_session_write(&postgres->session, write_end, &piece, error);
}

int as_pg_read_chunk(void *back, const char *digest, int64_t ordinal, struct as_bytes *chunk,
	struct as_error *error)
{
	struct as_postgres *postgres = back;
	AS_PG_QUERY query = {.which = AS_PG_CHUNK_READ};

	as_pg_add_text(&query.values, digest);
	as_pg_add_number(&query.values, ordinal);
	const int found = as_pg_session_find(&postgres->session, &query, error);
	if (found != 1)
		return found;
	return as_pg_take_bytes(query.rows, 0, 0, chunk, error) ? -1 : 1;
}

int as_pg_put_package(void *back, const struct as_store_package *package, struct as_error *error)
{
	struct as_postgres *postgres = back;
	AS_PG_QUERY query = {.which = AS_PG_PACKAGE_ADD};

	as_pg_add_text(&query.values, package->digest);
	as_pg_add_text(&query.values, package->name);
	as_pg_add_text(&query.values, package->blob);
	return as_pg_session_find(&postgres->session, &query, error);
}

int as_pg_find_package(
	void *back, const char *digest, struct as_found_package *found, struct as_error *error)
{
	struct as_postgres *postgres = back;
	AS_PG_QUERY query = {.which = AS_PG_PACKAGE_FIND};

	as_pg_add_text(&query.values, digest);
	const int known = as_pg_session_find(&postgres->session, &query, error);
	if (known != 1)
		return known;
	as_pg_copy_text(query.rows, 0, 1, found->blob, sizeof(found->blob));
	return as_pg_take_text(query.rows, 0, 0, &found->name, error) ? -1 : 1;
}

int as_pg_touch_blob(void *back, const char *digest, struct as_error *error)
{
	struct as_postgres *postgres = back;
	AS_PG_QUERY query = {.which = AS_PG_BLOB_TOUCH};

	as_pg_add_text(&query.values, digest);
	return as_pg_session_find(&postgres->session, &query, error);
}
