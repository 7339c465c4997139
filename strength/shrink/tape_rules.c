/* SPDX-License-Identifier: MIT */
/*
 * Lowers the choices of a generator and their number. If a choice is removed, all later ones shift,
 * so a row loses a value only if the number of values is lowered, too. Therefore each block is
 * removed alone, and together with an option or an earlier choice lowered. Only the generator's
 * record of the new tape counts.
 */
#include "nearer.h"
#include "number.h"
#include "rules.h"

#include <string.h>

#define SMALL_BLOCK 8
/* In longer tapes, a block is removed together with lowered options only, not choices. */
#define LONG_TAPE 600
/* A choice is exchanged with one of this many after it. */
#define NEAR_CHOICES 4
/* A choice is changed together with one of this many after it. */
#define NEAR_PAIRS 6
/* Beyond this, pairwise comparison takes too long. */
#define MAX_EQUAL 4096

/* Begins a trial: a copy of the best tape, without its parts, which only records have. */
static int begin(const struct as_reducer *reducer, struct as_trial *trial, struct as_error *error)
{
	struct as_tape base = *reducer->tape;

	base.part_count = 0;
	return as_tape_copy(&base, &trial->tape, error);
}

/* ---- options --------------------------------------------------------------------------------- */

/* The simplest value within the bounds. */
static int64_t simplest(const struct as_tape_option *option)
{
	return option->lo > 0 ? option->lo : option->hi < 0 ? option->hi : 0;
}

static enum as_made next_options(const struct as_reducer *reducer, struct as_cursor *cursor,
	struct as_trial *trial, struct as_error *error)
{
	const struct as_tape *tape = reducer->tape;

	if (cursor->at >= tape->option_count || tape->old)
		return AS_MADE_END;
	const struct as_tape_option *option = &tape->options[cursor->at];
	int64_t base = simplest(option);
	uint64_t above = option->value > base ? (uint64_t)option->value - (uint64_t)base
					      : (uint64_t)base - (uint64_t)option->value;
	if (!above || cursor->variant == AS_NEARER_STEPS) {
		*cursor = (struct as_cursor){.at = cursor->at + 1};
		return AS_MADE_NONE;
	}
	uint64_t nearer = as_nearer(above, cursor);
	if (nearer == above)
		return AS_MADE_NONE;
	if (begin(reducer, trial, error) < 0)
		return AS_MADE_ERROR;
	trial->tape.options[cursor->at].value =
		(int64_t)(option->value > base ? (uint64_t)base + nearer : (uint64_t)base - nearer);
	return AS_MADE_ONE;
}

const struct as_rule as_rule_options = {next_options, as_nearer_hit};

/* ---- removing -------------------------------------------------------------------------------- */

/* Options and choices that may be the count of a block, by index: the options, then the choices. */
#define MAX_COUNTERS 7
struct counters {
	size_t list[MAX_COUNTERS];
	size_t count;
};

static void add_counter(struct counters *counters, size_t which)
{
	for (size_t i = 0; i < counters->count; i++)
		if (counters->list[i] == which)
			return;
	if (counters->count < MAX_COUNTERS)
		counters->list[counters->count++] = which;
}

static void find_counters(const struct as_tape *tape, size_t from, struct counters *counters)
{
	size_t nearest = 0;

	for (size_t i = 0; i < tape->option_count && counters->count < 2 && !tape->old; i++)
		if (tape->options[i].value > simplest(&tape->options[i]))
			add_counter(counters, i);
	if (tape->count > LONG_TAPE)
		return;
	for (size_t i = from; i-- > 0 && nearest < 3;)
		if (tape->choices[i].value) {
			add_counter(counters, tape->option_count + i);
			nearest++;
		}
	for (size_t i = 0; i < from && i < 2; i++)
		if (tape->choices[i].value)
			add_counter(counters, tape->option_count + i);
}

/* False: it is less than `by`. */
static bool lower(struct as_tape *tape, size_t which, uint64_t by)
{
	if (which < tape->option_count) {
		struct as_tape_option *option = &tape->options[which];
		int64_t base = simplest(option);
		if (option->value <= base || (uint64_t)option->value - (uint64_t)base < by)
			return false;
		option->value = (int64_t)((uint64_t)option->value - by);
		return true;
	}
	struct as_choice *choice = &tape->choices[which - tape->option_count];
	if (choice->value < by)
		return false;
	choice->value -= by;
	return true;
}

/* Nothing lowered; then each counter lowered by the size of the block, and by 1. */
#define VARIANTS (1 + 2 * MAX_COUNTERS)

static enum as_made leave_out(const struct as_reducer *reducer, size_t from, size_t size,
	size_t variant, struct as_trial *trial, struct as_error *error)
{
	struct counters counters = {0};
	uint64_t by = variant % 2 ? size : 1;

	find_counters(reducer->tape, from, &counters);
	if (variant && ((variant - 1) / 2 >= counters.count || (variant % 2 == 0 && size == 1)))
		return AS_MADE_NONE;
	if (begin(reducer, trial, error) < 0)
		return AS_MADE_ERROR;
	struct as_tape *tape = &trial->tape;
	if (variant && !lower(tape, counters.list[(variant - 1) / 2], by)) {
		as_tape_clear(tape);
		return AS_MADE_NONE;
	}
	memmove(tape->choices + from, tape->choices + from + size,
		(tape->count - from - size) * sizeof(*tape->choices));
	tape->count -= size;
	return AS_MADE_ONE;
}

/* cursor: at, size: the block; variant: the next one to make. */
static enum as_made next_blocks(const struct as_reducer *reducer, struct as_cursor *cursor,
	struct as_trial *trial, struct as_error *error)
{
	const struct as_tape *tape = reducer->tape;

	if (!cursor->size)
		cursor->size = tape->count;
	if (cursor->variant >= VARIANTS) {
		cursor->at += cursor->size;
		cursor->variant = 0;
	}
	if (!cursor->size || cursor->at + cursor->size > tape->count) {
		if (cursor->size <= 1)
			return AS_MADE_END;
		cursor->size /= 2;
		cursor->at = cursor->variant = 0;
		return AS_MADE_NONE;
	}
	return leave_out(reducer, cursor->at, cursor->size, cursor->variant++, trial, error);
}

const struct as_rule as_rule_blocks = {next_blocks, as_cursor_restart};

/* cursor: at: the part; variant: the next one to make. */
static enum as_made next_parts(const struct as_reducer *reducer, struct as_cursor *cursor,
	struct as_trial *trial, struct as_error *error)
{
	const struct as_tape *tape = reducer->tape;

	if (cursor->variant >= VARIANTS) {
		cursor->at++;
		cursor->variant = 0;
	}
	if (cursor->at >= tape->part_count)
		return AS_MADE_END;
	const struct as_tape_part *part = &tape->parts[cursor->at];
	return leave_out(
		reducer, part->from, part->to - part->from, cursor->variant++, trial, error);
}

const struct as_rule as_rule_parts = {next_parts, as_cursor_restart};

/* ---- lowering -------------------------------------------------------------------------------- */

enum block_step { ALL_ZERO, ALL_HALVED, ALL_BY_ONE, BLOCK_STEPS };

static uint64_t lessen(enum block_step step, uint64_t value)
{
	return step == ALL_ZERO ? 0 : step == ALL_HALVED ? value / 2 : value - (value > 0);
}

/* cursor: at, size: a block of choices that are lowered together; variant: the next step. */
static enum as_made next_zeros(const struct as_reducer *reducer, struct as_cursor *cursor,
	struct as_trial *trial, struct as_error *error)
{
	const struct as_tape *tape = reducer->tape;

	if (!cursor->size)
		cursor->size = tape->count;
	if (cursor->variant == BLOCK_STEPS) {
		cursor->at += cursor->size > SMALL_BLOCK ? cursor->size : 1;
		cursor->variant = 0;
	}
	if (cursor->size < 2)
		return AS_MADE_END;
	if (cursor->at + cursor->size > tape->count) {
		cursor->size /= 2;
		cursor->at = cursor->variant = 0;
		return AS_MADE_NONE;
	}
	if (begin(reducer, trial, error) < 0)
		return AS_MADE_ERROR;
	for (size_t i = cursor->at; i < cursor->at + cursor->size; i++)
		trial->tape.choices[i].value =
			lessen((enum block_step)cursor->variant, trial->tape.choices[i].value);
	cursor->variant++;
	return AS_MADE_ONE;
}

const struct as_rule as_rule_zeros = {next_zeros, NULL};

/* The first of at least two equal choices. */
static bool is_first_of_equal(const struct as_tape *tape, size_t at)
{
	size_t others = 0;

	for (size_t i = 0; i < tape->count; i++)
		if (i != at && tape->choices[i].value == tape->choices[at].value) {
			if (i < at)
				return false;
			others++;
		}
	return others > 0;
}

/* Lowers a choice, or all choices that are equal to it. cursor: at: the choice; the rest as in
 * nearer.h. */
static enum as_made lower_choices(const struct as_reducer *reducer, struct as_cursor *cursor,
	bool all_equal, struct as_trial *trial, struct as_error *error)
{
	const struct as_tape *tape = reducer->tape;

	if (cursor->at >= tape->count)
		return AS_MADE_END;
	uint64_t value = tape->choices[cursor->at].value;
	if (!value || cursor->variant == AS_NEARER_STEPS ||
		(all_equal && !cursor->variant && !is_first_of_equal(tape, cursor->at))) {
		*cursor = (struct as_cursor){.at = cursor->at + 1};
		return AS_MADE_NONE;
	}
	uint64_t nearer = as_nearer(value, cursor);
	if (nearer == value)
		return AS_MADE_NONE;
	if (begin(reducer, trial, error) < 0)
		return AS_MADE_ERROR;
	trial->tape.choices[cursor->at].value = nearer;
	for (size_t i = cursor->at + 1; all_equal && i < tape->count; i++)
		if (tape->choices[i].value == value)
			trial->tape.choices[i].value = nearer;
	return AS_MADE_ONE;
}

static enum as_made next_choices(const struct as_reducer *reducer, struct as_cursor *cursor,
	struct as_trial *trial, struct as_error *error)
{
	return lower_choices(reducer, cursor, false, trial, error);
}

const struct as_rule as_rule_choices = {next_choices, as_nearer_hit};

static enum as_made next_equal_choices(const struct as_reducer *reducer, struct as_cursor *cursor,
	struct as_trial *trial, struct as_error *error)
{
	if (reducer->tape->count > MAX_EQUAL)
		return AS_MADE_END;
	return lower_choices(reducer, cursor, true, trial, error);
}

const struct as_rule as_rule_equal_choices = {next_equal_choices, as_nearer_hit};

enum pair_step { BOTH_LESS, BOTH_BY_ONE, GIVE_ALL, GIVE_HALF, GIVE_ONE, PAIR_STEPS };

/* False: the step does not change them. */
static bool change_pair(enum pair_step step, uint64_t *a, uint64_t *b)
{
	uint64_t by = step == BOTH_BY_ONE || step == GIVE_ONE ? 1 : step == GIVE_HALF ? *a / 2 : *a;

	if (step == BOTH_LESS && *b < by)
		by = *b;
	if (!by || *a < by || (step <= BOTH_BY_ONE ? *b < by : *b > UINT64_MAX - by))
		return false;
	*a -= by;
	*b = step <= BOTH_BY_ONE ? *b - by : *b + by;
	return true;
}

/* cursor: at: the earlier choice; size: distance of the other; variant: the next step. */
static enum as_made next_choice_pairs(const struct as_reducer *reducer, struct as_cursor *cursor,
	struct as_trial *trial, struct as_error *error)
{
	const struct as_tape *tape = reducer->tape;

	if (cursor->variant == PAIR_STEPS) {
		cursor->size++;
		cursor->variant = 0;
	}
	if (cursor->size >= NEAR_PAIRS || cursor->at + cursor->size + 1 >= tape->count)
		*cursor = (struct as_cursor){.at = cursor->at + 1};
	size_t other = cursor->at + cursor->size + 1;
	if (other >= tape->count || tape->count > LONG_TAPE)
		return AS_MADE_END;
	uint64_t a = tape->choices[cursor->at].value, b = tape->choices[other].value;
	if (!change_pair((enum pair_step)cursor->variant++, &a, &b))
		return AS_MADE_NONE;
	if (begin(reducer, trial, error) < 0)
		return AS_MADE_ERROR;
	trial->tape.choices[cursor->at].value = a;
	trial->tape.choices[other].value = b;
	return AS_MADE_ONE;
}

const struct as_rule as_rule_choice_pairs = {next_choice_pairs, as_cursor_restart};

/* cursor: at: a choice; variant: distance of the smaller choice after it. */
static enum as_made next_sorted(const struct as_reducer *reducer, struct as_cursor *cursor,
	struct as_trial *trial, struct as_error *error)
{
	const struct as_tape *tape = reducer->tape;

	if (cursor->variant == NEAR_CHOICES) {
		cursor->at++;
		cursor->variant = 0;
	}
	size_t other = cursor->at + ++cursor->variant;
	if (cursor->at + 1 >= tape->count)
		return AS_MADE_END;
	if (other >= tape->count || tape->choices[other].value >= tape->choices[cursor->at].value)
		return AS_MADE_NONE;
	if (begin(reducer, trial, error) < 0)
		return AS_MADE_ERROR;
	uint64_t kept = trial->tape.choices[cursor->at].value;
	trial->tape.choices[cursor->at].value = trial->tape.choices[other].value;
	trial->tape.choices[other].value = kept;
	return AS_MADE_ONE;
}

const struct as_rule as_rule_sorted = {next_sorted, NULL};

/* ---- drawing anew ---------------------------------------------------------------------------- */

/* Choices that may decide the meaning of later ones: early, with few possible values. */
#define DECIDING_CHOICES 8
#define DECIDING_LAST 1000
#define SEEDS 2
/* The first option that can be lowered is lowered by up to this much. */
#define MAX_LOWERED 2

static const uint64_t rest_limits[] = {1, 3, 9, UINT64_MAX};
#define REST_LIMITS (sizeof(rest_limits) / sizeof(*rest_limits))
#define REGENERATE_VARIANTS (REST_LIMITS * SEEDS * (MAX_LOWERED + 1))

enum deciding_step { TO_FIRST, TO_ONE_LESS, DECIDING_STEPS };

static bool may_decide(const struct as_tape *tape, size_t at)
{
	return tape->choices[at].value && tape->choices[at].last <= DECIDING_LAST;
}

/* Keeps the choices before the chosen one, lowers that one, and draws all later ones from a random
 * stream. False: no option can be lowered. */
static bool regenerate(struct as_tape *tape, const struct as_cursor *cursor)
{
	struct counters counters = {0};
	uint64_t lowered = cursor->variant / (REST_LIMITS * SEEDS);
	uint64_t value = tape->choices[cursor->at].value;

	find_counters(tape, 0, &counters);
	if (lowered && (!counters.count || !lower(tape, counters.list[0], lowered)))
		return false;
	tape->choices[cursor->at].value = cursor->size == TO_FIRST ? 0 : value - 1;
	tape->count = cursor->at + 1;
	tape->rest = AS_TAPE_RANDOM;
	tape->max = rest_limits[cursor->variant % REST_LIMITS];
	tape->seed = cursor->variant / REST_LIMITS;
	return true;
}

/* Lowers one choice and draws all later ones anew. This helps if the choice changes the meaning of
 * the later ones, so that no small change works. cursor: at: the choice; size: the step; variant:
 * the limit and the seed of the stream, and by how much an option is lowered. */
static enum as_made next_regenerate(const struct as_reducer *reducer, struct as_cursor *cursor,
	struct as_trial *trial, struct as_error *error)
{
	const struct as_tape *tape = reducer->tape;

	if (cursor->variant == REGENERATE_VARIANTS) {
		cursor->size++;
		cursor->variant = 0;
	}
	if (cursor->at >= tape->count || cursor->at >= DECIDING_CHOICES || tape->old)
		return AS_MADE_END;
	if (cursor->size == DECIDING_STEPS || !may_decide(tape, cursor->at)) {
		*cursor = (struct as_cursor){.at = cursor->at + 1};
		return AS_MADE_NONE;
	}
	if (begin(reducer, trial, error) < 0)
		return AS_MADE_ERROR;
	bool made = regenerate(&trial->tape, cursor);
	cursor->variant++;
	if (!made)
		as_tape_clear(&trial->tape);
	return made ? AS_MADE_ONE : AS_MADE_NONE;
}

const struct as_rule as_rule_regenerate = {next_regenerate, NULL};
