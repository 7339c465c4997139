/* SPDX-License-Identifier: MIT */
/* FILE references. Their files are beneath the folder: NAME/ID/FILENAME, contest/FILENAME. */
#include "reading.h"

#include <assay/base/fit.h>
#include <sodium.h>
#include <string.h>
#include <strings.h>

#define PICTURE_MAX_BYTES (UINT64_C(8) << 20)
#define COUNT(array) (sizeof(array) / sizeof(*(array)))

const char *folder_mime_of(const char *filename)
{
	static const char *const types[][2] = {
		{"png", "image/png"},
		{"jpg", "image/jpeg"},
		{"jpeg", "image/jpeg"},
		{"svg", "image/svg+xml"},
		{"pdf", "application/pdf"},
		{"zip", "application/zip"},
		{"md", "text/markdown"},
		{"txt", "text/plain"},
		{"mp4", "video/mp4"},
		{"webm", "video/webm"},
		{"m3u8", "application/vnd.apple.mpegurl"},
	};
	const char *dot = strrchr(filename, '.');

	for (size_t i = 0; dot && i < COUNT(types); i++)
		if (strcasecmp(dot + 1, types[i][0]) == 0)
			return types[i][1];
	return NULL;
}

void folder_file_clear(struct as_contest_file *file)
{
	free(file->property);
	free(file->filename);
	free(file->path);
	free(file->mime);
	free(file->hash);
	as_names_free(file->tags);
	*file = (struct as_contest_file){0};
}

void folder_files_clear(struct as_contest_files *files)
{
	for (size_t i = 0; i < files->count; i++)
		folder_file_clear(&files->items[i]);
	free(files->items);
	*files = (struct as_contest_files){0};
}

/* ---- an element ---- */

static int read_filename(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	const char *name;

	if (as_node_text(node, &name, error))
		return -1;
	if (strchr(name, '/') || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
		return as_node_error(node, error,
			"'%.*s' is not the name of a file; write the last part of its path only",
			as_text_fit(name, 60), name);
	return folder_line(folder, node, member, error);
}

static int read_tags(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	const size_t count = json_array_size(node->value);
	size_t found = 0;

	if (!json_is_array(node->value))
		return as_node_type_error(node, error, "a list of words", "write [word, word]");
	AS_AUTO_NAMES char **tags = calloc(count + 1, sizeof(*tags));
	if (!tags)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++) {
		const struct as_node item = as_node_item(node, i);
		if (!json_is_null(item.value) && folder_line(folder, &item, &tags[found++], error))
			return -1;
	}
	as_names_free(*(char ***)member);
	*(char ***)member = as_steal(tags);
	return 0;
}

static int read_file(struct folder *folder, const struct as_node *node,
	struct as_contest_file *file, struct as_error *error)
{
	static const struct folder_key keys[] = {
		{"filename", read_filename, offsetof(struct as_contest_file, filename),
			FOLDER_REQUIRED},
		{"mime", folder_line, offsetof(struct as_contest_file, mime), 0},
		{"hash", folder_line, offsetof(struct as_contest_file, hash), 0},
		{"width", folder_count, offsetof(struct as_contest_file, width), 0},
		{"height", folder_count, offsetof(struct as_contest_file, height), 0},
		{"tag", read_tags, offsetof(struct as_contest_file, tags), 0},
		{"href", folder_unused, 0, 0},
	};
	struct as_error why = {0};

	if (!json_is_string(node->value))
		return folder_read(folder, node, keys, COUNT(keys), file, error);
	return read_filename(folder, node, &file->filename, &why)
		       ? folder_report(folder, AS_FINDING_ERROR, &why, error)
		       : 0;
}

/* Sets `path` if the file exists. */
static int find_file(struct folder *folder, const struct as_node *node,
	struct as_contest_file *file, struct as_error *error)
{
	enum as_tree_type type;
	struct as_error why = {0};
	AS_AUTO_FREE char *path = as_text_format(error, "%s/%s", folder->files_dir, file->filename);

	if (!path)
		return -1;
	if (as_tree_find(&folder->contest->tree, path, &type, &file->path, &why))
		return why.kind == AS_ERROR_INPUT
			       ? folder_note(folder, AS_FINDING_ERROR, node, error, "%s: %s", path,
					 folder_link_text(&why))
			       : as_error_pass(error, &why, why.where, "%s", why.text);
	if (type == AS_TREE_FILE)
		return 0;
	free(as_steal(file->path));
	return folder_note(folder, AS_FINDING_WARNING, node, error,
		type == AS_TREE_ABSENT ? "%s does not exist; it is left out"
				       : "%s is not a regular file; it is left out",
		path);
}

/* ---- images ---- */

/* The properties that are images in the Contest API. */
bool folder_is_for_images(const char *property)
{
	static const char *const names[] = {
		"banner", "logo", "country_flag", "country_subdivision_flag", "photo", "map"};

	for (size_t i = 0; i < COUNT(names); i++)
		if (strcmp(property, names[i]) == 0)
			return true;
	return false;
}

static int check_image(struct folder *folder, const struct as_node *node, const char *property,
	const struct as_contest_file *file, struct as_error *error)
{
	static const char *const types[] = {"image/png", "image/jpeg", "image/svg+xml"};

	if (!folder_is_for_images(property))
		return 0;
	for (size_t i = 0; i < COUNT(types); i++)
		if (strcmp(file->mime, types[i]) == 0)
			return 0;
	return folder_note(folder, AS_FINDING_ERROR, node, error,
		"%s must be an image (PNG, JPEG or SVG), not %s", property, file->mime);
}

/* ---- lists ---- */

static int check_unique(struct folder *folder, const struct as_node *node,
	const struct as_contest_files *files, const struct as_contest_file *file,
	struct as_error *error)
{
	for (size_t i = 0; i < files->count; i++)
		if (strcmp(files->items[i].filename, file->filename) == 0)
			return folder_note(folder, AS_FINDING_ERROR, node, error,
				"%s names the file '%s', too; names must be unique",
				files->items[i].property, file->filename);
	return 0;
}

int folder_file_keep(const char *property, struct as_contest_files *files,
	struct as_contest_file *file, struct as_error *error)
{
	if (!as_array_reserve(files->items, files->count, error))
		return -1;
	file->property = strdup(property);
	if (!file->property)
		return as_error_no_memory(error);
	files->items[files->count++] = *file;
	*file = (struct as_contest_file){0};
	return 0;
}

static int add_file(struct folder *folder, const struct as_node *node, const char *property,
	struct as_contest_files *files, struct as_error *error)
{
	AS_AUTO(folder_file_clear) struct as_contest_file file = {0};

	if (read_file(folder, node, &file, error))
		return -1;
	if (!file.filename || !folder->files_dir)
		return 0;
	const char *mime = folder_mime_of(file.filename);
	if (!file.mime)
		file.mime = strdup(mime ? mime : "application/octet-stream");
	if (!file.mime)
		return as_error_no_memory(error);
	if (check_unique(folder, node, files, &file, error) ||
		check_image(folder, node, property, &file, error) ||
		find_file(folder, node, &file, error))
		return -1;
	if (file.path)
		folder_file_measure(folder, &file);
	return file.path ? folder_file_keep(property, files, &file, error) : 0;
}

/* Accepts a list of FILE objects or file names, or a single one. */
int folder_files(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	if (!json_is_array(node->value))
		return add_file(folder, node, node->key, member, error);
	for (size_t i = 0; i < json_array_size(node->value); i++) {
		const struct as_node item = as_node_item(node, i);
		if (!json_is_null(item.value) && add_file(folder, &item, node->key, member, error))
			return -1;
	}
	return 0;
}

int as_contest_file_open(const struct as_contest *contest, const struct as_contest_file *file,
	struct as_error *error)
{
	return as_file_open(contest->tree.fd, file->path, error);
}

static bool is_image_type(const char *mime)
{
	static const char permitted[] = "abcdefghijklmnopqrstuvwxyz0123456789.+-";

	return strncmp(mime, "image/", 6) == 0 && mime[6] &&
	       strspn(mime + 6, permitted) == strlen(mime + 6);
}

char *as_contest_file_url(const struct as_contest *contest, const struct as_contest_file *file,
	struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	AS_AUTO_FD int fd = as_contest_file_open(contest, file, error);

	if (fd < 0 || as_fd_read(fd, PICTURE_MAX_BYTES, &bytes, error))
		return NULL;
	if (!is_image_type(file->mime)) {
		as_error_at(error, AS_ERROR_INPUT, file->path, 0, 0, "the file is not a picture");
		return NULL;
	}
	const size_t size = sodium_base64_ENCODED_LEN(bytes.size, sodium_base64_VARIANT_ORIGINAL);
	AS_AUTO_FREE char *base64 = malloc(size);
	if (!base64) {
		as_error_no_memory(error);
		return NULL;
	}
	sodium_bin2base64(base64, size, (const unsigned char *)bytes.data, bytes.size,
		sodium_base64_VARIANT_ORIGINAL);
	return as_text_format(error, "data:%s;base64,%s", file->mime, base64);
}
