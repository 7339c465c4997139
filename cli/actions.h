/* SPDX-License-Identifier: MIT */
/* actions: the actions of a verb that looks after a folder: its help, candidates, and dispatch. */
#ifndef ASSAY_CLI_ACTIONS_H
#define ASSAY_CLI_ACTIONS_H

#include "cli.h"

struct action {
	const char *name;
	int (*run)(int argc, char **argv); /**< argv[0] is the action */
	const char *arguments;
	const char *does;
};

struct action_verb {
	const char *name;  /**< "contest" */
	const char *about; /**< a sentence */
	const struct action *actions;
	size_t count;
};

/** Runs the action that argv[1] names. Returns the exit status. */
int actions_run(const struct action_verb *verb, int argc, char **argv) AS_NONNULL(1, 3);

#endif
