/* SPDX-License-Identifier: MIT */
/*
 * Judges submissions as jobs of a store, with a worker in this process. Each step can be repeated,
 * so a command that was killed is simply run again:
 * 1. Each submission is read and queued at most once (as_store_order.once), in the lane that says
 *    what its worker needs.
 * 2. The worker of this process judges the jobs that this machine can judge, and writes each result
 *    at once. On a server other workers take part, or, with -j 0, judge all of them.
 * 3. The results are reported in the order of the submissions, including results of earlier
 *    commands.
 *
 * The jobs of the newest command come first: their priority is the time of that command, by the
 * clock of the store.
 */
#include "judging_state.h"

#include <assay/store/share.h>
#include <string.h>

/* ---- all ---- */

/* The number of jobs that are left to judge. */
static size_t count_open(const struct as_stored *stored)
{
	size_t count = 0;

	for (size_t i = 0; i < stored->judging->count; i++) {
		const struct as_stored_entry *entry = &stored->entries[i];
		if (entry->error.kind != AS_ERROR_NONE ||
			as_stored_is_finished(entry->ticket.state))
			stored->judging->known(stored->judging->context);
		else
			count++;
	}
	return count;
}

/* True if the programs of the package are in languages of this machine. */
static bool can_judge_here(const struct as_stored *stored)
{
	AS_AUTO_FREE char *lane = stored->offer ? as_stored_make_lane(stored, NULL, NULL) : NULL;

	return !stored->offer || (lane && as_lane_suits(lane, stored->offer));
}

/* `worker` stays NULL if this machine has nothing to judge. */
static int start_worker(struct as_stored *stored, struct as_worker **worker, struct as_error *error)
{
	const struct as_store_judging *judging = stored->judging;
	const struct as_worker_config config = {.store = judging->store,
		.engine = judging->engine,
		.package = judging->order.package,
		.package_digest = judging->package->digest,
		.offer = stored->offer,
		/* One job more than can run, as in the engine, so that it is compiled meanwhile. */
		.jobs = as_engine_settings(judging->engine)->workers + 1,
		.calls = judging->order.calls,
		.cancel = judging->cancel};

	if (as_is_cancelled(judging->cancel) || count_open(stored) == 0 || judging->queue_only ||
		!can_judge_here(stored))
		return 0;
	if (as_engine_package_prepare(judging->order.package, error))
		return -1;
	*worker = as_worker_start(&config, error);
	return *worker ? 0 : -1;
}

static int judge_queued(struct as_stored *stored, struct as_error *error)
{
	struct as_worker *worker = NULL;
	const int failed = as_stored_queue(stored, error) || start_worker(stored, &worker, error) ||
			   as_stored_report(stored, worker, error);

	as_worker_stop(worker);
	return failed ? -1 : 0;
}

/* A repeated command tries a held package again. */
static int prepare_package(const struct as_store_judging *judging, struct as_error *error)
{
	uint64_t jobs;

	return as_store_package_keep(judging->store, judging->package, judging->cancel, error) ||
			       as_store_package_release(
				       judging->store, judging->package->digest, &jobs, error) < 0
		       ? -1
		       : 0;
}

/* Sets everything that the orders have in common, except the space and the priority. */
static void prepare_order(struct as_stored *stored)
{
	const struct as_store_judging *judging = stored->judging;

	stored->order = (struct as_store_order){.package = judging->package->digest,
		.class = judging->is_background ? AS_STORE_REJUDGING : AS_STORE_COURSE,
		.once = true,
		.retry = true};
}

static int prepare_place(struct as_stored *stored, struct as_error *error)
{
	const struct as_store_judging *judging = stored->judging;
	int64_t now_ms;

	if (as_store_now(judging->store, &now_ms, error))
		return -1;
	stored->order.priority = now_ms / 1000;
	return as_store_space_find(judging->store, judging->space, &stored->order.space, error);
}

static int prepare_space(struct as_stored *stored, struct as_error *error)
{
	return prepare_place(stored, error) || prepare_package(stored->judging, error) ? -1 : 0;
}

/* On a server, jobs that this machine cannot judge are left to others. A store in a file has no
 * other worker. */
static int find_offer(struct as_stored *stored, struct as_error *error)
{
	const struct as_store_judging *judging = stored->judging;
	const struct as_engine_config *settings = as_engine_settings(judging->engine);

	stored->languages = as_engine_package_languages(judging->order.package, error);
	if (!stored->languages)
		return -1;
	if (!judging->is_shared)
		return 0;
	AS_AUTO_FREE const char **here = as_languages_here(settings->languages, error);
	if (here)
		stored->offer = as_lane_offer(settings, here, NULL, !settings->weak_sandbox, error);
	return stored->offer ? 0 : -1;
}

/* `run` is called after the orders are prepared. */
static int with_orders(const struct as_store_judging *judging,
	int (*run)(struct as_stored *stored, void *context, struct as_error *error), void *context,
	struct as_error *error)
{
	AS_AUTO_FREE struct as_stored *stored = calloc(1, sizeof(*stored));
	AS_AUTO_FREE struct as_stored_entry *entries = calloc(judging->count + 1, sizeof(*entries));

	if (!stored || !entries)
		return as_error_no_memory(error);
	stored->judging = judging;
	stored->entries = entries;
	prepare_order(stored);
	const int failed = find_offer(stored, error) || run(stored, context, error);
	as_names_free(stored->languages);
	as_names_free(stored->lanes);
	free(stored->offer);
	return failed ? -1 : 0;
}

static int judge(struct as_stored *stored, void *context, struct as_error *error)
{
	(void)context;
	return prepare_space(stored, error) || judge_queued(stored, error) ? -1 : 0;
}

int as_store_judge(const struct as_store_judging *judging, struct as_error *error)
{
	return with_orders(judging, judge, NULL, error);
}

/* ---- queueing ---- */

static int queue_only(struct as_stored *stored, void *context, struct as_error *error)
{
	const struct as_store_judging *judging = stored->judging;
	struct as_store_ticket *tickets = context;

	if (prepare_place(stored, error) ||
		as_store_package_keep(judging->store, judging->package, judging->cancel, error) ||
		as_stored_queue(stored, error))
		return -1;
	for (size_t i = 0; i < judging->count; i++) {
		tickets[i] = stored->entries[i].ticket;
		if (stored->entries[i].error.kind != AS_ERROR_NONE)
			judging->fail(judging->context, i, &stored->entries[i].error);
	}
	return 0;
}

int as_store_judging_queue(const struct as_store_judging *judging, struct as_store_ticket *tickets,
	struct as_error *error)
{
	return with_orders(judging, queue_only, tickets, error);
}

struct ordering {
	size_t index;
	struct as_store_order *order;
};

static int make_order(struct as_stored *stored, void *context, struct as_error *error)
{
	const struct ordering *ordering = context;

	return as_stored_read(
		stored, &stored->judging->submissions[ordering->index], ordering->order, error);
}

int as_store_judging_order(const struct as_store_judging *judging, size_t index,
	struct as_store_order *order, struct as_error *error)
{
	struct ordering ordering = {index, order};

	return with_orders(judging, make_order, &ordering, error);
}

void as_store_judging_order_clear(struct as_store_order *order)
{
	as_stored_clear_order(order);
}

/* ---- finding ---- */

static int find_stored(struct as_stored *stored, void *context, struct as_error *error)
{
	const struct as_store_judging *judging = stored->judging;
	struct as_store_ticket *tickets = context;
	struct as_store_order order;
	int found =
		as_store_space_look_up(judging->store, judging->space, &stored->order.space, error);

	if (found != 1)
		return found;
	for (size_t i = 0; i < judging->count && found >= 0 && !as_stored_is_cancelled(stored);
		i++) {
		/* A submission that cannot be read has no job. */
		if (as_stored_read(stored, &judging->submissions[i], &order, NULL) == 0)
			found = as_store_find(judging->store, &order, &tickets[i], error);
		as_stored_clear_order(&order);
	}
	return found < 0 ? -1 : 0;
}

int as_store_judging_find(const struct as_store_judging *judging, struct as_store_ticket *tickets,
	struct as_error *error)
{
	memset(tickets, 0, judging->count * sizeof(*tickets));
	return with_orders(judging, find_stored, tickets, error);
}

/* ---- copying ---- */

struct copy {
	size_t index;
	const struct as_result *result;
	int64_t *job;
};

/* Its priority is above the jobs of earlier commands, whose priority is in seconds, and above those
 * that a killed command has not completed. */
static int queue_copy(struct as_stored *stored, const struct as_store_order *order,
	struct as_store_ticket *ticket, struct as_error *error)
{
	struct as_store_order first = *order;

	return as_store_now(stored->judging->store, &first.priority, error) ||
			       as_store_submit(stored->judging->store, &first, 1, ticket, error)
		       ? -1
		       : 0;
}

static int complete_copy(struct as_stored *stored, const struct as_store_order *order,
	const struct copy *copy, struct as_error *error)
{
	const char *const lanes[] = {order->lane};
	const struct as_store_wanted wanted = {
		.lanes = lanes, .lane_count = 1, .package = order->package};
	AS_AUTO(as_store_claim_clear) struct as_store_claim claim = {0};
	struct as_store_ticket ticket;

	if (queue_copy(stored, order, &ticket, error))
		return -1;
	*copy->job = ticket.job;
	if (ticket.state == AS_STORE_DONE)
		return 0;
	const int claimed = as_store_claim(stored->judging->store, &wanted, &claim, error);
	if (claimed < 0)
		return -1;
	if (claimed == 0 || claim.job != ticket.job)
		return as_error_set(error, AS_ERROR_INTERNAL,
			"a result cannot be copied into the store: its job %lld is not the next "
			"one",
			(long long)ticket.job);
	const int done = as_store_complete(
		stored->judging->store, &claim, copy->result, stored->judging->package, error);
	return done == 1 ? 0
	       : done    ? -1
			 : as_error_set(error, AS_ERROR_INTERNAL,
				   "the store did not accept a result that was copied");
}

static int copy_result(struct as_stored *stored, void *context, struct as_error *error)
{
	const struct copy *copy = context;
	struct as_store_order order;
	int failed =
		prepare_space(stored, error) ||
		as_stored_read(stored, &stored->judging->submissions[copy->index], &order, error);

	if (failed)
		return -1;
	failed = complete_copy(stored, &order, copy, error);
	as_stored_clear_order(&order);
	return failed;
}

int as_store_judging_copy(const struct as_store_judging *judging, size_t index,
	const struct as_result *result, int64_t *job, struct as_error *error)
{
	return with_orders(judging, copy_result, &(struct copy){index, result, job}, error);
}
