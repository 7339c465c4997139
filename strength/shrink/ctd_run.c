/* SPDX-License-Identifier: MIT */
/* Runs a Checktestdata script as a generator: each command that would read a value draws one. */
#include "ctd.h"
#include "random.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static int run_list(struct as_ctd_state *state, uint32_t list);

static int complain(struct as_ctd_state *state, const struct as_ctd_node *node, const char *problem)
{
	return as_ctd_error_at(state->ctd, node, state->error, problem);
}

static const struct as_ctd_node *node_at(const struct as_ctd_state *state, uint32_t index)
{
	return &state->ctd->nodes[index];
}

/* Variable 0: the value is discarded. */
static int assign(struct as_ctd_state *state, uint32_t variable, const struct as_ctd_value *value)
{
	if (!variable)
		return 0;
	struct as_ctd_cell *cell = as_ctd_cell_find(state, node_at(state, variable), true);
	if (!cell)
		return -1;
	cell->is_set = true;
	cell->value = *value;
	return 0;
}

static int assign_integer(struct as_ctd_state *state, uint32_t variable, int64_t integer)
{
	const struct as_ctd_value value = {.type = AS_CTD_IS_INTEGER, .integer = integer};

	return assign(state, variable, &value);
}

/* ---- drawing --------------------------------------------------------------------------------- */

static int run_int(struct as_ctd_state *state, const struct as_ctd_node *node)
{
	char text[32];
	int64_t lo, hi, value;

	if (as_ctd_integer_of(state, node->first, &lo) < 0 ||
		as_ctd_integer_of(state, node->second, &hi) < 0 ||
		as_ctd_draw_integer(state, lo, hi, &value) < 0)
		return -1;
	int length = snprintf(text, sizeof(text), "%" PRId64, value);
	return as_ctd_write(state, text, (size_t)length) < 0
		       ? -1
		       : assign_integer(state, node->variable, value);
}

static int real_of(struct as_ctd_state *state, uint32_t index, double *real)
{
	struct as_ctd_value value;

	if (as_ctd_value_of(state, index, &value) < 0)
		return -1;
	if (value.type == AS_CTD_IS_TEXT)
		return complain(state, node_at(state, index), "a number is missing");
	*real = value.type == AS_CTD_IS_REAL ? value.real : (double)value.integer;
	return 0;
}

/* More decimals than this would overflow 64-bit numbers. */
#define MAX_DECIMALS 15
#define USUAL_DECIMALS 6

static int draw_decimals(struct as_ctd_state *state, const struct as_ctd_node *node, int *decimals)
{
	int64_t min = 0, max = USUAL_DECIMALS, value;

	if (node->third && (as_ctd_integer_of(state, node->third, &min) < 0 ||
				   as_ctd_integer_of(state, node->fourth, &max) < 0))
		return -1;
	min = min < 0 ? 0 : min > MAX_DECIMALS ? MAX_DECIMALS : min;
	max = max < min ? min : max > MAX_DECIMALS ? MAX_DECIMALS : max;
	if (as_ctd_draw_integer(state, min, max, &value) < 0)
		return -1;
	*decimals = (int)value;
	return 0;
}

/* Both bounds as multiples of 10^-decimals, rounded inwards. */
static int draw_scaled(
	struct as_ctd_state *state, const struct as_ctd_node *node, int decimals, double *real)
{
	double lo, hi, unit = 1;
	int64_t scaled;

	if (real_of(state, node->first, &lo) < 0 || real_of(state, node->second, &hi) < 0)
		return -1;
	for (int i = 0; i < decimals; i++)
		unit *= 10;
	lo = ceil(lo * unit);
	hi = floor(hi * unit);
	if (!(lo >= -9e18 && lo <= 9e18 && hi >= -9e18 && hi <= 9e18))
		return complain(state, node, "bounds with more than 18 digits");
	if (as_ctd_draw_integer(state, (int64_t)lo, (int64_t)hi, &scaled) < 0)
		return -1;
	*real = (double)scaled / unit;
	return 0;
}

static int run_float(struct as_ctd_state *state, const struct as_ctd_node *node)
{
	struct as_ctd_value value = {.type = AS_CTD_IS_REAL};
	char text[64];
	int decimals;

	if (draw_decimals(state, node, &decimals) < 0 ||
		draw_scaled(state, node, decimals, &value.real) < 0)
		return -1;
	int length =
		snprintf(text, sizeof(text), node->value ? "%.*e" : "%.*f", decimals, value.real);
	return as_ctd_write(state, text, (size_t)length) < 0
		       ? -1
		       : assign(state, node->variable, &value);
}

/* A copy that lives as long as the state. */
static int keep_text(struct as_ctd_state *state, size_t from, struct as_ctd_value *value)
{
	size_t size = state->out.size - from;
	char *copy = as_array_reserve(state->texts, state->text_count, state->error)
			     ? malloc(size + 1)
			     : NULL;

	if (!copy)
		return as_error_no_memory(state->error);
	if (size)
		memcpy(copy, state->out.data + from, size);
	copy[size] = '\0';
	state->texts[state->text_count++] = copy;
	*value = (struct as_ctd_value){.type = AS_CTD_IS_TEXT, .text = copy, .size = size};
	return 0;
}

static int run_regex(struct as_ctd_state *state, const struct as_ctd_node *node)
{
	struct as_ctd_value pattern, value;
	size_t from = state->out.size, part;

	if (as_ctd_value_of(state, node->first, &pattern) < 0)
		return -1;
	if (pattern.type != AS_CTD_IS_TEXT)
		return complain(state, node, "REGEX with a number");
	if (as_ctd_part_begin(state, &part) < 0 ||
		as_ctd_regex(state, node, pattern.text, pattern.size) < 0)
		return -1;
	as_ctd_part_end(state, part);
	if (!node->variable)
		return 0;
	return keep_text(state, from, &value) < 0 ? -1 : assign(state, node->variable, &value);
}

static int run_write(struct as_ctd_state *state, const struct as_ctd_node *node)
{
	struct as_ctd_value value;

	if (as_ctd_value_of(state, node->first, &value) < 0)
		return -1;
	if (value.type != AS_CTD_IS_TEXT)
		return complain(state, node, "STRING with a number");
	return as_ctd_write(state, value.text, value.size);
}

/* ---- control --------------------------------------------------------------------------------- */

static int run_assert(struct as_ctd_state *state, const struct as_ctd_node *node)
{
	bool holds;

	if (as_ctd_test(state, node->first, &holds) < 0)
		return -1;
	return holds ? 0 : as_ctd_break(state);
}

static int run_set(struct as_ctd_state *state, const struct as_ctd_node *node)
{
	struct as_ctd_value value;

	return as_ctd_value_of(state, node->first, &value) < 0
		       ? -1
		       : assign(state, node->variable, &value);
}

static int run_unset(struct as_ctd_state *state, const struct as_ctd_node *node)
{
	for (uint32_t at = node->first; at; at = node_at(state, at)->next) {
		state->steps += state->cell_count / 16;
		if (++state->steps > AS_CTD_MAX_STEPS)
			return complain(state, node, "more than 1000000 steps");
		for (size_t i = 0; i < state->cell_count; i++)
			if (state->cells[i].name == node_at(state, at)->name)
				state->cells[i].is_set = false;
	}
	return 0;
}

/* One repetition: the separator, if it is not the first, and the body. */
static int run_body(struct as_ctd_state *state, const struct as_ctd_node *node, int64_t number)
{
	size_t part;

	if (++state->steps > AS_CTD_MAX_STEPS)
		return complain(state, node, "more than 1000000 steps");
	if (as_ctd_part_begin(state, &part) < 0 ||
		assign_integer(state, node->variable, number) < 0 ||
		(number && node->second && run_list(state, node->second) < 0) ||
		run_list(state, node->body) < 0)
		return -1;
	as_ctd_part_end(state, part);
	return 0;
}

static int run_repeat(struct as_ctd_state *state, const struct as_ctd_node *node)
{
	int64_t count;

	if (as_ctd_integer_of(state, node->first, &count) < 0)
		return -1;
	for (int64_t i = 0; i < count; i++)
		if (run_body(state, node, i) < 0)
			return -1;
	return 0;
}

static int run_while(struct as_ctd_state *state, const struct as_ctd_node *node)
{
	bool holds;

	for (int64_t i = 0;; i++) {
		if (assign_integer(state, node->variable, i) < 0 ||
			as_ctd_test(state, node->first, &holds) < 0)
			return -1;
		if (!holds)
			return 0;
		if (run_body(state, node, i) < 0)
			return -1;
	}
}

static int run_if(struct as_ctd_state *state, const struct as_ctd_node *node)
{
	bool holds;

	if (as_ctd_test(state, node->first, &holds) < 0)
		return -1;
	if (holds)
		return run_list(state, node->body);
	return node->second ? run_list(state, node->second) : 0;
}

static int run_command(struct as_ctd_state *state, const struct as_ctd_node *node)
{
	switch ((int)node->kind) {
	case AS_CTD_WRITE:
		return run_write(state, node);
	case AS_CTD_END:
		state->ended = true;
		return 0;
	case AS_CTD_INT:
		return run_int(state, node);
	case AS_CTD_FLOAT:
		return run_float(state, node);
	case AS_CTD_REGEX:
		return run_regex(state, node);
	case AS_CTD_ASSERT:
		return run_assert(state, node);
	case AS_CTD_SET:
		return run_set(state, node);
	case AS_CTD_UNSET:
		return run_unset(state, node);
	case AS_CTD_REPEAT:
		return run_repeat(state, node);
	case AS_CTD_WHILE:
		return run_while(state, node);
	case AS_CTD_IF:
		return run_if(state, node);
	default:
		return complain(state, node, "no command");
	}
}

static int run_list(struct as_ctd_state *state, uint32_t list)
{
	for (uint32_t at = list; at; at = node_at(state, at)->next) {
		if (++state->steps > AS_CTD_MAX_STEPS)
			return complain(state, node_at(state, at), "more than 1000000 steps");
		if (run_command(state, node_at(state, at)) < 0)
			return -1;
	}
	return 0;
}

/* ---- one input ------------------------------------------------------------------------------- */

static void clear_state(struct as_ctd_state *state)
{
	for (size_t i = 0; i < state->text_count; i++)
		free(state->texts[i]);
	free(state->texts);
	free(state->cells);
	free(state->slots);
	as_bytes_clear(&state->out);
}

int as_ctd_generate(const struct as_ctd *ctd, const struct as_tape *tape, struct as_bytes *out,
	struct as_tape *record, struct as_error *error)
{
	struct as_tape made = {0};
	struct as_ctd_state state = {.ctd = ctd,
		.tape = tape,
		.record = &made,
		.random = as_random_state(tape->seed, 0),
		.error = error};
	int result = run_list(&state, ctd->program);

	if (state.is_broken)
		result = 0;
	if (result == 0 && !state.out.data && !(state.out.data = calloc(1, 1)))
		result = as_error_no_memory(error);
	if (result == 0) {
		*out = state.out;
		state.out = (struct as_bytes){0};
		*record = made;
	} else {
		as_tape_clear(&made);
	}
	clear_state(&state);
	return result;
}
