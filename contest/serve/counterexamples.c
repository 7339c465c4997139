/* SPDX-License-Identifier: MIT */
/*
 * Small inputs that submissions fail, for problems with `counterexample: true`.
 * 1. The follower thread of the log reports each judgement (counterexamples_changed). If it counts
 *    and the submission failed, its entry waits for a search. Past judgements are reported when the
 *    server starts, so that the store need not have any of this.
 * 2. The thread of this file searches for one entry at a time, and only while no submission waits
 *    or is judged, because a search takes cores. A new submission, or a worker that begins a job,
 *    sets the flag `cancel`. Then the search ends at once, and is repeated later.
 * 3. Pages read the results (counterexample_read). as_explain caches them with the compiled
 *    programs, so that after a restart a run confirms a result without a search.
 *
 * Of the entries that wait, those of the team with the fewest searches come first, then the newest.
 * A search that was cut short counts, too: a slow submission must not be first again each time. A
 * search that fails says nothing about other submissions, because a hostile one can make an output
 * validator fail. So only its own entry is given up.
 * The mutex guards all but `cancel`; it is never held while the log's lock is taken.
 */
#include "counterexamples.h"
#include "runnable.h"
#include "server.h"

#include <inttypes.h>
#include <pthread.h>

/* How long nothing must be judged before a search begins, because submissions come in bursts. */
#define QUIET_NS INT64_C(500000000)
/* The time limit of a search. It is generous: nothing waits for it, and machines that judge are
 * busy. */
#define SEARCH_NS INT64_C(30000000000)
/* Of each text, as many bytes are kept as a page shows: submissions choose what they print, and all
 * that was found stays in memory. */
#define KEPT_BYTES AS_CONTEST_COUNTEREXAMPLE_BYTES

struct entry {
	enum as_contest_counterexample_state state;
	bool is_unjudged; /* its newest judgement has not ended */
	size_t team, problem, judgement;
	uint64_t arrival;
	struct counterexample *found; /* NULL: none was found */
};

struct counterexamples {
	struct as_server *server;
	bool is_off; /* no problem has them, or this server does not judge */
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	struct entry *entries; /* of the log's submissions */
	size_t count;
	uint32_t *searches; /* of each team */
	size_t team_count;
	bool *has_failed; /* of each problem: a fault of its package was noted */
	size_t unjudged_count;
	int64_t quiet_from_ns;
	bool is_closing;
	atomic_bool cancel;
	pthread_t thread;
	bool has_thread;
};

void counterexample_clear(struct counterexample *counterexample)
{
	as_explanation_clear(&counterexample->explanation);
	*counterexample = (struct counterexample){0};
}

static void forget(struct entry *entry)
{
	if (entry->found)
		counterexample_clear(entry->found);
	free(entry->found);
	entry->found = NULL;
	entry->state = AS_CONTEST_COUNTEREXAMPLE_NONE;
}

/* ---- one search: without the mutex ---- */

static int search(struct counterexamples *counterexamples, const struct runnable *runnable,
	struct as_explanation *explanation, struct as_error *error)
{
	const struct as_engine *engine = counterexamples->server->config.engine;
	const unsigned workers = as_engine_settings(engine)->workers;
	struct as_open_package *opened = runnable->use.seen->opened;

	if (as_engine_package_prepare(opened, error))
		return -1;
	struct as_compiled *compiled = runnable_compile(runnable, &counterexamples->cancel, error);
	if (!compiled)
		return -1;
	const struct as_explain_order order = {.package = runnable->use.seen->package,
		.engine = engine,
		.opened = opened,
		.submission = compiled,
		.time_ns = SEARCH_NS,
		.hides_secret = true,
		.workers = (workers + 1) / 2,
		.class = AS_JOB_BACKGROUND,
		.cancel = &counterexamples->cancel};
	const int failed = as_explain(&order, explanation, error);
	as_compiled_free(compiled);
	return failed;
}

static void cut(struct as_bytes *bytes, uint64_t *whole_bytes)
{
	*whole_bytes = bytes->size;
	if (bytes->size <= KEPT_BYTES)
		return;
	bytes->size = KEPT_BYTES;
	bytes->data[KEPT_BYTES] = '\0';
	char *less = realloc(bytes->data, KEPT_BYTES + 1);
	if (less)
		bytes->data = less;
}

/* 1: found, 0: not, -1. */
static int find_counterexample(struct counterexamples *counterexamples, size_t submission,
	struct counterexample *found, struct as_error *error)
{
	AS_AUTO(runnable_clear) struct runnable runnable = {0};

	if (runnable_read(counterexamples->server, submission, &runnable, error) ||
		search(counterexamples, &runnable, &found->explanation, error))
		return -1;
	cut(&found->explanation.input, &found->input_bytes);
	cut(&found->explanation.answer, &found->answer_bytes);
	cut(&found->explanation.output, &found->output_bytes);
	return found->explanation.is_found;
}

/* ---- entries: with the mutex ---- */

static uint32_t searches_of(const struct counterexamples *counterexamples, size_t team)
{
	return team < counterexamples->team_count ? counterexamples->searches[team] : 0;
}

/* The next submission to search for, or AS_CONTEST_NONE. */
static size_t choose(const struct counterexamples *counterexamples)
{
	size_t best = AS_CONTEST_NONE;

	for (size_t i = 0; i < counterexamples->count; i++) {
		const struct entry *entry = &counterexamples->entries[i];
		if (entry->state == AS_CONTEST_COUNTEREXAMPLE_AWAITED &&
			(best == AS_CONTEST_NONE ||
				searches_of(counterexamples, entry->team) <=
					searches_of(counterexamples,
						counterexamples->entries[best].team)))
			best = i;
	}
	return best;
}

static void count_search(struct counterexamples *counterexamples, size_t team)
{
	while (counterexamples->team_count <= team) {
		if (!as_array_reserve(counterexamples->searches, counterexamples->team_count, NULL))
			return;
		counterexamples->searches[counterexamples->team_count++] = 0;
	}
	counterexamples->searches[team]++;
}

/* Of each problem only the first fault of its package is noted. */
static void note_failure(
	struct counterexamples *counterexamples, size_t submission, const struct as_error *why)
{
	const size_t problem = counterexamples->entries[submission].problem;

	if (why->kind == AS_ERROR_INPUT && counterexamples->has_failed[problem])
		return;
	counterexamples->has_failed[problem] |= why->kind == AS_ERROR_INPUT;
	server_note(counterexamples->server,
		"no counterexample of submission %" PRIu64 " of problem %s: %s",
		counterexamples->entries[submission].arrival,
		counterexamples->server->config.contest->problems[problem].label, why->text);
}

/* Records the result of a search. Takes ownership of `found`. */
static void record_result(struct counterexamples *counterexamples, size_t submission, int status,
	struct counterexample **found, const struct as_error *why)
{
	struct entry *entry = &counterexamples->entries[submission];

	if (status > 0) {
		entry->state = AS_CONTEST_COUNTEREXAMPLE_FOUND;
		entry->found = as_steal(*found);
		return;
	}
	entry->state =
		status ? AS_CONTEST_COUNTEREXAMPLE_NONE : AS_CONTEST_COUNTEREXAMPLE_NOT_FOUND;
	if (status)
		note_failure(counterexamples, submission, why);
}

/* ---- changes of the log ---- */

static bool wants(const struct as_server *server, const struct as_contest_log *log,
	const struct as_contest_submission *submission)
{
	const struct as_contest_problem *problem =
		&server->config.contest->problems[submission->problem];

	return problem->counterexample && submission->valid != AS_CONTEST_NONE &&
	       !as_contest_log_judgement(log, submission->valid)->ruling &&
	       as_explain_is_for(
		       problem->package, as_contest_log_judgement(log, submission->valid)->verdict);
}

static struct entry *require_entry(struct counterexamples *counterexamples, size_t submission)
{
	while (counterexamples->count <= submission) {
		if (!as_array_reserve(counterexamples->entries, counterexamples->count, NULL))
			return NULL;
		counterexamples->entries[counterexamples->count++] =
			(struct entry){.judgement = AS_CONTEST_NONE};
	}
	return &counterexamples->entries[submission];
}

static void interrupt(struct counterexamples *counterexamples)
{
	atomic_store(&counterexamples->cancel, true);
	counterexamples->quiet_from_ns = as_now_ns() + QUIET_NS;
	pthread_cond_signal(&counterexamples->changed);
}

static void update(struct counterexamples *counterexamples, const struct as_contest_log *log,
	size_t index, struct entry *entry)
{
	const struct as_contest_submission *submission = as_contest_log_submission(log, index);
	const bool is_unjudged = as_contest_log_progress(log, index).stage != AS_CONTEST_JUDGED;

	counterexamples->unjudged_count += is_unjudged;
	counterexamples->unjudged_count -= entry->is_unjudged;
	entry->is_unjudged = is_unjudged;
	entry->team = submission->team;
	entry->problem = submission->problem;
	entry->arrival = submission->arrival;
	if (entry->judgement == submission->valid)
		return;
	forget(entry);
	entry->judgement = submission->valid;
	if (wants(counterexamples->server, log, submission))
		entry->state = AS_CONTEST_COUNTEREXAMPLE_AWAITED;
}

void counterexamples_changed(struct counterexamples *counterexamples,
	const struct as_contest_log *log, const struct as_contest_change *change)
{
	const bool is_submission = change->kind == AS_CONTEST_CHANGED_SUBMISSION;

	if (counterexamples->is_off ||
		(!is_submission && change->kind != AS_CONTEST_CHANGED_JUDGEMENT))
		return;
	const size_t index = is_submission
				     ? change->index
				     : as_contest_log_judgement(log, change->index)->submission;
	pthread_mutex_lock(&counterexamples->mutex);
	struct entry *entry = require_entry(counterexamples, index);
	if (entry)
		update(counterexamples, log, index, entry);
	interrupt(counterexamples);
	pthread_mutex_unlock(&counterexamples->mutex);
}

void counterexamples_yield(struct counterexamples *counterexamples)
{
	if (counterexamples->is_off)
		return;
	pthread_mutex_lock(&counterexamples->mutex);
	interrupt(counterexamples);
	pthread_mutex_unlock(&counterexamples->mutex);
}

/* ---- reading results, for pages ---- */

static int copy_part(const struct as_bytes *from, struct as_bytes *to)
{
	return from->data ? as_bytes_copy(to, from->data, from->size, NULL) : 0;
}

static int copy(const struct counterexample *from, struct counterexample *to)
{
	to->explanation.verdict = from->explanation.verdict;
	to->input_bytes = from->input_bytes;
	to->answer_bytes = from->answer_bytes;
	to->output_bytes = from->output_bytes;
	return copy_part(&from->explanation.input, &to->explanation.input) ||
	       copy_part(&from->explanation.answer, &to->explanation.answer) ||
	       copy_part(&from->explanation.output, &to->explanation.output) ||
	       as_text_copy(&to->explanation.solved, from->explanation.solved, NULL) ||
	       as_text_copy(&to->explanation.replayed, from->explanation.replayed, NULL);
}

void counterexample_read(struct counterexamples *counterexamples, size_t submission,
	struct counterexample *counterexample)
{
	*counterexample = (struct counterexample){0};
	if (counterexamples->is_off)
		return;
	pthread_mutex_lock(&counterexamples->mutex);
	const struct entry *entry =
		submission < counterexamples->count ? &counterexamples->entries[submission] : NULL;
	if (entry) {
		counterexample->state = entry->state;
		counterexample->judgement = entry->judgement;
		if (entry->found && copy(entry->found, counterexample))
			counterexample_clear(counterexample);
	}
	pthread_mutex_unlock(&counterexamples->mutex);
}

/* ---- the thread ---- */

static void wait_until(struct counterexamples *counterexamples, int64_t until_ns)
{
	const struct timespec until = {
		.tv_sec = until_ns / 1000000000, .tv_nsec = (long)(until_ns % 1000000000)};

	pthread_cond_timedwait(&counterexamples->changed, &counterexamples->mutex, &until);
}

/* Call it with the mutex held; it is released during the search. */
static void make(struct counterexamples *counterexamples, size_t submission)
{
	struct counterexample *found = calloc(1, sizeof(*found));
	const size_t judgement = counterexamples->entries[submission].judgement;
	struct as_error why = {0};

	count_search(counterexamples, counterexamples->entries[submission].team);
	atomic_store(&counterexamples->cancel, counterexamples->is_closing);
	pthread_mutex_unlock(&counterexamples->mutex);
	const int status = found ? find_counterexample(counterexamples, submission, found, &why)
				 : as_error_no_memory(&why);
	pthread_mutex_lock(&counterexamples->mutex);
	/* A search that was cancelled has no result. */
	if (!atomic_load(&counterexamples->cancel) &&
		counterexamples->entries[submission].judgement == judgement)
		record_result(counterexamples, submission, status, &found, &why);
	if (found)
		counterexample_clear(found);
	free(found);
}

static void *run_searches(void *context)
{
	struct counterexamples *counterexamples = context;

	pthread_mutex_lock(&counterexamples->mutex);
	while (!counterexamples->is_closing) {
		const size_t next = counterexamples->unjudged_count == 0 ? choose(counterexamples)
									 : AS_CONTEST_NONE;
		if (next == AS_CONTEST_NONE)
			pthread_cond_wait(&counterexamples->changed, &counterexamples->mutex);
		else if (as_now_ns() < counterexamples->quiet_from_ns)
			wait_until(counterexamples, counterexamples->quiet_from_ns);
		else
			make(counterexamples, next);
	}
	pthread_mutex_unlock(&counterexamples->mutex);
	return NULL;
}

/* ---- opening and closing ---- */

static bool is_wanted(const struct as_contest *contest)
{
	for (size_t i = 0; i < contest->problem_count; i++)
		if (contest->problems[i].counterexample)
			return true;
	return false;
}

struct counterexamples *counterexamples_open(struct as_server *server, struct as_error *error)
{
	struct counterexamples *counterexamples = calloc(1, sizeof(*counterexamples));
	const struct as_contest *contest = server->config.contest;
	pthread_condattr_t monotonic;

	if (!counterexamples) {
		as_error_no_memory(error);
		return NULL;
	}
	counterexamples->server = server;
	counterexamples->is_off = !is_wanted(contest) || !server->config.has_worker;
	pthread_mutex_init(&counterexamples->mutex, NULL);
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(&counterexamples->changed, &monotonic);
	pthread_condattr_destroy(&monotonic);
	counterexamples->has_failed = calloc(contest->problem_count + 1, sizeof(bool));
	if (counterexamples->has_failed)
		return counterexamples;
	counterexamples_close(counterexamples);
	as_error_no_memory(error);
	return NULL;
}

int counterexamples_start(struct counterexamples *counterexamples, struct as_error *error)
{
	struct as_server *server = counterexamples->server;

	if (counterexamples->is_off && is_wanted(server->config.contest))
		server_note(server,
			"counterexamples are not made, because this server does not judge (-j 0)");
	if (counterexamples->is_off)
		return 0;
	const int failed =
		pthread_create(&counterexamples->thread, NULL, run_searches, counterexamples);
	counterexamples->has_thread = !failed;
	return failed ? as_error_sys(error, AS_ERROR_MACHINE, failed, "cannot start a thread") : 0;
}

void counterexamples_stop(struct counterexamples *counterexamples)
{
	if (!counterexamples)
		return;
	pthread_mutex_lock(&counterexamples->mutex);
	counterexamples->is_closing = true;
	atomic_store(&counterexamples->cancel, true);
	pthread_cond_signal(&counterexamples->changed);
	pthread_mutex_unlock(&counterexamples->mutex);
	if (counterexamples->has_thread)
		pthread_join(counterexamples->thread, NULL);
	counterexamples->has_thread = false;
}

void counterexamples_close(struct counterexamples *counterexamples)
{
	if (!counterexamples)
		return;
	for (size_t i = 0; i < counterexamples->count; i++)
		forget(&counterexamples->entries[i]);
	free(counterexamples->entries);
	free(counterexamples->searches);
	free(counterexamples->has_failed);
	pthread_cond_destroy(&counterexamples->changed);
	pthread_mutex_destroy(&counterexamples->mutex);
	free(counterexamples);
}
