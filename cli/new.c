/* SPDX-License-Identifier: MIT */
/* assay new: creates a small package to start from. */
#include "cli.h"

#include <assay/convert.h>

struct options {
	const char *name;
	struct as_new_config config;
};

enum { OPTION_INTERACTIVE = 256, OPTION_MULTI_PASS, OPTION_SCORING, OPTION_CHECKER, OPTION_RECIPE };

static const struct argp_option option_table[] = {
	{"interactive", OPTION_INTERACTIVE, NULL, 0,
		"a problem in which the output validator interacts with the submission", 0},
	{"multi-pass", OPTION_MULTI_PASS, NULL, 0, "a problem that runs the submission twice", 0},
	{"checker", OPTION_CHECKER, NULL, 0,
		"a problem with several right answers, and an output validator", 0},
	{"scoring", OPTION_SCORING, NULL, 0, "two groups of tests with points", 0},
	{"recipe", OPTION_RECIPE, NULL, 0, "a recipe and a generator; assay gen makes the tests",
		0},
	{0},
};

/* Two options make one kind. */
static void choose_kind(
	struct argp_state *state, struct as_new_config *config, enum as_new_kind kind)
{
	const bool is_checker = kind == AS_NEW_CHECKER || config->kind == AS_NEW_CHECKER;

	if (config->kind == AS_NEW_PLAIN || config->kind == kind)
		config->kind = kind;
	else if (is_checker)
		argp_error(state,
			"--checker is for problems without interaction and with one "
			"pass; --interactive and --multi-pass have an output validator, too");
	else
		config->kind = AS_NEW_INTERACTIVE_MULTI_PASS;
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case OPTION_INTERACTIVE:
		choose_kind(state, &options->config, AS_NEW_INTERACTIVE);
		return 0;
	case OPTION_MULTI_PASS:
		choose_kind(state, &options->config, AS_NEW_MULTI_PASS);
		return 0;
	case OPTION_CHECKER:
		choose_kind(state, &options->config, AS_NEW_CHECKER);
		return 0;
	case OPTION_SCORING:
		options->config.scoring = true;
		return 0;
	case OPTION_RECIPE:
		options->config.recipe = true;
		return 0;
	case ARGP_KEY_ARG:
		if (options->name)
			argp_error(
				state, "unexpected argument '%s'; usage: assay new NAME", argument);
		options->name = argument;
		return 0;
	case ARGP_KEY_END:
		if (!options->name)
			argp_error(state, "missing argument NAME; usage: assay new NAME");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {option_table, parse_option, "NAME",
	"Creates the folder NAME with a small, commented package: a statement, a sample and two "
	"secret tests, an input validator, and two submissions, one accepted and one wrong.",
	NULL, NULL, NULL};

int cli_new(int argc, char **argv)
{
	struct options options = {0};
	struct as_error error = {0};

	if (cli_parse(&argp, argc, argv, &options))
		return AS_ERROR_USAGE;
	const char *name = options.name;
	if (as_package_new(name, &options.config, &error))
		return cli_fail(&error);
	if (options.config.recipe)
		printf("created %s; to make its tests: assay gen %s\n", name, name);
	else
		printf("created %s; to judge its submissions: assay judge %s %s/submissions/*/*\n",
			name, name, name);
	return 0;
}
