/* SPDX-License-Identifier: MIT */
/* start: determines where a program starts: its main file, and the entry class. */
#ifndef ASSAY_JUDGE_START_H
#define ASSAY_JUDGE_START_H

#include <assay/program/workshop.h>

/* The files that may be the program. Names are borrowed from the sources. */
struct as_candidates {
	size_t count;
	const char *first, *second; /* by name; NULL: there is none */
};

/*
 * start.c: sets the program's main file and its entry, in this order: order->entry_point; the
 * language's default name, also in the package's code; the only candidate. With several candidates,
 * the first by name is taken in code of the package (with a note, if it is a submission); any other
 * program is CE. So is a program whose entry point does not exist.
 */
int as_start_find(struct as_program *program, const struct as_sources *sources,
	const struct as_build_order *order, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

/* Call it after the compilation of a program with a note that several files may each be the
 * program. If they did not compile together, the intended file is unknown: puts that before the
 * compiler's message. */
int as_start_explain(struct as_program *program, const struct as_sources *sources,
	const struct as_build_order *order, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

/* A remedy that names each of a submission's files: `remedy`, ": " and a pattern that matches the
 * files in the folder at `path`; "unpack the archive, then name each: FOLDER/" and a star for an
 * archive; the remedy alone for files in memory (NULL). On the heap. */
char *as_start_each(const char *remedy, const char *path, struct as_error *error) AS_MUST_USE;

/* start_class.c: sets the entry to a class: the class that a file of the sources starts, if the
 * entry point is its name; else the class that the entry point names in the notation of `java`.
 * False: neither. */
bool as_start_take_class(struct as_program *program, const struct as_sources *sources,
	const char *entry_point) AS_NONNULL(1, 2, 3);

/* start_file.c: the candidates among the submission's own files: those at the least depth of
 * folders, or all, if the language compiles all files into one program. */
int as_start_find_files(const struct as_language *language, const struct as_sources *sources,
	struct as_candidates *candidates, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/* The candidates that would each be a program without the others; for any language but Java. */
int as_start_find_programs(const struct as_language *language, const struct as_sources *sources,
	struct as_candidates *candidates, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

#endif
