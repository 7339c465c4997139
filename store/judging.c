/* SPDX-License-Identifier: MIT */
/*
 * The submissions become jobs of a store, and this process is a worker. Each step can be done
 * again, so a command that was killed is simply called again:
 *   1. each submission is read, and queued at most once (as_store_order.once), in the lane of what
 *      its worker must have,
 *   2. a worker in this process judges those that this machine can judge, and writes each result as
 *      it comes; on a server other workers take part, or, with -j 0, do all of it,
 *   3. the results are reported in the order of the submissions, those of earlier commands too.
 * The jobs of the newest command go first: their priority is the time of that command, by the clock
 * of the store.
 */
#include <assay/store/judging.h>

#include <assay/engine.h>
#include <string.h>

/* Jobs that are queued in one transaction, unless their files are large. */
#define BATCH_COUNT 64
#define BATCH_BYTES (8u << 20)
#define WAIT_NS INT64_C(50000000)
/* How often it asks whether any worker can judge what is left. */
#define ASK_NS INT64_C(2000000000)

struct entry {
	struct as_store_ticket ticket;
	struct as_error error; /* why it could not be read */
};

struct batch {
	struct as_store_order orders[BATCH_COUNT];
	struct as_store_ticket tickets[BATCH_COUNT];
	size_t indices[BATCH_COUNT]; /* of the submissions */
	size_t count, size_bytes;
};

struct stored {
	const struct as_store_judging *given;
	struct as_store_order order; /* of each submission */
	struct entry *entries;
	struct batch batch;
	char **languages; /* of the package's programs */
	char **lanes;     /* of the submissions, each once */
	size_t lane_count;
	char *offer; /* what this machine can judge; NULL: it must try all */
	int64_t last_event;
	int64_t asked_ns; /* when it asked last whether any worker can judge what is left */
	bool is_told;     /* that none can */
};

static bool is_cancelled(const struct stored *stored)
{
	return as_is_cancelled(stored->given->cancel);
}

/* ---- lanes ---- */

/* Of a job in a language, or (NULL) in none. */
static char *make_lane(const struct stored *stored, const char *language, struct as_error *error)
{
	size_t count = 0;

	while (stored->languages[count])
		count++;
	AS_AUTO_FREE const char **needed = calloc(count + 2, sizeof(*needed));
	if (!needed) {
		as_error_no_memory(error);
		return NULL;
	}
	memcpy(needed, stored->languages, count * sizeof(*needed));
	needed[count] = language;
	return as_lane_write(as_engine_settings(stored->given->engine), needed,
		stored->given->worker_group, error);
}

/* One that cannot be read fails wherever it is judged. */
static char *find_lane(const struct stored *stored, const char *path,
	const struct as_submitted *submitted, struct as_error *error)
{
	const struct as_submission submission = {
		.path = path, .language = stored->order.language, .submitted = submitted};
	const char *language = NULL;

	(void)!as_engine_submission_language(
		stored->given->order.package, &submission, &language, NULL);
	return make_lane(stored, language, error);
}

static bool is_own(const struct stored *stored, const char *lane)
{
	for (size_t i = 0; i < stored->lane_count; i++)
		if (strcmp(stored->lanes[i], lane) == 0)
			return true;
	return false;
}

static int note_lane(struct stored *stored, const char *lane, struct as_error *error)
{
	if (is_own(stored, lane))
		return 0;
	char **lanes = reallocarray(stored->lanes, stored->lane_count + 2, sizeof(*lanes));
	if (!lanes)
		return as_error_no_memory(error);
	stored->lanes = lanes;
	lanes[stored->lane_count] = strdup(lane);
	lanes[stored->lane_count + 1] = NULL;
	return lanes[stored->lane_count] ? (stored->lane_count++, 0) : as_error_no_memory(error);
}

/* ---- queueing ---- */

static void clear_order(struct as_store_order *order)
{
	as_bytes_clear(&order->files);
	free((char *)order->lane);
	order->lane = NULL;
}

static int send_batch(struct stored *stored, struct as_error *error)
{
	struct batch *batch = &stored->batch;
	const int failed = as_store_submit(
		stored->given->store, batch->orders, batch->count, batch->tickets, error);

	for (size_t i = 0; i < batch->count; i++) {
		stored->entries[batch->indices[i]].ticket = batch->tickets[i];
		clear_order(&batch->orders[i]);
	}
	batch->count = batch->size_bytes = 0;
	return failed;
}

static int fill_order(struct stored *stored, const struct as_submitted *submitted,
	struct as_store_order *order, struct as_error *why)
{
	AS_AUTO_FREE char *lane = find_lane(stored, order->path, submitted, why);

	if (!lane || note_lane(stored, lane, why) ||
		as_submitted_write(submitted, &order->files, why))
		return -1;
	order->lane = as_steal(lane);
	return 0;
}

/* Its files and its lane; -1 with the reason why it cannot be judged. */
static int read_submission(struct stored *stored, const struct as_store_submission *submission,
	struct as_store_order *order, struct as_error *why)
{
	AS_AUTO(as_submitted_clear) struct as_submitted submitted = {0};

	*order = stored->order;
	order->path = submission->path;
	order->owner = submission->owner;
	order->entry_point = submission->entry_point;
	if (submission->submitted)
		return fill_order(stored, submission->submitted, order, why);
	if (as_submitted_take(&submitted, stored->given->package, submission->path,
		    stored->given->cancel, why))
		return -1;
	return fill_order(stored, &submitted, order, why);
}

static int queue(struct stored *stored, size_t index, struct as_error *error)
{
	struct batch *batch = &stored->batch;
	struct as_store_order *order = &batch->orders[batch->count];

	if (read_submission(stored, &stored->given->submissions[index], order,
		    &stored->entries[index].error))
		return 0;
	batch->indices[batch->count++] = index;
	batch->size_bytes += order->files.size;
	return batch->count == BATCH_COUNT || batch->size_bytes > BATCH_BYTES
		       ? send_batch(stored, error)
		       : 0;
}

static int queue_all(struct stored *stored, struct as_error *error)
{
	int failed = 0;

	for (size_t i = 0; i < stored->given->count && !failed && !is_cancelled(stored); i++)
		failed = queue(stored, i, error);
	/* Also frees it. */
	return send_batch(stored, error) || failed ? -1 : 0;
}

/* ---- reporting ---- */

static bool is_finished(enum as_store_state state)
{
	return state != AS_STORE_QUEUED && state != AS_STORE_CLAIMED;
}

static void tell_needs(const struct stored *stored, const char *lane)
{
	AS_AUTO_FREE char *needs = as_lane_text(lane, NULL);
	AS_AUTO_FREE char *text = as_text_format(NULL,
		"no worker that is alive can judge what is queued (%s); start one on a machine "
		"that can: assay worker --store URL",
		needs ? needs : "");

	if (text)
		stored->given->note(stored->given->context, text);
}

/* After a connection was lost, the worker of this process has yet to tell the store of its lanes.
 */
static bool can_judge(const struct stored *stored, const struct as_worker *worker, const char *lane)
{
	return worker && (!stored->offer || as_lane_suits(lane, stored->offer));
}

/* Says once that jobs of this command wait for a worker that can judge them. */
static int tell_unserved(
	struct stored *stored, const struct as_worker *worker, struct as_error *error)
{
	struct as_store_unserved *unserved;
	size_t count;

	if (stored->is_told || as_now_ns() - stored->asked_ns < ASK_NS)
		return 0;
	stored->asked_ns = as_now_ns();
	if (as_store_unserved_read(stored->given->store, &unserved, &count, error))
		return -1;
	for (size_t i = 0; i < count && !stored->is_told; i++) {
		stored->is_told = is_own(stored, unserved[i].lane) &&
				  !can_judge(stored, worker, unserved[i].lane);
		if (stored->is_told)
			tell_needs(stored, unserved[i].lane);
	}
	as_store_unserved_free(unserved, count);
	return 0;
}

/* Waits for the end of a job; 0 where the command is cancelled. */
static int await_job(struct stored *stored, struct as_worker *worker, int64_t id,
	struct as_store_job *job, struct as_error *error)
{
	struct as_store *store = stored->given->store;

	while (!is_cancelled(stored)) {
		const int found = as_store_job_read(store, id, job, error);
		if (found < 0 || (found && is_finished(job->state)))
			return found;
		if ((worker && as_worker_check(worker, error)) ||
			tell_unserved(stored, worker, error) ||
			as_store_wait(store, &stored->last_event, WAIT_NS, error) < 0)
			return -1;
	}
	return 0;
}

static int rename_text(char **text, const char *name, struct as_error *error)
{
	free(*text);
	*text = strdup(name);
	return *text ? 0 : as_error_no_memory(error);
}

/* The same files may have been judged under other names. 1: nothing can be printed any more. */
static int report_result(struct stored *stored, int64_t job, size_t index, struct as_error *error)
{
	const struct as_store_judging *given = stored->given;
	const char *path = given->submissions[index].path;
	AS_AUTO(as_result_clear) struct as_result result = {0};

	const int found = as_store_result_read(given->store, job, &result, error);

	if (found == 0)
		return as_error_set(error, AS_ERROR_INTERNAL, "a job has no result");
	if (found < 0)
		return -1;
	if (rename_text(&result.path, path, error) ||
		rename_text(&result.problem, given->package->short_name, error))
		return -1;
	return given->take(given->context, index, job, &result) ? 1 : 0;
}

static int report(
	struct stored *stored, struct as_worker *worker, size_t index, struct as_error *error)
{
	const struct as_store_judging *given = stored->given;
	const struct entry *entry = &stored->entries[index];
	struct as_store_job job;

	if (entry->error.kind != AS_ERROR_NONE) {
		given->fail(given->context, index, &entry->error);
		return 0;
	}
	const int found = await_job(stored, worker, entry->ticket.job, &job, error);
	if (found != 1)
		return found;
	if (job.state == AS_STORE_DONE)
		return report_result(stored, entry->ticket.job, index, error);
	(job.state == AS_STORE_HELD ? given->hold : given->fail)(given->context, index, &job.cause);
	return 0;
}

static int report_all(struct stored *stored, struct as_worker *worker, struct as_error *error)
{
	int failed = 0;

	for (size_t i = 0; i < stored->given->count && !failed && !is_cancelled(stored); i++)
		failed = report(stored, worker, i, error);
	return failed < 0 ? -1 : 0;
}

/* ---- all ---- */

/* The number of jobs that are left to judge. */
static size_t count_open(const struct stored *stored)
{
	size_t count = 0;

	for (size_t i = 0; i < stored->given->count; i++) {
		const struct entry *entry = &stored->entries[i];
		if (entry->error.kind != AS_ERROR_NONE || is_finished(entry->ticket.state))
			stored->given->known(stored->given->context);
		else
			count++;
	}
	return count;
}

/* True if the package's own programs are in languages of this machine. */
static bool can_judge_here(const struct stored *stored)
{
	AS_AUTO_FREE char *lane = stored->offer ? make_lane(stored, NULL, NULL) : NULL;

	return !stored->offer || (lane && as_lane_suits(lane, stored->offer));
}

/* `worker` stays NULL if there is nothing to judge here. */
static int start_worker(struct stored *stored, struct as_worker **worker, struct as_error *error)
{
	const struct as_store_judging *given = stored->given;
	const struct as_worker_config config = {.store = given->store,
		.engine = given->engine,
		.package = given->order.package,
		.package_digest = given->package->digest,
		.offer = stored->offer,
		/* One more than run, as in the engine: it is compiled meanwhile. */
		.jobs = as_engine_settings(given->engine)->workers + 1,
		.calls = given->order.calls,
		.cancel = given->cancel};

	if (as_is_cancelled(given->cancel) || count_open(stored) == 0 || given->queue_only ||
		!can_judge_here(stored))
		return 0;
	if (as_engine_package_prepare(given->order.package, error))
		return -1;
	*worker = as_worker_start(&config, error);
	return *worker ? 0 : -1;
}

static int judge_queued(struct stored *stored, struct as_error *error)
{
	struct as_worker *worker = NULL;
	const int failed = queue_all(stored, error) || start_worker(stored, &worker, error) ||
			   report_all(stored, worker, error);

	as_worker_stop(worker);
	return failed ? -1 : 0;
}

/* A command that is called again tries a package that is held again. */
static int prepare_package(const struct as_store_judging *given, struct as_error *error)
{
	uint64_t jobs;

	return as_store_package_keep(given->store, given->package, given->cancel, error) ||
			       as_store_package_release(
				       given->store, given->package->digest, &jobs, error) < 0
		       ? -1
		       : 0;
}

/* All but its space. */
static int prepare_order(struct stored *stored, struct as_error *error)
{
	const struct as_store_judging *given = stored->given;
	int64_t now_ms;

	if (as_store_now(given->store, &now_ms, error))
		return -1;
	stored->order = (struct as_store_order){.package = given->package->digest,
		.language = given->order.submission.language,
		.class = AS_STORE_COURSE,
		.priority = now_ms / 1000,
		.once = true,
		.retry = true};
	return as_worker_options_write(
		&given->order, as_engine_settings(given->engine), &stored->order.options, error);
}

static int prepare_space(struct stored *stored, struct as_error *error)
{
	const struct as_store_judging *given = stored->given;

	return as_store_space_find(given->store, given->space, &stored->order.space, error) ||
			       prepare_package(given, error)
		       ? -1
		       : 0;
}

/* On a server what this machine lacks is left to others. A file has no other worker. */
static int find_offer(struct stored *stored, struct as_error *error)
{
	const struct as_store_judging *given = stored->given;
	const struct as_engine_config *settings = as_engine_settings(given->engine);

	stored->languages = as_engine_package_languages(given->order.package, error);
	if (!stored->languages)
		return -1;
	if (!given->is_shared)
		return 0;
	AS_AUTO_FREE const char **here = as_languages_here(settings->languages, error);
	if (here)
		stored->offer = as_lane_offer(settings, here, NULL, !settings->weak_sandbox, error);
	return stored->offer ? 0 : -1;
}

/* `run` is called once the orders are prepared. */
static int with_orders(const struct as_store_judging *given,
	int (*run)(struct stored *stored, void *context, struct as_error *error), void *context,
	struct as_error *error)
{
	AS_AUTO_FREE struct stored *stored = calloc(1, sizeof(*stored));
	AS_AUTO_FREE struct entry *entries = calloc(given->count + 1, sizeof(*entries));

	if (!stored || !entries)
		return as_error_no_memory(error);
	stored->given = given;
	stored->entries = entries;
	const int failed = prepare_order(stored, error) || find_offer(stored, error) ||
			   run(stored, context, error);
	as_bytes_clear(&stored->order.options);
	as_names_free(stored->languages);
	as_names_free(stored->lanes);
	free(stored->offer);
	return failed ? -1 : 0;
}

static int judge(struct stored *stored, void *context, struct as_error *error)
{
	(void)context;
	return prepare_space(stored, error) || judge_queued(stored, error) ? -1 : 0;
}

int as_store_judge(const struct as_store_judging *given, struct as_error *error)
{
	return with_orders(given, judge, NULL, error);
}

/* ---- finding ---- */

static int find(struct stored *stored, void *context, struct as_error *error)
{
	const struct as_store_judging *given = stored->given;
	struct as_store_ticket *tickets = context;
	struct as_store_order order;
	int found = as_store_space_look_up(given->store, given->space, &stored->order.space, error);

	if (found != 1)
		return found;
	for (size_t i = 0; i < given->count && found >= 0 && !is_cancelled(stored); i++) {
		/* One that cannot be read has no job. */
		if (read_submission(stored, &given->submissions[i], &order, NULL) == 0)
			found = as_store_find(given->store, &order, &tickets[i], error);
		clear_order(&order);
	}
	return found < 0 ? -1 : 0;
}

int as_store_judging_find(const struct as_store_judging *given, struct as_store_ticket *tickets,
	struct as_error *error)
{
	memset(tickets, 0, given->count * sizeof(*tickets));
	return with_orders(given, find, tickets, error);
}

/* ---- copying ---- */

struct copy {
	size_t index;
	const struct as_result *result;
	int64_t *job;
};

/* It goes before what an earlier command queued, whose priority is in seconds, and before what a
 * killed one has not completed. */
static int queue_copy(struct stored *stored, const struct as_store_order *order,
	struct as_store_ticket *ticket, struct as_error *error)
{
	struct as_store_order first = *order;

	return as_store_now(stored->given->store, &first.priority, error) ||
			       as_store_submit(stored->given->store, &first, 1, ticket, error)
		       ? -1
		       : 0;
}

static int complete_copy(struct stored *stored, const struct as_store_order *order,
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
	const int claimed = as_store_claim_wanted(stored->given->store, &wanted, &claim, error);
	if (claimed < 0)
		return -1;
	if (claimed == 0 || claim.job != ticket.job)
		return as_error_set(error, AS_ERROR_INTERNAL,
			"a result cannot be copied into the store: its job %lld is not the next "
			"one",
			(long long)ticket.job);
	const int done = as_store_complete(stored->given->store, &claim, copy->result, error);
	return done == 1 ? 0
	       : done    ? -1
			 : as_error_set(error, AS_ERROR_INTERNAL,
				   "the store did not accept a result that was copied");
}

static int copy_result(struct stored *stored, void *context, struct as_error *error)
{
	const struct copy *copy = context;
	struct as_store_order order;
	int failed =
		prepare_space(stored, error) ||
		read_submission(stored, &stored->given->submissions[copy->index], &order, error);

	if (failed)
		return -1;
	failed = complete_copy(stored, &order, copy, error);
	clear_order(&order);
	return failed;
}

int as_store_judging_copy(const struct as_store_judging *given, size_t index,
	const struct as_result *result, int64_t *job, struct as_error *error)
{
	return with_orders(given, copy_result, &(struct copy){index, result, job}, error);
}
