/* SPDX-License-Identifier: MIT */
/* export: what only the converter does with the list of files of an archive that is being made. */
#ifndef ASSAY_JUDGE_EXPORT_H
#define ASSAY_JUDGE_EXPORT_H

#include <assay/convert/export.h>

/* ---- the list (export_list.c) ---- */

/* Both names are copied. */
int export_add(struct as_export *export, const char *name, const char *real, bool executable,
	struct as_error *error) AS_MUST_USE;
/* Drops all files below a folder. Returns their number. */
size_t export_drop_folder(struct as_export *export, const char *folder);
/* Renames all files below a folder, or a single file. */
int export_move(struct as_export *export, const char *from, const char *to,
	struct as_error *error) AS_MUST_USE;
/* Sets a key to a text, unless that is NULL or empty. */
int export_put(json_t *to, const char *key, const char *text, struct as_error *error) AS_MUST_USE;
/* The error for a feature that the other format lacks, if that would change a verdict:
 * AS_ERROR_INPUT; -1. */
int export_refuse(struct as_export *export, const char *where, struct as_error *error,
	const char *format, ...) AS_PRINTF(4, 5);

/* ---- processing the list ---- */

/* Writes the files of the list. A complete archive appears at `path`, or none. It replaces only the
 * archive of a package (export_archive.c). */
int export_archive(struct as_export *export, const char *path, struct as_error *error) AS_MUST_USE;

/* Conversion to the other format (export_legacy.c; export_modern.c, with export_scores.c for
 * scores). */
int export_to_legacy(struct as_export *export, struct as_error *error) AS_MUST_USE;
/* The part that makes problem.yaml and the files of DOMjudge (export_legacy_metadata.c). */
int export_legacy_metadata(struct as_export *export, struct as_error *error) AS_MUST_USE;
/* Notes features that the legacy format lacks, before anything is changed (export_lost.c). */
int export_note_lost(struct as_export *export, struct as_error *error) AS_MUST_USE;
/* Decides whether the output validator may give a score, and finds the file below `folder` that
 * mentions one: borrowed, NULL if the dialect decides (export_lost.c). */
int export_find_score(struct as_export *export, const char *folder, bool *gives_score,
	const char **where, struct as_error *error) AS_MUST_USE;
int export_to_2025_09(struct as_export *export, struct as_error *error) AS_MUST_USE;
/* Adds a LaTeX version to each Markdown statement without one (export_statement.c); before
 * problem.yaml is changed. */
int export_statements_to_latex(struct as_export *export, struct as_error *error) AS_MUST_USE;
/* The part that makes test_group.yaml and the tests' own .yaml (export_data.c). */
int export_data_to_2025_09(struct as_export *export, struct as_error *error) AS_MUST_USE;
/* The part that converts .interaction files (export_interaction.c). */
int export_interactions_to_2025_09(struct as_export *export, struct as_error *error) AS_MUST_USE;

/* The score of a graded group in test_group.yaml; nothing if the package does not score. */
struct export_score {
	bool asked;
	enum as_aggregation aggregation; /* pass-fail, sum or min */
	json_int_t max_score;
};
/* The 2025-09 scores of each group of a graded package; free with free. */
struct export_score *export_scores(struct as_export *export, struct as_error *error) AS_MUST_USE;
/* Makes the package usable without Assay: adds gen.h, replaces `assay solve` (export_bundle.c). */
int export_bundle(struct as_export *export, struct as_error *error) AS_MUST_USE;

#endif
