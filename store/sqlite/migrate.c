/* SPDX-License-Identifier: MIT */
/*
 * The schema and its versions. The version is SQLite's user_version; its application_id identifies
 * the database as a store. A released step is never changed: a change is another step.
 *
 * schema.c compares the text that SQLite stores of each table, in every version of SQLite. CREATE
 * is stored as written, and ALTER TABLE ADD COLUMN appends the column as written (a test has the
 * result). The text that RENAME and DROP COLUMN store has changed between versions: a step creates
 * another table instead, and copies.
 */
#include "sqlite.h"

/* "Assa" as a number; version 1 sets it below. */
#define APPLICATION_ID 1098085217

/*
 * States: 0 queued, 1 claimed, 2 done, 3 failed (enum as_store_state). Times are milliseconds since
 * 1970. Indices on queued and claimed jobs alone stay small, however many were judged.
 */
static const char version_1[] =
	"CREATE TABLE space (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
	"CREATE TABLE setting (space INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,"
	" PRIMARY KEY (space, name)) WITHOUT ROWID;"
	"CREATE TABLE chunk (digest TEXT NOT NULL, ordinal INTEGER NOT NULL, data BLOB NOT NULL,"
	" PRIMARY KEY (digest, ordinal));"
	"CREATE TABLE blob (digest TEXT PRIMARY KEY, size INTEGER NOT NULL) WITHOUT ROWID;"
	"CREATE TABLE package (digest TEXT PRIMARY KEY, name TEXT NOT NULL,"
	" blob TEXT REFERENCES blob) WITHOUT ROWID;"
	"CREATE TABLE session (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL,"
	" opened INTEGER NOT NULL);"
	"CREATE TABLE submission (id INTEGER PRIMARY KEY, space INTEGER NOT NULL REFERENCES space,"
	" owner TEXT NOT NULL, path TEXT NOT NULL, language TEXT, entry_point TEXT,"
	" files TEXT NOT NULL REFERENCES blob, received INTEGER NOT NULL);"
	"CREATE TABLE job (id INTEGER PRIMARY KEY, space INTEGER NOT NULL REFERENCES space,"
	" key TEXT, package TEXT NOT NULL REFERENCES package,"
	" submission INTEGER NOT NULL REFERENCES submission, options BLOB NOT NULL,"
	" class INTEGER NOT NULL, priority INTEGER NOT NULL, owner TEXT NOT NULL,"
	" lane TEXT NOT NULL, tag INTEGER NOT NULL, state INTEGER NOT NULL,"
	" session INTEGER REFERENCES session, attempt INTEGER NOT NULL DEFAULT 0,"
	" deaths INTEGER NOT NULL DEFAULT 0, result INTEGER REFERENCES result,"
	" cause_kind INTEGER, cause_errno INTEGER, cause TEXT, UNIQUE (space, key));"
	"CREATE INDEX job_queued ON job (lane, class, priority DESC, tag, id) WHERE state = 0;"
	"CREATE INDEX job_tag ON job (class, tag) WHERE state = 0;"
	"CREATE INDEX job_claimed ON job (session) WHERE state = 1;"
	"CREATE TABLE result (id INTEGER PRIMARY KEY, job INTEGER NOT NULL REFERENCES job,"
	" attempt INTEGER NOT NULL, session INTEGER NOT NULL REFERENCES session,"
	" verdict INTEGER NOT NULL, bytes TEXT NOT NULL REFERENCES blob,"
	" recorded INTEGER NOT NULL, UNIQUE (job, attempt));"
	"CREATE TABLE share (class INTEGER NOT NULL, owner TEXT NOT NULL, next INTEGER NOT NULL,"
	" PRIMARY KEY (class, owner)) WITHOUT ROWID;"
	"CREATE TABLE clock (class INTEGER PRIMARY KEY, tag INTEGER NOT NULL);"
	"CREATE TABLE event (number INTEGER PRIMARY KEY AUTOINCREMENT, space INTEGER NOT NULL,"
	" job INTEGER NOT NULL, kind INTEGER NOT NULL, time INTEGER NOT NULL);"
	"CREATE INDEX event_space ON event (space, number);"
	"PRAGMA application_id = 1098085217;"
	"PRAGMA user_version = 1;";

/*
 * Unreferenced data can be removed: `written` is when a blob was written or put again. A row of
 * `upload` is an incomplete blob: it is being written, was left by a killed writer, or is being
 * removed (was_blob). A held package has the cause in `held`; `fault` is the cause of its last
 * judging errors, and `faults` their number in a row. State 4 is held, 5 is cancelled.
 */
static const char version_2[] =
	"ALTER TABLE blob ADD COLUMN written INTEGER NOT NULL DEFAULT 0;"
	"CREATE TABLE upload (digest TEXT PRIMARY KEY, written INTEGER NOT NULL,"
	" was_blob INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;"
	"INSERT INTO upload (digest, written) SELECT DISTINCT digest, 0 FROM chunk"
	" WHERE digest NOT IN (SELECT digest FROM blob);"
	"ALTER TABLE package ADD COLUMN fault TEXT;"
	"ALTER TABLE package ADD COLUMN faults INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE package ADD COLUMN held TEXT;"
	"ALTER TABLE package ADD COLUMN held_at INTEGER;"
	"CREATE INDEX submission_files ON submission (files);"
	"CREATE INDEX result_bytes ON result (bytes);"
	"CREATE INDEX result_recorded ON result (recorded);"
	"CREATE INDEX job_owner ON job (space, owner) WHERE state = 0;"
	"CREATE INDEX job_failed ON job (package) WHERE state = 3;"
	"CREATE INDEX job_held ON job (package) WHERE state = 4;"
	"PRAGMA user_version = 2;";

/* The log of a space: an event may have a body and a blob that the body refers to. The epoch of a
 * space is created at its first use; a copy has none. `claimed` is the time of a job's last
 * claim. */
static const char version_3[] = "ALTER TABLE space ADD COLUMN epoch TEXT;"
				"ALTER TABLE job ADD COLUMN claimed INTEGER;"
				"ALTER TABLE event ADD COLUMN body BLOB;"
				"ALTER TABLE event ADD COLUMN blob TEXT REFERENCES blob;"
				"CREATE INDEX event_blob ON event (blob) WHERE blob IS NOT NULL;"
				"PRAGMA user_version = 3;";

/* A clarification of a contest may be for several teams and groups. Older programs read that as one
 * for all, so they must refuse the store; nothing else changes. */
static const char version_4[] = "PRAGMA user_version = 4;";

/* A session names the boot of its machine (/proc/sys/kernel/random/boot_id), so that its jobs are
 * not blamed for a power cut. "": of an older version. */
static const char version_5[] = "ALTER TABLE session ADD COLUMN boot TEXT NOT NULL DEFAULT '';"
				"PRAGMA user_version = 5;";

/* The outcome of a result (outcome.c); NULL in results of older versions. */
static const char version_6[] = "ALTER TABLE result ADD COLUMN score INTEGER;"
				"ALTER TABLE result ADD COLUMN group_scores TEXT;"
				"ALTER TABLE result ADD COLUMN runs TEXT;"
				"PRAGMA user_version = 6;";

const char *const as_sqlite_migrations[] = {
	version_1, version_2, version_3, version_4, version_5, version_6};
const size_t as_sqlite_migration_count =
	sizeof(as_sqlite_migrations) / sizeof(*as_sqlite_migrations);
_Static_assert(
	sizeof(as_sqlite_migrations) / sizeof(*as_sqlite_migrations) == AS_STORE_SQLITE_VERSION,
	"assay --version names the version");

int as_sqlite_read_number(
	struct as_connection *writer, const char *text, int64_t *number, struct as_error *error)
{
	sqlite3_stmt *statement = NULL;

	if (sqlite3_prepare_v2(writer->db, text, -1, &statement, NULL) != SQLITE_OK ||
		sqlite3_step(statement) != SQLITE_ROW) {
		as_connection_error(writer, error);
		sqlite3_finalize(statement);
		return -1;
	}
	*number = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return 0;
}

static int check_kind(struct as_connection *writer, int64_t version, struct as_error *error)
{
	int64_t application, tables;

	if (as_sqlite_read_number(writer, "PRAGMA application_id", &application, error) ||
		as_sqlite_read_number(writer, "SELECT count(*) FROM sqlite_schema", &tables, error))
		return -1;
	if (application == APPLICATION_ID || (application == 0 && version == 0 && tables == 0))
		return 0;
	return as_error_at(error, AS_ERROR_USAGE, writer->path, 0, 0,
		"not a store, but a database of another program; name another file");
}

static int read_version(struct as_connection *writer, int64_t *version, struct as_error *error)
{
	return as_sqlite_read_number(writer, "PRAGMA user_version", version, error);
}

int as_sqlite_check_version(
	struct as_connection *writer, size_t count, int64_t *version, struct as_error *error)
{
	if (read_version(writer, version, error) || check_kind(writer, *version, error))
		return -1;
	if (*version < 0)
		return as_error_at(error, AS_ERROR_USAGE, writer->path, 0, 0,
			AS_IMPORT_INCOMPLETE "remove the file and import into a new store");
	if ((uint64_t)*version > count)
		return as_error_at(error, AS_ERROR_USAGE, writer->path, 0, 0,
			"a store of version %lld, but this assay knows versions up to %zu; use a "
			"newer assay",
			(long long)*version, count);
	return 0;
}

static int migrate_once(struct as_connection *writer, const char *text, struct as_error *error)
{
	if (as_connection_run(writer, "BEGIN IMMEDIATE", error))
		return -1;
	if (as_connection_run(writer, text, error) == 0 &&
		as_connection_run(writer, "COMMIT", error) == 0)
		return 0;
	sqlite3_exec(writer->db, "ROLLBACK", NULL, NULL, NULL);
	return -1;
}

int as_sqlite_migrate(struct as_connection *writer, const char *const *migrations, size_t count,
	struct as_error *error)
{
	int64_t version;

	if (read_version(writer, &version, error))
		return -1;
	for (size_t i = (size_t)version; i < count; i++)
		if (migrate_once(writer, migrations[i], error))
			return -1;
	return 0;
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
