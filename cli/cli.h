/* SPDX-License-Identifier: MIT */
/* cli: one function for each verb, in the file of its name; main.c dispatches. The verbs
 * of main_contest.c and main_grade.c are in programs of their own. */
#ifndef ASSAY_CLI_H
#define ASSAY_CLI_H

#include "options.h"

#include <assay/base.h>
#include <limits.h>

struct as_finding;
struct as_package;
struct as_store;

/* The schemas of the documents of `cli` itself. */
#define CLI_DOCTOR_SCHEMA "assay-doctor/1"
#define CLI_LANGUAGES_SCHEMA "assay-languages/1"
#define CLI_RUN_SCHEMA "assay-run/1"
#define CLI_STATUS_SCHEMA "assay-status/1"
#define CLI_STORE_SCHEMA "assay-store/1"
#define CLI_VERSION_SCHEMA "assay-version/1"

/** Prints `assay --version --json`; returns the exit status. */
int cli_version_print(void);
/** Each verb takes its own argv (argv[0] is the verb) and returns the exit status. */
int cli_contest(int argc, char **argv);
int cli_course(int argc, char **argv);
int cli_doctor(int argc, char **argv);
int cli_export(int argc, char **argv);
int cli_gen(int argc, char **argv);
int cli_grade(int argc, char **argv);
int cli_import(int argc, char **argv);
int cli_judge(int argc, char **argv);
int cli_languages(int argc, char **argv);
int cli_new(int argc, char **argv);
int cli_sandbox(int argc, char **argv);
int cli_serve(int argc, char **argv);
int cli_solve(int argc, char **argv);
int cli_statement(int argc, char **argv);
int cli_status(int argc, char **argv);
int cli_store(int argc, char **argv);
int cli_strength(int argc, char **argv);
int cli_stress(int argc, char **argv);
int cli_verify(int argc, char **argv);
int cli_worker(int argc, char **argv);

/**
 * Called first. If the output cannot be written in full, even argp's --help, the command ends with
 * one line on stderr and status 5, or silently with status 141 if the reader of a pipe is gone.
 * Standard streams that are closed stay closed.
 */
void cli_guard_output(void);

/** The exit status if the reader of a pipe is gone (`| head`), as a shell reports SIGPIPE. */
#define CLI_READER_GONE 141

/** Makes the command end with that status. */
void cli_lose_reader(void);
/** Prints a document and a line feed on standard output. Returns -1 if that failed, or if the
 * document is NULL. */
int cli_print_json(const json_t *document, size_t flags);

/** Prints "assay: WHERE:LINE: TEXT" on stderr and returns the error's exit status. An identical
 * line is printed only once. */
int cli_fail(const struct as_error *error) AS_NONNULL(1);
/* A message with the path of this command in its remedy: sudo searches commands in its own list of
 * folders. Free it; NULL: no memory. */
char *cli_name_command(const char *text) AS_NONNULL(1) AS_MUST_USE;

/** Prints "assay: note: TEXT" on stderr, for information that is not an error. */
void cli_note(const char *text) AS_NONNULL(1);
/** The same on the line of a progress bar (a struct as_progress *), which is removed first. */
void cli_note_beside(void *progress, const char *text) AS_NONNULL(2);
/** Puts the path of a package before each further note; NULL: nothing. Borrowed. */
void cli_note_about(const char *path);
/** For `note` of an engine: shows in the progress bar what the command waits for, or without a bar
 * prints the first long wait; `context` is a struct as_progress **. */
void cli_show_wait(void *context, const char *what) AS_NONNULL(1, 2);
/** For `note` of an engine: counts the time in which at least one run waits for a core. */
void cli_count_wait(void *context, const char *what) AS_NONNULL(2);
/** The time that was counted in this process. */
int64_t cli_waited_ns(void);
/** Prints the waiting time as a line after `before`, unless it is shorter than a second. */
void cli_print_waited(const char *before, int64_t waited_ns) AS_NONNULL(1);
/** Prints a note with the package's time limit and its origin, unless problem.yaml states it or
 * the package does not use it. */
void cli_note_time_limit(const struct as_package *package) AS_NONNULL(1);
/** Writes the time limit and its origin; returns `text`. */
#define CLI_TIME_LIMIT_SIZE 1024
const char *cli_time_limit_text(const struct as_package *package, char text[CLI_TIME_LIMIT_SIZE])
	AS_NONNULL(1, 2);
/** Prints each entry of a NULL-terminated list as a note; NULL is an empty list. */
void cli_note_all(char *const *notes);

#define CLI_LIST_SIZE 256
/** Writes "a, b or c" into `list`, and returns it. */
const char *cli_list_names(const char *const *names, size_t count, char list[CLI_LIST_SIZE])
	AS_NONNULL(1, 3);

/** Prints text of a package, a submission or a store, with escapes for everything that a terminal
 * would interpret. */
void cli_print_text(const char *text, size_t length) AS_NONNULL(1);
/** Prints the line of a finding: "club/teams.yaml:3:1: error: ...". `folder`: of the place `where`;
 * NULL: `where` is the whole place. */
void cli_print_finding(const char *folder, const char *where, const struct as_finding *finding)
	AS_NONNULL(2, 3);
/** Prints how the isolation of runs was less than full, if it was. */
void cli_print_weakness(enum as_weakness weakness);
/** Prints "3 jobs" and a text. */
void cli_print_count(uint64_t count, const char *noun, const char *after) AS_NONNULL(2, 3);

/** Writes a score as tables show it, rounded to two digits, and returns `text`. */
char *cli_score_format(double score, char text[AS_NUMBER_SIZE]) AS_NONNULL(2);

/**
 * Returns the exit status after printing failed. Reports the reason in errno, unless the reader
 * closed the pipe (`| head`). `what` could not be printed.
 */
int cli_fail_printing(const char *what) AS_NONNULL(1);

/** Returns the number of columns of the terminal on standard output, or `otherwise` if it is not a
 * terminal. */
int cli_terminal_width(int otherwise);
/** Prints `text` and a line feed, broken between words so that no line reaches `width` unless one
 * word is too long. The cursor is at `column`, and further lines begin there. */
void cli_print_wrapped(const char *text, int column, int width) AS_NONNULL(1);

struct as_engine_config;
/** Makes the tests of a package from its recipe as `assay gen` does, and prints nothing but its
 * notes and a progress bar. The modules and the sandbox are those of `like`; NULL: the usual ones.
 */
int cli_make_tests(const char *package, const struct as_engine_config *like,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** Examines this machine as `assay doctor` does. -1 with the first thing that is missing for safe
 * judging, and its remedy. */
int cli_doctor_check(struct as_error *error) AS_MUST_USE;

/** Opens a path from the command line as as_file_open does, but with AS_ERROR_USAGE in place of
 * AS_ERROR_INPUT. */
int cli_open_typed(const char *path, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Makes an input for a program from a file, a pipe or, for "-", the command's own standard input.
 * Returns a descriptor that the caller closes. A pipe is read to its end; AS_ERROR_USAGE if it
 * contains more than 256 MiB, or a file more than `max_bytes` (then with EFBIG). Ctrl-C stops
 * reading. Messages about pipes and standard input name `option`. */
int cli_input_open(const char *option, const char *path, uint64_t max_bytes,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

bool cli_is_folder(const char *path) AS_NONNULL(1);
/** Checks that the page can be written, before an hour of judging. NULL: no page is requested. */
int cli_page_check(const char *path, struct as_error *error) AS_MUST_USE;
/** Likewise for a document in JUnit XML. */
int cli_junit_check(const char *path, struct as_error *error) AS_MUST_USE;
/** Writes the page, or the document. */
int cli_page_write(const char *path, const char *page, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);
#define CLI_CPU_SIZE 128
/** Writes the name of the processor, "Intel(R) Xeon(R) CPU", or "". */
const char *cli_cpu_name(char text[CLI_CPU_SIZE]) AS_NONNULL(1);
#define CLI_MACHINE_SIZE 1024
/** Writes a line that describes this machine. Returns `text`. */
const char *cli_describe_machine(char text[CLI_MACHINE_SIZE]) AS_NONNULL(1);
#define CLI_MADE_SIZE 512
/** Writes when and where the page is made, "2026-01-31 12:00 CET, on HOST (CPU, x86_64)". */
const char *cli_page_made(char text[CLI_MADE_SIZE]) AS_NONNULL(1);

/** Opens a store in which the results of the command last, and prints its warning. */
struct as_store *cli_store_open(const char *url, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** The number of cores that this process may use. */
unsigned cli_all_cores(void);

/**
 * Returns the folder that contains assay/gen.h: ../include from the command's own file, installed
 * or a link in the build folder. NULL if it does not exist.
 */
const char *cli_find_include_dir(char path[PATH_MAX]) AS_NONNULL(1);

/** Becomes true at Ctrl-C, SIGTERM or SIGHUP after cli_catch_signals was called. */
extern atomic_bool cli_cancelled;
void cli_catch_signals(void);
/**
 * Called last by a verb. If it was cancelled, prints one line and ends by that signal, as shells
 * expect from a program that cleans up; else returns `status`.
 */
int cli_finish(int status);
/** Sets the text that this line has after "interrupted; ", instead of "nothing was left behind". */
void cli_leaves_behind(const char *text) AS_NONNULL(1);

#endif
