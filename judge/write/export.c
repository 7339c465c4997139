/* SPDX-License-Identifier: MIT */
/*
 * Writes a package as a zip archive: first a list of all its files, which a change of format
 * renames, drops and adds to, then the archive (export_archive.c). Links become the files they lead
 * to.
 */
#include "export.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_DEPTH 32
#define MAX_TEXT_BYTES ((uint64_t)16 << 20)

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

static int note_dialect(struct export *export, struct as_error *error)
{
	if (export->loader.package->dialect != AS_VALIDATOR_TESTLIB)
		return 0;
	return export_note(export, error,
		"the output validator answers as testlib does, which assay.yaml says to assay "
		"alone: other judges want exit status 42 (accepted) and 43");
}

int as_package_export(struct as_package *package, const struct as_export_config *config,
	const char *path, char ***notes, struct as_error *error)
{
	AS_AUTO(clear) struct export export = {.loader = {.package = package}, .config = config};
	if (as_package_require_data(package, error) < 0 ||
		package_root(&export.loader, error) < 0 ||
		collect(&export, "", ".", 0, error) < 0 || collect_time_limit(&export, error) < 0 ||
		export_bundle(&export, error) < 0 || note_dialect(&export, error) < 0 ||
		change_format(&export, error) < 0 || export_archive(&export, path, error) < 0)
		return -1;
	*notes = as_steal(export.notes);
	return 0;
}
