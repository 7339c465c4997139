/* SPDX-License-Identifier: MIT */
/**
 * convert: exports and imports packages, and makes new ones. It runs no programs.
 */
#ifndef ASSAY_CONVERT_H
#define ASSAY_CONVERT_H

#include <assay/package.h>

/* ---- export and import ------------------------------------------------------------------------
 */

struct as_export_config {
	enum as_format format; /**< the package's own, or legacy or 2025-09 to convert it to */
	bool in_folder;        /**< in a folder of the package's name, not at the top level */
	/** Convert a scoring package to 2025-09 even if a submission that fails a test can be AC in
	 * the legacy format. In 2025-09 it is not AC, and keeps its points; a note says so. */
	bool verdicts_may_change;
	const char *include_dir; /**< has assay/gen.h, which is added if a program includes it; or
				    NULL */
	const struct as_export_recipe *recipe; /**< the part that knows recipes (as_recipe_export);
						  NULL: a recipe is copied */
	const atomic_bool *cancel;             /**< or NULL */
};
/**
 * Writes a package with its test data as a zip archive, reproducibly. A feature that the other
 * format does not have is AS_ERROR_INPUT if it can change a verdict; other losses are listed in
 * `notes`, one line each (NULL-terminated, or NULL; free with as_names_free). A file at `path` is
 * replaced when the archive is complete.
 */
int as_package_export(const struct as_package *package, const struct as_export_config *config,
	const char *path, char ***notes, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4);

struct as_import_config {
	const char *title;     /**< the problem's name; NULL: the folder's name */
	int64_t time_limit_ns; /**< 0: none is written */
	const char *tolerance; /**< a decimal number as typed, absolute or relative; NULL: none */
	bool exact;            /**< case and white space matter */
	const char *const
		*solutions; /**< files of accepted submissions; NULL-terminated, or NULL */
};
/**
 * Makes a package at `path`, which must not exist, from a folder of inputs and answers: 1.in with
 * 1.out or 1.ans, input01.txt with output01.txt, 1/input.txt with 1/output.txt, input/1.txt with
 * output/1.txt, 01 with 01.a. An input without an answer, or an answer without an input, is
 * AS_ERROR_INPUT. `from` may also be a zip archive. `notes`, as above, lists omissions and changes.
 * `count`: the number of tests.
 */
int as_package_import(const char *from, const char *path, const struct as_import_config *config,
	size_t *count, char ***notes, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4, 5);
/** The example problems of as_package_new. */
enum as_new_kind {
	AS_NEW_PLAIN,                  /**< one right answer */
	AS_NEW_CHECKER,                /**< several right answers, with an output validator */
	AS_NEW_INTERACTIVE,            /**< the output validator interacts with the submission */
	AS_NEW_MULTI_PASS,             /**< the submission runs twice */
	AS_NEW_INTERACTIVE_MULTI_PASS, /**< the submission interacts twice */
};
struct as_new_config {
	enum as_new_kind kind;
	bool scoring; /**< two groups of tests with points */
	bool recipe;  /**< a recipe in place of the tests, which `assay gen` makes */
};
/** Makes a small example package at `path`, which must not exist. */
int as_package_new(const char *path, const struct as_new_config *config,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#endif
