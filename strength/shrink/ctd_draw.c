/* SPDX-License-Identifier: MIT */
/* The choices that a script draws, and its output. */
#include "ctd.h"
#include "number.h"
#include "random.h"

#include <string.h>

static int complain(struct as_ctd_state *state, const char *problem)
{
	return as_ctd_error_at(state->ctd, NULL, state->error, problem);
}

int as_ctd_break(struct as_ctd_state *state)
{
	state->is_broken = true;
	return -1;
}

int as_ctd_draw(struct as_ctd_state *state, uint64_t last, uint64_t *choice)
{
	const struct as_tape *tape = state->tape;
	struct as_tape *record = state->record;
	uint64_t value = 0;

	if (record->count < tape->count)
		value = tape->choices[record->count].value;
	else if (tape->rest == AS_TAPE_RANDOM)
		value = as_random_upto(&state->random, last < tape->max ? last : tape->max);
	if (value > last)
		value = last;
	if (record->count == AS_TAPE_MAX_CHOICES)
		return complain(state, "more than 1048576 choices");
	if (!as_array_reserve(record->choices, record->count, state->error))
		return -1;
	record->choices[record->count++] = (struct as_choice){last, value};
	*choice = value;
	return 0;
}

int as_ctd_draw_integer(struct as_ctd_state *state, int64_t lo, int64_t hi, int64_t *value)
{
	uint64_t below = lo < 0 ? as_number_magnitude(lo) : 0, above = hi > 0 ? (uint64_t)hi : 0;
	uint64_t both = below < above ? below : above, rank;

	if (lo > hi)
		return as_ctd_break(state);
	if (as_ctd_draw(state, (uint64_t)hi - (uint64_t)lo, &rank) < 0)
		return -1;
	if (lo >= 0)
		*value = (int64_t)((uint64_t)lo + rank);
	else if (hi <= 0)
		*value = (int64_t)((uint64_t)hi - rank);
	else if (rank > 2 * both)
		*value = (int64_t)(above > below ? rank - both : 0 - (rank - both));
	else
		*value = (int64_t)(rank % 2 ? rank / 2 + 1 : 0 - rank / 2);
	return 0;
}

int as_ctd_part_begin(struct as_ctd_state *state, size_t *part)
{
	struct as_tape *record = state->record;

	*part = SIZE_MAX;
	if (record->part_count == AS_TAPE_MAX_PARTS)
		return 0;
	if (!as_array_reserve(record->parts, record->part_count, state->error))
		return -1;
	*part = record->part_count++;
	record->parts[*part] =
		(struct as_tape_part){(uint32_t)record->count, (uint32_t)record->count};
	return 0;
}

void as_ctd_part_end(struct as_ctd_state *state, size_t part)
{
	if (part != SIZE_MAX)
		state->record->parts[part].to = (uint32_t)state->record->count;
}

int as_ctd_write(struct as_ctd_state *state, const char *text, size_t size)
{
	if (!size)
		return 0;
	if (state->ended)
		return as_ctd_break(state);
	if (state->in_class) {
		const struct as_ctd_value *class = state->in_class;
		bool is_in = class->size && memchr(class->text, *text, class->size) != NULL;
		state->in_class = NULL;
		if (is_in != state->is_in_class)
			return as_ctd_break(state);
	}
	if (state->out.size + size > AS_CTD_MAX_BYTES)
		return complain(state, "an input of more than 1 MiB");
	if (state->out.size + size >= state->capacity) {
		size_t capacity = 2 * (state->out.size + size) + 64;
		char *grown = realloc(state->out.data, capacity);
		if (!grown)
			return as_error_no_memory(state->error);
		state->out.data = grown;
		state->capacity = capacity;
	}
	memcpy(state->out.data + state->out.size, text, size);
	state->out.size += size;
	state->out.data[state->out.size] = '\0';
	return 0;
}
