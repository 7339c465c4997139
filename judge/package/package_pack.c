/* SPDX-License-Identifier: MIT */
/*
 * Packs the files of a package's snapshot into a zip archive. Sorted, without compression and
 * without times: the same package gives the same bytes on every machine. A link becomes a copy of
 * its target, under the name by which the digest knows it.
 */
#include "read.h"

#include "snapshot.h"
#include <assay/base/archive.h>
#include <assay/package/archive.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#define BLOCK_BYTES 65536

static int write_error(struct archive *archive, struct as_error *error)
{
	return as_archive_write_error(archive, "pack a package", error);
}

struct packing {
	const struct as_package *package;
	struct archive *archive;
	const atomic_bool *cancel;
};

static int changed(
	const struct packing *packing, const struct as_snapshot_item *item, struct as_error *error)
{
	AS_AUTO_FREE char *where = as_tree_where(&packing->package->tree, item->path, error);
	return where ? as_error_at_cause(error, AS_ERROR_INPUT, ESTALE, where, PACKAGE_CHANGED)
		     : -1;
}

static int write_header(
	const struct packing *packing, const struct as_snapshot_item *item, struct as_error *error)
{
	const struct stat *status = &item->status;
	AS_AUTO_ENTRY struct archive_entry *entry = archive_entry_new();
	if (!entry)
		return as_error_no_memory(error);
	archive_entry_set_pathname(entry, item->path);
	archive_entry_set_filetype(entry, S_ISDIR(status->st_mode) ? AE_IFDIR : AE_IFREG);
	archive_entry_set_perm(
		entry, S_ISDIR(status->st_mode) || status->st_mode & S_IXUSR ? 0755 : 0644);
	archive_entry_set_size(entry, S_ISDIR(status->st_mode) ? 0 : status->st_size);
	return archive_write_header(packing->archive, entry) == ARCHIVE_OK
		       ? 0
		       : write_error(packing->archive, error);
}

static int write_bytes(const struct packing *packing, const struct as_snapshot_item *item, int fd,
	struct as_error *error)
{
	char block[BLOCK_BYTES];
	off_t left = item->status.st_size;
	while (left > 0) {
		if (as_cancel_check(packing->cancel, error) < 0)
			return -1;
		const ssize_t count = read(fd, block, left < BLOCK_BYTES ? left : BLOCK_BYTES);
		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0)
			return changed(packing, item, error);
		if (archive_write_data(packing->archive, block, (size_t)count) != count)
			return write_error(packing->archive, error);
		left -= count;
	}
	return 0;
}

static int pack_item(
	const struct packing *packing, const struct as_snapshot_item *item, struct as_error *error)
{
	struct as_error why = {0};
	if (as_cancel_check(packing->cancel, error) < 0 ||
		package_snapshot_check(packing->package, item, error) < 0 ||
		write_header(packing, item, error) < 0)
		return -1;
	if (S_ISDIR(item->status.st_mode))
		return 0;
	AS_AUTO_FD int fd = as_shared_open_any(&packing->package->tree, item->real, &why);
	if (fd < 0)
		return as_tree_blame(&packing->package->tree, item->path, &why, error);
	if (write_bytes(packing, item, fd, error) < 0)
		return -1;
	/* It may have changed while it was read. */
	return package_snapshot_check(packing->package, item, error);
}

static int compare_items(const void *left, const void *right)
{
	const struct as_snapshot_item *const *a = left, *const *b = right;
	return strcmp((*a)->path, (*b)->path);
}

/* A file that several parts of the loader read is in the snapshot several times. */
static int pack_items(const struct packing *packing, const struct as_snapshot_item **items,
	struct as_error *error)
{
	const struct as_snapshot *snapshot = &packing->package->snapshot;
	for (size_t i = 0; i < snapshot->count; i++)
		items[i] = &snapshot->items[i];
	qsort(items, snapshot->count, sizeof *items, compare_items);
	for (size_t i = 0; i < snapshot->count; i++)
		if ((i == 0 || strcmp(items[i - 1]->path, items[i]->path) != 0) &&
			pack_item(packing, items[i], error) < 0)
			return -1;
	return archive_write_close(packing->archive) == ARCHIVE_OK
		       ? 0
		       : write_error(packing->archive, error);
}

int as_package_pack(
	const struct as_package *package, int fd, const atomic_bool *cancel, struct as_error *error)
{
	if (as_archive_load(error))
		return -1;
	AS_AUTO_ARCHIVE struct archive *archive = archive_write_new();
	AS_AUTO_FREE const struct as_snapshot_item **items =
		calloc(package->snapshot.count + 1, sizeof(*items));
	if (!archive || !items)
		return as_error_no_memory(error);
	if (archive_write_set_format_zip(archive) != ARCHIVE_OK ||
		archive_write_zip_set_compression_store(archive) != ARCHIVE_OK ||
		archive_write_set_bytes_in_last_block(archive, 1) != ARCHIVE_OK ||
		archive_write_open_fd(archive, fd) != ARCHIVE_OK)
		return write_error(archive, error);
	return pack_items(&(struct packing){package, archive, cancel}, items, error);
}
