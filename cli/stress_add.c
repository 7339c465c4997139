/* SPDX-License-Identifier: MIT */
/* --add of `assay stress`: the input becomes a test of the recipe, or a sample in files. */
#include "stress.h"

#include "cli.h"

#include <assay/base/fit.h>
#include <assay/package/file_bytes.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define SAMPLE "sample"

/* ---- after the search ---- */

static char *sample_path(const char *name, const char *ending, struct as_error *error)
{
	return as_text_format(error, "data/" SAMPLE "/%s%s", name, ending);
}

/* 1: there is such a file, perhaps of another search. */
static int is_taken(int folder_fd, const char *name, const char *ending, struct as_error *error)
{
	AS_AUTO_FREE char *path = sample_path(name, ending, error);
	struct stat info;

	return path ? fstatat(folder_fd, path, &info, AT_SYMLINK_NOFOLLOW) == 0 : -1;
}

static int choose_name(int folder_fd, char name[AS_ADDED_NAME_SIZE], struct as_error *error)
{
	int taken = 1;

	for (unsigned number = 1; taken > 0; number++) {
		snprintf(name, AS_ADDED_NAME_SIZE, "stress-%u", number);
		taken = is_taken(folder_fd, name, ".in", error);
		if (taken == 0)
			taken = is_taken(folder_fd, name, ".ans", error);
	}
	return taken;
}

static int write_sample(int folder_fd, const char *name, const char *ending,
	const struct as_bytes *bytes, struct as_error *error)
{
	AS_AUTO_FREE char *path = sample_path(name, ending, error);

	return path ? as_file_write(folder_fd, path, bytes->data ? bytes->data : "", bytes->size,
			      0644, error)
		    : -1;
}

/* The answer of an interactive package is empty. It is written first: an input without an answer
 * would be an error of the package. */
static int add_sample(const struct stress_options *options, const struct as_stress_failure *failure,
	char name[AS_ADDED_NAME_SIZE], struct as_error *error)
{
	AS_AUTO_FD int folder_fd = open(options->package, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (folder_fd < 0)
		return as_error_sys(error, AS_ERROR_INPUT, errno, "%s", options->package);
	return choose_name(folder_fd, name, error) ||
			       write_sample(folder_fd, name, ".ans", &failure->answer, error) ||
			       write_sample(folder_fd, name, ".in", &failure->input, error)
		       ? -1
		       : 0;
}

static int add_line(const struct stress_options *options, struct stress_addition *addition,
	struct as_error *error)
{
	const struct as_recipe_addition what = {.group = addition->folder,
		.prefix = addition->prefix,
		.quoted = addition->quoted,
		.is_command = addition->is_command};

	if (!addition->quoted)
		return as_error_set(error, AS_ERROR_USAGE,
			"--add: the input is not text, so it cannot be in a recipe");
	return as_recipe_add(options->package, &what, addition->name, NULL, error);
}

/* The test of the folder with this input; NULL: there is none. */
static const struct as_test *find_equal(
	const struct as_package *package, const char *folder, const struct as_bytes *input)
{
	for (size_t i = 0; i < package->test_count; i++) {
		const struct as_test *test = &package->tests[i];
		const size_t length = as_test_folder_length(test->name);
		AS_AUTO_BYTES struct as_bytes other = {0};
		if (strlen(folder) == length && memcmp(test->name, folder, length) == 0 &&
			as_package_file_bytes(&package->tree, test->input_path) == input->size &&
			as_file_read(package->tree.fd, test->input_path, input->size, &other,
				NULL) == 0 &&
			(!input->size || memcmp(other.data, input->data, input->size) == 0))
			return test;
	}
	return NULL;
}

static void note_equal(const struct as_test *test)
{
	char text[512];

	snprintf(text, sizeof(text), "--add: the input is that of test %.*s, so it is not added",
		as_text_fit(test->name, 400), test->name);
	cli_note(text);
}

int stress_add(const struct stress_options *options, const struct as_stress_report *found,
	struct stress_addition *addition, struct as_error *error)
{
	if (!options->add || !found)
		return 0;
	if (options->group && !found->failure.home_count)
		return as_error_set(error, AS_ERROR_USAGE,
			"--add=%s: the group's input validators reject the input; use another "
			"group",
			options->group);
	const struct as_test *equal =
		find_equal(options->order.package, addition->folder, &found->failure.input);
	if (equal) {
		note_equal(equal);
		return 0;
	}
	addition->is_file = options->adds_files;
	const int failed = addition->is_file
				   ? add_sample(options, &found->failure, addition->name, error)
				   : add_line(options, addition, error);
	if (!failed)
		return 0;
	addition->is_file = false;
	addition->name[0] = '\0';
	return -1;
}

/* ---- before the search ---- */

/* The folders with tests, NULL at the end. */
static char **list_folders(const struct as_package *package, struct as_error *error)
{
	AS_AUTO_NAMES char **names = calloc(package->test_count + 1, sizeof(*names));
	size_t count = 0;

	if (!names)
		as_error_no_memory(error);
	for (size_t t = 0; names && t < package->test_count; t++) {
		const char *name = package->tests[t].name;
		const size_t length = as_test_folder_length(name);
		size_t i = 0;
		while (i < count &&
			(strlen(names[i]) != length || memcmp(names[i], name, length) != 0))
			i++;
		if (i == count &&
			!(names[count++] = as_text_format(error, "%.*s", (int)length, name)))
			return NULL;
	}
	return as_steal(names);
}

static int check_group(const struct as_package *package, const char *group, struct as_error *error)
{
	AS_AUTO_NAMES char **folders = list_folders(package, error);
	char shown[128], hint[AS_SUGGESTION_SIZE], choices[512];

	if (!folders)
		return -1;
	if (as_names_have(folders, group))
		return 0;
	const char *const *names = (const char *const *)folders;
	const size_t count = as_names_count(folders);
	as_text_choices(names, count, choices, sizeof(choices));
	return as_error_set(error, AS_ERROR_USAGE,
		"--add: '%s' is not a folder with tests%s use %s",
		as_text_printable(group, strlen(group), shown, sizeof(shown)),
		as_text_suggestion(group, names, count, hint), choices);
}

int stress_check_addition(struct stress_options *options, const struct as_package *package,
	char ***folders, struct as_error *error)
{
	const char *group = options->group;

	options->adds_files = false;
	if (!options->add)
		return 0;
	if (group && check_group(package, group, error))
		return -1;
	if (group && strcmp(group, SAMPLE) == 0) {
		bool makes;
		if (as_recipe_makes(options->package, SAMPLE, &makes, error))
			return -1;
		options->adds_files = !makes;
	}
	if (group && !options->adds_files && as_recipe_check_add(options->package, group, error))
		return -1;
	if (group)
		return as_names_add(folders, as_text_format(error, "%s", group), error);
	*folders = as_recipe_folders(options->package, "secret", error);
	return *folders ? 0 : -1;
}
