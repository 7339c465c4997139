/* SPDX-License-Identifier: MIT */
/* assay contest: creates and maintains a contest's folder. */
#include "contest.h"

#include "complete.h"

#include <string.h>

static const struct action {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *arguments;
	const char *does;
} actions[] = {
	{"new", contest_new, "DIR [--problems PACKAGE...]",
		"make a commented folder that runs as it is"},
	{"check", contest_check, "DIR", "print everything that is wrong with a folder"},
	{"passwords", contest_passwords, "DIR [-o FILE]", "print the accounts as cards"},
	{"import", contest_import, "DIR PACKAGE|FILE",
		"make a folder from a Contest Package, or add teams, accounts and pictures to one"},
	{"export", contest_export, "DIR -o OUT[.zip]",
		"write a Contest Package, or the board, results or submissions for publishing"},
	{"simulate", contest_simulate, "DIR",
		"play the contest against its server, as a rehearsal"},
	{"resolve", contest_resolve, "DIR|EXPORT",
		"write the ceremony, which resolves the frozen board, as a page in one file"},
};
#define ACTION_COUNT (sizeof(actions) / sizeof(*actions))

static void print_help(FILE *out)
{
	fputs("Usage: assay contest ACTION DIR ...\n"
	      "Makes and looks after a contest's folder.\n\n",
		out);
	for (size_t i = 0; i < ACTION_COUNT; i++)
		fprintf(out, "  %s %s\n      %s\n", actions[i].name, actions[i].arguments,
			actions[i].does);
	fputs("\nSee assay contest ACTION --help for the options of an action, and man assay for "
	      "the files.\n",
		out);
}

static int refuse_action(const char *name)
{
	struct as_error error = {0};
	const char *names[ACTION_COUNT];
	char list[CLI_LIST_SIZE];

	for (size_t i = 0; i < ACTION_COUNT; i++)
		names[i] = actions[i].name;
	if (name)
		as_error_set(&error, AS_ERROR_USAGE, "contest: unknown action '%s'%s use %s", name,
			AS_SUGGESTION(name, names, ACTION_COUNT),
			cli_list_names(names, ACTION_COUNT, list));
	else
		as_error_set(&error, AS_ERROR_USAGE, "contest: missing argument ACTION; use %s",
			cli_list_names(names, ACTION_COUNT, list));
	return cli_fail(&error);
}

_Noreturn static void complete_actions(void)
{
	const char *names[ACTION_COUNT], *texts[ACTION_COUNT];

	for (size_t i = 0; i < ACTION_COUNT; i++) {
		names[i] = actions[i].name;
		texts[i] = actions[i].does;
	}
	complete_names(names, texts, ACTION_COUNT);
}

int cli_contest(int argc, char **argv)
{
	static const char *const help[] = {"--help", "-h", "-?"};
	static char name[64];

	if (complete_is_on() && argc == 2)
		complete_actions();
	for (size_t i = 0; argc > 1 && i < sizeof(help) / sizeof(*help) && !complete_is_on(); i++) {
		if (strcmp(argv[1], help[i]) == 0) {
			print_help(stdout);
			return 0;
		}
	}
	for (size_t i = 0; argc > 1 && i < ACTION_COUNT; i++)
		if (strcmp(argv[1], actions[i].name) == 0) {
			/* The name that argp shows in its complaints. */
			snprintf(name, sizeof(name), "contest %s", argv[1]);
			argv[1] = name;
			return actions[i].run(argc - 1, argv + 1);
		}
	return refuse_action(argc > 1 ? argv[1] : NULL);
}
