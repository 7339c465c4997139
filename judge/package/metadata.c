/* SPDX-License-Identifier: MIT */
/* problem.yaml: its version, which determines its keys. */
#include "metadata.h"
#include <assay/base/fit.h>
#include <string.h>

/* ---- version ---- */

static const struct version {
	const char *name;
	enum as_format format;
} versions[] = {
	{"2025-09", AS_FORMAT_2025_09},
	{"legacy", AS_FORMAT_LEGACY},
	{"legacy-icpc", AS_FORMAT_LEGACY},
	{"2023-07-draft", AS_FORMAT_2023_07_DRAFT},
	/* Written by tools before the specification had a version of that name. */
	{"2023-07", AS_FORMAT_2023_07_DRAFT},
};

static int find_version(
	const struct as_node *root, struct as_package *package, struct as_error *error)
{
	const char *name;
	struct as_node node = as_node_child(root, "problem_format_version");
	/* At first the legacy format had no such key. */
	package->format = AS_FORMAT_LEGACY;
	const char *names[sizeof versions / sizeof *versions];
	if (!node.value)
		return 0;
	if (as_node_text(&node, &name, error) < 0)
		return -1;
	for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
		names[i] = versions[i].name;
		if (strcmp(versions[i].name, name) == 0) {
			package->format = versions[i].format;
			package->icpc = strcmp(name, "legacy-icpc") == 0;
			return 0;
		}
	}
	return as_node_error(&node, error,
		"unknown problem_format_version '%.*s'%s use legacy, legacy-icpc, 2023-07-draft "
		"or 2025-09",
		as_text_fit(name, 40), name,
		AS_SUGGESTION(name, names, sizeof names / sizeof *names));
}

/* DOMjudge accepts packages that have only its own file. */
static int find_other_metadata(struct metadata_reader *reader, struct as_error *error)
{
	struct package_loader *loader = reader->loader;
	enum as_tree_type type;
	if (as_tree_find(&loader->package->tree, PACKAGE_INI_NAME, &type, NULL, error) < 0)
		return -1;
	if (type != AS_TREE_FILE)
		return as_error_at(error, AS_ERROR_INPUT, loader->package->path, 0, 0,
			"has no file " PACKAGE_METADATA_NAME "; is it the folder of a package?");
	loader->package->format = AS_FORMAT_LEGACY;
	return package_legacy_read(reader, NULL, error);
}

static int read_document(
	struct metadata_reader *reader, struct as_document *document, struct as_error *error)
{
	struct as_package *package = reader->loader->package;
	struct as_node root = as_node_root(document);
	if (json_is_null(root.value))
		return as_node_error(
			&root, error, "is empty; write a mapping such as `name: Hello`");
	if (json_is_object(root.value) && find_version(&root, package, error) < 0)
		return -1;
	return package->format == AS_FORMAT_LEGACY ? package_legacy_read(reader, &root, error)
						   : package_modern_read(reader, &root, error);
}

int package_metadata_read(struct metadata_reader *reader, struct as_error *error)
{
	struct package_loader *loader = reader->loader;
	struct as_package *package = loader->package;
	enum as_tree_type type;
	AS_AUTO_FREE char *real = NULL;
	AS_AUTO_DOCUMENT struct as_document document = {0};
	as_package_limits_default(&package->limits);
	reader->made->grading = (struct as_grading)PACKAGE_GRADING_INIT;
	if (as_tree_find(&loader->package->tree, PACKAGE_METADATA_NAME, &type, &real, error) < 0)
		return -1;
	if (type == AS_TREE_ABSENT)
		return find_other_metadata(reader, error);
	if (type != AS_TREE_FILE)
		return package_error(loader, PACKAGE_METADATA_NAME, error,
			"is not a regular file; replace it with one");
	if (package_document(loader, PACKAGE_METADATA_NAME, real, &document, error) < 0)
		return -1;
	return read_document(reader, &document, error);
}

void package_metadata_clear(struct package_metadata *metadata)
{
	json_decref(metadata->names);
	free(metadata->named_validator);
	as_names_free(metadata->validator_flags);
}
