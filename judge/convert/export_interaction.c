/* SPDX-License-Identifier: MIT */
/*
 * Converts .interaction files to 2025-09. There such a file belongs to a test, whose own files
 * participants can download unless others replace them. In the older formats nobody sees these
 * files, and a protocol needs no test.
 */
#include "export.h"
#include <string.h>

#define ENDING ".interaction"

/* The path of a file of a protocol without its ending, or NULL for any other file. */
static char *stem_of(const struct as_export_file *file, struct as_error *error)
{
	static const char folder[] = "data/s"; /* sample, secret */
	if (!file->name || strncmp(file->name, folder, strlen(folder)) != 0 ||
		!as_text_ends(file->name, ENDING))
		return NULL;
	return as_text_format(error, "%.*s", (int)as_text_stem(file->name, ENDING), file->name);
}

static bool has(const struct as_export *export, const char *stem, const char *ending)
{
	AS_AUTO_FREE char *name = as_text_format(NULL, "%s%s", stem, ending);
	return name && as_export_find(export, name);
}

/* Empty files, so that the test's own files are not shown. */
static int add_downloads(struct as_export *export, const char *stem, struct as_error *error)
{
	static const char *const endings[] = {".in.download", ".ans.download"};
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		AS_AUTO_FREE char *name = as_text_format(error, "%s%s", stem, endings[i]);
		if (!name || (!as_export_find(export, name) &&
				     as_export_add_text(export, name, "", error) < 0))
			return -1;
	}
	return 0;
}

int export_interactions_to_2025_09(struct as_export *export, struct as_error *error)
{
	const size_t file_count = export->file_count;
	AS_AUTO_FREE char *first = NULL;
	size_t count = 0;
	for (size_t i = 0; i < file_count; i++) {
		AS_AUTO_FREE char *stem = stem_of(&export->files[i], error);
		if (!stem)
			continue;
		if (has(export, stem, ".in")) {
			if (add_downloads(export, stem, error) < 0)
				return -1;
			continue;
		}
		if (count++ == 0 && !(first = as_text_format(error, "%s" ENDING, stem)))
			return -1;
		as_export_drop(&export->files[i]);
	}
	return count == 0
		       ? 0
		       : as_export_note(export, error,
				 "%s is left out: 2025-09 shows only files of a test, and no test "
				 "has this name (%zu file%s affected)",
				 first, count, count == 1 ? "" : "s");
}
