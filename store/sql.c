/* SPDX-License-Identifier: MIT */
/* Statements: the part above the back end. */
#include "sql.h"
#include "back.h"

#include <string.h>

/* ---- running ---- */

int as_sql_find(struct as_sql *sql, const struct as_statement *statement,
	const struct as_value *values, struct as_rows *rows, struct as_error *error)
{
	as_rows_clear(rows);
	return sql->ops->find(sql, statement, values, rows, error);
}

int as_sql_walk(struct as_sql *sql, const struct as_statement *statement, struct as_rows *rows,
	struct as_error *error)
{
	as_rows_clear(rows);
	return sql->ops->walk(sql, statement, rows, error);
}

int64_t as_sql_run(struct as_sql *sql, const struct as_statement *statement,
	const struct as_value *values, struct as_error *error)
{
	return sql->ops->run(sql, statement, values, error);
}

int as_sql_insert(struct as_sql *sql, const struct as_statement *statement,
	const struct as_value *values, int64_t *id, struct as_error *error)
{
	return sql->ops->insert(sql, statement, values, id, error);
}

int as_store_query(struct as_store *store, const struct as_statement *statement,
	const struct as_value *values, struct as_rows *rows, struct as_error *error)
{
	as_rows_clear(rows);
	return store->ops->query(store->back, statement, values, rows, error);
}

int64_t as_store_execute(struct as_store *store, const struct as_statement *statement,
	const struct as_value *values, struct as_error *error)
{
	return store->ops->execute(store->back, statement, values, error);
}

int as_store_read(struct as_store *store, as_sql_call *call, void *context, struct as_error *error)
{
	return store->ops->read(store->back, call, context, error);
}

int as_store_write(struct as_store *store, as_sql_call *call, void *context, struct as_error *error)
{
	return store->ops->write(store->back, call, context, error);
}

int as_store_snapshot(
	struct as_store *store, as_sql_call *call, void *context, struct as_error *error)
{
	return store->ops->snapshot(store->back, call, context, error);
}

/* ---- rows ---- */

void as_rows_clear(struct as_rows *rows)
{
	if (rows->ops)
		rows->ops->clear(rows);
	*rows = (struct as_rows){0};
}

int as_rows_next(struct as_rows *rows, struct as_error *error)
{
	return rows->ops->next(rows, error);
}

int64_t as_rows_number(const struct as_rows *rows, int column)
{
	return rows->ops->number(rows, column);
}

const char *as_rows_bytes(const struct as_rows *rows, int column, size_t *size)
{
	return rows->ops->bytes(rows, column, size);
}

const char *as_rows_text(const struct as_rows *rows, int column)
{
	size_t size;

	return as_rows_bytes(rows, column, &size);
}

int as_rows_take_bytes(
	const struct as_rows *rows, int column, struct as_bytes *bytes, struct as_error *error)
{
	size_t size;
	const char *data = as_rows_bytes(rows, column, &size);

	*bytes = (struct as_bytes){0};
	if (!data)
		return size ? as_error_no_memory(error) : 0;
	return as_bytes_copy(bytes, data, size, error);
}

int as_rows_take_text(const struct as_rows *rows, int column, char **text, struct as_error *error)
{
	struct as_bytes bytes;
	const int failed = as_rows_take_bytes(rows, column, &bytes, error);

	*text = bytes.data;
	return failed;
}

void as_rows_copy_text(const struct as_rows *rows, int column, char *buffer, size_t size)
{
	const char *text = as_rows_text(rows, column);

	*buffer = '\0';
	if (text && strlen(text) < size)
		strcpy(buffer, text);
}
