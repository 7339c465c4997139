/* SPDX-License-Identifier: MIT */
/* scope: asks systemd for a control group, on cgroup v2. */
#ifndef ASSAY_CLI_SCOPE_H
#define ASSAY_CLI_SCOPE_H

#include <stdbool.h>

/** Starts the command again in a scope. Returns if a scope is not needed or not available. */
void scope_enter(int argc, char **argv);
/** True if a trivial program succeeds under the launcher (NULL-terminated); prints nothing. */
bool scope_try(const char *const *launcher);

#endif
