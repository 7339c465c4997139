/* SPDX-License-Identifier: MIT */
/* Reads one test of a recipe: a command, texts in the recipe, files to copy. */
#include "reading.h"

#include <string.h>

#define MAX_TESTS 100000

const char *const recipe_endings[RECIPE_ENDING_COUNT] = {"in", "ans", "out", "in.statement",
	"ans.statement", "in.download", "ans.download", "interaction", "yaml", "hint", "desc",
	"png", "jpg", "jpeg", "svg", "pdf"};

int recipe_find_ending(const char *ending)
{
	for (int i = 0; i < RECIPE_ENDING_COUNT; i++)
		if (strcmp(recipe_endings[i], ending) == 0)
			return i;
	return -1;
}

bool reading_is_test(json_t *value)
{
	static const char *const keys[] = {"generate", "copy", "count", "match", "input"};

	if (!json_is_object(value))
		return json_is_string(value) || json_is_null(value);
	if (reading_has_type(value, "testcase"))
		return true;
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (json_object_get(value, keys[i]))
			return true;
	for (int i = 0; i < RECIPE_TEXT_ENDING_COUNT; i++)
		if (json_object_get(value, recipe_endings[i]))
			return true;
	return false;
}

/* ---- files in the recipe ---- */

/* Reads {link: ENDING}. Only files that other judges show to people may be links. */
static int read_link(struct reading *reading, const char *pointer, const char *key, json_t *value,
	struct recipe_file *file, struct as_error *error)
{
	const char *target = json_string_value(json_object_get(value, "link"));
	int ending = target ? recipe_find_ending(target) : -1;
	size_t kind = strcspn(key, ".");

	if (!key[kind] || json_object_size(value) != 1 || ending < 0 || strcmp(target, key) == 0 ||
		strncmp(target, key, kind) != 0 || (target[kind] != '\0' && target[kind] != '.'))
		return reading_error(reading, pointer, key, error,
			"must be a string; in.statement, in.download, ans.statement and "
			"ans.download may also be a link such as {link: in}");
	file->given = true;
	file->link = ending;
	return 0;
}

/* Adds a missing final newline, so that `in: 1 2` is a line. */
static char *end_line(const char *text, struct as_error *error)
{
	size_t length = strlen(text);

	return as_text_format(
		error, "%s%s", text, length > 0 && text[length - 1] != '\n' ? "\n" : "");
}

static int read_file(struct reading *reading, const char *pointer, int ending, json_t *value,
	struct recipe_file *file, struct as_error *error)
{
	const char *key = recipe_endings[ending];

	if (json_is_null(value))
		return 0;
	file->link = -1;
	if (strcmp(key, "yaml") == 0 && json_is_object(value))
		file->text = as_yaml_write(value, error);
	else if (json_is_object(value))
		return read_link(reading, pointer, key, value, file, error);
	else if (json_is_string(value))
		file->text = end_line(json_string_value(value), error);
	else
		return reading_error(reading, pointer, key, error, "must be a string");
	file->given = file->text != NULL;
	return file->given ? reading_spend(reading, pointer, strlen(file->text), error) : -1;
}

/* ---- copy, match ---- */

static int read_copy(struct reading *reading, const char *pointer, json_t *value,
	struct recipe_test *test, struct as_error *error)
{
	const char *text = json_string_value(value);
	bool up = text && strncmp(text, "../", 3) == 0;
	const char *rest = text ? text + 3 * up : "";

	if (json_is_null(value))
		return 0;
	for (const char *at = rest;;) {
		size_t length = strcspn(at, "/");
		if (!recipe_is_name(at, length))
			return reading_error(reading, pointer, "copy", error,
				"must be a path without an ending, relative to generators/, such "
				"as manual/1");
		if (!at[length])
			break;
		at += length + 1;
	}
	test->copy = as_text_format(error, "%s%s", up ? "" : "generators/", rest);
	return test->copy ? 0 : -1;
}

static bool is_patterns(json_t *value)
{
	size_t index;
	json_t *item;

	if (json_is_string(value) || json_is_null(value))
		return true;
	json_array_foreach(value, index, item) if (!json_is_string(item)) return false;
	return json_is_array(value);
}

static int read_match(struct reading *reading, const char *pointer, json_t *value,
	struct recipe_test *test, struct as_error *error)
{
	bool by_file = json_is_object(value);
	json_t *in = by_file ? json_object_get(value, "in") : value;
	json_t *ans = by_file ? json_object_get(value, "ans") : NULL;

	if ((in && !is_patterns(in)) || (ans && !is_patterns(ans)) ||
		(by_file && json_object_size(value) != (size_t)(!!in + !!ans)))
		return reading_error(reading, pointer, "match", error,
			"must be a pattern, a list of patterns, or a mapping of 'in' and 'ans' to "
			"these");
	test->match = in;
	test->answer_match = ans;
	return 0;
}

/* ---- the test ---- */

/* A folder with a misspelt key `data` looks like a test. */
static bool is_like_folder_key(const char *key)
{
	return strcmp(AS_SUGGESTION(key, reading_folder_keys, READING_FOLDER_KEY_COUNT), ";") != 0;
}

static int read_key(struct reading *reading, struct scope *scope, const char *key, json_t *value,
	struct recipe_test *test, struct as_error *error)
{
	static const char *const names[] = {"generate", "copy", "count", "match", "solution",
		"random_salt", "retries", "in", "ans", "out", "in.statement", "in.download",
		"ans.statement", "ans.download", "interaction", "yaml", "hint", "desc"};
	bool known;
	int ending = recipe_find_ending(key);

	if (reading_shared_key(reading, scope, key, value, &known, error))
		return -1;
	if (known || strcmp(key, "count") == 0)
		return 0;
	if (strcmp(key, "type") == 0)
		return reading_type(reading, scope->pointer, value, "testcase", error);
	if (ending >= 0 && ending < RECIPE_TEXT_ENDING_COUNT)
		return read_file(
			reading, scope->pointer, ending, value, &test->files[ending], error);
	if (strcmp(key, "copy") == 0)
		return read_copy(reading, scope->pointer, value, test, error);
	if (strcmp(key, "match") == 0)
		return read_match(reading, scope->pointer, value, test, error);
	for (const char *const *folder = reading_folder_keys; *folder; folder++)
		if (strcmp(key, *folder) == 0)
			return reading_error(reading, scope->pointer, key, error,
				"is a key of folders, and this is a test; move it to a folder");
	if (strcmp(key, "generate") != 0 && strcmp(key, "input") != 0 && is_like_folder_key(key))
		return reading_unknown(reading, scope->pointer, key, "key of a folder",
			reading_folder_keys, READING_FOLDER_KEY_COUNT, error);
	if (strcmp(key, "generate") != 0 && strcmp(key, "input") != 0)
		return reading_unknown_key(reading, scope->pointer, key, "key of a test", names,
			sizeof(names) / sizeof(*names), error);
	return json_is_string(value) || json_is_null(value)
		       ? 0
		       : reading_error(reading, scope->pointer, key, error, "must be a string");
}

static int read_keys(struct reading *reading, const struct scope *outer, json_t *value,
	const struct combination *combination, struct recipe_test *test, struct as_error *error)
{
	struct scope scope = *outer;
	const char *text = json_string_value(value), *key;
	json_t *member;

	json_object_foreach(value, key, member)
	{
		if (read_key(reading, &scope, key, member, test, error))
			return -1;
	}
	test->solution = scope.solution;
	test->retries = scope.retries;
	if (!text)
		text = json_string_value(json_object_get(value, "generate"));
	if (!text)
		text = json_string_value(json_object_get(value, "input"));
	return text ? reading_command(reading, &scope, test, text, combination, error) : 0;
}

/* The predecessor of `copy`: the path of an input in place of a command. */
static int read_old_copy(struct reading *reading, const struct scope *scope, const char *text,
	struct recipe_test *test, struct as_error *error)
{
	AS_AUTO_JSON json_t *base = json_stringn(text, strlen(text) - 3);

	free(test->command);
	test->command = NULL;
	return read_copy(reading, scope->pointer, base, test, error);
}

/* A test without a value was written by hand: its files are those in data/. */
static int read_kept(struct recipe_test *test, struct as_error *error)
{
	test->kept = true;
	test->copy = as_text_format(error, "data/%s", test->name);
	return test->copy ? 0 : -1;
}

static int check_test(struct reading *reading, const struct scope *scope, json_t *value,
	struct recipe_test *test, struct as_error *error)
{
	const char *text = json_string_value(value);

	if (!text)
		text = json_string_value(json_object_get(value, "input"));
	if (json_is_null(value))
		return read_kept(test, error);
	if (text && as_text_stem(text, ".in") > 0 && !strpbrk(text, " \t\n") &&
		read_old_copy(reading, scope, text, test, error))
		return -1;
	if (test->command && test->files[RECIPE_IN].given &&
		recipe_note(reading->recipe, scope->pointer, error,
			"the text of 'in' replaces the input that 'generate' makes; keep one"))
		return -1;
	bool shown = strncmp(scope->path, "sample/", 7) == 0 &&
		     (test->files[recipe_find_ending("in.statement")].given ||
			     test->files[recipe_find_ending("in.download")].given);
	if (!test->command && !test->copy && !test->files[RECIPE_IN].given && !shown)
		return reading_error(reading, scope->pointer, NULL, error,
			"a test needs 'generate' (a command), 'in' (its text) or 'copy' (files)");
	return 0;
}

static struct recipe_test *add_test(
	struct reading *reading, const char *path, const char *pointer, struct as_error *error)
{
	struct recipe *recipe = reading->recipe;

	if (json_object_get(reading->names, path)) {
		reading_error(reading, pointer, NULL, error, "duplicate test data/%s", path);
		return NULL;
	}
	if (recipe->count >= MAX_TESTS) {
		reading_error(reading, pointer, NULL, error,
			"too many tests: at most %d are allowed", MAX_TESTS);
		return NULL;
	}
	if (!as_array_reserve(recipe->tests, recipe->count, error))
		return NULL;
	struct recipe_test *test = &recipe->tests[recipe->count];
	*test = (struct recipe_test){.name = as_text_format(error, "%s", path),
		.pointer = as_text_format(error, "%s", pointer),
		.retries = 1,
		.original = recipe->count};
	if (json_object_set_new(reading->names, path, json_integer((json_int_t)recipe->count++)) ||
		!test->name || !test->pointer) {
		as_error_no_memory(error);
		return NULL;
	}
	return test;
}

int reading_test(struct reading *reading, const struct scope *scope, json_t *value,
	const struct combination *combination, struct as_error *error)
{
	struct recipe_test *test = add_test(reading, scope->path, scope->pointer, error);

	if (!test || read_keys(reading, scope, value, combination, test, error))
		return -1;
	test->counted = combination->counts->variable_count > 0;
	return check_test(reading, scope, value, test, error);
}

int reading_add_included(struct reading *reading, const char *path, const char *pointer,
	size_t original, struct as_error *error)
{
	struct recipe_test *test = add_test(reading, path, pointer, error);

	if (!test)
		return -1;
	test->original = original;
	return 0;
}
