/* SPDX-License-Identifier: MIT */
/* A package that is open in an engine. */
#ifndef ASSAY_JUDGE_OPEN_PACKAGE_H
#define ASSAY_JUDGE_OPEN_PACKAGE_H

#include "workers.h"

/* Shared by the submissions of one open package. */
struct as_open_package {
	struct as_engine *engine;
	const struct as_package *package;
	struct as_workshop *workshop; /* the engine's */
	struct as_program *grader;    /* of the package, or NULL */
	/* The output validators of the package, NULL-terminated: all must accept. NULL: the default
	 * output check. */
	struct as_validator **validators;
	size_t validator_count;
	struct as_sandbox **validator_sandboxes; /* by worker and validator; NULL until used */
	struct as_stage *stages; /* for the validators: one for each test, made when first needed */
	struct as_validator *static_validator; /* of the package, or NULL */
	struct as_sandbox *static_sandbox;     /* NULL until first used */
	pthread_mutex_t stage_lock; /* guards `stages`; separate, because a worker that waits for it
				       has a core */
	pthread_mutex_t program_lock; /* guards the sandboxes of grader and static validator, and */
	bool is_prepared;             /* as_engine_package_prepare is not to try again: */
	bool cannot_prepare;          /* it succeeded, or failed */
	struct as_error why_not;      /* for this reason */
	unsigned submissions;         /* guarded by engine->lock */
};

/* Like as_engine_package_prepare, but returns 0 at once if another thread is preparing the package.
 */
int as_open_package_begin_prepare(
	struct as_open_package *opened, struct as_error *error) AS_MUST_USE;

/* Checks that the package has the test, and the table the language; NULL is neither. */
int as_open_package_check_test(
	const struct as_open_package *opened, const char *test, struct as_error *error) AS_MUST_USE;
int as_open_package_check_language(const struct as_open_package *opened, const char *language,
	struct as_error *error) AS_MUST_USE;

#endif
