/* SPDX-License-Identifier: MIT */
/**
 * convert: packages for other systems, from other systems, and new ones. It runs nothing.
 */
#ifndef ASSAY_CONVERT_H
#define ASSAY_CONVERT_H

#include <assay/package.h>

/* ---- packages for others, and from others -----------------------------------------------------
 */

struct as_export_config {
	enum as_format format;     /**< the package's own, or legacy or 2025-09 to convert it to */
	bool in_folder;            /**< all in a folder of the package's name, not at the top */
	const char *include_dir;   /**< holds assay/gen.h, which goes along where a validator needs
				      it; or NULL */
	const atomic_bool *cancel; /**< or NULL */
};
/**
 * Writes a package with its test data as a zip archive: the same bytes every time. In another
 * format what would change a verdict and cannot be said there is AS_ERROR_INPUT; what else is lost
 * is in `notes`, a line each (NULL-terminated, or NULL; free with as_names_free). A file at `path`
 * is replaced once the archive is whole.
 */
int as_package_export(const struct as_package *package, const struct as_export_config *config,
	const char *path, char ***notes, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4);

struct as_import_config {
	const char *title;     /**< the problem's name; NULL: that of the folder */
	int64_t time_limit_ns; /**< 0: none is written */
	const char *tolerance; /**< a decimal number as typed, absolute or relative; NULL: none */
	bool exact;            /**< case and white space count */
	const char *const *solutions; /**< files of right submissions; NULL-terminated, or NULL */
};
/**
 * Makes a package at `path`, where nothing may be yet, of a folder of inputs and answers: 1.in with
 * 1.out or 1.ans, input01.txt with output01.txt, 1/input.txt with 1/output.txt, input/1.txt with
 * output/1.txt, 01 with 01.a. An input without its answer, or the other way round, is
 * AS_ERROR_INPUT. `notes` as above: what was left out or changed. `count`: the tests.
 */
int as_package_import(const char *from, const char *path, const struct as_import_config *config,
	size_t *count, char ***notes, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4, 5);
/** Makes a small package to start from at `path`, where nothing may be yet. */
int as_package_new(const char *path, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

#endif
