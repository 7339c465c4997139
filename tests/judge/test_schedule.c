/* SPDX-License-Identifier: MIT */
/*
 * Which tests are run, and which of those count. as_test_run is this file's own, which the linker
 * takes before the library's: a test's fate is its letter, and no program is run.
 */
#include "model_case.h"

#include <unistd.h>

static struct model model;
static char run_order[16 * MODEL_TESTS];
static size_t broken_test; /* index of the test at which the machine breaks, or SIZE_MAX */
static pthread_mutex_t run_lock = PTHREAD_MUTEX_INITIALIZER;

int as_test_run(struct as_worker *worker, const struct as_test *test, struct as_test_result *result,
	struct as_error *error)
{
	size_t index = (size_t)(test - model.tests);
	(void)worker;
	pthread_mutex_lock(&run_lock);
	snprintf(run_order + strlen(run_order), 16, "%zu ", index);
	pthread_mutex_unlock(&run_lock);
	/* Early tests take longer, so that later ones end before them where workers are two. */
	if (worker->judge->worker_count > 1)
		usleep(index % 3 ? 500 : 3000);
	if (index == broken_test)
		return as_error_set(error, AS_ERROR_MACHINE, "broken at %zu", index);
	*result = (struct as_test_result){.verdict = verdict_of_letter(model.letters[index])};
	return 0;
}

struct judge_options {
	unsigned workers;
	bool run_all;
	const char *test;
};

/* The letters of the tests that count, in order, '.' where one does not. */
static const char *schedule(const struct group_case *groups, struct judge_options options)
{
	static char counted[MODEL_TESTS + 1];
	size_t first_failure[MODEL_GROUPS];
	struct as_worker workers[2];
	struct as_error error = {0};
	model_fill(&model, groups);
	struct as_judge judge = {.package = &model.package,
		.config = {.run_all = options.run_all, .test = options.test},
		.results = model.results,
		.first_failure = first_failure,
		.workers = workers,
		.worker_count = options.workers ? options.workers : 1,
		.lock = PTHREAD_MUTEX_INITIALIZER};
	for (size_t i = 0; i < 2; i++)
		workers[i] = (struct as_worker){.judge = &judge};
	*run_order = '\0';
	if (as_judge_run_tests(&judge, &error))
		return strcpy(counted, error.text);
	for (size_t i = 0; i < model.package.test_count; i++)
		counted[i] = model.results[i].counted ? model.letters[i] : '.';
	counted[model.package.test_count] = '\0';
	return counted;
}

static const struct {
	const char *what;
	struct group_case groups[MODEL_GROUPS];
	const char *counted;
} cases[] = {
	{"what is right is run to the end",
		{{"sample", 0, PASS_FAIL, NO_SCORE, "AA"},
			{"secret", 1, PASS_FAIL, NO_SCORE, "AAA"}},
		"AAAAA"},
	{"a pass-fail package stops at the first failure",
		{{"sample", 0, PASS_FAIL, NO_SCORE, "A"},
			{"secret", 1, PASS_FAIL, NO_SCORE, "ATWA"}},
		"AAT.."},
	{"also in the samples",
		{{"sample", 0, PASS_FAIL, NO_SCORE, "WA"},
			{"secret", 1, PASS_FAIL, NO_SCORE, "AA"}},
		"W..."},
	{"a failed sample settles no score",
		{{"sample", 0, PASS_FAIL, NO_SCORE, "WA"}, {"secret", 1, SUM, 10, "AW"}}, "WAAW"},
	{"a sum needs every test", {{"secret", 0, SUM, 10, "WAWA"}}, "WAWA"},
	{"a failure settles its pass-fail group and no other",
		{{"secret", 0, SUM, 10, ""}, {"secret/1", 0, PASS_FAIL, 5, "AWAA"},
			{"secret/2", 0, PASS_FAIL, 5, "AAT"}},
		"AW..AAT"},
	{"a failure settles its minimum",
		{{"secret", 0, SUM, 10, ""}, {"secret/1", 0, MIN, 5, "WAA"},
			{"secret/2", 0, SUM, 5, "WA"}},
		"W..WA"},
	{"a failure settles all of a pass-fail group above",
		{{"secret", 0, PASS_FAIL, 10, ""}, {"secret/1", 0, SUM, 5, "AWA"},
			{"secret/2", 0, PASS_FAIL, 5, "AA"}},
		"AW..."},
	{"nothing settles the minimum above",
		{{"secret", 0, MIN, 10, ""}, {"secret/1", 0, PASS_FAIL, 10, "AWA"},
			{"secret/2", 0, PASS_FAIL, 10, "AA"}},
		"AW..."},
	{"a part of a sum does not settle the minimum above",
		{{"secret", 0, MIN, 10, ""}, {"secret/1", 0, SUM, 10, "AWA"},
			{"secret/2", 0, PASS_FAIL, 10, "AWA"}},
		"AWAAW."},
	{"groups nest",
		{{"secret", 0, SUM, 10, ""}, {"secret/1", 0, MIN, 5, ""},
			{"secret/1/a", 1, PASS_FAIL, 5, "WA"}, {"secret/1/b", 1, SUM, 5, "AA"},
			{"secret/2", 0, PASS_FAIL, 5, "AA"}},
		"W...AA"},
};

Test(schedule, every_case_of_the_table_with_one_worker_and_with_two)
{
	broken_test = SIZE_MAX;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		for (unsigned workers = 1; workers <= 2; workers++) {
			const char *counted = schedule(
				cases[i].groups, (struct judge_options){.workers = workers});
			cr_expect_str_eq(counted, cases[i].counted, "%s (%u): %s, expected %s",
				cases[i].what, workers, counted, cases[i].counted);
		}
}

Test(schedule, one_worker_runs_what_counts_in_order_and_nothing_else)
{
	broken_test = SIZE_MAX;
	schedule(cases[5].groups, (struct judge_options){0});
	cr_expect_str_eq(run_order, "0 1 4 5 6 ");
}

Test(schedule, all_runs_everything)
{
	broken_test = SIZE_MAX;
	for (unsigned workers = 1; workers <= 2; workers++)
		cr_expect_str_eq(
			schedule(cases[1].groups,
				(struct judge_options){.workers = workers, .run_all = true}),
			"AATWA");
}

Test(schedule, one_test_is_run_where_it_is_asked_for)
{
	broken_test = SIZE_MAX;
	cr_expect_str_eq(
		schedule(cases[1].groups, (struct judge_options){.test = "secret/03"}), "...W.");
	cr_expect_str_eq(run_order, "3 ");
}

Test(schedule, a_broken_machine_ends_the_judging_with_its_first_cause)
{
	broken_test = 2;
	cr_expect_str_eq(schedule(cases[0].groups, (struct judge_options){0}), "broken at 2");
	cr_expect_str_eq(run_order, "0 1 2 ");
	cr_expect_str_eq(
		schedule(cases[0].groups, (struct judge_options){.workers = 2}), "broken at 2");
}

static size_t told_count;

static void count_told(void *context, const char *now)
{
	told_count++;
	cr_expect_str_eq(context, "context");
	cr_expect_str_not_empty(now);
}

Test(schedule, progress_is_told_of_each_test_that_ran)
{
	size_t first_failure[MODEL_GROUPS];
	struct as_worker worker;
	broken_test = SIZE_MAX;
	model_fill(&model, cases[1].groups);
	struct as_judge judge = {.package = &model.package,
		.config = {.progress = count_told, .progress_context = (void *)"context"},
		.results = model.results,
		.first_failure = first_failure,
		.workers = &worker,
		.worker_count = 1,
		.lock = PTHREAD_MUTEX_INITIALIZER};
	worker = (struct as_worker){.judge = &judge};
	cr_assert_eq(as_judge_run_tests(&judge, NULL), 0);
	cr_expect_eq(told_count, 3);
}
