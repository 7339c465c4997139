/* SPDX-License-Identifier: MIT */
/** no_source: archives, documents, pictures and compiled programs that are submitted as a source.
 */
#ifndef ASSAY_PROGRAM_NO_SOURCE_H
#define ASSAY_PROGRAM_NO_SOURCE_H

#include <assay/program/language.h>
#include <assay/program/sources.h>

/**
 * Finds out why no file of a submission is a source: "a.rar is a RAR archive, not a zip archive;
 * submit ...". One source of the language (NULL: of any language) suffices; other files may then
 * have any format. A single zip archive whose name ends in .zip is not examined. Returns 1 with the
 * sentence in *text (free it), 0: there may be a source, -1: AS_ERROR_INTERNAL.
 */
int as_sources_are_none(const struct as_sources *sources, const struct as_languages *languages,
	const struct as_language *language, char **text, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 4);

#endif
