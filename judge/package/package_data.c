/* SPDX-License-Identifier: MIT */
/* data/: groups and tests, in the way of the package's format. */
#include "package.h"

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
