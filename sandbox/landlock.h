/* SPDX-License-Identifier: MIT */
/*
 * landlock: which version of Landlock (landlock(7)) there is, as its interface counts them. The
 * first one (Linux 5.13 to 5.18) refuses every rename and link from one folder to another under its
 * rules, also inside of the box, and no rule can allow it: programs would fail. So it counts as
 * absent.
 */
#ifndef ASSAY_SANDBOX_LANDLOCK_H
#define ASSAY_SANDBOX_LANDLOCK_H

#include <linux/landlock.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#define AS_LANDLOCK_LEAST_ABI 2

/* 0: none that is of use. */
static inline int as_landlock_abi(void)
{
	long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);

	return abi >= AS_LANDLOCK_LEAST_ABI ? (int)abi : 0;
}

#endif
