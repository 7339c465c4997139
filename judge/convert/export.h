/* SPDX-License-Identifier: MIT */
/* export: the list of files of an archive that is being made; private to judge. */
#ifndef ASSAY_JUDGE_EXPORT_H
#define ASSAY_JUDGE_EXPORT_H

#include <assay/convert.h>

struct export_file {
	char *name; /* in the archive; NULL: left out */
	char *real; /* its path in the package without links, except one to a shared file; NULL:
		       `data` has the contents */
	struct as_bytes data;
	bool executable;
};

struct export
{
	const struct as_package *package;
	const struct as_export_config *config;
	struct export_file *files;
	size_t file_count;
	char **notes; /* NULL-terminated; NULL: none */
	size_t note_count;
};

/* ---- the list (export_list.c) ---- */

/* Both names are copied. */
int export_add(struct export *export, const char *name, const char *real, bool executable,
	struct as_error *error) AS_MUST_USE;
/* Replaces a file of that name. */
int export_add_text(struct export *export, const char *name, const char *text,
	struct as_error *error) AS_MUST_USE;
/* NULL if there is none. */
struct export_file *export_find(const struct export *export, const char *name);
void export_drop(struct export_file *file);
/* Drops all files below a folder. Returns their number. */
size_t export_drop_folder(struct export *export, const char *folder);
/* Renames all files below a folder, or a single file. */
int export_move(struct export *export, const char *from, const char *to,
	struct as_error *error) AS_MUST_USE;
/* The contents of a file of the package, at most 16 MiB. */
int export_read(struct export *export, const struct export_file *file, struct as_bytes *bytes,
	struct as_error *error) AS_MUST_USE;
/* The root of a document as JSON; an empty object if the file does not exist. Free with
 * json_decref. */
json_t *export_document(
	struct export *export, const char *name, struct as_error *error) AS_MUST_USE;
/* Sets a key to a text, unless that is NULL or empty. */
int export_put(json_t *to, const char *key, const char *text, struct as_error *error) AS_MUST_USE;
/* Adds a note for the user: a loss that changes no verdict. */
int export_note(struct export *export, struct as_error *error, const char *format, ...)
	AS_PRINTF(3, 4) AS_MUST_USE;
/* The error for a feature that the other format lacks, if that would change a verdict:
 * AS_ERROR_INPUT; -1. */
int export_refuse(struct export *export, const char *where, struct as_error *error,
	const char *format, ...) AS_PRINTF(4, 5);

/* ---- processing the list ---- */

/* Writes the files of the list. A complete archive appears at `path`, or none. It replaces only the
 * archive of a package (export_archive.c). */
int export_archive(struct export *export, const char *path, struct as_error *error) AS_MUST_USE;

/* Conversion to the other format (export_legacy.c; export_modern.c, with export_scores.c for
 * scores). */
int export_to_legacy(struct export *export, struct as_error *error) AS_MUST_USE;
/* Notes features that the legacy format lacks, before anything is changed (export_lost.c). */
int export_note_lost(struct export *export, struct as_error *error) AS_MUST_USE;
/* Decides whether the output validator may give a score, and finds the file below `folder` that
 * mentions one: borrowed, NULL if the dialect decides (export_lost.c). */
int export_find_score(struct export *export, const char *folder, bool *gives_score,
	const char **where, struct as_error *error) AS_MUST_USE;
int export_to_2025_09(struct export *export, struct as_error *error) AS_MUST_USE;
/* Adds a LaTeX version to each Markdown statement without one (export_statement.c); before
 * problem.yaml is changed. */
int export_statements_to_latex(struct export *export, struct as_error *error) AS_MUST_USE;
/* The part that makes test_group.yaml and the tests' own .yaml (export_data.c). */
int export_data_to_2025_09(struct export *export, struct as_error *error) AS_MUST_USE;
/* The part that converts .interaction files (export_interaction.c). */
int export_interactions_to_2025_09(struct export *export, struct as_error *error) AS_MUST_USE;

/* The score of a graded group in test_group.yaml; nothing if the package does not score. */
struct export_score {
	bool asked;
	enum as_aggregation aggregation; /* pass-fail, sum or min */
	json_int_t max_score;
};
/* The 2025-09 scores of each group of a graded package; free with free. */
struct export_score *export_scores(struct export *export, struct as_error *error) AS_MUST_USE;
/* Makes the package usable without Assay: adds gen.h, replaces `assay solve` (export_bundle.c). */
int export_bundle(struct export *export, struct as_error *error) AS_MUST_USE;
/* If a file includes <assay/gen.h>, renames it to `name` and adds the header beside it
 * (export_header.c). */
int export_bundle_header(struct export *export, size_t index, const char *name, bool *included,
	struct as_error *error) AS_MUST_USE;
/* The same for a recipe: its shared programs, its programs' header, its solution (export_recipe.c).
 */
#define EXPORT_RECIPE "generators/generators.yaml"
int export_bundle_recipe(struct export *export, struct as_error *error) AS_MUST_USE;
/* Makes recipe and lock describe the files of the other format, once data/ is converted
 * (export_recipe_keys.c). */
int export_convert_recipe(struct export *export, struct as_error *error) AS_MUST_USE;
/* The recipe's text, changed as little as possible so that it means `recipe`, on the heap
 * (export_recipe_text.c). */
char *export_recipe_text(const char *text, const struct as_document *document, json_t *recipe,
	struct as_error *error) AS_MUST_USE;

#endif
