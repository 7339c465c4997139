/* SPDX-License-Identifier: MIT */
/*
 * The follower thread repeats these steps:
 *   1. It reads new events, also those of other servers, and applies them to the state.
 *   2. It appends reports of workers in this process (judging.c).
 *   3. When the contest starts, freezes or ends, it appends the new state. So the log alone
 *      determines what was visible at any time.
 *   4. It waits for the next event, or for the next of these times.
 *
 * It appends no results: the store's event of a job that ended has the outcome.
 */
#include "append.h"
#include "clock.h"
#include "read.h"
#include "state.h"

#include <inttypes.h>
#include <string.h>

#define WAIT_NS INT64_C(200000000)
#define NS_PER_MS INT64_C(1000000)

/* ---- recording ---- */

static int64_t next_state_ms(const struct as_contest_log *log)
{
	const struct log_state *state = &log->state;

	return as_contest_next_wall_ms(&state->clock, state->state_wall_ms);
}

static int record_state(struct as_contest_log *log, struct as_error *error)
{
	struct as_store_appended appended;
	const int64_t now_ms = as_contest_log_now_ms(log);

	if (next_state_ms(log) > now_ms)
		return 0;
	return log_append(log, -1,
		       json_pack("{s: s, s: I}", "type", "state", "wall_ms", (json_int_t)now_ms),
		       NULL, 0, &appended, error) < 0
		       ? -1
		       : 1;
}

/* ---- following ---- */

/* Returns 1 if something was done. */
static int step(struct as_contest_log *log, struct as_error *error)
{
	int result = log_read_page(log, error);
	/* These come often, and would delay changes of the clock. */
	const bool may_record = atomic_load(&log->deciding) == 0;

	if (result == 0 && may_record)
		result = log_record_judging(log, error);
	if (result > 0 && log->observer.caught_up)
		log->observer.caught_up(log->observer.context);
	if (result == 0 && may_record)
		result = log_record_due(log, error);
	if (result == 0)
		result = record_state(log, error);
	return result;
}

static int64_t wait_ns(struct as_contest_log *log)
{
	const int64_t left_ms = next_state_ms(log) - as_contest_log_now_ms(log);

	return left_ms < WAIT_NS / NS_PER_MS ? left_ms * NS_PER_MS : WAIT_NS;
}

static enum log_following find_following(struct as_contest_log *log)
{
	pthread_mutex_lock(&log->progress);
	const enum log_following following = log->following;
	pthread_mutex_unlock(&log->progress);
	return following;
}

/* Notes the first failure of several, and the first success after them. */
static void note_step(struct as_contest_log *log, bool has_failed, const struct as_error *error)
{
	pthread_mutex_lock(&log->progress);
	const enum log_following before = log->following;
	/* A broken log ends the thread, so its failure is new. */
	const bool is_new = has_failed != (before == LOG_AWAY);
	if (is_new && before != LOG_BROKEN)
		log->following = has_failed ? LOG_AWAY : LOG_FOLLOWS;
	pthread_mutex_unlock(&log->progress);
	if (is_new && has_failed)
		log_note(log, "the store cannot be read: %s", error->text);
	else if (is_new)
		log_note(log, "the store can be read again");
}

static void *follow(void *context)
{
	struct as_contest_log *log = context;
	/* The last event of the store that was waited for: it can be of another space, and then no
	 * event of this one has its number. */
	int64_t after = log->applied;

	while (!atomic_load(&log->closing.stop) && find_following(log) != LOG_BROKEN) {
		struct as_error error = {0};
		int result = step(log, &error);
		if (result == 0) {
			const int64_t max_ns = wait_ns(log);
			result = max_ns > 0 ? as_store_wait(log->store, &after, max_ns, &error) : 1;
		}
		note_step(log, result < 0, &error);
		if (result < 0)
			usleep(WAIT_NS / 1000);
	}
	return NULL;
}

/* ---- opening ---- */

/* The first event of a contest is its clock, as in the folder. */
static json_t *first_entry(struct as_contest_log *log)
{
	const struct as_contest_settings *settings = &log->contest->settings;
	const struct as_contest_clock clock = {
		.start_wall_ms = settings->start_wall_ms,
		.duration_ms = settings->duration_ms,
		.freeze_duration_ms = settings->freeze_duration_ms,
		.thaw_wall_ms = settings->thaw_wall_ms,
		.finalized_wall_ms = AS_NEVER_MS,
	};
	json_t *entry = log_entry_clock(&clock, settings->countdown_pause_ms);

	if (entry &&
		json_object_set_new(entry, "wall_ms", json_integer(as_contest_log_now_ms(log)))) {
		json_decref(entry);
		entry = NULL;
	}
	return entry;
}

/* If two servers begin the contest at the same time, one appends the event and the other reads it.
 */
static int begin(struct as_contest_log *log, struct as_error *error)
{
	struct as_store_appended appended;

	return log_append(log, 0, first_entry(log), NULL, 0, &appended, error) < 0 ? -1 : 0;
}

/* Initialises a log without a store. */
static int open_without_store(struct as_contest_log *log, struct as_error *error)
{
	AS_AUTO_JSON json_t *entry = first_entry(log);
	AS_AUTO_FREE char *text = entry ? json_dumps(entry, JSON_COMPACT) : NULL;

	if (!text)
		return as_error_no_memory(error);
	const struct as_store_record record = {
		.event = {.number = 1, .kind = AS_STORE_EVENT_NOTE}, .body = {text, strlen(text)}};
	return log_boards_open(log, error) || log_apply(log, &record, error) ? -1 : 0;
}

/* A reader looks up the space, but never creates it. */
static int find_space(struct as_contest_log *log, bool is_reader, struct as_error *error)
{
	AS_AUTO_FREE char *name = as_text_format(error, "contest/%s", log->contest->settings.id);

	if (!name)
		return -1;
	if (!is_reader)
		return as_store_space_find(log->store, name, &log->space, error);
	const int found = as_store_space_look_up(log->store, name, &log->space, error);
	return found ? found - 1
		     : as_error_set(error, AS_ERROR_INPUT,
			       "the store has no contest '%s'; name the store that it was served "
			       "with",
			       log->contest->settings.id);
}

/* A copy, a backup or an import that no server has opened has no epoch, and a reader cannot make
 * one: its tokens equal those of no server. */
static int find_epoch(struct as_contest_log *log, bool is_reader, struct as_error *error)
{
	struct as_error why = {0};

	if (!as_store_space_epoch(log->store, log->space, log->epoch, &why))
		return 0;
	if (!is_reader || why.kind != AS_ERROR_USAGE) {
		if (error)
			*error = why;
		return -1;
	}
	memset(log->epoch, '0', AS_STORE_EPOCH_SIZE - 1);
	log->epoch[AS_STORE_EPOCH_SIZE - 1] = '\0';
	return 0;
}

static int prepare(struct as_contest_log *log, bool is_reader, struct as_error *error)
{
	if (!log->store)
		return open_without_store(log, error);
	if (find_space(log, is_reader, error) || find_epoch(log, is_reader, error) ||
		log_boards_open(log, error) || log_read_all(log, error))
		return -1;
	if (log->applied == 0 && !is_reader && (begin(log, error) || log_read_all(log, error)))
		return -1;
	if (!log->state.is_begun)
		return as_error_set(error, AS_ERROR_INPUT,
			"the store has %s in the space 'contest/%s': use another store",
			log->applied ? "events of something else" : "nothing",
			log->contest->settings.id);
	if (log->state.hidden_count)
		log_note(log,
			"%zu submission%s hidden until the contest's folder has their problems "
			"and teams again",
			log->state.hidden_count, log->state.hidden_count == 1 ? " is" : "s are");
	if (is_reader)
		return 0;
	/* Before the thread, which reads it. */
	log->has_follower = true;
	const int failed = pthread_create(&log->follower, NULL, follow, log);
	if (!failed)
		return 0;
	log->has_follower = false;
	return as_error_sys(error, AS_ERROR_MACHINE, failed, "cannot start a thread");
}

struct as_contest_log *as_contest_log_open(
	const struct as_contest_log_config *config, struct as_error *error)
{
	struct as_contest_log *log = calloc(1, sizeof(*log));

	if (!log) {
		as_error_no_memory(error);
		return NULL;
	}
	*log = (struct as_contest_log){.contest = config->contest,
		.store = config->store,
		.observer = config->observer,
		.state = {.countdown_ms = -1},
		.closing = {.wait_until_ns = INT64_MAX}};
	pthread_rwlockattr_t attributes;
	pthread_rwlockattr_init(&attributes);
	/* Prefer the writer: many readers must not starve it. */
	pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
	pthread_rwlock_init(&log->lock, &attributes);
	pthread_rwlockattr_destroy(&attributes);
	pthread_mutex_init(&log->progress, NULL);
	pthread_mutex_init(&log->time, NULL);
	pthread_mutex_init(&log->judging.reports.mutex, NULL);
	pthread_mutex_init(&log->state.people.alike.mutex, NULL);
	pthread_cond_init(&log->progressed, NULL);
	if (prepare(log, config->is_reader, error)) {
		as_contest_log_close(log);
		return NULL;
	}
	return log;
}

void as_contest_log_close(struct as_contest_log *log)
{
	if (!log)
		return;
	atomic_store(&log->closing.stop, true);
	if (log->has_follower)
		pthread_join(log->follower, NULL);
	log_state_clear(&log->state);
	pthread_rwlock_destroy(&log->lock);
	pthread_mutex_destroy(&log->progress);
	pthread_mutex_destroy(&log->time);
	pthread_mutex_destroy(&log->judging.reports.mutex);
	free(log->judging.reports.items);
	free(log->judging.deferred.items);
	pthread_cond_destroy(&log->progressed);
	free(log);
}

int as_contest_log_check(struct as_contest_log *log, struct as_error *error)
{
	return find_following(log) == LOG_BROKEN
		       ? as_error_set(error, AS_ERROR_INTERNAL,
				 "out of memory: some events of the contest were not read; "
				 "start the server again")
		       : 0;
}

bool as_contest_log_is_away(struct as_contest_log *log)
{
	return find_following(log) == LOG_AWAY;
}
