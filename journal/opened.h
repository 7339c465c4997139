/* SPDX-License-Identifier: MIT */
/* Private header: an open journal. */
#ifndef JOURNAL_OPENED_H
#define JOURNAL_OPENED_H

#include <assay/journal.h>
#include <pthread.h>
#include <stdatomic.h>

enum journal_following {
	JOURNAL_FOLLOWS,
	JOURNAL_AWAY,   /* the store cannot be read, and is tried again */
	JOURNAL_BROKEN, /* an event was applied only in part: the state is unusable */
};

/* The objects that the last events made, indexed by event number. */
#define JOURNAL_MADE_COUNT 1024
struct journal_made {
	int64_t event;
	size_t index;
};

/* Protected by `mutex`. */
struct journal_clock {
	pthread_mutex_t mutex;
	int64_t offset_ms, asked_ms, latest_wall_ms;
};

/* Progress of the follower; protected by `mutex`. */
struct journal_progress {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int64_t applied; /* number of the last event in the state */
	enum journal_following following;
};

struct journal_closing {
	_Atomic int64_t wait_until_ns; /* after this time no thread waits for an event */
	atomic_bool stop;              /* for the follower */
};

struct as_journal {
	struct as_store *store;
	const char *noun;
	struct as_journal_owner owner;
	int64_t space;
	char epoch[AS_STORE_EPOCH_SIZE];

	pthread_rwlock_t lock; /* protects the owner's state, and: */
	struct journal_made made[JOURNAL_MADE_COUNT];

	struct journal_progress progress;
	struct journal_clock clock;
	pthread_t follower;
	atomic_bool has_follower;
	atomic_int deciding; /* threads in as_journal_decide */
	struct journal_closing closing;
};

/* Reads and applies new events. 1: applied some. 0: no new events. */
int journal_read_page(struct as_journal *journal, struct as_error *error) AS_MUST_USE;

#endif
