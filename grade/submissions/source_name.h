/* SPDX-License-Identifier: MIT */
/* source_name: names of source files, as learners write them and as the judge accepts them. */
#ifndef ASSAY_GRADE_SOURCE_NAME_H
#define ASSAY_GRADE_SOURCE_NAME_H

#include <assay/program/language.h>

/* True if the last part of a path fits a pattern with '*' and '?', ignoring case. */
bool source_fits(const char *pattern, const char *path);
/* True if it fits one of the patterns (NULL-terminated); NULL: true for all. */
bool source_is_asked(const char *const *patterns, const char *path);
/* True if it has the ending of a language, or of a notebook. */
bool source_is_named(const struct as_languages *languages, const char *name);
/* True if `copy` is a usual name for a copy of the file at `path`: "a (1).py", "a-2.py",
 * "a - Copy.py" or "Copy of a.py" for "a.py". */
bool source_is_copy(const char *path, const char *copy);
/* Cuts "coins.py.txt" to "coins.py": Windows hides known endings. */
void source_drop_false_ending(const struct as_languages *languages, char *name);
/* Removes the number in "coins-2.py": Canvas names a replaced file so. */
void source_drop_number(char *name);
/* Replaces characters of a path that the judge does not accept: all except letters and digits of
 * all scripts and "_.-+", and some of these at the beginning of a part. Composes letters. `path`
 * has space for one more part "file". */
void source_make_plain(char *path);

#endif
