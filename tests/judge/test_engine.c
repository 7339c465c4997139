/* SPDX-License-Identifier: MIT */
/*
 * The engine's queue: the order of jobs, cancelling, and reports. Jobs use this file's runner: no
 * program is compiled or run. A plain program, because ThreadSanitizer and Criterion do not work
 * together.
 */
#include "open_package.h"
#include "queue.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static unsigned failure_count;

#define CHECK(condition, ...)                                                                      \
	do {                                                                                       \
		if (!(condition)) {                                                                \
			failure_count++;                                                           \
			fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #condition);            \
			fprintf(stderr, __VA_ARGS__);                                              \
			fputc('\n', stderr);                                                       \
		}                                                                                  \
	} while (0)

/* ---- the setting ---- */

static struct as_engine engine;
static struct as_package package;
static struct as_open_package open_package = {.engine = &engine, .package = &package};
static char order_of_starts[4096]; /* guarded by engine.lock */
static atomic_bool gate_is_open;
static atomic_uint started_count;

/* Records its start; continues when the gate opens, or when it is cancelled. */
static void run_at_gate(struct as_job *job)
{
	const struct as_job_calls *calls = &job->order.calls;

	pthread_mutex_lock(&engine.lock);
	strcat(order_of_starts, job->order.submission.path);
	pthread_mutex_unlock(&engine.lock);
	started_count++;
	while (!gate_is_open && !as_is_cancelled(&job->cancel))
		usleep(100);
	if (as_is_cancelled(&job->cancel)) {
		job->failed = true;
		as_error_set(&job->error, AS_ERROR_INTERNAL, "interrupted");
		return;
	}
	if (calls->compiled)
		calls->compiled(calls->context, AS_VERDICT_AC);
	job->result.verdict = AS_VERDICT_AC;
}

static void open_engine(size_t workers, const atomic_bool *cancel)
{
	engine = (struct as_engine){.worker_count = workers};
	engine.config.cancel = cancel;
	engine.queue.run_job = run_at_gate;
	pthread_mutex_init(&engine.lock, NULL);
	pthread_cond_init(&engine.changed, NULL);
	pthread_cond_init(&engine.queue.changed, NULL);
	*order_of_starts = '\0';
	gate_is_open = false;
	started_count = 0;
}

static void close_engine(void)
{
	CHECK(!engine.queue.first, "a job is left");
	as_drivers_end(&engine);
	CHECK(!engine.queue.owners, "an owner is left");
	pthread_cond_destroy(&engine.queue.changed);
	pthread_cond_destroy(&engine.changed);
	pthread_mutex_destroy(&engine.lock);
}

static struct as_job *submit(const char *name, enum as_job_class class, const char *owner)
{
	const struct as_job_order order = {.package = &open_package,
		.submission = {.path = name},
		.class = class,
		.owner = owner};
	struct as_error error = {0};
	struct as_job *job = as_engine_submit(&engine, &order, &error);

	CHECK(job, "%s: %s", name, error.text);
	return job;
}

static void wait_until_started(unsigned count)
{
	while (started_count < count)
		usleep(100);
}

static int wait_and_free(struct as_job *job)
{
	struct as_result result;
	int failed = as_engine_wait(job, &result, NULL);

	as_result_clear(&result);
	as_job_free(job);
	return failed;
}

/* ---- order ---- */

/* Two jobs occupy both places of an engine with one worker, so that the others are queued. Then one
 * place is freed, and the others start one after another. */
struct held {
	struct as_job *blockers[2];
	struct as_job *jobs[16];
	size_t count;
};

static void run_held(struct as_job *job)
{
	if (strcmp(job->order.submission.path, "x") == 0) {
		started_count++;
		while (!as_is_cancelled(&job->cancel))
			usleep(100);
		return;
	}
	run_at_gate(job);
}

static void hold(struct held *held)
{
	*held = (struct held){0};
	engine.queue.run_job = run_held;
	held->blockers[0] = submit("x", AS_JOB_URGENT, "blocker");
	wait_until_started(1);
	held->blockers[1] = submit("", AS_JOB_URGENT, "blocker");
	wait_until_started(2);
}

static void add(struct held *held, const char *name, enum as_job_class class, const char *owner)
{
	held->jobs[held->count++] = submit(name, class, owner);
}

/* Runs the queued jobs one after another. */
static const char *release(struct held *held)
{
	gate_is_open = true;
	wait_and_free(held->blockers[1]);
	for (size_t i = 0; i < held->count; i++)
		CHECK(wait_and_free(held->jobs[i]) == 0, "job %zu", i);
	as_engine_cancel(held->blockers[0]);
	wait_and_free(held->blockers[0]);
	return order_of_starts;
}

static void jobs_of_one_owner_start_in_order(void)
{
	struct held held;

	open_engine(1, NULL);
	hold(&held);
	add(&held, "a", AS_JOB_USUAL, "one");
	add(&held, "b", AS_JOB_USUAL, "one");
	add(&held, "c", AS_JOB_USUAL, "one");
	CHECK(strcmp(release(&held), "abc") == 0, "%s", order_of_starts);
	close_engine();
}

static void urgent_jobs_start_first(void)
{
	struct held held;

	open_engine(1, NULL);
	hold(&held);
	add(&held, "b", AS_JOB_BACKGROUND, NULL);
	add(&held, "u", AS_JOB_USUAL, NULL);
	add(&held, "U", AS_JOB_URGENT, NULL);
	CHECK(strcmp(release(&held), "Uub") == 0, "%s", order_of_starts);
	close_engine();
}

static void owners_take_turns(void)
{
	struct held held;

	open_engine(1, NULL);
	hold(&held);
	for (const char *const *name = (const char *const[]){"a", "b", "c", "d", NULL}; *name;
		name++)
		add(&held, *name, AS_JOB_USUAL, "many");
	add(&held, "1", AS_JOB_USUAL, "few");
	add(&held, "2", AS_JOB_USUAL, "few");
	CHECK(strcmp(release(&held), "a1b2cd") == 0, "%s", order_of_starts);
	close_engine();
}

static void a_later_owner_has_saved_no_turns(void)
{
	struct held held;

	open_engine(1, NULL);
	gate_is_open = true;
	for (size_t i = 0; i < 3; i++)
		CHECK(wait_and_free(submit("", AS_JOB_USUAL, "early")) == 0, "early");
	gate_is_open = false;
	started_count = 0;
	hold(&held);
	add(&held, "a", AS_JOB_USUAL, "early");
	add(&held, "b", AS_JOB_USUAL, "early");
	for (size_t i = 0; i < 3; i++)
		add(&held, (const char *const[]){"1", "2", "3"}[i], AS_JOB_USUAL, "late");
	CHECK(strcmp(release(&held), "1a2b3") == 0, "%s", order_of_starts);
	close_engine();
}

static void a_worker_prefetches_one_job_and_more_urgent_ones_do_not_wait(void)
{
	struct as_job *jobs[6];

	open_engine(2, NULL);
	for (size_t i = 0; i < 4; i++)
		jobs[i] = submit("b", AS_JOB_BACKGROUND, NULL);
	wait_until_started(3);
	jobs[4] = submit("u", AS_JOB_USUAL, NULL);
	wait_until_started(4);
	CHECK(strcmp(order_of_starts, "bbbu") == 0, "%s", order_of_starts);
	jobs[5] = submit("b", AS_JOB_BACKGROUND, NULL);
	gate_is_open = true;
	for (size_t i = 0; i < 6; i++)
		CHECK(wait_and_free(jobs[i]) == 0, "job %zu", i);
	close_engine();
}

/* ---- cancelling ---- */

static void a_queued_job_is_cancelled_at_once(void)
{
	struct as_job *running[2], *queued;
	struct as_error error = {0};
	struct as_result result;

	open_engine(1, NULL);
	for (size_t i = 0; i < 2; i++)
		running[i] = submit("r", AS_JOB_USUAL, NULL);
	wait_until_started(2);
	queued = submit("q", AS_JOB_USUAL, NULL);
	as_engine_cancel(queued);
	CHECK(as_engine_wait(queued, &result, &error) == -1, "it is cancelled");
	CHECK(strcmp(error.text, "interrupted") == 0, "%s", error.text);
	as_job_free(queued);
	gate_is_open = true;
	for (size_t i = 0; i < 2; i++)
		CHECK(wait_and_free(running[i]) == 0, "the others go on");
	CHECK(strcmp(order_of_starts, "rr") == 0, "%s", order_of_starts);
	close_engine();
}

static void a_running_job_is_cancelled_and_frees_its_place(void)
{
	struct as_job *jobs[3];

	open_engine(1, NULL);
	for (size_t i = 0; i < 3; i++)
		jobs[i] = submit((const char *const[]){"a", "b", "c"}[i], AS_JOB_USUAL, NULL);
	wait_until_started(2);
	as_engine_cancel(jobs[0]);
	wait_until_started(3);
	CHECK(wait_and_free(jobs[0]) == -1, "it is cancelled");
	gate_is_open = true;
	CHECK(wait_and_free(jobs[1]) == 0, "the second goes on");
	CHECK(wait_and_free(jobs[2]) == 0, "the third goes on");
	close_engine();
}

static void the_flag_of_the_process_cancels_all(void)
{
	static atomic_bool flag;
	struct as_job *jobs[5];

	flag = false;
	open_engine(1, &flag);
	for (size_t i = 0; i < 5; i++)
		jobs[i] = submit("a", AS_JOB_USUAL, NULL);
	wait_until_started(2);
	flag = true;
	for (size_t i = 0; i < 5; i++)
		CHECK(wait_and_free(jobs[i]) == -1, "job %zu", i);
	close_engine();
}

static void a_job_may_be_freed_at_any_time(void)
{
	open_engine(2, NULL);
	for (size_t i = 0; i < 200; i++)
		as_job_free(submit("", AS_JOB_USUAL, i % 2 ? "one" : "two"));
	close_engine();
}

/* ---- other work ---- */

static void run_work_or_wait(struct as_job *job)
{
	if (job->work.work)
		as_job_run(job);
	else
		run_at_gate(job);
}

static int work_at_gate(void *context, const atomic_bool *cancel, struct as_error *error)
{
	(*(atomic_uint *)context)++;
	while (!gate_is_open && !as_is_cancelled(cancel))
		usleep(100);
	return as_cancel_check(cancel, error);
}

static struct as_job *submit_work(atomic_uint *count)
{
	const struct as_work_order order = {.work = work_at_gate, .context = count};
	struct as_error error = {0};
	struct as_job *job = as_engine_submit_work(&engine, &order, &error);

	CHECK(job, "%s", error.text);
	return job;
}

static void wait_until_counted(const atomic_uint *count, unsigned wanted)
{
	while (*count < wanted)
		usleep(100);
}

static void work_and_submissions_do_not_wait_for_each_other(void)
{
	static atomic_uint working;
	struct as_job *jobs[3], *work[3];

	open_engine(1, NULL);
	engine.queue.run_job = run_work_or_wait;
	for (size_t i = 0; i < 3; i++)
		jobs[i] = submit("a", AS_JOB_USUAL, NULL);
	wait_until_started(2);
	for (size_t i = 0; i < 3; i++)
		work[i] = submit_work(&working);
	wait_until_counted(&working, 2);
	as_engine_cancel(work[2]);
	CHECK(wait_and_free(work[2]) == -1 && working == 2, "it was cancelled in the queue");
	as_engine_cancel(work[1]);
	CHECK(wait_and_free(work[1]) == -1, "it was cancelled");
	CHECK(started_count == 2, "the third submission waits for the other two");
	gate_is_open = true;
	CHECK(wait_and_free(work[0]) == 0, "it is done");
	for (size_t i = 0; i < 3; i++)
		CHECK(wait_and_free(jobs[i]) == 0, "job %zu", i);
	close_engine();
}

/* ---- callbacks ---- */

struct told {
	atomic_int at_once, count;
	atomic_bool finished;
};

static void enter(struct told *told)
{
	CHECK(atomic_fetch_add(&told->at_once, 1) == 0, "two calls at once");
	CHECK(!told->finished, "a call after the last");
	/* No lock is held, otherwise this would wait forever. */
	pthread_mutex_lock(&engine.lock);
	pthread_mutex_unlock(&engine.lock);
	told->count++;
}

static void on_compiled(void *context, enum as_verdict verdict)
{
	struct told *told = context;

	CHECK(verdict == AS_VERDICT_AC, "%d", verdict);
	enter(told);
	usleep(200);
	atomic_fetch_sub(&told->at_once, 1);
}

static void on_finished(void *context, const struct as_result *result, const struct as_error *error)
{
	struct told *told = context;

	CHECK((result != NULL) == (error->kind == AS_ERROR_NONE), "%s", error->text);
	enter(told);
	told->finished = true;
	atomic_fetch_sub(&told->at_once, 1);
}

static void callbacks_of_a_job_do_not_overlap_and_hold_no_lock(void)
{
	static struct told told[40];
	struct as_job *jobs[40];

	open_engine(3, NULL);
	gate_is_open = true;
	for (size_t i = 0; i < 40; i++) {
		const struct as_job_order order = {.package = &open_package,
			.submission = {.path = ""},
			.calls = {on_compiled, NULL, on_finished, &told[i]}};
		jobs[i] = as_engine_submit(&engine, &order, NULL);
		if (i % 3 == 0)
			as_engine_cancel(jobs[i]);
	}
	for (size_t i = 0; i < 40; i++) {
		wait_and_free(jobs[i]);
		CHECK(told[i].finished, "job %zu", i);
	}
	close_engine();
}

static void a_job_of_an_unknown_test_or_group_is_refused(void)
{
	struct as_job_order order = {
		.package = &open_package, .submission = {.path = "a"}, .test = "secret/9"};
	struct as_error error = {0};

	open_engine(1, NULL);
	package.short_name = "p";
	CHECK(!as_engine_submit(&engine, &order, &error), "no such test");
	CHECK(error.kind == AS_ERROR_USAGE, "%s", error.text);
	error = (struct as_error){0};
	order.test = NULL;
	order.group = "secret/9";
	CHECK(!as_engine_submit(&engine, &order, &error), "no such group");
	CHECK(strcmp(error.text, "unknown group 'secret/9': the package p has no groups") == 0,
		"%s", error.text);
	close_engine();
}

int main(void)
{
	jobs_of_one_owner_start_in_order();
	urgent_jobs_start_first();
	owners_take_turns();
	a_later_owner_has_saved_no_turns();
	a_worker_prefetches_one_job_and_more_urgent_ones_do_not_wait();
	a_queued_job_is_cancelled_at_once();
	a_running_job_is_cancelled_and_frees_its_place();
	the_flag_of_the_process_cancels_all();
	a_job_may_be_freed_at_any_time();
	work_and_submissions_do_not_wait_for_each_other();
	callbacks_of_a_job_do_not_overlap_and_hold_no_lock();
	a_job_of_an_unknown_test_or_group_is_refused();
	return failure_count > 0;
}
