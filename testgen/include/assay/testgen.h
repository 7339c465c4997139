/* SPDX-License-Identifier: MIT */
/**
 * testgen: makes test sets from recipes. It knows no game: the recipe names the programs that make
 * inputs and answers, and all of them run in the sandbox.
 *
 * A recipe is generators/generators.yaml in the convention of BAPCtools; testgen/README.md lists
 * its keys. A misspelt key is an error; another unknown key is a note.
 *
 * generators/generators.lock records a digest of every file, so that another machine can prove that
 * it made the same bytes, and a digest of the sources of every program.
 */
#ifndef ASSAY_TESTGEN_H
#define ASSAY_TESTGEN_H

#include <assay/convert/export.h>
#include <assay/program.h>

/** The schema of generators/generators.lock. */
#define AS_GEN_LOCK_SCHEMA "assay-lock/1"

struct as_gen_config {
	const struct as_languages *languages; /**< borrowed */
	const char *
		include_dir; /**< the folder that contains assay/gen.h, for the recipe's programs */
	const char *command; /**< the executable file that `solution: assay solve ...` runs */
	/** Write nothing: run every program twice, in different environments, and compare with the
	 * lock and with the files. */
	bool check;
	bool fresh;                 /**< do not use the cache */
	unsigned workers;           /**< tests at once; 0: one */
	int64_t program_time_ns;    /**< CPU time of each run; 0: AS_GEN_PROGRAM_TIME_NS */
	const char *const *modules; /**< as in as_workshop_config; or NULL */
	enum as_weakness weak_sandbox;
	const atomic_bool *cancel;                        /**< or NULL */
	void (*progress)(void *context, const char *now); /**< called before each test, one call at
							a time, or NULL */
	/** Receives information for the author that is not an error, one line per call; or NULL.
	 * Called in the caller's thread. */
	void (*note)(void *context, const char *text);
	void *progress_context;
};
#define AS_GEN_PROGRAM_TIME_NS INT64_C(60000000000)

struct as_gen_report {
	size_t test_count;
	size_t file_count;
	size_t changed_count; /**< files that differ from the lock or, with check, from the disk */
	char first_changed[256];
	char first_change[64];  /**< how that file differs */
	size_t duplicate_count; /**< tests with the same input as another test */
	uint64_t size_bytes;
	bool lacks_lock; /**< there was no lock to compare with */
};

/** Counts the tests of a recipe, for a progress bar. -1 with AS_ERROR_INPUT if it is malformed. */
int as_gen_count(const char *package_path, size_t *count, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);
/** The names of the tests of a recipe, in its order; NULL-terminated, free with as_names_free. NULL
 * if it is malformed. */
char **as_gen_names(const char *package_path, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/**
 * Makes the package's test set, or with `check` proves that it is unchanged. Files are moved into
 * data/ only once all of them are made: a program that fails or an interruption leaves data/
 * unchanged. A process killed while it renames files into data/ leaves the mark AS_RECIPE_MARK, and
 * the package is refused until its tests are made again. An error in the recipe or its programs is
 * AS_ERROR_INPUT at the recipe's line.
 */
int as_gen_package(const char *package_path, const struct as_gen_config *config,
	struct as_gen_report *report, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/**
 * Compares the recipe of an open package with its lock and its files, without running a program.
 * Adds differences to `findings` as errors, changed programs and notes about the recipe as
 * warnings. A package without a recipe, or with tests that are not made yet, is success without a
 * finding.
 */
int as_gen_inspect(const struct as_package *package, const struct as_languages *languages,
	struct as_findings *findings, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/**
 * Explains where a test ("secret/1/03", or a file of it) comes from, without making it. Returns an
 * object with "test" and "recipe" (file, line, column); if they apply, "included" (the original
 * test), "command", "written" (the command as in the recipe), "seed", "program" (word, files,
 * digest), "copy" and "solution"; "in_place" (endings); and "files" (path, digest in the lock, and
 * how the file in data/ compares with it). Free with json_decref.
 */
json_t *as_gen_explain(const char *package_path, const char *test_name,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** The part of as_package_export that knows recipes (as_export_config). */
extern const struct as_export_recipe as_recipe_export;

#endif
