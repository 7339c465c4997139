/* SPDX-License-Identifier: MIT */
/*
 * Files that no key names. A file PROPERTY(.TAG)*.ENDING in the folder of an object belongs to that
 * property, with those tags; a tag such as 64x32 is the size of an image. So a logo or photo only
 * needs to be put into place. Files that a key names are skipped.
 */
#include "reading.h"

#include <string.h>
#include <strings.h>

#define MAX_ENTRIES 10000
#define MAX_PROPERTIES 9

static const char *const contest_properties[] = {"banner", "logo", NULL},
			 *const map_properties[] = {"map", NULL},
			 *const organization_properties[] = {"logo", "country_flag",
				 "country_subdivision_flag", NULL},
			 *const team_properties[MAX_PROPERTIES] = {"photo", "video", "backup",
				 "key_log", "tool_data", "desktop", "webcam", "audio", NULL},
			 *const person_properties[] = {"photo", NULL},
			 *const problem_properties[] = {"statement", "attachments", NULL};

/* The property that a file's name begins with, or NULL. */
static const char *property_of(const char *name, const char *const *properties)
{
	for (; *properties; properties++)
		if (strncmp(name, *properties, strlen(*properties)) == 0 &&
			name[strlen(*properties)] == '.')
			return *properties;
	return NULL;
}

static bool is_named(const struct as_contest_files *files, const char *name)
{
	for (size_t i = 0; i < files->count; i++)
		if (strcmp(files->items[i].filename, name) == 0)
			return true;
	return false;
}

/* Parses "64x32". */
static bool read_size(const char *tag, uint64_t *width, uint64_t *height)
{
	const size_t digits = strspn(tag, "0123456789");
	const char *rest = tag + digits + 1;

	if (digits == 0 || digits > 5 || tag[digits] != 'x')
		return false;
	const size_t others = strspn(rest, "0123456789");
	if (others == 0 || others > 5 || rest[others])
		return false;
	*width = strtoul(tag, NULL, 10);
	*height = strtoul(rest, NULL, 10);
	return true;
}

static int add_tag(struct as_contest_file *file, size_t *count, const char *tag, size_t length,
	struct as_error *error)
{
	if (!as_array_reserve(file->tags, *count + 1, error))
		return -1;
	file->tags[*count] = strndup(tag, length);
	file->tags[*count + 1] = NULL;
	return file->tags[*count] ? (++*count, 0) : as_error_no_memory(error);
}

/* Parses the part of the name between the property and the ending. */
static int read_tags(struct as_contest_file *file, const char *text, struct as_error *error)
{
	size_t count = 0;

	for (const char *end; (end = strchr(text, '.')); text = end + 1) {
		AS_AUTO_FREE char *tag = strndup(text, (size_t)(end - text));
		if (!tag)
			return as_error_no_memory(error);
		if (*tag && !read_size(tag, &file->width, &file->height) &&
			add_tag(file, &count, tag, strlen(tag), error))
			return -1;
	}
	return 0;
}

/* ---- a folder ---- */

struct place {
	const char *dir; /* "teams/7" */
	const char *const *properties;
	struct as_contest_files *files;
};

/* Pictures that the Contest API does not have. */
static bool is_other_picture(const char *name)
{
	static const char *const endings[] = {
		"gif", "webp", "bmp", "tif", "tiff", "avif", "heic", NULL};
	const char *dot = strrchr(name, '.');

	for (const char *const *ending = endings; dot && *ending; ending++)
		if (strcasecmp(dot + 1, *ending) == 0)
			return true;
	return false;
}

static int add_file(
	struct folder *folder, const struct place *place, const char *name, struct as_error *error)
{
	AS_AUTO(folder_file_clear) struct as_contest_file file = {0};
	const char *property = property_of(name, place->properties);
	const char *mime = property ? folder_mime_of(name) : NULL;
	AS_AUTO_FREE char *path = as_text_format(error, "%s/%s", place->dir, name);
	enum as_tree_type type;

	if (!path)
		return -1;
	const bool is_map = property && strcmp(property, map_properties[0]) == 0;
	if (property && folder_is_for_images(property) &&
		(is_other_picture(name) || (is_map && as_text_ends(name, ".svg"))))
		return folder_add(folder, AS_FINDING_WARNING, path, error,
			"the picture is left out, because it is not PNG%s; convert it",
			is_map ? " or JPEG" : ", JPEG or SVG");
	if (!mime || (folder_is_for_images(property) && strncmp(mime, "image/", 6) != 0) ||
		is_named(place->files, name) ||
		as_tree_find(&folder->contest->tree, path, &type, &file.path, NULL) ||
		type != AS_TREE_FILE)
		return 0;
	file.filename = strdup(name);
	file.mime = strdup(mime);
	if (!file.filename || !file.mime)
		return as_error_no_memory(error);
	if (read_tags(&file, name + strlen(property) + 1, error))
		return -1;
	folder_file_measure(folder, &file);
	return folder_file_keep(property, place->files, &file, error);
}

static int add_files(struct folder *folder, const struct place *place, struct as_error *error)
{
	AS_AUTO_FREE char *real = NULL;
	enum as_tree_type type;

	if (as_tree_find(&folder->contest->tree, place->dir, &type, &real, NULL) ||
		type != AS_TREE_FOLDER)
		return 0;
	AS_AUTO_FD int fd = as_dir_open(folder->contest->tree.fd, real, NULL);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, MAX_ENTRIES, NULL);
	for (char **name = names; name && *name; name++)
		if (add_file(folder, place, *name, error))
			return -1;
	return 0;
}

static int add_files_of(struct folder *folder, enum folder_part part, const char *id,
	const char *const *properties, struct as_contest_files *files, struct as_error *error)
{
	AS_AUTO_FREE char *dir = as_text_format(error, "%s/%s", folder_part_names[part], id);
	const struct place place = {dir, properties, files};

	return dir ? add_files(folder, &place, error) : -1;
}

int folder_default_files_read(struct folder *folder, struct as_error *error)
{
	struct as_contest *contest = folder->contest;
	const struct place own = {"contest", contest_properties, &contest->settings.files};
	const struct place map = {"contest", map_properties, &contest->settings.hall.map};
	int status = add_files(folder, &own, error) || add_files(folder, &map, error) ? -1 : 0;

	for (size_t i = 0; i < contest->organization_count && !status; i++)
		status = add_files_of(folder, FOLDER_ORGANIZATIONS, contest->organizations[i].id,
			organization_properties, &contest->organizations[i].files, error);
	for (size_t i = 0; i < contest->team_count && !status; i++)
		status = add_files_of(folder, FOLDER_TEAMS, contest->teams[i].id, team_properties,
			&contest->teams[i].files, error);
	for (size_t i = 0; i < contest->person_count && !status; i++)
		status = add_files_of(folder, FOLDER_PERSONS, contest->persons[i].id,
			person_properties, &contest->persons[i].files, error);
	for (size_t i = 0; i < contest->problem_count && !status; i++)
		status = add_files_of(folder, FOLDER_PROBLEMS, contest->problems[i].id,
			problem_properties, &contest->problems[i].files, error);
	return status;
}
