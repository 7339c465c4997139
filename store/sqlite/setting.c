/* SPDX-License-Identifier: MIT */
/* Spaces and settings. */
#include "sqlite.h"

struct naming {
	const char *name;
	int64_t *space;
};

static int find_or_add_space(struct as_connection *writer, void *context, struct as_error *error)
{
	const struct naming *naming = context;
	sqlite3_stmt *add = as_sql(writer, AS_SQL_SPACE_ADD, error);
	sqlite3_stmt *find = as_sql(writer, AS_SQL_SPACE_FIND, error);

	if (!add || !find)
		return -1;
	as_sql_text(add, 1, naming->name);
	as_sql_text(find, 1, naming->name);
	if (as_sql_run(writer, add, error) || as_sql_step(writer, find, error) != 1)
		return -1;
	*naming->space = sqlite3_column_int64(find, 0);
	sqlite3_reset(find);
	return 0;
}

int as_sqlite_find_space(void *back, const char *name, int64_t *space, struct as_error *error)
{
	struct as_sqlite *sqlite = back;

	return as_writer_write(
		&sqlite->writer, find_or_add_space, &(struct naming){name, space}, error);
}

int as_sqlite_read_now(void *back, int64_t *now_ms, struct as_error *error)
{
	(void)back, (void)error;
	*now_ms = as_sqlite_now_ms();
	return 0;
}

int as_sqlite_look_up_space(void *back, const char *name, int64_t *space, struct as_error *error)
{
	struct as_connection *reader = as_reader_take(back, error);
	int found = -1;

	if (!reader)
		return -1;
	sqlite3_stmt *statement = as_sql(reader, AS_SQL_SPACE_FIND, error);
	if (statement) {
		as_sql_text(statement, 1, name);
		found = as_sql_step(reader, statement, error);
	}
	if (found == 1)
		*space = sqlite3_column_int64(statement, 0);
	as_reader_give(back, reader);
	return found;
}

static int read_setting(struct as_connection *connection, int64_t space, const char *name,
	char **value, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(connection, AS_SQL_SETTING_READ, error);

	*value = NULL;
	if (!statement)
		return -1;
	sqlite3_bind_int64(statement, 1, space);
	as_sql_text(statement, 2, name);
	int found = as_sql_step(connection, statement, error);
	if (found == 1)
		found = as_sql_take_text(statement, 0, value, error);
	sqlite3_reset(statement);
	return found;
}

int as_sqlite_read_setting(
	void *back, int64_t space, const char *name, char **value, struct as_error *error)
{
	struct as_connection *reader = as_reader_take(back, error);

	if (!reader)
		return -1;
	int failed = read_setting(reader, space, name, value, error);
	as_reader_give(back, reader);
	return failed;
}

int as_sqlite_number(struct as_connection *connection, int64_t space, const char *name,
	int64_t usual, int64_t *number, struct as_error *error)
{
	AS_AUTO_FREE char *text = NULL;
	uint64_t count;

	*number = usual;
	if (read_setting(connection, space, name, &text, error))
		return -1;
	if (text && as_count_parse(text, 1, INT32_MAX, &count, NULL) == 0)
		*number = (int64_t)count;
	return 0;
}

int as_sqlite_attempts(struct as_connection *connection, int64_t *attempts, struct as_error *error)
{
	return as_sqlite_number(connection, AS_STORE_WHOLE, AS_STORE_SETTING_ATTEMPTS,
		AS_STORE_ATTEMPTS_USUAL, attempts, error);
}

struct setting {
	int64_t space;
	const char *name, *value;
};

static int write_setting(struct as_connection *writer, void *context, struct as_error *error)
{
	const struct setting *setting = context;
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_SETTING_WRITE, error);

	if (!statement)
		return -1;
	sqlite3_bind_int64(statement, 1, setting->space);
	as_sql_text(statement, 2, setting->name);
	as_sql_text(statement, 3, setting->value);
	return as_sql_run(writer, statement, error);
}

int as_sqlite_write_setting(
	void *back, int64_t space, const char *name, const char *value, struct as_error *error)
{
	struct as_sqlite *sqlite = back;

	return as_writer_write(
		&sqlite->writer, write_setting, &(struct setting){space, name, value}, error);
}
