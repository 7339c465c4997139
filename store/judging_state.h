/* SPDX-License-Identifier: MIT */
/* judging_state: the common part of the files of as_store_judge. */
#ifndef ASSAY_STORE_JUDGING_STATE_H
#define ASSAY_STORE_JUDGING_STATE_H

#include <assay/engine.h>
#include <assay/store/judging.h>

/** Maximum number of jobs that are queued in one transaction; fewer if their files are large. */
#define AS_STORED_BATCH 64

struct as_stored_entry {
	struct as_store_ticket ticket;
	struct as_error error; /* why it could not be read */
};

struct as_stored_batch {
	struct as_store_order orders[AS_STORED_BATCH];
	struct as_store_ticket tickets[AS_STORED_BATCH];
	size_t indices[AS_STORED_BATCH]; /* of the submissions */
	size_t count, size_bytes;
};

struct as_stored {
	const struct as_store_judging *judging;
	struct as_store_order order; /* the common part of the orders */
	struct as_stored_entry *entries;
	struct as_stored_batch batch;
	char **languages; /* of the package's programs */
	char **lanes;     /* of the submissions, each once */
	char *offer;      /* what this machine can judge; NULL: it must try every job */
	int64_t last_event;
	int64_t asked_ns; /* time of the last check whether any worker can judge the rest */
	bool is_told;     /* that none can */
};

static inline bool as_stored_is_cancelled(const struct as_stored *stored)
{
	return as_is_cancelled(stored->judging->cancel);
}

/* judging_queue.c */

/** The lane of a job in a language, or (NULL) without a language; free it. */
char *as_stored_make_lane(const struct as_stored *stored, const char *language,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** True if a submission of this command is in the lane. */
bool as_stored_owns_lane(const struct as_stored *stored, const char *lane) AS_NONNULL(1, 2);
/** Reads the files and the lane of a submission; clear the order. -1 with the reason why it cannot
 * be judged. */
int as_stored_read(struct as_stored *stored, const struct as_store_submission *submission,
	struct as_store_order *order, struct as_error *why) AS_MUST_USE AS_NONNULL(1, 2, 3);
void as_stored_clear_order(struct as_store_order *order) AS_NONNULL(1);
/** Queues all submissions, and sets their tickets. */
int as_stored_queue(struct as_stored *stored, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/* judging_report.c */

bool as_stored_is_finished(enum as_store_state state);
/** Waits for all jobs, and reports each in the order of the submissions. `worker`: the one of this
 * process, or NULL. */
int as_stored_report(struct as_stored *stored, struct as_worker *worker,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

#endif
