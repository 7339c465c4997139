/* SPDX-License-Identifier: MIT */
/* A package on its way into an archive: the list of what shall be in it; private to judge. */
#ifndef ASSAY_JUDGE_EXPORT_H
#define ASSAY_JUDGE_EXPORT_H

#include <assay/convert.h>

struct export_file {
	char *name; /* in the archive; NULL: left out */
	char *real; /* its path in the package without links, except one to a shared file; NULL:
		       `data` is its content */
	struct as_bytes data;
	bool executable;
};

struct export
{
	const struct as_package *package;
	const struct as_export_config *config;
	struct export_file *files;
	size_t file_count, file_room;
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
/* NULL where there is none. */
struct export_file *export_find(const struct export *export, const char *name);
void export_drop(struct export_file *file);
/* Drops all below a folder. Returns how many there were. */
size_t export_drop_folder(struct export *export, const char *folder);
/* Renames all below a folder, or one file. */
int export_move(struct export *export, const char *from, const char *to,
	struct as_error *error) AS_MUST_USE;
/* The content of a file of the package, at most 16 MiB. */
int export_read(struct export *export, const struct export_file *file, struct as_bytes *bytes,
	struct as_error *error) AS_MUST_USE;
/* Its root as JSON; an empty object where there is no such file. Free with json_decref. */
json_t *export_document(
	struct export *export, const char *name, struct as_error *error) AS_MUST_USE;
/* Sets a key to text, unless that is NULL or empty. */
int export_put(json_t *to, const char *key, const char *text, struct as_error *error) AS_MUST_USE;
/* Remembers a line for the person who exports: what is lost, and changes no verdict. */
int export_note(struct export *export, struct as_error *error, const char *format, ...)
	AS_PRINTF(3, 4) AS_MUST_USE;
/* What cannot be said in the other format, and would change a verdict: AS_ERROR_INPUT; -1. */
int export_refuse(struct export *export, const char *where, struct as_error *error,
	const char *format, ...) AS_PRINTF(4, 5);

/* ---- what is done with it ---- */

/* Writes what is in the list: a whole archive appears at `path`, or nothing does. It replaces only
 * the archive of a package (export_archive.c). */
int export_archive(struct export *export, const char *path, struct as_error *error) AS_MUST_USE;

/* The other formats (export_legacy.c; export_modern.c, with its scores in export_scores.c). */
int export_to_legacy(struct export *export, struct as_error *error) AS_MUST_USE;
/* Notes what the legacy format has no word for, before anything is changed (export_lost.c). */
int export_note_lost(struct export *export, struct as_error *error) AS_MUST_USE;
/* Whether the output validator may give a score, and the file below `folder` that mentions one:
 * borrowed, NULL if the dialect is enough (export_lost.c). */
int export_find_score(struct export *export, const char *folder, bool *gives_score,
	const char **where, struct as_error *error) AS_MUST_USE;
int export_to_2025_09(struct export *export, struct as_error *error) AS_MUST_USE;
/* Beside each statement in Markdown one in LaTeX, where there is none (export_statement.c): before
 * problem.yaml is changed. */
int export_statements_to_latex(struct export *export, struct as_error *error) AS_MUST_USE;
/* Its part that makes test_group.yaml and the tests' own .yaml (export_data.c). */
int export_data_to_2025_09(struct export *export, struct as_error *error) AS_MUST_USE;
/* Its part that sees to .interaction files (export_interaction.c). */
int export_interactions_to_2025_09(struct export *export, struct as_error *error) AS_MUST_USE;

/* What test_group.yaml says of a graded group's score; nothing where it is not asked. */
struct export_score {
	bool asked;
	enum as_aggregation aggregation; /* pass-fail, sum or min */
	json_int_t max_score;
};
/* For each group of a graded package its score in 2025-09; free with free. */
struct export_score *export_scores(struct export *export, struct as_error *error) AS_MUST_USE;
/* What a package needs to be read elsewhere: gen.h, and no `assay solve` (export_bundle.c). */
int export_bundle(struct export *export, struct as_error *error) AS_MUST_USE;
/* If a file includes <assay/gen.h>, it becomes `name`, with the header beside it (export_header.c).
 */
int export_bundle_header(struct export *export, size_t index, const char *name, bool *included,
	struct as_error *error) AS_MUST_USE;
/* The same for a recipe: its shared programs, its programs' header, its solution
 * (export_recipe.c). */
#define EXPORT_RECIPE "generators/generators.yaml"
int export_bundle_recipe(struct export *export, struct as_error *error) AS_MUST_USE;
/* Recipe and lock make the files that the other format has, once data/ is converted
 * (export_recipe_keys.c). */
int export_convert_recipe(struct export *export, struct as_error *error) AS_MUST_USE;
/* The recipe's text, with as little changed as need be so that it says `recipe`, on the heap
 * (export_recipe_text.c). */
char *export_recipe_text(const char *text, const struct as_document *document, json_t *recipe,
	struct as_error *error) AS_MUST_USE;

#endif
