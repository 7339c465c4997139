/* SPDX-License-Identifier: MIT */
/* The rows of all tables as JSON: read in one transaction, and inserted. */
#include "transfer.h"
#include "sqlite.h"

/* The columns of both texts are those of as_tables. A claim ends with its session. */
static const struct {
	const char *read, *insert;
} texts[AS_TABLE_COUNT] = {
	[AS_TABLE_SPACE] = {"SELECT id, name FROM space ORDER BY id",
		"INSERT INTO space (id, name) VALUES (?1, ?2)"},
	[AS_TABLE_SETTING] = {"SELECT space, name, value FROM setting ORDER BY space, name",
		"INSERT INTO setting (space, name, value) VALUES (?1, ?2, ?3)"},
	[AS_TABLE_PACKAGE] = {"SELECT digest, name, blob, fault, faults, held, held_at FROM package"
			      " ORDER BY digest",
		"INSERT INTO package (digest, name, blob, fault, faults, held, held_at)"
		" VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"},
	[AS_TABLE_SESSION] = {"SELECT id, name, opened FROM session ORDER BY id",
		"INSERT OR REPLACE INTO session (id, name, opened) VALUES (?1, ?2, ?3)"},
	[AS_TABLE_SUBMISSION] = {"SELECT id, space, owner, path, language, entry_point, files,"
				 " received FROM submission ORDER BY id",
		"INSERT INTO submission (id, space, owner, path, language, entry_point, files,"
		" received) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"},
	[AS_TABLE_JOB] =
		{"SELECT id, space, key, package, submission, options, class, priority, owner, "
		 "lane,"
		 " tag, CASE WHEN state <> 1 THEN state WHEN EXISTS (SELECT 1 FROM package WHERE"
		 " digest = job.package AND held IS NOT NULL) THEN 4 ELSE 0 END, attempt, deaths,"
		 " cause_kind, cause_errno, cause, claimed FROM job ORDER BY id",
			"INSERT INTO job (id, space, key, package, submission, options, class,"
			" priority, owner, lane, tag, state, attempt, deaths, cause_kind,"
			" cause_errno, cause, claimed) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9,"
			" ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)"},
	[AS_TABLE_RESULT] =
		{"SELECT id, job, attempt, session, verdict, bytes, recorded, score, group_scores,"
		 " runs FROM result ORDER BY id",
			"INSERT INTO result (id, job, attempt, session, verdict, bytes, recorded,"
			" score, group_scores, runs)"
			" VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"},
	[AS_TABLE_VALID] = {"SELECT id, result FROM job WHERE result IS NOT NULL ORDER BY id",
		"UPDATE job SET result = ?2 WHERE id = ?1"},
	[AS_TABLE_SHARE] = {"SELECT class, owner, next FROM share ORDER BY class, owner",
		"INSERT INTO share (class, owner, next) VALUES (?1, ?2, ?3)"},
	[AS_TABLE_CLOCK] = {"SELECT class, tag FROM clock ORDER BY class",
		"INSERT INTO clock (class, tag) VALUES (?1, ?2)"},
	[AS_TABLE_EVENT] =
		{"SELECT number, space, job, kind, time, body, blob FROM event ORDER BY number",
			"INSERT INTO event (number, space, job, kind, time, body, blob)"
			" VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"},
};

static void finalize(sqlite3_stmt **statement)
{
	sqlite3_finalize(*statement);
}

/* ---- reading ---- */

static json_t *read_value(sqlite3_stmt *statement, int column, enum as_column_type type)
{
	if (sqlite3_column_type(statement, column) == SQLITE_NULL)
		return json_null();
	if (type == AS_COLUMN_NUMBER)
		return json_integer(sqlite3_column_int64(statement, column));
	if (type == AS_COLUMN_TEXT) {
		const char *text = (const char *)sqlite3_column_text(statement, column);
		return text ? as_transfer_text(text) : NULL;
	}
	const void *data = sqlite3_column_blob(statement, column);
	return as_transfer_bytes(data, (size_t)sqlite3_column_bytes(statement, column));
}

static json_t *read_row(sqlite3_stmt *statement, const struct as_column *columns)
{
	AS_AUTO_JSON json_t *row = json_object();

	for (int i = 0; columns[i].name; i++)
		if (json_object_set_new(
			    row, columns[i].name, read_value(statement, i, columns[i].type)))
			return NULL;
	return as_steal(row);
}

static int dump_table(struct as_connection *reader, enum as_table_id table,
	const struct as_dump *dump, struct as_error *error)
{
	AS_AUTO(finalize) sqlite3_stmt *statement = NULL;
	int found;

	if (sqlite3_prepare_v2(reader->db, texts[table].read, -1, &statement, NULL) != SQLITE_OK)
		return as_connection_error(reader, error);
	while ((found = as_sql_step(reader, statement, error)) == 1) {
		AS_AUTO_JSON json_t *row = read_row(statement, as_tables[table].columns);
		if (!row)
			return as_error_no_memory(error);
		if (dump->row(dump->context, table, row, error))
			return -1;
	}
	return found;
}

static int dump_blobs(
	struct as_connection *reader, const struct as_dump *dump, struct as_error *error)
{
	AS_AUTO(finalize) sqlite3_stmt *statement = NULL;
	struct as_listed_blob blob;
	int found;

	if (sqlite3_prepare_v2(reader->db, "SELECT digest, size FROM blob ORDER BY digest", -1,
		    &statement, NULL) != SQLITE_OK)
		return as_connection_error(reader, error);
	while ((found = as_sql_step(reader, statement, error)) == 1) {
		as_sql_copy_text(statement, 0, blob.digest, sizeof(blob.digest));
		blob.size_bytes = (uint64_t)sqlite3_column_int64(statement, 1);
		if (dump->blob(dump->context, &blob, error))
			return -1;
	}
	return found;
}

static int dump_all(
	struct as_connection *reader, const struct as_dump *dump, struct as_error *error)
{
	if (as_connection_run(reader, "BEGIN", error) || dump_blobs(reader, dump, error))
		return -1;
	for (int i = 0; i < AS_TABLE_COUNT; i++)
		if (dump_table(reader, (enum as_table_id)i, dump, error))
			return -1;
	return 0;
}

int as_sqlite_dump(void *back, const struct as_dump *dump, struct as_error *error)
{
	struct as_connection *reader = as_reader_take(back, error);

	if (!reader)
		return -1;
	const int failed = dump_all(reader, dump, error);
	if (!sqlite3_get_autocommit(reader->db))
		sqlite3_exec(reader->db, "ROLLBACK", NULL, NULL, NULL);
	as_reader_give(back, reader);
	return failed;
}

/* ---- inserting ---- */

static int refuse_value(const char *column, struct as_error *error)
{
	return as_error_set(
		error, AS_ERROR_INPUT, "a row has no %s, or one of another type", column);
}

/* SQLite copies the bytes. */
static int bind_value(sqlite3_stmt *statement, int index, const struct as_column *column,
	const json_t *value, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};

	if (json_is_null(value) || (!value && column->may_be_missing))
		return 0;
	if (column->type == AS_COLUMN_NUMBER) {
		if (!json_is_integer(value))
			return refuse_value(column->name, error);
		sqlite3_bind_int64(statement, index, json_integer_value(value));
		return 0;
	}
	if (as_transfer_read(value, &bytes))
		return refuse_value(column->name, error);
	const int code = column->type == AS_COLUMN_TEXT
				 ? sqlite3_bind_text64(statement, index, bytes.data, bytes.size,
					   SQLITE_TRANSIENT, SQLITE_UTF8)
				 : sqlite3_bind_blob64(statement, index, bytes.data, bytes.size,
					   SQLITE_TRANSIENT);
	return code == SQLITE_OK ? 0 : as_error_no_memory(error);
}

static int insert_row(struct as_connection *writer, sqlite3_stmt *statement,
	const struct as_column *columns, const json_t *row, struct as_error *error)
{
	sqlite3_reset(statement);
	sqlite3_clear_bindings(statement);
	for (int i = 0; columns[i].name; i++)
		if (bind_value(statement, i + 1, &columns[i], json_object_get(row, columns[i].name),
			    error))
			return -1;
	const int code = sqlite3_step(statement);
	if ((code & 0xff) == SQLITE_CONSTRAINT)
		return as_error_set(error, AS_ERROR_INPUT,
			"a row refers to one that is missing, or comes twice");
	return code == SQLITE_DONE ? 0 : as_connection_error(writer, error);
}

struct rows {
	enum as_table_id table;
	const json_t *rows;
};

static int insert_rows(struct as_connection *writer, void *context, struct as_error *error)
{
	const struct rows *rows = context;
	AS_AUTO(finalize) sqlite3_stmt *statement = NULL;
	const json_t *row;
	size_t index;

	if (sqlite3_prepare_v2(writer->db, texts[rows->table].insert, -1, &statement, NULL) !=
		SQLITE_OK)
		return as_connection_error(writer, error);
	json_array_foreach(rows->rows, index, row)
	{
		if (insert_row(writer, statement, as_tables[rows->table].columns, row, error))
			return -1;
	}
	return 0;
}

int as_sqlite_load_rows(
	void *back, enum as_table_id table, const json_t *rows, struct as_error *error)
{
	struct as_sqlite *sqlite = back;

	return as_writer_write(&sqlite->writer, insert_rows, &(struct rows){table, rows}, error);
}

/* ---- the mark of an import ---- */

static int set_version(struct as_connection *writer, void *context, struct as_error *error)
{
	const bool *is_incomplete = context;
	char text[64];

	snprintf(text, sizeof(text), "PRAGMA user_version = %s%zu", *is_incomplete ? "-" : "",
		as_sqlite_migration_count);
	return as_connection_run(writer, text, error);
}

int as_sqlite_mark_import(void *back, bool is_incomplete, struct as_error *error)
{
	struct as_sqlite *sqlite = back;

	return as_writer_write(&sqlite->writer, set_version, &is_incomplete, error);
}

/* ---- blobs ---- */

struct blobs {
	const struct as_content *contents;
	size_t count;
};

static int add_blobs(struct as_connection *writer, void *context, struct as_error *error)
{
	const struct blobs *blobs = context;

	for (size_t i = 0; i < blobs->count; i++)
		if (as_sql_add_content(&writer->sql, &blobs->contents[i], error))
			return -1;
	return 0;
}

int as_sqlite_load_blobs(
	void *back, const struct as_content *contents, size_t count, struct as_error *error)
{
	struct as_sqlite *sqlite = back;

	return as_writer_write(&sqlite->writer, add_blobs, &(struct blobs){contents, count}, error);
}
