/* SPDX-License-Identifier: MIT */
/* sources_read: shared by the readers of sources from files (sources.c) and from memory
 * (sources_memory.c). */
#ifndef ASSAY_PROGRAM_SOURCES_READ_H
#define ASSAY_PROGRAM_SOURCES_READ_H

#include <assay/program/sources.h>

#define AS_SOURCES_MAX_FILES 1000
#define AS_SOURCES_MAX_DEPTH 8
#define AS_SOURCES_TOO_MANY "it has more than 1000 files"
#define AS_SOURCES_TOO_DEEP "its folders are nested deeper than 8"
#define AS_SOURCES_TOO_LARGE "it is larger than the package allows"

/* True if a part of a path has only the characters that the format allows; a folder's other files
 * are left out. */
bool as_source_name_is_plain(const char *name) AS_MUST_USE;
/* The name of a single file, on the heap: the last part of its path if that is plain, else a plain
 * name with the same ending. */
char *as_source_name_single(const char *path, struct as_error *error) AS_MUST_USE;
/* After the last file: refuses empty sources, and sorts. `left_out`: a file was left out because of
 * its name. */
void as_sources_end(struct as_sources *sources, bool left_out);

#endif
