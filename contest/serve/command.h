/* SPDX-License-Identifier: MIT */
/* Private header: a program that prints (command.c). */
#ifndef CONTEST_SERVE_COMMAND_H
#define CONTEST_SERVE_COMMAND_H

#include <assay/base.h>
#include <stdatomic.h>

/* The time limit of a command. */
#define COMMAND_SECONDS 30

/* Runs a program of PATH with fixed arguments (NULL-terminated), never a shell, and waits for its
 * end. `text` is its standard input. -1: it cannot be started, has an exit status other than 0, was
 * killed, or exceeded the time limit; then the error contains the end of its standard error.
 * `cancel` ends it. */
int command_run(char *const *command, const char *text, const atomic_bool *cancel,
	struct as_error *error) AS_MUST_USE;

#endif
