/* SPDX-License-Identifier: MIT */
#include "lock.h"
#include "place.h"

#include <assay/testgen.h>
#include <errno.h>
#include <string.h>

static int check_files(const struct as_document *document, json_t *files, struct as_error *error)
{
	const char *path;
	json_t *digest;

	if (!json_is_object(files))
		return as_document_error(
			document, "", error, "not a lock file; remove it and run `assay gen`");
	json_object_foreach(files, path, digest)
	{
		/* Files that the recipe no longer makes are removed by these names. */
		if (json_is_string(digest) && place_is_valid(path))
			continue;
		return as_document_error(document, "/files", error,
			"not a lock file: '%s' is not a file of a test set with its digest; remove "
			"the lock and run `assay gen`",
			path);
	}
	return 0;
}

int lock_read(int dir_fd, const char *package_path, json_t **files, json_t **programs,
	struct as_error *error)
{
	AS_AUTO_FREE char *name = as_text_format(error, "%s/" LOCK_PATH, package_path);
	AS_AUTO_BYTES struct as_bytes text = {0};
	AS_AUTO_DOCUMENT struct as_document document = {0};
	struct as_error why = {0};

	if (!name)
		return -1;
	if (as_file_read(dir_fd, LOCK_PATH, 64 << 20, &text, &why)) {
		*files = json_object();
		*programs = json_object();
		if (why.sys_errno == ENOENT)
			return *files && *programs ? 0 : as_error_no_memory(error);
		if (error)
			*error = why;
		return -1;
	}
	if (as_document_parse_json(&document, name, text.data, text.size, error) ||
		check_files(&document, json_object_get(document.root, "files"), error))
		return -1;
	*files = json_incref(json_object_get(document.root, "files"));
	json_t *old = json_object_get(document.root, "programs");
	*programs = json_is_object(old) ? json_incref(old) : json_object();
	return *programs ? 0 : as_error_no_memory(error);
}

bool lock_recipe(int dir_fd, char recipe[AS_DIGEST_HEX_SIZE])
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	AS_AUTO_DOCUMENT struct as_document document = {0};

	if (as_file_read(dir_fd, LOCK_PATH, 64 << 20, &text, NULL) ||
		as_document_parse_json(&document, LOCK_PATH, text.data, text.size, NULL))
		return false;
	const char *found = json_string_value(json_object_get(document.root, "recipe"));
	if (found)
		snprintf(recipe, AS_DIGEST_HEX_SIZE, "%s", found);
	return found != NULL;
}

char *lock_text(json_t *lock, struct as_error *error)
{
	AS_AUTO_FREE char *text = lock ? json_dumps(lock, JSON_INDENT(2) | JSON_SORT_KEYS) : NULL;
	if (text)
		return as_text_format(error, "%s\n", text);
	as_error_no_memory(error);
	return NULL;
}

int lock_write(
	int dir_fd, json_t *files, json_t *programs, const char *recipe, struct as_error *error)
{
	AS_AUTO_JSON json_t *document =
		json_pack("{s:s, s:s, s:O, s:O, s:s}", "schema", AS_GEN_LOCK_SCHEMA, "digest",
			"blake2b-256", "files", files, "programs", programs, "recipe", recipe);
	AS_AUTO_FREE char *text = lock_text(document, error);

	return text ? as_file_write(dir_fd, LOCK_PATH, text, strlen(text), 0644, error) : -1;
}
