/* SPDX-License-Identifier: MIT */
/* start: what the command and its programs in libexec do before a verb runs. */
#ifndef ASSAY_CLI_START_H
#define ASSAY_CLI_START_H

#include <stdbool.h>

struct verb {
	const char *name;
	int (*run)(int argc, char **argv); /* its argv[0] is the verb */
	bool is_sandboxed;                 /* runs programs, so it needs control groups */
	const char *does;
	const char *program; /* in libexec/assay, if it is not in this program */
};

/* Called first: signals and standard streams. */
void start_process(void);
/* Runs a verb with the argv of the command; returns the exit status. */
int start_verb(const struct verb *verb, int argc, char **argv);
/* The main function of a program in libexec, which has one or more verbs. */
int start_program(const struct verb *verbs, int count, int argc, char **argv);

#endif
