/* SPDX-License-Identifier: MIT */
/* blobs: chunks of blobs, and values that rows refer to by their digest (blob.c). */
#ifndef ASSAY_STORE_BLOBS_H
#define ASSAY_STORE_BLOBS_H

#include "back.h"

/** 1: the blob is complete, and `size_bytes` is set. 0: it does not exist. */
int as_blob_find(struct as_store *store, const char *digest, uint64_t *size_bytes,
	struct as_error *error) AS_MUST_USE;
/** 1: the blob is complete, and its time of writing becomes the current time. 0: it does
 * not exist. */
int as_blob_touch(struct as_store *store, const char *digest, struct as_error *error) AS_MUST_USE;
/** Lists the blobs after a digest, in the order of their digests. */
int as_blob_list(struct as_store *store, const char *after, struct as_listed_blob *blobs,
	size_t max, size_t *count, struct as_error *error) AS_MUST_USE;
/** Takes the first two columns of the rows. */
struct as_listed_blob as_rows_blob(const struct as_rows *rows);
/** Writes a chunk; replaces one that a killed writer left. A chunk of a complete blob is
 * not changed. */
int as_chunk_put(struct as_store *store, const char *digest, int64_t ordinal,
	const struct as_bytes *chunk, struct as_error *error) AS_MUST_USE;
/** Called after all chunks: completes the blob. */
int as_blob_end(struct as_store *store, const char *digest, uint64_t size_bytes,
	struct as_error *error) AS_MUST_USE;
/** 1, or 0 if it does not exist. */
int as_chunk_read(struct as_store *store, const char *digest, int64_t ordinal,
	struct as_bytes *chunk, struct as_error *error) AS_MUST_USE;
/** Both write a small value as a blob, unless the blob exists. On a server as_sql_keep_content does
 * nothing: there the statement of the row that refers to the blob writes the blob
 * (AS_PG_ADD_CONTENT). */
int as_sql_keep_content(
	struct as_sql *sql, const struct as_content *content, struct as_error *error) AS_MUST_USE;
int as_sql_add_content(
	struct as_sql *sql, const struct as_content *content, struct as_error *error) AS_MUST_USE;
/* Prepares a value for a row; a large one is written as a blob at once. It borrows
 * `data`. */
int as_content_make(struct as_store *store, const void *data, size_t size,
	struct as_content *content, struct as_error *error) AS_MUST_USE;
/* Calls `take` with each chunk of a blob whose size is known. -1 if `take` fails, or if the
 * bytes do not have the digest. */
int as_blob_each(struct as_store *store, const char *digest, uint64_t size_bytes,
	int (*take)(void *context, const struct as_bytes *chunk, struct as_error *error),
	void *context, struct as_error *error) AS_MUST_USE;
/* Like as_store_blob_read, but only checks the bytes. */
int as_blob_check(struct as_store *store, const char *digest, struct as_error *error) AS_MUST_USE;

#endif
