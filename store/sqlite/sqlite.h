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

struct as_prepared {
	const struct as_statement *of;
	sqlite3_stmt *statement;
};

struct as_connection {
	struct as_sql sql;
	sqlite3 *db;
	const char *path; /* borrowed */
	struct as_prepared *prepared;
	size_t prepared_count;
	int64_t last_event; /* of the writer: the number of the last event that it added */
	bool is_bad_row;    /* the last error was caused by the values of a row */
	struct as_connection *next;
	/* A reader that is given back with the rows of its query. */
	struct as_sqlite *lent_by;
	void (*give_back)(struct as_sqlite *lent_by, struct as_connection *reader);
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

/* ---- migrate.c: the versions of the schema ---- */

/** The steps from each version to the next; each is a text of statements that sets user_version
 * last. */
extern const char *const as_sqlite_migrations[];
extern const size_t as_sqlite_migration_count;
/** Reads the single number that a query returns. */
int as_sqlite_read_number(struct as_connection *connection, const char *text, int64_t *number,
	struct as_error *error) AS_MUST_USE;
/** Refuses a database of another program, of a newer version, or with the mark of an import; writes
 * nothing. `*version` is 0 of a new database. */
int as_sqlite_check_version(struct as_connection *connection, size_t count, int64_t *version,
	struct as_error *error) AS_MUST_USE;
/** schema.c: the same, and refuses a database whose tables, indices, triggers or views differ from
 * those of the steps up to its version. */
int as_sqlite_check(
	struct as_connection *connection, int64_t *version, struct as_error *error) AS_MUST_USE;
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

/** recover.c: starts a new session; jobs claimed in earlier ones are queued again, or fail. */
int as_sqlite_recover(
	struct as_connection *writer, int64_t *session, struct as_error *error) AS_MUST_USE;
/** claim.c: releases all claims of this session. */
int as_sqlite_release_all(struct as_sqlite *sqlite, struct as_error *error) AS_MUST_USE;

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
int as_sqlite_complete(void *back, const struct as_store_claim *claim,
	const struct as_recorded *recorded, struct as_error *error);
int as_sqlite_check_rows(
	void *back, struct as_checking *checking, as_sql_call *others, struct as_error *error);
int as_sqlite_copy(void *back, const char *file, const atomic_bool *cancel, struct as_error *error);
int as_sqlite_remove_some(
	void *back, int64_t before_ms, struct as_store_removed *removed, struct as_error *error);
int as_sqlite_mark_import(void *back, bool is_incomplete, struct as_error *error);

#endif
