/* SPDX-License-Identifier: MIT */
/* A compiled program: its command line and its runs. */
#include "fork_server.h"
#include "workshop.h"

#include <string.h>

void as_program_free(struct as_program *program)
{
	if (!program)
		return;
	as_sandboxes_close(&program->sandboxes);
	if (program->folder[0])
		as_dir_remove(program->workshop->work_fd, program->folder, NULL);
	free(program->output);
	free(program->note);
	as_build_again_free(program->again);
	free(program);
}

const char *as_program_digest(const struct as_program *program)
{
	return program->digests.whole;
}

const char *as_program_source_digest(const struct as_program *program)
{
	return program->digests.source;
}

#define MAX_CODE_FILES 1000

/* Adds the files of a folder; false if it contains anything else. */
static bool digest_files(int dir_fd, char *const *names, struct as_digest *digest)
{
	for (; *names; names++) {
		AS_AUTO_FD int fd = as_file_open(dir_fd, *names, NULL);
		if (fd < 0 || as_digest_add_fd(digest, fd, NULL, NULL))
			return false;
		as_digest_add_text(digest, *names);
	}
	return true;
}

int as_program_code_digest(
	const struct as_program *program, char hex[AS_DIGEST_HEX_SIZE], struct as_error *error)
{
	struct as_digest digest;

	snprintf(hex, AS_DIGEST_HEX_SIZE, "%s", program->digests.code);
	if (!program->folder[0] || program->language->needs.keep_sources)
		return 0;
	AS_AUTO_FD int dir_fd = as_dir_open(program->workshop->work_fd, program->folder, error);
	if (dir_fd < 0)
		return -1;
	AS_AUTO_NAMES char **names = as_dir_list(dir_fd, MAX_CODE_FILES, NULL);
	if (!names)
		return 0;
	as_digest_init(&digest);
	if (digest_files(dir_fd, names, &digest))
		as_digest_end(&digest, hex);
	return 0;
}

/* "folder/main.py" is the module "folder.main". */
static void name_module(const char *path, char name[300])
{
	snprintf(name, 300, "%.*s", (int)(strrchr(path, '.') - path), path);
	for (char *slash = name; (slash = strchr(slash, '/'));)
		*slash = '.';
}

static char **program_command(const struct as_program *program, const char *const *arguments,
	uint64_t memory_bytes, struct as_error *error)
{
	const struct as_language *language = program->language;
	uint64_t stack = memory_bytes;

	if (language->needs.stack_most_bytes && stack > language->needs.stack_most_bytes)
		stack = language->needs.stack_most_bytes;
	char module[300] = "";
	if (program->is_module)
		name_module(program->main, module);
	const struct as_expansion expansion = {.main = program->main,
		.entry = program->entry,
		.module = module,
		.memory_bytes = memory_bytes,
		.stack_bytes = stack};
	const struct as_language_start *start = &language->start;
	const bool starts_there = program->entry_is_explicit && *start->run;
	const bool is_inner = *start->run_folder && strchr(program->main, '/');
	char **command = as_language_expand(starts_there ? start->run
					    : is_inner   ? start->run_folder
							 : language->run.words,
		&expansion, error);
	const size_t count = as_names_count(command);
	size_t more = 0;
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

int as_program_request_init(struct as_program_request *request, const struct as_program *program,
	const char *const *arguments, const struct as_limits *limits, struct as_error *error)
{
	const struct as_language *language = program->language;

	request->argv = program_command(program, arguments, limits->memory_bytes, error);
	request->request = (struct as_run_request){
		.argv = (const char *const *)request->argv,
		.env = language->run.env,
		.program = program->folder,
		.profile = language->run.profile,
		.restrictions = language->run.restrictions |
				(language->needs.reserves_addresses ? 0 : AS_RESTRICT_ADDRESSES),
		.absent = language->run.absent,
		.limits = *limits,
		.stdin_fd = -1,
		.cancel = program->workshop->config.cancel,
	};
	request->request.limits.memory_bytes = as_language_memory(language, limits->memory_bytes);
	return request->argv ? 0 : -1;
}

void as_program_request_clear(struct as_program_request *request)
{
	as_names_free(as_steal(request->argv));
}

void as_program_blame(char *const *command, struct as_error *why)
{
	static const char own[] = "/program/";

	if (why->kind == AS_ERROR_INPUT && strncmp(command[0], own, strlen(own)) != 0)
		why->kind = AS_ERROR_MACHINE;
}

const char *as_program_language(const struct as_program *program)
{
	return program->language->id;
}

static bool has_name(const char *const *env, const char *variable)
{
	size_t length = strcspn(variable, "=");

	for (; env && *env; env++)
		if (strncmp(*env, variable, length) == 0 && (*env)[length] == '=')
			return true;
	return false;
}

/* The variables of the language, except those that the run replaces; borrowed from both. */
static const char **merge_env(
	const char *const *own, const char *const *env, struct as_error *error)
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
	for (const char *const *variable = own; *variable; variable++)
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
	AS_AUTO_FREE const char **env = merge_env(request.request.env, task->env, error);
	if (!env)
		return -1;
	request.request.env = env;
	request.request.writable_box = true;
	request.request.keep_box = task->keep_box;
	request.request.stdin_fd = task->stdin_fd;
	if (task->cancel)
		request.request.cancel = task->cancel;
	return as_sandbox_run(sandbox, &request.request, result, error);
}
