/* SPDX-License-Identifier: MIT */
#include <assay/base/archive.h>
#include <assay/package/archive.h>

#include "metadata.h"
#include "zip.h"
#include <string.h>

#define BLOCK_BYTES 65536

int as_archive_write_error(struct archive *archive, const char *action, struct as_error *error)
{
	const char *why = archive_error_string(archive);
	const int cause = archive_errno(archive);
	const char *text = why ? why : "no memory";
	if (cause > 0) /* of a system call; libarchive's own are negative */
		return as_error_sys(
			error, AS_ERROR_INTERNAL, cause, "cannot %s: %.200s", action, text);
	return as_error_set(error, AS_ERROR_INTERNAL, "cannot %s: %.200s", action, text);
}

int as_archive_put_header(
	struct archive *archive, const char *name, uint64_t size, struct as_error *error)
{
	AS_AUTO_ENTRY struct archive_entry *entry = archive_entry_new();

	if (!entry)
		return as_error_no_memory(error);
	archive_entry_set_pathname_utf8(entry, name);
	archive_entry_set_filetype(entry, AE_IFREG);
	archive_entry_set_perm(entry, 0644);
	archive_entry_set_size(entry, (la_int64_t)size);
	return archive_write_header(archive, entry) == ARCHIVE_OK
		       ? 0
		       : as_archive_write_error(archive, "write the archive", error);
}

int as_archive_put_data(
	struct archive *archive, const void *data, size_t size, struct as_error *error)
{
	return archive_write_data(archive, data, size) == (la_ssize_t)size
		       ? 0
		       : as_archive_write_error(archive, "write the archive", error);
}

struct archive *as_archive_new_zip(struct as_error *error)
{
	if (as_archive_load(error))
		return NULL;
	struct archive *archive = archive_write_new();
	if (archive && archive_write_set_format_zip(archive) == ARCHIVE_OK &&
		archive_write_set_bytes_in_last_block(archive, 1) == ARCHIVE_OK)
		return archive;
	archive_write_free(archive);
	as_error_no_memory(error);
	return NULL;
}

static bool is_metadata(const char *name)
{
	return strcmp(name, PACKAGE_METADATA_NAME) == 0 || strcmp(name, PACKAGE_INI_NAME) == 0;
}

/* The rule of package_archive.c, applied to names only. */
static bool has_metadata(struct archive *archive)
{
	AS_AUTO_FREE char *top = NULL;
	struct archive_entry *entry;
	bool several = false, found = false;
	int status;
	while ((status = archive_read_next_header(archive, &entry)) == ARCHIVE_OK ||
		status == ARCHIVE_WARN) {
		const char *name = archive_entry_pathname(entry);
		if (!name || *name == '.' || strncmp(name, "__MACOSX/", 9) == 0)
			continue;
		if (is_metadata(name))
			return true;
		const size_t length = strcspn(name, "/");
		if (!top && !(top = strndup(name, length)))
			return false;
		several |= !name[length] || strlen(top) != length || memcmp(top, name, length);
		found |= name[length] && is_metadata(name + length + 1);
	}
	return status == ARCHIVE_EOF && found && !several;
}

bool as_archive_is_package(int fd)
{
	AS_AUTO_ARCHIVE struct archive *archive = archive_read_new();
	AS_AUTO(zip_locale_end) struct zip_locale locale = {0};
	return archive && archive_read_support_format_zip(archive) == ARCHIVE_OK &&
	       archive_read_open_fd(archive, fd, BLOCK_BYTES) == ARCHIVE_OK &&
	       zip_locale_begin(&locale, NULL) == 0 && has_metadata(archive);
}
