/* SPDX-License-Identifier: MIT */
/* Reads a recipe: the file, its top-level keys, then its folders and their includes. */
#include "reading.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_NAMES 100000
#define MAX_DEPTH 64

static bool is_list_of_texts(json_t *list)
{
	size_t index;
	json_t *item;

	json_array_foreach(list, index, item) if (!json_is_string(item)) return false;
	return json_array_size(list) > 0;
}

/* Reads "name: [file, ...]" in the recipe's `generators`: the program of a command's first word. */
static int read_generators(struct reading *reading, json_t *generators, struct as_error *error)
{
	const char *name;
	json_t *files;

	if (json_is_null(generators))
		return 0;
	if (generators && !json_is_object(generators))
		return reading_error(reading, "", "generators", error,
			"must be a mapping from names to lists of files");
	json_object_foreach(generators, name, files)
	{
		if (!json_is_null(files) && !is_list_of_texts(files))
			return reading_error(reading, "/generators", name, error,
				"must be a list of paths of files, relative to generators/");
	}
	reading->recipe->generators = generators;
	return 0;
}

static void clear_reading(struct reading *reading)
{
	for (size_t i = 0; i < reading->folder_count; i++) {
		free(reading->folders[i].path);
		free(reading->folders[i].pointer);
		free(reading->folders[i].included);
	}
	free(reading->folders);
	free(reading->keys);
	json_decref(reading->names);
	json_decref(reading->by_text);
}

static bool is_of_test(const char *name)
{
	static const char *const endings[] = {
		".in", ".in.statement", ".in.download", ".interaction"};
	const size_t length = strlen(name);

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		const size_t tail = strlen(endings[i]);
		if (length > tail && strcmp(name + length - tail, endings[i]) == 0)
			return true;
	}
	return false;
}

/* A folder may have only settings. */
static bool has_tests(int dir_fd, const char *folder, unsigned depth)
{
	AS_AUTO_FD int fd = as_dir_open(dir_fd, folder, NULL);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, MAX_NAMES, NULL);

	for (char **name = names; name && *name; name++)
		if (**name != '.' &&
			(is_of_test(*name) || (depth > 0 && has_tests(fd, *name, depth - 1))))
			return true;
	return false;
}

static int refuse_absent(int dir_fd, const char *package_path, struct as_error *error)
{
	if (has_tests(dir_fd, "data/secret", MAX_DEPTH) ||
		has_tests(dir_fd, "data/sample", MAX_DEPTH))
		return as_error_at(error, AS_ERROR_INPUT, package_path, 0, 0,
			"no recipe; the tests in data are written by hand, so there is nothing to "
			"make; `assay verify` checks them, and a recipe would be " RECIPE_PATH);
	return as_error_at(error, AS_ERROR_INPUT, package_path, 0, 0,
		"no recipe; write " RECIPE_PATH ", or put tests into data/sample and data/secret");
}

static int load(struct recipe *recipe, int dir_fd, const char *package_path, struct as_error *error)
{
	struct stat status;
	AS_AUTO_FREE char *name = as_text_format(error, "%s/" RECIPE_PATH, package_path);

	if (fstatat(dir_fd, RECIPE_PATH, &status, AT_SYMLINK_NOFOLLOW) && errno == ENOENT)
		return refuse_absent(dir_fd, package_path, error);
	return name ? as_document_load(&recipe->document, dir_fd, RECIPE_PATH, name, error) : -1;
}

int recipe_digest(const struct recipe *recipe, char hex[AS_DIGEST_HEX_SIZE], struct as_error *error)
{
	AS_AUTO_FREE char *text = json_dumps(recipe->document.root, JSON_COMPACT | JSON_SORT_KEYS);

	if (!text)
		return as_error_no_memory(error);
	as_digest_bytes(text, strlen(text), hex);
	return 0;
}

int recipe_read(struct recipe *recipe, int dir_fd, const char *package_path,
	const struct as_text_map *constants, struct as_error *error)
{
	AS_AUTO(clear_reading)
	struct reading reading = {.recipe = recipe,
		.constants = constants,
		.names = json_object(),
		.by_text = json_object()};
	const struct scope scope = {.pointer = "", .path = "", .salt = "", .retries = 1};

	*recipe = (struct recipe){0};
	if (load(recipe, dir_fd, package_path, error))
		return -1;
	json_t *root = recipe->document.root;
	if (!json_is_object(root))
		return reading_error(&reading, "", NULL, error, "a recipe must be a mapping");
	if (!reading.names || !reading.by_text)
		return as_error_no_memory(error);
	if (read_generators(&reading, json_object_get(root, "generators"), error) ||
		reading_root(&reading, &scope, root, error))
		return -1;
	return reading_includes(&reading, error);
}
