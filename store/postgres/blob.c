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

int as_pg_put_chunk(void *back, const char *digest, int64_t ordinal, const struct as_bytes *chunk,
	struct as_error *error)
{
	struct as_postgres *postgres = back;
	AS_PG_QUERY query = {.which = AS_PG_CHUNK_PUT};

	as_pg_add_text(&query.values, digest);
	as_pg_add_number(&query.values, ordinal);
	as_pg_add_bytes(&query.values, chunk->data, chunk->size);
	return as_pg_session_find(&postgres->session, &query, error);
}

int as_pg_end_blob(void *back, const char *digest, uint64_t size_bytes, struct as_error *error)
{
	struct as_postgres *postgres = back;
	AS_PG_QUERY query = {.which = AS_PG_BLOB_ADD};

	as_pg_add_text(&query.values, digest);
	as_pg_add_number(&query.values, (int64_t)size_bytes);
	return as_pg_session_find(&postgres->session, &query, error);
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

/* Nothing removes blobs from a server yet. */
int as_pg_touch_blob(void *back, const char *digest, struct as_error *error)
{
	uint64_t size_bytes;

	return as_pg_find_blob(back, digest, &size_bytes, error);
}
