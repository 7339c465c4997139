/* SPDX-License-Identifier: MIT */
/*
 * Makes a recipe usable by other tools. Programs beside the package are copied into generators/,
 * gen.h is added beside the programs that include it, and `solution: assay solve ...` becomes an
 * accepted submission of the package. The new recipe is made as a document; export_text.c writes
 * it.
 */
#include "export.h"

#include "recipe.h"

#include <fcntl.h>
#include <string.h>

#define GENERATORS "generators/"
#define SUBMISSIONS "submissions/"
#define ACCEPTED SUBMISSIONS "accepted/"
#define OWN_SOLVER "assay "
#define HEADER "gen.h"
#define MAX_SHARED_BYTES ((uint64_t)16 << 20)

/* ---- the solution ---- */

/* The first accepted submission by name, of the model solutions if there are any, or NULL. */
static const char *find_solution(
	const struct as_export *export, const struct as_expectations *expectations)
{
	const char *found = NULL;
	bool found_model = false;
	for (size_t i = 0; i < export->file_count; i++) {
		const char *name = export->files[i].name;
		if (!name || strncmp(name, ACCEPTED, strlen(ACCEPTED)) != 0 ||
			strchr(name + strlen(ACCEPTED), '/'))
			continue;
		const bool model =
			as_expectations_is_model(expectations, name + strlen(SUBMISSIONS));
		if (!found || model > found_model ||
			(model == found_model && strcmp(name, found) < 0)) {
			found = name;
			found_model = model;
		}
	}
	return found;
}

/* Replaces every `solution` that is `assay solve ...`, at any depth, by the other name. */
static int replace_solutions(
	struct as_export *export, json_t *value, const char *solution, struct as_error *error)
{
	const char *key;
	json_t *member;
	size_t index;
	json_array_foreach(value, index, member)
	{
		if (replace_solutions(export, member, solution, error) < 0)
			return -1;
	}
	json_object_foreach(value, key, member)
	{
		const char *text = strcmp(key, "solution") == 0 ? json_string_value(member) : NULL;
		if (!text || strncmp(text, OWN_SOLVER, strlen(OWN_SOLVER)) != 0) {
			if (replace_solutions(export, member, solution, error) < 0)
				return -1;
			continue;
		}
		if (!solution)
			return as_tree_error(&export->package->tree, RECIPE_PATH, error,
				"its solution is `assay solve`, which other judges do not have; "
				"add a submission of a single file to " ACCEPTED " that can "
				"replace it");
		AS_AUTO_FREE char *path = as_text_format(error, "/%s", solution);
		if (!path || json_string_set(member, path) < 0)
			return as_error_no_memory(error);
	}
	return 0;
}

static int change_solutions(struct as_export *export, json_t *recipe, struct as_error *error)
{
	AS_AUTO_EXPECTATIONS struct as_expectations expectations = {0};
	AS_AUTO_JSON json_t *before = json_deep_copy(recipe);
	if (as_expectations_load(&expectations, export->package, error) < 0)
		return -1;
	const char *solution = find_solution(export, &expectations);
	if (!before || replace_solutions(export, recipe, solution, error) < 0)
		return as_error_no_memory(error);
	if (json_equal(before, recipe))
		return 0;
	/* Except answers that are in data/ and in the lock. */
	const char *other = export->package->output_validators
				    ? "; if several answers are correct, it may make different ones"
				    : "";
	return as_export_note(export, error,
		RECIPE_PATH ": its solution is now %s instead of `assay solve`%s", solution, other);
}

/* ---- programs beside the package ---- */

/* Adds the file to generators/ and returns its name there. */
static const char *copy_shared(
	struct as_export *export, const char *text, const char *path, struct as_error *error)
{
	const char *name = strrchr(path, '/') + 1;
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	if (export->package->unpacked_path) {
		as_tree_error(&export->package->tree, RECIPE_PATH, error,
			"the program '%s' is not in the archive; export the package's folder",
			text);
		return NULL;
	}
	struct as_error why = {0};
	AS_AUTO_FD int parent_fd = as_recipe_dir(export->package->tree.fd, error);
	if (parent_fd < 0)
		return NULL;
	if (as_file_read(parent_fd, path, MAX_SHARED_BYTES, &bytes, &why) < 0 ||
		strlen(bytes.data) != bytes.size) {
		as_tree_error(&export->package->tree, RECIPE_PATH, error, "the file '%s' %s", text,
			why.kind ? why.text : "is not a source file");
		return NULL;
	}
	AS_AUTO_FREE char *to = as_text_format(error, GENERATORS "%s", name);
	const struct as_export_file *old = to ? as_export_find(export, to) : NULL;
	if (old) {
		AS_AUTO_BYTES struct as_bytes there = {0};
		if (as_export_read(export, old, &there, error) < 0)
			return NULL;
		if (strcmp(there.data, bytes.data) == 0)
			return name;
		as_tree_error(&export->package->tree, to, error,
			"is the place of '%s', but another file has this name; rename one", text);
		return NULL;
	}
	if (!to || as_export_add_text(export, to, bytes.data, error) < 0 ||
		as_export_note(export, error, "%s is a copy of %s", to, text) < 0)
		return NULL;
	return name;
}

/* Copies the program's files into the archive and renames them in the recipe. */
static int take_shared(struct as_export *export, json_t *files, struct as_error *error)
{
	json_t *file;
	size_t index;
	json_array_foreach(files, index, file)
	{
		const char *text = json_string_value(file);
		bool shared = false;
		/* An invalid path is kept; the reader of the recipe reports it. */
		AS_AUTO_FREE char *path = text ? as_recipe_path(text, &shared, NULL) : NULL;
		if (!path || !shared)
			continue;
		const char *name = copy_shared(export, text, path, error);
		if (!name)
			return -1;
		if (json_array_set_new(files, index, json_string(name)) < 0)
			return as_error_no_memory(error);
	}
	return 0;
}

/* ---- their header ---- */

/* The programs in a folder find the header there. */
static int bundle_folder(struct as_export *export, const char *folder, struct as_error *error)
{
	const size_t count = export->file_count, length = strlen(folder);
	for (size_t i = 0; i < count; i++) {
		const char *name = export->files[i].name;
		bool included;
		if (!name || strncmp(name, folder, length) != 0 || name[length] != '/')
			continue;
		AS_AUTO_FREE char *same = as_text_format(error, "%s", name);
		if (!same || as_export_bundle_header(export, i, same, &included, error) < 0)
			return -1;
	}
	return 0;
}

static int bundle_file(
	struct as_export *export, const char *text, bool *included, struct as_error *error)
{
	bool shared;
	AS_AUTO_FREE char *path = as_recipe_path(text, &shared, NULL);
	*included = false;
	if (!path || shared)
		return 0;
	const struct as_export_file *found = as_export_find(export, path);
	if (!found)
		return bundle_folder(export, path, error);
	return as_export_bundle_header(
		export, (size_t)(found - export->files), path, included, error);
}

/* If one of the program's files includes the header, the header becomes one of its files. */
static int bundle_listed(struct as_export *export, json_t *files, struct as_error *error)
{
	bool wanted = false;
	json_t *file;
	size_t index;
	json_array_foreach(files, index, file)
	{
		bool included;
		const char *text = json_string_value(file);
		if (!text || strcmp(text, HEADER) == 0)
			continue;
		if (bundle_file(export, text, &included, error) < 0)
			return -1;
		wanted |= included;
	}
	if (!wanted)
		return 0;
	/* The header is beside the file that includes it, which may not exist. */
	AS_AUTO_BYTES struct as_bytes header = {0};
	AS_AUTO_FREE char *from =
		as_text_format(error, "%s/assay/gen.h", export->config->include_dir);
	if (!from || as_file_read(AT_FDCWD, from, (uint64_t)1 << 20, &header, error) < 0 ||
		as_export_add_text(export, GENERATORS HEADER, header.data, error) < 0)
		return -1;
	return json_array_append_new(files, json_string(HEADER)) == 0 ? 0
								      : as_error_no_memory(error);
}

/* ---- programs that commands name by file ---- */

/* The file in generators/ that a command's first word names, with or without its ending. */
static const char *find_file(const struct as_export *export, const char *word, size_t length)
{
	const char *found = NULL;
	for (size_t i = 0; i < export->file_count; i++) {
		const char *name = export->files[i].name;
		if (!name || strncmp(name, GENERATORS, strlen(GENERATORS)) != 0)
			continue;
		name += strlen(GENERATORS);
		if (strncmp(name, word, length) != 0 || strchr(name, '/'))
			continue;
		if (name[length] == '\0')
			return name;
		if (name[length] == '.' && (!found || strcmp(name, found) < 0))
			found = name;
	}
	return found;
}

static int add_listed(struct as_export *export, json_t *programs, const char *word,
	const char *file, struct as_error *error)
{
	AS_AUTO_FREE char *name = as_text_format(error, "%s", file);
	AS_AUTO_JSON json_t *files = name ? json_pack("[s]", name) : NULL;
	if (!files)
		return as_error_no_memory(error);
	if (bundle_listed(export, files, error) < 0)
		return -1;
	if (json_array_size(files) < 2)
		return 0;
	return json_object_set(programs, word, files) == 0 ? 0 : as_error_no_memory(error);
}

static int take_command(
	struct as_export *export, json_t *programs, const char *command, struct as_error *error)
{
	command += strspn(command, " \t\n");
	size_t length = strcspn(command, " \t\n");
	AS_AUTO_FREE char *word = strndup(command, length);
	if (!word)
		return as_error_no_memory(error);
	if (length == 0 || strchr(word, '/') || json_is_array(json_object_get(programs, word)))
		return 0;
	const char *file = find_file(export, word, length);
	if (file)
		return add_listed(export, programs, word, file, error);
	AS_AUTO_FREE char *folder = as_text_format(error, GENERATORS "%s", word);
	return folder ? bundle_folder(export, folder, error) : -1;
}

/* `data` is a mapping of tests or a list of such mappings; a test is a command or has one. */
static int take_commands(
	struct as_export *export, json_t *programs, json_t *value, struct as_error *error)
{
	const char *key;
	json_t *member;
	size_t index;
	json_array_foreach(value, index, member)
	{
		if (take_commands(export, programs, member, error) < 0)
			return -1;
	}
	json_object_foreach(value, key, member)
	{
		json_t *command =
			json_is_object(member) ? json_object_get(member, "generate") : member;
		if (!command)
			command = json_object_get(member, "input");
		json_t *inner = json_object_get(member, "data");
		if (json_is_string(command) &&
			take_command(export, programs, json_string_value(command), error) < 0)
			return -1;
		if (inner && take_commands(export, programs, inner, error) < 0)
			return -1;
	}
	return 0;
}

static int change_programs(struct as_export *export, json_t *recipe, struct as_error *error)
{
	json_t *own = json_object_get(recipe, "generators");
	AS_AUTO_JSON json_t *programs = json_is_object(own) ? json_incref(own) : json_object();
	const char *name;
	json_t *files;
	json_object_foreach(programs, name, files)
	{
		if (take_shared(export, files, error) < 0 ||
			bundle_listed(export, files, error) < 0)
			return -1;
	}
	if (take_commands(export, programs, json_object_get(recipe, "data"), error) < 0)
		return -1;
	if (json_object_size(programs) > 0 && json_object_set(recipe, "generators", programs) < 0)
		return as_error_no_memory(error);
	return 0;
}

static int bundle_recipe(void *export, json_t *recipe, struct as_error *error)
{
	return change_solutions(export, recipe, error) < 0 ||
			       change_programs(export, recipe, error) < 0
		       ? -1
		       : 1;
}

/* The digests of programs are for the old texts; those of the files stay. */
static int forget_programs(void *context, json_t *lock, struct as_error *error)
{
	(void)context, (void)error;
	json_object_del(lock, "programs");
	return json_object_get(lock, "recipe") != NULL;
}

static int bundle(struct as_export *export, struct as_error *error)
{
	if (!as_export_find(export, RECIPE_PATH))
		return 0;
	const int changed = export_change_recipe(export, bundle_recipe, export, error);
	return changed > 0 ? export_change_lock(export, forget_programs, NULL, error) : changed;
}

const struct as_export_recipe as_recipe_export = {bundle, export_convert};
