/* SPDX-License-Identifier: MIT */
/*
 * Reads an export into an empty store, entry by entry: small blobs and rows in batches, with a
 * transaction for each; large blobs chunk by chunk. The names of entries are compared with the
 * valid names, and blobs with their digests; finished jobs must have results. The content of rows
 * is trusted otherwise.
 *
 * Before the first entry the store is marked, and after the last one the mark is removed. An import
 * that fails or is killed leaves the mark, so that nothing uses an incomplete store.
 */
#include "back.h"
#include "blobs.h"
#include "transfer.h"

#include <assay/base/archive.h>
#include <assay/base/fit.h>
#include <fcntl.h>
#include <string.h>

#define BLOCK_BYTES 65536
#define BLOBS_AT_ONCE 64
#define PART_MAX_BYTES (256u << 20)

struct importing {
	struct as_store *store;
	struct archive *archive;
	const char *file;
	const atomic_bool *cancel;
	bool ended;
	bool entry_ended; /* a read was short */
	/* Small blobs that have not been written yet. */
	struct as_bytes blobs[BLOBS_AT_ONCE];
	struct as_content contents[BLOBS_AT_ONCE];
	size_t blob_count, blob_bytes;
};

static int refuse(const struct importing *importing, const char *entry, const char *what,
	struct as_error *error)
{
	return as_error_at(error, AS_ERROR_INPUT, importing->file, 0, 0,
		"%s%.*s%s%s; export the store again, and import into a new store",
		entry ? "entry '" : "", entry ? as_text_fit(entry, 200) : 0, entry ? entry : "",
		entry ? "' " : "", what);
}

static int broken(const struct importing *importing, struct as_error *error)
{
	return refuse(importing, NULL, "not a store export, or truncated", error);
}

/* ---- reading an entry ---- */

/* Reads up to `max` bytes of the current entry, fewer at its end. After a short read, libarchive
 * would return zeros up to the size that a header of the entry claims. */
static ssize_t read_some(
	struct importing *importing, char *data, size_t max, struct as_error *error)
{
	size_t size = 0;

	while (size < max && !importing->entry_ended) {
		const la_ssize_t count =
			archive_read_data(importing->archive, data + size, max - size);
		if (count < 0)
			return broken(importing, error);
		importing->entry_ended = (size_t)count < max - size;
		size += (size_t)count;
	}
	return (ssize_t)size;
}

static int read_whole(struct importing *importing, struct archive_entry *entry, size_t max_bytes,
	struct as_bytes *bytes, struct as_error *error)
{
	const la_int64_t size = archive_entry_size(entry);

	if (!archive_entry_size_is_set(entry) || size < 0 || (uint64_t)size > max_bytes)
		return refuse(importing, archive_entry_pathname(entry), "is too large", error);
	bytes->data = malloc((size_t)size + 1);
	if (!bytes->data)
		return as_error_no_memory(error);
	if (read_some(importing, bytes->data, (size_t)size, error) != size)
		return broken(importing, error);
	bytes->data[size] = '\0';
	bytes->size = (size_t)size;
	return 0;
}

/* ---- blobs ---- */

static void forget_blobs(struct importing *importing)
{
	for (size_t i = 0; i < importing->blob_count; i++)
		as_bytes_clear(&importing->blobs[i]);
	importing->blob_count = importing->blob_bytes = 0;
}

static int add_blobs(struct as_sql *sql, void *context, struct as_error *error)
{
	const struct importing *importing = context;

	for (size_t i = 0; i < importing->blob_count; i++)
		if (as_sql_add_content(sql, &importing->contents[i], error))
			return -1;
	return 0;
}

static int flush_blobs(struct importing *importing, struct as_error *error)
{
	const int failed = importing->blob_count &&
			   as_store_write(importing->store, add_blobs, importing, error);

	forget_blobs(importing);
	return failed ? -1 : 0;
}

static int check_digest(const struct importing *importing, const char *expected, const char *found,
	struct as_error *error)
{
	return strcmp(found, expected) == 0
		       ? 0
		       : refuse(importing, expected, "does not have the digest of its name", error);
}

static int take_small(struct importing *importing, struct archive_entry *entry, const char *digest,
	struct as_error *error)
{
	struct as_bytes *bytes = &importing->blobs[importing->blob_count];
	struct as_content *content = &importing->contents[importing->blob_count];

	*bytes = (struct as_bytes){0};
	if (read_whole(importing, entry, AS_STORE_CHUNK_BYTES, bytes, error) ||
		as_content_make(importing->store, bytes->data, bytes->size, content, error) ||
		check_digest(importing, digest, content->digest, error)) {
		as_bytes_clear(bytes);
		return -1;
	}
	importing->blob_count++;
	importing->blob_bytes += bytes->size;
	return importing->blob_count == BLOBS_AT_ONCE ||
			       importing->blob_bytes > 8 * AS_STORE_CHUNK_BYTES
		       ? flush_blobs(importing, error)
		       : 0;
}

static int take_large(struct importing *importing, const char *digest, struct as_error *error)
{
	struct as_store *store = importing->store;
	AS_AUTO_FREE char *buffer = malloc(AS_STORE_CHUNK_BYTES);
	char found[AS_DIGEST_HEX_SIZE];
	struct as_digest state;
	uint64_t size_bytes = 0;
	ssize_t count;

	if (!buffer)
		return as_error_no_memory(error);
	as_digest_init(&state);
	for (int64_t ordinal = 0;
		(count = read_some(importing, buffer, AS_STORE_CHUNK_BYTES, error)) > 0;
		ordinal++) {
		const struct as_bytes chunk = {.data = buffer, .size = (size_t)count};
		if (as_cancel_check(importing->cancel, error) ||
			as_chunk_put(store, digest, ordinal, &chunk, error))
			return -1;
		as_digest_add(&state, buffer, (size_t)count);
		size_bytes += (uint64_t)count;
	}
	as_digest_end(&state, found);
	return count < 0 || check_digest(importing, digest, found, error) ||
			       as_blob_end(store, digest, size_bytes, error)
		       ? -1
		       : 0;
}

static int take_blob(struct importing *importing, struct archive_entry *entry, const char *digest,
	struct as_error *error)
{
	if (strlen(digest) != AS_DIGEST_HEX_SIZE - 1)
		return refuse(importing, digest, "is not a digest", error);
	return archive_entry_size(entry) > AS_STORE_CHUNK_BYTES
		       ? take_large(importing, digest, error)
		       : take_small(importing, entry, digest, error);
}

/* ---- rows ---- */

static int refuse_line(
	const struct importing *importing, struct archive_entry *entry, struct as_error *error)
{
	return refuse(
		importing, archive_entry_pathname(entry), "has a line that is not a row", error);
}

/* Empties the array. */
static int load_rows(const struct importing *importing, enum as_table_id table, json_t *rows,
	struct as_error *error)
{
	if (as_store_load(importing->store, table, rows, error))
		return as_error_context(error, "cannot import %s", as_tables[table].name);
	json_array_clear(rows);
	return 0;
}

static int take_rows(struct importing *importing, struct archive_entry *entry,
	enum as_table_id table, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	AS_AUTO_JSON json_t *rows = json_array();
	char *line, *rest;

	if (flush_blobs(importing, error) ||
		read_whole(importing, entry, PART_MAX_BYTES, &bytes, error))
		return -1;
	/* A zero byte would end a line early. */
	if (memchr(bytes.data, '\0', bytes.size))
		return refuse_line(importing, entry, error);
	const char *loaded = bytes.data;
	for (rest = bytes.data; (line = strsep(&rest, "\n"));) {
		if (!*line)
			continue;
		json_t *row = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
		if (!json_is_object(row) || json_array_append_new(rows, row)) {
			json_decref(row);
			return refuse_line(importing, entry, error);
		}
		/* Short lines need much more memory as JSON rows, so rows are loaded in parts. */
		if (line - loaded < AS_STORE_CHUNK_BYTES)
			continue;
		if (load_rows(importing, table, rows, error))
			return -1;
		loaded = line;
	}
	return load_rows(importing, table, rows, error);
}

/* ---- entries ---- */

static bool is_part_of(const char *name, const char *table)
{
	const size_t length = strlen(table);

	return strncmp(name, table, length) == 0 && name[length] == '/' &&
	       as_text_ends(name, ".jsonl");
}

static int take_entry(
	struct importing *importing, struct archive_entry *entry, struct as_error *error)
{
	const char *name = archive_entry_pathname(entry);

	importing->entry_ended = false;
	if (!name || archive_entry_filetype(entry) != AE_IFREG || importing->ended)
		return broken(importing, error);
	/* A small archive with holes would fill the disk with zeros. */
	if (archive_entry_sparse_count(entry) > 0)
		return refuse(importing, name, "is sparse", error);
	if (strncmp(name, "blob/", 5) == 0)
		return take_blob(importing, entry, name + 5, error);
	for (size_t i = 0; i < AS_TABLE_COUNT; i++)
		if (is_part_of(name, as_tables[i].name))
			return take_rows(importing, entry, (enum as_table_id)i, error);
	if (strcmp(name, "end.json") != 0)
		return refuse(importing, name, "is unknown", error);
	importing->ended = true;
	return flush_blobs(importing, error);
}

static int check_format(struct importing *importing, struct as_error *error)
{
	static const char *const formats[] = {TRANSFER_OLD_FORMATS, AS_STORE_EXPORT_FORMAT};
	struct archive_entry *entry;
	AS_AUTO_BYTES struct as_bytes bytes = {0};

	if (archive_read_next_header(importing->archive, &entry) != ARCHIVE_OK ||
		!archive_entry_pathname(entry) ||
		strcmp(archive_entry_pathname(entry), "format.json") != 0)
		return broken(importing, error);
	if (read_whole(importing, entry, 4096, &bytes, error))
		return -1;
	AS_AUTO_JSON json_t *document = json_loads(bytes.data, 0, NULL);
	const char *format = json_string_value(json_object_get(document, "format"));
	for (size_t i = 0; format && i < sizeof(formats) / sizeof(*formats); i++)
		if (strcmp(format, formats[i]) == 0)
			return 0;
	return as_error_at(error, AS_ERROR_INPUT, importing->file, 0, 0,
		"an export in the format '%.*s', but this assay knows " AS_STORE_EXPORT_FORMAT
		"; use the assay that wrote it",
		format ? as_text_fit(format, 40) : 7, format ? format : "unknown");
}

/* Checks that finished jobs have results, which no key of a table requires. */
static int check_loaded(const struct importing *importing, struct as_error *error)
{
	struct as_error why = {0};

	if (as_store_check_loaded(importing->store, &why) == 0)
		return 0;
	return why.kind == AS_ERROR_INPUT ? refuse(importing, NULL, why.text, error)
					  : as_error_pass(error, &why, NULL, "%s", why.text);
}

static int take_all(struct importing *importing, struct as_error *error)
{
	struct archive_entry *entry;
	int status;

	if (check_format(importing, error))
		return -1;
	while ((status = archive_read_next_header(importing->archive, &entry)) == ARCHIVE_OK)
		if (as_cancel_check(importing->cancel, error) ||
			take_entry(importing, entry, error))
			return -1;
	return status == ARCHIVE_EOF && importing->ended ? check_loaded(importing, error)
							 : broken(importing, error);
}

/* ---- the store ---- */

static int refuse_blob(void *context, const struct as_listed_blob *blob, struct as_error *error)
{
	(void)context;
	(void)blob;
	return as_error_set(
		error, AS_ERROR_USAGE, "the store is not empty; import into a new store");
}

/* Replaces the session by that of this process. */
static int refuse_row(void *context, enum as_table_id table, json_t *row, struct as_error *error)
{
	(void)row;
	return table == AS_TABLE_SESSION ? 0 : refuse_blob(context, NULL, error);
}

static int check_empty(struct as_store *store, struct as_error *error)
{
	const struct as_dump empty = {refuse_blob, refuse_row, NULL};

	return as_store_dump(store, &empty, error);
}

/* The store stays usable if it has something. After the mark it is looked at again: another import
 * may have ended in between. */
static int begin_import(struct as_store *store, struct as_error *error)
{
	if (check_empty(store, error) || store->upkeep->mark_import(store->back, true, error))
		return -1;
	if (check_empty(store, error) == 0)
		return 0;
	(void)store->upkeep->mark_import(store->back, false, NULL);
	return -1;
}

static int import_from(struct importing *importing, int fd, struct as_error *error)
{
	struct as_store *store = importing->store;

	if (as_archive_load(error))
		return -1;
	AS_AUTO_ARCHIVE struct archive *archive = archive_read_new();
	if (!archive || archive_read_support_format_tar(archive) != ARCHIVE_OK)
		return as_error_no_memory(error);
	importing->archive = archive;
	if (begin_import(store, error))
		return -1;
	if (archive_read_open_fd(archive, fd, BLOCK_BYTES) != ARCHIVE_OK)
		return broken(importing, error);
	const int failed = take_all(importing, error);
	forget_blobs(importing);
	return failed ? -1 : store->upkeep->mark_import(store->back, false, error);
}

int as_store_import(
	struct as_store *store, const char *file, const atomic_bool *cancel, struct as_error *error)
{
	AS_AUTO_FREE struct importing *importing = calloc(1, sizeof(*importing));

	if (!importing)
		return as_error_no_memory(error);
	AS_AUTO_FD int fd = as_file_open(AT_FDCWD, file, error);
	if (fd < 0)
		return -1;
	importing->store = store;
	importing->file = file;
	importing->cancel = cancel;
	return import_from(importing, fd, error);
}
