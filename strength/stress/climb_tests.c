/* SPDX-License-Identifier: MIT */
/* Runs of a submission whose time is measured, and those on the package's tests. */
#include "climb.h"

/* ---- runs of the submission ---- */

int as_climb_run(const struct as_search *search, const struct as_case *order,
	struct as_climb_run *run, struct as_error *error)
{
	AS_AUTO(as_case_result_clear) struct as_case_result result = {0};
	const struct as_result_test *test = &result.test;

	if (as_engine_run_case(
		    search->order->opened, search->order->submission, order, &result, error))
		return -1;
	if (test->verdict == AS_VERDICT_JE)
		return as_trial_blame(&result, error);
	if (!test->usage.known)
		return as_error_set(error, AS_ERROR_MACHINE,
			"--slowest needs CPU times, which are unknown in this sandbox; see `assay "
			"doctor`");
	*run = (struct as_climb_run){.verdict = test->verdict, .time_ns = test->usage.cpu_time_ns};
	return 0;
}

int as_climb_run_again(const struct as_search *search, const struct as_case *order,
	struct as_climb_run *run, struct as_error *error)
{
	for (int i = 0; i < AS_CLIMB_REPEATS && as_now_ns() < search->end_ns; i++) {
		struct as_climb_run again;
		if (as_climb_run(search, order, &again, error))
			return -1;
		if (again.time_ns < run->time_ns)
			*run = again;
	}
	return 0;
}

/* ---- the package's tests ---- */

/* A test is read as a whole. */
#define MAX_TEST_BYTES (UINT64_C(1) << 30)

static int run_test(void *context, unsigned thread, size_t item, struct as_error *error)
{
	struct as_climb *climb = context;
	const struct as_climb_input *input = &climb->round[item];
	const struct as_case order = {.input = input->trial.input.data,
		.input_size = input->trial.input.size,
		.answer = input->trial.answer.data,
		.answer_size = input->trial.answer.size,
		.like = input->trial.own,
		.reruns = AS_RERUNS_USUAL,
		.class = climb->search->order->class,
		.cancel = climb->search->order->cancel};
	struct as_climb_run *run = &climb->round[item].run;

	(void)thread;
	if (as_climb_run(climb->search, &order, run, error))
		return -1;
	if (run->verdict != AS_VERDICT_AC)
		return as_error_at(error, AS_ERROR_INPUT, climb->search->order->submission_path, 0,
			0,
			"--slowest: the submission gets %s on test %s, but must pass all tests; "
			"correct the submission, or omit --slowest",
			as_verdict_name(run->verdict), input->trial.own->name);
	return climb->is_again ? as_climb_run_again(climb->search, &order, run, error) : 0;
}

static int read_test(struct as_climb *climb, size_t index, struct as_error *error)
{
	const struct as_package *package = climb->search->order->package;
	struct as_climb_input *input = &climb->round[climb->round_count++];

	*input = (struct as_climb_input){.trial = {.own = &package->tests[index]}};
	return as_package_read_test(package, &package->tests[index], MAX_TEST_BYTES,
		       &input->trial.input, &input->trial.answer, error) ||
			       as_seen_add(&climb->search->passed, &input->trial.input, error) < 0
		       ? -1
		       : 0;
}

/* Runs some tests at once. */
static int run_tests(struct as_climb *climb, size_t from, size_t count, struct as_error *error)
{
	int failed = 0;

	for (size_t i = 0; i < count && !failed; i++)
		failed = read_test(climb, from + i, error);
	failed = failed ||
		 as_pool_run(climb->search->pool, run_test, climb, climb->round_count, error);
	for (size_t i = 0; i < count && !failed; i++)
		climb->test_ns[from + i] = climb->round[i].run.time_ns;
	as_climb_clear_round(climb);
	return failed ? -1 : 0;
}

static size_t find_slowest(const struct as_climb *climb)
{
	size_t slowest = 0;

	for (size_t i = 1; i < climb->search->order->package->test_count; i++)
		if (climb->test_ns[i] > climb->test_ns[slowest])
			slowest = i;
	return slowest;
}

/* More tests than this are seldom nearly equal. */
#define MAX_AGAIN 8

int as_climb_measure_tests(struct as_climb *climb, struct as_error *error)
{
	const struct as_package *package = climb->search->order->package;
	const size_t threads = as_pool_threads(climb->search->pool);
	size_t slowest = SIZE_MAX;

	climb->test_ns = calloc(package->test_count, sizeof(*climb->test_ns));
	if (!climb->test_ns)
		return as_error_no_memory(error);
	for (size_t i = 0; i < package->test_count; i += threads) {
		const size_t left = package->test_count - i;
		if (run_tests(climb, i, left < threads ? left : threads, error))
			return -1;
	}
	climb->is_again = true;
	for (int i = 0; i < MAX_AGAIN && find_slowest(climb) != slowest; i++) {
		slowest = find_slowest(climb);
		if (run_tests(climb, slowest, 1, error))
			return -1;
	}
	slowest = find_slowest(climb);
	climb->search->report->slowest.test = &package->tests[slowest];
	climb->search->report->slowest.test_ns = climb->test_ns[slowest];
	return 0;
}
