/* SPDX-License-Identifier: MIT */
/* strength: the common part of the files of `assay strength`. */
#ifndef ASSAY_CLI_STRENGTH_H
#define ASSAY_CLI_STRENGTH_H

#include <assay/strength.h>

/* strength_table.c */
/** Prints the report for people. -1: out of memory. */
int strength_print(const struct as_strength_report *report,
	const struct as_package *package) AS_MUST_USE AS_NONNULL(1, 2);

#endif
