/* SPDX-License-Identifier: MIT */
/* A model package that is judged with the engine's own schedule: a test's fate is its letter, or
 * what run_instead says, and no program is run. */
#ifndef ASSAY_TESTS_SCHEDULE_CASE_H
#define ASSAY_TESTS_SCHEDULE_CASE_H

#include "case_run.h"
#include "model_case.h"
#include "scoring.h"

#include <signal.h>
#include <unistd.h>

static struct model model;
static struct as_job_order model_order;
static struct as_job_calls model_calls;
static struct as_job_test *model_tests; /* set together with a call for them */
static char run_order[16 * MODEL_TESTS];
static size_t broken_test =
	SIZE_MAX; /* index of the test at which the machine fails, or SIZE_MAX */
static pthread_mutex_t run_lock = PTHREAD_MUTEX_INITIALIZER;
/* If not NULL, runs a test instead of using its letter. */
static void (*run_instead)(
	const struct as_worker *worker, size_t index, struct as_test_result *result);

static inline int run_letter(struct as_worker *worker, const struct as_test *test,
	struct as_test_result *result, struct as_error *error)
{
	size_t index = (size_t)(test - model.tests);
	if (!test->name) {
		strcat(run_order, "case ");
		return 0;
	}
	if (run_instead) {
		run_instead(worker, index, result);
		return 0;
	}
	pthread_mutex_lock(&run_lock);
	snprintf(run_order + strlen(run_order), 16, "%zu ", index);
	pthread_mutex_unlock(&run_lock);
	/* Early tests take longer, so that with two workers later ones end before them. */
	if (worker->engine->worker_count > 1)
		usleep(index % 3 ? 500 : 3000);
	if (index == broken_test)
		return as_error_set(error, AS_ERROR_MACHINE, "broken at %zu", index);
	*result = letter_fate(model.letters[index]);
	return 0;
}

struct judge_options {
	unsigned workers;
	bool run_all;
	const char *test;
};

static inline void open_model(struct as_open_package *opened, struct as_worker workers[2])
{
	struct as_engine *engine = opened->engine;
	opened->package = &model.package;
	engine->run_test = run_letter;
	engine->workers = workers;
	pthread_mutex_init(&engine->lock, NULL);
	pthread_cond_init(&engine->changed, NULL);
	for (size_t i = 0; i < 2; i++)
		workers[i] = (struct as_worker){.engine = engine};
}

static inline void open_judging(struct as_judging *judging, struct as_open_package *opened,
	struct as_test_result *results, struct as_group_result *groups, enum as_margin *margins)
{
	memset(results, 0, MODEL_TESTS * sizeof(*results));
	memset(margins, 0, MODEL_TESTS * sizeof(*margins));
	*judging = (struct as_judging){.opened = opened,
		.order = model_order,
		.schedule.reports.tests = model_tests,
		.results = results,
		.statics = model.statics,
		.groups = groups,
		.schedule.margins = margins,
		.keep_fd = -1};
	judging->order.calls = model_calls;
	cr_assert_eq(as_short_circuit_init(&judging->short_circuit, opened->package, NULL), 0);
}

static inline int run_tests(struct as_open_package *opened, struct as_error *error)
{
	struct as_group_result groups[MODEL_GROUPS];
	enum as_margin margins[MODEL_TESTS];
	struct as_worker workers[2];
	struct as_judging judging;
	open_model(opened, workers);
	open_judging(&judging, opened, model.results, groups, margins);
	*run_order = '\0';
	int failed = as_judging_run_tests(&judging, error);
	as_workers_end(opened->engine);
	as_short_circuit_clear(&judging.short_circuit);
	return failed;
}

/* The letters of the tests that count, in order, '.' for others. */
static inline const char *schedule(const struct group_case *groups, struct judge_options options)
{
	static char counted[MODEL_TESTS + 1];
	struct as_error error = {0};
	model_fill(&model, groups);
	struct as_open_package opened = {
		.engine =
			&(struct as_engine){.worker_count = options.workers ? options.workers : 1}};
	model_order = (struct as_job_order){.run_all = options.run_all, .test = options.test};
	if (run_tests(&opened, &error))
		return strcpy(counted, error.text);
	for (size_t i = 0; i < model.package.test_count; i++)
		counted[i] = model.results[i].counted ? model.letters[i] : '.';
	counted[model.package.test_count] = '\0';
	return counted;
}

#endif
