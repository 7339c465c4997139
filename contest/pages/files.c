/* SPDX-License-Identifier: MIT */
/* The downloadable files of a problem. */
#include "statement.h"

/* ---- types ---- */

static const struct {
	const char *ending, *type;
	bool is_picture;
} types[] = {
	{".pdf", "application/pdf", false},
	{".png", "image/png", true},
	{".jpg", "image/jpeg", true},
	{".jpeg", "image/jpeg", true},
	{".gif", "image/gif", true},
	{".webp", "image/webp", true},
	{".svg", "image/svg+xml", true},
	{".tex", "application/x-tex", false},
	{".txt", "text/plain; charset=utf-8", false},
	{".zip", "application/zip", false},
	{".ipynb", "application/x-ipynb+json", false},
};

static const char *type_of(const char *name, bool *is_picture)
{
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (as_text_ends(name, types[i].ending)) {
			*is_picture = types[i].is_picture;
			return types[i].type;
		}
	*is_picture = false;
	return "application/octet-stream";
}

/* ---- adding ---- */

/* Skips a file whose name is taken: files of the contest's folder are added first. */
static int add_statement_file(struct as_contest_statement *statement,
	const struct as_contest_statement_file *file, struct as_error *error)
{
	struct as_contest_statement_file copy = *file;

	if (as_contest_statement_file(statement, file->name))
		return 0;
	if (!as_array_reserve(statement->files, statement->file_count, error))
		return -1;
	copy.name = strdup(file->name);
	copy.path = file->path ? strdup(file->path) : NULL;
	statement->files[statement->file_count++] = copy;
	return copy.name && (copy.path || !file->path) ? 0 : as_error_no_memory(error);
}

static int add_own(struct as_contest_statement *statement, struct as_error *error)
{
	const struct as_contest_files *files =
		&statement->contest->problems[statement->problem].files;

	for (size_t i = 0; i < files->count; i++) {
		const struct as_contest_file *own = &files->items[i];
		const struct as_contest_statement_file file = {
			.kind = strcmp(own->property, "statement") == 0
					? AS_CONTEST_FILE_STATEMENT
					: AS_CONTEST_FILE_ATTACHMENT,
			.name = own->filename,
			.type = own->mime,
			.own = own};
		if (add_statement_file(statement, &file, error) < 0)
			return -1;
	}
	return 0;
}

/* False: not for download. */
static bool takes_name(const char *name, bool is_statement, struct as_contest_statement_file *file)
{
	bool is_picture;

	file->type = type_of(name, &is_picture);
	file->kind = AS_CONTEST_FILE_ATTACHMENT;
	if (!is_statement)
		return true;
	file->kind = is_picture ? AS_CONTEST_FILE_PICTURE : AS_CONTEST_FILE_STATEMENT;
	return is_picture || (strncmp(name, "problem.", 8) == 0 &&
				     (as_text_ends(name, ".pdf") || as_text_ends(name, ".tex")));
}

static int add_folder(struct as_contest_statement *statement, const char *folder, bool is_statement,
	struct as_error *error)
{
	const struct as_package *package = statement->package;
	AS_AUTO_FREE char *folder_real = NULL;
	AS_AUTO_NAMES char **names = NULL;

	if (statement_list(package, folder, &folder_real, &names, error) < 0)
		return -1;
	for (size_t i = 0; names && names[i]; i++) {
		AS_AUTO_FREE char *real = NULL;
		struct as_contest_statement_file file = {.name = names[i]};
		if (!takes_name(names[i], is_statement, &file))
			continue;
		if (statement_find(package, folder, names[i], &real, error) < 0)
			return -1;
		file.path = real;
		if (real && add_statement_file(statement, &file, error) < 0)
			return -1;
	}
	return 0;
}

int statement_files_read(struct as_contest_statement *statement, struct as_error *error)
{
	if (add_own(statement, error) < 0 || add_folder(statement, "statement", true, error) < 0 ||
		add_folder(statement, "problem_statement", true, error) < 0)
		return -1;
	return add_folder(statement, "attachments", false, error);
}

/* ---- choosing ---- */

void statement_files_choose(struct as_contest_statement *statement)
{
	bool has_other = statement->html.data;
	size_t kept = 0;

	for (size_t i = 0; i < statement->file_count; i++)
		has_other |= statement->files[i].kind == AS_CONTEST_FILE_STATEMENT &&
			     !as_text_ends(statement->files[i].name, ".tex");
	for (size_t i = 0; i < statement->file_count; i++) {
		struct as_contest_statement_file *file = &statement->files[i];
		if (has_other && file->kind == AS_CONTEST_FILE_STATEMENT && !file->own &&
			as_text_ends(file->name, ".tex")) {
			free(file->name);
			free(file->path);
		} else {
			statement->files[kept++] = *file;
		}
	}
	statement->file_count = kept;
}

const struct as_contest_statement_file *as_contest_statement_file(
	const struct as_contest_statement *statement, const char *name)
{
	for (size_t i = 0; i < statement->file_count; i++)
		if (statement->files[i].name && strcmp(statement->files[i].name, name) == 0)
			return &statement->files[i];
	return NULL;
}

int as_contest_statement_open_file(const struct as_contest_statement *statement,
	const struct as_contest_statement_file *file, struct as_error *error)
{
	if (file->own)
		return as_contest_file_open(statement->contest, file->own, error);
	return as_file_open(statement->package->tree.fd, file->path, error);
}
