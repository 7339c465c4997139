/* SPDX-License-Identifier: MIT */
/*
 * What is Assay's own in a package, replaced by what other tools have: the header gen.h goes along
 * with the validators that include it, and a recipe's `solution: assay solve ...` becomes a right
 * submission of the package.
 */
#include "export.h"
#include <fcntl.h>
#include <string.h>

#define RECIPE "generators/generators.yaml"
#define INCLUDE "#include <assay/gen.h>"
#define LOCAL_INCLUDE "#include \"gen.h\""
#define ACCEPTED "submissions/accepted/"

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

static char *replace(const char *text, const char *at, size_t old_size, const char *new_text,
	struct as_error *error)
{
	return as_text_format(error, "%.*s%s%s", (int)(at - text), text, new_text, at + old_size);
}

/* A program that is one file becomes a folder, where the header has room. */
static char *name_in_folder(const char *name, struct as_error *error)
{
	const char *slash = strrchr(name, '/');
	const char *first = strchr(name, '/');
	const char *dot = strrchr(name, '.');
	if (slash != first || strncmp(name, "output_validator/", strlen("output_validator/")) == 0)
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

static int bundle_header(struct export *export, size_t index, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	AS_AUTO_FREE char *name = as_text_format(error, "%s", export->files[index].name);
	if (!name || export_read(export, &export->files[index], &text, error) < 0)
		return -1;
	const char *include = strstr(text.data, INCLUDE);
	if (!include)
		return 0;
	if (!export->config->include_dir)
		return package_error(&export->loader, name, error,
			"includes <assay/gen.h>, which this installation does not have");
	AS_AUTO_FREE char *changed =
		replace(text.data, include, strlen(INCLUDE), LOCAL_INCLUDE, error);
	AS_AUTO_FREE char *inside = name_in_folder(name, error);
	if (!changed || !inside)
		return -1;
	export_drop(&export->files[index]);
	if (export_add_text(export, inside, changed, error) < 0)
		return -1;
	return add_header(export, inside, error);
}

/* The first right submission by name, or NULL. */
static const char *find_solution(const struct export *export)
{
	const char *found = NULL;
	for (size_t i = 0; i < export->file_count; i++) {
		const char *name = export->files[i].name;
		if (name && strncmp(name, ACCEPTED, strlen(ACCEPTED)) == 0 &&
			!strchr(name + strlen(ACCEPTED), '/') &&
			(!found || strcmp(name, found) < 0))
			found = name;
	}
	return found;
}

static int replace_solution(struct export *export, struct as_error *error)
{
	static const char line[] = "\nsolution: assay ";
	AS_AUTO_BYTES struct as_bytes text = {0};
	const struct export_file *recipe = export_find(export, RECIPE);
	if (!recipe)
		return 0;
	if (export_read(export, recipe, &text, error) < 0)
		return -1;
	const char *at = strncmp(text.data, line + 1, strlen(line + 1)) == 0
				 ? text.data
				 : strstr(text.data, line);
	if (!at)
		return 0;
	at += *at == '\n';
	const char *solution = find_solution(export);
	if (!solution)
		return package_error(&export->loader, RECIPE, error,
			"its solution is `assay solve`, and there is no single file in " ACCEPTED
			" to replace it: add one");
	AS_AUTO_FREE char *new_line = as_text_format(error, "solution: /%s", solution);
	AS_AUTO_FREE char *changed =
		new_line ? replace(text.data, at, strcspn(at, "\n"), new_line, error) : NULL;
	if (!changed || export_note(export, error,
				RECIPE ": its solution is %s now, where it was `assay solve`",
				solution) < 0)
		return -1;
	return export_add_text(export, RECIPE, changed, error);
}

int export_bundle(struct export *export, struct as_error *error)
{
	/* What is added on the way needs no look. */
	const size_t count = export->file_count;
	for (size_t i = 0; i < count; i++) {
		const char *name = export->files[i].name;
		if (name && is_validator(name) && is_source(name) &&
			bundle_header(export, i, error) < 0)
			return -1;
	}
	return replace_solution(export, error);
}
