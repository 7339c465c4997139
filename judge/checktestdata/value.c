/* SPDX-License-Identifier: MIT */
/* Values and conditions of a script. */
#include "tree.h"

#include <errno.h>

static const struct as_ctd_node *node_at(const struct as_ctd_run *run, uint32_t index)
{
	return &run->ctd->nodes[index];
}

/* ---- variables ------------------------------------------------------------------------------- */

static int read_place(
	struct as_ctd_run *run, const struct as_ctd_node *variable, struct as_ctd_place *place)
{
	*place = (struct as_ctd_place){.index_count = 0};
	for (uint32_t at = variable->first; at; at = node_at(run, at)->next) {
		as_ctd_digits index;
		if (as_ctd_integer_of(run, at, &index) < 0)
			return -1;
		if (index != (int64_t)index)
			return as_ctd_complain(run, ENOTSUP, "an index beyond 64 bits");
		place->indices[place->index_count++] = (int64_t)index;
	}
	return 0;
}

static int read_variable(
	struct as_ctd_run *run, const struct as_ctd_node *node, struct as_ctd_value *value)
{
	struct as_ctd_place place;

	if (read_place(run, node, &place) < 0)
		return -1;
	const struct as_ctd_cell *cell = as_ctd_cell_find(run, &run->arrays[node->name], &place);
	if (!cell)
		return as_ctd_complain(run, 0, "a variable without a value");
	*value = cell->value;
	return 0;
}

int as_ctd_assign(struct as_ctd_run *run, uint32_t variable, const struct as_ctd_value *value)
{
	const struct as_ctd_node *node = node_at(run, variable);
	struct as_ctd_place place;

	if (!variable)
		return 0;
	return read_place(run, node, &place) < 0
		       ? -1
		       : as_ctd_cell_set(run, &run->arrays[node->name], &place, value);
}

/* ---- values ---------------------------------------------------------------------------------- */

static int operate(
	struct as_ctd_run *run, const struct as_ctd_node *node, struct as_ctd_value *value)
{
	struct as_ctd_value a, b;

	if (as_ctd_number_of(run, node->first, &a) < 0 ||
		as_ctd_number_of(run, node->second, &b) < 0)
		return -1;
	switch (as_ctd_number_compute(node->kind, &a, &b, value)) {
	case AS_CTD_FINE:
		return 0;
	case AS_CTD_UNDEFINED:
		return as_ctd_complain(run, 0, "a result that is not defined");
	case AS_CTD_TOO_LARGE:
		break;
	}
	return as_ctd_complain(
		run, ENOTSUP, "a result beyond 128 bits, or that no decimal of 38 digits equals");
}

static int negate(
	struct as_ctd_run *run, const struct as_ctd_node *node, struct as_ctd_value *value)
{
	const struct as_ctd_value zero = {.type = AS_CTD_IS_INTEGER};
	struct as_ctd_value positive;

	if (as_ctd_number_of(run, node->first, &positive) < 0)
		return -1;
	return as_ctd_number_compute(AS_CTD_SUBTRACT, &zero, &positive, value) == AS_CTD_FINE
		       ? 0
		       : as_ctd_complain(run, ENOTSUP, "a number beyond 128 bits");
}

static int measure(
	struct as_ctd_run *run, const struct as_ctd_node *node, struct as_ctd_value *value)
{
	struct as_ctd_value text;

	if (as_ctd_text_of(run, node->first, &text) < 0)
		return -1;
	*value = (struct as_ctd_value){
		.type = AS_CTD_IS_INTEGER, .digits = (as_ctd_digits)text.size};
	return 0;
}

/* Limits recursion: scripts are untrusted and the stack is small. */
static int enter(struct as_ctd_run *run)
{
	if (++run->depth > AS_CTD_MAX_NESTING)
		return as_ctd_complain(run, ENOTSUP, "an expression of more than 1000 parts");
	return as_ctd_charge(run, 1);
}

static int compute(
	struct as_ctd_run *run, const struct as_ctd_node *node, struct as_ctd_value *value)
{
	switch ((int)node->kind) {
	case AS_CTD_INTEGER:
	case AS_CTD_REAL:
	case AS_CTD_TEXT:
		*value = node->value;
		return 0;
	case AS_CTD_VARIABLE:
		return read_variable(run, node, value);
	case AS_CTD_NEGATE:
		return negate(run, node, value);
	case AS_CTD_STRLEN:
		return measure(run, node, value);
	default:
		if (node->kind <= AS_CTD_POWER)
			return operate(run, node, value);
		return as_ctd_complain(run, 0, "a condition instead of a value");
	}
}

int as_ctd_value_of(struct as_ctd_run *run, uint32_t index, struct as_ctd_value *value)
{
	if (enter(run) < 0 || compute(run, node_at(run, index), value) < 0)
		return -1;
	run->depth--;
	return 0;
}

int as_ctd_number_of(struct as_ctd_run *run, uint32_t node, struct as_ctd_value *value)
{
	if (as_ctd_value_of(run, node, value) < 0)
		return -1;
	return value->type != AS_CTD_IS_TEXT
		       ? 0
		       : as_ctd_complain(run, 0, "a text instead of a number");
}

int as_ctd_integer_of(struct as_ctd_run *run, uint32_t node, as_ctd_digits *value)
{
	struct as_ctd_value any;

	if (as_ctd_value_of(run, node, &any) < 0)
		return -1;
	*value = any.digits;
	return any.type == AS_CTD_IS_INTEGER ? 0 : as_ctd_complain(run, 0, "an integer is missing");
}

int as_ctd_text_of(struct as_ctd_run *run, uint32_t node, struct as_ctd_value *value)
{
	if (as_ctd_value_of(run, node, value) < 0)
		return -1;
	return value->type == AS_CTD_IS_TEXT
		       ? 0
		       : as_ctd_complain(run, 0, "a number instead of a text");
}

/* ---- conditions ------------------------------------------------------------------------------ */

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

static int compare(struct as_ctd_run *run, const struct as_ctd_node *node, bool *holds)
{
	struct as_ctd_value a, b;

	if (as_ctd_value_of(run, node->first, &a) < 0 ||
		as_ctd_value_of(run, node->second, &b) < 0 ||
		as_ctd_charge(run, as_ctd_value_weight(&a)) < 0)
		return -1;
	if ((a.type == AS_CTD_IS_TEXT) != (b.type == AS_CTD_IS_TEXT))
		return as_ctd_complain(run, 0, "a text is compared with a number");
	*holds = holds_of(node->kind, as_ctd_value_compare(&a, &b));
	return 0;
}

static int combine(struct as_ctd_run *run, const struct as_ctd_node *node, bool *holds)
{
	if (as_ctd_test(run, node->first, holds) < 0)
		return -1;
	return *holds == (node->kind == AS_CTD_AND) ? as_ctd_test(run, node->second, holds) : 0;
}

/* As in Checktestdata, each variable must have a value. */
static int find_array(
	struct as_ctd_run *run, const struct as_ctd_node *variable, struct as_ctd_array **array)
{
	*array = &run->arrays[variable->name];
	return (*array)->count ? 0 : as_ctd_complain(run, 0, "a variable without a value");
}

static int find_unique(struct as_ctd_run *run, const struct as_ctd_node *node, bool *holds)
{
	size_t count = 0;

	for (uint32_t at = node->first; at; at = node_at(run, at)->next)
		count++;
	AS_AUTO_FREE struct as_ctd_array **arrays = calloc(count, sizeof(*arrays));
	if (!arrays)
		return as_error_no_memory(run->error);
	count = 0;
	for (uint32_t at = node->first; at; at = node_at(run, at)->next)
		if (find_array(run, node_at(run, at), &arrays[count++]) < 0)
			return -1;
	return as_ctd_arrays_differ(run, arrays, count, holds);
}

static int find_in_array(struct as_ctd_run *run, const struct as_ctd_node *node, bool *holds)
{
	struct as_ctd_value value;
	struct as_ctd_array *array;

	if (as_ctd_value_of(run, node->first, &value) < 0 ||
		find_array(run, node_at(run, node->second), &array) < 0)
		return -1;
	return as_ctd_array_has(run, array, &value, holds);
}

static int test(struct as_ctd_run *run, const struct as_ctd_node *node, bool *holds)
{
	struct as_ctd_value text;

	switch ((int)node->kind) {
	case AS_CTD_AND:
	case AS_CTD_OR:
		return combine(run, node, holds);
	case AS_CTD_NOT:
		if (as_ctd_test(run, node->first, holds) < 0)
			return -1;
		*holds = !*holds;
		return 0;
	case AS_CTD_IS_EOF:
		return run->device->at_end(run, holds);
	case AS_CTD_MATCH:
		return as_ctd_text_of(run, node->first, &text) < 0
			       ? -1
			       : run->device->next_is(run, &text, holds);
	case AS_CTD_UNIQUE:
		return find_unique(run, node, holds);
	case AS_CTD_IN_ARRAY:
		return find_in_array(run, node, holds);
	default:
		return compare(run, node, holds);
	}
}

int as_ctd_test(struct as_ctd_run *run, uint32_t index, bool *holds)
{
	if (enter(run) < 0 || test(run, node_at(run, index), holds) < 0)
		return -1;
	run->depth--;
	return 0;
}
