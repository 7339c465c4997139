/* SPDX-License-Identifier: MIT */
/* hidden: the words that identify people (hidden.c), and where they are in a text (hidden_find.c).
 */
#ifndef ASSAY_GRADE_CLASS_HIDDEN_H
#define ASSAY_GRADE_CLASS_HIDDEN_H

#include "state.h"

#define AS_HIDDEN_MIN 3 /* shorter words occur in many texts */

/* What identifies a person or a team. */
struct as_hidden_word {
	char *text, *folded, *id; /* folded: as in struct as_hidden_text; id: of the person */
	size_t team;              /* of the person; 0: none */
	size_t place;             /* the number of words that were added before */
	bool is_of_team;          /* it is the name of the team */
	bool is_unlike_code;      /* it is replaced in the texts of all people */
};

/* The owner of a text. */
struct as_hidden_owner {
	const char *id;
	size_t team; /* 0: none */
};

/* The person of an id; NULL: none. */
const struct as_class_person *as_hidden_person(const struct as_hidden *hidden, const char *id)
	AS_NONNULL(1, 2);
/* True if the letters before `at` and at `at` belong to the same word. */
bool as_hidden_begins_in_word(const char *text, const char *at) AS_NONNULL(1, 2);
/* True if the word continues at `end`. */
bool as_hidden_ends_in_word(const char *end) AS_NONNULL(1);

/* A text that is searched for names: in lower case and decomposed (NFD). */
struct as_hidden_text {
	const char *text; /* borrowed */
	char *bytes;      /* folded; NULL if the text is empty */
	size_t *places;   /* for each of `bytes`, and for their end: the offset in `text` */
	size_t length;    /* of the bytes */
};
/* Clear it in any case. */
int as_hidden_text_fold(struct as_hidden_text *folded, const char *text,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
void as_hidden_text_clear(struct as_hidden_text *folded) AS_NONNULL(1);

struct as_hidden_match {
	const struct as_hidden_word *word;
	size_t begin, end; /* in the text */
	size_t next;       /* where to look next, among the folded bytes */
};
/* The next word in a text from `next` on: the longest one there, of the owner if possible; false:
 * none. At each place, the search takes O(log n) for each letter that matches one of n words. */
bool as_hidden_find(const struct as_hidden *hidden, const struct as_hidden_text *text,
	const struct as_hidden_owner *owner, struct as_hidden_match *found) AS_NONNULL(1, 2, 3, 4);

#endif
