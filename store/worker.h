/* SPDX-License-Identifier: MIT */
/* worker: the options of a job and the open packages; private to the worker. */
#ifndef ASSAY_STORE_WORKER_PRIVATE_H
#define ASSAY_STORE_WORKER_PRIVATE_H

#include <assay/base/record.h>
#include <assay/store.h>

#include <pthread.h>

struct as_worker_options {
	char *test, *group; /* as in struct as_job_order */
	bool run_all, lenient;
	int64_t time_limit_ns;
	int reruns;
	int64_t margin_time_ns; /* this and the next three: of a verification */
	bool margin_once, keep_disturbed;
	int64_t round;
	enum as_weakness weak_sandbox; /* as in struct as_engine_config */
	char **modules;
	/* Another version of assay may judge differently, or be unable to read the result: if one
	 * of these differs, it is another job. */
	char *languages;     /* the digest of the language table */
	char *result_format; /* AS_RESULT_FORMAT */
};

/** A digest of all entries of a language table. */
void as_worker_digest_languages(const struct as_languages *languages, char hex[AS_DIGEST_HEX_SIZE]);
int as_worker_options_read(const struct as_bytes *bytes, struct as_worker_options *options,
	struct as_error *error) AS_MUST_USE;
void as_worker_options_clear(struct as_worker_options *options);

/* ---- worker_runs.c: runs for other processes ---- */

/** Of a slot of the worker. */
struct as_worker_going {
	int64_t job; /* 0: there is none */
	int64_t attempt, begun_ns;
	struct as_store_run *runs;
	size_t run_count;
};
struct as_worker_runs {
	pthread_mutex_t lock; /* guards all but the number of slots */
	struct as_worker_going *slots;
	unsigned slot_count; /* 0: they are not reported */
	bool is_new;         /* there are runs that are not written */
	int64_t written_ns;
};

/** Minimum time between writes, and from the start of a job to its first one. */
#define AS_WORKER_RUNS_NS INT64_C(250000000)

int as_worker_runs_init(
	struct as_worker_runs *runs, unsigned slot_count, struct as_error *error) AS_MUST_USE;
void as_worker_runs_clear(struct as_worker_runs *runs);
void as_worker_runs_begin(
	struct as_worker_runs *runs, unsigned slot, const struct as_store_claim *claim);
/** Out of memory, the run is left out. */
void as_worker_runs_add(struct as_worker_runs *runs, unsigned slot, const struct as_job_test *test);
void as_worker_runs_end(struct as_worker_runs *runs, unsigned slot);
/** Writes new runs, if it is time. A failure is reported by other calls of the store. */
void as_worker_runs_write(struct as_worker_runs *runs, struct as_store *store);

/* ---- worker_packages.c: the packages that a worker has open ---- */

enum as_opening { AS_OPENING, AS_OPENED, AS_OPENING_FAILED };

struct as_worker_package {
	struct as_packages *packages;
	char digest[AS_DIGEST_HEX_SIZE];
	struct as_job *work; /* which opens it */
	struct as_package *package;
	struct as_open_package *opened; /* NULL: it is not open */
	enum as_opening state;
	struct as_error error; /* why it cannot be opened */
	unsigned user_count;
	int64_t used_ns;
};

struct as_packages {
	struct as_store *store;
	struct as_engine *engine;
	struct as_store_fetch fetch;
	struct as_worker_news news;
	void (*opened)(void *context); /* called after a package was opened, or failed to open */
	void *context;
	pthread_mutex_t lock; /* guards `state` and `error` of the packages */
	struct as_worker_package **items;
	size_t count;
};

/** Finds a package, or starts to open it in a thread of the engine. Release it with
 * as_packages_give. NULL: out of memory. This function and the following ones are called by one
 * thread. */
struct as_worker_package *as_packages_take(
	struct as_packages *packages, const char *digest, struct as_error *error) AS_MUST_USE;
/** 1: open. 0: not yet. -1: it cannot be opened. */
int as_packages_check(struct as_packages *packages, const struct as_worker_package *package,
	struct as_error *error) AS_MUST_USE;
/** Releases a package. The most recently used of the unused ones stay open. */
void as_packages_give(struct as_packages *packages, struct as_worker_package *package);
/** Called when no package is in use. */
void as_packages_clear(struct as_packages *packages);

#endif
