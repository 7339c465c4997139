/* SPDX-License-Identifier: MIT */
/* cli: one function a verb, each in the file of its name; main.c dispatches. */
#ifndef ASSAY_CLI_H
#define ASSAY_CLI_H

#include <argp.h>
#include <assay/base.h>
#include <limits.h>

/** Each takes its own argv (argv[0] is "assay VERB") and returns the exit status. */
int cli_doctor(int argc, char **argv);
int cli_export(int argc, char **argv);
int cli_gen(int argc, char **argv);
int cli_import(int argc, char **argv);
int cli_judge(int argc, char **argv);
int cli_languages(int argc, char **argv);
int cli_new(int argc, char **argv);
int cli_sandbox(int argc, char **argv);
int cli_solve(int argc, char **argv);
int cli_verify(int argc, char **argv);

/**
 * The first thing the command does: from here on, ending without having printed everything is one
 * line on stderr and status 5, also from argp's --help; and closed standard streams stay closed.
 */
void cli_guard_output(void);

/** Prints "assay: WHERE:LINE: TEXT" on stderr and returns the error's exit status. */
int cli_fail(const struct as_error *error) AS_NONNULL(1);

/** Prints "assay: note: TEXT" on stderr: what is worth knowing and no error. */
void cli_note(const char *text) AS_NONNULL(1);
/** The same of each in a NULL-terminated list; NULL has none. */
void cli_note_all(char *const *notes);

/**
 * Parses options as argp does, but bad usage ends with status 2 and one line. Returns 0 to go on.
 */
int cli_parse(const struct argp *argp, int argc, char **argv, void *input);

/** An option's number between two others; else bad usage, as argp_error has it. `name` as typed. */
uint64_t cli_parse_count(struct argp_state *state, const char *name, const char *argument,
	uint64_t least, uint64_t most) AS_NONNULL(1, 2, 3);

/**
 * After printing failed: the exit status. Says so with the reason in errno, unless whoever read has
 * had enough (`| head`). `what` could not be printed.
 */
int cli_fail_printing(const char *what) AS_NONNULL(1);

/** How many columns the terminal on standard output has; `otherwise` where it is none. */
int cli_terminal_width(int otherwise);
/** A UTF-8 character counts one, by its first byte. */
int cli_count_columns(const char *text, size_t length) AS_NONNULL(1);
/** Prints words from a column on, where the cursor is, and a line's end; broken between words only,
 * such that each line but those of one long word ends before `width`. */
void cli_print_wrapped(const char *text, int column, int width) AS_NONNULL(1);

/**
 * The folder with assay/gen.h beside that of the command's own file: installed, or by a link in the
 * build folder. NULL where there is none.
 */
const char *cli_find_include_dir(char path[PATH_MAX]) AS_NONNULL(1);

/** Becomes true at Ctrl-C, SIGTERM or SIGHUP once cli_catch_signals was called. */
extern atomic_bool cli_cancelled;
void cli_catch_signals(void);
/**
 * The last thing a verb does: where it was cancelled, says so and dies of that signal, as a shell
 * expects of a program that cleans up; else returns `status`.
 */
int cli_finish(int status);

#endif
