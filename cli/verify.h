/* SPDX-License-Identifier: MIT */
/* verify: the table and findings that `assay verify` prints. */
#ifndef ASSAY_CLI_VERIFY_H
#define ASSAY_CLI_VERIFY_H

#include <assay/verify/verification.h>

/** Prints a verification: a table of submissions and the findings. */
void verify_print(const struct as_verification *verification) AS_NONNULL(1);

#endif
