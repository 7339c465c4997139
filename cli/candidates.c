/* SPDX-License-Identifier: MIT */
/* Prints candidates, and those that a package has: tests, groups, sets of submissions. */
#include "complete.h"

#include "cli.h"

#include <assay/package.h>
#include <assay/testgen.h>
#include <stdio.h>
#include <string.h>

void complete_print(const char *name, const char *end, const char *text)
{
	char shown[4096];

	/* A changed name would not be the name any more. */
	if (strcmp(as_text_printable(name, strlen(name), shown, sizeof(shown)), name) != 0)
		return;
	printf("%s%s%s%s\n", name, end, text ? "\t" : "", text ? text : "");
}

/* An archive would have to be unpacked first. */
static struct as_package *open_names(const char *path)
{
	return cli_is_folder(path) ? as_package_open_names(path, NULL) : NULL;
}

void complete_tests(const char *path)
{
	struct as_package *package = open_names(path);

	for (size_t i = 0; package && i < package->test_count; i++)
		complete_print(package->tests[i].name, "", NULL);
	for (size_t i = 0; package && i < package->group_count; i++)
		complete_print(package->groups[i].name, "", "group");
	as_package_close(package);
}

void complete_recipe_tests(const char *path)
{
	AS_AUTO_NAMES char **names = cli_is_folder(path) ? as_gen_names(path, NULL) : NULL;

	for (char **name = names; name && *name; name++)
		complete_print(*name, "", NULL);
}

/* A test can be added to these. */
void complete_test_folders(const char *path)
{
	struct as_package *package = open_names(path);
	AS_AUTO_NAMES char **folders = NULL;

	for (size_t i = 0; package && i < package->test_count; i++) {
		const char *name = package->tests[i].name;
		char *folder = as_text_format(NULL, "%.*s", (int)as_test_folder_length(name), name);
		if (!folder || as_names_have(folders, folder))
			free(folder);
		else if (as_names_add(&folders, folder, NULL) == 0)
			complete_print(folder, "", NULL);
	}
	as_package_close(package);
}

void complete_submission_sets(const char *path)
{
	struct as_package *package =
		cli_is_folder(path) ? as_package_open_settings(path, NULL) : NULL;
	AS_AUTO_NAMES char **sets =
		package ? as_package_names(&package->tree, "submissions", NULL, NULL) : NULL;

	for (char **set = sets; set && *set; set++) {
		AS_AUTO_FREE char *folder = as_text_format(NULL, "submissions/%s", *set);
		enum as_tree_type type;
		if (folder && as_tree_find(&package->tree, folder, &type, NULL, NULL) == 0 &&
			type == AS_TREE_FOLDER)
			complete_print(*set, "", "the package's submissions in this folder");
	}
	if (sets)
		complete_print("all", "", "all submissions of the package");
	as_package_close(package);
}
