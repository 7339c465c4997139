/* SPDX-License-Identifier: MIT */
/*
 * Replaces features that only Assay has: the header gen.h is added to the programs that include it.
 */
#include "export.h"
#include <string.h>

static const char *const validator_folders[] = {"input_validators/", "input_format_validators/",
	"output_validator/", "output_validators/", "static_validator/"};

static bool is_validator(const char *name)
{
	for (size_t i = 0; i < sizeof validator_folders / sizeof *validator_folders; i++)
		if (strncmp(name, validator_folders[i], strlen(validator_folders[i])) == 0)
			return true;
	return false;
}

/* A program of one file becomes a folder, so that the header can be beside it. */
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

static int bundle_validator(struct as_export *export, size_t index, struct as_error *error)
{
	bool included;
	AS_AUTO_FREE char *inside = name_in_folder(export->files[index].name, error);
	return inside ? as_export_bundle_header(export, index, inside, &included, error) : -1;
}

int export_bundle(struct as_export *export, struct as_error *error)
{
	/* Files added in the loop need no processing. */
	const size_t count = export->file_count;
	for (size_t i = 0; i < count; i++) {
		const char *name = export->files[i].name;
		if (name && is_validator(name) && bundle_validator(export, i, error) < 0)
			return -1;
	}
	const struct as_export_recipe *recipe = export->config->recipe;
	return recipe ? recipe->bundle(export, error) : 0;
}
