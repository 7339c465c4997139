/* SPDX-License-Identifier: MIT */
/* stress: what the files of `assay stress` share. */
#ifndef ASSAY_CLI_STRESS_H
#define ASSAY_CLI_STRESS_H

#include <assay/stress.h>

struct stress_options {
	const char *package;
	const char *submission;
	const char *language;
	bool json;
	bool add;
	struct as_stress_order order;
	struct as_engine_config engine;
};

/* stress_report.c */
/** Prints the report for people; `line` is for the recipe, or NULL. */
void stress_print(const struct stress_options *options, const struct as_stress_report *report,
	const char *line);
/** Prints one JSON object. */
int stress_print_json(const struct as_stress_report *report);

#endif
