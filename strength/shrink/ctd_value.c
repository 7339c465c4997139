/* SPDX-License-Identifier: MIT */
/* Values, variables and conditions of a Checktestdata script. Integers have 64 bits; a script that
 * needs more is not supported. */
#include "ctd.h"

#include <string.h>

static int complain(struct as_ctd_state *state, const struct as_ctd_node *node, const char *problem)
{
	return as_ctd_error_at(state->ctd, node, state->error, problem);
}

/* ---- variables ------------------------------------------------------------------------------- */

static uint64_t hash_of(const struct as_ctd_cell *cell)
{
	uint64_t hash = cell->name * UINT64_C(0x9e3779b97f4a7c15) + cell->index_count;

	for (uint32_t i = 0; i < cell->index_count; i++)
		hash = (hash ^ (uint64_t)cell->indices[i]) * UINT64_C(0xd1342543de82ef95);
	return hash ^ hash >> 32;
}

static bool same_place(const struct as_ctd_cell *a, const struct as_ctd_cell *b)
{
	return a->name == b->name && a->index_count == b->index_count &&
	       memcmp(a->indices, b->indices, a->index_count * sizeof(*a->indices)) == 0;
}

/* The slot of a cell, or the free slot where it would be. */
static uint32_t *find_slot(const struct as_ctd_state *state, const struct as_ctd_cell *cell)
{
	size_t at = hash_of(cell) & (state->slot_count - 1);

	while (state->slots[at] && !same_place(&state->cells[state->slots[at] - 1], cell))
		at = (at + 1) & (state->slot_count - 1);
	return &state->slots[at];
}

static int grow_slots(struct as_ctd_state *state)
{
	free(state->slots);
	state->slot_count = state->slot_count ? 2 * state->slot_count : 64;
	state->slots = calloc(state->slot_count, sizeof(*state->slots));
	if (!state->slots)
		return as_error_no_memory(state->error);
	for (size_t i = 0; i < state->cell_count; i++)
		*find_slot(state, &state->cells[i]) = (uint32_t)i + 1;
	return 0;
}

static int read_place(
	struct as_ctd_state *state, const struct as_ctd_node *variable, struct as_ctd_cell *cell)
{
	*cell = (struct as_ctd_cell){.name = variable->name};
	for (uint32_t at = variable->first; at; at = state->ctd->nodes[at].next)
		if (as_ctd_integer_of(state, at, &cell->indices[cell->index_count++]) < 0)
			return -1;
	return 0;
}

struct as_ctd_cell *as_ctd_cell_find(
	struct as_ctd_state *state, const struct as_ctd_node *variable, bool make)
{
	struct as_ctd_cell place;

	if (read_place(state, variable, &place) < 0)
		return NULL;
	if (2 * state->cell_count >= state->slot_count && grow_slots(state) < 0)
		return NULL;
	uint32_t *slot = find_slot(state, &place);
	if (*slot && (make || state->cells[*slot - 1].is_set))
		return &state->cells[*slot - 1];
	if (!make || state->cell_count == AS_CTD_MAX_CELLS) {
		complain(state, variable, make ? "too many values" : "a variable without a value");
		return NULL;
	}
	if (!as_array_reserve(state->cells, state->cell_count, state->error))
		return NULL;
	state->cells[state->cell_count++] = place;
	*slot = (uint32_t)state->cell_count;
	return &state->cells[state->cell_count - 1];
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

static double real_of(const struct as_ctd_value *value)
{
	return value->type == AS_CTD_IS_REAL ? value->real : (double)value->integer;
}

/* False: undefined, or beyond 64 bits. */
static bool power(int64_t base, int64_t exponent, int64_t *result)
{
	*result = 1;
	if (exponent < 0 || (exponent > 64 && base != 0 && base != 1 && base != -1))
		return false;
	if (base == -1)
		exponent &= 1;
	for (; exponent > 0 && base != 1; exponent--) {
		if (__builtin_mul_overflow(*result, base, result))
			return false;
		if (!base)
			break;
	}
	return true;
}

static bool calculate(enum as_ctd_kind kind, int64_t a, int64_t b, int64_t *result)
{
	switch ((int)kind) {
	case AS_CTD_ADD:
		return !__builtin_add_overflow(a, b, result);
	case AS_CTD_SUBTRACT:
		return !__builtin_sub_overflow(a, b, result);
	case AS_CTD_MULTIPLY:
		return !__builtin_mul_overflow(a, b, result);
	case AS_CTD_POWER:
		return power(a, b, result);
	default:
		if (!b || (a == INT64_MIN && b == -1))
			return false;
		*result = kind == AS_CTD_DIVIDE ? a / b : a % b;
		return true;
	}
}

static bool calculate_real(enum as_ctd_kind kind, double a, double b, double *result)
{
	switch ((int)kind) {
	case AS_CTD_ADD:
		*result = a + b;
		return true;
	case AS_CTD_SUBTRACT:
		*result = a - b;
		return true;
	case AS_CTD_MULTIPLY:
		*result = a * b;
		return true;
	case AS_CTD_DIVIDE:
		*result = b != 0 ? a / b : 0;
		return b != 0;
	case AS_CTD_POWER:
		*result = 1;
		for (double left = b; left >= 1 && b <= 1000; left--)
			*result *= a;
		return b >= 0 && b <= 1000;
	default:
		return false;
	}
}

static int operate(
	struct as_ctd_state *state, const struct as_ctd_node *node, struct as_ctd_value *value)
{
	struct as_ctd_value a, b;

	if (as_ctd_value_of(state, node->first, &a) < 0 ||
		as_ctd_value_of(state, node->second, &b) < 0)
		return -1;
	if (a.type == AS_CTD_IS_TEXT || b.type == AS_CTD_IS_TEXT)
		return complain(state, node, "arithmetic with a text");
	bool is_real = a.type == AS_CTD_IS_REAL || b.type == AS_CTD_IS_REAL;
	*value = (struct as_ctd_value){.type = is_real ? AS_CTD_IS_REAL : AS_CTD_IS_INTEGER};
	if (is_real ? !calculate_real(node->kind, real_of(&a), real_of(&b), &value->real)
		    : !calculate(node->kind, a.integer, b.integer, &value->integer))
		return complain(state, node, "a number that is not defined or beyond 64 bits");
	return 0;
}

static int negate(
	struct as_ctd_state *state, const struct as_ctd_node *node, struct as_ctd_value *value)
{
	if (as_ctd_value_of(state, node->first, value) < 0)
		return -1;
	if (value->type == AS_CTD_IS_TEXT || value->integer == INT64_MIN)
		return complain(state, node, "a value that has no negative");
	value->integer = -value->integer;
	value->real = -value->real;
	return 0;
}

static int read_variable(
	struct as_ctd_state *state, const struct as_ctd_node *node, struct as_ctd_value *value)
{
	const struct as_ctd_cell *cell = as_ctd_cell_find(state, node, false);

	if (!cell)
		return -1;
	*value = cell->value;
	return 0;
}

static int measure(
	struct as_ctd_state *state, const struct as_ctd_node *node, struct as_ctd_value *value)
{
	struct as_ctd_value text;

	if (as_ctd_value_of(state, node->first, &text) < 0)
		return -1;
	if (text.type != AS_CTD_IS_TEXT)
		return complain(state, node, "STRLEN of a number");
	*value = (struct as_ctd_value){.type = AS_CTD_IS_INTEGER, .integer = (int64_t)text.size};
	return 0;
}

/* Limits recursion: scripts are untrusted and the stack is small. */
static int enter(struct as_ctd_state *state, const struct as_ctd_node *node)
{
	if (++state->steps > AS_CTD_MAX_STEPS)
		return complain(state, node, "more than 1000000 steps");
	if (++state->depth > AS_CTD_MAX_NESTING)
		return complain(state, node, "an expression of more than 1000 parts");
	return 0;
}

static int compute(
	struct as_ctd_state *state, const struct as_ctd_node *node, struct as_ctd_value *value)
{
	*value = (struct as_ctd_value){.type = AS_CTD_IS_INTEGER};
	switch ((int)node->kind) {
	case AS_CTD_INTEGER:
		value->integer = node->value;
		return 0;
	case AS_CTD_REAL:
		value->type = AS_CTD_IS_REAL;
		value->real = node->real;
		return 0;
	case AS_CTD_TEXT:
		*value = (struct as_ctd_value){
			.type = AS_CTD_IS_TEXT, .text = node->text, .size = node->size};
		return 0;
	case AS_CTD_VARIABLE:
		return read_variable(state, node, value);
	case AS_CTD_NEGATE:
		return negate(state, node, value);
	case AS_CTD_STRLEN:
		return measure(state, node, value);
	default:
		if (node->kind <= AS_CTD_POWER)
			return operate(state, node, value);
		return complain(state, node, "a condition instead of a value");
	}
}

int as_ctd_value_of(struct as_ctd_state *state, uint32_t index, struct as_ctd_value *value)
{
	const struct as_ctd_node *node = &state->ctd->nodes[index];

	if (enter(state, node) < 0 || compute(state, node, value) < 0)
		return -1;
	state->depth--;
	return 0;
}

int as_ctd_integer_of(struct as_ctd_state *state, uint32_t node, int64_t *value)
{
	struct as_ctd_value any;

	if (as_ctd_value_of(state, node, &any) < 0)
		return -1;
	if (any.type != AS_CTD_IS_INTEGER)
		return complain(state, &state->ctd->nodes[node], "an integer is missing");
	*value = any.integer;
	return 0;
}

/* ---- conditions ------------------------------------------------------------------------------ */

static int compare_texts(const struct as_ctd_value *a, const struct as_ctd_value *b)
{
	size_t size = a->size < b->size ? a->size : b->size;
	int order = size ? memcmp(a->text, b->text, size) : 0;

	return order ? order : (a->size > b->size) - (a->size < b->size);
}

/* As strcmp. A text and a number are unequal. */
static int compare_values(const struct as_ctd_value *a, const struct as_ctd_value *b)
{
	if (a->type == AS_CTD_IS_TEXT || b->type == AS_CTD_IS_TEXT)
		return a->type != b->type ? 1 : compare_texts(a, b);
	if (a->type == AS_CTD_IS_INTEGER && b->type == AS_CTD_IS_INTEGER)
		return (a->integer > b->integer) - (a->integer < b->integer);
	return (real_of(a) > real_of(b)) - (real_of(a) < real_of(b));
}

static bool holds_of(enum as_ctd_kind kind, int order)
{
	switch ((int)kind) {
	case AS_CTD_LESS:
		return order < 0;
	case AS_CTD_GREATER:
		return order > 0;
	case AS_CTD_AT_MOST:
		return order <= 0;
	case AS_CTD_AT_LEAST:
		return order >= 0;
	case AS_CTD_EQUAL:
		return order == 0;
	default:
		return order != 0;
	}
}

static int compare(struct as_ctd_state *state, const struct as_ctd_node *node, bool *holds)
{
	struct as_ctd_value a, b;

	if (as_ctd_value_of(state, node->first, &a) < 0 ||
		as_ctd_value_of(state, node->second, &b) < 0)
		return -1;
	*holds = holds_of(node->kind, compare_values(&a, &b));
	return 0;
}

static int combine(struct as_ctd_state *state, const struct as_ctd_node *node, bool *holds)
{
	if (as_ctd_test(state, node->first, holds) < 0)
		return -1;
	return *holds == (node->kind == AS_CTD_AND) ? as_ctd_test(state, node->second, holds) : 0;
}

/* The cell of another variable at the same indices, or NULL. */
static const struct as_ctd_cell *beside(
	const struct as_ctd_state *state, const struct as_ctd_cell *cell, uint32_t name)
{
	struct as_ctd_cell place = *cell;

	place.name = name;
	uint32_t slot = *find_slot(state, &place);
	return slot && state->cells[slot - 1].is_set ? &state->cells[slot - 1] : NULL;
}

static int compare_tuples(const struct as_ctd_state *state, uint32_t list,
	const struct as_ctd_cell *a, const struct as_ctd_cell *b)
{
	int order = 0;

	for (uint32_t at = list; at && !order; at = state->ctd->nodes[at].next) {
		const struct as_ctd_cell *left = beside(state, a, state->ctd->nodes[at].name);
		const struct as_ctd_cell *right = beside(state, b, state->ctd->nodes[at].name);
		order = left && right ? compare_values(&left->value, &right->value)
				      : (left != NULL) - (right != NULL);
	}
	return order;
}

struct tuples {
	const struct as_ctd_state *state;
	uint32_t list;
};

static int compare_cells(const void *a, const void *b, void *context)
{
	const struct tuples *tuples = context;

	return compare_tuples(tuples->state, tuples->list, *(const struct as_ctd_cell *const *)a,
		*(const struct as_ctd_cell *const *)b);
}

static int find_unique(struct as_ctd_state *state, const struct as_ctd_node *node, bool *holds)
{
	struct tuples tuples = {state, node->first};
	uint32_t name = state->ctd->nodes[node->first].name;
	AS_AUTO_FREE const struct as_ctd_cell **cells =
		malloc((state->cell_count + 1) * sizeof(const struct as_ctd_cell *));
	size_t count = 0;
	uint64_t length = 0;

	if (!cells)
		return as_error_no_memory(state->error);
	for (size_t i = 0; i < state->cell_count; i++)
		if (state->cells[i].name == name && state->cells[i].is_set)
			cells[count++] = &state->cells[i];
	for (uint32_t at = node->first; at; at = state->ctd->nodes[at].next)
		length++;
	state->steps += count * length;
	if (state->steps > AS_CTD_MAX_STEPS)
		return complain(state, node, "more than 1000000 steps");
	if (count)
		qsort_r((void *)cells, count, sizeof(const struct as_ctd_cell *), compare_cells,
			&tuples);
	*holds = true;
	for (size_t i = 1; i < count && *holds; i++)
		*holds = compare_tuples(state, node->first, cells[i - 1], cells[i]) != 0;
	return 0;
}

static int find_in_array(struct as_ctd_state *state, const struct as_ctd_node *node, bool *holds)
{
	struct as_ctd_value value;

	if (as_ctd_value_of(state, node->first, &value) < 0)
		return -1;
	*holds = false;
	for (size_t i = 0; i < state->cell_count && !*holds; i++)
		*holds = state->cells[i].is_set &&
			 state->cells[i].name == state->ctd->nodes[node->second].name &&
			 compare_values(&state->cells[i].value, &value) == 0;
	state->steps += state->cell_count / 16;
	return 0;
}

/* Whether the input ends here is a choice; 0: it ends. */
static int choose_end(struct as_ctd_state *state, bool *holds)
{
	uint64_t choice = 0;

	if (!state->ended && as_ctd_draw(state, 1, &choice) < 0)
		return -1;
	*holds = state->ended = !choice;
	return 0;
}

/* Whether the next character matches is a choice; 0: it does not. */
static int choose_match(struct as_ctd_state *state, const struct as_ctd_node *node, bool *holds)
{
	uint64_t choice;

	if (as_ctd_value_of(state, node->first, &state->class_value) < 0 ||
		as_ctd_draw(state, 1, &choice) < 0)
		return -1;
	if (state->class_value.type != AS_CTD_IS_TEXT)
		return complain(state, node, "MATCH with a number");
	state->in_class = &state->class_value;
	*holds = state->is_in_class = choice;
	return 0;
}

static int test(struct as_ctd_state *state, const struct as_ctd_node *node, bool *holds)
{
	switch ((int)node->kind) {
	case AS_CTD_AND:
	case AS_CTD_OR:
		return combine(state, node, holds);
	case AS_CTD_NOT:
		if (as_ctd_test(state, node->first, holds) < 0)
			return -1;
		*holds = !*holds;
		return 0;
	case AS_CTD_IS_EOF:
		return choose_end(state, holds);
	case AS_CTD_MATCH:
		return choose_match(state, node, holds);
	case AS_CTD_UNIQUE:
		return find_unique(state, node, holds);
	case AS_CTD_IN_ARRAY:
		return find_in_array(state, node, holds);
	default:
		if (node->kind >= AS_CTD_LESS && node->kind <= AS_CTD_UNEQUAL)
			return compare(state, node, holds);
		return complain(state, node, "a value instead of a condition");
	}
}

int as_ctd_test(struct as_ctd_state *state, uint32_t index, bool *holds)
{
	const struct as_ctd_node *node = &state->ctd->nodes[index];

	if (enter(state, node) < 0 || test(state, node, holds) < 0)
		return -1;
	state->depth--;
	return 0;
}
