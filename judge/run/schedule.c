/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation: each worker is a thread with a sandbox of its own on a core of its own.
 * Tests are handed out in the order of the package, and a test is passed over once something before
 * it has settled its fate: settle.c. Since tests go out in order, everything that bears on verdict
 * and score has been run by the end, and what was run beyond it is dropped: the document does not
 * depend on the number of workers. The caller waits for all threads; a thread ends after its test.
 */
#include "judging.h"

#include <signal.h>
#include <string.h>

/* Who asks for everything, or for one test, has it. */
static bool is_settled(const struct as_judge *judge, size_t index)
{
	return !judge->config.run_all && !judge->config.test &&
	       as_settling_is_settled(&judge->settling, index);
}

static bool is_wanted(const struct as_judge *judge, size_t index)
{
	return !judge->config.test ||
	       strcmp(judge->config.test, judge->package->tests[index].name) == 0;
}

/* The next test to run, or SIZE_MAX. */
static size_t take_test(struct as_judge *judge)
{
	size_t taken = SIZE_MAX;

	pthread_mutex_lock(&judge->lock);
	while (judge->next_test < judge->package->test_count &&
		judge->trouble.kind == AS_ERROR_NONE && taken == SIZE_MAX) {
		size_t index = judge->next_test++;
		if (is_wanted(judge, index) && !is_settled(judge, index))
			taken = index;
	}
	pthread_mutex_unlock(&judge->lock);
	return taken;
}

/* How far over the limit it can be has been seen: of others it is enough that they are over. */
static void note_time(struct as_judge *judge, const struct as_test_result *result)
{
	const int64_t limit_ns = judge->limits.cpu_time_ns;
	const bool crashed = result->signal && result->signal != SIGKILL;
	const bool was_ended =
		result->verdict == AS_VERDICT_TLE && result->exit_code < 0 && !crashed;

	if (judge->least_once && judge->least_time_ns > limit_ns &&
		(was_ended || result->cpu_time_ns >= judge->least_time_ns))
		judge->least_time_ns = limit_ns;
}

static void *work(void *argument)
{
	struct as_worker *worker = argument;
	struct as_judge *judge = worker->judge;

	for (size_t index; (index = take_test(judge)) != SIZE_MAX;) {
		struct as_error why = {0};
		struct as_test_result *result = &judge->results[index];
		int failed = as_test_run(worker, &judge->package->tests[index], result, &why);
		if (!failed)
			as_score_check(judge->package, judge->groups, index, result);
		pthread_mutex_lock(&judge->lock);
		result->counted = !failed;
		if (!failed)
			note_time(judge, result);
		if (failed && judge->trouble.kind == AS_ERROR_NONE)
			judge->trouble = why;
		if (!failed && result->verdict != AS_VERDICT_AC)
			as_settling_note(&judge->settling, index);
		if (judge->config.progress)
			judge->config.progress(
				judge->config.progress_context, judge->package->tests[index].name);
		pthread_mutex_unlock(&judge->lock);
	}
	return NULL;
}

static void reset(struct as_judge *judge)
{
	judge->next_test = 0;
	judge->trouble = (struct as_error){0};
	for (size_t i = 0; i < judge->package->test_count; i++)
		as_test_result_clear(&judge->results[i]);
	memset(judge->results, 0, judge->package->test_count * sizeof(*judge->results));
	as_score_begin(judge->package, judge->groups);
	as_settling_reset(&judge->settling);
	for (size_t g = 0; g < judge->package->group_count; g++)
		if (judge->statics[g].counted && judge->statics[g].verdict != AS_VERDICT_AC)
			as_settling_note_static(&judge->settling, g);
}

/* Says what comes of the tests that were run, and drops those that do not count. */
static int conclude(struct as_judge *judge, struct as_error *error)
{
	const struct as_scoring scoring = {
		.package = judge->package,
		.results = judge->results,
		.statics = judge->statics,
		.grade = as_grader_run,
		.context = judge,
	};

	if (as_score_groups(&scoring, judge->groups, error))
		return -1;
	for (size_t i = 0; i < judge->package->test_count; i++)
		if (!judge->config.run_all && !judge->config.test && !judge->results[i].graded)
			judge->results[i].counted = false;
	as_keep_forget(judge);
	return 0;
}

int as_judge_run_tests(struct as_judge *judge, struct as_error *error)
{
	size_t started = 0;
	int cause = 0;

	reset(judge);
	if (judge->worker_count == 1) {
		work(&judge->workers[0]);
	} else {
		for (; started < judge->worker_count; started++)
			if ((cause = pthread_create(&judge->workers[started].thread, NULL, work,
				     &judge->workers[started])))
				break;
		for (size_t i = 0; i < started; i++)
			pthread_join(judge->workers[i].thread, NULL);
		if (started == 0)
			return as_error_sys(
				error, AS_ERROR_INTERNAL, cause, "cannot start a worker");
	}
	if (judge->trouble.kind != AS_ERROR_NONE) {
		if (error)
			*error = judge->trouble;
		return -1;
	}
	return conclude(judge, error);
}
