/* SPDX-License-Identifier: MIT */
/* Lists and reads files of the package, and adds them to its digest. */
#include "read.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_ENTRIES 1000000
#define MAX_NAME_BYTES 255
#define MAX_TREE_DEPTH 32
#define MAX_DOCUMENT_BYTES ((uint64_t)16 << 20)
/* The format advises 100 MiB; reading a sparse file of a terabyte would take an hour. */
#define MAX_FILE_BYTES ((off_t)2 << 30)

int package_find_entry(const struct package_loader *loader, const char *path,
	const char *real_folder, const char *name, enum as_tree_type *type, char **real,
	struct as_error *error)
{
	AS_AUTO_FREE char *shared = NULL;
	if (as_cancel_check(loader->cancel, error))
		return -1;
	return as_shared_find_entry(
		&loader->package->tree, path, real_folder, name, type, real, &shared, error);
}

/* ---- listing ---- */

bool as_package_is_name(const char *name)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
	size_t length = strspn(name, letters);
	return name[length] == '\0' && length > 0 && length <= MAX_NAME_BYTES && name[0] != '.' &&
	       name[0] != '-';
}

const char *as_package_backup_ending(const char *name)
{
	static const char *const endings[] = {".disabled", ".template"};
	for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++)
		if (as_text_stem(name, endings[i]) > 0)
			return endings[i];
	return NULL;
}

/* Ignoring a hidden file is intended, unless it looks like a test. */
static bool is_surprise(const char *name)
{
	const char *dot = strrchr(name, '.');
	if (name[0] != '.')
		return true;
	return dot > name && (strcmp(dot, ".in") == 0 || strcmp(dot, ".ans") == 0);
}

/* Removes the names that the format ignores; adds unexpected ones to `findings`, unless that is
 * NULL. */
static int keep_names(
	char **names, const char *real, struct as_findings *findings, struct as_error *error)
{
	char **kept = names;
	int status = 0;
	for (char **name = names; *name; name++) {
		if (as_package_is_name(*name)) {
			*kept++ = *name;
			continue;
		}
		if (status == 0 && findings && is_surprise(*name)) {
			AS_AUTO_FREE char *path = as_text_format(error, "%s/%s", real, *name);
			status = path ? as_findings_add(findings, AS_FINDING_WARNING, path, error,
						"is ignored for its name; use letters, digits, _, "
						". and -, and begin with a letter, digit or _")
				      : -1;
		}
		free(*name);
	}
	*kept = NULL;
	return status;
}

static char **list_names(const struct as_tree *tree, const char *real, const atomic_bool *cancel,
	struct as_findings *findings, struct as_error *error)
{
	struct as_error cause = {0};
	if (as_cancel_check(cancel, error))
		return NULL;
	AS_AUTO_FD int fd = as_dir_open(tree->fd, real, &cause);
	char **names = fd < 0 ? NULL : as_dir_list(fd, MAX_ENTRIES, &cause);
	if (!names) {
		as_tree_blame(tree, real, &cause, error);
		return NULL;
	}
	if (keep_names(names, real, findings, error) == 0)
		return names;
	as_names_free(names);
	return NULL;
}

char **as_package_names(const struct as_tree *tree, const char *real, const atomic_bool *cancel,
	struct as_error *error)
{
	return list_names(tree, real, cancel, NULL, error);
}

char **package_list(struct package_loader *loader, const char *real, struct as_error *error)
{
	struct as_package *package = loader->package;
	char **names = list_names(&package->tree, real, loader->cancel, &package->findings, error);
	for (char **name = names; name && *name; name++)
		loader->entry_count++;
	if (loader->entry_count <= MAX_ENTRIES)
		return names;
	as_names_free(names);
	package_error(loader, real, error, "too many files: more than %d; is this a package?",
		MAX_ENTRIES);
	return NULL;
}

/* ---- reading ---- */

/* A file in a place from which it may be executed directly. */
static bool is_script(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	return strcmp(name, "build") == 0 || strcmp(name, "run") == 0;
}

static int refuse_changed(
	const struct package_loader *loader, const char *name, struct as_error *error)
{
	AS_AUTO_FREE char *where = as_tree_where(&loader->package->tree, name, error);
	return where ? as_error_at_cause(error, AS_ERROR_INPUT, ESTALE, where,
			       "was changed while it was read; try again")
		     : -1;
}

/* Digests an open file, and adds it to the snapshot. `text` receives its bytes, which are then the
 * digested ones, or is NULL. */
static int digest_open_file(struct package_loader *loader, const char *name, const char *real,
	int fd, uint64_t max_bytes, struct as_bytes *text, struct as_error *error)
{
	struct as_error cause = {0};
	struct stat status, after;
	if (package_snapshot_await(fd, &status) < 0)
		return package_error(
			loader, name, error, "cannot be examined: %s", strerrordesc_np(errno));
	if (!text && status.st_size > MAX_FILE_BYTES)
		return package_error(loader, name, error, "is larger than 2 GiB; make it smaller");
	struct as_digest digest;
	as_digest_init(&digest);
	if (text ? as_fd_read(fd, max_bytes, text, &cause)
		 : as_digest_add_fd(&digest, fd, loader->cancel, &cause))
		return as_tree_blame(&loader->package->tree, name, &cause, error);
	if (text)
		as_digest_add(&digest, text->data, text->size);
	char hex[AS_DIGEST_HEX_SIZE];
	as_digest_end(&digest, hex);
	as_digest_add_text(&loader->digest, name);
	as_digest_add_text(&loader->digest, hex);
	if (is_script(name))
		as_digest_add_text(&loader->digest, status.st_mode & S_IXUSR ? "program" : "file");
	if (fstat(fd, &after) < 0 || !package_snapshot_is_same(&status, &after))
		return refuse_changed(loader, name, error);
	return package_snapshot_add(loader, name, real, &status, error);
}

int package_digest_file(
	struct package_loader *loader, const char *name, const char *real, struct as_error *error)
{
	struct as_error cause = {0};
	if (loader->without_digest)
		return 0;
	AS_AUTO_FD int fd = as_shared_open_any(&loader->package->tree, real, &cause);
	if (fd < 0)
		return as_tree_blame(&loader->package->tree, name, &cause, error);
	return digest_open_file(loader, name, real, fd, 0, NULL, error);
}

int package_read_file(struct package_loader *loader, const char *name, const char *real,
	uint64_t max_bytes, struct as_bytes *text, struct as_error *error)
{
	struct as_error cause = {0};
	AS_AUTO_FD int fd = as_file_open(loader->package->tree.fd, real, &cause);
	if (fd < 0)
		return as_tree_blame(&loader->package->tree, name, &cause, error);
	return digest_open_file(loader, name, real, fd, max_bytes, text, error);
}

/* Adding or removing an entry changes the folder's own times. */
static int note_folder(
	struct package_loader *loader, const char *path, const char *real, struct as_error *error)
{
	struct as_error cause = {0};
	struct stat status;
	AS_AUTO_FD int fd = as_dir_open(loader->package->tree.fd, real, &cause);
	if (fd < 0)
		return as_tree_blame(&loader->package->tree, path, &cause, error);
	if (package_snapshot_await(fd, &status) < 0)
		return package_error(
			loader, path, error, "cannot be examined: %s", strerrordesc_np(errno));
	return package_snapshot_add(loader, path, real, &status, error);
}

static int digest_tree(struct package_loader *loader, const char *path, const char *real,
	unsigned depth, struct as_error *error);

static int digest_entry(struct package_loader *loader, const char *folder, const char *real_folder,
	const char *name, unsigned depth, struct as_error *error)
{
	enum as_tree_type type;
	AS_AUTO_FREE char *real = NULL;
	AS_AUTO_FREE char *path = as_text_format(error, "%s/%s", folder, name);
	if (!path || package_find_entry(loader, path, real_folder, name, &type, &real, error) < 0)
		return -1;
	if (type == AS_TREE_FILE)
		return package_digest_file(loader, path, real, error);
	if (type == AS_TREE_FOLDER)
		return digest_tree(loader, path, real, depth + 1, error);
	return package_error(loader, path, error, "is not a regular file or a folder; replace it");
}

static int digest_tree(struct package_loader *loader, const char *path, const char *real,
	unsigned depth, struct as_error *error)
{
	/* Links can make a folder contain itself, so the depth is limited. */
	if (depth > MAX_TREE_DEPTH)
		return package_error(
			loader, path, error, "is nested deeper than %d folders", MAX_TREE_DEPTH);
	if (note_folder(loader, path, real, error) < 0)
		return -1;
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
	enum as_tree_type type;
	if (as_tree_find(&loader->package->tree, real, &type, NULL, error) < 0)
		return -1;
	return type == AS_TREE_FILE ? package_digest_file(loader, path, real, error)
				    : digest_tree(loader, path, real, 0, error);
}

/* The parsed bytes are the digested ones, even if the file is replaced meanwhile. */
static int read_document(struct package_loader *loader, const char *path, const char *real,
	const struct as_text_map *constants, struct as_document *document, struct as_error *error)
{
	struct as_error cause = {0};
	AS_AUTO_BYTES struct as_bytes text = {0};
	AS_AUTO_FREE char *where = as_tree_where(&loader->package->tree, path, error);
	*document = (struct as_document){0};
	if (!where || package_read_file(loader, path, real, MAX_DOCUMENT_BYTES, &text, error) < 0)
		return -1;
	if (constants && as_constants_fill(&text, constants, &cause) < 0)
		return as_tree_blame(&loader->package->tree, path, &cause, error);
	return as_document_parse_yaml(document, where, text.data, text.size, error);
}

int package_document(struct package_loader *loader, const char *path, const char *real,
	struct as_document *document, struct as_error *error)
{
	return read_document(loader, path, real, NULL, document, error);
}

int package_document_with_constants(struct package_loader *loader, const char *path,
	const char *real, struct as_document *document, struct as_error *error)
{
	const struct as_text_map *constants = &loader->package->constants;
	return read_document(
		loader, path, real, constants->count ? constants : NULL, document, error);
}
