/* SPDX-License-Identifier: MIT */
/* junk: files that nobody meant to hand in, by their names and by their first bytes. */
#ifndef ASSAY_GRADE_JUNK_H
#define ASSAY_GRADE_JUNK_H

#include <assay/grade/submissions.h>

/* True if a file is left out because of its path in the submission; `text` is then why, for people.
 */
bool junk_by_name(const char *path, enum as_left_reason *reason, const char **text);
/* The same because of its content. */
bool junk_by_content(const struct as_bytes *bytes, enum as_left_reason *reason, const char **text);
/* True if the name is that of an archive that is unpacked, or of another one. */
bool junk_is_zip(const char *path);
bool junk_is_other_archive(const char *path);
/* True if the ending of a name is one of the list (NULL-terminated); case does not matter. */
bool junk_has_ending(const char *path, const char *const *endings);

#endif
