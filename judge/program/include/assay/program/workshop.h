/* SPDX-License-Identifier: MIT */
/**
 * workshop: compiles sources to programs, in a temporary folder and with a cache.
 *
 * Life cycle: as_workshop_open, programs from as_workshop_build or as_workshop_compile,
 * as_program_free for each, as_workshop_close. Safe from several threads.
 */
#ifndef ASSAY_PROGRAM_WORKSHOP_H
#define ASSAY_PROGRAM_WORKSHOP_H

#include <assay/program/language.h>

/* ---- workshops ---- */

/**
 * A workshop has the languages, the cache of compiled programs and a temporary folder, which
 * as_workshop_close removes.
 */
struct as_workshop;
struct as_workshop_config {
	const struct as_languages *languages; /**< borrowed */
	const char *cache_dir; /**< NULL: $XDG_CACHE_HOME/assay or $HOME/.cache/assay */
	enum as_weakness weak_sandbox;
	bool fresh;                /**< compile even if the cache has the program */
	const char *include_dir;   /**< shown to compilers of package programs (gen.h), or NULL;
				      borrowed */
	const atomic_bool *cancel; /**< or NULL */
	/** Installed modules that runs see besides their run-time system, such as "numpy";
	 * NULL-terminated, or NULL; borrowed. */
	const char *const *modules;
	/** Called by as_workshop_prepare before each language, with its name; or NULL. */
	void (*preparing)(void *context, const char *language);
	void *preparing_context;
};
/** AS_ERROR_USAGE: a module is unknown, or the umask hides new files from other users. The umask
 * must not do so while the workshop is open: programs in the sandbox could not read their own
 * files. */
struct as_workshop *as_workshop_open(
	const struct as_workshop_config *config, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
void as_workshop_close(struct as_workshop *workshop);
/** Its keeper, for other temporary folders of the caller. Borrowed, until the workshop closes. */
struct as_keeper *as_workshop_keeper(const struct as_workshop *workshop) AS_NONNULL(1);
/** Builds the precompiled headers of the language table, so that the first compile is fast. */
int as_workshop_prepare(struct as_workshop *workshop, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/** The work folder: sandboxes of this workshop can see its entries as /program and /data. */
int as_workshop_work_fd(const struct as_workshop *workshop) AS_NONNULL(1);
/** Removes an entry of the work folder; "" has no effect. */
void as_workshop_remove(struct as_workshop *workshop, const char *entry) AS_NONNULL(1, 2);
/** The `cancel` flag of its configuration, or NULL. */
const atomic_bool *as_workshop_cancel(const struct as_workshop *workshop) AS_NONNULL(1);
/** A new empty folder in the work folder; writes its name, returns its descriptor. */
int as_workshop_new_folder(
	struct as_workshop *workshop, char name[32], struct as_error *error) AS_MUST_USE;
/** The most useful line of standard error: the first, or the last after a Python traceback.
 * Borrowed from the result, without a NUL at the end. */
const char *as_run_result_line(const struct as_run_result *result, size_t *length);
/** The last line of standard error that names an error in the language; "" if there is none.
 * Borrowed in the same way. */
const char *as_run_result_last(
	const struct as_language *language, const struct as_run_result *result, size_t *length);
/** Copies the regular files of a box to a folder. More than *budget_bytes (which decreases), 20,000
 * entries or 32 levels of folders: AS_ERROR_INPUT, with a part copied. */
int as_box_copy(int box_fd, int to_fd, uint64_t *budget_bytes, struct as_error *error) AS_MUST_USE;
/** The same, with hidden files (names that begin with a dot), which some compilers need. */
int as_box_copy_all(
	int box_fd, int to_fd, uint64_t *budget_bytes, struct as_error *error) AS_MUST_USE;

/** Opens the cache folder, and creates it if missing: its path (`dir` NULL: the default) and a
 * descriptor, or -1 on failure. */
int as_cache_find(const char *dir, char path[PATH_MAX]) AS_MUST_USE;

/* ---- programs ---- */

#define AS_MAX_SANDBOXES 4
/** Sandboxes for runs of programs of one language, one run after the other. `{0}` has none. */
struct as_sandboxes {
	struct as_sandbox *items[AS_MAX_SANDBOXES]; /**< the one used last first */
	unsigned wait_count;
};

/** A compiled program; free with as_program_free before its workshop closes. */
struct as_program {
	struct as_workshop *workshop;
	const struct as_language *language;
	char folder[32]; /* in the work folder; "" if it did not compile */
	char main[300];
	char entry[300];
	bool entry_is_explicit; /* entry point given by the caller, not detected */
	bool is_module;         /* the entry file runs as a module of its package */
	bool lacks_main;        /* Java: no class has a main: CE, although it compiles */
	/* The compilation. */
	enum as_verdict verdict; /* AC or CE */
	char reason[16];         /* "" for AC */
	char *output;            /* the compiler's message, valid UTF-8, may be empty */
	char *note;              /* on the choice of the entry file, or NULL */
	int64_t cpu_time_ns;
	int64_t wall_time_ns;
	bool cached;
	struct {
		char source[AS_DIGEST_HEX_SIZE], language[AS_DIGEST_HEX_SIZE];
		char whole[AS_DIGEST_HEX_SIZE]; /* as_program_digest */
		char cache_key[AS_DIGEST_HEX_SIZE];
		char code[AS_DIGEST_HEX_SIZE]; /* of a check that writes .code, see languages.json;
						  or "" */
	} digests;
	struct as_sandboxes sandboxes; /* that input validators keep for their next run */
	struct as_build_again *again;  /* to build it with its fork server; or NULL */
};

/** A program to build. All of it is borrowed. */
struct as_build_order {
	const struct as_sources *sources;
	const struct as_language *language;
	const char *entry_point; /* the file or class to start with; NULL: the default */
	int64_t time_ns;         /* limits of the compiler */
	uint64_t memory_bytes;
	bool of_package;           /* not a submission: sees the headers for a package's programs */
	bool is_example;           /* a submission of the package's own */
	bool forks;                /* with its fork server, without which it does not run */
	bool is_uncached;          /* its program is not stored in the cache */
	const char *path;          /* of a submission on a disk, for messages; or NULL */
	const atomic_bool *cancel; /* NULL: the workshop's */
};

/** Finds whether as_workshop_build would refuse a submission before a compiler runs, because the
 * entry point is unclear; `order->language` is set. 1: `text` is the message, on the heap; 0: the
 * submission would not be refused. */
int as_workshop_refuses(const struct as_build_order *order, char **text,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/**
 * Compiles sources of a language, or takes the result from the cache. A failed compilation is a
 * program with verdict CE; NULL if the machine cannot compile.
 */
struct as_program *as_workshop_build(struct as_workshop *workshop,
	const struct as_build_order *order, struct as_error *error) AS_MUST_USE;
/**
 * Compiles a program of a package: a file or a folder beneath dir_fd, its folder. Scripts `build`
 * and `run` in it are used to build and run it. A failed compilation is AS_ERROR_INPUT with the
 * first line of the compiler's message that names an error. `constants` of the package are filled
 * into the program; may be NULL.
 */
struct as_program *as_workshop_compile(struct as_workshop *workshop, int dir_fd, const char *path,
	const struct as_text_map *constants, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
/**
 * The same for a program of a recipe: a NULL-terminated list of files, with paths relative to
 * generators/, or to the package with a leading '/'; the first determines the language and the
 * entry point. "../../FOLDER/FILE" is a regular file in a folder next to the package, reached
 * without links. A single path may be a folder of the package.
 */
struct as_program *as_workshop_compile_named(struct as_workshop *workshop, int dir_fd,
	const char *const *files, const struct as_text_map *constants,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
/** The language of a program of a package, without compiling it. NULL: AS_ERROR_INPUT, as when it
 * is compiled. */
const struct as_language *as_workshop_program_language(struct as_workshop *workshop, int dir_fd,
	const char *path, const struct as_text_map *constants, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 3);
/** The as_program_source_digest of such a program, without compiling it. */
int as_program_named_digest(const struct as_languages *languages, int dir_fd,
	const char *const *files, const struct as_text_map *constants, char hex[AS_DIGEST_HEX_SIZE],
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3, 5);
void as_program_free(struct as_program *program);
/** The id of its language in the table. */
const char *as_program_language(const struct as_program *program) AS_NONNULL(1);
/** A run of a program. All of it is borrowed. */
struct as_program_task {
	const char *const *arguments; /**< that follow its command; NULL-terminated, or NULL */
	/** "NAME=value", added to or replacing its language's; NULL-terminated, or NULL */
	const char *const *env;
	const struct as_limits *limits;
	int stdin_fd;              /**< -1: empty */
	bool keep_box;             /**< put its working folder into the result */
	const atomic_bool *cancel; /**< NULL: the workshop's */
};
/** Runs it once in a sandbox that was opened for its language. Any thread, each in its own. */
int as_program_run_in(const struct as_program *program, struct as_sandbox *sandbox,
	const struct as_program_task *task, struct as_run_result *result,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4);
/** A digest of its source, language, flags and compiler. */
const char *as_program_digest(const struct as_program *program) AS_NONNULL(1);
/** A digest of the compiler's files, or of Python's bytecode without names of files and numbers of
 * lines: programs with equal digests run the same code. "": unknown, because another language runs
 * its sources, or the compiler made folders. */
int as_program_code_digest(const struct as_program *program, char hex[AS_DIGEST_HEX_SIZE],
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** A digest of the names and contents of its files: the same on every machine. */
const char *as_program_source_digest(const struct as_program *program) AS_NONNULL(1);
/**
 * Looks up the cached output of a program in the cache folder by a digest of all that it depends
 * on. 1: found, `bytes` is filled; 0: not found. Any thread.
 */
int as_workshop_load_output(struct as_workshop *workshop, const char key[AS_DIGEST_HEX_SIZE],
	struct as_bytes *bytes) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Caches an output, best effort: on failure the next command takes longer. Very large outputs are
 * not cached. */
void as_workshop_store_output(struct as_workshop *workshop, const char key[AS_DIGEST_HEX_SIZE],
	const struct as_bytes *bytes) AS_NONNULL(1, 2, 3);
/**
 * How a run failed, as a sentence ("exceeded its limit of cpu", "exited with status 3: <the most
 * useful line of its stderr>"); NULL if it exited with 0. On the heap.
 */
char *as_run_result_complain(const struct as_run_result *result) AS_NONNULL(1) AS_MUST_USE;
/** The line of a compiler's output that names the error, printable; "" if there is no output. */
void as_compiler_quote(const char *output, char *line, size_t size) AS_NONNULL(1, 2);

/** Sets `error` to `why`, with the place of the program in the package. */
void as_program_place(const struct as_package *package, const char *path,
	const struct as_error *why, struct as_error *error);
/**
 * The path of a file that a recipe names: beneath the package (`text` is relative to generators/,
 * or to the package with a leading '/') or, with `shared`, beneath the folder that contains the
 * package
 * ("../../FOLDER/FILE"), which as_recipe_dir opens. On the heap; NULL with AS_ERROR_INPUT.
 */
char *as_recipe_path(const char *text, bool *shared, struct as_error *error) AS_MUST_USE;
int as_recipe_dir(int dir_fd, struct as_error *error) AS_MUST_USE;

#endif
