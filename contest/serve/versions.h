/* SPDX-License-Identifier: MIT */
/* Private header of version.c, versions.c, versions_look.c and versions_waiting.c. */
#ifndef CONTEST_SERVE_VERSIONS_H
#define CONTEST_SERVE_VERSIONS_H

#include "problem.h"

#include <pthread.h>
#include <sys/stat.h>

/* A package that is open for a problem; `use_count` and `next` are protected by `mutex`. */
struct version {
	struct server_problem seen;
	struct versions *versions;
	size_t problem;
	struct as_package *owned; /* NULL: the package is the contest's */
	struct version *lender; /* it borrows the statement of this version, and has a use of it */
	char archive[AS_DIGEST_HEX_SIZE]; /* the blob that it is from; "": not an upload */
	uint64_t use_count;
	struct version *next; /* in the list of the problem, or of those without a use */
};

/* Values that change when a folder or archive changes. */
struct folder_stamp {
	struct stat info;
	int64_t changed_ns; /* when an entry was last added or removed; 0: unknown, or an archive */
};

/* The state of the folder at the last look; protected by `look`. */
struct folder_state {
	const struct as_package *package; /* NULL: it could not be opened */
	struct as_package *owned;         /* the same, unless it belongs to a version */
	struct version *version;          /* a use of that; or NULL */
	struct folder_stamp stamp;        /* read before the package was opened */
	char why[600];
	char warning[600]; /* the first finding of verify about the settings; "": none */
};

struct version_place {
	struct version *now;             /* atomic; a use */
	struct version *versions;        /* all with uses, newest first; protected by `mutex` */
	char wanted[AS_DIGEST_HEX_SIZE]; /* another server took it into use; "": none */
	char wanted_archive[AS_DIGEST_HEX_SIZE]; /* of that; "": it is not an upload */
	char missed[AS_DIGEST_HEX_SIZE]; /* last digest noted as not fetched; of the thread */
	bool is_due; /* submissions that wait must be given to the version in use */
	struct folder_state folder;
};

struct versions {
	struct as_server *server;
	struct version_place *places; /* by problem */
	struct as_package **first;    /* the contest's own packages, which stay open */
	pthread_mutex_t taking;       /* one version at a time is taken */
	pthread_mutex_t look;
	int64_t looked_ns;
	struct as_contest_package_view *seen; /* what the last look found; protected by `mutex` */
	bool has_seen;
	pthread_mutex_t mutex;   /* taken after the log's lock and `look` */
	pthread_cond_t fetching; /* something is wanted or has no use, or the server ends */
	struct version *unused;  /* to be closed; protected by `mutex` */
	size_t open_count;       /* including those; likewise */
	atomic_bool stop, is_started;
	bool has_rejudgings; /* see rejudgings_set_due; protected by `mutex` */
	bool has_older;      /* versions_judge_older must be called again; of the thread */
	bool has_noted, has_noted_rejudgings; /* why these failed; of the thread */
	pthread_t thread;
	bool has_thread;
};

/* ---- version.c ---- */

/* The origin of a version. */
struct version_source {
	struct as_package *package;
	bool owned;             /* the version takes ownership, also if it cannot be opened */
	struct version *lender; /* NULL, or the version whose statement it borrows */
	const char *archive;    /* the blob of an upload; NULL: it is none */
};
/* Opens a version with one use, which is the caller's. */
struct version *version_open(struct as_server *server, size_t problem,
	const struct version_source *source, struct as_error *error) AS_MUST_USE;
/* Adds a use for a caller that has one, and returns the version. */
struct version *version_use(struct version *version);
/* Ends a use. Takes NULL. */
void version_give_back(struct version *version);
/* A use of the version with that digest, from that archive; NULL: none is open. */
struct version *version_find(
	struct versions *versions, size_t problem, const char *digest, const char *archive);
/* A use of the version in use. */
struct version *version_use_now(struct versions *versions, size_t problem);
/* Takes a version into use, of which the caller keeps its own use. With the log's lock for writing,
 * or before there are readers. */
void version_set_now(struct version *version);
/* Closes the versions that nothing uses. Without the log's lock. */
void version_close_unused(struct versions *versions);

/* The beginning of a digest in messages. */
#define SHORT_DIGEST 12
/* Writes to the operator's log that a version replaces another one. */
void version_note(
	const struct as_server *server, size_t problem, const char *before, const char *digest);

/* ---- versions_upload.c ---- */

/* Opens the package in an archive: of `data`, or a blob of the store. `old`: as in
 * as_contest_package_open; NULL: the package was accepted before. */
struct archive_source {
	const char *blob;
	const struct as_bytes *data;
};
struct as_package *archive_open(struct as_server *server, size_t problem,
	const struct archive_source *from, const struct as_package *old,
	struct as_error *error) AS_MUST_USE;
/* Opens the version in use of the log, if it is an upload, at the start of the server. 1: it is in
 * use. 0: it is none, or the folder has the same package and statement. */
int versions_start_upload(
	struct as_server *server, size_t problem, struct as_error *error) AS_MUST_USE;

/* ---- versions_waiting.c ---- */

/* How a submission is judged with the version in use: `version` and `lane` are those of the order.
 */
struct order_now {
	struct problem_use version; /* problem_use_end */
	char *lane;                 /* owned */
	struct as_store_order order;
};
int order_now(struct as_server *server, size_t submission, enum as_store_class class,
	struct order_now *now, struct as_error *error) AS_MUST_USE;
void order_now_clear(struct order_now *now);

/* Judges the submissions of a problem that wait for another version with the version in use. */
int versions_judge_waiting(
	struct as_server *server, size_t problem, struct as_error *error) AS_MUST_USE;

/* Queues the jobs of an older program again for this program: no worker of this program takes jobs
 * that need the older format of results or languages. 0: none is left. 1: workers of the older
 * program are judging some jobs, which are queued again if those workers die. */
int versions_judge_older(struct as_server *server, struct as_error *error) AS_MUST_USE;

/* ---- rejudgings.c ---- */

/* Queues submissions of open rejudgings, a batch at a time: those without a job, those whose job
 * waits for a package that is no longer in use, and those that must be judged once more. Cancels
 * the jobs of withdrawn judgements. For the thread, with the mutex, which is released meanwhile. */
void rejudgings_go_on(struct versions *versions);
/* Makes the thread call rejudgings_go_on until nothing is left. */
void rejudgings_set_due(struct versions *versions);

/* ---- versions_look.c ---- */

/* Reads the stamp of a package's path; zeros if the path cannot be examined. */
struct folder_stamp folder_stamp_read(const char *path);
/* Notes that the folder contains the package of this version. `stamp` was read before the package
 * was opened. */
void versions_saw(struct version *version, const struct folder_stamp *stamp);
void folder_state_clear(struct folder_state *folder);

#endif
