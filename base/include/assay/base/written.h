/* SPDX-License-Identifier: MIT */
/**
 * written: numbers of a document as texts, as they are written.
 *
 * YAML reads 007 and 1e3 as numbers. A format that accepts ids and names without quotes calls this
 * after it has loaded a document: "007" keeps its zeros.
 */
#ifndef ASSAY_BASE_WRITTEN_H
#define ASSAY_BASE_WRITTEN_H

#include <assay/base.h>

/**
 * Replaces each number by its text, except below the keys for which `is_number` is true. An element
 * of a list belongs to the key of the list. The places of the values do not change. Returns 0, or
 * -1 with AS_ERROR_INTERNAL: out of memory.
 */
int as_document_keep_written(struct as_document *document, bool (*is_number)(const char *key),
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#endif
