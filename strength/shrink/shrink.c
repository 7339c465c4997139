/* SPDX-License-Identifier: MIT */
/* The rules in their order: what removes most comes first. They are applied until none helps. */
#include "rules.h"

#define COUNT(rules) (sizeof(rules) / sizeof(*(rules)))

static void report(const struct as_hunt *hunt, struct as_shrink_report *out)
{
	if (!out)
		return;
	*out = hunt->report;
	out->complete = !hunt->over;
}

int as_shrink_tape(const struct as_shrink_config *config, struct as_tape *tape,
	struct as_shrink_report *out, struct as_error *error)
{
	const struct as_rule rules[] = {as_rule_options, as_rule_blocks, as_rule_parts,
		as_rule_zeros, as_rule_choices, as_rule_equal_choices, as_rule_choice_pairs,
		as_rule_sorted, as_rule_regenerate};
	struct as_hunt hunt;

	if (as_hunt_init(&hunt, config, tape, NULL, error) < 0)
		return -1;
	int result = as_hunt_rules(&hunt, rules, COUNT(rules), error);
	report(&hunt, out);
	as_hunt_clear(&hunt);
	return result;
}

int as_shrink_text(const struct as_shrink_config *config, struct as_bytes *text,
	struct as_shrink_report *out, struct as_error *error)
{
	const struct as_rule rules[] = {as_rule_lines, as_rule_sections, as_rule_tokens,
		as_rule_ranges, as_rule_sequences, as_rule_numbers, as_rule_signs, as_rule_equal,
		as_rule_words, as_rule_pairs, as_rule_sparse, as_rule_rows};
	struct as_hunt hunt;

	if (as_hunt_init(&hunt, config, NULL, text, error) < 0)
		return -1;
	int result = as_hunt_rules(&hunt, rules, COUNT(rules), error);
	report(&hunt, out);
	as_hunt_clear(&hunt);
	return result;
}
