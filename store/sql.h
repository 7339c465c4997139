/* SPDX-License-Identifier: MIT */
/* sql: statements that both back ends run, so that what is done with rows is written once. */
#ifndef ASSAY_STORE_SQL_H
#define ASSAY_STORE_SQL_H

#include <assay/store.h>

/** A text with the parameters $1, $2, ..., which both back ends understand. `now_ms()` is the
 * current time. Each connection prepares it once, so it is static. */
struct as_statement {
	const char *text;   /**< "": there is nothing to do */
	const char *server; /**< the text on a PostgreSQL server; NULL: the same */
};

/** The value of a parameter; texts and bytes are borrowed until the rows are cleared. */
struct as_value {
	enum as_value_kind {
		AS_VALUE_END,
		AS_VALUE_NUMBER,
		AS_VALUE_TEXT, /* NULL becomes SQL's NULL */
		AS_VALUE_NAME, /* a text that a person chose: bytes on a server, as it may be
				  invalid */
		AS_VALUE_BYTES,
	} kind;
	int64_t number;
	const void *data;
	size_t size; /* of bytes */
};
#define AS_INT(number_) ((struct as_value){.kind = AS_VALUE_NUMBER, .number = (number_)})
#define AS_TEXT(text_) ((struct as_value){.kind = AS_VALUE_TEXT, .data = (text_)})
#define AS_NAME(name_) ((struct as_value){.kind = AS_VALUE_NAME, .data = (name_)})
#define AS_NULL AS_TEXT(NULL)
/** Never NULL. */
#define AS_BYTES(data_, size_)                                                                     \
	((struct as_value){.kind = AS_VALUE_BYTES, .data = (size_) ? (data_) : "", .size = (size_)})
/* $1 after a number, $2 at most, $3 of a space. */
#define AS_RANGE(space_, after_, max_)                                                             \
	AS_VALUES(AS_INT(after_), AS_INT((max_) < INT32_MAX ? (int64_t)(max_) : INT32_MAX),        \
		(space_) == AS_STORE_WHOLE ? (struct as_value){0} : AS_INT(space_))
/** Maximum number of values. */
#define AS_SQL_MAX_VALUES 20
#define AS_VALUES(...) ((const struct as_value[]){__VA_ARGS__, {.kind = AS_VALUE_END}})

/** The rows of a statement, at one of them; initialise with AS_ROWS rows = {0}. */
struct as_rows {
	const struct as_sql_ops *ops; /* NULL: there are none */
	void *rows, *owner;           /* of the back end */
	int row;
	bool is_walk, is_end;
};
#define AS_ROWS AS_AUTO(as_rows_clear) struct as_rows
void as_rows_clear(struct as_rows *rows);
/** The next row: 1, or 0 at the end. */
int as_rows_next(struct as_rows *rows, struct as_error *error) AS_MUST_USE;
/** A column; NULL is 0, or NULL. A text or bytes are valid until the next row. */
int64_t as_rows_number(const struct as_rows *rows, int column);
const char *as_rows_text(const struct as_rows *rows, int column);
const char *as_rows_bytes(const struct as_rows *rows, int column, size_t *size);
/** A copy on the heap; NULL is NULL. */
int as_rows_take_text(
	const struct as_rows *rows, int column, char **text, struct as_error *error) AS_MUST_USE;
int as_rows_take_bytes(const struct as_rows *rows, int column, struct as_bytes *bytes,
	struct as_error *error) AS_MUST_USE;
/** A copy in a buffer; "" if it is NULL or too long. */
void as_rows_copy_text(const struct as_rows *rows, int column, char *buffer, size_t size);

/** The first member of a connection. */
struct as_sql {
	const struct as_sql_ops *ops;
};
struct as_sql_ops {
	int (*find)(struct as_sql *sql, const struct as_statement *statement,
		const struct as_value *values, struct as_rows *rows, struct as_error *error);
	int (*walk)(struct as_sql *sql, const struct as_statement *statement, struct as_rows *rows,
		struct as_error *error);
	int64_t (*run)(struct as_sql *sql, const struct as_statement *statement,
		const struct as_value *values, struct as_error *error);
	/** Changes the error of a failed statement, if the values of a row were its cause. */
	void (*blame_row)(struct as_sql *sql, struct as_error *error);
	/** Why the last statement failed, if the database is damaged, or NULL. NULL: a server says
	 * it itself. */
	const char *(*damage)(struct as_sql *sql);
	/** Numbers committed events that have no number yet. NULL: all have one. */
	int (*number_events)(struct as_sql *sql, struct as_error *error);
	int (*insert)(struct as_sql *sql, const struct as_statement *statement,
		const struct as_value *values, int64_t *id, struct as_error *error);
	int (*next)(struct as_rows *rows, struct as_error *error);
	int64_t (*number)(const struct as_rows *rows, int column);
	/** NULL with a size: out of memory. */
	const char *(*bytes)(const struct as_rows *rows, int column, size_t *size);
	void (*clear)(struct as_rows *rows);
};

/** A part of a transaction; it may be repeated. It returns 0 or more, or -1: then none of its
 * writes are kept. */
typedef int as_sql_call(struct as_sql *sql, void *context, struct as_error *error);

/** Runs a statement in the transaction of a connection, up to its first row: 1, or 0 if it has
 * none. Without values: NULL. */
int as_sql_find(struct as_sql *sql, const struct as_statement *statement,
	const struct as_value *values, struct as_rows *rows, struct as_error *error) AS_MUST_USE;
/** The same for many rows, which a server sends in parts. It is not kept prepared. */
int as_sql_walk(struct as_sql *sql, const struct as_statement *statement, struct as_rows *rows,
	struct as_error *error) AS_MUST_USE;
/** Runs a statement and returns the number of rows that it changed, or -1. */
int64_t as_sql_run(struct as_sql *sql, const struct as_statement *statement,
	const struct as_value *values, struct as_error *error) AS_MUST_USE;

/** Runs a statement that inserts one row and ends with " RETURNING id". */
int as_sql_insert(struct as_sql *sql, const struct as_statement *statement,
	const struct as_value *values, int64_t *id, struct as_error *error) AS_MUST_USE;

/** A statement that is an operation of its own: one that reads, ... */
int as_store_query(struct as_store *store, const struct as_statement *statement,
	const struct as_value *values, struct as_rows *rows, struct as_error *error) AS_MUST_USE;
/** ... or one that writes. When this returns, the change is on the disk. */
int64_t as_store_execute(struct as_store *store, const struct as_statement *statement,
	const struct as_value *values, struct as_error *error) AS_MUST_USE;
/** Runs a call that reads. */
int as_store_read(struct as_store *store, as_sql_call *call, void *context,
	struct as_error *error) AS_MUST_USE;
/** Runs a call in a transaction that writes. */
int as_store_write(struct as_store *store, as_sql_call *call, void *context,
	struct as_error *error) AS_MUST_USE;
/** Runs a call that reads all at one moment, and may take long. */
int as_store_snapshot(struct as_store *store, as_sql_call *call, void *context,
	struct as_error *error) AS_MUST_USE;

#endif
