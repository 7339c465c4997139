/* SPDX-License-Identifier: MIT */
/* machine: an engine of this machine, and what it offers to the lanes of a store. */
#ifndef ASSAY_CLI_MACHINE_H
#define ASSAY_CLI_MACHINE_H

#include <assay/engine.h>
#include <limits.h>

/** Begin with `{0}`. */
struct cli_machine {
	struct as_languages *languages;
	struct as_engine *engine;
	bool is_isolated;
	char *offer;
	char include_dir[PATH_MAX]; /**< the engine borrows it */
};

/** Fills in languages and the include folder of the configuration. Fails if the machine cannot
 * isolate programs, unless the configuration permits that or has no workers, so that no program is
 * run. `group`: of equal machines; NULL: none.
 * Close it in any case. */
int cli_machine_open(struct cli_machine *machine, const struct as_engine_config *config,
	const char *group, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
void cli_machine_close(struct cli_machine *machine);

#endif
