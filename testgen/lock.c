/* SPDX-License-Identifier: MIT */
#include "lock.h"
#include "place.h"

#include <errno.h>
#include <string.h>

json_t *lock_read(int dir_fd, const char *package_path, struct as_error *error)
{
	AS_AUTO_FREE char *name = as_text_format(error, "%s/" LOCK_PATH, package_path);
	AS_AUTO_BYTES struct as_bytes text = {0};
	AS_AUTO_DOCUMENT struct as_document document = {0};
	struct as_error why = {0};

	if (!name)
		return NULL;
	if (as_file_read(dir_fd, LOCK_PATH, 64 << 20, &text, &why)) {
		if (why.sys_errno == ENOENT)
			return json_object();
		if (error)
			*error = why;
		return NULL;
	}
	if (as_document_parse_json(&document, name, text.data, text.size, error))
		return NULL;
	json_t *files = json_object_get(document.root, "files"), *digest;
	const char *path;
	if (!json_is_object(files)) {
		as_document_error(
			&document, "", error, "is no lock file: remove it and run `assay gen`");
		return NULL;
	}
	json_object_foreach(files, path, digest)
	{
		/* What the recipe no longer makes is removed by these names. */
		if (json_is_string(digest) && place_is_valid(path))
			continue;
		as_document_error(&document, "/files", error,
			"is no lock file ('%s' is no file of a test set with its digest): remove "
			"it and run `assay gen`",
			path);
		return NULL;
	}
	return json_incref(files);
}

int lock_write(int dir_fd, json_t *files, struct as_error *error)
{
	AS_AUTO_JSON json_t *document = json_pack("{s:s, s:s, s:O}", "schema", "assay-lock/1",
		"digest", "blake2b-256", "files", files);
	AS_AUTO_FREE char *text =
		document ? json_dumps(document, JSON_INDENT(2) | JSON_SORT_KEYS) : NULL;
	AS_AUTO_FREE char *whole = text ? as_text_format(error, "%s\n", text) : NULL;

	if (!whole)
		return as_error_no_memory(error);
	return as_file_write(dir_fd, LOCK_PATH, whole, strlen(whole), 0644, error);
}
