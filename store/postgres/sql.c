/* SPDX-License-Identifier: MIT */
/* Statements of both back ends, on connections of this one (sql.h). */
#include "postgres.h"

#include <string.h>

static struct as_pg_link *link_of(struct as_sql *sql)
{
	return (struct as_pg_link *)sql;
}

/* ---- preparing ---- */

char *as_pg_write_text(const struct as_statement *statement, struct as_error *error)
{
	static const char now[] = "now_ms()";
	const char *rest = statement->server ? statement->server : statement->text;
	AS_AUTO_FREE char *text = NULL;
	size_t size = 0;
	AS_AUTO_FILE FILE *out = open_memstream(&text, &size);

	for (const char *at; out && (at = strstr(rest, now)); rest = at + strlen(now))
		fprintf(out, "%.*s%s", (int)(at - rest), rest, AS_PG_NOW_MS);
	if (!out || fputs(rest, out) < 0 || fclose(as_steal(out))) {
		as_error_no_memory(error);
		return NULL;
	}
	return as_steal(text);
}

/* Beyond the maximum a statement is prepared each time. */
static int prepare(struct as_pg_link *link, const struct as_statement *statement, char name[16],
	struct as_error *error)
{
	size_t i = 0;

	while (i < link->prepared_count && link->prepared[i] != statement)
		i++;
	snprintf(name, 16, i < AS_PG_MAX_PREPARED ? "t%zu" : "", i);
	if (i < link->prepared_count)
		return 0;
	AS_AUTO_FREE char *text = as_pg_write_text(statement, error);
	if (!text || as_pg_prepare(link, name, text, error))
		return -1;
	if (i < AS_PG_MAX_PREPARED)
		link->prepared[link->prepared_count++] = statement;
	return 0;
}

static void add_values(struct as_pg_values *values, const struct as_value *from)
{
	for (; from && from->kind != AS_VALUE_END; from++)
		if (from->kind == AS_VALUE_NUMBER)
			as_pg_add_number(values, from->number);
		else if (from->kind == AS_VALUE_TEXT)
			as_pg_add_text(values, from->data);
		else if (from->kind == AS_VALUE_NAME)
			as_pg_add_name(values, from->data);
		else
			as_pg_add_bytes(values, from->data, from->size);
}

/* ---- running ---- */

static bool is_nothing(const struct as_statement *statement)
{
	return !*(statement->server ? statement->server : statement->text);
}

static int execute(struct as_pg_link *link, const struct as_statement *statement,
	const struct as_value *values, PGresult **rows, struct as_error *error)
{
	struct as_pg_values added = {0};
	char name[16];

	add_values(&added, values);
	return prepare(link, statement, name, error) ||
			       as_pg_execute(link, name, &added, rows, error)
		       ? -1
		       : 0;
}

static int find(struct as_sql *sql, const struct as_statement *statement,
	const struct as_value *values, struct as_rows *rows, struct as_error *error)
{
	PGresult *found = NULL;

	if (is_nothing(statement))
		return 0;
	if (execute(link_of(sql), statement, values, &found, error))
		return -1;
	*rows = (struct as_rows){.ops = sql->ops, .rows = found, .owner = sql};
	return PQntuples(found) > 0;
}

static int fetch(struct as_rows *rows, struct as_error *error)
{
	PGresult *part = NULL;

	if (as_pg_text(rows->owner, "FETCH 500 FROM part", AS_PG_SETUP_NS, &part, error))
		return -1;
	PQclear(rows->rows);
	rows->rows = part;
	rows->row = 0;
	return PQntuples(part) > 0;
}

static int walk(struct as_sql *sql, const struct as_statement *statement, struct as_rows *rows,
	struct as_error *error)
{
	AS_AUTO_FREE char *query = as_pg_write_text(statement, error);
	AS_AUTO_FREE char *text =
		query ? as_text_format(error, "DECLARE part BINARY NO SCROLL CURSOR FOR %s", query)
		      : NULL;

	if (!text || as_pg_text(link_of(sql), text, AS_PG_SETUP_NS, NULL, error))
		return -1;
	*rows = (struct as_rows){.ops = sql->ops, .owner = sql, .is_walk = true};
	return fetch(rows, error);
}

static int64_t run(struct as_sql *sql, const struct as_statement *statement,
	const struct as_value *values, struct as_error *error)
{
	AS_PG_ROWS rows = NULL;

	if (is_nothing(statement))
		return 0;
	return execute(link_of(sql), statement, values, &rows, error)
		       ? -1
		       : strtoll(PQcmdTuples(rows), NULL, 10);
}

/* ---- rows ---- */

static int next(struct as_rows *rows, struct as_error *error)
{
	if (++rows->row < PQntuples(rows->rows))
		return 1;
	return rows->is_walk ? fetch(rows, error) : 0;
}

static int64_t number(const struct as_rows *rows, int column)
{
	return as_pg_number(rows->rows, rows->row, column);
}

static const char *bytes(const struct as_rows *rows, int column, size_t *size)
{
	*size = (size_t)PQgetlength(rows->rows, rows->row, column);
	return PQgetisnull(rows->rows, rows->row, column)
		       ? NULL
		       : PQgetvalue(rows->rows, rows->row, column);
}

static void clear(struct as_rows *rows)
{
	PQclear(rows->rows);
	if (rows->is_walk && !link_of(rows->owner)->is_lost)
		(void)!as_pg_do(rows->owner, "CLOSE part", NULL);
}

static int number_events(struct as_sql *sql, struct as_error *error)
{
	return as_pg_number_events(link_of(sql), error);
}

const struct as_sql_ops as_pg_sql_ops = {
	.find = find,
	.walk = walk,
	.run = run,
	.number_events = number_events,
	.next = next,
	.number = number,
	.bytes = bytes,
	.clear = clear,
};

/* ---- the calls of back.h ---- */

struct operation {
	const struct as_statement *statement;
	const struct as_value *values;
	struct as_rows *rows;
	int64_t changed;
};

static int find_one(struct as_pg_session *session, void *context, struct as_error *error)
{
	const struct operation *one = context;

	return find(&session->link.sql, one->statement, one->values, one->rows, error);
}

int as_pg_query(void *back, const struct as_statement *statement, const struct as_value *values,
	struct as_rows *rows, struct as_error *error)
{
	struct as_postgres *postgres = back;
	struct operation one = {statement, values, rows, 0};

	return as_pg_session_call(&postgres->session, find_one, &one, error);
}

static int run_one(struct as_pg_session *session, void *context, struct as_error *error)
{
	struct operation *one = context;

	one->changed = run(&session->link.sql, one->statement, one->values, error);
	return one->changed < 0 ? -1 : 0;
}

int64_t as_pg_run_alone(void *back, const struct as_statement *statement,
	const struct as_value *values, struct as_error *error)
{
	struct as_postgres *postgres = back;
	struct operation one = {statement, values, NULL, 0};

	return as_pg_session_call(&postgres->session, run_one, &one, error) ? -1 : one.changed;
}

struct calling {
	as_sql_call *call;
	void *context;
};

static int call_with(struct as_pg_session *session, void *context, struct as_error *error)
{
	const struct calling *calling = context;

	return calling->call(&session->link.sql, calling->context, error);
}

int as_pg_read(void *back, as_sql_call *call, void *context, struct as_error *error)
{
	struct as_postgres *postgres = back;

	return as_pg_session_call(
		&postgres->session, call_with, &(struct calling){call, context}, error);
}

int as_pg_write(void *back, as_sql_call *call, void *context, struct as_error *error)
{
	struct as_postgres *postgres = back;

	return as_pg_session_write(
		&postgres->session, call_with, &(struct calling){call, context}, error);
}

/* On a connection of its own: it may take long, and the session must send heartbeats. The
 * transaction is idle while a large blob is exported. */
int as_pg_snapshot(void *back, as_sql_call *call, void *context, struct as_error *error)
{
	struct as_postgres *postgres = back;
	struct as_pg_link link;
	int done = as_pg_link_open(&link, postgres->session.url, error);

	link.answer_ns = AS_PG_SETUP_NS;
	if (done == 0)
		done = as_pg_do(&link, "SET idle_in_transaction_session_timeout = 0", error) ||
				       as_pg_do(&link,
					       "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
					       error)
			       ? -1
			       : call(&link.sql, context, error);
	as_pg_link_close(&link);
	return done;
}
