/* SPDX-License-Identifier: MIT */
/*
 * A store in a file. One process owns it (place.c). In it
 * - the writer thread owns the connection that writes (writer.c),
 * - a thread that reads takes a connection from a list (readers.c).
 *
 * The database is in WAL mode: committed data is in FILE or in FILE-wal, and the next owner finds
 * it there, even if this one is killed.
 */
#include "sqlite.h"

static void close_all(void *back)
{
	struct as_sqlite *sqlite = back;

	if (sqlite->lock_fd >= 0) {
		/* If this fails, the next owner treats this one as dead. */
		(void)!as_sqlite_release_all(sqlite, NULL);
		as_writer_end(&sqlite->writer);
	}
	as_readers_close(sqlite);
	as_connection_close(&sqlite->connection);
	/* Last, after SQLite has closed the file. */
	as_auto_fd(&sqlite->lock_fd);
	pthread_mutex_destroy(&sqlite->lock);
	as_watcher_clear(&sqlite->watcher);
	free(sqlite->path);
	free(sqlite);
}

/* Those who wait for events notice a commit. */
static void tell(void *back, bool has_jobs)
{
	struct as_sqlite *sqlite = back;

	if (has_jobs)
		as_watcher_queued(&sqlite->watcher);
}

static bool is_owned(void *back)
{
	const struct as_sqlite *sqlite = back;

	return sqlite->lock_fd >= 0 || as_place_is_locked(sqlite->path);
}

static int wait_for(void *back, int64_t *after, int64_t max_ns, struct as_error *error)
{
	struct as_sqlite *sqlite = back;

	if (sqlite->lock_fd < 0)
		return as_error_set(error, AS_ERROR_USAGE,
			"the store was opened to be read, which does not see new events");
	return as_writer_wait(&sqlite->writer, after, max_ns);
}

/* A file has one worker, its owner, so nothing is registered. */
static int serve(void *back, const char *const *lanes, size_t count, struct as_error *error)
{
	(void)back, (void)lanes, (void)count, (void)error;
	return 0;
}

static void watch_jobs(void *back, const struct as_store_watch *watch)
{
	struct as_sqlite *sqlite = back;

	as_watcher_set(&sqlite->watcher, watch);
}

static int rename_session(void *back, const char *name, struct as_error *error)
{
	static const struct as_statement set = {
		.text = "UPDATE session SET name = $2 WHERE id = $1"};
	const struct as_sqlite *sqlite = back;

	return as_sqlite_execute(
		       back, &set, AS_VALUES(AS_INT(sqlite->session), AS_TEXT(name)), error) < 0
		       ? -1
		       : 0;
}

static const struct as_store_ops ops = {
	.close = close_all,
	.query = as_sqlite_query,
	.execute = as_sqlite_execute,
	.read = as_sqlite_read,
	.write = as_sqlite_write,
	.snapshot = as_sqlite_snapshot,
	.tell = tell,
	.is_owned = is_owned,
	.claim = as_sqlite_claim,
	.complete = as_sqlite_complete,
	.wait = wait_for,
};

static const struct as_upkeep_ops upkeep = {
	.check_rows = as_sqlite_check_rows,
	.copy = as_sqlite_copy,
	.mark_import = as_sqlite_mark_import,
	.remove_some = as_sqlite_remove_some,
};

static const struct as_worker_ops workers = {
	.serve = serve,
	.watch = watch_jobs,
	.rename = rename_session,
};

static int open_database(struct as_sqlite *sqlite, struct as_error *error)
{
	struct as_connection *writer = &sqlite->connection;
	int64_t version;

	return as_connection_open(writer, sqlite->path, true, error) ||
			       as_sqlite_check(writer, &version, error) ||
			       as_connection_log(writer, error) ||
			       as_sqlite_migrate(writer, as_sqlite_migrations,
				       as_sqlite_migration_count, error) ||
			       as_sqlite_recover(writer, &sqlite->session, error)
		       ? -1
		       : 0;
}

/* Checked before the lock: the file of another program is not changed, and gets no FILE.lock. */
static int check_existing(const char *path, int64_t *version, struct as_error *error)
{
	AS_AUTO_FREE char *log = as_text_format(error, "%s-wal", path);
	struct as_connection reader;

	*version = 0;
	if (!log)
		return -1;
	if (access(path, F_OK))
		return 0;
	const bool has_log = access(log, F_OK) == 0;
	int failed = as_connection_open(&reader, path, false, error);
	/* Otherwise closing the last connection would write the log into the file. */
	if (!failed && has_log)
		sqlite3_db_config(reader.db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	failed = failed || as_sqlite_check(&reader, version, error);
	as_connection_close(&reader);
	return failed ? -1 : 0;
}

static int open_at(struct as_sqlite *sqlite, const char *file, struct as_error *error)
{
	int64_t version;

	sqlite->path = as_place_find(file, error);
	if (!sqlite->path || check_existing(sqlite->path, &version, error))
		return -1;
	sqlite->lock_fd = as_place_lock(sqlite->path, error);
	return sqlite->lock_fd < 0 || as_place_make(sqlite->path, error) ||
			       open_database(sqlite, error) ||
			       as_writer_start(&sqlite->writer, &sqlite->connection, error)
		       ? -1
		       : 0;
}

typedef int open_file(struct as_sqlite *sqlite, const char *file, struct as_error *error);

static int open_by(
	open_file *open, const char *file, struct as_store *store, struct as_error *error)
{
	struct as_sqlite *sqlite = calloc(1, sizeof(*sqlite));

	if (!sqlite)
		return as_error_no_memory(error);
	sqlite->lock_fd = -1;
	if (open(sqlite, file, error)) {
		as_connection_close(&sqlite->connection);
		as_auto_fd(&sqlite->lock_fd);
		free(sqlite->path);
		free(sqlite);
		return -1;
	}
	pthread_mutex_init(&sqlite->lock, NULL);
	as_watcher_init(&sqlite->watcher);
	*store = (struct as_store){
		.ops = &ops, .upkeep = &upkeep, .workers = &workers, .back = sqlite};
	return 0;
}

int as_sqlite_open(const char *file, struct as_store *store, struct as_error *error)
{
	return open_by(open_at, file, store, error);
}

/* An older version is updated by its owner, so this process becomes the owner for a moment. */
static int open_to_read(struct as_sqlite *sqlite, const char *file, struct as_error *error)
{
	struct as_store owned;
	int64_t version;

	sqlite->path = as_place_find(file, error);
	if (!sqlite->path || check_existing(sqlite->path, &version, error))
		return -1;
	if (version == 0)
		return as_error_at(
			error, AS_ERROR_USAGE, file, 0, 0, "no store; name the file of a store");
	if (version == (int64_t)as_sqlite_migration_count)
		return 0;
	if (as_sqlite_open(file, &owned, error))
		return -1;
	owned.ops->close(owned.back);
	return 0;
}

int as_sqlite_open_reader(const char *file, struct as_store *store, struct as_error *error)
{
	return open_by(open_to_read, file, store, error);
}
