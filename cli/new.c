/* SPDX-License-Identifier: MIT */
/* assay new: creates a small package to start from. */
#include "cli.h"

#include <assay/convert.h>

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	const char **name = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		if (*name)
			argp_error(
				state, "unexpected argument '%s'; usage: assay new NAME", argument);
		*name = argument;
		return 0;
	case ARGP_KEY_END:
		if (!*name)
			argp_error(state, "missing argument NAME; usage: assay new NAME");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {NULL, parse_option, "NAME",
	"Creates the folder NAME with a small, commented package: a statement, a sample and a "
	"secret test, an input validator, and two submissions, one accepted and one wrong.",
	NULL, NULL, NULL};

int cli_new(int argc, char **argv)
{
	const char *name = NULL;
	struct as_error error = {0};

	if (cli_parse(&argp, argc, argv, &name))
		return AS_ERROR_USAGE;
	if (as_package_new(name, &error))
		return cli_fail(&error);
	printf("created %s; to judge its submissions: assay judge %s %s/submissions/*/*\n", name,
		name, name);
	return 0;
}
