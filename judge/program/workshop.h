/* SPDX-License-Identifier: MIT */
/*
 * workshop: the folders that judging works in, and the way from sources to a program. Folders:
 *   TEMP/            0700, of this process alone: "assay-PIDNS-PID-RANDOM" in $TMPDIR
 *   TEMP/work       shown to sandboxes: one folder a program or a compilation, readable by the
 *                    inside user
 *   CACHE/compiled/  by cache key: result.json and, where it compiled, program/
 *   CACHE/headers/   by digest: a precompiled header in the folders that an #include names
 *   CACHE/versions/  by fingerprint: what a compiler says of itself
 *   CACHE/made/      by key: what programs of recipes made
 */
#ifndef ASSAY_JUDGE_WORKSHOP_H
#define ASSAY_JUDGE_WORKSHOP_H

#include "language.h"
#include "sources.h"

#include <limits.h>
#include <stdatomic.h>

struct as_workshop {
	struct as_workshop_config config;
	struct as_keeper *keeper; /* of the folders and of every sandbox opened here */
	char temp_dir[PATH_MAX];
	char work_dir[PATH_MAX];
	int work_fd;
	char cache_dir[PATH_MAX];
	int cache_fd; /* -1: there is no cache, which costs time only */
	atomic_uint serial;
	atomic_bool remembered; /* something new is in CACHE/made */
};

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

/* What is to be built. All of it is borrowed. */
struct as_build_order {
	const struct as_sources *sources;
	const struct as_language *language;
	const char *entry_point; /* the file or class to start with; NULL: the language's usual */
	int64_t time_ns;         /* limits of the compiler */
	uint64_t memory_bytes;
	bool of_package; /* not a submission: sees the headers for a package's programs */
};

/*
 * Compiles sources of a language, or takes the result from the cache. A failed compilation is a
 * program with verdict CE; NULL where the machine cannot compile.
 */
struct as_program *as_workshop_build(struct as_workshop *workshop,
	const struct as_build_order *order, struct as_error *error) AS_MUST_USE;
/* compile.c, for named.c: the steps of as_workshop_compile. `path` is for messages; `entry_point`
 * may be NULL. */
int as_workshop_read_program(struct as_workshop *workshop, int dir_fd, const char *path,
	struct as_sources *sources, struct as_error *error) AS_MUST_USE;
/* NULL with AS_ERROR_INPUT where there is none. */
const struct as_language *as_workshop_find_language(const struct as_workshop *workshop,
	const char *path, struct as_sources *sources, struct as_error *error) AS_MUST_USE;
struct as_program *as_workshop_compile_sources(struct as_workshop *workshop,
	struct as_sources *sources, const struct as_language *language, const char *entry_point,
	const char *path, struct as_error *error) AS_MUST_USE;
/* Hands on why a program of an open package cannot be used, at its place. */
void as_program_place(const struct as_package *package, const char *path,
	const struct as_error *why, struct as_error *error);
/* Gives a single file the name that its language wants for what is in it. */
int as_build_name_single(const struct as_language *language, struct as_sources *sources,
	struct as_error *error) AS_MUST_USE;
/*
 * named.c: where the file of a program that a recipe names lies: beneath the package (`text` is
 * relative to generators/, "/..." to the package) or, `shared`, beneath the folder that the package
 * is in ("../../FOLDER/FILE"), which as_recipe_dir opens. On the heap; NULL with AS_ERROR_INPUT.
 */
char *as_recipe_path(const char *text, bool *shared, struct as_error *error) AS_MUST_USE;
int as_recipe_dir(int dir_fd, struct as_error *error) AS_MUST_USE;
/* A sandbox that can run programs of a language, pinned to a core or -1. */
struct as_sandbox *as_workshop_run_sandbox(const struct as_workshop *workshop,
	const struct as_language *language, int core, struct as_error *error) AS_MUST_USE;
/* The command line of a program under a memory limit; free with as_names_free. */
char **as_program_command(const struct as_program *program, const char *const *arguments,
	uint64_t memory_bytes, struct as_error *error) AS_MUST_USE;

/* A request to run a program of the package, for a sandbox that as_workshop_run_sandbox opened for
 * its language. */
struct as_program_request {
	struct as_run_request request; /* no input, a read-only box: the caller sets the rest */
	char **argv;
};
/* `arguments` follow its command, NULL-terminated, or NULL; to the limits comes its language's
 * allowance. Clear it in any case. */
int as_program_request_init(struct as_program_request *request, const struct as_program *program,
	const char *const *arguments, const struct as_limits *limits,
	struct as_error *error) AS_MUST_USE;
void as_program_request_clear(struct as_program_request *request);
/* After a run of `command` that could not begin: where that is a program of the machine's, as an
 * interpreter, it is not the fault (AS_ERROR_INPUT) of who wrote the source, but the machine's. */
void as_program_blame(char *const *command, struct as_error *why);

/* The reason for what a run ran into, "" where it ran into nothing. */
const char *as_hits_reason(unsigned hits);
/*
 * True where the program was killed and neither the sandbox nor the kernel did it for a limit: the
 * program itself, or somebody outside. What happens twice is its own doing.
 */
bool as_run_was_killed(const struct as_run_result *result);

/* ---- shared by workshop.c, cache.c, build.c, build_cache.c, precompile.c, version.c ---- */

/* A new empty folder in the work folder; writes its name, returns its descriptor. */
int as_workshop_new_folder(
	struct as_workshop *workshop, char name[32], struct as_error *error) AS_MUST_USE;
/* The line of what a run wrote to standard error that says most: the first, or where that has a
 * traceback of Python its last. Borrowed of the result, not ended by a NUL. */
const char *as_run_result_line(const struct as_run_result *result, size_t *length);
/* The last line of standard error that names an error in the language; "" if there is none. Like
 * the other. */
const char *as_run_result_last(
	const struct as_language *language, const struct as_run_result *result, size_t *length);
/* Opens a sandbox with the views of a command of the language (NULL-terminated) and some more. */
#define AS_WORKSHOP_MORE_VIEWS 2
struct as_sandbox *as_workshop_open_sandbox(const struct as_workshop *workshop,
	const char *const *views, const struct as_view *more, size_t more_count, int core,
	struct as_error *error) AS_MUST_USE;
/* Copies what a program left in its box to a folder, regular files only. Beyond the room, 20,000
 * entries or 32 folders deep: AS_ERROR_INPUT, with a part copied. */
int as_box_copy(int box_fd, int to_fd, uint64_t *room_bytes, struct as_error *error) AS_MUST_USE;
/* The same with what is hidden (its name begins with a dot), which compilers leave for themselves.
 */
int as_box_copy_all(
	int box_fd, int to_fd, uint64_t *room_bytes, struct as_error *error) AS_MUST_USE;

/* The cache folder, made where it is missing: its path (`dir` NULL: the usual one) and a
 * descriptor, -1 where there can be none. */
int as_cache_find(const char *dir, char path[PATH_MAX]) AS_MUST_USE;
/* Fills in cache_dir and cache_fd. No cache is a loss of time, not an error. */
void as_cache_open(struct as_workshop *workshop);
/* A digest of the names and contents of a tree of folders and regular files; flushes them to the
 * disk where `flush` is set. */
int as_cache_seal(int dir_fd, bool flush, char hex[AS_DIGEST_HEX_SIZE]) AS_MUST_USE;
/* An entry about to be made: killed meanwhile, this process leaves nothing of it. Best effort: a
 * later judge removes it as well. Let go of it in any case. */
void as_cache_hold(struct as_workshop *workshop, const char *making);
void as_cache_let_go(struct as_workshop *workshop, const char *making);
/* Gives what was made its name, in place of an entry that may be there. -1 with errno. */
int as_cache_replace(int cache_fd, const char *making, const char *made) AS_MUST_USE;
/* Where a folder of the cache has more than `most` entries, removes the `drop` that were used
 * longest ago. */
void as_cache_trim(int cache_fd, const char *folder, size_t most, size_t drop);

/* Makes program->cache_key of all that the compilation depends on: more than its digest, which is
 * the same on machines with the same compiler. */
int as_build_cache_key(struct as_program *program, struct as_error *error) AS_MUST_USE;
/* The compile cache. 1: found and filled in; 0: not there. */
int as_build_cache_load(struct as_workshop *workshop, struct as_program *program);
/* Best effort: without it the next compilation only takes longer. */
void as_build_cache_store(struct as_workshop *workshop, const struct as_program *program);
/* Keeps what programs made within bounds, where something was added to it. */
void as_made_trim(struct as_workshop *workshop);
/* What the compiler says of itself, first line; from the cache where the tools are the same. On the
 * heap. */
char *as_language_version(struct as_workshop *workshop, const struct as_language *language,
	struct as_error *error) AS_MUST_USE;
/*
 * The folder of the language's precompiled header, for a view at /headers; "" where there is none.
 * Builds it first where `build` is set.
 */
int as_precompile_find(struct as_workshop *workshop, const struct as_language *language, bool build,
	char path[PATH_MAX], struct as_error *error) AS_MUST_USE;

#endif
