/* SPDX-License-Identifier: MIT */
/* The rules of shrinking, and their helpers. */
#ifndef ASSAY_SHRINK_RULES_H
#define ASSAY_SHRINK_RULES_H

#include "model.h"
#include "reducer.h"

/* tape_rules.c */
extern const struct as_rule as_rule_options, as_rule_parts, as_rule_blocks, as_rule_zeros,
	as_rule_choices, as_rule_equal_choices, as_rule_choice_pairs, as_rule_sorted,
	as_rule_regenerate;
/* line_rules.c: remove lines and sections. */
extern const struct as_rule as_rule_lines, as_rule_sections;
/* token_rules.c: remove tokens of a line, shorten words. */
extern const struct as_rule as_rule_tokens, as_rule_words;
/* number_rules.c: simplify one number, its sign, a part of a sequence, a whole sequence, equal
 * numbers. */
extern const struct as_rule as_rule_numbers, as_rule_signs, as_rule_ranges, as_rule_sequences,
	as_rule_equal;
/* pair_rules.c: two numbers of a sequence. */
extern const struct as_rule as_rule_pairs;
/* row_rule.c: all smaller rows; long rows of equal values with one exception. */
extern const struct as_rule as_rule_rows, as_rule_sparse;

/* Applies an edit and clears it: the last step of every rule for texts. */
enum as_made as_made_edit(
	struct as_edit *edit, struct as_trial *trial, struct as_error *error) AS_MUST_USE;

/* `hit` of rules that begin again at the same position: the rest of the input has moved there. */
static inline void as_cursor_restart(struct as_cursor *cursor)
{
	cursor->variant = 0;
}

/* A number that counts the removed things, and by how much it is lowered. */
struct as_count {
	uint32_t token;
	int64_t less;
};
#define AS_MAX_COUNTS 4
/* Finds numbers that may count `size` lines from `from` on. Returns their number; the most likely
 * come first. */
size_t as_counts_of_lines(const struct as_model *model, size_t from, size_t size,
	struct as_count counts[AS_MAX_COUNTS]);
/* Finds numbers that may count `size` of the tokens of a line. */
size_t as_counts_of_tokens(const struct as_model *model, size_t line, size_t size,
	struct as_count counts[AS_MAX_COUNTS]);

#endif
