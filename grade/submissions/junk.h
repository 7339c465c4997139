/* SPDX-License-Identifier: MIT */
/* junk: recognises files that were submitted by mistake, by their names and by their first
 * bytes. */
#ifndef ASSAY_GRADE_JUNK_H
#define ASSAY_GRADE_JUNK_H

#include <assay/grade/submissions.h>

/* True if a file is left out because of its path in the submission; `text` is then the reason, for
 * people. */
bool junk_by_name(const char *path, enum as_left_reason *reason, const char **text);
/* The length of a path's beginning that is a hidden folder or a folder of packages, such as
 * "a/.git" or "a/node_modules"; 0: none. */
size_t junk_folder_length(const char *path);
/* True if it is left out because of its content. */
bool junk_by_content(const struct as_bytes *bytes, enum as_left_reason *reason, const char **text);
/* True if the name is that of an archive, one that can be unpacked or another one. */
bool junk_is_zip(const char *path);
bool junk_is_other_archive(const char *path);
/* True if the name has one of the endings (NULL-terminated), ignoring case. */
bool junk_has_ending(const char *path, const char *const *endings);

#endif
