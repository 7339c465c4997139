/* SPDX-License-Identifier: MIT */
/* hidden.c: the words that identify people, and where they are in a text. */
#ifndef ASSAY_GRADE_CLASS_HIDDEN_H
#define ASSAY_GRADE_CLASS_HIDDEN_H

#include "state.h"

#define AS_HIDDEN_MIN 3 /* a shorter word is in many texts */

/* What identifies a person or a team. */
struct as_hidden_word {
	char *text, *id; /* id: of the person */
	size_t length;
	size_t team;         /* of the person; 0: none */
	size_t place;        /* the number of words that were added before */
	bool is_of_team;     /* it is the name of the team */
	bool is_unlike_code; /* it is replaced in the texts of all people */
};

/* The owner of a text. */
struct as_hidden_owner {
	const char *id;
	size_t team; /* 0: none */
};

/* The person of an id; NULL: none. */
const struct as_class_person *as_hidden_person(const struct as_hidden *hidden, const char *id)
	AS_NONNULL(1, 2);
/* True if the letter before `at` belongs to the same word as the one at it. */
bool as_hidden_begins_in_word(const char *text, const char *at) AS_NONNULL(1, 2);
/* True if the word continues at `end`. */
bool as_hidden_ends_in_word(const char *end) AS_NONNULL(1);
/* The next word in a text from `at` on, which is set to its beginning: the longest one there, of
 * the owner if possible; NULL: none. The time of each place is about the logarithm of the number of
 * words, for each letter that agrees with one of them. */
const struct as_hidden_word *as_hidden_find(const struct as_hidden *hidden, const char *text,
	const char **at, const struct as_hidden_owner *owner) AS_NONNULL(1, 2, 3, 4);

#endif
