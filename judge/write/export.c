/* SPDX-License-Identifier: MIT */
/*
 * Writes a package as a zip archive: first a list of all its files, which a change of format
 * renames, drops and adds to, then the archive, sorted and without times, so that the same package
 * makes the same bytes everywhere. Links become the files they lead to.
 */
#include "export.h"
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_DEPTH 32
#define MAX_TEXT_BYTES ((uint64_t)16 << 20)
#define BLOCK_BYTES 65536

/* ---- the list ---- */

static struct export_file *add(struct export *export, const char *name, struct as_error *error)
{
	if (export->file_count == export->file_room) {
		size_t room = export->file_room ? export->file_room * 2 : 64;
		struct export_file *files = reallocarray(export->files, room, sizeof *files);
		if (!files) {
			as_error_no_memory(error);
			return NULL;
		}
		export->files = files;
		export->file_room = room;
	}
	struct export_file *file = &export->files[export->file_count];
	*file = (struct export_file){.name = as_text_format(error, "%s", name)};
	export->file_count += file->name != NULL;
	return file->name ? file : NULL;
}

int export_add(struct export *export, const char *name, const char *real, bool executable,
	struct as_error *error)
{
	struct export_file *file = add(export, name, error);
	if (!file)
		return -1;
	file->executable = executable;
	file->real = as_text_format(error, "%s", real);
	return file->real ? 0 : -1;
}

int export_add_text(
	struct export *export, const char *name, const char *text, struct as_error *error)
{
	struct export_file *old = export_find(export, name);
	if (old)
		export_drop(old);
	struct export_file *file = add(export, name, error);
	if (!file)
		return -1;
	file->data =
		(struct as_bytes){.data = as_text_format(error, "%s", text), .size = strlen(text)};
	return file->data.data ? 0 : -1;
}

struct export_file *export_find(const struct export *export, const char *name)
{
	for (size_t i = 0; i < export->file_count; i++)
		if (export->files[i].name && strcmp(export->files[i].name, name) == 0)
			return &export->files[i];
	return NULL;
}

void export_drop(struct export_file *file)
{
	free(file->name);
	file->name = NULL;
}

/* The rest of a name below a folder, "" for the name itself, NULL for another. */
static const char *rest_below(const char *name, const char *folder)
{
	size_t length = strlen(folder);
	if (!name || strncmp(name, folder, length) != 0)
		return NULL;
	return name[length] == '/' || name[length] == '\0' ? name + length : NULL;
}

size_t export_drop_folder(struct export *export, const char *folder)
{
	size_t count = 0;
	for (size_t i = 0; i < export->file_count; i++) {
		if (!rest_below(export->files[i].name, folder))
			continue;
		export_drop(&export->files[i]);
		count++;
	}
	return count;
}

int export_move(struct export *export, const char *from, const char *to, struct as_error *error)
{
	for (size_t i = 0; i < export->file_count; i++) {
		struct export_file *file = &export->files[i];
		const char *rest = rest_below(file->name, from);
		char *name = rest ? as_text_format(error, "%s%s", to, rest) : NULL;
		if (rest && !name)
			return -1;
		if (rest) {
			free(file->name);
			file->name = name;
		}
	}
	return 0;
}

int export_read(struct export *export, const struct export_file *file, struct as_bytes *bytes,
	struct as_error *error)
{
	if (file->real)
		return as_file_read(
			export->loader.package->dir_fd, file->real, MAX_TEXT_BYTES, bytes, error);
	*bytes = (struct as_bytes){
		.data = strndup(file->data.data, file->data.size), .size = file->data.size};
	return bytes->data ? 0 : as_error_no_memory(error);
}

json_t *export_document(struct export *export, const char *name, struct as_error *error)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	const struct export_file *file = export_find(export, name);
	if (file &&
		(export_read(export, file, &bytes, error) < 0 ||
			as_document_parse_yaml(&document, name, bytes.data, bytes.size, error) < 0))
		return NULL;
	json_t *root = json_is_object(document.root) ? json_incref(document.root) : json_object();
	if (!root)
		as_error_no_memory(error);
	return root;
}

int export_put(json_t *to, const char *key, const char *text, struct as_error *error)
{
	if (!text || !*text)
		return 0;
	return json_object_set_new(to, key, json_string(text)) == 0 ? 0 : as_error_no_memory(error);
}

int export_note(struct export *export, struct as_error *error, const char *format, ...)
{
	char text[1024];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	char **notes = reallocarray(export->notes, export->note_count + 2, sizeof *notes);
	if (!notes)
		return as_error_no_memory(error);
	export->notes = notes;
	notes[export->note_count] = as_text_format(error, "%s", text);
	notes[export->note_count + 1] = NULL;
	return notes[export->note_count++] ? 0 : -1;
}

int export_refuse(
	struct export *export, const char *where, struct as_error *error, const char *format, ...)
{
	char text[sizeof error->text];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	return package_error(&export->loader, where, error, "cannot be said in the %s format: %s",
		export->config->format == AS_FORMAT_LEGACY ? "legacy" : "2025-09", text);
}

static void clear(struct export *export)
{
	for (size_t i = 0; i < export->file_count; i++) {
		free(export->files[i].name);
		free(export->files[i].real);
		as_bytes_clear(&export->files[i].data);
	}
	free(export->files);
	free(export->loader.root);
	as_names_free(export->notes);
}

/* ---- what the package has ---- */

static int collect_file(
	struct export *export, const char *path, const char *real, struct as_error *error)
{
	struct stat status;
	if (fstatat(export->loader.package->dir_fd, real, &status, AT_SYMLINK_NOFOLLOW) < 0)
		return package_error(&export->loader, path, error, "cannot be examined: %s",
			strerrordesc_np(errno));
	return export_add(export, path, real, status.st_mode & S_IXUSR, error);
}

static int collect(struct export *export, const char *folder, const char *real, unsigned depth,
	struct as_error *error)
{
	if (depth > MAX_DEPTH)
		return package_error(
			&export->loader, folder, error, "is deeper than %d folders", MAX_DEPTH);
	AS_AUTO_NAMES char **names = package_list(&export->loader, real, error);
	if (!names)
		return -1;
	for (char **name = names; *name; name++) {
		enum package_file_type type;
		AS_AUTO_FREE char *inner = NULL;
		AS_AUTO_FREE char *path =
			*folder ? as_text_format(error, "%s/%s", folder, *name) : strdup(*name);
		if (!path || package_find_entry(
				     &export->loader, path, real, *name, &type, &inner, error) < 0)
			return -1;
		int failed = 0;
		if (type == PACKAGE_FOLDER)
			failed = collect(export, path, inner, depth + 1, error);
		else if (type == PACKAGE_FILE)
			failed = collect_file(export, path, inner, error);
		if (failed)
			return -1;
	}
	return 0;
}

/* DOMjudge's file of the time limit, the one whose name the format ignores. */
static int collect_time_limit(struct export *export, struct as_error *error)
{
	enum package_file_type type;
	AS_AUTO_FREE char *real = NULL;
	if (export->loader.package->format != AS_FORMAT_LEGACY)
		return 0;
	if (package_find(&export->loader, ".timelimit", &type, &real, error) < 0)
		return -1;
	return type == PACKAGE_FILE ? export_add(export, ".timelimit", real, false, error) : 0;
}

/* ---- the archive ---- */

static void auto_archive(struct archive **archive)
{
	archive_write_free(*archive);
}

static void auto_entry(struct archive_entry **entry)
{
	archive_entry_free(*entry);
}

static int write_error(struct archive *archive, struct as_error *error)
{
	const char *why = archive_error_string(archive);
	return as_error_set(error, AS_ERROR_INTERNAL, "cannot write the archive: %.200s",
		why ? why : "no memory");
}

static int write_bytes(
	struct archive *archive, const void *data, size_t size, struct as_error *error)
{
	return archive_write_data(archive, data, size) == (la_ssize_t)size
		       ? 0
		       : write_error(archive, error);
}

static int write_header(struct archive *archive, const char *name, uint64_t size, bool executable,
	struct as_error *error)
{
	/* Without a time libarchive writes the least that the format has, in every time zone. */
	AS_AUTO(auto_entry) struct archive_entry *entry = archive_entry_new();
	if (!entry)
		return as_error_no_memory(error);
	archive_entry_set_pathname(entry, name);
	archive_entry_set_filetype(entry, AE_IFREG);
	archive_entry_set_perm(entry, executable ? 0755 : 0644);
	archive_entry_set_size(entry, (la_int64_t)size);
	return archive_write_header(archive, entry) == ARCHIVE_OK ? 0 : write_error(archive, error);
}

static int write_from(struct archive *archive, int fd, uint64_t size, struct as_error *error)
{
	char block[BLOCK_BYTES];
	while (size > 0) {
		ssize_t count = read(fd, block, size < sizeof block ? size : sizeof block);
		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0)
			return as_error_set(error, AS_ERROR_INPUT,
				"a file of the package changed while it was read");
		if (write_bytes(archive, block, (size_t)count, error) < 0)
			return -1;
		size -= (uint64_t)count;
	}
	return 0;
}

static int write_file(struct export *export, struct archive *archive,
	const struct export_file *file, struct as_error *error)
{
	struct stat status;
	AS_AUTO_FREE char *name = export->config->in_folder
					  ? as_text_format(error, "%s/%s",
						    export->loader.package->short_name, file->name)
					  : as_text_format(error, "%s", file->name);
	if (!name)
		return -1;
	if (!file->real)
		return write_header(archive, name, file->data.size, file->executable, error) < 0
			       ? -1
			       : write_bytes(archive, file->data.data, file->data.size, error);
	AS_AUTO_FD int fd = as_file_open(export->loader.package->dir_fd, file->real, error);
	if (fd < 0)
		return -1;
	if (fstat(fd, &status) < 0)
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot examine %s", name);
	if (write_header(archive, name, (uint64_t)status.st_size, file->executable, error) < 0)
		return -1;
	return write_from(archive, fd, (uint64_t)status.st_size, error);
}

static int compare_files(const void *a, const void *b)
{
	const char *left = ((const struct export_file *)a)->name;
	const char *right = ((const struct export_file *)b)->name;
	return left && right ? strcmp(left, right) : (left != NULL) - (right != NULL);
}

static int write_files(struct export *export, struct archive *archive, struct as_error *error)
{
	const atomic_bool *cancel = export->config->cancel;
	qsort(export->files, export->file_count, sizeof *export->files, compare_files);
	for (size_t i = 0; i < export->file_count; i++) {
		const struct export_file *file = &export->files[i];
		if (as_cancel_check(cancel, error))
			return -1;
		if (!file->name)
			continue;
		if (i > 0 && export->files[i - 1].name &&
			strcmp(export->files[i - 1].name, file->name) == 0)
			return package_error(&export->loader, file->name, error,
				"would be there twice in the other format: rename one");
		if (write_file(export, archive, file, error) < 0)
			return -1;
	}
	return archive_write_close(archive) == ARCHIVE_OK ? 0 : write_error(archive, error);
}

static int write_archive(struct export *export, int fd, struct as_error *error)
{
	AS_AUTO(auto_archive) struct archive *archive = archive_write_new();
	if (!archive)
		return as_error_no_memory(error);
	if (archive_write_set_format_zip(archive) != ARCHIVE_OK ||
		archive_write_set_bytes_in_last_block(archive, 1) != ARCHIVE_OK ||
		archive_write_open_fd(archive, fd) != ARCHIVE_OK)
		return write_error(archive, error);
	return write_files(export, archive, error);
}

/* In another format nothing may go out that is no package there, whatever the other one lets pass.
 */
static int prove(const struct export *export, const char *draft, struct as_error *error)
{
	const struct as_package *old = export->loader.package;
	struct as_error why = {0};
	if (export->config->format == old->format)
		return 0;
	struct as_package *package = as_package_open(draft, export->config->cancel, &why);
	as_package_close(package);
	if (package)
		return 0;
	const size_t length = strlen(draft) + 1;
	return as_error_at(error, why.kind, old->path, 0, 0,
		"makes no package of the other format: %s: %s",
		strlen(why.where) > length ? why.where + length : "all of it", why.text);
}

/* A whole archive appears at `path`, or nothing does. */
static int write_whole(struct export *export, const char *path, struct as_error *error)
{
	struct as_error why = {0};
	if (as_file_check_target(path, &why) < 0)
		return as_error_at(error, AS_ERROR_USAGE, path, 0, 0, "%s", why.text);
	AS_AUTO_FREE char *draft = as_text_format(error, "%s.XXXXXX", path);
	if (!draft)
		return -1;
	AS_AUTO_FD int fd = mkostemp(draft, O_CLOEXEC);
	if (fd < 0)
		return as_error_at(error, AS_ERROR_USAGE, path, 0, 0, "cannot be written: %s",
			strerrordesc_np(errno));
	if (write_archive(export, fd, error) == 0 && prove(export, draft, error) == 0) {
		if (fchmod(fd, 0644) == 0 && fsync(fd) == 0 && rename(draft, path) == 0)
			return 0;
		as_error_at(error, AS_ERROR_USAGE, path, 0, 0, "cannot be written: %s",
			strerrordesc_np(errno));
	}
	unlink(draft);
	return -1;
}

static int change_format(struct export *export, struct as_error *error)
{
	const struct as_package *package = export->loader.package;
	if (export->config->format == package->format)
		return 0;
	if (export->config->format == AS_FORMAT_LEGACY && package->format == AS_FORMAT_2025_09)
		return export_to_legacy(export, error);
	if (export->config->format == AS_FORMAT_2025_09)
		return export_to_2025_09(export, error);
	return as_error_at(error, AS_ERROR_INPUT, package->path, 0, 0,
		"a package of this format is exported in it only: leave out --format");
}

int as_package_export(struct as_package *package, const struct as_export_config *config,
	const char *path, char ***notes, struct as_error *error)
{
	AS_AUTO(clear) struct export export = {.loader = {.package = package}, .config = config};
	if (as_package_require_data(package, error) < 0 ||
		package_root(&export.loader, error) < 0 ||
		collect(&export, "", ".", 0, error) < 0 || collect_time_limit(&export, error) < 0 ||
		export_bundle(&export, error) < 0 || change_format(&export, error) < 0 ||
		write_whole(&export, path, error) < 0)
		return -1;
	*notes = as_steal(export.notes);
	return 0;
}
