/* SPDX-License-Identifier: MIT */
/** Small changes of a text, each of one kind, to find out what a validator accepts. Included by
 * shrink.h. */
#ifndef ASSAY_SHRINK_CHANGE_H
#define ASSAY_SHRINK_CHANGE_H

#include <assay/shrink.h>

enum as_change_kind {
	AS_CHANGE_EMPTY,        /**< the whole text is missing */
	AS_CHANGE_LINE_MISSING, /**< of the lines with tokens, if there are several */
	AS_CHANGE_LINE_TWICE,
	AS_CHANGE_WORD_FOR_NUMBER,     /**< "x" */
	AS_CHANGE_LETTER_AFTER_NUMBER, /**< "12x" */
	AS_CHANGE_NAN,                 /**< "nan" in place of a number */
	AS_CHANGE_NUMBER_PLUS,         /**< larger by one; also of a decimal number */
	AS_CHANGE_NUMBER_MINUS,
	AS_CHANGE_LEADING_ZERO,
	AS_CHANGE_PLUS_SIGN,
	AS_CHANGE_LETTER,        /**< the last character of a word that is not a number */
	AS_CHANGE_EXCHANGED,     /**< two neighbouring tokens */
	AS_CHANGE_TOKEN_MISSING, /**< if there are several */
	AS_CHANGE_TOKEN_TWICE,
	AS_CHANGE_TWO_BLANKS, /**< between tokens */
	AS_CHANGE_TAB,        /**< in place of a blank between tokens */
	AS_CHANGE_LEADING_BLANK,
	AS_CHANGE_TRAILING_BLANK,
	AS_CHANGE_BLANK_LINE, /**< at the end */
	AS_CHANGE_NO_NEWLINE, /**< the last line does not end */
	AS_CHANGE_CRLF,       /**< every line ends as in Windows */
	AS_CHANGE_OTHER_TEST, /**< the text of another test; as_text_changes_make does not make it
			       */
};
#define AS_CHANGE_KIND_COUNT 22
/** "empty", "line-missing", ... */
const char *as_change_kind_name(enum as_change_kind kind);
/** As an object of a sentence: "an empty file", "a file without one of its lines". */
const char *as_change_kind_text(enum as_change_kind kind);

struct as_text_change {
	enum as_change_kind kind;
	uint32_t line;        /**< from 1; 0: the whole text */
	char *before, *after; /**< the token that differs; "" in place of a token that is missing.
				   NULL: no single token differs */
	struct as_bytes text; /**< with the change; it differs from the original */
};
struct as_text_changes {
	struct as_text_change *items;
	size_t count;
};
/**
 * Makes changes of the kinds whose bits (1 << kind) are set: of each kind those at the first, the
 * middle and the last place, in the order of kinds. A text of more than AS_SHRINK_MAX_BYTES has no
 * tokens. Clear the changes in any case.
 */
int as_text_changes_make(const struct as_bytes *text, unsigned kinds,
	struct as_text_changes *changes, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
void as_text_changes_clear(struct as_text_changes *changes) AS_NONNULL(1);

/** An integer of a text. */
struct as_text_number {
	size_t token;         /**< index among all tokens */
	uint32_t line, place; /**< from 1; `place` among the tokens of the line */
	uint32_t line_tokens; /**< of that line */
	int64_t value;
};
/** Lists the integers of a text; free `numbers`. */
int as_text_numbers(const struct as_bytes *text, struct as_text_number **numbers, size_t *count,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** What an integer may count: tokens of its line, of the next or of all lines; or lines. */
enum as_counted { AS_COUNTED_NOTHING, AS_COUNTED_TOKENS, AS_COUNTED_LINES };
/** Makes a copy in which an integer is larger by `by`, which is 1 or -1, with one more or one less
 * of what it counts. Fills `out` (clear it); its data are NULL if the integer does not count such
 * things, or becomes too large. */
int as_text_move_number(const struct as_bytes *text, size_t token, int by, enum as_counted counted,
	struct as_bytes *out, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 5);

#endif
