/* SPDX-License-Identifier: MIT */
/**
 * source: a source in C, C++, Java or Python as tokens. Any bytes are a source: there are no
 * errors of syntax.
 *
 * The tokens leave out code that differs for no reason between similar programs: comments, names
 * of libraries (#include, import, using), texts that are statements (Python's doc strings), and
 * `std::`. Adjacent texts are one token.
 *
 * Life cycle: `struct as_tokens tokens = {0}`, as_lex for each file, free(tokens.items).
 */
#ifndef ASSAY_SOURCE_H
#define ASSAY_SOURCE_H

#include <assay/base.h>

/** Only sources of one family have tokens in common: C and C++, Java, Python. */
enum as_source_language {
	AS_SOURCE_OTHER, /**< it has no tokens */
	AS_SOURCE_C,
	AS_SOURCE_CPP,
	AS_SOURCE_JAVA,
	AS_SOURCE_PYTHON,
};
/** By the ending of the file's name, ignoring case: "c", "h", "cc", "cpp", ..., "java", "py". */
enum as_source_language as_source_language_of(const char *file_name) AS_NONNULL(1);

/** Codes of tokens. One-byte operators are their own codes. */
enum as_token_code {
	AS_TOKEN_NONE, /**< no token has it; for a caller that separates files */
	AS_TOKEN_NAME,
	AS_TOKEN_NUMBER,
	AS_TOKEN_TEXT,
	AS_TOKEN_LINE_END, /**< these three: Python only; their size is 0 */
	AS_TOKEN_INDENT,
	AS_TOKEN_DEDENT,
	AS_TOKEN_OPERATOR = 128, /**< and its index in the operators of the language */
	AS_TOKEN_WORD = 256,     /**< and its index in the keywords of the language */
	AS_TOKEN_FAMILY = 1024,  /**< multiplied by the family: families have no codes in common */
};

struct as_token {
	uint32_t line;   /**< on which it begins, from 1 */
	uint32_t offset; /**< of its first byte in the source */
	uint32_t size;   /**< in bytes; of adjacent texts, up to the end of the last */
	uint16_t code;
	uint8_t flags; /**< the caller's; the lexer sets none */
	uint8_t call;  /**< of a name that is called: 1 + the index of a function of the language or
			    its library whose name makes a difference; 0: another token */
};
struct as_tokens {
	struct as_token *items; /**< free it; grown by as_array_reserve */
	size_t count;
};

struct as_lexed {
	bool is_cut;        /**< there were more than `max` tokens */
	uint32_t last_line; /**< that was read */
	uint32_t open_line; /**< on which an unterminated comment or text begins; 0: none */
};
/** Appends the tokens of a source of less than 4 GiB until there are `max` tokens in all. Each
 * line, token and byte is read once or twice: the time is linear. It fails only if out of memory.
 */
int as_lex(enum as_source_language language, const char *text, size_t size, size_t max,
	struct as_tokens *tokens, struct as_lexed *lexed, struct as_error *error) AS_MUST_USE
	AS_NONNULL(2, 5, 6);

#endif
