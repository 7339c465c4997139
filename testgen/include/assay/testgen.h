/* SPDX-License-Identifier: MIT */
/**
 * testgen: test sets as a function of a recipe. It knows no game: the recipe names the programs
 * that make inputs and answers, and all of them run in the sandbox.
 *
 * A recipe is generators/generators.yaml in the convention of BAPCtools; testgen/README.md says
 * what is read of it. Unknown keys are errors.
 *
 * What was made is recorded in generators/generators.lock: a digest for every file, so that another
 * machine can prove it made the same bytes, and one for the sources of every program.
 */
#ifndef ASSAY_TESTGEN_H
#define ASSAY_TESTGEN_H

#include <assay/program.h>

struct as_gen_config {
	const struct as_languages *languages; /**< borrowed */
	const char
		*include_dir; /**< the folder that holds assay/gen.h, for the recipe's programs */
	const char *command;  /**< this command's own file: what `solution: assay solve ...` runs */
	/** Write nothing: run every program twice, in environments that differ, and compare with
	 * the lock and with the files. */
	bool check;
	bool fresh;              /**< make again what the cache holds */
	unsigned workers;        /**< tests at once; 0: one */
	int64_t program_time_ns; /**< CPU time of each run; 0: AS_GEN_PROGRAM_TIME_NS */
	bool weak_sandbox;
	const atomic_bool *cancel;                        /**< or NULL */
	void (*progress)(void *context, const char *now); /**< called before each test, one call at
							a time, or NULL */
	/** What the author should know and what is no error, a line each; or NULL. Called by the
	 * caller's thread. */
	void (*note)(void *context, const char *text);
	void *progress_context;
};
#define AS_GEN_PROGRAM_TIME_NS INT64_C(60000000000)

struct as_gen_report {
	size_t test_count;
	size_t file_count;
	size_t changed_count; /**< files that differ from the lock or, with check, from the disk */
	char first_changed[256];
	char first_change[64];  /**< what is the matter with it */
	size_t duplicate_count; /**< tests with an input that another one has */
	uint64_t size_bytes;
};

/** How many tests a recipe makes, for a progress bar. -1 with AS_ERROR_INPUT where it is malformed.
 */
int as_gen_count(const char *package_path, size_t *count, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);
/**
 * Makes the package's test set, or with `check` proves it. Files come into data/ only once all of
 * them are made: a program that fails or an interruption leaves data/ as it was. Who is killed
 * while files are renamed into it leaves the mark AS_RECIPE_MARK, and nothing judges with such a
 * package until its tests were made again. What is wrong with the recipe or its programs is
 * AS_ERROR_INPUT at the recipe's line.
 */
int as_gen_package(const char *package_path, const struct as_gen_config *config,
	struct as_gen_report *report, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/**
 * Where a test ("secret/1/03", or a file of it) comes from, without making it: an object of "test",
 * "recipe" (file, line, column), where they apply "included" (the test that it is), "command",
 * "written" (the same as it stands in the recipe), "seed", "program" (word, files, digest), "copy"
 * and "solution", then "in_place" (endings) and "files" (path, digest of the lock, and how what is
 * in data/ compares with that). Free with json_decref.
 */
json_t *as_gen_explain(const char *package_path, const char *test_name,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#endif
