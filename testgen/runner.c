/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation: each thread that generates tests has its own runner, with some sandboxes for
 * each language that it has used and one for `assay solve`. A sandbox is a process that starts the
 * runs and reaps them (sandbox.h). A run's standard output is a memory file of the result; its
 * working folder is read while the result exists. There is no other output.
 */
#include "programs.h"

#include <assay/program/fork_server.h>
#include <errno.h>
#include <string.h>

static const struct as_limits usual_limits = {
	.cpu_time_ns = AS_GEN_PROGRAM_TIME_NS,
	.wall_time_ns = 2 * AS_GEN_PROGRAM_TIME_NS,
	.memory_bytes = UINT64_C(2) << 30,
	.output_bytes = UINT64_C(1) << 30,
	.processes = 64,
	.idle_time_ns = AS_UNLIMITED_NS,
	.box_bytes = UINT64_C(256) << 20,
	.box_files = 65536,
	.open_files = 256,
};

/* Properties of the environment that a program must not depend on, such as Python's order of sets.
 */
static const char *const elsewhere_env[] = {"TZ=Pacific/Chatham", "LC_ALL=C", "COLUMNS=47",
	"PYTHONHASHSEED=4711",
	"ASSAY_PADDING=so that what lies on the stack lies at other addresses than before", NULL};
/* The leak check at exit traces the process, and disabling core dumps uses setrlimit: the sandbox
 * forbids both. */
#define OWN_ENV "ASAN_OPTIONS=detect_leaks=0:disable_coredump=0"

/* A tape is standard input, which a generator does not read; the record goes to its folder. */
#define RECORD "assay.tape"
static const char *const record_env[] = {"GEN_TAPE_OUT=" RECORD, NULL};
static const char *const replay_env[] = {"GEN_TAPE_OUT=" RECORD, "GEN_TAPE_IN=/dev/stdin", NULL};
#define MAX_RECORD_BYTES (UINT64_C(64) << 20)

/* A program always gets a moment, since even a failed run is more informative than none. */
#define MIN_LEFT_NS INT64_C(200000000)

static void keep_deadline(struct as_limits *limits, int64_t left_ns)
{
	if (left_ns < MIN_LEFT_NS)
		left_ns = MIN_LEFT_NS;
	if (limits->cpu_time_ns > left_ns)
		limits->cpu_time_ns = left_ns;
	if (limits->wall_time_ns > left_ns)
		limits->wall_time_ns = left_ns;
}

static struct as_limits limits_of(const struct runner *runner, const struct runner_call *call)
{
	const int64_t configured_ns = runner->programs->config->program_time_ns;
	struct as_limits limits = usual_limits;

	if (configured_ns)
		limits.cpu_time_ns = configured_ns;
	if (call->time_ns && call->time_ns < limits.cpu_time_ns)
		limits.cpu_time_ns = call->time_ns;
	limits.wall_time_ns = 2 * limits.cpu_time_ns;
	if (call->deadline_ns)
		keep_deadline(&limits, call->deadline_ns - as_now_ns());
	if (call->output_bytes)
		limits.output_bytes = call->output_bytes;
	return limits;
}

#define FORKED_TIME_NS INT64_C(500000000)
#define FORKED_OUTPUT_BYTES (UINT64_C(16) << 20)

/* ---- sandboxes ---- */

static struct as_sandbox *require_sandbox(
	struct runner *runner, const struct as_program *program, struct as_error *error)
{
	const char *language = as_program_language(program);

	for (size_t i = 0; i < runner->language_count; i++)
		if (strcmp(runner->languages[i].name, language) == 0)
			return as_sandboxes_choose(&runner->languages[i].sandboxes, program, error);
	if (runner->language_count == sizeof(runner->languages) / sizeof(*runner->languages)) {
		as_error_set(error, AS_ERROR_INPUT, "too many languages of programs in the recipe");
		return NULL;
	}
	runner->languages[runner->language_count].name = language;
	return as_sandboxes_choose(
		&runner->languages[runner->language_count++].sandboxes, program, error);
}

static struct as_sandbox *require_command_sandbox(struct runner *runner, struct as_error *error)
{
	const struct as_gen_config *config = runner->programs->config;
	const struct as_view views[] = {{"/usr/lib", NULL}, {"/usr/lib64", NULL}, {"/lib", NULL},
		{"/lib64", NULL}, {"/etc/ld.so.cache", NULL}, {config->command, "/assay/assay"}};
	const struct as_sandbox_config sandbox = {.views = views,
		.view_count = sizeof(views) / sizeof(*views),
		.keeper = as_workshop_keeper(runner->programs->workshop),
		.core = -1,
		.weak = config->weak_sandbox};

	if (!runner->command)
		runner->command = as_sandbox_open(&sandbox, error);
	return runner->command;
}

void runner_clear(struct runner *runner)
{
	as_sandbox_close(runner->command);
	for (size_t i = 0; i < runner->language_count; i++)
		as_sandboxes_close(&runner->languages[i].sandboxes);
	for (size_t i = 0; i < runner->fork_count; i++)
		as_fork_server_close(runner->forks[i].server);
	free(runner->forks);
	runner->forks = NULL;
	runner->fork_count = 0;
	runner->command = NULL;
	runner->language_count = 0;
}

struct as_fork_server *runner_fork_server(struct runner *runner, const struct named_program *named)
{
	const size_t index = (size_t)(named - runner->programs->items);
	/* A run that needs more is repeated separately. */
	const struct as_fork_server_config config = {
		.limits = limits_of(runner, &(struct runner_call){.time_ns = FORKED_TIME_NS,
						    .output_bytes = FORKED_OUTPUT_BYTES}),
		.core = -1,
		.reuse = true,
		.want_errors = true,
		.cancel = runner->programs->config->cancel};

	if (!runner->forks) {
		runner->forks = calloc(runner->programs->count + 1, sizeof(*runner->forks));
		runner->fork_count = runner->forks ? runner->programs->count : 0;
	}
	if (index >= runner->fork_count || runner->forks[index].has_none)
		return NULL;
	if (!runner->forks[index].server && named->program && as_program_can_fork(named->program))
		runner->forks[index].server = as_fork_server_open(named->program, &config, NULL);
	if (runner->forks[index].server && !as_fork_server_is_broken(runner->forks[index].server))
		return runner->forks[index].server;
	runner->forks[index].has_none = true;
	return NULL;
}

/* ---- runs ---- */

/* The reference solvers of this command, in the sandbox like every other program. */
static int run_command(struct runner *runner, char **words, const struct runner_call *call,
	int input, struct as_run_result *result, struct as_error *error)
{
	const char *env[sizeof(elsewhere_env) / sizeof(*elsewhere_env) + 1] = {OWN_ENV};
	struct as_sandbox *sandbox = require_command_sandbox(runner, error);

	if (!sandbox)
		return -1;
	if (call->elsewhere)
		memcpy(env + 1, elsewhere_env, sizeof(elsewhere_env));
	free(words[0]);
	words[0] = strdup("/assay/assay");
	if (!words[0])
		return as_error_no_memory(error);
	const struct as_run_request request = {.argv = (const char *const *)words,
		.env = env,
		.profile = AS_PROFILE_RUNTIME,
		.limits = limits_of(runner, call),
		.stdin_fd = input,
		.cancel = runner->programs->config->cancel};
	return as_sandbox_run(sandbox, &request, result, error);
}

static int run_program(struct runner *runner, char **words, const struct runner_call *call,
	int input, struct as_run_result *result, struct as_error *error)
{
	const struct named_program *named = programs_find(runner->programs, words[0]);
	const struct as_limits limits = limits_of(runner, call);
	const struct as_program_task task = {.arguments = (const char *const *)words + 1,
		.env = call->elsewhere ? elsewhere_env
		       : call->tape    ? replay_env
		       : call->record  ? record_env
				       : NULL,
		.limits = &limits,
		.stdin_fd = input,
		.keep_box = call->takes_files};

	if (!named->program) {
		if (error)
			*error = named->why;
		return -1;
	}
	struct as_sandbox *sandbox = require_sandbox(runner, named->program, error);
	return sandbox ? as_program_run_in(named->program, sandbox, &task, result, error) : -1;
}

/* Files in its folder belong to the test if they are named testcase, or like the test itself. */
static int take_box(
	const struct runner_call *call, int box_fd, struct made *made, struct as_error *error)
{
	AS_AUTO_NAMES char **names = as_dir_list(box_fd, usual_limits.box_files + 16, error);
	const char *const stems[] = {"testcase", call->name};
	const uint64_t max_bytes = call->output_bytes ? call->output_bytes : usual_limits.box_bytes;

	if (!names)
		return -1;
	for (size_t i = 0; i < 2; i++)
		for (char **name = names; *name; name++) {
			size_t length = strlen(stems[i]);
			AS_AUTO_BYTES struct as_bytes data = {0};
			if (strncmp(*name, stems[i], length) != 0 || (*name)[length] != '.')
				continue;
			int ending = recipe_find_ending(*name + length + 1);
			if (ending < 0 || made->files[ending].there)
				continue;
			if (as_file_read(box_fd, *name, max_bytes, &data, error))
				return -1;
			made_take(made, ending, &data);
		}
	return 0;
}

/* A program without gen.h leaves no record. */
static int take_record(const struct runner_call *call, int box_fd, struct as_error *error)
{
	struct as_error why = {0};

	if (as_file_read(box_fd, RECORD, MAX_RECORD_BYTES, call->record, &why) == 0 ||
		why.sys_errno == ENOENT)
		return 0;
	return as_error_set(
		error, AS_ERROR_INPUT, "`%s`: cannot read its tape: %s", call->command, why.text);
}

static int take_output(const struct runner_call *call, const struct as_run_result *result,
	struct made *made, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes data = {0};

	if (call->takes_files && take_box(call, result->box_fd, made, error)) {
		if (error && error->kind == AS_ERROR_INPUT)
			error->where[0] = '\0';
		return as_error_context(error, "cannot read a file of `%s`", call->command);
	}
	if (call->record && take_record(call, result->box_fd, error))
		return -1;
	/* A program that writes a file may print anything. */
	if (made->files[call->ending].there)
		return 0;
	if (result->stdout_bytes == 0)
		return as_error_set(error, AS_ERROR_INPUT, "`%s` printed nothing", call->command);
	if (as_fd_read(result->stdout_fd, usual_limits.output_bytes, &data, error))
		return -1;
	made_take(made, call->ending, &data);
	return 0;
}

static int refuse_late(const struct runner *runner, const struct runner_call *call,
	const struct as_run_result *result, struct as_error *error)
{
	const struct as_limits limits = limits_of(runner, call);
	const bool waited = !(result->hits & AS_HIT_CPU);

	return as_error_at_cause(error, AS_ERROR_INPUT, ETIME, NULL,
		"`%s` did not end within %s s%s", call->command,
		AS_NUMBER((double)(waited ? limits.wall_time_ns : limits.cpu_time_ns) / 1e9),
		waited ? "" : " of CPU time");
}

/* gen.h begins its messages with the name of the executable file, which is the same for every
 * program. The message already names the command. */
int runner_refuse(const char *command, char *complaint, struct as_error *error)
{
	static const char name[] = ": program: ";
	char *at = strstr(complaint, name);

	if (at)
		memmove(at + 2, at + strlen(name), strlen(at + strlen(name)) + 1);
	return as_error_set(error, AS_ERROR_INPUT, "`%s` %s", command, complaint);
}

int runner_run(struct runner *runner, const struct runner_call *call, struct made *made,
	struct as_error *error)
{
	AS_AUTO_NAMES char **words = recipe_split(call->command, error);
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	const struct as_bytes *input =
		call->input ? &call->input->files[RECIPE_IN].data : call->tape;
	AS_AUTO_FD int memory = input ? as_input_from_bytes(input->data, input->size, error) : -1;

	if (!words || (input && memory < 0))
		return -1;
	if (!words[0])
		return as_error_set(error, AS_ERROR_INPUT, "the command is empty");
	bool is_command = programs_is_command(words);
	if (!is_command && strcmp(words[0], "assay") == 0)
		return as_error_set(error, AS_ERROR_INPUT,
			"'%s' is not a program; the only assay command allowed is `assay solve "
			"...`",
			call->command);
	if (is_command ? run_command(runner, words, call, memory, &result, error)
		       : run_program(runner, words, call, memory, &result, error))
		return -1;
	if (as_run_check_cancel(&result, error))
		return -1;
	if (as_run_was_late(&result))
		return refuse_late(runner, call, &result, error);
	AS_AUTO_FREE char *complaint = as_run_result_complain(&result);
	if (complaint)
		return runner_refuse(call->command, complaint, error);
	return take_output(call, &result, made, error);
}

int runner_solve(struct runner *runner, const char *command, const struct as_bytes *input,
	int64_t deadline_ns, struct as_bytes *output, struct as_error *error)
{
	const struct runner_call call = {.deadline_ns = deadline_ns};
	AS_AUTO_NAMES char **words = recipe_split(command, error);
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	AS_AUTO_FD int memory = as_input_from_bytes(input->data, input->size, error);

	if (!words || memory < 0 || run_command(runner, words, &call, memory, &result, error) ||
		as_run_check_cancel(&result, error))
		return -1;
	AS_AUTO_FREE char *complaint = as_run_result_complain(&result);
	if (complaint)
		return runner_refuse(command, complaint, error);
	return as_fd_read(result.stdout_fd, usual_limits.output_bytes, output, error);
}

int runner_key(const struct runner *runner, const struct runner_call *call,
	char key[AS_DIGEST_HEX_SIZE], struct as_error *error)
{
	AS_AUTO_NAMES char **words = recipe_split(call->command, error);
	const struct named_program *named = NULL;
	struct as_digest digest;

	if (!words)
		return -1;
	if (words[0] && !programs_is_command(words))
		named = programs_find(runner->programs, words[0]);
	as_digest_init(&digest);
	as_digest_add_text(&digest, "assay-made/2");
	as_digest_add_text(&digest,
		named ? as_program_digest(named->program) : runner->programs->command_digest);
	for (char **word = words; *word; word++)
		if (word != words)
			as_digest_add_text(&digest, *word);
	as_digest_add_text(&digest, NULL);
	for (const char *const *module = runner->programs->config->modules; module && *module;
		module++)
		as_digest_add_text(&digest, *module);
	as_digest_add_text(&digest, NULL);
	as_digest_add_text(&digest, call->takes_files ? "files" : NULL);
	if (call->input)
		as_digest_add(&digest, call->input->files[RECIPE_IN].data.data,
			call->input->files[RECIPE_IN].data.size);
	as_digest_end(&digest, key);
	return 0;
}
