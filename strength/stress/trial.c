/* SPDX-License-Identifier: MIT */
/* An input on its way: made, validated, answered, run and compared. */
#include "search.h"

#include <errno.h>
#include <string.h>

void as_failure_clear(struct as_stress_failure *failure)
{
	as_bytes_clear(&failure->input);
	as_bytes_clear(&failure->answer);
	as_bytes_clear(&failure->output);
	free(failure->reason);
	free(failure->feedback);
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

static int run_command(struct as_search *search, unsigned thread, struct as_trial *trial,
	struct as_bytes *record, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes tape = {0};

	if (trial->is_taped && as_tape_format(&trial->tape, &tape, error))
		return -1;
	const struct as_command_call call = {.command = trial->command,
		.tape = trial->is_taped ? &tape : NULL,
		.record = trial->wants_record ? record : NULL};
	return as_command_run(search->stations[thread].runner, &call, &trial->input, error);
}

static int make_by_command(
	struct as_search *search, unsigned thread, struct as_trial *trial, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes record = {0};

	if (run_command(search, thread, trial, &record, error))
		return -1;
	/* A generator without gen.h has none; one that is wrong is as good as none. */
	trial->has_record = record.size > 0 &&
			    as_tape_parse(&trial->record, record.data, record.size, NULL) == 0;
	return 0;
}

static int make_by_script(struct as_search *search, struct as_trial *trial, struct as_error *error)
{
	trial->has_record = as_ctd_generate(search->stream.script, &trial->tape, &trial->input,
				    &trial->record, error) == 0;
	return trial->has_record ? 0 : -1;
}

int as_trial_make(
	struct as_search *search, unsigned thread, struct as_trial *trial, struct as_error *error)
{
	struct as_error why = {0};
	int failed = 0;

	if (trial->origin == AS_ORIGIN_COMMAND)
		failed = make_by_command(search, thread, trial, &why);
	else if (trial->origin == AS_ORIGIN_SCRIPT)
		failed = make_by_script(search, trial, &why);
	if (!failed) {
		trial->state = AS_TRIAL_MADE;
		return 0;
	}
	if (why.kind == AS_ERROR_INPUT)
		return end_trial(trial, AS_TRIAL_UNMADE, why.text, error);
	if (error)
		*error = why;
	return -1;
}

/* ---- validating ---- */

/* 1: valid; 0: not, with the reason; -1: an error. */
static int ask_all(struct as_search *search, unsigned thread, int input_fd,
	const struct as_test *like, struct as_opinion *opinion, struct as_error *error)
{
	const struct as_input_case input = {.input_fd = input_fd,
		.validator_args = like->input_validator_args,
		.args = like->args,
		.files_path = like->files_path};

	for (size_t i = 0; i < search->validator_count; i++) {
		if (as_validators_ask_input(
			    search->stations[thread].validators, i, &input, opinion, error))
			return -1;
		if (opinion->kind == AS_OPINION_BROKEN && !opinion->is_late)
			return as_error_at(error, AS_ERROR_INPUT,
				search->order->package->input_validators[i], 0, 0,
				"the input validator failed: %s; correct it first", opinion->text);
		if (opinion->kind == AS_OPINION_UNTRIED)
			continue;
		if (opinion->kind != AS_OPINION_ACCEPTED)
			return 0;
	}
	return 1;
}

/* For one of the variants. */
static int is_valid(struct as_search *search, unsigned thread, int input_fd,
	const struct as_setting *setting, struct as_opinion *opinion, struct as_error *error)
{
	int valid = 0;

	for (size_t i = 0; i < setting->variant_count && valid == 0; i++)
		valid = ask_all(search, thread, input_fd, setting->variants[i], opinion, error);
	return valid;
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

static int blame_package(const struct as_case_result *result, struct as_error *error)
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

	if (as_engine_run_case(search->order->judge, compiled, order, &result, error))
		return -1;
	if (result.test.verdict == AS_VERDICT_JE)
		return blame_package(&result, error);
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

static int answer_by_command(
	struct as_search *search, unsigned thread, struct as_trial *trial, struct as_error *error)
{
	struct as_error why = {0};
	const struct as_command_call call = {.command = search->right.command,
		.input = &trial->input,
		.time_ns = answer_time_ns(search)};

	if (as_command_run(search->stations[thread].runner, &call, &trial->answer, &why) == 0)
		return 0;
	if (why.kind == AS_ERROR_INPUT)
		return end_trial(trial, AS_TRIAL_UNANSWERED, why.text, error);
	if (error)
		*error = why;
	return -1;
}

static int answer_by_submission(struct as_search *search, const struct as_setting *setting,
	struct as_trial *trial, struct as_error *error)
{
	AS_AUTO(as_case_result_clear) struct as_case_result result = {0};
	struct as_case order =
		make_case(search, &trial->input, &(struct as_bytes){0}, AS_RERUNS_NONE);

	order.like = setting->like;
	order.unchecked = true;
	order.time_limit_ns = answer_time_ns(search);
	if (as_engine_run_case(
		    search->order->judge, search->right.compiled, &order, &result, error))
		return -1;
	if (result.test.verdict != AS_VERDICT_AC) {
		AS_AUTO_FREE char *reason = as_text_format(error, "%s %s on a valid input",
			search->right.name, as_verdict_name(result.test.verdict));
		return reason ? end_trial(trial, AS_TRIAL_UNANSWERED, reason, error) : -1;
	}
	trial->answer = result.output;
	result.output = (struct as_bytes){0};
	return 0;
}

static int answer(struct as_search *search, unsigned thread, const struct as_setting *setting,
	struct as_trial *trial, struct as_error *error)
{
	if (search->right.command)
		return answer_by_command(search, thread, trial, error);
	return search->right.compiled ? answer_by_submission(search, setting, trial, error) : 0;
}

/* ---- the whole ---- */

static int judge_in(struct as_search *search, unsigned thread, const struct as_setting *setting,
	struct as_trial *trial, struct as_error *error)
{
	struct as_case order = {0};
	bool fails = false;

	if (!trial->answer.data && answer(search, thread, setting, trial, error))
		return -1;
	if (trial->state == AS_TRIAL_UNANSWERED)
		return 0;
	order = make_case(search, &trial->input, &trial->answer, AS_RERUNS_NONE);
	order.like = setting->like;
	if (run_setting(search, search->order->submission, &order, &trial->failure, &fails, error))
		return -1;
	trial->state = fails ? AS_TRIAL_FAILED : AS_TRIAL_PASSED;
	return 0;
}

int as_trial_judge(
	struct as_search *search, unsigned thread, struct as_trial *trial, struct as_error *error)
{
	struct as_opinion opinion = {0};
	AS_AUTO_FD int input_fd = -1;

	if (trial->state != AS_TRIAL_MADE)
		return 0;
	input_fd = as_input_from_bytes(trial->input.data, trial->input.size, error);
	if (input_fd < 0)
		return -1;
	for (size_t i = 0; i < search->settings.count; i++) {
		const struct as_setting *setting = &search->settings.items[i];
		const int valid = is_valid(search, thread, input_fd, setting, &opinion, error);
		if (valid < 0 || (valid && judge_in(search, thread, setting, trial, error)))
			return -1;
		if (trial->state == AS_TRIAL_UNANSWERED || trial->state == AS_TRIAL_FAILED)
			return 0;
	}
	return trial->state == AS_TRIAL_PASSED
		       ? 0
		       : end_trial(trial, AS_TRIAL_INVALID, opinion.text, error);
}
