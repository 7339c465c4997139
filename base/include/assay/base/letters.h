/* SPDX-License-Identifier: MIT */
/** Letters of all scripts in names of files. */
#ifndef ASSAY_BASE_LETTERS_H
#define ASSAY_BASE_LETTERS_H

#include <assay/base.h>

/** The size in bytes of the letter, digit or (unless `is_first`) combining mark at `text`, in
 * UTF-8; 0: another character, an invisible one, or not UTF-8. Without the locale C.UTF-8, only
 * ASCII has letters. */
size_t as_letter_size(const char *text, bool is_first) AS_NONNULL(1);
/** Composes, in place, letters and the marks that follow them, as Unicode's form NFC does for
 * Latin, Greek, Cyrillic, Japanese and Korean letters. macOS stores "ä" in names as "a" and a mark;
 * compilers and interpreters look for the composed letter. */
void as_letters_compose(char *text) AS_NONNULL(1);

#endif
