/* SPDX-License-Identifier: MIT */
/**
 * package: reads a problem package of any format into one model, and its authors' expectations of
 * its submissions. It runs no programs and knows no languages.
 *
 * Life cycle: as_package_open, any number of readers from any thread, as_package_close.
 */
#ifndef ASSAY_PACKAGE_H
#define ASSAY_PACKAGE_H

#include <assay/package/expectation.h>
#include <assay/package/findings.h>
#include <assay/package/model.h>
#include <assay/package/shared.h>
#include <assay/package/test_name.h>

/**
 * Reads a package of format legacy, legacy-icpc, 2023-07-draft or 2025-09 from a folder, or from a
 * zip archive (.zip, .kpp), which is unpacked first: its only folder is the package, or else the
 * whole archive. A violation of the format is AS_ERROR_INPUT, one line with its place if known;
 * unknown but harmless keys and files become `findings`. A package without generated secret tests
 * loads with `needs_generation` set. Without a time limit the judge assumes 2 s.
 */
struct as_package *as_package_open(const char *path, const atomic_bool *cancel,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
void as_package_close(struct as_package *package);
/** NULL: the package has none of that name. */
const struct as_test *as_package_find_test(const struct as_package *package, const char *name)
	AS_NONNULL(1, 2);
const struct as_group *as_package_find_group(const struct as_package *package, const char *name)
	AS_NONNULL(1, 2);
/** True if another group is in this one. */
bool as_package_has_subgroups(const struct as_package *package, size_t group) AS_NONNULL(1);
/** The group whose score is that of a submission: data if samples are graded, else secret. NULL:
 * the package has no groups. */
const struct as_group *as_package_total(const struct as_package *package) AS_NONNULL(1);
/**
 * Writes the files of an open package that its digest covers to a file, as a zip archive of which
 * no more than a block is in memory. AS_ERROR_INPUT with sys_errno ESTALE: one of them is not as it
 * was when the package was opened. The archive has no submissions, statements and generators.
 */
int as_package_pack(const struct as_package *package, int fd, const atomic_bool *cancel,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/**
 * Opens a package from such an archive, which is unpacked first, with the care of as_zip_unpack:
 * its digest says whether it is the one that was packed. `archive_fd` is borrowed; `name` becomes
 * its path and short name.
 */
struct as_package *as_package_open_packed(int archive_fd, const char *name,
	const atomic_bool *cancel, struct as_error *error) AS_MUST_USE AS_NONNULL(2);
/** Reads problem.yaml only, for a package whose tests are about to be generated. */
struct as_package *as_package_open_settings(const char *path, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/** A file that exists while the tests of a package are replaced: as_package_open then fails. */
#define AS_RECIPE_MARK "generators/.replacing"
/** AS_ERROR_INPUT that names `assay gen` if the tests are not generated. */
int as_package_require_data(const struct as_package *package, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/* ---- files of an open package ---- */

/** The format's rule for names of files and folders; a file that violates it must be ignored. */
bool as_package_is_name(const char *name) AS_NONNULL(1);
/** The ending of a file of submissions/ that is kept, but must not be judged: ".disabled" or
 * ".template"; NULL: it has neither. */
const char *as_package_backup_ending(const char *name) AS_NONNULL(1);
/** The names in a folder (its path has no links) that the format permits, sorted; free with
 * as_names_free. */
char **as_package_names(const struct as_tree *tree, const char *real, const atomic_bool *cancel,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** True if `name` is that of the program's file or folder: with its ending if `with_ending`, else
 * without. */
bool as_package_program_is(const char *path, const char *name, bool with_ending) AS_NONNULL(1, 2);
/** True if a name ends with `ending` and has a stem before it: a hidden ".in" is not a test. */
bool as_package_name_ends(const char *name, const char *ending) AS_NONNULL(1, 2);
/** True if 2025-09 has this value of `license`. */
bool as_package_is_license(const char *text) AS_NONNULL(1);
/**
 * Copies a folder of an open package ("data/secret/1.files") to another. Links inside the package
 * are followed; files with names that the format does not permit are left out. AS_ERROR_INPUT, with
 * a part copied: a link out of the package, more bytes than `budget_bytes`, more than 20,000
 * entries or 32 levels of folders, a name that already exists.
 */
int as_package_copy_folder(const struct as_package *package, const char *path,
	const atomic_bool *cancel, int to_fd, uint64_t *budget_bytes,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 5);
/**
 * 0 if a file in the digest, or all files in the digest below a folder ("": all), are unchanged
 * since the package was opened; else AS_ERROR_INPUT with sys_errno ESTALE. Call it after reading.
 */
int as_package_check_unchanged(const struct as_package *package, const char *path,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** The same for the files of one test. */
int as_package_check_test(const struct as_package *package, const struct as_test *test,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Reads the input and the answer of a test, each of at most `max_bytes`, as they were when the
 * package was opened. The caller clears both; on failure they are empty. ESTALE as above,
 * also if a file was removed. */
int as_package_read_test(const struct as_package *package, const struct as_test *test,
	uint64_t max_bytes, struct as_bytes *input, struct as_bytes *answer,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 4, 5);
/** The default limits of 2025-09. */
void as_package_limits_default(struct as_package_limits *limits) AS_NONNULL(1);
/** The keys of a test_group.yaml, each by its index. */
#define AS_GROUP_KEY_COUNT 11
const char *as_group_key(size_t index);
/** A key of BAPCtools' answer validators: it changes no verdict, is reported and is ignored. */
#define AS_GROUP_KEY_IGNORED "answer_validator_args"
/**
 * Checks the settings of a group that stand in a recipe, so that they are refused before they
 * become the file `path` beneath data/ ("secret/1/test_group.yaml"): AS_ERROR_INPUT at the place of
 * the key in the document. `pointer` is the place of the settings. `groups` are all that the recipe
 * makes ("secret/1"), sorted and NULL-terminated. Remarks are added to `findings`.
 */
int as_package_check_settings(const struct as_package *package, const struct as_document *document,
	const char *pointer, const char *path, const char *const *groups,
	struct as_findings *findings, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 3, 4, 5, 6);
/** Limits of an archive's content. */
struct as_zip_quota {
	uint64_t bytes; /**< of all files together, at most */
	/** Files, links and folders must be fewer; folders that occur only in paths count, too. */
	size_t entries;
	/** What messages say to do, in place of what authors of packages do; "": nothing. NULL: the
	 * archive is a package. */
	const char *remedy;
};
#define AS_ZIP_MAX_ENTRIES 100000 /**< of packages */
/**
 * Unpacks an untrusted zip archive into an empty folder of the caller, which may hold a part of it
 * on failure; nothing if the archive's headers exceed the quota. judge/package/zip.h lists the
 * archives that are refused. `name`: the archive's name in messages.
 */
int as_zip_unpack(int archive_fd, const char *name, int to_fd, const struct as_zip_quota *quota,
	const atomic_bool *cancel, struct as_error *error) AS_MUST_USE AS_NONNULL(2, 4);
/**
 * The same for an archive of untrusted files whose authors cannot be asked to fix it. Names are
 * changed if they are not UTF-8 (they are read as Windows-1252), have backslashes or control
 * characters, are too long, or exist already; what macOS adds is also unpacked. LINKS LEAD
 * ANYWHERE: the caller must not follow them. A link whose name exists already is left out. So is an
 * entry whose name would lead out of the folder: with "..", absolute, or with the letter of a drive
 * of Windows. `outside` becomes the list of these names (as_names_free), in the archive's order;
 * NULL: there are none.
 */
int as_zip_unpack_any(int archive_fd, const char *name, int to_fd, const struct as_zip_quota *quota,
	char ***outside, const atomic_bool *cancel, struct as_error *error) AS_MUST_USE
	AS_NONNULL(2, 4, 5);

/* ---- words of the formats ---- */

/**
 * Looks at the first bytes of a text: "begins with a byte-order mark", "is text in UTF-16, not in
 * UTF-8", the same with UTF-32, or NULL.
 */
const char *as_text_encoding(const char *head, size_t size) AS_NONNULL(1);

/**
 * Replaces `{{name}}` and `{{name.variant}}` in a text by the package's constants (NULL: none);
 * unknown names stay.
 */
int as_constants_fill(struct as_bytes *text, const struct as_text_map *constants,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

#endif
