/* SPDX-License-Identifier: MIT */
/* assay new: a small package to start from. */
#include "cli.h"

#include <assay/convert.h>

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	const char **name = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		if (*name)
			argp_error(state, "one package at a time");
		*name = argument;
		return 0;
	case ARGP_KEY_END:
		if (!*name)
			argp_error(state, "what shall it be called? assay new NAME");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {NULL, parse_option, "NAME",
	"Makes the folder NAME with a small, commented package: a statement, a sample and a secret "
	"test, an input validator, an accepted and a wrong submission.",
	NULL, NULL, NULL};

int cli_new(int argc, char **argv)
{
	const char *name = NULL;
	struct as_error error = {0};

	if (cli_parse(&argp, argc, argv, &name))
		return AS_ERROR_USAGE;
	if (as_package_new(name, &error))
		return cli_fail(&error);
	printf("made %s: judge its submissions with assay judge %s %s/submissions/*/*\n", name,
		name, name);
	return 0;
}
