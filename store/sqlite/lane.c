/* SPDX-License-Identifier: MIT */
/* Calls about lanes. A file has one worker, its owner, so nothing is registered. */
#include "sqlite.h"

#include <string.h>

int as_sqlite_serve(void *back, const char *const *lanes, size_t count, struct as_error *error)
{
	(void)back, (void)lanes, (void)count, (void)error;
	return 0;
}

void as_sqlite_watch(void *back, const struct as_store_watch *watch)
{
	struct as_sqlite *sqlite = back;

	as_watcher_set(&sqlite->watcher, watch);
}

struct renaming {
	int64_t session;
	const char *name;
};

static int rename_session(struct as_connection *writer, void *context, struct as_error *error)
{
	const struct renaming *renaming = context;
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_SESSION_RENAME, error);

	if (!statement)
		return -1;
	sqlite3_bind_int64(statement, 1, renaming->session);
	as_sql_text(statement, 2, renaming->name);
	return as_sqlite_run(writer, statement, error);
}

int as_sqlite_rename(void *back, const char *name, struct as_error *error)
{
	struct as_sqlite *sqlite = back;
	struct renaming renaming = {sqlite->session, name};

	return as_writer_write(&sqlite->writer, rename_session, &renaming, error);
}
