/* SPDX-License-Identifier: MIT */
#include "event.h"

#include <inttypes.h>
#include <string.h>

void log_note(const struct as_contest_log *log, const char *format, ...)
{
	va_list arguments;
	AS_AUTO_FREE char *text = NULL;

	if (!log->observer.note)
		return;
	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0)
		text = NULL;
	va_end(arguments);
	if (text)
		log->observer.note(log->observer.context, text);
}

void event_tell(
	struct as_contest_log *log, enum as_contest_change_kind kind, size_t index, int64_t wall_ms)
{
	const struct as_contest_change change = {kind, index, wall_ms};

	if (log->observer.changed)
		log->observer.changed(log->observer.context, log, &change);
}

const char *event_text(const struct event *event, const char *key)
{
	return json_string_value(json_object_get(event->body, key));
}

int64_t event_number(const struct event *event, const char *key)
{
	return json_integer_value(json_object_get(event->body, key));
}

int event_copy(char **copy, const char *text, struct as_error *error)
{
	if (!text)
		return 0;
	*copy = strdup(text);
	return *copy ? 0 : as_error_no_memory(error);
}

int event_refuse(const struct as_contest_log *log, const struct event *event, const char *what)
{
	log_note(log, "event %" PRId64 " of the store is ignored: it names an unknown %s",
		event->record->event.number, what);
	return 0;
}
