/* SPDX-License-Identifier: MIT */
/* sqlite: the back end in a file. open.c describes its threads and locks. */
#ifndef ASSAY_STORE_SQLITE_H
#define ASSAY_STORE_SQLITE_H

#include "back.h"

#include <pthread.h>
#include <sqlite3.h>

/* ---- place.c: the file, and the right to own it ---- */

/** The path of the store's file without links, on the heap. NULL: its folder does not exist, it is
 * not a regular file, it has several hard links, or it is on a network file system
 * (AS_ERROR_MACHINE). */
char *as_place_find(const char *file, struct as_error *error) AS_MUST_USE;
/** Takes the lock on FILE.lock; returns the descriptor that holds it, or -1. */
int as_place_lock(const char *path, struct as_error *error) AS_MUST_USE;
/** True if a process holds that lock. */
bool as_place_is_locked(const char *path);
/** Makes the file, for this user alone, unless it exists. Called before SQLite opens it. */
int as_place_make(const char *path, struct as_error *error) AS_MUST_USE;
/** True if a file system is on another machine. `magic` is that of statfs; `type` is its name in
 * /proc/self/mountinfo, "" if unknown. */
bool as_place_is_remote(unsigned long magic, const char *type);

/* ---- connection.c: one connection to the database ---- */

/** The statements; each is prepared once for a connection. */
enum as_sqlite_statement {
	AS_SQL_BLOB_REMOVE,
	AS_SQL_CHUNK_REMOVE,
	AS_SQL_UPLOAD_ADD_OLD,
	AS_SQL_UPLOAD_FIND,
	AS_SQL_UPLOAD_REMOVE,
	AS_SQL_SESSION_RENAME,
	AS_SQL_SESSION_ADD,
	AS_SQL_JOB_FAIL_DEAD,
	AS_SQL_JOB_QUEUE_DEAD,
	AS_SQL_JOB_COUNT_DEATHS,
	AS_SQL_JOB_LIST_DEAD,
	AS_SQL_JOB_RELEASE_ALL,
	AS_SQL_CLOCK_WRITE,
	AS_SQL_CLAIM_HEAD,
	AS_SQL_CLAIM_OTHERS,
	AS_SQL_CLAIM_TAKE,
	AS_SQL_CLAIM_READ,
	AS_SQL_CLAIM_HOLDS,
	AS_SQL_CLAIM_COMPLETE,
	AS_SQL_CLAIM_FAIL,
	AS_SQL_CLAIM_RELEASE,
	AS_SQL_RESULT_ADD,
	AS_SQL_RESULT_SET,
	AS_SQL_EVENT_LAST,
	AS_SQL_COUNT
};

struct as_prepared {
	const struct as_statement *of;
	sqlite3_stmt *statement;
};

struct as_connection {
	struct as_sql sql;
	sqlite3 *db;
	const char *path; /* borrowed */
	sqlite3_stmt *statements[AS_SQL_COUNT];
	struct as_prepared *prepared;
	size_t prepared_count;
	int64_t last_event; /* of the writer: the number of the last event that it added */
	struct as_connection *next;
	struct as_sqlite *lent_by; /* it is a reader, given back with the rows of its query */
};

/** Opens a connection; only the writer's may write. Close it in any case. */
int as_connection_open(struct as_connection *connection, const char *path, bool writes,
	struct as_error *error) AS_MUST_USE;
/** Enables the write-ahead log, which changes the file, and makes each commit wait for the disk. */
int as_connection_log(struct as_connection *connection, struct as_error *error) AS_MUST_USE;
void as_connection_close(struct as_connection *connection);
/** Records the last error of a connection and returns -1. */
int as_connection_error(struct as_connection *connection, struct as_error *error);
/** Runs fixed text that returns no rows. */
int as_connection_run(
	struct as_connection *connection, const char *text, struct as_error *error) AS_MUST_USE;

/** The text of a statement, in statements.c. */
const char *as_statement_text(enum as_sqlite_statement which);
/** Returns a statement without values, reset. NULL: it cannot be prepared. Values are bound by the
 * functions below; NULL becomes SQL's NULL. Bound values must stay valid until the last step. */
sqlite3_stmt *as_sql(struct as_connection *connection, enum as_sqlite_statement which,
	struct as_error *error) AS_MUST_USE;
void as_sql_text(sqlite3_stmt *statement, int index, const char *text);
void as_sql_bytes(sqlite3_stmt *statement, int index, const void *data, size_t size);
/** 1: a row. 0: the end, and the statement is reset. -1: an error, and it is reset. */
int as_sql_step(struct as_connection *connection, sqlite3_stmt *statement,
	struct as_error *error) AS_MUST_USE;
/** Runs a statement and ignores its rows. */
int as_sqlite_run(struct as_connection *connection, sqlite3_stmt *statement,
	struct as_error *error) AS_MUST_USE;
/** A column on the heap; NULL is NULL. */
int as_sql_take_text(
	sqlite3_stmt *statement, int column, char **text, struct as_error *error) AS_MUST_USE;
int as_sql_take_bytes(sqlite3_stmt *statement, int column, struct as_bytes *bytes,
	struct as_error *error) AS_MUST_USE;
/** A column in a buffer; "" if it is NULL or too long. */
void as_sql_copy_text(sqlite3_stmt *statement, int column, char *buffer, size_t size);

/* ---- migrate.c: the versions of the schema ---- */

/** The steps from each version to the next; each is a text of statements that sets user_version
 * last. */
extern const char *const as_sqlite_migrations[];
extern const size_t as_sqlite_migration_count;
/** Reads the single number that a query returns. */
int as_sqlite_read_number(struct as_connection *connection, const char *text, int64_t *number,
	struct as_error *error) AS_MUST_USE;
/** The version of a database, which may belong to another program. */
int as_sqlite_version(
	struct as_connection *connection, int64_t *version, struct as_error *error) AS_MUST_USE;
/** Refuses a database of another program, of a newer version, or with the mark of an import; writes
 * nothing. */
int as_sqlite_check(struct as_connection *writer, size_t count, struct as_error *error) AS_MUST_USE;
/** schema.c: refuses a database whose tables, indices, triggers or views differ from those of the
 * steps up to its version; writes nothing. */
int as_sqlite_check_schema(struct as_connection *connection, struct as_error *error) AS_MUST_USE;
/** Updates a checked database, each step in a transaction. */
int as_sqlite_migrate(struct as_connection *writer, const char *const *migrations, size_t count,
	struct as_error *error) AS_MUST_USE;

/* ---- writer.c: the thread that writes ---- */

/** A part of a transaction. It returns 0 or more, or -1: then none of its writes are kept. */
typedef int (*as_write_call)(struct as_connection *writer, void *context, struct as_error *error);

struct as_write;
struct as_writer {
	struct as_connection *connection;
	pthread_mutex_t lock;
	pthread_cond_t queued; /* a write was queued, or the end */
	pthread_cond_t ended;  /* a transaction ended */
	struct as_write *first, **last;
	bool closing;
	pthread_t thread;
	int64_t last_event; /* that is committed */
};

/** Starts the thread, which uses the connection until its end. */
int as_writer_start(struct as_writer *writer, struct as_connection *connection,
	struct as_error *error) AS_MUST_USE;
void as_writer_end(struct as_writer *writer);
/** Runs the call in a transaction, and waits until that is on the disk. Returns the result of the
 * call, or -1. */
int as_writer_write(struct as_writer *writer, as_write_call call, void *context,
	struct as_error *error) AS_MUST_USE;
/** Waits for an event after the number. 1: there is one, and the number becomes that of the last
 * one. 0: timeout. */
int as_writer_wait(struct as_writer *writer, int64_t *after, int64_t max_ns);

/* ---- the back end ---- */

struct as_sqlite {
	char *path;
	int lock_fd; /* -1: opened for reading; another process may own the store */
	int64_t session;
	struct as_connection connection; /* the writer's */
	struct as_writer writer;
	struct as_watcher watcher;
	pthread_mutex_t lock;          /* guards the following */
	struct as_connection *readers; /* that nobody uses now */
};

/** readers.c: a connection for reading, for this thread alone until it is returned. */
struct as_connection *as_reader_take(struct as_sqlite *sqlite, struct as_error *error) AS_MUST_USE;
void as_reader_give(struct as_sqlite *sqlite, struct as_connection *reader);
void as_readers_close(struct as_sqlite *sqlite);

int64_t as_sqlite_now_ms(void);
/** recover.c: starts a new session; jobs claimed in earlier ones are queued again, or fail. */
int as_sqlite_recover(
	struct as_connection *writer, int64_t *session, struct as_error *error) AS_MUST_USE;
/** claim.c: releases all claims of this session. */
int as_sqlite_release_all(struct as_sqlite *sqlite, struct as_error *error) AS_MUST_USE;

/** sql.c */
extern const struct as_sql_ops as_sqlite_sql_ops;

/* The functions of back.h, by file. */
int as_sqlite_query(void *back, const struct as_statement *statement, const struct as_value *values,
	struct as_rows *rows, struct as_error *error);
int64_t as_sqlite_execute(void *back, const struct as_statement *statement,
	const struct as_value *values, struct as_error *error);
int as_sqlite_read(void *back, as_sql_call *call, void *context, struct as_error *error);
int as_sqlite_write(void *back, as_sql_call *call, void *context, struct as_error *error);
int as_sqlite_snapshot(void *back, as_sql_call *call, void *context, struct as_error *error);
int as_sqlite_claim(void *back, const struct as_store_wanted *wanted, struct as_store_claim *claim,
	struct as_error *error);
int as_sqlite_serve(void *back, const char *const *lanes, size_t count, struct as_error *error);
void as_sqlite_watch(void *back, const struct as_store_watch *watch);
int as_sqlite_rename(void *back, const char *name, struct as_error *error);
int as_sqlite_beat(void *back, const struct as_store_claim *claim, struct as_error *error);
int as_sqlite_complete(void *back, const struct as_store_claim *claim,
	const struct as_recorded *recorded, struct as_error *error);
int as_sqlite_fail(void *back, const struct as_store_claim *claim, const struct as_error *cause,
	struct as_error *error);
int as_sqlite_release(void *back, const struct as_store_claim *claim, struct as_error *error);
int as_sqlite_wait(void *back, int64_t *after, int64_t max_ns, struct as_error *error);
int as_sqlite_check_rows(void *back, const atomic_bool *cancel, as_store_problem problem,
	void *context, struct as_store_checked *checked, struct as_error *error);
int as_sqlite_copy(void *back, const char *file, const atomic_bool *cancel, struct as_error *error);
int as_sqlite_remove_some(
	void *back, int64_t before_ms, struct as_store_removed *removed, struct as_error *error);
int as_sqlite_dump(void *back, const struct as_dump *dump, struct as_error *error);
int as_sqlite_mark_import(void *back, bool is_incomplete, struct as_error *error);
int as_sqlite_load_rows(
	void *back, enum as_table_id table, const json_t *rows, struct as_error *error);
int as_sqlite_load_blobs(
	void *back, const struct as_content *contents, size_t count, struct as_error *error);

#endif
