/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation:
 *
 * 1. The calling thread makes a judging for one case, which has no tests to schedule.
 * 2. It queues the case for the workers (run/case_run.c) and waits.
 * 3. While it waits, it polls the case's cancel flag and the engine's, and copies both to the one
 *    flag that the run checks.
 */
#include "case_run.h"
#include "compiled.h"
#include "result_make.h"
#include "scoring.h"

#include <string.h>
#include <time.h>

#define WATCH_NS INT64_C(20000000)

/* ---- choosing the test ---- */

/* The first secret test; without one, the first. */
static const struct as_test *usual_test(const struct as_package *package)
{
	for (size_t i = 0; i < package->test_count; i++)
		if (strncmp(package->tests[i].name, "secret/", strlen("secret/")) == 0)
			return &package->tests[i];
	return &package->tests[0];
}

static const struct as_test *like_of(const struct as_package *package, const struct as_case *order)
{
	return order->like ? order->like : usual_test(package);
}

static struct as_test make_test(const struct as_package *package, const struct as_case *order)
{
	const struct as_test *like = like_of(package, order);
	struct as_test test = *like;

	test.input_path = test.answer_path = NULL;
	if (!order->like) {
		test.args = NULL;
		test.files_path = test.hint = NULL;
	}
	return test;
}

static int begin(struct as_case_run *run, struct as_open_package *opened,
	struct as_compiled *compiled, const struct as_case *order, struct as_error *error)
{
	const struct as_job_order how = {.package = opened,
		.class = order->class,
		.reruns = order->reruns,
		.lenient = order->lenient,
		.time_limit_ns = order->time_limit_ns};

	run->test = make_test(opened->package, order);
	run->data.bytes = order;
	as_judging_begin(&run->judging, &how);
	run->judging.cancel = &run->cancel;
	run->judging.data = &run->data;
	return as_judging_take(&run->judging, compiled, error);
}

/* ---- waiting ---- */

static bool is_cancelled(const struct as_engine *engine, const struct as_case_run *run)
{
	return as_is_cancelled(run->data.bytes->cancel) || as_is_cancelled(engine->config.cancel);
}

/* Call it with the lock held; it is released while waiting. */
static void wait_a_moment(struct as_engine *engine, const struct as_case_run *run)
{
	if (!run->data.bytes->cancel && !engine->config.cancel) {
		pthread_cond_wait(&engine->changed, &engine->lock);
		return;
	}
	const int64_t until_ns = as_now_ns() + WATCH_NS;
	const struct timespec until = {until_ns / 1000000000, until_ns % 1000000000};
	pthread_cond_clockwait(&engine->changed, &engine->lock, CLOCK_MONOTONIC, &until);
}

/* Call it with the lock held; it is released while waiting. */
static void wait_until_done(struct as_engine *engine, struct as_case_run *run)
{
	while (run->state != AS_CASE_DONE) {
		if (is_cancelled(engine, run))
			atomic_store(&run->cancel, true);
		if (as_is_cancelled(&run->cancel) && as_case_remove(engine, run))
			run->state = AS_CASE_DONE;
		else
			wait_a_moment(engine, run);
	}
}

static int run_in_worker(struct as_engine *engine, struct as_case_run *run, struct as_error *error)
{
	pthread_mutex_lock(&engine->lock);
	int failed = as_workers_require(engine, error);
	if (!failed) {
		as_case_add(engine, run);
		pthread_cond_broadcast(&engine->changed);
		wait_until_done(engine, run);
	}
	pthread_mutex_unlock(&engine->lock);
	if (failed)
		return -1;
	if (as_is_cancelled(&run->cancel))
		return as_error_set(error, AS_ERROR_INTERNAL, "interrupted");
	if (run->failed && error)
		*error = run->why;
	return run->failed ? -1 : 0;
}

/* ---- the result ---- */

/* As for a test, a score that the group does not permit is a judging error. */
static int check_score(const struct as_case *order, struct as_case_run *run, struct as_error *error)
{
	const struct as_package *package = run->judging.opened->package;
	const struct as_test *like = like_of(package, order);
	AS_AUTO_FREE struct as_group_result *groups =
		package->scoring ? calloc(package->group_count + 1, sizeof(*groups)) : NULL;

	if (!package->scoring)
		return 0;
	if (!groups)
		return as_error_no_memory(error);
	as_score_begin(package, groups);
	as_score_check(package, groups, (size_t)(like - package->tests), &run->result);
	return 0;
}

static int run_compiled(struct as_open_package *opened, struct as_compiled *compiled,
	const struct as_case *order, struct as_case_result *result, struct as_error *error)
{
	struct as_case_run run = {.result = {.exit_code = -1}};

	run.data.output = order->want_output ? &result->output : NULL;
	int failed = begin(&run, opened, compiled, order, error) ||
		     run_in_worker(opened->engine, &run, error) || check_score(order, &run, error);
	run.result.counted = true;
	if (!failed)
		failed = as_result_make_case(&run.judging, &run.test, &run.result, result, error);
	as_test_result_clear(&run.result);
	as_judging_clear(&run.judging);
	return failed;
}

/* The result of a submission that cannot be run. */
static int refuse(const struct as_package *package, const struct as_case *order,
	struct as_case_result *result, struct as_error *error)
{
	result->test.verdict = AS_VERDICT_CE;
	result->test.exit_code = -1;
	result->test.name = strdup(like_of(package, order)->name);
	return result->test.name ? 0 : as_error_no_memory(error);
}

/* A package may have static validators and no tests. */
static int require_test(
	const struct as_package *package, const struct as_case *order, struct as_error *error)
{
	if (order->like || package->test_count > 0)
		return 0;
	return as_error_at(error, AS_ERROR_INPUT, package->path, 0, 0,
		"no tests, so the settings of a run are unknown; add a test");
}

int as_engine_run_case(struct as_open_package *opened, struct as_compiled *compiled,
	const struct as_case *order, struct as_case_result *result, struct as_error *error)
{
	*result = (struct as_case_result){0};
	if (require_test(opened->package, order, error) || as_engine_package_prepare(opened, error))
		return -1;
	int failed = as_compiled_verdict(compiled) == AS_VERDICT_AC
			     ? run_compiled(opened, compiled, order, result, error)
			     : refuse(opened->package, order, result, error);
	if (failed)
		as_case_result_clear(result);
	return failed ? -1 : 0;
}

void as_case_result_clear(struct as_case_result *result)
{
	as_result_test_clear(&result->test);
	as_bytes_clear(&result->output);
	*result = (struct as_case_result){0};
}
