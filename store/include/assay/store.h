/* SPDX-License-Identifier: MIT */
/**
 * store: keeps submissions, jobs, results and events in a database. The URL chooses the back end:
 *
 *	sqlite:FILE     a local file, created if it does not exist. It has one owner at a time:
 *	                the process that opened it, which also runs the workers.
 *	postgresql://[USER@]HOST[:PORT]/DATABASE[?NAME=VALUE&...]
 *	                a database of a PostgreSQL server of version 14 or newer, as libpq reads
 *	                it: PGPASSWORD, ~/.pgpass and service files count. The tables are made in
 *	                the schema `assay`. Any number of processes have it open, by one connection
 *	                each, and by one more during a check, an export, an import or a status.
 *
 * Life cycle: as_store_open; as_store_space_find; as_store_package_put; as_store_submit queues
 * submissions; a worker (assay/store/worker.h) claims jobs and completes them; as_store_job_read
 * and as_store_result_read report; as_store_events_read and as_store_wait follow the changes;
 * as_store_close.
 *
 * Durability: a function that writes returns success once its writes are on the disk. If a worker
 * dies, the jobs that it had claimed are queued again: in a file, when the store is opened next; on
 * a server, within 2 s if its process was killed, within 20 s if it was stopped or its machine has
 * vanished. So a job may run twice, but it has one valid result: as_store_complete accepts a result
 * only from the current claim of the job.
 *
 * A server that is away: a function that was called waits for it, 30 s at most, and goes on where
 * it was; if it was away for so long already, half a second. What this process had claimed is
 *queued again then; that counts as no death.
 *
 * Thread-safety: all functions but as_store_close may be called from any thread on the same store.
 *
 * Errors: AS_ERROR_USAGE for a bad URL, a file that is not a store, has several hard links or
 * cannot be written, a store of a newer version or one in use, and a server that cannot be reached,
 * refuses the user or has no connection left; AS_ERROR_MACHINE for a file system of a network, or
 * one on which SQLite has no log; AS_ERROR_INTERNAL for a full disk or a damaged store. A write
 * that fails changes nothing, but may leave bytes of blobs that nothing refers to.
 */
#ifndef ASSAY_STORE_H
#define ASSAY_STORE_H

#include <assay/engine/result.h>

struct as_store;

/** Opens a store, makes it if it is new, brings an older version up to date, and queues the jobs
 * again that dead workers left claimed. NULL: see above. */
struct as_store *as_store_open(const char *url, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Takes NULL. Jobs that are still claimed are queued again; that counts as no death. */
void as_store_close(struct as_store *store);
/** 0 if the text is a URL of a store, else AS_ERROR_USAGE; nothing is opened. */
int as_store_check_url(const char *url, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** What is unsafe about an open store, in one line; NULL: nothing. */
const char *as_store_warning(const struct as_store *store) AS_MUST_USE AS_NONNULL(1);

/* ---- spaces and settings ---- */

/** The whole store, as the space of a setting or of an event. */
#define AS_STORE_WHOLE 0
/** Finds the space of a name, or makes it: the rows of a contest, or of a course, have a space of
 * their own. `space` is never AS_STORE_WHOLE. */
int as_store_space_find(struct as_store *store, const char *name, int64_t *space,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

/** The clock of the store's or server's machine, in milliseconds since 1970: the only one that
 * machines which share a store have in common. */
int as_store_now(struct as_store *store, int64_t *now_ms, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);

/** The space of a name: 1, or 0 if there is none. */
int as_store_space_look_up(struct as_store *store, const char *name, int64_t *space,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

/** A setting of AS_STORE_WHOLE: a job fails once its worker has died this many times while it ran.
 * If it is more than 1, its worker claims nothing else beside the last attempt. */
#define AS_STORE_SETTING_ATTEMPTS "attempts"
#define AS_STORE_ATTEMPTS_USUAL 3
/** Sets `value` to the setting on the heap, or to NULL if it was never set. */
int as_store_setting_read(struct as_store *store, int64_t space, const char *name, char **value,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3, 4);
int as_store_setting_write(struct as_store *store, int64_t space, const char *name,
	const char *value, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3, 4);

/* ---- blobs ---- */

/** A blob is bytes of any number that are named by their digest (assay/base.h), and kept once. In
 * the store it is chunks of this size. */
#define AS_STORE_CHUNK_BYTES 1048576
/** Stores bytes and writes their digest, unless the store has them. */
int as_store_blob_put(struct as_store *store, const void *data, size_t size,
	char digest[AS_DIGEST_HEX_SIZE], struct as_error *error) AS_MUST_USE AS_NONNULL(1, 4);
/** The same with all of an open file, of which one chunk at a time is in memory. AS_ERROR_INPUT: it
 * changed meanwhile. */
int as_store_blob_put_fd(struct as_store *store, int fd, const atomic_bool *cancel,
	char digest[AS_DIGEST_HEX_SIZE], struct as_error *error) AS_MUST_USE AS_NONNULL(1, 4);
/** Reads a blob of at most `most_bytes` (clear it). 1: done. 0: the store does not have it. -1: it
 * is larger, or its bytes do not have the digest (AS_ERROR_INTERNAL); `out` is empty. */
int as_store_blob_read(struct as_store *store, const char *digest, uint64_t most_bytes,
	struct as_bytes *out, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 4);
/** The same into an open file, at its offset. With -1 a part may have been written. */
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

/** The most urgent first. */
enum as_store_class {
	AS_STORE_CONTEST,
	AS_STORE_COURSE,
	AS_STORE_PRACTICE,
	AS_STORE_REJUDGING,
	AS_STORE_GENERATION,
};

/**
 * A submission to judge. Queued jobs are claimed by class, then by priority, then in turns: each
 * owner in a class gets the same share of the claims, however many jobs it has queued. The turn is
 * fixed when a job is queued (start-time fair queueing).
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
	const char *lane; /**< names what a worker must have open to judge it; a worker claims only
			     jobs of its lanes */
	/** Queue it at most once: if the space has a job with the same package, files, language,
	 * entry point, options and lane, the ticket is that job's; its priority is raised to this
	 * one. */
	bool once;
	/** With `once`: queue that job again if its result is JE, if it was cancelled, or if it
	 * failed and its workers did not die too often. */
	bool retry;
};

enum as_store_state {
	AS_STORE_QUEUED,
	AS_STORE_CLAIMED,
	AS_STORE_DONE,   /**< it has a valid result */
	AS_STORE_FAILED, /**< it has an error in place of a result */
	AS_STORE_HELD,   /**< it is not claimed until its package is released */
	AS_STORE_CANCELLED,
};

struct as_store_ticket {
	int64_t job;
	enum as_store_state state;
};

/** Stores submissions and queues their jobs, all or, on failure, none. All of it is borrowed. */
int as_store_submit(struct as_store *store, const struct as_store_order *orders, size_t count,
	struct as_store_ticket *tickets, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 4);

/** Finds the job of an order that has `once`, and queues nothing. 1, or 0 if the space has none. */
int as_store_find(struct as_store *store, const struct as_store_order *order,
	struct as_store_ticket *ticket, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

struct as_store_job {
	enum as_store_state state;
	int64_t attempt;       /**< the number of times that it was claimed */
	unsigned death_count;  /**< the number of times that its worker died meanwhile */
	struct as_error cause; /**< why it failed, is held or was cancelled */
	/** When it was claimed last: of one that is done, when the attempt began that its valid
	 * result is of; and when that result was recorded. Since 1970, by the clock of the events.
	 * 0: never, or by an assay before version 3 of a store in a file, 5 on a server. */
	int64_t began_ms, ended_ms;
};
/** 1, or 0 if there is no such job. */
int as_store_job_read(struct as_store *store, int64_t id, struct as_store_job *job,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
/** Reads the valid result of a job into an empty one (clear it). 1: done. 0: it has none. -1: it is
 * damaged, or of another version of Assay. */
int as_store_result_read(struct as_store *store, int64_t job, struct as_result *result,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);

/* ---- for workers ---- */

/** A job that is claimed. Its first three members name the claim; only they are needed to end it.
 */
struct as_store_claim {
	int64_t job, attempt, session;
	char package[AS_DIGEST_HEX_SIZE];
	char files[AS_DIGEST_HEX_SIZE]; /**< the blob of as_submitted_write */
	char *path, *language, *entry_point;
	struct as_bytes options;
};
/**
 * Claims the first job of some lanes. 1: done; clear it. 0: none is queued now, or the next one
 * must run alone and this process has claimed another.
 */
int as_store_claim(struct as_store *store, const char *const *lanes, size_t lane_count,
	struct as_store_claim *claim, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 4);
/** What a worker would claim. */
struct as_store_wanted {
	const char *const *lanes;
	size_t lane_count;
	unsigned classes;    /**< a bit 1 << enum as_store_class for each; 0: all */
	const char *package; /**< only its jobs, by its digest; NULL: those of all packages */
};
/** The same for some classes or one package. */
int as_store_claim_wanted(struct as_store *store, const struct as_store_wanted *wanted,
	struct as_store_claim *claim, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
void as_store_claim_clear(struct as_store_claim *claim) AS_NONNULL(1);

/* These return 1, or 0 if the claim does not stand any more: then end the run and forget it. */

/** Tells the store that the worker lives. */
int as_store_beat(struct as_store *store, const struct as_store_claim *claim,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Ends a claim with a result, which becomes the valid one of the job. */
int as_store_complete(struct as_store *store, const struct as_store_claim *claim,
	const struct as_result *result, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Ends a claim with the reason why the job cannot be judged. */
int as_store_fail(struct as_store *store, const struct as_store_claim *claim,
	const struct as_error *cause, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Hands a job back: it is queued again. */
int as_store_release(struct as_store *store, const struct as_store_claim *claim,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/* ---- events ---- */

enum as_store_event_kind {
	AS_STORE_EVENT_QUEUED,
	AS_STORE_EVENT_DONE,
	AS_STORE_EVENT_FAILED,
	AS_STORE_EVENT_CANCELLED,
	AS_STORE_EVENT_NOTE, /**< something was appended that queued no job (assay/store/log.h) */
};
/** What happened to a job, or in a space. Events are never changed; their numbers rise in the order
 * of the commits, so a reader that asks for those after the last one that it has read misses none.
 */
struct as_store_event {
	int64_t number; /**< from 1 */
	int64_t space;
	int64_t job; /**< of a note: 0, unless its order named a job that was there */
	enum as_store_event_kind kind;
	int64_t time_ms; /**< since 1970, by the clock of the store's or server's machine */
};
/** Reads events of a space (AS_STORE_WHOLE: of all) after a number, at most `most` of them. */
int as_store_events_read(struct as_store *store, int64_t space, int64_t after,
	struct as_store_event *events, size_t most, size_t *count,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 4, 6);
/** Waits until there is an event after the number `*after`, at most so long. 1: there is, and
 * `*after` becomes the number of the last one. 0: not yet. */
int as_store_wait(struct as_store *store, int64_t *after, int64_t most_ns,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/** News for a worker. Each is called from any thread, also from one that uses the store now: it
 * must return soon, and not use the store. Any may be NULL. */
struct as_store_watch {
	/** Jobs may have been queued. It is called soon after that, but may be left out: look
	 * yourself now and then. */
	void (*queued)(void *context);
	/** The connection to the server was lost, and with it all that this process had claimed. */
	void (*lost)(void *context, const struct as_error *why);
	/** A new session began. */
	void (*back)(void *context);
	void *context;
};
/** Calls these from now on, in place of earlier ones; NULL: none. When it returns, none of the
 * earlier ones is being called. */
void as_store_watch(struct as_store *store, const struct as_store_watch *watch) AS_NONNULL(1);
/** True for the error of a call that failed because the server is away: it can be made again. */
bool as_store_is_away(const struct as_error *error) AS_NONNULL(1);
/** For a process that ends: from now on a connection that is lost is not opened again, and calls
 * fail at once, because whatever this process had claimed was lost with it. Any thread may call it.
 */
void as_store_leave(struct as_store *store) AS_NONNULL(1);
/** Names this process to those who read the status and to the server; at first it is "HOST:PID". */
int as_store_rename(struct as_store *store, const char *name, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);

#include <assay/store/judging.h>
#include <assay/store/lane.h>
#include <assay/store/log.h>
#include <assay/store/package.h>
#include <assay/store/queue.h>
#include <assay/store/rights.h>
#include <assay/store/status.h>
#include <assay/store/transfer.h>
#include <assay/store/upkeep.h>
#include <assay/store/worker.h>

#endif
