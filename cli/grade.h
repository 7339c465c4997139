/* SPDX-License-Identifier: MIT */
/* grade: the parts of the verb `assay grade`. */
#ifndef ASSAY_CLI_GRADE_H
#define ASSAY_CLI_GRADE_H

#include "cli.h"

#include <assay/base/keeper.h>
#include <assay/grade/run.h>
#include <signal.h>

/* ---- grade_new.c ---- */

/** assay grade new; argv[0] is "grade new". */
int grade_new(int argc, char **argv) AS_NONNULL(2);

/* ---- grade_options.c ---- */

enum grade_platform { GRADE_AS_CLASS, GRADE_AS_GRADESCOPE, GRADE_AS_JUNIT };
/** One submission, as a platform runs it. */
struct grade_as {
	enum grade_platform platform; /**< GRADE_AS_CLASS: a class, and the rest is unset */
	const char *submission, *results;
	const char *metadata; /**< NULL: none */
	int64_t time_ns;      /**< 0: no limit */
	struct as_grade_single dates;
};
struct grade_options {
	struct as_grade_config run;
	struct grade_as as;
	struct cli_modules modules;
};
#define GRADE_AS_ROW(more)                                                                         \
	{                                                                                          \
		"as", 0, "PLATFORM",                                                               \
			"grade one submission, as this platform runs it: gradescope or "           \
			"junit" more,                                                              \
			grade_take_platform, .place = offsetof(struct grade_options, as.platform)  \
	}
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

/* ---- grade_as.c ---- */

cli_take grade_take_platform; /* enum grade_platform */
/** True if the command line has the option --as. */
bool grade_is_single(int argc, char **argv) AS_NONNULL(2);
/** grade_parse for such a command line. */
int grade_parse_single(int argc, char **argv, struct grade_options *options) AS_NONNULL(2, 3);

/** One submission as a class in a temporary folder. */
struct grade_single {
	struct grade_options *options;
	struct as_keeper *keeper;
	char folder[PATH_MAX];
	char *class, *out;
	int64_t begin_ns;
	volatile sig_atomic_t timed_out;
	char *refusal; /* why the submission is not judged; NULL: it is judged */
};
/** Writes a result that says that judging failed, and makes the class, for which it completes
 * `options`. Does nothing more for a class. Close `single` in any case. If the function fails and
 * sets `refusal`, the submission is at fault. */
int grade_single_open(struct grade_single *single, struct grade_options *options,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Ends the time limit of --time. */
void grade_single_stop_time(void);
void grade_single_close(struct grade_single *single) AS_NONNULL(1);

/* ---- grade_results.c ---- */

/** Writes a result that says that judging failed. */
int grade_single_fail(struct grade_single *single, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/** Writes the result of a run whose files are written; `grade` is NULL if the run failed. Returns
 * the exit status: 1 if the teacher has to look, and for JUnit if a case failed; -1: an error. Does
 * nothing for a class. */
int grade_single_write(struct grade_single *single, const struct as_grade *grade,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

#endif
