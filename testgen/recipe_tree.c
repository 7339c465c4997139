/* SPDX-License-Identifier: MIT */
/*
 * Reads the folders of a recipe, with the names that BAPCtools gives. In a list, folders are
 * numbered within it, and tests across all lists of the recipe, each padded to the width of the
 * last number. A mapping is read in the order of its keys, data/ in the order of its parts.
 */
#include "reading.h"

#include <string.h>

#define MAX_DEPTH 8

static const char *const parts[] = {
	"sample", "secret", "invalid_output", "invalid_answer", "invalid_input", "valid_output"};
#define PART_COUNT (sizeof(parts) / sizeof(*parts))

bool reading_is_folder(json_t *value)
{
	if (reading_has_type(value, "directory") ||
		(json_is_object(value) && json_object_size(value) == 0))
		return true;
	for (const char *const *key = reading_folder_keys; *key; key++)
		if (json_object_get(value, *key))
			return true;
	return false;
}

/* ---- numbers ---- */

/* The number of tests that lists will number, as far as it is known before they are read. */
static size_t count_numbered(const struct reading *reading, json_t *folder, int depth)
{
	json_t *data = json_object_get(folder, "data"), *value, *item;
	const char *key;
	size_t index, count = 0;

	if (depth > MAX_DEPTH)
		return 0;
	json_object_foreach(data, key, value) count += count_numbered(reading, value, depth + 1);
	json_array_foreach(data, index, item)
	{
		json_object_foreach(item, key, value)
		{
			AS_AUTO(reading_counts_clear) struct counts counts = {0};
			if (!reading_is_folder(value) &&
				!reading_counts(reading, "", value, &counts, NULL))
				count += counts.test_count;
			count += count_numbered(reading, value, depth + 1);
		}
	}
	return count;
}

char *reading_number_name(size_t number, size_t last, const char *name, struct as_error *error)
{
	char width[32];
	int digits = snprintf(width, sizeof(width), "%zu", last);

	return as_text_format(error, "%0*zu%s%s", digits, number, *name ? "-" : "", name);
}

/* ---- what can be included ---- */

static int add_key(struct reading *reading, const char *text, size_t folder, size_t first_test,
	struct as_error *error)
{
	if (!as_array_reserve(reading->keys, reading->key_count, error))
		return -1;
	reading->keys[reading->key_count++] =
		(struct key){text, folder, first_test, reading->recipe->count};
	json_t *same = json_object_get(reading->by_text, text);
	if (!same && json_object_set_new(reading->by_text, text, same = json_array()))
		return as_error_no_memory(error);
	return json_array_append_new(same, json_integer((json_int_t)reading->key_count - 1)) == 0
		       ? 0
		       : as_error_no_memory(error);
}

static ssize_t add_folder(
	struct reading *reading, const struct scope *scope, struct as_error *error)
{
	if (!as_array_reserve(reading->folders, reading->folder_count, error))
		return -1;
	struct folder *folder = &reading->folders[reading->folder_count++];
	*folder = (struct folder){.path = as_text_format(error, "%s", scope->path),
		.pointer = as_text_format(error, "%s", scope->pointer),
		.first_test = reading->recipe->count};
	return folder->path && folder->pointer ? (ssize_t)reading->folder_count - 1 : -1;
}

/* ---- entries ---- */

static bool is_name(const char *text)
{
	size_t length = strlen(text);

	return length <= 200 && recipe_is_name(text, length);
}

static int read_folder(
	struct reading *reading, struct scope *scope, json_t *folder, struct as_error *error);

static struct scope scope_inside(
	const struct scope *scope, const char *key, const char *pointer, const char *path)
{
	return (struct scope){.key = key,
		.pointer = pointer,
		.path = path,
		.salt = scope->salt,
		.solution = scope->solution,
		.retries = scope->retries,
		.depth = scope->depth + 1};
}

static char *join_path(const struct reading *reading, const struct scope *scope, const char *name,
	const char *pointer, struct as_error *error)
{
	if (!is_name(name)) {
		reading_error(reading, pointer, NULL, error,
			"invalid test name; use letters, digits, '_', '.' and '-', and do not "
			"begin with '.' or '-'");
		return NULL;
	}
	return as_text_format(error, "%s%s%s", scope->path, *scope->path ? "/" : "", name);
}

/* Adds the tests of one entry. Without a name, each gets the next number. */
static int read_counted(struct reading *reading, const struct scope *scope, const char *key,
	const char *given_name, const char *pointer, json_t *value, struct as_error *error)
{
	AS_AUTO(reading_counts_clear) struct counts counts = {0};
	const size_t first = reading->recipe->count;

	if (reading_counts(reading, pointer, value, &counts, error))
		return -1;
	for (size_t i = 0; i < counts.test_count; i++) {
		AS_AUTO_FREE char *plain = given_name
						   ? as_text_format(error, "%s", given_name)
						   : reading_number_name(++reading->number,
							     reading->numbered_count, key, error);
		AS_AUTO_FREE char *name =
			plain ? reading_count_name(&counts, i, plain, error) : NULL;
		AS_AUTO_FREE char *path =
			name ? join_path(reading, scope, name, pointer, error) : NULL;
		if (!path)
			return -1;
		const struct scope inner = scope_inside(scope, key, pointer, path);
		const struct combination combination = {&counts, i};
		if (reading_test(reading, &inner, value, &combination, error))
			return -1;
	}
	return add_key(reading, key, SIZE_MAX, first, error);
}

static int read_inner_folder(struct reading *reading, const struct scope *scope, const char *key,
	const char *name, const char *pointer, json_t *value, struct as_error *error)
{
	AS_AUTO_FREE char *path = join_path(reading, scope, name, pointer, error);

	if (!path)
		return -1;
	struct scope inner = scope_inside(scope, key, pointer, path);
	return read_folder(reading, &inner, value, error);
}

static int read_test_entry(struct reading *reading, const struct scope *scope, const char *key,
	const char *name, const char *pointer, json_t *value, struct as_error *error)
{
	if (scope->depth == 0)
		return reading_error(reading, pointer, NULL, error,
			"a test must be in 'sample' or 'secret', or in a folder of cases for the "
			"validators");
	if (!json_is_string(value) && !json_is_object(value) && !json_is_null(value))
		return reading_error(reading, pointer, NULL, error,
			"a test must be a command, or a mapping with 'generate', 'in' or 'copy'");
	return read_counted(reading, scope, key, name, pointer, value, error);
}

/* ---- data ---- */

/* The keys of a mapping in the order of bytes, borrowed; free with free. */
static const char **sort_keys(json_t *map, struct as_error *error)
{
	const char **keys = calloc(json_object_size(map) + 1, sizeof(*keys));
	const char *key;
	size_t count = 0;
	json_t *value;

	if (!keys) {
		as_error_no_memory(error);
		return NULL;
	}
	json_object_foreach(map, key, value) keys[count++] = key;
	if (count > 1)
		qsort(keys, count, sizeof(*keys), as_names_compare);
	return keys;
}

/* Reads the entry named `name` below data/, whose key in the recipe is `key`. */
static int read_member(struct reading *reading, const struct scope *scope, const char *pointer,
	json_t *map, const char *key, const char *name, struct as_error *error)
{
	json_t *value = json_object_get(map, key);
	AS_AUTO_FREE char *place = as_pointer_join(pointer, key);

	if (!place)
		return as_error_no_memory(error);
	/* A part is always a folder, even if its key `data` is misspelt. */
	const bool part = scope->depth == 0 && json_is_object(value);
	if ((part || reading_is_folder(value)) && !reading_is_test(value))
		return read_inner_folder(reading, scope, key, name, place, value, error);
	return read_test_entry(reading, scope, key, name, place, value, error);
}

static int read_map(struct reading *reading, const struct scope *scope, const char *pointer,
	json_t *map, struct as_error *error)
{
	AS_AUTO_FREE const char **keys = sort_keys(map, error);

	if (!keys)
		return -1;
	for (const char **key = keys; *key; key++)
		if (read_member(reading, scope, pointer, map, *key, *key, error))
			return -1;
	return 0;
}

/* A name that YAML reads as null counts as "". */
static const char *name_of(const char *written)
{
	const bool is_null = written && (strcmp(written, "~") == 0 || strcmp(written, "null") == 0);

	return is_null ? "" : written;
}

/* The older convention: tests and folders of an entry get the entry's number in its list. */
static int read_older_item(struct reading *reading, const struct scope *scope, const char *pointer,
	json_t *item, size_t number, size_t count, struct as_error *error)
{
	AS_AUTO_FREE const char **keys = sort_keys(item, error);

	if (!keys)
		return -1;
	if (!*keys)
		return reading_error(reading, pointer, NULL, error,
			"an entry of a list of tests must be a mapping of names to tests");
	for (const char **key = keys; *key; key++) {
		json_t *value = json_object_get(item, *key);
		AS_AUTO_FREE char *place = as_pointer_join(pointer, *key);
		AS_AUTO_FREE char *name = reading_number_name(number, count, name_of(*key), error);
		if (!place || !name)
			return as_error_no_memory(error);
		if (reading_is_folder(value) && !reading_is_test(value)
				? read_inner_folder(
					  reading, scope, name_of(*key), name, place, value, error)
				: read_test_entry(
					  reading, scope, name_of(*key), name, place, value, error))
			return -1;
	}
	return 0;
}

static int read_item(struct reading *reading, const struct scope *scope, const char *pointer,
	json_t *item, size_t *group, size_t group_count, struct as_error *error)
{
	const char *written = json_object_iter_key(json_object_iter(item));
	const char *key = name_of(written);

	if (json_object_size(item) != 1 || !written)
		return reading_error(reading, pointer, NULL, error,
			"an entry of a list of tests must be a mapping of one name to one test");
	json_t *value = json_object_get(item, written);
	AS_AUTO_FREE char *place = as_pointer_join(pointer, written);
	if (!place)
		return as_error_no_memory(error);
	if (!reading_is_folder(value) || reading_is_test(value))
		return read_test_entry(reading, scope, key, NULL, place, value, error);
	AS_AUTO_FREE char *name = reading_number_name(++*group, group_count, key, error);
	return name ? read_inner_folder(reading, scope, key, name, place, value, error) : -1;
}

static int read_list(struct reading *reading, const struct scope *scope, const char *pointer,
	json_t *list, struct as_error *error)
{
	size_t index, group = 0, group_count = as_json_count(list, reading_is_folder);
	json_t *item;

	json_array_foreach(list, index, item)
	{
		AS_AUTO_FREE char *place = as_text_format(error, "%s/%zu", pointer, index);
		if (!place || (reading->older ? read_older_item(reading, scope, place, item,
							index + 1, json_array_size(list), error)
					      : read_item(reading, scope, place, item, &group,
							group_count, error)))
			return -1;
	}
	return 0;
}

/* data/ has only the parts of the format. */
static int read_parts(struct reading *reading, const struct scope *scope, const char *pointer,
	json_t *data, struct as_error *error)
{
	const char *key;
	json_t *value;

	const char *written[PART_COUNT] = {0};

	json_object_foreach(data, key, value)
	{
		const char *part = key;
		size_t i = 0;
		if (reading_part(reading, pointer, key, &part, error))
			return -1;
		while (part && i < PART_COUNT && strcmp(parts[i], part) != 0)
			i++;
		if (i == PART_COUNT)
			return reading_unknown(
				reading, pointer, key, "folder of data/", parts, PART_COUNT, error);
		if (part && written[i])
			return reading_error(reading, pointer, key, error,
				"is '%s', which the recipe also has; keep one", written[i]);
		if (part && !json_is_null(value))
			written[i] = key;
	}
	for (size_t i = 0; i < PART_COUNT; i++)
		if (written[i] &&
			read_member(reading, scope, pointer, data, written[i], parts[i], error))
			return -1;
	return 0;
}

static int read_data(
	struct reading *reading, const struct scope *scope, json_t *folder, struct as_error *error)
{
	json_t *data = json_object_get(folder, "data");
	AS_AUTO_FREE char *pointer = as_pointer_join(scope->pointer, "data");

	if (!pointer)
		return as_error_no_memory(error);
	if (scope->depth == 0 && json_is_object(data))
		return read_parts(reading, scope, pointer, data, error);
	if (json_is_object(data))
		return read_map(reading, scope, pointer, data, error);
	if (scope->depth > 0 && json_is_array(data))
		return read_list(reading, scope, pointer, data, error);
	if (scope->depth > 0 && (!data || json_is_null(data)))
		return 0;
	return reading_error(reading, scope->pointer, NULL, error,
		scope->depth == 0 ? "missing key 'data', a mapping of sample, secret and the like"
				  : "missing key 'data', a mapping or a list of tests");
}

/* ---- folders ---- */

static int add_settings(struct reading *reading, const struct scope *scope, const char *key,
	json_t *value, struct as_error *error)
{
	struct recipe *recipe = reading->recipe;

	if (!json_is_object(value) && !json_is_null(value))
		return reading_error(reading, scope->pointer, key, error, "must be a mapping");
	if (reading_settings(reading, scope->pointer, key, value, error))
		return -1;
	if (!as_array_reserve(recipe->settings, recipe->settings_count, error))
		return -1;
	struct recipe_settings *added = &recipe->settings[recipe->settings_count++];
	*added = (struct recipe_settings){
		.path = as_text_format(error, "%s%s%s", scope->path, *scope->path ? "/" : "", key),
		.pointer = as_pointer_join(scope->pointer, key)};
	if (json_object_size(value) > 0 && !(added->text = as_yaml_write(value, error)))
		return -1;
	return added->path && added->pointer ? 0 : as_error_no_memory(error);
}

static int read_include(struct reading *reading, const struct scope *scope, size_t index,
	json_t *value, struct as_error *error)
{
	size_t i;
	json_t *name;
	bool right = json_is_array(value);

	json_array_foreach(value, i, name) right &= json_is_string(name);
	if (!right && !json_is_null(value))
		return reading_error(reading, scope->pointer, "include", error,
			"must be a list of names of tests and folders");
	reading->folders[index].include = value;
	return 0;
}

static int note_unused(
	struct reading *reading, const char *pointer, const char *key, struct as_error *error)
{
	AS_AUTO_FREE char *place = as_pointer_join(pointer, key);

	return place ? recipe_note_key(
			       reading->recipe, place, error, "'%s' is not used by assay gen", key)
		     : as_error_no_memory(error);
}

static int read_folder_key(struct reading *reading, struct scope *scope, size_t index,
	const char *key, json_t *value, struct as_error *error)
{
	/* Keys of other tools, or of older versions of them. */
	static const char *const unused[] = {"visualizer", "gitignore_generated", "parallel"};
	static const char *const names[] = {"data", "include", "solution", "random_salt", "retries",
		"test_group.yaml", "testdata.yaml", "generators"};
	const size_t name_count = sizeof(names) / sizeof(*names);
	bool known;

	if (reading_shared_key(reading, scope, key, value, &known, error))
		return -1;
	if (known || strcmp(key, "data") == 0 ||
		(scope->depth == 0 &&
			(strcmp(key, "generators") == 0 || strcmp(key, "version") == 0)))
		return 0;
	if (strcmp(key, "type") == 0)
		return reading_type(reading, scope->pointer, value, "directory", error);
	if (strcmp(key, "include") == 0)
		return read_include(reading, scope, index, value, error);
	if (strcmp(key, "test_group.yaml") == 0 || strcmp(key, "testdata.yaml") == 0)
		return add_settings(reading, scope, key, value, error);
	for (size_t i = 0; i < sizeof(unused) / sizeof(*unused); i++)
		if ((scope->depth == 0 || i == 0) && strcmp(key, unused[i]) == 0)
			return note_unused(reading, scope->pointer, key, error);
	if (scope->depth == 0)
		return reading_unknown_key(
			reading, scope->pointer, key, "key of a recipe", names, name_count, error);
	return reading_unknown_key(
		reading, scope->pointer, key, "key of a folder", names, name_count - 1, error);
}

static int read_folder(
	struct reading *reading, struct scope *scope, json_t *folder, struct as_error *error)
{
	const char *key;
	json_t *value;

	if (scope->depth > MAX_DEPTH)
		return reading_error(reading, scope->pointer, NULL, error,
			"folders are nested too deeply: at most %d are allowed", MAX_DEPTH);
	ssize_t index = add_folder(reading, scope, error);
	if (index < 0)
		return -1;
	json_object_foreach(folder, key, value)
	{
		if (read_folder_key(reading, scope, (size_t)index, key, value, error))
			return -1;
	}
	const size_t first = reading->recipe->count;
	if (read_data(reading, scope, folder, error))
		return -1;
	reading->folders[index].test_end = reading->recipe->count;
	reading->folders[index].folder_end = reading->folder_count;
	return scope->key ? add_key(reading, scope->key, (size_t)index, first, error) : 0;
}

int reading_root(
	struct reading *reading, const struct scope *scope, json_t *root, struct as_error *error)
{
	struct scope own = *scope;

	reading->older = reading_is_older(root);
	reading->numbered_count = count_numbered(reading, root, 0);
	return read_folder(reading, &own, root, error);
}
