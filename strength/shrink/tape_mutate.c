/* SPDX-License-Identifier: MIT */
/* Mutates recorded tapes: blocks of choices, the choices after a place, options. A generator
 * replaces a choice that is too large by the greatest possible choice, so it can replay every
 * mutation. */
#include "random.h"
#include <assay/shrink.h>

#define MAX_CHANGES 3

/* ---- blocks of choices ----------------------------------------------------------------------- */

struct block {
	struct as_choice *choices;
	size_t size;
	uint64_t *state;
};

static void choice_set(struct as_choice *choice, uint64_t value)
{
	choice->value = value < choice->last ? value : choice->last;
}

static void block_redraw(const struct block *block)
{
	for (size_t i = 0; i < block->size; i++)
		block->choices[i].value = as_random_upto(block->state, block->choices[i].last);
}

static void block_lower(const struct block *block)
{
	const uint64_t bits = as_random_upto(block->state, 63);
	const uint64_t max = ((uint64_t)1 << bits) - 1;

	for (size_t i = 0; i < block->size; i++)
		block->choices[i].value =
			block->choices[i].value < max ? block->choices[i].value : max;
}

static void block_raise(const struct block *block)
{
	const uint64_t below =
		as_random_upto(block->state, 1) ? as_random_upto(block->state, 2) : 0;

	for (size_t i = 0; i < block->size; i++) {
		const uint64_t last = block->choices[i].last;
		block->choices[i].value = last > below ? last - below : last;
	}
}

static void block_make_equal(const struct block *block)
{
	for (size_t i = 1; i < block->size; i++)
		choice_set(&block->choices[i], block->choices[0].value);
}

static void block_shift(const struct block *block)
{
	const bool up = as_random_upto(block->state, 1);

	for (size_t i = 0; i < block->size; i++) {
		struct as_choice *choice = &block->choices[i];
		if (up ? choice->value < choice->last : choice->value > 0)
			choice->value += up ? 1 : UINT64_MAX;
	}
}

static void block_reverse(const struct block *block)
{
	for (size_t i = 0, j = block->size; i + 1 < j; i++) {
		struct as_choice *one = &block->choices[i], *other = &block->choices[--j];
		const uint64_t value = one->value;
		choice_set(one, other->value);
		choice_set(other, value);
	}
}

/* Sorted inputs, and those in reverse order, are slow for some algorithms. */
static void block_slope(const struct block *block)
{
	const bool falls = as_random_upto(block->state, 1);

	for (size_t i = 0; i < block->size; i++) {
		struct as_choice *choice = &block->choices[i];
		const size_t rank = falls ? block->size - 1 - i : i;
		const double value = (double)choice->last * (double)rank / (double)block->size;
		choice_set(choice, value < 18e18 ? (uint64_t)value : choice->last);
	}
}

/* The first half again. */
static void block_double(const struct block *block)
{
	const size_t half = block->size / 2;

	for (size_t i = half; i < block->size && half; i++)
		choice_set(&block->choices[i], block->choices[i - half].value);
}

typedef void block_change(const struct block *block);
static block_change *const changes[] = {block_redraw, block_lower, block_raise, block_make_equal,
	block_shift, block_reverse, block_slope, block_double};
#define CHANGES (sizeof(changes) / sizeof(*changes))

/* Each order of magnitude of the size is equally likely. */
static size_t choose_block(const struct as_tape *tape, uint64_t *state, struct block *block)
{
	unsigned bits = 0;

	while (tape->count >> bits > 1)
		bits++;
	size_t size = (size_t)1 << as_random_upto(state, bits);
	size += as_random_upto(state, size - 1);
	size = size < tape->count ? size : tape->count;
	const size_t at = as_random_upto(state, tape->count - size);
	*block = (struct block){.choices = tape->choices + at, .size = size, .state = state};
	return at;
}

/* ---- options --------------------------------------------------------------------------------- */

static void option_move(struct as_tape_option *option, int64_t by)
{
	int64_t value;

	if (__builtin_add_overflow(option->value, by, &value))
		return;
	option->value = value < option->lo ? option->lo : value > option->hi ? option->hi : value;
}

static void option_change(struct as_tape_option *option, uint64_t *state)
{
	const int64_t value = option->value, most = INT64_MAX / 4;
	const int64_t size = value > most || value < -most ? most : value < 0 ? -value : value;

	switch (as_random_upto(state, 4)) {
	case 0:
	case 1:
		option_move(option, size);
		return;
	case 2:
		option_move(option, as_random_upto(state, 1) ? 1 : -1);
		return;
	case 3: /* far, as for the size of a number: at least 16 times as large, or the bound */
		if (as_random_upto(state, 1))
			option->value = option->hi;
		else
			option_move(option, size > most / 16 ? most : 15 * size);
		return;
	default:
		option_move(option, (int64_t)as_random_upto(state, 2 * (uint64_t)size) - size);
	}
}

/* ---- steps ----------------------------------------------------------------------------------- */

static void change(struct as_tape *tape, uint64_t *state)
{
	const uint64_t kind = as_random_upto(state, 7);
	struct block block;

	if (tape->option_count && (kind < 2 || !tape->count)) {
		option_change(&tape->options[as_random_upto(state, tape->option_count - 1)], state);
		/* The option may bound draws, whose choices are below the old bound: draw anew. */
		if (as_random_upto(state, 1))
			tape->count = 0;
		return;
	}
	if (!tape->count)
		return;
	const size_t at = choose_block(tape, state, &block);
	if (kind == 2)
		tape->count = at;
	else
		changes[as_random_upto(state, CHANGES - 1)](&block);
}

int as_tape_mutate(
	const struct as_tape *record, uint64_t number, struct as_tape *out, struct as_error *error)
{
	uint64_t state = as_random_state(2, number);

	if (as_tape_copy(record, out, error))
		return -1;
	out->part_count = 0;
	for (uint64_t left = 1 + as_random_upto(&state, MAX_CHANGES - 1); left; left--)
		change(out, &state);
	/* After a change the generator may need more choices. */
	out->rest = AS_TAPE_RANDOM;
	out->seed = as_random_next(&state);
	out->max = UINT64_MAX;
	return 0;
}
