/* SPDX-License-Identifier: MIT */
/*
 * workshop: the folders that judging works in, and the way from sources to a program. Folders:
 *   TEMP/            0700, of this process alone: "assay-PIDNS-PID-RANDOM" in $TMPDIR
 *   TEMP/work       shown to sandboxes: one folder a program or a compilation, readable by the
 *                    inside user
 *   CACHE/compiled/  by cache key: result.json and, where it compiled, program/
 *   CACHE/headers/   by digest: a precompiled header in the folders that an #include names
 *   CACHE/archives/  by digest: a class-data archive of a compiler
 *   CACHE/versions/  by fingerprint: what a compiler says of itself
 *   CACHE/made/      by key: what programs of recipes made
 *   CACHE/roots/     by digest: files of run-time systems that runs see (roots/tree.h)
 */
#ifndef ASSAY_PROGRAM_WORKSHOP_PRIVATE_H
#define ASSAY_PROGRAM_WORKSHOP_PRIVATE_H

#include <assay/program.h>

#include <limits.h>
#include <stdatomic.h>

struct as_root_shelf;

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
	struct as_root_shelf *shelf; /* roots/roots.h */
};

/* compile.c, for named.c: the steps of as_workshop_compile. `path` is for messages; `entry_point`
 * may be NULL. */
int as_workshop_read_program(struct as_workshop *workshop, int dir_fd, const char *path,
	const struct as_text_map *constants, struct as_sources *sources,
	struct as_error *error) AS_MUST_USE;
/* NULL with AS_ERROR_INPUT where there is none. */
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
/* Fills in cache_dir and cache_fd. No cache is a loss of time, not an error. */
void as_cache_open(struct as_workshop *workshop);
/* A digest of the names and contents of a tree of folders and regular files; flushes them to the
 * disk where `flush` is set. */
int as_cache_seal(int dir_fd, bool flush, char hex[AS_DIGEST_HEX_SIZE]) AS_MUST_USE;
/* An entry about to be made: killed meanwhile, this process leaves nothing of it. Best effort: a
 * later judge removes it as well. Let go of it in any case. */
void as_cache_hold(const struct as_workshop *workshop, const char *making);
void as_cache_let_go(const struct as_workshop *workshop, const char *making);
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
/* The same for the class-data archive of its compiler: a file, for a view at /archive. */
int as_class_archive_find(struct as_workshop *workshop, const struct as_language *language,
	bool build, char path[PATH_MAX], struct as_error *error) AS_MUST_USE;

/* Gives a single file the name that its language wants for what is in it. */
int as_build_name_single(const struct as_language *language, struct as_sources *sources,
	struct as_error *error) AS_MUST_USE;

/* archive.c: submissions in zip archives. True if a file of that name is one. */
bool as_archive_is_named(const char *path) AS_MUST_USE;
/*
 * Replaces a single source, which is an archive, by the files in it, of at most `most_bytes` and
 * AS_SOURCES_OTHER_BYTES more; by those of its only folder if `in_top` is set and one folder holds
 * everything. A bad archive is the submission's fault: sources->reason is set.
 */
int as_archive_unpack(const struct as_intake_config *config, const char *path, uint64_t most_bytes,
	bool in_top, struct as_sources *sources, struct as_error *error) AS_MUST_USE;

/* answers.c: the files of a submission to a package of type submit-answer, and the most bytes of
 * them. */
uint64_t as_answers_room(const struct as_package *package);
int as_answers_read(const struct as_intake_config *config, const struct as_submission *submission,
	struct as_sources *sources, struct as_error *error) AS_MUST_USE;

#endif
