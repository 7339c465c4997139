/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation: each worker is a thread with a sandbox of its own on a core of its own.
 * Tests are handed out in the order of the package, and a test is passed over once something before
 * it has settled its fate: in a pass-fail package the first failure settles everything, in a
 * scoring one a failure settles its group where the group's score needs all of its tests. Since
 * tests go out in order, everything before the first failure has been run by the end, and what was
 * run beyond it is dropped: the document does not depend on the number of workers. The caller waits
 * for all threads; a thread ends after its test.
 */
#include "judging.h"

#include <string.h>

/* True where a failure before `index` has settled what this test could change. */
static bool is_settled(const struct as_judge *judge, size_t index)
{
	const struct as_package *package = judge->package;

	if (judge->config.run_all || judge->config.test)
		return false;
	if (!package->scoring) {
		for (size_t g = 0; g < package->group_count; g++)
			if (judge->first_failure[g] < index)
				return true;
		return false;
	}
	for (size_t g = package->tests[index].group;; g = package->groups[g].parent) {
		const struct as_group *group = &package->groups[g];
		if (group->has_score && group->aggregation != AS_AGGREGATE_SUM &&
			judge->first_failure[g] < index)
			return true;
		if (group->parent == g)
			return false;
	}
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

/*
 * A group above is settled too where it is pass-fail, or where the failure leaves the part below it
 * with nothing, which makes a minimum nothing; a sum may still earn points.
 */
static void note_failure(struct as_judge *judge, size_t index)
{
	const struct as_package *package = judge->package;
	bool nothing = true;

	for (size_t g = package->tests[index].group;; g = package->groups[g].parent) {
		const struct as_group *group = &package->groups[g];
		if (group->aggregation != AS_AGGREGATE_MIN)
			nothing = group->aggregation == AS_AGGREGATE_PASS_FAIL;
		if ((nothing || !package->scoring) && index < judge->first_failure[g])
			judge->first_failure[g] = index;
		if (group->parent == g)
			return;
	}
}

static void *work(void *argument)
{
	struct as_worker *worker = argument;
	struct as_judge *judge = worker->judge;

	for (size_t index; (index = take_test(judge)) != SIZE_MAX;) {
		struct as_error why = {0};
		struct as_test_result *result = &judge->results[index];
		int failed = as_test_run(worker, &judge->package->tests[index], result, &why);
		pthread_mutex_lock(&judge->lock);
		result->counted = !failed;
		if (failed && judge->trouble.kind == AS_ERROR_NONE)
			judge->trouble = why;
		if (!failed && result->verdict != AS_VERDICT_AC)
			note_failure(judge, index);
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
	memset(judge->results, 0, judge->package->test_count * sizeof(*judge->results));
	for (size_t g = 0; g < judge->package->group_count; g++)
		judge->first_failure[g] = SIZE_MAX;
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
	for (size_t i = 0; i < judge->package->test_count; i++)
		if (judge->results[i].counted && is_settled(judge, i))
			judge->results[i].counted = false;
	as_keep_forget(judge);
	return 0;
}
