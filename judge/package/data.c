/* SPDX-License-Identifier: MIT */
/* Reads data/: groups and tests, by the rules of the package's format. */
#include "legacy.h"
#include "modern.h"

#define MAX_ENTRIES 100000

/* Looks for the older file in a folder directly below data/secret, if no folder above has it. */
static int find_old_group(
	struct package_loader *loader, enum as_tree_type *type, struct as_error *error)
{
	enum as_tree_type secret;
	AS_AUTO_FREE char *real = NULL;
	if (as_tree_find(&loader->package->tree, "data/secret", &secret, &real, error) < 0)
		return -1;
	if (secret != AS_TREE_FOLDER)
		return 0;
	AS_AUTO_FD int fd = as_dir_open(loader->package->tree.fd, real, error);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, MAX_ENTRIES, error);
	for (char **name = names; name && *name && *type == AS_TREE_ABSENT; name++) {
		AS_AUTO_FREE char *path = as_text_format(
			error, "data/secret/%s/" PACKAGE_LEGACY_SETTINGS_NAME, *name);
		if (!path || (as_package_is_name(*name) && as_tree_find(&loader->package->tree,
								   path, type, NULL, error) < 0))
			return -1;
	}
	return names ? 0 : -1;
}

/* The draft changed the layout of data/: packages with the newer files have the newer layout. */
static int find_data_style(struct package_loader *loader, struct as_error *error)
{
	static const char *const paths[] = {
		"data/testdata.yaml", "data/sample/testdata.yaml", "data/secret/testdata.yaml"};
	enum as_tree_type type = AS_TREE_ABSENT;
	loader->data.is_old = loader->package->format == AS_FORMAT_LEGACY;
	if (loader->package->format != AS_FORMAT_2023_07_DRAFT)
		return 0;
	for (size_t i = 0; i < sizeof paths / sizeof *paths && type == AS_TREE_ABSENT; i++)
		if (as_tree_find(&loader->package->tree, paths[i], &type, NULL, error) < 0)
			return -1;
	if (type == AS_TREE_ABSENT && find_old_group(loader, &type, error) < 0)
		return -1;
	loader->data.is_old = type != AS_TREE_ABSENT;
	return 0;
}

int package_tests_read(struct package_loader *loader, struct as_error *error)
{
	enum as_tree_type type;
	if (as_tree_find(&loader->package->tree, "data", &type, NULL, error) < 0 ||
		find_data_style(loader, error) < 0)
		return -1;
	loader->package->graded = loader->data.is_old;
	return loader->data.is_old ? package_legacy_tests_read(loader, error)
				   : package_modern_tests_read(loader, error);
}
