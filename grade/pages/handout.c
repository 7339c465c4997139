/* SPDX-License-Identifier: MIT */
/* The pages of all people in one archive, for distribution: the same pages make the same bytes. */
#include "state.h"

#include <assay/base/archive.h>
#include <string.h>

#define NAME "handouts.zip"
#define MAX_BYTES (UINT64_C(1) << 30)
#define TIME_S 946684800 /* 2000-01-01: a zip archive has to have a time */

struct handouts {
	const struct as_pages *pages;
	const char *const *folders;
	struct archive *archive;
};

static int read_page(
	const struct as_pages *pages, size_t person, struct as_bytes *page, struct as_error *error)
{
	AS_AUTO_FREE char *name = as_text_format(error, "%s.html", pages->people[person].key);

	return name ? as_file_read(pages->people_fd, name, MAX_BYTES, page, error) : -1;
}

static bool add_page(struct archive *archive, const char *path, const struct as_bytes *page)
{
	struct archive_entry *entry = archive_entry_new();

	if (!entry)
		return false;
	archive_entry_set_pathname_utf8(entry, path);
	archive_entry_set_filetype(entry, AE_IFREG);
	archive_entry_set_perm(entry, 0644);
	archive_entry_set_mtime(entry, TIME_S, 0);
	archive_entry_set_size(entry, (la_int64_t)page->size);
	const bool done =
		archive_write_header(archive, entry) == ARCHIVE_OK &&
		archive_write_data(archive, page->data, page->size) == (la_ssize_t)page->size;
	archive_entry_free(entry);
	return done;
}

static int add_pages(const struct handouts *handouts, struct as_error *error)
{
	for (size_t i = 0; i < handouts->pages->count; i++) {
		AS_AUTO_BYTES struct as_bytes page = {0};
		AS_AUTO_FREE char *path =
			as_text_format(error, "%s/feedback.html", handouts->folders[i]);
		if (!path || read_page(handouts->pages, i, &page, error))
			return -1;
		if (!add_page(handouts->archive, path, &page))
			return as_error_at(error, AS_ERROR_INTERNAL, NAME, 0, 0,
				"the page of a student cannot be added");
	}
	return archive_write_close(handouts->archive) == ARCHIVE_OK ? 0 : as_error_no_memory(error);
}

static int write_archive(struct handouts *handouts, FILE *out, struct as_error *error)
{
	if (as_archive_load(error))
		return -1;
	struct archive *archive = archive_write_new();
	handouts->archive = archive;
	const int failed =
		!archive || archive_write_set_format_zip(archive) != ARCHIVE_OK ||
				archive_write_set_bytes_in_last_block(archive, 1) != ARCHIVE_OK ||
				archive_write_open_FILE(archive, out) != ARCHIVE_OK
			? as_error_no_memory(error)
			: add_pages(handouts, error);
	archive_write_free(archive);
	return failed;
}

static bool is_same(int dir_fd, const struct as_bytes *bytes)
{
	AS_AUTO_BYTES struct as_bytes old = {0};

	return as_file_read(dir_fd, NAME, MAX_BYTES, &old, NULL) == 0 && old.size == bytes->size &&
	       memcmp(old.data, bytes->data, old.size) == 0;
}

int as_pages_write_handouts(
	const struct as_pages *pages, const char *const *folders, struct as_error *error)
{
	struct handouts handouts = {.pages = pages, .folders = folders};
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	FILE *out = open_memstream(&bytes.data, &bytes.size);

	if (!out)
		return as_error_no_memory(error);
	const int failed = write_archive(&handouts, out, error);
	if (fclose(out) || failed)
		return failed ? -1 : as_error_no_memory(error);
	if (is_same(pages->config.dir_fd, &bytes))
		return 0;
	return as_file_write(pages->config.dir_fd, NAME, bytes.data, bytes.size, 0600, error) ? -1
											      : 1;
}
