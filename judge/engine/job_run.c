/* SPDX-License-Identifier: MIT */
/* One job from its start to its result. */
#include "compiled.h"
#include "data.h"
#include "queue.h"

static int begin_judging(struct as_judging *judging, struct as_job *job, struct as_error *error)
{
	const struct as_package *package = job->order.package->package;

	if (as_judging_init(judging, &job->order, error))
		return -1;
	judging->group = job->group;
	judging->cancel = &job->cancel;
	if (!job->order.calls.test)
		return 0;
	judging->schedule.reports.tests =
		calloc(package->test_count + 1, sizeof(*judging->schedule.reports.tests));
	return judging->schedule.reports.tests ? 0 : as_error_no_memory(error);
}

/* While one job compiles the package's programs, others compile their submissions. Judging needs
 * both. The package's error takes precedence over the submission's. */
static struct as_compiled *compile(struct as_job *job, struct as_error *error)
{
	const struct as_job_order *order = &job->order;
	struct as_error why = {0};

	if (as_open_package_begin_prepare(order->package, error))
		return NULL;
	struct as_compiled *compiled =
		order->compiled
			? as_compiled_share(order->compiled)
			: as_engine_compile(order->package, &order->submission, &job->cancel, &why);
	if (as_engine_package_prepare(order->package, error)) {
		as_compiled_free(compiled);
		return NULL;
	}
	if (!compiled && error)
		*error = why;
	return compiled;
}

static int judge(struct as_job *job, struct as_error *error)
{
	const struct as_job_calls *calls = &job->order.calls;
	struct as_data data = {.bytes = job->order.data};
	struct as_judging judging;

	job->compiled = compile(job, error);
	if (!job->compiled)
		return -1;
	if (calls->compiled)
		calls->compiled(calls->context, as_compiled_verdict(job->compiled));
	int failed = begin_judging(&judging, job, error);
	judging.data = data.bytes ? &data : NULL;
	failed = failed || as_judging_run(&judging, job->compiled, &job->result, error);
	as_judging_clear(&judging);
	as_stage_remove(&data.stage, job->engine->workshop);
	if (!job->order.keep_compiled)
		as_compiled_free(as_steal(job->compiled));
	return failed ? -1 : 0;
}

void as_job_fail_cancelled(struct as_job *job)
{
	as_error_set(&job->error, AS_ERROR_INTERNAL, "interrupted");
	job->failed = true;
}

void as_job_run(struct as_job *job)
{
	if (as_is_cancelled(&job->cancel))
		as_job_fail_cancelled(job);
	else if (job->work.work)
		job->failed = job->work.work(job->work.context, &job->cancel, &job->error) != 0;
	else
		job->failed = judge(job, &job->error) != 0;
}
