/* SPDX-License-Identifier: MIT */
/* The state of an engine: its workers and its jobs. */
#ifndef ASSAY_JUDGE_WORKERS_H
#define ASSAY_JUDGE_WORKERS_H

#include "working.h"

#include <assay/cores.h>
#include <assay/engine.h>
#include <pthread.h>

struct as_judging;
struct as_rerun;
struct as_test_result;

/* An idle sandbox, kept for later programs in its language. */
#define AS_MAX_WARM 3
struct as_warm {
	struct as_sandbox *sandbox; /* NULL: none */
	const struct as_language *language;
};

/* The number of additional sandboxes of a worker for one language with many runs. A run can then
 * start while the kernel still removes the namespaces of earlier ones (worker.c). */
#define AS_MAX_SPARE 2

/* A thread that runs tests, with its own sandbox and its own core. */
struct as_worker {
	struct as_engine *engine;
	struct as_sandbox *sandbox; /* for the language below; NULL until first used */
	struct as_sandboxes spare;  /* more of the same language */
	const struct as_language *language;
	struct as_warm warm[AS_MAX_WARM]; /* of other languages, most recently used first */
	int core;
	pthread_t thread;
	/* The test that it runs. */
	struct as_judging *judging; /* NULL: none */
	int64_t margin_time_ns;     /* as in struct as_job_order */
	struct as_working working;
};

/* Runs the worker's submission on one test. -1: the judging must end. */
typedef int as_test_runner(struct as_worker *worker, const struct as_test *test,
	struct as_test_result *result, struct as_error *error);

/* The jobs of an engine, and their drivers: queue.c, job.c. */
struct as_job_queue {
	pthread_cond_t changed; /* a job may start, or the engine closes */
	struct as_job *first;   /* the list of unfinished jobs, in order of arrival */
	struct as_owner *owners;
	uint64_t turns[3]; /* by class: the turn of the job that was started last */
	/* as_job_run, or a stub in a test of the queue */
	void (*run_job)(struct as_job *job);
	pthread_t *drivers;
	size_t driver_count, idle_count;
	pthread_t watcher;
	bool is_watched;
};
/* Ends the driver threads. All jobs are finished. */
void as_drivers_end(struct as_engine *engine);

/* Shared by all judgings of a process, whatever their package. */
struct as_engine {
	struct as_engine_config config;
	struct as_workshop *workshop;
	as_test_runner *run_test; /* as_test_run, or a stub in a test of the schedule */
	struct as_cores *cores;   /* that this process may use */
	struct as_worker *workers;
	size_t worker_count;
	pthread_mutex_t lock; /* guards the members below, the active judgings and their progress */
	pthread_cond_t changed;    /* a test can be run, or a judging has no more tests */
	struct as_judging *first;  /* the list of active judgings, oldest first; or NULL */
	struct as_case_run *cases; /* waiting for a worker, in starting order */
	bool case_is_next;         /* the next turn within a class belongs to a case, not a test */
	size_t thread_count;       /* the number of workers that were started */
	struct as_job_queue queue;
	bool closing;
};

/* Starts the worker threads, unless they run. Call it with the lock held. */
int as_workers_require(struct as_engine *engine, struct as_error *error) AS_MUST_USE;
/* Ends the worker threads. */
void as_workers_end(struct as_engine *engine);

/* worker.c: opens the worker's sandbox for the submission's language. */
int as_worker_open_sandbox(struct as_worker *worker, struct as_error *error) AS_MUST_USE;
/* Before each run: selects a sandbox that is ready, if there is one. */
void as_worker_choose_sandbox(struct as_worker *worker);
/* Makes the request for a run of the program in a pass (from 1 on), without an input. Clear it in
 * any case. */
int as_test_request(const struct as_worker *worker, const struct as_test *test,
	const struct as_rerun *rerun, unsigned pass, struct as_program_request *request,
	struct as_error *error) AS_MUST_USE;

#endif
