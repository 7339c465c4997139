/* SPDX-License-Identifier: MIT */
/*
 * A package may hold links to its own files, which base's careful opening refuses. So a path is
 * first resolved by the kernel beneath the package's folder, and what comes out, free of links, is
 * opened as carefully as everything else. Should somebody change it in between, that opening fails.
 */
#include "package.h"
#include "sources.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#define RACE_RETRIES 128
#define DESCRIPTOR_PATH_SIZE 32
#define MAX_ENTRIES 1000000
#define MAX_NAME_BYTES 255
#define MAX_TREE_DEPTH 32
#define MAX_DOCUMENT_BYTES ((uint64_t)16 << 20)
/* The format advises 100 MiB; a sparse file of a terabyte would be read for an hour. */
#define MAX_FILE_BYTES ((off_t)2 << 30)

/* ---- complaints ---- */

size_t package_path_length(const struct as_package *package)
{
	size_t length = strlen(package->path);
	while (length > 1 && package->path[length - 1] == '/')
		length--;
	return length;
}

char *package_where(const struct package_loader *loader, const char *path, struct as_error *error)
{
	const struct as_package *package = loader->package;
	return as_text_format(
		error, "%.*s/%s", (int)package_path_length(package), package->path, path);
}

int package_error(const struct package_loader *loader, const char *path, struct as_error *error,
	const char *format, ...)
{
	char text[sizeof error->text];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	AS_AUTO_FREE char *where = package_where(loader, path, error);
	if (!where)
		return -1;
	return as_error_at(error, AS_ERROR_INPUT, where, 0, 0, "%s", text);
}

int package_warn(struct package_loader *loader, const char *path, struct as_error *error,
	const char *format, ...)
{
	char text[sizeof error->text];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	return as_findings_add(
		&loader->package->findings, AS_FINDING_WARNING, path, error, "%s", text);
}

/* The same cause, about the file as the package's author knows it. */
static int blame(const struct package_loader *loader, const char *path,
	const struct as_error *cause, struct as_error *error)
{
	AS_AUTO_FREE char *where = package_where(loader, path, error);
	if (!where)
		return -1;
	return as_error_at(error, cause->kind, where, 0, 0, "%s", cause->text);
}

/* ---- finding ---- */

static int open_beneath(int dir_fd, const char *path)
{
	const struct open_how how = {
		.flags = O_PATH | O_CLOEXEC,
		.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS,
	};
	long fd;
	int tries = 0;
	do
		fd = syscall(SYS_openat2, dir_fd, path, &how, sizeof how);
	while (fd < 0 && (errno == EINTR || (errno == EAGAIN && ++tries < RACE_RETRIES)));
	return (int)fd;
}

static char *descriptor_path(int fd, struct as_error *error)
{
	char link[DESCRIPTOR_PATH_SIZE], target[PATH_MAX];
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	ssize_t length = readlink(link, target, sizeof target - 1);
	if (length < 0) {
		as_error_sys(error, AS_ERROR_MACHINE, errno, "%s cannot be read", link);
		return NULL;
	}
	target[length] = '\0';
	return as_text_format(error, "%s", target);
}

int package_root(struct package_loader *loader, struct as_error *error)
{
	loader->root = descriptor_path(loader->package->dir_fd, error);
	return loader->root ? 0 : -1;
}

static int not_found(
	const struct package_loader *loader, const char *path, int cause, struct as_error *error)
{
	struct stat status;
	switch (cause) {
	case ENOENT:
		if (fstatat(loader->package->dir_fd, path, &status, AT_SYMLINK_NOFOLLOW) < 0)
			return 0;
		return package_error(loader, path, error,
			"is a link to a file that is not there: remove it or make the file");
	case ENOTDIR:
		return 0;
	case EXDEV:
		return package_error(loader, path, error,
			"is a link out of the package: copy what it points to into the package");
	case ELOOP:
		return package_error(
			loader, path, error, "is a link that leads in a circle: remove it");
	default:
		return package_error(
			loader, path, error, "cannot be opened: %s", strerrordesc_np(cause));
	}
}

/* The path of an open file beneath the package. */
static char *path_beneath(const struct package_loader *loader, int fd, struct as_error *error)
{
	AS_AUTO_FREE char *whole = descriptor_path(fd, error);
	if (!whole)
		return NULL;
	size_t length = strcmp(loader->root, "/") == 0 ? 0 : strlen(loader->root);
	if (strncmp(whole, loader->root, length) != 0 || whole[length] != '/') {
		as_error_set(error, AS_ERROR_INPUT, "%s was moved while it was read", whole);
		return NULL;
	}
	return as_text_format(error, "%s", whole + length + 1);
}

static enum package_file_type type_of(mode_t mode)
{
	if (S_ISREG(mode))
		return PACKAGE_FILE;
	return S_ISDIR(mode) ? PACKAGE_FOLDER : PACKAGE_OTHER;
}

int package_find(const struct package_loader *loader, const char *path,
	enum package_file_type *type, char **real, struct as_error *error)
{
	struct stat status;
	*type = PACKAGE_ABSENT;
	AS_AUTO_FD int fd = open_beneath(loader->package->dir_fd, path);
	if (fd < 0)
		return not_found(loader, path, errno, error);
	if (fstat(fd, &status) < 0)
		return package_error(
			loader, path, error, "cannot be examined: %s", strerrordesc_np(errno));
	*type = type_of(status.st_mode);
	if (!real)
		return 0;
	*real = path_beneath(loader, fd, error);
	return *real ? 0 : -1;
}

int package_find_entry(const struct package_loader *loader, const char *path,
	const char *real_folder, const char *name, enum package_file_type *type, char **real,
	struct as_error *error)
{
	struct stat status;
	AS_AUTO_FREE char *here = as_text_format(error, "%s/%s", real_folder, name);
	if (!here)
		return -1;
	if (as_cancel_check(loader->cancel, error))
		return -1;
	/* Most are no links: one look is enough, where resolving takes three calls. */
	if (fstatat(loader->package->dir_fd, here, &status, AT_SYMLINK_NOFOLLOW) < 0 ||
		S_ISLNK(status.st_mode))
		return package_find(loader, path, type, real, error);
	*type = type_of(status.st_mode);
	*real = as_steal(here);
	return 0;
}

/* ---- listing ---- */

bool package_is_name(const char *name)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
	size_t length = strspn(name, letters);
	return name[length] == '\0' && length > 0 && length <= MAX_NAME_BYTES && name[0] != '.' &&
	       name[0] != '-';
}

/* Hidden files are meant to be ignored, unless they look like a test. */
static bool is_surprise(const char *name)
{
	const char *dot = strrchr(name, '.');
	if (name[0] != '.')
		return true;
	return dot > name && (strcmp(dot, ".in") == 0 || strcmp(dot, ".ans") == 0);
}

static int keep_names(
	struct package_loader *loader, const char *real, char **names, struct as_error *error)
{
	char **kept = names;
	int status = 0;
	for (char **name = names; *name; name++) {
		if (package_is_name(*name)) {
			*kept++ = *name;
			continue;
		}
		if (status == 0 && is_surprise(*name)) {
			AS_AUTO_FREE char *path = as_text_format(error, "%s/%s", real, *name);
			status =
				path ? package_warn(loader, path, error,
					       "is ignored for its name: use letters, digits, _, . "
					       "and -, beginning with a letter, digit or _")
				     : -1;
		}
		free(*name);
	}
	*kept = NULL;
	return status;
}

char **package_list(struct package_loader *loader, const char *real, struct as_error *error)
{
	struct as_error cause = {0};
	if (as_cancel_check(loader->cancel, error))
		return NULL;
	AS_AUTO_FD int fd = as_dir_open(loader->package->dir_fd, real, &cause);
	char **names = fd < 0 ? NULL : as_dir_list(fd, MAX_ENTRIES, &cause);
	if (!names) {
		blame(loader, real, &cause, error);
		return NULL;
	}
	if (keep_names(loader, real, names, error) < 0) {
		as_names_free(names);
		return NULL;
	}
	for (char **name = names; *name; name++)
		loader->entry_count++;
	if (loader->entry_count > MAX_ENTRIES) {
		as_names_free(names);
		package_error(loader, real, error,
			"there are more than %d files so far: is this a package?", MAX_ENTRIES);
		return NULL;
	}
	return names;
}

/* ---- reading ---- */

/* What is run as it is, where it may be run. */
static bool is_script(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	return strcmp(name, "build") == 0 || strcmp(name, "run") == 0;
}

int package_digest_file(
	struct package_loader *loader, const char *name, const char *real, struct as_error *error)
{
	struct as_error cause = {0};
	AS_AUTO_FD int fd = as_file_open(loader->package->dir_fd, real, &cause);
	if (fd < 0)
		return blame(loader, name, &cause, error);
	struct stat status;
	if (fstat(fd, &status) < 0)
		return package_error(
			loader, name, error, "cannot be examined: %s", strerrordesc_np(errno));
	if (status.st_size > MAX_FILE_BYTES)
		return package_error(loader, name, error, "is larger than 2 GiB: make it smaller");
	struct as_digest digest;
	as_digest_init(&digest);
	if (as_digest_add_fd(&digest, fd, loader->cancel, &cause) < 0)
		return blame(loader, name, &cause, error);
	char hex[AS_DIGEST_HEX_SIZE];
	as_digest_end(&digest, hex);
	as_digest_add_text(&loader->digest, name);
	as_digest_add_text(&loader->digest, hex);
	if (is_script(name))
		as_digest_add_text(&loader->digest, status.st_mode & S_IXUSR ? "program" : "file");
	return 0;
}

static int digest_tree(struct package_loader *loader, const char *path, const char *real,
	unsigned depth, struct as_error *error);

static int digest_entry(struct package_loader *loader, const char *folder, const char *real_folder,
	const char *name, unsigned depth, struct as_error *error)
{
	enum package_file_type type;
	AS_AUTO_FREE char *real = NULL;
	AS_AUTO_FREE char *path = as_text_format(error, "%s/%s", folder, name);
	if (!path || package_find_entry(loader, path, real_folder, name, &type, &real, error) < 0)
		return -1;
	if (type == PACKAGE_FILE)
		return package_digest_file(loader, path, real, error);
	if (type == PACKAGE_FOLDER)
		return digest_tree(loader, path, real, depth + 1, error);
	return package_error(
		loader, path, error, "is neither a file nor a folder: replace it by one");
}

static int digest_tree(struct package_loader *loader, const char *path, const char *real,
	unsigned depth, struct as_error *error)
{
	/* Links can make a folder lie in itself: the depth ends that. */
	if (depth > MAX_TREE_DEPTH)
		return package_error(
			loader, path, error, "is deeper than %d folders", MAX_TREE_DEPTH);
	AS_AUTO_NAMES char **names = package_list(loader, real, error);
	if (!names)
		return -1;
	for (char **name = names; *name; name++)
		if (digest_entry(loader, path, real, *name, depth, error) < 0)
			return -1;
	return 0;
}

int package_digest_tree(
	struct package_loader *loader, const char *path, const char *real, struct as_error *error)
{
	enum package_file_type type;
	if (package_find(loader, real, &type, NULL, error) < 0)
		return -1;
	return type == PACKAGE_FILE ? package_digest_file(loader, path, real, error)
				    : digest_tree(loader, path, real, 0, error);
}

int package_document(struct package_loader *loader, const char *path, const char *real,
	struct as_document *document, struct as_error *error)
{
	AS_AUTO_FREE char *where = package_where(loader, path, error);
	/* Loading comes first: it refuses a file of gigabytes before the digest would read it. */
	if (!where || as_document_load(document, loader->package->dir_fd, real, where, error) < 0)
		return -1;
	return package_digest_file(loader, path, real, error);
}

int package_document_with_constants(struct package_loader *loader, const char *path,
	const char *real, struct as_document *document, struct as_error *error)
{
	struct as_error cause = {0};
	AS_AUTO_BYTES struct as_bytes text = {0};
	if (!loader->package->constants)
		return package_document(loader, path, real, document, error);
	AS_AUTO_FREE char *where = package_where(loader, path, error);
	if (!where)
		return -1;
	if (as_file_read(loader->package->dir_fd, real, MAX_DOCUMENT_BYTES, &text, &cause) < 0 ||
		as_constants_fill(&text, loader->package->constants, &cause) < 0)
		return blame(loader, path, &cause, error);
	if (as_document_parse_yaml(document, where, text.data, text.size, error) < 0)
		return -1;
	return package_digest_file(loader, path, real, error);
}
