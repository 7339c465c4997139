/* SPDX-License-Identifier: MIT */
#include <assay/program/fork_server.h>

bool as_program_can_fork(const struct as_program *program)
{
	(void)program;
	return false;
}

struct as_fork_server *as_fork_server_open(const struct as_program *program,
	const struct as_fork_server_config *config, struct as_error *error)
{
	(void)program;
	(void)config;
	as_error_set(error, AS_ERROR_INPUT, "the program's language has no fork server");
	return NULL;
}

void as_fork_server_close(struct as_fork_server *server)
{
	(void)server;
}

int as_fork_server_run(struct as_fork_server *server, const struct as_fork_input *inputs,
	size_t count, struct as_fork_output *outputs, struct as_error *error)
{
	(void)server;
	(void)inputs;
	(void)error;
	for (size_t i = 0; i < count; i++)
		outputs[i] = (struct as_fork_output){.end = AS_FORK_UNKNOWN, .exit_code = -1};
	return 0;
}

bool as_fork_server_is_broken(const struct as_fork_server *server)
{
	(void)server;
	return true;
}
