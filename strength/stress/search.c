/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation: the search consists of rounds of some dozens of inputs.
 * 1. The threads of the pool make the inputs.
 * 2. The calling thread drops the inputs that repeat an earlier one.
 * 3. The threads validate and answer the others, and run the submission on them.
 * 4. If inputs failed, the calling thread runs them again, the smallest first, until one fails
 *    again. That one is shrunk, and the search ends.
 * A round does not depend on the number of threads, so neither does the input that is found. Only
 * the rounds with the package's own tests and with large inputs have one input for each thread. The
 * first of these inputs that fails, in order, ends the search: a slow program takes long for each.
 */
#include "search.h"

#include <string.h>

/* Most failures are found in the first rounds, and a slow program needs a minute for a long round.
 * Later rounds are longer, which costs less per input. */
#define MIN_ROUND 64
#define MAX_ROUND 256
#define ROUNDS_ALIKE 6
/* After this many rounds without a new input, the inputs are exhausted. */
#define MAX_FRUITLESS 200

/* ---- opening ---- */

static int open_stations(struct as_search *search, struct as_error *error)
{
	const unsigned threads = search->order->workers ? search->order->workers : 1;

	search->pool = as_pool_open(threads, error);
	search->thread_states =
		search->pool ? calloc(threads, sizeof(*search->thread_states)) : NULL;
	if (!search->thread_states)
		return as_error_no_memory(error);
	for (unsigned i = 0; i < as_pool_threads(search->pool); i++) {
		struct as_thread_state *thread_state = &search->thread_states[i];
		thread_state->runner = as_command_runner_open(search->commands, error);
		thread_state->validators = as_engine_validators_open(
			search->order->opened, search->order->cancel, error);
		if (!thread_state->runner || !thread_state->validators)
			return -1;
	}
	return 0;
}

static int name_source(struct as_search *search, struct as_error *error)
{
	search->report->source = as_text_format(error, "%s", as_stream_name(search));
	search->report->right = as_text_format(error, "%s", search->right.name);
	return search->report->source && search->report->right ? 0 : -1;
}

int as_search_open_programs(struct as_search *search, struct as_error *error)
{
	const struct as_stress_order *order = search->order;

	search->programs = *order->programs;
	search->programs.cancel = order->cancel;
	search->is_fresh = order->is_fresh;
	search->validator_count = as_names_count(order->package->input_validators);
	if (as_settings_find(&search->settings, order->package, error))
		return -1;
	search->commands = as_commands_open(order->package, &search->programs, error);
	return !search->commands || (!search->is_timing && as_right_open(search, error)) ||
			       open_stations(search, error)
		       ? -1
		       : 0;
}

static int open_search(struct as_search *search, struct as_error *error)
{
	const struct as_stress_order *order = search->order;

	if (as_search_open_programs(search, error) ||
		(order->home.like && as_settings_use(&search->settings, order->home.like, error)) ||
		as_stream_open(search, error) || name_source(search, error))
		return -1;
	search->begun_ns = as_now_ns();
	search->deadline_ns =
		search->begun_ns + (order->time_ns ? order->time_ns : AS_STRESS_TIME_NS);
	search->end_ns =
		search->deadline_ns + (search->deadline_ns - search->begun_ns) / AS_EXTRA_SHARE;
	return 0;
}

void as_search_close(struct as_search *search)
{
	as_stream_close(&search->stream);
	as_seen_clear(&search->passed);
	as_secret_clear(&search->secret);
	for (unsigned i = 0; search->thread_states && i < as_pool_threads(search->pool); i++) {
		as_command_runner_close(search->thread_states[i].runner);
		as_forks_close(search->thread_states[i].forks);
		as_validators_close(search->thread_states[i].validators);
	}
	free(search->thread_states);
	as_pool_close(search->pool);
	as_right_close(&search->right);
	as_commands_close(search->commands);
	as_settings_clear(&search->settings);
	free(atomic_load(&search->not_run));
}

/* ---- a round ---- */

struct round {
	struct as_search *search;
	struct as_trial trials[MAX_ROUND];
	size_t count, slice;
};

static void clear_round(struct round *round)
{
	for (size_t i = 0; i < round->count; i++)
		as_trial_clear(&round->trials[i]);
}

static size_t slice_begin(const struct round *round, size_t item)
{
	return item * round->slice;
}

static size_t slice_count(const struct round *round, size_t item)
{
	const size_t left = round->count - slice_begin(round, item);

	return left < round->slice ? left : round->slice;
}

static int make_slice(void *context, unsigned thread, size_t item, struct as_error *error)
{
	struct round *round = context;

	return as_trials_make(round->search, thread, &round->trials[slice_begin(round, item)],
		slice_count(round, item), error);
}

static int judge_slice(void *context, unsigned thread, size_t item, struct as_error *error)
{
	struct round *round = context;

	return as_trials_judge(round->search, thread, &round->trials[slice_begin(round, item)],
		slice_count(round, item), false, error);
}

static size_t round_size(const struct as_search *search)
{
	const uint64_t doubled = search->stream.round / ROUNDS_ALIKE;

	return doubled < 2 ? (size_t)MIN_ROUND << doubled : MAX_ROUND;
}

/* Longer slices need fewer calls of fork servers; shorter ones keep all threads busy. */
static size_t choose_slice(const struct as_search *search, size_t count)
{
	const size_t threads = as_pool_threads(search->pool);
	const size_t wanted = count <= threads ? 1 : 4 + (count - 1) / threads;

	return wanted > AS_MAX_SLICE ? AS_MAX_SLICE : wanted;
}

static void take_complaint(struct as_search *search, struct as_trial *trial)
{
	struct as_stress_report *report = search->report;
	const bool is_generator = trial->state == AS_TRIAL_NOT_MADE;

	if (!trial->complaint ||
		(report->complaint && (search->has_generator_complaint || !is_generator)))
		return;
	search->has_generator_complaint = is_generator;
	free(report->complaint);
	report->complaint = as_steal(trial->complaint);
}

/* If a fresh run contradicts a fork server, uses fresh runs from now on. */
static void check_fork_servers(struct as_search *search, const struct round *round)
{
	for (size_t i = 0; i < round->count; i++) {
		const struct as_trial *trial = &round->trials[i];
		const bool fails = trial->state == AS_TRIAL_FAILED;
		if (trial->expected != AS_VERDICT_NONE &&
			(trial->expected != AS_VERDICT_AC) != fails)
			search->is_fresh = true;
	}
}

void as_search_count(struct as_search *search, struct as_trial *trials, size_t count)
{
	struct as_stress_report *report = search->report;

	for (size_t i = 0; i < count; i++) {
		struct as_trial *trial = &trials[i];
		const bool ran = trial->state == AS_TRIAL_PASSED || trial->state == AS_TRIAL_FAILED;
		report->invalid += trial->state == AS_TRIAL_INVALID;
		report->not_made += trial->state == AS_TRIAL_NOT_MADE;
		report->unanswered += trial->state == AS_TRIAL_UNANSWERED;
		report->repeated += trial->state == AS_TRIAL_REPEATED;
		report->tried += ran;
		if (ran && trial->input.size > report->largest_bytes)
			report->largest_bytes = trial->input.size;
		take_complaint(search, trial);
	}
}

static int note_passed(struct as_search *search, const struct round *round, struct as_error *error)
{
	for (size_t i = 0; i < round->count; i++)
		if (round->trials[i].state == AS_TRIAL_PASSED &&
			as_seen_add(&search->passed, &round->trials[i].input, error) < 0)
			return -1;
	return 0;
}

/* ---- a failure ---- */

/* Of the package's own tests and of large inputs the first in order. */
static struct as_trial *smallest_failing(struct round *round)
{
	struct as_trial *best = NULL;

	for (size_t i = 0; i < round->count; i++) {
		struct as_trial *trial = &round->trials[i];
		if (trial->state == AS_TRIAL_FAILED &&
			(!best || (!trial->own && !trial->is_large &&
					  trial->input.size < best->input.size)))
			best = trial;
	}
	return best;
}

static int shrink(struct as_search *search, struct as_trial *trial, struct as_error *error)
{
	struct as_stress_report *report = search->report;

	if (as_bytes_copy(&report->before_shrinking, report->failure.input.data,
		    report->failure.input.size, error))
		return -1;
	as_search_show(search, true);
	return as_search_shrink(search, trial, error);
}

/* Confirms the failures of a round, the smallest first. Returns 1 if one was confirmed. */
static int take_best(struct as_search *search, struct round *round, struct as_error *error)
{
	struct as_stress_report *report = search->report;
	bool is_first = true;

	for (struct as_trial *trial; (trial = smallest_failing(round));) {
		trial->state = AS_TRIAL_PASSED;
		if (!is_first && as_now_ns() >= search->end_ns)
			return 0;
		is_first = false;
		as_failure_take(&report->failure, trial);
		const int confirmed = as_search_confirm(search, &report->failure, error);
		if (confirmed > 0) {
			report->outcome = AS_STRESS_FAILS;
			return shrink(search, trial, error) ? -1 : 1;
		}
		if (confirmed < 0)
			return -1;
		/* A failure only in a fork server is inconclusive: use fresh runs from now on. */
		if (trial->is_forked)
			search->is_fresh = true;
		else if (report->failure.verdict != AS_VERDICT_TLE)
			report->unstable++;
		as_failure_clear(&report->failure);
	}
	return 0;
}

/* ---- the search ---- */

/* The command of --generator must work as it is written before its numbers are varied: an error if
 * it fails in each of its first runs. */
static int check_written(
	struct as_search *search, const struct round *round, struct as_error *error)
{
	struct as_stream *stream = &search->stream;
	const struct as_trial *last = &round->trials[round->count - 1];

	if (stream->is_probed || !last->is_written)
		return 0;
	for (size_t i = 0; i < round->count; i++)
		stream->written.failed += round->trials[i].state == AS_TRIAL_NOT_MADE;
	if (stream->written.failed < stream->written.runs || as_stream_is_written(search) ||
		!last->complaint)
		return 0;
	return as_error_set(error, AS_ERROR_INPUT,
		"--generator: %s; correct the command or the generator", last->complaint);
}

/* 1: continue; 0: the search is over. */
static int run_round(struct as_search *search, struct round *round, struct as_error *error)
{
	const int count = as_stream_next(search, round->trials, round_size(search), error);

	round->count = count > 0 ? (size_t)count : 0;
	if (count <= 0)
		return count;
	round->slice = choose_slice(search, round->count);
	const size_t slices = (round->count + round->slice - 1) / round->slice;
	if (as_pool_run(search->pool, make_slice, round, slices, error) ||
		check_written(search, round, error) ||
		as_stream_drop_repeated(search, round->trials, round->count, error) ||
		as_pool_run(search->pool, judge_slice, round, slices, error))
		return -1;
	as_settings_learn(&search->settings);
	if (as_stream_learn(&search->stream, round->trials, round->count, error))
		return -1;
	as_search_count(search, round->trials, round->count);
	check_fork_servers(search, round);
	if (note_passed(search, round, error))
		return -1;
	const int found = take_best(search, round, error);
	as_search_show(search, false);
	return found < 0 ? -1 : !found;
}

static int search_rounds(struct as_search *search, struct as_error *error)
{
	int more = 1;

	while (more > 0 && !as_search_has_enough(search) &&
		!as_is_cancelled(search->order->cancel) &&
		search->stream.fruitless < MAX_FRUITLESS) {
		AS_AUTO(clear_round) struct round round = {.search = search};
		more = run_round(search, &round, error);
	}
	return more < 0 ? -1 : 0;
}

static int judge_found(struct as_search *search, struct as_error *error)
{
	struct as_stress_report *report = search->report;

	if (report->outcome != AS_STRESS_FAILS)
		return 0;
	if (as_search_repeat(search, error) ||
		as_right_disagrees(search, &report->failure, &report->disagrees, error))
		return -1;
	if (report->disagrees)
		report->outcome = AS_STRESS_DISAGREE;
	if (as_trial_find_homes(search, error))
		return -1;
	if (search->order->counts_draws && !report->disagrees)
		as_search_draw(search);
	return 0;
}

static int run_search(struct as_search *search, struct as_error *error)
{
	if (open_search(search, error))
		return -1;
	if (search_rounds(search, error) ||
		as_trial_try_junk(search, &search->report->accepts_anything, error))
		return -1;
	return judge_found(search, error);
}

/* A cancelled search keeps what it found. */
int as_stress_run(const struct as_stress_order *order, struct as_stress_report *report,
	struct as_error *error)
{
	AS_AUTO(as_search_close) struct as_search search = {.order = order, .report = report};
	struct as_error why = {0};

	*report = (struct as_stress_report){0};
	if (as_compiled_verdict(order->submission) != AS_VERDICT_AC) {
		report->outcome = AS_STRESS_REFUSED;
		return 0;
	}
	const int failed = run_search(&search, &why);
	report->is_validated = atomic_load(&search.is_validated);
	report->not_run = atomic_exchange(&search.not_run, NULL);
	report->runs = !search.is_fresh && atomic_load(&search.forked) ? AS_STRESS_FORK_SERVER
								       : AS_STRESS_FRESH;
	report->ignores_options = as_stream_ignores_options(&search.stream);
	if (as_stream_ignores_seed(&search.stream))
		report->ignores_seed = strdup(as_stream_ignores_seed(&search.stream));
	report->elapsed_ns = search.begun_ns ? as_now_ns() - search.begun_ns : 0;
	report->interrupted = as_is_cancelled(order->cancel);
	if (!failed || report->interrupted)
		return 0;
	if (error)
		*error = why;
	as_stress_report_clear(report);
	return -1;
}
