/* SPDX-License-Identifier: MIT */
/* stress: the common part of the files of `assay stress`. */
#ifndef ASSAY_CLI_STRESS_H
#define ASSAY_CLI_STRESS_H

#include "rows.h"

#include <assay/stress.h>
#include <assay/testgen/commands.h>

struct stress_options {
	const char *package;
	const char *submission; /**< as shown */
	const char *path;       /**< its file or folder */
	const char *language;
	struct cli_rows *rows;
	bool json;
	bool slowest; /**< search for a slow input, not for a failing one */
	bool add;
	bool adds_files;   /**< the samples are files, because the recipe does not make them */
	const char *group; /**< the folder of the new test; NULL: the first that accepts it */
	struct as_stress_order order;
	struct as_engine_config engine;
	int64_t waited_ns; /**< time in which a run waited for a core that another command used */
};

/** The input as a test of the recipe. */
struct stress_addition {
	const char *prefix;            /**< of the name: "stress" */
	const char *quoted;            /**< the input as text of a recipe; NULL: none */
	bool is_command;               /**< `quoted` is a command that makes the input */
	const char *folder;            /**< "secret/2" */
	bool has_validators;           /**< the package has input validators */
	bool is_file;                  /**< it was added as files of a sample */
	char name[AS_ADDED_NAME_SIZE]; /**< "": not added */
};

/* stress_add.c */
/** Checks before the search, which takes long, whether its input can be added. Sets `folders` to
 * the folders that the test may be added to; without --add, `folders` remains NULL. Sets
 * `adds_files`. */
int stress_check_addition(struct stress_options *options, const struct as_package *package,
	char ***folders, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Adds the input if --add is given and `found` is not NULL, and sets the name. */
int stress_add(const struct stress_options *options, const struct as_stress_report *found,
	struct stress_addition *addition, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);

/* stress_report.c */
/** Prints the report for people. */
void stress_print(const struct stress_options *options, const struct as_stress_report *report,
	const struct stress_addition *addition) AS_NONNULL(1, 2, 3);
/** Prints one JSON object. */
int stress_print_json(const struct stress_options *options, const struct as_stress_report *report)
	AS_NONNULL(1, 2);
/** The same for --slowest; `limit_ns` is the time limit. */
void stress_print_slowest(const struct stress_options *options,
	const struct as_stress_report *report, const struct stress_addition *addition,
	int64_t limit_ns) AS_NONNULL(1, 2, 3);
int stress_print_slowest_json(const struct stress_options *options,
	const struct as_stress_report *report, int64_t limit_ns) AS_NONNULL(1, 2);

#endif
