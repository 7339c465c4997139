/* SPDX-License-Identifier: MIT */
/* The rows of all tables, as JSON. They are read on a separate connection, in one transaction:
 * meanwhile its caller reads blobs through the session, which must send heartbeats. */
#include "transfer.h"
#include "postgres.h"

#include <string.h>

/* ---- reading ---- */

/* The columns are those of as_tables. A claim ends with its session. A result may refer to a
 * session whose row has been removed. Events without a number come last. */
static const char *const queries[AS_TABLE_COUNT] = {
	[AS_TABLE_SPACE] = "SELECT id, name FROM space ORDER BY id",
	[AS_TABLE_SETTING] =
		"SELECT space, name, value FROM setting ORDER BY space, name COLLATE \"C\"",
	[AS_TABLE_PACKAGE] = "SELECT digest, name, blob, fault, faults, held, held_at FROM package"
			     " ORDER BY digest",
	[AS_TABLE_SESSION] =
		"SELECT id, name, opened FROM past_session UNION ALL"
		" SELECT used.session, coalesce(session.name, 'unknown'),"
		" coalesce(session.opened, 0) FROM (SELECT DISTINCT session FROM result) AS used"
		" LEFT JOIN session ON session.id = used.session WHERE NOT EXISTS"
		" (SELECT 1 FROM past_session WHERE past_session.id = used.session) ORDER BY id",
	[AS_TABLE_SUBMISSION] = "SELECT id, space, owner, path, language, entry_point, files,"
				" received FROM submission ORDER BY id",
	[AS_TABLE_JOB] =
		"SELECT id, space, key, package, submission, options, class, priority, owner, lane,"
		" tag, CASE WHEN state <> 1 THEN state WHEN EXISTS (SELECT 1 FROM package WHERE"
		" digest = job.package AND held IS NOT NULL) THEN 4 ELSE 0 END, attempt, deaths,"
		" cause_kind, cause_errno, cause, claimed FROM job ORDER BY id",
	[AS_TABLE_RESULT] = "SELECT id, job, attempt, session, verdict, bytes, recorded, score,"
			    " group_scores::text, runs::text FROM result ORDER BY id",
	[AS_TABLE_VALID] = "SELECT id, result FROM job WHERE result IS NOT NULL ORDER BY id",
	[AS_TABLE_SHARE] = "SELECT class, owner, next FROM share ORDER BY class, owner",
	[AS_TABLE_CLOCK] = "SELECT class, tag FROM clock ORDER BY class",
	[AS_TABLE_EVENT] =
		"(SELECT number, space, job, kind, time, body, blob FROM event ORDER BY number)"
		" UNION ALL (SELECT (SELECT coalesce(max(number), 0) FROM event) + row_number()"
		" OVER (ORDER BY id), space, job, kind, time, NULL, NULL FROM unnumbered"
		" ORDER BY id)",
};

static json_t *read_value(const PGresult *rows, int row, int column, enum as_column_type type)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};

	if (PQgetisnull(rows, row, column))
		return json_null();
	if (type == AS_COLUMN_NUMBER)
		return json_integer(as_pg_number(rows, row, column));
	if (as_pg_take_bytes(rows, row, column, &bytes, NULL))
		return NULL;
	return type == AS_COLUMN_TEXT ? as_transfer_text(bytes.data)
				      : as_transfer_bytes(bytes.data, bytes.size);
}

static json_t *read_row(const PGresult *rows, int row, const struct as_column *columns)
{
	AS_AUTO_JSON json_t *object = json_object();

	for (int i = 0; columns[i].name; i++)
		if (json_object_set_new(
			    object, columns[i].name, read_value(rows, row, i, columns[i].type)))
			return NULL;
	return as_steal(object);
}

/* Receives some rows of a cursor; returns their number. */
typedef int (*take_part)(const PGresult *rows, enum as_table_id table, const struct as_dump *dump,
	struct as_error *error);

static int dump_query(struct as_pg_link *link, const char *query, enum as_table_id table,
	take_part take, const struct as_dump *dump, struct as_error *error)
{
	AS_AUTO_FREE char *text =
		as_text_format(error, "DECLARE part BINARY NO SCROLL CURSOR FOR %s", query);
	int count;

	if (!text || as_pg_text(link, text, AS_PG_SETUP_NS, NULL, error))
		return -1;
	do {
		AS_PG_ROWS rows = NULL;
		if (as_pg_text(link, "FETCH 500 FROM part", AS_PG_SETUP_NS, &rows, error) ||
			take(rows, table, dump, error))
			return -1;
		count = PQntuples(rows);
	} while (count);
	return as_pg_do(link, "CLOSE part", error);
}

static int take_blobs(const PGresult *rows, enum as_table_id table, const struct as_dump *dump,
	struct as_error *error)
{
	struct as_listed_blob blob;

	(void)table;
	for (int i = 0; i < PQntuples(rows); i++) {
		as_pg_copy_text(rows, i, 0, blob.digest, sizeof(blob.digest));
		blob.size_bytes = (uint64_t)as_pg_number(rows, i, 1);
		if (dump->blob(dump->context, &blob, error))
			return -1;
	}
	return 0;
}

static int take_rows(const PGresult *rows, enum as_table_id table, const struct as_dump *dump,
	struct as_error *error)
{
	for (int i = 0; i < PQntuples(rows); i++) {
		AS_AUTO_JSON json_t *row = read_row(rows, i, as_tables[table].columns);
		if (!row)
			return as_error_no_memory(error);
		if (dump->row(dump->context, table, row, error))
			return -1;
	}
	return 0;
}

static int dump_all(struct as_pg_link *link, const struct as_dump *dump, struct as_error *error)
{
	/* While a large blob is written, the transaction is idle. */
	if (as_pg_do(link, "SET idle_in_transaction_session_timeout = 0", error) ||
		as_pg_do(link, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", error) ||
		dump_query(link, "SELECT digest, size FROM blob ORDER BY digest", 0, take_blobs,
			dump, error))
		return -1;
	for (int i = 0; i < AS_TABLE_COUNT; i++)
		if (dump_query(link, queries[i], (enum as_table_id)i, take_rows, dump, error))
			return -1;
	return 0;
}

int as_pg_dump(void *back, const struct as_dump *dump, struct as_error *error)
{
	struct as_postgres *postgres = back;
	struct as_pg_link link;
	const int failed = as_pg_link_open(&link, postgres->session.url, error) ||
			   dump_all(&link, dump, error);

	as_pg_link_close(&link);
	return failed ? -1 : 0;
}

/* ---- inserting ---- */

static int refuse_value(const char *column, struct as_error *error)
{
	return as_error_set(
		error, AS_ERROR_INPUT, "a row has no %s, or one of another type", column);
}

/* Texts and bytes are kept until the row was sent. */
struct row {
	struct as_pg_values values;
	struct as_bytes bytes[AS_PG_MAX_VALUES];
};

static void clear(struct row *row)
{
	for (int i = 0; i < AS_PG_MAX_VALUES; i++)
		as_bytes_clear(&row->bytes[i]);
}

static int add_value(struct row *row, const struct as_column *column, const json_t *value,
	struct as_error *error)
{
	struct as_bytes *bytes = &row->bytes[row->values.count];

	if (!value || json_is_null(value)) {
		as_pg_add_text(&row->values, NULL);
		return 0;
	}
	if (column->type == AS_COLUMN_NUMBER) {
		if (!json_is_integer(value))
			return refuse_value(column->name, error);
		as_pg_add_number(&row->values, json_integer_value(value));
		return 0;
	}
	if (as_transfer_read(value, bytes))
		return refuse_value(column->name, error);
	as_pg_add_bytes(&row->values, bytes->data, bytes->size);
	return 0;
}

static int insert_row(struct as_pg_link *link, enum as_table_id table, const json_t *object,
	struct as_error *error)
{
	const struct as_column *columns = as_tables[table].columns;
	AS_AUTO(clear) struct row row = {0};

	for (int i = 0; columns[i].name; i++)
		if (add_value(&row, &columns[i], json_object_get(object, columns[i].name), error))
			return -1;
	link->is_bad_row = false;
	if (as_pg_run(link, (enum as_pg_statement)(AS_PG_LOAD_SPACE + (int)table), &row.values,
		    NULL, error) == 0)
		return 0;
	if (link->is_bad_row && error)
		error->kind = AS_ERROR_INPUT;
	return -1;
}

struct rows {
	enum as_table_id table;
	const json_t *rows;
};

static int insert_rows(struct as_pg_session *session, void *context, struct as_error *error)
{
	const struct rows *rows = context;
	const json_t *row;
	size_t index;

	json_array_foreach(rows->rows, index, row)
	{
		if (insert_row(&session->link, rows->table, row, error))
			return -1;
	}
	return as_pg_run(&session->link, AS_PG_LOAD_END, NULL, NULL, error);
}

int as_pg_load_rows(void *back, enum as_table_id table, const json_t *rows, struct as_error *error)
{
	struct as_postgres *postgres = back;

	return as_pg_session_write(
		&postgres->session, insert_rows, &(struct rows){table, rows}, error);
}

/* ---- the mark of an import ---- */

/* Only the owner may change the version. */
static int check_owner(struct as_pg_link *link, struct as_error *error)
{
	static const char owner[] =
		"SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname = 'assay'"
		" AND NOT pg_has_role(nspowner, 'USAGE')";
	AS_PG_ROWS rows = NULL;

	if (as_pg_text(link, owner, AS_PG_ANSWER_NS, &rows, error))
		return -1;
	return PQntuples(rows) == 0 ? 0
				    : as_error_set(error, AS_ERROR_USAGE,
					      "only the owner of the store can import; write "
					      "the user '%s' into the URL",
					      PQgetvalue(rows, 0, 0));
}

static int set_version(struct as_pg_session *session, void *context, struct as_error *error)
{
	const bool *is_incomplete = context;
	char text[64];

	snprintf(text, sizeof(text), "UPDATE version SET version = %s%zu",
		*is_incomplete ? "-" : "", as_pg_migration_count);
	if (check_owner(&session->link, error) || as_pg_do(&session->link, text, error))
		return -1;
	session->is_importing = true;
	return 0;
}

int as_pg_mark_import(void *back, bool is_incomplete, struct as_error *error)
{
	struct as_postgres *postgres = back;

	return as_pg_session_write(&postgres->session, set_version, &is_incomplete, error);
}

/* ---- blobs ---- */

struct blobs {
	const struct as_content *contents;
	size_t count;
};

static int add_blobs(struct as_pg_session *session, void *context, struct as_error *error)
{
	const struct blobs *blobs = context;

	for (size_t i = 0; i < blobs->count; i++)
		if (as_sql_add_content(&session->link.sql, &blobs->contents[i], error))
			return -1;
	return 0;
}

int as_pg_load_blobs(
	void *back, const struct as_content *contents, size_t count, struct as_error *error)
{
	struct as_postgres *postgres = back;

	return as_pg_session_write(
		&postgres->session, add_blobs, &(struct blobs){contents, count}, error);
}
