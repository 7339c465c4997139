/* SPDX-License-Identifier: MIT */
/* grade: the parts of the verb `assay grade`. */
#ifndef ASSAY_CLI_GRADE_H
#define ASSAY_CLI_GRADE_H

#include "cli.h"

#include <assay/grade/run.h>

/* ---- grade_new.c ---- */

/** assay grade new; argv[0] is "grade new". */
int grade_new(int argc, char **argv) AS_NONNULL(2);

/* ---- grade_options.c ---- */

struct grade_options {
	struct as_grade_config run;
	struct cli_modules modules;
};
/** Parses the options as cli_parse does. */
int grade_parse(int argc, char **argv, struct grade_options *options) AS_NONNULL(2, 3);

/* ---- grade_report.c ---- */

/** Prints the submissions that the run would process, with reasons. */
void grade_print_plan(const struct as_class_planned *planned, size_t count, size_t whole,
	const struct as_grade *grade) AS_NONNULL(4);
/** Prints the marks that would change; returns their number. */
size_t grade_print_changes(const struct as_class *class, enum as_grade_fate fate) AS_NONNULL(1);
/** Prints the number of students with a mark, the remaining tasks, and a line on similar sources,
 * if any were found. */
void grade_print_summary(const struct as_grade *grade) AS_NONNULL(1);
#define GRADE_MACHINE_SIZE 1024
/** Writes a line that describes this machine. Returns `text`. */
const char *grade_describe_machine(char text[GRADE_MACHINE_SIZE]) AS_NONNULL(1);

#endif
