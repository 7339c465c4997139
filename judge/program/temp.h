/* SPDX-License-Identifier: MIT */
/* Temporary folders that do not outlive the command, however it ends; private to judge. */
#ifndef ASSAY_JUDGE_TEMP_H
#define ASSAY_JUDGE_TEMP_H

#include <assay/sandbox.h>
#include <limits.h>

/*
 * Makes a folder of mode 0700 where programs may be run from, called as base's owner.c says, and
 * tells the keeper of it. What killed commands left behind there is removed first. On failure
 * `path` is empty.
 */
int as_temp_make(struct as_keeper *keeper, char path[PATH_MAX], struct as_error *error) AS_MUST_USE;
/* Removes it; what cannot be removed now, the keeper tries again. An empty path is none. */
void as_temp_remove(struct as_keeper *keeper, const char *path);

#endif
