/* SPDX-License-Identifier: MIT */
/* identity: the rules and texts by which persons are found. */
#ifndef ASSAY_GRADE_IDENTITY_H
#define ASSAY_GRADE_IDENTITY_H

#include "draft.h"

#include <string.h>

enum rule {
	BY_NUMBER,
	BY_ID,
	BY_ID_FOLDED,
	BY_MAIL,
	BY_ID_AS_MAIL,
	BY_ID_AS_NUMBER,
	BY_LOGIN,
	BY_NAME
};

/* The kinds of texts by which persons are looked up. */
enum text {
	TEXT_NUMBER,
	TEXT_LOGIN,
	TEXT_ID,
	TEXT_FOLDED,
	TEXT_MAIL,
	TEXT_SORTED,
	TEXT_SQUASHED,
	TEXT_GROUP
};

static inline uint64_t identity_hash(const struct work *work, enum text kind, const char *text)
{
	return lookup_hash(&work->by_text, kind, text, strlen(text));
}

/* Of the letters of all words, in any order and without blanks. */
static inline uint64_t identity_letters(const struct work *work, enum text kind, const char *words)
{
	uint64_t sum = 0;

	for (; *words; words++)
		if (*words != ' ')
			sum += lookup_hash(&work->by_text, kind, words, 1);
	return sum;
}

#endif
