/* SPDX-License-Identifier: MIT */
/*
 * Converts a recipe to another format. The settings of its groups get the other name and the
 * contents of the exported files; files that the other format lacks are removed from recipe and
 * lock. A file in the archive that the recipe no longer makes counts as written by hand.
 */
#include "export.h"

#include <string.h>

#define LOCK "generators/generators.lock"
#define MAX_DEPTH 16

struct rewrite {
	struct export *export;
	const char *old_settings, *new_settings; /* the file names of a group's settings */
	const char *const *lost_keys, *const *lost_parts;
	bool older;   /* the recipe has the convention before 2023-09 */
	json_t *made; /* the digests of the new settings by their path below data/ */
	const char *first_key;
	size_t lost_count;
};

/* ---- names ---- */

/* As in testgen/recipe_tree.c. */
static bool is_folder(json_t *value)
{
	static const char *const keys[] = {"data", "include", "test_group.yaml", "testdata.yaml"};
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (json_object_get(value, keys[i]))
			return true;
	return json_is_object(value) && json_object_size(value) == 0;
}

/* "secret/2-name" for the second folder `key` in a list, padded to the width of the last number. */
static char *number_path(
	const char *path, const char *key, size_t number, size_t last, struct as_error *error)
{
	char width[32];
	const int digits = snprintf(width, sizeof(width), "%zu", last);
	return as_text_format(error, "%s/%0*zu%s%s", path, digits, number, *key ? "-" : "", key);
}

/* A newer key beside these would change the names of its tests. */
static bool is_older(json_t *entry, int depth)
{
	json_t *data = json_object_get(entry, "data"), *value, *item;
	const char *key;
	size_t index;
	bool older = json_object_get(entry, "type") || json_object_get(entry, "input");
	if (depth > MAX_DEPTH)
		return older;
	json_object_foreach(data, key, value) older |= is_older(value, depth + 1);
	json_array_foreach(data, index, item)
	{
		json_object_foreach(item, key, value) older |= is_older(value, depth + 1);
	}
	return older;
}

/* ---- the recipe ---- */

/* The settings of the exported file, as `assay gen` will write them. */
static int put_settings(
	struct rewrite *rewrite, json_t *folder, const char *path, struct as_error *error)
{
	char hex[AS_DIGEST_HEX_SIZE];
	AS_AUTO_FREE char *made =
		as_text_format(error, "%s%s%s", path, *path ? "/" : "", rewrite->new_settings);
	AS_AUTO_FREE char *name = made ? as_text_format(error, "data/%s", made) : NULL;
	if (!name)
		return -1;
	if (rewrite->older || !export_find(rewrite->export, name))
		return 0;
	AS_AUTO_JSON json_t *settings = export_document(rewrite->export, name, error);
	AS_AUTO_FREE char *text = settings ? as_yaml_write(settings, error) : NULL;
	if (!text || export_add_text(rewrite->export, name, text, error) < 0)
		return -1;
	as_digest_bytes(text, strlen(text), hex);
	return json_object_set(folder, rewrite->new_settings, settings) == 0 &&
			       json_object_set_new(rewrite->made, made, json_string(hex)) == 0
		       ? 0
		       : as_error_no_memory(error);
}

/* Returns whether there was one. */
static bool remove_lost(struct rewrite *rewrite, json_t *test)
{
	bool removed = false;
	for (const char *const *key = rewrite->lost_keys; *key; key++) {
		if (json_object_del(test, *key) < 0)
			continue;
		removed = true;
		if (rewrite->lost_count++ == 0)
			rewrite->first_key = *key;
	}
	return removed;
}

static int change_entry(struct rewrite *rewrite, json_t *map, const char *key, const char *path,
	int depth, struct as_error *error);

static int change_list(
	struct rewrite *rewrite, json_t *list, const char *path, int depth, struct as_error *error)
{
	size_t index, number = 0;
	const size_t last = as_json_count(list, is_folder);
	json_t *item;
	json_array_foreach(list, index, item)
	{
		const char *key = json_object_iter_key(json_object_iter(item));
		if (!key)
			continue;
		number += is_folder(json_object_get(item, key));
		AS_AUTO_FREE char *inner = number_path(path, key, number, last, error);
		if (!inner || change_entry(rewrite, item, key, inner, depth, error) < 0)
			return -1;
	}
	return 0;
}

static int change_folder(struct rewrite *rewrite, json_t *folder, const char *path, int depth,
	struct as_error *error)
{
	json_t *data = json_object_get(folder, "data"), *value;
	const char *key;
	void *next;
	if (depth > MAX_DEPTH)
		return 0;
	const bool had_old = json_object_del(folder, rewrite->old_settings) == 0;
	const bool had_new = json_object_del(folder, rewrite->new_settings) == 0;
	if ((had_old || had_new) && put_settings(rewrite, folder, path, error) < 0)
		return -1;
	json_object_foreach_safe(data, next, key, value)
	{
		AS_AUTO_FREE char *inner =
			as_text_format(error, "%s%s%s", path, *path ? "/" : "", key);
		if (!inner || change_entry(rewrite, data, key, inner, depth + 1, error) < 0)
			return -1;
	}
	return change_list(rewrite, data, path, depth + 1, error);
}

/* Changes a test or a folder. A test that loses all its keys stays a test. */
static int change_entry(struct rewrite *rewrite, json_t *map, const char *key, const char *path,
	int depth, struct as_error *error)
{
	json_t *entry = json_object_get(map, key);
	if (remove_lost(rewrite, entry) && json_object_size(entry) == 0)
		return json_object_set_new(map, key, json_null()) == 0 ? 0
								       : as_error_no_memory(error);
	return change_folder(rewrite, entry, path, depth, error);
}

static int remove_parts(struct rewrite *rewrite, json_t *data, struct as_error *error)
{
	for (const char *const *part = rewrite->lost_parts; *part; part++)
		if (json_object_del(data, *part) == 0 &&
			export_note(rewrite->export, error,
				EXPORT_RECIPE ": the tests of '%s' are left out, as they are in "
					      "data/",
				*part) < 0)
			return -1;
	return 0;
}

/* True if the file belongs to a test that a recipe can copy, and has one of the lost endings. */
static bool is_copied(const struct rewrite *rewrite, const char *name)
{
	if (!name || strncmp(name, "generators/", strlen("generators/")) != 0)
		return false;
	for (const char *const *key = rewrite->lost_keys; *key; key++) {
		char ending[32], input[512];
		snprintf(ending, sizeof(ending), ".%s", *key);
		if (!as_text_ends(name, ending))
			continue;
		snprintf(input, sizeof(input), "%.*s.in", (int)as_text_stem(name, ending), name);
		if (export_find(rewrite->export, input))
			return true;
	}
	return false;
}

/* `copy` would copy them too. */
static int drop_copied(struct rewrite *rewrite, struct as_error *error)
{
	struct export *export = rewrite->export;
	AS_AUTO_FREE char *first = NULL;
	size_t count = 0;
	for (size_t i = 0; i < export->file_count; i++) {
		if (!is_copied(rewrite, export->files[i].name))
			continue;
		if (count++ == 0 && !(first = as_text_format(error, "%s", export->files[i].name)))
			return -1;
		export_drop(&export->files[i]);
	}
	return count == 0
		       ? 0
		       : export_note(export, error,
				 "%s is left out, as its copies in data/ are (%zu file%s affected)",
				 first, count, count == 1 ? "" : "s");
}

static int note_lost(struct rewrite *rewrite, struct as_error *error)
{
	if (rewrite->lost_count == 0)
		return 0;
	return export_note(rewrite->export, error,
		EXPORT_RECIPE ": the key '%s' is left out: the %s format does not have such a file "
			      "of a test (%zu key%s affected)",
		rewrite->first_key,
		rewrite->export->config->format == AS_FORMAT_LEGACY ? "legacy" : "2025-09",
		rewrite->lost_count, rewrite->lost_count == 1 ? "" : "s");
}

static int change_recipe(struct rewrite *rewrite, struct as_error *error)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	AS_AUTO_BYTES struct as_bytes text = {0};
	struct export *export = rewrite->export;
	const struct export_file *file = export_find(export, EXPORT_RECIPE);
	AS_AUTO_FREE char *where = as_tree_where(&export->package->tree, EXPORT_RECIPE, error);
	if (!where || export_read(export, file, &text, error) < 0 ||
		as_document_parse_yaml(&document, where, text.data, text.size, error) < 0)
		return -1;
	AS_AUTO_JSON json_t *recipe = json_deep_copy(document.root);
	if (!recipe)
		return as_error_no_memory(error);
	rewrite->older = is_older(recipe, 0);
	if (remove_parts(rewrite, json_object_get(recipe, "data"), error) < 0 ||
		change_folder(rewrite, recipe, "", 0, error) < 0 ||
		drop_copied(rewrite, error) < 0 || note_lost(rewrite, error) < 0)
		return -1;
	if (json_equal(recipe, document.root))
		return 0;
	AS_AUTO_FREE char *changed = export_recipe_text(text.data, &document, recipe, error);
	return changed ? export_add_text(export, EXPORT_RECIPE, changed, error) : -1;
}

/* ---- the lock ---- */

/* A set, since a lock has too many files to search a list for each. */
static json_t *list_names(const struct export *export)
{
	json_t *names = json_object();
	for (size_t i = 0; i < export->file_count; i++)
		if (export->files[i].name)
			json_object_set_new(names, export->files[i].name, json_true());
	return names;
}

static bool is_settings(const char *name)
{
	return as_text_ends(name, "test_group.yaml") || as_text_ends(name, "testdata.yaml");
}

/* A new object: the files of the lock that the archive has, and the settings by their new names. */
static json_t *keep_files(struct rewrite *rewrite, json_t *files, struct as_error *error)
{
	const char *path;
	json_t *digest;
	AS_AUTO_JSON json_t *names = list_names(rewrite->export);
	AS_AUTO_JSON json_t *kept = json_copy(rewrite->made);
	bool failed = !names || !kept;
	json_object_foreach(files, path, digest)
	{
		AS_AUTO_FREE char *name = as_text_format(error, "data/%s", path);
		failed |= !name;
		if (!failed && json_object_get(names, name) && !is_settings(name))
			failed = json_object_set(kept, path, digest) < 0;
	}
	if (!failed)
		return as_steal(kept);
	as_error_no_memory(error);
	return NULL;
}

/* The commands that compare with the lock report if it is malformed. */
static int change_lock(struct rewrite *rewrite, struct as_error *error)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	AS_AUTO_BYTES struct as_bytes text = {0};
	const struct export_file *file = export_find(rewrite->export, LOCK);
	if (!file)
		return 0;
	if (export_read(rewrite->export, file, &text, error) < 0)
		return -1;
	if (as_document_parse_json(&document, LOCK, text.data, text.size, NULL) < 0 ||
		!json_is_object(json_object_get(document.root, "files")))
		return 0;
	AS_AUTO_JSON json_t *lock = json_copy(document.root);
	json_t *files = keep_files(rewrite, json_object_get(lock, "files"), error);
	if (!files || json_object_set_new(lock, "files", files) < 0)
		return as_error_no_memory(error);
	/* Its digest of the recipe is for the old text. */
	json_object_del(lock, "recipe");
	AS_AUTO_FREE char *dump = json_dumps(lock, JSON_INDENT(2) | JSON_SORT_KEYS);
	AS_AUTO_FREE char *whole = dump ? as_text_format(error, "%s\n", dump) : NULL;
	return whole ? export_add_text(rewrite->export, LOCK, whole, error)
		     : as_error_no_memory(error);
}

int export_convert_recipe(struct export *export, struct as_error *error)
{
	static const char *const legacy_keys[] = {"in.statement", "ans.statement", "in.download",
		"ans.download", "out", "yaml", NULL};
	static const char *const legacy_parts[] = {"invalid_input", "invalid_inputs",
		"invalid_output", "invalid_outputs", "valid_output", "valid_outputs", NULL};
	static const char *const modern_keys[] = {"hint", "desc", NULL};
	static const char *const no_parts[] = {NULL};
	const bool legacy = export->config->format == AS_FORMAT_LEGACY;
	AS_AUTO_JSON json_t *made = json_object();
	struct rewrite rewrite = {.export = export,
		.old_settings = legacy ? "test_group.yaml" : "testdata.yaml",
		.new_settings = legacy ? "testdata.yaml" : "test_group.yaml",
		.lost_keys = legacy ? legacy_keys : modern_keys,
		.lost_parts = legacy ? legacy_parts : no_parts,
		.made = made};
	if (!made)
		return as_error_no_memory(error);
	if (!export_find(export, EXPORT_RECIPE))
		return 0;
	return change_recipe(&rewrite, error) < 0 ? -1 : change_lock(&rewrite, error);
}
