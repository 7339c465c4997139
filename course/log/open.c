/* SPDX-License-Identifier: MIT */
/*
 * Opens and closes a log, and applies its events. An event may have been written by an older or
 * newer version of this program. An unknown event is noted and changes nothing, so that all servers
 * skip the same events.
 */
#include "state.h"

#include <string.h>

/* ---- events ---- */

static const struct course_type {
	const char *name;
	course_apply *apply;
} types[] = {
	{"hand-in", course_apply_hand_in},
	{"job", course_apply_job},
	{"again", course_apply_again},
	{"decision", course_apply_decision},
	{"release", course_apply_release},
	{"extension", course_apply_extension},
	{"request", course_apply_request},
	{"answer", course_apply_answer},
	{"session", course_apply_session},
	{"view", course_apply_view},
	{"password", course_apply_password},
};

static course_apply *find_type(const struct course_event *event)
{
	const char *name = course_event_text(event, "type");

	for (size_t i = 0; name && i < sizeof(types) / sizeof(*types); i++)
		if (strcmp(types[i].name, name) == 0)
			return types[i].apply;
	return NULL;
}

static int apply_event(void *context, const struct as_store_record *record, const void *parsed,
	struct as_error *error)
{
	struct as_course_log *log = context;
	struct course_event event = {.record = record, .body = parsed};

	if (as_journal_is_end(record))
		return course_apply_end(log, &event, error);
	if (record->body.size == 0)
		return 0;
	event.wall_ms = course_event_number(&event, "wall_ms");
	as_journal_saw_ms(log->journal, event.wall_ms);
	course_apply *apply = find_type(&event);
	return apply ? apply(log, &event, error)
		     : course_event_skip(log, &event, "its type is unknown");
}

/* ---- opening and closing ---- */

static void caught_up(void *context)
{
	const struct as_course_log *log = context;

	if (log->observer.caught_up)
		log->observer.caught_up(log->observer.context);
}

static void note(void *context, const char *text)
{
	const struct as_course_log *log = context;

	if (log->observer.note)
		log->observer.note(log->observer.context, text);
}

static void wrote(void *context, const struct as_error *why)
{
	const struct as_course_log *log = context;

	if (log->observer.wrote)
		log->observer.wrote(log->observer.context, why);
}

static int open_journal(struct as_course_log *log, const struct as_course_log_config *config,
	struct as_error *error)
{
	const struct as_journal_config journal = {.store = config->store,
		.noun = "course",
		.id = config->course->id,
		.is_reader = config->is_reader,
		.owner = {.apply = apply_event,
			.caught_up = caught_up,
			.note = note,
			.wrote = wrote,
			.context = log}};

	log->journal = as_journal_open(&journal, error);
	return log->journal && course_take_folder(log, error) == 0
		       ? as_journal_read(log->journal, error)
		       : -1;
}

struct as_course_log *as_course_log_open(
	const struct as_course_log_config *config, struct as_error *error)
{
	struct as_course_log *log = calloc(1, sizeof(*log));

	if (!log) {
		as_error_no_memory(error);
		return NULL;
	}
	log->course = config->course;
	log->observer = config->observer;
	if (open_journal(log, config, error) == 0)
		return log;
	as_course_log_close(log);
	return NULL;
}

int as_course_log_start(struct as_course_log *log, struct as_error *error)
{
	return as_journal_start(log->journal, error);
}

void as_course_log_close(struct as_course_log *log)
{
	if (!log)
		return;
	if (log->journal)
		as_journal_stop(log->journal);
	course_state_clear(&log->state);
	as_journal_close(log->journal);
	free(log);
}

struct as_journal *as_course_log_journal(const struct as_course_log *log)
{
	return log->journal;
}

const struct as_course *as_course_log_course(const struct as_course_log *log)
{
	return log->course;
}

int as_course_log_set_course(
	struct as_course_log *log, const struct as_course *course, struct as_error *error)
{
	as_journal_lock_change(log->journal);
	log->course = course;
	const int failed = course_take_folder(log, error);
	as_journal_unlock(log->journal);
	return failed;
}
