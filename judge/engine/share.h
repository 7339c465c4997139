/* SPDX-License-Identifier: MIT */
/* share: the limits of a package against the memory of the machine. */
#ifndef ASSAY_JUDGE_SHARE_H
#define ASSAY_JUDGE_SHARE_H

#include <assay/package.h>

/*
 * Adds up the limits of memory and output of programs that use memory at the same time.
 * AS_ERROR_MACHINE, with the numbers: the sum exceeds the share of each of `runs` concurrent runs
 * in `machine_bytes`. Limits up to the defaults of the format are always accepted, and count as 0.
 */
int as_package_check_share(const struct as_package *package, size_t runs, uint64_t machine_bytes,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

#endif
