/* SPDX-License-Identifier: MIT */
/* Queues the jobs of rejudgings, and cancels the jobs of withdrawn judgements. The log's state
 * shows which jobs are missing, so a server continues where another one stopped. */
#include "server.h"
#include "versions.h"

#include <assay/store/queue.h>
#include <string.h>

/* Jobs that are queued in one transaction. New submissions wait until the transaction ends. */
#define BATCH_COUNT 100

/* ---- queueing ---- */

struct missing {
	size_t submission, judgement;
};

/* True if the submission has no judgement in the rejudging, has one that waits for a package that
 * is no longer in use, or must be judged once more. */
static bool is_missing(const struct as_contest_log *log,
	const struct as_contest_rejudging *rejudging, const struct as_contest_rejudging_item *item)
{
	if (item->judgement == AS_CONTEST_NONE || as_contest_log_item_is_due(log, rejudging, item))
		return true;
	const struct as_contest_judgement *judgement =
		as_contest_log_judgement(log, item->judgement);
	const size_t problem = as_contest_log_submission(log, item->submission)->problem;
	const char *now = as_contest_log_version(log, problem)->digest;
	return !judgement->ended && *now && strcmp(judgement->package, now) != 0;
}

/* The number of submissions that an open rejudging has to queue, and the first of these. */
static size_t list_missing(
	struct as_server *server, size_t rejudging, struct missing list[BATCH_COUNT])
{
	size_t count = 0;

	as_contest_log_lock(server->log);
	const struct as_contest_rejudging *of = as_contest_log_rejudging(server->log, rejudging);
	for (size_t i = 0; of->state == AS_CONTEST_REJUDGING_OPEN && i < of->count; i++) {
		if (!is_missing(server->log, of, &of->items[i]))
			continue;
		if (count < BATCH_COUNT)
			list[count] =
				(struct missing){of->items[i].submission, of->items[i].judgement};
		count++;
	}
	as_contest_log_unlock(server->log);
	return count;
}

struct batch {
	struct order_now now[BATCH_COUNT];
	struct as_contest_proposal proposals[BATCH_COUNT];
	size_t count;
};

static void clear_batch(struct batch *batch)
{
	for (size_t i = 0; i < batch->count; i++)
		order_now_clear(&batch->now[i]);
}

static int add_to_batch(struct as_server *server, struct batch *batch,
	const struct missing *missing, struct as_error *error)
{
	struct order_now *now = &batch->now[batch->count];

	if (order_now(server, missing->submission, AS_STORE_REJUDGING, now, error)) {
		order_now_clear(now);
		return -1;
	}
	batch->proposals[batch->count++] =
		(struct as_contest_proposal){missing->submission, missing->judgement, now->order};
	return 0;
}

static int queue_batch(struct as_server *server, size_t rejudging, const struct missing *list,
	size_t count, struct as_error *error)
{
	AS_AUTO(clear_batch) struct batch batch = {.count = 0};

	for (size_t i = 0; i < count; i++)
		if (add_to_batch(server, &batch, &list[i], error))
			return -1;
	return as_contest_log_rejudging_queue(
		server->log, rejudging, batch.proposals, count, error);
}

/* True if some judgements that will be repeated have not ended. */
static bool is_repeated(struct as_server *server, size_t rejudging)
{
	as_contest_log_lock(server->log);
	const struct as_contest_rejudging *of = as_contest_log_rejudging(server->log, rejudging);
	const bool found =
		of->state == AS_CONTEST_REJUDGING_OPEN && of->times > 1 &&
		as_contest_log_rejudging_progress(server->log, rejudging).ended < of->count;
	as_contest_log_unlock(server->log);
	return found;
}

/* 1: some jobs are still missing, because this server does not have the version in use yet, or some
 * judgements will be repeated. */
static int queue_all(struct as_server *server, size_t rejudging, struct as_error *error)
{
	struct missing list[BATCH_COUNT];
	size_t left = list_missing(server, rejudging, list), before = left + 1;

	while (left > 0 && left < before && !atomic_load(&server->versions->stop)) {
		const size_t count = left < BATCH_COUNT ? left : BATCH_COUNT;
		if (queue_batch(server, rejudging, list, count, error))
			return -1;
		before = left;
		left = list_missing(server, rejudging, list);
	}
	return left > 0 || is_repeated(server, rejudging);
}

/* ---- cancelling ---- */

/* The job of the next withdrawn judgement, from `*judgement` on, that still waits or runs; 0: there
 * is none. */
static int64_t find_withdrawn(struct as_server *server, size_t *judgement)
{
	int64_t job = 0;

	as_contest_log_lock(server->log);
	const size_t count = as_contest_log_judgement_count(server->log);
	for (; *judgement < count && !job; ++*judgement) {
		const struct as_contest_judgement *found =
			as_contest_log_judgement(server->log, *judgement);
		if (found->is_withdrawn && !found->ended)
			job = found->job;
	}
	as_contest_log_unlock(server->log);
	return job;
}

static int cancel_withdrawn(struct as_server *server, struct as_error *error)
{
	size_t judgement = 0;

	for (int64_t job; (job = find_withdrawn(server, &judgement));)
		if (as_store_cancel(server->config.store, job, error) < 0)
			return -1;
	return 0;
}

/* ---- the thread of the packages (versions.c) ---- */

/* 0: nothing is left. 1: it must be called again. */
static int go_on(struct as_server *server, struct as_error *error)
{
	int left = 0;

	as_contest_log_lock(server->log);
	const size_t count = as_contest_log_rejudging_count(server->log);
	as_contest_log_unlock(server->log);
	for (size_t i = 0; i < count && left >= 0; i++) {
		const int result = queue_all(server, i, error);
		left = result ? result : left;
	}
	return left < 0 || cancel_withdrawn(server, error) ? -1 : left;
}

void rejudgings_set_due(struct versions *versions)
{
	pthread_mutex_lock(&versions->mutex);
	versions->has_rejudgings = true;
	pthread_cond_signal(&versions->fetching);
	pthread_mutex_unlock(&versions->mutex);
}

void rejudgings_go_on(struct versions *versions)
{
	struct as_error error = {0};

	versions->has_rejudgings = false;
	pthread_mutex_unlock(&versions->mutex);
	const int left = go_on(versions->server, &error);
	if (left < 0 && !versions->has_noted_rejudgings)
		server_note(versions->server,
			"the jobs of a rejudging are not queued or cancelled yet: %s", error.text);
	versions->has_noted_rejudgings = left < 0;
	pthread_mutex_lock(&versions->mutex);
	versions->has_rejudgings |= left != 0;
}
