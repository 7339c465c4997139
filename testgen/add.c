/* SPDX-License-Identifier: MIT */
/* Adds a test to a recipe without rewriting the rest: a line is inserted after the last test of a
 * group. */
#include "recipe.h"

#include <assay/base/yaml_edit.h>
#include <assay/testgen/commands.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>

#define MAX_RECIPE_BYTES (UINT64_C(16) << 20)
#define MAX_NUMBER 100000

struct adding {
	const struct as_recipe_addition *what;
	const char *package_path;
	int dir_fd;
	struct recipe recipe;
	struct as_bytes text; /* the current text */
	size_t key_at;        /* the key of the last test of the group */
	size_t column;        /* of the new key or dash, counted from 0 */
	size_t at;            /* where the line is inserted */
	bool in_list;         /* the tests are a list: each needs a dash */
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

/* True if the mapping with the test is an entry of a list: its pointer ends with NUMBER/NAME. */
static bool is_entry(json_t *root, const char *pointer)
{
	AS_AUTO_FREE char *outer = strdup(pointer);
	char *slash = outer ? strrchr(outer, '/') : NULL;

	if (!slash)
		return false;
	*slash = '\0';
	return json_is_array(parent_of(root, outer));
}

static int no_test(const char *folder, struct as_error *error)
{
	return as_error_at(error, AS_ERROR_INPUT, RECIPE_PATH, 0, 0,
		"the recipe has no test of its own in %s; write the first one by hand", folder);
}

static int find_place(struct adding *adding, struct as_error *error)
{
	const struct recipe_test *last = last_of(&adding->recipe, adding->what->group);
	unsigned line = 0, column = 0;

	if (!last ||
		!as_document_key_place(&adding->recipe.document, last->pointer, &line, &column))
		return no_test(adding->what->group, error);
	adding->at = (size_t)(as_text_line(adding->text.data, line) - adding->text.data);
	adding->key_at = adding->at + column - 1;
	adding->column = column - 1;
	adding->in_list = is_entry(adding->recipe.document.root, last->pointer);
	adding->pointer = strdup(last->pointer);
	return adding->pointer ? 0 : as_error_no_memory(error);
}

/* ---- lines of their own: block style ---- */

/* The column of the dash before the key: on its line, or on one before it. */
static bool find_dash(struct adding *adding)
{
	const char *text = adding->text.data;

	for (size_t at = adding->key_at; at-- > 0;) {
		if (text[at] == '-') {
			size_t line = at;
			while (line > 0 && text[line - 1] != '\n')
				line--;
			adding->at = line;
			adding->column = at - line;
			return strspn(text + line, " -") > adding->column;
		}
		if (text[at] != ' ' && text[at] != '\n')
			return false;
	}
	return false;
}

/* What surrounds the quoted text. */
static const char *open_of(const struct as_recipe_addition *what)
{
	return what->is_command ? "" : "{in: ";
}

static const char *close_of(const struct as_recipe_addition *what)
{
	return what->is_command ? "" : "}";
}

/* NULL without an error: the layout has no lines for tests. */
static char *make_line(struct adding *adding, const char *name, struct as_error *error)
{
	const struct as_recipe_addition *what = adding->what;

	/* Only blanks and the dashes of lists may precede it. */
	if (strspn(adding->text.data + adding->at, " -") < adding->column ||
		(adding->in_list && !find_dash(adding)))
		return NULL;
	adding->at = as_yaml_block_end(adding->text.data, adding->at, adding->column);
	const bool is_open = adding->at && adding->text.data[adding->at - 1] != '\n';
	return as_text_format(error, "%s%*s%s%s: %s%s%s%s%s\n", is_open ? "\n" : "",
		(int)adding->column, "", adding->in_list ? "- " : "", name, open_of(what),
		what->quoted, close_of(what), what->comment ? " # " : "",
		what->comment ? what->comment : "");
}

/* ---- between brackets: flow style ---- */

/* After the last test, because in a list the names of the tests contain their numbers. */
static char *make_flow(struct adding *adding, const char *name, struct as_error *error)
{
	const char *text = adding->text.data;
	const struct as_recipe_addition *what = adding->what;
	size_t at = adding->key_at;

	while (adding->in_list && at > 0 && strchr(" \t\r\n", text[at - 1]))
		at--;
	/* [one: ...] has entries without braces of their own. */
	const bool braces = adding->in_list && at > 0 && text[at - 1] == '{';
	adding->at = as_yaml_flow_end(text, adding->key_at, braces);
	return as_text_format(error, braces ? ", {%s: %s%s%s}" : ", %s: %s%s%s", name,
		open_of(what), what->quoted, close_of(what));
}

/* ---- the new text ---- */

/* The recipe with the test, after the last one. */
static json_t *add_test(const struct adding *adding, const char *name)
{
	const struct as_recipe_addition *what = adding->what;
	AS_AUTO_JSON json_t *root = json_deep_copy(adding->recipe.document.root);
	AS_AUTO_JSON json_t *text =
		json_loads(what->quoted, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
	AS_AUTO_JSON json_t *test =
		what->is_command ? json_incref(text) : json_pack("{s:O?}", "in", text);
	AS_AUTO_FREE char *entry = strdup(adding->pointer);

	if (!root || !test || !entry)
		return NULL;
	if (!adding->in_list)
		return json_object_set(parent_of(root, entry), name, test) ? NULL : as_steal(root);
	*strrchr(entry, '/') = '\0';
	const size_t index = strtoul(as_text_last_part(entry), NULL, 10) + 1;
	return json_array_insert_new(parent_of(root, entry), index, json_pack("{s:O}", name, test))
		       ? NULL
		       : as_steal(root);
}

/* NULL without an error: the new text does not mean the recipe with the test. */
static char *make_text(
	const struct adding *adding, const char *name, const char *line, struct as_error *error)
{
	AS_AUTO_YAML_EDITS struct as_yaml_edits edits = {.text = adding->text.data};
	AS_AUTO_JSON json_t *root = add_test(adding, name);

	if (!line || as_yaml_edit(&edits, adding->at, 0, error, "%s", line))
		return NULL;
	return as_yaml_edits_apply(&edits, root, error);
}

/* ---- adding ---- */

/* A test of a list has a number before its name. No other test of the group ends with the name. */
static void take_name(const struct recipe *recipe, const char *group, char name[AS_ADDED_NAME_SIZE])
{
	for (size_t i = 0; i < recipe->count; i++) {
		const char *test = recipe->tests[i].name;
		if (!is_in(test, group) || !as_text_ends(test, name))
			continue;
		snprintf(name, AS_ADDED_NAME_SIZE, "%s", as_text_last_part(test));
		return;
	}
}

static int changed_meanwhile(struct as_error *error)
{
	return as_error_at(error, AS_ERROR_INPUT, RECIPE_PATH, 0, 0,
		"another program has changed the recipe meanwhile");
}

/* Writes the text `before`, unless the recipe is no longer the text `now`. */
static int restore_text(int dir_fd, const char *now, const char *before, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes text = {0};

	if (as_file_read(dir_fd, RECIPE_PATH, MAX_RECIPE_BYTES, &text, error))
		return -1;
	if (strcmp(text.data, now) != 0)
		return changed_meanwhile(error);
	return as_yaml_file_write(dir_fd, RECIPE_PATH, before, error);
}

int as_recipe_restore(
	const char *package_path, const char *now, const char *before, struct as_error *error)
{
	AS_AUTO_FD int fd = as_dir_open(AT_FDCWD, package_path, error);

	return fd < 0 ? -1 : restore_text(fd, now, before, error);
}

/* The new text must be a recipe; else the old one is restored. */
static int write_text(const struct adding *adding, const char *text, char name[AS_ADDED_NAME_SIZE],
	struct as_error *error)
{
	struct recipe recipe = {0};

	if (as_yaml_file_write(adding->dir_fd, RECIPE_PATH, text, error))
		return -1;
	const int failed = recipe_read(&recipe, adding->dir_fd, adding->package_path, NULL, error);
	if (!failed)
		take_name(&recipe, adding->what->group, name);
	recipe_clear(&recipe);
	if (failed)
		(void)!restore_text(adding->dir_fd, text, adding->text.data, NULL);
	return failed;
}

/* The recipe's text with the test, on the heap. */
static char *make_new(struct adding *adding, char name[AS_ADDED_NAME_SIZE], struct as_error *error)
{
	if (as_file_read(adding->dir_fd, RECIPE_PATH, MAX_RECIPE_BYTES, &adding->text, error) ||
		recipe_read(&adding->recipe, adding->dir_fd, adding->package_path, NULL, error) ||
		choose_name(adding, name, error) || find_place(adding, error))
		return NULL;
	AS_AUTO_FREE char *line = make_line(adding, name, error);
	char *text = make_text(adding, name, line, error);
	if (text)
		return text;
	AS_AUTO_FREE char *flow = make_flow(adding, name, error);
	text = make_text(adding, name, flow, error);
	if (!text)
		as_error_at(error, AS_ERROR_INPUT, RECIPE_PATH, 0, 0,
			"a test cannot be inserted into this layout of the recipe; add the test by "
			"hand");
	return text;
}

static void clear_adding(struct adding *adding)
{
	recipe_clear(&adding->recipe);
	as_bytes_clear(&adding->text);
	free(adding->pointer);
	if (adding->dir_fd >= 0)
		close(adding->dir_fd);
}

static int open_folder(struct adding *adding, struct as_error *error)
{
	adding->dir_fd = open(adding->package_path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return adding->dir_fd < 0 ? as_error_at(error, AS_ERROR_INPUT, adding->package_path, 0, 0,
					    "not a folder; unpack the package first")
				  : 0;
}

/* Two commands that add a test at the same time would both write the recipe that they have read.
 * Returns the folder that is locked. */
static int lock_recipe(const struct adding *adding, struct as_error *error)
{
	AS_AUTO_FD int fd = as_dir_open(adding->dir_fd, "generators", error);

	if (fd >= 0 && flock(fd, LOCK_EX))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot lock generators/");
	return as_steal_fd(fd);
}

int as_recipe_add(const char *package_path, const struct as_recipe_addition *what,
	char name[AS_ADDED_NAME_SIZE], char **written, struct as_error *error)
{
	AS_AUTO(clear_adding)
	struct adding adding = {.what = what, .package_path = package_path};

	if (open_folder(&adding, error))
		return -1;
	AS_AUTO_FD int lock = lock_recipe(&adding, error);
	AS_AUTO_FREE char *text = lock < 0 ? NULL : make_new(&adding, name, error);
	if (text && written && strcmp(adding.text.data, *written) != 0)
		return changed_meanwhile(error);
	if (!text || write_text(&adding, text, name, error))
		return -1;
	if (written) {
		free(*written);
		*written = as_steal(text);
	}
	return 0;
}

/* ---- folders ---- */

/* Adds the folder of a test, unless it is there. */
static int add_folder(
	char **folders, size_t *count, const struct recipe_test *test, struct as_error *error)
{
	const char *slash = strrchr(test->name, '/');
	AS_AUTO_FREE char *folder =
		as_text_format(error, "%.*s", (int)(slash - test->name), test->name);

	if (!folder)
		return -1;
	for (size_t i = 0; i < *count; i++)
		if (strcmp(folders[i], folder) == 0)
			return 0;
	folders[(*count)++] = as_steal(folder);
	return 0;
}

static char **list_folders(const struct recipe *recipe, const char *part, struct as_error *error)
{
	AS_AUTO_NAMES char **folders = calloc(recipe->count + 1, sizeof(*folders));
	size_t count = 0;

	if (!folders) {
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i < recipe->count; i++) {
		const struct recipe_test *test = &recipe->tests[i];
		if (test->original == i && as_text_is_beneath(test->name, part) &&
			add_folder(folders, &count, test, error))
			return NULL;
	}
	return as_steal(folders);
}

char **as_recipe_folders(const char *package_path, const char *part, struct as_error *error)
{
	AS_AUTO(clear_adding) struct adding adding = {.package_path = package_path};

	if (open_folder(&adding, error) ||
		recipe_read(&adding.recipe, adding.dir_fd, package_path, NULL, error))
		return NULL;
	AS_AUTO_NAMES char **folders = list_folders(&adding.recipe, part, error);
	if (!folders || *folders)
		return as_steal(folders);
	no_test(part, error);
	return NULL;
}

int as_recipe_makes(const char *package_path, const char *part, bool *makes, struct as_error *error)
{
	AS_AUTO(clear_adding) struct adding adding = {.package_path = package_path};
	struct stat info;

	*makes = false;
	if (open_folder(&adding, error))
		return -1;
	if (fstatat(adding.dir_fd, RECIPE_PATH, &info, AT_SYMLINK_NOFOLLOW) < 0 && errno == ENOENT)
		return 0;
	if (recipe_read(&adding.recipe, adding.dir_fd, package_path, NULL, error))
		return -1;
	for (size_t i = 0; i < adding.recipe.count && !*makes; i++)
		*makes = as_text_is_beneath(adding.recipe.tests[i].name, part);
	return 0;
}

/* ---- before a search ---- */

int as_recipe_check_add(const char *package_path, const char *group, struct as_error *error)
{
	const struct as_recipe_addition what = {
		.group = group, .prefix = "test", .quoted = "\"1\\n\""};
	char name[AS_ADDED_NAME_SIZE];
	AS_AUTO(clear_adding)
	struct adding adding = {.what = &what, .package_path = package_path};

	if (open_folder(&adding, error))
		return -1;
	AS_AUTO_FREE char *text = make_new(&adding, name, error);
	return text ? 0 : -1;
}
