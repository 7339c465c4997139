/* SPDX-License-Identifier: MIT */
/* The list of files of the archive, and the notes about it. */
#include "export.h"
#include <string.h>

#define MAX_TEXT_BYTES ((uint64_t)16 << 20)

static struct as_export_file *add_export_file(
	struct as_export *export, const char *name, struct as_error *error)
{
	if (!as_array_reserve(export->files, export->file_count, error))
		return NULL;
	struct as_export_file *file = &export->files[export->file_count];
	*file = (struct as_export_file){.name = as_text_format(error, "%s", name)};
	export->file_count += file->name != NULL;
	return file->name ? file : NULL;
}

int export_add(struct as_export *export, const char *name, const char *real, bool executable,
	struct as_error *error)
{
	struct as_export_file *file = add_export_file(export, name, error);
	if (!file)
		return -1;
	file->executable = executable;
	file->real = as_text_format(error, "%s", real);
	return file->real ? 0 : -1;
}

int as_export_add_text(
	struct as_export *export, const char *name, const char *text, struct as_error *error)
{
	struct as_export_file *old = as_export_find(export, name);
	if (old)
		as_export_drop(old);
	struct as_export_file *file = add_export_file(export, name, error);
	if (!file)
		return -1;
	file->data =
		(struct as_bytes){.data = as_text_format(error, "%s", text), .size = strlen(text)};
	return file->data.data ? 0 : -1;
}

struct as_export_file *as_export_find(const struct as_export *export, const char *name)
{
	for (size_t i = 0; i < export->file_count; i++)
		if (export->files[i].name && strcmp(export->files[i].name, name) == 0)
			return &export->files[i];
	return NULL;
}

void as_export_drop(struct as_export_file *file)
{
	free(file->name);
	file->name = NULL;
}

/* The part of a name below a folder, "" for the folder itself, NULL for another name. */
static const char *rest_below(const char *name, const char *folder)
{
	size_t length = strlen(folder);
	if (!name || strncmp(name, folder, length) != 0)
		return NULL;
	return name[length] == '/' || name[length] == '\0' ? name + length : NULL;
}

size_t export_drop_folder(struct as_export *export, const char *folder)
{
	size_t count = 0;
	for (size_t i = 0; i < export->file_count; i++) {
		if (!rest_below(export->files[i].name, folder))
			continue;
		as_export_drop(&export->files[i]);
		count++;
	}
	return count;
}

int export_move(struct as_export *export, const char *from, const char *to, struct as_error *error)
{
	for (size_t i = 0; i < export->file_count; i++) {
		struct as_export_file *file = &export->files[i];
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

int as_export_read(struct as_export *export, const struct as_export_file *file,
	struct as_bytes *bytes, struct as_error *error)
{
	if (file->real) {
		AS_AUTO_FD int fd = as_shared_open_any(&export->package->tree, file->real, error);
		return fd < 0 ? -1 : as_fd_read(fd, MAX_TEXT_BYTES, bytes, error);
	}
	*bytes = (struct as_bytes){
		.data = strndup(file->data.data, file->data.size), .size = file->data.size};
	return bytes->data ? 0 : as_error_no_memory(error);
}

json_t *as_export_document(struct as_export *export, const char *name, struct as_error *error)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	const struct as_export_file *file = as_export_find(export, name);
	if (file &&
		(as_export_read(export, file, &bytes, error) < 0 ||
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

int as_export_note(struct as_export *export, struct as_error *error, const char *format, ...)
{
	char text[1024];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	if (!as_array_reserve(export->notes, export->note_count + 1, error))
		return -1;
	export->notes[export->note_count] = as_text_format(error, "%s", text);
	export->notes[export->note_count + 1] = NULL;
	return export->notes[export->note_count++] ? 0 : -1;
}

int export_refuse(struct as_export *export, const char *where, struct as_error *error,
	const char *format, ...)
{
	char text[sizeof error->text];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	return as_tree_error(&export->package->tree, where, error,
		"cannot be expressed in the %s format: %s",
		export->config->format == AS_FORMAT_LEGACY ? "legacy" : "2025-09", text);
}
