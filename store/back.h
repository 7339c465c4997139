/* SPDX-License-Identifier: MIT */
/* back: the interface of a back end of the store. Code that all back ends share is above it. */
#ifndef ASSAY_STORE_BACK_H
#define ASSAY_STORE_BACK_H

#include "sql.h"
#include "transfer.h"

#include <errno.h>
#include <pthread.h>

/** The cause of a judging error, as far as it is compared with others. */
#define AS_CAUSE_SIZE 512

/** A value that a row refers to by its digest. */
struct as_content {
	char digest[AS_DIGEST_HEX_SIZE];
	const void *data; /**< at most AS_STORE_CHUNK_BYTES, written with the row; NULL: it is a
			     blob already */
	size_t size;
};

/** An order with the values derived from it. */
struct as_queued {
	const struct as_store_order *order;
	struct as_content files;
	char key[AS_DIGEST_HEX_SIZE]; /**< of an order that is queued at most once; "": none */
	int64_t again; /**< a job whose submission is judged again, instead of the files */
};

#define AS_TOKEN_BYTES 16
/** If the connection to a server is lost during a commit, it is unknown whether that happened: the
 * first row of a batch has a token, by which it is found. */
struct as_batch {
	char token[AS_TOKEN_BYTES];
	int64_t first; /**< the row that has the token; 0: no earlier try was committed */
};

/** Entries to append to the log of a space. */
struct as_append {
	struct as_batch batch;
	bool has_jobs;
	int64_t space;
	bool is_after; /**< only if `last` is the last event of the space */
	int64_t last;
	const struct as_store_entry *entries;
	const struct as_queued *queued; /**< of each; `order` is NULL if it has none */
	size_t count;
	struct as_store_appended *appended;
};

/** A result to record, with the columns of its outcome (outcome.c); clear it. */
struct as_recorded {
	struct as_content bytes;
	enum as_verdict verdict;
	char cause[AS_CAUSE_SIZE]; /* of a JE; "": none */
	bool is_scored;            /* false: the column of the score is NULL */
	int64_t score_e6;
	char *groups, *runs; /* "{1,2,3}", on the heap */
};

/**
 * The functions of a back end; the contracts are those of store.h. All except close may be called
 * from any thread. Each call that writes is one transaction.
 */
struct as_store_ops {
	void (*close)(void *back);
	/** The functions of sql.h. */
	int (*query)(void *back, const struct as_statement *statement,
		const struct as_value *values, struct as_rows *rows, struct as_error *error);
	int64_t (*execute)(void *back, const struct as_statement *statement,
		const struct as_value *values, struct as_error *error);
	int (*read)(void *back, as_sql_call *call, void *context, struct as_error *error);
	int (*write)(void *back, as_sql_call *call, void *context, struct as_error *error);
	int (*snapshot)(void *back, as_sql_call *call, void *context, struct as_error *error);
	/** Called after a commit with events: wakes those who wait, and watchers for jobs. */
	void (*tell)(void *back, bool has_jobs);
	int (*claim)(void *back, const struct as_store_wanted *wanted, struct as_store_claim *claim,
		struct as_error *error);
	/** In a transaction: false if the claim is of an earlier session. NULL: there is none. */
	bool (*owns)(void *back, const struct as_store_claim *claim);
	int (*complete)(void *back, const struct as_store_claim *claim,
		const struct as_recorded *recorded, struct as_error *error);
	/** True if a process has the store open to judge. NULL: the sessions say it. */
	bool (*is_owned)(void *back);
	int (*wait)(void *back, int64_t *after, int64_t max_ns, struct as_error *error);
};

/** upkeep.c: a check of a store. */
struct as_checking {
	struct as_store *store;
	const atomic_bool *cancel;
	as_store_problem problem;
	void *context;
	struct as_store_checked *checked;
	bool is_ended; /**< by the caller; only jobs, results and blobs are still counted */
};
/** Formats a row as a problem; false: it is none. */
typedef bool as_row_text(const struct as_rows *rows, char *text, size_t size);
/** Reports the rows of a statement, and damage that prevents reading them. */
int as_checking_rows(struct as_checking *checking, struct as_sql *sql,
	const struct as_statement *statement, as_row_text *describe,
	struct as_error *error) AS_MUST_USE;
#define AS_CHECK_DAMAGED "the database is damaged (%s); restore a backup"

/** The functions that maintain a store (assay/store/upkeep.h). */
struct as_upkeep_ops {
	/** Checks what the database itself does not enforce, then calls `others` with the check.
	 * NULL: the database enforces it. */
	int (*check_rows)(void *back, struct as_checking *checking, as_sql_call *others,
		struct as_error *error);
	/** NULL on a server, which has its own tools for this. */
	int (*copy)(
		void *back, const char *file, const atomic_bool *cancel, struct as_error *error);
	/** A part of as_store_collect, in one transaction; adds to the counts. 0: nothing was left
	 * to remove. */
	int (*remove_some)(void *back, int64_t before_ms, struct as_store_removed *removed,
		struct as_error *error);
	/** Marks an empty store as incompletely imported, or removes the mark. While the mark is
	 * set, every other process refuses to open or to use the store. The mark is a version below
	 * 0, which older programs also refuse. */
	int (*mark_import)(void *back, bool is_incomplete, struct as_error *error);
	/** NULL: the back end has no roles. */
	int (*grant)(
		void *back, const char *role, enum as_store_right right, struct as_error *error);
};

/** -1 ends it. */
typedef int as_take_runs(
	void *context, const char *claims, const char *text, struct as_error *error);
/** The functions for workers (assay/store/lane.h). */
struct as_worker_ops {
	int (*serve)(void *back, const char *const *lanes, size_t count, struct as_error *error);
	void (*watch)(void *back, const struct as_store_watch *watch);
	int (*rename)(void *back, const char *name, struct as_error *error);
	/** NULL: there is no server. */
	void (*leave)(void *back);
	/** The text of runs.c; NULL: there are no other workers. */
	int (*write_runs)(void *back, const char *text, struct as_error *error);
	/** Calls `take` for each process that has written one, with its claims in the space: a
	 * line "JOB ATTEMPT" for each. */
	int (*read_runs)(void *back, int64_t space, as_take_runs *take, void *context,
		struct as_error *error);
};

/** The error of a store with the mark of mark_import, before the remedy. */
#define AS_IMPORT_INCOMPLETE "the import into the store is not complete; wait until it ends, or "

/** The `sys_errno` of an error whose call can be repeated when the server is reachable again. */
#define AS_AWAY_ERRNO ENOTCONN

/** watch.c: the watcher of a store, for its back end. */
struct as_watcher {
	pthread_mutex_t lock;
	struct as_store_watch watch;
};
void as_watcher_init(struct as_watcher *watcher);
void as_watcher_clear(struct as_watcher *watcher);
void as_watcher_set(struct as_watcher *watcher, const struct as_store_watch *watch);
void as_watcher_queued(struct as_watcher *watcher);
void as_watcher_lost(struct as_watcher *watcher, const struct as_error *why);
void as_watcher_back(struct as_watcher *watcher);

struct as_store {
	const struct as_store_ops *ops;
	const struct as_upkeep_ops *upkeep;
	const struct as_worker_ops *workers;
	void *back;
	const char *warning; /* what is unsafe about it, or NULL */
};

/** sqlite/open.c. `file` is the URL without "sqlite:". */
int as_sqlite_open(const char *file, struct as_store *store, struct as_error *error) AS_MUST_USE;
int as_sqlite_open_reader(
	const char *file, struct as_store *store, struct as_error *error) AS_MUST_USE;
/** postgres/module.c: the functions of a back end in a module, exported as `assay_store_module`. */
struct as_store_module {
	const char *interface; /**< the digest of the headers that both were built with */
	int (*check_url)(const char *url, struct as_error *error);
	int (*open)(const char *url, struct as_store *store, struct as_error *error);
};
#define AS_STORE_MODULE_NAME "assay_store_module"
extern const struct as_store_module assay_store_module;
/** module.c: the functions of the module, which is loaded by the first call. */
int as_module_check_url(const char *url, struct as_error *error) AS_MUST_USE;
int as_module_open(const char *url, struct as_store *store, struct as_error *error) AS_MUST_USE;
/** status.c: a statement whose plan is tested. */
extern const struct as_statement as_status_queue;
#endif
