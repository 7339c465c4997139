/* SPDX-License-Identifier: MIT */
/* One run of a program, in a sandbox that the program keeps. */
#ifndef ASSAY_TESTS_PROGRAM_CASE_H
#define ASSAY_TESTS_PROGRAM_CASE_H

#include <assay/program/run.h>

static inline int program_run(struct as_program *program, const char *const *arguments,
	const struct as_limits *limits, int stdin_fd, struct as_run_result *result,
	struct as_error *error)
{
	const struct as_program_task task = {
		.arguments = arguments, .limits = limits, .stdin_fd = stdin_fd};
	struct as_sandbox *sandbox = as_sandboxes_choose(&program->sandboxes, program, error);

	return sandbox ? as_program_run_in(program, sandbox, &task, result, error) : -1;
}

#endif
