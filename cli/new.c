/* SPDX-License-Identifier: MIT */
/* assay new: creates a small package to start from. */
#include "cli.h"

#include <assay/convert.h>

struct options {
	const char *name;
	struct as_new_config config;
};

/* Two options make one kind; `least` is the kind of the option. */
static void take_kind(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	const enum as_new_kind kind = (enum as_new_kind)option->least;
	enum as_new_kind *chosen = place;
	const bool is_checker = kind == AS_NEW_CHECKER || *chosen == AS_NEW_CHECKER;

	(void)value;
	if (*chosen == AS_NEW_PLAIN || *chosen == kind)
		*chosen = kind;
	else if (is_checker)
		argp_error(state,
			"--checker is for problems without interaction and with one "
			"pass; --interactive and --multi-pass have an output validator, too");
	else
		*chosen = AS_NEW_INTERACTIVE_MULTI_PASS;
}

#define AT(member) .place = offsetof(struct options, member)
static const struct cli_option options_of_new[] = {
	{"interactive", 0, NULL,
		"a problem in which the output validator interacts with the submission", take_kind,
		AT(config.kind), AS_NEW_INTERACTIVE},
	{"multi-pass", 0, NULL, "a problem that runs the submission twice", take_kind,
		AT(config.kind), AS_NEW_MULTI_PASS},
	{"checker", 0, NULL, "a problem with several right answers, and an output validator",
		take_kind, AT(config.kind), AS_NEW_CHECKER},
	{"scoring", 0, NULL, "two groups of tests with points", cli_flag, AT(config.scoring)},
	{"recipe", 0, NULL, "a recipe and a generator; assay gen makes the tests", cli_flag,
		AT(config.recipe)},
	{0},
};

static const struct cli_verb new_verb = {.options = options_of_new,
	.arguments = "NAME",
	.about = "Creates the folder NAME with a small, commented package: a statement, a sample "
		 "and two secret tests, an input validator, and two submissions, one accepted and "
		 "one wrong.",
	.words = {{"NAME", AT(name)}}};

int cli_new(int argc, char **argv)
{
	struct options options = {0};
	struct as_error error = {0};

	if (cli_parse(&new_verb, argc, argv, &options))
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
