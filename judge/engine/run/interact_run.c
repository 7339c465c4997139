/* SPDX-License-Identifier: MIT */
/*
 * The verdict of an interaction. The order is that of the format's judges:
 *
 * 1. A fault of the output validator is JE: the submission cannot be judged.
 * 2. The rejection by a validator that was not shown the end of the submission's output decides,
 *    whatever the submission's end is: its output was wrong before that.
 * 3. A submission over its output limit may be stopped just before or just after a validator
 *    rejects, by chance. So the order of the ends does not matter. The rejection decides if the
 *    validator had read no more output than the limit. If it had read more, up to the point where
 *    the submission was stopped, the rejection is a consequence of the OLE.
 * 4. Otherwise the submission's own failure, a limit or a crash, decides. That includes the case
 *    that the validator rejects because it then reads end of file.
 * 5. Otherwise the validator decides.
 *
 * CPU time and memory are those of the submission alone. In each pass both programs are new
 * processes.
 *
 * Both programs run on the worker's core: mostly one waits for the other, moving a message to
 * another core costs more than the message, and other cores may have measurements. So the
 * validator's time on the core is not a disturbance.
 */
#include "interact.h"
#include "rerun.h"
#include "run.h"

static int fill_validator(struct as_worker *worker, struct as_validator_run *validator_run,
	struct as_party *party, struct as_program_request *request, struct as_error *error)
{
	party->sandbox = as_test_open_validator(worker, validator_run->validator, error);
	if (!party->sandbox || as_validator_run_prepare(validator_run, request, error))
		return -1;
	party->request = request->request;
	return 0;
}

static int fill_submission(struct as_worker *worker, const struct as_test *test,
	const struct as_rerun *rerun, unsigned pass, struct as_party *party,
	struct as_program_request *request, struct as_error *error)
{
	if (as_test_request(worker, test, rerun, pass, request, error))
		return -1;
	as_worker_choose_sandbox(worker);
	party->sandbox = worker->sandbox;
	party->request = request->request;
	return 0;
}

static void drop_broken(struct as_worker *worker, const struct as_validator_run *validator_run,
	const struct as_interaction *interaction)
{
	const struct as_party *validator = &interaction->parties[AS_SPEAKER_VALIDATOR];
	const struct as_party *submission = &interaction->parties[AS_SPEAKER_SUBMISSION];

	if (validator->failed)
		as_test_drop_broken_validator(worker, validator_run->validator, &validator->why);
	if (submission->failed)
		as_sandbox_drop_broken(&worker->sandbox, &submission->why);
}

/* Judges the submission's run by itself; AS_VERDICT_NONE: it did not fail. */
static void judge_alone(const struct as_judging *judging, const struct as_party *submission,
	struct as_test_result *own)
{
	*own = (struct as_test_result)AS_TEST_RESULT_INIT;
	if (submission->failed)
		as_test_blame_exec(own, &submission->why);
	else
		as_test_judge_run(
			judging->program->language, &judging->limits, submission->result, own);
}

static void take_verdict(struct as_test_result *result, const struct as_test_result *own)
{
	result->verdict = own->verdict;
	result->scored.has_score = result->scored.has_multiplier = false;
	snprintf(result->reason, sizeof(result->reason), "%s", own->reason);
	snprintf(result->feedback, sizeof(result->feedback), "%s", own->feedback);
}

static void forgive_validator(struct as_run_result *run, const struct as_run_result *validator)
{
	int64_t *others_ns = &run->disturbance.others_ns;

	if (*others_ns > 0)
		*others_ns = *others_ns > validator->cpu_time_ns
				     ? *others_ns - validator->cpu_time_ns
				     : 0;
}

/* Steps 2 and 3. */
static bool has_last_word(const struct as_interaction *interaction,
	const struct as_test_result *result, const struct as_test_result *own)
{
	const struct as_party *submission = &interaction->parties[AS_SPEAKER_SUBMISSION];

	if (result->verdict != AS_VERDICT_WA)
		return false;
	if (own->verdict == AS_VERDICT_OLE)
		return interaction->read_bytes <= submission->request.limits.output_bytes;
	return !interaction->saw_end;
}

static int judge_interaction(struct as_worker *worker, struct as_interaction *interaction,
	struct as_validator_run *validator_run, struct as_attempt *attempt, struct as_error *error)
{
	const struct as_judging *judging = worker->judging;
	struct as_party *validator = &interaction->parties[AS_SPEAKER_VALIDATOR];
	const struct as_party *submission = &interaction->parties[AS_SPEAKER_SUBMISSION];
	struct as_test_result own, *result = &attempt->result;
	const struct as_validator_report report = as_test_report(result);
	struct as_error why = validator->why;
	struct as_ending ending;

	as_ending_begin(&ending, result);
	drop_broken(worker, validator_run, interaction);
	if (as_judging_is_cancelled(judging))
		return as_error_set(error, AS_ERROR_INTERNAL, "interrupted");
	if (!submission->failed)
		as_test_add_usage(submission->result, result);
	/* The validator's failure is then only a consequence. */
	if (submission->failed && !as_run_was_refused(&submission->why))
		return as_test_blame_judge(result, &submission->why);
	if (validator->failed ||
		as_validator_run_take(validator_run, validator->result, &report, &why))
		return as_test_blame_judge(result, &why);
	judge_alone(judging, submission, &own);
	as_ending_take(&ending, judging, submission->result, true, &own);
	if (!ending.decides && result->verdict == AS_VERDICT_AC)
		as_ending_conclude(&ending, result);
	else if (own.verdict != AS_VERDICT_NONE && !has_last_word(interaction, result, &own))
		take_verdict(result, &own);
	else if (result->verdict == AS_VERDICT_WA)
		*result->reason = '\0'; /* that of an earlier pass */
	forgive_validator(submission->result, validator->result);
	/* A pass that is over its time counts by itself, even if an earlier one was disturbed. */
	attempt->disturbed = as_rerun_is_disturbed(submission->result) ||
			     (attempt->disturbed && result->verdict != AS_VERDICT_TLE);
	return 0;
}

/* All passes are in one transcript. */
static int begin_transcript(struct as_attempt *attempt, struct as_error *error)
{
	if (attempt->transcript) {
		as_transcript_add_pass(attempt->transcript);
		return 0;
	}
	attempt->transcript = calloc(1, sizeof(*attempt->transcript));
	return attempt->transcript ? 0 : as_error_no_memory(error);
}

int as_test_interact(struct as_worker *worker, const struct as_test *test,
	const struct as_rerun *rerun, struct as_validator_run *validator_run,
	struct as_attempt *attempt, struct as_error *error)
{
	AS_AUTO(as_program_request_clear) struct as_program_request asking = {.argv = NULL};
	AS_AUTO(as_program_request_clear) struct as_program_request answering = {.argv = NULL};
	AS_AUTO_RUN_RESULT struct as_run_result run = AS_RUN_RESULT_INIT;
	struct as_interaction interaction = {.cancel = worker->judging->cancel};
	struct as_error why = {0};

	interaction.parties[AS_SPEAKER_VALIDATOR].result = &run;
	interaction.parties[AS_SPEAKER_SUBMISSION].result = &attempt->run;
	attempt->result.verdict = AS_VERDICT_NONE;
	attempt->result.feedback[0] = '\0';
	attempt->result.passes++;
	if (begin_transcript(attempt, &why) ||
		fill_validator(worker, validator_run, &interaction.parties[AS_SPEAKER_VALIDATOR],
			&asking, &why) ||
		fill_submission(worker, test, rerun, (unsigned)attempt->result.passes,
			&interaction.parties[AS_SPEAKER_SUBMISSION], &answering, &why))
		return as_test_blame_judge(&attempt->result, &why);
	as_validator_accepting(validator_run->validator, interaction.accepting_statuses);
	interaction.transcript = attempt->transcript;
	if (as_interact(&interaction, &why))
		return as_test_blame_judge(&attempt->result, &why);
	as_program_blame(answering.argv, &interaction.parties[AS_SPEAKER_SUBMISSION].why);
	return judge_interaction(worker, &interaction, validator_run, attempt, error);
}
