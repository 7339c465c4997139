/* SPDX-License-Identifier: MIT */
/* A finished program: its command line, its runs, and the programs of a package. */
#include "workshop.h"

#include <signal.h>
#include <string.h>

void as_program_free(struct as_program *program)
{
	if (!program)
		return;
	as_sandbox_close(program->sandbox);
	if (program->folder[0])
		as_dir_remove(program->workshop->work_fd, program->folder, NULL);
	free(program->output);
	free(program);
}

const char *as_program_digest(const struct as_program *program)
{
	return program->digest;
}

const char *as_program_source_digest(const struct as_program *program)
{
	return program->source_digest;
}

char **as_program_command(const struct as_program *program, const char *const *arguments,
	uint64_t memory_bytes, struct as_error *error)
{
	uint64_t stack = memory_bytes;

	if (program->language->stack_most_bytes && stack > program->language->stack_most_bytes)
		stack = program->language->stack_most_bytes;
	const struct as_expansion expansion = {.main = program->main,
		.entry = program->entry,
		.memory_bytes = memory_bytes,
		.stack_bytes = stack};
	const char *key = "run";
	if (program->entry_given && json_object_get(program->language->entry, "run_entry"))
		key = "run_entry";
	char **command = as_language_expand(program->language, key, &expansion, error);
	size_t count = 0, more = 0;
	while (command && command[count])
		count++;
	while (arguments && arguments[more])
		more++;
	char **longer = command ? reallocarray(command, count + more + 1, sizeof(*command)) : NULL;
	if (!longer) {
		as_names_free(command);
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i < more; i++) {
		longer[count + i] = strdup(arguments[i]);
		longer[count + i + 1] = NULL;
		if (!longer[count + i]) {
			as_names_free(longer);
			as_error_no_memory(error);
			return NULL;
		}
	}
	return longer;
}

const char *as_hits_reason(unsigned hits)
{
	return hits & AS_HIT_SYSCALL     ? "syscall"
	       : hits & AS_HIT_PROCESSES ? "processes"
	       : hits & AS_HIT_MEMORY    ? "memory"
	       : hits & AS_HIT_OUTPUT    ? "output"
	       : hits & AS_HIT_BOX       ? "files"
	       : hits & AS_HIT_CPU       ? "cpu"
	       : hits & AS_HIT_WALL      ? "wall-clock"
	       : hits & AS_HIT_IDLE      ? "idleness"
					 : "";
}

bool as_run_was_killed(const struct as_run_result *result)
{
	return result->signal == SIGKILL && !result->hits;
}

/* ---- programs of a package ---- */

#define PACKAGE_CODE_BYTES (UINT64_C(16) << 20)

/* The language of a folder with a `build` or `run` script, which is no language of a submission. */
#define SCRIPT_LANGUAGE "script"

const struct as_language *as_workshop_find_language(const struct as_workshop *workshop,
	const char *path, struct as_sources *sources, struct as_error *error)
{
	const struct as_source *build = as_sources_find(sources, "build"),
			       *run = as_sources_find(sources, "run");
	const struct as_source *first = build ? build : run;
	const struct as_language *language;

	if (sources->single || !first) {
		language = as_languages_detect(workshop->config.languages, sources);
		if (language && !language->refused)
			return language;
		as_error_set(error, AS_ERROR_INPUT, "the program %s is in no known language", path);
		return NULL;
	}
	if (!first->executable) {
		as_error_set(error, AS_ERROR_INPUT,
			"the program %s has a script %s that is not executable: `chmod +x %s/%s`",
			path, first->name, path, first->name);
		return NULL;
	}
	sources->keeps_modes = true;
	language = as_languages_find(workshop->config.languages, SCRIPT_LANGUAGE);
	if (!language)
		as_error_set(error, AS_ERROR_INPUT,
			"the program %s has a script %s, and the language table has no '%s'", path,
			first->name, SCRIPT_LANGUAGE);
	return language;
}

int as_workshop_read_program(struct as_workshop *workshop, int dir_fd, const char *path,
	struct as_sources *sources, struct as_error *error)
{
	if (as_sources_read_own(
		    sources, dir_fd, path, PACKAGE_CODE_BYTES, workshop->config.cancel, error)) {
		if (error && error->kind == AS_ERROR_USAGE)
			error->kind = AS_ERROR_INPUT;
		return -1;
	}
	if (sources->reason)
		return as_error_set(error, AS_ERROR_INPUT, "the program %s cannot be compiled: %s",
			path, sources->text);
	return as_sources_fill(sources, workshop->config.constants, error);
}

/* The line of a compiler's message that says what is wrong: the first with "error", else the first.
 */
static const char *telling_line(const char *message)
{
	const char *error = strcasestr(message, "error");

	while (error && error > message && error[-1] != '\n')
		error--;
	return error ? error : message;
}

struct as_program *as_workshop_compile_sources(struct as_workshop *workshop,
	struct as_sources *sources, const struct as_language *language, const char *entry_point,
	const char *path, struct as_error *error)
{
	if (as_language_name_single(language, sources, error))
		return NULL;
	const struct as_build_order order = {.sources = sources,
		.language = language,
		.entry_point = entry_point,
		.time_ns = INT64_C(60000000000),
		.memory_bytes = UINT64_C(2) << 30,
		.of_package = true};
	struct as_program *program = as_workshop_build(workshop, &order, error);
	if (program && program->verdict != AS_VERDICT_AC) {
		/* A compiler that was stopped may have said nothing. */
		const char *said =
			program->output && *program->output ? program->output : program->reason;
		const char *line = telling_line(said);
		as_error_set(error, AS_ERROR_INPUT, "the program %s does not compile: %.*s", path,
			(int)strcspn(line, "\n"), line);
		as_program_free(program);
		return NULL;
	}
	return program;
}

struct as_program *as_workshop_compile(
	struct as_workshop *workshop, int dir_fd, const char *path, struct as_error *error)
{
	AS_AUTO(as_sources_clear) struct as_sources sources = {0};

	if (as_workshop_read_program(workshop, dir_fd, path, &sources, error))
		return NULL;
	const struct as_language *language =
		as_workshop_find_language(workshop, path, &sources, error);
	return language ? as_workshop_compile_sources(
				  workshop, &sources, language, NULL, path, error)
			: NULL;
}

int as_program_request_init(struct as_program_request *request, const struct as_program *program,
	const char *const *arguments, const struct as_limits *limits, struct as_error *error)
{
	const struct as_language *language = program->language;

	request->argv = as_program_command(program, arguments, limits->memory_bytes, error);
	request->env = as_language_list(language, "run_env", error);
	request->request = (struct as_run_request){
		.argv = (const char *const *)request->argv,
		.env = (const char *const *)request->env,
		.program = program->folder,
		.profile = language->profile,
		.limits = *limits,
		.stdin_fd = -1,
		.cancel = program->workshop->config.cancel,
	};
	request->request.limits.memory_bytes += language->extra_memory_bytes;
	return request->argv && request->env ? 0 : -1;
}

void as_program_request_clear(struct as_program_request *request)
{
	as_names_free(as_steal(request->argv));
	as_names_free(as_steal(request->env));
}

const char *as_program_language(const struct as_program *program)
{
	return program->language->id;
}

struct as_sandbox *as_program_open_sandbox(const struct as_program *program, struct as_error *error)
{
	return as_workshop_run_sandbox(program->workshop, program->language, -1, error);
}

static bool has_name(const char *const *env, const char *variable)
{
	size_t length = strcspn(variable, "=");

	for (; env && *env; env++)
		if (strncmp(*env, variable, length) == 0 && (*env)[length] == '=')
			return true;
	return false;
}

/* The language's own, but for what the run has another value of; borrowed from both. */
static const char **merge_env(char *const *own, const char *const *env, struct as_error *error)
{
	size_t count = 0, kept = 0;

	while (own[count])
		count++;
	for (size_t i = 0; env && env[i]; i++)
		count++;
	const char **merged = calloc(count + 1, sizeof(*merged));
	if (!merged) {
		as_error_no_memory(error);
		return NULL;
	}
	for (char *const *variable = own; *variable; variable++)
		if (!has_name(env, *variable))
			merged[kept++] = *variable;
	for (size_t i = 0; env && env[i]; i++)
		merged[kept++] = env[i];
	return merged;
}

int as_program_run_in(const struct as_program *program, struct as_sandbox *sandbox,
	const struct as_program_task *task, struct as_run_result *result, struct as_error *error)
{
	AS_AUTO(as_program_request_clear) struct as_program_request request = {.argv = NULL};

	if (as_program_request_init(&request, program, task->arguments, task->limits, error))
		return -1;
	AS_AUTO_FREE const char **env = merge_env(request.env, task->env, error);
	if (!env)
		return -1;
	request.request.env = env;
	request.request.writable_box = true;
	request.request.keep_box = task->keep_box;
	request.request.stdin_fd = task->stdin_fd;
	return as_sandbox_run(sandbox, &request.request, result, error);
}

int as_program_run(struct as_program *program, const char *const *arguments,
	const struct as_limits *limits, int stdin_fd, struct as_run_result *result,
	struct as_error *error)
{
	const struct as_program_task task = {
		.arguments = arguments, .limits = limits, .stdin_fd = stdin_fd};

	if (!program->sandbox)
		program->sandbox = as_program_open_sandbox(program, error);
	if (!program->sandbox)
		return -1;
	return as_program_run_in(program, program->sandbox, &task, result, error);
}

/* The last line that is neither empty nor indented, "" where there is none. */
static const char *last_line(const struct as_bytes *text, size_t *length)
{
	const char *line = "";

	*length = 0;
	for (const char *at = text->data; at && *at;) {
		size_t size = strcspn(at, "\n");
		if (size > 0 && *at != ' ' && *at != '\t' && *at != '\r') {
			line = at;
			*length = size;
		}
		at += size + (at[size] == '\n');
	}
	return line;
}

const char *as_run_result_line(const struct as_run_result *result, size_t *length)
{
	static const char traceback[] = "Traceback (most recent call last):";
	const struct as_bytes *head = &result->stderr_head, *tail = &result->stderr_tail;

	*length = head->data ? strcspn(head->data, "\n") : 0;
	if (!head->data || !strstr(head->data, traceback) || !tail->data)
		return head->data ? head->data : "";
	/* Python says what happened after where it did. */
	return last_line(tail, length);
}

char *as_run_result_complain(const struct as_run_result *result)
{
	char line[200];
	size_t length;
	const char *said = as_run_result_line(result, &length);

	as_text_printable(said, length, line, sizeof(line));
	if (result->hits & AS_HIT_SYSCALL)
		return as_text_format(NULL, "made the forbidden system call %s", result->syscall);
	if (result->hits)
		return as_text_format(
			NULL, "exceeded its limit of %s", as_hits_reason(result->hits));
	if (result->signal)
		return as_text_format(NULL, "was killed by signal %d", result->signal);
	if (result->exit_code)
		return as_text_format(NULL, "exited with status %d%s%s", result->exit_code,
			*line ? ": " : "", line);
	return NULL;
}
