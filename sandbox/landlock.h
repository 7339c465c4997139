/* SPDX-License-Identifier: MIT */
/*
 * landlock: the version of Landlock (landlock(7)) of this kernel, its ABI. ABI 1 (Linux 5.13 to
 * 5.18) refuses every rename and link from one folder to another under its rules, also inside of
 * the box, and no rule can allow it, so programs would fail. It counts as absent.
 */
#ifndef ASSAY_SANDBOX_LANDLOCK_H
#define ASSAY_SANDBOX_LANDLOCK_H

#include <linux/landlock.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#define AS_LANDLOCK_MIN_ABI 2

/* 0: no usable version. */
static inline int as_landlock_abi(void)
{
	long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);

	return abi >= AS_LANDLOCK_MIN_ABI ? (int)abi : 0;
}

#endif
