/* SPDX-License-Identifier: MIT */
/* data/: groups and tests, in the way of the package's format. */
#include "package.h"

#define MAX_ENTRIES 100000

/* Whether a folder right below data/secret has the older file, though none above it does. */
static int find_old_group(
	struct package_loader *loader, enum package_file_type *type, struct as_error *error)
{
	enum package_file_type secret;
	AS_AUTO_FREE char *real = NULL;
	if (package_find(loader, "data/secret", &secret, &real, error) < 0)
		return -1;
	if (secret != PACKAGE_FOLDER)
		return 0;
	AS_AUTO_FD int fd = as_dir_open(loader->package->dir_fd, real, error);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, MAX_ENTRIES, error);
	for (char **name = names; name && *name && *type == PACKAGE_ABSENT; name++) {
		AS_AUTO_FREE char *path = as_text_format(
			error, "data/secret/%s/" PACKAGE_LEGACY_SETTINGS_NAME, *name);
		if (!path || (package_is_name(*name) &&
				     package_find(loader, path, type, NULL, error) < 0))
			return -1;
	}
	return names ? 0 : -1;
}

/* The draft changed its way in between: it is the newer one where the newer files are. */
static int find_data_style(struct package_loader *loader, struct as_error *error)
{
	static const char *const paths[] = {
		"data/testdata.yaml", "data/sample/testdata.yaml", "data/secret/testdata.yaml"};
	enum package_file_type type = PACKAGE_ABSENT;
	loader->old_data = loader->package->format == AS_FORMAT_LEGACY;
	if (loader->package->format != AS_FORMAT_2023_07_DRAFT)
		return 0;
	for (size_t i = 0; i < sizeof paths / sizeof *paths && type == PACKAGE_ABSENT; i++)
		if (package_find(loader, paths[i], &type, NULL, error) < 0)
			return -1;
	if (type == PACKAGE_ABSENT && find_old_group(loader, &type, error) < 0)
		return -1;
	loader->old_data = type != PACKAGE_ABSENT;
	return 0;
}

int package_tests_read(struct package_loader *loader, struct as_error *error)
{
	enum package_file_type type;
	if (package_find(loader, "data", &type, NULL, error) < 0 ||
		find_data_style(loader, error) < 0)
		return -1;
	loader->package->graded = loader->old_data;
	return loader->old_data ? package_legacy_tests_read(loader, error)
				: package_modern_tests_read(loader, error);
}
