/* SPDX-License-Identifier: MIT */
/* data/ of the legacy format: a tree in which every folder is a group. */
#include "legacy.h"
#include "metadata.h"
#include <string.h>

/* A test or a folder of a group, for sorting. */
struct part {
	const struct package_entry *entry;
	size_t length; /* of its name without the ending, which determines the order */
};

static int compare_parts(const void *a, const void *b)
{
	const struct part *left = a, *right = b;
	size_t shorter = left->length < right->length ? left->length : right->length;
	int order = memcmp(left->entry->name, right->entry->name, shorter);
	if (order != 0)
		return order;
	return (left->length > right->length) - (left->length < right->length);
}

static int check_answer(struct package_loader *loader, const struct package_entries *entries,
	const struct package_entry *entry, struct as_error *error)
{
	if (!as_package_name_ends(entry->name, ".ans") ||
		package_entry_sibling(entries, entry, strlen(".ans"), ".in"))
		return 0;
	return package_warn(loader, entry->path, error, "is ignored: it has no input file (.in)");
}

/* The parts of a folder's group, in order; free `parts` with free. */
static int sort_parts(struct package_loader *loader, const struct package_entries *entries,
	struct part **parts, size_t *count, struct as_error *error)
{
	*count = 0;
	*parts = calloc(entries->count + 1, sizeof **parts);
	if (!*parts)
		return as_error_no_memory(error);
	for (size_t i = 0; i < entries->count; i++) {
		const struct package_entry *entry = &entries->list[i];
		bool test = as_package_name_ends(entry->name, ".in");
		size_t length = strlen(entry->name) - (test ? strlen(".in") : 0);
		if (test || entry->type == AS_TREE_FOLDER)
			(*parts)[(*count)++] = (struct part){.entry = entry, .length = length};
		else if (check_answer(loader, entries, entry, error) < 0)
			return -1;
	}
	qsort(*parts, *count, sizeof **parts, compare_parts);
	return 0;
}

/* A folder during the traversal, and the settings that it passes on. */
struct tree_folder {
	struct package_folder base;
	struct package_testdata testdata;
};

static int read_group(struct package_loader *loader, const struct tree_folder *above,
	const char *path, const char *real, struct as_error *error);

static int read_parts(struct package_loader *loader, const struct tree_folder *folder,
	const struct package_entries *entries, struct as_error *error)
{
	AS_AUTO_FREE struct part *parts = NULL;
	size_t count;
	if (sort_parts(loader, entries, &parts, &count, error) < 0)
		return -1;
	for (size_t i = 0; i < count; i++) {
		const struct package_entry *entry = parts[i].entry;
		int status =
			entry->type == AS_TREE_FOLDER
				? read_group(loader, folder, entry->path, entry->real, error)
				: package_test_add(loader, &folder->base, entries, entry, error);
		if (status < 0)
			return -1;
	}
	return 0;
}

/* testdata.yaml, which is optional. */
static int read_settings(struct package_loader *loader, struct tree_folder *folder,
	const struct package_testdata *above, struct as_error *error)
{
	enum as_tree_type type;
	AS_AUTO_FREE char *real = NULL;
	AS_AUTO_FREE char *path =
		as_text_format(error, "%s/" PACKAGE_LEGACY_SETTINGS_NAME, folder->base.path);
	if (!path || as_tree_find(&loader->package->tree, path, &type, &real, error) < 0)
		return -1;
	if (type != AS_TREE_FILE && type != AS_TREE_ABSENT)
		return package_error(
			loader, path, error, "is not a regular file; replace it with one");
	return package_testdata_read(
		loader, folder->base.group, path, real, above, &folder->testdata, error);
}

static void count_tests(struct as_package *package, size_t group, size_t first_test)
{
	package->groups[group].first_test = first_test;
	package->groups[group].test_count = package->test_count - first_test;
}

static int fill_folder(struct package_loader *loader, struct tree_folder *folder,
	const struct tree_folder *above, struct as_error *error)
{
	AS_AUTO(package_entries_clear) struct package_entries entries = {0};
	size_t first_test = loader->package->test_count;
	if (read_settings(loader, folder, &above->testdata, error) < 0)
		return -1;
	if (strcmp(folder->base.path, "data/sample") == 0)
		folder->testdata.tests.full_feedback = true;
	if (folder->base.real && (package_folder_enter(loader, &folder->base, error) < 0 ||
					 package_entries_read(loader, folder->base.path,
						 folder->base.real, &entries, error) < 0 ||
					 read_parts(loader, folder, &entries, error) < 0))
		return -1;
	count_tests(loader->package, folder->base.group, first_test);
	return 0;
}

/* `real` is NULL if there is no such folder. */
static int read_group(struct package_loader *loader, const struct tree_folder *above,
	const char *path, const char *real, struct as_error *error)
{
	ssize_t group = package_group_add(loader, path + strlen("data/"), above->base.group, error);
	if (group < 0)
		return -1;
	struct tree_folder folder = {
		.base = {.above = &above->base,
			.path = path,
			.real = real,
			.group = (size_t)group,
			.depth = above->base.depth + 1,
			.settings = &folder.testdata.tests},
		.testdata = {.tests = PACKAGE_SETTINGS_INIT},
	};
	int status = fill_folder(loader, &folder, above, error);
	package_testdata_clear(&folder.testdata);
	return status;
}

static int read_top(struct package_loader *loader, const struct tree_folder *data, const char *path,
	struct as_error *error)
{
	enum as_tree_type type;
	AS_AUTO_FREE char *real = NULL;
	if (as_tree_find(&loader->package->tree, path, &type, &real, error) < 0)
		return -1;
	return read_group(loader, data, path, type == AS_TREE_FOLDER ? real : NULL, error);
}

/* The settings of problem.yaml that data/ inherits. */
static int make_defaults(
	struct package_loader *loader, struct package_testdata *testdata, struct as_error *error)
{
	*testdata = (struct package_testdata){
		.grading = loader->metadata->grading, .tests = PACKAGE_SETTINGS_INIT};
	return package_settings_begin(loader, &testdata->tests, error);
}

static int read_data(struct package_loader *loader, struct tree_folder *data,
	const struct package_testdata *defaults, struct as_error *error)
{
	ssize_t group = package_group_add(loader, "data", 0, error);
	if (group < 0 || read_settings(loader, data, defaults, error) < 0 ||
		read_top(loader, data, "data/sample", error) < 0 ||
		read_top(loader, data, "data/secret", error) < 0)
		return -1;
	count_tests(loader->package, 0, 0);
	return 0;
}

static const struct as_group *find_secret(const struct as_package *package)
{
	size_t index = 0;
	while (strcmp(package->groups[index].name, "secret") != 0)
		index++;
	return &package->groups[index];
}

static int check_tests(struct package_loader *loader, struct as_error *error)
{
	struct as_package *package = loader->package;
	bool secret = find_secret(package)->test_count > 0;
	package->needs_generation = loader->data.has_recipe && !secret;
	if (secret || package->needs_generation)
		return 0;
	if (package->test_count > 0) /* samples are enough for judging; `verify` reports the rest */
		return 0;
	return package_refuse_empty(loader, error);
}

/* A grader that no group uses does not belong to the package. */
static int check_grader(struct package_loader *loader, struct as_error *error)
{
	struct as_package *package = loader->package;
	for (size_t i = 0; i < package->group_count; i++)
		if (package->groups[i].aggregation == AS_AGGREGATE_PROGRAM)
			return 0;
	if (!package->grader)
		return 0;
	free(package->grader);
	package->grader = NULL;
	return package_warn(loader, "graders", error,
		"is not used, because no " PACKAGE_LEGACY_SETTINGS_NAME " has `grading: custom`");
}

int package_legacy_tests_read(struct package_loader *loader, struct as_error *error)
{
	struct package_testdata defaults;
	struct tree_folder data = {
		.base = {.path = "data", .real = "data"},
		.testdata = {.tests = PACKAGE_SETTINGS_INIT},
	};
	int status = make_defaults(loader, &defaults, error);
	if (status == 0)
		status = read_data(loader, &data, &defaults, error);
	package_testdata_clear(&defaults);
	package_testdata_clear(&data.testdata);
	if (status < 0 || check_tests(loader, error) < 0 ||
		package_domjudge_scores(loader, error) < 0)
		return -1;
	return check_grader(loader, error);
}
