/* SPDX-License-Identifier: MIT */
/* Judging one submission, as a list of stages; and the data that the submissions of a package
 * share. */
#include "scoring.h"
#include "share.h"
#include "validator.h"

#include <assay/engine/result.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>

int as_judge_check_test(const struct as_judge *judge, const char *test, struct as_error *error)
{
	const struct as_package *package = judge->package;

	if (!test)
		return 0;
	for (size_t i = 0; i < package->test_count; i++)
		if (strcmp(package->tests[i].name, test) == 0)
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
	size_t count = 0;

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
	while (judge->package->output_validators[count])
		count++;
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

	as_core_borrow(judge, "compile", judge->engine->config.cancel, &loan);
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

static struct as_program *build(struct as_judge *judge, const struct as_submission *submission,
	const struct as_intake *intake, const atomic_bool *cancel, struct as_error *error)
{
	if (judge->package->submit_answer)
		return as_answers_program(judge, &intake->sources, error);
	const struct as_build_order order = {
		.sources = &intake->sources,
		.language = intake->language,
		.entry_point = submission->entry_point,
		.time_ns = judge->package->limits.compilation_time_ns,
		.memory_bytes = judge->package->limits.compilation_memory_bytes,
		.is_example = intake->is_own,
		/* The result may be shown to others who submitted the same files. */
		.path = submission->files || submission->submitted ? NULL : submission->path,
		.cancel = cancel,
	};

	return as_workshop_build(judge->workshop, &order, error);
}

/* The files of a submission for the output validators, made for the first of its judgings. */
struct shared_folder {
	pthread_mutex_t lock;
	bool is_made;
	struct as_working working;
};

struct as_compiled {
	atomic_uint share_count;
	char *path;
	struct as_intake intake;
	struct as_program *program; /* NULL: it was refused before compiling */
	struct shared_folder *validator_folder;
};

static struct as_compiled *compile(struct as_judge *judge, const struct as_submission *submission,
	const atomic_bool *cancel, struct as_error *error)
{
	struct as_compiled *compiled;

	if (!submission->path) {
		as_error_set(error, AS_ERROR_USAGE,
			"a submission has no path; one in memory needs a name to show");
		return NULL;
	}
	compiled = calloc(1, sizeof(*compiled));
	if (!compiled || !(compiled->path = strdup(submission->path)) ||
		!(compiled->validator_folder = calloc(1, sizeof(*compiled->validator_folder)))) {
		free(compiled ? compiled->path : NULL);
		free(compiled);
		as_error_no_memory(error);
		return NULL;
	}
	compiled->share_count = 1;
	pthread_mutex_init(&compiled->validator_folder->lock, NULL);
	const struct as_intake_config config = {
		.package = judge->package,
		.languages = judge->engine->config.languages,
		.workshop = judge->workshop,
		.cancel = cancel,
	};
	if (as_intake_read(&compiled->intake, &config, submission, error) == 0 &&
		(compiled->intake.sources.reason || (compiled->program = build(judge, submission,
							     &compiled->intake, cancel, error))))
		return compiled;
	as_compiled_free(compiled);
	return NULL;
}

struct as_compiled *as_engine_compile(struct as_judge *judge,
	const struct as_submission *submission, const atomic_bool *cancel, struct as_error *error)
{
	AS_AUTO_CORE_LOAN struct as_core_loan loan = AS_CORE_LOAN_INIT;

	if (!cancel)
		cancel = judge->engine->config.cancel;
	as_core_borrow(judge, "compile", cancel, &loan);
	return compile(judge, submission, cancel, error);
}

enum as_verdict as_compiled_verdict(const struct as_compiled *compiled)
{
	return compiled->program ? compiled->program->verdict : AS_VERDICT_CE;
}

const struct as_program *as_compiled_program(const struct as_compiled *compiled)
{
	return compiled->program;
}

struct as_compiled *as_compiled_share(struct as_compiled *compiled)
{
	if (compiled)
		atomic_fetch_add(&compiled->share_count, 1);
	return compiled;
}

void as_compiled_free(struct as_compiled *compiled)
{
	if (!compiled || atomic_fetch_sub(&compiled->share_count, 1) > 1)
		return;
	if (compiled->validator_folder->working.folder[0])
		as_workshop_remove(
			compiled->program->workshop, compiled->validator_folder->working.folder);
	pthread_mutex_destroy(&compiled->validator_folder->lock);
	free(compiled->validator_folder);
	as_program_free(compiled->program);
	as_intake_clear(&compiled->intake);
	free(compiled->path);
	free(compiled);
}

void as_judging_begin(struct as_judging *judging, struct as_judge *judge,
	const struct as_judging_options *options)
{
	*judging = (struct as_judging){.judge = judge,
		.options = *options,
		.scope = {.cancel = judge->engine->config.cancel},
		.keep_fd = -1};
	judging->limits = as_limits_judged(judge->package, judging->options.time_limit_ns);
}

int as_judging_init(struct as_judging *judging, struct as_judge *judge,
	const struct as_judging_options *options, struct as_error *error)
{
	const struct as_package *package = judge->package;

	as_judging_begin(judging, judge, options);
	judging->results = calloc(package->test_count + 1, sizeof(*judging->results));
	judging->statics = calloc(package->group_count + 1, sizeof(*judging->statics));
	judging->groups = calloc(package->group_count + 1, sizeof(*judging->groups));
	judging->schedule.margins =
		calloc(package->test_count + 1, sizeof(*judging->schedule.margins));
	if (!judging->results || !judging->statics || !judging->groups ||
		!judging->schedule.margins)
		return as_error_no_memory(error);
	return as_short_circuit_init(&judging->short_circuit, package, error);
}

void as_judging_clear(struct as_judging *judging)
{
	const struct as_package *package = judging->judge->package;

	for (size_t i = 0; judging->results && i < package->test_count; i++)
		as_test_result_clear(&judging->results[i]);
	for (size_t g = 0; judging->statics && g < package->group_count; g++)
		as_test_result_clear(&judging->statics[g]);
	as_auto_fd(&judging->keep_fd);
	free(judging->results);
	free(judging->statics);
	free(judging->groups);
	free(judging->schedule.margins);
	free(judging->schedule.reports.tests);
	as_short_circuit_clear(&judging->short_circuit);
}

static int report_refusal(struct as_report *report, const struct as_sources *sources,
	struct as_result *result, struct as_error *error)
{
	report->refusal = sources->reason;
	report->refusal_text = sources->text;
	if (strcmp(sources->reason, "language") == 0)
		as_sources_digest(sources, report->source_digest);
	return as_result_make(report, result, error);
}

int as_judging_take(
	struct as_judging *judging, const struct as_compiled *compiled, struct as_error *error)
{
	struct shared_folder *folder = compiled->validator_folder;

	judging->program = compiled->program;
	judging->sources = &compiled->intake.sources;
	pthread_mutex_lock(&folder->lock);
	if (!folder->is_made && as_validator_folder_make(judging, error) == 0) {
		folder->working = judging->validator_folder;
		folder->is_made = true;
	}
	judging->validator_folder = folder->working;
	const bool is_made = folder->is_made;
	pthread_mutex_unlock(&folder->lock);
	return is_made ? 0 : -1;
}

/* Everything after compiling. */
int as_judging_run(struct as_judging *judging, const struct as_compiled *compiled,
	struct as_result *result, struct as_error *error)
{
	const struct as_intake *intake = &compiled->intake;
	const struct as_program *program = compiled->program;
	struct as_report report = {.judging = judging,
		.path = compiled->path,
		.language = intake->language,
		.sources = &intake->sources,
		.program = program};

	if (as_keep_begin(judging, compiled->path, error))
		return -1;
	if (!program)
		return report_refusal(&report, &intake->sources, result, error);
	judging->program = program;
	judging->sources = &intake->sources;
	if (as_keep_program(judging, error))
		return -1;
	if (program->verdict == AS_VERDICT_AC &&
		(as_static_run(judging, error) || as_judging_take(judging, compiled, error) ||
			as_judging_run_tests(judging, error)))
		return -1;
	return as_result_make(&report, result, error);
}
