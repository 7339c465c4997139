/* SPDX-License-Identifier: MIT */
/* Runs output validators, or the default one, on outputs. */
#include "validator_set.h"

#include <errno.h>
#include <string.h>

static int check_default(const struct as_package *package, const struct as_output_case *output,
	int output_fd, struct as_validation *validation, struct as_error *error)
{
	AS_AUTO_FD int answer = as_file_open(package->tree.fd, output->answer_path, error);
	bool accepted;

	validation->exit_code = -1;
	if (answer < 0 || as_check_default(output_fd, answer, &output->check_flags, &accepted,
				  validation->text, error))
		return -1;
	validation->kind = accepted ? AS_VALIDATION_ACCEPTED : AS_VALIDATION_REJECTED;
	return 0;
}

/* Uses the programs that the engine has compiled for judging, if all of them compile; else compiles
 * this validator alone, so that the error concerns it. */
static int find_program(struct as_validators *validators, size_t index, struct as_error *error)
{
	struct output_validator *output = &validators->outputs[index];
	struct as_error why = {0};

	if (output->program)
		return 0;
	if (validators->compiled) {
		output->program = validators->compiled[index];
		return 0;
	}
	output->program = output->own = as_validator_open(
		validators->config.workshop, validators->config.package, index, &why);
	output->is_broken = why.kind == AS_ERROR_INPUT;
	if (!output->program && error)
		*error = why;
	return output->program ? 0 : -1;
}

static int open_output(struct as_validators *validators, size_t index, struct as_error *error)
{
	struct output_validator *output = &validators->outputs[index];

	if (find_program(validators, index, error))
		return -1;
	if (!output->sandbox)
		output->sandbox = as_validator_sandbox(output->program, -1, error);
	if (output->sandbox)
		as_sandbox_pin(output->sandbox, validators->core);
	return output->sandbox ? 0 : -1;
}

/* If there are several, the text names the one that rejected. */
static void name_rejecter(const struct as_validators *validators, size_t index, char *text)
{
	const char *path = validators->config.package->output_validators[index];
	char reason[AS_FEEDBACK_SIZE];

	if (validators->output_count < 2)
		return;
	memcpy(reason, text, sizeof(reason));
	snprintf(text, AS_FEEDBACK_SIZE, "%.120s%s%.380s", as_text_last_part(path),
		*reason ? ": " : "", reason);
}

static int run_output_validator(struct as_validators *validators, size_t index,
	const struct as_validator_task *task, int output_fd, struct as_validation *validation,
	struct as_error *error)
{
	AS_AUTO(as_validator_run_clear)
	struct as_validator_run validator_run = AS_VALIDATOR_RUN_INIT;
	char *judge_message = NULL, *team_message = NULL;
	struct as_test_score score = {0};
	enum as_verdict verdict = AS_VERDICT_NONE;
	AS_AUTO(as_validator_report_clear)
	const struct as_validator_report report = {
		&verdict, validation->text, &score, &judge_message, &team_message};

	if (open_output(validators, index, error))
		return -1;
	validator_run.validator = validators->outputs[index].program;
	validator_run.task = task;
	if (as_validator_run_output(
		    &validator_run, validators->outputs[index].sandbox, output_fd, &report, error))
		return -1;
	validation->exit_code = -1;
	validation->score = score;
	validation->kind =
		verdict == AS_VERDICT_AC ? AS_VALIDATION_ACCEPTED : AS_VALIDATION_REJECTED;
	if (validation->kind == AS_VALIDATION_REJECTED)
		name_rejecter(validators, index, validation->text);
	return 0;
}

/* A validator that does not compile was reported before. */
static bool is_known_as_broken(const struct as_validators *validators)
{
	for (size_t i = 0; i < validators->output_count; i++)
		if (validators->outputs[i].is_broken)
			return true;
	return false;
}

static int run_output_validators(struct as_validators *validators,
	const struct as_validator_task *task, const char *only, int output_fd,
	struct as_validation *validation, struct as_error *error)
{
	validation->kind = AS_VALIDATION_ACCEPTED;
	for (size_t i = 0;
		i < validators->output_count && validation->kind == AS_VALIDATION_ACCEPTED; i++)
		if ((!only ||
			    strcmp(only, validators->config.package->output_validators[i]) == 0) &&
			run_output_validator(validators, i, task, output_fd, validation, error))
			return -1;
	return 0;
}

struct as_output_case as_output_case_of(const struct as_test *test, int output_fd)
{
	return (struct as_output_case){.name = test->name,
		.input_path = test->input_path,
		.answer_path = test->answer_path,
		.output_fd = output_fd,
		.validator_args = test->output_validator_args,
		.only_validator = test->only_validator,
		.check_flags = test->check_flags};
}

static int stage_and_run(struct as_validators *validators, const struct as_output_case *output,
	int output_fd, struct as_validation *validation, struct as_error *error)
{
	struct as_stage stage = {.folder = ""};
	const struct as_validator_task task = {
		.stage = &stage,
		.dir_fd = validators->config.package->tree.fd,
		.files = {output->name, output->input_path, output->answer_path},
		.args = output->validator_args,
		.score_files = output->score_files,
		.cancel = validators->config.cancel,
	};
	int failed = as_stage_make(&stage, validators->config.workshop, task.dir_fd, &task.files,
			     error) ||
		     run_output_validators(validators, &task, output->only_validator, output_fd,
			     validation, error);

	as_stage_remove(&stage, validators->config.workshop);
	return failed ? -1 : 0;
}

int as_validators_run_output(struct as_validators *validators, const struct as_output_case *output,
	struct as_validation *validation, struct as_error *error)
{
	const struct as_package *package = validators->config.package;
	struct as_error why = {0};

	*validation = (struct as_validation){.exit_code = -1};
	if (package->interactive)
		return as_validation_set(validation, AS_VALIDATION_UNAVAILABLE,
			"the output validator of an interactive package is not run on files");
	if (is_known_as_broken(validators))
		return as_validation_set(validation, AS_VALIDATION_UNAVAILABLE,
			"the output validator cannot be run");
	/* Before the core is borrowed, since compiling borrows one as well. */
	validators->compiled = package->output_validators
				       ? validators->config.compiled(validators->config.context)
				       : NULL;
	AS_AUTO_CORE_LOAN struct as_core_loan loan = AS_CORE_LOAN_INIT;
	if (as_validators_borrow_core(validators, &loan, error))
		return -1;
	if (lseek(output->output_fd, 0, SEEK_SET) < 0)
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot read an output");
	AS_AUTO_FD int output_fd = as_input_from_fd(output->output_fd, error);
	if (output_fd < 0)
		return -1;
	int failed = package->output_validators
			     ? stage_and_run(validators, output, output_fd, validation, &why)
			     : check_default(package, output, output_fd, validation, &why);
	return failed ? as_validation_unavailable(validation, &why, error) : 0;
}
