/* SPDX-License-Identifier: MIT */
/* sources_read: shared by the readers of sources from files (sources.c) and from memory
 * (sources_memory.c). */
#ifndef ASSAY_PROGRAM_SOURCES_READ_H
#define ASSAY_PROGRAM_SOURCES_READ_H

#include <assay/program/sources.h>

#define AS_SOURCES_MAX_FILES 1000
#define AS_SOURCES_MAX_DEPTH 8
#define AS_SOURCES_TOO_MANY "the source has more than 1000 files"
#define AS_SOURCES_TOO_DEEP "the source has folders nested deeper than 8"
#define AS_SOURCES_TOO_LARGE "the source is larger than the package allows"
#define AS_SOURCES_SAME_NAME                                                                       \
	"the source has two files of the same name, or a file and a folder of the same name"

/* True if no folder can contain files of both names: they are equal, or the first is a folder of
 * the second. */
bool as_source_names_clash(const char *before, const char *name) AS_MUST_USE;
/* True if a part of a path has only the characters that the format allows; a folder's other files
 * are left out. */
bool as_source_name_is_plain(const char *name) AS_MUST_USE;
/* The name of a single file, on the heap: the last part of its path if that is plain, else a plain
 * name with the same ending. */
char *as_source_name_single(const char *path, struct as_error *error) AS_MUST_USE;
/* Files that were left out because of their names. Hidden files are counted; only the first hidden
 * file is named, and only if no other file was left out. */
struct as_left_names {
	size_t count, hidden_count;
	char names[400]; /* the first ones that are not hidden */
	char hidden[128];
};
void as_left_names_add(struct as_left_names *left, const char *path);
/* The names, "a, b, c and 4 more"; NULL: out of memory. */
char *as_left_names_text(const struct as_left_names *left, struct as_error *error) AS_MUST_USE;
/* Notes them, or refuses sources that have no other file. */
int as_left_names_note(const struct as_left_names *left, struct as_sources *sources,
	struct as_error *error) AS_MUST_USE;
/* After the last file: refuses empty sources, notes what was left out, and sorts. */
int as_sources_end(struct as_sources *sources, const struct as_left_names *left,
	struct as_error *error) AS_MUST_USE;

#endif
