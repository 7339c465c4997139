/* SPDX-License-Identifier: MIT */
/* Runs the commands of a script; a device reads or makes what they describe. */
#include "tree.h"

#include <limits.h>

static int run_list(struct as_ctd_run *run, uint32_t list);

static const struct as_ctd_node *node_at(const struct as_ctd_run *run, uint32_t index)
{
	return &run->ctd->nodes[index];
}

static int assign_integer(struct as_ctd_run *run, uint32_t variable, as_ctd_digits integer)
{
	const struct as_ctd_value value = {.type = AS_CTD_IS_INTEGER, .digits = integer};

	return as_ctd_assign(run, variable, &value);
}

/* ---- parts of the input ---------------------------------------------------------------------- */

static int run_int(struct as_ctd_run *run, const struct as_ctd_node *node)
{
	as_ctd_digits lo, hi, value;

	if (as_ctd_integer_of(run, node->first, &lo) < 0 ||
		as_ctd_integer_of(run, node->second, &hi) < 0 ||
		run->device->integer(run, lo, hi, &value) < 0)
		return -1;
	return assign_integer(run, node->variable, value);
}

static int decimals_of(struct as_ctd_run *run, uint32_t node, int *decimals)
{
	as_ctd_digits value;

	if (as_ctd_integer_of(run, node, &value) < 0)
		return -1;
	if (value < 0 || value >= INT_MAX)
		return as_ctd_complain(
			run, 0, "a number of decimals that is negative or too large");
	*decimals = (int)value;
	return 0;
}

static int run_float(struct as_ctd_run *run, const struct as_ctd_node *node)
{
	struct as_ctd_float wanted = {.is_fixed = node->options == AS_CTD_FIXED,
		.is_scientific = node->options == AS_CTD_SCIENTIFIC,
		.has_decimals = node->third != 0};
	struct as_ctd_value value;

	if (as_ctd_number_of(run, node->first, &wanted.lo) < 0 ||
		as_ctd_number_of(run, node->second, &wanted.hi) < 0)
		return -1;
	if (node->third && (decimals_of(run, node->third, &wanted.min) < 0 ||
				   decimals_of(run, node->fourth, &wanted.max) < 0))
		return -1;
	if (wanted.min > wanted.max)
		return as_ctd_complain(run, 0, "more decimals at least than at most");
	if (run->device->real(run, &wanted, &value) < 0)
		return -1;
	return as_ctd_assign(run, node->variable, &value);
}

static int run_regex(struct as_ctd_run *run, const struct as_ctd_node *node)
{
	bool is_constant = node_at(run, node->first)->kind == AS_CTD_TEXT;
	struct as_ctd_value pattern, value;

	if (as_ctd_text_of(run, node->first, &pattern) < 0 ||
		run->device->regex(run, is_constant ? node->first : 0, &pattern, &value) < 0)
		return -1;
	return as_ctd_assign(run, node->variable, &value);
}

static int run_write(struct as_ctd_run *run, const struct as_ctd_node *node)
{
	struct as_ctd_value text;

	if (as_ctd_text_of(run, node->first, &text) < 0 ||
		as_ctd_charge(run, as_ctd_value_weight(&text)) < 0)
		return -1;
	return run->device->text(run, &text, node->options == AS_CTD_BLANK);
}

/* ---- control --------------------------------------------------------------------------------- */

static int run_assert(struct as_ctd_run *run, const struct as_ctd_node *node)
{
	bool holds;

	if (as_ctd_test(run, node->first, &holds) < 0)
		return -1;
	return holds ? 0 : run->device->failed(run);
}

static int run_set(struct as_ctd_run *run, const struct as_ctd_node *node)
{
	struct as_ctd_value value;

	return as_ctd_value_of(run, node->first, &value) < 0
		       ? -1
		       : as_ctd_assign(run, node->variable, &value);
}

static int run_unset(struct as_ctd_run *run, const struct as_ctd_node *node)
{
	for (uint32_t at = node->first; at; at = node_at(run, at)->next)
		as_ctd_array_clear(run, &run->arrays[node_at(run, at)->name]);
	return 0;
}

/* One repetition: the separator, if it is not the first, and the body. */
static int run_body(struct as_ctd_run *run, const struct as_ctd_node *node, bool is_first)
{
	size_t part = 0;

	if (run->device->part && run->device->part(run, false, &part) < 0)
		return -1;
	if (!is_first && node->second && run_list(run, node->second) < 0)
		return -1;
	if (run_list(run, node->body) < 0)
		return -1;
	return run->device->part ? run->device->part(run, true, &part) : 0;
}

/* The variable counts the repetitions: it is 0 before the loop, also for its condition. */
static int run_loop(struct as_ctd_run *run, const struct as_ctd_node *node)
{
	bool counts = node->kind == AS_CTD_REPEAT, goes_on = true;
	as_ctd_digits count = 0;

	if (assign_integer(run, node->variable, 0) < 0 ||
		(counts && as_ctd_integer_of(run, node->first, &count) < 0))
		return -1;
	if (count < 0)
		return as_ctd_complain(run, 0, "a negative number of repetitions");
	for (as_ctd_digits i = 0;; i++) {
		run->line = node->line;
		if (counts)
			goes_on = i < count;
		else if (as_ctd_test(run, node->first, &goes_on) < 0)
			return -1;
		if (!goes_on)
			return 0;
		if (as_ctd_charge(run, 1) < 0 || run_body(run, node, i == 0) < 0 ||
			assign_integer(run, node->variable, i + 1) < 0)
			return -1;
	}
}

static int run_if(struct as_ctd_run *run, const struct as_ctd_node *node)
{
	bool holds;

	if (as_ctd_test(run, node->first, &holds) < 0)
		return -1;
	if (holds)
		return run_list(run, node->body);
	return node->second ? run_list(run, node->second) : 0;
}

static int run_command(struct as_ctd_run *run, const struct as_ctd_node *node)
{
	switch ((int)node->kind) {
	case AS_CTD_WRITE:
		return run_write(run, node);
	case AS_CTD_END:
		return run->device->end(run);
	case AS_CTD_INT:
		return run_int(run, node);
	case AS_CTD_FLOAT:
		return run_float(run, node);
	case AS_CTD_REGEX:
		return run_regex(run, node);
	case AS_CTD_ASSERT:
		return run_assert(run, node);
	case AS_CTD_SET:
		return run_set(run, node);
	case AS_CTD_UNSET:
		return run_unset(run, node);
	case AS_CTD_IF:
		return run_if(run, node);
	default:
		return run_loop(run, node);
	}
}

static int run_list(struct as_ctd_run *run, uint32_t list)
{
	for (uint32_t at = list; at; at = node_at(run, at)->next) {
		run->line = node_at(run, at)->line;
		if (as_ctd_charge(run, 1) < 0 || run_command(run, node_at(run, at)) < 0)
			return -1;
	}
	return 0;
}

int as_ctd_run(struct as_ctd_run *run)
{
	run->arrays = calloc(run->ctd->name_count + 1, sizeof(*run->arrays));
	if (!run->arrays)
		return as_error_no_memory(run->error);
	int result = run_list(run, run->ctd->program);
	run->line = 0;
	if (result == 0)
		result = run->device->end(run);
	for (size_t i = 0; i < run->ctd->name_count; i++)
		as_ctd_array_clear(run, &run->arrays[i]);
	free(run->arrays);
	return result;
}
