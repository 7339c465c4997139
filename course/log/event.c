/* SPDX-License-Identifier: MIT */
/* Helpers of all types of events. */
#include "state.h"

#include <inttypes.h>

const char *course_event_text(const struct course_event *event, const char *key)
{
	return as_journal_body_text(event->body, key);
}

int64_t course_event_number(const struct course_event *event, const char *key)
{
	int64_t number;

	return as_journal_body_number(event->body, key, &number) ? number : 0;
}

void course_event_made(struct as_course_log *log, const struct course_event *event,
	enum as_course_change_kind kind, size_t assignment, size_t index)
{
	const struct as_course_change change = {.kind = kind,
		.assignment = assignment,
		.index = index,
		.is_past = !as_journal_is_started(log->journal)};

	as_journal_made(log->journal, event->record->event.number, index);
	if (log->observer.changed)
		log->observer.changed(log->observer.context, &change);
}

int course_event_skip(
	const struct as_course_log *log, const struct course_event *event, const char *why)
{
	as_journal_note(log->journal, "event %" PRId64 " of the store is ignored: %s",
		event->record->event.number, why);
	return 0;
}
