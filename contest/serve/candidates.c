/* SPDX-License-Identifier: MIT */
/*
 * Packages that the jury uploaded are verified by the thread of this file, one at a time:
 *   1. The log has candidates that are not verified. The thread takes the first one, unless another
 *      server of the store is verifying it: that server writes a heartbeat with its progress to a
 *      setting of the contest's space. If the heartbeat stops, any server begins again; results of
 *      jobs that have ended are still in the store.
 *   2. A second thread verifies (candidate_verify.c), while this one writes the heartbeat.
 *   3. The result is an event of the log. If the candidate was discarded or taken meanwhile, the
 *      verification is cancelled.
 *   4. If the result cannot be stored, the verification begins again. After three attempts it is
 *      reported as failed, with the reason; only this small report is tried again and again.
 * The mutex protects `is_due`.
 */
#include "candidates.h"
#include "server.h"

#include <inttypes.h>
#include <pthread.h>
#include <sodium.h>
#include <string.h>
#include <time.h>

#define BEAT_S 1
#define DEAD_MS 30000
#define KEPT_BEATS 10 /* a heartbeat without progress */

struct candidates {
	struct as_server *server;
	uint64_t token; /* of this server */
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	bool is_due; /* the log may have a candidate to verify */
	/* By problem, of its last candidate; of the thread. */
	struct failures {
		int64_t event;
		unsigned count;
		struct as_error why;
	} * failures;
	atomic_bool stop;
	pthread_t thread;
	bool has_thread;
};

/* ---- heartbeats ---- */

struct beat {
	int64_t event, time_ms;
	uint64_t token, done, total;
};

static char *name_setting(const struct as_server *server, size_t problem)
{
	return as_text_format(NULL, "verifying %s", server->config.contest->problems[problem].id);
}

/* `{0}`: there is none. */
static struct beat read_beat(struct as_server *server, size_t problem)
{
	AS_AUTO_FREE char *name = name_setting(server, problem), *value = NULL;
	struct beat beat = {0};

	if (!name ||
		as_store_setting_read(server->config.store, as_contest_log_space(server->log), name,
			&value, NULL) ||
		!value ||
		sscanf(value, "%" SCNd64 " %" SCNd64 " %" SCNu64 " %" SCNu64 " %" SCNu64,
			&beat.event, &beat.time_ms, &beat.token, &beat.done, &beat.total) != 5)
		return (struct beat){0};
	return beat;
}

static void write_beat(struct as_server *server, size_t problem, const struct beat *beat)
{
	AS_AUTO_FREE char *name = name_setting(server, problem);
	AS_AUTO_FREE char *value =
		as_text_format(NULL, "%" PRId64 " %" PRId64 " %" PRIu64 " %" PRIu64 " %" PRIu64,
			beat->event, beat->time_ms, beat->token, beat->done, beat->total);

	/* The next heartbeat tries again. */
	if (name && value &&
		as_store_setting_write(
			server->config.store, as_contest_log_space(server->log), name, value, NULL))
		return;
}

static bool is_alive(struct as_server *server, const struct beat *beat, int64_t event)
{
	int64_t now_ms;

	return beat->event == event && as_store_now(server->config.store, &now_ms, NULL) == 0 &&
	       now_ms - beat->time_ms < DEAD_MS;
}

bool candidate_progress(
	struct as_server *server, size_t problem, int64_t event, uint64_t *done, uint64_t *total)
{
	const struct beat beat = read_beat(server, problem);

	*done = beat.done;
	*total = beat.total;
	return is_alive(server, &beat, event);
}

static void beat_once(struct candidates *candidates, const struct candidate_run *run)
{
	struct beat beat = {.event = run->event,
		.token = candidates->token,
		.done = atomic_load(&run->done),
		.total = atomic_load(&run->total)};

	if (as_store_now(candidates->server->config.store, &beat.time_ms, NULL) == 0)
		write_beat(candidates->server, run->problem, &beat);
}

/* ---- a verification ---- */

static void wait_s(struct candidates *candidates, time_t seconds)
{
	struct timespec until;

	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += seconds;
	pthread_mutex_lock(&candidates->mutex);
	if (!atomic_load(&candidates->stop))
		pthread_cond_clockwait(
			&candidates->changed, &candidates->mutex, CLOCK_MONOTONIC, &until);
	pthread_mutex_unlock(&candidates->mutex);
}

static void *run_verification(void *context)
{
	struct candidate_run *run = context;
	struct as_error error = {0};

	/* AS_ERROR_USAGE: the candidate was discarded meanwhile, or another server was faster. */
	if (candidate_verify(run, &error) && error.kind != AS_ERROR_USAGE &&
		!as_is_cancelled(&run->cancel)) {
		if (run->failed_count++ < CANDIDATE_ATTEMPTS)
			run->why = error;
		server_note(run->server, "an uploaded package is not verified yet: %s", error.text);
	}
	atomic_store(&run->is_ended, true);
	return NULL;
}

/* False: it was replaced, discarded or taken into use. */
static bool is_wanted(const struct candidate_run *run)
{
	as_contest_log_lock(run->server->log);
	const bool found =
		as_contest_log_candidate(run->server->log, run->problem)->event == run->event;
	as_contest_log_unlock(run->server->log);
	return found;
}

static void verify(struct candidates *candidates, struct candidate_run *run)
{
	size_t written = SIZE_MAX;
	pthread_t thread;

	if (pthread_create(&thread, NULL, run_verification, run)) {
		wait_s(candidates, BEAT_S);
		return;
	}
	for (unsigned beats = 0; !atomic_load(&run->is_ended); beats++) {
		const size_t done = atomic_load(&run->done);
		if (atomic_load(&candidates->stop) || !is_wanted(run))
			atomic_store(&run->cancel, true);
		if (done != written || beats % KEPT_BEATS == 0)
			beat_once(candidates, run);
		written = done;
		wait_s(candidates, BEAT_S);
	}
	pthread_join(thread, NULL);
}

/* ---- the thread ---- */

/* The first candidate from the problem on that is not verified. False: there is none. */
static bool find_candidate(const struct candidates *candidates, struct candidate_run *run)
{
	struct as_server *server = candidates->server;
	bool found = false;

	as_contest_log_lock(server->log);
	for (; run->problem < server->config.contest->problem_count && !found; run->problem++) {
		const struct as_contest_candidate *candidate =
			as_contest_log_candidate(server->log, run->problem);
		if (!candidate->event || candidate->is_checked)
			continue;
		found = true;
		run->event = candidate->event;
		memcpy(run->archive, candidate->archive, sizeof(run->archive));
	}
	as_contest_log_unlock(server->log);
	run->problem -= found;
	return found;
}

static void verify_again(struct candidates *candidates, struct candidate_run *run)
{
	struct failures *failures = &candidates->failures[run->problem];

	if (failures->event != run->event)
		*failures = (struct failures){.event = run->event};
	run->cancel = run->is_ended = false;
	run->done = run->total = 0;
	run->failed_count = failures->count;
	run->why = failures->why;
	verify(candidates, run);
	failures->count = run->failed_count;
	failures->why = run->why;
}

/* True if a candidate is left, which another server verifies. */
static bool verify_all(struct candidates *candidates)
{
	struct candidate_run run = {.server = candidates->server};
	bool is_left = false;

	while (!atomic_load(&candidates->stop) && find_candidate(candidates, &run)) {
		const struct beat beat = read_beat(candidates->server, run.problem);
		if (beat.token != candidates->token &&
			is_alive(candidates->server, &beat, run.event)) {
			is_left = true;
		} else {
			verify_again(candidates, &run);
			is_left = true; /* until it is known to be reported */
		}
		run.problem++;
	}
	return is_left;
}

static void *run_candidates(void *context)
{
	struct candidates *candidates = context;

	while (!atomic_load(&candidates->stop)) {
		pthread_mutex_lock(&candidates->mutex);
		while (!candidates->is_due && !atomic_load(&candidates->stop))
			pthread_cond_wait(&candidates->changed, &candidates->mutex);
		candidates->is_due = false;
		pthread_mutex_unlock(&candidates->mutex);
		if (!verify_all(candidates))
			continue;
		wait_s(candidates, BEAT_S);
		pthread_mutex_lock(&candidates->mutex);
		candidates->is_due = true;
		pthread_mutex_unlock(&candidates->mutex);
	}
	return NULL;
}

void candidates_changed(struct candidates *candidates, const struct as_contest_change *change)
{
	if (!candidates || (change->kind != AS_CONTEST_CHANGED_CANDIDATE &&
				   change->kind != AS_CONTEST_CHANGED_PACKAGE))
		return;
	pthread_mutex_lock(&candidates->mutex);
	candidates->is_due = true;
	pthread_cond_signal(&candidates->changed);
	pthread_mutex_unlock(&candidates->mutex);
}

/* ---- opening and closing ---- */

struct candidates *candidates_open(struct as_server *server, struct as_error *error)
{
	struct candidates *candidates = calloc(1, sizeof(*candidates));

	if (candidates)
		candidates->failures = calloc(
			server->config.contest->problem_count + 1, sizeof(*candidates->failures));
	if (!candidates || !candidates->failures) {
		free(candidates);
		as_error_no_memory(error);
		return NULL;
	}
	candidates->server = server;
	candidates->is_due = true;
	randombytes_buf(&candidates->token, sizeof(candidates->token));
	pthread_mutex_init(&candidates->mutex, NULL);
	pthread_cond_init(&candidates->changed, NULL);
	return candidates;
}

int candidates_start(struct candidates *candidates, struct as_error *error)
{
	const int failed = pthread_create(&candidates->thread, NULL, run_candidates, candidates);

	candidates->has_thread = !failed;
	return failed ? as_error_sys(error, AS_ERROR_MACHINE, failed, "cannot start a thread") : 0;
}

void candidates_stop(struct candidates *candidates)
{
	if (!candidates)
		return;
	pthread_mutex_lock(&candidates->mutex);
	atomic_store(&candidates->stop, true);
	pthread_cond_signal(&candidates->changed);
	pthread_mutex_unlock(&candidates->mutex);
	if (candidates->has_thread)
		pthread_join(candidates->thread, NULL);
	candidates->has_thread = false;
}

void candidates_close(struct candidates *candidates)
{
	if (!candidates)
		return;
	candidates_stop(candidates);
	pthread_cond_destroy(&candidates->changed);
	pthread_mutex_destroy(&candidates->mutex);
	free(candidates->failures);
	free(candidates);
}
