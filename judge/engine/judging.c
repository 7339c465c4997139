/* SPDX-License-Identifier: MIT */
/* Judging one submission, as a list of stages. */
#include "compiled.h"
#include "result_make.h"
#include "run.h"

void as_judging_begin(struct as_judging *judging, const struct as_job_order *order)
{
	const struct as_package *package = order->package->package;

	*judging = (struct as_judging){.opened = order->package,
		.order = *order,
		.cancel = order->package->engine->config.cancel,
		.keep_fd = -1};
	if (!order->time_limit_ns)
		judging->order.time_limit_ns = package->limits.time_limit_ns;
	judging->limits = as_limits_judged(package, judging->order.time_limit_ns);
}

int as_judging_init(
	struct as_judging *judging, const struct as_job_order *order, struct as_error *error)
{
	const struct as_package *package = order->package->package;

	as_judging_begin(judging, order);
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
	const struct as_package *package = judging->opened->package;

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

static int judge_program(
	struct as_judging *judging, const struct as_compiled *compiled, struct as_error *error)
{
	judging->program = compiled->program;
	judging->sources = &compiled->intake.sources;
	if (as_keep_program(judging, error))
		return -1;
	if (judging->program->verdict != AS_VERDICT_AC)
		return 0;
	return as_static_run(judging, error) || as_judging_take(judging, compiled, error) ||
			       as_judging_run_tests(judging, error)
		       ? -1
		       : 0;
}

/* Everything after compiling. */
int as_judging_run(struct as_judging *judging, const struct as_compiled *compiled,
	struct as_result *result, struct as_error *error)
{
	if (as_keep_begin(judging, compiled->path, error) ||
		(compiled->program && judge_program(judging, compiled, error)))
		return -1;
	return as_result_make(judging, compiled, result, error);
}
