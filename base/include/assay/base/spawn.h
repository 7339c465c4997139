/* SPDX-License-Identifier: MIT */
/** Starts programs in sessions of their own; keeper.h holds and reaps them. */
#ifndef ASSAY_BASE_SPAWN_H
#define ASSAY_BASE_SPAWN_H

#include <assay/base.h>
#include <spawn.h>

/** Starts a program in a session of its own, with the default action for every signal and none
 * blocked. A program without a slash is searched in PATH. Returns 0 or an errno value. */
int as_child_spawn(pid_t *pid, const char *program, const posix_spawn_file_actions_t *actions,
	char *const argv[], char *const env[]) AS_MUST_USE AS_NONNULL(1, 2, 3, 4, 5);

#endif
