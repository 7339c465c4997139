/* SPDX-License-Identifier: MIT */
/* The runs of a judgement. A run never changes; a later run replaces it. */
#include "private.h"

/* Runs are mostly in the order of the tests, so index `test` is tried first. */
size_t log_runs_find(const struct as_contest_judgement *judgement, size_t test)
{
	if (test < judgement->run_count && judgement->runs[test].test == test &&
		as_contest_run_is_valid(&judgement->runs[test]))
		return test;
	for (size_t i = judgement->run_count; i-- > 0;)
		if (judgement->runs[i].test == test && as_contest_run_is_valid(&judgement->runs[i]))
			return i;
	return AS_CONTEST_NONE;
}

/* A quick check: true if the test certainly has no run. */
static bool has_no_run_yet(const struct as_contest_judgement *judgement, size_t test)
{
	const size_t count = judgement->run_count;

	return count == 0 || (!judgement->is_unordered && test > judgement->runs[count - 1].test);
}

static int add(struct as_contest_judgement *judgement, struct as_contest_run run, size_t replaced,
	struct as_error *error)
{
	struct as_contest_run *runs =
		as_array_grow(judgement->runs, judgement->run_count, sizeof(*runs), error);

	if (!runs)
		return -1;
	judgement->runs = runs;
	judgement->is_unordered |= !has_no_run_yet(judgement, run.test);
	if (replaced != AS_CONTEST_NONE)
		runs[replaced].is_replaced = true;
	runs[judgement->run_count++] = run;
	return 0;
}

int log_runs_report(struct as_contest_judgement *judgement, const struct as_contest_run *run,
	struct as_error *error)
{
	if (!has_no_run_yet(judgement, run->test) &&
		log_runs_find(judgement, run->test) != AS_CONTEST_NONE)
		return 0;
	return add(judgement, *run, AS_CONTEST_NONE, error);
}

static bool is_same(const struct as_contest_run *a, const struct as_contest_run *b)
{
	return a->verdict == b->verdict && a->time_ns == b->time_ns;
}

/* Withdraws reported runs whose tests are not in the result, which is ascending. */
static int withdraw_others(struct as_contest_judgement *judgement,
	const struct as_contest_run *runs, size_t count, int64_t wall_ms, struct as_error *error)
{
	const size_t reported_count = judgement->run_count;

	for (size_t i = 0; i < reported_count; i++) {
		const struct as_contest_run *reported = &judgement->runs[i];
		size_t at = 0;
		if (!as_contest_run_is_valid(reported))
			continue;
		while (at < count && runs[at].test != reported->test)
			at++;
		if (at == count && add(judgement,
					   (struct as_contest_run){.test = reported->test,
						   .is_withdrawn = true,
						   .time_ns = -1,
						   .wall_ms = wall_ms},
					   i, error))
			return -1;
	}
	return 0;
}

int log_runs_end(struct as_contest_judgement *judgement, const struct as_contest_run *runs,
	size_t count, int64_t wall_ms, struct as_error *error)
{
	const bool is_first = judgement->run_count == 0;

	if (!is_first && withdraw_others(judgement, runs, count, wall_ms, error))
		return -1;
	for (size_t i = 0; i < count; i++) {
		const size_t reported =
			is_first ? AS_CONTEST_NONE : log_runs_find(judgement, runs[i].test);
		if (reported != AS_CONTEST_NONE && is_same(&judgement->runs[reported], &runs[i]))
			continue;
		if (add(judgement, runs[i], reported, error))
			return -1;
	}
	return 0;
}
