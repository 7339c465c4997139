/* SPDX-License-Identifier: MIT */
/*
 * workshop: the folders of the judge, and building programs from sources. Folders:
 *
 * TEMP/: 0700, of this process alone: "assay-PIDNS-PID-RANDOM" in $TMPDIR
 * TEMP/work: shown to sandboxes: one folder for each program or compilation, readable by the inside
 * user
 * CACHE/compiled/: by cache key: result.json and, if it compiled, program/
 * CACHE/headers/: by digest: a precompiled header in the folders that an #include names
 * CACHE/archives/: by digest: a class-data archive of a compiler
 * CACHE/versions/: by fingerprint: the version text of a compiler
 * CACHE/made/: by key: the outputs of recipe programs
 * CACHE/roots/: by digest: files of run-time systems that runs see (roots/tree.h)
 */
#ifndef ASSAY_PROGRAM_WORKSHOP_PRIVATE_H
#define ASSAY_PROGRAM_WORKSHOP_PRIVATE_H

#include <assay/program.h>

#include <limits.h>
#include <stdatomic.h>

struct as_root_cache;

struct as_workshop {
	struct as_workshop_config config;
	struct as_keeper *keeper; /* of the folders, and of every sandbox opened here */
	char temp_dir[PATH_MAX];
	char work_dir[PATH_MAX];
	int work_fd;
	char cache_dir[PATH_MAX];
	int cache_fd; /* -1: without a cache, which only costs time */
	atomic_uint serial;
	atomic_bool remembered;           /* CACHE/made has a new entry */
	struct as_root_cache *root_cache; /* roots/roots.h */
};

/* compile.c, for named.c: the steps of as_workshop_compile. `path` is for messages; `entry_point`
 * may be NULL. */
int as_workshop_read_program(struct as_workshop *workshop, int dir_fd, const char *path,
	const struct as_text_map *constants, struct as_sources *sources,
	struct as_error *error) AS_MUST_USE;
/* NULL with AS_ERROR_INPUT if there is none. */
const struct as_language *as_workshop_find_language(const struct as_workshop *workshop,
	const char *path, struct as_sources *sources, struct as_error *error) AS_MUST_USE;
struct as_program *as_workshop_compile_sources(struct as_workshop *workshop,
	struct as_sources *sources, const struct as_language *language, const char *entry_point,
	const char *path, struct as_error *error) AS_MUST_USE;
/* ---- shared by workshop.c, cache.c, build.c, build_cache.c, precompile.c, version.c ---- */

/* Opens a sandbox with some views and those of a command of the language (NULL-terminated). */
#define AS_WORKSHOP_MORE_VIEWS 30
struct as_sandbox *as_workshop_open_sandbox(const struct as_workshop *workshop,
	const char *const *views, const struct as_view *more, size_t more_count, int core,
	struct as_error *error) AS_MUST_USE;
/* Sets cache_dir and cache_fd. A missing cache is not an error, since it only costs time. */
void as_cache_open(struct as_workshop *workshop);
/* Computes program->digests.cache_key from all that the compilation depends on: more than its
 * digest, which is the same on machines with the same compiler. */
int as_build_cache_key(struct as_program *program, struct as_error *error) AS_MUST_USE;
/* The compile cache. 1: found, and the program is filled; 0: not found. */
int as_build_cache_load(struct as_workshop *workshop, struct as_program *program);
/* Best effort: otherwise the next compilation takes longer. */
void as_build_cache_store(struct as_workshop *workshop, const struct as_program *program);
/* Limits the size of the cache of recipe outputs, if it has a new entry. */
void as_made_trim(struct as_workshop *workshop);
/* The first line of the compiler's version text; from the cache if the tools are unchanged. On the
 * heap. */
char *as_language_version(struct as_workshop *workshop, const struct as_language *language,
	struct as_error *error) AS_MUST_USE;
/*
 * The folder of the language's precompiled header, for a view at /headers; "" if there is none.
 * With `build` it is made first.
 */
int as_precompile_find(struct as_workshop *workshop, const struct as_language *language, bool build,
	char path[PATH_MAX], struct as_error *error) AS_MUST_USE;
/* The same for the class-data archive of its compiler: a file, for a view at /archive. */
int as_class_archive_find(struct as_workshop *workshop, const struct as_language *language,
	bool build, char path[PATH_MAX], struct as_error *error) AS_MUST_USE;

/* Gives a single file the name that its language requires for its contents. */
int as_build_name_single(const struct as_language *language, struct as_sources *sources,
	struct as_error *error) AS_MUST_USE;

/* build_product.c: sets the program's output to the compiler's message. */
int as_build_read_message(struct as_program *program, const struct as_run_result *result,
	struct as_error *error) AS_MUST_USE;
/* Copies the compiled program out of the box of the compiler, or refuses it (CE). */
int as_build_take_product(struct as_workshop *workshop, struct as_program *program,
	const struct as_sources *sources, const struct as_run_result *result,
	struct as_error *error) AS_MUST_USE;
/* The limits of the compiler's box and output. */
#define AS_BUILD_BOX_BYTES (UINT64_C(512) << 20)
#define AS_BUILD_OUTPUT_BYTES (UINT64_C(16) << 20)

/* included.c: marks the sources that other files include: they may be left out of the compiler's
 * command. False: there are none, or no source would be left. */
bool as_sources_find_included(const struct as_language *language, const struct as_sources *sources,
	bool *included) AS_MUST_USE AS_NONNULL(1, 2, 3);

/* paths.c: the paths of the source files in the sandbox of a compiler, without those that are left
 * out (by file; NULL: none); NULL-terminated, free with as_names_free. */
char **as_source_paths(const struct as_language *language, const struct as_sources *sources,
	const bool *left_out, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/* The paths of the folders of all files, as many as fit into 8 KiB: first the submission's own
 * folder, with the package's code, then the folder of the file `main` (NULL: none); outer folders
 * before inner folders. */
char **as_folder_paths(const struct as_sources *sources, const char *main,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/* archive.c: submissions in zip archives. True if a file of that name is one. */
bool as_archive_is_named(const char *path) AS_MUST_USE;
/*
 * Replaces a single source, which is an archive, by the files in it, of at most `max_bytes` and
 * AS_SOURCES_OTHER_BYTES more; by those of its only folder if `in_top` is set and one folder holds
 * everything. A bad archive is the submission's fault: sources->reason is set.
 */
int as_archive_unpack(const struct as_intake_config *config, const char *path, uint64_t max_bytes,
	bool in_top, struct as_sources *sources, struct as_error *error) AS_MUST_USE;

/* answers.c: the files of a submission to a package of type submit-answer, and their maximum size.
 */
uint64_t as_answers_max_bytes(const struct as_package *package);
int as_answers_read(const struct as_intake_config *config, const struct as_submission *submission,
	struct as_sources *sources, struct as_error *error) AS_MUST_USE;

/* compiler_message.c: the message as valid UTF-8 of limited size, without the sandbox's folder and
 * without lines about the sandbox. On the heap. */
char *as_compiler_message(const struct as_language *language, const struct as_bytes *message,
	struct as_error *error) AS_MUST_USE;

#endif
