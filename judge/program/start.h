/* SPDX-License-Identifier: MIT */
/* start: where a program starts: which file, which class. */
#ifndef ASSAY_JUDGE_START_H
#define ASSAY_JUDGE_START_H

#include <assay/program/workshop.h>

/*
 * Sets the program's main file and its entry. `entry_point`: the file or class that somebody named,
 * or NULL; if it does not exist, the program is CE.
 */
int as_start_find(struct as_program *program, const struct as_sources *sources,
	const char *entry_point, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#endif
