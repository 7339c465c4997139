/* SPDX-License-Identifier: MIT */
/* assay solve VARIANT: the reference solvers, on standard input. */
#include "cli.h"

#include <assay/reference.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>

struct options {
	const char *variant;
	bool too_many;
};

struct variant {
	const char *name;
	int (*solve)(const struct as_row *row, struct as_error *error);
};

static int solve_optimal(const struct as_row *row, struct as_error *error)
{
	int64_t total;
	if (as_reference_optimal(row->values, row->count, &total, error))
		return -1;
	printf("%" PRId64 "\n", total);
	return 0;
}

static const struct variant variants[] = {
	{"optimal", solve_optimal},
};

static const struct variant *find_variant(const char *name)
{
	for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
		if (strcmp(variants[i].name, name) == 0)
			return &variants[i];
	return NULL;
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct options *options = state->input;
	if (key != ARGP_KEY_ARG)
		return ARGP_ERR_UNKNOWN;
	options->too_many = options->variant != NULL;
	if (!options->variant)
		options->variant = argument;
	return 0;
}

static const struct argp parser = {
	.parser = parse_option,
	.args_doc = "VARIANT",
	.doc = "Read a row of coins from standard input (n, then n values) and solve the coin-row "
	       "game.\v"
	       "VARIANT is\n"
	       "  optimal  the first player's total when both play optimally\n",
};

static const struct variant *choose(const struct options *options, struct as_error *error)
{
	const struct variant *variant = NULL;
	if (!options->variant || options->too_many)
		as_error_set(error, AS_ERROR_USAGE, "solve needs exactly one variant: optimal");
	else if (!(variant = find_variant(options->variant)))
		as_error_set(error, AS_ERROR_USAGE, "there is no variant '%s': use optimal",
			options->variant);
	return variant;
}

static int solve(const struct variant *variant, struct as_error *error)
{
	AS_AUTO_ROW struct as_row row = {0};
	if (as_row_read(STDIN_FILENO, "stdin", &row, error))
		return -1;
	if (variant->solve(&row, error))
		return as_error_context(error, "stdin");
	if (fflush(stdout) || ferror(stdout))
		return as_error_sys(
			error, AS_ERROR_INTERNAL, errno, "the result could not be written");
	return 0;
}

int cli_solve(int argc, char **argv)
{
	struct options options = {0};
	struct as_error error = {0};
	int status = cli_parse(&parser, argc, argv, &options);
	if (status)
		return status;
	const struct variant *variant = choose(&options, &error);
	if (!variant || solve(variant, &error))
		return cli_fail(&error);
	return 0;
}
