/* SPDX-License-Identifier: MIT */
/* queue: jobs, and the order in which they start. Everything here is guarded by engine->lock. */
#ifndef ASSAY_JUDGE_QUEUE_H
#define ASSAY_JUDGE_QUEUE_H

#include "judging.h"

enum as_job_state { AS_JOB_QUEUED, AS_JOB_STARTED, AS_JOB_FINISHED };

struct as_job {
	struct as_engine *engine;
	struct as_job_order order; /* its texts are the job's own */
	const struct as_group *group;
	struct as_work_order work; /* .work NULL: a submission is judged */
	enum as_job_state state;
	atomic_bool cancel;
	uint64_t turn;       /* of its owner: the least goes first */
	struct as_job *next; /* of the engine's unfinished jobs */
	struct as_compiled *compiled; /* from compiling on; NULL after the end unless kept */
	struct as_result result;
	bool failed;
	struct as_error error;
};

/* At the end of the queue; gives it its owner's next turn. */
int as_queue_add(struct as_engine *engine, struct as_job *job, struct as_error *error) AS_MUST_USE;
/* The next job to start, now started; NULL: none may. */
struct as_job *as_queue_start(struct as_engine *engine);
/* Takes it from the unfinished ones. */
void as_queue_remove(struct as_job *job);
void as_queue_clear(struct as_engine *engine);

/* job.c: all that is done for a job from its start to its result; fills result, failed and error.
 */
void as_job_run(struct as_job *job);

#endif
