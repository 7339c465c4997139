/* SPDX-License-Identifier: MIT */
/* Finds what the arguments of `assay judge` name: the package, its tests and its submissions. */
#include "judge.h"

#include "cli.h"

#include <string.h>

/* ---- the package ---- */

static bool is_package_folder(const char *path)
{
	AS_AUTO_FREE char *file = as_text_format(NULL, "%s/problem.yaml", path);

	return file && access(file, F_OK) == 0;
}

/* A package that cannot be opened may be a submission: the arguments may be in the wrong order. */
struct as_package *judge_open_package(const struct judge_options *options, struct as_error *error)
{
	struct as_error why = {0};
	struct as_package *package = as_package_open(options->package, &cli_cancelled, &why);
	const char *last = options->submissions.items[options->submissions.count - 1];

	if (package)
		return package;
	if (!cli_cancelled && !is_package_folder(options->package) && is_package_folder(last))
		as_error_at(error, AS_ERROR_USAGE, options->package, 0, 0,
			"not a package; the package comes first: assay judge %s %s", last,
			options->submissions.count > 1 ? "SUBMISSION..." : options->package);
	else
		*error = why;
	return NULL;
}

/* ---- tests ---- */

int judge_choose_tests(const struct as_package *package, const struct judge_options *options,
	struct judge_scope *scope, struct as_error *error)
{
	const char *name = options->test;
	AS_AUTO_FREE const char **names = NULL;
	const size_t count = package->test_count + package->group_count;

	*scope = (struct judge_scope){.package = package, .audience = options->audience};
	/* The engine reports why a package has no tests. */
	if (!name || package->test_count == 0) {
		scope->test = name;
		return 0;
	}
	names = calloc(count + 1, sizeof(*names));
	if (!names)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		names[i] = i < package->test_count ? package->tests[i].name
						   : package->groups[i - package->test_count].name;
	const size_t found = as_test_name_find(names, count, name);
	if (found < count) {
		*(found < package->test_count ? &scope->test : &scope->group) = names[found];
		return 0;
	}
	return as_error_set(error, AS_ERROR_USAGE, "unknown test or group '%s'%s", name,
		as_test_name_hint(names, count, name, (char[AS_TEST_HINT_SIZE]){0}));
}

/* ---- submissions of the package ---- */

void judge_show_path(const struct as_package *package, char **path)
{
	const size_t length = strlen(package->folder);

	if (!*path || strcmp(package->folder, package->path) == 0 ||
		strncmp(*path, package->folder, length) != 0 || (*path)[length] != '/')
		return;
	char *shown = as_text_format(NULL, "%s%s", package->path, *path + length);
	if (!shown)
		return;
	free(*path);
	*path = shown;
}

#define ALL "all"

struct expansion {
	const struct as_package *package;
	char **paths; /* NULL-terminated */
};

static int add_folder(struct expansion *expansion, const char *folder, struct as_error *error)
{
	const struct as_package *package = expansion->package;
	AS_AUTO_NAMES char **names =
		as_package_names(&package->tree, folder, &cli_cancelled, error);
	const size_t length = strlen(package->folder);
	const char *slash = length && package->folder[length - 1] == '/' ? "" : "/";

	for (char **name = names; name && *name; name++)
		if (!as_package_backup_ending(*name) &&
			as_names_add(&expansion->paths,
				as_text_format(
					error, "%s%s%s/%s", package->folder, slash, folder, *name),
				error))
			return -1;
	return names ? 0 : -1;
}

/* Sets `folder` to the path without links, on the heap; NULL: it is not a folder. */
static int find_folder(
	const struct as_package *package, const char *path, char **folder, struct as_error *error)
{
	AS_AUTO_FREE char *real = NULL;
	enum as_tree_type type = AS_TREE_ABSENT;

	if (as_tree_find(&package->tree, path, &type, &real, error))
		return -1;
	*folder = type == AS_TREE_FOLDER ? as_steal(real) : NULL;
	return 0;
}

static int add_set(struct expansion *expansion, const char *set, struct as_error *error)
{
	AS_AUTO_FREE char *path = as_text_format(error, "submissions/%s", set);
	AS_AUTO_FREE char *folder = NULL;

	return !path || find_folder(expansion->package, path, &folder, error) ||
			       (folder && add_folder(expansion, folder, error))
		       ? -1
		       : 0;
}

static int add_all(struct expansion *expansion, struct as_error *error)
{
	AS_AUTO_FREE char *folder = NULL;

	if (find_folder(expansion->package, "submissions", &folder, error))
		return -1;
	AS_AUTO_NAMES char **sets =
		folder ? as_package_names(&expansion->package->tree, folder, &cli_cancelled, error)
		       : NULL;
	for (char **set = sets; set && *set; set++)
		if (add_set(expansion, *set, error))
			return -1;
	return folder && !sets ? -1 : 0;
}

/* A path that exists is never a set. */
static bool may_be_set(const char *word)
{
	return as_package_is_name(word) && access(word, F_OK) != 0;
}

static int add_word(struct expansion *expansion, const char *word, struct as_error *error)
{
	const size_t before = as_names_count(expansion->paths);

	if (may_be_set(word) && (strcmp(word, ALL) == 0 ? add_all(expansion, error)
							: add_set(expansion, word, error)))
		return -1;
	if (as_names_count(expansion->paths) > before)
		return 0;
	if (may_be_set(word) && (strcmp(word, ALL) == 0 || strcmp(word, "accepted") == 0))
		return as_error_at(error, AS_ERROR_USAGE, expansion->package->path, 0, 0,
			"no submission in submissions/%s, and there is no file or folder '%s'; "
			"name the submissions",
			strcmp(word, ALL) == 0 ? "" : "accepted/", word);
	return as_names_add(&expansion->paths, as_text_format(error, "%s", word), error);
}

int judge_choose_submissions(const struct as_package *package, struct cli_list *words,
	char ***paths, struct as_error *error)
{
	struct expansion expansion = {.package = package};
	bool has_set = false;
	int failed = 0;

	/* Without a set nothing is copied: a class may have many submissions. */
	for (size_t i = 0; i < words->count && !has_set; i++)
		has_set = may_be_set(words->items[i]);
	for (size_t i = 0; has_set && i < words->count && !failed; i++)
		failed = add_word(&expansion, words->items[i], error);
	*paths = expansion.paths;
	if (has_set && !failed)
		*words = (struct cli_list){
			(const char **)expansion.paths, as_names_count(expansion.paths)};
	return failed;
}
