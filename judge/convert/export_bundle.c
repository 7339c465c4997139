/* SPDX-License-Identifier: MIT */
/*
 * What is Assay's own in a package, replaced by what other tools have: the header gen.h goes along
 * with the programs that include it.
 */
#include "export.h"
#include <fcntl.h>
#include <string.h>

#define INCLUDE "#include <assay/gen.h>"
#define LOCAL_INCLUDE "#include \"gen.h\""

static const char *const validator_folders[] = {"input_validators/", "input_format_validators/",
	"output_validator/", "output_validators/", "static_validator/"};

static bool is_validator(const char *name)
{
	for (size_t i = 0; i < sizeof validator_folders / sizeof *validator_folders; i++)
		if (strncmp(name, validator_folders[i], strlen(validator_folders[i])) == 0)
			return true;
	return false;
}

static bool is_source(const char *name)
{
	static const char *const endings[] = {".c", ".h", ".cc", ".cpp", ".cxx", ".hpp"};
	const char *dot = strrchr(name, '.');
	for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
		if (strcmp(dot, endings[i]) == 0)
			return true;
	return false;
}

/* A program that is one file becomes a folder, where the header has room. */
static char *name_in_folder(const char *name, struct as_error *error)
{
	const char *slash = strrchr(name, '/');
	const char *first = strchr(name, '/');
	const char *dot = strrchr(name, '.');
	if (slash != first || !dot ||
		strncmp(name, "output_validator/", strlen("output_validator/")) == 0)
		return as_text_format(error, "%s", name);
	return as_text_format(error, "%.*s/%s", (int)(dot - name), name, slash + 1);
}

static int add_header(struct export *export, const char *name, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes header = {0};
	AS_AUTO_FREE char *from =
		as_text_format(error, "%s/assay/gen.h", export->config->include_dir);
	AS_AUTO_FREE char *to =
		as_text_format(error, "%.*s/gen.h", (int)(strrchr(name, '/') - name), name);
	if (!from || !to || as_file_read(AT_FDCWD, from, (uint64_t)1 << 20, &header, error) < 0)
		return -1;
	return export_find(export, to) ? 0 : export_add_text(export, to, header.data, error);
}

int export_bundle_header(struct export *export, size_t index, const char *name, bool *included,
	struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	const char *old_name = export->files[index].name;
	*included = false;
	if (!is_source(old_name))
		return 0;
	if (export_read(export, &export->files[index], &text, error) < 0)
		return -1;
	const char *include = strstr(text.data, INCLUDE);
	/* What was changed before, for another program, is text. */
	*included = include || (!export->files[index].real && strstr(text.data, LOCAL_INCLUDE));
	if (!include)
		return 0;
	if (!export->config->include_dir)
		return as_tree_error(&export->package->tree, old_name, error,
			"includes <assay/gen.h>, which this installation does not have");
	AS_AUTO_FREE char *changed = as_text_format(error, "%.*s%s%s", (int)(include - text.data),
		text.data, LOCAL_INCLUDE, include + strlen(INCLUDE));
	AS_AUTO_FREE char *inside = as_text_format(error, "%s", name);
	if (!changed || !inside)
		return -1;
	export_drop(&export->files[index]);
	if (export_add_text(export, inside, changed, error) < 0)
		return -1;
	return add_header(export, inside, error);
}

static int bundle_validator(struct export *export, size_t index, struct as_error *error)
{
	bool included;
	AS_AUTO_FREE char *inside = name_in_folder(export->files[index].name, error);
	return inside ? export_bundle_header(export, index, inside, &included, error) : -1;
}

int export_bundle(struct export *export, struct as_error *error)
{
	/* What is added on the way needs no look. */
	const size_t count = export->file_count;
	for (size_t i = 0; i < count; i++) {
		const char *name = export->files[i].name;
		if (name && is_validator(name) && bundle_validator(export, i, error) < 0)
			return -1;
	}
	return export_bundle_recipe(export, error);
}
