/* SPDX-License-Identifier: MIT */
/* The slots of a worker, and the classes that it tells the engine. Jobs use this file's runner: no
 * program is compiled or run. */
#include "cases.h"
#include "open_package.h"
#include "queue.h"

#include <assay/program/intake.h>
#include <assay/store/worker.h>
#include <unistd.h>

static struct as_engine engine;
static struct as_package package;
static struct as_open_package open_package = {.engine = &engine, .package = &package};
static const struct as_languages no_languages;
static char starts[256]; /* paths and classes, in order; guarded by engine.lock */
static atomic_bool gate_is_open;

/* Records its start. A job of the background continues when the gate opens. */
static void run_at_gate(struct as_job *job)
{
	const struct as_job_order *order = &job->order;

	pthread_mutex_lock(&engine.lock);
	snprintf(starts + strlen(starts), 32, "%s%d ", order->submission.path, (int)order->class);
	pthread_mutex_unlock(&engine.lock);
	while (order->class == AS_JOB_BACKGROUND && !gate_is_open && !as_is_cancelled(&job->cancel))
		usleep(100);
	job->failed = true;
	as_error_set(&job->error, AS_ERROR_INTERNAL, "it is only a test");
}

static void open_engine(void)
{
	engine = (struct as_engine){.worker_count = 1, .config.languages = &no_languages};
	engine.queue.run_job = run_at_gate;
	pthread_mutex_init(&engine.lock, NULL);
	pthread_cond_init(&engine.changed, NULL);
	pthread_cond_init(&engine.queue.changed, NULL);
}

static int64_t submit(const struct fixture *fixture, const char *path, enum as_store_class class)
{
	const struct as_submitted submitted = {0};
	AS_AUTO_BYTES struct as_bytes files = {0}, options = {0};
	struct as_store_order order = order_of(fixture, path);

	cr_assert_eq(as_submitted_write(&submitted, &files, NULL), 0);
	cr_assert_eq(
		as_worker_options_write(&(struct as_job_order){0}, &engine.config, &options, NULL),
		0);
	order.files = files;
	order.options = options;
	order.class = class;
	return submit_order(fixture, &order).job;
}

static struct as_worker *start(const struct fixture *fixture, unsigned jobs, unsigned classes)
{
	struct as_error error = {0};
	struct as_worker *worker =
		as_worker_start(&(struct as_worker_config){.store = fixture->store,
					.engine = &engine,
					.package = &open_package,
					.package_digest = PACKAGE,
					.jobs = jobs,
					.classes = classes},
			&error);

	cr_assert_not_null(worker, "%s", error.text);
	return worker;
}

static void await_starts(const char *text)
{
	char found[sizeof(starts)];

	for (int tries = 0; tries < 6000; tries++) {
		pthread_mutex_lock(&engine.lock);
		strcpy(found, starts);
		pthread_mutex_unlock(&engine.lock);
		if (strlen(found) >= strlen(text))
			break;
		usleep(5000);
	}
	cr_assert_str_eq(found, text);
}

static void await_end(const struct fixture *fixture, int64_t job)
{
	int tries = 0;

	while (read_job(fixture, job).state != AS_STORE_FAILED && tries++ < 6000)
		usleep(5000);
	cr_assert_eq(read_job(fixture, job).state, AS_STORE_FAILED, "job %d", (int)job);
}

static void stop(struct as_worker *worker)
{
	as_worker_stop(worker);
	as_drivers_end(&engine);
}

void long_rejudgings_leave_a_slot_to_new_submissions(const struct store_maker *maker)
{
	AUTO_FIXTURE fixture;

	open_engine();
	fixture_open(&fixture, maker);
	submit(&fixture, "r", AS_STORE_REJUDGING);
	const int64_t last = submit(&fixture, "g", AS_STORE_GENERATION);
	struct as_worker *worker = start(&fixture, 2, 0);
	await_starts("r1 ");
	await_end(&fixture, submit(&fixture, "c", AS_STORE_CONTEST));
	await_end(&fixture, submit(&fixture, "o", AS_STORE_COURSE));
	await_end(&fixture, submit(&fixture, "p", AS_STORE_PRACTICE));
	await_starts("r1 c-1 o0 p0 ");
	cr_expect_eq(read_job(&fixture, last).attempt, 0);
	gate_is_open = true;
	await_end(&fixture, last);
	stop(worker);
}

void a_worker_for_rejudgings_alone_fills_all_slots(const struct store_maker *maker)
{
	AUTO_FIXTURE fixture;

	open_engine();
	fixture_open(&fixture, maker);
	submit(&fixture, "r", AS_STORE_REJUDGING);
	submit(&fixture, "r", AS_STORE_REJUDGING);
	struct as_worker *worker = start(&fixture, 2, 1 << AS_STORE_REJUDGING);
	await_starts("r1 r1 ");
	gate_is_open = true;
	stop(worker);
}

void a_worker_with_one_slot_takes_rejudgings(const struct store_maker *maker)
{
	AUTO_FIXTURE fixture;

	open_engine();
	fixture_open(&fixture, maker);
	gate_is_open = true;
	const int64_t job = submit(&fixture, "r", AS_STORE_REJUDGING);
	struct as_worker *worker = start(&fixture, 1, 0);
	await_end(&fixture, job);
	stop(worker);
}
