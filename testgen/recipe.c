/* SPDX-License-Identifier: MIT */
#include "recipe.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <string.h>

#define MAX_TESTS 100000

/* What is known of the folder that is being read. */
struct scope {
	const char *pointer; /* of the folder's object */
	const char *path;    /* below data/, "" at the top */
	const char *salt;
};

static int complain(const struct recipe *recipe, const char *pointer, const char *key,
	struct as_error *error, const char *what)
{
	AS_AUTO_FREE char *place = key ? as_pointer_join(pointer, key) : strdup(pointer);

	if (!place)
		return as_error_no_memory(error);
	return as_document_error(&recipe->document, place, error, "%s%s%s%s", key ? "'" : "",
		key ? key : "", key ? "' " : "", what);
}

bool recipe_is_name(const char *text, size_t length)
{
	if (length == 0 || (!isalnum((unsigned char)*text) && *text != '_'))
		return false;
	for (size_t i = 0; i < length; i++)
		if (!isalnum((unsigned char)text[i]) && !memchr("_.-", text[i], 3))
			return false;
	return true;
}

/* The names that a file of the format may have. */
static bool is_name(const char *text)
{
	size_t length = strlen(text);

	return length <= 200 && recipe_is_name(text, length);
}

/* int(sha512(salt + command)) mod 2^31, as BAPCtools computes it: the last four bytes without the
 * top bit. */
static unsigned seed_of(const char *salt, const char *command)
{
	unsigned char hash[crypto_hash_sha512_BYTES];
	crypto_hash_sha512_state state;

	crypto_hash_sha512_init(&state);
	crypto_hash_sha512_update(&state, (const unsigned char *)salt, strlen(salt));
	crypto_hash_sha512_update(&state, (const unsigned char *)command, strlen(command));
	crypto_hash_sha512_final(&state, hash);
	return (unsigned)(hash[60] & 0x7f) << 24 | (unsigned)hash[61] << 16 |
	       (unsigned)hash[62] << 8 | hash[63];
}

/* The length of the placeholder at `at` and its value, or 0. */
static size_t placeholder(const char *at, const char *name, unsigned seed, char value[256])
{
	if (strncmp(at, "{name}", 6) == 0) {
		snprintf(value, 256, "%s", name);
		return 6;
	}
	if (strncmp(at, "{seed", 5) != 0)
		return 0;
	size_t length = 5;
	if (at[length] == ':')
		for (length++; isdigit((unsigned char)at[length]); length++)
			;
	if (at[length] != '}')
		return 0;
	snprintf(value, 256, "%u", seed);
	return length + 1;
}

static char *fill_command(
	const char *command, const char *name, const char *salt, struct as_error *error)
{
	unsigned seed = seed_of(salt, command);
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (!out) {
		as_error_no_memory(error);
		return NULL;
	}
	for (const char *at = command; *at;) {
		char value[256];
		size_t length = placeholder(at, name, seed, value);
		if (length)
			fputs(value, out);
		else
			fputc(*at, out);
		at += length ? length : 1;
	}
	if (fclose(out)) {
		free(text);
		as_error_no_memory(error);
		return NULL;
	}
	return text;
}

static int add_test(struct recipe *recipe, const char *path, const char *pointer,
	const char *command, const char *in, const char *ans, const char *salt,
	struct as_error *error)
{
	const char *slash = strrchr(path, '/');

	if (recipe->count >= MAX_TESTS)
		return complain(
			recipe, pointer, NULL, error, "is one test too many: at most 100000");
	struct recipe_test *tests = reallocarray(recipe->tests, recipe->count + 1, sizeof(*tests));
	if (!tests)
		return as_error_no_memory(error);
	recipe->tests = tests;
	struct recipe_test *test = &tests[recipe->count++];
	*test = (struct recipe_test){
		.name = strdup(path), .pointer = strdup(pointer), .in = in, .ans = ans};
	if (!test->name || !test->pointer)
		return as_error_no_memory(error);
	if (command &&
		!(test->command = fill_command(command, slash ? slash + 1 : path, salt, error)))
		return -1;
	return 0;
}

static int read_case(
	struct recipe *recipe, const struct scope *scope, json_t *value, struct as_error *error)
{
	static const char *const keys[] = {"generate", "in", "ans"};
	const char *texts[3] = {NULL, NULL, NULL}, *key;
	json_t *member;

	if (json_is_string(value))
		return add_test(recipe, scope->path, scope->pointer, json_string_value(value), NULL,
			NULL, scope->salt, error);
	json_object_foreach(value, key, member)
	{
		size_t k = 0;
		while (k < 3 && strcmp(key, keys[k]) != 0)
			k++;
		if (k == 3)
			return complain(recipe, scope->pointer, key, error,
				"is no key of a test that this version reads: generate, in, ans");
		if (!json_is_string(member))
			return complain(recipe, scope->pointer, key, error, "must be a text");
		texts[k] = json_string_value(member);
	}
	if (!texts[0] == !texts[1])
		return complain(recipe, scope->pointer, NULL, error,
			"a test needs one of 'generate' (a command) and 'in' (its text)");
	return add_test(recipe, scope->path, scope->pointer, texts[0], texts[1], texts[2],
		scope->salt, error);
}

static int read_folder(struct recipe *recipe, const struct scope *scope, json_t *folder, int depth,
	struct as_error *error);

/* One entry of a folder's data: a test, or a folder below. */
static int read_entry(struct recipe *recipe, const struct scope *scope, const char *name,
	const char *pointer, json_t *value, int depth, struct as_error *error)
{
	if (!is_name(name))
		return complain(recipe, pointer, NULL, error,
			"a test's name is made of letters, digits, '_', '.' and '-', and starts "
			"with none of the last two");
	AS_AUTO_FREE char *path =
		as_text_format(error, "%s%s%s", scope->path, *scope->path ? "/" : "", name);
	if (!path)
		return -1;
	const struct scope inner = {.pointer = pointer, .path = path, .salt = scope->salt};
	if (json_is_object(value) && json_object_get(value, "data"))
		return read_folder(recipe, &inner, value, depth + 1, error);
	if (!json_is_string(value) && !json_is_object(value))
		return complain(recipe, pointer, NULL, error,
			"a test is a command, or a mapping with 'generate' or 'in'");
	return read_case(recipe, &inner, value, error);
}

static int read_map(struct recipe *recipe, const struct scope *scope, const char *pointer,
	json_t *data, int depth, struct as_error *error)
{
	const char *name;
	json_t *value;

	json_object_foreach(data, name, value)
	{
		AS_AUTO_FREE char *place = as_pointer_join(pointer, name);
		if (!place)
			return as_error_no_memory(error);
		if (read_entry(recipe, scope, name, place, value, depth, error))
			return -1;
	}
	return 0;
}

/* A list numbers its tests: "01-name", or "01" where the name is empty, as wide as the last needs.
 */
static int read_list(struct recipe *recipe, const struct scope *scope, const char *pointer,
	json_t *data, int depth, struct as_error *error)
{
	size_t total = 0, number = 0, index;
	json_t *item, *value;
	const char *name;
	char width[32];

	json_array_foreach(data, index, item) total += json_object_size(item);
	int digits = snprintf(width, sizeof(width), "%zu", total);
	json_array_foreach(data, index, item)
	{
		AS_AUTO_FREE char *item_pointer = as_text_format(error, "%s/%zu", pointer, index);
		if (!item_pointer)
			return -1;
		if (!json_is_object(item))
			return complain(recipe, item_pointer, NULL, error,
				"an entry of a list of tests is a mapping from a name to a test");
		json_object_foreach(item, name, value)
		{
			AS_AUTO_FREE char *place = as_pointer_join(item_pointer, name);
			AS_AUTO_FREE char *full = as_text_format(
				error, "%0*zu%s%s", digits, ++number, *name ? "-" : "", name);
			if (!place || !full)
				return as_error_no_memory(error);
			if (read_entry(recipe, scope, full, place, value, depth, error))
				return -1;
		}
	}
	return 0;
}

static int read_folder(struct recipe *recipe, const struct scope *scope, json_t *folder, int depth,
	struct as_error *error)
{
	static const char *const top_keys[] = {"solution", "random_salt", "generators", "data"};
	const bool top = depth == 0;
	const char *key;
	json_t *value;

	if (depth > 8)
		return complain(recipe, scope->pointer, NULL, error, "is nested too deeply");
	json_object_foreach(folder, key, value)
	{
		bool known = strcmp(key, "data") == 0;
		for (size_t k = 0; top && k < sizeof(top_keys) / sizeof(*top_keys); k++)
			known |= strcmp(key, top_keys[k]) == 0;
		if (!known)
			return complain(recipe, scope->pointer, key, error,
				top ? "is no key of a recipe that this version reads: solution, "
				      "random_salt, data"
				    : "is no key of a folder that this version reads: data");
	}
	json_t *data = json_object_get(folder, "data");
	AS_AUTO_FREE char *pointer = as_pointer_join(scope->pointer, "data");
	if (!pointer)
		return as_error_no_memory(error);
	if (json_is_object(data))
		return read_map(recipe, scope, pointer, data, depth, error);
	if (json_is_array(data))
		return read_list(recipe, scope, pointer, data, depth, error);
	return complain(
		recipe, scope->pointer, NULL, error, "needs 'data', a mapping or a list of tests");
}

/* Tests live in sample or secret: elsewhere in data/ nothing judges them. */
static int check_folders(const struct recipe *recipe, struct as_error *error)
{
	for (size_t i = 0; i < recipe->count; i++)
		if (strncmp(recipe->tests[i].name, "sample/", 7) != 0 &&
			strncmp(recipe->tests[i].name, "secret/", 7) != 0)
			return complain(recipe, recipe->tests[i].pointer, NULL, error,
				"a test must be in 'sample' or 'secret'");
	return 0;
}

static bool is_list_of_texts(json_t *list)
{
	size_t index;
	json_t *item;

	json_array_foreach(list, index, item) if (!json_is_string(item)) return false;
	return json_array_size(list) > 0;
}

/* "name: [file, ...]" in the recipe's `generators`: which program a command's first word means. */
static int read_generators(struct recipe *recipe, json_t *generators, struct as_error *error)
{
	const char *name;
	json_t *files;

	if (generators && !json_is_object(generators))
		return complain(recipe, "", "generators", error,
			"must be a mapping from names to lists of files");
	json_object_foreach(generators, name, files)
	{
		if (!is_list_of_texts(files))
			return complain(recipe, "/generators", name, error,
				"must be a list of files, by their paths relative to generators/");
	}
	recipe->generators = generators;
	return 0;
}

int recipe_read(struct recipe *recipe, int dir_fd, const char *package_path, struct as_error *error)
{
	AS_AUTO_FREE char *name = as_text_format(error, "%s/" RECIPE_PATH, package_path);

	*recipe = (struct recipe){0};
	if (!name || as_document_load(&recipe->document, dir_fd, RECIPE_PATH, name, error))
		return -1;
	json_t *root = recipe->document.root;
	if (!json_is_object(root))
		return complain(recipe, "", NULL, error, "a recipe is a mapping");
	json_t *solution = json_object_get(root, "solution"),
	       *salt = json_object_get(root, "random_salt");
	if (solution && !json_is_string(solution))
		return complain(recipe, "", "solution", error, "must be a text");
	if (salt && !json_is_string(salt))
		return complain(recipe, "", "random_salt", error, "must be a text");
	recipe->solution = json_string_value(solution);
	if (read_generators(recipe, json_object_get(root, "generators"), error))
		return -1;
	const struct scope scope = {
		.pointer = "", .path = "", .salt = salt ? json_string_value(salt) : ""};
	if (read_folder(recipe, &scope, root, 0, error))
		return -1;
	return check_folders(recipe, error);
}

void recipe_clear(struct recipe *recipe)
{
	for (size_t i = 0; i < recipe->count; i++) {
		free(recipe->tests[i].name);
		free(recipe->tests[i].pointer);
		free(recipe->tests[i].command);
	}
	free(recipe->tests);
	as_document_clear(&recipe->document);
	*recipe = (struct recipe){0};
}

char **recipe_split(const char *command, struct as_error *error)
{
	char **words = calloc(strlen(command) / 2 + 2, sizeof(*words));
	size_t count = 0;

	for (const char *at = command; words;) {
		at += strspn(at, " \t\n");
		size_t length = strcspn(at, " \t\n");
		if (length == 0)
			return words;
		words[count] = strndup(at, length);
		if (!words[count++])
			break;
		at += length;
	}
	as_names_free(words);
	as_error_no_memory(error);
	return NULL;
}
