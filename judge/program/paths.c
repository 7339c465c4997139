/* SPDX-License-Identifier: MIT */
/* The paths of sources, and of the folders with files, in the command of a compiler. */
#include "workshop.h"

#include <string.h>

#define ROOT "/program"
/* A command has 128 KiB. Its other large part, the names of sources, is limited in language.c. */
#define MAX_FOLDERS_BYTES ((size_t)8 << 10)

char **as_source_paths(const struct as_language *language, const struct as_sources *sources,
	const bool *left_out, struct as_error *error)
{
	char **paths = calloc(sources->count + 1, sizeof(*paths));
	size_t count = 0;

	if (!paths) {
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i < sources->count; i++) {
		if (!as_language_is_source(language, sources->files[i].name) ||
			(left_out && left_out[i]))
			continue;
		paths[count] = as_text_format(error, ROOT "/%s", sources->files[i].name);
		if (!paths[count++]) {
			as_names_free(paths);
			return NULL;
		}
	}
	return paths;
}

/* Paths of folders, without duplicates, as many as fit. */
struct folders {
	char **paths;
	size_t count, left_bytes;
};

static bool has_path(const struct folders *folders, const char *path, size_t length)
{
	for (size_t i = 0; i < folders->count; i++)
		if (strncmp(folders->paths[i], path, length) == 0 && !folders->paths[i][length])
			return true;
	return false;
}

static int add_path(
	struct folders *folders, const char *path, size_t length, struct as_error *error)
{
	if (length + 1 > folders->left_bytes || has_path(folders, path, length))
		return 0;
	folders->paths[folders->count] = as_text_format(error, "%.*s", (int)length, path);
	if (!folders->paths[folders->count])
		return -1;
	folders->left_bytes -= length + 1;
	folders->count++;
	return 0;
}

/* The length of the path of the file's folder at a depth; 0: the file is at a smaller depth. */
static size_t folder_length(const char *path, size_t depth)
{
	const char *end = path + strlen(ROOT);

	while (end && depth-- > 0)
		end = strchr(end + 1, '/');
	return end ? (size_t)(end - path) : 0;
}

/* Adds the folders at a depth. 1: there are some. */
static int add_depth(struct folders *folders, const struct as_sources *sources, size_t depth,
	struct as_error *error)
{
	int found = 0;

	for (size_t i = 0; i < sources->count; i++) {
		AS_AUTO_FREE char *path = as_text_format(error, ROOT "/%s", sources->files[i].name);
		const size_t length = path ? folder_length(path, depth) : 0;
		if (!path || (length && add_path(folders, path, length, error)))
			return -1;
		found |= length > 0;
	}
	return found;
}

static int add_folder_of(struct folders *folders, const char *name, struct as_error *error)
{
	AS_AUTO_FREE char *path = as_text_format(error, ROOT "/%s", name);

	return path ? add_path(folders, path, (size_t)(strrchr(path, '/') - path), error) : -1;
}

/* The folders of the package's code come before those of the submission. */
static int add_added(
	struct folders *folders, const struct as_sources *sources, struct as_error *error)
{
	for (size_t i = 0; i < sources->count; i++)
		if (sources->files[i].is_added &&
			add_folder_of(folders, sources->files[i].name, error))
			return -1;
	return 0;
}

char **as_folder_paths(const struct as_sources *sources, const char *main, struct as_error *error)
{
	/* A path has more bytes than ROOT, if it is not ROOT itself. */
	struct folders folders = {
		.paths = calloc(MAX_FOLDERS_BYTES / sizeof(ROOT) + 2, sizeof(*folders.paths)),
		.left_bytes = MAX_FOLDERS_BYTES};
	int found = 1;

	if (!folders.paths) {
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t depth = 0; found == 1; depth++) {
		found = add_depth(&folders, sources, depth, error);
		if (depth == 0 && found == 1 &&
			(add_added(&folders, sources, error) ||
				(main && add_folder_of(&folders, main, error))))
			found = -1;
	}
	if (found == 0)
		return folders.paths;
	as_names_free(folders.paths);
	return NULL;
}
