/* SPDX-License-Identifier: MIT */
/* The paths of sources, and of the folders with files, in the command of a compiler. */
#include "workshop.h"

#include <string.h>

#define ROOT "/program"
/* A command has 128 KiB. Its other large part, the names of sources, is limited in language.c. */
#define MAX_FOLDERS_BYTES ((size_t)8 << 10)

char **as_source_paths(const struct as_language *language, const struct as_sources *sources,
	struct as_error *error)
{
	char **paths = calloc(sources->count + 1, sizeof(*paths));
	size_t count = 0;

	if (!paths) {
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i < sources->count; i++) {
		if (!as_language_is_source(language, sources->files[i].name))
			continue;
		paths[count] = as_text_format(error, ROOT "/%s", sources->files[i].name);
		if (!paths[count++]) {
			as_names_free(paths);
			return NULL;
		}
	}
	return paths;
}

/* True if the paths contain the first `length` bytes of `path`. */
static bool has_path(char *const *paths, size_t count, const char *path, size_t length)
{
	for (size_t i = 0; i < count; i++)
		if (strncmp(paths[i], path, length) == 0 && !paths[i][length])
			return true;
	return false;
}

/* The end of the path of the file's folder at a depth; NULL: the file is at a smaller depth. */
static const char *folder_end(const char *path, size_t depth)
{
	const char *end = path + strlen(ROOT);

	while (end && depth-- > 0)
		end = strchr(end + 1, '/');
	return end && strchr(end, '/') ? end : NULL;
}

char **as_folder_paths(const struct as_sources *sources, struct as_error *error)
{
	char **paths = calloc(MAX_FOLDERS_BYTES, sizeof(*paths));
	size_t count = 0, left = MAX_FOLDERS_BYTES;
	bool is_deeper = true;

	for (size_t depth = 0; paths && is_deeper; depth++) {
		is_deeper = depth == 0;
		for (size_t i = 0; i < sources->count; i++) {
			AS_AUTO_FREE char *path =
				as_text_format(error, ROOT "/%s", sources->files[i].name);
			const char *end = path ? folder_end(path, depth) : NULL;
			const size_t length = end ? (size_t)(end - path) : 0;
			is_deeper |= end != NULL;
			if (!end || length + 1 > left || has_path(paths, count, path, length))
				continue;
			left -= length + 1;
			path[length] = '\0';
			paths[count++] = as_steal(path);
		}
	}
	if (!paths)
		as_error_no_memory(error);
	return paths;
}
