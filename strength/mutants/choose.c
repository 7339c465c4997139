/* SPDX-License-Identifier: MIT */
/* A choice of mutations that is spread over operators, and then over lines. */
#include <assay/mutants.h>

#include <assay/base/random.h>

static void swap(struct as_mutation *one, struct as_mutation *other)
{
	const struct as_mutation kept = *one;

	*one = *other;
	*other = kept;
}

static void shuffle(struct as_mutations *mutations, const char *seed)
{
	struct as_random random = as_random_of(seed, 0);

	for (size_t left = mutations->count; left > 1; left--)
		swap(&mutations->items[left - 1],
			&mutations->items[as_random_to(&random, left - 1)]);
}

/* The numbers of mutations chosen so far. */
struct counts {
	size_t operators[AS_MUTANT_OPERATOR_COUNT];
	size_t *lines;
};

static bool is_rarer(
	const struct counts *counts, const struct as_mutation *one, const struct as_mutation *other)
{
	const size_t own = counts->operators[one->kind];
	const size_t others = counts->operators[other->kind];

	return own < others ||
	       (own == others && counts->lines[one->line] < counts->lines[other->line]);
}

static int count_lines(
	const struct as_mutations *mutations, struct counts *counts, struct as_error *error)
{
	uint32_t last_line = 0;

	for (size_t i = 0; i < mutations->count; i++)
		if (mutations->items[i].line > last_line)
			last_line = mutations->items[i].line;
	counts->lines = calloc((size_t)last_line + 1, sizeof(*counts->lines));
	return counts->lines ? 0 : as_error_no_memory(error);
}

int as_mutants_choose(
	struct as_mutations *mutations, size_t max, const char *seed, struct as_error *error)
{
	struct counts counts = {0};

	if (count_lines(mutations, &counts, error))
		return -1;
	shuffle(mutations, seed);
	for (size_t i = 0; i < mutations->count && i < max; i++) {
		size_t best = i;
		for (size_t j = i + 1; j < mutations->count; j++)
			if (is_rarer(&counts, &mutations->items[j], &mutations->items[best]))
				best = j;
		swap(&mutations->items[i], &mutations->items[best]);
		counts.operators[mutations->items[i].kind]++;
		counts.lines[mutations->items[i].line]++;
	}
	free(counts.lines);
	while (mutations->count > max)
		free(mutations->items[--mutations->count].text);
	return 0;
}
