/* SPDX-License-Identifier: MIT */
/*
 * Includes of folders. An include names a test, or a folder for all tests in it and those that it
 * includes, by the key alone, wherever that is in the recipe. A folder that includes itself,
 * directly or not, is an error, so this terminates.
 */
#include "reading.h"

#include <string.h>

static int resolve(struct reading *reading, size_t index, struct as_error *error);

/* A recipe may be untrusted: this limits time and stack. */
#define MAX_DEPTH 100
#define MAX_INCLUDED 1000000

/* `seen` has an element for each test. */
static int add_index(struct reading *reading, struct folder *folder, bool *seen, size_t test,
	struct as_error *error)
{
	if (seen[test])
		return 0;
	if (++reading->included_count > MAX_INCLUDED)
		return reading_error(reading, folder->pointer, "include", error,
			"adds too many tests: at most %d are allowed in all folders", MAX_INCLUDED);
	seen[test] = true;
	if (!as_array_reserve(folder->included, folder->included_count, error))
		return -1;
	folder->included[folder->included_count++] = test;
	return 0;
}

/* The only target of that name, or the only one before the folder. */
static const struct key *find_key(
	const struct reading *reading, const struct folder *folder, const char *text, size_t *count)
{
	const struct key *found = NULL, *before = NULL;
	json_t *same = json_object_get(reading->by_text, text), *number;
	size_t before_count = 0, i;

	*count = json_array_size(same);
	json_array_foreach(same, i, number)
	{
		found = &reading->keys[json_integer_value(number)];
		if (found->test_end <= folder->first_test) {
			before = found;
			before_count++;
		}
	}
	if (*count > 1 && before_count == 1) {
		*count = 1;
		return before;
	}
	return found;
}

static int include_folder(
	struct reading *reading, size_t index, size_t other, bool *seen, struct as_error *error)
{
	for (size_t i = other; i < reading->folders[other].folder_end; i++) {
		if (resolve(reading, i, error))
			return -1;
		const struct folder *inner = &reading->folders[i];
		for (size_t k = 0; k < inner->included_count; k++)
			if (add_index(reading, &reading->folders[index], seen, inner->included[k],
				    error))
				return -1;
	}
	return 0;
}

static int refuse_include(const struct reading *reading, const char *pointer, const char *text,
	struct as_error *error)
{
	AS_AUTO_FREE const char **names = calloc(reading->key_count + 1, sizeof(*names));

	if (!names)
		return as_error_no_memory(error);
	for (size_t i = 0; i < reading->key_count; i++)
		names[i] = reading->keys[i].text;
	return reading_error(reading, pointer, "include", error,
		"names '%s', which is not a test or folder of the recipe%s correct or remove it",
		text, AS_SUGGESTION(text, names, reading->key_count));
}

static int include_key(
	struct reading *reading, size_t index, const char *text, bool *seen, struct as_error *error)
{
	struct folder *folder = &reading->folders[index];
	size_t count;
	const struct key *key = find_key(reading, folder, text, &count);

	if (!key)
		return refuse_include(reading, folder->pointer, text, error);
	if (count > 1)
		return reading_error(reading, folder->pointer, "include", error,
			"names '%s', which is ambiguous; rename one of them", text);
	for (size_t test = key->first_test; test < key->test_end; test++)
		if (add_index(reading, folder, seen, test, error))
			return -1;
	return key->folder == SIZE_MAX ? 0
				       : include_folder(reading, index, key->folder, seen, error);
}

static int resolve(struct reading *reading, size_t index, struct as_error *error)
{
	struct folder *folder = &reading->folders[index];
	size_t i;
	json_t *name;

	if (folder->resolved)
		return 0;
	if (folder->visiting)
		return reading_error(reading, folder->pointer, "include", error,
			"has a cycle: the folder would include itself");
	if (reading->depth == MAX_DEPTH)
		return reading_error(reading, folder->pointer, "include", error,
			"is nested too deeply: at most %d folders are allowed", MAX_DEPTH);
	if (!json_array_size(folder->include)) {
		folder->resolved = true;
		return 0;
	}
	AS_AUTO_FREE bool *seen = calloc(reading->recipe->count + 1, 1);
	if (!seen)
		return as_error_no_memory(error);
	folder->visiting = true;
	reading->depth++;
	json_array_foreach(folder->include, i, name)
	{
		if (include_key(reading, index, json_string_value(name), seen, error))
			return -1;
	}
	reading->depth--;
	folder->resolved = true;
	return 0;
}

static int add_included(
	struct reading *reading, const struct folder *folder, size_t test, struct as_error *error)
{
	const struct recipe *recipe = reading->recipe;
	const char *slash = strrchr(recipe->tests[test].name, '/');
	AS_AUTO_FREE char *path = as_text_format(error, "%s%s", folder->path, slash);

	if (!path)
		return -1;
	json_t *there = json_object_get(reading->names, path);
	size_t other = there ? (size_t)json_integer_value(there) : 0;
	if (there && recipe->tests[other].original == test)
		return 0;
	if (there)
		return reading_error(reading, folder->pointer, "include", error,
			"adds a duplicate test data/%s", path);
	return reading_add_included(reading, path, folder->pointer, test, error);
}

int reading_includes(struct reading *reading, struct as_error *error)
{
	for (size_t i = 0; i < reading->folder_count; i++)
		if (resolve(reading, i, error))
			return -1;
	for (size_t i = 0; i < reading->folder_count; i++)
		for (size_t k = 0; k < reading->folders[i].included_count; k++)
			if (add_included(reading, &reading->folders[i],
				    reading->folders[i].included[k], error))
				return -1;
	return 0;
}
