/* SPDX-License-Identifier: MIT */
/* stress: the common part of the files of `assay stress`. */
#ifndef ASSAY_CLI_STRESS_H
#define ASSAY_CLI_STRESS_H

#include <assay/stress.h>
#include <assay/testgen/commands.h>

struct stress_options {
	const char *package;
	const char *submission;
	const char *language;
	bool json;
	bool add;
	const char *group; /**< the folder of the new test; NULL: the first that accepts it */
	struct as_stress_order order;
	struct as_engine_config engine;
	int64_t waited_ns; /**< time in which a run waited for a core that another command used */
};

/** The input as a test of the recipe. */
struct stress_addition {
	const char *quoted;            /**< the input as text of a recipe; NULL: none */
	const char *folder;            /**< "secret/2" */
	bool has_validators;           /**< the package has input validators */
	char name[AS_ADDED_NAME_SIZE]; /**< "": not added */
};

/* stress_report.c */
/** Prints the report for people. */
void stress_print(const struct stress_options *options, const struct as_stress_report *report,
	const struct stress_addition *addition) AS_NONNULL(1, 2, 3);
/** Prints one JSON object. */
int stress_print_json(const struct as_stress_report *report);

#endif
