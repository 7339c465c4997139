/* SPDX-License-Identifier: MIT */
/* Statements of both back ends, on connections of this one (sql.h). */
#include "postgres.h"

#include <endian.h>
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
	if (!text || as_pg_finish(link, PQsendPrepare(link->db, name, text, 0, NULL),
			     link->answer_ns, NULL, error))
		return -1;
	if (i < AS_PG_MAX_PREPARED)
		link->prepared[link->prepared_count++] = statement;
	return 0;
}

/* The values of a statement as libpq has them: numbers and texts as text, names and bytes as they
 * are. Results are binary. */
struct sent {
	const char *data[AS_SQL_MAX_VALUES];
	int sizes[AS_SQL_MAX_VALUES], formats[AS_SQL_MAX_VALUES];
	char numbers[AS_SQL_MAX_VALUES][24];
	int count;
};

static void add_values(struct sent *sent, const struct as_value *value)
{
	for (; value && value->kind != AS_VALUE_END; value++) {
		const int i = sent->count++;
		const size_t size = value->kind == AS_VALUE_BYTES ? value->size
				    : value->kind == AS_VALUE_NAME && value->data
					    ? strlen(value->data)
					    : 0;
		sent->data[i] = value->data;
		sent->sizes[i] = (int)size;
		sent->formats[i] = value->kind == AS_VALUE_NAME || value->kind == AS_VALUE_BYTES;
		if (value->kind != AS_VALUE_NUMBER)
			continue;
		snprintf(sent->numbers[i], sizeof(sent->numbers[i]), "%lld",
			(long long)value->number);
		sent->data[i] = sent->numbers[i];
	}
}

/* ---- running ---- */

static bool is_nothing(const struct as_statement *statement)
{
	return !*(statement->server ? statement->server : statement->text);
}

static int execute(struct as_pg_link *link, const struct as_statement *statement,
	const struct as_value *values, PGresult **rows, struct as_error *error)
{
	struct sent sent = {0};
	char name[16];

	add_values(&sent, values);
	if (prepare(link, statement, name, error))
		return -1;
	return as_pg_finish(link,
		PQsendQueryPrepared(
			link->db, name, sent.count, sent.data, sent.sizes, sent.formats, 1),
		link->answer_ns, rows, error);
}

static int find_rows(struct as_sql *sql, const struct as_statement *statement,
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

static int64_t run_statement(struct as_sql *sql, const struct as_statement *statement,
	const struct as_value *values, struct as_error *error)
{
	AS_PG_ROWS rows = NULL;

	if (is_nothing(statement))
		return 0;
	return execute(link_of(sql), statement, values, &rows, error)
		       ? -1
		       : strtoll(PQcmdTuples(rows), NULL, 10);
}

static int insert(struct as_sql *sql, const struct as_statement *statement,
	const struct as_value *values, int64_t *id, struct as_error *error)
{
	AS_ROWS rows = {0};

	if (find_rows(sql, statement, values, &rows, error) != 1)
		return -1;
	*id = as_rows_number(&rows, 0);
	return 0;
}

static void blame_row(struct as_sql *sql, struct as_error *error)
{
	if (link_of(sql)->is_bad_row && error)
		error->kind = AS_ERROR_INPUT;
}

/* ---- rows ---- */

static int next(struct as_rows *rows, struct as_error *error)
{
	if (++rows->row < PQntuples(rows->rows))
		return 1;
	return rows->is_walk ? fetch(rows, error) : 0;
}

/* A bigint. */
static int64_t number(const struct as_rows *rows, int column)
{
	int64_t value = 0;

	if (PQgetlength(rows->rows, rows->row, column) == sizeof(value))
		memcpy(&value, PQgetvalue(rows->rows, rows->row, column), sizeof(value));
	return (int64_t)be64toh((uint64_t)value);
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
	.find = find_rows,
	.walk = walk,
	.run = run_statement,
	.insert = insert,
	.blame_row = blame_row,
	.number_events = number_events,
	.next = next,
	.number = number,
	.bytes = bytes,
	.clear = clear,
};
