/* SPDX-License-Identifier: MIT */
/*
 * Cases in the workers. One that waits stands in a list of the engine, by class and order of
 * arrival; a worker that is free takes the more urgent of the first case and the first test of a
 * job, and by turns if both are of one class. So neither a caller with many cases nor a job with
 * many tests holds up the other for more than a run.
 */
#include "case_run.h"

void as_case_add(struct as_engine *engine, struct as_case_run *run)
{
	struct as_case_run **at = &engine->cases;

	while (*at && (*at)->judging.scope.class <= run->judging.scope.class)
		at = &(*at)->next;
	run->next = *at;
	*at = run;
}

bool as_case_take_back(struct as_engine *engine, struct as_case_run *run)
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

	if (!run || !judging || run->judging.scope.class < judging->scope.class)
		return run;
	return run->judging.scope.class == judging->scope.class && engine->case_is_next ? run
											: NULL;
}

void as_case_work(struct as_worker *worker, struct as_case_run *run)
{
	struct as_engine *engine = worker->engine;

	(void)as_case_take_back(engine, run);
	run->state = AS_CASE_RUNNING;
	worker->judging = &run->judging;
	worker->least_time_ns = 0;
	pthread_mutex_unlock(&engine->lock);
	run->failed = engine->run_test(worker, &run->test, &run->result, &run->why) != 0;
	as_stage_remove(&run->data.stage, engine->workshop);
	pthread_mutex_lock(&engine->lock);
	worker->judging = NULL;
	run->state = AS_CASE_DONE;
}
