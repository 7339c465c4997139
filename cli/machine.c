/* SPDX-License-Identifier: MIT */
#include "machine.h"

#include <assay/engine.h>

error_t cli_machine_parse(
	const struct cli_machine *machine, struct argp_state *state, int key, const char *argument)
{
	switch (key) {
	case 'j':
		*machine->workers = (unsigned)cli_parse_count(
			state, "-j", argument, machine->least_workers, machine->most_workers);
		return 0;
	case CLI_MACHINE_CORES:
		cli_pin_cores(state, argument);
		return 0;
	case CLI_MACHINE_MODULE:
		*machine->modules = cli_add_module(state, machine->given, argument);
		return 0;
	case CLI_MACHINE_WEAK:
		*machine->weak_sandbox = true;
		return 0;
	case CLI_MACHINE_FRESH:
		*machine->fresh = true;
		return 0;
	case CLI_MACHINE_RERUNS:
		*machine->reruns = (int)cli_parse_count(state, "--reruns", argument, 0, 100);
		*machine->reruns = *machine->reruns ? *machine->reruns : AS_RERUNS_NONE;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}
