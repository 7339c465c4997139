/* SPDX-License-Identifier: MIT */
/* The rules in their order. The rules that gain most per try come first, so that a few hundred
 * tries of a slow program are enough for a small input. They are repeated until none makes the
 * input smaller. */
#include "rules.h"

#define COUNT(steps) (sizeof(steps) / sizeof(*(steps)))

static void report(const struct as_reducer *reducer, struct as_shrink_report *out)
{
	if (!out)
		return;
	*out = reducer->report;
	out->complete = !reducer->over;
}

int as_shrink_tape(const struct as_shrink_config *config, struct as_tape *tape,
	struct as_shrink_report *out, struct as_error *error)
{
	static const struct as_step steps[] = {{&as_rule_options, 0}, {&as_rule_zeros, 0},
		{&as_rule_blocks, 1}, {&as_rule_parts, 1}, {&as_rule_choices, 1},
		{&as_rule_equal_choices, 2}, {&as_rule_choice_pairs, 2}, {&as_rule_sorted, 2},
		{&as_rule_regenerate, 2}};
	struct as_reducer reducer;

	if (as_reducer_init(&reducer, config, tape, NULL, error) < 0)
		return -1;
	int result = as_reducer_steps(&reducer, steps, COUNT(steps), error);
	report(&reducer, out);
	as_reducer_clear(&reducer);
	return result;
}

int as_shrink_text(const struct as_shrink_config *config, struct as_bytes *text,
	struct as_shrink_report *out, struct as_error *error)
{
	static const struct as_step steps[] = {{&as_rule_lines, 0}, {&as_rule_sections, 0},
		{&as_rule_sequences, 0}, {&as_rule_tokens, 0}, {&as_rule_ranges, 0},
		{&as_rule_numbers, 0}, {&as_rule_signs, 1}, {&as_rule_equal, 1},
		{&as_rule_words, 1}, {&as_rule_pairs, 2}, {&as_rule_sparse, 3}, {&as_rule_rows, 3}};
	struct as_reducer reducer;

	if (as_reducer_init(&reducer, config, NULL, text, error) < 0)
		return -1;
	int result = as_reducer_steps(&reducer, steps, COUNT(steps), error);
	report(&reducer, out);
	as_reducer_clear(&reducer);
	return result;
}
