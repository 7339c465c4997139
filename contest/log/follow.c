/* SPDX-License-Identifier: MIT */
/*
 * Opening the log, and the work of its follower (as_journal_start), which repeats these steps:
 *   1. It appends reports of workers in this process (judging.c).
 *   2. When the contest starts, freezes or ends, it appends the new state. So the log alone
 *      determines what was visible at any time.
 *
 * It appends no results: the store's event of a job that ended has the outcome.
 */
#include "append.h"
#include "apply.h"
#include "body.h"
#include "clock.h"
#include "state.h"

#include <string.h>

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

/* ---- callbacks of the journal ---- */

static int parse_body(const struct as_store_record *record, void *parsed, struct as_error *error)
{
	return log_body_read(record, parsed, error);
}

static void drop_body(void *parsed)
{
	log_body_clear(parsed);
}

static int apply_event(void *context, const struct as_store_record *record, const void *parsed,
	struct as_error *error)
{
	return log_apply_body(context, record, parsed, error);
}

/* Returns 1 if something was done. */
static int take_step(void *context, bool may_append_often, struct as_error *error)
{
	struct as_contest_log *log = context;
	int result = may_append_often ? log_record_judging(log, error) : 0;

	if (result == 0 && may_append_often)
		result = log_record_due(log, error);
	return result == 0 ? record_state(log, error) : result;
}

static int64_t next_step_ms(void *context)
{
	return next_state_ms(context);
}

static void tell_caught_up(void *context)
{
	const struct as_contest_observer *observer = &((struct as_contest_log *)context)->observer;

	if (observer->caught_up)
		observer->caught_up(observer->context);
}

static void tell_note(void *context, const char *text)
{
	const struct as_contest_observer *observer = &((struct as_contest_log *)context)->observer;

	if (observer->note)
		observer->note(observer->context, text);
}

static void tell_wrote(void *context, const struct as_error *why)
{
	const struct as_contest_observer *observer = &((struct as_contest_log *)context)->observer;

	if (observer->wrote)
		observer->wrote(observer->context, why);
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

static int prepare(struct as_contest_log *log, bool is_reader, struct as_error *error)
{
	if (!as_journal_store(log->journal))
		return open_without_store(log, error);
	if (log_boards_open(log, error) || as_journal_read(log->journal, error))
		return -1;
	if (as_contest_log_last(log) == 0 && !is_reader &&
		(begin(log, error) || as_journal_read(log->journal, error)))
		return -1;
	if (!log->state.is_begun)
		return as_error_set(error, AS_ERROR_INPUT,
			"the store has %s in the space 'contest/%s': use another store",
			as_contest_log_last(log) ? "events of something else" : "nothing",
			log->contest->settings.id);
	if (log->state.hidden_count)
		log_note(log,
			"%zu submission%s hidden until the contest's folder has their problems "
			"and teams again",
			log->state.hidden_count, log->state.hidden_count == 1 ? " is" : "s are");
	return is_reader ? 0 : as_journal_start(log->journal, error);
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
		.observer = config->observer,
		.state = {.countdown_ms = -1}};
	pthread_mutex_init(&log->judging.reports.mutex, NULL);
	pthread_mutex_init(&log->state.people.alike.mutex, NULL);
	const struct as_journal_config journal = {.store = config->store,
		.noun = "contest",
		.id = config->contest->settings.id,
		.is_reader = config->is_reader,
		.owner = {.parsed_size = sizeof(struct log_body),
			.parse = parse_body,
			.drop = drop_body,
			.apply = apply_event,
			.step = take_step,
			.next_ms = next_step_ms,
			.caught_up = tell_caught_up,
			.note = tell_note,
			.wrote = tell_wrote,
			.context = log}};
	log->journal = as_journal_open(&journal, error);
	if (!log->journal || prepare(log, config->is_reader, error)) {
		as_contest_log_close(log);
		return NULL;
	}
	return log;
}

void as_contest_log_close(struct as_contest_log *log)
{
	if (!log)
		return;
	as_journal_close(log->journal);
	log_state_clear(&log->state);
	pthread_mutex_destroy(&log->judging.reports.mutex);
	free(log->judging.reports.items);
	free(log->judging.deferred.items);
	free(log);
}
