/* SPDX-License-Identifier: MIT */
/* transfer: the tables of an export; private to the store. Every back end has them, with the same
 * columns. */
#ifndef ASSAY_STORE_TRANSFER_PRIVATE_H
#define ASSAY_STORE_TRANSFER_PRIVATE_H

#include "sql.h"

/** They lack some of the columns that may be missing. Programs that write them do not know outcomes
 * of results; those of the second neither some events of contests. */
#define TRANSFER_OLD_FORMATS "assay-store/1", "assay-store/2", "assay-store/3"

enum as_column_type { AS_COLUMN_NUMBER, AS_COLUMN_TEXT, AS_COLUMN_BYTES };

struct as_column {
	const char *name; /* NULL: the end */
	enum as_column_type type;
	bool may_be_missing; /* in an export of an old format */
};

/** In the order of their references. */
enum as_table_id {
	AS_TABLE_SPACE,
	AS_TABLE_SETTING,
	AS_TABLE_PACKAGE,
	AS_TABLE_SESSION,
	AS_TABLE_SUBMISSION,
	AS_TABLE_JOB,    /* without its valid result */
	AS_TABLE_RESULT, /* all of them */
	AS_TABLE_VALID,  /* the valid result of each job, if it has one */
	AS_TABLE_SHARE,
	AS_TABLE_CLOCK,
	AS_TABLE_EVENT,
	AS_TABLE_COUNT
};

struct as_table {
	const char *name;
	const struct as_column *columns;
	struct as_statement read, load;
};
extern const struct as_table as_tables[AS_TABLE_COUNT];

struct as_listed_blob {
	char digest[AS_DIGEST_HEX_SIZE];
	uint64_t size_bytes;
};

/** Receives the whole content of a store at one moment: first its blobs in the order of their
 * digests, then the rows of each table in the order of their keys. -1 ends the dump. */
struct as_dump {
	int (*blob)(void *context, const struct as_listed_blob *blob, struct as_error *error);
	/** Borrows the row. */
	int (*row)(void *context, enum as_table_id table, json_t *row, struct as_error *error);
	void *context;
};
int as_store_dump(
	struct as_store *store, const struct as_dump *dump, struct as_error *error) AS_MUST_USE;
/** Inserts an array of rows into an empty store. */
int as_store_load(struct as_store *store, enum as_table_id table, const json_t *rows,
	struct as_error *error) AS_MUST_USE;
/** After all rows: AS_ERROR_INPUT names a finished job without a result of its own. */
int as_store_check_loaded(struct as_store *store, struct as_error *error) AS_MUST_USE;

#endif
