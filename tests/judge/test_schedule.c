/* SPDX-License-Identifier: MIT */
/* Which tests are run, and which of those count. The engine uses this file's runner: a test's fate
 * is its letter, and no program is run. */
#include "case_run.h"
#include "model_case.h"
#include "scoring.h"

#include <signal.h>
#include <unistd.h>

static struct model model;
static struct as_judging_scope model_scope;
static struct as_reports model_reports;
static char run_order[16 * MODEL_TESTS];
static size_t broken_test; /* index of the test at which the machine fails, or SIZE_MAX */
static pthread_mutex_t run_lock = PTHREAD_MUTEX_INITIALIZER;
/* If not NULL, runs a test instead of using its letter. */
static void (*run_instead)(
	const struct as_worker *worker, size_t index, struct as_test_result *result);

static int run_letter(struct as_worker *worker, const struct as_test *test,
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

static void open_model(struct as_judge *judge, struct as_worker workers[2])
{
	struct as_engine *engine = judge->engine;
	judge->package = &model.package;
	engine->run_test = run_letter;
	engine->workers = workers;
	pthread_mutex_init(&engine->lock, NULL);
	pthread_cond_init(&engine->changed, NULL);
	for (size_t i = 0; i < 2; i++)
		workers[i] = (struct as_worker){.engine = engine};
}

static void open_judging(struct as_judging *judging, struct as_judge *judge,
	struct as_test_result *results, struct as_group_result *groups, enum as_margin *margins)
{
	memset(results, 0, MODEL_TESTS * sizeof(*results));
	memset(margins, 0, MODEL_TESTS * sizeof(*margins));
	*judging = (struct as_judging){.judge = judge,
		.scope = model_scope,
		.schedule.reports = model_reports,
		.results = results,
		.statics = model.statics,
		.groups = groups,
		.schedule.margins = margins,
		.keep_fd = -1};
	cr_assert_eq(as_short_circuit_init(&judging->short_circuit, judge->package, NULL), 0);
}

static int run_tests_with(
	struct as_judge *judge, const struct as_judging_options *options, struct as_error *error)
{
	struct as_group_result groups[MODEL_GROUPS];
	enum as_margin margins[MODEL_TESTS];
	struct as_worker workers[2];
	struct as_judging judging;
	open_model(judge, workers);
	open_judging(&judging, judge, model.results, groups, margins);
	if (options)
		judging.options = *options;
	*run_order = '\0';
	int failed = as_judging_run_tests(&judging, error);
	as_workers_end(judge->engine);
	as_short_circuit_clear(&judging.short_circuit);
	return failed;
}

static int run_tests(struct as_judge *judge, struct as_error *error)
{
	return run_tests_with(judge, NULL, error);
}

/* The letters of the tests that count, in order, '.' for others. */
static const char *schedule(const struct group_case *groups, struct judge_options options)
{
	static char counted[MODEL_TESTS + 1];
	struct as_error error = {0};
	model_fill(&model, groups);
	struct as_judge judge = {.engine = &(struct as_engine){
					 .worker_count = options.workers ? options.workers : 1}};
	model_scope = (struct as_judging_scope){.run_all = options.run_all, .test = options.test};
	if (run_tests(&judge, &error))
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
	struct as_judge judge = {.engine = &(struct as_engine){.worker_count = 1}};
	model_reports = (struct as_reports){
		.report = count_reported, .context = (void *)"context", .tests = tests};
	cr_assert_eq(run_tests(&judge, NULL), 0);
	cr_expect_eq(told_count, 3);
}

/* ---- how far over the time limit ---- */

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
		.cpu_time_ns = need_ns > max_ns ? max_ns : need_ns};
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
	const struct as_judging_options options = {.time_limit_ns = LIMIT_NS,
		.margin_time_ns = MARGIN_NS,
		.margin_once = once,
		.reruns = AS_RERUNS_NONE};
	struct as_judge judge = {.engine = &(struct as_engine){.worker_count = workers}};
	model_scope = (struct as_judging_scope){.run_all = true};
	model_fill(&model, groups);
	needed_ns = needs;
	for (size_t i = 0; i < MODEL_TESTS; i++)
		run_counts[i] = 0;
	cr_assert_eq(run_tests_with(&judge, &options, NULL), 0);
	return run_order;
}

static const char *explore(const int64_t needs[4], unsigned workers, bool once)
{
	static const struct group_case groups[] = {{"secret", 0, PASS_FAIL, NO_SCORE, "AAAA"}, {0}};
	return explore_in(groups, needs, workers, once);
}

#define FOR_EVER INT64_MAX

Test(schedule, once_a_test_has_established_the_margin_the_others_end_at_the_limit)
{
	run_instead = run_for;
	cr_expect_str_eq(
		explore((const int64_t[]){10, FOR_EVER, FOR_EVER, 10}, 1, true), "0m 1m 2. 3. ");
	cr_expect_str_eq(explore((const int64_t[]){10, 5000, 1500, 1500}, 1, true), "0m 1m 2. 3. ");
}

Test(schedule, until_a_test_has_established_the_margin_each_may_overrun)
{
	run_instead = run_for;
	cr_expect_str_eq(explore((const int64_t[]){1500, 1600, 10, 3000}, 1, true), "0m 1m 2m 3m ");
}

Test(schedule, all_overrun_if_one_test_is_not_enough)
{
	run_instead = run_for;
	cr_expect_str_eq(explore((const int64_t[]){FOR_EVER, FOR_EVER, FOR_EVER, 10}, 1, false),
		"0m 1m 2m 3m ");
}

Test(schedule, one_test_at_a_time_explores)
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

Test(schedule, cut_tests_run_again_if_no_test_established_the_margin)
{
	run_instead = run_first_last;
	const char *order = explore((const int64_t[]){1500, FOR_EVER, 10, 10}, 2, true);
	cr_expect(strstr(order, "1. "), "%s", order);
	cr_expect(strstr(order, "1m "), "%s", order);
	cr_expect_eq(model.results[1].cpu_time_ns, MARGIN_NS);
	cr_expect_eq(model.results[0].cpu_time_ns, 1500);
}

static const struct group_case needy_groups[] = {{"secret", 0, SUM, 10, ""},
	{"secret/1", 0, PASS_FAIL, 5, "AA"}, {"secret/2", 0, PASS_FAIL, 5, "A needs=1"}, {0}};

Test(schedule, tests_that_are_not_run_do_not_overrun)
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

Test(schedule, a_margin_from_a_test_that_is_not_run_does_not_count)
{
	run_instead = run_second_last;
	const char *order =
		explore_in(needy_groups, (const int64_t[]){10, 1500, FOR_EVER}, 2, true);
	cr_expect(strstr(order, "2m "), "%s", order);
	cr_expect(strstr(order, "1m "), "%s", order);
	cr_expect_eq(model.results[1].cpu_time_ns, 1500);
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

Test(schedule, a_test_that_is_run_again_is_reported_as_it_first_ended)
{
	struct as_job_test tests[MODEL_TESTS];
	run_instead = run_third_again;
	model_reports = (struct as_reports){.report = report_late, .tests = tests};
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

Test(schedule, no_test_is_run_after_a_validator_did_not_end)
{
	run_instead = run_late;
	cr_expect_str_eq(explore(NULL, 1, true), "0m 1m ");
	cr_expect_eq(model.results[1].verdict, AS_VERDICT_JE);
	cr_expect_not(model.results[2].counted);
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

static void wait_until_enlisted(struct as_judge *judge, const struct as_judging *judging)
{
	for (bool found = false; !found; usleep(100)) {
		pthread_mutex_lock(&judge->engine->lock);
		for (const struct as_judging *at = judge->engine->first; at; at = at->next)
			found |= at == judging;
		pthread_mutex_unlock(&judge->engine->lock);
	}
}

static void run_two(unsigned workers)
{
	static struct as_test_result results[2][MODEL_TESTS];
	static struct as_group_result groups[2][MODEL_GROUPS];
	static enum as_margin margins[2][MODEL_TESTS];
	struct as_worker slots[2];
	pthread_t threads[2];
	struct as_judge judge = {.engine = &(struct as_engine){.worker_count = workers}};
	model_scope = (struct as_judging_scope){.run_all = true};
	model_fill(&model,
		(const struct group_case[]){{"secret", 0, PASS_FAIL, NO_SCORE, "AAA"}, {0}});
	open_model(&judge, slots);
	*run_order = '\0';
	may_go_on = false;
	run_instead = run_of_two;
	for (size_t i = 0; i < 2; i++) {
		open_judging(&both[i], &judge, results[i], groups[i], margins[i]);
		cr_assert_eq(pthread_create(&threads[i], NULL, judge_one, &both[i]), 0);
		wait_until_enlisted(&judge, &both[i]);
	}
	may_go_on = true;
	for (size_t i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	as_workers_end(judge.engine);
	for (size_t i = 0; i < 3; i++) {
		cr_expect_eq(results[0][i].verdict, AS_VERDICT_AC);
		cr_expect_eq(results[1][i].verdict, AS_VERDICT_WA);
	}
	for (size_t i = 0; i < 2; i++)
		as_short_circuit_clear(&both[i].short_circuit);
}

Test(schedule, waiters_are_served_in_order)
{
	run_two(1);
	cr_expect_str_eq(run_order, "a0 a1 a2 b0 b1 b2 ");
}

Test(schedule, two_submissions_at_once_have_their_own_results)
{
	run_two(2);
	cr_expect_eq(strlen(run_order), strlen("a0 a1 a2 b0 b1 b2 "), "%s", run_order);
}

/* ---- packages drawn at random ---- */

static unsigned draw_state;

static unsigned draw(unsigned below)
{
	draw_state = draw_state * 1103515245 + 12345;
	return (draw_state >> 16) % below;
}

/* Effects that are known only afterwards: judging errors that graders must pass on, and ignored
 * samples. */
static bool draw_surprises;

static void draw_words(char words[64], bool graded, size_t index)
{
	static const char *const verdicts[] = {"", "first_error", "always_accept", "any"};
	static const char *const scores[] = {"", "avg", "max", "", "ignore_sample"};
	*words = '\0';
	if (graded)
		snprintf(words, 64, "%s %s %s", draw(2) ? "continue" : "", verdicts[draw(4)],
			draw(3) ? "" : scores[draw(draw_surprises ? 5 : 4)]);
	/* Groups 0 and 1 are secret, and one that others may require. */
	else if (index > 1 && draw(3) == 0)
		snprintf(words, 64, "needs=1");
	else if (draw(4) == 0)
		snprintf(words, 64, "static=1%c", draw(2) ? 'A' : 'W');
}

/* A tree of graded groups; or a scoring package, whose groups do not nest. */
static void draw_groups(struct group_case *groups, char texts[][80], bool graded)
{
	static const char letters[] = "AAAAAAAAWTRJ";
	static const char *const names[] = {
		"data", "g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8", "g9", "g10"};
	size_t count = 3 + draw(8), parents[MODEL_GROUPS] = {0};
	size_t open = 0; /* the group, or an ancestor of it, that may contain the next one */
	for (size_t g = 0; g < count; g++) {
		char *tests = texts[g];
		size_t test_count = draw(5);
		for (size_t t = 0; t < test_count; t++)
			tests[t] = letters[draw(sizeof(letters) - (draw_surprises ? 1 : 2))];
		tests[test_count] = ' ';
		draw_words(tests + test_count + 1, graded, g);
		while (graded && open != 0 && draw(2))
			open = parents[open];
		parents[g] = graded ? open : 0;
		groups[g] = (struct group_case){.name = graded || g ? names[g] : "secret",
			.parent = parents[g],
			.aggregation = g == 1 || draw(2) ? PASS_FAIL
				       : draw(2)         ? SUM
							 : MIN,
			.max_score = 1000,
			.tests = tests};
		open = g;
	}
	groups[count] = (struct group_case){0};
}

/* "name verdict score" of all groups, and the tests that count, after run_tests. */
static const char *conclude(const struct group_case *groups, struct judge_options options)
{
	static char text[4096];
	struct as_group_result results[MODEL_GROUPS];
	snprintf(text, sizeof(text), "%s", options.run_all ? "" : schedule(groups, options));
	if (options.run_all)
		schedule(groups, options);
	const struct as_scoring scoring = {
		.package = &model.package, .results = model.results, .statics = model.statics};
	cr_assert_eq(as_score_groups(&scoring, results, NULL), 0);
	for (size_t g = 0; g < model.package.group_count; g++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), " %s %s %g",
			model.groups[g].name, as_verdict_name(results[g].verdict),
			results[g].score);
	return text;
}

/* ---- cases beside tests ---- */

/* Four tests and three cases for one worker: their order. */
static const char *run_beside(enum as_job_class of_cases)
{
	static const struct group_case groups[MODEL_GROUPS] = {
		{"sample", 0, PASS_FAIL, NO_SCORE, ""}, {"secret", 1, PASS_FAIL, NO_SCORE, "AAAA"}};
	struct as_judge judge = {.engine = &(struct as_engine){.worker_count = 1}};
	static struct as_case_run runs[3];
	struct as_error error = {0};

	broken_test = SIZE_MAX;
	model_fill(&model, groups);
	for (size_t i = 0; i < 3; i++) {
		runs[i] = (struct as_case_run){
			.judging = {.judge = &judge, .scope = {.class = of_cases}}};
		as_case_add(judge.engine, &runs[i]);
	}
	cr_assert_eq(run_tests(&judge, &error), 0, "%s", error.text);
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

/* Tests may be skipped only if they change nothing: two workers, which run more, and --all, which
 * runs everything, have the same result as one worker. */
Test(schedule, skipped_tests_would_not_have_changed_the_result)
{
	draw_surprises = true;
	broken_test = SIZE_MAX;
	for (draw_state = 1; draw_state < 400; draw_state++) {
		struct group_case groups[MODEL_GROUPS];
		char texts[MODEL_GROUPS][80], one[4096];
		unsigned seed = draw_state;
		draw_groups(groups, texts, seed % 2);
		strcpy(one, conclude(groups, (struct judge_options){0}));
		const char *all = conclude(groups, (struct judge_options){.run_all = true});
		cr_expect_str_eq(all, strchr(one, ' '), "%u:\n  %s\n  %s", seed, one, all);
		draw_state = seed;
	}
}

Test(schedule, two_workers_have_the_same_result_as_one)
{
	draw_surprises = true;
	broken_test = SIZE_MAX;
	for (draw_state = 1; draw_state < 60; draw_state++) {
		struct group_case groups[MODEL_GROUPS];
		char texts[MODEL_GROUPS][80], one[4096];
		unsigned seed = draw_state;
		draw_groups(groups, texts, seed % 2);
		strcpy(one, conclude(groups, (struct judge_options){0}));
		cr_expect_str_eq(
			conclude(groups, (struct judge_options){.workers = 2}), one, "%u", seed);
		draw_state = seed;
	}
}

/* One worker runs exactly the tests that count, because it knows all earlier results. */
Test(schedule, one_worker_runs_no_irrelevant_test)
{
	broken_test = SIZE_MAX;
	for (draw_state = 1; draw_state < 400; draw_state++) {
		struct group_case groups[MODEL_GROUPS];
		char texts[MODEL_GROUPS][80];
		unsigned seed = draw_state;
		size_t runs = 0, counted = 0;
		draw_groups(groups, texts, seed % 2);
		const char *letters = schedule(groups, (struct judge_options){0});
		for (const char *at = run_order; (at = strchr(at, ' ')); at++)
			runs++;
		for (; *letters; letters++)
			counted += *letters != '.';
		cr_expect_eq(runs, counted, "%u: %zu runs, %zu count", seed, runs, counted);
		draw_state = seed;
	}
}
