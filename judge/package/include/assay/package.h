/* SPDX-License-Identifier: MIT */
/**
 * package: reads a problem package of any format into one model, and what its authors expect of
 * its submissions. It runs nothing and knows no language.
 *
 * Life cycle: as_package_open, any number of readers from any thread, as_package_close.
 */
#ifndef ASSAY_PACKAGE_H
#define ASSAY_PACKAGE_H

#include <assay/package/expectation.h>
#include <assay/package/findings.h>
#include <assay/package/model.h>

/**
 * Reads a package of format legacy, legacy-icpc, 2023-07-draft or 2025-09 from a folder, or from a
 * zip archive (.zip, .kpp), which is unpacked first: its one folder is the package, or else all of
 * it. What the format forbids is an AS_ERROR_INPUT in one line, at its place where it has one; what
 * it does not know but does no harm goes into `findings`. A package whose secret tests were not
 * generated yet loads with `needs_generation` set. Without a time limit the judge assumes 2 s.
 */
struct as_package *as_package_open(const char *path, const atomic_bool *cancel,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
void as_package_close(struct as_package *package);
/** The same without all but problem.yaml: of a package whose tests are about to be made. */
struct as_package *as_package_open_settings(const char *path, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/** In a package while its tests are being replaced: as_package_open refuses it. */
#define AS_RECIPE_MARK "generators/.replacing"
/** AS_ERROR_INPUT naming `assay gen` where the data is not there. */
int as_package_require_data(const struct as_package *package, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/* ---- files of an open package ---- */

/** The format's rule for the names of files and folders; what does not follow it is to be treated
 * as if it were not there. */
bool as_package_is_name(const char *name) AS_NONNULL(1);
/** The names in a folder (its path has no links) that the format does not ignore, sorted; free with
 * as_names_free. */
char **as_package_names(const struct as_tree *tree, const char *real, const atomic_bool *cancel,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Whether a program is called so: by its file's or folder's name, or by that without its ending.
 */
bool as_package_program_is(const char *path, const char *name, bool with_ending) AS_NONNULL(1, 2);
/** Whether a name ends so and begins with something else: a hidden ".in" is not a test. */
bool as_package_name_ends(const char *name, const char *ending) AS_NONNULL(1, 2);
/** Whether a text of `license` is one that 2025-09 knows. */
bool as_package_is_license(const char *text) AS_NONNULL(1);
/**
 * Copies a folder of an open package ("data/secret/1.files") to another: what its links inside the
 * package lead to, and nothing whose name the format does not allow. AS_ERROR_INPUT, with a part
 * copied: a link out of it, more bytes than there is room for, more than 20,000 entries or 32
 * folders in one another, a name that is there already.
 */
int as_package_copy_folder(const struct as_package *package, const char *path,
	const atomic_bool *cancel, int to_fd, uint64_t *room_bytes,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 5);
/**
 * 0 if a file that the digest covers, or all that it covers below a folder, is still what was read
 * when the package was opened. Call it after reading. Else AS_ERROR_INPUT with sys_errno ESTALE.
 */
int as_package_check_unchanged(const struct as_package *package, const char *path,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** The same for the files of one test. */
int as_package_check_test(const struct as_package *package, const struct as_test *test,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** The limits of a package that says nothing of them (2025-09). */
void as_package_limits_default(struct as_package_limits *limits) AS_NONNULL(1);
/**
 * Unpacks a zip archive that a stranger may have made into an empty folder of the caller's, which
 * on failure may hold a part of it; judge/package/zip.h says what is refused. `name` is what
 * messages call the archive.
 */
int as_zip_unpack(int archive_fd, const char *name, int to_fd, const atomic_bool *cancel,
	struct as_error *error) AS_MUST_USE AS_NONNULL(2);

/* ---- words of the formats ---- */

/**
 * Parses the default output validator's flags (2025-09: case_sensitive, space_change_sensitive,
 * float_absolute_tolerance E, float_relative_tolerance E, float_tolerance E) from a list of words.
 * An unknown flag, a tolerance that is no non-negative decimal number, or one given twice is
 * AS_ERROR_INPUT.
 */
int as_check_flags_parse(const char *const *words, size_t count, struct as_check_flags *flags,
	struct as_error *error) AS_MUST_USE AS_NONNULL(3);

/**
 * True where all of the text is a floating-point number of the format: decimal, with an optional
 * sign, point and exponent. The value is the nearest long double, an infinity beyond its range.
 * text[length] must be readable and no digit, point or letter. The locale does not matter.
 */
bool as_check_number_parse(const char *text, size_t length, long double *value) AS_MUST_USE
	AS_NONNULL(1, 3);
/**
 * Writes a package's constants (or NULL: nothing happens) where
 * `{{name}}` or `{{name.variant}}` stands in a text, which is replaced; unknown names stay.
 */
int as_constants_fill(struct as_bytes *text, const struct as_text_map *constants,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

#endif
