/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation:
 *
 * 1. Each worker is a thread with its own sandbox on its own core. Workers serve the oldest
 *    submission first; others get the workers that it does not need.
 * 2. Workers claim tests in the order of the package. A test is skipped if an earlier failure has
 *    made its result irrelevant (short-circuiting: short_circuit.c).
 * 3. Because of that order, every test that contributes to verdict and score has been run at the
 *    end. The results of other tests are dropped, so the result does not depend on the number of
 *    workers.
 * 4. The driver waits until no worker runs a test of its submission.
 *
 * If one test must establish the TLE margin (margin_once), one test at a time explores by how much
 * the submission exceeds the limit; the others are cut at the limit meanwhile. Tests that were cut
 * run again, exploring, until one has established the margin. Tests in groups that require a failed
 * group are run only for display. They do not explore, and a margin that such a test established
 * before that group failed is dropped. So the margin does not depend on which test ended first.
 *
 * If an output validator reaches its time limit on one test, no further test is run: one timeout is
 * conclusive.
 */
#include "run.h"
#include "scoring.h"

#include <signal.h>
#include <string.h>

/* ---- what to run ---- */

struct task {
	size_t index;
	bool again;
};

bool as_judging_is_part(const struct as_judging *judging)
{
	return judging->order.test || judging->group;
}

/* `--all` and `--test` disable short-circuiting. */
static bool is_skipped(const struct as_judging *judging, size_t index)
{
	return !judging->order.run_all && !as_judging_is_part(judging) &&
	       as_short_circuit_is_irrelevant(&judging->short_circuit, index);
}

static bool is_wanted(const struct as_judging *judging, size_t index)
{
	const struct as_group *group = judging->group;

	if (group && (index < group->first_test || index >= group->first_test + group->test_count))
		return false;
	return !judging->order.test ||
	       strcmp(judging->order.test, judging->opened->package->tests[index].name) == 0;
}

static bool wants_margin(const struct as_judging *judging)
{
	const struct as_job_order *order = &judging->order;

	return order->margin_once && order->margin_time_ns > order->time_limit_ns &&
	       !judging->schedule.margin_known;
}

/* The first test that was cut and must run again, or SIZE_MAX. */
static size_t next_cut_test(const struct as_judging *judging)
{
	const size_t count = judging->opened->package->test_count;

	if (!wants_margin(judging))
		return SIZE_MAX;
	for (size_t i = 0; i < count; i++)
		if (judging->schedule.margins[i] == AS_MARGIN_CUT &&
			!as_short_circuit_is_unmet(&judging->short_circuit, i))
			return i;
	return SIZE_MAX;
}

static bool take_cut(struct as_judging *judging, struct task *task)
{
	size_t index = judging->schedule.exploring ? SIZE_MAX : next_cut_test(judging);

	if (judging->schedule.validator_late || index == SIZE_MAX)
		return false;
	judging->schedule.margins[index] = AS_MARGIN_NONE;
	as_test_result_clear(&judging->results[index]);
	*task = (struct task){.index = index, .again = true};
	return true;
}

/* Advances to the next test that must be run. Called whenever tests may have become irrelevant. */
static void skip_irrelevant(struct as_judging *judging)
{
	const struct as_open_package *opened = judging->opened;

	while (judging->schedule.next_test < opened->package->test_count &&
		(!is_wanted(judging, judging->schedule.next_test) ||
			is_skipped(judging, judging->schedule.next_test)))
		judging->schedule.next_test++;
}

static bool take_next(struct as_judging *judging, struct task *task)
{
	if (judging->schedule.validator_late ||
		judging->schedule.next_test >= judging->opened->package->test_count)
		return false;
	*task = (struct task){.index = judging->schedule.next_test++};
	skip_irrelevant(judging);
	return true;
}

static bool has_test(const struct as_judging *judging)
{
	if (judging->schedule.trouble.kind != AS_ERROR_NONE || judging->schedule.validator_late)
		return false;
	return judging->schedule.next_test < judging->opened->package->test_count ||
	       (!judging->schedule.exploring && next_cut_test(judging) != SIZE_MAX);
}

/* The first active judging that has a test to run, or NULL. */
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
	       (judging->schedule.next_test >= judging->opened->package->test_count &&
		       next_cut_test(judging) == SIZE_MAX);
}

/* ---- the TLE margin ---- */

/* Decides whether the test explores or is cut. True: it explores. */
static bool choose_time(struct as_worker *worker, size_t index)
{
	struct as_judging *judging = worker->judging;
	const struct as_job_order *order = &judging->order;
	bool explores = wants_margin(judging) && !judging->schedule.exploring &&
			!as_short_circuit_is_unmet(&judging->short_circuit, index);

	judging->schedule.exploring |= explores;
	worker->margin_time_ns = explores || !order->margin_once || order->margin_time_ns == 0
					 ? order->margin_time_ns
					 : order->time_limit_ns;
	return explores;
}

static enum as_margin margin_of(
	const struct as_job_order *order, const struct as_test_result *result, bool explored)
{
	const bool crashed = result->signal && result->signal != SIGKILL;
	const bool was_ended =
		result->verdict == AS_VERDICT_TLE && result->exit_code < 0 && !crashed;
	const bool waited = was_ended && strcmp(result->reason, "cpu") != 0;

	/* More time would not end a wait. */
	if (waited || (explored && was_ended) || result->usage.cpu_time_ns >= order->margin_time_ns)
		return AS_MARGIN_KNOWN;
	return was_ended ? AS_MARGIN_CUT : AS_MARGIN_NONE;
}

static bool is_margin_known(const struct as_judging *judging)
{
	const size_t count = judging->opened->package->test_count;
	size_t i = 0;

	while (i < count && (judging->schedule.margins[i] != AS_MARGIN_KNOWN ||
				    as_short_circuit_is_unmet(&judging->short_circuit, i)))
		i++;
	return i < count;
}

/* Called after its failure was recorded, on which other tests may depend. */
static void note_time(struct as_judging *judging, size_t index, bool explored)
{
	const struct as_job_order *order = &judging->order;

	if (!order->margin_once || order->margin_time_ns <= order->time_limit_ns)
		return;
	judging->schedule.margins[index] = margin_of(order, &judging->results[index], explored);
	if (judging->schedule.margins[index] == AS_MARGIN_KNOWN || judging->schedule.margin_known)
		judging->schedule.margin_known = is_margin_known(judging);
}

/* ---- workers ---- */

/* Records how its runs were isolated: the next submission may be in another language. */
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
		(struct as_job_test){.name = judging->opened->package->tests[index].name,
			.index = index,
			.verdict = result->verdict,
			.unconfirmed = result->unconfirmed,
			.validator_late = result->validator_late,
			.usage = result->usage};
}

static void note_result(struct as_judging *judging, const struct task *task)
{
	struct as_test_result *result = &judging->results[task->index];

	result->counted = true;
	judging->schedule.validator_late |= result->validator_late;
	if (task->again)
		return;
	if (result->verdict != AS_VERDICT_AC)
		as_short_circuit_note(&judging->short_circuit, task->index);
	if (judging->schedule.reports.tests)
		add_report(judging, task->index);
}

/* Call it with the lock held; it is released during the run. */
static void run_task(struct as_worker *worker, const struct task *task)
{
	struct as_engine *engine = worker->engine;
	struct as_judging *judging = worker->judging;
	const struct as_package *package = judging->opened->package;
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
		skip_irrelevant(judging);
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

static void *run_worker(void *argument)
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

/* Called with the first submission. If the machine has no more threads, there are fewer workers. */
int as_workers_require(struct as_engine *engine, struct as_error *error)
{
	int cause = 0;

	while (engine->thread_count < engine->worker_count && cause == 0) {
		struct as_worker *worker = &engine->workers[engine->thread_count];
		cause = pthread_create(&worker->thread, NULL, run_worker, worker);
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

static void begin_tests(struct as_judging *judging)
{
	const struct as_package *package = judging->opened->package;

	as_score_begin(package, judging->groups);
	as_short_circuit_reset(&judging->short_circuit);
	for (size_t g = 0; g < package->group_count; g++)
		if (judging->statics[g].counted && judging->statics[g].verdict != AS_VERDICT_AC)
			as_short_circuit_note_static(&judging->short_circuit, g);
	skip_irrelevant(judging);
}

/* Call it with the lock held; it is released during the call. */
static void report_next(struct as_judging *judging)
{
	struct as_reports *reports = &judging->schedule.reports;
	struct as_engine *engine = judging->opened->engine;
	const struct as_job_test *test = &reports->tests[reports->reported_count++];

	pthread_mutex_unlock(&engine->lock);
	judging->order.calls.test(judging->order.calls.context, test);
	pthread_mutex_lock(&engine->lock);
}

static void wait_and_report(struct as_judging *judging)
{
	struct as_engine *engine = judging->opened->engine;
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

/* Makes its tests available to the workers, and waits for them. */
static int hand_out(struct as_judging *judging, struct as_error *error)
{
	struct as_engine *engine = judging->opened->engine;
	struct as_judging **at = &engine->first;

	pthread_mutex_lock(&engine->lock);
	int failed = as_workers_require(engine, error);
	if (!failed) {
		while (*at && (*at)->order.class <= judging->order.class)
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

/* Evaluates the tests that were run, and drops those that do not count. */
static int conclude(struct as_judging *judging, struct as_error *error)
{
	struct as_open_package *opened = judging->opened;
	const struct as_scoring scoring = {
		.package = opened->package,
		.results = judging->results,
		.statics = judging->statics,
		.grade = as_grader_run,
		.context = judging,
	};

	if (as_score_groups(&scoring, judging->groups, error))
		return -1;
	for (size_t i = 0; i < opened->package->test_count; i++)
		if (!judging->order.run_all && !as_judging_is_part(judging) &&
			!judging->results[i].contributes)
			judging->results[i].counted = false;
	as_keep_forget(judging);
	return 0;
}

int as_judging_run_tests(struct as_judging *judging, struct as_error *error)
{
	begin_tests(judging);
	if (hand_out(judging, error))
		return -1;
	if (judging->schedule.trouble.kind != AS_ERROR_NONE) {
		if (error)
			*error = judging->schedule.trouble;
		return -1;
	}
	return conclude(judging, error);
}
