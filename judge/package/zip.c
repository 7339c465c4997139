/* SPDX-License-Identifier: MIT */
/*
 * Unpacks untrusted zip archives. Files are created (O_EXCL) in folders that were opened beneath
 * the target without links, before any link is made there, and all limits apply to the bytes that
 * were actually unpacked. The headers are read first, so that most archives that are refused are
 * refused before a file is made (zip_survey.c). Only zip is read, only by the directory at its end,
 * and only stored and deflated files: other formats and methods would add code that reads untrusted
 * bytes, and dictionaries of any size.
 */
#include "zip_entry.h"

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
#define REMEDY "pack the package's folder again"

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

struct link {
	char *path;
	char *target;
};

struct unpacking {
	struct zip_reading reading;
	int to_fd;
	bool no_modes;
	struct link *links;
	size_t link_count;
};

static void clear(struct unpacking *unpacking)
{
	for (size_t i = 0; i < unpacking->link_count; i++) {
		free(unpacking->links[i].path);
		free(unpacking->links[i].target);
	}
	free(unpacking->links);
	as_names_free(unpacking->reading.outside);
}

/* ---- folders ---- */

static int make(struct unpacking *unpacking, int parent_fd, const char *name)
{
	if (mkdirat(parent_fd, name, 0755) == 0) {
		if (zip_count_entry(&unpacking->reading) < 0)
			return -1;
	} else if (errno != EEXIST) {
		return as_error_sys(unpacking->reading.error, AS_ERROR_INTERNAL, errno,
			"cannot unpack %s: cannot make a folder", unpacking->reading.name);
	}
	return 0;
}

/* Enters a folder, and makes it if missing. */
static int enter(struct unpacking *unpacking, int parent_fd, const char *name, const char *path)
{
	struct as_error why = {0};
	char twin[NAME_MAX + 1];
	int fd = make(unpacking, parent_fd, name) ? -1 : as_dir_open(parent_fd, name, &why);

	if (fd < 0 && why.kind == AS_ERROR_INPUT && unpacking->reading.limits->is_lenient) {
		zip_name_twin(name, 0, twin);
		why = (struct as_error){0};
		fd = make(unpacking, parent_fd, twin) ? -1 : as_dir_open(parent_fd, twin, &why);
	}
	if (fd < 0 && why.kind == AS_ERROR_NONE)
		return -1;
	if (fd < 0 && why.kind != AS_ERROR_INPUT)
		return as_error_set(unpacking->reading.error, why.kind, "cannot unpack %s: %s",
			unpacking->reading.name, why.text);
	return fd >= 0 ? fd
		       : zip_refuse_entry(&unpacking->reading, path,
				 "is in a folder that is also a file; " REMEDY);
}

/* Opens the folder of the last part of `path`, and sets `name` to that part. */
static int open_parent(struct unpacking *unpacking, const char *path, const char **name)
{
	AS_AUTO_FD int fd = fcntl(unpacking->to_fd, F_DUPFD_CLOEXEC, 0);
	if (fd < 0)
		return as_error_sys(unpacking->reading.error, AS_ERROR_INTERNAL, errno,
			"cannot unpack %s", unpacking->reading.name);
	for (*name = path;;) {
		char part[NAME_MAX + 1];
		size_t length = strcspn(*name, "/");
		if ((*name)[length] == '\0')
			return as_steal_fd(fd);
		snprintf(part, sizeof part, "%.*s", (int)length, *name);
		int next = enter(unpacking, fd, part, path);
		if (next < 0)
			return -1;
		close(fd);
		fd = next;
		*name += length + 1;
	}
}

static int make_folder(struct unpacking *unpacking, const char *path)
{
	const char *name;
	AS_AUTO_FD int parent = open_parent(unpacking, path, &name);
	AS_AUTO_FD int fd = parent < 0 ? -1 : enter(unpacking, parent, name, path);
	return fd < 0 ? -1 : 0;
}

/* ---- files ---- */

static int write_file(
	struct unpacking *unpacking, struct archive *archive, const char *path, int fd)
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

static int twice(struct unpacking *unpacking, const char *path, int cause)
{
	if (cause == EEXIST)
		return zip_refuse_entry(
			&unpacking->reading, path, "is in the archive twice; " REMEDY);
	return as_error_sys(unpacking->reading.error, AS_ERROR_INTERNAL, cause,
		"cannot unpack %s: cannot make a file", unpacking->reading.name);
}

/* If the archive has no modes, the scripts that build and run a package's programs count as
 * executable.
 */
static bool is_executable(
	const struct unpacking *unpacking, struct archive_entry *entry, const char *name)
{
	if (archive_entry_perm(entry) & S_IXUSR)
		return true;
	return (unpacking->no_modes || archive_entry_perm(entry) == 0) &&
	       (strcmp(name, "build") == 0 || strcmp(name, "run") == 0);
}

#define MAX_TWINS 16

/* Creates a file, by another name if that exists and names may be changed. */
static int create(struct unpacking *unpacking, int parent_fd, const char *name, mode_t mode)
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

static int make_file(struct unpacking *unpacking, struct archive *archive,
	struct archive_entry *entry, const char *path)
{
	const char *name;
	AS_AUTO_FD int parent = open_parent(unpacking, path, &name);
	const mode_t mode = parent >= 0 && is_executable(unpacking, entry, name) ? 0755 : 0644;
	if (parent < 0 || zip_count_entry(&unpacking->reading) < 0)
		return -1;
	AS_AUTO_FD int fd = create(unpacking, parent, name, mode);
	if (fd < 0)
		return twice(unpacking, path, errno);
	return write_file(unpacking, archive, path, fd);
}

/* ---- links ---- */

static int note_link(struct unpacking *unpacking, struct archive_entry *entry, const char *path)
{
	if (!as_array_reserve(unpacking->links, unpacking->link_count, unpacking->reading.error))
		return -1;
	const char *target = archive_entry_symlink(entry);
	if (!target || !*target ||
		(!unpacking->reading.limits->is_lenient && zip_find_fault(target)))
		return zip_refuse_entry(&unpacking->reading, path,
			"is a link with an unreadable or absolute target; pack the file that it "
			"points to");
	struct link *link = &unpacking->links[unpacking->link_count++];
	*link = (struct link){.path = strdup(path), .target = strdup(target)};
	return link->path && link->target ? zip_count_entry(&unpacking->reading)
					  : as_error_no_memory(unpacking->reading.error);
}

static int make_link(struct unpacking *unpacking, const struct link *link)
{
	const char *name;
	AS_AUTO_FD int parent = open_parent(unpacking, link->path, &name);
	if (parent < 0)
		return -1;
	if (symlinkat(link->target, parent, name) == 0)
		return 0;
	/* A link is not followed in lenient unpacking: only its name is reported. */
	return errno == EEXIST && unpacking->reading.limits->is_lenient
		       ? 0
		       : twice(unpacking, link->path, errno);
}

/* The kernel resolves the link, to check its target. */
static int check_link(struct unpacking *unpacking, const struct link *link)
{
	AS_AUTO_FD int fd = as_tree_open(unpacking->to_fd, link->path);
	if (fd >= 0)
		return 0;
	switch (errno) {
	case EXDEV:
		return zip_refuse_entry(&unpacking->reading, link->path,
			"is a link out of the archive; pack the file that it points to");
	case ELOOP:
		return zip_refuse_entry(
			&unpacking->reading, link->path, "is part of a cycle of links; remove it");
	case ENOENT:
	case ENOTDIR:
	case ENAMETOOLONG:
		return zip_refuse_entry(&unpacking->reading, link->path,
			"is a link to a file that is not in the archive; pack the file that it "
			"points to");
	default:
		return as_error_sys(unpacking->reading.error, AS_ERROR_INTERNAL, errno,
			"cannot follow the unpacked link %s", link->path);
	}
}

static int make_links(struct unpacking *unpacking)
{
	for (size_t i = 0; i < unpacking->link_count; i++)
		if (make_link(unpacking, &unpacking->links[i]) < 0)
			return -1;
	for (size_t i = 0; !unpacking->reading.limits->is_lenient && i < unpacking->link_count; i++)
		if (check_link(unpacking, &unpacking->links[i]) < 0)
			return -1;
	return 0;
}

/* ---- entries ---- */

static int unpack_entry(
	void *context, struct archive *archive, struct archive_entry *entry, const char *path)
{
	struct unpacking *unpacking = context;

	switch (archive_entry_filetype(entry)) {
	case AE_IFDIR:
		return path[0] ? make_folder(unpacking, path) : 0;
	case AE_IFLNK:
		return note_link(unpacking, entry, path);
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

static int check_head(struct unpacking *unpacking, int archive_fd)
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

static int unpack(struct unpacking *unpacking, int archive_fd)
{
	unpacking->reading.lists_outside = true;
	if (zip_read(&unpacking->reading, archive_fd, unpack_entry, unpacking) < 0)
		return -1;
	return make_links(unpacking);
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
	struct unpacking unpacking = {
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
