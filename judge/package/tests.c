/* SPDX-License-Identifier: MIT */
/* Tests and groups in all formats: an .in file and the files beside it. */
#include "modern.h"
#include "words.h"
#include <errno.h>
#include <string.h>

#define MAX_TESTS 100000
#define MAX_HINT_BYTES 65536

static struct as_test *test_new(struct package_loader *loader, struct as_error *error)
{
	struct as_package *package = loader->package;
	if (package->test_count == MAX_TESTS) {
		package_error(loader, "data", error, "too many tests: more than %d", MAX_TESTS);
		return NULL;
	}
	if (!as_array_reserve(package->tests, package->test_count, error))
		return NULL;
	package->tests[package->test_count] = (struct as_test){0};
	return &package->tests[package->test_count++];
}

static const struct package_entry *find_answer(const struct package_loader *loader,
	const struct package_entries *entries, const struct package_entry *input,
	struct as_error *error)
{
	const struct package_entry *answer =
		package_entry_sibling(entries, input, strlen(".in"), ".ans");
	if (!answer && package_entry_sibling(entries, input, strlen(".in"), ".out")) {
		package_error(loader, input->path, error,
			"has no answer file (.ans), but a file with the ending .out; rename that "
			"to "
			"%.*s.ans",
			(int)(strlen(input->name) - strlen(".in")), input->name);
		return NULL;
	}
	if (!answer) {
		const char *remedy = loader->data.has_recipe ? PACKAGE_RECIPE_REMEDY
							     : "add one or remove this file";
		package_error(loader, input->path, error, "has no answer file (.ans); %s", remedy);
		return NULL;
	}
	return package_entry_require_file(loader, answer, error) < 0 ? NULL : answer;
}

int package_test_fill_paths(struct as_test *test, const struct package_entry *input,
	const struct package_entry *answer, struct as_error *error)
{
	const char *name = input->path + strlen("data/");
	test->name = as_text_format(error, "%.*s", (int)(strlen(name) - strlen(".in")), name);
	test->input_path = as_text_format(error, "%s", input->real);
	if (answer)
		test->answer_path = as_text_format(error, "%s", answer->real);
	return test->name && test->input_path && (test->answer_path || !answer) ? 0 : -1;
}

int package_test_fill_settings(const struct package_loader *loader, struct as_test *test,
	const struct package_settings *settings, struct as_error *error)
{
	test->check_flags = settings->check_flags;
	test->full_feedback = settings->full_feedback;
	if (settings->hint && !(test->hint = as_text_format(error, "%s", settings->hint)))
		return -1;
	if (package_input_args_copy(
		    settings->input_validator_args, &test->input_validator_args, error) < 0)
		return -1;
	if (package_words_append(&test->args, (const char *const *)settings->args, error) < 0)
		return -1;
	if (!loader->package->output_validators)
		return 0;
	test->only_validator = settings->only_validator;
	return package_words_append(&test->output_validator_args,
		(const char *const *)settings->output_validator_args, error);
}

/* ---- files beside an input in the newer formats ---- */

static int read_case(struct package_loader *loader, const struct package_folder *folder,
	const struct package_entry *file, struct as_test *test, struct as_error *error)
{
	AS_AUTO(package_settings_clear) struct package_settings settings = PACKAGE_SETTINGS_INIT;
	if (package_entry_require_file(loader, file, error) < 0 ||
		package_settings_copy(folder->settings, &settings, error) < 0 ||
		package_case_read(loader, file->path, file->real, &settings, error) < 0)
		return -1;
	return package_test_fill_settings(loader, test, &settings, error);
}

static int fill_files(struct package_loader *loader, const struct package_entry *files,
	struct as_test *test, struct as_error *error)
{
	if (files->type != AS_TREE_FOLDER)
		return package_error(loader, files->path, error,
			"is not a folder; it must be a folder of files for the test's submission");
	test->files_path = as_text_format(error, "%s", files->real);
	return test->files_path ? package_digest_tree(loader, files->path, files->real, error) : -1;
}

static int check_input_name(const struct package_loader *loader,
	const struct package_entries *entries, const struct package_entry *input,
	struct as_error *error)
{
	if (strcmp(input->name, "test_group.in") == 0)
		return package_error(loader, input->path, error,
			"a test must not be named test_group, because " PACKAGE_SETTINGS_NAME
			" belongs to the group");
	const struct package_entry *namesake =
		package_entry_sibling(entries, input, strlen(".in"), "");
	if (namesake && namesake->type == AS_TREE_FOLDER)
		return package_error(loader, input->path, error,
			"a folder has the same name as this test; rename one");
	return 0;
}

static int fill_modern(struct package_loader *loader, const struct package_folder *folder,
	const struct package_entries *entries, const struct package_entry *input,
	struct as_test *test, struct as_error *error)
{
	const size_t ending = strlen(".in");
	const struct package_entry *files = package_entry_sibling(entries, input, ending, ".files");
	const struct package_entry *file = package_entry_sibling(entries, input, ending, ".yaml");
	if (files && fill_files(loader, files, test, error) < 0)
		return -1;
	return file ? read_case(loader, folder, file, test, error)
		    : package_test_fill_settings(loader, test, folder->settings, error);
}

/* Legacy: a separate file. A hint that cannot be shown does not prevent judging. */
static int fill_hint(struct package_loader *loader, const struct package_entries *entries,
	const struct package_entry *input, struct as_test *test, struct as_error *error)
{
	const struct package_entry *file =
		package_entry_sibling(entries, input, strlen(".in"), ".hint");
	AS_AUTO_BYTES struct as_bytes text = {0};
	struct as_error why = {0};
	if (!file || file->type != AS_TREE_FILE)
		return 0;
	/* The bytes that are shown must be those that were digested. */
	if (package_read_file(loader, file->path, file->real, MAX_HINT_BYTES, &text, &why) < 0)
		return why.sys_errno == ESTALE
			       ? as_error_pass(error, &why, why.where, "%s", why.text)
			       : package_warn(
					 loader, file->path, error, "is not shown: %s", why.text);
	if (!as_text_is_utf8(text.data, text.size) || memchr(text.data, '\0', text.size))
		return package_warn(loader, file->path, error, "is not shown: not UTF-8 text");
	while (text.size > 0 && strchr(" \t\r\n", text.data[text.size - 1]))
		text.data[--text.size] = '\0';
	test->hint = text.size > 0 ? as_text_format(error, "%s", text.data) : NULL;
	return text.size > 0 && !test->hint ? -1 : 0;
}

int package_test_add(struct package_loader *loader, const struct package_folder *folder,
	const struct package_entries *entries, const struct package_entry *input,
	struct as_error *error)
{
	bool modern = !loader->data.is_old;
	if (package_entry_require_file(loader, input, error) < 0 ||
		(modern && check_input_name(loader, entries, input, error) < 0))
		return -1;
	const struct package_entry *answer = find_answer(loader, entries, input, error);
	struct as_test *test = answer ? test_new(loader, error) : NULL;
	if (!test || package_test_fill_paths(test, input, answer, error) < 0)
		return -1;
	test->group = folder->group;
	if (modern)
		return fill_modern(loader, folder, entries, input, test, error);
	return package_test_fill_settings(loader, test, folder->settings, error) < 0
		       ? -1
		       : fill_hint(loader, entries, input, test, error);
}

ssize_t package_group_add(
	struct package_loader *loader, const char *name, size_t parent, struct as_error *error)
{
	struct as_package *package = loader->package;
	if (!as_array_reserve(package->groups, package->group_count, error))
		return -1;
	char *copy = as_text_format(error, "%s", name);
	if (!copy)
		return -1;
	package->groups[package->group_count] = (struct as_group){
		.name = copy, .parent = parent, .aggregation = AS_AGGREGATE_PASS_FAIL};
	return (ssize_t)package->group_count++;
}
