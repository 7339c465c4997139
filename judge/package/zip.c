/* SPDX-License-Identifier: MIT */
/*
 * Unpacks untrusted zip archives. Files are created (O_EXCL) in folders that were opened beneath
 * the target without links, before any link is made there, and all limits apply to the bytes that
 * were actually unpacked. The headers are read first, so that most archives that are refused are
 * refused before a file is made (zip_survey.c). Only zip is read, only by the directory at its end,
 * and only stored and deflated files: other formats and methods would add code that reads untrusted
 * bytes, and dictionaries of any size.
 */
#include "zip_unpacking.h"

#include <assay/base/archive.h>
#include <assay/base/tree.h>
#include <assay/package.h>
#include <assay/package/zip_text.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <string.h>
#include <sys/stat.h>

#define BLOCK_BYTES 65536 /* of a file */
#define MIB ((uint64_t)1 << 20)
#define GIB ((uint64_t)1 << 30)

/* Repetitive test data shrink to a thousandth, so the ratio applies only to large archives. */
const struct zip_limits zip_limits_usual = {
	.entry_count = AS_ZIP_MAX_ENTRIES,
	.question = "; is this a package?",
	.depth = 32,
	.file_bytes = 2 * GIB,
	.total_bytes = 4 * GIB,
	.free_bytes = 256 * MIB,
	.ratio = 200,
};

static void clear(struct zip_unpacking *unpacking)
{
	for (size_t i = 0; i < unpacking->link_count; i++) {
		free(unpacking->links[i].path);
		free(unpacking->links[i].target);
	}
	free(unpacking->links);
	as_names_free(unpacking->reading.outside);
}

/* ---- files ---- */

static int write_file(
	struct zip_unpacking *unpacking, struct archive *archive, const char *path, int fd)
{
	char block[BLOCK_BYTES];
	uint64_t bytes = 0;
	while (as_cancel_check(unpacking->reading.cancel, unpacking->reading.error) == 0) {
		la_ssize_t count = archive_read_data(archive, block, sizeof block);
		/* A wrong checksum is reported as a warning, which is negative, too. */
		if (count < 0)
			return zip_broken(&unpacking->reading, archive, path);
		if (count == 0)
			return 0;
		bytes += (uint64_t)count;
		if (zip_count_bytes(&unpacking->reading, path, bytes, (uint64_t)count) < 0)
			return -1;
		if (as_fd_write(fd, block, (size_t)count, unpacking->reading.error) < 0)
			return as_error_context(unpacking->reading.error, "cannot unpack %s",
				unpacking->reading.name);
	}
	return -1;
}

/* If the archive has no modes, the scripts that build and run a package's programs count as
 * executable.
 */
static bool is_executable(
	const struct zip_unpacking *unpacking, struct archive_entry *entry, const char *name)
{
	if (archive_entry_perm(entry) & S_IXUSR)
		return true;
	return (unpacking->no_modes || archive_entry_perm(entry) == 0) &&
	       (strcmp(name, "build") == 0 || strcmp(name, "run") == 0);
}

#define MAX_TWINS 16

/* Creates a file, by another name if that exists and names may be changed. */
static int create(struct zip_unpacking *unpacking, int parent_fd, const char *name, mode_t mode)
{
	const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
	int fd = openat(parent_fd, name, flags, mode);
	char twin[NAME_MAX + 1];

	for (unsigned i = 0;
		fd < 0 && errno == EEXIST && unpacking->reading.limits->is_lenient && i < MAX_TWINS;
		i++) {
		zip_name_twin(name, unpacking->reading.entries + i, twin);
		fd = openat(parent_fd, twin, flags, mode);
	}
	return fd;
}

static int make_file(struct zip_unpacking *unpacking, struct archive *archive,
	struct archive_entry *entry, const char *path)
{
	const char *name;
	AS_AUTO_FD int parent = zip_open_parent(unpacking, path, &name);
	const mode_t mode = parent >= 0 && is_executable(unpacking, entry, name) ? 0755 : 0644;
	if (parent < 0 || zip_count_entry(&unpacking->reading) < 0)
		return -1;
	AS_AUTO_FD int fd = create(unpacking, parent, name, mode);
	if (fd < 0)
		return zip_exists_already(unpacking, path, errno);
	return write_file(unpacking, archive, path, fd);
}

/* ---- entries ---- */

static int unpack_entry(
	void *context, struct archive *archive, struct archive_entry *entry, const char *path)
{
	struct zip_unpacking *unpacking = context;

	switch (archive_entry_filetype(entry)) {
	case AE_IFDIR:
		return path[0] ? zip_make_folder(unpacking, path) : 0;
	case AE_IFLNK:
		return zip_note_link(unpacking, entry, path);
	default:
		return make_file(unpacking, archive, entry, path);
	}
}

/* ---- the archive ---- */

const char *as_zip_other_format(const char *head, size_t size)
{
	static const struct {
		size_t offset, length;
		const char *magic, *name;
	} known[] = {
		{0, 2, "\x1f\x8b", "a gzip file"},
		{0, 3, "BZh", "a bzip2 file"},
		{0, 6,
			"\xfd"
			"7zXZ",
			"an xz file"},
		{0, 4, "\x28\xb5\x2f\xfd", "a zstd file"},
		{0, 4, "7z\xbc\xaf", "a 7z archive"},
		{0, 4, "Rar!", "a RAR archive"},
		{257, 5, "ustar", "a tar archive"},
	};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (size >= known[i].offset + known[i].length &&
			memcmp(head + known[i].offset, known[i].magic, known[i].length) == 0)
			return known[i].name;
	return NULL;
}

static int check_head(struct zip_unpacking *unpacking, int archive_fd)
{
	char head[512];
	struct stat status;
	ssize_t size = pread(archive_fd, head, sizeof head, 0);
	if (size < 0 || fstat(archive_fd, &status) < 0)
		return as_error_at(unpacking->reading.error, AS_ERROR_INPUT,
			unpacking->reading.name, 0, 0, "cannot be read: %s",
			strerrordesc_np(errno));
	unpacking->reading.archive_bytes = (uint64_t)status.st_size;
	if (size == 0)
		return zip_refuse(
			&unpacking->reading, "is empty; a package is a folder or a zip archive");
	if (size >= 4 && (memcmp(head, "PK\3\4", 4) == 0 || memcmp(head, "PK\5\6", 4) == 0))
		return 0;
	const char *format = as_zip_other_format(head, (size_t)size);
	return zip_refuse(&unpacking->reading,
		"is %s%snot a zip archive; a package is a folder or a zip archive",
		format ? format : "", format ? ", " : "");
}

static int unpack(struct zip_unpacking *unpacking, int archive_fd)
{
	unpacking->reading.lists_outside = true;
	if (zip_read(&unpacking->reading, archive_fd, unpack_entry, unpacking) < 0)
		return -1;
	return zip_make_links(unpacking);
}

int zip_locale_begin(struct zip_locale *locale, struct as_error *error)
{
	locale->used = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	if (!locale->used)
		return as_error_set(
			error, AS_ERROR_MACHINE, "no locale C.UTF-8; install or enable it");
	locale->before = uselocale(locale->used);
	return 0;
}

void zip_locale_end(struct zip_locale *locale)
{
	if (!locale->used)
		return;
	uselocale(locale->before);
	freelocale(locale->used);
}

static int unpack_all(int archive_fd, const char *name, int to_fd, const struct zip_limits *limits,
	char ***outside, const atomic_bool *cancel, struct as_error *error)
{
	struct as_error why = {0};
	AS_AUTO(clear)
	struct zip_unpacking unpacking = {
		.reading = {.name = name, .limits = limits, .cancel = cancel, .error = &why},
		.to_fd = to_fd};
	AS_AUTO(zip_locale_end) struct zip_locale locale = {0};
	if (zip_locale_begin(&locale, error) < 0)
		return -1;
	int status = check_head(&unpacking, archive_fd);
	if (status == 0)
		status = zip_check_entries(&unpacking.reading, zip_count_listed(archive_fd));
	if (status == 0)
		status = zip_survey(&unpacking.reading, archive_fd);
	unpacking.no_modes = status == 0 && zip_has_no_modes(archive_fd);
	if (status == 0)
		status = unpack(&unpacking, archive_fd);
	if (status < 0 && error && error->kind == AS_ERROR_NONE)
		*error = why;
	if (status == 0 && outside)
		*outside = as_steal(unpacking.reading.outside);
	return status;
}

int zip_unpack(int archive_fd, const char *name, int to_fd, const struct zip_limits *limits,
	const atomic_bool *cancel, struct as_error *error)
{
	return unpack_all(archive_fd, name, to_fd, limits, NULL, cancel, error);
}

static struct zip_limits limits_of(const struct as_zip_quota *quota)
{
	struct zip_limits limits = zip_limits_usual;

	limits.total_bytes = limits.file_bytes = quota->bytes;
	limits.entry_count = quota->entries;
	limits.question = "";
	limits.remedy = quota->remedy;
	return limits;
}

int as_zip_unpack(int archive_fd, const char *name, int to_fd, const struct as_zip_quota *quota,
	const atomic_bool *cancel, struct as_error *error)
{
	const struct zip_limits limits = limits_of(quota);

	return zip_unpack(archive_fd, name, to_fd, &limits, cancel, error);
}

int as_zip_unpack_any(int archive_fd, const char *name, int to_fd, const struct as_zip_quota *quota,
	char ***outside, const atomic_bool *cancel, struct as_error *error)
{
	struct zip_limits limits = limits_of(quota);

	*outside = NULL;

	limits.depth = 1000;
	limits.is_lenient = true;
	return unpack_all(archive_fd, name, to_fd, &limits, outside, cancel, error);
}
