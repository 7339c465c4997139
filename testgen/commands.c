/* SPDX-License-Identifier: MIT */
/* The commands of a recipe for callers that run them with other arguments
 * (assay/testgen/commands.h). */
#include "command_runner.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

struct as_commands {
	const struct as_package *package;
	struct recipe recipe;
	struct as_workshop *workshop;
	struct programs programs;
	struct as_recipe_command *list; /* owns the texts, borrows the names of tests */
	size_t count;
	const char *solution; /* borrowed from the recipe */
};

/* ---- the recipe ---- */

static bool has_recipe(const struct as_package *package)
{
	struct stat info;

	return fstatat(package->tree.fd, RECIPE_PATH, &info, AT_SYMLINK_NOFOLLOW) == 0;
}

static bool is_for_judging(const struct recipe_test *test)
{
	return strncmp(test->name, "sample/", 7) == 0 || strncmp(test->name, "secret/", 7) == 0;
}

/* `texts` has the text of each command as a key. */
static int take_test(struct as_commands *commands, const struct recipe_test *test, json_t *texts,
	struct as_error *error)
{
	if (test->solution)
		commands->solution = test->solution;
	if (!test->command || test->files[RECIPE_IN].given)
		return 0;
	AS_AUTO_FREE char *text = recipe_command_of_any_seed(test, error);
	if (!text)
		return -1;
	if (json_object_get(texts, text))
		return 0;
	if (json_object_set_new(texts, text, json_true()))
		return as_error_no_memory(error);
	if (!as_array_reserve(commands->list, commands->count, error))
		return -1;
	commands->list[commands->count++] = (struct as_recipe_command){
		.test = test->name, .text = as_steal(text), .seeded = test->seeded};
	return 0;
}

static int read_recipe(struct as_commands *commands, struct as_error *error)
{
	const struct as_package *package = commands->package;
	AS_AUTO_JSON json_t *texts = json_object();

	if (!has_recipe(package))
		return 0;
	if (recipe_read(
		    &commands->recipe, package->tree.fd, package->path, &package->constants, error))
		return -1;
	commands->programs.generators = commands->recipe.generators;
	for (size_t i = 0; i < commands->recipe.count; i++) {
		const struct recipe_test *test = &commands->recipe.tests[i];
		if (test->original == i && is_for_judging(test) &&
			take_test(commands, test, texts, error))
			return -1;
	}
	return 0;
}

/* ---- life cycle ---- */

static int open_all(
	struct as_commands *commands, const struct as_gen_config *config, struct as_error *error)
{
	const struct as_workshop_config workshop = {
		.languages = config->languages,
		.weak_sandbox = config->weak_sandbox,
		.fresh = config->fresh,
		.include_dir = config->include_dir,
		.modules = config->modules,
		.cancel = config->cancel,
	};

	commands->workshop = as_workshop_open(&workshop, error);
	if (!commands->workshop)
		return -1;
	commands->programs = (struct programs){.config = config,
		.workshop = commands->workshop,
		.constants = &commands->package->constants,
		.dir_fd = commands->package->tree.fd};
	return read_recipe(commands, error);
}

struct as_commands *as_commands_open(const struct as_package *package,
	const struct as_gen_config *config, struct as_error *error)
{
	struct as_commands *commands = calloc(1, sizeof(*commands));

	if (!commands) {
		as_error_no_memory(error);
		return NULL;
	}
	commands->package = package;
	if (open_all(commands, config, error) == 0)
		return commands;
	as_commands_close(commands);
	return NULL;
}

void as_commands_close(struct as_commands *commands)
{
	if (!commands)
		return;
	programs_clear(&commands->programs);
	as_workshop_close(commands->workshop);
	for (size_t i = 0; i < commands->count; i++)
		free((char *)commands->list[i].text);
	free(commands->list);
	recipe_clear(&commands->recipe);
	free(commands);
}

const struct as_recipe_command *as_commands_list(const struct as_commands *commands, size_t *count)
{
	*count = commands->count;
	return commands->list;
}

const char *as_commands_solution(const struct as_commands *commands)
{
	return commands->solution;
}

int as_commands_add(struct as_commands *commands, const char *command, struct as_error *error)
{
	AS_AUTO_NAMES char **words = recipe_split(command, error);

	if (!words || programs_add(&commands->programs, command, error))
		return -1;
	const struct named_program *named =
		words[0] ? programs_find(&commands->programs, words[0]) : NULL;
	if (!words[0] || (!named && !programs_is_command(words)))
		return as_error_set(error, AS_ERROR_INPUT,
			"'%s' is not a program of the package; name one of generators/, one of the "
			"package by a path that begins with /, or assay solve ...",
			command);
	if (!named || named->program)
		return 0;
	if (error)
		*error = named->why;
	return -1;
}

/* ---- runs ---- */

struct as_command_runner *as_command_runner_open(
	struct as_commands *commands, struct as_error *error)
{
	struct as_command_runner *runner = calloc(1, sizeof(*runner));

	if (!runner)
		as_error_no_memory(error);
	else
		runner->runner.programs = &commands->programs;
	return runner;
}

void as_command_runner_close(struct as_command_runner *runner)
{
	if (!runner)
		return;
	runner_clear(&runner->runner);
	free(runner);
}

int as_command_run(struct as_command_runner *runner, const struct as_command_call *call,
	struct as_bytes *output, struct as_error *error)
{
	AS_AUTO(made_clear) struct made input = {0}, made = {0};
	const int ending = call->input ? RECIPE_ANS : RECIPE_IN;
	const struct runner_call run = {.command = call->command,
		.name = "testcase",
		.input = call->input ? &input : NULL,
		.takes_files = !call->input,
		.ending = ending,
		.tape = call->tape,
		.record = call->record,
		.time_ns = call->time_ns,
		.deadline_ns = call->deadline_ns,
		.output_bytes = call->output_bytes};

	if (call->input)
		input.files[RECIPE_IN].data = *call->input; /* borrowed */
	int failed = runner_run(&runner->runner, &run, &made, error);
	input.files[RECIPE_IN].data = (struct as_bytes){0};
	if (failed)
		return -1;
	*output = made.files[ending].data;
	made.files[ending].data = (struct as_bytes){0};
	return 0;
}
