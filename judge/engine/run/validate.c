/* SPDX-License-Identifier: MIT */
/*
 * Runs the output validators of a package on a test, one after another until one does not accept.
 * In each worker, each validator has its own sandbox, on the worker's core.
 */
#include "run.h"

#include <string.h>

static size_t index_of(const struct as_open_package *opened, const struct as_validator *validator)
{
	size_t index = 0;

	while (opened->validators[index] != validator)
		index++;
	return index;
}

/* The first validator from there on that applies to the test, or NULL. */
static const struct as_validator *find_from(
	const struct as_open_package *opened, size_t index, const struct as_test *test)
{
	struct as_validator *const *at = &opened->validators[index];

	while (*at && test->only_validator && strcmp((*at)->path, test->only_validator) != 0)
		at++;
	return *at;
}

const struct as_validator *as_test_first_validator(
	const struct as_open_package *opened, const struct as_test *test)
{
	return find_from(opened, 0, test);
}

bool as_test_next_validator(const struct as_open_package *opened, const struct as_test *test,
	struct as_validator_run *validator_run)
{
	const struct as_validator *next =
		find_from(opened, index_of(opened, validator_run->validator) + 1, test);

	if (next)
		as_validator_run_follow(validator_run, next);
	return next != NULL;
}

/* The worker's sandbox slot for a validator of the package that it judges. */
static struct as_sandbox **sandbox_of(
	const struct as_worker *worker, const struct as_validator *validator)
{
	const struct as_open_package *opened = worker->judging->opened;
	const size_t row = (size_t)(worker - worker->engine->workers);

	return &opened->validator_sandboxes[row * opened->validator_count +
					    index_of(opened, validator)];
}

struct as_sandbox *as_test_open_validator(
	struct as_worker *worker, const struct as_validator *validator, struct as_error *error)
{
	struct as_sandbox **sandbox = sandbox_of(worker, validator);

	if (!*sandbox)
		*sandbox = as_validator_sandbox(validator, worker->core, error);
	if (*sandbox)
		as_sandbox_pin(*sandbox, worker->core);
	return *sandbox;
}

void as_test_drop_broken_validator(
	struct as_worker *worker, const struct as_validator *validator, const struct as_error *why)
{
	as_sandbox_drop_broken(sandbox_of(worker, validator), why);
}

static int run_one(struct as_worker *worker, struct as_validator_run *validator_run,
	const struct as_run_result *run, struct as_test_result *result, struct as_error *error)
{
	struct as_error why = {0};
	const struct as_validator_report report = as_test_report(result);
	struct as_sandbox *sandbox =
		as_test_open_validator(worker, validator_run->validator, error);

	if (!sandbox)
		return -1;
	if (as_validator_run_output(validator_run, sandbox, run->stdout_fd, &report, &why) == 0)
		return 0;
	as_test_drop_broken_validator(worker, validator_run->validator, &why);
	if (error)
		*error = why;
	return -1;
}

int as_test_validate(struct as_worker *worker, const struct as_test *test,
	struct as_validator_run *validator_run, const struct as_run_result *run,
	struct as_test_result *result, struct as_error *error)
{
	do {
		if (run_one(worker, validator_run, run, result, error))
			return -1;
	} while (result->verdict == AS_VERDICT_AC && validator_run->next_input_fd < 0 &&
		 as_test_next_validator(worker->judging->opened, test, validator_run));
	return 0;
}
