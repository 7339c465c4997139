/* SPDX-License-Identifier: MIT */
/* A text as lines of tokens, and edits of it. */
#ifndef ASSAY_SHRINK_MODEL_H
#define ASSAY_SHRINK_MODEL_H

#include <assay/shrink.h>

struct as_token {
	uint32_t start, size;
	uint32_t line;
	bool is_number; /* an integer in its canonical spelling that fits 64 bits */
	int64_t value;
};
struct as_line {
	uint32_t start, size;  /* with its line feed */
	uint32_t first, count; /* tokens */
};
/* Tokens that may have the same meaning: those of a line; a column of lines with equally many
 * tokens; all tokens of such lines. */
struct as_sequence {
	uint32_t first, stride, count;
};

struct as_model {
	const char *text; /* borrowed */
	size_t size;
	struct as_token *tokens;
	struct as_line *lines;
	struct as_sequence *sequences;
	size_t token_count, line_count, sequence_count;
};
/* A text of more than AS_SHRINK_MAX_BYTES has lines, but no tokens. */
int as_model_new(
	struct as_model **model, const struct as_bytes *text, struct as_error *error) AS_MUST_USE;
void as_model_free(struct as_model *model);

/* Finds the first token at or after `at`; false: there is none. */
bool as_text_token(const char *text, size_t size, size_t at, struct as_token *token);
/* Sets whether a text has a token 0, and a negative number. */
void as_text_signs(const char *text, size_t size, bool *zero, bool *negative);

/* The edit of one token. */
struct as_token_edit {
	bool removed, is_set;
	int64_t value;        /* the new value, if is_set */
	uint32_t source;      /* otherwise the token whose text it takes */
	unsigned char copies; /* further copies after it */
	/* A new text; borrowed; or NULL. */
	const char *word;
	size_t word_size;
};
struct as_edit {
	const struct as_model *model;
	struct as_token_edit *token_edits;
	bool *removed_lines;
	unsigned char *line_copies;
};
int as_edit_init(
	struct as_edit *edit, const struct as_model *model, struct as_error *error) AS_MUST_USE;
void as_edit_set(struct as_edit *edit, size_t token, int64_t value);
int as_edit_apply(
	const struct as_edit *edit, struct as_bytes *out, struct as_error *error) AS_MUST_USE;
void as_edit_clear(struct as_edit *edit);
#define AS_AUTO_EDIT AS_AUTO(as_edit_clear)

#endif
