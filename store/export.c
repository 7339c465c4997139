/* SPDX-License-Identifier: MIT */
/*
 * Writes a store as a tar archive, in one pass: blobs chunk by chunk, rows in parts of about one
 * chunk. The archive is written beside the target, and gets its name by a link, which replaces no
 * file.
 */
#include "back.h"
#include "blobs.h"
#include "transfer.h"

#include <assay/base/archive.h>
#include <assay/package/archive.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/random.h>

struct exporting {
	struct as_store *store;
	struct archive *archive;
	const atomic_bool *cancel;
	enum as_table_id table; /* of the part */
	unsigned part_number;
	struct as_bytes part;
	size_t part_room;
};

static void clear(struct exporting *exporting)
{
	as_bytes_clear(&exporting->part);
}

/* ---- entries ---- */

static int write_error(struct archive *archive, struct as_error *error)
{
	return as_archive_write_error(archive, "write the export", error);
}

static int write_header(
	struct exporting *exporting, const char *name, uint64_t size, struct as_error *error)
{
	AS_AUTO_ENTRY struct archive_entry *entry = archive_entry_new();

	if (!entry)
		return as_error_no_memory(error);
	archive_entry_set_pathname(entry, name);
	archive_entry_set_filetype(entry, AE_IFREG);
	archive_entry_set_perm(entry, 0600);
	archive_entry_set_size(entry, (la_int64_t)size);
	return archive_write_header(exporting->archive, entry) == ARCHIVE_OK
		       ? 0
		       : write_error(exporting->archive, error);
}

static int write_bytes(
	struct exporting *exporting, const void *data, size_t size, struct as_error *error)
{
	return archive_write_data(exporting->archive, data, size) == (la_ssize_t)size
		       ? 0
		       : write_error(exporting->archive, error);
}

static int write_text(
	struct exporting *exporting, const char *name, const char *text, struct as_error *error)
{
	return write_header(exporting, name, strlen(text), error) ||
			       write_bytes(exporting, text, strlen(text), error)
		       ? -1
		       : 0;
}

/* ---- blobs ---- */

static int write_chunk(void *context, const struct as_bytes *chunk, struct as_error *error)
{
	struct exporting *exporting = context;

	return as_cancel_check(exporting->cancel, error) ||
			       write_bytes(exporting, chunk->data, chunk->size, error)
		       ? -1
		       : 0;
}

/* A missing blob was removed meanwhile, because nothing refers to it. */
static int write_blob(
	struct exporting *exporting, const struct as_listed_blob *blob, struct as_error *error)
{
	char name[8 + AS_DIGEST_HEX_SIZE];
	uint64_t size_bytes;
	struct as_store *store = exporting->store;
	const int found = as_blob_find(store, blob->digest, &size_bytes, error);

	if (found <= 0)
		return found;
	snprintf(name, sizeof(name), "blob/%s", blob->digest);
	return write_header(exporting, name, size_bytes, error) ||
			       as_blob_each(store, blob->digest, size_bytes, write_chunk, exporting,
				       error)
		       ? -1
		       : 0;
}

/* ---- rows ---- */

static int flush(struct exporting *exporting, struct as_error *error)
{
	char name[64];

	if (exporting->part.size == 0)
		return 0;
	snprintf(name, sizeof(name), "%s/%06u.jsonl", as_tables[exporting->table].name,
		exporting->part_number++);
	const int failed =
		write_header(exporting, name, exporting->part.size, error) ||
		write_bytes(exporting, exporting->part.data, exporting->part.size, error);
	exporting->part.size = 0;
	return failed ? -1 : 0;
}

static int add_line(struct exporting *exporting, const char *line, struct as_error *error)
{
	struct as_bytes *part = &exporting->part;
	const size_t length = strlen(line);

	if (part->size + length + 2 > exporting->part_room) {
		const size_t room = part->size + length + 2 + AS_STORE_CHUNK_BYTES;
		char *data = realloc(part->data, room);
		if (!data)
			return as_error_no_memory(error);
		part->data = data;
		exporting->part_room = room;
	}
	memcpy(part->data + part->size, line, length);
	part->data[part->size + length] = '\n';
	part->size += length + 1;
	return part->size > AS_STORE_CHUNK_BYTES ? flush(exporting, error) : 0;
}

static int take_row(void *context, enum as_table_id table, json_t *row, struct as_error *error)
{
	struct exporting *exporting = context;

	if (as_cancel_check(exporting->cancel, error))
		return -1;
	if (table != exporting->table) {
		if (flush(exporting, error))
			return -1;
		exporting->table = table;
		exporting->part_number = 1;
	}
	AS_AUTO_FREE char *line = json_dumps(row, JSON_COMPACT);
	return line ? add_line(exporting, line, error) : as_error_no_memory(error);
}

static int take_blob(void *context, const struct as_listed_blob *blob, struct as_error *error)
{
	return write_blob(context, blob, error);
}

static int write_all(struct exporting *exporting, struct as_error *error)
{
	struct as_store *store = exporting->store;
	const struct as_dump dump = {take_blob, take_row, exporting};

	if (write_text(exporting, "format.json", "{\"format\": \"" AS_STORE_EXPORT_FORMAT "\"}\n",
		    error) ||
		as_store_dump(store, &dump, error) || flush(exporting, error) ||
		write_text(exporting, "end.json", "{\"end\": true}\n", error))
		return -1;
	return archive_write_close(exporting->archive) == ARCHIVE_OK
		       ? 0
		       : write_error(exporting->archive, error);
}

/* ---- the file ---- */

static int write_archive(
	struct as_store *store, int fd, const atomic_bool *cancel, struct as_error *error)
{
	if (as_archive_load(error))
		return -1;
	AS_AUTO_ARCHIVE struct archive *archive = archive_write_new();
	AS_AUTO(clear)
	struct exporting exporting = {
		.store = store, .archive = archive, .cancel = cancel, .part_number = 1};

	if (!archive)
		return as_error_no_memory(error);
	/* Uses a plain header where possible, else one of pax. */
	if (archive_write_set_format_pax_restricted(archive) != ARCHIVE_OK ||
		archive_write_open_fd(archive, fd) != ARCHIVE_OK)
		return write_error(archive, error);
	if (write_all(&exporting, error))
		return -1;
	return fsync(fd) ? as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot write the export")
			 : 0;
}

static int target_error(const char *file, int cause, struct as_error *error)
{
	if (cause == EEXIST)
		return as_error_at(error, AS_ERROR_USAGE, file, 0, 0,
			"the file exists; name a new file for the export");
	return as_error_at(error, AS_ERROR_USAGE, file, 0, 0, "cannot be written: %s%s",
		strerrordesc_np(cause), cause == ENOENT ? "; create its folder first" : "");
}

int as_store_export(
	struct as_store *store, const char *file, const atomic_bool *cancel, struct as_error *error)
{
	const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
	unsigned long number;

	if (faccessat(AT_FDCWD, file, F_OK, AT_SYMLINK_NOFOLLOW) == 0)
		return target_error(file, EEXIST, error);
	if (getrandom(&number, sizeof(number), 0) != sizeof(number))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot draw a random number");
	AS_AUTO_FREE char *draft = as_text_format(error, "%s.new-%016lx", file, number);
	if (!draft)
		return -1;
	AS_AUTO_FD int fd = open(draft, flags, 0600);
	if (fd < 0)
		return target_error(file, errno, error);
	int failed = write_archive(store, fd, cancel, error);
	if (!failed && as_rename_new(AT_FDCWD, draft, AT_FDCWD, file))
		failed = target_error(file, errno, error);
	if (!failed && as_file_flush_name(file))
		failed = as_error_sys(error, AS_ERROR_INTERNAL, errno,
			"the export may be missing after a power cut");
	unlink(draft);
	return failed;
}
