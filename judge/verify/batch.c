/* SPDX-License-Identifier: MIT */
/*
 * Judges several submissions as jobs of the engine. Theory of operation: the calling thread
 *
 * 1. submits a job for each submission, in the order of the trials. The engine compiles one
 *    submission while it runs others, and prefers the tests of the oldest job;
 * 2. sleeps until a job is finished, and takes its result (candidate_run.c). If the submission must
 *    be judged again, it submits another job, which does not compile again;
 * 3. ends when no job is left.
 *
 * With a runner (struct as_verify_runner), the submissions are judged by it in rounds: those that
 * must be judged again wait for the next round. The engine only compiles those in an unknown
 * language.
 *
 * Only the calling thread uses candidates. The callbacks of the jobs run in threads of the engine,
 * several at once; verify->lock guards the members that they set.
 */
#include "verify.h"

#include <errno.h>
#include <string.h>

/* When the output validator has reached its time limit on this many submissions, in the order of
 * the trials, the others are not judged: by default each would take another minute and show the
 * same fault. */
#define LATE_TRIES 2

struct batch;
struct task {
	struct batch *batch;
	struct as_trial trial;
	char *path;          /* of the submission; NULL: it was never submitted */
	struct as_job *job;  /* NULL: none is running */
	bool is_waiting;     /* for the next round of the runner */
	bool is_first;       /* the submission was not judged before */
	bool was_given_up;   /* it was cancelled, because it comes after LATE_TRIES late ones */
	bool was_late;       /* the output validator was late on a test of this submission */
	bool validator_late; /* on a test; guarded, like the next member */
	bool is_finished;
};

struct batch {
	struct as_verify *verify;
	struct task *tasks;
	size_t count;
	pthread_cond_t finished; /* a task has finished */
	bool failed;
	struct as_error error; /* the first error */
};

/* ---- callbacks ---- */

static void note_compiled(void *context, enum as_verdict verdict)
{
	struct task *task = context;
	struct as_verify *verify = task->batch->verify;

	(void)verdict;
	if (task->is_first)
		as_verify_step(verify, "compile");
}

static void note_test(void *context, const struct as_job_test *test)
{
	struct task *task = context;
	struct as_verify *verify = task->batch->verify;

	as_verify_step(verify, test->name);
	pthread_mutex_lock(&verify->lock);
	task->validator_late |= test->validator_late;
	pthread_mutex_unlock(&verify->lock);
}

static void note_finished(
	void *context, const struct as_result *result, const struct as_error *error)
{
	struct task *task = context;
	struct as_verify *verify = task->batch->verify;

	(void)result;
	(void)error;
	pthread_mutex_lock(&verify->lock);
	task->is_finished = true;
	pthread_cond_signal(&task->batch->finished);
	pthread_mutex_unlock(&verify->lock);
}

/* ---- the jobs ---- */

/* The engine refuses an order with an unknown language. Such a submission is compiled here instead,
 * which gives CE. */
static int refuse_unknown(const struct as_verify *verify, struct as_candidate *candidate,
	const struct as_submission *submission, struct as_error *error)
{
	if (candidate->compiled || !submission->language ||
		as_languages_find(verify->settings->languages, submission->language))
		return 0;
	candidate->compiled = as_engine_compile(verify->opened, submission, NULL, error);
	return candidate->compiled ? 0 : -1;
}

static struct as_submission submission_of(const struct task *task)
{
	const struct as_candidate *candidate = task->trial.candidate;

	return (struct as_submission){.path = task->path,
		.language = candidate->start.language,
		.entry_point = candidate->start.entry_point};
}

static struct as_job_order make_order(const struct task *task)
{
	const struct as_verify *verify = task->batch->verify;
	struct as_job_order order = {.package = verify->opened};

	order.compiled = task->trial.candidate->compiled;
	if (!order.compiled)
		order.submission = submission_of(task);
	as_trial_order(verify, &task->trial, &order);
	return order;
}

static int submit(struct task *task, struct as_error *error)
{
	struct as_verify *verify = task->batch->verify;
	struct as_candidate *candidate = task->trial.candidate;

	if (!task->path)
		task->path =
			as_text_format(error, "%s/%s", verify->package->folder, candidate->path);
	const struct as_submission submission = submission_of(task);
	if (!task->path || refuse_unknown(verify, candidate, &submission, error))
		return -1;
	task->is_waiting = verify->config->runner && !candidate->compiled;
	if (task->is_waiting)
		return 0;
	struct as_job_order order = make_order(task);
	order.keep_compiled = !candidate->compiled;
	order.calls = (struct as_job_calls){note_compiled, note_test, note_finished, task};
	task->validator_late = task->is_finished = false;
	task->was_given_up = false;
	task->job = as_engine_submit(verify->config->engine, &order, error);
	return task->job ? 0 : -1;
}

static void set_too_late(struct as_candidate *candidate)
{
	as_error_clear(&candidate->trouble);
	as_error_set(&candidate->trouble, AS_ERROR_INPUT,
		"the output validator exceeded its time limit on other submissions");
}

static int begin(struct task *task, struct as_error *error)
{
	struct as_candidate *candidate = task->trial.candidate;

	as_candidate_forget(candidate);
	candidate->time_limit_ns = task->trial.time_limit_ns;
	if (task->batch->verify->late_count < LATE_TRIES)
		return submit(task, error);
	set_too_late(candidate);
	return 0;
}

/* The first task that is not judged: it comes after LATE_TRIES late ones. As tasks end, it can only
 * move to the front, so the order in which they end does not matter. */
static size_t first_given_up(const struct batch *batch)
{
	unsigned late_count = 0;

	for (size_t i = 0; i < batch->count; i++)
		if (batch->tasks[i].was_late && ++late_count == LATE_TRIES)
			return i + 1;
	return batch->count;
}

static void give_up_others(struct batch *batch)
{
	for (size_t i = first_given_up(batch); i < batch->count; i++) {
		struct task *task = &batch->tasks[i];
		task->was_given_up = true;
		if (task->job)
			as_engine_cancel(task->job);
	}
}

/* Some of them may have ended before they were cancelled. */
static void forget_given_up(const struct batch *batch)
{
	for (size_t i = first_given_up(batch); i < batch->count; i++) {
		struct as_candidate *candidate = batch->tasks[i].trial.candidate;
		as_candidate_forget(candidate);
		set_too_late(candidate);
	}
}

static void fail(struct batch *batch, const struct as_error *why)
{
	if (batch->failed)
		return;
	batch->failed = true;
	batch->error = *why;
	for (size_t i = 0; i < batch->count; i++)
		if (batch->tasks[i].job)
			as_engine_cancel(batch->tasks[i].job);
}

/* ---- the results ---- */

/* If a compiler is missing, submissions in other languages are still judged. */
static bool is_passed_over(const struct as_error *why)
{
	return why->kind == AS_ERROR_MACHINE && why->sys_errno == ENOPKG;
}

static void take_error(struct task *task, const struct as_error *why)
{
	struct as_candidate *candidate = task->trial.candidate;

	if (task->was_given_up)
		set_too_late(candidate);
	else if (is_passed_over(why))
		candidate->trouble = *why;
	else
		fail(task->batch, why);
}

/* If the package has no time limit, the submission may be judged again under another one, so the
 * compiled submission is kept. */
static void take_result(struct task *task, struct as_result *result)
{
	struct as_verify *verify = task->batch->verify;
	struct as_candidate *candidate = task->trial.candidate;
	struct as_error why = {0};

	task->is_first = false;
	if (as_trial_take(verify, &task->trial, result)) {
		if (submit(task, &why))
			fail(task->batch, &why);
	} else if (verify->package->limits.has_time_limit) {
		as_compiled_free(as_steal(candidate->compiled));
	}
}

static void take_task(struct task *task)
{
	struct batch *batch = task->batch;
	struct as_job *job = as_steal(task->job);
	struct as_candidate *candidate = task->trial.candidate;
	struct as_result result;
	struct as_error why = {0};
	const int failed = as_engine_wait(job, &result, &why);

	if (!candidate->compiled)
		candidate->compiled = as_job_compiled(job);
	as_job_free(job);
	batch->verify->late_count += task->validator_late;
	task->was_late |= task->validator_late;
	if (failed)
		take_error(task, &why);
	else if (batch->failed || task->was_given_up)
		as_result_clear(&result);
	else
		take_result(task, &result);
	give_up_others(batch);
}

/* Waits until a job is finished. NULL: none is left. */
static struct task *next_finished(struct batch *batch)
{
	pthread_mutex_t *lock = &batch->verify->lock;
	struct task *found = NULL;
	bool any = true;

	pthread_mutex_lock(lock);
	while (any && !found) {
		any = false;
		for (size_t i = 0; i < batch->count && !found; i++) {
			any |= batch->tasks[i].job != NULL;
			if (batch->tasks[i].job && batch->tasks[i].is_finished)
				found = &batch->tasks[i];
		}
		if (any && !found)
			pthread_cond_wait(&batch->finished, lock);
	}
	pthread_mutex_unlock(lock);
	return found;
}

/* ---- the rounds of the runner ---- */

struct round {
	struct batch *batch;
	struct task **tasks; /* of the orders */
	struct as_job_order *orders;
	size_t count, ended_count;
};

static struct task *end_one(struct round *round, size_t index)
{
	struct task *task = round->tasks[index];

	round->ended_count++;
	if (task->is_first)
		as_verify_skip(round->batch->verify, task->trial.candidate);
	return task;
}

static int take_from_runner(void *context, size_t index, struct as_result *result)
{
	struct round *round = context;

	take_result(end_one(round, index), result);
	*result = (struct as_result){0};
	return round->batch->failed ? -1 : 0;
}

static void fail_from_runner(void *context, size_t index, const struct as_error *why)
{
	take_error(end_one(context, index), why);
}

static int judge_round(struct round *round, struct as_error *error)
{
	const struct as_verify *verify = round->batch->verify;
	const struct as_verify_runner *runner = verify->config->runner;
	const struct as_verify_calls calls = {take_from_runner, fail_from_runner, round};

	/* A fault of the package has its place here; the runner's machines may report it without.
	 */
	if (as_engine_package_prepare(verify->opened, error) && error->kind == AS_ERROR_INPUT)
		return -1;
	as_error_clear(error);
	if (runner->judge(runner->context, round->orders, round->count, &calls, error))
		return -1;
	return round->ended_count < round->count ? as_verify_check_cancel(verify, error) : 0;
}

/* False: no task was waiting. */
static bool run_round(struct batch *batch)
{
	AS_AUTO_FREE struct task **tasks = calloc(batch->count + 1, sizeof(*tasks));
	AS_AUTO_FREE struct as_job_order *orders = calloc(batch->count + 1, sizeof(*orders));
	struct round round = {.batch = batch, .tasks = tasks, .orders = orders};
	struct as_error why = {0};

	for (size_t i = 0; tasks && orders && i < batch->count; i++) {
		struct task *task = &batch->tasks[i];
		if (!task->is_waiting)
			continue;
		task->is_waiting = false;
		orders[round.count] = make_order(task);
		tasks[round.count++] = task;
	}
	if (!tasks || !orders)
		as_error_no_memory(&why);
	else if (round.count == 0 || judge_round(&round, &why) == 0)
		return round.count > 0;
	fail(batch, &why);
	return false;
}

static void run_batch(struct batch *batch)
{
	struct as_error why = {0};

	for (size_t i = 0; i < batch->count && !batch->failed; i++)
		if (begin(&batch->tasks[i], &why))
			fail(batch, &why);
	for (struct task *task; (task = next_finished(batch));)
		take_task(task);
	while (!batch->failed && run_round(batch))
		;
	if (!batch->failed)
		forget_given_up(batch);
}

int as_batch_run(struct as_verify *verify, const struct as_trial *trials, size_t count,
	struct as_error *error)
{
	AS_AUTO_FREE struct task *tasks = calloc(count + 1, sizeof(*tasks));
	struct batch batch = {.verify = verify, .tasks = tasks, .count = count};

	if (!tasks)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		tasks[i] = (struct task){.batch = &batch, .trial = trials[i], .is_first = true};
	pthread_cond_init(&batch.finished, NULL);
	run_batch(&batch);
	pthread_cond_destroy(&batch.finished);
	for (size_t i = 0; i < count; i++)
		free(tasks[i].path);
	if (batch.failed && error)
		*error = batch.error;
	return batch.failed ? -1 : 0;
}
