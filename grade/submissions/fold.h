/* SPDX-License-Identifier: MIT */
/* fold: prepares names of people for comparison, ignoring case, composition of letters, and
 * punctuation. */
#ifndef ASSAY_GRADE_FOLD_H
#define ASSAY_GRADE_FOLD_H

#include <assay/base.h>

/* The words of a name, folded, with one blank between them: "O'Brien,  Zoë" is "obrien zoë". */
char *fold_words(const char *name, struct as_error *error) AS_MUST_USE;
/* The same with the words sorted by bytes, so that "Ada Lovelace" and "Lovelace, Ada" are equal. */
char *fold_sorted(const char *name, struct as_error *error) AS_MUST_USE;
/* 1: the words of both are equal, and there are some. -1: error. */
int fold_same_words(const char *a, const char *b, struct as_error *error) AS_MUST_USE;
/* 1: the words of both are equal without blanks, and there are some. -1: error. */
int fold_same_letters(const char *a, const char *b, struct as_error *error) AS_MUST_USE;
/* True if `squashed`, a folded name without blanks, consists of the words of the other one,
 * rotated: "lovelaceada" of "ada lovelace". */
bool fold_is_rotation(const char *words, const char *squashed);
/* Removes the blanks from folded words. */
void fold_squash(char *words);

#endif
