/* SPDX-License-Identifier: MIT */
/* The downloadable files of a problem. */
#include "statement.h"

#include <sodium.h>

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

/* Sets the address to the prefix and the escaped name; without a prefix, leaves it NULL. */
static int set_address(struct as_statement_file *file, const char *prefix, struct as_error *error)
{
	char *text = NULL;
	size_t size = 0;

	if (!prefix)
		return 0;
	FILE *out = open_memstream(&text, &size);
	if (!out)
		return as_error_no_memory(error);
	fputs(prefix, out);
	as_html_address(out, file->name);
	file->address = as_text_close(out, &text, error);
	return file->address ? 0 : -1;
}

/* Skips a file whose name is taken: files of the caller are added first. */
static int add_statement_file(struct as_statement *statement, const char *prefix,
	const struct as_statement_file *file, struct as_error *error)
{
	if (as_statement_file(statement, file->name))
		return 0;
	if (!as_array_reserve(statement->files, statement->file_count, error))
		return -1;
	struct as_statement_file *copy = &statement->files[statement->file_count++];
	*copy = *file;
	copy->address = NULL;
	copy->name = strdup(file->name);
	copy->path = file->path ? strdup(file->path) : NULL;
	if (!copy->name || (!copy->path && file->path))
		return as_error_no_memory(error);
	return set_address(copy, prefix, error);
}

/* False: not for download. `stem` NULL: an attachment. */
static bool takes_name(const char *name, const char *stem, struct as_statement_file *file)
{
	bool is_picture;

	file->type = type_of(name, &is_picture);
	file->kind = AS_STATEMENT_ATTACHMENT;
	if (!stem)
		return true;
	file->kind = is_picture ? AS_STATEMENT_PICTURE : AS_STATEMENT_STATEMENT;
	return is_picture || (strncmp(name, stem, strlen(stem)) == 0 &&
				     (as_text_ends(name, ".pdf") || as_text_ends(name, ".tex")));
}

static int add_folder(struct as_statement *statement, const char *prefix, const char *folder,
	const char *stem, struct as_error *error)
{
	const struct as_package *package = statement->package;
	AS_AUTO_FREE char *folder_real = NULL;
	AS_AUTO_NAMES char **names = NULL;

	if (statement_list(package, folder, &folder_real, &names, error) < 0)
		return -1;
	for (size_t i = 0; names && names[i]; i++) {
		AS_AUTO_FREE char *real = NULL;
		struct as_statement_file file = {.name = names[i]};
		if (!takes_name(names[i], stem, &file))
			continue;
		if (statement_find(package, folder, names[i], &real, error) < 0)
			return -1;
		file.path = real;
		if (real && add_statement_file(statement, prefix, &file, error) < 0)
			return -1;
	}
	return 0;
}

int statement_files_read(struct as_statement *statement, const struct as_statement_config *config,
	struct as_error *error)
{
	const struct statement_place *places = statement_places(config->is_editorial);
	const char *prefix = config->prefix;

	for (size_t i = 0; i < config->own_count; i++)
		if (add_statement_file(statement, prefix, &config->own[i], error) < 0)
			return -1;
	for (size_t i = 0; i < STATEMENT_PLACES; i++)
		if (add_folder(statement, prefix, places[i].folder, places[i].stem, error) < 0)
			return -1;
	return config->is_editorial ? 0 : add_folder(statement, prefix, "attachments", NULL, error);
}

/* ---- embedding ---- */

int statement_file_embed(const struct as_statement *statement, struct as_statement_file *file,
	uint64_t max_bytes, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	struct as_error why = {0};

	if (max_bytes > AS_STATEMENT_MAX_PICTURE_BYTES)
		max_bytes = AS_STATEMENT_MAX_PICTURE_BYTES;
	if (file->address || file->is_refused || !file->path ||
		strncmp(file->type, "image/", 6) != 0)
		return 0;
	if (as_file_read(statement->package->tree.fd, file->path, max_bytes, &bytes, &why) < 0) {
		/* Later there is not more room. */
		file->is_refused = why.kind == AS_ERROR_INPUT;
		return file->is_refused ? 0
					: as_error_pass(error, &why, file->path, "%s", why.text);
	}
	const size_t size = sodium_base64_ENCODED_LEN(bytes.size, sodium_base64_VARIANT_ORIGINAL);
	AS_AUTO_FREE char *text = malloc(size);
	if (!text)
		return as_error_no_memory(error);
	sodium_bin2base64(text, size, (const unsigned char *)bytes.data, bytes.size,
		sodium_base64_VARIANT_ORIGINAL);
	file->address = as_text_format(error, "data:%s;base64,%s", file->type, text);
	return file->address ? 0 : -1;
}

/* ---- choosing ---- */

void statement_file_clear(struct as_statement_file *file)
{
	free(file->name);
	free(file->path);
	free(file->address);
}

void statement_files_choose(struct as_statement *statement)
{
	bool has_other = statement->html.data;
	size_t kept = 0;

	for (size_t i = 0; i < statement->file_count; i++)
		has_other |= statement->files[i].kind == AS_STATEMENT_STATEMENT &&
			     !as_text_ends(statement->files[i].name, ".tex");
	for (size_t i = 0; i < statement->file_count; i++) {
		struct as_statement_file *file = &statement->files[i];
		if (has_other && file->kind == AS_STATEMENT_STATEMENT && !file->own &&
			as_text_ends(file->name, ".tex")) {
			statement_file_clear(file);
		} else {
			statement->files[kept++] = *file;
		}
	}
	statement->file_count = kept;
}

const struct as_statement_file *as_statement_file(
	const struct as_statement *statement, const char *name)
{
	for (size_t i = 0; i < statement->file_count; i++)
		if (statement->files[i].name && strcmp(statement->files[i].name, name) == 0)
			return &statement->files[i];
	return NULL;
}

/* ---- pictures without an address ---- */

/* Longer names are cut. */
#define MISSING_MAX_BYTES 255

void statement_missing(
	FILE *out, const struct statement_links *links, const char *name, size_t size)
{
	const size_t shown = size < MISSING_MAX_BYTES ? size : MISSING_MAX_BYTES;

	fputs("<span class=\"cut\">[picture ", out);
	as_html_untrusted(out, name, size, shown, AS_HTML_LINE);
	fputs(" is not shown]</span>", out);
	if (links->missing)
		links->missing(name, shown, links->context);
}
