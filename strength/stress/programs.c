/* SPDX-License-Identifier: MIT */
#include <assay/base/install.h>
#include <assay/stress.h>

int as_stress_programs_init(struct as_stress_programs *programs, const struct as_engine *engine,
	const atomic_bool *cancel, struct as_error *error)
{
	const struct as_engine_config *settings = as_engine_settings(engine);

	programs->config = (struct as_gen_config){.languages = settings->languages,
		.include_dir = settings->include_dir,
		.command = programs->command,
		.modules = settings->modules,
		.weak_sandbox = settings->weak_sandbox,
		.cancel = cancel};
	return as_install_command(programs->command, error);
}
