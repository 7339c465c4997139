/* SPDX-License-Identifier: MIT */
/* Compares the languages of the statements with those of the names; in the legacy format the
 * statements contain the names. */
#include "metadata.h"
#include "tests.h"
#include <string.h>

#define MAX_STATEMENT_BYTES ((uint64_t)16 << 20)
#define MAX_NAME_BYTES 200

/* The language of "problem.en.md" or "problem.tex" (English), written to `code`; false for the name
 * of another file. */
static bool read_language(const char *name, char code[8])
{
	static const char *const endings[] = {".tex", ".md", ".pdf"};
	const char *rest = strncmp(name, "problem.", 8) == 0 ? name + 8 : NULL;
	for (size_t i = 0; rest && i < sizeof endings / sizeof *endings; i++) {
		size_t length = as_text_stem(rest, endings[i]);
		if (strcmp(rest, endings[i] + 1) == 0) {
			snprintf(code, 8, "en");
			return true;
		}
		if (length > 0 && length < 8) {
			snprintf(code, 8, "%.*s", (int)length, rest);
			return package_is_language_code(code);
		}
	}
	return false;
}

/* ---- the name in a statement ---- */

/* The text between `before` and the next `after`, trimmed, on the heap; NULL if it is missing or
 * empty. */
static char *text_between(const char *text, const char *before, char after, struct as_error *error)
{
	const char *start = strstr(text, before);
	if (!start)
		return NULL;
	start += strlen(before);
	start += strspn(start, " \t");
	const char *end = strchr(start, after);
	while (end && end > start && strchr(" \t\r", end[-1]))
		end--;
	if (!end || end <= start || end - start > MAX_NAME_BYTES)
		return NULL;
	/* It is used in documents and messages. */
	char shown[4 * MAX_NAME_BYTES + 1];
	as_text_printable(start, (size_t)(end - start), shown, sizeof shown);
	return as_text_format(error, "%s", shown);
}

static int take_name(
	struct package_loader *loader, const struct package_entry *entry, struct as_error *error)
{
	struct as_package *package = loader->package;
	AS_AUTO_BYTES struct as_bytes text = {0};
	struct as_error cause = {0};
	if (package->title || entry->type != AS_TREE_FILE ||
		!as_package_name_ends(entry->name, ".tex"))
		return 0;
	if (as_file_read(package->tree.fd, entry->real, MAX_STATEMENT_BYTES, &text, &cause) < 0)
		return package_error(loader, entry->path, error, "%s", cause.text);
	AS_AUTO_FREE char *title = text_between(text.data, "%% plainproblemname:", '\n', &cause);
	if (!title)
		title = text_between(text.data, "\\problemname{", '}', &cause);
	package->title = as_steal(title);
	return cause.kind == AS_ERROR_NONE ? 0 : as_error_no_memory(error);
}

/* ---- languages ---- */

/* Adds the languages of a folder's statements to `found`. */
static int read_statements(
	struct package_loader *loader, const char *path, json_t *found, struct as_error *error)
{
	AS_AUTO(package_entries_clear) struct package_entries entries = {0};
	enum as_tree_type type;
	AS_AUTO_FREE char *real = NULL;
	char code[8];
	if (as_tree_find(&loader->package->tree, path, &type, &real, error) < 0)
		return -1;
	if (type != AS_TREE_FOLDER)
		return 0;
	if (package_entries_read(loader, path, real, &entries, error) < 0)
		return -1;
	for (size_t i = 0; i < entries.count; i++) {
		if (!read_language(entries.list[i].name, code))
			continue;
		if (take_name(loader, &entries.list[i], error) < 0 ||
			json_object_set_new(found, code, json_true()) < 0)
			return -1;
	}
	return 0;
}

/* Both sets of languages must be equal. */
static int compare_languages(struct package_loader *loader, json_t *found, struct as_error *error)
{
	const char *code;
	json_t *value;
	json_object_foreach(loader->metadata->names, code, value)
	{
		if (!json_object_get(found, code) &&
			package_warn(loader, PACKAGE_METADATA_NAME, error,
				"has a name in '%s', but no statement/problem.%s.md (.tex, .pdf)",
				code, code) < 0)
			return -1;
	}
	json_object_foreach(found, code, value)
	{
		if (!json_object_get(loader->metadata->names, code) &&
			package_warn(loader, PACKAGE_METADATA_NAME, error,
				"has no name in '%s', the language of a statement", code) < 0)
			return -1;
	}
	return 0;
}

int package_statements_read(struct package_loader *loader, struct as_error *error)
{
	bool legacy = loader->package->format == AS_FORMAT_LEGACY;
	AS_AUTO_JSON json_t *found = json_object();
	if (!found)
		return as_error_no_memory(error);
	if ((legacy && read_statements(loader, "problem_statement", found, error) < 0) ||
		read_statements(loader, "statement", found, error) < 0)
		return -1;
	return !legacy && loader->metadata->names && json_object_size(found) > 0
		       ? compare_languages(loader, found, error)
		       : 0;
}
