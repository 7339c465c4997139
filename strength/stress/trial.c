/* SPDX-License-Identifier: MIT */
/* One trial: makes an input, validates it, answers it, runs the submission and compares. */
#include "search.h"

#include <errno.h>
#include <string.h>

void as_stress_draws_clear(struct as_stress_draws *draws)
{
	for (size_t i = 0; i < draws->count; i++)
		free(draws->items[i].test);
	free(draws->items);
	*draws = (struct as_stress_draws){0};
}

void as_failure_clear(struct as_stress_failure *failure)
{
	as_bytes_clear(&failure->input);
	as_bytes_clear(&failure->answer);
	as_bytes_clear(&failure->output);
	free(failure->reason);
	free(failure->feedback);
	free(failure->homes);
	as_stress_draws_clear(&failure->draws);
	*failure = (struct as_stress_failure){0};
}

void as_trial_clear(struct as_trial *trial)
{
	free(trial->command);
	free(trial->complaint);
	as_bytes_clear(&trial->input);
	as_bytes_clear(&trial->answer);
	as_failure_clear(&trial->failure);
	as_tape_clear(&trial->tape);
	as_tape_clear(&trial->record);
	*trial = (struct as_trial){0};
}

static int end_trial(struct as_trial *trial, enum as_trial_state state, const char *reason,
	struct as_error *error)
{
	trial->state = state;
	free(trial->complaint);
	trial->complaint = as_text_format(error, "%s", reason);
	return trial->complaint ? 0 : -1;
}

/* ---- making ---- */

/* Borrowed by the calls for a slice. */
struct making {
	struct as_trial *trials[AS_MAX_SLICE];
	struct as_bytes tapes[AS_MAX_SLICE], records[AS_MAX_SLICE];
	struct as_command_call calls[AS_MAX_SLICE];
	struct as_command_result results[AS_MAX_SLICE];
	size_t count;
};

static void clear_making(struct making *making)
{
	for (size_t i = 0; i < making->count; i++) {
		as_bytes_clear(&making->tapes[i]);
		as_command_result_clear(&making->results[i]);
	}
}

/* CPU time of a generator. After a run that did not end in time, it is probably a loop that waits
 * for another choice, so less is enough. The command of --generator as it is written keeps its full
 * time even if runs with other numbers are late. */
#define GENERATOR_NS INT64_C(5000000000)
#define LATE_NS INT64_C(200000000)

static atomic_bool *late_flag(struct as_search *search, const struct as_trial *trial)
{
	return trial->is_written ? &search->late.written : &search->late.generator;
}

static int add_call(struct as_search *search, struct making *making, struct as_trial *trial,
	struct as_error *error)
{
	const size_t i = making->count;

	if (trial->is_taped && as_tape_format(&trial->tape, &making->tapes[i], error))
		return -1;
	making->trials[i] = trial;
	making->calls[i] = (struct as_command_call){.command = trial->command,
		.tape = trial->is_taped ? &making->tapes[i] : NULL,
		.record = trial->is_recording ? &making->records[i] : NULL,
		.time_ns = atomic_load(late_flag(search, trial)) ? LATE_NS : GENERATOR_NS,
		.deadline_ns = search->deadline_ns,
		.output_bytes = AS_MAX_INPUT_BYTES};
	making->count++;
	return 0;
}

/* A generator without gen.h leaves no record; a malformed record is ignored. */
static int take_made(
	struct as_trial *trial, struct as_command_result *result, struct as_error *error)
{
	/* After the deadline it was not run, and the trial stays NEW. */
	if (result->why.sys_errno == ECANCELED)
		return 0;
	if (result->why.kind)
		return end_trial(trial, AS_TRIAL_NOT_MADE, result->why.text, error);
	trial->input = result->output;
	result->output = (struct as_bytes){0};
	trial->has_record =
		result->record.size > 0 &&
		as_tape_parse(&trial->record, result->record.data, result->record.size, NULL) == 0;
	trial->state = AS_TRIAL_MADE;
	return 0;
}

static int make_by_script(struct as_search *search, struct as_trial *trial, struct as_error *error)
{
	struct as_error why = {0};

	trial->has_record = as_ctd_generate(search->stream.script, &trial->tape, &trial->input,
				    &trial->record, &why) == 0;
	if (trial->has_record) {
		trial->state = AS_TRIAL_MADE;
		return 0;
	}
	if (why.kind == AS_ERROR_INPUT)
		return end_trial(trial, AS_TRIAL_NOT_MADE, why.text, error);
	if (error)
		*error = why;
	return -1;
}

int as_trials_make(struct as_search *search, unsigned thread, struct as_trial *trials, size_t count,
	struct as_error *error)
{
	AS_AUTO(clear_making) struct making making = {0};

	for (size_t i = 0; i < count; i++) {
		struct as_trial *trial = &trials[i];
		if (trial->origin == AS_ORIGIN_INPUT)
			trial->state = AS_TRIAL_MADE;
		else if (trial->origin == AS_ORIGIN_SCRIPT
				 ? make_by_script(search, trial, error)
				 : add_call(search, &making, trial, error))
			return -1;
	}
	if (as_command_run_many(search->thread_states[thread].runner, making.calls, making.count,
		    !search->is_fresh, making.results, error))
		return -1;
	for (size_t i = 0; i < making.count; i++) {
		if (making.results[i].why.sys_errno == ETIME)
			atomic_store(late_flag(search, making.trials[i]), true);
		if (take_made(making.trials[i], &making.results[i], error))
			return -1;
	}
	return 0;
}

/* ---- running ---- */

static int take_failure(struct as_case_result *result, const struct as_test *like,
	struct as_stress_failure *failure, struct as_error *error)
{
	const struct as_result_test *test = &result->test;

	*failure = (struct as_stress_failure){.verdict = test->verdict, .like = like};
	failure->reason = as_steal(result->test.reason);
	failure->feedback = as_steal(result->test.feedback);
	if (!test->transcript) {
		failure->output = result->output;
		result->output = (struct as_bytes){0};
		return 0;
	}
	failure->output.size = strlen(test->transcript);
	failure->output.data = as_steal(result->test.transcript);
	return failure->output.data ? 0 : as_error_no_memory(error);
}

int as_trial_blame(const struct as_case_result *result, struct as_error *error)
{
	return as_error_set(error,
		result->fault == AS_ERROR_INPUT ? AS_ERROR_INPUT : AS_ERROR_INTERNAL,
		"judging failed on an input: %s",
		result->test.feedback ? result->test.feedback : "unknown reason");
}

static int run_setting(struct as_search *search, struct as_compiled *compiled,
	const struct as_case *order, struct as_stress_failure *failure, bool *fails,
	struct as_error *error)
{
	AS_AUTO(as_case_result_clear) struct as_case_result result = {0};

	if (as_engine_run_case(search->order->opened, compiled, order, &result, error))
		return -1;
	if (result.test.verdict == AS_VERDICT_JE)
		return as_trial_blame(&result, error);
	*fails = result.test.verdict != AS_VERDICT_AC;
	return *fails ? take_failure(&result, order->like, failure, error) : 0;
}

static struct as_case make_case(struct as_search *search, const struct as_bytes *input,
	const struct as_bytes *answer, int reruns)
{
	return (struct as_case){.input = input->data,
		.input_size = input->size,
		.answer = answer->data ? answer->data : "",
		.answer_size = answer->size,
		.reruns = reruns,
		.class = search->order->class,
		.want_output = true,
		.cancel = search->order->cancel};
}

int as_trial_run(struct as_search *search, struct as_compiled *compiled,
	const struct as_stress_failure *failure, int reruns, struct as_stress_failure *again,
	bool *fails, struct as_error *error)
{
	struct as_case order = make_case(search, &failure->input, &failure->answer, reruns);

	order.like = failure->like;
	return run_setting(search, compiled, &order, again, fails, error);
}

/* ---- the answer ---- */

static int64_t answer_time_ns(const struct as_search *search)
{
	return 10 * search->order->package->limits.time_limit_ns;
}

static int answer_by_command(struct as_search *search, unsigned thread, struct as_trial *trials,
	size_t count, struct as_error *error)
{
	AS_AUTO(clear_making) struct making making = {0};

	for (size_t i = 0; i < count; i++)
		if (trials[i].state == AS_TRIAL_MADE && !trials[i].own) {
			making.trials[making.count] = &trials[i];
			making.calls[making.count++] = (struct as_command_call){
				.command = search->right.command,
				.input = &trials[i].input,
				.time_ns = answer_time_ns(search),
				.deadline_ns = search->deadline_ns,
				.output_bytes = search->order->package->limits.output_bytes};
		}
	if (as_command_run_many(search->thread_states[thread].runner, making.calls, making.count,
		    !search->is_fresh, making.results, error))
		return -1;
	for (size_t i = 0; i < making.count; i++) {
		struct as_command_result *result = &making.results[i];
		if (result->why.sys_errno == ECANCELED) {
			making.trials[i]->state = AS_TRIAL_NEW;
			continue;
		}
		if (result->why.kind &&
			end_trial(making.trials[i], AS_TRIAL_UNANSWERED, result->why.text, error))
			return -1;
		making.trials[i]->answer = result->output;
		result->output = (struct as_bytes){0};
	}
	return 0;
}

const struct as_test *as_trial_like(const struct as_search *search, const struct as_trial *trial)
{
	size_t i = 0;

	while (!(trial->valid & (uint64_t)1 << i))
		i++;
	return search->settings.items[i].like;
}

static int answer_by_submission(
	struct as_search *search, struct as_trial *trial, struct as_error *error)
{
	AS_AUTO(as_case_result_clear) struct as_case_result result = {0};
	struct as_case order =
		make_case(search, &trial->input, &(struct as_bytes){0}, AS_RERUNS_NONE);

	order.like = as_trial_like(search, trial);
	order.unchecked = true;
	order.time_limit_ns = answer_time_ns(search);
	if (as_engine_run_case(
		    search->order->opened, search->right.compiled, &order, &result, error))
		return -1;
	if (result.test.verdict != AS_VERDICT_AC) {
		AS_AUTO_FREE char *reason = as_text_format(error, "%s: %s on a valid input",
			search->right.name, as_verdict_name(result.test.verdict));
		return reason ? end_trial(trial, AS_TRIAL_UNANSWERED, reason, error) : -1;
	}
	trial->answer = result.output;
	result.output = (struct as_bytes){0};
	return 0;
}

/* Each input is answered in a run of its own. Without an answer the submission is not run. */
static int answer_each(
	struct as_search *search, struct as_trial *trials, size_t count, struct as_error *error)
{
	for (size_t i = 0; i < count; i++) {
		if (trials[i].state != AS_TRIAL_MADE || trials[i].answer.data)
			continue;
		if (as_search_is_over(search))
			trials[i].state = AS_TRIAL_NEW;
		else if (answer_by_submission(search, &trials[i], error))
			return -1;
	}
	return 0;
}

int as_trials_answer(struct as_search *search, unsigned thread, struct as_trial *trials,
	size_t count, struct as_error *error)
{
	if (search->right.command)
		return answer_by_command(search, thread, trials, count, error);
	if (search->right.compiled && !search->is_fresh &&
		as_forked_answer(search, thread, trials, count, error))
		return -1;
	return search->right.compiled ? answer_each(search, trials, count, error) : 0;
}

/* ---- all stages ---- */

static int run_one(struct as_search *search, struct as_trial *trial, struct as_error *error)
{
	/* A failure is confirmed later, with reruns. */
	struct as_case order = make_case(search, &trial->input, &trial->answer, AS_RERUNS_NONE);
	bool fails = false;

	if (trial->own) {
		order.like = trial->own;
		if (run_setting(search, search->order->submission, &order, &trial->failure, &fails,
			    error))
			return -1;
	}
	for (size_t i = 0; i < search->settings.count && !fails && !trial->own; i++) {
		if (!(trial->valid & (uint64_t)1 << i))
			continue;
		order.like = search->settings.items[i].like;
		if (run_setting(search, search->order->submission, &order, &trial->failure, &fails,
			    error))
			return -1;
	}
	trial->state = fails ? AS_TRIAL_FAILED : AS_TRIAL_PASSED;
	return 0;
}

static int run_all(struct as_search *search, unsigned thread, struct as_trial *trials, size_t count,
	bool until_failure, struct as_error *error)
{
	if (!search->is_fresh && as_forked_run(search, thread, trials, count, error))
		return -1;
	for (size_t i = 0; i < count && !as_search_is_over(search); i++) {
		if (trials[i].state == AS_TRIAL_MADE && run_one(search, &trials[i], error))
			return -1;
		if (until_failure && trials[i].state == AS_TRIAL_FAILED)
			return 0;
	}
	return 0;
}

int as_trials_judge(struct as_search *search, unsigned thread, struct as_trial *trials,
	size_t count, bool until_failure, struct as_error *error)
{
	return as_trials_validate(search, thread, trials, count, error) ||
			       as_trials_answer(search, thread, trials, count, error) ||
			       run_all(search, thread, trials, count, until_failure, error)
		       ? -1
		       : 0;
}
