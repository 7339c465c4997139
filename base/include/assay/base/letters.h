/* SPDX-License-Identifier: MIT */
/** Letters of all scripts in names of files. */
#ifndef ASSAY_BASE_LETTERS_H
#define ASSAY_BASE_LETTERS_H

#include <assay/base.h>

/** The size in bytes of the letter, digit or (unless `is_first`) combining mark at `text`, in
 * UTF-8; 0: another character, an invisible one, or not UTF-8. */
size_t as_letter_size(const char *text, bool is_first) AS_NONNULL(1);
/** Changes a text to Unicode's form NFC, in place, if that is not longer: macOS stores "ä" in names
 * as "a" and a mark, but compilers and interpreters look for the composed letter. A text that is
 * not UTF-8 is left as it is. */
void as_letters_compose(char *text) AS_NONNULL(1);

#endif
