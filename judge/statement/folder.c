/* SPDX-License-Identifier: MIT */
/* A folder of a package; links are followed only within the package. */
#include "statement.h"

const struct statement_place *statement_places(bool is_editorial)
{
	static const struct statement_place places[2][STATEMENT_PLACES] = {
		{{"statement", "problem."}, {"problem_statement", "problem."}},
		{{"editorial", "editorial."}, {"solution", "solution."}}};

	return places[is_editorial];
}

int statement_list(const struct as_package *package, const char *folder, char **real, char ***names,
	struct as_error *error)
{
	enum as_tree_type type;

	if (as_tree_find(&package->tree, folder, &type, real, error) < 0)
		return -1;
	if (type != AS_TREE_FOLDER)
		return 0;
	*names = as_package_names(&package->tree, *real, NULL, error);
	return *names ? 0 : -1;
}

int statement_find(const struct as_package *package, const char *folder, const char *name,
	char **real, struct as_error *error)
{
	AS_AUTO_FREE char *path = as_text_format(error, "%s/%s", folder, name);
	AS_AUTO_FREE char *found = NULL;
	enum as_tree_type type;

	*real = NULL;
	if (!path || as_tree_find(&package->tree, path, &type, &found, error) < 0)
		return -1;
	if (type == AS_TREE_FILE)
		*real = as_steal(found);
	return 0;
}

int statement_read(const struct as_package *package, const char *folder, const char *name,
	uint64_t max_bytes, struct as_bytes *bytes, struct as_error *error)
{
	AS_AUTO_FREE char *real = NULL;

	if (statement_find(package, folder, name, &real, error) < 0)
		return -1;
	if (!real)
		return as_error_at(error, AS_ERROR_INPUT, name, 0, 0, "the file is gone");
	return as_file_read(package->tree.fd, real, max_bytes, bytes, error);
}
