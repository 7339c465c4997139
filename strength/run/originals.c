/* SPDX-License-Identifier: MIT */
/* Judges the accepted submissions: all tests must accept them, because mutants of a wrong program
 * show nothing. */
#include "measure.h"

#include <math.h>
#include <string.h>

/* The time limit of a mutant: this multiple of its original's time, but at least this time. */
#define SLOWER 20
#define MIN_LIMIT_NS INT64_C(100000000)

static int submit(struct measuring *measuring, struct origin *origin, struct as_error *error)
{
	const struct as_job_order order = {.package = measuring->order->opened,
		.submission = origin_submission(origin),
		.keep_compiled = true, /* for its code */
		.run_all = true};

	origin->job = as_engine_submit(measuring->order->engine, &order, error);
	return origin->job ? 0 : -1;
}

/* A timeout of a submission that no mutants are made of says nothing about its answers. */
static bool is_fine(const struct as_result_test *test, bool is_source)
{
	return test->verdict == AS_VERDICT_AC || (!is_source && test->verdict == AS_VERDICT_TLE);
}

static int refuse(const struct measuring *measuring, const char *name, bool is_source,
	const struct as_result *result, struct as_error *error)
{
	const char *path = measuring->package->path;
	const struct as_result_test *test = result->tests;

	if (result->compile.verdict != AS_VERDICT_AC)
		return as_error_at(error, AS_ERROR_INPUT, path, 0, 0,
			"%s does not compile; `assay judge` shows the compiler's message", name);
	while (test < result->tests + result->test_count && is_fine(test, is_source))
		test++;
	if (test->verdict == AS_VERDICT_JE)
		return as_error_at(error, result->fault, path, 0, 0,
			"%s cannot be judged on test %s: %s", name, test->name,
			as_result_feedback(test, AS_AUDIENCE_SETTER));
	if (test->verdict == AS_VERDICT_TLE)
		return as_error_at(error, AS_ERROR_INPUT, path, 0, 0,
			"%s is over the time limit on test %s; make the submission faster, or "
			"raise the time limit, see `assay verify`",
			name, test->name);
	return as_error_at(error, AS_ERROR_INPUT, path, 0, 0,
		"%s gets %s on test %s, but must be accepted on all tests; correct the submission "
		"or the test, see `assay verify`",
		name, as_verdict_name(test->verdict), test->name);
}

static bool is_accepted(const struct as_result *result, size_t test_count, bool is_source)
{
	size_t accepted = 0;

	for (size_t i = 0; i < result->test_count; i++)
		accepted += is_fine(&result->tests[i], is_source);
	return result->compile.verdict == AS_VERDICT_AC && accepted == test_count;
}

/* If a time is unknown, as in a weak sandbox, mutants have the limit of the package. */
static void take_times(const struct measuring *measuring, struct origin *origin,
	struct as_strength_source *source, const struct as_result *result)
{
	const int64_t limit_ns = measuring->package->limits.time_limit_ns;
	bool is_known = true;

	for (size_t i = 0; i < result->test_count; i++) {
		const struct as_result_usage *usage = &result->tests[i].usage;
		is_known &= usage->known;
		if (usage->cpu_time_ns > source->time_ns)
			source->time_ns = usage->cpu_time_ns;
	}
	origin->limit_ns = source->time_ns * SLOWER;
	if (origin->limit_ns < MIN_LIMIT_NS)
		origin->limit_ns = MIN_LIMIT_NS;
	if (origin->limit_ns > limit_ns || !is_known)
		origin->limit_ns = limit_ns;
}

/* What a mutant takes. A program from the cache of compiled programs has no time of its
 * compilation: the default is that of a small program. */
static int64_t pace_of(enum as_source_language language, const struct as_result *result)
{
	static const int64_t usual_ms[] = {[AS_SOURCE_C] = 600,
		[AS_SOURCE_CPP] = 900,
		[AS_SOURCE_JAVA] = 1500,
		[AS_SOURCE_PYTHON] = 200};
	int64_t pace_ns = result->compile.wall_time_ns;

	if (!pace_ns || result->compile.cached)
		pace_ns = usual_ms[language] * INT64_C(1000000);
	for (size_t i = 0; i < result->test_count; i++)
		pace_ns += result->tests[i].usage.wall_time_ns;
	return pace_ns;
}

/* A test kills a mutant that earns less than its original on this test. */
static int take_scores(const struct measuring *measuring, struct origin *origin,
	const struct as_result *result, struct as_error *error)
{
	const size_t count = measuring->package->test_count;

	origin->scores = calloc(count + 1, sizeof(*origin->scores));
	if (!origin->scores)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		origin->scores[i] = result->tests[i].has_score ? result->tests[i].score : NAN;
	return 0;
}

static int take_result(struct measuring *measuring, size_t index, struct as_error *error)
{
	struct as_strength_source *source = &measuring->report->sources[index];
	struct origin *origin = &measuring->origins[index];
	AS_AUTO(as_result_clear) struct as_result result = {0};

	if (as_engine_wait(origin->job, &result, error))
		return -1;
	if (!is_accepted(&result, measuring->package->test_count, true))
		return refuse(measuring, source->path, true, &result, error);
	take_times(measuring, origin, source, &result);
	source->pace_ns = pace_of(origin->language, &result);
	if (take_scores(measuring, origin, &result, error))
		return -1;
	struct as_compiled *compiled = as_job_compiled(origin->job);
	const int failed = measure_code(compiled, origin->code, error);
	as_compiled_free(compiled);
	as_job_free(as_steal(origin->job));
	if (!failed && !result.sandbox.core_shared)
		kept_store_original(measuring, origin, source);
	return failed;
}

/* Another right program must agree. Its scores are only a part of what is kept. */
static int take_other(struct measuring *measuring, struct origin *origin, struct as_error *error)
{
	const struct as_package *package = measuring->package;
	AS_AUTO(as_result_clear) struct as_result result = {0};

	if (as_engine_wait(origin->job, &result, error))
		return -1;
	if (!is_accepted(&result, package->test_count, false))
		return refuse(measuring, origin->path + strlen(package->folder) + 1, false, &result,
			error);
	if (take_scores(measuring, origin, &result, error))
		return -1;
	as_job_free(as_steal(origin->job));
	if (!result.sandbox.core_shared)
		kept_store_original(measuring, origin, NULL);
	return 0;
}

static void note_accepted(struct measuring *measuring)
{
	measuring->progress.accepted++;
	measure_show(measuring);
}

static int submit_all(struct measuring *measuring, struct as_error *error)
{
	const struct as_strength_report *report = measuring->report;

	for (size_t i = 0; i < report->source_count; i++)
		if (!kept_load_original(measuring, &measuring->origins[i], &report->sources[i]) &&
			submit(measuring, &measuring->origins[i], error))
			return -1;
	for (size_t i = 0; i < measuring->other_count; i++)
		if (!kept_load_original(measuring, &measuring->others[i], NULL) &&
			submit(measuring, &measuring->others[i], error))
			return -1;
	return 0;
}

int measure_judge_originals(struct measuring *measuring, struct as_error *error)
{
	const size_t count = measuring->report->source_count;

	if (submit_all(measuring, error))
		return -1;
	measuring->progress.source_count = count + measuring->other_count;
	measure_show(measuring);
	for (size_t i = 0; i < count; i++, note_accepted(measuring))
		if (measuring->origins[i].job && take_result(measuring, i, error))
			return -1;
	for (size_t i = 0; i < measuring->other_count; i++, note_accepted(measuring))
		if (measuring->others[i].job && take_other(measuring, &measuring->others[i], error))
			return -1;
	return 0;
}
