/* SPDX-License-Identifier: MIT */
/**
 * commands: the commands of a recipe, to run again with other numbers and seeds: generators that
 * make inputs, and the solution that makes answers. They run in the sandbox as `assay gen` runs
 * them, and nothing is cached.
 *
 * Life cycle: as_commands_open for an open package; as_commands_add for commands of the caller; a
 * as_command_runner_open for each thread; close them in the other order. A package without a recipe
 * has no commands, which is not an error.
 */
#ifndef ASSAY_TESTGEN_COMMANDS_H
#define ASSAY_TESTGEN_COMMANDS_H

#include <assay/testgen.h>

struct as_commands;
/** Borrows both until it is closed. Of `config` it uses languages, include_dir, command, modules,
 * weak_sandbox, cancel and program_time_ns. NULL: the recipe is malformed (AS_ERROR_INPUT), or the
 * machine cannot compile. */
struct as_commands *as_commands_open(const struct as_package *package,
	const struct as_gen_config *config, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Takes NULL. */
void as_commands_close(struct as_commands *commands);

/** A command of a recipe's test that makes an input. Borrowed from the commands. */
struct as_recipe_command {
	const char *test; /**< the first test with it: "secret/1/03-trap" */
	/** As `gen` would run it, but {seed} and {seed:N} are "{seed}". */
	const char *text;
	bool seeded; /**< it has "{seed}" */
};
/** Lists the commands of the recipe, each once, in the order of its tests: a mapping is in the
 * order of names. Those of the cases for validators are left out. */
const struct as_recipe_command *as_commands_list(const struct as_commands *commands, size_t *count)
	AS_NONNULL(1, 2);
/** The recipe's `solution` of its last test that has one, borrowed; NULL: there is none. */
const char *as_commands_solution(const struct as_commands *commands) AS_NONNULL(1);
/**
 * Compiles the program that a command begins with, unless that was done before: of the recipe's
 * `generators`, of generators/, of the package with a leading '/', or `assay solve ...`.
 * AS_ERROR_INPUT: there is no such program, or it does not compile. Not while a runner is in use.
 */
int as_commands_add(struct as_commands *commands, const char *command,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

struct as_command_runner;
/** Opens the runner of one thread at a time. */
struct as_command_runner *as_command_runner_open(
	struct as_commands *commands, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Takes NULL. */
void as_command_runner_close(struct as_command_runner *runner);

/** A run. All of it is borrowed. */
struct as_command_call {
	const char *command;          /**< without placeholders */
	const struct as_bytes *input; /**< what it reads; NULL: it is a generator */
	const struct as_bytes *tape;  /**< the choices that a generator replays (gen.h); or NULL */
	struct as_bytes *record; /**< receives the choices of a generator, empty if it does not use
				    gen.h (clear it); NULL: not requested */
	int64_t time_ns;         /**< of CPU; 0: that of the configuration */
	int64_t deadline_ns;     /**< by as_now_ns; no run outlasts it by much; 0: none */
	uint64_t output_bytes;   /**< more than that is a failure; 0: 1 GiB */
};
/**
 * Runs a command that was added. 0: `output` (clear it) is the input that a generator made, or the
 * output of a solution. -1 with AS_ERROR_INPUT: it failed, printed nothing or did not end in time
 * (sys_errno ETIME), which says nothing about other arguments; with another kind: nothing can be
 * run, or "interrupted".
 */
int as_command_run(struct as_command_runner *runner, const struct as_command_call *call,
	struct as_bytes *output, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

struct as_command_result {
	struct as_bytes output;
	struct as_bytes
		record;      /**< if the call requests one; the call's own `record` is not used */
	struct as_error why; /**< AS_ERROR_NONE: there is an output; else as of as_command_run */
};
void as_command_result_clear(struct as_command_result *result) AS_NONNULL(1);
/**
 * Runs some dozens of calls and fills their results (clear them), in order. `assay solve` takes all
 * inputs in one run. With `fast`, programs in C and C++ run in fork servers
 * (assay/program/fork_server.h), whose results are quick, not proven. -1: nothing can be run, or
 * "interrupted".
 */
int as_command_run_many(struct as_command_runner *runner, const struct as_command_call *calls,
	size_t count, bool fast, struct as_command_result *results,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 5);

/* ---- another test ---------------------------------------------------------------------------- */

#define AS_ADDED_NAME_SIZE 64
/** A test that a recipe gets. All of it is borrowed. */
struct as_recipe_addition {
	const char *group;  /**< the folder: "secret", "secret/2" */
	const char *prefix; /**< of its name, which becomes PREFIX-1 or the next free number */
	const char *quoted; /**< its input, a text in double quotes that YAML and JSON read alike */
	bool is_command;    /**< `quoted` is the command of a generator that makes the input */
	/** A comment of one line after the test, if each test has its own line; NULL: no comment */
	const char *comment;
};
/**
 * Adds a line for a test to the recipe of the package in a folder, after the last test of the
 * group. The rest of the text is unchanged. Writes the test's name,
 * with the number that a list gives it. AS_ERROR_INPUT: there is no
 * recipe, it has no test of the group, or its tests do not have a line each; then nothing is
 * changed. `written` (may be NULL): the text that the recipe must still have, on the heap; becomes
 * the new text.
 */
int as_recipe_add(const char *package_path, const struct as_recipe_addition *what,
	char name[AS_ADDED_NAME_SIZE], char **written, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 3);
/** Writes an earlier text of the recipe, unless the recipe is no longer `now`: an editor may have
 * saved it since. AS_ERROR_INPUT: it was changed, or cannot be written. */
int as_recipe_restore(const char *package_path, const char *now, const char *before,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Checks whether as_recipe_add can add a test to the group, and changes nothing. Errors as above.
 */
int as_recipe_check_add(const char *package_path, const char *group,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Sets `makes` if the recipe of the package in a folder lists a test of a part of data/, such as
 * "sample", also one that is included from elsewhere. False without a recipe. AS_ERROR_INPUT: the
 * package is not a folder, or the recipe is malformed. */
int as_recipe_makes(const char *package_path, const char *part, bool *makes,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** The folders of a part of data/, such as "secret", that have tests of their own in the recipe, in
 * its order; free with as_names_free. NULL, AS_ERROR_INPUT: there is no recipe or no such folder.
 */
char **as_recipe_folders(const char *package_path, const char *part,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#endif
