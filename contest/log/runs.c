/* SPDX-License-Identifier: MIT */
/* The runs of a judgement. A run never changes; a later run replaces it. */
#include "runs.h"

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

static int add_run(struct as_contest_judgement *judgement, struct as_contest_run run,
	size_t replaced, struct as_error *error)
{
	if (!as_array_reserve(judgement->runs, judgement->run_count, error))
		return -1;
	judgement->is_unordered |= !has_no_run_yet(judgement, run.test);
	if (replaced != AS_CONTEST_NONE)
		judgement->runs[replaced].is_replaced = true;
	judgement->runs[judgement->run_count++] = run;
	return 0;
}

int log_runs_report(struct as_contest_judgement *judgement, const struct as_contest_run *run,
	struct as_error *error)
{
	if (!has_no_run_yet(judgement, run->test) &&
		log_runs_find(judgement, run->test) != AS_CONTEST_NONE)
		return 0;
	return add_run(judgement, *run, AS_CONTEST_NONE, error);
}

static bool is_same(const struct as_contest_run *a, const struct as_contest_run *b)
{
	return a->verdict == b->verdict && a->time_ns == b->time_ns;
}

/* The valid run of a test before the end. */
struct place {
	uint32_t test;
	size_t index;
};

static int compare(const void *left, const void *right)
{
	const uint32_t a = ((const struct place *)left)->test,
		       b = ((const struct place *)right)->test;

	return (a > b) - (a < b);
}

/* The valid runs, ascending by test. NULL: out of memory. */
static struct place *list_reported(
	const struct as_contest_judgement *judgement, size_t *count, struct as_error *error)
{
	struct place *places = calloc(judgement->run_count + 1, sizeof(*places));

	*count = 0;
	if (!places) {
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i < judgement->run_count; i++)
		if (as_contest_run_is_valid(&judgement->runs[i]))
			places[(*count)++] = (struct place){judgement->runs[i].test, i};
	qsort(places, *count, sizeof(*places), compare);
	return places;
}

int log_runs_end(struct as_contest_judgement *judgement, const struct as_contest_run *runs,
	size_t count, int64_t wall_ms, struct as_error *error)
{
	size_t reported_count, at = 0;
	AS_AUTO_FREE struct place *reported = list_reported(judgement, &reported_count, error);

	if (!reported)
		return -1;
	/* Both are ascending: reported runs whose tests are not in the result are withdrawn. */
	for (size_t i = 0; i < reported_count; i++) {
		while (at < count && runs[at].test < reported[i].test)
			at++;
		if ((at == count || runs[at].test != reported[i].test) &&
			add_run(judgement,
				(struct as_contest_run){.test = reported[i].test,
					.is_withdrawn = true,
					.time_ns = -1,
					.wall_ms = wall_ms},
				reported[i].index, error))
			return -1;
	}
	at = 0;
	for (size_t i = 0; i < count; i++) {
		while (at < reported_count && reported[at].test < runs[i].test)
			at++;
		const bool has = at < reported_count && reported[at].test == runs[i].test;
		const size_t index = has ? reported[at].index : AS_CONTEST_NONE;
		if (has && is_same(&judgement->runs[index], &runs[i]))
			continue;
		if (add_run(judgement, runs[i], index, error))
			return -1;
	}
	return 0;
}
