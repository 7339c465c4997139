/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation: each worker is a thread with a sandbox of its own on a core of its own. The
 * oldest submission is served first; the others take the workers that it leaves free. Its tests
 * are taken in the order of the package, and a test is skipped once an earlier one has made its
 * result irrelevant (short-circuiting: settle.c). Since tests are taken in order, every test that
 * contributes to verdict and score has been run by the end, and the results of others are dropped:
 * the document does not depend on the number of workers. The driver waits until no worker has a
 * test of its submission.
 *
 * If one test must establish the TLE margin (least_once), one test at a time explores how far over
 * the limit it is, and the others are cut at the limit meanwhile. Those that were are run
 * again, exploring, for as long as none has shown it. Tests of groups that require a failed one are
 * run for all to be seen, but no judge would run them: they are not explored, and what one showed
 * before that group failed does not count any more. So what is seen of the margin does not depend
 * on which test ended first.
 *
 * An output validator that does not end is not waited for on every test: its minute on one says
 * what there is to say.
 */
#include "judging.h"

#include <signal.h>
#include <string.h>

/* ---- what to run ---- */

struct task {
	size_t index;
	bool again;
};

bool as_judging_is_part(const struct as_judging *judging)
{
	return judging->scope.test || judging->scope.group;
}

/* `--all` and `--test` disable short-circuiting. */
static bool is_settled(const struct as_judging *judging, size_t index)
{
	return !judging->scope.run_all && !as_judging_is_part(judging) &&
	       as_settling_is_settled(&judging->settling, index);
}

static bool is_wanted(const struct as_judging *judging, size_t index)
{
	const struct as_group *group = judging->scope.group;

	if (group && (index < group->first_test || index >= group->first_test + group->test_count))
		return false;
	return !judging->scope.test ||
	       strcmp(judging->scope.test, judging->judge->package->tests[index].name) == 0;
}

static bool wants_margin(const struct as_judging *judging)
{
	const struct as_judging_options *options = &judging->options;

	return options->least_once && options->least_time_ns > options->time_limit_ns &&
	       !judging->schedule.margin_seen;
}

/* The first test that was cut and is to be run again, or SIZE_MAX. */
static size_t next_cut(const struct as_judging *judging)
{
	const size_t count = judging->judge->package->test_count;

	if (!wants_margin(judging))
		return SIZE_MAX;
	for (size_t i = 0; i < count; i++)
		if (judging->schedule.margins[i] == AS_MARGIN_CUT &&
			!as_settling_is_unmet(&judging->settling, i))
			return i;
	return SIZE_MAX;
}

static bool take_cut(struct as_judging *judging, struct task *task)
{
	size_t index = judging->schedule.exploring ? SIZE_MAX : next_cut(judging);

	if (judging->schedule.validator_late || index == SIZE_MAX)
		return false;
	judging->schedule.margins[index] = AS_MARGIN_NONE;
	as_test_result_clear(&judging->results[index]);
	*task = (struct task){.index = index, .again = true};
	return true;
}

/* The next test is one to run, or there is none: whenever something has been settled. */
static void pass_over(struct as_judging *judging)
{
	const struct as_judge *judge = judging->judge;

	while (judging->schedule.next_test < judge->package->test_count &&
		(!is_wanted(judging, judging->schedule.next_test) ||
			is_settled(judging, judging->schedule.next_test)))
		judging->schedule.next_test++;
}

static bool take_next(struct as_judging *judging, struct task *task)
{
	if (judging->schedule.validator_late ||
		judging->schedule.next_test >= judging->judge->package->test_count)
		return false;
	*task = (struct task){.index = judging->schedule.next_test++};
	pass_over(judging);
	return true;
}

static bool has_test(const struct as_judging *judging)
{
	if (judging->schedule.trouble.kind != AS_ERROR_NONE || judging->schedule.validator_late)
		return false;
	return judging->schedule.next_test < judging->judge->package->test_count ||
	       (!judging->schedule.exploring && next_cut(judging) != SIZE_MAX);
}

/* Of those in work the first that has a test to run, or NULL. */
static struct as_judging *find_test(const struct as_engine *engine)
{
	struct as_judging *judging = engine->first;

	while (judging && !has_test(judging))
		judging = judging->next;
	return judging;
}

static bool is_done(const struct as_judging *judging)
{
	if (judging->schedule.running_count > 0)
		return false;
	return judging->schedule.trouble.kind != AS_ERROR_NONE ||
	       judging->schedule.validator_late ||
	       (judging->schedule.next_test >= judging->judge->package->test_count &&
		       next_cut(judging) == SIZE_MAX);
}

/* ---- how far over the time limit ---- */

/* Exploring, or cut. True: the worker explores. */
static bool choose_time(struct as_worker *worker, size_t index)
{
	struct as_judging *judging = worker->judging;
	const struct as_judging_options *options = &judging->options;
	bool explores = wants_margin(judging) && !judging->schedule.exploring &&
			!as_settling_is_unmet(&judging->settling, index);

	judging->schedule.exploring |= explores;
	worker->least_time_ns = explores || !options->least_once || options->least_time_ns == 0
					? options->least_time_ns
					: options->time_limit_ns;
	return explores;
}

static enum as_margin margin_of(const struct as_judging_options *options,
	const struct as_test_result *result, bool explored)
{
	const bool crashed = result->signal && result->signal != SIGKILL;
	const bool was_ended =
		result->verdict == AS_VERDICT_TLE && result->exit_code < 0 && !crashed;
	const bool waited = was_ended && strcmp(result->reason, "cpu") != 0;

	/* Nothing ends a wait. */
	if (waited || (explored && was_ended) || result->cpu_time_ns >= options->least_time_ns)
		return AS_MARGIN_SHOWN;
	return was_ended ? AS_MARGIN_CUT : AS_MARGIN_NONE;
}

static bool is_margin_seen(const struct as_judging *judging)
{
	const size_t count = judging->judge->package->test_count;
	size_t i = 0;

	while (i < count && (judging->schedule.margins[i] != AS_MARGIN_SHOWN ||
				    as_settling_is_unmet(&judging->settling, i)))
		i++;
	return i < count;
}

/* After its failure was noted, which may be one that others depend on. */
static void note_time(struct as_judging *judging, size_t index, bool explored)
{
	const struct as_judging_options *options = &judging->options;

	if (!options->least_once || options->least_time_ns <= options->time_limit_ns)
		return;
	judging->schedule.margins[index] = margin_of(options, &judging->results[index], explored);
	if (judging->schedule.margins[index] == AS_MARGIN_SHOWN || judging->schedule.margin_seen)
		judging->schedule.margin_seen = is_margin_seen(judging);
}

/* ---- workers ---- */

/* How its runs were isolated: the next submission may be in another language. */
static void note_sandbox(struct as_judging *judging, const struct as_worker *worker)
{
	if (judging->isolation.cgroup || !worker->sandbox)
		return;
	as_sandbox_describe(worker->sandbox, &judging->isolation);
	as_sandbox_digest(worker->sandbox, judging->sandbox_digest);
}

static void add_report(struct as_judging *judging, size_t index)
{
	const struct as_test_result *result = &judging->results[index];

	judging->schedule.reports.tests[judging->schedule.reports.count++] =
		(struct as_job_test){.name = judging->judge->package->tests[index].name,
			.index = index,
			.verdict = result->verdict,
			.validator_late = result->validator_late,
			.usage_known = !result->usage_unknown,
			.cpu_time_ns = result->cpu_time_ns,
			.wall_time_ns = result->wall_time_ns,
			.memory_bytes = result->memory_bytes};
}

static void note_result(struct as_judging *judging, const struct task *task)
{
	struct as_test_result *result = &judging->results[task->index];

	result->counted = true;
	judging->schedule.validator_late |= result->validator_late;
	if (task->again)
		return;
	if (result->verdict != AS_VERDICT_AC)
		as_settling_note(&judging->settling, task->index);
	if (judging->schedule.reports.report)
		add_report(judging, task->index);
}

/* With the lock, but for the run itself. */
static void run_task(struct as_worker *worker, const struct task *task)
{
	struct as_engine *engine = worker->engine;
	struct as_judging *judging = worker->judging;
	const struct as_package *package = judging->judge->package;
	struct as_test_result *result = &judging->results[task->index];
	struct as_error why = {0};
	bool explores = choose_time(worker, task->index);

	judging->schedule.running_count++;
	pthread_mutex_unlock(&engine->lock);
	int failed = engine->run_test(worker, &package->tests[task->index], result, &why);
	if (!failed)
		as_score_check(package, judging->groups, task->index, result);
	pthread_mutex_lock(&engine->lock);
	judging->schedule.running_count--;
	if (explores)
		judging->schedule.exploring = false;
	note_sandbox(judging, worker);
	if (!failed) {
		note_result(judging, task);
		note_time(judging, task->index, explores);
		pass_over(judging);
	} else if (judging->schedule.trouble.kind == AS_ERROR_NONE) {
		judging->schedule.trouble = why;
	}
}

static void run_test_of(struct as_worker *worker, struct as_judging *judging)
{
	struct task task;

	worker->judging = judging;
	if (take_cut(judging, &task) || take_next(judging, &task))
		run_task(worker, &task);
}

static void *work(void *argument)
{
	struct as_worker *worker = argument;
	struct as_engine *engine = worker->engine;

	pthread_mutex_lock(&engine->lock);
	while (!engine->closing) {
		struct as_judging *judging = find_test(engine);
		struct as_case_run *run = as_case_choose(engine, judging);
		if (run || judging) {
			engine->case_is_next = run == NULL;
			if (run)
				as_case_work(worker, run);
			else
				run_test_of(worker, judging);
			pthread_cond_broadcast(&engine->changed);
		} else {
			pthread_cond_wait(&engine->changed, &engine->lock);
		}
	}
	pthread_mutex_unlock(&engine->lock);
	return NULL;
}

/* When the first submission is there. A machine that has no more threads has fewer workers. */
int as_workers_require(struct as_engine *engine, struct as_error *error)
{
	int cause = 0;

	while (engine->thread_count < engine->worker_count && cause == 0) {
		struct as_worker *worker = &engine->workers[engine->thread_count];
		cause = pthread_create(&worker->thread, NULL, work, worker);
		engine->thread_count += cause == 0;
	}
	if (engine->thread_count == 0)
		return as_error_sys(error, AS_ERROR_INTERNAL, cause, "cannot start a worker");
	return 0;
}

void as_workers_end(struct as_engine *engine)
{
	pthread_mutex_lock(&engine->lock);
	engine->closing = true;
	pthread_cond_broadcast(&engine->changed);
	pthread_mutex_unlock(&engine->lock);
	while (engine->thread_count > 0)
		pthread_join(engine->workers[--engine->thread_count].thread, NULL);
}

/* ---- one submission ---- */

static void begin(struct as_judging *judging)
{
	const struct as_package *package = judging->judge->package;

	as_score_begin(package, judging->groups);
	as_settling_reset(&judging->settling);
	for (size_t g = 0; g < package->group_count; g++)
		if (judging->statics[g].counted && judging->statics[g].verdict != AS_VERDICT_AC)
			as_settling_note_static(&judging->settling, g);
	pass_over(judging);
}

/* With the lock, but for the call. */
static void report_next(struct as_judging *judging)
{
	struct as_reports *reports = &judging->schedule.reports;
	struct as_engine *engine = judging->judge->engine;
	const struct as_job_test *test = &reports->tests[reports->reported_count++];

	pthread_mutex_unlock(&engine->lock);
	reports->report(reports->context, test);
	pthread_mutex_lock(&engine->lock);
}

static void wait_and_report(struct as_judging *judging)
{
	struct as_engine *engine = judging->judge->engine;
	const struct as_reports *reports = &judging->schedule.reports;

	for (;;) {
		if (reports->reported_count < reports->count)
			report_next(judging);
		else if (!is_done(judging))
			pthread_cond_wait(&engine->changed, &engine->lock);
		else
			return;
	}
}

/* Has the workers run its tests, and waits for them. */
static int hand_out(struct as_judging *judging, struct as_error *error)
{
	struct as_engine *engine = judging->judge->engine;
	struct as_judging **at = &engine->first;

	pthread_mutex_lock(&engine->lock);
	int failed = as_workers_require(engine, error);
	if (!failed) {
		while (*at && (*at)->scope.class <= judging->scope.class)
			at = &(*at)->next;
		judging->next = *at;
		*at = judging;
		pthread_cond_broadcast(&engine->changed);
		wait_and_report(judging);
		for (at = &engine->first; *at != judging; at = &(*at)->next)
			;
		*at = judging->next;
	}
	pthread_mutex_unlock(&engine->lock);
	return failed;
}

/* Says what comes of the tests that were run, and drops those that do not count. */
static int conclude(struct as_judging *judging, struct as_error *error)
{
	struct as_judge *judge = judging->judge;
	const struct as_scoring scoring = {
		.package = judge->package,
		.results = judging->results,
		.statics = judging->statics,
		.grade = as_grader_run,
		.context = judging,
	};

	if (as_score_groups(&scoring, judging->groups, error))
		return -1;
	for (size_t i = 0; i < judge->package->test_count; i++)
		if (!judging->scope.run_all && !as_judging_is_part(judging) &&
			!judging->results[i].contributes)
			judging->results[i].counted = false;
	as_keep_forget(judging);
	return 0;
}

int as_judging_run_tests(struct as_judging *judging, struct as_error *error)
{
	begin(judging);
	if (hand_out(judging, error))
		return -1;
	if (judging->schedule.trouble.kind != AS_ERROR_NONE) {
		if (error)
			*error = judging->schedule.trouble;
		return -1;
	}
	return conclude(judging, error);
}
