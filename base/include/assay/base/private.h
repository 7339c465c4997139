/* SPDX-License-Identifier: MIT */
/** Files and folders that only their owner may change. */
#ifndef ASSAY_BASE_PRIVATE_H
#define ASSAY_BASE_PRIVATE_H

#include <assay/base.h>
#include <sys/stat.h>

/** True if a user other than the owner and root can write what `status` describes. The owner's
 * private group (same name, no other member) does not count as another user: on systems with such
 * groups, new files may be group-writable. */
bool as_is_writable_by_others(const struct stat *status) AS_MUST_USE AS_NONNULL(1);

#endif
