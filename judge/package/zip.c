/* SPDX-License-Identifier: MIT */
/*
 * Unpacks untrusted zip archives. Files are created (O_EXCL) in folders that were opened beneath
 * the target without links, before any link is made there, and all limits apply to the bytes that
 * were actually unpacked. Only zip is read, only by the directory at its end, and only stored and
 * deflated files: other formats and methods would add code that reads untrusted bytes, and
 * dictionaries of any size.
 */
#include "zip.h"

#include <assay/base/tree.h>
#include <assay/package.h>

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <string.h>
#include <sys/stat.h>

#define BLOCK_BYTES 65536
#define MIB ((uint64_t)1 << 20)
#define GIB ((uint64_t)1 << 30)
#define REMEDY "pack the package's folder again"

/* Repetitive test data shrink to a thousandth, so the ratio applies only to large archives. */
const struct zip_limits zip_limits_usual = {
	.entry_count = 100000,
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
	const char *name; /* of the archive */
	int to_fd;
	const struct zip_limits *limits;
	const atomic_bool *cancel; /* or NULL */
	uint64_t archive_bytes;
	uint64_t bytes; /* unpacked so far */
	size_t entries; /* made so far */
	struct link *links;
	size_t link_count, link_capacity;
	struct as_error *error;
};

static void auto_archive(struct archive **archive)
{
	archive_read_free(*archive);
}

static void clear(struct unpacking *unpacking)
{
	for (size_t i = 0; i < unpacking->link_count; i++) {
		free(unpacking->links[i].path);
		free(unpacking->links[i].target);
	}
	free(unpacking->links);
}

/* ---- errors ---- */

static int refuse(struct unpacking *unpacking, const char *format, ...) AS_PRINTF(2, 3);
static int refuse(struct unpacking *unpacking, const char *format, ...)
{
	char text[sizeof unpacking->error->text];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	return as_error_at(unpacking->error, AS_ERROR_INPUT, unpacking->name, 0, 0, "%s", text);
}

static int refuse_entry(struct unpacking *unpacking, const char *path, const char *what)
{
	return refuse(unpacking, "entry '%.400s' %s", path, what);
}

/* ---- names ---- */

/* Writes the path without empty and "." parts; "" for the archive's own folder. -1 if it leads out
 * or has a part that is too long. */
static int clean_path(const char *path, char clean[PATH_MAX], unsigned *depth)
{
	size_t size = 0;
	*depth = 0;
	for (const char *part = path; *part;) {
		size_t length = strcspn(part, "/");
		if ((length == 2 && strncmp(part, "..", 2) == 0) || length > NAME_MAX ||
			size + length + 2 > PATH_MAX)
			return -1;
		if (length > 0 && !(length == 1 && *part == '.')) {
			if (size > 0)
				clean[size++] = '/';
			memcpy(clean + size, part, length);
			size += length;
			++*depth;
		}
		part += length + (part[length] == '/');
	}
	clean[size] = '\0';
	return 0;
}

/* NULL if the path is valid. */
static const char *find_fault(const char *path)
{
	if (!as_text_is_utf8(path, strlen(path)))
		return "has a name that is not UTF-8; rename it, or pack it with UTF-8 names";
	for (const char *at = path; *at; at++)
		if ((unsigned char)*at < ' ' || *at == '\x7f')
			return "has a control character in its name; rename it";
	if (strchr(path, '\\'))
		return "has a backslash in its name; pack it with slashes between folders";
	if (path[0] == '/')
		return "is an absolute path; " REMEDY " with paths inside it";
	return NULL;
}

static int take_path(struct unpacking *unpacking, struct archive_entry *entry, char path[PATH_MAX])
{
	unsigned depth;
	char lenient[3 * PATH_MAX];
	const char *name = archive_entry_pathname(entry);
	if (!name || !*name)
		return refuse(unpacking, "has an entry without a name; " REMEDY);
	if (unpacking->limits->is_lenient && zip_name_read(name, lenient, sizeof lenient))
		name = lenient;
	const char *fault = find_fault(name);
	if (fault)
		return refuse_entry(unpacking, name, fault);
	if (clean_path(name, path, &depth) < 0)
		return refuse_entry(unpacking, name,
			"leads out of the archive or has too long a name; " REMEDY);
	if (depth > unpacking->limits->depth + 1)
		return refuse(unpacking, "entry '%.100s...' is nested deeper than %u folders", name,
			unpacking->limits->depth);
	return 0;
}

static bool is_ignored(const char *path)
{
	static const char folder[] = "__MACOSX";
	size_t length = strlen(folder);
	return strncmp(path, folder, length) == 0 && (path[length] == '/' || !path[length]);
}

/* ---- folders ---- */

static int check_entries(struct unpacking *unpacking, uint64_t count)
{
	if (count < unpacking->limits->entry_count)
		return 0;
	return refuse(unpacking, "has too many files and folders: %zu or more; is this a package?",
		unpacking->limits->entry_count);
}

static int count_entry(struct unpacking *unpacking)
{
	return check_entries(unpacking, ++unpacking->entries);
}

/* Enters a folder, and makes it if missing. */
static int enter(struct unpacking *unpacking, int parent_fd, const char *name, const char *path)
{
	if (mkdirat(parent_fd, name, 0755) == 0) {
		if (count_entry(unpacking) < 0)
			return -1;
	} else if (errno != EEXIST) {
		return as_error_sys(unpacking->error, AS_ERROR_INTERNAL, errno,
			"cannot unpack %s: cannot make a folder", unpacking->name);
	}
	struct as_error why = {0};
	int fd = as_dir_open(parent_fd, name, &why);
	if (fd < 0 && why.kind != AS_ERROR_INPUT)
		return as_error_set(unpacking->error, why.kind, "cannot unpack %s: %s",
			unpacking->name, why.text);
	return fd >= 0 ? fd
		       : refuse_entry(
				 unpacking, path, "is in a folder that is also a file; " REMEDY);
}

/* Opens the folder of the last part of `path`, and sets `name` to that part. */
static int open_parent(struct unpacking *unpacking, const char *path, const char **name)
{
	AS_AUTO_FD int fd = fcntl(unpacking->to_fd, F_DUPFD_CLOEXEC, 0);
	if (fd < 0)
		return as_error_sys(unpacking->error, AS_ERROR_INTERNAL, errno, "cannot unpack %s",
			unpacking->name);
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

static int count_bytes(
	struct unpacking *unpacking, const char *path, uint64_t file_bytes, uint64_t more_bytes)
{
	const struct zip_limits *limits = unpacking->limits;
	unpacking->bytes += more_bytes;
	if (file_bytes > limits->file_bytes)
		return refuse(unpacking, "entry '%.400s' unpacks to more than %ju MiB", path,
			(uintmax_t)(limits->file_bytes / MIB));
	if (unpacking->bytes > limits->total_bytes)
		return refuse(unpacking, "unpacks to more than %ju MiB",
			(uintmax_t)(limits->total_bytes / MIB));
	if (unpacking->bytes > limits->free_bytes &&
		unpacking->bytes / limits->ratio > unpacking->archive_bytes)
		return refuse(
			unpacking, "compression ratio over %u: possible zip bomb", limits->ratio);
	return 0;
}

/* Some of libarchive's messages end with a line feed. */
static int broken(struct unpacking *unpacking, struct archive *archive, const char *path)
{
	const char *why = archive_error_string(archive);
	if (!why)
		why = "cannot be read";
	const int length = (int)strcspn(why, "\n");
	if (path)
		return refuse(
			unpacking, "entry '%.400s' is broken (%.*s); " REMEDY, path, length, why);
	return refuse(
		unpacking, "is a broken or incomplete zip archive (%.*s); " REMEDY, length, why);
}

static int write_file(
	struct unpacking *unpacking, struct archive *archive, const char *path, int fd)
{
	char block[BLOCK_BYTES];
	uint64_t bytes = 0;
	while (as_cancel_check(unpacking->cancel, unpacking->error) == 0) {
		la_ssize_t count = archive_read_data(archive, block, sizeof block);
		/* A wrong checksum is reported as a warning, which is negative, too. */
		if (count < 0)
			return broken(unpacking, archive, path);
		if (count == 0)
			return 0;
		bytes += (uint64_t)count;
		if (count_bytes(unpacking, path, bytes, (uint64_t)count) < 0)
			return -1;
		if (as_fd_write(fd, block, (size_t)count, unpacking->error) < 0)
			return as_error_context(
				unpacking->error, "cannot unpack %s", unpacking->name);
	}
	return -1;
}

static int twice(struct unpacking *unpacking, const char *path, int cause)
{
	if (cause == EEXIST)
		return refuse_entry(unpacking, path, "is in the archive twice; " REMEDY);
	return as_error_sys(unpacking->error, AS_ERROR_INTERNAL, cause,
		"cannot unpack %s: cannot make a file", unpacking->name);
}

static int make_file(struct unpacking *unpacking, struct archive *archive,
	struct archive_entry *entry, const char *path)
{
	const char *name;
	const mode_t mode = archive_entry_perm(entry) & S_IXUSR ? 0755 : 0644;
	AS_AUTO_FD int parent = open_parent(unpacking, path, &name);
	if (parent < 0 || count_entry(unpacking) < 0)
		return -1;
	AS_AUTO_FD int fd =
		openat(parent, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
	if (fd < 0)
		return twice(unpacking, path, errno);
	return write_file(unpacking, archive, path, fd);
}

/* ---- links ---- */

static int note_link(struct unpacking *unpacking, struct archive_entry *entry, const char *path)
{
	if (unpacking->link_count == unpacking->link_capacity) {
		size_t capacity = unpacking->link_capacity ? unpacking->link_capacity * 2 : 16;
		struct link *links = reallocarray(unpacking->links, capacity, sizeof *links);
		if (!links)
			return as_error_no_memory(unpacking->error);
		unpacking->links = links;
		unpacking->link_capacity = capacity;
	}
	const char *target = archive_entry_symlink(entry);
	if (!target || !*target || (!unpacking->limits->is_lenient && find_fault(target)))
		return refuse_entry(unpacking, path,
			"is a link with an unreadable or absolute target; pack the file that it "
			"points to");
	struct link *link = &unpacking->links[unpacking->link_count++];
	*link = (struct link){.path = strdup(path), .target = strdup(target)};
	return link->path && link->target ? count_entry(unpacking)
					  : as_error_no_memory(unpacking->error);
}

static int make_link(struct unpacking *unpacking, const struct link *link)
{
	const char *name;
	AS_AUTO_FD int parent = open_parent(unpacking, link->path, &name);
	if (parent < 0)
		return -1;
	return symlinkat(link->target, parent, name) == 0 ? 0 : twice(unpacking, link->path, errno);
}

/* The kernel resolves the link, to check its target. */
static int check_link(struct unpacking *unpacking, const struct link *link)
{
	AS_AUTO_FD int fd = as_tree_open(unpacking->to_fd, link->path);
	if (fd >= 0)
		return 0;
	switch (errno) {
	case EXDEV:
		return refuse_entry(unpacking, link->path,
			"is a link out of the archive; pack the file that it points to");
	case ELOOP:
		return refuse_entry(
			unpacking, link->path, "is part of a cycle of links; remove it");
	case ENOENT:
	case ENOTDIR:
	case ENAMETOOLONG:
		return refuse_entry(unpacking, link->path,
			"is a link to a file that is not in the archive; pack the file that it "
			"points to");
	default:
		return as_error_sys(unpacking->error, AS_ERROR_INTERNAL, errno,
			"cannot follow the unpacked link %s", link->path);
	}
}

static int make_links(struct unpacking *unpacking)
{
	for (size_t i = 0; i < unpacking->link_count; i++)
		if (make_link(unpacking, &unpacking->links[i]) < 0)
			return -1;
	for (size_t i = 0; !unpacking->limits->is_lenient && i < unpacking->link_count; i++)
		if (check_link(unpacking, &unpacking->links[i]) < 0)
			return -1;
	return 0;
}

/* ---- entries ---- */

/* libarchive describes the method in words: "ZIP 2.0 (deflation)". */
static bool is_method_known(struct archive *archive)
{
	const char *format = archive_format_name(archive);
	return format && (strstr(format, "(uncompressed)") || strstr(format, "(deflation)"));
}

static int unpack_entry(
	struct unpacking *unpacking, struct archive *archive, struct archive_entry *entry)
{
	char path[PATH_MAX] = "";
	if (take_path(unpacking, entry, path) < 0)
		return -1;
	if (!unpacking->limits->is_lenient && is_ignored(path))
		return count_entry(unpacking);
	if (archive_entry_is_encrypted(entry))
		return refuse_entry(unpacking, path, "is encrypted; " REMEDY " without a password");
	if (!is_method_known(archive))
		return refuse_entry(
			unpacking, path, "is not packed with deflate; " REMEDY " with zip");
	if (archive_entry_hardlink(entry))
		return refuse_entry(unpacking, path, "is a hard link; pack a file instead");
	switch (archive_entry_filetype(entry)) {
	case AE_IFDIR:
		return path[0] ? make_folder(unpacking, path) : 0;
	case AE_IFREG:
		if (path[0])
			return make_file(unpacking, archive, entry, path);
		return refuse_entry(unpacking, ".", "is a file; " REMEDY);
	case AE_IFLNK:
		return note_link(unpacking, entry, path);
	default:
		return refuse_entry(
			unpacking, path, "is not a file, a folder or a link; leave it out");
	}
}

static int unpack_entries(struct unpacking *unpacking, struct archive *archive)
{
	while (as_cancel_check(unpacking->cancel, unpacking->error) == 0) {
		struct archive_entry *entry;
		int status = archive_read_next_header(archive, &entry);
		if (status == ARCHIVE_EOF)
			return make_links(unpacking);
		if (status != ARCHIVE_OK)
			return broken(unpacking, archive, NULL);
		if (unpack_entry(unpacking, archive, entry) < 0)
			return -1;
	}
	return -1;
}

/* ---- the archive ---- */

static const char *guess_format(const char *head, size_t size)
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
		return as_error_at(unpacking->error, AS_ERROR_INPUT, unpacking->name, 0, 0,
			"cannot be read: %s", strerrordesc_np(errno));
	unpacking->archive_bytes = (uint64_t)status.st_size;
	if (size == 0)
		return refuse(unpacking, "is empty; a package is a folder or a zip archive");
	if (size >= 4 && (memcmp(head, "PK\3\4", 4) == 0 || memcmp(head, "PK\5\6", 4) == 0))
		return 0;
	const char *format = guess_format(head, (size_t)size);
	return refuse(unpacking, "is %s%snot a zip archive; a package is a folder or a zip archive",
		format ? format : "", format ? ", " : "");
}

static int unpack(struct unpacking *unpacking, int archive_fd)
{
	AS_AUTO(auto_archive) struct archive *archive = archive_read_new();
	if (!archive || archive_read_support_format_zip_seekable(archive) != ARCHIVE_OK)
		return as_error_no_memory(unpacking->error);
	if (lseek(archive_fd, 0, SEEK_SET) < 0 ||
		archive_read_open_fd(archive, archive_fd, BLOCK_BYTES) != ARCHIVE_OK)
		return broken(unpacking, archive, NULL);
	return unpack_entries(unpacking, archive);
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

int zip_unpack(int archive_fd, const char *name, int to_fd, const struct zip_limits *limits,
	const atomic_bool *cancel, struct as_error *error)
{
	struct as_error why = {0};
	AS_AUTO(clear)
	struct unpacking unpacking = {
		.name = name, .to_fd = to_fd, .limits = limits, .cancel = cancel, .error = &why};
	AS_AUTO(zip_locale_end) struct zip_locale locale = {0};
	if (zip_locale_begin(&locale, error) < 0)
		return -1;
	int status = check_head(&unpacking, archive_fd);
	/* Making and removing 100,000 files takes long. */
	if (status == 0)
		status = check_entries(&unpacking, zip_count_listed(archive_fd));
	if (status == 0)
		status = unpack(&unpacking, archive_fd);
	if (status < 0 && error && error->kind == AS_ERROR_NONE)
		*error = why;
	return status;
}

int as_zip_unpack(int archive_fd, const char *name, int to_fd, uint64_t max_bytes,
	const atomic_bool *cancel, struct as_error *error)
{
	struct zip_limits limits = zip_limits_usual;

	limits.total_bytes = limits.file_bytes = max_bytes;
	return zip_unpack(archive_fd, name, to_fd, &limits, cancel, error);
}

int as_zip_unpack_any(int archive_fd, const char *name, int to_fd, uint64_t max_bytes,
	const atomic_bool *cancel, struct as_error *error)
{
	struct zip_limits limits = zip_limits_usual;

	limits.total_bytes = limits.file_bytes = max_bytes;
	limits.entry_count = 1000000;
	limits.depth = 1000;
	limits.is_lenient = true;
	return zip_unpack(archive_fd, name, to_fd, &limits, cancel, error);
}
