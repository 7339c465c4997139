/* SPDX-License-Identifier: MIT */
/* postgres: the back end on a PostgreSQL server. open.c describes its connections and threads. */
#ifndef ASSAY_STORE_POSTGRES_H
#define ASSAY_STORE_POSTGRES_H

#include "back.h"
#include "texts.h"

#include <libpq-fe.h>
#include <pthread.h>

/* ---- values.c: what goes into a statement, and what comes out ---- */

#define AS_PG_MAX_VALUES 20

/** The values of a statement, in their order. `{0}` has none. Texts and bytes are borrowed. */
struct as_pg_values {
	const char *data[AS_PG_MAX_VALUES];
	int sizes[AS_PG_MAX_VALUES], formats[AS_PG_MAX_VALUES];
	char numbers[AS_PG_MAX_VALUES][24];
	int count;
};
void as_pg_add_number(struct as_pg_values *values, int64_t number);
/** NULL becomes SQL's NULL. */
void as_pg_add_text(struct as_pg_values *values, const char *text);
/** Adds bytes, because a name that a person chose may be invalid as text. NULL becomes SQL's
 * NULL. */
void as_pg_add_name(struct as_pg_values *values, const char *name);
/** An array of texts, as a text; clear it after the statement. NULL: out of memory. */
char *as_pg_write_array(const char *const *items, size_t count, struct as_error *error) AS_MUST_USE;
/** Never NULL. */
void as_pg_add_bytes(struct as_pg_values *values, const void *data, size_t size);

static inline void as_pg_auto_rows(PGresult **rows)
{
	PQclear(*rows);
}
/** The rows that a statement returned; initialise with NULL. */
#define AS_PG_ROWS AS_AUTO(as_pg_auto_rows) PGresult *
/** Columns of a row, which have the type bigint, text or bytea. NULL is 0. */
int64_t as_pg_number(const PGresult *rows, int row, int column);
/** A text or a name on the heap; NULL is NULL. */
int as_pg_take_text(
	const PGresult *rows, int row, int column, char **text, struct as_error *error) AS_MUST_USE;
int as_pg_take_bytes(const PGresult *rows, int row, int column, struct as_bytes *bytes,
	struct as_error *error) AS_MUST_USE;
/** Copies into a buffer; "" if it is NULL or too long. */
void as_pg_copy_text(const PGresult *rows, int row, int column, char *buffer, size_t size);

/* ---- statements.c ---- */

/** The statements; each is prepared once for a connection. */
enum as_pg_statement {
	AS_PG_BLOB_MARK,
	AS_PG_BLOB_REMOVE,
	AS_PG_BLOB_GUARD,
	AS_PG_BLOB_UNGUARD,
	AS_PG_CHUNK_REMOVE,
	AS_PG_UPLOAD_REMOVE,
	AS_PG_UPLOAD_FIND,
	AS_PG_COLLECT_LOCK,
	AS_PG_LOAD_SPACE, /* in the order of enum as_table_id */
	AS_PG_LOAD_SETTING,
	AS_PG_LOAD_PACKAGE,
	AS_PG_LOAD_SESSION,
	AS_PG_LOAD_SUBMISSION,
	AS_PG_LOAD_JOB,
	AS_PG_LOAD_RESULT,
	AS_PG_LOAD_VALID,
	AS_PG_LOAD_SHARE,
	AS_PG_LOAD_CLOCK,
	AS_PG_LOAD_EVENT,
	AS_PG_LOAD_END,
	AS_PG_SESSION_NUMBER,
	AS_PG_SESSION_LOCK,
	AS_PG_SESSION_ADD,
	AS_PG_SESSION_RENAME,
	AS_PG_SESSION_BEAT,
	AS_PG_SESSION_FIND,
	AS_PG_SESSION_END,
	AS_PG_SESSION_RELEASE,
	AS_PG_SESSION_REMOVE,
	AS_PG_SESSION_RIGHTS,
	AS_PG_HOLD_LOCK,
	AS_PG_HOLD_SHARE,
	AS_PG_RUNS_WRITE,
	AS_PG_RUNS_READ,
	AS_PG_LANE_SERVE,
	AS_PG_CLAIM,
	AS_PG_CLAIM_HOLDS,
	AS_PG_CLAIM_COMPLETE,
	AS_PG_CLAIM_COMPLETED,
	AS_PG_CLAIM_FAIL,
	AS_PG_CLAIM_RELEASE,
	AS_PG_SWEEP_LOCK,
	AS_PG_SWEEP_WAIT,
	AS_PG_SWEEP_DUE,
	AS_PG_SWEEP_END_SILENT,
	AS_PG_SWEEP_RELEASE_LOST,
	AS_PG_SWEEP_LIST_DEAD,
	AS_PG_SWEEP_COUNT_DEATH,
	AS_PG_SWEEP_FIND_POISON,
	AS_PG_SWEEP_FAIL_POISON,
	AS_PG_EVENT_ANY_NEW,
	AS_PG_EVENT_NUMBER,
	AS_PG_EVENT_LAST,
	AS_PG_COUNT
};
const char *as_pg_statement_text(enum as_pg_statement which);

/* ---- link.c: one connection to the server ---- */

/** Maximum number of attempts to open a store if the connection is lost meanwhile. A refused
 * connection is not tried again. */
#define AS_PG_TRIES 10
/** Without an answer within this time the connection is considered lost. */
#define AS_PG_ANSWER_NS INT64_C(10000000000)
/** For an operation that runs once, such as the first opening of a large store by a new version. */
#define AS_PG_SETUP_NS INT64_C(600000000000)

#define AS_PG_MAX_PREPARED 128

struct as_pg_link {
	struct as_sql sql;
	PGconn *db; /* NULL: it is closed */
	bool is_prepared[AS_PG_COUNT];
	const struct as_statement *prepared[AS_PG_MAX_PREPARED];
	size_t prepared_count;
	bool was_open;     /* the server let it in */
	int64_t answer_ns; /* the deadline of an answer: AS_PG_ANSWER_NS, or as set */
	/** It ended, or there was no answer in time. It is then unknown whether the last statement
	 * was executed. */
	bool is_lost;
	bool is_bad_row; /* the last error was caused by the values of a row */
	bool may_judge;  /* the user may claim jobs */
};

/** Connects, and applies the settings of a connection. Close it in any case. */
int as_pg_link_open(struct as_pg_link *link, const char *url, struct as_error *error) AS_MUST_USE;
void as_pg_link_close(struct as_pg_link *link);
/** Runs a statement, and sets `rows` to its result, unless that is NULL. */
int as_pg_run(struct as_pg_link *link, enum as_pg_statement which,
	const struct as_pg_values *values, PGresult **rows, struct as_error *error) AS_MUST_USE;
/** Runs a statement for its first row: 1, or 0 if there is none. */
int as_pg_find(struct as_pg_link *link, enum as_pg_statement which,
	const struct as_pg_values *values, PGresult **rows, struct as_error *error) AS_MUST_USE;
/** Runs fixed text, which may be several statements; returns the rows of the last one as text. */
int as_pg_text(struct as_pg_link *link, const char *text, int64_t max_ns, PGresult **rows,
	struct as_error *error) AS_MUST_USE;
/** Prepares a text under a name; runs what was prepared. */
int as_pg_prepare(struct as_pg_link *link, const char *name, const char *text,
	struct as_error *error) AS_MUST_USE;
int as_pg_execute(struct as_pg_link *link, const char *name, const struct as_pg_values *values,
	PGresult **rows, struct as_error *error) AS_MUST_USE;
/** BEGIN, COMMIT and the like. */
int as_pg_do(struct as_pg_link *link, const char *text, struct as_error *error) AS_MUST_USE;
/** Ends a failed transaction, if there is one. */
void as_pg_roll_back(struct as_pg_link *link);

/* ---- refusal.c: PostgreSQL's errors in our words ---- */

/** Records why a connection could not be made, and returns -1. */
int as_pg_refusal(const PGconn *db, struct as_error *error);
/** Marks an error as possibly temporary (as_store_is_away), and returns -1. */
int as_pg_away(struct as_error *error);
/** Records the error of a statement, and returns -1. */
int as_pg_error(const PGresult *rows, struct as_error *error);

/** The message about a pooler in transaction mode. */
#define AS_PG_POOLER                                                                               \
	"the URL of the store leads to a connection pooler in transaction mode; name the "         \
	"PostgreSQL server itself, or pool sessions"

/* ---- pooler.c ---- */

/** Refuses a pooler in transaction mode. */
int as_pg_check_pooler(
	struct as_pg_link *link, const char *url, struct as_error *error) AS_MUST_USE;

/* ---- migrate.c: the versions of the schema ---- */

#define AS_PG_INCOMPLETE AS_IMPORT_INCOMPLETE "drop the database and import into a new store"

/** The steps from each version to the next; each is a text of statements. */
extern const char *const as_pg_migrations[];
extern const size_t as_pg_migration_count;
/** guard.c: the steps to these versions. */
extern const char as_pg_version_3[], as_pg_version_7[];
/** Makes or updates the schema; one process does it while the others wait. Refuses a newer
 * version, and the mark of an import. */
int as_pg_migrate(struct as_pg_link *link, const char *const *migrations, size_t count,
	struct as_error *error) AS_MUST_USE;

/* ---- rights.c ---- */

/** Grants rights, in a transaction, for as_store_grant. */
int as_pg_give(struct as_pg_link *link, const char *role, enum as_store_right right,
	struct as_error *error) AS_MUST_USE;
/** Grants the rights to new tables to the roles that have rights. */
int as_pg_grant_again(struct as_pg_link *link, struct as_error *error) AS_MUST_USE;

/* ---- bell.c: news for those who wait ---- */

struct as_pg_bell {
	pthread_mutex_t lock; /* guards the rest */
	pthread_cond_t rung;
	uint64_t count;     /* of rings */
	bool is_unsent;     /* something was committed that other processes were not notified of */
	bool is_wanted;     /* somebody in this process has waited */
	bool is_job_unsent; /* the same for jobs that were queued */
	bool is_job_wanted; /* this process watches for queued jobs */
	bool is_closing;
	int wake_fd; /* an eventfd, for the tender */
	struct as_watcher watcher;
};
int as_pg_bell_init(struct as_pg_bell *bell, struct as_error *error) AS_MUST_USE;
void as_pg_bell_clear(struct as_pg_bell *bell);
/** Reports an event: wakes this process; if `here` is set, also other processes soon. */
void as_pg_bell_ring(struct as_pg_bell *bell, bool here);
/** Reports queued jobs: the same, and the watchers for jobs are called. */
void as_pg_bell_queued(struct as_pg_bell *bell);
/** Sets the watcher. */
void as_pg_bell_watch(struct as_pg_bell *bell, const struct as_store_watch *watch);
uint64_t as_pg_bell_count(struct as_pg_bell *bell);
/** Waits until the number of rings exceeds `count`, or until a time. */
void as_pg_bell_wait(struct as_pg_bell *bell, uint64_t count, int64_t until_ns);
/** The work of the tender. */
struct as_pg_wish {
	bool notify, notify_jobs, listen, listen_jobs, close;
};
struct as_pg_wish as_pg_bell_wish(struct as_pg_bell *bell);
/** Called when earlier commits are being notified. */
void as_pg_bell_sent(struct as_pg_bell *bell);
void as_pg_bell_close(struct as_pg_bell *bell);

/** The notification channel for queued jobs. */
#define AS_PG_JOBS_CHANNEL "assay_jobs"

/* ---- session.c: the connection that claims, writes, reads and beats ---- */

struct as_pg_session {
	char *url;
	struct as_pg_bell *bell; /* rung by notices that come */
	pthread_mutex_t lock;    /* guards the rest */
	char *name;              /* of this process, for people; NULL: not made yet */
	struct as_pg_link link;
	int64_t number;
	int64_t beaten_ns;   /* when it beat last */
	int64_t away_ns;     /* since when the server has been unreachable; 0: it is reachable */
	int64_t patience_ns; /* for how long a call waits for it */
	struct as_error refused; /* why it must not go on, if it must not */
	bool is_importing;       /* the store may have the mark of an import: it is this one's */
	atomic_bool is_leaving;  /* a lost connection is not opened again; not guarded */
};

int as_pg_session_open(struct as_pg_session *session, const char *url, struct as_pg_bell *bell,
	struct as_error *error) AS_MUST_USE;
/** Releases its claims. */
void as_pg_session_close(struct as_pg_session *session);
/** An operation on the connection. It returns 0 or more, or -1. */
typedef int (*as_pg_call)(struct as_pg_session *session, void *context, struct as_error *error);
/** Runs an operation exclusively. If the connection is lost meanwhile, opens a new session and
 * repeats the operation, which must therefore be repeatable. */
int as_pg_session_call(struct as_pg_session *session, as_pg_call call, void *context,
	struct as_error *error) AS_MUST_USE;
/** The same in a transaction. */
int as_pg_session_write(struct as_pg_session *session, as_pg_call call, void *context,
	struct as_error *error) AS_MUST_USE;
/** A statement that is an operation of its own. Its values must not be copied. */
struct as_pg_query {
	enum as_pg_statement which;
	struct as_pg_values values;
	PGresult *rows; /* clear it: AS_PG_QUERY */
};
static inline void as_pg_query_clear(struct as_pg_query *query)
{
	PQclear(query->rows);
}
#define AS_PG_QUERY AS_AUTO(as_pg_query_clear) struct as_pg_query
/** 1: it returned a row. 0: none. */
int as_pg_session_find(struct as_pg_session *session, struct as_pg_query *query,
	struct as_error *error) AS_MUST_USE;
/** Runs an operation at most once. Opens a new session first if the connection is lost, and sends a
 * heartbeat if it is due. */
void as_pg_session_try(struct as_pg_session *session, as_pg_call call, void *context);
/** Its current number. */
int64_t as_pg_session_number(struct as_pg_session *session);
/** The descriptor of the connection, to poll; -1: it is lost. */
int as_pg_session_socket(struct as_pg_session *session);

/* ---- number.c, sweep.c ---- */

/** Maximum number of events that are numbered in one transaction, which must end in time. */
#define AS_PG_MAX_EVENTS 10000
/** Numbers committed events that have no number yet. */
int as_pg_number_events(struct as_pg_link *link, struct as_error *error) AS_MUST_USE;
/** Queues again the claims of dead sessions, and ends silent sessions; never the session `own`.
 * Does nothing if the user may not claim jobs. Unless `at_once`, does nothing if another process is
 * sweeping or has just swept. */
int as_pg_sweep(
	struct as_pg_link *link, int64_t own, bool at_once, struct as_error *error) AS_MUST_USE;

/* ---- tender.c: the thread that beats, sweeps and listens ---- */

struct as_pg_tender {
	struct as_pg_session *session;
	struct as_pg_bell *bell;
	pthread_t thread;
	int64_t listening, listening_jobs; /* the session that does */
	int64_t swept_ns, sent_ns;
};
/** Sweeps once, then starts the thread. */
int as_pg_tender_start(struct as_pg_tender *tender, struct as_error *error) AS_MUST_USE;
void as_pg_tender_end(struct as_pg_tender *tender);

/* ---- the back end ---- */

struct as_postgres {
	struct as_pg_session session;
	struct as_pg_bell bell;
	struct as_pg_tender tender;
};

/** open.c: why a connection to a host with this address is unsafe; NULL: it is safe. */
const char *as_pg_warning(const char *host, const char *address, const char *sslmode);
/** values.c: adds the values of a small value that is written with its row: digest, size, and bytes
 * or NULL. */
void as_pg_add_content(struct as_pg_values *values, const struct as_content *content);

/** sql.c: the text of a statement as the server understands it, on the heap. */
char *as_pg_write_text(const struct as_statement *statement, struct as_error *error) AS_MUST_USE;
extern const struct as_sql_ops as_pg_sql_ops;

/* The functions of back.h, by file. */
int as_pg_query(void *back, const struct as_statement *statement, const struct as_value *values,
	struct as_rows *rows, struct as_error *error);
int64_t as_pg_run_alone(void *back, const struct as_statement *statement,
	const struct as_value *values, struct as_error *error);
int as_pg_read(void *back, as_sql_call *call, void *context, struct as_error *error);
int as_pg_write(void *back, as_sql_call *call, void *context, struct as_error *error);
int as_pg_snapshot(void *back, as_sql_call *call, void *context, struct as_error *error);
int as_pg_claim(void *back, const struct as_store_wanted *wanted, struct as_store_claim *claim,
	struct as_error *error);
int as_pg_serve(void *back, const char *const *lanes, size_t count, struct as_error *error);
void as_pg_watch(void *back, const struct as_store_watch *watch);
int as_pg_rename(void *back, const char *name, struct as_error *error);
int as_pg_write_runs(void *back, const char *text, struct as_error *error);
int as_pg_read_runs(
	void *back, int64_t space, as_take_runs *take, void *context, struct as_error *error);
void as_pg_leave(void *back);
int as_pg_beat(void *back, const struct as_store_claim *claim, struct as_error *error);
int as_pg_complete(void *back, const struct as_store_claim *claim,
	const struct as_recorded *recorded, struct as_error *error);
int as_pg_fail(void *back, const struct as_store_claim *claim, const struct as_error *cause,
	struct as_error *error);
int as_pg_release(void *back, const struct as_store_claim *claim, struct as_error *error);
int as_pg_wait(void *back, int64_t *after, int64_t max_ns, struct as_error *error);
int as_pg_check_rows(void *back, const atomic_bool *cancel, as_store_problem problem, void *context,
	struct as_store_checked *checked, struct as_error *error);
int as_pg_remove_some(
	void *back, int64_t before_ms, struct as_store_removed *removed, struct as_error *error);
int as_pg_dump(void *back, const struct as_dump *dump, struct as_error *error);
int as_pg_mark_import(void *back, bool is_incomplete, struct as_error *error);
int as_pg_load_rows(void *back, enum as_table_id table, const json_t *rows, struct as_error *error);
int as_pg_load_blobs(
	void *back, const struct as_content *contents, size_t count, struct as_error *error);
int as_pg_grant(void *back, const char *role, enum as_store_right right, struct as_error *error);

/* ---- open.c ---- */

int as_postgres_open(const char *url, struct as_store *store, struct as_error *error) AS_MUST_USE;
int as_postgres_check_url(const char *url, struct as_error *error) AS_MUST_USE;

#endif
