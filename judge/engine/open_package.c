/* SPDX-License-Identifier: MIT */
/* A package that is open in an engine: what all its submissions share. */
#include "run.h"
#include "scoring.h"
#include "share.h"

#include <string.h>

int as_judge_check_test(const struct as_judge *judge, const char *test, struct as_error *error)
{
	const struct as_package *package = judge->package;

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

int as_judge_check_language(
	const struct as_judge *judge, const char *language, struct as_error *error)
{
	if (!language || as_languages_find(judge->engine->config.languages, language))
		return 0;
	char hint[AS_SUGGESTION_SIZE];
	return as_error_set(error, AS_ERROR_USAGE, "unknown language '%s'%s see assay languages",
		language, as_languages_suggest(judge->engine->config.languages, language, hint));
}

/* Called before any submission is judged: a validator that does not compile is the package's fault.
 */
static int open_validators(struct as_judge *judge, struct as_error *error)
{
	const size_t count = as_names_count(judge->package->output_validators);

	if (!judge->package->output_validators)
		return judge->package->interactive
			       ? as_error_at(error, AS_ERROR_INPUT, judge->package->path, 0, 0,
					 "no output validator, which an interactive package needs "
					 "to interact with submissions; add one to "
					 "output_validator/")
			       : 0;
	judge->stages = calloc(judge->package->test_count + 1, sizeof(*judge->stages));
	if (!judge->stages)
		return as_error_no_memory(error);
	judge->validators = calloc(count + 1, sizeof(struct as_validator *));
	judge->validator_sandboxes =
		calloc(count * judge->engine->worker_count + 1, sizeof(struct as_sandbox *));
	if (!judge->validators || !judge->validator_sandboxes)
		return as_error_no_memory(error);
	judge->validator_count = count;
	for (size_t i = 0; i < count; i++) {
		judge->validators[i] = as_validator_open(judge->workshop, judge->package, i, error);
		if (!judge->validators[i])
			return -1;
	}
	return 0;
}

struct as_judge *as_engine_package_open(
	struct as_engine *engine, const struct as_package *package, struct as_error *error)
{
	if (as_package_require_data(package, error) ||
		as_package_check_share(
			package, engine->worker_count, as_machine_memory_bytes(), error))
		return NULL;
	struct as_judge *judge = calloc(1, sizeof(*judge));
	if (!judge) {
		as_error_no_memory(error);
		return NULL;
	}
	judge->package = package;
	judge->engine = engine;
	judge->workshop = engine->workshop;
	pthread_mutex_init(&judge->stage_lock, NULL);
	pthread_mutex_init(&judge->program_lock, NULL);
	return judge;
}

/* On a borrowed core, so that it does not disturb measurements. */
static int prepare_alone(struct as_judge *judge, struct as_error *error)
{
	AS_AUTO_CORE_LOAN struct as_core_loan loan = AS_CORE_LOAN_INIT;

	as_judge_borrow_core(judge, "compile", judge->engine->config.cancel, &loan);
	return as_grader_open(judge, error) || open_validators(judge, error) ||
			       as_static_open(judge, error)
		       ? -1
		       : 0;
}

/* The programs that were opened. No job uses them. */
static void close_programs(struct as_judge *judge)
{
	for (size_t i = 0; judge->validator_sandboxes &&
			   i < judge->validator_count * judge->engine->worker_count;
		i++)
		as_sandbox_close(judge->validator_sandboxes[i]);
	for (size_t v = 0; judge->validators && judge->validators[v]; v++)
		as_validator_close(judge->validators[v]);
	free(judge->validators);
	free(judge->validator_sandboxes);
	as_static_close(judge);
	for (size_t i = 0; judge->stages && i < judge->package->test_count; i++)
		as_stage_remove(&judge->stages[i], judge->workshop);
	as_program_free(judge->grader);
	free(judge->stages);
	judge->validators = NULL;
	judge->validator_sandboxes = NULL;
	judge->validator_count = 0;
	judge->stages = NULL;
	judge->grader = NULL;
}

/* Call it with program_lock held; it is released in between. A fault of the package is final; after
 * any other failure, such as a full disk, the next call tries again. */
static int prepare_once(struct as_judge *judge, struct as_error *error)
{
	struct as_error why = {0};

	if (!judge->is_prepared) {
		const bool failed = prepare_alone(judge, &why) != 0;
		if (failed)
			close_programs(judge);
		judge->is_prepared = !failed || why.kind == AS_ERROR_INPUT;
		judge->cannot_prepare = failed;
		judge->why_not = why;
	}
	const bool failed = judge->cannot_prepare;
	if (failed && error)
		*error = judge->why_not;
	pthread_mutex_unlock(&judge->program_lock);
	return failed ? -1 : 0;
}

int as_engine_package_prepare(struct as_judge *judge, struct as_error *error)
{
	pthread_mutex_lock(&judge->program_lock);
	return prepare_once(judge, error);
}

int as_judge_begin_prepare(struct as_judge *judge, struct as_error *error)
{
	return pthread_mutex_trylock(&judge->program_lock) ? 0 : prepare_once(judge, error);
}

static struct as_validator *const *prepared_validators(void *context)
{
	struct as_judge *judge = context;

	return as_engine_package_prepare(judge, NULL) ? NULL : judge->validators;
}

struct as_validators *as_engine_validators_open(
	struct as_judge *judge, const atomic_bool *cancel, struct as_error *error)
{
	const struct as_validators_config config = {.package = judge->package,
		.workshop = judge->workshop,
		.cores = judge->engine->cores,
		.core_wait_ns = judge->engine->config.core_wait_ns,
		.cancel = cancel,
		.compiled = prepared_validators,
		.context = judge};

	return as_validators_open(&config, error);
}

const struct as_package *as_engine_package(const struct as_judge *judge)
{
	return judge->package;
}

/* The caller has waited for all jobs of the package. */
void as_engine_package_close(struct as_judge *judge)
{
	if (!judge)
		return;
	close_programs(judge);
	pthread_mutex_destroy(&judge->program_lock);
	pthread_mutex_destroy(&judge->stage_lock);
	free(judge);
}
