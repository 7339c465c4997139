/* SPDX-License-Identifier: MIT */
/* judge: the parts of the verb `assay judge`. */
#ifndef ASSAY_CLI_JUDGE_H
#define ASSAY_CLI_JUDGE_H

#include "cli.h"

#include <assay/engine.h>
#include <assay/explain.h>
#include <assay/store.h>

/* ---- judge_options.c ---- */

struct judge_options {
	struct as_engine_config engine; /**< 0 workers: those of the store judge */
	struct cli_modules modules;
	struct as_job_order order; /**< of each submission */
	const char *package;
	struct cli_list submissions;
	const char *test;  /**< the name of a test or a group, or NULL */
	const char *input; /**< the path of one input, "-" for standard input; or NULL */
	bool json, csv;
	const char *html;         /**< the page to write, or NULL */
	const char *store;        /**< a URL, or NULL */
	const char *worker_group; /**< of these machines, or NULL */
	enum as_audience audience;
	enum as_verdict expect;
	bool explain;             /**< each failed submission, to setters */
	bool explain_to_students; /**< and to students */
	int64_t explain_time_ns;  /**< 0: the usual time */
};

/** Parses the options as cli_parse does; free the items of `submissions`. */
int judge_parse(int argc, char **argv, struct judge_options *options) AS_NONNULL(2, 3);

/** The package, tests and audience that every row reports on. */
struct judge_scope {
	const struct as_package *package;
	const char *test;  /**< only this test, or NULL */
	const char *group; /**< only the tests of this group, or NULL */
	enum as_audience audience;
};

/** The number of tests that a submission can pass. */
size_t judge_count_tests(const struct judge_scope *scope) AS_NONNULL(1);
/** The number of tests that a submission passed. */
size_t judge_count_passed(const struct as_result *result) AS_NONNULL(1);

/* ---- judge_choose.c ---- */

/** Opens the package. */
struct as_package *judge_open_package(
	const struct judge_options *options, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Fills the scope. --test takes the name of a test or of a group, or the path of one of their
 * files. */
int judge_choose_tests(const struct as_package *package, const struct judge_options *options,
	struct judge_scope *scope, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Replaces `all` and the names of folders in submissions/, such as `accepted`, by the paths of the
 * package's submissions; a path that exists stays. `paths` (as_names_free) keeps their texts. */
int judge_choose_submissions(const struct as_package *package, struct cli_list *words,
	char ***paths, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

/** Replaces the folder into which a package's archive was unpacked, in the path of one of its
 * submissions, by the path of the archive. The path is on the heap; NULL stays. */
void judge_show_path(const struct as_package *package, char **path) AS_NONNULL(1, 2);

/* ---- judge_table.c ---- */

struct judge_table {
	struct judge_scope scope;
	bool headed;                              /**< the heading is printed */
	bool unconfirmed;                         /* a test that decided a verdict is */
	enum as_weakness weak;                    /**< of the weakest sandbox */
	size_t verdict_counts[AS_VERDICT_CE + 1]; /**< of the rows */
};

/** Prints the row of a submission, below the heading if it is the first. */
void judge_table_add(struct judge_table *table, const struct as_result *result) AS_NONNULL(1, 2);
/** Prints the row of a submission that could not be judged. */
void judge_table_add_failure(struct judge_table *table, const char *path,
	const struct as_error *error) AS_NONNULL(1, 2, 3);
/** Prints the number of each verdict, if there are several submissions, and whether a sandbox was
 * weak. */
void judge_table_end(const struct judge_table *table) AS_NONNULL(1);

/* ---- judge_reason.c ---- */

/** The first test with the verdict of the submission; NULL: none, or the submission is accepted. */
const struct as_result_test *judge_reason_test(const struct as_result *result) AS_NONNULL(1);
/** Prints the reason of the verdict, with that test (or NULL), and the notes of the compilation. */
void judge_reason_print(const struct as_result *result, const struct as_result_test *test,
	enum as_audience audience) AS_NONNULL(1);

/* ---- judge_explain.c ---- */

/** The common part of all explanations of a command. Borrowed. */
struct judge_explaining {
	const struct judge_options *options;
	const struct as_package *package;
	const struct as_engine *engine;
	struct as_open_package *opened;
};
/** Fills the explanation of a failed submission (clear it) and returns 1. 0: no explanation,
 * because of the options or the result. -1: the machine or the package is at fault. */
int judge_explain(const struct judge_explaining *explaining, const struct as_result *result,
	const char *path, struct as_explanation *explanation, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 3, 4);
/** Prints the explanation below the submission's row. */
void judge_explain_print(const struct as_explanation *explanation) AS_NONNULL(1);

/* ---- judge_input.c ---- */

/** The input of --input, which replaces the package's tests. `{0}`: there is no input. */
struct judge_input {
	const char *name; /**< for messages; NULL: there is no input */
	struct as_bytes bytes;
	struct as_stress_answer answer;
	struct as_case data; /**< borrows from the others */
};
/** Reads the input, validates it and makes its answer. Clear `input` in any case. The settings are
 * those of the scope's test, or of the first test of the scope's group; without both, of a test
 * whose input validators accept the input. */
int judge_input_open(const struct judge_explaining *explaining, const struct judge_scope *scope,
	struct judge_input *input, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
void judge_input_clear(struct judge_input *input) AS_NONNULL(1);
/** Prints a line about the input. */
void judge_input_print(const struct judge_input *input) AS_NONNULL(1);
/** The value of `input` in the verdict document; NULL: there is no input, or no memory. */
json_t *judge_input_json(const struct judge_input *input) AS_NONNULL(1);
/** Gives the test of a result the name "input", and shows it like a sample, because the reader
 * knows the input. Removes the hint of the package, which is about another input. */
void judge_input_name(const struct judge_input *input, struct as_result *result) AS_NONNULL(1, 2);

/* ---- judge_csv.c ---- */

/** Prints the line of a submission, below the heading if it is the first. */
int judge_csv_add(struct judge_table *table, const struct as_result *result, struct as_error *error)
	AS_NONNULL(1, 2) AS_MUST_USE;
/** Prints the line of a submission that could not be judged. */
int judge_csv_add_failure(struct judge_table *table, const char *path, struct as_error *error)
	AS_NONNULL(1, 2) AS_MUST_USE;

#endif
