/* SPDX-License-Identifier: MIT */
/** run: one run of a program, for callers that have a sandbox of their own. */
#ifndef ASSAY_PROGRAM_RUN_H
#define ASSAY_PROGRAM_RUN_H

#include <assay/program/workshop.h>

/** The limit of wall time that goes with one of CPU time: a program that sleeps must not hold up a
 * worker much longer than one that computes. */
int64_t as_wall_limit_ns(int64_t cpu_time_ns);

/** A sandbox that can run programs of a language, pinned to a core or -1. */
struct as_sandbox *as_workshop_run_sandbox(const struct as_workshop *workshop,
	const struct as_language *language, int core, struct as_error *error) AS_MUST_USE;
/** The command line of a program under a memory limit; free with as_names_free. */
char **as_program_command(const struct as_program *program, const char *const *arguments,
	uint64_t memory_bytes, struct as_error *error) AS_MUST_USE;

/** A request to run a program of the package, for a sandbox that as_workshop_run_sandbox opened for
 * its language. */
struct as_program_request {
	struct as_run_request request; /* no input, a read-only box: the caller sets the rest */
	char **argv;
};
/** `arguments` follow its command, NULL-terminated, or NULL; to the limits comes its language's
 * allowance. Clear it in any case. */
int as_program_request_init(struct as_program_request *request, const struct as_program *program,
	const char *const *arguments, const struct as_limits *limits,
	struct as_error *error) AS_MUST_USE;
void as_program_request_clear(struct as_program_request *request);
/** After a run of `command` that could not begin: where that is a program of the machine's, as an
 * interpreter, it is not the fault (AS_ERROR_INPUT) of who wrote the source, but the machine's. */
void as_program_blame(char *const *command, struct as_error *why);

/** The reason for what a run ran into, "" where it ran into nothing. */
const char *as_hits_reason(unsigned hits);
/**
 * True where the program was killed and neither the sandbox nor the kernel did it for a limit: the
 * program itself, or somebody outside. What happens twice is its own doing.
 */
bool as_run_was_killed(const struct as_run_result *result);

#endif
