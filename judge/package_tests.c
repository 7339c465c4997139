/* SPDX-License-Identifier: MIT */
/*
 * Finds groups and tests below data/sample and data/secret. A hostile package costs no more than it
 * may: folders are entered at most MAX_DEPTH deep and MAX_FOLDERS times, and a folder is never
 * entered from within itself.
 */
#include "package.h"
#include <string.h>

#define MAX_TESTS 100000
#define MAX_FOLDERS 10000
#define MAX_DEPTH 32
#define SETTINGS_NAME "test_group.yaml"

/* A folder on the way down from data/. */
struct folder {
	const struct folder *above;
	const char *path; /* as the author knows it: "data/secret/2" */
	const char *real; /* without links */
	size_t group;
	bool is_group; /* and not merely in one */
	unsigned depth;
	const struct as_check_flags *check_flags;
};

struct entry {
	const char *name; /* borrowed from entries.names */
	char *path;
	char *real;
	enum package_file_type type;
};

struct entries {
	char **names;
	struct entry *list; /* sorted by name */
	size_t count;
};

static void entries_clear(struct entries *entries)
{
	for (size_t i = 0; i < entries->count; i++) {
		free(entries->list[i].path);
		free(entries->list[i].real);
	}
	free(entries->list);
	as_names_free(entries->names);
}

static int entries_read(struct package_loader *loader, const struct folder *folder,
	struct entries *entries, struct as_error *error)
{
	size_t count = 0;
	entries->names = package_list(loader, folder->real, error);
	if (!entries->names)
		return -1;
	while (entries->names[count])
		count++;
	entries->list = calloc(count + 1, sizeof *entries->list);
	if (!entries->list)
		return as_error_no_memory(error);
	while (entries->count < count) {
		struct entry *entry = &entries->list[entries->count];
		entry->name = entries->names[entries->count++];
		entry->path = as_text_format(error, "%s/%s", folder->path, entry->name);
		if (!entry->path || package_find_entry(loader, entry->path, folder->real,
					    entry->name, &entry->type, &entry->real, error) < 0)
			return -1;
	}
	return 0;
}

static int compare_name(const void *name, const void *entry)
{
	return strcmp(name, ((const struct entry *)entry)->name);
}

static const struct entry *entry_find(const struct entries *entries, const char *name)
{
	return bsearch(name, entries->list, entries->count, sizeof *entries->list, compare_name);
}

/* The entry called <stem><ending>, where `name` is <stem><old_length bytes>. */
static const struct entry *sibling_find(const struct entries *entries, const struct entry *entry,
	size_t old_length, const char *ending)
{
	char name[512];
	size_t stem = strlen(entry->name) - old_length;
	snprintf(name, sizeof name, "%.*s%s", (int)stem, entry->name, ending);
	return entry_find(entries, name);
}

static bool ends_with(const char *name, const char *ending)
{
	size_t length = strlen(name), ending_length = strlen(ending);
	return length > ending_length && strcmp(name + length - ending_length, ending) == 0;
}

/* ---- tests ---- */

static struct as_test *test_add(struct package_loader *loader, struct as_error *error)
{
	struct as_package *package = loader->package;
	if (package->test_count == MAX_TESTS) {
		package_error(loader, "data", error, "there are more than %d tests", MAX_TESTS);
		return NULL;
	}
	if (package->test_count == loader->test_capacity) {
		size_t capacity = loader->test_capacity ? loader->test_capacity * 2 : 64;
		struct as_test *tests = reallocarray(package->tests, capacity, sizeof *tests);
		if (!tests) {
			as_error_no_memory(error);
			return NULL;
		}
		package->tests = tests;
		loader->test_capacity = capacity;
	}
	package->tests[package->test_count] = (struct as_test){0};
	return &package->tests[package->test_count++];
}

static int check_regular(
	const struct package_loader *loader, const struct entry *entry, struct as_error *error)
{
	if (entry->type == PACKAGE_FILE)
		return 0;
	return package_error(
		loader, entry->path, error, "is not a regular file: replace it by one");
}

static const struct entry *find_answer(const struct package_loader *loader,
	const struct entries *entries, const struct entry *input, struct as_error *error)
{
	const struct entry *answer = sibling_find(entries, input, strlen(".in"), ".ans");
	if (!answer) {
		const char *remedy = loader->has_recipe ? "make it with `assay gen`"
							: "every .in needs its .ans";
		package_error(loader, input->path, error, "has no answer file (.ans) beside it: %s",
			remedy);
		return NULL;
	}
	return check_regular(loader, answer, error) < 0 ? NULL : answer;
}

static int fill_test(struct as_test *test, const struct folder *folder, const struct entry *input,
	const struct entry *answer, struct as_error *error)
{
	const char *name = input->path + strlen("data/");
	test->group = folder->group;
	test->check_flags = *folder->check_flags;
	test->name = as_text_format(error, "%.*s", (int)(strlen(name) - strlen(".in")), name);
	test->input_path = as_text_format(error, "%s", input->real);
	test->answer_path = as_text_format(error, "%s", answer->real);
	return test->name && test->input_path && test->answer_path ? 0 : -1;
}

static int read_test(struct package_loader *loader, const struct folder *folder,
	const struct entries *entries, const struct entry *input, struct as_error *error)
{
	if (check_regular(loader, input, error) < 0)
		return -1;
	if (strcmp(input->name, "test_group.in") == 0)
		return package_error(loader, input->path, error,
			"a test must not be called test_group, since " SETTINGS_NAME
			" is the group's");
	const struct entry *namesake = sibling_find(entries, input, strlen(".in"), "");
	if (namesake && namesake->type == PACKAGE_FOLDER)
		return package_error(loader, input->path, error,
			"there is a folder of the same name beside this test: rename one");
	const struct entry *answer = find_answer(loader, entries, input, error);
	struct as_test *test = answer ? test_add(loader, error) : NULL;
	if (!test || fill_test(test, folder, input, answer, error) < 0)
		return -1;
	const struct entry *settings = sibling_find(entries, input, strlen(".in"), ".yaml");
	if (!settings)
		return 0;
	if (check_regular(loader, settings, error) < 0)
		return -1;
	return package_case_read(loader, settings->path, settings->real, test, error);
}

/* A file that is nothing without its test. */
static int check_orphan(const struct package_loader *loader, const struct entries *entries,
	const struct entry *entry, struct as_error *error)
{
	size_t ending = 0;
	if (ends_with(entry->name, ".ans"))
		ending = strlen(".ans");
	else if (ends_with(entry->name, ".yaml") && strcmp(entry->name, SETTINGS_NAME) != 0)
		ending = strlen(".yaml");
	if (ending == 0 || sibling_find(entries, entry, ending, ".in"))
		return 0;
	return package_error(loader, entry->path, error,
		"has no input file (.in) beside it: add one or remove this");
}

static int read_files(struct package_loader *loader, const struct folder *folder,
	const struct entries *entries, struct as_error *error)
{
	for (size_t i = 0; i < entries->count; i++) {
		const struct entry *entry = &entries->list[i];
		if (ends_with(entry->name, ".files"))
			return package_error(loader, entry->path, error,
				"tests with files beside their input (.files) are not judged yet");
		if (ends_with(entry->name, ".in")) {
			if (read_test(loader, folder, entries, entry, error) < 0)
				return -1;
		} else if (check_orphan(loader, entries, entry, error) < 0) {
			return -1;
		}
	}
	return 0;
}

/* ---- folders ---- */

static int check_settings_place(const struct package_loader *loader, const struct folder *folder,
	const struct entries *entries, struct as_error *error)
{
	const struct entry *settings = entry_find(entries, SETTINGS_NAME);
	if (!settings)
		return 0;
	if (!folder->is_group)
		return package_error(loader, settings->path, error,
			"a group cannot be here, only in data/sample, data/secret and the folders "
			"right "
			"below data/secret");
	return check_regular(loader, settings, error);
}

static int check_descent(
	struct package_loader *loader, const struct folder *folder, struct as_error *error)
{
	if (folder->depth > MAX_DEPTH)
		return package_error(
			loader, folder->path, error, "is deeper than %d folders", MAX_DEPTH);
	if (++loader->folder_count > MAX_FOLDERS)
		return package_error(loader, folder->path, error,
			"there are more than %d folders so far: is this a package?", MAX_FOLDERS);
	for (const struct folder *above = folder->above; above; above = above->above)
		if (strcmp(above->real, folder->real) == 0)
			return package_error(loader, folder->path, error,
				"is a link to a folder that it lies in: remove it");
	return 0;
}

static int read_folder(struct package_loader *loader, const struct folder *folder,
	const struct entries *entries, struct as_error *error);

static int read_plain_folder(struct package_loader *loader, const struct folder *above,
	const struct entry *entry, struct as_error *error)
{
	AS_AUTO(entries_clear) struct entries entries = {0};
	struct folder folder = *above;
	folder.above = above;
	folder.path = entry->path;
	folder.real = entry->real;
	folder.is_group = false;
	folder.depth++;
	if (check_descent(loader, &folder, error) < 0 ||
		entries_read(loader, &folder, &entries, error) < 0)
		return -1;
	return read_folder(loader, &folder, &entries, error);
}

/* Tests in it, and in the folders below, which are only for order. */
static int read_folder(struct package_loader *loader, const struct folder *folder,
	const struct entries *entries, struct as_error *error)
{
	if (check_settings_place(loader, folder, entries, error) < 0 ||
		read_files(loader, folder, entries, error) < 0)
		return -1;
	for (size_t i = 0; i < entries->count; i++)
		if (entries->list[i].type == PACKAGE_FOLDER &&
			read_plain_folder(loader, folder, &entries->list[i], error) < 0)
			return -1;
	return 0;
}

/* ---- groups ---- */

/* Reads the group's own settings; `entries` are those of its folder. */
static int read_settings(struct package_loader *loader, const struct folder *folder,
	const struct entries *entries, struct package_group_settings *settings,
	struct as_error *error)
{
	AS_AUTO_FREE char *path = as_text_format(error, "%s/" SETTINGS_NAME, folder->path);
	if (!path || check_settings_place(loader, folder, entries, error) < 0)
		return -1;
	const struct entry *entry = entry_find(entries, SETTINGS_NAME);
	return package_group_read(
		loader, folder->group, path, entry ? entry->real : NULL, settings, error);
}

static int read_subgroup(struct package_loader *loader, const struct folder *secret,
	const struct entry *entry, const struct package_group_settings *above,
	struct as_error *error)
{
	struct package_group_settings settings;
	AS_AUTO(entries_clear) struct entries entries = {0};
	ssize_t group =
		package_group_add(loader, entry->path + strlen("data/"), PACKAGE_SECRET, error);
	if (group < 0)
		return -1;
	struct folder folder = {
		.above = secret,
		.path = entry->path,
		.real = entry->real,
		.group = (size_t)group,
		.is_group = true,
		.depth = secret->depth + 1,
		.check_flags = &settings.check_flags,
	};
	if (check_descent(loader, &folder, error) < 0 ||
		entries_read(loader, &folder, &entries, error) < 0 ||
		read_settings(loader, &folder, &entries, &settings, error) < 0)
		return -1;
	/* The format does not hand settings down: without this the tests would be judged exactly.
	 */
	if (above->has_check_flags && !settings.has_check_flags)
		return package_error(loader, entry->path, error,
			"output_validator_args of data/secret do not reach its groups: repeat them "
			"in "
			"this group's " SETTINGS_NAME);
	return read_folder(loader, &folder, &entries, error);
}

static int find_groups(const struct package_loader *loader, const struct entries *entries,
	bool *has_groups, struct as_error *error)
{
	*has_groups = false;
	for (size_t i = 0; i < entries->count && !*has_groups; i++) {
		enum package_file_type type;
		if (entries->list[i].type != PACKAGE_FOLDER)
			continue;
		AS_AUTO_FREE char *path =
			as_text_format(error, "%s/" SETTINGS_NAME, entries->list[i].path);
		if (!path || package_find(loader, path, &type, NULL, error) < 0)
			return -1;
		*has_groups = type != PACKAGE_ABSENT;
	}
	return 0;
}

/* Where there are groups there is nothing else. */
static int check_only_groups(
	const struct package_loader *loader, const struct entry *entry, struct as_error *error)
{
	enum package_file_type type;
	if (entry->type != PACKAGE_FOLDER) {
		if (!ends_with(entry->name, ".in") && !ends_with(entry->name, ".ans"))
			return 0;
		return package_error(loader, entry->path, error,
			"data/secret has groups, so a test must lie in one: move it");
	}
	AS_AUTO_FREE char *path = as_text_format(error, "%s/" SETTINGS_NAME, entry->path);
	if (!path || package_find(loader, path, &type, NULL, error) < 0)
		return -1;
	if (type != PACKAGE_ABSENT)
		return 0;
	return package_error(loader, entry->path, error,
		"has no " SETTINGS_NAME ", but other folders of data/secret are groups: add one");
}

static int read_secret(struct package_loader *loader, const struct folder *folder,
	const struct entries *entries, const struct package_group_settings *settings,
	struct as_error *error)
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
		if (entries->list[i].type == PACKAGE_FOLDER &&
			read_subgroup(loader, folder, &entries->list[i], settings, error) < 0)
			return -1;
	return 0;
}

static int read_part(struct package_loader *loader, size_t group, struct as_error *error)
{
	const char *path = group == PACKAGE_SAMPLE ? "data/sample" : "data/secret";
	enum package_file_type type;
	AS_AUTO_FREE char *real = NULL;
	AS_AUTO(entries_clear) struct entries entries = {0};
	struct package_group_settings settings = {.check_flags = AS_CHECK_FLAGS_INIT};
	if (package_find(loader, path, &type, &real, error) < 0)
		return -1;
	struct folder folder = {
		.path = path,
		.real = real,
		.group = group,
		.is_group = true,
		.check_flags = &settings.check_flags,
	};
	if (type != PACKAGE_FOLDER)
		return package_group_read(loader, group, path, NULL, &settings, error);
	if (entries_read(loader, &folder, &entries, error) < 0 ||
		read_settings(loader, &folder, &entries, &settings, error) < 0)
		return -1;
	if (group == PACKAGE_SAMPLE)
		return read_folder(loader, &folder, &entries, error);
	return read_secret(loader, &folder, &entries, &settings, error);
}

/* ---- all of it ---- */

static int compare_tests(const void *a, const void *b)
{
	return strcmp(((const struct as_test *)a)->name, ((const struct as_test *)b)->name);
}

/* A group's tests are neighbours, since their names begin with the group's. */
static void count_tests(struct as_package *package)
{
	for (size_t i = 0; i < package->test_count; i++) {
		struct as_group *group = &package->groups[package->tests[i].group];
		if (group->test_count++ == 0)
			group->first_test = i;
	}
	struct as_group *secret = &package->groups[PACKAGE_SECRET];
	secret->first_test = package->groups[PACKAGE_SAMPLE].test_count;
	secret->test_count = package->test_count - secret->first_test;
}

int package_tests_read(struct package_loader *loader, struct as_error *error)
{
	struct as_package *package = loader->package;
	if (package_group_add(loader, "sample", PACKAGE_SAMPLE, error) < 0 ||
		package_group_add(loader, "secret", PACKAGE_SECRET, error) < 0 ||
		read_part(loader, PACKAGE_SAMPLE, error) < 0 ||
		read_part(loader, PACKAGE_SECRET, error) < 0)
		return -1;
	/* "sample/" is less than "secret/". */
	if (package->test_count > 0)
		qsort(package->tests, package->test_count, sizeof *package->tests, compare_tests);
	count_tests(package);
	package->needs_generation =
		loader->has_recipe && package->groups[PACKAGE_SECRET].test_count == 0;
	if (package->groups[PACKAGE_SECRET].test_count == 0 && !package->needs_generation)
		return package_error(loader, "data/secret", error,
			"there is no test: a package needs pairs of .in and .ans files here");
	return package_groups_check(loader, error);
}
