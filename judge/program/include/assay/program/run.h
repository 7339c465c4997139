/* SPDX-License-Identifier: MIT */
/** run: one run of a program, for callers that have a sandbox of their own. */
#ifndef ASSAY_PROGRAM_RUN_H
#define ASSAY_PROGRAM_RUN_H

#include <assay/program/workshop.h>

/** A sandbox that can run programs of a language, pinned to a core or -1. */
struct as_sandbox *as_workshop_run_sandbox(const struct as_workshop *workshop,
	const struct as_language *language, int core, struct as_error *error) AS_MUST_USE;

/** A request to run a program of the package, for a sandbox that as_workshop_run_sandbox opened for
 * its language. */
struct as_program_request {
	struct as_run_request request; /* no input, a read-only box: the caller sets the rest */
	char **argv;
};
/** `arguments` follow its command, NULL-terminated, or NULL; the language's allowance is added to
 * the limits. Clear it in any case. */
int as_program_request_init(struct as_program_request *request, const struct as_program *program,
	const char *const *arguments, const struct as_limits *limits,
	struct as_error *error) AS_MUST_USE;
void as_program_request_clear(struct as_program_request *request);
/** A program that sleeps must not occupy a worker much longer than one that computes. */
static inline int64_t as_program_wall_limit_ns(int64_t cpu_time_ns)
{
	return 2 * cpu_time_ns + INT64_C(1000000000);
}
/** After a run of `command` failed to start: if the command is a program of the machine, such as an
 * interpreter, the error is the machine's, not the source's (AS_ERROR_INPUT). */
void as_program_blame(char *const *command, struct as_error *why);

/** The sandbox for the next run, borrowed; it may be opened by this call. Pin it if that matters.
 */
struct as_sandbox *as_sandboxes_choose(struct as_sandboxes *sandboxes,
	const struct as_program *program, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/* The parts of as_sandboxes_choose, for a caller that has its own sandbox beside them. */
/** Adds one that was just used; there is room for it. */
void as_sandboxes_put(struct as_sandboxes *sandboxes, struct as_sandbox *sandbox) AS_NONNULL(1, 2);
/** Removes the one that has waited longest since its last run; NULL: there is none. */
struct as_sandbox *as_sandboxes_take(struct as_sandboxes *sandboxes) AS_MUST_USE AS_NONNULL(1);
/** True if callers have waited so often that another sandbox should be opened, of at most `max`.
 * `used` is asked if there are none. */
bool as_sandboxes_lack(struct as_sandboxes *sandboxes, struct as_sandbox *used,
	size_t max) AS_MUST_USE AS_NONNULL(1);
/** Leaves `{0}` behind. */
void as_sandboxes_close(struct as_sandboxes *sandboxes) AS_NONNULL(1);

/** After as_sandbox_run failed: true if the kernel refused to start the program, which is the
 * program's fault. False: the sandbox is broken. */
bool as_run_was_refused(const struct as_error *why);
/** After work in a sandbox failed: closes the sandbox and sets it to NULL, because a broken one
 * must not be used again. It stays open if a program is at fault (AS_ERROR_INPUT). */
void as_sandbox_drop_broken(struct as_sandbox **sandbox, const struct as_error *why);

/** The limit that counts among those that a run hit, in the order SV, MLE, OLE, TLE; 0: none. */
unsigned as_hits_first(unsigned hits);
/** The verdict of that limit; AS_VERDICT_NONE: none was hit. */
enum as_verdict as_hits_verdict(unsigned hits);
/** The `reason` of that limit in a result; "": none was hit. */
const char *as_hits_reason(unsigned hits);
/** True if the program ended by itself and hit no limit, so that its exit status counts. */
bool as_run_has_exited(const struct as_run_result *result);
/** True if the run reached a limit of time. */
bool as_run_was_late(const struct as_run_result *result);
/** -1 with AS_ERROR_INTERNAL "interrupted" if the caller cancelled the run, else 0. */
int as_run_check_cancel(const struct as_run_result *result, struct as_error *error) AS_MUST_USE;
/**
 * True if the program was killed, but not by the sandbox or the kernel for a limit: by itself or
 * from outside. If it happens twice, the program did it.
 */
bool as_run_was_killed(const struct as_run_result *result);

#endif
