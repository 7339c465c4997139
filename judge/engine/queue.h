/* SPDX-License-Identifier: MIT */
/* queue: jobs, and the order in which they start. Everything here is guarded by engine->lock. */
#ifndef ASSAY_JUDGE_QUEUE_H
#define ASSAY_JUDGE_QUEUE_H

#include "workers.h"

enum as_job_state { AS_JOB_QUEUED, AS_JOB_STARTED, AS_JOB_FINISHED };

struct as_job {
	struct as_engine *engine;
	struct as_job_order order; /* the job owns its texts */
	const struct as_group *group;
	struct as_work_order work; /* .work NULL: the job judges a submission */
	enum as_job_state state;
	atomic_bool cancel;
	uint64_t turn;                /* of its owner: the smallest starts first */
	struct as_job *next;          /* in the list of the engine's unfinished jobs */
	struct as_compiled *compiled; /* set by compiling; NULL at the end unless kept */
	struct as_result result;
	bool failed;
	struct as_error error;
};

/* Appends a job to the queue, and gives it its owner's next turn. */
int as_queue_add(struct as_engine *engine, struct as_job *job, struct as_error *error) AS_MUST_USE;
/* Removes the next job to start from the queue, and marks it started; NULL: none may start. */
struct as_job *as_queue_start(struct as_engine *engine);
/* Removes a job from the list of unfinished jobs. */
void as_queue_remove(struct as_job *job);
void as_queue_clear(struct as_engine *engine);

/* job.c: handles a job from its start to its result; sets result, failed and error. */
void as_job_run(struct as_job *job);
/* The job ends as one that was interrupted. */
void as_job_fail_cancelled(struct as_job *job);

#endif
