/* SPDX-License-Identifier: MIT */
/* The rows of all tables, as JSON: read at one moment, and inserted. */
#include "transfer.h"
#include "back.h"
#include "blobs.h"

#include <assay/base/hex.h>
#include <string.h>

#define COLUMN(name, kind, may_be_missing)                                                         \
	{                                                                                          \
		name, AS_COLUMN_##kind, may_be_missing                                             \
	}
#define NUMBER(name) COLUMN(name, NUMBER, false)
#define TEXT(name) COLUMN(name, TEXT, false)
#define BYTES(name) COLUMN(name, BYTES, false)
#define NEW_NUMBER(name) COLUMN(name, NUMBER, true)
#define NEW_TEXT(name) COLUMN(name, TEXT, true)
#define NEW_BYTES(name) COLUMN(name, BYTES, true)
#define END COLUMN(NULL, NUMBER, false)
#define COLUMNS(...) ((const struct as_column[]){__VA_ARGS__, END})

#define ALL(columns, table, key) "SELECT " columns " FROM " table " ORDER BY " key
#define ADD(columns, table, values) "INSERT INTO " table " (" columns ") VALUES (" values ")"

#define SESSION "id, name, opened"
#define SUBMISSION "id, space, owner, path, language, entry_point, files, received"
#define PACKAGE "digest, name, blob, fault, faults, held, held_at"
#define RESULT "id, job, attempt, session, verdict, bytes, recorded, score, "
#define EVENT "number, space, job, kind, time, body, blob"
#define JOB "id, space, key, package, submission, options, class, priority, owner, lane, tag, "
#define JOB_END ", attempt, deaths, cause_kind, cause_errno, cause, claimed"

/* The columns of the texts are those of the table. A claim ends with its session. On a server a
 * result may refer to a session whose row has been removed, and events without a number come last.
 * The shares of owners come before the clocks, whose last turn is before the latest share. */
const struct as_table as_tables[AS_TABLE_COUNT] = {
	[AS_TABLE_SPACE] = {"space", COLUMNS(NUMBER("id"), TEXT("name")),
		{ALL("id, name", "space", "id"), NULL}, {ADD("id, name", "space", "$1, $2"), NULL}},
	[AS_TABLE_SETTING] = {"setting", COLUMNS(NUMBER("space"), TEXT("name"), TEXT("value")),
		{ALL("space, name, value", "setting", "space, name"),
			ALL("space, name, value", "setting", "space, name COLLATE \"C\"")},
		{ADD("space, name, value", "setting", "$1, $2, $3"), NULL}},
	[AS_TABLE_PACKAGE] = {"package",
		COLUMNS(TEXT("digest"), TEXT("name"), TEXT("blob"), TEXT("fault"), NUMBER("faults"),
			TEXT("held"), NUMBER("held_at")),
		{ALL(PACKAGE, "package", "digest"), NULL},
		{ADD(PACKAGE, "package", "$1, $2, $3, $4, $5, $6, $7"), NULL}},
	[AS_TABLE_SESSION] = {"session", COLUMNS(NUMBER("id"), TEXT("name"), NUMBER("opened")),
		{ALL(SESSION, "session", "id"),
			"SELECT id, name, opened FROM past_session UNION ALL"
			" SELECT used.session, coalesce(session.name, 'unknown'),"
			" coalesce(session.opened, 0) FROM (SELECT DISTINCT session FROM result)"
			" AS used LEFT JOIN session ON session.id = used.session WHERE NOT EXISTS"
			" (SELECT 1 FROM past_session WHERE past_session.id = used.session)"
			" ORDER BY id"},
		{"INSERT OR REPLACE INTO session (id, name, opened) VALUES ($1, $2, $3)",
			ADD(SESSION, "past_session", "$1, $2, $3")}},
	[AS_TABLE_SUBMISSION] = {"submission",
		COLUMNS(NUMBER("id"), NUMBER("space"), TEXT("owner"), TEXT("path"),
			TEXT("language"), TEXT("entry_point"), TEXT("files"), NUMBER("received")),
		{ALL(SUBMISSION, "submission", "id"), NULL},
		{ADD(SUBMISSION, "submission", "$1, $2, $3, $4, $5, $6, $7, $8"), NULL}},
	[AS_TABLE_JOB] = {"job",
		COLUMNS(NUMBER("id"), NUMBER("space"), TEXT("key"), TEXT("package"),
			NUMBER("submission"), BYTES("options"), NUMBER("class"), NUMBER("priority"),
			TEXT("owner"), TEXT("lane"), NUMBER("tag"), NUMBER("state"),
			NUMBER("attempt"), NUMBER("deaths"), NUMBER("cause_kind"),
			NUMBER("cause_errno"), TEXT("cause"), NEW_NUMBER("claimed")),
		{ALL(JOB "CASE WHEN state <> 1 THEN state WHEN EXISTS (SELECT 1 FROM package WHERE"
			 " digest = job.package AND held IS NOT NULL) THEN 4 ELSE 0 END" JOB_END,
			 "job", "id"),
			NULL},
		{ADD(JOB "state" JOB_END, "job",
			 "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,"
			 " $17, $18"),
			NULL}},
	[AS_TABLE_RESULT] = {"result",
		COLUMNS(NUMBER("id"), NUMBER("job"), NUMBER("attempt"), NUMBER("session"),
			NUMBER("verdict"), TEXT("bytes"), NUMBER("recorded"), NEW_NUMBER("score"),
			NEW_TEXT("group_scores"), NEW_TEXT("runs")),
		{ALL(RESULT "group_scores, runs", "result", "id"),
			ALL(RESULT "group_scores::text, runs::text", "result", "id")},
		{ADD(RESULT "group_scores, runs", "result",
			 "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10"),
			ADD(RESULT "group_scores, runs", "result",
				"$1, $2, $3, $4, $5, $6, $7, $8,"
				" convert_from($9, 'UTF8')::bigint[],"
				" convert_from($10, 'UTF8')::bigint[]")}},
	[AS_TABLE_VALID] = {"valid", COLUMNS(NUMBER("job"), NUMBER("result")),
		{ALL("id, result", "job WHERE result IS NOT NULL", "id"), NULL},
		{"UPDATE job SET result = $2 WHERE id = $1", NULL}},
	[AS_TABLE_SHARE] = {"share", COLUMNS(NUMBER("class"), TEXT("owner"), NUMBER("next")),
		{ALL("class, owner, next", "share", "class, owner"), NULL},
		{ADD("class, owner, next", "share", "$1, $2, $3"), NULL}},
	[AS_TABLE_CLOCK] = {"clock", COLUMNS(NUMBER("class"), NUMBER("tag")),
		{ALL("class, tag", "clock", "class"), NULL},
		{ADD("class, tag", "clock", "$1, $2"),
			ADD("class, tag, next", "clock",
				"$1::bigint, $2::bigint, coalesce((SELECT max(next) FROM share"
				" WHERE class = $1), $2 + 1)")}},
	/* clang-format off */
	[AS_TABLE_EVENT] = {"event",
		COLUMNS(NUMBER("number"), NUMBER("space"), NUMBER("job"), NUMBER("kind"),
			NUMBER("time"), NEW_BYTES("body"), NEW_TEXT("blob")),
		{ALL(EVENT, "event", "number"),
			"(" ALL(EVENT, "event", "number") ")"
			" UNION ALL (SELECT (SELECT coalesce(max(number), 0) FROM event)"
			" + row_number() OVER (ORDER BY id), space, job, kind, time, NULL, NULL"
			" FROM unnumbered ORDER BY id)"},
		{ADD(EVENT, "event", "$1, $2, $3, $4, $5, $6, $7"), NULL}},
	/* clang-format on */
};

/* Makes the next numbers new ones. */
static const struct as_statement end_load = {"",
	"SELECT setval('space_id_seq', greatest((SELECT max(id) FROM space), 1)),"
	" setval('submission_id_seq', greatest((SELECT max(id) FROM submission), 1)),"
	" setval('job_id_seq', greatest((SELECT max(id) FROM job), 1)),"
	" setval('result_id_seq', greatest((SELECT max(id) FROM result), 1)),"
	" setval('session_number', greatest((SELECT last_value FROM session_number),"
	" (SELECT max(id) FROM past_session WHERE id < 2147483647)))"};

/* ---- values ---- */

static json_t *write_bytes(const void *data, size_t size)
{
	AS_AUTO_FREE char *hex = as_hex_write(data, size, NULL);

	return hex ? json_pack("{s:s}", "hex", hex) : NULL;
}

static json_t *write_text(const char *text)
{
	const size_t size = strlen(text);

	return as_text_is_utf8(text, size) ? json_stringn(text, size) : write_bytes(text, size);
}

/* -1: it has another type. */
static int read_json(const json_t *value, struct as_bytes *bytes)
{
	const json_t *hex = json_object_get(value, "hex");

	*bytes = (struct as_bytes){0};
	if (json_is_string(value)) {
		bytes->data = strdup(json_string_value(value));
		bytes->size = bytes->data ? strlen(bytes->data) : 0;
		return bytes->data ? 0 : -1;
	}
	if (!json_is_string(hex))
		return -1;
	const size_t length = json_string_length(hex);
	bytes->data = malloc(length / 2 + 1);
	bytes->size =
		bytes->data ? as_hex_read(json_string_value(hex), length, bytes->data) : SIZE_MAX;
	if (bytes->size == SIZE_MAX) {
		as_bytes_clear(bytes);
		return -1;
	}
	bytes->data[bytes->size] = '\0';
	return 0;
}

/* ---- reading ---- */

static json_t *read_value(const struct as_rows *rows, int column, enum as_column_type type)
{
	size_t size;
	const char *data = as_rows_bytes(rows, column, &size);

	if (!data)
		return size ? NULL : json_null();
	if (type == AS_COLUMN_NUMBER)
		return json_integer(as_rows_number(rows, column));
	return type == AS_COLUMN_TEXT ? write_text(data) : write_bytes(data, size);
}

static json_t *read_row(const struct as_rows *rows, const struct as_column *columns)
{
	AS_AUTO_JSON json_t *row = json_object();

	for (int i = 0; columns[i].name; i++)
		if (json_object_set_new(row, columns[i].name, read_value(rows, i, columns[i].type)))
			return NULL;
	return as_steal(row);
}

static int dump_table(struct as_sql *sql, enum as_table_id table, const struct as_dump *dump,
	struct as_error *error)
{
	AS_ROWS rows = {0};
	int found = as_sql_walk(sql, &as_tables[table].read, &rows, error);

	for (; found == 1; found = as_rows_next(&rows, error)) {
		AS_AUTO_JSON json_t *row = read_row(&rows, as_tables[table].columns);
		if (!row)
			return as_error_no_memory(error);
		if (dump->row(dump->context, table, row, error))
			return -1;
	}
	return found;
}

static int dump_blobs(struct as_sql *sql, const struct as_dump *dump, struct as_error *error)
{
	static const struct as_statement read = {
		.text = "SELECT digest, size FROM blob ORDER BY digest"};
	AS_ROWS rows = {0};
	int found = as_sql_walk(sql, &read, &rows, error);

	for (; found == 1; found = as_rows_next(&rows, error)) {
		const struct as_listed_blob blob = as_rows_blob(&rows);
		if (dump->blob(dump->context, &blob, error))
			return -1;
	}
	return found;
}

static int dump_all(struct as_sql *sql, void *context, struct as_error *error)
{
	if (dump_blobs(sql, context, error))
		return -1;
	for (int i = 0; i < AS_TABLE_COUNT; i++)
		if (dump_table(sql, (enum as_table_id)i, context, error))
			return -1;
	return 0;
}

int as_store_dump(struct as_store *store, const struct as_dump *dump, struct as_error *error)
{
	return as_store_snapshot(store, dump_all, (void *)dump, error);
}

/* ---- inserting ---- */

static int refuse_value(const char *column, struct as_error *error)
{
	return as_error_set(
		error, AS_ERROR_INPUT, "a row has no %s, or one of another type", column);
}

/* The values of a row, with the texts and bytes that they borrow. */
struct row {
	struct as_value values[AS_SQL_MAX_VALUES + 1];
	struct as_bytes bytes[AS_SQL_MAX_VALUES];
};

static void clear_row(struct row *row)
{
	for (int i = 0; i < AS_SQL_MAX_VALUES; i++)
		as_bytes_clear(&row->bytes[i]);
}

static int take_value(struct row *row, int index, const struct as_column *column,
	const json_t *value, struct as_error *error)
{
	struct as_bytes *bytes = &row->bytes[index];

	if (json_is_null(value) || (!value && column->may_be_missing)) {
		row->values[index] = AS_NULL;
	} else if (column->type == AS_COLUMN_NUMBER) {
		if (!json_is_integer(value))
			return refuse_value(column->name, error);
		row->values[index] = AS_INT(json_integer_value(value));
	} else if (read_json(value, bytes)) {
		return refuse_value(column->name, error);
	} else if (column->type == AS_COLUMN_TEXT) {
		row->values[index] = AS_NAME(bytes->data);
	} else {
		row->values[index] = AS_BYTES(bytes->data, bytes->size);
	}
	return 0;
}

static int insert_row(struct as_sql *sql, const struct as_table *table, const json_t *object,
	struct as_error *error)
{
	const struct as_column *columns = table->columns;
	AS_AUTO(clear_row) struct row row = {0};

	for (int i = 0; columns[i].name; i++)
		if (take_value(
			    &row, i, &columns[i], json_object_get(object, columns[i].name), error))
			return -1;
	if (as_sql_run(sql, &table->load, row.values, error) >= 0)
		return 0;
	sql->ops->blame_row(sql, error);
	return -1;
}

struct loading {
	enum as_table_id table;
	const json_t *rows;
};

static int insert_rows(struct as_sql *sql, void *context, struct as_error *error)
{
	const struct loading *loading = context;
	const json_t *row;
	size_t index;

	json_array_foreach(loading->rows, index, row)
	{
		if (insert_row(sql, &as_tables[loading->table], row, error))
			return -1;
	}
	return as_sql_run(sql, &end_load, NULL, error) < 0 ? -1 : 0;
}

int as_store_load(
	struct as_store *store, enum as_table_id table, const json_t *rows, struct as_error *error)
{
	return as_store_write(store, insert_rows, &(struct loading){table, rows}, error);
}

static int check_jobs(struct as_sql *sql, void *context, struct as_error *error)
{
	static const struct as_statement find = {
		.text = "SELECT job.id FROM job LEFT JOIN result ON result.id = job.result"
			" WHERE state = 2 AND (result.job IS NULL OR result.job <> job.id)"
			" ORDER BY job.id LIMIT 1"};
	AS_ROWS rows = {0};

	(void)context;
	const int found = as_sql_find(sql, &find, NULL, &rows, error);
	if (found <= 0)
		return found;
	return as_error_set(error, AS_ERROR_INPUT,
		"the job %lld is finished but has no result of its own",
		(long long)as_rows_number(&rows, 0));
}

int as_store_check_loaded(struct as_store *store, struct as_error *error)
{
	return as_store_write(store, check_jobs, NULL, error);
}
