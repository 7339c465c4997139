/* SPDX-License-Identifier: MIT */
/* Lists of words, and arguments of input validators; private to judge/package. */
#ifndef ASSAY_JUDGE_PACKAGE_WORDS_H
#define ASSAY_JUDGE_PACKAGE_WORDS_H

#include <assay/package.h>

/* ---- lists of words (package_words.c) ---- */

/* Splits a text into words like a shell, with quotes and backslashes only. `words` (as_names_free)
 * is NULL and `closed` false if a quote is not closed. */
int package_words_split(
	const char *text, char ***words, bool *closed, struct as_error *error) AS_MUST_USE;
/* True if both lists (not NULL) are equal. */
bool package_words_equal(char *const *left, char *const *right) AS_NONNULL(1, 2);
/* True if a program can receive them as arguments; otherwise refuse them with this message. */
bool package_words_fit(const char *const *words) AS_MUST_USE;
#define PACKAGE_WORDS_TOO_LONG "too many arguments: at most 48 KiB and 1900 words are allowed"
/* Appends copies to a NULL-terminated list; both lists may be NULL. */
int package_words_append(
	char ***words, const char *const *more, struct as_error *error) AS_MUST_USE;
/* package_input_args.c: arguments of input validators, on the heap. */
struct as_input_args *package_input_args_new(struct as_error *error) AS_MUST_USE;
/* Copies the name (NULL: for all validators) and the words (NULL: none). */
int package_input_args_add(struct as_input_args *args, const char *name, const char *const *words,
	struct as_error *error) AS_MUST_USE;
/* NULL for NULL. */
int package_input_args_copy(const struct as_input_args *from, struct as_input_args **to,
	struct as_error *error) AS_MUST_USE;
void package_input_args_free(struct as_input_args *args);

#endif
