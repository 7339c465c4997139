/* SPDX-License-Identifier: MIT */
/* data/ of 2025-09: sample and secret, and the groups directly below secret. */
#include "legacy.h"
#include "modern.h"
#include <string.h>

/* True for a file of comments only, which affects no verdict. */
static bool has_no_settings(const struct package_loader *loader, const char *real)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	return as_document_load(&document, loader->package->tree.fd, real, real, NULL) == 0 &&
	       (json_is_null(document.root) ||
		       (json_is_object(document.root) && json_object_size(document.root) == 0));
}

/* Reports a file that has no meaning without its test. */
static int check_orphan(const struct package_loader *loader, const struct package_entries *entries,
	const struct package_entry *entry, struct as_error *error)
{
	static const char *const endings[] = {".ans", ".files", ".yaml"};
	size_t ending = 0;
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (as_package_name_ends(entry->name, endings[i]))
			ending = strlen(endings[i]);
	if (ending == 0 || strcmp(entry->name, PACKAGE_SETTINGS_NAME) == 0 ||
		package_entry_sibling(entries, entry, ending, ".in"))
		return 0;
	if (strcmp(entry->name, PACKAGE_LEGACY_SETTINGS_NAME) == 0 &&
		has_no_settings(loader, entry->real))
		return as_findings_add(&loader->package->findings, AS_FINDING_ERROR, entry->path,
			error, "is of the legacy format and has no settings; remove it");
	if (strcmp(entry->name, PACKAGE_LEGACY_SETTINGS_NAME) == 0)
		return package_error(loader, entry->path, error,
			"is of the legacy format; move its settings to " PACKAGE_SETTINGS_NAME
			", which has other keys");
	return package_error(loader, entry->path, error, "has no input file (.in); %s",
		loader->data.has_recipe ? PACKAGE_RECIPE_REMEDY : "add one or remove this file");
}

static int read_files(struct package_loader *loader, const struct package_folder *folder,
	const struct package_entries *entries, struct as_error *error)
{
	for (size_t i = 0; i < entries->count; i++) {
		const struct package_entry *entry = &entries->list[i];
		if (as_package_name_ends(entry->name, ".in")) {
			if (package_test_add(loader, folder, entries, entry, error) < 0)
				return -1;
		} else if (check_orphan(loader, entries, entry, error) < 0) {
			return -1;
		}
	}
	return 0;
}

/* ---- folders ---- */

/* True unless it is the folder of a test's .files. */
static bool is_plain_folder(const struct package_entry *entry)
{
	return entry->type == AS_TREE_FOLDER && !as_package_name_ends(entry->name, ".files");
}

static int check_settings_place(const struct package_loader *loader,
	const struct package_folder *folder, const struct package_entries *entries,
	struct as_error *error)
{
	const struct package_entry *settings = package_entry_find(entries, PACKAGE_SETTINGS_NAME);
	if (!settings)
		return 0;
	if (!folder->is_group)
		return package_error(loader, settings->path, error,
			"a group cannot be here; groups are data/sample, data/secret and the "
			"folders directly in data/secret");
	return package_entry_require_file(loader, settings, error);
}

static int read_folder(struct package_loader *loader, const struct package_folder *folder,
	const struct package_entries *entries, struct as_error *error);

static int read_plain_folder(struct package_loader *loader, const struct package_folder *above,
	const struct package_entry *entry, struct as_error *error)
{
	AS_AUTO(package_entries_clear) struct package_entries entries = {0};
	struct package_folder folder = *above;
	folder.above = above;
	folder.path = entry->path;
	folder.real = entry->real;
	folder.is_group = false;
	folder.depth++;
	if (package_folder_enter(loader, &folder, error) < 0 ||
		package_entries_read(loader, folder.path, folder.real, &entries, error) < 0)
		return -1;
	return read_folder(loader, &folder, &entries, error);
}

/* Reads the tests in it and in the folders below, which only determine the order. */
static int read_folder(struct package_loader *loader, const struct package_folder *folder,
	const struct package_entries *entries, struct as_error *error)
{
	if (check_settings_place(loader, folder, entries, error) < 0 ||
		read_files(loader, folder, entries, error) < 0)
		return -1;
	for (size_t i = 0; i < entries->count; i++)
		if (is_plain_folder(&entries->list[i]) &&
			read_plain_folder(loader, folder, &entries->list[i], error) < 0)
			return -1;
	return 0;
}

/* ---- groups ---- */

/* Reads the group's own settings; `entries` are those of its folder. */
static int read_settings(struct package_loader *loader, const struct package_folder *folder,
	const struct package_entries *entries, struct package_settings *settings,
	struct as_error *error)
{
	AS_AUTO_FREE char *path = as_text_format(error, "%s/" PACKAGE_SETTINGS_NAME, folder->path);
	if (!path || check_settings_place(loader, folder, entries, error) < 0)
		return -1;
	const struct package_entry *entry = package_entry_find(entries, PACKAGE_SETTINGS_NAME);
	return package_group_read(
		loader, folder->group, path, entry ? entry->real : NULL, settings, error);
}

/* In this format settings are not inherited. Settings of a folder above would be lost, and the
 * tests judged differently. */
static int check_inherited(struct package_loader *loader, const char *path,
	const struct package_settings *above, const struct package_settings *settings,
	struct as_error *error)
{
	const char *key = above->has_output_validator_args && !settings->has_output_validator_args
				  ? "output_validator_args"
			  : above->has_args && !settings->has_args ? "args"
								   : NULL;
	if (key)
		return package_error(loader, path, error,
			"%s of data/secret are not inherited by its groups; repeat them in this "
			"group's " PACKAGE_SETTINGS_NAME,
			key);
	if (!above->input_validator_args || settings->input_validator_args)
		return 0;
	return package_warn(loader, path, error,
		"input_validator_args of data/secret are not inherited by its groups; repeat them "
		"in this group's " PACKAGE_SETTINGS_NAME);
}

static int read_subgroup(struct package_loader *loader, const struct package_folder *secret,
	const struct package_entry *entry, struct as_error *error)
{
	AS_AUTO(package_settings_clear) struct package_settings settings = PACKAGE_SETTINGS_INIT;
	AS_AUTO(package_entries_clear) struct package_entries entries = {0};
	ssize_t group =
		package_group_add(loader, entry->path + strlen("data/"), AS_GROUP_SECRET, error);
	if (group < 0)
		return -1;
	struct package_folder folder = {
		.above = secret,
		.path = entry->path,
		.real = entry->real,
		.group = (size_t)group,
		.is_group = true,
		.depth = secret->depth + 1,
		.settings = &settings,
	};
	if (package_settings_begin(loader, &settings, error) < 0 ||
		package_folder_enter(loader, &folder, error) < 0 ||
		package_entries_read(loader, folder.path, folder.real, &entries, error) < 0 ||
		read_settings(loader, &folder, &entries, &settings, error) < 0 ||
		check_inherited(loader, entry->path, secret->settings, &settings, error) < 0)
		return -1;
	return read_folder(loader, &folder, &entries, error);
}

static int find_groups(const struct package_loader *loader, const struct package_entries *entries,
	bool *has_groups, struct as_error *error)
{
	*has_groups = false;
	for (size_t i = 0; i < entries->count && !*has_groups; i++) {
		enum as_tree_type type;
		if (!is_plain_folder(&entries->list[i]))
			continue;
		AS_AUTO_FREE char *path =
			as_text_format(error, "%s/" PACKAGE_SETTINGS_NAME, entries->list[i].path);
		if (!path || as_tree_find(&loader->package->tree, path, &type, NULL, error) < 0)
			return -1;
		*has_groups = type != AS_TREE_ABSENT;
	}
	return 0;
}

/* Beside groups there must be no tests. */
static int check_only_groups(const struct package_loader *loader, const struct package_entry *entry,
	struct as_error *error)
{
	enum as_tree_type type;
	if (entry->type != AS_TREE_FOLDER) {
		if (!as_package_name_ends(entry->name, ".in") &&
			!as_package_name_ends(entry->name, ".ans"))
			return 0;
		return package_error(loader, entry->path, error,
			"data/secret has groups; move this test into one of them");
	}
	AS_AUTO_FREE char *path = as_text_format(error, "%s/" PACKAGE_SETTINGS_NAME, entry->path);
	if (!path || as_tree_find(&loader->package->tree, path, &type, NULL, error) < 0)
		return -1;
	if (type != AS_TREE_ABSENT)
		return 0;
	return package_error(loader, entry->path, error,
		"has no " PACKAGE_SETTINGS_NAME
		", but other folders of data/secret are groups; add one");
}

static int read_secret(struct package_loader *loader, const struct package_folder *folder,
	const struct package_entries *entries, struct as_error *error)
{
	bool has_groups;
	if (find_groups(loader, entries, &has_groups, error) < 0)
		return -1;
	if (!has_groups)
		return read_folder(loader, folder, entries, error);
	for (size_t i = 0; i < entries->count; i++)
		if (check_only_groups(loader, &entries->list[i], error) < 0)
			return -1;
	for (size_t i = 0; i < entries->count; i++)
		if (is_plain_folder(&entries->list[i]) &&
			read_subgroup(loader, folder, &entries->list[i], error) < 0)
			return -1;
	return 0;
}

static int read_part(struct package_loader *loader, size_t group,
	const struct package_settings *above, struct as_error *error)
{
	const char *path = group == AS_GROUP_SAMPLE ? "data/sample" : "data/secret";
	enum as_tree_type type;
	AS_AUTO_FREE char *real = NULL;
	AS_AUTO(package_entries_clear) struct package_entries entries = {0};
	AS_AUTO(package_settings_clear) struct package_settings settings = PACKAGE_SETTINGS_INIT;
	if (as_tree_find(&loader->package->tree, path, &type, &real, error) < 0 ||
		package_settings_copy(above, &settings, error) < 0)
		return -1;
	settings.full_feedback = group == AS_GROUP_SAMPLE;
	struct package_folder folder = {
		.path = path,
		.real = real,
		.group = group,
		.is_group = true,
		.settings = &settings,
	};
	if (type != AS_TREE_FOLDER)
		return package_group_read(loader, group, path, NULL, &settings, error);
	if (package_entries_read(loader, folder.path, folder.real, &entries, error) < 0 ||
		read_settings(loader, &folder, &entries, &settings, error) < 0)
		return -1;
	if (group == AS_GROUP_SAMPLE)
		return read_folder(loader, &folder, &entries, error);
	return read_secret(loader, &folder, &entries, error);
}

/* ---- all of it ---- */

/* By groups first: "secret/1" precedes "secret/1-a", but "secret/1/x" follows "secret/1-a/x"; the
 * second group may require the first. */
static int compare_tests(const void *a, const void *b)
{
	const struct as_test *left = a, *right = b;
	if (left->group != right->group)
		return left->group < right->group ? -1 : 1;
	return strcmp(left->name, right->name);
}

static void count_tests(struct as_package *package)
{
	for (size_t i = 0; i < package->test_count; i++) {
		struct as_group *group = &package->groups[package->tests[i].group];
		if (group->test_count++ == 0)
			group->first_test = i;
	}
	struct as_group *secret = &package->groups[AS_GROUP_SECRET];
	secret->first_test = package->groups[AS_GROUP_SAMPLE].test_count;
	secret->test_count = package->test_count - secret->first_test;
}

/* Some tools pass it on to all tests; the format does not support it. */
static int read_root(
	struct package_loader *loader, struct package_settings *settings, struct as_error *error)
{
	static const char path[] = "data/" PACKAGE_SETTINGS_NAME;
	enum as_tree_type type;
	AS_AUTO_FREE char *real = NULL;
	int status = as_tree_find(&loader->package->tree, path, &type, &real, error);
	if (status < 0 || type == AS_TREE_ABSENT)
		return status;
	if (package_warn(loader, path, error,
		    "the format has no such file here; it is used for data/sample and data/secret: "
		    "move its settings there") < 0)
		return -1;
	return package_plain_group_read(loader, path, real, settings, error);
}

static int check_tests(const struct package_loader *loader, struct as_error *error)
{
	const struct as_package *package = loader->package;
	const struct as_group *secret = &package->groups[AS_GROUP_SECRET];
	bool has_static = false;
	for (size_t i = AS_GROUP_SECRET; i < package->group_count; i++)
		has_static |= package->groups[i].has_static;
	if (secret->test_count > 0 || package->needs_generation || has_static)
		return package_groups_check(loader, error);
	return package_refuse_empty(loader, error);
}

int package_modern_tests_read(struct package_loader *loader, struct as_error *error)
{
	struct as_package *package = loader->package;
	AS_AUTO(package_settings_clear) struct package_settings root = PACKAGE_SETTINGS_INIT;
	if (package_group_add(loader, "sample", AS_GROUP_SAMPLE, error) < 0 ||
		package_group_add(loader, "secret", AS_GROUP_SECRET, error) < 0 ||
		package_settings_begin(loader, &root, error) < 0 ||
		read_root(loader, &root, error) < 0 ||
		read_part(loader, AS_GROUP_SAMPLE, &root, error) < 0 ||
		read_part(loader, AS_GROUP_SECRET, &root, error) < 0)
		return -1;
	if (package->test_count > 0)
		qsort(package->tests, package->test_count, sizeof *package->tests, compare_tests);
	count_tests(package);
	package->needs_generation =
		loader->data.has_recipe && package->groups[AS_GROUP_SECRET].test_count == 0;
	return check_tests(loader, error);
}
