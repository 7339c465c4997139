/* SPDX-License-Identifier: MIT */
/*
 * fold: names of people, for comparing: upper and lower case, composed and decomposed letters, and
 * punctuation do not matter.
 */
#ifndef ASSAY_GRADE_FOLD_H
#define ASSAY_GRADE_FOLD_H

#include <assay/base.h>

/* The words of a name, folded, with one blank between them: "O'Brien,  Zoë" is "obrien zoë". */
char *fold_words(const char *name, struct as_error *error) AS_MUST_USE;
/* The same in the order of the bytes of the words, so that "Ada Lovelace" is "Lovelace, Ada". */
char *fold_sorted(const char *name, struct as_error *error) AS_MUST_USE;
/* True if `squashed`, a folded name without blanks, is the words of the other one, from any of them
 * on: "lovelaceada" of "ada lovelace". */
bool fold_is_rotation(const char *words, const char *squashed);
/* Takes the blanks out of folded words. */
void fold_squash(char *words);

#endif
