/* SPDX-License-Identifier: MIT */
/* assay contest: creates and maintains a contest's folder. */
#include "contest.h"

#include "actions.h"

static const struct action actions[] = {
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

int cli_contest(int argc, char **argv)
{
	static const struct action_verb verb = {.name = "contest",
		.about = "Makes and looks after a contest's folder.",
		.actions = actions,
		.count = sizeof(actions) / sizeof(*actions)};

	return actions_run(&verb, argc, argv);
}
