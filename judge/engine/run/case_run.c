/* SPDX-License-Identifier: MIT */
/*
 * The queue of cases. The engine has a list of waiting cases, ordered by class and then by arrival.
 * A free worker compares the first case with the next test of a job and takes the more urgent one;
 * if they are of the same class, it takes a case and a test in turn. So a caller with many cases
 * and a job with many tests delay each other by no more than one run.
 */
#include "case_run.h"
#include "run.h"

void as_case_add(struct as_engine *engine, struct as_case_run *run)
{
	struct as_case_run **at = &engine->cases;

	while (*at && (*at)->judging.order.class <= run->judging.order.class)
		at = &(*at)->next;
	run->next = *at;
	*at = run;
}

bool as_case_remove(struct as_engine *engine, struct as_case_run *run)
{
	struct as_case_run **at = &engine->cases;

	while (*at && *at != run)
		at = &(*at)->next;
	if (!*at)
		return false;
	*at = run->next;
	return true;
}

struct as_case_run *as_case_choose(const struct as_engine *engine, const struct as_judging *judging)
{
	struct as_case_run *run = engine->cases;

	if (!run || !judging || run->judging.order.class < judging->order.class)
		return run;
	return run->judging.order.class == judging->order.class && engine->case_is_next ? run
											: NULL;
}

void as_case_work(struct as_worker *worker, struct as_case_run *run)
{
	struct as_engine *engine = worker->engine;

	(void)as_case_remove(engine, run);
	run->state = AS_CASE_RUNNING;
	worker->judging = &run->judging;
	worker->margin_time_ns = 0;
	pthread_mutex_unlock(&engine->lock);
	run->failed = engine->run_test(worker, &run->test, &run->result, &run->why) != 0;
	as_stage_remove(&run->data.stage, engine->workshop);
	pthread_mutex_lock(&engine->lock);
	worker->judging = NULL;
	run->state = AS_CASE_DONE;
}
