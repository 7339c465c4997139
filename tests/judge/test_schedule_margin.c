/* SPDX-License-Identifier: MIT */
/* How far over the time limit tests may run, and what ends the judging of a submission early. */
#include "schedule_case.h"

#define LIMIT_NS 1000
#define MARGIN_NS 4000

static const int64_t *needed_ns;
static atomic_uint run_counts[MODEL_TESTS];

static void note_run(size_t index, int64_t min_ns)
{
	pthread_mutex_lock(&run_lock);
	snprintf(run_order + strlen(run_order), 16, "%zu%c ", index,
		min_ns == MARGIN_NS ? 'm' : '.');
	pthread_mutex_unlock(&run_lock);
	run_counts[index]++;
}

static void run_for(const struct as_worker *worker, size_t index, struct as_test_result *result)
{
	const int64_t max_ns = worker->margin_time_ns, need_ns = needed_ns[index];
	note_run(index, max_ns);
	*result = (struct as_test_result){
		.verdict = need_ns > LIMIT_NS ? AS_VERDICT_TLE : AS_VERDICT_AC,
		.usage.cpu_time_ns = need_ns > max_ns ? max_ns : need_ns};
	if (need_ns > max_ns) {
		result->exit_code = -1;
		result->signal = SIGKILL;
		strcpy(result->reason, "cpu");
	}
}

/* The first test ends only after the second. */
static void run_first_last(
	const struct as_worker *worker, size_t index, struct as_test_result *result)
{
	while (index == 0 && run_counts[1] == 0)
		usleep(100);
	run_for(worker, index, result);
}

static const char *explore_in(
	const struct group_case *groups, const int64_t *needs, unsigned workers, bool once)
{
	struct as_open_package opened = {.engine = &(struct as_engine){.worker_count = workers}};
	model_order = (struct as_job_order){.run_all = true,
		.time_limit_ns = LIMIT_NS,
		.margin_time_ns = MARGIN_NS,
		.margin_once = once,
		.reruns = AS_RERUNS_NONE};
	model_fill(&model, groups);
	needed_ns = needs;
	for (size_t i = 0; i < MODEL_TESTS; i++)
		run_counts[i] = 0;
	cr_assert_eq(run_tests(&opened, NULL), 0);
	return run_order;
}

static const char *explore(const int64_t needs[4], unsigned workers, bool once)
{
	static const struct group_case groups[] = {{"secret", 0, PASS_FAIL, NO_SCORE, "AAAA"}, {0}};
	return explore_in(groups, needs, workers, once);
}

#define FOR_EVER INT64_MAX

Test(schedule_margin, once_a_test_has_established_the_margin_the_others_end_at_the_limit)
{
	run_instead = run_for;
	cr_expect_str_eq(
		explore((const int64_t[]){10, FOR_EVER, FOR_EVER, 10}, 1, true), "0m 1m 2. 3. ");
	cr_expect_str_eq(explore((const int64_t[]){10, 5000, 1500, 1500}, 1, true), "0m 1m 2. 3. ");
}

Test(schedule_margin, until_a_test_has_established_the_margin_each_may_overrun)
{
	run_instead = run_for;
	cr_expect_str_eq(explore((const int64_t[]){1500, 1600, 10, 3000}, 1, true), "0m 1m 2m 3m ");
}

Test(schedule_margin, all_overrun_if_one_test_is_not_enough)
{
	run_instead = run_for;
	cr_expect_str_eq(explore((const int64_t[]){FOR_EVER, FOR_EVER, FOR_EVER, 10}, 1, false),
		"0m 1m 2m 3m ");
}

Test(schedule_margin, one_test_at_a_time_explores)
{
	run_instead = run_first_last;
	const char *order =
		explore((const int64_t[]){FOR_EVER, FOR_EVER, FOR_EVER, FOR_EVER}, 2, true);
	cr_expect(strstr(order, "0m "), "%s", order);
	cr_expect(strstr(order, "1. "), "%s", order);
	size_t length = strlen(order);
	cr_expect_eq(length, strlen("0m 1. 2. 3. "), "each once: %s", order);
	cr_expect_eq(strchr(order, 'm'), strrchr(order, 'm'), "one explores: %s", order);
}

Test(schedule_margin, cut_tests_run_again_if_no_test_established_the_margin)
{
	run_instead = run_first_last;
	const char *order = explore((const int64_t[]){1500, FOR_EVER, 10, 10}, 2, true);
	cr_expect(strstr(order, "1. "), "%s", order);
	cr_expect(strstr(order, "1m "), "%s", order);
	cr_expect_eq(model.results[1].usage.cpu_time_ns, MARGIN_NS);
	cr_expect_eq(model.results[0].usage.cpu_time_ns, 1500);
}

static const struct group_case needy_groups[] = {{"secret", 0, SUM, 10, ""},
	{"secret/1", 0, PASS_FAIL, 5, "AA"}, {"secret/2", 0, PASS_FAIL, 5, "A needs=1"}, {0}};

Test(schedule_margin, tests_that_are_not_run_do_not_overrun)
{
	run_instead = run_for;
	cr_expect_str_eq(explore_in(needy_groups, (const int64_t[]){1500, 10, FOR_EVER}, 1, true),
		"0m 1m 2. ");
}

static bool is_alone(const struct as_worker *worker)
{
	pthread_mutex_lock(&worker->engine->lock);
	bool alone = worker->judging->schedule.running_count == 1;
	pthread_mutex_unlock(&worker->engine->lock);
	return alone;
}

/* The second test, on its first run, ends after all others. */
static void run_second_last(
	const struct as_worker *worker, size_t index, struct as_test_result *result)
{
	const bool first_run = run_counts[index] == 0;
	while (index == 0 && run_counts[1] == 0)
		usleep(100);
	run_for(worker, index, result);
	while (index == 1 && first_run && !(run_counts[2] > 0 && is_alone(worker)))
		usleep(100);
}

Test(schedule_margin, a_margin_from_a_test_that_is_not_run_does_not_count)
{
	run_instead = run_second_last;
	const char *order =
		explore_in(needy_groups, (const int64_t[]){10, 1500, FOR_EVER}, 2, true);
	cr_expect(strstr(order, "2m "), "%s", order);
	cr_expect(strstr(order, "1m "), "%s", order);
	cr_expect_eq(model.results[1].usage.cpu_time_ns, 1500);
}

static atomic_bool third_was_told;
static enum as_verdict third_verdict;

/* Reporting the second test takes until the third is run again. */
static void report_late(void *context, const struct as_job_test *test)
{
	(void)context;
	while (test->index == 1 && run_counts[2] < 2)
		usleep(100);
	if (test->index == 2) {
		third_verdict = test->verdict;
		third_was_told = true;
	}
}

/* The third test is cut while the first runs, and its second run ends only after its first was
 * reported. */
static void run_third_again(
	const struct as_worker *worker, size_t index, struct as_test_result *result)
{
	const bool is_redundant = index == 2 && run_counts[2] == 1;
	while (index == 0 && run_counts[2] == 0)
		usleep(100);
	if (is_redundant)
		*result = letter_fate('W');
	run_for(worker, index, is_redundant ? &(struct as_test_result){0} : result);
	while (is_redundant && !third_was_told)
		usleep(100);
}

Test(schedule_margin, a_test_that_is_run_again_is_reported_as_it_first_ended)
{
	struct as_job_test tests[MODEL_TESTS];
	run_instead = run_third_again;
	model_tests = tests;
	model_calls = (struct as_job_calls){.test = report_late};
	const char *order = explore((const int64_t[]){1500, 10, FOR_EVER, 10}, 2, true);
	cr_expect(strstr(order, "2. "), "%s", order);
	cr_expect(strstr(order, "2m "), "%s", order);
	cr_expect_eq(third_verdict, AS_VERDICT_TLE);
}

/* ---- a validator that does not end ---- */

static void run_late(const struct as_worker *worker, size_t index, struct as_test_result *result)
{
	note_run(index, worker->margin_time_ns);
	*result = letter_fate(index == 1 ? 'J' : 'A');
	result->validator_late = index == 1;
}

Test(schedule_margin, no_test_is_run_after_a_validator_did_not_end)
{
	run_instead = run_late;
	cr_expect_str_eq(explore(NULL, 1, true), "0m 1m ");
	cr_expect_eq(model.results[1].verdict, AS_VERDICT_JE);
	cr_expect_not(model.results[2].counted);
}
