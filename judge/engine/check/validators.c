/* SPDX-License-Identifier: MIT */
/*
 * Runs a package's validators on its own files, for a caller that checks a package. Each program
 * has its own sandbox. The program checktestdata runs Checktestdata files, if it is installed.
 */
#include "validator.h"

#include <assay/engine/validators.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>

/* An input validator. If the program itself failed, the same result is returned for each file. */
struct input_validator {
	bool is_ready;
	struct as_program *program; /* or NULL: */
	char script[32]; /* the entry of the work folder with a Checktestdata file, or: */
	struct as_validation validation; /* why it cannot be run */
};

struct output_validator {
	const struct as_validator *program; /* NULL until it is first needed */
	struct as_validator *own; /* owned by these validators; NULL: the engine's is used */
	struct as_sandbox *sandbox;
	bool is_broken; /* it could not be prepared, by the package's fault */
};

struct as_validators {
	struct as_judge *judge;
	const struct as_package *package; /* of the judge */
	struct as_workshop *workshop;
	const atomic_bool *cancel; /* or NULL */
	int core;                  /* borrowed during a call; -1: none */
	bool is_prepared;          /* the judge has compiled its programs */
	struct as_limits limits;   /* of input validators */
	struct input_validator *inputs;
	size_t input_count;
	struct as_sandbox *script_sandbox;
	struct output_validator *outputs;
	size_t output_count;
};

static size_t count_of(char **paths)
{
	size_t count = 0;

	while (paths && paths[count])
		count++;
	return count;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* The limits of a package apply to its output validators (2025-09, "Resource guarantees"). For
 * input validators they can only raise memory and output. Their time limit comes from the caller,
 * so that each run ends. */
static void set_input_limits(struct as_limits *limits, const struct as_package_limits *of_package)
{
	struct as_package_limits usual;

	as_package_limits_default(&usual);
	usual.validation_time_ns = AS_INPUT_VALIDATION_NS;
	usual.validation_memory_bytes =
		larger(usual.validation_memory_bytes, of_package->validation_memory_bytes);
	usual.validation_output_bytes =
		larger(usual.validation_output_bytes, of_package->validation_output_bytes);
	*limits = as_limits_of_validation(&usual);
}

void as_validators_set_input_time(struct as_validators *validators, int64_t cpu_time_ns)
{
	const struct as_package_limits limits = {.validation_time_ns = cpu_time_ns,
		.validation_memory_bytes = validators->limits.memory_bytes,
		.validation_output_bytes = validators->limits.output_bytes};

	validators->limits = as_limits_of_validation(&limits);
}

struct as_validators *as_validators_open(
	struct as_judge *judge, const atomic_bool *cancel, struct as_error *error)
{
	const struct as_package *package = judge->package;
	const size_t input_count = count_of(package->input_validators);
	const size_t output_count = count_of(package->output_validators);
	AS_AUTO_FREE struct input_validator *inputs = calloc(input_count + 1, sizeof(*inputs));
	AS_AUTO_FREE struct output_validator *outputs = calloc(output_count + 1, sizeof(*outputs));
	struct as_validators *validators = calloc(1, sizeof(*validators));

	if (!inputs || !outputs || !validators) {
		free(validators);
		as_error_no_memory(error);
		return NULL;
	}
	validators->inputs = as_steal(inputs);
	validators->input_count = input_count;
	validators->outputs = as_steal(outputs);
	validators->output_count = output_count;
	validators->judge = judge;
	validators->package = package;
	validators->workshop = judge->workshop;
	validators->cancel = cancel ? cancel : as_workshop_cancel(judge->workshop);
	set_input_limits(&validators->limits, &package->limits);
	return validators;
}

void as_validators_close(struct as_validators *validators)
{
	if (!validators)
		return;
	for (size_t i = 0; i < validators->input_count; i++) {
		struct input_validator *input = &validators->inputs[i];
		as_program_free(input->program);
		if (input->script[0])
			as_workshop_remove(validators->workshop, input->script);
	}
	as_sandbox_close(validators->script_sandbox);
	for (size_t i = 0; i < validators->output_count; i++) {
		as_sandbox_close(validators->outputs[i].sandbox);
		as_validator_close(validators->outputs[i].own);
	}
	free(validators->inputs);
	free(validators->outputs);
	free(validators);
}

static int set_validation(
	struct as_validation *validation, enum as_validation_kind kind, const char *text)
{
	validation->kind = kind;
	as_text_printable(text, strlen(text), validation->text, sizeof(validation->text));
	return 0;
}

/* A defect of a program is the package's fault, a missing compiler the machine's. 0, or -1 if no
 * validator can be run at all. */
static int report_unavailable(
	struct as_validation *validation, const struct as_error *why, struct as_error *error)
{
	validation->is_late = why->kind == AS_ERROR_INPUT && why->sys_errno == ETIME;
	if (why->kind == AS_ERROR_INPUT || why->kind == AS_ERROR_MACHINE)
		return set_validation(validation,
			why->kind == AS_ERROR_INPUT ? AS_VALIDATION_BROKEN
						    : AS_VALIDATION_UNAVAILABLE,
			why->text);
	if (error)
		*error = *why;
	return -1;
}

/* ---- preparing an input validator ---- */

static int prepare(struct as_validators *validators, size_t index, struct as_error *error)
{
	struct input_validator *input = &validators->inputs[index];
	const char *path = validators->package->input_validators[index];
	struct as_error why = {0};
	bool failed;

	if (input->is_ready)
		return 0;
	input->validation = (struct as_validation){.kind = AS_VALIDATION_ACCEPTED, .exit_code = -1};
	input->is_ready = true;
	if (as_text_ends(path, ".viva"))
		return set_validation(&input->validation, AS_VALIDATION_UNAVAILABLE,
			"VIVA files are not supported; add the same checks as a program");
	if (as_text_ends(path, ".ctd")) {
		if (!as_checktestdata_find())
			return set_validation(&input->validation, AS_VALIDATION_UNAVAILABLE,
				"checktestdata not found in /usr/bin or /usr/local/bin; install "
				"Checktestdata");
		failed = as_checktestdata_copy(validators->workshop, validators->package, path,
				 input->script, &why) != 0;
	} else {
		input->program = as_workshop_compile(validators->workshop,
			validators->package->tree.fd, path, &validators->package->constants, &why);
		failed = input->program == NULL;
	}
	return failed ? report_unavailable(&input->validation, &why, error) : 0;
}

/* ---- its arguments ---- */

const struct as_input_args_list *as_input_args_of(
	const struct as_input_args *args, const char *path)
{
	if (!args)
		return NULL;
	if (args->count == 1 && !args->lists[0].name)
		return &args->lists[0];
	for (int without = 0; without < 2; without++)
		for (size_t i = 0; i < args->count; i++)
			if (as_package_program_is(path, args->lists[i].name, !without))
				return &args->lists[i];
	/* If the program is the whole folder, no author has written down its name. */
	return !strchr(path, '/') && args->count == 1 ? &args->lists[0] : NULL;
}

/* An array on the heap of borrowed texts, NULL-terminated: the validator's arguments, then the
 * test's. */
static const char **make_arguments(
	const struct as_input_case *input, const char *path, struct as_error *error)
{
	const struct as_input_args_list *list = as_input_args_of(input->validator_args, path);
	size_t own = 0, more = 0;

	while (list && list->words && list->words[own])
		own++;
	while (input->args && input->args[more])
		more++;
	const char **arguments = calloc(own + more + 1, sizeof(*arguments));
	if (!arguments) {
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i < own; i++)
		arguments[i] = list->words[i];
	for (size_t i = 0; i < more; i++)
		arguments[own + i] = input->args[i];
	return arguments;
}

/* ---- its working folder ---- */

/* Copies the program's files and those of the test to an entry of the work folder. */
static int stage_files(struct as_validators *validators, const struct as_program *program,
	const char *files_path, char entry[32], struct as_error *error)
{
	struct as_workshop *workshop = validators->workshop;
	uint64_t budget_bytes = UINT64_C(1) << 30;
	AS_AUTO_FD int to = as_workshop_new_folder(workshop, entry, error);
	AS_AUTO_FD int own =
		to < 0 ? -1 : as_dir_open(as_workshop_work_fd(workshop), program->folder, error);

	if (own < 0)
		return -1;
	if (as_box_copy(own, to, &budget_bytes, error) ||
		as_package_copy_folder(validators->package, files_path, validators->cancel, to,
			&budget_bytes, error))
		return as_error_context(error, "%s and the program's own files", files_path);
	return 0;
}

/* ---- running an input validator ---- */

int as_input_validator_accepted(const struct as_package *package)
{
	return package->input_dialect == AS_VALIDATOR_TESTLIB ? 0 : AS_EXIT_ACCEPTED;
}

/* Its message on standard error, or else the first line of its standard output. */
static void quote(const struct as_run_result *run, char text[AS_FEEDBACK_SIZE])
{
	char line[AS_FEEDBACK_SIZE];
	size_t size;
	const char *reason = as_run_result_line(run, &size);

	if (size == 0) {
		ssize_t got = pread(run->stdout_fd, line, sizeof(line), 0);
		const char *end = got > 0 ? memchr(line, '\n', (size_t)got) : NULL;
		reason = line;
		size = end ? (size_t)(end - line) : got > 0 ? (size_t)got : 0;
	}
	as_text_printable(reason, size, text, AS_FEEDBACK_SIZE);
}

/* Many programs in C and C++ reject by assert() or by an uncaught exception. */
static bool gave_up(const struct as_run_result *run)
{
	return run->signal == SIGABRT && !run->hits;
}

/* `rejected` -1: any other exit status rejects. */
static void read_end(const struct as_run_result *run, int accepted, int rejected,
	struct as_validation *validation)
{
	AS_AUTO_FREE char *complaint =
		as_run_was_late(run) ? as_run_result_complain(run) : as_validator_complain(run);

	validation->exit_code = run->exit_code;
	validation->is_late = as_run_was_late(run);
	validation->text[0] = '\0';
	if (rejected < 0 && gave_up(run)) {
		validation->kind = AS_VALIDATION_REJECTED;
		quote(run, validation->text);
		return;
	}
	if (!as_run_has_exited(run) ||
		(rejected >= 0 && run->exit_code != accepted && run->exit_code != rejected)) {
		set_validation(validation, AS_VALIDATION_BROKEN, complaint ? complaint : "failed");
		return;
	}
	validation->kind =
		run->exit_code == accepted ? AS_VALIDATION_ACCEPTED : AS_VALIDATION_REJECTED;
	if (validation->kind == AS_VALIDATION_REJECTED)
		quote(run, validation->text);
}

static int run_script(struct as_validators *validators, const struct input_validator *input,
	int stdin_fd, struct as_validation *validation, struct as_error *error)
{
	AS_AUTO_RUN_RESULT struct as_run_result run = AS_RUN_RESULT_INIT;

	if (!validators->script_sandbox)
		validators->script_sandbox = as_workshop_tool_sandbox(validators->workshop, error);
	if (!validators->script_sandbox)
		return -1;
	as_sandbox_pin(validators->script_sandbox, validators->core);
	if (as_checktestdata_run(validators->script_sandbox, input->script, &validators->limits,
		    validators->cancel, stdin_fd, &run, error))
		return -1;
	if (as_run_check_cancel(&run, error))
		return -1;
	read_end(&run, AS_CHECKTESTDATA_ACCEPTED, AS_CHECKTESTDATA_REJECTED, validation);
	if (validation->kind == AS_VALIDATION_REJECTED)
		as_checktestdata_quote(&run, validation->text);
	return 0;
}

static int run_program(struct as_validators *validators, struct as_program *program,
	const struct as_input_case *input, const char *const *arguments, const char *entry,
	int stdin_fd, struct as_validation *validation, struct as_error *error)
{
	AS_AUTO(as_program_request_clear) struct as_program_request request = {.argv = NULL};
	AS_AUTO_RUN_RESULT struct as_run_result run = AS_RUN_RESULT_INIT;

	struct as_sandbox *sandbox = as_sandboxes_choose(&program->sandboxes, program, error);
	if (!sandbox ||
		as_program_request_init(&request, program, arguments, &validators->limits, error))
		return -1;
	request.request.box = input->files_path ? entry : program->folder;
	request.request.stdin_fd = stdin_fd;
	request.request.cancel = validators->cancel;
	as_sandbox_pin(sandbox, validators->core);
	if (as_sandbox_run(sandbox, &request.request, &run, error))
		return -1;
	if (as_run_check_cancel(&run, error))
		return -1;
	read_end(&run, as_input_validator_accepted(validators->package), -1, validation);
	return 0;
}

static int run_validator_program(struct as_validators *validators, size_t index,
	const struct as_input_case *input, int stdin_fd, struct as_validation *validation,
	struct as_error *error)
{
	struct as_program *program = validators->inputs[index].program;
	AS_AUTO_FREE const char **arguments =
		make_arguments(input, validators->package->input_validators[index], error);
	char entry[32] = "";

	if (!arguments)
		return -1;
	int failed = (input->files_path &&
			     stage_files(validators, program, input->files_path, entry, error)) ||
		     run_program(validators, program, input, arguments, entry, stdin_fd, validation,
			     error);
	if (entry[0])
		as_workshop_remove(validators->workshop, entry);
	return failed ? -1 : 0;
}

static int run_input_validator(struct as_validators *validators, size_t index,
	const struct as_input_case *input, struct as_validation *validation, struct as_error *error)
{
	struct as_error why = {0};

	if (prepare(validators, index, error))
		return -1;
	const struct input_validator *validator = &validators->inputs[index];
	*validation = validator->validation;
	if (validation->kind != AS_VALIDATION_ACCEPTED)
		return 0;
	/* A duplicate, because the offset of the original may be used elsewhere. */
	AS_AUTO_FD int stdin_fd = -1;
	if (lseek(input->input_fd, 0, SEEK_SET) < 0)
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot read an input");
	stdin_fd = as_input_from_fd(input->input_fd, error);
	if (stdin_fd < 0)
		return -1;
	int failed = validator->program
			     ? run_validator_program(
				       validators, index, input, stdin_fd, validation, &why)
			     : run_script(validators, validator, stdin_fd, validation, &why);
	return failed ? report_unavailable(validation, &why, error) : 0;
}

const struct as_program *as_validators_program(
	struct as_validators *validators, size_t index, struct as_error *error)
{
	return prepare(validators, index, error) ? NULL : validators->inputs[index].program;
}

/* Also pins the sandboxes: each was opened on the core of an earlier call. */
static int borrow_core(
	struct as_validators *validators, struct as_core_loan *loan, struct as_error *error)
{
	as_core_borrow(validators->judge, NULL, validators->cancel, loan);
	validators->core = loan->core.number;
	return as_cancel_check(validators->cancel, error);
}

int as_validators_run_input(struct as_validators *validators, size_t index,
	const struct as_input_case *input, struct as_validation *validation, struct as_error *error)
{
	AS_AUTO_CORE_LOAN struct as_core_loan loan = AS_CORE_LOAN_INIT;

	if (borrow_core(validators, &loan, error))
		return -1;
	return run_input_validator(validators, index, input, validation, error);
}

/* ---- outputs ---- */

static int check_default(const struct as_package *package, const struct as_output_case *output,
	int output_fd, struct as_validation *validation, struct as_error *error)
{
	AS_AUTO_FD int answer = as_file_open(package->tree.fd, output->answer_path, error);
	enum as_verdict verdict;

	validation->exit_code = -1;
	if (answer < 0 || as_check_default(output_fd, answer, &output->check_flags, &verdict,
				  validation->text, error))
		return -1;
	validation->kind =
		verdict == AS_VERDICT_AC ? AS_VALIDATION_ACCEPTED : AS_VALIDATION_REJECTED;
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
	if (validators->is_prepared) {
		output->program = validators->judge->validators[index];
		return 0;
	}
	output->program = output->own =
		as_validator_open(validators->workshop, validators->package, index, &why);
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
	const char *path = validators->package->output_validators[index];
	const char *slash = strrchr(path, '/');
	char reason[AS_FEEDBACK_SIZE];

	if (validators->output_count < 2)
		return;
	memcpy(reason, text, sizeof(reason));
	snprintf(text, AS_FEEDBACK_SIZE, "%.120s%s%.380s", slash ? slash + 1 : path,
		*reason ? ": " : "", reason);
}

static int run_output_validator(struct as_validators *validators, size_t index,
	const struct as_validator_task *task, int output_fd, struct as_validation *validation,
	struct as_error *error)
{
	AS_AUTO(as_validator_run_clear)
	struct as_validator_run validator_run = AS_VALIDATOR_RUN_INIT;
	AS_AUTO(as_test_result_clear) struct as_test_result result = {.exit_code = -1};

	if (open_output(validators, index, error))
		return -1;
	validator_run.validator = validators->outputs[index].program;
	validator_run.task = task;
	if (as_validator_run_output(
		    &validator_run, validators->outputs[index].sandbox, output_fd, &result, error))
		return -1;
	validation->exit_code = -1;
	memcpy(validation->text, result.feedback, sizeof(validation->text));
	validation->kind =
		result.verdict == AS_VERDICT_AC ? AS_VALIDATION_ACCEPTED : AS_VALIDATION_REJECTED;
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
		if ((!only || strcmp(only, validators->package->output_validators[i]) == 0) &&
			run_output_validator(validators, i, task, output_fd, validation, error))
			return -1;
	return 0;
}

static int stage_and_run(struct as_validators *validators, const struct as_output_case *output,
	int output_fd, struct as_validation *validation, struct as_error *error)
{
	struct as_stage stage = {.folder = ""};
	const struct as_validator_task task = {
		.stage = &stage,
		.dir_fd = validators->package->tree.fd,
		.files = {output->name, output->input_path, output->answer_path},
		.args = output->validator_args,
		.cancel = validators->cancel,
	};
	int failed = as_stage_make(&stage, validators->workshop, task.dir_fd, &task.files, error) ||
		     run_output_validators(validators, &task, output->only_validator, output_fd,
			     validation, error);

	as_stage_remove(&stage, validators->workshop);
	return failed ? -1 : 0;
}

int as_validators_run_output(struct as_validators *validators, const struct as_output_case *output,
	struct as_validation *validation, struct as_error *error)
{
	const struct as_package *package = validators->package;
	struct as_error why = {0};

	*validation = (struct as_validation){.exit_code = -1};
	if (package->interactive)
		return set_validation(validation, AS_VALIDATION_UNAVAILABLE,
			"the output validator of an interactive package is not run on files");
	if (is_known_as_broken(validators))
		return set_validation(validation, AS_VALIDATION_UNAVAILABLE,
			"the output validator cannot be run");
	/* Before the core is borrowed, since preparing borrows one as well. */
	validators->is_prepared = package->output_validators &&
				  as_engine_package_prepare(validators->judge, NULL) == 0;
	AS_AUTO_CORE_LOAN struct as_core_loan loan = AS_CORE_LOAN_INIT;
	if (borrow_core(validators, &loan, error))
		return -1;
	if (lseek(output->output_fd, 0, SEEK_SET) < 0)
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot read an output");
	AS_AUTO_FD int output_fd = as_input_from_fd(output->output_fd, error);
	if (output_fd < 0)
		return -1;
	int failed = package->output_validators
			     ? stage_and_run(validators, output, output_fd, validation, &why)
			     : check_default(package, output, output_fd, validation, &why);
	return failed ? report_unavailable(validation, &why, error) : 0;
}
