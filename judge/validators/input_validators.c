/* SPDX-License-Identifier: MIT */
/* Runs input validators on inputs: programs in the sandbox, Checktestdata scripts in this process.
 */
#include "validator_set.h"

#include <assay/package/shared.h>
#include <errno.h>
#include <signal.h>
#include <string.h>

#define MAX_SCRIPT_BYTES (UINT64_C(1) << 20)
/* Checktestdata reads an input into memory, too. */
#define MAX_INPUT_BYTES (UINT64_C(1) << 30)

/* ---- preparing an input validator ---- */

/* An error of a script, with its line. */
static int report_script(
	struct as_validation *validation, struct as_error *why, struct as_error *error)
{
	if (why->line)
		as_error_context(why, "line %u", why->line);
	return as_validation_unavailable(validation, why, error);
}

struct as_ctd *as_validators_read_script(
	const struct as_package *package, const char *path, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	AS_AUTO_FD int fd = as_shared_open_any(&package->tree, path, error);

	if (fd < 0 || as_fd_read(fd, MAX_SCRIPT_BYTES, &text, error) ||
		as_constants_fill(&text, &package->constants, error)) {
		as_error_context(error, "the script cannot be read");
		return NULL;
	}
	return as_ctd_parse(path, text.data, text.size, error);
}

static int prepare(struct as_validators *validators, size_t index, struct as_error *error)
{
	struct input_validator *input = &validators->inputs[index];
	const char *path = validators->config.package->input_validators[index];
	struct as_error why = {0};

	if (input->is_ready)
		return 0;
	input->validation = (struct as_validation){.kind = AS_VALIDATION_ACCEPTED, .exit_code = -1};
	input->is_ready = true;
	if (as_text_ends(path, ".viva"))
		return as_validation_set(&input->validation, AS_VALIDATION_UNAVAILABLE,
			"VIVA files are not supported; add the same checks as a program");
	if (as_text_ends(path, ".ctd")) {
		input->script = as_validators_read_script(validators->config.package, path, &why);
		return input->script ? 0 : report_script(&input->validation, &why, error);
	}
	input->program = as_workshop_compile(validators->config.workshop,
		validators->config.package->tree.fd, path, &validators->config.package->constants,
		&why);
	return input->program ? 0 : as_validation_unavailable(&input->validation, &why, error);
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

const char **as_input_case_arguments(
	const struct as_input_case *input, const char *path, struct as_error *error)
{
	const struct as_input_args_list *list = as_input_args_of(input->validator_args, path);
	const size_t own = as_names_count(list ? list->words : NULL),
		     more = as_names_count(input->args);
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

static bool has_same_words(char *const *a, char *const *b)
{
	const size_t count = as_names_count(a);

	if (count != as_names_count(b))
		return false;
	for (size_t i = 0; i < count; i++)
		if (strcmp(a[i], b[i]) != 0)
			return false;
	return true;
}

static bool has_same_name(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

bool as_input_args_same(const struct as_input_args *a, const struct as_input_args *b)
{
	const size_t count = a ? a->count : 0;

	if (count != (b ? b->count : 0))
		return false;
	for (size_t i = 0; i < count; i++)
		if (!has_same_name(a->lists[i].name, b->lists[i].name) ||
			!has_same_words(a->lists[i].words, b->lists[i].words))
			return false;
	return true;
}

struct as_input_case as_input_case_of(const struct as_test *test, int input_fd)
{
	return (struct as_input_case){.input_fd = input_fd,
		.validator_args = test->input_validator_args,
		.args = test->args,
		.files_path = test->files_path};
}

/* ---- its working folder ---- */

/* Copies the program's files and those of the test to an entry of the work folder. */
static int stage_files(struct as_validators *validators, const struct as_program *program,
	const char *files_path, char entry[32], struct as_error *error)
{
	struct as_workshop *workshop = validators->config.workshop;
	uint64_t budget_bytes = UINT64_C(1) << 30;
	AS_AUTO_FD int to = as_workshop_new_folder(workshop, entry, error);
	AS_AUTO_FD int own =
		to < 0 ? -1 : as_dir_open(as_workshop_work_fd(workshop), program->folder, error);

	if (own < 0)
		return -1;
	if (as_box_copy(own, to, &budget_bytes, error) ||
		as_package_copy_folder(validators->config.package, files_path,
			validators->config.cancel, to, &budget_bytes, error))
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

/* Any exit status but `accepted` rejects. */
static void read_end(
	const struct as_run_result *run, int accepted, struct as_validation *validation)
{
	AS_AUTO_FREE char *complaint =
		as_run_was_late(run) ? as_run_result_complain(run) : as_validator_complain(run);

	validation->exit_code = run->exit_code;
	validation->is_late = as_run_was_late(run);
	validation->text[0] = '\0';
	if (gave_up(run)) {
		validation->kind = AS_VALIDATION_REJECTED;
		quote(run, validation->text);
		return;
	}
	if (!as_run_has_exited(run)) {
		as_validation_set(
			validation, AS_VALIDATION_BROKEN, complaint ? complaint : "failed");
		return;
	}
	validation->kind =
		run->exit_code == accepted ? AS_VALIDATION_ACCEPTED : AS_VALIDATION_REJECTED;
	if (validation->kind == AS_VALIDATION_REJECTED)
		quote(run, validation->text);
}

static int run_script(struct as_validators *validators, size_t index,
	const struct as_input_case *input, struct as_validation *validation, struct as_error *error)
{
	AS_AUTO_FREE const char **arguments = as_input_case_arguments(
		input, validators->config.package->input_validators[index], error);
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	bool accepted;

	if (!arguments || as_fd_read(input->input_fd, MAX_INPUT_BYTES, &bytes, error))
		return -1;
	struct as_ctd_check_request request = {.input = bytes.data,
		.size = bytes.size,
		.cpu_time_ns = validators->limits.cpu_time_ns,
		.cancel = validators->config.cancel};
	for (size_t i = 0; arguments[i]; i++)
		request.is_lenient |= strcmp(arguments[i], "-w") == 0 ||
				      strcmp(arguments[i], "--whitespace-ok") == 0;
	if (as_ctd_check(validators->inputs[index].script, &request, &accepted, validation->text,
		    sizeof(validation->text), error))
		return -1;
	validation->kind = accepted ? AS_VALIDATION_ACCEPTED : AS_VALIDATION_REJECTED;
	return 0;
}

/* The language of programs that use gen.h sets no variables of its own. The kernel opens the
 * standard output once more, at its beginning. */
static const char *const overview_env[] = {"GEN_OVERVIEW=/dev/stdout", NULL};
#define OVERVIEW_HEAD "gen-overview "
#define MAX_OVERVIEW_BYTES (UINT64_C(1) << 20)

/* Other validators may print anything. */
static int take_overview(
	const struct as_run_result *run, struct as_bytes *overview, struct as_error *error)
{
	if (run->stdout_bytes > MAX_OVERVIEW_BYTES)
		return 0;
	if (as_fd_read(run->stdout_fd, MAX_OVERVIEW_BYTES, overview, error))
		return -1;
	if (strncmp(overview->data, OVERVIEW_HEAD, strlen(OVERVIEW_HEAD)) != 0)
		as_bytes_clear(overview);
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
	request.request.cancel = validators->config.cancel;
	const char *const *own = program->language->run.env;
	if (input->overview && (!own || !*own))
		request.request.env = overview_env;
	as_sandbox_pin(sandbox, validators->core);
	if (as_sandbox_run(sandbox, &request.request, &run, error))
		return -1;
	if (as_run_check_cancel(&run, error))
		return -1;
	read_end(&run, as_input_validator_accepted(validators->config.package), validation);
	return input->overview && validation->kind == AS_VALIDATION_ACCEPTED
		       ? take_overview(&run, input->overview, error)
		       : 0;
}

static int run_validator_program(struct as_validators *validators, size_t index,
	const struct as_input_case *input, int stdin_fd, struct as_validation *validation,
	struct as_error *error)
{
	struct as_program *program = validators->inputs[index].program;
	AS_AUTO_FREE const char **arguments = as_input_case_arguments(
		input, validators->config.package->input_validators[index], error);
	char entry[32] = "";

	if (!arguments)
		return -1;
	int failed = (input->files_path &&
			     stage_files(validators, program, input->files_path, entry, error)) ||
		     run_program(validators, program, input, arguments, entry, stdin_fd, validation,
			     error);
	if (entry[0])
		as_workshop_remove(validators->config.workshop, entry);
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
	if (validator->script)
		return run_script(validators, index, input, validation, &why)
			       ? report_script(validation, &why, error)
			       : 0;
	/* A duplicate, because the offset of the original may be used elsewhere. */
	AS_AUTO_FD int stdin_fd = -1;
	if (lseek(input->input_fd, 0, SEEK_SET) < 0)
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot read an input");
	stdin_fd = as_input_from_fd(input->input_fd, error);
	if (stdin_fd < 0)
		return -1;
	return run_validator_program(validators, index, input, stdin_fd, validation, &why)
		       ? as_validation_unavailable(validation, &why, error)
		       : 0;
}

const struct as_program *as_validators_program(
	struct as_validators *validators, size_t index, struct as_error *error)
{
	return prepare(validators, index, error) ? NULL : validators->inputs[index].program;
}

int as_validators_run_input(struct as_validators *validators, size_t index,
	const struct as_input_case *input, struct as_validation *validation, struct as_error *error)
{
	AS_AUTO_CORE_LOAN struct as_core_loan loan = AS_CORE_LOAN_INIT;

	if (as_validators_borrow_core(validators, &loan, error))
		return -1;
	return run_input_validator(validators, index, input, validation, error);
}
