/* SPDX-License-Identifier: MIT */
/* Tapes: copy, order, and the file format that gen.h replays. */
#include "number.h"
#include <assay/shrink.h>

#include <inttypes.h>
#include <string.h>

void as_tape_clear(struct as_tape *tape)
{
	if (!tape)
		return;
	free(tape->options);
	free(tape->choices);
	free(tape->parts);
	*tape = (struct as_tape){0};
}

/* Never returns NULL for count = 0: that would look like an allocation failure. */
static void *copy_items(const void *items, size_t count, size_t item_bytes)
{
	void *copy = malloc(count ? count * item_bytes : 1);

	if (copy && count)
		memcpy(copy, items, count * item_bytes);
	return copy;
}

int as_tape_copy(const struct as_tape *tape, struct as_tape *copy, struct as_error *error)
{
	struct as_tape made = *tape;

	made.options = copy_items(tape->options, tape->option_count, sizeof(*tape->options));
	made.choices = copy_items(tape->choices, tape->count, sizeof(*tape->choices));
	made.parts = copy_items(tape->parts, tape->part_count, sizeof(*tape->parts));
	if (!made.options || !made.choices || !made.parts) {
		as_tape_clear(&made);
		return as_error_no_memory(error);
	}
	*copy = made;
	return 0;
}

/* ---- order ----------------------------------------------------------------------------------- */

static int compare_options(const struct as_tape *a, const struct as_tape *b)
{
	size_t count = a->option_count < b->option_count ? a->option_count : b->option_count;

	for (size_t i = 0; i < count; i++) {
		int order = as_number_compare(a->options[i].value, b->options[i].value);
		if (order)
			return order;
	}
	return (a->option_count > b->option_count) - (a->option_count < b->option_count);
}

static as_sum sum_choices(const struct as_tape *tape)
{
	as_sum sum = 0;

	for (size_t i = 0; i < tape->count; i++)
		sum += tape->choices[i].value;
	return sum;
}

static int compare_choices(const struct as_tape *a, const struct as_tape *b)
{
	as_sum a_sum = sum_choices(a), b_sum = sum_choices(b);

	if (a_sum != b_sum)
		return a_sum < b_sum ? -1 : 1;
	for (size_t i = 0; i < a->count; i++)
		if (a->choices[i].value != b->choices[i].value)
			return a->choices[i].value < b->choices[i].value ? -1 : 1;
	return 0;
}

int as_tape_compare(const struct as_tape *a, const struct as_tape *b)
{
	if (a->count != b->count)
		return a->count < b->count ? -1 : 1;
	int order = compare_choices(a, b);
	return order ? order : compare_options(a, b);
}

/* ---- the file -------------------------------------------------------------------------------- */

static void write_options(const struct as_tape *tape, FILE *file)
{
	for (size_t i = 0; i < tape->option_count; i++) {
		const struct as_tape_option *option = &tape->options[i];
		fprintf(file, "option %s %" PRId64 " %" PRId64 " %" PRId64 "\n", option->name,
			option->lo, option->hi, option->value);
	}
}

int as_tape_format(const struct as_tape *tape, struct as_bytes *out, struct as_error *error)
{
	struct as_bytes made = {0};
	FILE *file = open_memstream(&made.data, &made.size);

	if (!file)
		return as_error_no_memory(error);
	fprintf(file, "gen-tape %d\n", tape->old ? 1 : 2);
	if (!tape->old)
		write_options(tape, file);
	for (size_t i = 0; i < tape->count; i++)
		fprintf(file, "%" PRIu64 " %" PRIu64 "\n", tape->choices[i].last,
			tape->choices[i].value);
	if (!tape->old && tape->rest == AS_TAPE_RANDOM) {
		fprintf(file, "rest %" PRIu64 " %" PRIu64 "\n", tape->seed, tape->max);
		for (size_t i = 0; i < tape->word_count; i++)
			fprintf(file, "word %s\n", tape->words[i]);
	}
	if (!as_text_close(file, &made.data, error))
		return -1;
	*out = made;
	return 0;
}
