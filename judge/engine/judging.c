/* SPDX-License-Identifier: MIT */
/* Judging one submission, as a list of stages. */
#include "compiled.h"
#include "result_make.h"
#include "run.h"
#include "validator.h"

#include <string.h>

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
