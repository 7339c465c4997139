/* SPDX-License-Identifier: MIT */
/* language: the language table: what a language is called, how it is recognised, compiled and run.
 */
#ifndef ASSAY_JUDGE_LANGUAGE_H
#define ASSAY_JUDGE_LANGUAGE_H

#include "sources.h"

#include <assay/judge.h>

extern const char as_languages_image[];
extern const char as_languages_image_end[];

/* Strings are borrowed from the table. */
struct as_language {
	const char *id;
	const char *name;
	const char *
		family; /* the id that a package's list of languages may name instead; or its own */
	const struct as_language *head; /* of its family, whose file endings it has; or itself */
	const char *package;            /* what to install */
	const char *main;               /* the entry file's usual name, or NULL */
	const char *refused;            /* why nothing in it is judged, or NULL */
	bool is_hidden;                 /* no submission is in it (build and run scripts) */
	bool starts_class;              /* an entry point names a class, not a file */
	bool starts_file;               /* a command names the entry file */
	json_t *entry;                  /* its object in the table */
	enum as_profile profile;
	enum as_profile compile_profile;
	uint32_t processes;
	uint64_t extra_memory_bytes; /* of the run-time system, on top of a package's limit */
	uint64_t stack_most_bytes;
	bool keep_sources;
	bool writes_box; /* its run-time system needs a place to write, whatever the package says */
};

struct as_languages {
	struct as_document document;
	struct as_language *items;
	size_t count;
};

/* By id, NULL where there is none. */
const struct as_language *as_languages_find(const struct as_languages *languages, const char *id);
/* As the sources look: a shebang first (of a single file, or of one with the family's ending),
 * then by the most files. NULL where nothing fits. */
const struct as_language *as_languages_detect(
	const struct as_languages *languages, const struct as_sources *sources);
/* Whether a file is a source of the language (to compile) or a companion (a header). */
bool as_language_is_source(const struct as_language *language, const char *name);
bool as_language_is_companion(const struct as_language *language, const char *name);
/* Gives a single file the language's ending where it has none of them. */
int as_language_name_single(const struct as_language *language, struct as_sources *sources,
	struct as_error *error) AS_MUST_USE;
/*
 * Leaves out of a folder what is neither source nor companion, and refuses what then has no source
 * ("language"), more than max_bytes or too much besides ("too-large"), or nothing in it ("empty").
 */
void as_language_narrow(
	const struct as_language *language, struct as_sources *sources, uint64_t max_bytes);
/* True where every tool is on this machine. */
bool as_language_is_here(const struct as_language *language);
/* AS_ERROR_MACHINE naming the package, with sys_errno ENOPKG, where a tool is not on this machine.
 */
int as_language_require(const struct as_language *language, struct as_error *error) AS_MUST_USE;
/* A text of this machine that changes when a tool or any Debian package (a header, a library) is
 * replaced: paths, sizes, times. On the heap. */
char *as_language_fingerprint(
	const struct as_language *language, struct as_error *error) AS_MUST_USE;
/* True where the package's list (NULL: all) allows the language. */
bool as_language_is_allowed(const struct as_language *language, char *const *allowed);

/* What the placeholders of a command stand for. Absent ones are NULL. */
struct as_expansion {
	const char *main;  /* {main}: the entry file */
	const char *entry; /* {entry}: the entry class, or the main file without its ending */
	const char *const *sources; /* {sources}: NULL-terminated */
	const char *const *options; /* {options}: NULL-terminated */
	uint64_t memory_bytes;      /* {memory_kib}, {memory_mib} */
	uint64_t stack_bytes;       /* {stack_kib}, {stack_mib} */
};
/* Expands a command of the table into a NULL-terminated array; free with as_names_free. */
char **as_language_expand(const struct as_language *language, const char *key,
	const struct as_expansion *expansion, struct as_error *error) AS_MUST_USE;
/* A list of strings of the table as a NULL-terminated array; free with as_names_free. Absent:
 * empty. */
char **as_language_list(
	const struct as_language *language, const char *key, struct as_error *error) AS_MUST_USE;

#endif
