/* SPDX-License-Identifier: MIT */
/* Explains to the author why a package has no secret test. */
#include "tests.h"
#include <string.h>

/* The first file below data/secret that is ignored because of its name, and the number of such
 * files. */
static const char *first_ignored(const struct as_package *package, size_t *count)
{
	static const char folder[] = "data/secret/", text[] = "is ignored for its name";
	const char *first = NULL;
	*count = 0;
	for (size_t i = 0; i < package->findings.count; i++) {
		const struct as_finding *finding = &package->findings.items[i];
		if (strncmp(finding->where, folder, strlen(folder)) != 0 ||
			strncmp(finding->text, text, strlen(text)) != 0)
			continue;
		if ((*count)++ == 0)
			first = finding->where;
	}
	return first;
}

char *package_misspelt_secret(const struct as_package *package)
{
	AS_AUTO_FD int fd = as_dir_open(package->tree.fd, "data", NULL);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, 10000, NULL);
	size_t count = 0;
	while (names && names[count] && strcmp(names[count], "secret") != 0)
		count++;
	if (!names || names[count])
		return NULL;
	const char *nearest = as_text_nearest("secret", (const char *const *)names, count, 2);
	return nearest ? as_text_format(NULL, "%s", nearest) : NULL;
}

int package_refuse_empty(const struct package_loader *loader, struct as_error *error)
{
	static const char *const folders[] = {"data", "data/secret"};
	size_t count;
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		enum as_tree_type type;
		if (as_tree_find(&loader->package->tree, folders[i], &type, NULL, error) < 0)
			return -1;
		if (type == AS_TREE_FILE || type == AS_TREE_OTHER)
			return package_error(loader, folders[i], error,
				"is not a folder; replace it with a folder of tests");
	}
	const char *first = first_ignored(loader->package, &count);
	if (first)
		return package_error(loader, "data/secret", error,
			"no tests, because files are ignored for their names, such as %.200s "
			"(%zu file%s affected); use letters, digits, _, . and -, and begin with a "
			"letter, digit or _",
			first, count, count == 1 ? "" : "s");
	AS_AUTO_FREE char *misspelt = package_misspelt_secret(loader->package);
	if (misspelt)
		return package_error(loader, "data/secret", error,
			"no such folder, but data/%.80s; rename it to data/secret", misspelt);
	return package_error(
		loader, "data/secret", error, "no tests; add pairs of .in and .ans files");
}
