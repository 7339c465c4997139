/* SPDX-License-Identifier: MIT */
/*
 * Results kept between commands: CACHE/results.sqlite, keyed by a digest of everything that a
 * result depends on. SQLite's own locks and journal make it safe for several commands at once, and
 * if a command is killed. A failure here only costs time: a broken database is removed and created
 * again, one that cannot be written is only read, and without one everything is run.
 */
#include "verify.h"
#include <assay/base/private.h>

#include <sqlite3.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>

#define FILE_NAME "results.sqlite"
#define WAIT_MS 2000
/* With more results, the least recently used ones are removed, several at once so that it happens
 * rarely. */
#define MAX_RESULTS 20000
#define DROPPED_RESULTS 5000

struct as_result_cache {
	sqlite3 *database;
	bool read_only;
	atomic_bool grew;
};

/* ---- opening ---- */

static bool run_text(sqlite3 *database, const char *text)
{
	return sqlite3_exec(database, text, NULL, NULL, NULL) == SQLITE_OK;
}

/* Its entries are trusted, so it is used only if no other user can have written to it. */
static bool is_ours(const char *path)
{
	struct stat info;

	if (lstat(path, &info))
		return true; /* it does not exist yet */
	return S_ISREG(info.st_mode) && info.st_uid == geteuid() &&
	       !as_is_writable_by_others(&info);
}

static sqlite3 *open_database(const char *path, bool *read_only)
{
	const int common = SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_FULLMUTEX;
	sqlite3 *database = NULL;

	*read_only = false;
	if (sqlite3_open_v2(path, &database, common | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
		    NULL) == SQLITE_OK) {
		*read_only = sqlite3_db_readonly(database, "main") == 1;
		return database;
	}
	sqlite3_close(database);
	*read_only = true;
	if (sqlite3_open_v2(path, &database, common | SQLITE_OPEN_READONLY, NULL) == SQLITE_OK)
		return database;
	sqlite3_close(database);
	return NULL;
}

/* SQLITE_OK, or why the file cannot be used. */
static int prepare(sqlite3 *database, bool read_only)
{
	sqlite3_busy_timeout(database, WAIT_MS);
	run_text(database, "PRAGMA trusted_schema = OFF");
	if (!read_only && !run_text(database, "PRAGMA synchronous = NORMAL;"
					      "CREATE TABLE IF NOT EXISTS results "
					      "(key TEXT PRIMARY KEY, value TEXT NOT NULL, "
					      "seal TEXT NOT NULL, used INTEGER NOT NULL) "
					      "WITHOUT ROWID"))
		return sqlite3_errcode(database);
	return sqlite3_exec(
		database, "SELECT value, seal, used FROM results WHERE key = ''", NULL, NULL, NULL);
}

static struct as_result_cache *open_at(const char *path, bool *broken)
{
	struct as_result_cache *cache = calloc(1, sizeof(*cache));

	*broken = false;
	if (!cache || !is_ours(path))
		goto fail;
	cache->database = open_database(path, &cache->read_only);
	if (!cache->database)
		goto fail;
	int failure = prepare(cache->database, cache->read_only);
	if (failure == SQLITE_OK)
		return cache;
	/* An SQL error means that a table has another layout, which is as useless as a broken file.
	 */
	*broken = failure == SQLITE_CORRUPT || failure == SQLITE_NOTADB || failure == SQLITE_ERROR;
fail:
	as_result_cache_close(cache);
	return NULL;
}

struct as_result_cache *as_result_cache_open(const char *dir)
{
	char folder[PATH_MAX], path[PATH_MAX + 32];
	bool broken;

	AS_AUTO_FD int fd = as_cache_find(dir, folder);

	if (fd < 0)
		return NULL;
	snprintf(path, sizeof(path), "%s/" FILE_NAME, folder);
	struct as_result_cache *cache = open_at(path, &broken);
	if (cache || !broken)
		return cache;
	/* Another command may have replaced it meanwhile. The folder is unlocked when it is closed.
	 */
	if (flock(fd, LOCK_EX) || (cache = open_at(path, &broken)) || !broken)
		return cache;
	/* Its journal belongs to it. */
	char journal[PATH_MAX + 48];
	snprintf(journal, sizeof(journal), "%s-journal", path);
	unlink(journal);
	unlink(path);
	return open_at(path, &broken);
}

static void trim(struct as_result_cache *cache)
{
	char text[256];

	snprintf(text, sizeof(text),
		"DELETE FROM results WHERE (SELECT count(*) FROM results) > %d AND key IN "
		"(SELECT key FROM results ORDER BY used LIMIT %d)",
		MAX_RESULTS, DROPPED_RESULTS);
	run_text(cache->database, text);
}

void as_result_cache_close(struct as_result_cache *cache)
{
	if (!cache)
		return;
	if (cache->grew)
		trim(cache);
	sqlite3_close(cache->database);
	free(cache);
}

/* ---- using ---- */

static bool read_row(sqlite3_stmt *statement, const char *key, struct as_bytes *value)
{
	/* SQLite requires reading the bytes before their size. */
	const void *data = sqlite3_column_blob(statement, 0);
	const size_t size = (size_t)sqlite3_column_bytes(statement, 0);
	const char *sealed = (const char *)sqlite3_column_text(statement, 1);
	char seal[AS_DIGEST_HEX_SIZE];

	if (!data || !sealed)
		return false;
	as_digest_entry(key, data, size, seal);
	return strcmp(seal, sealed) == 0 && as_bytes_copy(value, data, size, NULL) == 0;
}

static void touch(struct as_result_cache *cache, const char *key)
{
	sqlite3_stmt *statement = NULL;

	/* Updating once a day is enough to find old entries, so most reads need no write. */
	if (cache->read_only ||
		sqlite3_prepare_v2(cache->database,
			"UPDATE results SET used = ?2 WHERE key = ?1 AND used < ?2 - 86400", -1,
			&statement, NULL) != SQLITE_OK)
		return;
	sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
	sqlite3_bind_int64(statement, 2, time(NULL));
	sqlite3_step(statement);
	sqlite3_finalize(statement);
}

bool as_result_cache_find(struct as_result_cache *cache, const char *key, struct as_bytes *value)
{
	sqlite3_stmt *statement = NULL;
	bool found = false;

	*value = (struct as_bytes){0};
	if (!cache || sqlite3_prepare_v2(cache->database,
			      "SELECT value, seal FROM results WHERE key = ?1", -1, &statement,
			      NULL) != SQLITE_OK)
		return false;
	sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
	if (sqlite3_step(statement) == SQLITE_ROW)
		found = read_row(statement, key, value);
	sqlite3_finalize(statement);
	if (found)
		touch(cache, key);
	return found;
}

void as_result_cache_store(
	struct as_result_cache *cache, const char *key, const struct as_bytes *value)
{
	sqlite3_stmt *statement = NULL;
	char seal[AS_DIGEST_HEX_SIZE];

	if (!cache || cache->read_only ||
		sqlite3_prepare_v2(cache->database,
			"INSERT OR REPLACE INTO results (key, value, seal, used) "
			"VALUES (?1, ?2, ?3, ?4)",
			-1, &statement, NULL) != SQLITE_OK)
		return;
	sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
	as_digest_entry(key, value->data, value->size, seal);
	sqlite3_bind_blob64(statement, 2, value->data, value->size, SQLITE_STATIC);
	sqlite3_bind_text(statement, 3, seal, -1, SQLITE_STATIC);
	sqlite3_bind_int64(statement, 4, time(NULL));
	if (sqlite3_step(statement) == SQLITE_DONE)
		cache->grew = true;
	sqlite3_finalize(statement);
}
