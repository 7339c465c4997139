/* SPDX-License-Identifier: MIT */
/* Becomes an unprivileged user, because root may do everything that a mode forbids. */
#ifndef ASSAY_TESTS_SUPPORT_NOBODY_H
#define ASSAY_TESTS_SUPPORT_NOBODY_H

#include "command.h"

#include <grp.h>
#include <unistd.h>

/* For a child; false if this user then cannot run the command. */
static inline bool become_nobody(void)
{
	return (geteuid() != 0 || (setgroups(0, NULL) == 0 && setresgid(65534, 65534, 65534) == 0 &&
					  setresuid(65534, 65534, 65534) == 0)) &&
	       access(ASSAY_COMMAND, X_OK) == 0;
}

#endif
