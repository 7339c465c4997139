/* SPDX-License-Identifier: MIT */
/**
 * transfer: a store as one file that does not depend on its back end: a tar archive.
 *
 *	format.json            {"format": "assay-store/4"}
 *	blob/DIGEST            the bytes of a blob
 *	TABLE/NUMBER.jsonl     rows of a table, a JSON object on each line
 *	end.json               {"end": true}: the export is whole
 *
 * Entries come in this order; the tables are those of transfer.c. A text is a string, or, if
 * it is not UTF-8, an object {"hex": ...}; so are bytes; a missing value is null. Format 1, which
 * has no bodies of events and no times of claims, is also read. Jobs that are claimed are exported
 * as queued. The same store makes the same bytes.
 */
#ifndef ASSAY_STORE_TRANSFER_H
#define ASSAY_STORE_TRANSFER_H

#include <assay/store.h>

/** Writes a store to a new file, as it is at one moment, while it is in use. AS_ERROR_USAGE: the
 * file exists or cannot be written. With -1 no file is left. */
int as_store_export(struct as_store *store, const char *file, const atomic_bool *cancel,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Reads an export into an empty store. AS_ERROR_USAGE: the store is not empty. AS_ERROR_INPUT: the
 * file is not a complete export. Until it returns 0, the store is marked as incomplete, and no
 * other process opens or uses it. After -1, or if the process is killed, the mark stays: remove the
 * store, and import into a new store. A store that is not empty is left as it was. On a server only
 * the owner of the store can import. */
int as_store_import(struct as_store *store, const char *file, const atomic_bool *cancel,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#endif
