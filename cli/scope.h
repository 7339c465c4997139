/* SPDX-License-Identifier: MIT */
/* scope: a control group from systemd, where one must be asked for. */
#ifndef ASSAY_CLI_SCOPE_H
#define ASSAY_CLI_SCOPE_H

#include <stdbool.h>

/** Starts the command again in a scope. Returns where none is needed or none can be had. */
void scope_enter(int argc, char **argv);
/** True where a trivial program ends well under the launcher (NULL-terminated); prints nothing. */
bool scope_try(const char *const *launcher);

#endif
