/* SPDX-License-Identifier: MIT */
/* The variables of a run. Each has a hash table of its values by indices, so that UNSET takes no
 * time for each value, and another one by value once INARRAY asks for it. */
#include "tree.h"

#include <errno.h>
#include <string.h>

static uint64_t mix(uint64_t hash, uint64_t part)
{
	hash = (hash ^ part) * UINT64_C(0xd1342543de82ef95);
	return hash ^ hash >> 32;
}

static uint64_t hash_place(const struct as_ctd_place *place)
{
	uint64_t hash = place->index_count;

	for (uint32_t i = 0; i < place->index_count; i++)
		hash = mix(hash, (uint64_t)place->indices[i]);
	return hash;
}

static uint64_t hash_value(const struct as_ctd_value *value)
{
	uint64_t hash = 0;

	if (value->type != AS_CTD_IS_TEXT)
		return mix(as_ctd_number_hash(value), 0);
	for (size_t i = 0; i < value->size; i++)
		hash = mix(hash, (unsigned char)value->text[i]);
	return hash;
}

/* ---- by place -------------------------------------------------------------------------------- */

/* The slot of a place, or the free slot where it would be. Each slot that is tried is a step,
 * because the author of an input can choose values whose hashes are the same. */
static uint32_t *find_slot(
	struct as_ctd_run *run, const struct as_ctd_array *array, const struct as_ctd_place *place)
{
	size_t at = hash_place(place) & (array->slot_count - 1);

	for (; array->slots[at]; at = (at + 1) & (array->slot_count - 1)) {
		const struct as_ctd_place *one = &array->cells[array->slots[at] - 1].place;
		if (one->index_count == place->index_count &&
			memcmp(one->indices, place->indices,
				place->index_count * sizeof(*place->indices)) == 0)
			break;
		run->steps++;
	}
	return &array->slots[at];
}

static int grow_slots(struct as_ctd_run *run, struct as_ctd_array *array)
{
	free(array->slots);
	array->slot_count = array->slot_count ? 2 * array->slot_count : 4;
	array->slots = calloc(array->slot_count, sizeof(*array->slots));
	if (!array->slots)
		return as_error_no_memory(run->error);
	for (size_t i = 0; i < array->count; i++) {
		*find_slot(run, array, &array->cells[i].place) = (uint32_t)i + 1;
		if (as_ctd_charge(run, 0) < 0)
			return -1;
	}
	return 0;
}

struct as_ctd_cell *as_ctd_cell_find(
	struct as_ctd_run *run, const struct as_ctd_array *array, const struct as_ctd_place *place)
{
	uint32_t slot = array->slots ? *find_slot(run, array, place) : 0;

	return slot ? &array->cells[slot - 1] : NULL;
}

static void forget_known(struct as_ctd_array *array)
{
	free(array->known);
	array->known = NULL;
	array->known_count = array->known_cells = 0;
}

int as_ctd_cell_set(struct as_ctd_run *run, struct as_ctd_array *array,
	const struct as_ctd_place *place, const struct as_ctd_value *value)
{
	struct as_ctd_cell *cell = as_ctd_cell_find(run, array, place);

	if (cell) {
		if ((size_t)(cell - array->cells) < array->known_cells)
			forget_known(array);
		cell->value = *value;
		return 0;
	}
	if (run->value_count == run->max_values) {
		char problem[80];
		snprintf(problem, sizeof(problem), "the variables have more than %zu values",
			run->max_values);
		return as_ctd_complain(run, ENOTSUP, problem);
	}
	if (2 * array->count >= array->slot_count && grow_slots(run, array) < 0)
		return -1;
	if (!as_array_reserve(array->cells, array->count, run->error))
		return -1;
	array->cells[array->count++] = (struct as_ctd_cell){*place, *value};
	run->value_count++;
	*find_slot(run, array, place) = (uint32_t)array->count;
	return 0;
}

void as_ctd_array_clear(struct as_ctd_run *run, struct as_ctd_array *array)
{
	run->value_count -= array->count;
	free(array->cells);
	free(array->slots);
	free(array->known);
	*array = (struct as_ctd_array){0};
}

/* ---- by value -------------------------------------------------------------------------------- */

int as_ctd_value_compare(const struct as_ctd_value *a, const struct as_ctd_value *b)
{
	bool a_text = a->type == AS_CTD_IS_TEXT, b_text = b->type == AS_CTD_IS_TEXT;

	if (a_text != b_text)
		return a_text - b_text;
	if (!a_text)
		return as_ctd_number_compare(a, b);
	size_t size = a->size < b->size ? a->size : b->size;
	int order = size ? memcmp(a->text, b->text, size) : 0;
	return order ? order : (a->size > b->size) - (a->size < b->size);
}

static uint32_t *find_known(
	struct as_ctd_run *run, const struct as_ctd_array *array, const struct as_ctd_value *value)
{
	size_t at = hash_value(value) & (array->known_count - 1);

	run->steps += as_ctd_value_weight(value);
	while (array->known[at] &&
		as_ctd_value_compare(&array->cells[array->known[at] - 1].value, value) != 0) {
		at = (at + 1) & (array->known_count - 1);
		run->steps += as_ctd_value_weight(value);
	}
	return &array->known[at];
}

int as_ctd_array_has(struct as_ctd_run *run, struct as_ctd_array *array,
	const struct as_ctd_value *value, bool *holds)
{
	if (2 * array->count > array->known_count) {
		size_t wanted = 8;
		while (wanted < 4 * array->count)
			wanted *= 2;
		forget_known(array);
		array->known = calloc(wanted, sizeof(*array->known));
		if (!array->known)
			return as_error_no_memory(run->error);
		array->known_count = wanted;
	}
	for (; array->known_cells < array->count; array->known_cells++) {
		uint32_t *slot = find_known(run, array, &array->cells[array->known_cells].value);
		if (as_ctd_charge(run, 0) < 0)
			return -1;
		if (!*slot)
			*slot = (uint32_t)array->known_cells + 1;
	}
	*holds = array->known && *find_known(run, array, value);
	return 0;
}

/* ---- tuples ---------------------------------------------------------------------------------- */

struct tuples {
	struct as_ctd_run *run;
	struct as_ctd_array *const *arrays;
	size_t count;
	bool is_over; /* the run has failed: the sort ends soon */
};

static int compare_tuples(const void *a, const void *b, void *context)
{
	struct tuples *tuples = context;
	const struct as_ctd_place *left = *(const struct as_ctd_place *const *)a;
	const struct as_ctd_place *right = *(const struct as_ctd_place *const *)b;
	int order = 0;

	for (size_t i = 0; i < tuples->count && !order && !tuples->is_over; i++) {
		const struct as_ctd_array *array = tuples->arrays[i];
		const struct as_ctd_value *one = &as_ctd_cell_find(tuples->run, array, left)->value;
		order = as_ctd_value_compare(
			one, &as_ctd_cell_find(tuples->run, array, right)->value);
		tuples->is_over = as_ctd_charge(tuples->run, as_ctd_value_weight(one)) < 0;
	}
	return order;
}

static int have_same_places(
	struct as_ctd_run *run, struct as_ctd_array *const *arrays, size_t count, bool *holds)
{
	*holds = true;
	for (size_t i = 1; i < count && *holds; i++) {
		*holds = arrays[i]->count == arrays[0]->count;
		for (size_t k = 0; k < arrays[0]->count && *holds; k++) {
			*holds = as_ctd_cell_find(run, arrays[i], &arrays[0]->cells[k].place);
			if (as_ctd_charge(run, 1) < 0)
				return -1;
		}
	}
	return 0;
}

int as_ctd_arrays_differ(
	struct as_ctd_run *run, struct as_ctd_array *const *arrays, size_t count, bool *holds)
{
	const struct as_ctd_array *array = arrays[0];
	struct tuples tuples = {run, arrays, count, false};

	if (have_same_places(run, arrays, count, holds) < 0)
		return -1;
	AS_AUTO_FREE const struct as_ctd_place **places =
		malloc((array->count + 1) * sizeof(const struct as_ctd_place *));
	if (!places)
		return as_error_no_memory(run->error);
	for (size_t i = 0; i < array->count; i++)
		places[i] = &array->cells[i].place;
	if (*holds && array->count)
		qsort_r((void *)places, array->count, sizeof(const struct as_ctd_place *),
			compare_tuples, &tuples);
	for (size_t i = 1; i < array->count && *holds; i++)
		*holds = compare_tuples(&places[i - 1], &places[i], &tuples) != 0;
	return tuples.is_over ? -1 : 0;
}
