/* SPDX-License-Identifier: MIT */
/* A package that is open in an engine: what all its submissions share. */
#include "run.h"
#include "scoring.h"

int as_open_package_check_test(
	const struct as_open_package *opened, const char *test, struct as_error *error)
{
	const struct as_package *package = opened->package;

	if (!test || as_package_find_test(package, test))
		return 0;
	if (!package->test_count)
		return as_error_set(error, AS_ERROR_USAGE,
			"unknown test '%s': the package %s has no tests", test,
			package->short_name);
	AS_AUTO_FREE const char **names = calloc(package->test_count, sizeof(*names));
	if (!names)
		return as_error_no_memory(error);
	for (size_t i = 0; i < package->test_count; i++)
		names[i] = package->tests[i].name;
	return as_error_set(error, AS_ERROR_USAGE, "unknown test '%s'%s the first test of %s is %s",
		test, AS_SUGGESTION(test, names, package->test_count), package->short_name,
		names[0]);
}

int as_open_package_check_language(
	const struct as_open_package *opened, const char *language, struct as_error *error)
{
	if (!language || as_languages_find(opened->engine->config.languages, language))
		return 0;
	char hint[AS_SUGGESTION_SIZE];
	return as_error_set(error, AS_ERROR_USAGE, "unknown language '%s'%s see assay languages",
		language, as_languages_suggest(opened->engine->config.languages, language, hint));
}

/* Called before any submission is judged: a validator that does not compile is the package's fault.
 */
static int open_validators(struct as_open_package *opened, struct as_error *error)
{
	const size_t count = as_names_count(opened->package->output_validators);

	if (!opened->package->output_validators)
		return opened->package->interactive
			       ? as_error_at(error, AS_ERROR_INPUT, opened->package->path, 0, 0,
					 "no output validator, which an interactive package needs "
					 "to interact with submissions; add one to "
					 "output_validator/")
			       : 0;
	opened->stages = calloc(opened->package->test_count + 1, sizeof(*opened->stages));
	if (!opened->stages)
		return as_error_no_memory(error);
	opened->validators = calloc(count + 1, sizeof(struct as_validator *));
	opened->validator_sandboxes =
		calloc(count * opened->engine->worker_count + 1, sizeof(struct as_sandbox *));
	if (!opened->validators || !opened->validator_sandboxes)
		return as_error_no_memory(error);
	opened->validator_count = count;
	for (size_t i = 0; i < count; i++) {
		opened->validators[i] =
			as_validator_open(opened->workshop, opened->package, i, error);
		if (!opened->validators[i])
			return -1;
	}
	return 0;
}

struct as_open_package *as_engine_package_open(
	struct as_engine *engine, const struct as_package *package, struct as_error *error)
{
	const enum as_weakness weakness = engine->config.weak_sandbox;

	if (as_sandbox_check_hidden(weakness, package->path, error) ||
		(package->unpacked_path &&
			as_sandbox_check_hidden(weakness, package->unpacked_path, error)) ||
		as_package_require_data(package, error) ||
		as_engine_package_fits(package, engine->worker_count, error))
		return NULL;
	struct as_open_package *opened = calloc(1, sizeof(*opened));
	if (!opened) {
		as_error_no_memory(error);
		return NULL;
	}
	opened->package = package;
	opened->engine = engine;
	opened->workshop = engine->workshop;
	pthread_mutex_init(&opened->stage_lock, NULL);
	pthread_mutex_init(&opened->program_lock, NULL);
	return opened;
}

/* On a borrowed core, so that it does not disturb measurements. */
static int prepare_alone(struct as_open_package *opened, struct as_error *error)
{
	AS_AUTO_CORE_LOAN struct as_core_loan loan = AS_CORE_LOAN_INIT;

	as_open_package_borrow_core(opened, "compile", opened->engine->config.cancel, &loan);
	return as_grader_open(opened, error) || open_validators(opened, error) ||
			       as_static_open(opened, error)
		       ? -1
		       : 0;
}

/* The programs that were opened. No job uses them. */
static void close_programs(struct as_open_package *opened)
{
	for (size_t i = 0; opened->validator_sandboxes &&
			   i < opened->validator_count * opened->engine->worker_count;
		i++)
		as_sandbox_close(opened->validator_sandboxes[i]);
	for (size_t v = 0; opened->validators && opened->validators[v]; v++)
		as_validator_close(opened->validators[v]);
	free(opened->validators);
	free(opened->validator_sandboxes);
	as_static_close(opened);
	for (size_t i = 0; opened->stages && i < opened->package->test_count; i++)
		as_stage_remove(&opened->stages[i], opened->workshop);
	as_program_free(opened->grader);
	free(opened->stages);
	opened->validators = NULL;
	opened->validator_sandboxes = NULL;
	opened->validator_count = 0;
	opened->stages = NULL;
	opened->grader = NULL;
}

/* Call it with program_lock held; it is released in between. A fault of the package is final; after
 * any other failure, such as a full disk, the next call tries again. */
static int prepare_once(struct as_open_package *opened, struct as_error *error)
{
	struct as_error why = {0};

	if (!opened->is_prepared) {
		const bool failed = prepare_alone(opened, &why) != 0;
		if (failed)
			close_programs(opened);
		opened->is_prepared = !failed || why.kind == AS_ERROR_INPUT;
		opened->cannot_prepare = failed;
		opened->why_not = why;
	}
	const bool failed = opened->cannot_prepare;
	if (failed && error)
		*error = opened->why_not;
	pthread_mutex_unlock(&opened->program_lock);
	return failed ? -1 : 0;
}

int as_engine_package_prepare(struct as_open_package *opened, struct as_error *error)
{
	pthread_mutex_lock(&opened->program_lock);
	return prepare_once(opened, error);
}

int as_open_package_begin_prepare(struct as_open_package *opened, struct as_error *error)
{
	return pthread_mutex_trylock(&opened->program_lock) ? 0 : prepare_once(opened, error);
}

static struct as_validator *const *prepared_validators(void *context)
{
	struct as_open_package *opened = context;

	return as_engine_package_prepare(opened, NULL) ? NULL : opened->validators;
}

struct as_validators *as_engine_validators_open(
	struct as_open_package *opened, const atomic_bool *cancel, struct as_error *error)
{
	const struct as_validators_config config = {.package = opened->package,
		.workshop = opened->workshop,
		.cores = opened->engine->cores,
		.core_wait_ns = opened->engine->config.core_wait_ns,
		.cancel = cancel,
		.compiled = prepared_validators,
		.context = opened};

	return as_validators_open(&config, error);
}

const struct as_package *as_engine_package(const struct as_open_package *opened)
{
	return opened->package;
}

/* The caller has waited for all jobs of the package. */
void as_engine_package_close(struct as_open_package *opened)
{
	if (!opened)
		return;
	close_programs(opened);
	pthread_mutex_destroy(&opened->program_lock);
	pthread_mutex_destroy(&opened->stage_lock);
	free(opened);
}
