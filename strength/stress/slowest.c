/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation of --slowest:
 * 1. The submission is judged on the package's tests, and must pass them. The slowest test is
 *    measured again; if another test is the slowest then, that test is measured again, too.
 * 2. A round makes one input for each thread of the pool: a command of the recipe with a new seed,
 *    or a mutation of one of the slowest inputs: of its tape, of the numbers of its command, or of
 *    its text.
 * 3. The threads validate the inputs and run the submission, whose output nobody checks. An input
 *    that seems to be among the slowest is run again, and the least of its times counts, because
 *    other load makes a run longer and never shorter.
 * 4. The calling thread keeps the slowest inputs.
 * Every run of the submission is a fresh one, measured as when a test is judged.
 */
#include "climb.h"

#include <string.h>

/* ---- a round ---- */

static int make_input(void *context, unsigned thread, size_t item, struct as_error *error)
{
	struct as_climb *climb = context;

	return as_trials_make(climb->search, thread, &climb->round[item].trial, 1, error);
}

/* Inputs that cannot be kept are not measured again. */
static int64_t floor_ns(const struct as_climb *climb)
{
	return climb->kept_count < AS_CLIMB_KEPT ? 0 : climb->kept[AS_CLIMB_KEPT - 1].run.time_ns;
}

static struct as_case input_case(const struct as_climb *climb, const struct as_trial *trial)
{
	return (struct as_case){.input = trial->input.data,
		.input_size = trial->input.size,
		.like = as_trial_like(climb->search, trial),
		.time_limit_ns = climb->max_ns,
		.reruns = AS_RERUNS_NONE,
		.unchecked = true,
		.class = climb->search->order->class,
		.cancel = climb->search->order->cancel};
}

static int try_input(void *context, unsigned thread, size_t item, struct as_error *error)
{
	struct as_climb *climb = context;
	struct as_search *search = climb->search;
	struct as_climb_input *input = &climb->round[item];
	struct as_trial *trial = &input->trial;

	if (as_trials_validate(search, thread, trial, 1, error))
		return -1;
	if (trial->state != AS_TRIAL_MADE || as_search_is_over(search))
		return 0;
	const struct as_case order = input_case(climb, trial);
	if (as_climb_run(search, &order, &input->run, error))
		return -1;
	/* A program that sleeps is late without CPU time. */
	const bool ended =
		input->run.verdict == AS_VERDICT_AC ||
		(input->run.verdict == AS_VERDICT_TLE && input->run.time_ns >= climb->max_ns);
	trial->state = ended ? AS_TRIAL_PASSED : AS_TRIAL_FAILED;
	return ended && input->run.time_ns > floor_ns(climb)
		       ? as_climb_run_again(search, &order, &input->run, error)
		       : 0;
}

/* Moves the input to its place among the kept ones. */
static void keep(struct as_climb *climb, struct as_climb_input *input)
{
	size_t at = climb->kept_count;

	if (input->trial.state != AS_TRIAL_PASSED || input->run.time_ns <= floor_ns(climb))
		return;
	if (at == AS_CLIMB_KEPT)
		as_trial_clear(&climb->kept[--at].trial);
	else
		climb->kept_count++;
	for (; at > 0 && climb->kept[at - 1].run.time_ns < input->run.time_ns; at--)
		climb->kept[at] = climb->kept[at - 1];
	climb->kept[at] = *input;
	*input = (struct as_climb_input){0};
}

/* The slowest input that is not a test; NULL: there is none. */
static struct as_climb_input *find_best(struct as_climb *climb)
{
	for (size_t i = 0; i < climb->kept_count; i++)
		if (!as_seen_has(&climb->search->passed, &climb->kept[i].trial.input))
			return &climb->kept[i];
	return NULL;
}

static int run_round(struct as_climb *climb, struct as_error *error)
{
	struct as_search *search = climb->search;
	struct as_stress_report *report = search->report;

	for (size_t i = 0; i < as_pool_threads(search->pool); i++, climb->round_count++)
		if (as_climb_next(climb, &climb->round[i].trial, error))
			return -1;
	if (as_pool_run(search->pool, make_input, climb, climb->round_count, error))
		return -1;
	for (size_t i = 0; i < climb->round_count; i++) {
		struct as_trial *trial = &climb->round[i].trial;
		const int is_new = trial->state == AS_TRIAL_MADE
					   ? as_seen_add(&search->stream.seen, &trial->input, error)
					   : 1;
		if (is_new < 0)
			return -1;
		if (!is_new)
			trial->state = AS_TRIAL_REPEATED;
	}
	if (as_pool_run(search->pool, try_input, climb, climb->round_count, error))
		return -1;
	for (size_t i = 0; i < climb->round_count; i++) {
		as_search_count(search, &climb->round[i].trial, 1);
		report->slowest.failed += climb->round[i].trial.state == AS_TRIAL_FAILED;
		keep(climb, &climb->round[i]);
	}
	const struct as_climb_input *best = find_best(climb);
	report->slowest.time_ns = best ? best->run.time_ns : 0;
	as_search_show(search, false);
	as_climb_clear_round(climb);
	return 0;
}

/* ---- the result ---- */

/* A fork server may have made the input: the command counts only if a fresh run agrees. */
static int confirm_command(
	struct as_search *search, const struct as_trial *trial, struct as_error *error)
{
	const struct as_command_call call = {
		.command = trial->command, .output_bytes = AS_MAX_INPUT_BYTES};
	AS_AUTO_BYTES struct as_bytes output = {0};

	if (trial->origin != AS_ORIGIN_COMMAND || trial->is_taped ||
		as_command_run(search->thread_states[0].runner, &call, &output, NULL) ||
		output.size != trial->input.size ||
		memcmp(output.data, trial->input.data, output.size) != 0)
		return 0;
	search->report->slowest.command = as_text_format(error, "%s", trial->command);
	return search->report->slowest.command ? 0 : -1;
}

/* A smaller difference may be chance. */
#define SLOWER_SHARE 10
#define SLOWER_NS INT64_C(1000000)

/* No test reaches the time limit, because the submission passes all. */
static bool is_slower(const struct as_search *search, int64_t time_ns)
{
	const int64_t test_ns = search->report->slowest.test_ns;

	return time_ns >= search->order->package->limits.time_limit_ns ||
	       time_ns - test_ns >= test_ns / SLOWER_SHARE + SLOWER_NS;
}

/* Noise is a greater part of a short run, so such a run is repeated for longer. */
#define SHORT_NS INT64_C(100000000)
#define CONFIRM_NS INT64_C(1000000000)

static int confirm_time(struct as_climb *climb, struct as_climb_input *best, struct as_error *error)
{
	const struct as_case order = input_case(climb, &best->trial);
	const int64_t end_ns = as_now_ns() + CONFIRM_NS;

	do {
		if (as_climb_run_again(climb->search, &order, &best->run, error))
			return -1;
	} while (best->run.time_ns < SHORT_NS && is_slower(climb->search, best->run.time_ns) &&
		 as_now_ns() < end_ns && as_now_ns() < climb->search->end_ns);
	return 0;
}

/* Of many equal inputs one seems to be the slowest by chance, so the slowest one is run again. */
static int confirm_best(struct as_climb *climb, struct as_error *error)
{
	for (struct as_climb_input *best; (best = find_best(climb)) && !best->is_confirmed;) {
		if (confirm_time(climb, best, error))
			return -1;
		best->is_confirmed = true;
		for (; best + 1 < climb->kept + climb->kept_count &&
			best[1].run.time_ns > best->run.time_ns;
			best++) {
			const struct as_climb_input slower = best[1];
			best[1] = best[0];
			best[0] = slower;
		}
	}
	return 0;
}

static int take_best(struct as_climb *climb, struct as_error *error)
{
	struct as_search *search = climb->search;
	struct as_stress_report *report = search->report;

	if (!report->interrupted && confirm_best(climb, error))
		return -1;
	struct as_climb_input *best = find_best(climb);
	if (!best)
		return 0;
	report->slowest.time_ns = best->run.time_ns;
	if (is_slower(search, best->run.time_ns))
		report->outcome = AS_STRESS_SLOWER;
	report->failure.like = as_trial_like(search, &best->trial);
	if (confirm_command(search, &best->trial, error))
		return -1;
	report->failure.input = best->trial.input;
	best->trial.input = (struct as_bytes){0};
	return as_trial_find_homes(search, error);
}

/* ---- the search ---- */

static int check_package(const struct as_package *package, struct as_error *error)
{
	if (!package->interactive && !package->multi_pass && !package->submit_answer)
		return 0;
	return as_error_at(error, AS_ERROR_USAGE, package->path, 0, 0,
		"--slowest does not support interactive, multi-pass and submit-answer packages: "
		"there the time does not depend on the input alone");
}

static int open_climb(struct as_climb *climb, struct as_error *error)
{
	struct as_search *search = climb->search;
	const int64_t limit_ns = search->order->package->limits.time_limit_ns;

	climb->max_ns = 2 * limit_ns;
	search->begun_ns = as_now_ns();
	if (check_package(search->order->package, error) ||
		as_search_open_programs(search, error) || as_stream_open(search, error) ||
		as_climb_measure_tests(climb, error))
		return -1;
	search->report->source = as_text_format(error, "%s", as_stream_name(search));
	return search->report->source ? as_climb_open(climb, error) : -1;
}

/* It took all of the time that a run may take. */
static bool reaches_limit(const struct as_climb_input *best)
{
	return best && best->run.verdict == AS_VERDICT_TLE;
}

static int climb_until_the_end(struct as_climb *climb, struct as_error *error)
{
	struct as_search *search = climb->search;

	search->begun_ns = as_now_ns();
	search->deadline_ns = search->begun_ns +
			      (search->order->time_ns ? search->order->time_ns : AS_STRESS_TIME_NS);
	search->end_ns =
		search->deadline_ns + (search->deadline_ns - search->begun_ns) / AS_EXTRA_SHARE;
	while (!as_search_is_over(search) && !as_is_cancelled(search->order->cancel) &&
		!reaches_limit(find_best(climb)))
		if (run_round(climb, error))
			return -1;
	return 0;
}

static int finish(struct as_climb *climb, struct as_error *error)
{
	struct as_search *search = climb->search;
	struct as_stress_report *report = search->report;

	report->elapsed_ns = as_now_ns() - search->begun_ns;
	report->interrupted = as_is_cancelled(search->order->cancel);
	const int failed = take_best(climb, error) ||
			   (!report->interrupted &&
				   as_trial_try_junk(search, &report->accepts_anything, error));
	report->is_validated = atomic_load(&search->is_validated);
	report->not_run = atomic_exchange(&search->not_run, NULL);
	return failed;
}

int as_stress_find_slowest(const struct as_stress_order *order, struct as_stress_report *report,
	struct as_error *error)
{
	AS_AUTO(as_search_close)
	struct as_search search = {.order = order,
		.report = report,
		.is_timing = true,
		.deadline_ns = INT64_MAX,
		.end_ns = INT64_MAX};
	AS_AUTO(as_climb_clear) struct as_climb climb = {.search = &search};
	struct as_error why = {0};

	*report = (struct as_stress_report){0};
	if (as_compiled_verdict(order->submission) != AS_VERDICT_AC) {
		report->outcome = AS_STRESS_REFUSED;
		return 0;
	}
	int failed = open_climb(&climb, &why) || climb_until_the_end(&climb, &why);
	if (!failed || as_is_cancelled(order->cancel))
		failed = finish(&climb, &why);
	if (!failed || report->interrupted)
		return 0;
	if (error)
		*error = why;
	as_stress_report_clear(report);
	return -1;
}
