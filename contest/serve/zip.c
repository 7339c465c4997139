/* SPDX-License-Identifier: MIT */
/* The files of a submission as a zip archive. */
#include "private.h"

#include <archive.h>
#include <archive_entry.h>
#include <string.h>

static int add_file(struct archive *archive, const struct as_source *file)
{
	struct archive_entry *entry = archive_entry_new();
	int failed = -1;

	if (!entry)
		return -1;
	archive_entry_set_pathname_utf8(entry, file->name);
	archive_entry_set_filetype(entry, AE_IFREG);
	archive_entry_set_perm(entry, 0644);
	archive_entry_set_size(entry, (la_int64_t)file->data.size);
	if (archive_write_header(archive, entry) == ARCHIVE_OK &&
		archive_write_data(archive, file->data.data, file->data.size) ==
			(la_ssize_t)file->data.size)
		failed = 0;
	archive_entry_free(entry);
	return failed;
}

static int write_archive(const struct as_sources *sources, FILE *out)
{
	struct archive *archive = archive_write_new();
	int failed = !archive || archive_write_set_format_zip(archive) != ARCHIVE_OK ||
		     archive_write_set_bytes_in_last_block(archive, 1) != ARCHIVE_OK ||
		     archive_write_open_FILE(archive, out) != ARCHIVE_OK;

	for (size_t i = 0; i < sources->count && !failed; i++)
		failed = add_file(archive, &sources->files[i]);
	if (archive && archive_write_close(archive) != ARCHIVE_OK)
		failed = -1;
	archive_write_free(archive);
	return failed ? -1 : 0;
}

int archive_submission(struct as_server *server, const char *blob, struct as_bytes *zip)
{
	AS_AUTO(as_submitted_clear) struct as_submitted submitted = {0};
	AS_AUTO_BYTES struct as_bytes files = {0};

	if (as_store_blob_read(server->config.store, blob, UPLOAD_MOST_BYTES * 4, &files, NULL) !=
			1 ||
		as_submitted_read(files.data, files.size, &submitted, NULL) != 1)
		return -1;
	FILE *out = open_memstream(&zip->data, &zip->size);
	if (!out)
		return -1;
	const int failed = write_archive(&submitted.sources, out);
	return fclose(out) || failed ? -1 : 0;
}
