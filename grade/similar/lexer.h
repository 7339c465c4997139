/* SPDX-License-Identifier: MIT */
/* lexer: a source as tokens; private to grade/similar. */
#ifndef ASSAY_GRADE_SIMILAR_LEXER_H
#define ASSAY_GRADE_SIMILAR_LEXER_H

#include "grammar.h"

struct as_token {
	uint32_t line; /* on which it begins, from 1 */
	uint16_t code;
	uint8_t flags; /* AS_TOKEN_IS_...; the lexer sets none */
	uint8_t call;  /* of a name that is called: 1 + its index in `calls`; 0: another one */
};
struct as_tokens {
	struct as_token *items; /* free it */
	size_t count;
	size_t capacity;
};

struct as_lexed {
	bool is_cut;        /* there was more than `max` tokens */
	uint32_t last_line; /* that was read */
	uint32_t open_line; /* on which a comment or text without an end begins; 0: none */
};
/* Appends the tokens of a source, any bytes, until there are `max` tokens in all. Every line, token
 * and byte is read once or twice: the time is linear. It fails only if out of memory. */
int as_lex(enum as_similar_language language, const char *text, size_t size, size_t max,
	struct as_tokens *tokens, struct as_lexed *lexed, struct as_error *error) AS_MUST_USE;

#endif
