/* SPDX-License-Identifier: MIT */
/* words: the words of dates in the languages of learning platforms. */
#ifndef ASSAY_GRADE_WORDS_H
#define ASSAY_GRADE_WORDS_H

#include <assay/base.h>

enum word_kind {
	WORD_UNKNOWN,
	WORD_FILLER, /* a day of the week, "at" */
	WORD_MONTH,  /* number: 1 to 12 */
	WORD_AM,
	WORD_PM,
};
struct word {
	char *text; /* folded */
	enum word_kind kind;
	int number;
	int other; /* the month that the word means in another language; 0: none */
};
struct words {
	struct word *items; /* sorted by text */
	size_t count;
};
int words_open(struct words *words, struct as_error *error) AS_MUST_USE;
void words_clear(struct words *words);
/* The meaning of a word; kind WORD_UNKNOWN for unknown words and for words with more than two
 * meanings. */
struct word words_find(const struct words *words, const char *text);

#endif
