/* SPDX-License-Identifier: MIT */
/* The record of each file of a snapshot; private to judge/package. */
#ifndef ASSAY_JUDGE_SNAPSHOT_H
#define ASSAY_JUDGE_SNAPSHOT_H

#include <assay/package.h>
#include <sys/stat.h>

struct as_snapshot_item {
	char *path; /* as the author and the digest know it */
	char *real; /* without links, or the link to a shared file */
	struct stat status;
};

#define PACKAGE_CHANGED "was changed after the package was opened; judge again"
/* AS_ERROR_INPUT with sys_errno ESTALE if the file or folder has changed. */
int package_snapshot_check(const struct as_package *package, const struct as_snapshot_item *item,
	struct as_error *error) AS_MUST_USE;

#endif
