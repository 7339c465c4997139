/* SPDX-License-Identifier: MIT */
/* rows: the end of a verb that takes several packages: one row for each result, and the worst exit
 * status. */
#ifndef ASSAY_CLI_ROWS_H
#define ASSAY_CLI_ROWS_H

#include "options.h"

#include <assay/base.h>

struct as_engine_config;

/** `{0}` is empty; cli_rows_end clears it. */
struct cli_rows {
	struct cli_row {
		char *name, *result; /* NULL: out of memory */
		bool is_bad;
	} * items;
	size_t count;
	bool is_several; /**< several packages were named */
	int status;      /**< the worst so far */
};

/** Adds a result with its exit status; the text is one line, without the name. */
void cli_rows_add(struct cli_rows *rows, const char *name, int status, const char *format, ...)
	AS_NONNULL(1, 2, 4) __attribute__((format(printf, 4, 5)));
/** Prints the error, unless the command was cancelled, and adds it as a result. */
void cli_rows_fail(struct cli_rows *rows, const char *name, const struct as_error *error)
	AS_NONNULL(1, 2, 3);

/** Works on one package, and adds its results. -1 with an error, which becomes the result. */
typedef int cli_package_work(
	void *context, const char *path, struct cli_rows *rows, struct as_error *error);
/** Works on each package in order; an error in one package does not stop the others.
 * Ctrl-C stops all. If there are several, each note (cli_note) names the current package. */
void cli_rows_work(struct cli_rows *rows, const struct cli_list *packages, cli_package_work *work,
	void *context) AS_NONNULL(1, 2, 3);

/** Prints the rows as a table if there are several and `is_printed`. Returns the exit status. */
int cli_rows_end(struct cli_rows *rows, bool is_printed) AS_NONNULL(1);
/** cli_rows_work and cli_rows_end, with the languages, headers and cancellation of this command in
 * `engine`. Returns the exit status of the command. */
int cli_rows_run(const struct cli_list *packages, struct as_engine_config *engine,
	cli_package_work *work, void *context, bool is_printed) AS_MUST_USE AS_NONNULL(1, 2, 3);

#endif
