/* SPDX-License-Identifier: MIT */
/** zip: the files of a submission as a zip archive without time stamps, for people who download
 * them. */
#ifndef ASSAY_PROGRAM_ZIP_H
#define ASSAY_PROGRAM_ZIP_H

#include <assay/program/intake.h>

/** Packs files (clear `zip`). */
int as_sources_zip(const struct as_sources *sources, struct as_bytes *zip,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** The same for a blob that as_submitted_write made. AS_ERROR_INPUT: another format. */
int as_submitted_zip(const struct as_bytes *files, struct as_bytes *zip,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#endif
