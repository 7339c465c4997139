/* SPDX-License-Identifier: MIT */
/**
 * workshop: the folders that judging works in, and the way from sources to a program.
 *
 * Life cycle: as_workshop_open, programs from as_workshop_build or as_workshop_compile,
 * as_program_free for each, as_workshop_close. Safe from several threads.
 */
#ifndef ASSAY_PROGRAM_WORKSHOP_H
#define ASSAY_PROGRAM_WORKSHOP_H

#include <assay/program/language.h>

/* ---- workshops ---- */

/**
 * A workshop turns sources into programs: it knows the languages, the cache of compiled programs
 * and a temporary folder of its own, which as_workshop_close removes.
 */
struct as_workshop;
struct as_workshop_config {
	const struct as_languages *languages; /**< borrowed */
	const char *cache_dir; /**< NULL: $XDG_CACHE_HOME/assay or $HOME/.cache/assay */
	bool weak_sandbox;
	bool fresh;              /**< compile again what the cache holds */
	const char *include_dir; /**< shown to compilers of package programs (gen.h), or NULL;
				    borrowed */
	const atomic_bool *cancel; /**< or NULL */
};
struct as_workshop *as_workshop_open(
	const struct as_workshop_config *config, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
void as_workshop_close(struct as_workshop *workshop);
/** Its keeper, for what else its owner makes; the workshop's until it closes. */
struct as_keeper *as_workshop_keeper(const struct as_workshop *workshop) AS_NONNULL(1);
/** Builds the precompiled headers of the language table, so that the first compile is fast. */
int as_workshop_prepare(struct as_workshop *workshop, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/** The folder whose entries can be shown to sandboxes of this workshop as /program and /data. */
int as_workshop_work_fd(const struct as_workshop *workshop) AS_NONNULL(1);
/** Removes an entry of the work folder; "" is none. */
void as_workshop_remove(struct as_workshop *workshop, const char *entry) AS_NONNULL(1, 2);
/** The flag of its configuration, or NULL. */
const atomic_bool *as_workshop_cancel(const struct as_workshop *workshop) AS_NONNULL(1);
/** A sandbox in which a tool of this machine finds the work folder's entries and the machine's own
 * programs. */
struct as_sandbox *as_workshop_tool_sandbox(
	const struct as_workshop *workshop, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** A new empty folder in the work folder; writes its name, returns its descriptor. */
int as_workshop_new_folder(
	struct as_workshop *workshop, char name[32], struct as_error *error) AS_MUST_USE;
/** The line of what a run wrote to standard error that says most: the first, or where that has a
 * traceback of Python its last. Borrowed of the result, not ended by a NUL. */
const char *as_run_result_line(const struct as_run_result *result, size_t *length);
/** The last line of standard error that names an error in the language; "" if there is none. Like
 * the other. */
const char *as_run_result_last(
	const struct as_language *language, const struct as_run_result *result, size_t *length);
/** Copies what a program left in its box to a folder, regular files only. Beyond the room, 20,000
 * entries or 32 folders deep: AS_ERROR_INPUT, with a part copied. */
int as_box_copy(int box_fd, int to_fd, uint64_t *room_bytes, struct as_error *error) AS_MUST_USE;
/** The same with what is hidden (its name begins with a dot), which compilers leave for themselves.
 */
int as_box_copy_all(
	int box_fd, int to_fd, uint64_t *room_bytes, struct as_error *error) AS_MUST_USE;

/** The cache folder, made where it is missing: its path (`dir` NULL: the usual one) and a
 * descriptor, -1 where there can be none. */
int as_cache_find(const char *dir, char path[PATH_MAX]) AS_MUST_USE;

/* ---- programs ---- */

/** A compiled program; free with as_program_free before its workshop closes. */
struct as_program {
	struct as_workshop *workshop;
	const struct as_language *language;
	char folder[32]; /* in the work folder; "" where it did not compile */
	char main[300];
	char entry[300];
	bool entry_given; /* by who handed it in, and not told by its looks */
	/* The compilation. */
	enum as_verdict verdict; /* AC or CE */
	char reason[16];         /* "" for AC */
	char *output;            /* the compiler's message, valid UTF-8, may be empty */
	int64_t cpu_time_ns;
	int64_t wall_time_ns;
	bool cached;
	char source_digest[AS_DIGEST_HEX_SIZE];
	char language_digest[AS_DIGEST_HEX_SIZE];
	char digest[AS_DIGEST_HEX_SIZE];
	char cache_key[AS_DIGEST_HEX_SIZE];
	struct as_sandbox *sandbox; /* of as_program_run; NULL until then */
};

/** What is to be built. All of it is borrowed. */
struct as_build_order {
	const struct as_sources *sources;
	const struct as_language *language;
	const char *entry_point; /* the file or class to start with; NULL: the language's usual */
	int64_t time_ns;         /* limits of the compiler */
	uint64_t memory_bytes;
	bool of_package; /* not a submission: sees the headers for a package's programs */
	const atomic_bool *cancel; /* NULL: the workshop's */
};

/**
 * Compiles sources of a language, or takes the result from the cache. A failed compilation is a
 * program with verdict CE; NULL where the machine cannot compile.
 */
struct as_program *as_workshop_build(struct as_workshop *workshop,
	const struct as_build_order *order, struct as_error *error) AS_MUST_USE;
/**
 * Compiles a program of a package: a file or a folder beneath dir_fd, its folder. One with a script
 * `build` or `run` is built by the one and run by the other. That it does not compile is an
 * AS_ERROR_INPUT with the first line of the compiler's message that names an error. `constants` are
 * the package's, which are written into the program; or NULL.
 */
struct as_program *as_workshop_compile(struct as_workshop *workshop, int dir_fd, const char *path,
	const struct as_text_map *constants, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
/**
 * The same for a program that a recipe puts together: files by their path relative to generators/,
 * or with a leading '/' to the package, NULL-terminated; the first says in which language it is and
 * where it starts. "../../FOLDER/FILE" is a regular file in a folder beside the package's, reached
 * through no link. One alone may be a folder of the package.
 */
struct as_program *as_workshop_compile_named(struct as_workshop *workshop, int dir_fd,
	const char *const *files, const struct as_text_map *constants,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
void as_program_free(struct as_program *program);
/**
 * Runs it once with more arguments (NULL-terminated, or NULL) under limits, in a sandbox that the
 * program keeps for its next run.
 */
int as_program_run(struct as_program *program, const char *const *arguments,
	const struct as_limits *limits, int stdin_fd, struct as_run_result *result,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3, 5);
/** The id of its language in the table. */
const char *as_program_language(const struct as_program *program) AS_NONNULL(1);
/** A sandbox for programs of this one's language. One thread runs in it; close it before the
 * workshop. */
struct as_sandbox *as_program_open_sandbox(
	const struct as_program *program, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** A run of a program. All of it is borrowed. */
struct as_program_task {
	const char *const *arguments; /**< that follow its command; NULL-terminated, or NULL */
	/** "NAME=value" besides, or in place of, its language's own; NULL-terminated, or NULL */
	const char *const *env;
	const struct as_limits *limits;
	int stdin_fd;  /**< -1: empty */
	bool keep_box; /**< hand over its working folder in the result */
	const atomic_bool *cancel; /**< NULL: the workshop's */
};
/** Runs it once in a sandbox that was opened for its language. Any thread, each in its own. */
int as_program_run_in(const struct as_program *program, struct as_sandbox *sandbox,
	const struct as_program_task *task, struct as_run_result *result,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4);
/** A digest of its source, language, flags and compiler. */
const char *as_program_digest(const struct as_program *program) AS_NONNULL(1);
/** A digest of the names and contents of its files: the same on every machine. */
const char *as_program_source_digest(const struct as_program *program) AS_NONNULL(1);
/**
 * What programs made, kept in the cache folder between commands under a digest of all that it
 * depends on. 1: found, `bytes` is filled; 0: not there. Any thread.
 */
int as_workshop_recall(struct as_workshop *workshop, const char key[AS_DIGEST_HEX_SIZE],
	struct as_bytes *bytes) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Best effort: without it the next command only takes longer. Very large things are not kept. */
void as_workshop_remember(struct as_workshop *workshop, const char key[AS_DIGEST_HEX_SIZE],
	const struct as_bytes *bytes) AS_NONNULL(1, 2, 3);
/**
 * What a run did other than exit with 0, as a sentence ("exceeded 10 s of CPU time", "exited with
 * status 3: <the line of its stderr that says most>"); NULL where it ended well. On the heap.
 */
char *as_run_result_complain(const struct as_run_result *result) AS_NONNULL(1) AS_MUST_USE;
/** The line of a compiler's output that names the error, printable; "" if there is no output. */
void as_compiler_quote(const char *output, char *line, size_t size) AS_NONNULL(1, 2);

/** Hands on why a program of an open package cannot be used, at its place. */
void as_program_place(const struct as_package *package, const char *path,
	const struct as_error *why, struct as_error *error);
/**
 * named.c: where the file of a program that a recipe names lies: beneath the package (`text` is
 * relative to generators/, "/..." to the package) or, `shared`, beneath the folder that the package
 * is in ("../../FOLDER/FILE"), which as_recipe_dir opens. On the heap; NULL with AS_ERROR_INPUT.
 */
char *as_recipe_path(const char *text, bool *shared, struct as_error *error) AS_MUST_USE;
int as_recipe_dir(int dir_fd, struct as_error *error) AS_MUST_USE;

#endif
