/* SPDX-License-Identifier: MIT */
/*
 * Files of a problem from its package: the statement, if it is a PDF, and attachments. Files of the
 * contest's folder override them.
 */
#include "package_files.h"

#include <string.h>

static bool has_property(const struct as_contest_files *files, const char *property)
{
	for (size_t i = 0; i < files->count; i++)
		if (strcmp(files->items[i].property, property) == 0)
			return true;
	return false;
}

/* The real path of an entry without links, or NULL. */
static char *find_real(const struct as_package *package, const char *path, enum as_tree_type wanted)
{
	enum as_tree_type type = AS_TREE_ABSENT;
	char *real = NULL;

	if (as_tree_find(&package->tree, path, &type, &real, NULL) == 0 && type == wanted)
		return real;
	free(real);
	return NULL;
}

/* Takes ownership of the path. */
static int add_file(struct as_api_package_files *files, const char *property, const char *filename,
	const char *mime, char *path, struct as_error *error)
{
	AS_AUTO_FREE char *owned = path;

	if (!as_array_reserve(files->items, files->count, error))
		return -1;
	files->items[files->count] = (struct as_api_package_file){
		.property = property, .filename = strdup(filename), .mime = mime};
	if (!files->items[files->count].filename)
		return as_error_no_memory(error);
	files->items[files->count++].path = as_steal(owned);
	return 0;
}

static int add_statement(const struct as_package *package, struct as_api_package_files *files,
	struct as_error *error)
{
	static const char *const paths[] = {"statement/problem.en.pdf", "statement/problem.pdf",
		"problem_statement/problem.en.pdf", "problem_statement/problem.pdf"};

	for (size_t i = 0; i < sizeof(paths) / sizeof(*paths); i++) {
		char *real = find_real(package, paths[i], AS_TREE_FILE);
		if (real)
			return add_file(
				files, "statement", "problem.pdf", "application/pdf", real, error);
	}
	return 0;
}

static const char *mime_of(const char *name)
{
	static const char *const types[][2] = {{".pdf", "application/pdf"}, {".png", "image/png"},
		{".zip", "application/zip"}, {".txt", "text/plain"}, {".py", "text/x-python"},
		{".c", "text/x-c"}, {".cpp", "text/x-c++"}, {".java", "text/x-java"}};

	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (as_text_ends(name, types[i][0]))
			return types[i][1];
	return "application/octet-stream";
}

static int add_attachment(const struct as_package *package, const char *name,
	struct as_api_package_files *files, struct as_error *error)
{
	AS_AUTO_FREE char *path = as_text_format(error, "attachments/%s", name);
	char *real = path ? find_real(package, path, AS_TREE_FILE) : NULL;

	if (!path)
		return -1;
	return real ? add_file(files, "attachments", name, mime_of(name), real, error) : 0;
}

static int add_attachments(const struct as_package *package, struct as_api_package_files *files,
	struct as_error *error)
{
	AS_AUTO_FREE char *folder = find_real(package, "attachments", AS_TREE_FOLDER);
	AS_AUTO_NAMES char **names =
		folder ? as_package_names(&package->tree, folder, NULL, error) : NULL;

	if (folder && !names)
		return -1;
	for (size_t i = 0; names && names[i]; i++)
		if (add_attachment(package, names[i], files, error))
			return -1;
	return 0;
}

int as_api_package_files_read(const struct as_contest_problem *problem,
	struct as_api_package_files *files, struct as_error *error)
{
	const struct as_package *package = problem->package;

	if (package && !has_property(&problem->files, "statement") &&
		add_statement(package, files, error))
		return -1;
	if (package && !has_property(&problem->files, "attachments"))
		return add_attachments(package, files, error);
	return 0;
}

void as_api_package_files_clear(struct as_api_package_files *files)
{
	for (size_t i = 0; i < files->count; i++) {
		free(files->items[i].filename);
		free(files->items[i].path);
	}
	free(files->items);
}
