/* SPDX-License-Identifier: MIT */
/* Which tests are run, and which of those count; several submissions, and cases beside tests. */
#include "schedule_case.h"

static const struct {
	const char *what;
	struct group_case groups[MODEL_GROUPS];
	const char *counted;
} cases[] = {
	{"an accepted submission runs all tests",
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
	{"a failed sample does not short-circuit a score",
		{{"sample", 0, PASS_FAIL, NO_SCORE, "WA"}, {"secret", 1, SUM, 10, "AW"}}, "WAAW"},
	{"a sum needs every test", {{"secret", 0, SUM, 10, "WAWA"}}, "WAWA"},
	{"a failure short-circuits only its own pass-fail group",
		{{"secret", 0, SUM, 10, ""}, {"secret/1", 0, PASS_FAIL, 5, "AWAA"},
			{"secret/2", 0, PASS_FAIL, 5, "AAT"}},
		"AW..AAT"},
	{"a failure short-circuits its minimum group",
		{{"secret", 0, SUM, 10, ""}, {"secret/1", 0, MIN, 5, "WAA"},
			{"secret/2", 0, SUM, 5, "WA"}},
		"W..WA"},
	{"a failure short-circuits all of a pass-fail parent",
		{{"secret", 0, PASS_FAIL, 10, ""}, {"secret/1", 0, SUM, 5, "AWA"},
			{"secret/2", 0, PASS_FAIL, 5, "AA"}},
		"AW..."},
	{"a score of 0 short-circuits a minimum parent",
		{{"secret", 0, MIN, 10, ""}, {"secret/1", 0, PASS_FAIL, 10, "AWA"},
			{"secret/2", 0, PASS_FAIL, 10, "AA"}},
		"AW..."},
	{"a part of a sum does not short-circuit a minimum parent",
		{{"secret", 0, MIN, 10, ""}, {"secret/1", 0, SUM, 10, "AWA"},
			{"secret/2", 0, PASS_FAIL, 10, "AWA"}},
		"AWAAW."},
	{"groups are nested",
		{{"secret", 0, SUM, 10, ""}, {"secret/1", 0, MIN, 5, ""},
			{"secret/1/a", 1, PASS_FAIL, 5, "WA"}, {"secret/1/b", 1, SUM, 5, "AA"},
			{"secret/2", 0, PASS_FAIL, 5, "AA"}},
		"W...AA"},
	{"a group whose prerequisite failed is not run",
		{{"secret", 0, SUM, 10, ""}, {"secret/1", 0, PASS_FAIL, 5, "AW"},
			{"secret/2", 0, SUM, 5, "AA needs=1"}, {"secret/3", 0, SUM, 5, "AA"},
			{"secret/4", 0, SUM, 5, "AA needs=2"}},
		"AW..AA.."},
	{"a group that requires the sample is not run if the sample failed",
		{{"sample", 0, PASS_FAIL, NO_SCORE, "WA"}, {"secret", 1, SUM, 9, " needs=0"},
			{"secret/1", 1, SUM, 9, "AA"}},
		"WA.."},
	{"a failed static validation short-circuits like a failed test",
		{{"secret", 0, SUM, 10, ""}, {"secret/1", 0, PASS_FAIL, 5, "AA static=0W"},
			{"secret/2", 0, SUM, 5, "AA static=2W"},
			{"secret/3", 0, SUM, 5, "AA needs=1"}},
		"..AA.."},
	{"a missing score is a failure",
		{{"secret", 0, SUM, 10, ""}, {"secret/1", 0, PASS_FAIL, 5, "A9A"},
			{"secret/2", 0, MIN, 5, "4A6A"}},
		"A9.4A6."},
	{"a graded package stops at the first failure",
		{{"data", 0, SUM, NO_SCORE, ""}, {"sample", 0, SUM, NO_SCORE, "A"},
			{"secret", 0, SUM, NO_SCORE, "ATWA"}},
		"AAT.."},
	{"unless on_reject is continue",
		{{"data", 0, SUM, NO_SCORE, ""}, {"sample", 0, SUM, NO_SCORE, "AWA continue"},
			{"secret", 0, SUM, NO_SCORE, "ATWA"}},
		"AWA...."},
	{"each group separately",
		{{"data", 0, SUM, 9, " continue"}, {"sample", 0, SUM, 9, "WA"},
			{"secret", 0, SUM, 9, " continue"}, {"secret/1", 2, SUM, 9, "AWA"},
			{"secret/2", 2, SUM, 9, "TTA continue"}},
		"W.AW.TTA"},
	{"a group with always_accept does not stop its parent",
		{{"data", 0, SUM, 9, ""}, {"secret", 0, SUM, 9, ""},
			{"secret/1", 1, SUM, 9, "AWA always_accept"},
			{"secret/2", 1, SUM, 9, "AWA continue any"},
			{"secret/3", 1, SUM, 9, "WT continue any"}, {"secret/4", 1, SUM, 9, "A"}},
		"AW.AWAWT."},
	{"accept_if_any_accepted does not continue after a failure",
		{{"data", 0, SUM, 9, ""}, {"secret", 0, SUM, 9, ""},
			{"secret/1", 1, SUM, 9, "AW any"}, {"secret/2", 1, SUM, 9, "WA any"},
			{"secret/3", 1, SUM, 9, "A"}},
		"AWW.."},
	{"tests are between groups",
		{{"data", 0, SUM, 9, ""}, {"secret", 0, SUM, 9, "A"},
			{"secret/1", 1, SUM, 9, "AWA"}, {"secret", 0, SUM, 9, "A"},
			{"secret/2", 1, SUM, 9, "A"}},
		"AAW..."},
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

Test(schedule, one_worker_runs_only_contributing_tests_in_order)
{
	broken_test = SIZE_MAX;
	schedule(cases[5].groups, (struct judge_options){0});
	cr_expect_str_eq(run_order, "0 1 4 5 6 ");
}

Test(schedule, an_empty_group_does_not_save_its_parent)
{
	static const struct group_case groups[] = {{"data", 0, SUM, 9, ""},
		{"secret", 0, SUM, 9, ""}, {"secret/1", 1, SUM, 9, "WT continue any"},
		{"secret/1/a", 2, SUM, 9, ""}, {"secret/2", 1, SUM, 9, "A"}, {0}};
	broken_test = SIZE_MAX;
	schedule(groups, (struct judge_options){0});
	cr_expect_str_eq(run_order, "0 1 ");
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

Test(schedule, one_test_is_run_if_requested)
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

static void count_reported(void *context, const struct as_job_test *test)
{
	told_count++;
	cr_expect_str_eq(context, "context");
	cr_expect_str_not_empty(test->name);
}

Test(schedule, each_test_that_ran_is_reported)
{
	struct as_job_test tests[MODEL_TESTS];
	broken_test = SIZE_MAX;
	model_fill(&model, cases[1].groups);
	struct as_open_package opened = {.engine = &(struct as_engine){.worker_count = 1}};
	model_tests = tests;
	model_calls = (struct as_job_calls){.test = count_reported, .context = (void *)"context"};
	cr_assert_eq(run_tests(&opened, NULL), 0);
	cr_expect_eq(told_count, 3);
}

/* ---- several submissions at once ---- */

static struct as_judging both[2];
static atomic_bool may_go_on;

static void run_of_two(const struct as_worker *worker, size_t index, struct as_test_result *result)
{
	while (!may_go_on)
		usleep(100);
	pthread_mutex_lock(&run_lock);
	snprintf(run_order + strlen(run_order), 16, "%c%zu ",
		worker->judging == &both[0] ? 'a' : 'b', index);
	pthread_mutex_unlock(&run_lock);
	*result = letter_fate(worker->judging == &both[0] ? 'A' : 'W');
}

static void *judge_one(void *argument)
{
	cr_expect_eq(as_judging_run_tests(argument, NULL), 0);
	return NULL;
}

static void wait_until_enlisted(struct as_open_package *opened, const struct as_judging *judging)
{
	for (bool found = false; !found; usleep(100)) {
		pthread_mutex_lock(&opened->engine->lock);
		for (const struct as_judging *at = opened->engine->first; at; at = at->next)
			found |= at == judging;
		pthread_mutex_unlock(&opened->engine->lock);
	}
}

/* So that the first submission has a test that runs before there is a second one. */
static void wait_until_running(struct as_open_package *opened)
{
	for (bool found = false; !found; usleep(100)) {
		pthread_mutex_lock(&opened->engine->lock);
		found = both[0].schedule.running_count > 0;
		pthread_mutex_unlock(&opened->engine->lock);
	}
}

/* The second one is usual. */
static void run_two(unsigned workers, enum as_job_class of_first)
{
	static struct as_test_result results[2][MODEL_TESTS];
	static struct as_group_result groups[2][MODEL_GROUPS];
	static enum as_margin margins[2][MODEL_TESTS];
	struct as_worker slots[2];
	pthread_t threads[2];
	struct as_open_package opened = {.engine = &(struct as_engine){.worker_count = workers}};
	model_order = (struct as_job_order){.run_all = true};
	model_fill(&model,
		(const struct group_case[]){{"secret", 0, PASS_FAIL, NO_SCORE, "AAA"}, {0}});
	open_model(&opened, slots);
	*run_order = '\0';
	may_go_on = false;
	run_instead = run_of_two;
	for (size_t i = 0; i < 2; i++) {
		open_judging(&both[i], &opened, results[i], groups[i], margins[i]);
		both[i].order.class = i == 0 ? of_first : AS_JOB_USUAL;
		cr_assert_eq(pthread_create(&threads[i], NULL, judge_one, &both[i]), 0);
		wait_until_enlisted(&opened, &both[i]);
		wait_until_running(&opened);
	}
	may_go_on = true;
	for (size_t i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	as_workers_end(opened.engine);
	for (size_t i = 0; i < 3; i++) {
		cr_expect_eq(results[0][i].verdict, AS_VERDICT_AC);
		cr_expect_eq(results[1][i].verdict, AS_VERDICT_WA);
	}
	for (size_t i = 0; i < 2; i++)
		as_short_circuit_clear(&both[i].short_circuit);
}

Test(schedule, waiters_are_served_in_order)
{
	run_two(1, AS_JOB_USUAL);
	cr_expect_str_eq(run_order, "a0 a1 a2 b0 b1 b2 ");
}

Test(schedule, a_more_urgent_submission_waits_for_the_test_that_runs_only)
{
	run_two(1, AS_JOB_BACKGROUND);
	cr_expect_str_eq(run_order, "a0 b0 b1 b2 a1 a2 ");
}

Test(schedule, two_submissions_at_once_have_their_own_results)
{
	run_two(2, AS_JOB_USUAL);
	cr_expect_eq(strlen(run_order), strlen("a0 a1 a2 b0 b1 b2 "), "%s", run_order);
}

/* ---- cases beside tests ---- */

/* Four tests and three cases for one worker: their order. */
static const char *run_beside(enum as_job_class of_cases)
{
	static const struct group_case groups[MODEL_GROUPS] = {
		{"sample", 0, PASS_FAIL, NO_SCORE, ""}, {"secret", 1, PASS_FAIL, NO_SCORE, "AAAA"}};
	struct as_open_package opened = {.engine = &(struct as_engine){.worker_count = 1}};
	static struct as_case_run runs[3];
	struct as_error error = {0};

	broken_test = SIZE_MAX;
	model_fill(&model, groups);
	for (size_t i = 0; i < 3; i++) {
		runs[i] = (struct as_case_run){
			.judging = {.opened = &opened, .order = {.class = of_cases}}};
		as_case_add(opened.engine, &runs[i]);
	}
	cr_assert_eq(run_tests(&opened, &error), 0, "%s", error.text);
	return run_order;
}

Test(schedule, cases_and_tests_of_one_class_take_turns)
{
	cr_expect_str_eq(run_beside(AS_JOB_USUAL), "0 case 1 case 2 case 3 ");
}

Test(schedule, more_urgent_cases_go_first_and_less_urgent_ones_last)
{
	cr_expect_str_eq(run_beside(AS_JOB_URGENT), "case case case 0 1 2 3 ");
	/* They may run before or after the worker's end. */
	cr_expect_eq(strncmp(run_beside(AS_JOB_BACKGROUND), "0 1 2 3 ", 8), 0);
}
