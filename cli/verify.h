/* SPDX-License-Identifier: MIT */
/* verify: the table and findings that `assay verify` prints. */
#ifndef ASSAY_CLI_VERIFY_H
#define ASSAY_CLI_VERIFY_H

#include <assay/base.h>

/** Prints a document of as_verify_package: a table of submissions and the findings. */
void verify_print(json_t *document) AS_NONNULL(1);

#endif
