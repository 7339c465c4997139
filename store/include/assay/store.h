/* SPDX-License-Identifier: MIT */
/**
 * store: keeps submissions, jobs, results and events in a database. The URL chooses the back end:
 *
 *	sqlite:FILE     a local file, created if it does not exist. It has one owner at a time:
 *	                the process that opened it, which also runs the workers.
 *	postgresql://[USER@]HOST[:PORT]/DATABASE[?NAME=VALUE&...]
 *	                a database of a PostgreSQL server of version 14 or newer, as libpq reads
 *	                it: PGPASSWORD, ~/.pgpass and service files apply. The tables are made in
 *	                the schema `assay`. Any number of processes can open it, with one connection
 *	                each, and one more during a check, an export, an import or a status.
 *
 * Life cycle: as_store_open; as_store_space_find; as_store_package_put; as_store_submit queues
 * submissions; a worker (assay/store/worker.h) claims jobs and completes them; as_store_job_read
 * and as_store_result_read report; as_store_wait and as_store_log_read (assay/store/log.h)
 * follow the changes; as_store_close.
 *
 * Durability: a function that writes returns success after its writes are on the disk. If a worker
 * dies, its claimed jobs are queued again: in a file, when the store is opened next; on a server,
 * within 2 s if its process was killed, within 20 s if it was stopped or its machine has vanished.
 * So a job may run twice, but it has one valid result: as_store_complete accepts a result only from
 * the current claim of the job.
 *
 * A server that is not reachable: a function waits for it for at most 30 s, then continues; if the
 * server has been away for 30 s already, it waits half a second. The claims of this process are
 * then queued again, which does not count as a death.
 *
 * Thread-safety: all functions except as_store_close may be called from any thread on the same
 * store.
 *
 * Errors: AS_ERROR_USAGE for a bad URL, a file that is not a store, has several hard links or
 * cannot be written, a store of a newer version or one in use, and a server that cannot be reached,
 * refuses the user or has no connection left; AS_ERROR_MACHINE for a network file system, or one on
 * which SQLite cannot use its log; AS_ERROR_INTERNAL for a full disk or a damaged store. A write
 * that fails changes nothing, but may leave unreferenced bytes of blobs.
 */
#ifndef ASSAY_STORE_H
#define ASSAY_STORE_H

#include <assay/engine/result.h>

struct as_store;

/** Opens a store. Makes it if it does not exist, updates an older version, and queues jobs that
 * dead workers had claimed. NULL: see above. */
struct as_store *as_store_open(const char *url, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Takes NULL. Queues jobs that are still claimed; that does not count as a death. */
void as_store_close(struct as_store *store);
/** 0 if the text is a URL of a store, else AS_ERROR_USAGE; nothing is opened. */
int as_store_check_url(const char *url, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Describes in one line why an open store is unsafe; NULL: it is safe. */
const char *as_store_warning(const struct as_store *store) AS_MUST_USE AS_NONNULL(1);

/* ---- spaces and settings ---- */

/** The whole store, as the space of a setting or of an event. */
#define AS_STORE_WHOLE 0
/** Finds a space by name, or makes it. A contest or a course has a space of its own for its rows.
 * `space` is never AS_STORE_WHOLE. */
int as_store_space_find(struct as_store *store, const char *name, int64_t *space,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

/** The clock of the machine of the store or server, in milliseconds since 1970: the only clock that
 * machines with a common store share. */
int as_store_now(struct as_store *store, int64_t *now_ms, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);

/** Finds a space by name. 1, or 0 if it does not exist. */
int as_store_space_look_up(struct as_store *store, const char *name, int64_t *space,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

/** A setting of AS_STORE_WHOLE: the number of deaths of its worker after which a job fails. If it
 * is more than 1, the worker claims nothing else during the last attempt. */
#define AS_STORE_SETTING_ATTEMPTS "attempts"
#define AS_STORE_ATTEMPTS_USUAL 3
/** Sets `value` to the setting on the heap, or to NULL if it was never set. */
int as_store_setting_read(struct as_store *store, int64_t space, const char *name, char **value,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3, 4);
int as_store_setting_write(struct as_store *store, int64_t space, const char *name,
	const char *value, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3, 4);

/* ---- blobs ---- */

/** A blob is a sequence of bytes, identified by its digest (assay/base.h) and stored once, in
 * chunks of this size. */
#define AS_STORE_CHUNK_BYTES 1048576
/** Stores bytes unless the store has them, and writes their digest. */
int as_store_blob_put(struct as_store *store, const void *data, size_t size,
	char digest[AS_DIGEST_HEX_SIZE], struct as_error *error) AS_MUST_USE AS_NONNULL(1, 4);
/** Stores the content of an open file, with one chunk at a time in memory. AS_ERROR_INPUT: the file
 * changed meanwhile. */
int as_store_blob_put_fd(struct as_store *store, int fd, const atomic_bool *cancel,
	char digest[AS_DIGEST_HEX_SIZE], struct as_error *error) AS_MUST_USE AS_NONNULL(1, 4);
/** Reads a blob of at most `max_bytes` (clear it). 1: done. 0: the store does not have it. -1: it
 * is larger, or its bytes do not have the digest (AS_ERROR_INTERNAL); `out` is empty. */
int as_store_blob_read(struct as_store *store, const char *digest, uint64_t max_bytes,
	struct as_bytes *out, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 4);
/** Reads a blob into an open file, at its offset. On -1 a part may have been written. */
int as_store_blob_read_fd(struct as_store *store, const char *digest, int fd,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/* ---- packages ---- */

struct as_store_package {
	const char *digest; /**< of struct as_package */
	const char *name;   /**< its short name */
	const char *blob;   /**< the digest of its archive; NULL: its files are not in the store */
};
/** Stores a package, unless the store has it. All of it is borrowed. */
int as_store_package_put(struct as_store *store, const struct as_store_package *package,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/* ---- submissions and jobs ---- */

/** The most urgent one first. From AS_STORE_REJUDGING on, jobs may be many and long: on a worker
 * for several jobs, one of an earlier class waits at most for the end of the runs that have begun.
 */
enum as_store_class {
	AS_STORE_CONTEST,
	AS_STORE_COURSE,
	AS_STORE_PRACTICE,
	AS_STORE_REJUDGING,
	AS_STORE_GENERATION,
};

/**
 * A submission to judge. Queued jobs are claimed by class, then by priority, then in turns: each
 * owner in a class gets an equal share of the claims, regardless of the number of its jobs. The
 * turn is fixed when a job is queued (start-time fair queueing).
 */
struct as_store_order {
	int64_t space;
	const char *package; /**< the digest of a package that is in the store */
	const char *owner;   /**< the team or student; NULL: "" */
	/** The submission, as in struct as_submission; `files` are the bytes of as_submitted_write.
	 */
	const char *path, *language, *entry_point;
	struct as_bytes files;
	struct as_bytes options; /**< how to judge it: as_worker_options_write */
	enum as_store_class class;
	int64_t priority; /**< a larger one goes first; 0 is usual */
	const char *lane; /**< what a worker needs to judge it; a worker claims only jobs of its
			     lanes */
	/** Queue it at most once: if the space has a job with the same package, files, language,
	 * entry point, options and lane, the ticket is that job's, and its priority is raised to
	 * this one. */
	bool once;
	/** With `once`: queue that job again if its result is JE, if it was cancelled, or if it
	 * failed for another reason than deaths of its workers. */
	bool retry;
};

enum as_store_state {
	AS_STORE_QUEUED,
	AS_STORE_CLAIMED,
	AS_STORE_DONE,   /**< it has a valid result */
	AS_STORE_FAILED, /**< it has an error in place of a result */
	AS_STORE_HELD,   /**< it cannot be claimed until its package is released */
	AS_STORE_CANCELLED,
};

struct as_store_ticket {
	int64_t job;
	enum as_store_state state;
};

/** Stores submissions and queues their jobs: all of them, or none on failure. All of it is
 * borrowed. */
int as_store_submit(struct as_store *store, const struct as_store_order *orders, size_t count,
	struct as_store_ticket *tickets, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 4);

/** Finds the job of an order with `once`, without queueing it. 1, or 0 if the space has none. */
int as_store_find(struct as_store *store, const struct as_store_order *order,
	struct as_store_ticket *ticket, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

struct as_store_job {
	enum as_store_state state;
	int64_t attempt;       /**< the number of times that it was claimed */
	unsigned death_count;  /**< number of times that its worker died meanwhile */
	struct as_error cause; /**< why it failed, is held or was cancelled */
	/** The time of the last claim, or for a finished job of the claim that led to its valid
	 * result; and the time of that result. Since 1970, by the clock of the events. 0: never, or
	 * by a version of assay before version 3 of a store in a file, 5 on a server. */
	int64_t began_ms, ended_ms;
};
/** 1, or 0 if the job does not exist. */
int as_store_job_read(struct as_store *store, int64_t id, struct as_store_job *job,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
/** Reads the valid result of a job into an empty one (clear it). 1: done. 0: it has none. -1: it is
 * damaged, or of another version of Assay. */
int as_store_result_read(struct as_store *store, int64_t job, struct as_result *result,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);

/* ---- for workers ---- */

/** A claimed job. The first three members identify the claim; only these are needed to end it. */
struct as_store_claim {
	int64_t job, attempt, session;
	char package[AS_DIGEST_HEX_SIZE];
	char files[AS_DIGEST_HEX_SIZE]; /**< the blob of as_submitted_write */
	char *path, *language, *entry_point;
	struct as_bytes options;
	enum as_store_class class;
};
/** The jobs that a worker claims. */
struct as_store_wanted {
	const char *const *lanes;
	size_t lane_count;
	unsigned classes;    /**< a bit 1 << enum as_store_class for each; 0: all */
	const char *package; /**< only its jobs, by its digest; NULL: those of all packages */
};
/**
 * Claims the first job of some lanes. 1: done; clear it. 0: no job is queued, or the next job must
 * run alone and this process has claimed another one.
 */
int as_store_claim(struct as_store *store, const struct as_store_wanted *wanted,
	struct as_store_claim *claim, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
void as_store_claim_clear(struct as_store_claim *claim) AS_NONNULL(1);

/* These functions return 1, or 0 if the claim is lost: then end the run and discard it. */
/** Sends a heartbeat: the worker lives. */
int as_store_beat(struct as_store *store, const struct as_store_claim *claim,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Ends a claim with a result, which becomes the valid one of the job. The package gives the log
 * the places of the tests; NULL: they are counted. */
int as_store_complete(struct as_store *store, const struct as_store_claim *claim,
	const struct as_result *result, const struct as_package *package,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Ends a claim with the reason why the job cannot be judged. */
int as_store_fail(struct as_store *store, const struct as_store_claim *claim,
	const struct as_error *cause, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Releases a claim: the job is queued again. */
int as_store_release(struct as_store *store, const struct as_store_claim *claim,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/* ---- events ---- */

enum as_store_event_kind {
	AS_STORE_EVENT_QUEUED,
	AS_STORE_EVENT_DONE,
	AS_STORE_EVENT_FAILED,
	AS_STORE_EVENT_CANCELLED,
	AS_STORE_EVENT_NOTE, /**< an entry that queued no job was appended (assay/store/log.h) */
};
/** An event of a job or of a space. Events are never changed. Their numbers increase in the order
 * of the commits, so a reader that continues after the last number that it has read misses no
 * event. */
struct as_store_event {
	int64_t number; /**< from 1 */
	int64_t space;
	int64_t job; /**< of a note: 0, unless its order referred to an existing job */
	enum as_store_event_kind kind;
	int64_t time_ms; /**< since 1970, by the clock of the store's or server's machine */
};
/** Waits for an event after the number `*after`, at most `max_ns`. 1: there is one, and `*after`
 * becomes the number of the last one. 0: not yet. */
int as_store_wait(struct as_store *store, int64_t *after, int64_t max_ns,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/** Callbacks for a worker. Each may be called from any thread, also from one inside a function of
 * the store: it must return soon, and must not use the store. Any may be NULL. */
struct as_store_watch {
	/** Jobs may have been queued. The call comes soon after that, but can be lost, so a worker
	 * must also look regularly. */
	void (*queued)(void *context);
	/** The connection to the server was lost, and with it all claims of this process. */
	void (*lost)(void *context, const struct as_error *why);
	/** A new session began. */
	void (*back)(void *context);
	void *context;
};
/** Replaces the callbacks; NULL: none. When it returns, none of the earlier ones is running. */
void as_store_watch(struct as_store *store, const struct as_store_watch *watch) AS_NONNULL(1);
/** True for the error of a call that failed because the server is not reachable: it can be
 * repeated. */
bool as_store_is_away(const struct as_error *error) AS_NONNULL(1);
/** For a process that is about to end: a lost connection is not opened again, and calls then fail
 * at once, because the claims of this process were lost with it. Any thread may call it. */
void as_store_leave(struct as_store *store) AS_NONNULL(1);
/** Sets the name of this process in the status and for the server; the default is "HOST:PID". */
int as_store_rename(struct as_store *store, const char *name, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);

#include <assay/store/judging.h>
#include <assay/store/lane.h>
#include <assay/store/log.h>
#include <assay/store/package.h>
#include <assay/store/queue.h>
#include <assay/store/rights.h>
#include <assay/store/runs.h>
#include <assay/store/status.h>
#include <assay/store/transfer.h>
#include <assay/store/upkeep.h>
#include <assay/store/worker.h>

#endif
