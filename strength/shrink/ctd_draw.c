/* SPDX-License-Identifier: MIT */
/* The choices that a script draws, and its output. */
#include "ctd.h"
#include "number.h"

#include <errno.h>
#include <string.h>

int as_ctd_break(struct as_ctd_run *run)
{
	as_ctd_drawing_of(run)->is_broken = true;
	return -1;
}

int as_ctd_draw(struct as_ctd_run *run, uint64_t last, uint64_t *choice)
{
	struct as_ctd_drawing *state = as_ctd_drawing_of(run);
	const struct as_tape *tape = state->tape;
	struct as_tape *record = state->record;
	uint64_t value = 0;

	if (record->count < tape->count)
		value = tape->choices[record->count].value;
	else if (tape->rest == AS_TAPE_RANDOM)
		value = as_random_to(&state->random, last < tape->max ? last : tape->max);
	if (value > last)
		value = last;
	if (record->count == AS_TAPE_MAX_CHOICES)
		return as_ctd_complain(run, 0, "more than 1048576 choices");
	if (!as_array_reserve(record->choices, record->count, run->error))
		return -1;
	record->choices[record->count++] = (struct as_choice){last, value};
	*choice = value;
	return 0;
}

int as_ctd_draw_integer(
	struct as_ctd_run *run, as_ctd_digits low, as_ctd_digits high, int64_t *value)
{
	int64_t lo = (int64_t)low, hi = (int64_t)high;
	uint64_t below = lo < 0 ? as_number_magnitude(lo) : 0, above = hi > 0 ? (uint64_t)hi : 0;
	uint64_t both = below < above ? below : above, rank;

	if (low > high)
		return as_ctd_break(run);
	if (lo != low || hi != high)
		return as_ctd_complain(run, ENOTSUP, "bounds beyond 64 bits");
	if (as_ctd_draw(run, (uint64_t)hi - (uint64_t)lo, &rank) < 0)
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

int as_ctd_part(struct as_ctd_run *run, bool ends, size_t *part)
{
	struct as_tape *record = as_ctd_drawing_of(run)->record;
	const uint32_t at = (uint32_t)record->count;

	if (ends) {
		if (*part != SIZE_MAX)
			record->parts[*part].to = at;
		return 0;
	}
	*part = SIZE_MAX;
	if (record->part_count == AS_TAPE_MAX_PARTS)
		return 0;
	if (!as_array_reserve(record->parts, record->part_count, run->error))
		return -1;
	*part = record->part_count++;
	record->parts[*part] = (struct as_tape_part){at, at};
	return 0;
}

int as_ctd_write(struct as_ctd_run *run, const char *text, size_t size)
{
	struct as_ctd_drawing *state = as_ctd_drawing_of(run);

	if (!size)
		return 0;
	if (state->ended)
		return as_ctd_break(run);
	if (state->has_class) {
		const struct as_ctd_value *class = &state->class;
		bool is_in = class->size && memchr(class->text, *text, class->size) != NULL;
		state->has_class = false;
		if (is_in != state->is_in_class)
			return as_ctd_break(run);
	}
	if (state->out.size + size > AS_CTD_MAX_BYTES)
		return as_ctd_complain(run, 0, "an input of more than 1 MiB");
	if (state->out.size + size >= state->capacity) {
		size_t capacity = 2 * (state->out.size + size) + 64;
		char *grown = realloc(state->out.data, capacity);
		if (!grown)
			return as_error_no_memory(run->error);
		state->out.data = grown;
		state->capacity = capacity;
	}
	memcpy(state->out.data + state->out.size, text, size);
	state->out.size += size;
	state->out.data[state->out.size] = '\0';
	return 0;
}
