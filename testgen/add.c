/* SPDX-License-Identifier: MIT */
/*
 * Adds a test to a recipe without rewriting the rest: a line is inserted after the last test of a
 * group. The new text is parsed, and must differ from the old one only by that test.
 */
#include "recipe.h"

#include <assay/testgen/commands.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_RECIPE_BYTES (UINT64_C(16) << 20)
#define MAX_NUMBER 100000

struct adding {
	const struct as_recipe_addition *what;
	const char *package_path;
	int dir_fd;
	struct recipe recipe;
	struct as_bytes text; /* the current text */
	size_t column;        /* of the new key, counted from 0 */
	size_t at;            /* where the line is inserted */
	char *pointer;        /* of the new test */
};

/* ---- its name and place ---- */

/* True if it is directly in the group. */
static bool is_in(const char *name, const char *group)
{
	const size_t length = strlen(group);

	return strncmp(name, group, length) == 0 && name[length] == '/' &&
	       !strchr(name + length + 1, '/');
}

static const struct recipe_test *last_of(const struct recipe *recipe, const char *group)
{
	for (size_t i = recipe->count; i-- > 0;)
		if (recipe->tests[i].original == i && is_in(recipe->tests[i].name, group))
			return &recipe->tests[i];
	return NULL;
}

static bool is_used(const struct recipe *recipe, const char *group, const char *name)
{
	const size_t length = strlen(group), name_length = strlen(name);

	for (size_t i = 0; i < recipe->count; i++) {
		const char *test = recipe->tests[i].name;
		const size_t test_length = strlen(test);
		if (is_in(test, group) && test_length >= length + 1 + name_length &&
			strcmp(test + test_length - name_length, name) == 0)
			return true;
	}
	return false;
}

static int choose_name(struct adding *adding, char name[AS_ADDED_NAME_SIZE], struct as_error *error)
{
	for (unsigned number = 1; number < MAX_NUMBER; number++) {
		snprintf(name, AS_ADDED_NAME_SIZE, "%.40s-%u", adding->what->prefix, number);
		if (!is_used(&adding->recipe, adding->what->group, name))
			return 0;
	}
	return as_error_set(error, AS_ERROR_INPUT, "the recipe has too many tests of this name");
}

static size_t line_end(const struct as_bytes *text, size_t at)
{
	const char *end = memchr(text->data + at, '\n', text->size - at);

	return end ? (size_t)(end - text->data) + 1 : text->size;
}

/* Blank lines and comments belong to the lines after them. */
static bool is_filler(const char *line, size_t length)
{
	const size_t indent = strspn(line, " ");

	return indent >= length || strchr("#\n\r", line[indent]);
}

/* The end of the value of the key at that line and column: its lines are indented more. */
static size_t behind_value(const struct as_bytes *text, size_t line_at, size_t column)
{
	size_t behind = line_end(text, line_at);

	for (size_t at = behind; at < text->size; at = line_end(text, at)) {
		const char *line = text->data + at;
		const size_t length = line_end(text, at) - at;
		if (is_filler(line, length))
			continue;
		if (strspn(line, " ") <= column)
			break;
		behind = line_end(text, at);
	}
	return behind;
}

static int find_place(struct adding *adding, struct as_error *error)
{
	const struct recipe_test *last = last_of(&adding->recipe, adding->what->group);
	unsigned line = 0, column = 0;
	size_t at = 0;

	if (!last ||
		!as_document_key_place(&adding->recipe.document, last->pointer, &line, &column))
		return as_error_at(error, AS_ERROR_INPUT, RECIPE_PATH, 0, 0,
			"the recipe has no test of %s; write the first one by hand",
			adding->what->group);
	for (unsigned i = 1; i < line; i++)
		at = line_end(&adding->text, at);
	adding->column = column - 1;
	/* Only blanks and the dashes of lists may precede it. */
	if (strspn(adding->text.data + at, " -") < adding->column)
		return as_error_at(error, AS_ERROR_INPUT, RECIPE_PATH, line, column,
			"the tests of %s do not have a line each; add the test by hand",
			adding->what->group);
	adding->at = behind_value(&adding->text, at, adding->column);
	adding->pointer = strdup(last->pointer);
	return adding->pointer ? 0 : as_error_no_memory(error);
}

/* ---- the new text ---- */

static char *make_line(const struct adding *adding, const char *name, struct as_error *error)
{
	const struct as_recipe_addition *what = adding->what;
	const bool is_open = adding->at && adding->text.data[adding->at - 1] != '\n';

	return as_text_format(error, "%s%*s%s: {in: %s}\n", is_open ? "\n" : "",
		(int)adding->column, "", name, what->quoted_input);
}

static int make_text(const struct adding *adding, const char *line, struct as_bytes *text,
	struct as_error *error)
{
	const size_t length = strlen(line);

	text->size = adding->text.size + length;
	text->data = malloc(text->size + 1);
	if (!text->data)
		return as_error_no_memory(error);
	memcpy(text->data, adding->text.data, adding->at);
	memcpy(text->data + adding->at, line, length);
	memcpy(text->data + adding->at + length, adding->text.data + adding->at,
		adding->text.size - adding->at);
	text->data[text->size] = '\0';
	return 0;
}

/* The parent of the value at the pointer of a test, in a copy of the root. */
static json_t *parent_of(json_t *root, const char *pointer)
{
	json_t *value = root;

	for (const char *key = pointer; value && (key = strchr(key, '/'));) {
		const char *end = strchr(++key, '/');
		char name[256];
		if (!end)
			return value;
		snprintf(name, sizeof(name), "%.*s", (int)(end - key), key);
		value = json_is_array(value) ? json_array_get(value, strtoul(name, NULL, 10))
					     : json_object_get(value, name);
	}
	return value;
}

/* Checks that the new text is the old root with the test. */
static int check_text(const struct adding *adding, const char *name, const struct as_bytes *text,
	struct as_error *error)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};

	if (as_document_parse_yaml(&document, RECIPE_PATH, text->data, text->size, error))
		return -1;
	AS_AUTO_JSON json_t *root = json_deep_copy(document.root);
	json_t *parent = root ? parent_of(root, adding->pointer) : NULL;
	if (json_is_object(parent) && json_object_del(parent, name) == 0 &&
		json_equal(root, adding->recipe.document.root))
		return 0;
	return as_error_at(error, AS_ERROR_INPUT, RECIPE_PATH, 0, 0,
		"a test cannot be inserted into this layout of the recipe; add it by hand");
}

/* ---- adding ---- */

static int write_text(
	const struct adding *adding, const struct as_bytes *text, struct as_error *error)
{
	struct stat info;
	const mode_t mode = fstatat(adding->dir_fd, RECIPE_PATH, &info, AT_SYMLINK_NOFOLLOW) == 0
				    ? info.st_mode & 0777
				    : 0644;

	return as_file_write(adding->dir_fd, RECIPE_PATH, text->data, text->size, mode, error);
}

static int add(struct adding *adding, char name[AS_ADDED_NAME_SIZE], struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes text = {0};

	if (as_file_read(adding->dir_fd, RECIPE_PATH, MAX_RECIPE_BYTES, &adding->text, error) ||
		recipe_read(&adding->recipe, adding->dir_fd, adding->package_path, NULL, error) ||
		choose_name(adding, name, error) || find_place(adding, error))
		return -1;
	AS_AUTO_FREE char *line = make_line(adding, name, error);
	if (!line || make_text(adding, line, &text, error) ||
		check_text(adding, name, &text, error))
		return -1;
	return write_text(adding, &text, error);
}

static void clear_adding(struct adding *adding)
{
	recipe_clear(&adding->recipe);
	as_bytes_clear(&adding->text);
	free(adding->pointer);
	if (adding->dir_fd >= 0)
		close(adding->dir_fd);
}

int as_recipe_add(const char *package_path, const struct as_recipe_addition *what,
	char name[AS_ADDED_NAME_SIZE], struct as_error *error)
{
	AS_AUTO(clear_adding)
	struct adding adding = {.what = what, .package_path = package_path};

	adding.dir_fd = open(package_path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (adding.dir_fd < 0)
		return as_error_at(error, AS_ERROR_INPUT, package_path, 0, 0,
			"not a folder; unpack the package first");
	return add(&adding, name, error);
}
