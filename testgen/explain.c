/* SPDX-License-Identifier: MIT */
/* Explains where a test comes from, without generating it. */
#include "lock.h"
#include "place.h"
#include "recipe.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#define LIST_SIZE 512 /* of names in a message */
#define MAX_LISTED 5

struct explanation {
	int dir_fd;
	struct as_package *settings;
	struct recipe recipe;
	json_t *lock, *programs;
	json_t *document;
};

static void clear(struct explanation *explanation)
{
	as_package_close(explanation->settings);
	recipe_clear(&explanation->recipe);
	json_decref(explanation->lock);
	json_decref(explanation->programs);
	json_decref(explanation->document);
	if (explanation->dir_fd >= 0)
		close(explanation->dir_fd);
}

/* The names of all tests, in the order of the recipe; free the list. */
static const char **names_of(const struct recipe *recipe, struct as_error *error)
{
	const char **names = calloc(recipe->count + 1, sizeof(*names));

	for (size_t i = 0; names && i < recipe->count; i++)
		names[i] = recipe->tests[i].name;
	if (!names)
		as_error_no_memory(error);
	return names;
}

static bool is_within(const char *test, const char *group, size_t length)
{
	return strncmp(test, group, length) == 0 && test[length] == '/';
}

/* The tests of a group, in the order of the recipe: "secret/1/01, secret/1/02 and 5 more"; "" if
 * there is none. */
static void list_tests(
	const struct recipe *recipe, const char *group, size_t length, char text[LIST_SIZE])
{
	size_t used = 0, count = 0, left = 0;

	*text = '\0';
	for (size_t i = 0; i < recipe->count; i++) {
		const char *name = recipe->tests[i].name;
		if (!is_within(name, group, length))
			continue;
		if (count == MAX_LISTED || used + strlen(name) + 40 > LIST_SIZE)
			left++;
		else
			used += (size_t)snprintf(
				text + used, LIST_SIZE - used, "%s%s", count++ ? ", " : "", name);
	}
	if (left)
		snprintf(text + used, LIST_SIZE - used, " and %zu more", left);
}

static int refuse_group(const struct recipe *recipe, const char *name, struct as_error *error)
{
	char tests[LIST_SIZE];
	size_t length;

	name = as_test_name_trim(name, &length);
	list_tests(recipe, name, length, tests);
	return *tests ? as_error_at(error, AS_ERROR_USAGE, recipe->document.name, 0, 0,
				"'%.*s' is a group; name one of its tests: %s", (int)length, name,
				tests)
		      : 0;
}

static int refuse_test(const struct recipe *recipe, const char *const *names, const char *name,
	struct as_error *error)
{
	const char *where = recipe->document.name;

	if (refuse_group(recipe, name, error))
		return -1;
	if (recipe->count == 0)
		return as_error_at(error, AS_ERROR_USAGE, where, 0, 0,
			"unknown test '%s'; the recipe has no tests", name);
	return as_error_at(error, AS_ERROR_USAGE, where, 0, 0, "unknown test '%s'%s", name,
		as_test_name_hint(names, recipe->count, name, (char[AS_TEST_HINT_SIZE]){0}));
}

static json_t *place_of(const struct recipe *recipe, const char *pointer)
{
	unsigned line = 0, column = 0;

	as_document_place(&recipe->document, pointer, &line, &column);
	return json_pack("{s:s, s:i, s:i}", "file", recipe->document.name, "line", (int)line,
		"column", (int)column);
}

/* The program of a command's first word: the files that the recipe lists for it, and their digest
 * in the lock. */
static json_t *program_of(const struct explanation *explanation, const char *command)
{
	AS_AUTO_NAMES char **words = recipe_split(command, NULL);
	const char *word = words ? words[0] : NULL;

	if (!word)
		return json_null();
	return json_pack("{s:s, s:O?, s:O?}", "word", word, "files",
		json_object_get(explanation->recipe.generators, word), "digest",
		json_object_get(explanation->programs, word));
}

static int add_command(
	struct explanation *explanation, const struct recipe_test *test, struct as_error *error)
{
	json_t *document = explanation->document;
	AS_AUTO_FREE char *command = recipe_command(test, 0, error);

	if (!command)
		return -1;
	json_object_set_new(document, "command", json_string(command));
	json_object_set_new(document, "written", json_string(test->written));
	if (test->seeded)
		json_object_set_new(document, "seed", json_integer(test->seed));
	return json_object_set_new(document, "program", program_of(explanation, command)) == 0
		       ? 0
		       : as_error_no_memory(error);
}

static const char *state_of(
	const struct explanation *explanation, const char *path, const char *locked)
{
	char hex[AS_DIGEST_HEX_SIZE];
	const int failed = place_digest(explanation->dir_fd, path, NULL, hex);

	if (failed)
		return failed == ENOENT ? "missing" : "cannot be read";
	return !locked                    ? "not in the lock"
	       : strcmp(hex, locked) == 0 ? "equal to the lock"
					  : "another";
}

static int add_files(
	struct explanation *explanation, const struct recipe_test *test, struct as_error *error)
{
	json_t *files = json_array();

	for (int i = 0; i < RECIPE_ENDING_COUNT && files; i++) {
		AS_AUTO_FREE char *path =
			as_text_format(error, "%s.%s", test->name, recipe_endings[i]);
		if (!path)
			break;
		json_t *locked = json_object_get(explanation->lock, path);
		const char *state = state_of(explanation, path, json_string_value(locked));
		if (locked || strcmp(state, "missing") != 0)
			json_array_append_new(files, json_pack("{s:s, s:O?, s:s}", "path", path,
							     "digest", locked, "data", state));
	}
	return json_object_set_new(explanation->document, "files", files) == 0
		       ? 0
		       : as_error_no_memory(error);
}

static int describe(
	struct explanation *explanation, const struct recipe_test *test, struct as_error *error)
{
	const struct recipe *recipe = &explanation->recipe;
	const struct recipe_test *original = &recipe->tests[test->original];
	json_t *document = json_pack(
		"{s:s, s:o}", "test", test->name, "recipe", place_of(recipe, original->pointer));
	json_t *in_place = json_array();

	explanation->document = document;
	if (!document || !in_place)
		return as_error_no_memory(error);
	if (original != test)
		json_object_set_new(document, "included", json_string(original->name));
	if (original->command && add_command(explanation, original, error))
		return -1;
	if (original->copy)
		json_object_set_new(document, "copy", json_string(original->copy));
	for (int i = 0; i < RECIPE_TEXT_ENDING_COUNT; i++)
		if (original->files[i].given)
			json_array_append_new(in_place, json_string(recipe_endings[i]));
	json_object_set_new(document, "in_place", in_place);
	if (original->solution && !original->files[RECIPE_ANS].given)
		json_object_set_new(document, "solution", json_string(original->solution));
	return add_files(explanation, test, error);
}

json_t *as_gen_explain(const char *package_path, const char *test_name, struct as_error *error)
{
	AS_AUTO(clear)
	struct explanation explanation = {
		.dir_fd = open(package_path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)};

	if (explanation.dir_fd < 0) {
		as_error_sys(error, AS_ERROR_INPUT, errno, "cannot open the package's folder %s",
			package_path);
		return NULL;
	}
	explanation.settings = as_package_open_settings(package_path, error);
	if (!explanation.settings ||
		recipe_read(&explanation.recipe, explanation.dir_fd, package_path,
			&explanation.settings->constants, error) ||
		lock_read(explanation.dir_fd, package_path, &explanation.lock,
			&explanation.programs, error))
		return NULL;
	AS_AUTO_FREE const char **names = names_of(&explanation.recipe, error);
	if (!names)
		return NULL;
	const size_t found = as_test_name_find(names, explanation.recipe.count, test_name);
	if (found == explanation.recipe.count) {
		(void)refuse_test(&explanation.recipe, names, test_name, error);
		return NULL;
	}
	if (describe(&explanation, &explanation.recipe.tests[found], error))
		return NULL;
	return as_steal(explanation.document);
}
