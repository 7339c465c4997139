/* SPDX-License-Identifier: MIT */
/**
 * testgen: test sets as a function of a recipe. It knows no game: the recipe names the programs
 * that make inputs and answers, and all of them run in the sandbox.
 *
 * A recipe is generators/generators.yaml in the convention of BAPCtools. Read today: `solution`,
 * `random_salt`, `generators` (a name for one file or folder), `data` as a map of names or a list
 * (zero-padded numbers), folders, and cases given as a command or by `in` (and `ans`) in place;
 * {seed}, {seed:N} and {name} in commands. Other keys are errors.
 *
 * What was made is recorded in generators/generators.lock: a digest for every file, so that another
 * machine can prove it made the same bytes.
 */
#ifndef ASSAY_TESTGEN_H
#define ASSAY_TESTGEN_H

#include <assay/judge.h>

struct as_gen_config {
	const struct as_languages *languages; /**< borrowed */
	const char
		*include_dir; /**< the folder that holds assay/gen.h, for the recipe's programs */
	const char *command;  /**< this command's own file: what `solution: assay solve ...` runs */
	bool check;           /**< write nothing; compare with the lock and with the files */
	bool weak_sandbox;
	const atomic_bool *cancel;                        /**< or NULL */
	void (*progress)(void *context, const char *now); /**< called before each test, or NULL */
	void *progress_context;
};

struct as_gen_report {
	size_t test_count;
	size_t file_count;
	size_t changed_count; /**< files that differ from the lock or, with check, from the disk */
	char first_changed[256];
	char first_change[64]; /**< what is the matter with it */
	uint64_t size_bytes;
};

/** How many tests a recipe makes, for a progress bar. -1 with AS_ERROR_INPUT where it is malformed.
 */
int as_gen_count(const char *package_path, size_t *count, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);
/**
 * Makes the package's test set, or with `check` proves it. Files come into data/ only once all of
 * them are made, one by one: a program that fails or an interruption leaves data/ as it was, a disk
 * that fails at the very end may leave old files beside new ones, which `check` tells. What is
 * wrong with the recipe or its programs is AS_ERROR_INPUT at the recipe's line.
 */
int as_gen_package(const char *package_path, const struct as_gen_config *config,
	struct as_gen_report *report, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

#endif
