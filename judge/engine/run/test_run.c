/* SPDX-License-Identifier: MIT */
/* Runs one program on one test: runs it, evaluates its end, checks its output. */
#include "data.h"
#include "rerun.h"
#include "run.h"

#include <sys/stat.h>

/* Writes the input into a new entry of the work folder, and the name of that entry; remove it. */
static int put_input(
	struct as_workshop *workshop, int input, char entry[32], struct as_error *error)
{
	AS_AUTO_FD int folder = as_workshop_new_folder(workshop, entry, error);

	return folder < 0 || as_file_copy(input, folder, "input", 0444, AS_UNLIMITED_BYTES, error)
		       ? -1
		       : 0;
}

/* The input of a later pass comes from the validator, whose output the submission may have
 * determined. In a language without code of its own at run time, it must not be executable. */
static int run_program(struct as_worker *worker, const struct as_test *test,
	const struct as_rerun *rerun, int input, unsigned pass, struct as_run_result *run,
	struct as_error *error)
{
	struct as_workshop *workshop = worker->judging->opened->workshop;
	AS_AUTO(as_program_request_clear) struct as_program_request request = {.argv = NULL};
	char entry[32] = "";

	if (as_test_request(worker, test, rerun, pass, &request, error))
		return -1;
	request.request.stdin_fd = input;
	if (pass > 1 && request.request.restrictions & AS_RESTRICT_CODE) {
		if (put_input(workshop, input, entry, error)) {
			as_workshop_remove(workshop, entry);
			return -1;
		}
		request.request.data = entry;
		request.request.stdin_is_data = true;
	}
	as_worker_choose_sandbox(worker);
	int failed = as_sandbox_run(worker->sandbox, &request.request, run, error);
	as_workshop_remove(workshop, entry);
	if (failed)
		as_program_blame(request.argv, error);
	return failed ? -1 : 0;
}

static int check_output(const struct as_judging *judging, const struct as_test *test, int output,
	struct as_test_result *result, struct as_error *error)
{
	AS_AUTO_FD int answer = as_data_open_answer(judging, test, error);
	bool accepted;

	if (answer < 0 || as_check_default(output, answer, &test->check_flags, &accepted,
				  result->feedback, error))
		return -1;
	result->verdict = accepted ? AS_VERDICT_AC : AS_VERDICT_WA;
	return 0;
}

/* With lenient judging, the output is also checked without the prompt at its end. A validator sees
 * only one of the two, since it may require several passes. */
static int check(struct as_worker *worker, const struct as_test *test,
	struct as_validator_run *validator_run, const struct as_run_result *run,
	const struct as_ending *ending, struct as_test_result *result, struct as_error *error)
{
	const struct as_judging *judging = worker->judging;
	AS_AUTO_FD int without_prompt = -1;

	if (as_ending_cut_prompt(ending, run, &without_prompt, error))
		return -1;
	if (judging->opened->validators) {
		struct as_run_result shown = *run;
		if (without_prompt >= 0)
			shown.stdout_fd = without_prompt;
		return as_test_validate(worker, test, validator_run, &shown, result, error);
	}
	if (check_output(judging, test, run->stdout_fd, result, error))
		return -1;
	if (result->verdict == AS_VERDICT_AC || without_prompt < 0)
		return 0;
	*result->feedback = '\0';
	return check_output(judging, test, without_prompt, result, error);
}

/* The program shares the open file, and so its offset. */
static bool has_read_all(int input)
{
	const off_t at = lseek(input, 0, SEEK_CUR);
	struct stat info;

	return at >= 0 && fstat(input, &info) == 0 && at >= info.st_size;
}

/* The run of a pass, or its answer. False: there is none, and the result says why. */
static bool produce_output(struct as_worker *worker, const struct as_test *test,
	const struct as_rerun *rerun, int input, struct as_attempt *attempt)
{
	struct as_test_result *result = &attempt->result;
	struct as_error why = {0};

	if (worker->judging->opened->package->submit_answer) {
		if (as_answers_run(worker->judging, test, result, &attempt->run, &why) == 0)
			return true;
		as_test_blame_judge(result, &why);
		return false;
	}
	if (run_program(
		    worker, test, rerun, input, (unsigned)result->passes, &attempt->run, &why) == 0)
		return true;
	as_sandbox_drop_broken(&worker->sandbox, &why);
	if (as_run_was_refused(&why))
		as_test_blame_exec(result, &why);
	else
		as_test_blame_judge(result, &why);
	return false;
}

/* The verdict of the run's end: its usage, limits and exit status. */
static void judge_end(const struct as_judging *judging, int input, struct as_attempt *attempt,
	struct as_ending *ending)
{
	struct as_test_result *result = &attempt->result;
	struct as_run_result *run = &attempt->run;

	as_test_add_usage(run, result);
	as_test_judge_run(judging->program->language, &judging->limits, run, result);
	/* A pass that is over its time counts by itself, even if an earlier one was disturbed. */
	attempt->disturbed = as_rerun_is_disturbed(run) ||
			     (attempt->disturbed && result->verdict != AS_VERDICT_TLE);
	as_ending_take(ending, judging, run, has_read_all(input), result);
}

/* The verdict of the output, after an end that does not decide. -1: the judging must end. */
static int judge_output(struct as_worker *worker, const struct as_test *test,
	struct as_validator_run *validator_run, const struct as_ending *ending,
	struct as_attempt *attempt, struct as_error *error)
{
	const struct as_judging *judging = worker->judging;
	struct as_test_result *result = &attempt->result;
	struct as_error why = {0};

	if (judging->data && judging->data->bytes->unchecked) {
		result->verdict = AS_VERDICT_AC;
		return 0;
	}
	result->verdict = AS_VERDICT_NONE;
	if (check(worker, test, validator_run, &attempt->run, ending, result, &why))
		return as_judging_is_cancelled(judging)
			       ? as_error_set(error, AS_ERROR_INTERNAL, "interrupted")
			       : as_test_blame_judge(result, &why);
	as_ending_conclude(ending, result);
	return 0;
}

/* One pass and its verdict. -1: the judging must end. */
static int run_pass(struct as_worker *worker, const struct as_test *test, int input_fd,
	const struct as_rerun *rerun, struct as_validator_run *validator_run,
	struct as_attempt *attempt, struct as_error *error)
{
	struct as_test_result *result = &attempt->result;
	struct as_error why = {0};
	struct as_ending ending;
	AS_AUTO_FD int input = as_input_copy(input_fd, &why);

	as_ending_begin(&ending, result);
	result->verdict = AS_VERDICT_NONE;
	result->feedback[0] = '\0';
	result->passes++;
	if (input < 0)
		return as_test_blame_judge(result, &why);
	if (!produce_output(worker, test, rerun, input, attempt))
		return 0;
	if (as_run_check_cancel(&attempt->run, error))
		return -1;
	judge_end(worker->judging, input, attempt, &ending);
	return ending.decides ? 0
			      : judge_output(worker, test, validator_run, &ending, attempt, error);
}

/* Each of several interactive validators has its own run. */
static bool has_next_validator(const struct as_open_package *opened, const struct as_test *test,
	struct as_validator_run *validator_run)
{
	return opened->package->interactive && as_test_next_validator(opened, test, validator_run);
}

/* One run, with all of its passes, and its verdict. -1: the judging must end. */
static int try_once(struct as_worker *worker, const struct as_test *test, int input_fd,
	const struct as_rerun *rerun, struct as_attempt *attempt, struct as_error *error)
{
	struct as_open_package *opened = worker->judging->opened;
	AS_AUTO(as_validator_run_clear)
	struct as_validator_run validator_run = AS_VALIDATOR_RUN_INIT;
	struct as_error why = {0};
	struct as_validator_task task = {
		.dir_fd = opened->package->tree.fd,
		.files = as_data_files(worker->judging, test),
		.args = test->output_validator_args,
		.score_files =
			as_score_files_of(opened->package, &opened->package->groups[test->group]),
		.cancel = worker->judging->cancel,
	};

	if (opened->validators) {
		const struct as_working *folder = &worker->judging->validator_folder;
		task.folder = *folder->folder ? folder->folder : NULL;
		task.folder_bytes = *folder->folder ? folder->bytes : 0;
		task.stage = as_data_stage(worker->judging, test, &why);
		if (!task.stage)
			return as_test_blame_judge(&attempt->result, &why);
		validator_run.validator = as_test_first_validator(opened, test);
		validator_run.task = &task;
	}
	do {
		int next_fd = validator_run.next_input_fd;
		if (opened->package->interactive
				? as_test_interact(
					  worker, test, rerun, &validator_run, attempt, error)
				: run_pass(worker, test, next_fd >= 0 ? next_fd : input_fd, rerun,
					  &validator_run, attempt, error))
			return -1;
	} while (attempt->result.verdict == AS_VERDICT_AC &&
		 (validator_run.next_input_fd >= 0 ||
			 has_next_validator(opened, test, &validator_run)));
	return 0;
}

/* Runs on claimed cores until the verdict is decided; between two runs other processes may have the
 * core. */
static int run_until_decided(struct as_worker *worker, const struct as_test *test, int input,
	struct as_rerun *rerun, struct as_error *error)
{
	do {
		AS_AUTO(as_attempt_clear) struct as_attempt attempt = AS_ATTEMPT_INIT;
		/* Answers have no time to measure. */
		bool is_answer = worker->judging->opened->package->submit_answer;
		AS_AUTO_CORE struct as_core core = AS_CORE_INIT;
		if (!is_answer)
			as_core_claim(worker, test->name, &core);
		if (try_once(worker, test, input, rerun, &attempt, error))
			return -1;
		as_rerun_add(rerun, &attempt);
	} while (!as_rerun_is_decided(rerun));
	return 0;
}

/* If the package has changed, the result is a judging error, never a verdict about new files under
 * the old digest. */
static void check_package(
	const struct as_judging *judging, const struct as_test *test, struct as_test_result *result)
{
	struct as_error why = {0};

	if (as_data_check(judging, test, &why) == 0)
		return;
	as_test_result_clear(result);
	*result = (struct as_test_result)AS_TEST_RESULT_INIT;
	as_test_blame_judge(result, &why);
}

int as_test_run(struct as_worker *worker, const struct as_test *test, struct as_test_result *result,
	struct as_error *error)
{
	const struct as_open_package *opened = worker->judging->opened;
	const struct as_judging *judging = worker->judging;
	struct as_error why = {0};
	AS_AUTO(as_rerun_clear) struct as_rerun rerun = AS_RERUN_INIT;
	AS_AUTO_FD int input = -1;

	*result = (struct as_test_result)AS_TEST_RESULT_INIT;
	if (!opened->package->submit_answer && as_worker_open_sandbox(worker, &why)) {
		if (error)
			*error = why;
		return -1;
	}
	if (as_data_check(judging, test, &why) ||
		(input = as_data_open_input(judging, test, &why)) < 0)
		return as_test_blame_judge(result, &why);
	rerun.limits = &judging->limits;
	rerun.margin_time_ns = worker->margin_time_ns;
	rerun.max = as_rerun_max(judging->order.reruns);
	if (!opened->package->submit_answer &&
		as_working_make(&worker->working, judging, test, &why))
		return as_test_blame_judge(result, &why);
	int failed = run_until_decided(worker, test, input, &rerun, error);
	as_working_remove(&worker->working, opened);
	if (failed)
		return -1;
	struct as_attempt *counted = as_rerun_counted(&rerun);
	if (counted->transcript)
		counted->result.transcript = as_transcript_printable(counted->transcript);
	*result = counted->result;
	result->usage.disturbed = judging->order.keep_disturbed && counted->disturbed;
	as_test_result_disown(&counted->result);
	check_package(judging, test, result);
	as_test_note_encodings(judging, test, input, counted->run.stdout_fd, result);
	/* There is no output to keep if nothing was run. */
	if (counted->run.stdout_fd >= 0 && (as_keep_run(judging, test, counted, error) ||
						   as_data_take_output(judging, counted, error)))
		return -1;
	return as_keep_messages(judging, test, result, error);
}
