/* SPDX-License-Identifier: MIT */
#include "machine.h"

#include "cli.h"

#include <assay/store.h>

int cli_machine_open(struct cli_machine *machine, const struct as_engine_config *config,
	const char *group, struct as_error *error)
{
	struct as_engine_config own = *config;
	struct as_error why = {0};

	machine->is_isolated = config->workers && cli_doctor_check(&why) == 0;
	if (config->workers && !machine->is_isolated && !config->weak_sandbox) {
		*error = why;
		return -1;
	}
	own.languages = machine->languages = as_languages_open(NULL, error);
	if (!machine->languages)
		return -1;
	own.include_dir = cli_find_include_dir(machine->include_dir);
	machine->engine = as_engine_open(&own, error);
	/* The languages whose tools are installed, including those for programs of packages. */
	AS_AUTO_FREE const char **here =
		machine->engine ? as_languages_here(machine->languages, error) : NULL;
	if (here)
		machine->offer = as_lane_offer(as_engine_settings(machine->engine), here, group,
			machine->is_isolated, error);
	return machine->offer ? 0 : -1;
}

void cli_machine_close(struct cli_machine *machine)
{
	free(machine->offer);
	as_engine_close(machine->engine);
	as_languages_close(machine->languages);
}
