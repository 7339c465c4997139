/* SPDX-License-Identifier: MIT */
/* worker_state: a worker and its slots; private to the files of the worker, whose calls go down:
 * worker.c uses worker_job.c and worker_lanes.c; worker_job.c uses worker_end.c; all use
 * worker_state.c. */
#ifndef ASSAY_STORE_WORKER_STATE_H
#define ASSAY_STORE_WORKER_STATE_H

#include "worker.h"

/* A claimed job. */
struct as_worker_slot {
	struct as_worker *worker;
	struct as_store_claim claim;
	bool is_claimed;                   /* or the slot is free */
	struct as_worker_package *package; /* NULL: that of the configuration */
	struct as_job *job;                /* NULL: its package is not open yet */
	bool is_finished;
	bool is_lost; /* the claim is lost, and the job was cancelled */
};

struct as_worker_lanes {
	char *offer;  /* NULL: the worker claims all jobs */
	char **names; /* of queued jobs that it can judge */
	size_t count;
	char **served;     /* the lanes that this session has registered */
	int64_t listed_ns; /* the time of the last list */
};

struct as_worker {
	struct as_worker_config config;
	struct as_packages packages;
	struct as_worker_runs runs;
	struct as_worker_slot *slots;
	struct as_worker_lanes lanes;
	pthread_t thread;
	int64_t beat_ns; /* the time of the last heartbeat */
	bool is_idle;    /* nothing could be claimed from the lanes */
	/* Guards `job` of the slots while jobs are cancelled; locked before `lock`. */
	pthread_mutex_t job_lock;
	pthread_mutex_t lock; /* guards the rest, and is_finished and is_lost of the slots */
	pthread_cond_t changed;
	bool has_news;    /* there is something to do */
	bool is_new;      /* a new session, which has registered no lane yet */
	bool is_draining; /* nothing more is claimed */
	bool stopping;
	unsigned claimed_count;
	struct as_error error; /* why it ended */
};

/* ---- worker_state.c: called without the lock ---- */

/** Makes the worker's thread look for something to do. */
void as_worker_wake(struct as_worker *worker);
/** After an error the worker ends, unless it is patient and the server is away. */
void as_worker_record_error(struct as_worker *worker, const struct as_error *error);
bool as_worker_is_ending(struct as_worker *worker);
/** The value of a flag that the lock guards. */
bool as_worker_get(struct as_worker *worker, const bool *flag);

/* ---- worker_end.c ---- */

/** Ends a claim with the result, or if that is NULL, with the cause. A worker that is ending
 * releases a claim without a result. */
void as_worker_end_claim(
	struct as_worker_slot *slot, const struct as_result *result, const struct as_error *cause);

/* ---- worker_job.c: called by the worker's thread ---- */

/** The open package of a slot. */
static inline struct as_open_package *as_worker_opened(const struct as_worker_slot *slot)
{
	return slot->package ? slot->package->opened : slot->worker->config.package;
}
/** Submits the job of a claim, whose package is open. If that fails, gives up the claim. */
void as_worker_start_slot(struct as_worker_slot *slot);
/** Ends a claim that has no job with the reason, and frees its slot. */
void as_worker_give_up(struct as_worker_slot *slot, const struct as_error *why);
/** Waits for the job if it has not finished, frees it, and releases the package. */
void as_worker_free_slot(struct as_worker_slot *slot);

/* ---- worker_lanes.c: called by the worker's thread ---- */

/** Lists the lanes of queued jobs that this machine can judge, and registers new ones. */
void as_worker_list_lanes(struct as_worker *worker);

#endif
