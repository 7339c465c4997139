/* SPDX-License-Identifier: MIT */
/** level: how much less than full isolation a caller accepts. Included by sandbox.h. */
#ifndef ASSAY_SANDBOX_LEVEL_H
#define ASSAY_SANDBOX_LEVEL_H

#include <assay/base.h>

enum as_weakness {
	AS_WEAK_NOT,    /**< full isolation */
	AS_WEAK_GROUPS, /**< without control groups, if this machine has none */
	/** Without namespaces and control groups, for containers that forbid them. It needs
	 * Landlock; or root, which gives each run a user id of its own, and then the caller must
	 * keep its secrets in folders that are closed to other users (as_sandbox_check_hidden). */
	AS_WEAK_PROCESS,
};
/** full, weak or process. */
const char *as_weakness_name(enum as_weakness weakness);

/**
 * Fails with AS_ERROR_MACHINE if a run of that weakness could replace the file or folder, or the
 * contents of the folder. This is so without Landlock if all users may write to a folder on the way
 * to it that is not sticky.
 */
int as_sandbox_check_fixed(enum as_weakness weakness, const char *path,
	struct as_error *error) AS_MUST_USE AS_NONNULL(2);

/**
 * Fails with AS_ERROR_MACHINE if a run of that weakness could replace or read the file or folder. A
 * run can read it without Landlock, unless only root may enter the folder itself or a folder on the
 * way to it.
 */
int as_sandbox_check_hidden(enum as_weakness weakness, const char *path,
	struct as_error *error) AS_MUST_USE AS_NONNULL(2);

#endif
