/* SPDX-License-Identifier: MIT */
#include "actions.h"

#include "complete.h"

#include <string.h>

#define MAX_ACTIONS 20

static void print_help(const struct action_verb *verb, FILE *out)
{
	fprintf(out, "Usage: assay %s ACTION DIR ...\n%s\n\n", verb->name, verb->about);
	for (size_t i = 0; i < verb->count; i++)
		fprintf(out, "  %s %s\n      %s\n", verb->actions[i].name,
			verb->actions[i].arguments, verb->actions[i].does);
	fprintf(out,
		"\nSee assay %s ACTION --help for the options of an action, and man assay for the "
		"files.\n",
		verb->name);
}

static int refuse_action(const struct action_verb *verb, const char *name)
{
	struct as_error error = {0};
	const char *names[MAX_ACTIONS];
	char list[CLI_LIST_SIZE];

	for (size_t i = 0; i < verb->count; i++)
		names[i] = verb->actions[i].name;
	if (name)
		as_error_set(&error, AS_ERROR_USAGE, "%s: unknown action '%s'%s use %s", verb->name,
			name, AS_SUGGESTION(name, names, verb->count),
			cli_list_names(names, verb->count, list));
	else
		as_error_set(&error, AS_ERROR_USAGE, "%s: missing argument ACTION; use %s",
			verb->name, cli_list_names(names, verb->count, list));
	return cli_fail(&error);
}

_Noreturn static void complete_actions(const struct action_verb *verb)
{
	const char *names[MAX_ACTIONS], *texts[MAX_ACTIONS];

	for (size_t i = 0; i < verb->count; i++) {
		names[i] = verb->actions[i].name;
		texts[i] = verb->actions[i].does;
	}
	complete_names(names, texts, verb->count);
}

int actions_run(const struct action_verb *verb, int argc, char **argv)
{
	static const char *const help[] = {"--help", "-h", "-?"};
	static char name[64];

	if (complete_is_on() && argc == 2)
		complete_actions(verb);
	for (size_t i = 0; argc > 1 && i < sizeof(help) / sizeof(*help) && !complete_is_on(); i++) {
		if (strcmp(argv[1], help[i]) == 0) {
			print_help(verb, stdout);
			return 0;
		}
	}
	for (size_t i = 0; argc > 1 && i < verb->count; i++)
		if (strcmp(argv[1], verb->actions[i].name) == 0) {
			/* The name that argp shows in its complaints. */
			snprintf(name, sizeof(name), "%s %s", verb->name, argv[1]);
			argv[1] = name;
			return verb->actions[i].run(argc - 1, argv + 1);
		}
	return refuse_action(verb, argc > 1 ? argv[1] : NULL);
}
